"""The order in which the tasks of a run are stepped: due time, then sequence (rule W8)."""

from collections.abc import Coroutine
from heapq import heapify, heappop, heappush
from math import inf
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol, cast

from gumption.core.clock import Clock
from gumption.core.coroutines.cancelled import Cancelled
from gumption.core.coroutines.host import Host
from gumption.core.coroutines.reference.tasks import OVER, Scope, Task
from gumption.core.coroutines.reference.traps import NEXT_TICK, Trap

if TYPE_CHECKING:
    from gumption.core.coroutines.mail import Mail
    from gumption.core.coroutines.run import Run

MAX_ERRORS: Final = 100
"""How often in a row a task may await again where all that awaiting gives is an error."""
MAX_TURNS: Final = 100_000
"""How many awaits one step may answer. Those for the next tick do not count: they end by themselves."""
ROOM: Final = 64
"""How many entries the heap may have before it is looked through for old ones."""


class Deadline(Protocol):
    """What else can be due: a scope with an end."""

    ticket: int


class Steps:
    """The tasks of one run, and the order in which they are stepped: due time, then sequence (rule W8).

    The class derived from it says what else a run does: what is awaited when it may not be, how groups of tasks end,
    what becomes of a scope whose deadline has come.

    Args:
        coroutine: the first task. It begins with the first step.
        clock: tells the time of its sleeps.
        host: a driver that awaits more than this module knows; None: a world's tick.
        mail: what a restored coroutine was told before its first step.
    """

    __slots__ = (
        "_cancels",
        "_clock",
        "_closing",
        "_heap",
        "_host",
        "_listeners",
        "_most_turns",
        "_others",
        "_parked",
        "_room",
        "_scope",
        "_ticket",
        "_tickets",
        "_turns",
        "done",
        "error",
        "mail",
        "result",
        "root",
    )

    def __init__(
        self,
        coroutine: Coroutine[Any, Any, Any],
        clock: Clock,
        host: Host | None = None,
        mail: "Mail | None" = None,
    ) -> None:
        self._scope = Scope()
        """The whole run. That of the root task is the innermost one that it is in."""
        self.root = Task(coroutine, self._scope)
        self.done = False
        self.result: Any = None
        self.error: BaseException | None = None
        """What it raised. A run that was cancelled, and let that pass, has no error."""
        self._clock = clock
        self._parked: Task | None = self.root
        """Goes on with the next step, however soon that is."""
        self._ticket = self.root.ticket
        self._others: list[tuple[int, Task]] | None = None
        """Go on with the next step as well. Few runs have any: a list for each would cost more than the rest."""
        self._heap: list[tuple[float, int, Any]] = []
        """What is due when: tasks, and scopes. Entries whose ticket is an old one are void."""
        self._room = ROOM
        self._tickets = 0
        self._turns = 0
        """How many awaits the present step has answered."""
        self._most_turns = MAX_TURNS
        self._listeners: list[tuple[int, Task, str | None]] | None = None
        self._cancels = 0
        """How many scopes are cancelled, and not left yet: only while there are any are scopes looked at."""
        self._closing = False
        self._host = host
        self.mail = mail
        if host is not None:
            host.adopt(cast("Run", self), self.root)

    @property
    def due(self) -> float:
        """When the next step may have something to do; infinite if only an event or a message can wake it."""
        if self._parked is not None:
            return self._clock.now
        return self._heap[0][0] if self._heap else inf

    def step(self) -> bool:
        """Resume all tasks that are due, and those that they wake. Returns whether the run is over."""
        self._turns = 0
        task = self._parked
        if task is not None:  # parked in an earlier step, when all that was due had been done: the heap has later ones
            self._parked, others, self._others = None, self._others, None
            if task.ticket == self._ticket:
                self._resume(task)
            if others is not None:
                for ticket, task in others:
                    if task.ticket == ticket:
                        self._resume(task)
        heap = self._heap
        if heap:
            now = self._clock.now
            while heap and heap[0][0] <= now:
                _, ticket, target = heappop(heap)
                if target.ticket != ticket:
                    continue
                if isinstance(target, Task):
                    self._resume(target)
                else:
                    self._expire(target)
        return self.done

    def cancel(self) -> None:
        """Have it leave: `Cancelled` is raised at each of its awaits from the next step on, shields excepted (W4)."""
        self._cancel(self._scope, self.root)

    # What awaitables do

    def park(self, task: Task) -> None:
        """Resume the task with the next step."""
        ticket = self.wait(task)
        if self._parked is None:
            self._parked, self._ticket = task, ticket
        elif self._others is None:
            self._others = [(ticket, task)]
        else:
            self._others.append((ticket, task))

    def sleep(self, task: Task, seconds: float) -> None:
        """Resume the task after so many seconds, and not before the next step."""
        now = self._clock.now
        if now + seconds > now:
            self._push(now + seconds, task)
        else:
            self.park(task)

    def wait(self, task: Task) -> int:
        """Let the task wait for `wake` with the ticket that is returned."""
        self._tickets = task.ticket = ticket = self._tickets + 1
        return ticket

    def wake(self, task: Task, ticket: int) -> None:
        """Resume the task in this step, or in the next one if none is under way; unless it no longer waits for that."""
        if task.ticket == ticket != OVER:
            self._push(self._clock.now, task)
            if self._host is not None:
                self._host.wake()

    # How tasks go on and end

    def _resume(self, task: Task) -> None:
        coroutine, value, error = task.coroutine, task.value, task.error
        task.value = task.error = None
        if error is None and self._cancels and self._is_cancelled(task):
            error = Cancelled()
        errors = 0
        try:
            while True:
                trap = coroutine.send(value) if error is None else coroutine.throw(error)
                if trap is NEXT_TICK and self._parked is None and not self._cancels:  # the most frequent one, in short
                    self._tickets = task.ticket = self._ticket = self._tickets + 1
                    self._parked = task
                    return
                self._turns += 1
                value = error = None
                if self._cancels or self._turns > self._most_turns or not isinstance(trap, Trap):
                    error = self._refusal(task, trap)
                if error is not None:
                    errors += 1
                    if errors > MAX_ERRORS:
                        self._abandon(task, error)
                elif trap.arm(self, task):
                    return
                else:
                    value, task.value = task.value, None
        except StopIteration as stop:
            self._end(task, stop.value, None)
        except BaseException as raised:  # its owner raises it, or a task that waits for it gets it
            self._end(task, None, _from_below(raised))

    def _is_cancelled(self, task: Task) -> bool:
        return self._closing or task.scope.is_cancelled()

    def _end(self, task: Task, result: Any, error: BaseException | None) -> None:
        task.ticket = OVER
        if isinstance(error, Cancelled) and self._is_cancelled(task):
            error = None
        if task.group is not None:
            self._end_in_group(task, result, error)
            return
        self.done, self.result, self.error = True, result, error
        self._parked = self._others = self._listeners = None
        self._heap.clear()

    def _cancel(self, scope: Scope, owner: Task) -> list[Task]:
        """Cancel a scope that only its owner and tasks below that are in. Returns the tasks that this has woken."""
        if scope.cancelled:
            return []
        scope.cancelled = True
        self._cancels += 1
        felt = [task for task in owner.leaves() if task.scope.feels(scope)]
        for task in felt:
            self.wake(task, task.ticket)
        return felt

    def _push(self, due: float, target: Task | Deadline) -> None:
        heap = self._heap
        if len(heap) >= self._room:  # deadlines that were met would pile up until they are due
            heap[:] = [entry for entry in heap if entry[2].ticket == entry[1]]
            heapify(heap)
            self._room = max(ROOM, 2 * len(heap))
        self._tickets = target.ticket = ticket = self._tickets + 1
        heappush(heap, (due, ticket, target))

    # What a run says

    def _refusal(self, task: Task, trap: object) -> BaseException | None:
        """What an await raises instead of waiting."""
        raise NotImplementedError

    def _abandon(self, task: Task, error: BaseException) -> NoReturn:
        """Close a coroutine that cannot be talked to; raises why."""
        raise NotImplementedError

    def _end_in_group(self, task: Task, result: Any, error: BaseException | None) -> None:
        """A task is over that was started with others."""
        raise NotImplementedError

    def _expire(self, scope: Any) -> None:
        """The deadline of a scope has come."""
        raise NotImplementedError


def _from_below(error: BaseException) -> BaseException:
    """The error without the frame that caught it, which would hold it, and be held by it."""
    traceback = error.__traceback__
    return error.with_traceback(None if traceback is None else traceback.tb_next)
