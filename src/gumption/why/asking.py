"""Asks a living mind."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from gumption.core.conditions import Conditions, conditions_of
from gumption.core.expression import evaluate, reads
from gumption.core.mind import Mind
from gumption.core.picture import present_moment
from gumption.core.plain import PlainData
from gumption.core.simple import is_simple, simple_value
from gumption.core.source import agent_name
from gumption.why.answer import Why
from gumption.why.case import Case, Happening
from gumption.why.reasons import explain


def ask(
    mind: Mind,
    agent: object,
    *,
    happenings: Sequence[Happening] = (),
    problem: str | None = None,
    whose: Callable[[int | None], str] | None = None,
) -> Why:
    """Why a mind does what it does, from how it stands now and from what is remembered.

    Conditions that are expressions are asked again; no other code of the user's is called.

    Args:
        mind: at a tick border.
        agent: whose mind it is.
        happenings: what is remembered, the newest last.
        problem: what it failed with.
        whose: the name of an entity.
    """
    conditions = conditions_of(mind.definition)
    context = mind.context

    def says(node: int) -> bool | None:
        try:
            return bool(evaluate(conditions[node], agent))
        except Exception:  # no expression, or one that asks what the agent does not have
            return None

    given: dict[str, Any] = {} if whose is None else {"whose": whose}
    case = Case(
        entity=context.entity,
        name=agent_name(agent),
        tick=context.clock.ticks,
        time=context.clock.now,
        outline=mind.describe(),
        moment=present_moment(mind),
        happenings=happenings,
        fields=_fields(agent, conditions),
        says=says,
        problem=problem,
        **given,
    )
    return explain(case)


class _Living(Mind, Protocol):
    @property
    def agent(self) -> Any: ...


class Asked:
    """Gives minds the answer to why they do what they do."""

    __slots__ = ()

    def why(self: _Living, happenings: Sequence[Happening] = ()) -> Why:
        """Why it does what it does. A world that remembers has more to say: see `World.why`.

        Args:
            happenings: what is remembered of it, the newest last.
        """
        return ask(self, self.agent, happenings=happenings)


def _fields(agent: object, conditions: Conditions) -> Mapping[str, PlainData]:
    """The values of what the conditions read, where they can be told in a word."""
    found: dict[str, PlainData] = {}
    for path in {path: None for each in conditions.values() for path in reads(each)}:
        value: Any = agent
        try:
            for name in path.split("."):
                value = getattr(value, name)
        except Exception:  # noqa: S112 - the answer does without it
            continue
        if is_simple(value):
            found[path] = simple_value(value)
    return found
