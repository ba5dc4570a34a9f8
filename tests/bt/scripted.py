"""Trees as plain data, and the agent that answers for all of their callables by a script.

One `Sketch` is grown into a real tree here, and into a naive one in `naive`. Both know their nodes by preorder number,
and both ask an `Actor`: so what it has been asked can be compared.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from gumption import Context, bt
from gumption.core.expression import F as AGENT
from gumption.status import Status

KEY = bt.Key("k", int, default=0)
"""The one key on the blackboards here."""
NOTING = ("note", "read")
"""Forms of scripts that use the blackboard."""


@dataclass(frozen=True)
class Script:
    """One callable of the user's: its answers, one a call, over and over; what form it has; what it is called.

    Forms: `agent` and `context` are functions of one and two arguments; `draw` is one that uses the random stream,
    `note` and `read` use the blackboard. `attribute`, `compare`, `not` and `or` are expressions.
    """

    answers: tuple[Any, ...]
    form: str = "agent"
    name: str = "f"

    def __repr__(self) -> str:
        answers = ", ".join(each.name if isinstance(each, Status) else repr(each) for each in self.answers)
        return f"<{self.form} {self.name}: {answers}>"


@dataclass(frozen=True)
class Sketch:
    """A node and what is inside it. Options that are scripts stand for callables."""

    kind: str
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    children: "tuple[Sketch, ...]" = ()

    def __repr__(self) -> str:
        inside = [f"{key}={value!r}" for key, value in self.options.items()] + [repr(each) for each in self.children]
        return f"{self.kind}({', '.join(inside)})"

    def preorder(self) -> "Iterator[Sketch]":
        """This one, and all inside it, in the order of their ids."""
        yield self
        for child in self.children:
            yield from child.preorder()

    def scripts(self) -> Iterator[tuple[str, Script]]:
        """Its callables by role."""
        for role, value in self.options.items():
            if isinstance(value, Script):
                yield role, value


Faults = Mapping[tuple[int, int], type[BaseException]]
"""(node, how many times something of that node has been called) -> what is raised."""


class Boom(Exception):  # noqa: N818 - not an error of gumption's
    """What scripts raise; an error of the user's."""


class Actor:
    """The agent: writes down what is asked, and answers as the sketch's scripts say. So do its attributes."""

    def __init__(self, sketch: Sketch, faults: Faults) -> None:
        self.scripts = {
            (node, role): script for node, each in enumerate(sketch.preorder(), 1) for role, script in each.scripts()
        }
        self.faults = faults
        self.log: list[tuple[Any, ...]] = []
        """(node, role, more) for each call."""
        self.blamed: list[int] = []
        """Nodes whose callables raised or answered nonsense."""
        self.calls: Counter[int] = Counter()
        self.answered: Counter[tuple[int, str]] = Counter()

    def answer(self, node: int, role: str, context: Any = None, more: Any = None) -> Any:
        """What the callable of `node` in that role returns or raises this time."""
        script = self.scripts[node, role.removesuffix("_else")]
        if script.form == "draw":
            more = context.random.random()
        elif script.form in NOTING:
            if script.form == "note":
                context.blackboard[KEY] += 1
            more = (more, context.blackboard[KEY])
        self.log.append((node, role, more))
        self.calls[node] += 1
        fault = self.faults.get((node, self.calls[node]))
        if fault is not None:
            self.blamed.append(node)
            raise fault(f"{role} of {node}")
        number = self.answered[node, role]
        self.answered[node, role] += 1
        return script.answers[number % len(script.answers)]

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("x"):
            raise AttributeError(name)
        node, _, role = name[1:].partition("_")
        return self.answer(int(node), role)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("item"):
            self.answer(int(name[4:]), "into", None, value)
        else:
            super().__setattr__(name, value)


def plant(sketch: Sketch) -> "bt.Tree[Actor]":
    """The real tree."""
    nodes = list(sketch.preorder())
    notes = any(script.form in NOTING for node in nodes for _, script in node.scripts())
    scopes = any("scope" in node.options for node in nodes)
    return bt.Tree(grow(sketch), keys=[KEY] if notes or scopes else [])


