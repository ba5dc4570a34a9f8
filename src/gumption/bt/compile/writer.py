"""Writes the Python source of a tree's functions, line by line, and knows which node each line belongs to.

Two forms of every function are written. The *fresh* one (`fresh_7`) is for a node in which nothing runs: straight code.
The *resumed* one (`resume_7`) gets `at`, the id of the node that runs, and skips what lies before it: ids are preorder
numbers, so a child that ends at id 9 is skipped if `at >= 9`. With at = 0 it does what the fresh one does, and besides
halts what is pending (rule B3) before anything starts.

Conventions of the code: a node's code leaves its result in `status`. A node that runs on has put its id into its
region's place of the record; then the function returns RUNNING at once, unless a node further out has to know (a
timeout): inside such a node `status` is left to be RUNNING, and falls through.
"""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

from gumption.bt.compile.layout import PENDING, RESULTS, Item
from gumption.bt.groups import Group
from gumption.bt.kinds import KINDS
from gumption.bt.node import F, R, S, X
from gumption.bt.outcomes import Outcomes
from gumption.core.callables import argument_count
from gumption.core.expression import Expression, to_source
from gumption.core.source import name_of
from gumption.status import Status

MAX_INDENT: Final = 60
"""Python's tokenizer allows 100 levels."""
MAX_LOOPS: Final = 12
"""CPython allows 20 nested blocks."""
MAX_LEVELS: Final = 60
"""Nodes inside each other in one function: keeps the writer's own recursion flat."""

NAMES: Final = {S: "SUCCESS", F: "FAILURE", R: "RUNNING", X: "SKIPPED"}


class Unit:
    """The source of one variant of a tree: its lines, the node of each, and the objects that it names."""

    def __init__(self, *, traced: bool, hears: bool) -> None:
        self.traced = traced
        self.hears = hears
        """Whether the tree takes messages, which may come during a tick."""
        self.lines: list[str] = []
        self.nodes: list[int] = []
        self.names: dict[str, Any] = {}
        self.constants: dict[str, object] = {}
        self.queue: list[tuple[Item, bool]] = []
        """Functions to be written: node, and whether the resumed form."""
        self.groups: dict[int, Group] = {}
        """Node id -> what ticks it, for the nodes that are not written out."""
        self._asked: set[tuple[int, bool]] = set()

    def function(self, item: Item, *, resumed: bool) -> str:
        """The name of the function of `item`, which will be written."""
        if (item.id, resumed) not in self._asked:
            self._asked.add((item.id, resumed))
            self.queue.append((item, resumed))
        return f"{'resume' if resumed else 'fresh'}_{item.id}"

    def bind(self, name: str, value: object) -> str:
        """Make `value` known to the code, by a name made of `name`."""
        base = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name).strip("_") or "f"
        base = f"f{base}" if base[0].isdigit() else base
        unique, number = base, 1
        while unique in _RESERVED or (unique in self.names and self.names[unique] is not value):
            number += 1
            unique = f"{base}_{number}"
        self.names[unique] = value
        return unique


