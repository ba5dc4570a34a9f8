"""What is wrong with a tree, found when it is built: everything at once, each with a code."""

import keyword
from collections.abc import Callable, Iterator
from typing import Any, Final

from gumption.bt.actions import hooks_of
from gumption.bt.compile.layout import Item, Layout
from gumption.bt.node import F, Node, R, S, X
from gumption.core.callables import argument_count, takes
from gumption.core.expression import Expression
from gumption.core.numeric import is_integer, is_number
from gumption.core.source import is_async, is_coroutine, name_of
from gumption.errors import Problem, brief
from gumption.status import Status

MAX_GROUPS: Final = 100
"""How many nodes that call each other at run time may lie inside each other."""


def message_problems(on_message: Any, where: str) -> Iterator[Problem]:
    """What is wrong with a tree's `on_message`."""
    if on_message is not None:
        if not callable(on_message) or not takes(on_message, 3):
            yield Problem(
                "bt-arguments",
                f"{where}.on_message",
                "cannot be called with (agent, context, message)",
                "let it take them",
            )
        elif is_async(on_message):
            yield Problem(
                "bt-async", f"{where}.on_message", "is a coroutine or generator function", "make it a plain function"
            )


def problems(layout: Layout, paths: Callable[[int], str]) -> Iterator[Problem]:
    """All that is wrong, in the order of the nodes."""
    seen: dict[tuple[int, int], int] = {}
    groups: dict[int, int] = {}  # node id -> how many groups it lies in, itself counted
    for item in layout:
        groups[item.id] = (0 if item.parent is None else groups[item.parent.id]) + item.facts.called
        found = (*_shape(item, seen), *_depth(item, groups), *_numbers(item), *_functions(item), *_dead(item))
        for code, problem, remedy in found:
            yield Problem(code, paths(item.id), problem, remedy)


_Found = Iterator[tuple[str, str, str]]


def _depth(item: Item, groups: dict[int, int]) -> _Found:
    if item.facts.called and groups[item.id] == MAX_GROUPS + 1:
        yield (
            "bt-depth",
            f"more than {MAX_GROUPS} parallel, random, utility or custom nodes lie inside each other",
            "nest them less: each takes a call inside a call at run time",
        )


def _shape(item: Item, seen: dict[tuple[int, int], int]) -> _Found:
    if item.facts.many and not item.children:
        yield "bt-empty", f"a {item.kind} without children", "give it children, or leave it out"
    if seen.setdefault((item.tree, id(item.node)), item.id) != item.id:
        yield (
            "bt-shared",
            "the same node object stands in two places, and could not tell its running states apart",
            "make a node for each place; or make a Tree of it, and use subtree(tree) in both",
        )


def _numbers(item: Item) -> _Found:
    options, count = item.node.options, len(item.children)
    for key in ("success", "failure"):
        value = options.get(key) if item.kind == "parallel" else "all"
        if isinstance(value, str) and value in ("all", "one"):
            continue
        if not is_integer(value, 1, count):
            yield (
                "bt-threshold",
                f"{key}={brief(value)} with {count} children",
                f"give ALL, ONE, or a number from 1 to {count}",
            )
    if "n" in options:
        n, least = options["n"], 1 if item.kind == "retry" else 0
        if not is_integer(n, least):
            yield "bt-number", f"n is {brief(n)}", f"give an integer from {least} on"
    for key in ("seconds", "every"):
        if key in options and not is_number(options[key]):
            yield (
                "bt-number",
                f"{key} is {brief(options[key])}",
                "give a finite number that is not negative, or a function",
            )
    if "p" in options and not is_number(options["p"], most=1.0):
        yield "bt-number", f"p is {brief(options['p'])}", "give a probability from 0 to 1"
    if "inertia" in options and not is_number(options["inertia"]):
        yield "bt-number", f"inertia is {brief(options['inertia'])}", "give a finite number that is not negative"
    if not isinstance(options.get("reactive", False), bool):
        yield "bt-shape", f"reactive is {brief(options['reactive'])}", "give True or False"
    for weight in options.get("weights", ()):
        if not is_number(weight) or weight == 0:
            yield "bt-number", f"a weight is {brief(weight)}", "give a finite number above 0"
    yield from _statuses(item)
    into = options.get("into", "x")
    if not (isinstance(into, str) and into.isidentifier()) or keyword.iskeyword(into) or into == "__debug__":
        yield "bt-number", f"into={brief(into)}", "give the name of an attribute, or a function of (agent, item)"


