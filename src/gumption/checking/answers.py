"""Whether a function that is told messages may take one of a kind that it does not name: what it does with any other.

The body is walked as for a message of a kind that nobody has thought of: `message.kind == "home"` is false then. Of
what does not depend on the kind, both ways are walked.
"""

import ast
from collections.abc import Sequence
from typing import Final

from gumption.checking.source import Function, inside

_HOOK: Final = "on_message"
_ARGUMENT: Final = "message"


def message_argument(function: Function, *, is_told: bool = False) -> str | None:
    """The name of the parameter that is a message; None: the function is told none.

    Args:
        function: one named `on_message`, or with a parameter `message`, is told messages.
        is_told: it is known that it is told some; what is called how does not matter then.
    """
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
    if names and (is_told or function.name == _HOOK):
        return names[-1]
    return _ARGUMENT if _ARGUMENT in names else None


def may_take_others(function: Function, message: str) -> bool:
    """Whether the function may give something else than False for a message of an unknown kind.

    Args:
        function: is told messages.
        message: the name of the parameter.
    """
    looked_at = {id(node.value): node.attr for node in inside(function) if isinstance(node, ast.Attribute)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id == message and id(node) not in looked_at:
            return True  # it is given away, or kept
    return _passes_on_kind(function) or _walk(function.body)[0]


def _passes_on_kind(function: Function) -> bool:
    """Whether the kind is used other than to compare it, or to say it."""
    compared: set[int] = set()
    for node in inside(function):
        if isinstance(node, ast.Compare):
            compared |= {id(each) for each in (node.left, *node.comparators)}
        elif isinstance(node, ast.Match):
            compared.add(id(node.subject))
        elif isinstance(node, ast.FormattedValue):
            compared.add(id(node.value))
    kinds = (node for node in ast.walk(function) if isinstance(node, ast.Attribute) and _is_kind(node))
    return any(id(node) not in compared for node in kinds)


def _walk(statements: Sequence[ast.stmt]) -> tuple[bool, bool]:
    """Whether a message of another kind may be taken in the statements; and whether it may get behind them."""
    for statement in statements:
        taken, goes_on = _step(statement)
        if taken or not goes_on:
            return taken, goes_on
    return False, True


def _step(statement: ast.stmt) -> tuple[bool, bool]:
    if isinstance(statement, ast.Return):
        return _truth(statement.value) is not False, False
    if isinstance(statement, ast.Raise):
        return False, False
    if isinstance(statement, ast.If):
        truth = _truth(statement.test)
        ways = [(False, statement.orelse), (True, statement.body)]
        return _any_of([_walk(way) for holds, way in ways if truth in (None, holds)])
    if isinstance(statement, ast.Match) and _is_kind(statement.subject):
        others = [case for case in statement.cases if isinstance(case.pattern, ast.MatchAs)]
        return _any_of([*(_walk(case.body) for case in others), *([] if others else [(False, True)])])
    returns = [node for node in inside(statement) if isinstance(node, ast.Return)]  # loops, with, try: any may come
    return any(_truth(node.value) is not False for node in returns), True


def _any_of(ways: Sequence[tuple[bool, bool]]) -> tuple[bool, bool]:
    return any(taken for taken, _ in ways), any(goes_on for _, goes_on in ways)


def _truth(node: ast.expr | None) -> bool | None:
    """What an expression comes to for another kind; None: it depends on something else."""
    if node is None:
        return False
    if isinstance(node, ast.Constant):
        return bool(node.value)
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and (_is_kind(node.left) or _is_kind(node.comparators[0])):
        return isinstance(node.ops[0], (ast.NotEq, ast.NotIn, ast.IsNot))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        truth = _truth(node.operand)
        return None if truth is None else not truth
    if isinstance(node, ast.BoolOp):
        truths = [_truth(each) for each in node.values]
        decides = isinstance(node.op, ast.Or)
        if decides in truths:
            return decides
        return None if None in truths else not decides
    return None


def _is_kind(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "kind"
