"""States for the tests here: each reports its hooks to the agent, then does what the test has given it to do."""

from collections.abc import Callable
from typing import Any

from gumption import Message, fsm
from gumption.testing import CallRecorder

Does = Callable[..., object]


class Scripted(fsm.State[CallRecorder]):
    """Reports `name.hook`, and `name.kind` for a message; then calls what was given for that hook.

    Args:
        name: the state's name.
        does: hook -> function of (agent, machine); that of `on_message` takes the message too, and its value is
            returned.
    """

    def __init__(self, name: str, **does: Does) -> None:
        self.name = name
        self.does = does

    def enter(self, agent, machine):
        self._report("enter", agent, machine)

    def execute(self, agent, machine):
        self._report("execute", agent, machine)

    def exit(self, agent, machine):
        self._report("exit", agent, machine)

    def pause(self, agent, machine):
        self._report("pause", agent, machine)

    def resume(self, agent, machine, result):
        agent.data["result"] = result
        self._report("resume", agent, machine)

    def on_message(self, agent, machine, message):
        agent.call(f"{self.name}.{message.kind}")
        return self.does["on_message"](agent, machine, message) if "on_message" in self.does else False

    def _report(self, hook, agent, machine):
        agent.call(f"{self.name}.{hook}")
        if hook in self.does:
            self.does[hook](agent, machine)

    def __repr__(self) -> str:
        return self.name


class Overseer(fsm.State[CallRecorder]):
    """A global state of that kind."""

    def __init__(self, name: str = "g", **does: Does) -> None:
        self.name = name
        self.does = does

    def execute(self, agent, machine):
        agent.call(f"{self.name}.execute")
        if "execute" in self.does:
            self.does["execute"](agent, machine)

    def on_message(self, agent, machine, message):
        agent.call(f"{self.name}.{message.kind}")
        return self.does["on_message"](agent, machine, message) if "on_message" in self.does else False


def idle(*states: Any, **options: Any) -> tuple[CallRecorder, fsm.MachineMind[CallRecorder]]:
    """An agent and its mind, not yet ticked; the first state is the initial one."""
    agent = CallRecorder()
    return agent, fsm.Machine(states[0], states=states[1:], **options).bind(agent)


def running(*states: Any, **options: Any) -> tuple[CallRecorder, fsm.MachineMind[CallRecorder]]:
    """The same after one tick, whose calls are forgotten."""
    agent, mind = idle(*states, **options)
    mind.tick()
    agent.calls.clear()
    return agent, mind


def once(does: Does) -> Does:
    """Does it the first time only."""
    left = [does]
    return lambda *arguments: left.pop()(*arguments) if left else None


def to(state: Any) -> Does:
    """A hook that changes to `state`."""
    return lambda _, machine, *__: machine.change_state(state)


def says(value: object) -> Does:
    """An on_message that returns `value`."""
    return lambda *_: value


def sends(*kinds: str) -> Does:
    """A hook that sends its own machine messages of these kinds, and expects that they wait."""

    def send(_, machine, *__):
        for kind in kinds:
            assert machine.send(Message(kind)) is False
        return True

    return send


def boom(*_: object) -> None:
    """Raises what `Boom` is."""
    raise Boom("boom")


class Boom(Exception):  # noqa: N818 - not an error of gumption's
    """What the tests let hooks raise."""
