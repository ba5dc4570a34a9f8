"""Looks for faults that building a definition does not refuse."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from gumption.checking import loops, machines, messages, planners, selectors, trees
from gumption.checking.finding import CODES, Finding
from gumption.checking.parts import Part, can_be_checked, parts
from gumption.core.mind import is_definition
from gumption.errors import UsageError, brief

_CHECKS: Final[tuple[Callable[[Part], Iterator[Finding]], ...]] = (
    machines.check, trees.check, selectors.check, planners.check, loops.check
)  # fmt: skip


def check(definition: object, *, ignore: Iterable[str] = ()) -> tuple[Finding, ...]:
    """What is wrong with a definition, and with those inside it, in the order of their nodes.

    Messages are not looked at, since those who take them may be elsewhere; see `check_all`.

    Args:
        definition: an `fsm.Machine`, `bt.Tree`, `flow.Selector`, `goap.Planner` or `goap.Domain`.
        ignore: codes of findings that are left out.

    Raises:
        UsageError: it is none of these; or a code is unknown.
    """
    if not can_be_checked(definition):
        remedy = "give a machine, tree, selector, planner or domain, not the mind that it has made, nor its agent"
        raise UsageError(f"{brief(definition)} is no definition that can be checked", doing="checking", remedy=remedy)
    return _found(parts([definition]), None, ignore)


def check_all(
    definitions: Iterable[object], agents: Iterable[object] = (), *, ignore: Iterable[str] = ()
) -> tuple[Finding, ...]:
    """What is wrong with all definitions of a game, each looked at once, and with the messages between them.

    Args:
        definitions: anything; what cannot be checked is passed over.
        agents: those whom they are for. Their classes may send messages, too.
        ignore: codes of findings that are left out.

    Raises:
        UsageError: a code is unknown.
    """
    given = list(definitions)
    foreign = any(is_definition(each) and not can_be_checked(each) for each in given)
    return _found(parts(given), None if foreign else agents, ignore)  # of a foreign one it is not known what it takes


def _found(checked: list[Part], agents: Iterable[object] | None, ignore: Iterable[str]) -> tuple[Finding, ...]:
    left_out = set(ignore)
    unknown = sorted(left_out - CODES.keys())
    if unknown:
        remedy = f"the codes are {', '.join(CODES)}"
        raise UsageError(f"there is no code {unknown[0]!r}", doing="checking definitions", remedy=remedy)
    found = [each for part in checked for look in _CHECKS for each in look(part)]
    if agents is not None:
        found += messages.check(checked, agents)
    return tuple(each for each in dict.fromkeys(found) if each.code not in left_out)