def grow(sketch: Sketch, ids: Iterator[int] | None = None) -> "bt.Node[Actor]":
    """The real node."""
    ids = count(1) if ids is None else ids
    node = next(ids)
    children = [grow(child, ids) for child in sketch.children]
    options = dict(sketch.options)
    for role, script in sketch.scripts():
        options[role] = _function(node, role, script)
    if sketch.kind in _GROW:
        return _GROW[sketch.kind](node, children, options)
    make: Callable[..., bt.Node[Actor]] = getattr(bt, sketch.kind)
    return make(*options.values(), *children)


def _function(node: int, role: str, script: Script) -> Any:
    attribute = getattr(AGENT, f"x{node}_{role}")
    if script.form in ("attribute", "compare", "not", "or"):
        return {
            "attribute": attribute,
            "compare": attribute >= 1,
            "not": ~attribute,
            "or": attribute | getattr(AGENT, f"x{node}_{role}_else"),
        }[script.form]
    if script.form == "agent":

        def function(agent: Actor, *, optional: object = None) -> Any:
            return agent.answer(node, role)
    else:

        def function(agent: Actor, context: Context) -> Any:
            return agent.answer(node, role, context)

    function.__name__ = script.name
    return function


def _action(node: int, _children: object, options: dict[str, Any]) -> "bt.Node[Actor]":
    if options.pop("plain"):
        return bt.action(options["tick"])
    hooks: dict[str, Any] = {role: staticmethod(function) for role, function in options.items()}
    if "exit" in options:

        def leave(self: object, agent: Actor, context: Context, reason: Any) -> None:
            agent.answer(node, "exit", context, reason.value)

        hooks["exit"] = leave
    return bt.action(type("Told", (bt.Action,), hooks)())


def _for_each(node: int, children: list["bt.Node[Actor]"], options: dict[str, Any]) -> "bt.Node[Actor]":
    def into(agent: Actor, item: object) -> None:
        agent.answer(node, "into", None, item)

    return bt.for_each(options["items"], *children, into=into if options["by function"] else f"item{node}")


def _switch(_node: int, children: list["bt.Node[Actor]"], options: dict[str, Any]) -> "bt.Node[Actor]":
    cases = options["cases"]
    rest = children[len(cases) :]
    return bt.switch(options["key"], dict(zip(cases, children, strict=False)), *rest)


def _utility(_node: int, children: list["bt.Node[Actor]"], options: dict[str, Any]) -> "bt.Node[Actor]":
    scores = [options[f"score{index}"] for index in range(len(children))]
    scored = zip(scores, children, strict=True)
    return bt.utility_selector(*scored, reactive=options["reactive"], inertia=options["inertia"])


def _subtree(_node: int, children: list["bt.Node[Actor]"], options: dict[str, Any]) -> "bt.Node[Actor]":
    keys = [] if options["scope"] == "none" else [KEY]
    return bt.subtree(bt.Tree(children[0], keys=keys), scope={KEY: KEY} if options["scope"] == "same" else None)


class Puppet(bt.CustomNode[Actor]):
    """Does the moves that its script says: ticks and halts children by number, then gives a status."""

    def __init__(self, node: int) -> None:
        self.node = node

    def tick(self, ticking: bt.Ticking) -> Status:
        ticking.memory["n"] = ticking.memory.get("n", 0) + 1
        moves, verdict = ticking.agent.answer(self.node, "moves", None, ticking.memory["n"])
        for move, index in moves:
            if index < ticking.count:
                (ticking.tick if move == "tick" else ticking.halt)(index)
        return verdict


_GROW: dict[str, Callable[[int, list[Any], dict[str, Any]], "bt.Node[Any]"]] = {
    "action": _action,
    "cooldown": lambda _, children, options: bt.cooldown(options["seconds"], *children, on=options["on"]),
    "custom": lambda node, children, _: Puppet(node).of(*children),
    "for_each": _for_each,
    "parallel": lambda _, children, options: bt.parallel(*children, **options),
    "run_once": lambda _, children, options: bt.run_once(*children, then=options["then"]),
    "service": lambda _, children, options: bt.service(options["run"], *children, every=options["every"]),
    "subtree": _subtree,
    "switch": _switch,
    "utility_selector": _utility,
    "weighted_selector": lambda _, children, options: bt.weighted_selector(
        *zip(options["weights"], children, strict=True)
    ),
}
"""Kinds whose functions are not called with their options first, then their children."""
