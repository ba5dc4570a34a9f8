"""Event loops for tests: one whose time is given, and one that is watched for what is left over."""

import asyncio
import gc
import selectors
from collections.abc import Callable, Coroutine
from typing import Any

from gumption.core.trace import Event, Switched
from gumption.flow import Node, Selector
from gumption.flow.aio import Driver


class _Jumping(selectors.DefaultSelector):
    """Where nobody is ready it does not wait, but lets the time pass."""

    now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        assert timeout is not None, "the loop waits for nobody, forever"
        ready = super().select(0)
        if not ready and timeout > 0:
            self.now += timeout
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop on which all sleeps are over at once. Without sockets and threads, which take real time."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now


def play(main: Coroutine[Any, Any, Any], *, real: bool = False) -> Any:
    """Run `main`; nothing of it may be left afterwards: no task, no timer, no complaint of the loop's."""
    complaints: list[dict[str, Any]] = []

    async def watched() -> Any:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: complaints.append(context))
        result = await asyncio.wait_for(main, 20.0 if real else 100_000.0)
        for _ in range(3):
            await asyncio.sleep(0)  # what was cancelled ends
        assert asyncio.all_tasks() == {asyncio.current_task()}
        assert [each for each in loop._scheduled if not each.cancelled()] == []  # type: ignore[attr-defined]
        return result

    with asyncio.Runner(loop_factory=None if real else VirtualLoop, debug=False) as runner:
        result = runner.run(watched())
    gc.collect()
    assert complaints == []
    return result


class Being:
    """An agent that notes down what happens to it."""

    def __init__(self, name: str = "being") -> None:
        self.name = name
        self.log: list[str] = []
        self.wants = "first"

    def __repr__(self) -> str:
        return self.name


class Doing(Node[Being]):
    """Runs a coroutine function while the agent wants that."""

    def __init__(self, name: str, run: Callable[..., Any]) -> None:
        self.name = name
        self.run = run  # type: ignore[method-assign]

    def check(self, agent: Being) -> bool:
        return agent.wants == self.name


def doing(first: Callable[..., Any], **options: Any) -> Selector[Being]:
    """A selector of one node, named "first", that runs `first(agent, context)`."""
    return Selector([Doing("first", first)], **options)


async def left_after(
    first: Callable[..., Any], seconds: float = 0.5, *, agent: Being | None = None, **options: Any
) -> list[str]:
    """The agent's log after its node has run that long, and its mind was left."""
    being = agent or Being()
    async with Driver() as driver:
        driver.add(being, doing(first, **options))
        await asyncio.sleep(seconds)
    return being.log


class Switches:
    """A tracer that keeps who switched to what."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int | None]] = []

    def __call__(self, event: Event) -> None:
        if isinstance(event, Switched):
            self.seen.append((event.entity, event.node))
