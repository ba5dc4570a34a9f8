"""What a coroutine may use besides its agent: the surroundings of its mind, and a note for saved games (rule W10)."""

from typing import Any, final

from gumption.core.context import Context, PartContext
from gumption.core.plain import PlainData, plain_copy


@final
class RunContext(PartContext):
    """The context of one run of a coroutine. All but the checkpoint is that of the mind, the random stream included.

    A coroutine itself cannot be saved. It notes down how far it has come, and begins from there in a loaded game:

        async def build(agent: Smith, context: RunContext) -> None:
            done = context.resumed or 0
            while done < 4:
                await sleep(2.0)
                done += 1
                context.checkpoint(done)

    Args:
        outer: the context of the mind, of whatever class; what it has more than a `Context` is found here as well.
        resumed: the checkpoint of the run that this one goes on from.
    """

    __slots__ = ("_resumed", "_saved")

    def __init__(self, outer: Context, resumed: PlainData = None) -> None:
        # The base class's own places stay empty, so that `__getattr__` finds in `outer` what may change there: the
        # tracer is set anew by `Mind.trace`.
        self.outer = outer
        self._resumed: Any = None if resumed is None else plain_copy(resumed, "checkpoint")
        self._saved = resumed

    def __getattr__(self, name: str) -> Any:
        """What the outer context has, `blackboard` for one."""
        if name == "outer":  # this object is only half made, by `copy` say
            raise AttributeError(name)
        return getattr(self.outer, name)

    def checkpoint(self, data: PlainData) -> None:
        """Note down how far the coroutine has come. The latest note is saved with the mind; None: begin from the start.

        Args:
            data: anything that JSON can hold. It is copied, so that later changes to it are not noted.

        Raises:
            UsageError: it is not plain data; names the place.
        """
        self._saved = plain_copy(data, "checkpoint")

    @property
    def resumed(self) -> Any:
        """The checkpoint that this run goes on from, as plain data; None where it begins from the start."""
        return self._resumed

    @property
    def saved(self) -> PlainData:
        """The latest checkpoint, for whoever saves the mind; before the first one, what the run was resumed from."""
        return self._saved
