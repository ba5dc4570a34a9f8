"""An agent that writes down what its mind calls, and can be told to act up at any of these calls."""

from collections.abc import Callable
from typing import Any


class CallRecorder:
    """The agent in tests: leaves and hooks report to it with `call`.

    A definition under test is written so that every user callable does `agent.call("name.what")`, e.g. `dig.enter`,
    `dig.execute`, `dig.exit`. `data` is for whatever the definition wants to count; keep it plain.
    """

    name = "recorder"

    def __init__(self) -> None:
        self.calls: list[str] = []
        """What was called, in order, since the last `expect`."""
        self.total = 0
        """How many calls there were in all."""
        self.data: dict[str, Any] = {}
        self._plan: dict[int, Callable[[str], None]] = {}

    def call(self, what: str) -> None:
        """Write `what` down; if something was planned for this call, do it."""
        self.calls.append(what)
        self.total += 1
        action = self._plan.pop(self.total, None)
        if action is not None:
            action(what)

    def at_call(self, number: int, action: Callable[[str], None]) -> None:
        """Plan `action` for call number `number` (the first is 1); it is given what was called, and may raise."""
        self._plan[number] = action

    def expect(self, *calls: str) -> None:
        """Assert that exactly these calls were made, in this order, and forget them."""
        made, self.calls = self.calls, []
        assert made == list(calls), f"expected the calls {list(calls)}, but there were {made}"

    def count(self, what: str) -> int:
        """How often `what` was called since the last `expect`."""
        return self.calls.count(what)
