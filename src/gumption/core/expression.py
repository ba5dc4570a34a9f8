"""Conditions as data: `F.thirst >= 5`, where F stands for the agent (design decision 11).

An expression can be evaluated, compiled inline into generated code, printed, printed with its present values, and
asked which attributes it reads. Build it with attributes of F, constants, arithmetic, comparison, and `&`, `|`, `~` for
and, or, not. No text is ever evaluated.

Expressions have no public methods, since every plain name on one is an attribute of the agent; the functions of this
module do the work.
"""

import keyword
import math
import operator as op
import unicodedata
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any, Final, NoReturn

from gumption.errors import UsageError, brief

MAX_DEPTH: Final = 50
"""Levels of nesting; chains of & and of | count as one."""

_INLINE = (bool, int, str, type(None))

# Operator -> binding strength, weakest first. Operands that bind less are put in brackets.
_STRENGTH: Final = {
    "or": 1, "and": 2, "not": 3,
    "<": 4, "<=": 4, ">": 4, ">=": 4, "==": 4, "!=": 4,
    "+": 5, "-": 5, "*": 6, "/": 6, "//": 6, "%": 6, "neg": 7, "**": 8, "attribute": 9, "constant": 9, "agent": 9,
}  # fmt: skip


class Expression:
    """A node: an operator and its operands. See the module."""

    __slots__ = ("__depth__", "__operator__", "__parts__")

    __depth__: int
    __operator__: str
    __parts__: tuple[Any, ...]

    def __init__(self, operator: str, *parts: Any) -> None:
        depth = 1 + max((part.__depth__ for part in parts if isinstance(part, Expression)), default=0)
        if depth > MAX_DEPTH:
            raise UsageError(
                f"an expression is nested more than {MAX_DEPTH} levels deep", remedy="make it a function of the agent"
            )
        object.__setattr__(self, "__operator__", operator)
        object.__setattr__(self, "__parts__", parts)
        object.__setattr__(self, "__depth__", depth)

    def __getattr__(self, name: str) -> "Expression":
        name = unicodedata.normalize("NFKC", name)  # as Python does with names in source
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        if not name.isidentifier() or keyword.iskeyword(name):  # it will stand in generated source
            raise UsageError(f"{brief(name)} cannot be the name of an attribute", doing="building an expression")
        if self.__operator__ not in ("agent", "attribute"):
            raise UsageError(
                f"({show(self)}) has no attributes",
                remedy=f"take attributes of F or of its attributes, not {name!r} here",
            )
        return Expression("attribute", self, name)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise UsageError(
            f"{name!r} cannot be set on an expression", remedy="an expression only reads; let an action set attributes"
        )

    # fmt: off
    def __lt__(self, other: object) -> "Expression": return _binary("<", self, other)
    def __le__(self, other: object) -> "Expression": return _binary("<=", self, other)
    def __gt__(self, other: object) -> "Expression": return _binary(">", self, other)
    def __ge__(self, other: object) -> "Expression": return _binary(">=", self, other)
    def __eq__(self, other: object) -> "Expression": return _binary("==", self, other)  # type: ignore[override]
    def __ne__(self, other: object) -> "Expression": return _binary("!=", self, other)  # type: ignore[override]
    def __add__(self, other: object) -> "Expression": return _binary("+", self, other)
    def __radd__(self, other: object) -> "Expression": return _binary("+", other, self)
    def __sub__(self, other: object) -> "Expression": return _binary("-", self, other)
    def __rsub__(self, other: object) -> "Expression": return _binary("-", other, self)
    def __mul__(self, other: object) -> "Expression": return _binary("*", self, other)
    def __rmul__(self, other: object) -> "Expression": return _binary("*", other, self)
    def __truediv__(self, other: object) -> "Expression": return _binary("/", self, other)
    def __rtruediv__(self, other: object) -> "Expression": return _binary("/", other, self)
    def __floordiv__(self, other: object) -> "Expression": return _binary("//", self, other)
    def __rfloordiv__(self, other: object) -> "Expression": return _binary("//", other, self)
    def __mod__(self, other: object) -> "Expression": return _binary("%", self, other)
    def __rmod__(self, other: object) -> "Expression": return _binary("%", other, self)
    def __pow__(self, other: object) -> "Expression": return _binary("**", self, other)
    def __rpow__(self, other: object) -> "Expression": return _binary("**", other, self)
    def __neg__(self) -> "Expression": return Expression("neg", self)
    def __and__(self, other: object) -> "Expression": return _chain("and", self, other)
    def __rand__(self, other: object) -> "Expression": return _chain("and", other, self)
    def __or__(self, other: object) -> "Expression": return _chain("or", self, other)
    def __ror__(self, other: object) -> "Expression": return _chain("or", other, self)
    def __invert__(self) -> "Expression": return Expression("not", self)
    # fmt: on

    def __hash__(self) -> int:
        return id(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Expression, (self.__operator__, *self.__parts__)

    def __copy__(self) -> "Expression":
        return self

    def __deepcopy__(self, _memo: object) -> "Expression":
        return self

    def __bool__(self) -> NoReturn:
        raise UsageError(
            f"({show(self)}) has no truth value of its own: it is asked anew of each agent",
            doing="building an expression",
            remedy="use & | ~ instead of and, or, not, each comparison in brackets: (F.a > 1) & (F.b < 2); write "
            "(1 < F.a) & (F.a < 5) instead of 1 < F.a < 5",
        )

    def __call__(self, *_: object, **__: object) -> NoReturn:
        """Refuse: an expression only reads attributes."""
        raise UsageError(
            f"({show(self)}) cannot be called", remedy="for a method of the agent give a function: a lambda"
        )

    def __iter__(self) -> NoReturn:
        raise UsageError(f"({show(self)}) cannot be iterated over", remedy="give a function of the agent")

    def __getitem__(self, _: object) -> NoReturn:
        raise UsageError(f"({show(self)}) cannot be indexed", remedy="give a function of the agent")

    def __setitem__(self, _: object, __: object) -> NoReturn:
        raise UsageError(f"items of ({show(self)}) cannot be set", remedy="let an action set them")

    def __delattr__(self, name: str) -> NoReturn:
        raise UsageError(f"{name!r} cannot be deleted from an expression", remedy="let an action do it")

    def __len__(self) -> NoReturn:
        raise UsageError(f"({show(self)}) has no length of its own", remedy="give a function of the agent")

    def __abs__(self) -> NoReturn:
        raise UsageError(f"abs() cannot be asked of ({show(self)})", remedy="give a function of the agent")

    def __contains__(self, _: object) -> NoReturn:
        raise UsageError(f"`in` cannot be asked of ({show(self)})", remedy="give a function of the agent")

    def __repr__(self) -> str:
        return f"<expression {show(self)}>"


F: Final = Expression("agent")
"""Stands for the agent: `F.thirst` is its attribute `thirst`."""


def _binary(operator: str, left: object, right: object) -> Expression:
    return Expression(operator, _part(left), _part(right))


def _chain(operator: str, left: object, right: object) -> Expression:
    for side in (left, right):
        if not isinstance(side, (Expression, bool)):
            raise UsageError(
                f"{'&' if operator == 'and' else '|'} got {brief(side)}, which is no condition",
                doing="building an expression",
                remedy="put each comparison in brackets, since & and | bind first: (F.a > 1) & (F.b < 2)",
            )
    parts: list[Expression] = []
    for side in (_part(left), _part(right)):
        parts += side.__parts__ if side.__operator__ == operator else (side,)
    return Expression(operator, *parts)


def _part(value: object) -> Expression:
    return value if isinstance(value, Expression) else Expression("constant", value)


def is_expression(value: object) -> bool:
    """Whether `value` is an expression."""
    return isinstance(value, Expression)


def to_source(expression: Expression, agent: str, constants: dict[str, object]) -> str:
    """Python source of the expression.

    Args:
        expression: what to compile.
        agent: the name of the variable that holds the agent.
        constants: is filled with the values that have no literal, by the names that the source uses for them.
    """

    def constant(value: object) -> str:
        huge = type(value) is int and abs(value) >= 10**18
        if (type(value) in _INLINE and not huge) or (
            isinstance(value, float) and type(value) is float and math.isfinite(value)
        ):
            return repr(value)
        for name, known in constants.items():
            if known is value:
                return name
        name = f"k{len(constants)}"
        constants[name] = value
        return name

    return _write(expression, agent + ".", constant, agent)


def show(expression: Expression) -> str:
    """The expression as one would write it, without F: `thirst >= 5 and not asleep`. Large values are cut."""
    return _write(expression, "", _show_constant, "F")


def explain(expression: Expression, agent: object) -> str:
    """The expression with the present values of what it reads: `thirst >= 5, thirst is 3`."""
    return ", ".join([show(expression), *(_reading(agent, path) for path in reads(expression))])


def reads(expression: Expression) -> tuple[str, ...]:
    """The attributes that the expression reads, each once, as dotted paths in the order of their appearance."""
    return tuple(dict.fromkeys(_paths(expression)))


def evaluate(expression: Expression, agent: object) -> Any:
    """The value of the expression for `agent`; `and` and `or` stop at the first part that decides."""
    operator, parts = expression.__operator__, expression.__parts__
    if operator == "agent":
        return agent
    if operator == "constant":
        return parts[0]
    if operator == "attribute":
        return getattr(evaluate(parts[0], agent), parts[1])
    if operator == "and":
        return _first(parts, agent, stop=False)
    if operator == "or":
        return _first(parts, agent, stop=True)
    return _OPERATIONS[operator](*(evaluate(part, agent) for part in parts))


def as_function(expression: Expression) -> Callable[[Any], object]:
    """The expression as a compiled function of the agent."""
    constants: dict[str, object] = {}
    source = to_source(expression, "agent", constants)
    names: dict[str, Any] = {"__builtins__": {}, **constants}
    exec(f"def check(agent): return {source}", names)  # noqa: S102 - made of our own tokens and checked names
    function: Callable[[Any], object] = names["check"]
    return function


def _first(parts: tuple[Expression, ...], agent: object, *, stop: bool) -> Any:
    """The first value whose truth is `stop`, else the last one: what Python's `and` and `or` give."""
    value: Any = None
    for part in parts:
        value = evaluate(part, agent)
        if bool(value) is stop:
            break
    return value


_OPERATIONS: Final[dict[str, Callable[..., Any]]] = {
    "<": op.lt, "<=": op.le, ">": op.gt, ">=": op.ge, "==": op.eq, "!=": op.ne, "not": op.not_, "neg": op.neg,
    "+": op.add, "-": op.sub, "*": op.mul, "/": op.truediv, "//": op.floordiv, "%": op.mod, "**": op.pow,  # pyright: ignore[reportUnknownMemberType]
}  # fmt: skip


def _write(expression: Expression, prefix: str, constant: Callable[[object], str], agent: str) -> str:
    operator, parts = expression.__operator__, expression.__parts__
    if operator == "agent":
        return agent
    if operator == "constant":
        return constant(parts[0])
    if operator == "attribute":
        owner = parts[0]
        return (
            prefix + parts[1]
            if owner.__operator__ == "agent"
            else f"{_write(owner, prefix, constant, agent)}.{parts[1]}"
        )

    def operand(part: Expression, *, tighter: bool) -> str:
        text = _write(part, prefix, constant, agent)
        own, outer = _STRENGTH[part.__operator__], _STRENGTH[operator]
        negative = part.__operator__ == "constant" and text.startswith("-")
        return f"({text})" if own < outer or (tighter and own == outer) or negative else text

    if operator == "not":
        return f"not {operand(parts[0], tighter=False)}"
    if operator == "neg":
        return f"-{operand(parts[0], tighter=True)}"
    if operator in ("and", "or"):
        return f" {operator} ".join(operand(part, tighter=True) for part in parts)
    # Comparisons do not chain, and the power operator groups to the right: brackets on either side where needed.
    left: Expression = parts[0]
    right: Expression = parts[1]
    both = _STRENGTH[operator] == _STRENGTH["<"] or operator == "**"
    return f"{operand(left, tighter=both)} {operator} {operand(right, tighter=True)}"


def _show_constant(value: object) -> str:
    return f"{type(value).__name__}.{value.name}" if isinstance(value, Enum) else brief(value)


def _paths(expression: Expression) -> Iterator[str]:
    if expression.__operator__ == "attribute":
        yield show(expression)
        return
    for part in expression.__parts__:
        if isinstance(part, Expression):
            yield from _paths(part)


def _reading(agent: object, path: str) -> str:
    value = agent
    for name in path.split("."):
        try:
            value = getattr(value, name)
        except AttributeError:
            return f"{path} is missing"
        except Exception as error:  # a property of the user's
            return f"{path} raises {type(error).__name__}"
    return f"{path} is {_show_constant(value)}"
