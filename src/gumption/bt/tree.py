"""The definition of a behaviour tree: immutable, checked, compiled, shared by any number of agents."""

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, final

from gumption.bt import check
from gumption.bt.actions import hooks_of
from gumption.bt.blackboard import (
    Blackboard,
    BlackboardContext,
    Key,
    key_problems,
    key_shape_problems,
    saved_keys,
    views,
)
from gumption.bt.blame import functions_of
from gumption.bt.compile.layout import Item, Layout, lay_out
from gumption.bt.compile.link import Program, Trail
from gumption.bt.halting import Halter
from gumption.bt.mind import TreeMind
from gumption.bt.node import Agent, Child, Node, as_node
from gumption.bt.shapes import listed, name_problems, node_problems
from gumption.core.conditions import Conditions, conditions_within
from gumption.core.context import Context
from gumption.core.expression import is_expression, show
from gumption.core.message import Message
from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture import Pictured
from gumption.core.source import place_of
from gumption.errors import DefinitionError


@final
class Tree(Pictured, Generic[Agent]):
    """A behaviour tree (rules B1 to B8, W11).

    Args:
        root: made by the functions of `gumption.bt`; or any definition.
        keys: the keys of the tree's blackboard, if it uses one. An agent's own attributes are the usual place for data.
        on_message: called with (agent, context, message) when the mind is told something that no coroutine in the tree
            waits for (W11); returns whether it took the message. It notes it down, on the agent say, for the tree to
            find at its next tick. None: it takes none.
        name: for messages and pictures.

    Raises:
        DefinitionError: something is wrong; all problems are listed. Codes: `bt-not-a-node`, `bt-empty`, `bt-shared`,
            `bt-shape`, `bt-threshold`, `bt-number`, `bt-status`, `bt-callable`, `bt-arguments`, `bt-async`,
            `bt-unreachable`, `bt-restarts`, `bt-key`, `bt-depth`.
    """

    def __init__(
        self,
        root: Child[Agent],
        *,
        keys: Iterable[Key[Any]] = (),
        on_message: Callable[[Agent, Context, Message], bool] | None = None,
        name: str = "tree",
    ) -> None:
        self.name = name
        self.on_message = on_message
        self.root: Node[Agent] = as_node(root)
        self.keys = listed(keys)
        where = name if isinstance(name, str) else "tree"  # pyright: ignore[reportUnnecessaryIsInstance] - not by type checkers alone
        problems = [
            *name_problems(name, where),
            *node_problems(self.root, where),
            *key_shape_problems(self.keys, where),
        ]
        if not problems:
            self.layout: Layout = lay_out(self.root, keyed=bool(self.keys))
            self._outline = _outline(self.layout, name)
            problems = [
                *check.problems(self.layout, self._outline.path),
                *check.message_problems(on_message, name),
                *key_problems(self.keys, self.root, name),
            ]
        if problems:
            raise DefinitionError(f"behaviour tree {name!r}", problems)
        self._has_blackboard = bool(self.keys) or any(item.node.options.get("keys") for item in self.layout)
        self.halter = Halter(self.layout, _exits(self.layout), views(self.layout))
        self.minds = {item.id: item.node.options["definition"] for item in self.layout if item.kind == "mind"}
        """The definitions of the minds inside, by their ids."""
        self.hears: bool = on_message is not None or bool(self.halter.async_leaves) or bool(self.minds)
        """Whether there is anybody to give messages to."""
        self.program = self._compile(traced=False)
        self._plain_class = _mind_class(self.program)

    @functools.cached_property
    def traced_program(self) -> Program:
        """The variant that keeps each node's last result, made when first asked for."""
        return self._compile(traced=True)

    def _compile(self, *, traced: bool) -> Program:
        return Program(self.name, self.layout, self.halter, traced=traced, hears=self.hears)

    def trail_of(self, error: BaseException) -> Trail:
        """Where in the compiled code `error` came from."""
        traced: Program | None = self.__dict__.get("traced_program")
        trail = self.program.trail_of(error)
        return trail if trail.node or traced is None else traced.trail_of(error)

    def mind_class(self, *, traced: bool) -> type[TreeMind[Agent]]:
        """The class of the tree's minds: TreeMind with the compiled function as its `tick`."""
        return self._traced_class if traced else self._plain_class

    @functools.cached_property
    def _traced_class(self) -> type[TreeMind[Agent]]:
        return _mind_class(self.traced_program)

    def bind(self, agent: Agent, context: Context | None = None) -> TreeMind[Agent]:
        """Make an idle mind for `agent`: any object. Without a context it gets a manual clock at zero."""
        context = Context() if context is None else context
        if self._has_blackboard:
            context = BlackboardContext(context, Blackboard({}, {key: key.name for key in self.keys}))
        return self._plain_class(self, agent, context)

    @functools.cached_property
    def saved_keys(self) -> Mapping[str, Key[Any]]:
        """The keys of the tree and of its subtrees by the names that a saved game uses."""
        return saved_keys(self.keys, self.layout)

    def describe(self) -> Outline:
        """The tree as node 0, its root as node 1, and so on in preorder."""
        return self._outline

    @functools.cached_property
    def conditions(self) -> Conditions:
        """The checks that are expressions, by ids in the outline."""
        return conditions_within({item.id: item.node.functions.get("check") for item in self.layout}, self.minds)

    def source(self, *, traced: bool = False) -> str:
        """The Python functions that the tree was compiled to."""
        return (self.traced_program if traced else self.program).source

    def __repr__(self) -> str:
        return f"<bt.Tree {self.name!r}: {len(self.layout.items)} nodes>"


def _mind_class(program: Program) -> type[TreeMind[Any]]:
    return type("TreeMind", (TreeMind,), {"__slots__": (), "__module__": TreeMind.__module__, "tick": program.tick})


def _outline(layout: Layout, name: str) -> Outline:
    nodes = [OutlineNode(0, None, "tree", name)]
    for item in layout:
        if item.kind == "of a mind":  # is there already
            continue
        parent, node = 0 if item.parent is None else item.parent.id, item.node
        asked: Any = node.functions.get("check")
        condition = show(asked) if is_expression(asked) else None
        nodes.append(
            OutlineNode(
                item.id, parent, item.kind, node.label, _place(item), identity=node.identity, condition=condition
            )
        )
        if item.kind == "mind":
            nodes.extend(node.options["definition"].describe().inside(item.id))
    return Outline(nodes)


def _place(item: Item) -> str | None:
    places = (place_of(function) for function in functions_of(item).values() if not is_expression(function))
    return next((place for place in places if place), None)


def _exits(layout: Layout) -> dict[int, Any]:
    actions = (item for item in layout if item.kind == "action")
    return {item.id: leave for item in actions if (leave := hooks_of(item.node.functions["run"])[2]) is not None}
