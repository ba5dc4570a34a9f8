"""Asks minds why, tick after tick; and what every answer has to be like."""

import json
import re
from collections.abc import Iterator
from typing import Any

from gumption.core.clock import FixedStepClock
from gumption.core.context import Context
from gumption.core.message import Message
from gumption.core.mind import Definition
from gumption.core.trace import Event
from gumption.why import Memory, Reason, Why


class Asked:
    """A mind with a memory, and whatever stands for its agent."""

    def __init__(self, definition: Definition[Any], agent: Any, **memory: Any) -> None:
        self.clock = FixedStepClock(1.0)
        self.memory = Memory(self.clock, **memory)
        self.events: list[tuple[int, Event]] = []
        self.agent = agent
        self.mind: Any = definition.bind(agent, Context(self.clock, seed=3, entity=1, tracer=self.hear))

    def hear(self, event: Event) -> None:
        self.events.append((self.clock.ticks, event))
        self.memory(event)

    def tick(self, times: int = 1, **fields: Any) -> "Asked":
        for _ in range(times):
            for name, value in fields.items():
                setattr(self.agent, name, value)
            self.clock.step_once()
            self.mind.tick()
        return self

    def send(self, kind: str) -> "Asked":
        self.mind.send(Message(kind, 2, 1, None))
        return self

    def why(self) -> Why:
        answer: Why = self.mind.why(self.memory.of(1))
        check_words(answer)
        return answer

    def reason(self, number: int = 0) -> Reason:
        return self.why().reasons[number]


def check_words(answer: Why) -> None:
    """It is data, and reads as sentences."""
    json.dumps(answer.to_plain())
    text = str(answer)
    assert "None" not in text
    assert "()" not in text
    assert not re.search(r"\b(\w+) \1\b", text), text
    assert not re.search(r",\s*[.,;]|\.\.|\s[.,;]|,$", text), text
    for line in text.splitlines():
        assert line.endswith((".", ":")), line
    for place, reason in enumerate(answer.reasons):
        assert reason.inside is None or reason.inside < place


def claims(reason: Reason) -> Iterator[str]:
    """All that is said of conditions."""
    yield from reason.because
    for other in reason.passed_over:
        yield other.because


def without_values(text: str) -> str:
    """What is the same for those who can ask conditions again, and for those who cannot."""
    text = re.sub(r" \([^()]* is [^()]*\)", "", text)
    return re.sub(r"(held|holds|did not hold|does not hold)( when it was asked| in tick \d+)?", _word, text)


def _word(found: re.Match[str]) -> str:
    return "no" if "not" in found[1] else "yes"
