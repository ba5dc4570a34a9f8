"""The definition of a state machine: immutable, shared by any number of agents."""

import functools
from collections.abc import Hashable, Iterable
from typing import Any, Generic, final

from gumption.core.conditions import Conditions, conditions_within
from gumption.core.context import Context
from gumption.core.mind import is_definition
from gumption.core.numeric import is_integer
from gumption.core.outline import Outline, OutlineNode
from gumption.core.picture import Pictured
from gumption.errors import DefinitionError, Problem, UsageError, brief
from gumption.fsm.activity import activity_of
from gumption.fsm.hooks import Hooks, key_of, overridden, problems_of, state_name
from gumption.fsm.mind import MachineMind
from gumption.fsm.reading import states_named_by
from gumption.fsm.state import Agent, StateLike, is_state


@final
class Machine(Pictured, Generic[Agent]):
    """A state machine with current, previous and global state, and a stack (rules F1 to F9).

    Args:
        initial: entered at the first tick.
        global_state: executes before the current state at every tick, and is asked second for messages. It is never
            entered nor exited.
        states: those that cannot be found by reading what the hooks name, for instance because they are kept in a
            list. Others may be given too; the order does not matter.
        name: for messages and pictures.
        max_stack: how many states may be on the stack (F7).

    Raises:
        DefinitionError: what was given cannot make a machine; all problems are listed. Codes: `fsm-class`,
            `fsm-not-a-state`, `fsm-name`, `fsm-arguments`, `fsm-async`, `fsm-duplicate-name`,
            `fsm-global-hook`, `fsm-max-stack`, `fsm-activity`, `fsm-misspelt`.
    """

    def __init__(
        self,
        initial: StateLike[Agent],
        *,
        global_state: StateLike[Agent] | None = None,
        states: Iterable[StateLike[Agent]] = (),
        name: str = "machine",
        max_stack: int = 64,
    ) -> None:
        self.name = name
        self.max_stack = max_stack
        try:
            given = [initial, *states]
        except TypeError:
            remedy = "give a list: states=[...]"
            raise UsageError(f"states={brief(states)} is no list of states", where=name, remedy=remedy) from None
        found, leads_to = _reachable(given, global_state)
        problems = list(_problems(found, global_state, name, max_stack))
        if problems:
            raise DefinitionError(f"state machine {name!r}", problems)
        self._hooks: dict[Hashable, Hooks] = {}
        number = 1
        for state in found:
            hooks = self._hooks[key_of(state)] = Hooks(state, number)
            number += 1 if hooks.activity is None else 1 + len(hooks.activity.describe())
        self.activities = {each.id: each.activity for each in self._hooks.values() if each.activity is not None}
        """What goes on in states, by their ids."""
        self._by_name = {hooks.name: hooks for hooks in self._hooks.values()}
        self._leads_to = leads_to
        self.initial = self._hooks[key_of(initial)]
        self.global_state = None if global_state is None else self._hooks[key_of(global_state)]

    @property
    def states(self) -> tuple[StateLike[Agent], ...]:
        """All states of the machine, as they were given."""
        return tuple(hooks.state for hooks in self._hooks.values())

    def bind(self, agent: Agent, context: Context | None = None) -> MachineMind[Agent]:
        """Make an idle mind for `agent`: any object. Without a context it gets a manual clock at zero."""
        return MachineMind(self, agent, Context() if context is None else context)

    def hooks_of(self, state: StateLike[Agent]) -> Hooks:
        """The machine's record of `state`.

        Raises:
            UsageError: it is not one of the machine's states.
        """
        try:
            return self._hooks[key_of(state)]
        except KeyError:
            pass
        known, shown = ", ".join(self._by_name), state_name(state)
        if isinstance(state, type):
            problem, remedy = f"{shown} is a class, not a state", "name the state object"
        elif shown in self._by_name:
            problem = f"this {shown} is another object than the machine's state of that name"
            remedy = "make the state once, and name that object everywhere"
        else:
            problem = f"{shown} is not one of the states of {self.name!r}, which are {known}"
            remedy = "give it to the machine: Machine(..., states=[...])"
        raise UsageError(problem, remedy=remedy)

    def hooks_executing(self, execute: object) -> Hooks | None:
        """The machine's record of the state that has this `execute`, traced or not."""
        return next((each for each in self._hooks.values() if execute in (each.execute, each.execute_traced)), None)

    def hooks_named(self, name: str) -> Hooks | None:
        """The machine's record of the state of that name."""
        return self._by_name.get(name)

    def describe(self) -> Outline:
        """The machine as node 0, and its states, the initial one first; arrows as far as reading the hooks can tell."""
        return self._outline

    @functools.cached_property
    def _outline(self) -> Outline:
        nodes = [OutlineNode(0, None, "machine", self.name)]
        for hooks in self._hooks.values():
            targets = self._leads_to[key_of(hooks.state)]
            kind = "global state" if hooks is self.global_state else "state"
            nodes.append(
                OutlineNode(
                    hooks.id,
                    0,
                    kind,
                    hooks.name,
                    hooks.place,
                    tuple(self._hooks[key_of(each)].id for each in targets),
                )
            )
            if hooks.activity is not None:
                nodes.extend(hooks.activity.describe().inside(hooks.id))
        return Outline(nodes)

    @property
    def conditions(self) -> Conditions:
        """Those of what goes on in its states, by ids in the outline."""
        return conditions_within({}, self.activities)

    def __repr__(self) -> str:
        return f"<fsm.Machine {self.name!r}: {', '.join(self._by_name)}>"


