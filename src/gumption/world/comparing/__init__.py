"""Two runs side by side: where they part, and what if one is changed. Loads msgspec."""

# General layout
#   comparison two runs, tick by tick
#   cast       who is in a run, and words for what they do
#   difference where they part, in words
#   runs       two whole recordings
#   changing   simple fields of agents, from outside
#   what_if    a world runs on as it is, and once more with a change

from gumption.world.comparing.what_if import what_if

__all__ = ["what_if"]
