"""Selectors of nodes that check and run."""

from collections.abc import Iterator
from typing import Any

from gumption.checking.conditions import is_always, is_covered, is_never, none_holds
from gumption.checking.finding import Finding
from gumption.checking.parts import Part
from gumption.core.expression import MAX_DEPTH, Expression, is_expression, show, to_source
from gumption.flow.node import is_always as has_no_check
from gumption.flow.selector import Part as NodePart
from gumption.flow.selector import Selector


def check(part: Part) -> Iterator[Finding]:
    """All that is found in a selector."""
    if isinstance(part.definition, Selector):
        selector = part.definition
        yield from _never(part, selector)
        yield from _outscored(part, selector) if selector.scores else _shadowed(part, selector)
        yield from _nothing_to_do(part, selector)


def _condition(selector: Selector[Any], node: NodePart) -> Expression | None:
    """When a node wants to run; None: only its own code can tell."""
    check: Any = True if has_no_check(node.node) else node.node.check
    if not is_expression(check) and check is not True:
        return None
    expression: Expression = Expression("constant", True) if check is True else check
    if expression.__depth__ >= MAX_DEPTH:  # it cannot be a part of another one
        return None
    return Expression(">", expression, Expression("constant", 0)) if selector.scores else expression


def _never(part: Part, selector: Selector[Any]) -> Iterator[Finding]:
    for node in selector.parts:
        condition = _condition(selector, node)
        if condition is not None and is_never(condition):
            problem = f"its check ({show(condition)}) holds in no state, so the node never runs"
            yield part.finding("never-true", node.id, problem, "mend the check, or leave the node out")


def _shadowed(part: Part, selector: Selector[Any]) -> Iterator[Finding]:
    """Nodes that want to run only when one before them does, too."""
    before: list[tuple[NodePart, Expression]] = []
    for node in selector.parts:
        condition = _condition(selector, node)
        asked = Expression("constant", True) if condition is None else condition
        first = next((one for one, each in before if is_covered(asked, [each])), None)
        together = first is None and not is_always(asked) and is_covered(asked, [each for _, each in before])
        if first is not None or together:  # a last node for all cases may well stand behind all of them
            who = repr(first.name) if first else "one of those before it"
            problem = f"whenever its check holds, that of {who} does, so it runs only while that rests after an error"
            yield part.finding("shadowed-node", node.id, problem, "put it before, or mend the checks")
        if condition is not None and node.restart == "always":
            before.append((node, condition))


def _outscored(part: Part, selector: Selector[Any]) -> Iterator[Finding]:
    """Nodes whose score is always that of one before them."""
    first: dict[str, NodePart] = {}
    constants: dict[str, object] = {}
    for node in selector.parts:
        condition = _condition(selector, node)
        if condition is None:
            continue
        key = to_source(condition, "agent", constants)
        if key in first:
            problem = (
                f"its score is that of {first[key].name!r}, always, so it runs only while that rests after an error"
            )
            yield part.finding("shadowed-node", node.id, problem, "give it a score of its own")
        elif node.restart == "always":
            first[key] = node


def _nothing_to_do(part: Part, selector: Selector[Any]) -> Iterator[Finding]:
    conditions = [_condition(selector, node) for node in selector.parts]
    known = [each for each in conditions if each is not None and not is_always(each)]
    if not part.is_outermost or selector.keep or len(known) < len(conditions):
        return
    example = none_holds(known)
    if example is not None:
        problem = "there are states in which no check holds, and the agent does nothing"
        remedy = "add a node without a check as the last one, or mend the checks"
        yield part.finding("nothing-to-do", 0, problem, remedy, example)
