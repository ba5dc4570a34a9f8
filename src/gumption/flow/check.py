"""What is wrong with what a selector is to be made of. All of it is told, with codes."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from gumption.core.callables import agent_first, misspelt, takes
from gumption.core.expression import is_expression
from gumption.core.mind import is_definition
from gumption.core.numeric import is_integer, is_number
from gumption.core.source import is_async, is_coroutine
from gumption.errors import Problem, brief
from gumption.flow.node import RESTARTS, Node, label_of

if TYPE_CHECKING:
    from gumption.flow.selector import Selector

_SHORTEST: Final = 1e-6
_LONGEST: Final = 1e12
"""Seconds. Between the two, all that is reckoned with them stays exact enough."""
_RUN: Final = "async def run(self, agent, context)"
_NO_RUN: Final = vars(Node)["run"]


def problems_of_nodes(given: Sequence[Any]) -> Iterable[Problem]:
    """What is wrong with the nodes, and between them."""
    if not given:
        yield Problem("flow-empty", "nodes", "there are none", "give at least one node")
    seen: dict[int, int] = {}
    names: dict[str, int] = {}
    for number, each in enumerate(given, 1):
        where = f"node {number}"
        if not isinstance(each, Node):
            remedy = "derive from flow.Node, or use flow.node(function)"
            if isinstance(each, type):
                remedy = f"give an object: {each.__name__}()"
            yield Problem("flow-not-a-node", where, f"{brief(each)} is no node", remedy)
            continue
        part: Any = each  # pyright: ignore[reportUnknownVariableType] - of any agent
        if seen.setdefault(id(part), number) != number:
            yield Problem("flow-shared", where, f"it is node {seen[id(part)]} as well", "make a node for each place")
            continue
        if not isinstance(part.name, str):
            yield Problem("flow-name", where, f"name={brief(part.name)} is no text", "give a string")
            continue
        name = label_of(part)
        if names.setdefault(name, number) != number:
            yield Problem("flow-name", where, f"node {names[name]} is called {name!r} as well", "give one a `name`")
        yield from _problems_of(part, f"{where} ({name})")


def _problems_of(node: Any, where: str) -> Iterable[Problem]:
    check, run = node.check, node.run
    for name, meant in misspelt(node, Node, ("check", "run")):
        if callable(getattr(node, name, None)):
            yield Problem("flow-misspelt", where, f"its {name} is never called", f"did you mean {meant!r}?")
    if not is_expression(check):
        if not callable(check) or not takes(check, 1):
            yield Problem("flow-arguments", where, "its check does not take the agent alone", "def check(self, agent)")
        elif is_async(check):
            yield Problem("flow-async", where, "its check is async", "checks are asked at once: use def")
    if is_definition(run):
        pass
    elif getattr(run, "__func__", None) is _NO_RUN:
        yield Problem("flow-sync", where, "it has no run", f"write {_RUN}")
    elif not callable(run) or agent_first(run) is None:
        yield Problem("flow-arguments", where, "its run does not take the agent", _RUN)
    elif not is_coroutine(run):
        yield Problem("flow-sync", where, "its run is no coroutine function", f"write {_RUN}, without yield")
    if node.restart not in RESTARTS:
        yield Problem("flow-arguments", where, f"restart={brief(node.restart)}", f"one of {', '.join(RESTARTS)}")


def problems_of_settings(selector: "Selector[Any]", wake: object) -> Iterable[Problem]:
    """What is wrong with all the rest."""
    name: object = selector.name
    where = f"selector {brief(name)}"
    if not isinstance(name, str):
        yield Problem("flow-name", where, f"name={brief(name)} is no text", "give a string")
    for what in ("period", "hysteresis", "dwell", "deadline", "backoff"):
        value = getattr(selector, what)
        if not is_number(value, most=_LONGEST):
            yield Problem("flow-number", where, f"{what}={brief(value)}", "give a finite number of 0 or more")
        elif what == "period" and 0 < value < _SHORTEST:
            yield Problem("flow-number", where, f"period={value!r}", "give 0 for every tick, or a microsecond or more")
    failures: object = selector.failures
    if not is_integer(failures, 1):
        yield Problem("flow-number", where, f"failures={brief(failures)}", "give a whole number of 1 or more")
    if not isinstance(wake, list) or not all(isinstance(kind, str) for kind in wake):  # pyright: ignore[reportUnknownVariableType]
        remedy = "give a list of kinds of messages: wake=['shot']"
        yield Problem("flow-arguments", where, f"wake={brief(wake)}", remedy)  # pyright: ignore[reportUnknownArgumentType]
