"""A state as the machine uses it: its hooks, looked up once when the machine is built."""

from collections.abc import Callable, Hashable, Iterator
from types import MethodType
from typing import Any, Final

from gumption.core.callables import agent_first, misspelt, takes
from gumption.core.mind import is_definition
from gumption.core.source import is_async, name_of, place_of
from gumption.core.trace import Executed
from gumption.errors import Problem, brief
from gumption.fsm.activity import activity_of, with_activity
from gumption.fsm.state import Running, State, is_state

Hook = Callable[..., Any]

ARGUMENTS: Final = {"enter": 2, "execute": 2, "exit": 2, "finished": 3, "pause": 2, "resume": 3, "on_message": 3}
"""Hook -> number of arguments it is called with."""
_THIRD: Final = {"resume": "result", "finished": "status"}
"""What the last of three arguments is, where it is not a message."""


def state_name(state: object) -> str:
    """What a state is called: its own `name`, else its class; a function's name."""
    if is_state(state):
        return state.name or type(state).__name__
    return state.name if is_definition(state) else name_of(state)


def key_of(state: object) -> Hashable:
    """What tells one state from another: identity; but two looks at one bound method are the same state."""
    return state if isinstance(state, MethodType) else id(state)


def do_nothing(_agent: object, _machine: object) -> None:
    """The `execute` of a state that has none."""


class Hooks:
    """One state of one machine. `execute` is always callable; the others are None where the state has none.

    An activity is a part of the hooks: see `with_activity`.
    """

    def __init__(self, state: Any, id: int) -> None:  # noqa: A002 - the field's name
        self.state = state
        self.id = id
        self.name = state_name(state)
        self.enter: Hook | None = None
        self.execute: Hook = do_nothing
        self.exit: Hook | None = None
        self.finished: Hook | None = None
        self.pause: Hook | None = None
        self.resume: Hook | None = None
        self.on_message: Hook | None = None
        if is_state(state):
            for hook, function in overridden(state):
                setattr(self, hook, function)
        elif callable(state) and not is_definition(state):
            self.execute = agent_first(state) or state
        self.activity = activity_of(state)
        if self.activity is not None:
            with_activity(self, executes=self.execute is not do_nothing)

    @property
    def place(self) -> str | None:
        """`module:line` of the user's first hook."""
        if type(self.state) is Running:  # pyright: ignore[reportUnknownMemberType]
            return None
        if is_state(self.state):
            return next((place_of(function) for _, function in overridden(self.state)), None)
        return None if is_definition(self.state) else place_of(self.state)

    def execute_traced(self, agent: Any, machine: Any) -> None:
        """Tell the tracer, then execute."""
        context = machine.context
        if context.tracer is not None:
            context.tracer(Executed(context.entity, self.id))
        self.execute(agent, machine)


def overridden(state: State[Any]) -> Iterator[tuple[str, Hook]]:
    """The hooks that the state's class, or the instance, has of its own."""
    for hook in ARGUMENTS:
        function = getattr(state, hook)
        if getattr(function, "__func__", function) is not getattr(State, hook):
            yield hook, function


def problems_of(state: object, machine: str) -> Iterator[Problem]:
    """What keeps `state` from being a state."""
    if isinstance(state, type):
        yield Problem("fsm-class", machine, f"{state.__name__} is a class", f"give a state object: {state.__name__}()")
    elif is_state(state):
        own: object = state.name
        if not isinstance(own, str):
            where = f"{machine} › {type(state).__name__}"
            yield Problem("fsm-name", where, f"its name is {brief(own)}", "let `name` be a string")
            return
        for name, meant in misspelt(state, State, ARGUMENTS):
            if callable(getattr(state, name, None)):
                where = f"{machine} › {state_name(state)}.{name}"
                yield Problem("fsm-misspelt", where, "is never called", f"did you mean {meant!r}?")
        for hook, function in overridden(state):
            yield from _hook_problems(function, ARGUMENTS[hook], f"{machine} › {state_name(state)}.{hook}")
        if state.activity is not None and not is_definition(state.activity):
            yield Problem(
                "fsm-activity",
                f"{machine} › {state_name(state)}",
                f"its activity {brief(state.activity)} is no definition",
                "give a definition: a bt.Tree, an fsm.Machine, a flow.Selector, a goap.Planner",
            )
        elif (
            "activity" not in vars(state)
            and state.activity is None
            and any(hook == "finished" for hook, _ in overridden(state))
        ):
            where = f"{machine} › {state_name(state)}.finished"
            yield Problem("fsm-activity", where, "is never called: the state has no activity", "set `activity`")
    elif is_definition(state):
        given: object = state.name
        if not isinstance(given, str):
            yield Problem("fsm-name", machine, f"the name of {brief(state)} is {brief(given)}", "give a string")
    elif callable(state):
        yield from _hook_problems(state, 1 if takes(state, 1) else 2, f"{machine} › {state_name(state)}")
    else:
        yield Problem(
            "fsm-not-a-state",
            machine,
            f"{brief(state)} is not a state",
            "give an object of a class derived from fsm.State, a function of (agent) or (agent, machine), "
            "or a definition",
        )


def _hook_problems(function: Hook, count: int, where: str) -> Iterator[Problem]:
    third = next((word for hook, word in _THIRD.items() if where.endswith(f".{hook}")), "message")
    wanted = ("agent", "machine", third)[:count]
    if not takes(function, count):
        yield Problem(
            "fsm-arguments",
            where,
            f"cannot be called with the {count} arguments ({', '.join(wanted)})",
            f"let it take ({', '.join(wanted)})",
        )
    if is_async(function):
        yield Problem(
            "fsm-async",
            where,
            "is a coroutine or generator function, whose body would never run",
            "make it a plain function; long work is split over ticks",
        )
