"""The source of the user's functions, as syntax trees, and the values that names in it stand for. Nothing is run."""

import ast
import functools
import inspect
import linecache
from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any, Final

from gumption.core.source import code_of, unwrap

Function = ast.FunctionDef | ast.AsyncFunctionDef
_INNER: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)

UNKNOWN: Final = object()
"""In place of a value that reading the source does not tell."""


def tree_of_file(file: str) -> ast.Module | None:
    """The syntax tree of a file as it is now; None if there is no source to be read."""
    linecache.checkcache(file)
    return _tree_of_text("".join(linecache.getlines(file)))


@functools.lru_cache(maxsize=256)
def _tree_of_text(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError):
        return None


@functools.lru_cache(maxsize=256)
def _functions_of_text(text: str) -> Mapping[tuple[int, str], Function]:
    tree = _tree_of_text(text)
    found: dict[tuple[int, str], Function] = {}
    for node in () if tree is None else ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            found[first, node.name] = node
    return found


def read(target: Any) -> Function | None:
    """The syntax tree of a function or method; None for what has none: lambdas, built-in ones, what has no file."""
    code = code_of(target)
    if code is None:
        return None
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename))
    return _functions_of_text(text).get((code.co_firstlineno, code.co_name))


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes in a function or statement, but not those of functions and classes inside it."""
    queue = list(ast.iter_child_nodes(node))
    while queue:
        each = queue.pop(0)
        yield each
        if not isinstance(each, _INNER):
            queue += ast.iter_child_nodes(each)


def names_of_arguments(function: Function, target: Any) -> list[str]:
    """The names of the positional parameters that the caller gives: without `self`, and what a partial gives."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args)]
    is_bound = inspect.ismethod(target) or not isinstance(unwrap(target), FunctionType)
    return names[1:] if is_bound else names


def value_of(node: ast.AST, target: Any) -> Any:
    """What a constant, a name, or an attribute of a module or class stands for in the code of a function.

    Args:
        node: the expression.
        target: the function; or a module.

    Returns:
        The value, or UNKNOWN.
    """
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return _name(node.id, target)
    if isinstance(node, ast.Attribute):
        owner = value_of(node.value, target)
        if isinstance(owner, (ModuleType, type)):
            return inspect.getattr_static(owner, node.attr, UNKNOWN)
    return UNKNOWN


def _name(name: str, target: Any) -> Any:
    if isinstance(target, ModuleType):
        return vars(target).get(name, UNKNOWN)
    inner = unwrap(target)
    if not isinstance(inner, FunctionType):
        inner = unwrap(getattr(type(inner), "__call__", None))  # pyright: ignore[reportUnknownArgumentType]  # noqa: B004
    if not isinstance(inner, FunctionType):
        return UNKNOWN
    code = inner.__code__
    if name in code.co_freevars:
        cell = (inner.__closure__ or ())[code.co_freevars.index(name)]
        try:
            return cell.cell_contents
        except ValueError:  # not assigned yet
            return UNKNOWN
    if name in code.co_varnames or name in code.co_cellvars:
        return UNKNOWN
    return inner.__globals__.get(name, UNKNOWN)
