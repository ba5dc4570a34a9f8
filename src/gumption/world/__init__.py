"""Entities, their clock and their messages; running, pacing, recording and replaying them."""

# General layout
#   world      World: adding, sending, ticking, running
#   ends       when a run is over
#   tracers    who is told what happens
#   entity     an agent with its mind
#   messages   those that wait for their time
#   savable    what a world can do about saved games
#   saving     how it is done, and going back in time (not imported here)
#   fields     what an agent's simple fields hold (not imported here)
#   remembering what a world can say about why
#   pacing     the one place that sleeps
#   lines      what happens, as a line of plain data a tick (loads msgspec; not imported here)
#   recording  a run as a file (loads msgspec; not imported here)
#   comparing  two runs side by side, and what if (loads msgspec; not imported here)
#   replay     runs a recording again, and finds the first difference (not imported here)

from gumption.world.entity import Entity
from gumption.world.world import World

__all__ = ["Entity", "World"]