def _reachable(given: list[Any], global_state: Any) -> tuple[list[Any], dict[Hashable, list[Any]]]:
    """All states that the given ones lead to, breadth first, the global one last; and what each leads to."""
    found: dict[Hashable, Any] = {key_of(state): state for state in given}
    names = {state_name(state) for state in (*given, *([] if global_state is None else [global_state]))}
    leads_to: dict[Hashable, list[Any]] = {}
    queue = list(found.values())
    if global_state is not None:
        queue.append(global_state)
    for state in queue:  # grows
        if key_of(state) in leads_to:
            continue
        targets: list[Any] = []
        leads_to[key_of(state)] = targets
        for target in states_named_by(state):
            key = key_of(target)
            if key not in found and target is not global_state:
                if not is_state(target) and state_name(target) in names:
                    continue  # it may be no state at all; if it is one, changing to it will say what to do
                found[key] = target
                names.add(state_name(target))
            targets.append(target)
            queue.append(target)
    if global_state is not None:
        found.setdefault(key_of(global_state), global_state)
    return list(found.values()), leads_to


def _problems(states: list[Any], global_state: Any, name: object, max_stack: object) -> Iterable[Problem]:
    names: dict[str, object] = {}
    for state in states:
        state_problems = list(problems_of(state, str(name)))
        yield from state_problems
        if state_problems:
            continue
        own = state_name(state)
        if own in names:
            places = " and ".join(filter(None, (place_of_state(each) for each in (names[own], state))))
            yield Problem(
                "fsm-duplicate-name",
                f"{name} › {own}",
                "two states have this name, so that saved games could not tell them apart"
                + f" ({places})" * bool(places),
                "give one of them another `name`"
                if is_state(state)
                else "write one of them as a def of another name, or as the execute of a State",
            )
        names[own] = state
    if is_state(global_state) or is_definition(global_state):
        hooks = [hook for hook, _ in overridden(global_state)] if is_state(global_state) else []
        if activity_of(global_state) is not None:
            hooks.append("activity")
        for hook in hooks:
            if hook not in ("execute", "on_message"):
                yield Problem(
                    "fsm-global-hook",
                    f"{name} › {state_name(global_state)}.{hook}",
                    "would never be called, or never end: a global state only executes and is told messages",
                    "move this work to a state, or to where the agent is made",
                )
    if not isinstance(name, str):
        yield Problem("fsm-name", "machine", f"its name is {brief(name)}", "let `name` be a string")
    if not is_integer(max_stack, 1):
        yield Problem("fsm-max-stack", str(name), f"max_stack is {max_stack!r}", "let it be an integer, at least 1")


def place_of_state(state: object) -> str | None:
    """`module:line` of a state."""
    return Hooks(state, 0).place
