"""Kinds of messages that are sent, and that nobody takes.

Kinds are read in the modules of the definitions and of their agents, and takers in all modules beside these as well. A
taker who may take messages of any kind makes it impossible to tell, and then nothing is told.
"""

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Final, TypeGuard

from gumption.checking.answers import may_take_others, message_argument
from gumption.checking.finding import Finding
from gumption.checking.parts import Part
from gumption.checking.source import UNKNOWN, tree_of_file, value_of
from gumption.core.source import unwrap
from gumption.flow.selector import Selector

_SENDERS: Final = ("context", "world")
"""What messages are sent with: `context.send(...)`, `machine.context.send(...)`, `world.send(...)`."""
_KIND: Final = 1
"""Which argument of `send` the kind is."""


@dataclass
class Mail:
    """What modules say of messages."""

    sent: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Pairs of a kind, and the `module:line` where it is sent."""
    taken: set[str] = field(default_factory=set[str])
    any_taken: bool = False
    """Whether somebody may take any kind."""


def check(parts: Sequence[Part], agents: Iterable[object]) -> Iterator[Finding]:
    """Kinds that nobody takes.

    Args:
        parts: all definitions, since those who take a message are elsewhere than those who send it.
        agents: whose classes may send as well.
    """
    owners = _modules(parts, agents)
    mail = Mail()
    for part in parts:
        if isinstance(part.definition, Selector):
            mail.taken |= part.definition.wake
    senders = [_read(module, mail) for module in owners]
    for module in _beside(owners):
        _read(module, mail)
    if mail.any_taken or not parts:
        return
    told: set[str] = set()
    for kind, place in (each for sent in senders for each in sent):
        if kind not in mail.taken and kind not in told:
            told.add(kind)
            name, _, line = place.rpartition(":")
            where, node = _sender(parts, name, int(line))
            found = where.finding("unhandled-message", node, f"{kind!r} is sent, and nobody takes it", _REMEDY)
            yield Finding(found.code, found.path, place, found.problem, found.remedy)


_REMEDY: Final = "take it in an on_message or with flow.message(...), or mend its name"


def _modules(parts: Iterable[Part], agents: Iterable[object]) -> dict[ModuleType, None]:
    names: dict[Any, None] = {}
    for part in parts:
        names.update(dict.fromkeys(getattr(unwrap(function), "__module__", None) for _, function in part.functions()))
    for agent in agents:
        names.update(dict.fromkeys(cls.__module__ for cls in type(agent).__mro__ if cls is not object))
    return {sys.modules[name]: None for name in names if name in sys.modules and not _is_engine(name)}


def _is_engine(name: str) -> bool:
    return name.startswith("gumption.") and not name.startswith("gumption.scenarios.")


def _beside(modules: Iterable[ModuleType]) -> list[ModuleType]:
    """The other modules of the same packages that are loaded, and the packages themselves."""
    known = list(modules)
    packages = {module.__name__.rpartition(".")[0] for module in known} - {""}
    near = [name for name in list(sys.modules) if name in packages or name.rpartition(".")[0] in packages]
    return [sys.modules[name] for name in near if sys.modules[name] not in known]


def _sender(parts: Sequence[Part], module: str, line: int) -> tuple[Part, int]:
    """The node in whose code a line is; else the first definition."""
    found = parts[0], 0
    nearest = 0
    for part in parts:
        for node, function in part.functions():
            code = getattr(unwrap(function), "__code__", None)
            if code is None or getattr(unwrap(function), "__module__", None) != module:
                continue
            last = max((number for *_, number in code.co_lines() if number), default=0)
            if nearest < code.co_firstlineno <= line <= last:
                found, nearest = (part, node), code.co_firstlineno
    return found


def _read(module: ModuleType, mail: Mail) -> list[tuple[str, str]]:
    """Add what a module takes to `mail`; return what it sends."""
    tree = tree_of_file(getattr(module, "__file__", None) or "")
    sent: list[tuple[str, str]] = []
    given = [] if tree is None else [each.value for each in ast.walk(tree) if _is_taker_given(each)]
    takers = {each.id for each in given if isinstance(each, ast.Name)}
    mail.any_taken |= len(takers) < len(given)  # a lambda, or what a function gives
    for node in () if tree is None else ast.walk(tree):
        if isinstance(node, ast.Call):
            kind = _kind_sent(node, module)
            if kind is not None:
                sent.append((kind, f"{module.__name__}:{node.lineno}"))
            elif _name(node.func) == "message":
                _take(node.args[:1] or [keyword.value for keyword in node.keywords], module, mail)
        elif isinstance(node, ast.Compare) and any(_is_kind(each) for each in (node.left, *node.comparators)):
            _take([each for each in (node.left, *node.comparators) if not _is_kind(each)], module, mail)
        elif isinstance(node, ast.Match) and _is_kind(node.subject):
            _take([case.pattern for case in node.cases], module, mail)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            message = message_argument(node, is_told=node.name in takers)
            mail.any_taken |= message is not None and may_take_others(node, message)
    return sent


def _is_taker_given(node: ast.AST) -> TypeGuard[ast.keyword]:
    """Whether it is the `on_message=listen` of a tree."""
    return isinstance(node, ast.keyword) and node.arg == "on_message"


def _kind_sent(call: ast.Call, module: ModuleType) -> str | None:
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "send" or _name(call.func.value) not in _SENDERS:
        return None
    named = [keyword.value for keyword in call.keywords if keyword.arg == "kind"]
    given = [*call.args[_KIND : _KIND + 1], *named]
    return _text(value_of(given[0], module)) if given else None


def _take(nodes: Sequence[ast.AST], module: ModuleType, mail: Mail) -> None:
    """Note the kinds that expressions or patterns stand for; one that cannot be read may stand for any."""
    mail.any_taken |= not nodes
    for node in nodes:
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            _take(node.elts, module, mail)
        elif isinstance(node, ast.MatchOr):
            _take(node.patterns, module, mail)
        elif isinstance(node, ast.MatchValue):
            _take([node.value], module, mail)
        elif not (isinstance(node, ast.MatchAs) and node.pattern is None):  # `case _` is for `may_take_others`
            values = value_of(node, module)
            each = values if isinstance(values, (tuple, list, set, frozenset, dict)) else [values]  # pyright: ignore[reportUnknownVariableType]
            kinds = [_text(value) for value in each]  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
            mail.taken.update(kind for kind in kinds if kind is not None)
            mail.any_taken |= None in kinds


def _text(value: object) -> str | None:
    """A kind as messages have it; None: it is none, or not known."""
    return str.__str__(getattr(value, "value", value)) if value is not UNKNOWN and isinstance(value, str) else None


def _is_kind(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "kind"


def _name(node: ast.AST) -> str:
    """The last name of `machine.context`, or `context`."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