class Writer:
    """Writes one function of a unit."""

    def __init__(self, unit: Unit, header: str, *, resumed: bool, record: str = "record") -> None:
        self.unit = unit
        self.resumed = resumed
        self.context = "context"
        self.path: list[Item] = []
        """The nodes around the present one, within this function."""
        self.unless_success: list[str] = []
        """Lines that the next node may put where it knows that it has not succeeded; it empties the list if it does."""
        self._indent = 0
        self._loops = 0
        self.line(header)
        self._indent = 1
        if record != "record":
            self.line(f"record = {record}")
        if unit.traced:
            self.line(f"results = record[{RESULTS}]")
            if record != "record":
                self.line("results[0] = stamps(self.context.clock.ticks)")
            self.line("in_success, in_failure, in_running, in_skipped = results[0]")

    # Lines

    def line(self, text: str, of: Item | None = None) -> None:
        """Write a line that belongs to the present node, or to `of`."""
        self.unit.lines.append("    " * self._indent + text)
        owner = of or (self.path[-1] if self.path else None)
        self.unit.nodes.append(0 if owner is None else owner.id)

    @contextmanager
    def block(self, opening: str, of: Item | None = None) -> Generator[None]:
        """Write `opening`, and what follows inside it."""
        self.line(opening, of)
        self._indent += 1
        loop = opening.startswith(("while", "for"))
        self._loops += loop
        yield
        self._loops -= loop
        self._indent -= 1

    @contextmanager
    def inside(self, item: Item) -> Generator[None]:
        """What is written belongs to `item`."""
        self.path.append(item)
        yield
        self.path.pop()

    @property
    def is_deep(self) -> bool:
        """Whether the next node had better get a function of its own."""
        return self._indent > MAX_INDENT or self._loops > MAX_LOOPS or len(self.path) > MAX_LEVELS

    # What nodes say

    def give(self, item: Item, status: Status) -> None:
        """`item` has this result."""
        self.line(f"status = {NAMES[status]}")
        if self.unit.traced:
            self.line(f"results[{item.id}] = in_{status.value}")

    def told(self, item: Item, outcomes: Outcomes) -> None:
        """`item` has whatever result `status` holds, one of `outcomes`."""
        if not self.unit.traced or not outcomes:
            return
        *some, last = [status for status in (S, F, X, R) if status in outcomes]
        choice = "".join(f"in_{status.value} if status is {NAMES[status]} else " for status in some)
        self.line(f"results[{item.id}] = {choice}in_{last.value}")

    def run_on(self, item: Item, *, fall: bool) -> None:
        """`item` goes on at the next tick: it has put an id into the region's place."""
        if fall:
            self.give(item, R)
            return
        assert self.path[-1] is item
        self.pass_on()

    def pass_on(self) -> None:
        """Return the RUNNING that a node inside has come to, for all nodes around it in this function."""
        if self.unit.traced and self.path:
            self.line("".join(f"results[{each.id}] = " for each in self.path) + "in_running")
        self.line("return RUNNING")

    def starts(self, item: Item) -> None:
        """`item` is about to start: what a reactive node has left must be halted before (B3)."""
        if self.resumed:
            with self.block(f"if record[{PENDING}]:"):
                self.line("halt_pending(agent, context, record)")

    def entry(self, item: Item) -> str:
        """The condition that `item` starts now; "" where that is certain."""
        return f"if not {item.id} <= at < {item.end}:" if self.resumed else ""

    # The user's functions

    def call(self, item: Item, role: str, *more: str) -> str:
        """Source of a call of the function that `item` has in that role; an expression is written out."""
        function = item.node.functions[role]
        if isinstance(function, Expression):
            source = to_source(function, "agent", self.unit.constants)
            return f"({source})" if more == ("bracket",) else source
        name = self.unit.bind(f"{own_name(function)}_{item.id}", function)
        return f"{name}({self.arguments(function)})"

    def arguments(self, function: Any, most: int = 2, third: str = "") -> str:
        """The arguments that `function` takes: the agent, then the context (S5)."""
        return ", ".join(("agent", self.context, third)[: argument_count(function, most) or most])

    def value(self, item: Item, name: str) -> str:
        """Source of a number that is either an option or asked of a function."""
        if name in item.node.functions:
            return self.call(item, name, "bracket")
        return repr(float(item.node.options[name]))

    def now(self) -> str:
        """Source of the present time."""
        return f"{self.context}.clock.now"


_RESERVED: Final = frozenset(
    {*NAMES.values(), "agent", "context", "record", "at", "status", "results", "halt_pending", "halt", "wrong_status"}
)


_OWN: Final = frozenset(
    {"fresh", "resume", "choice", "position", "inner", "took_part", "context", "view", "cases", "ends"}
)
"""Words that names of the code's own begin with."""


def own_name(function: object) -> str:
    """The name of a user's function, changed where it would be taken for one of the code's own."""
    name = name_of(function)
    return f"{name}_" if name in _OWN or (name in KINDS and KINDS[name].called) else name


def continuing(outcomes: Outcomes, go: Status, stop: Status, *, fall: bool) -> str | None:
    """The cheapest test that a child's `status` lets its parent go on; None: it always does; "False": it never does.

    Args:
        outcomes: what the child may come to.
        go: the status that goes on, SUCCESS in a sequence. SKIPPED goes on as well.
        stop: the status that does not.
        fall: whether RUNNING can be seen here.
    """
    seen = outcomes if fall else outcomes - {R}
    on, off = seen & {go, X}, seen - {go, X}
    if not on:
        return "False"
    if not off:
        return None
    if len(on) == 1:
        return f"status is {NAMES[next(iter(on))]}"
    if off == frozenset({stop}):
        return f"status is not {NAMES[stop]}"
    return f"status is {NAMES[go]} or status is SKIPPED"
