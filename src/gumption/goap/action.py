"""What an agent can do: what it costs, when it can be done, and what it does to the state."""

import re
import typing
from collections.abc import Callable, Coroutine, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeAlias

from gumption.core.context import Context
from gumption.core.coroutines.context import RunContext
from gumption.core.mind import Definition
from gumption.goap.formula import Formula, Number
from gumption.goap.vocabulary import ConditionLike, EffectLike, When
from gumption.status import Status

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Agent = TypeVar("Agent", default=Any)
else:
    Agent = typing.TypeVar("Agent")

Conditions: TypeAlias = Mapping[str, ConditionLike]
Effects: TypeAlias = Mapping[str, EffectLike] | Sequence[Mapping[str, EffectLike] | When]

Result: TypeAlias = Status | Coroutine[Any, Any, Status | None] | None
"""What a function that carries an action out gives; the same of an `async def`."""


class Hooks(Protocol):
    """An object that carries an action out, such as a `bt.Action`. Its `enter` and `exit` are called if it has them.

    `enter(agent, context)` before the first tick; `exit(agent, context, reason)` once for every `enter` that returned.
    Each may leave out its last arguments.
    """

    @property
    def tick(self) -> Callable[..., Result]:
        """`tick(agent, context)`: called once a tick; gives a Status. It may be `async def`: then it is called once."""
        ...


Perform: TypeAlias = Callable[..., Result] | Hooks | type[Hooks] | Definition[Any]


class _Unset:
    """What was not given. It shows itself in the signature."""

    def __repr__(self) -> str:
        return "..."


_UNSET: Final[Any] = _Unset()
_NO_CONDITIONS: Final[Conditions] = MappingProxyType({})
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\WA-Za-z\d_]+")


ARGUMENTS: Final = (
    "name", "cost", "preconditions", "effects", "duration", "cooldown", "target", "reach", "is_usable",
    "perform",
)  # fmt: skip


class Action(Generic[Agent]):
    """One action, shared by all agents (rule G3).

    Make an object with arguments, or derive from it and set the same names in the class:

        class Chop(Action[Logger]):
            cost, preconditions, effects = 4, {"has_axe": True}, {"wood": add(1)}

            def is_usable(self, logger):
                return logger.strength > 2

            def perform(self, logger, context):
                logger.wood += 1

    Arguments are checked when a `Domain` is made of the action, all at once.

    Args:
        name: how plans, messages and pictures call it. Left out: the class' name in words, `get axe` for `GetAxe`.
        cost: what it costs: a number from 0 on; or a function of the agent, asked once per planning; or an expression
            of the state, such as `1 + 3 * value_of("distance")`.
        preconditions: name -> condition. All have to hold for the action to be applied.
        effects: name -> effect; or a list of such mappings and of `when(conditions, effects)`. All happen at once, and
            read the state before the action (rule G2).
        duration: seconds that it takes, a number from 0 on; or a function of the agent. None: no time. A plain function
            as `perform` is first called when so much time has passed since the action began. What goes on by itself (a
            coroutine, hooks, a mind) takes its own time, and the duration is what planning counts with.
        cooldown: seconds from its end until it can be started again. Planning does not look at it.
        target: a function of the agent that gives what the action is done to; None: it is not usable now.
        reach: how near the target the agent has to be, in the world's units. None: it need not go anywhere.
        is_usable: a function of the agent, asked once per planning: whether the action is to be thought of at all.
        perform: what carries it out: a function of (agent) or (agent, context) that gives a Status (None: SUCCESS;
            RUNNING: it is called again next tick), or an `async def` of the same arguments; or an object or a class
            with the hooks of a `bt.Action`; or any mind's definition, such as a `Tree`. None: nothing has to be done
            but to let the duration pass. A derived class may define it as a method, sync or async:

                async def perform(self, logger, context): ...
    """

    name: str = ""
    cost: Number | Formula | Callable[..., Number] = 1  # of (agent); as a method of a derived class, of (self, agent)
    preconditions: Conditions = _NO_CONDITIONS
    effects: Effects = ()
    duration: Number | Callable[..., Number] | None = None
    cooldown: Number | None = None
    target: Callable[..., Any] | None = None
    reach: Number | None = None
    perform: Perform | None = None  # as a method of a derived class, of (self, agent) or (self, agent, context)

    def __init__(
        self,
        name: str = _UNSET,
        *,
        cost: Number | Formula | Callable[[Agent], Number] = _UNSET,
        preconditions: Conditions | None = _UNSET,
        effects: Effects | None = _UNSET,
        duration: Number | Callable[[Agent], Number] | None = _UNSET,
        cooldown: Number | None = _UNSET,
        target: Callable[[Agent], Any] | None = _UNSET,
        reach: Number | None = _UNSET,
        is_usable: Callable[[Agent], bool] | None = _UNSET,
        perform: (
            Callable[[Agent], Result]
            | Callable[[Agent, Context], Status | None]
            | Callable[[Agent, RunContext], Coroutine[Any, Any, Status | None]]
            | Hooks
            | type[Hooks]
            | Definition[Agent]
            | None
        ) = _UNSET,
    ) -> None:
        own: dict[str, Any] = {
            "name": name, "cost": cost, "preconditions": _NO_CONDITIONS if preconditions is None else preconditions,
            "effects": () if effects is None else effects, "duration": duration, "cooldown": cooldown, "target": target,
            "reach": reach, "is_usable": _UNSET if is_usable is None else is_usable,
            "perform": perform,
        }  # fmt: skip
        self.__dict__.update({key: _copied(value) for key, value in own.items() if value is not _UNSET})

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        if "name" not in vars(cls):
            cls.name = in_words(cls.__name__)

    def is_usable(self, agent: Agent, /) -> bool:
        """Whether `agent` may think of the action at all. Asked once per planning; for what no state tells.

        Returns:
            True, unless a derived class or the argument of this name says otherwise.
        """
        return True

    def __deepcopy__(self, _memo: object) -> "Action[Agent]":
        return self  # shared by all agents: one that is copied keeps it

    def __repr__(self) -> str:
        return f"<action {self.name!r}>"


def effects_of(action: Action[Any]) -> tuple[Mapping[str, EffectLike] | When, ...]:
    """The effects of an action as a tuple of mappings and whens, in whichever form they were given."""
    effects = action.effects
    return (effects,) if isinstance(effects, (Mapping, When)) else tuple(effects)


def asks_agent(action: Action[Any]) -> bool:
    """Whether what the action costs, or whether it is usable, is a question to the agent."""
    if callable(action.cost):
        return True
    return "is_usable" in vars(action) or type(action).is_usable is not Action.is_usable


def in_words(name: str) -> str:
    """`GetAxe` -> `get axe`; `HTTPGet2` -> `http get 2`."""
    return " ".join(_WORDS.findall(name)).lower() or name


def _copied(value: object) -> object:
    """What the user's later changes of a dictionary cannot reach."""
    if isinstance(value, Mapping):
        return MappingProxyType(dict(value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    return tuple(_copied(each) for each in value) if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
