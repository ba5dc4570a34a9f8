"""Loops that never end, and in which no time passes: whoever gets into one hangs the game."""

import ast
from collections.abc import Iterator
from typing import Final

from gumption.checking.finding import Finding
from gumption.checking.parts import Part
from gumption.checking.source import inside, read
from gumption.core.source import place_of

_WAYS_OUT: Final = (
    ast.Break, ast.Return, ast.Raise, ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Yield, ast.YieldFrom
)  # fmt: skip


def check(part: Part) -> Iterator[Finding]:
    """Endless loops in the user's functions."""
    for node, function in part.functions(entries=True):
        tree = read(function)
        for line in () if tree is None else _endless(tree):
            module = (place_of(function) or "").rpartition(":")[0]
            problem = f"the loop in line {line} of {module} never ends, and no time passes in it"
            remedy = (
                "leave it with break or return, or let time pass: await flow.next_tick() in a coroutine, else a tick"
            )
            yield part.finding("endless-loop", node, problem, remedy)


def _endless(tree: ast.AST) -> Iterator[int]:
    guarded = {id(each) for node in inside(tree) if isinstance(node, (ast.Try, ast.With)) for each in ast.walk(node)}
    for node in inside(tree):
        if isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value:
            leaves = any(isinstance(each, _WAYS_OUT) for each in inside(node))
            if not leaves and id(node) not in guarded:  # inside a try or with an exception may be the way out
                yield node.lineno
