"""All tasks of one action, and the order in which they are stepped: due time, then sequence (rule W8)."""

from collections.abc import Coroutine
from typing import Any, NoReturn, final

from gumption.core.coroutines.cancelled import Cancelled
from gumption.core.coroutines.kernel import Scope, Steps, Task, Trap
from gumption.core.coroutines.places import place_of
from gumption.core.coroutines.scope import Timed
from gumption.core.coroutines.task import Group
from gumption.core.message import Message
from gumption.errors import LimitError, UsageError, brief


@final
class Run(Steps):
    """One coroutine with all that it starts, stepped by its owner, and never from inside of it.

    Args:
        coroutine: the first task. It begins with the first step.
        clock: tells the time of its sleeps.
        host: a driver that awaits more than this module knows; None: a world's tick.
        mail: what a restored coroutine was told before its first step.
    """

    __slots__ = ()

    # What owners do

    def close(self) -> None:
        """Have it leave at once, shields or not: when this returns, the run is over (rule W11)."""
        self._closing = self._scope.cancelled = True
        self._cancels += 1
        self._turns = 0
        for task in reversed(self.root.leaves()):
            self._resume(task)  # ends it: no await is answered any more
            while task.group is not None and task.group.left == 0:
                task = task.group.parent
                self._resume(task)

    def tell(self, message: Message) -> bool:
        """Give a message to the task that has waited for its kind the longest. Returns whether there is one."""
        for index, (ticket, task, kind) in enumerate(self._listeners or ()):
            if task.ticket == ticket and kind in (None, message.kind):
                assert self._listeners is not None
                del self._listeners[index]
                task.value = message
                self.wake(task, ticket)
                return True
        return False

    @property
    def listening(self) -> list[str | None]:
        """The kinds of messages that are waited for, in the order of asking; None: any."""
        return [kind for ticket, task, kind in self._listeners or () if task.ticket == ticket]

    @property
    def place(self) -> str:
        """`file:line` of the await at which its innermost task stands."""
        leaves = self.root.leaves()
        return place_of(leaves[-1]) if leaves else ""

    # What awaitables do

    def listen(self, task: Task, kind: str | None) -> None:
        """Let the task wait for a message of a kind; None: of any."""
        listeners = [each for each in self._listeners or () if each[1].ticket == each[0]]
        self._listeners = [*listeners, (self.wait(task), task, kind)]

    def interrupt(self, task: Task) -> None:
        """Resume the task before what it waits for has come; tasks that it waits for have to leave first."""
        if task.waits_for is None:
            self.wake(task, task.ticket)
        else:
            self._cancel(task.waits_for.scope, task)

    def expire_after(self, scope: Timed, seconds: float) -> None:
        """Cancel a scope after so many seconds."""
        self._push(self._clock.now + seconds, scope)

    def leave(self, scope: Scope) -> None:
        """No task is in a scope any more."""
        if scope.cancelled:
            self._cancels -= 1

    def start(self, parent: Task, coroutines: list[Coroutine[Any, Any, Any]], *, first_only: bool) -> None:
        """Start tasks that `parent` waits for."""
        self.wait(parent)
        parent.waits_for = group = Group(parent, Scope(parent.scope), coroutines, first_only=first_only)
        for task in group.tasks:
            if self._host is not None:
                self._host.adopt(self, task)
            self.wake(task, task.ticket)

    # How tasks go on and end

    def _refusal(self, task: Task, trap: object) -> BaseException | None:
        """What an await raises instead of waiting."""
        if self._turns > self._most_turns:
            return LimitError(
                f"more than {self._most_turns} awaits in one tick (at {place_of(task)})",
                remedy="let a tick pass in the loop: await next_tick() or sleep()",
            )
        if not isinstance(trap, Trap):
            return UsageError(
                f"{brief(trap)} was awaited, which is of another library (at {place_of(task)})",
                remedy="await what gumption.flow has, or run the agent under flow's asyncio driver",
            )
        if self._cancels and not trap.instant and self._is_cancelled(task) and (self._closing or not trap.patient):
            return Cancelled()
        return None

    def _end_in_group(self, task: Task, result: Any, error: BaseException | None) -> None:
        group = task.group
        assert group is not None
        group.left -= 1
        if error is not None:
            group.fail(error)
            self._cancel(group.scope, group.parent)
        elif not group.first_only:
            group.results[task.index] = result
        elif not group.scope.cancelled:
            group.winner = result
            self._cancel(group.scope, group.parent)
        if group.left == 0:
            parent = group.parent
            parent.waits_for = None
            self.leave(group.scope)
            group.tasks.clear()  # they hold it, too
            parent.error = group.error
            parent.value = group.winner if group.first_only else group.results
            self.wake(parent, parent.ticket)

    def _expire(self, scope: Timed) -> None:
        assert scope.task is not None
        scope.expired = True
        felt = self._cancel(scope, scope.task)
        scope.place = place_of(felt[0]) if felt else ""

    def _abandon(self, task: Task, error: BaseException) -> NoReturn:
        """Close a coroutine that cannot be talked to.

        Raises:
            LimitError: always.
        """
        place = place_of(task)
        although = "it is cancelled" if isinstance(error, Cancelled) else "all that it gets is errors"
        try:
            task.coroutine.close()
        except BaseException as raised:  # it has ignored even that, or its clean-up failed: the error below tells of it
            error = raised
        raise LimitError(
            f"it goes on awaiting although {although} (at {place})",
            remedy="let Cancelled pass: clean up in finally, and catch Exception rather than BaseException",
        ) from error
