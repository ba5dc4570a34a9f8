"""Leaves that do as they are told, and tables of what a tree made of them does.

What happens is told in short words. An action called `a` enters: `a(`; is ticked, and gives SUCCESS, FAILURE, RUNNING
or SKIPPED: `aS`, `aF`, `aR`, `aX`; exits with the reason success, failure, halt or error: `a)S`, `a)F`, `a)H`, `a)E`.
A condition called `a` is asked, and holds or does not: `a1`, `a0`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from gumption import Context, ManualClock, Status, bt
from gumption.core.trace import Entered, Exited
from gumption.testing import CallRecorder

S, F, R, X = Status.SUCCESS, Status.FAILURE, Status.RUNNING, Status.SKIPPED
LETTERS = {"S": S, "F": F, "R": R, "X": X}
NODES = dict[str, Any]


def letter_of(status: Status) -> str:
    return status.name[0] if status is not X else "X"


def next_of(agent: CallRecorder, name: str, script: str) -> str:
    """The next letter of the script of that name, reported; the last one again and again."""
    done = agent.data.get(name, 0)
    agent.data[name] = done + 1
    letter = script[min(done, len(script) - 1)]
    agent.call(f"{name}{letter}")
    return letter


class Leaf(bt.Action[CallRecorder]):
    """An action that gives the results of its script, one a tick."""

    def __init__(self, name: str, script: str) -> None:
        self.name = name
        self.script = script

    def enter(self, agent, context):
        agent.call(f"{self.name}(")

    def tick(self, agent, context):
        return LETTERS[next_of(agent, self.name, self.script)]

    def exit(self, agent, context, reason):
        agent.call(f"{self.name}){reason.value[0].upper()}")


def asks(name: str, script: str) -> Callable[[CallRecorder], bool]:
    """What a condition calls: holds where its script has a 1."""
    return lambda agent: next_of(agent, name, script) == "1"


def tells(name: str, script: str) -> Callable[[CallRecorder], str]:
    """Gives the letters of its script, one a call."""
    return lambda agent: next_of(agent, name, script)


def says(word: str) -> Callable[[CallRecorder], None]:
    """What `do` and `service` call."""
    return lambda agent: agent.call(word)


def leaf(name: str, script: str) -> bt.Node[CallRecorder]:
    """A condition where the script is made of 0 and 1, else an action."""
    return bt.condition(asks(name, script)) if set(script) <= set("01") else bt.action(Leaf(name, script))


def leaves(scripts: str) -> list[bt.Node[CallRecorder]]:
    """Leaves called a, b, c... with these scripts."""
    return [leaf(name, script) for name, script in zip("abcdefgh", scripts.split(), strict=False)]


class Through(bt.CustomNode[CallRecorder]):
    """A decorator that does nothing."""

    def tick(self, ticking):
        return ticking.tick(0)


def deep(node: bt.Node[Any]) -> bt.Node[Any]:
    """Behind so many others that it gets a function of its own."""
    for _ in range(70):
        node = bt.force_success(bt.always(S)) if node is None else bt.invert(node)
    return node


def wide(node: bt.Node[Any]) -> bt.Node[Any]:
    """Among so many others that these are written as a loop."""
    return bt.sequence(bt.always(X), bt.always(X), node, bt.always(X), bt.always(X))


AROUND: dict[str, Callable[[Any], Any]] = {
    "alone": lambda node: node,
    "traced": lambda node: node,
    "timeout": lambda node: bt.timeout(1e9, node),
    "parallel": bt.parallel,
    "custom": lambda node: Through().of(node),
    "sequence": bt.sequence,
    "reactive": bt.reactive_selector,
    "deep": deep,
    "wide": wide,
}
"""What changes nothing about a node, and yet has it compiled in another way."""


@dataclass(frozen=True)
class Row:
    """What a node does with children of these scripts."""

    what: str
    make: Callable[..., bt.Node[Any]]
    scripts: str
    story: tuple[str, ...]
    """A line a tick: its result and what happens in it. `+0.5` first: so many seconds later; `halt`: halted instead."""

    def fits(self, around: str) -> bool:
        """Whether `around` changes nothing: in `wide`, what ran and then is skipped counts as a success."""
        return around not in ("wide", "sequence") or not any("X" in line.split()[:2] for line in self.story)


def row(what: str, make: Callable[..., Any], scripts: str, *story: str) -> Row:
    return Row(what, make, scripts, story)


def every(rows: Sequence[Row]) -> Any:
    """Each row, with each of AROUND."""
    cases = [
        pytest.param(each, around, id=f"{each.what} - {around}")
        for each in rows
        for around in AROUND
        if each.fits(around)
    ]
    return pytest.mark.parametrize(("line", "around"), cases)


def play(line: Row, around: str = "alone") -> None:
    """Tick a tree as the row's story goes, and assert that it goes so."""
    stage = Stage(AROUND[around](line.make(*leaves(line.scripts))), traced=around == "traced")
    for number, told in enumerate(line.story, 1):
        stage.expect(told, f"{line.what}, line {number}")
    stage.end()


class Stage:
    """A tree of scripted leaves, its agent, clock and mind."""

    def __init__(self, root: bt.Node[Any], *, traced: bool = False, seed: int = 1, **options: Any) -> None:
        self.agent = CallRecorder()
        self.clock = ManualClock()
        self.tree = bt.Tree(root, **options)
        self.events: list[Any] = []
        self.heard: list[str] = []
        tracer = self.events.append if traced else None
        self.mind = self.tree.bind(self.agent, Context(self.clock, seed=seed, tracer=tracer))

    def expect(self, told: str, where: str = "") -> None:
        """Do what a line of a story says, and compare."""
        words = told.split()
        self.clock.advance(float(words.pop(0)) if words[0].startswith("+") else 0.0)
        if words[0] == "halt":
            before = self.mind.status
            self.mind.halt()
            assert self.mind.status is (None if before is R else before), where
            made, wanted = sorted(self.agent.calls), sorted(words[1:])
        else:
            result = letter_of(self.mind.tick())
            made, wanted = [result, *self.agent.calls], words
        assert made == wanted, f"{where}: {' '.join(made)!r}, but it should be {' '.join(wanted)!r}"
        if words[0] != "halt":
            assert self.mind.status is LETTERS[result], where
        assert bool(self.mind.running) == (self.mind.status is R), f"{where}: {self.mind.running} are running"
        self.take()

    def take(self) -> list[str]:
        """The calls since the last look."""
        calls, self.agent.calls = self.agent.calls, []
        self.heard += calls
        return calls

    def innermost(self) -> list[int]:
        """Ids of the nodes that run and have none inside that does."""
        outline, running = self.tree.describe(), self.mind.running
        around: set[int | None] = set()
        for node in running:
            at = outline[node].parent
            while at is not None:
                around.add(at)
                at = outline[at].parent
        return [node for node in running if node not in around]

    def end(self) -> None:
        """Halt it; by then every enter must have had its exit (C2)."""
        self.mind.halt()
        self.take()
        names = {word[0] for word in self.heard if word[1:2] == "("}
        for name in names:
            own = [word[1] for word in self.heard if word[0] == name and word[1:2] in ("(", ")")]
            assert own == ["(", ")"] * (len(own) // 2), f"{name}: {own}"
        entered = [event.node for event in self.events if isinstance(event, Entered)]
        exited = [event.node for event in self.events if isinstance(event, Exited)]
        assert sorted(entered) == sorted(exited)