def _statuses(item: Item) -> _Found:
    options = item.node.options
    if item.kind == "always" and not isinstance(options["status"], Status):
        yield "bt-status", f"{brief(options['status'])} is not a status", "give one of Status"
    if item.kind == "cooldown" and not _is_one_of(options["on"], None, S, F):
        yield "bt-status", f"on={brief(options['on'])}", "give Status.SUCCESS, Status.FAILURE, or None for both"
    if item.kind == "run_once" and not _is_one_of(options["then"], None, S, F, X):
        yield "bt-status", f"then={brief(options['then'])}", "give a status that is not RUNNING, or None"


def _is_one_of(value: object, *allowed: Status | None) -> bool:
    return any(value is each for each in allowed)  # by identity: values of the user's may compare oddly


def _functions(item: Item) -> _Found:
    if item.kind == "custom":
        yield from _custom(item.node.functions["node"])
        return
    for role, function in item.node.functions.items():
        if isinstance(function, Expression):
            if role == "run":
                yield "bt-callable", "an expression does nothing", "use condition(...) for an expression"
        elif item.kind == "action" and (isinstance(function, type) or hooks_of(function).tick is not function):
            yield from _action_object(function)
        elif not callable(function):
            if role == item.facts.needs or role.startswith("score"):
                if role.startswith("score") and isinstance(function, (int, float)):
                    continue
                remedy = (
                    "did you call it? Give the function itself" if function is None else f"give a function for {role}"
                )
                if isinstance(function, Node):
                    remedy = "are the arguments in the other order? The child comes last"
                yield "bt-callable", f"{brief(function)} cannot be called", remedy  # pyright: ignore[reportUnknownArgumentType]
        elif role == "into":
            if not takes(function, 2):
                yield "bt-arguments", f"{name_of(function)} cannot be called with (agent, item)", "let it take these"
        else:
            yield from _callable(function, name_of(function), 2, may_await=item.kind == "action")


def _custom(node: Any) -> _Found:
    tick = getattr(node, "tick", None)
    if not callable(tick) or argument_count(tick, 1) is None:
        yield "bt-arguments", "its tick() cannot be called with one argument", "define tick(self, ticking)"
    elif is_async(tick):
        yield _awaited(f"{name_of(node)}.tick")


def _action_object(action: Any) -> _Found:
    if isinstance(action, type):
        if not hasattr(action, "tick") and not hasattr(action, "run"):
            yield "bt-callable", f"{action.__name__} has no tick()", "define tick(self, agent, context)"
            return
        yield "bt-callable", f"{action.__name__}() cannot be made", "give an object instead of the class"
        return
    hooks = hooks_of(action)
    if hooks.tick is None:
        yield "bt-callable", f"{name_of(action)} has no tick()", "define tick(self, agent, context), returning a Status"
        return
    for (hook, function), most in zip(hooks._asdict().items(), (2, 2, 3), strict=True):
        if function is not None:
            word = hook if hasattr(action, hook) else "run"
            yield from _callable(function, f"{name_of(action)}.{word}", most, may_await=hook == "tick")


def _callable(function: Any, name: str, most: int, *, may_await: bool) -> _Found:
    words = ("agent", "context", "reason")[:most]
    if argument_count(function, most) is None:
        wanted = " or ".join(f"({', '.join(words[:count])})" for count in range(1, most + 1))
        yield "bt-arguments", f"{name} cannot be called with {wanted}", "let it take these arguments"
    if is_async(function) and not (may_await and is_coroutine(function)):
        yield _awaited(name)


def _awaited(name: str) -> tuple[str, str, str]:
    return (
        "bt-async",
        f"{name} is a coroutine or generator function, which nothing would await",
        "make it a plain function; what takes time is an action: action(...) takes an async function",
    )


def _dead(item: Item) -> _Found:
    go = item.facts.go
    if go is None or item.facts.called:  # in a drawn order any child may come first
        return
    for index, child in enumerate(item.children[:-1]):
        if not child.outcomes & {go, X}:
            always = "/".join(sorted(getattr(status, "name", str(status)) for status in child.outcomes))
            yield (
                "bt-unreachable",
                f"the children behind {child.node.label!r} are never ticked, since that always gives {always}",
                "put it last, or leave the others out",
            )
            return
        restarts = item.kind == "reactive_sequence" and child.kind in ("wait", "delay")
        if restarts and any(R in other.outcomes for other in item.children[index + 1 :]):
            yield (
                "bt-restarts",
                f"{child.node.label!r} is asked anew at every tick, and so halts what runs behind it for ever",
                "use sequence(...), which does not ask again what has succeeded",
            )
            return
