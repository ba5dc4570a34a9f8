"""The definition: nodes in the order of their priority, and when to choose among them anew (rules W1, W2)."""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, final

from gumption.core.callables import agent_first
from gumption.core.context import Context
from gumption.core.expression import as_function, is_expression, show
from gumption.core.outline import Outline, OutlineNode
from gumption.core.source import name_of, place_of
from gumption.errors import DefinitionError, SnapshotError, brief
from gumption.flow.check import problems_of_nodes, problems_of_settings
from gumption.flow.choice import written_out
from gumption.flow.mind import SelectorMind
from gumption.flow.node import Agent, Node, is_always, label_of


@dataclass(frozen=True, slots=True)
class Part:
    """A node as a selector has it."""

    node: Node[Any]
    id: int
    """In the outline; its number among the nodes is one less."""
    name: str
    check: Callable[[Any], Any]
    run: Callable[[Any, Any], Any]
    restart: str
    place: str | None


@final
class Selector(Generic[Agent]):
    """Runs the first node whose check holds; one that holds before it in the list takes over.

    Args:
        nodes: in the order of their priority; objects of classes derived from `Node`, or what `node` made.
        period: seconds between two rounds of checks (rule W2). 0: one in every tick.
        scores: the checks give numbers, and the highest above 0 runs, instead of the first that holds.
        hysteresis: with scores: what the running node's counts more, so that small changes make no switch.
        dwell: seconds that a node runs at least before another takes over, as long as its own check holds.
        keep: when no check holds, the running node goes on; else it is left.
        wake: kinds of messages that make a round of checks due at once.
        deadline: seconds within which a node that is left has to be out (rule W3).
        backoff: seconds that a node rests after it raised; twice as many each further time (rule W5).
        failures: how often in a row a node may raise; then it rests until the mind is halted.
        name: for messages and pictures.

    Raises:
        DefinitionError: what was given cannot make a selector; all problems are listed. Codes: `flow-empty`,
            `flow-not-a-node`, `flow-shared`, `flow-name`, `flow-arguments`, `flow-async`, `flow-sync`, `flow-number`.
    """

    def __init__(
        self,
        nodes: Iterable[Node[Agent]],
        *,
        period: float = 1.0,
        scores: bool = False,
        hysteresis: float = 0.0,
        dwell: float = 0.0,
        keep: bool = False,
        wake: Iterable[str] = (),
        deadline: float = 1.0,
        backoff: float = 1.0,
        failures: int = 5,
        name: str = "selector",
    ) -> None:
        self.name = name
        self.period, self.hysteresis, self.dwell, self.deadline, self.backoff = (
            period,
            hysteresis,
            dwell,
            deadline,
            backoff,
        )
        self.scores, self.keep, self.failures = scores, keep, failures
        given: list[Node[Any]] = list(nodes) if isinstance(nodes, Iterable) else [nodes]
        kinds: Any = wake if isinstance(wake, str) or not isinstance(wake, Iterable) else list(wake)
        problems = [*problems_of_nodes(given), *problems_of_settings(self, kinds)]
        if problems:
            raise DefinitionError(f"selector {brief(name)}", problems)
        self.wake: frozenset[str] = frozenset(kinds)
        self.parts = tuple(_part(each, number) for number, each in enumerate(given, 1))
        self.checks = tuple(part.check for part in self.parts)
        self.choose = None if scores else written_out([each.check for each in given])
        """`first_that_holds`, written out."""

    def bind(self, agent: Agent, context: Context | None = None) -> SelectorMind[Agent]:
        """Make an idle mind for `agent`: any object. Without a context it gets a manual clock at zero."""
        return SelectorMind(self, agent, Context() if context is None else context)

    def describe(self) -> Outline:
        """The selector as node 0, and its nodes with their checks."""
        return self._outline

    @functools.cached_property
    def _outline(self) -> Outline:
        nodes = [OutlineNode(0, None, "selector", self.name)]
        nodes += [OutlineNode(part.id, 0, "node", part.name, part.place) for part in self.parts]
        return Outline(nodes)

    def number_of(self, name: object) -> int:
        """The number of the node of that name.

        Raises:
            SnapshotError: there is none.
        """
        for number, part in enumerate(self.parts):
            if part.name == name:
                return number
        raise SnapshotError(
            f"{self.name!r} has no node named {brief(name)}",
            where="snapshot.data",
            doing="restoring a selector",
            remedy="restore it into the definition that it was taken from",
        )

    def check_shown(self, number: int) -> str:
        """The check of a node in words; "" if it always may run."""
        part = self.parts[number]
        if is_always(part.node):
            return ""
        check: Any = part.node.check
        return show(check) if is_expression(check) else name_of(check)

    def __repr__(self) -> str:
        return f"<flow.Selector {self.name!r}: {', '.join(part.name for part in self.parts)}>"


def _part(given: Node[Any], number: int) -> Part:
    check: Any = given.check
    function = as_function(check) if is_expression(check) else check
    run = agent_first(given.run)
    assert run is not None
    return Part(given, number, label_of(given), function, run, given.restart, place_of(given.run))
