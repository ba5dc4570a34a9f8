"""What the functions that carry out an action get as their context."""

from typing import Any, final

from gumption.core.context import Context, PartContext


@final
class PlanContext(PartContext):
    """The context of a planner's mind: as any other, and with the target of the step that is under way."""

    __slots__ = ("target",)
    target: Any
    """See `Context.target`."""

    def __init__(self, outer: Context) -> None:
        super().__init__(outer)
        self.target = None

    def aim(self, target: Any) -> None:
        """Have another target; None: none."""
        self.target = target
