"""All tasks of one action, and the order in which they are stepped: due time, then sequence (rule W8)."""

from collections.abc import Coroutine
from heapq import heappop, heappush
from typing import Any, Final, final

from gumption.core.clock import Clock
from gumption.core.coroutines.places import place_of_await
from gumption.core.coroutines.scope import Cancelled, Scope
from gumption.core.coroutines.task import Group, Task, Trap
from gumption.core.message import Message
from gumption.errors import LimitError, UsageError, brief

MAX_THROWS: Final = 100
"""How often a task may await again after it was told that it is cancelled."""
MAX_RESUMES: Final = 10_000
"""How many resumptions one step may take."""


@final
class Run:
    """One coroutine with all that it starts, stepped by its owner.

    Args:
        coroutine: the first task. It begins with the first step.
        clock: tells the time of its sleeps.
    """

    __slots__ = (
        "_cancels",
        "_clock",
        "_closing",
        "_heap",
        "_later",
        "_listeners",
        "_tasks",
        "_tickets",
        "done",
        "error",
        "result",
        "root",
    )

    def __init__(self, coroutine: Coroutine[Any, Any, Any], clock: Clock) -> None:
        self.root = Task(coroutine, Scope())
        self.done = False
        self.result: Any = None
        self.error: BaseException | None = None
        """What it raised. A run that was cancelled, and let that pass, has no error."""
        self._clock = clock
        self._tasks = [self.root]
        self._heap: list[tuple[float, int, Task | Scope]] = []
        self._later: list[tuple[float, int, Task]] = [(clock.now, 0, self.root)]
        """What is due with the next step, however soon that is."""
        self._tickets = 0
        self._listeners: list[tuple[int, Task, str | None]] | None = None
        self._cancels = False
        """Some scope has been cancelled: only then are scopes looked at."""
        self._closing = False

    # What owners do

    @property
    def due(self) -> float:
        """When the next step has something to do; infinite if only an event or a message can wake it."""
        if self._later:
            return self._later[0][0]
        return self._heap[0][0] if self._heap else float("inf")

    def step(self) -> bool:
        """Resume all tasks that are due, and those that they wake. Returns whether the run is over."""
        now = self._clock.now
        heap, later = self._heap, self._later
        if later:
            self._later = []
            if heap and heap[0][0] <= now:
                for entry in later:
                    heappush(heap, entry)
            else:
                for _, ticket, task in later:
                    if task.ticket == ticket:
                        self._resume(task)
        resumed = 0
        while heap and heap[0][0] <= now:
            _, ticket, target = heappop(heap)
            if target.ticket != ticket:
                continue
            if isinstance(target, Task):
                resumed += 1
                if resumed > MAX_RESUMES:
                    self._overrun(target)
                    break
                self._resume(target)
            elif not target.closed:
                self._expire(target)
        return self.done

    def cancel(self) -> None:
        """Have it leave: `Cancelled` is raised at each of its awaits from the next step on, shields excepted (W4)."""
        self._cancel(self.root.scope)

    def close(self) -> None:
        """Have it leave at once, shields or not: when this returns, the run is over (rule W11)."""
        self._closing = self._cancels = True
        while not self.done:
            for task in reversed(self._tasks):
                if task.waits_for is None:
                    self._resume(task)
                    break

    def tell(self, message: Message) -> bool:
        """Give a message to the task that has waited for its kind the longest. Returns whether there is one."""
        for index, (ticket, task, kind) in enumerate(self._listeners or ()):
            if task.ticket == ticket and kind in (None, message.kind):
                assert self._listeners is not None
                del self._listeners[: index + 1]
                task.value = message
                self.wake(task, ticket)
                return True
        return False

    @property
    def place(self) -> str:
        """`file:line` of the await at which its innermost task stands."""
        return place_of_await(self._tasks[-1].coroutine) if self._tasks else ""

    # What awaitables do

    def sleep(self, task: Task, seconds: float) -> None:
        """Resume the task after so many seconds, and not before the next step."""
        self._tickets = task.ticket = ticket = self._tickets + 1
        if seconds > 0:
            heappush(self._heap, (self._clock.now + seconds, ticket, task))
        else:
            self._later.append((self._clock.now, ticket, task))

    def wait(self, task: Task) -> int:
        """Let the task wait for `wake` with the ticket that is returned."""
        self._tickets = task.ticket = ticket = self._tickets + 1
        return ticket

    def listen(self, task: Task, kind: str | None) -> None:
        """Let the task wait for a message of a kind; None: of any."""
        listeners = [each for each in self._listeners or () if each[1].ticket == each[0]]
        self._listeners = [*listeners, (self.wait(task), task, kind)]

    def wake(self, task: Task, ticket: int) -> None:
        """Resume the task in this step, or in the next one if none is under way; unless it no longer waits for that."""
        if task.ticket == ticket:
            self._tickets = task.ticket = self._tickets + 1
            heappush(self._heap, (self._clock.now, task.ticket, task))

    def expire_after(self, scope: Scope, seconds: float) -> None:
        """Cancel a scope after so many seconds."""
        self._tickets = scope.ticket = self._tickets + 1
        heappush(self._heap, (self._clock.now + seconds, scope.ticket, scope))

    def start(self, parent: Task, coroutines: list[Coroutine[Any, Any, Any]], *, first_only: bool) -> None:
        """Start tasks that `parent` waits for."""
        group = Group(parent, Scope(parent.scope), len(coroutines), first_only=first_only)
        parent.waits_for = group
        self.wait(parent)
        for index, coroutine in enumerate(coroutines):
            task = Task(coroutine, group.scope, group, index)
            self._tasks.append(task)
            self.wake(task, task.ticket)

    # How tasks go on and end

    def _resume(self, task: Task) -> None:
        coroutine, throw = task.coroutine, task.error
        task.error = None
        if throw is None and self._cancels and self._is_cancelled(task):
            throw = Cancelled()
        value, task.value = task.value, None
        try:
            while True:
                trap = coroutine.send(value) if throw is None else coroutine.throw(throw)
                throw = value = None
                if not isinstance(trap, Trap):
                    throw = _foreign(trap)
                elif trap.instant:
                    trap.arm(self, task)
                elif self._cancels and self._is_cancelled(task):
                    throw = self._thrown(task)
                elif trap.arm(self, task):
                    return
                else:
                    value, task.value = task.value, None
        except StopIteration as stop:
            self._end(task, stop.value, None)
        except BaseException as error:  # its owner raises it, or a task that waits for it gets it
            self._end(task, None, error)

    def _is_cancelled(self, task: Task) -> bool:
        return self._closing or task.scope.is_cancelled()

    def _thrown(self, task: Task) -> BaseException:
        task.throws += 1
        if task.throws <= MAX_THROWS:
            return Cancelled()
        place = place_of_await(task.coroutine)
        task.coroutine.close()
        raise LimitError(
            f"it goes on awaiting although it is cancelled (at {place})",
            remedy="let Cancelled pass: clean up in finally, and catch Exception rather than BaseException",
        )

    def _end(self, task: Task, result: Any, error: BaseException | None) -> None:
        self._tasks.remove(task)
        task.ticket = -1
        if isinstance(error, Cancelled) and self._is_cancelled(task):
            error = None
        group = task.group
        if group is None:
            self.done, self.result, self.error = True, result, error
            return
        group.left -= 1
        if error is not None:
            group.error = group.error or error
            self._cancel(group.scope)
        elif not group.first_only:
            group.results[task.index] = result
        elif not group.scope.cancelled:
            group.winner = result
            self._cancel(group.scope)
        if group.left == 0:
            parent = group.parent
            parent.waits_for = None
            parent.error = group.error
            parent.value = group.winner if group.first_only else group.results
            self.wake(parent, parent.ticket)

    def _cancel(self, scope: Scope) -> None:
        scope.cancelled = self._cancels = True
        for task in self._tasks:
            if task.waits_for is None and task.scope.is_cancelled():
                self.wake(task, task.ticket)

    def _expire(self, scope: Scope) -> None:
        scope.expired = True
        scope.place = self.place
        self._cancel(scope)

    def _overrun(self, task: Task) -> None:
        task.error = LimitError(
            f"more than {MAX_RESUMES} resumptions in one tick (at {place_of_await(task.coroutine)})",
            remedy="let a tick pass in the loop: await next_tick() or sleep()",
        )
        self._resume(task)


def _foreign(trap: object) -> BaseException:
    return UsageError(
        f"{brief(trap)} was awaited, which is of another library",
        remedy="await what gumption.flow has, or run the agent under flow's asyncio driver",
    )
