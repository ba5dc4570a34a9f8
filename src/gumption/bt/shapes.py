"""Whether the arguments of nodes and trees are of the right shape: the first check, on which all others build.

The functions that make nodes refuse nothing, so that a tree tells all that is wrong with it at once. What they cannot
take apart they leave among the children, as a `Misfit`, and the tree tells of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gumption.bt.kinds import KINDS
from gumption.bt.node import Node
from gumption.core.expression import is_expression
from gumption.core.mind import is_definition
from gumption.errors import Problem, brief


@dataclass(frozen=True)
class Misfit:
    """Stands among a node's children for an argument of another shape than the node takes."""

    given: object
    wanted: str
    """What it should have been: `a Tree`."""
    remedy: str


def pairs(given: tuple[Any, ...], what: str) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The firsts of pairs, and the seconds, which are nodes.

    Args:
        given: what should be pairs.
        what: what the firsts are: `weight`.
    """
    sound = [_pair(each, what) for each in given]
    return tuple(first for first, _ in sound), tuple(second for _, second in sound)


def _pair(given: Any, what: str) -> tuple[Any, Any]:
    parts: Sequence[Any] = given if type(given) in (tuple, list) else ()
    if len(parts) == 2:
        return parts[0], parts[1]
    return 1.0, Misfit(given, f"a pair of {what} and child", f"put the {what} before the child: ({what}, child)")


def mapping(given: object, wanted: str, remedy: str) -> tuple[Mapping[Any, Any], tuple[Any, ...]]:
    """`given` as a mapping; and, if it is none, what tells of it among the children."""
    if isinstance(given, Mapping):
        return given, ()  # pyright: ignore[reportUnknownVariableType]
    return {}, (Misfit(given, wanted, remedy),)


def listed(given: object) -> tuple[Any, ...]:
    """The things in `given`; if it is no collection, `given` itself, for the checks to tell of."""
    if isinstance(given, Iterable) and not isinstance(given, str):
        return tuple(given)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return (given,)


def name_problems(name: object, where: str) -> Iterator[Problem]:
    """What is wrong with a name."""
    if not isinstance(name, str):
        yield Problem("bt-shape", where, f"its name is {brief(name)}", "let `name` be a string")


def node_problems(root: object, where: str) -> Iterator[Problem]:
    """Things that stand where a node should, and nodes whose arguments could not be taken apart."""
    stack: list[tuple[object, str]] = [(root, where)]
    while stack:
        each, place = stack.pop()
        if isinstance(each, Node):
            known: Node[Any] = each  # pyright: ignore[reportUnknownVariableType]
            inner = f"{place} › {known.label}"
            if known.name is not None:
                yield from name_problems(known.name, inner)
            if known.kind == "mind" and not is_definition(known.options["definition"]):
                given = known.options["definition"]
                yield Problem("bt-shape", inner, f"{brief(given)} is no definition", "give what describes a behaviour")
            if known.kind not in KINDS:
                yield Problem("bt-shape", inner, f"{brief(known.kind)} is no kind of node", "use the functions of bt")
            stack.extend((child, inner) for child in known.children)
        elif isinstance(each, Misfit):
            yield Problem("bt-shape", place, f"{brief(each.given)} is not {each.wanted}", each.remedy)
        else:
            yield Problem("bt-not-a-node", place, f"{brief(each)} is not a node", _remedy(each))


def _remedy(stranger: object) -> str:
    if is_expression(stranger):
        return "make it a node: condition(...); or are the arguments in the other order? The child comes last"
    if isinstance(stranger, (list, tuple)):
        return "give the children one by one: selector(*children)"
    if isinstance(stranger, (int, float)):
        return "are the arguments in the other order? The child comes last: timeout(3.0, child)"
    return "make it a node: condition(...), action(...) or do(...)"
