"""Machines for the contract suite; importable, so that a new process finds them."""

from gumption import Message, Status, fsm
from gumption.testing import CallRecorder, Example

Machine = fsm.MachineMind[CallRecorder]


class Told(fsm.State[CallRecorder]):
    """Reports every hook."""

    def __init__(self, name: str) -> None:
        self.name = name

    def enter(self, agent, machine):
        agent.call(f"{self.name}.enter")

    def execute(self, agent, machine):
        agent.call(f"{self.name}.execute")
        agent.data["n"] = agent.data.get("n", 0) + 1

    def exit(self, agent, machine):
        agent.call(f"{self.name}.exit")

    def pause(self, agent, machine):
        agent.call(f"{self.name}.pause")

    def resume(self, agent, machine, result):
        agent.call(f"{self.name}.resume")

    def on_message(self, agent, machine, message):
        agent.call(f"{self.name}.on_message")
        return message.kind == "hello"


class Work(Told):
    """Rests after two ticks, and once in a while, by chance, at once."""

    def execute(self, agent, machine):
        super().execute(agent, machine)
        if agent.data["n"] % 3 == 0:
            machine.push_state(REST)
        elif machine.context.random.random() < 0.3:
            machine.change_state(PLAY)


class Rest(Told):
    def execute(self, agent, machine):
        super().execute(agent, machine)
        machine.pop_state("rested")


class Play(Told):
    def execute(self, agent, machine):
        super().execute(agent, machine)
        if agent.data["n"] >= 7:
            machine.finish(Status.SUCCESS)
        else:
            machine.revert_to_previous_state()


class Needs(fsm.State[CallRecorder]):
    def execute(self, agent, machine):
        agent.call("needs.execute")

    def on_message(self, agent, machine, message):
        agent.call("needs.on_message")
        if message.kind == "stop":
            machine.change_state(PLAY)
        return True


WORK, REST, PLAY = Work("work"), Rest("rest"), Play("play")


def worker() -> fsm.Machine[CallRecorder]:
    """Changes, pushes, pops, reverts, messages, chance, and an end."""
    return fsm.Machine(WORK, global_state=Needs(), name="worker")


def count(agent: CallRecorder, machine: Machine) -> None:
    agent.call("count.execute")


def single() -> fsm.Machine[CallRecorder]:
    """One bare function for ever."""
    return fsm.Machine(count, name="single")


class Nest(fsm.State[CallRecorder]):
    """Pushes itself until the stack is as high as it may be."""

    def execute(self, agent, machine):
        if len(machine.stack) < machine.machine.max_stack:
            machine.push_state(self)
        else:
            agent.call("bottom")


def deep(levels: int) -> fsm.Machine[CallRecorder]:
    """As many states on the stack as asked for."""
    return fsm.Machine(Nest(), max_stack=levels, name="deep")


EXAMPLES = [
    Example(worker, messages={3: Message("hello"), 5: Message("stop"), 6: Message("other")}),
    Example(single, deep=deep),
]
