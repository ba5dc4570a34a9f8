"""Those who send, and those who take. The tests give the definitions they want to be there."""

from gumption import flow, fsm


class Calls(fsm.State):
    def execute(self, agent, machine):
        machine.context.send(agent.friend, "dinner")
        machine.context.send(agent.friend, agent.kind)  # not known


class Listens(fsm.State):
    def on_message(self, agent, machine, message):
        if message.kind == "breakfast":
            agent.hungry = False
            return True
        return False


async def wait_for_breakfast(agent):
    await flow.message("breakfast")


CALLER = fsm.Machine(Calls(), name="caller")
LISTENER = fsm.Machine(Listens(), name="listener")
WAITER = flow.Selector([flow.node(wait_for_breakfast)], name="waiter")
