"""A node of a tree's definition: plain, immutable data. The functions of `gumption.bt` make them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias, TypeVar

from gumption.core.expression import Expression, is_expression, show
from gumption.core.mind import Definition, is_definition
from gumption.core.source import name_of
from gumption.status import Status

Agent = TypeVar("Agent")

S: Final = Status.SUCCESS
F: Final = Status.FAILURE
R: Final = Status.RUNNING
X: Final = Status.SKIPPED


@dataclass(frozen=True, eq=False, slots=True)
class Node(Generic[Agent]):
    """One node. A node object stands in one place of a tree; a `Tree` may stand in many, by `subtree`."""

    kind: str
    """What it is, in the words of rules B2 and B4: `sequence`, `retry`, `action`."""
    children: "tuple[Node[Agent], ...]" = ()
    name: str | None = None
    """The user's; None: see `label`."""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Numbers, thresholds, orders."""
    functions: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Role -> the user's callable or expression: `check`, `run`, `key`, `score`."""

    @property
    def label(self) -> str:
        """What pictures and errors call it: its name; else its function's; else its kind, with its numbers."""
        if self.name:
            return self.name
        if not self.children and self.functions:
            return show_function(next(iter(self.functions.values())))
        numbers = [_show_role(role, value) for role, value in self.functions.items()]
        numbers += [_show_option(key, value) for key, value in self.options.items()]
        return f"{self.kind}({', '.join(filter(None, numbers))})" if any(numbers) else self.kind

    @property
    def identity(self) -> str:
        """What saved games call it: as `label`, without numbers and expressions, so that tuning keeps them."""
        if self.name:
            return self.name
        functions = [
            name_of(each) for each in self.functions.values() if callable(each) and not isinstance(each, Expression)
        ]
        if not functions:
            return self.kind
        return f"{self.kind}({', '.join(functions)})" if self.children else functions[0]


Child: TypeAlias = Node[Agent] | Definition[Agent]
"""What may stand in a tree: a node; or another tree, or any definition, of which `as_node` makes one."""


def as_nodes(children: "Iterable[Child[Agent]]") -> tuple[Node[Agent], ...]:
    """Nodes that hold what are not nodes themselves."""
    return tuple(as_node(child) for child in children)


def as_node(child: Any, name: str | None = None) -> Any:
    """A node that holds what is not a node itself; what cannot be in one is left for the checks.

    Args:
        child: a node; a tree, whose nodes become a part of the tree around it; or another definition, whose mind will
            be a leaf.
        name: for pictures; None: that of the definition.
    """
    if isinstance(child, Node) or not is_definition(child):
        return child  # pyright: ignore[reportUnknownVariableType]
    if is_tree(child):
        tree: Any = child
        return Node("subtree", (tree.root,), name or tree.name, {"keys": tree.keys, "scope": {}})
    return mind(child, name=name)


def mind(definition: Definition[Agent], *, name: str | None = None) -> Node[Agent]:
    """A leaf in which another mind runs: ticked with the leaf, whose result is its, and halted with it.

    Args:
        definition: a state machine, a planner, a selector of nodes; or a tree that is to be a mind of its own, with its
            own blackboard and messages.
        name: for pictures; None: that of the definition.
    """
    return Node("mind", (), name or getattr(definition, "name", None), {"definition": definition})


def is_tree(given: object) -> bool:
    """Whether it is a `Tree`, which no module below that one can import."""
    return type(given).__name__ == "Tree"


def show_function(function: object) -> str:
    """What to call a callable, an expression, or a number in their place."""
    if isinstance(function, (int, float)):
        return f"{function:g}" if isinstance(function, float) else str(function)
    return show(function) if isinstance(function, Expression) else name_of(function)


def _show_role(role: str, function: object) -> str:
    shown = show_function(function)
    return f"{role}={shown}" if role in _NAMED else shown


def _show_option(key: str, value: object) -> str:
    if isinstance(value, Status):
        return value.name if key == "status" else f"{key}={value.name}"
    if isinstance(value, (bool, int, float, str)):
        shown = value if isinstance(value, str) else show_function(value)
        return shown if key in _BARE else f"{key}={shown}"
    return ""


_BARE: Final = ("n", "seconds", "p")
"""Options whose number says enough by itself."""
_NAMED: Final = ("every", "into")
"""Roles of functions that do not."""

Check = Callable[[Agent], object] | Callable[[Agent, Any], object] | Expression
"""A condition: a function of (agent) or (agent, context) whose truth counts, or an expression. Pure (rule B1)."""


def as_functions(**roles: Any) -> dict[str, Any]:
    """The roles that are callables or expressions; numbers are options instead (see `as_options`)."""
    return {role: value for role, value in roles.items() if callable(value) or is_expression(value)}


def as_options(**options: Any) -> dict[str, Any]:
    """The options that are plain values."""
    return {key: value for key, value in options.items() if not (callable(value) or is_expression(value))}
