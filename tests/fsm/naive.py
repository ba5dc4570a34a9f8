"""The rules F2 to F9 read out loud, as slow and plain as can be: what the real machine is compared with.

States are names; hooks are calls to the agent, which may ask for anything or raise. Knows neither bounds nor traces.
"""

from collections.abc import Callable

from gumption import Status
from gumption.errors import MindError, UsageError
from gumption.testing import CallRecorder


class Fallen(MindError):  # noqa: N818 - not an error either
    """The machine is idle already: on the way up to whoever called from outside."""


class Naive:
    """A machine whose initial state is called "a" and its global state, if any, "g"."""

    exit_reason = None

    def __init__(self, agent: CallRecorder, *, overseen: bool, max_stack: int) -> None:
        self.agent = agent
        self.overseen = overseen
        self.max_stack = max_stack
        self.status: Status | None = None
        self.forget()

    def forget(self) -> None:
        self.stack: list[str] = []
        self.previous: str | None = None
        self.verdict: Status | None = None
        self.inbox: list[object] = []
        self.waiting: list[Callable[[], None]] | None = None
        self.busy = False

    # What owners and hooks ask for

    def tick(self) -> Status | None:
        if self.status is not Status.RUNNING:
            self.status = Status.RUNNING
            self.carry_out(lambda: self.enter("a"))
        self.busy = True
        if self.overseen and self.verdict is None:
            self.hook("g", "execute")
        if self.verdict is None:
            self.hook(self.stack[-1], "execute")
        return self.settle()

    def halt(self) -> None:
        if self.status is Status.RUNNING:
            self.end(None)

    def send(self, message: object) -> None:
        if self.status is Status.RUNNING:
            self.inbox.append(message)
            if not self.busy:
                self.settle()

    def finish(self, status: Status) -> None:
        self.refuse_if_idle()
        self.verdict = status
        if not self.busy:
            self.settle()

    def change_state(self, name: str) -> None:
        self.request(lambda: self.change(name))

    def revert_to_previous_state(self) -> None:
        self.request(lambda: self.change(self.previous) if self.previous else self.fall("revert"))

    def push_state(self, name: str) -> None:
        self.request(lambda: self.push(name))

    def pop_state(self) -> None:
        self.request(self.pop)

    def set_previous_state(self, name: str) -> None:
        self.previous = name

    # How it is done

    def refuse_if_idle(self) -> None:
        if self.status is not Status.RUNNING:
            raise UsageError("idle")

    def request(self, step: Callable[[], None]) -> None:
        self.refuse_if_idle()
        if self.waiting is not None:
            self.waiting.append(step)
        elif self.busy:
            self.carry_out(step)
        else:
            self.carry_out(step)
            self.settle()

    def carry_out(self, step: Callable[[], None]) -> None:
        self.busy = True
        self.waiting = [step]
        while self.waiting and self.verdict is None:
            self.waiting.pop(0)()
        self.waiting = None

    def settle(self) -> Status | None:
        self.busy = True
        while self.inbox and self.verdict is None:
            self.inbox.pop(0)
            self.hook(self.stack[-1], "hello")
        self.busy = False
        if self.verdict is not None:
            self.end(self.verdict)
        return self.status

    def change(self, name: str) -> None:
        self.previous = self.stack[-1]
        self.leave()
        self.enter(name)

    def push(self, name: str) -> None:
        if len(self.stack) >= self.max_stack:
            self.fall("push")
        self.hook(self.stack[-1], "pause")
        self.enter(name)

    def pop(self) -> None:
        self.leave()
        if self.verdict is not None:
            return
        if self.stack:
            self.hook(self.stack[-1], "resume")
        else:
            self.verdict = Status.SUCCESS

    def enter(self, name: str) -> None:
        if self.verdict is None:
            self.stack.append(name)
            self.hook(name, "enter")

    def leave(self) -> None:
        self.hook(self.stack[-1], "exit")
        self.stack.pop()

    def hook(self, name: str, hook: str) -> None:
        try:
            self.agent.call(f"{name}.{hook}")
        except Fallen:
            raise
        except BaseException:  # noqa: BLE001, RUF100 - whatever the script raises
            self.fall(hook)

    def fall(self, hook: str) -> None:
        if hook in ("enter", "exit"):
            self.stack.pop()
        self.unwind()
        self.forget()
        self.status = None
        raise Fallen("fallen")

    def end(self, status: Status | None) -> None:
        failed = self.unwind()
        self.forget()
        self.status = None if failed else status
        if failed:
            raise Fallen("fallen")

    def unwind(self) -> bool:
        self.waiting = []
        self.busy = True
        failed = False
        while self.stack:
            try:
                self.agent.call(f"{self.stack[-1]}.exit")
            except BaseException:  # noqa: BLE001, RUF100
                failed = True
            self.stack.pop()
        return failed
