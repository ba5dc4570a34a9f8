"""What goals and actions are called in messages."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from gumption.goap.action import Action

if TYPE_CHECKING:
    from gumption.goap.tables.encodings import Target

_MOST_LISTED: Final = 10
"""Actions in a message about something else."""


def label(target: "Target") -> str:
    """What to call a goal: its name, or what it wants."""
    return repr(target.goal.name) if target.goal.name else " and ".join(dict.fromkeys(target.texts)) or "nothing"


def listed(actions: Sequence[Action[Any]]) -> str:
    """The names of actions on one line."""
    return ", ".join(action.name for action in actions) or "nothing to do"


def outlined(actions: Sequence[Action[Any]]) -> str:
    """The names of actions on one line that stays short: of many only the first ones, the last one, and how many."""
    if len(actions) <= _MOST_LISTED:
        return listed(actions)
    return f"{listed(actions[: _MOST_LISTED - 1])}, ..., {actions[-1].name} ({len(actions)} actions)"
