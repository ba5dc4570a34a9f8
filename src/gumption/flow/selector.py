"""The definition: nodes in the order of their priority, and when to choose among them anew (rules W1, W2)."""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, final

from gumption.core.callables import agent_first
from gumption.core.conditions import Conditions, conditions_within
from gumption.core.context import Context
from gumption.core.expression import as_function, is_expression, show
from gumption.core.mind import Definition, is_definition
from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture import Pictured
from gumption.core.source import name_of, place_of
from gumption.errors import DefinitionError, SnapshotError, brief
from gumption.flow.check import problems_of_nodes, problems_of_settings
from gumption.flow.choice import written_out
from gumption.flow.mind import SelectorMind
from gumption.flow.node import Agent, Node, is_always, label_of, node


@dataclass(frozen=True, slots=True)
class Part:
    """A node as a selector has it."""

    node: Node[Any]
    id: int
    """In the outline."""
    number: int
    """Among the nodes, from 0 on."""
    name: str
    check: Callable[[Any], Any]
    run: Callable[[Any, Any], Any] | None
    """None: a mind runs."""
    definition: Definition[Any] | None
    """Of the mind that runs; None: a coroutine does."""
    restart: str
    place: str | None


@final
class Selector(Pictured, Generic[Agent]):
    """Runs the first node whose check holds; one that holds before it in the list takes over.

    Args:
        nodes: in the order of their priority; objects of classes derived from `Node`, or what `node` made; or
            definitions, whose minds run.
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
            `flow-not-a-node`, `flow-shared`, `flow-name`, `flow-arguments`, `flow-async`, `flow-sync`, `flow-number`,
            `flow-misspelt`.
    """

    def __init__(
        self,
        nodes: Iterable[Node[Agent] | Definition[Agent]],
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
        listed: list[Any] = list(nodes) if isinstance(nodes, Iterable) else [nodes]
        given: list[Any] = [node(each) if is_definition(each) else each for each in listed]
        kinds: Any = wake if isinstance(wake, str) or not isinstance(wake, Iterable) else list(wake)
        problems = [*problems_of_nodes(given), *problems_of_settings(self, kinds)]
        if problems:
            raise DefinitionError(f"selector {brief(name)}", problems)
        self.wake: frozenset[str] = frozenset(kinds)
        self.parts = _parts(given)
        self.definitions = {part.id: part.definition for part in self.parts if part.definition is not None}
        """Of the minds that run in nodes, by the ids of these."""
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
        for part in self.parts:
            condition = self.check_shown(part.number) or None
            nodes.append(OutlineNode(part.id, 0, "node", part.name, part.place, condition=condition))
            if part.definition is not None:
                nodes.extend(part.definition.describe().inside(part.id))
        return Outline(nodes)

    @functools.cached_property
    def conditions(self) -> Conditions:
        """The checks that are expressions, by ids in the outline."""
        return conditions_within({part.id: part.node.check for part in self.parts}, self.definitions)

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


def _parts(given: Iterable[Node[Any]]) -> tuple[Part, ...]:
    parts: list[Part] = []
    place = 1
    for number, each in enumerate(given):
        check: Any = each.check
        function = as_function(check) if is_expression(check) else check
        body: Any = each.run
        if is_definition(body):
            parts.append(Part(each, place, number, label_of(each), function, None, body, each.restart, None))
            place += 1 + len(body.describe())
        else:
            run = agent_first(body)
            parts.append(Part(each, place, number, label_of(each), function, run, None, each.restart, place_of(body)))
            place += 1
    return tuple(parts)
