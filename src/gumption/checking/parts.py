"""All definitions that a check is about, each once: those given, and those inside them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from gumption.bt.blame import functions_of
from gumption.bt.compile.layout import Item
from gumption.bt.tree import Tree
from gumption.checking.finding import Finding
from gumption.core.expression import is_expression
from gumption.core.outline import Outline
from gumption.flow.node import Node
from gumption.flow.selector import Selector
from gumption.fsm.hooks import ARGUMENTS as STATE_HOOKS
from gumption.fsm.machine import Machine
from gumption.fsm.state import State, is_state
from gumption.goap.acting.planner import Planner
from gumption.goap.acting.provider import HOOKS as PROVIDER_HOOKS
from gumption.goap.acting.provider import Provider
from gumption.goap.action import ARGUMENTS as ACTION_ARGUMENTS
from gumption.goap.action import Action
from gumption.goap.domain import Domain

Checked = Tree[Any] | Machine[Any] | Selector[Any] | Planner[Any] | Domain[Any]
"""What can be checked; definitions of other engines are passed over."""


_ENTRIES: Final = frozenset({*STATE_HOOKS, *PROVIDER_HOOKS, *ACTION_ARGUMENTS, "check", "run"})


def can_be_checked(value: object) -> TypeGuard[Checked]:
    """Whether `value` is a definition of a kind that can be checked."""
    return isinstance(value, (Tree, Machine, Selector, Planner, Domain))


@dataclass(frozen=True)
class Part:
    """A definition in its place."""

    definition: Checked
    outline: Outline
    """Of the outermost definition around it."""
    first: int
    """Where its own nodes begin in that."""

    @property
    def is_outermost(self) -> bool:
        """Whether nothing is around it."""
        return self.first == 0

    def finding(
        self, code: str, node: int, problem: str, remedy: str, example: tuple[tuple[str, object], ...] = ()
    ) -> Finding:
        """A finding at one of its nodes, by its id in the definition's own outline."""
        place = self.first + node
        return Finding(code, self.outline.path(place), _source(self.outline, place), problem, remedy, example)

    def functions(self, *, entries: bool = False) -> Iterator[tuple[int, Any]]:
        """The user's functions, each with the id of the node that it belongs to.

        Args:
            entries: only those that gumption calls, not those that they call.
        """
        for node, role, function in _functions(self.definition):
            if callable(function) and not is_expression(function) and (role in _ENTRIES or not entries):
                yield node, function


def parts(definitions: Iterable[object]) -> list[Part]:
    """The definitions that can be checked, and those inside them. Those that lie in another one are told in that."""
    given = {id(each): each for each in definitions if can_be_checked(each)}
    within = list(_within(given.values()))
    held = {id(inner) for inner in within}
    nodes = {id(item.node) for each in (*given.values(), *within) for item in _nodes_below(each)}
    queue = [
        Part(each, each.describe(), 0)
        for each in given.values()
        if id(each) not in held and not (isinstance(each, Tree) and id(each.root) in nodes)
    ]
    seen = {id(part.definition) for part in queue}
    for part in queue:  # grows
        for node, inner in minds_in(part.definition).items():
            if can_be_checked(inner) and id(inner) not in seen:
                seen.add(id(inner))
                queue.append(Part(inner, part.outline, part.first + node + 1))
    return queue


def minds_in(definition: Checked) -> Mapping[int, Any]:
    """The definitions of the minds inside, by the ids of the nodes that hold them."""
    if isinstance(definition, Tree):
        return definition.minds
    if isinstance(definition, Machine):
        return definition.activities
    if isinstance(definition, Selector):
        return definition.definitions
    return definition.machine.activities if isinstance(definition, Planner) else {}


def _within(definitions: Iterable[Checked]) -> Iterator[object]:
    """Everything inside, at any depth."""
    queue: list[object] = list(definitions)
    seen: set[int] = set()
    for each in queue:  # grows
        if can_be_checked(each) and id(each) not in seen:
            seen.add(id(each))
            inner = [*minds_in(each).values(), *([each.domain] if isinstance(each, Planner) else [])]
            queue += inner
            yield from inner


def _nodes_below(definition: object) -> Iterator[Item]:
    """The nodes of a tree below its root, those of subtrees among them."""
    if isinstance(definition, Tree):
        yield from definition.layout.items[1:]


def _source(outline: Outline, place: int) -> str | None:
    """`module:line` of a node; else of the first one inside it; else of the first one inside the node around it."""
    around: int | None = place
    while around is not None:
        end = around + 1
        while end < len(outline) and (outline[end].parent or 0) >= around:
            if outline[end - 1].source:
                break
            end += 1
        if outline[end - 1].source:
            return outline[end - 1].source
        around = outline[around].parent
    return None


def own_functions(thing: object, base: type[Any]) -> Iterator[tuple[str, Any]]:
    """Names and functions of an object whose class is derived from `base`: its own, and its classes' up to that."""
    yield from ((name, each) for name, each in getattr(thing, "__dict__", {}).items() if callable(each))
    for cls in type(thing).__mro__:
        if cls is base:
            return
        for name, value in vars(cls).items():
            if callable(getattr(value, "__func__", value)) and not isinstance(value, type):
                yield name, getattr(thing, name, value)


def _functions(definition: Checked) -> Iterator[tuple[int, str, Any]]:
    """Triples of a node, the name by which it has a function, and that."""
    if isinstance(definition, Machine):
        for state in definition.states:
            own: Any = own_functions(state, State) if is_state(state) else [("execute", state)]
            yield from ((definition.hooks_of(state).id, *each) for each in own)
    elif isinstance(definition, Tree):
        for item in definition.layout:
            yield from ((item.id, "run", function) for function in functions_of(item).values())
        yield 0, "on_message", definition.on_message
    elif isinstance(definition, Selector):
        for part in definition.parts:
            yield from ((part.id, *each) for each in own_functions(part.node, Node))
    elif isinstance(definition, Planner):
        yield from ((0, *each) for each in own_functions(definition.provider, Provider))
        for perform in definition.performs:
            node = definition.machine.hooks_of(perform).id
            yield from ((node, *each) for each in own_functions(perform.action, Action))
