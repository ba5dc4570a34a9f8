"""Every engine's mind inside every engine's, for the contract suite; importable, so that a new process finds them."""

import functools
from collections.abc import Callable
from typing import Any

from gumption import Message, Status, bt, flow, fsm, goap
from gumption.core.mind import Definition
from gumption.testing import CallRecorder, Example
from gumption.testing.example import Life
from tests.bt import examples as trees
from tests.flow import examples as selectors
from tests.fsm import examples as machines
from tests.goap import examples as planners

MESSAGES = {3: Message("hello"), 5: Message("go"), 6: Message("other"), 9: Message("hello"), 14: Message("stop")}


def turn(agent: CallRecorder, name: str) -> int:
    """How often this was called."""
    agent.call(name)
    number = agent.data[name] = agent.data.get(name, 0) + 1
    return int(number)


def in_tree(inner: Definition[CallRecorder]) -> bt.Tree[CallRecorder]:
    """Runs inside a reactive selector, which leaves it now and then; and beside something else."""

    def danger(agent: CallRecorder) -> bool:
        return turn(agent, "danger") % 7 == 0

    def flee(agent: CallRecorder) -> Status:
        return Status.RUNNING if turn(agent, "flee") % 3 else Status.SUCCESS

    def note(agent: CallRecorder, context: Any, message: Message) -> bool:
        agent.data["heard"] = message.kind
        return False

    return bt.Tree(
        bt.reactive_selector(
            bt.sequence(bt.condition(danger), bt.action(flee)),
            bt.parallel(bt.force_success(bt.mind(inner)), bt.repeat(2, bt.timeout(0.6, bt.action(flee)))),
        ),
        on_message=note,
        name="outer tree",
    )


class Work(fsm.State[CallRecorder]):
    """The mind is its activity."""

    def __init__(self, activity: Definition[CallRecorder]) -> None:
        self.activity = activity

    def enter(self, agent: CallRecorder, machine: Any) -> None:
        agent.call("work.enter")

    def execute(self, agent: CallRecorder, machine: Any) -> None:
        count = turn(agent, "work.execute")
        if count % 8 == 0:
            machine.change_state(REST)
        elif count % 5 == 0:
            machine.push_state(NAP)

    def finished(self, agent: CallRecorder, machine: Any, status: Status) -> None:
        if turn(agent, "work.finished") % 3 == 0:
            machine.change_state(REST)

    def exit(self, agent: CallRecorder, machine: Any) -> None:
        agent.call("work.exit")

    def pause(self, agent: CallRecorder, machine: Any) -> None:
        agent.call("work.pause")

    def on_message(self, agent: CallRecorder, machine: Any, message: Message) -> bool:
        agent.call("work.on_message")
        return message.kind == "other"


class Rest(fsm.State[CallRecorder]):
    """For a tick or two."""

    def execute(self, agent: CallRecorder, machine: Any) -> None:
        if turn(agent, "rest.execute") % 2 == 0:
            machine.revert_to_previous_state()


class Nap(fsm.State[CallRecorder]):
    """On top of work, for a tick."""

    def execute(self, agent: CallRecorder, machine: Any) -> None:
        agent.call("nap.execute")
        machine.pop_state()


REST, NAP = Rest(), Nap()


def in_machine(inner: Definition[CallRecorder]) -> fsm.Machine[CallRecorder]:
    """The activity of a state that is left, paused and told messages."""
    return fsm.Machine(initial=Work(inner), states=[REST, NAP], name="outer machine")


def in_selector(inner: Definition[CallRecorder]) -> flow.Selector[CallRecorder]:
    """The body of a node that another one takes over from."""

    class Alarm(flow.Node[CallRecorder]):
        def check(self, agent: CallRecorder) -> bool:
            return turn(agent, "alarm.check") % 4 == 0

        async def run(self, agent: CallRecorder) -> None:
            agent.call("alarm.run")
            await flow.sleep(0.4)
            agent.call("alarm.over")

    return flow.Selector([Alarm(), inner], period=0.5, wake=["go"], name="outer selector")


class Errands(goap.Provider[CallRecorder]):
    """One thing after another."""

    def world_state(self, agent: CallRecorder) -> dict[str, Any]:
        agent.call("world_state")
        return {"sound": agent.data.get("sound", True), "done": False}

    def plan_aborted(self, agent: CallRecorder, mind: Any, action: Any, reason: str) -> None:
        agent.call("plan_aborted")

    def on_message(self, agent: CallRecorder, mind: Any, message: Message) -> bool:
        agent.call("errands.on_message")
        if message.kind == "hello":
            agent.data["sound"] = False
        return False


def in_planner(inner: Definition[CallRecorder]) -> goap.Planner[CallRecorder]:
    """What carries an action out, and is left for something more urgent."""

    def mend(agent: CallRecorder) -> None:
        agent.data["sound"] = turn(agent, "mend") >= 0

    domain: goap.Domain[CallRecorder] = goap.Domain(
        [
            goap.Action("mend", effects={"sound": True}, perform=mend, duration=0.3),
            goap.Action("work", preconditions={"sound": True}, effects={"done": True}, perform=inner, cooldown=0.6),
        ],
        goals=[goap.Goal("all is well", {"sound": True}, priority=2), goap.Goal("work done", {"done": True})],
    )
    return goap.Planner(domain, Errands(), backoff=0.6, name="outer planner")


OUTER: dict[str, Callable[[Definition[CallRecorder]], Definition[CallRecorder]]] = {
    "tree": in_tree,
    "machine": in_machine,
    "selector": in_selector,
    "planner": in_planner,
}
INNER: dict[str, Example] = {
    "machine": machines.EXAMPLES[0],
    "tree": trees.EXAMPLES[0],
    "awaiting tree": trees.EXAMPLES[4],
    "tree with keys": trees.EXAMPLES[3],
    "selector": selectors.EXAMPLES[0],
    "planner": planners.EXAMPLES[0],
}
ALONE: dict[str, Callable[[Definition[CallRecorder]], Definition[CallRecorder]]] = {
    "tree": lambda inner: bt.Tree(bt.mind(inner)),
    "machine": lambda inner: fsm.Machine(initial=inner),
    "selector": lambda inner: flow.Selector([inner]),
    "planner": in_planner,
}
"""Nothing but the mind inside, for C8."""


@functools.cache
def deep_tree(depth: int) -> Definition[CallRecorder]:
    """One for all: compiling it takes seconds."""
    return trees.deep(depth)


def example(outer: str, inner: str) -> Example:
    """One kind in another."""
    build, inside = OUTER[outer], INNER[inner]

    def factory() -> Definition[CallRecorder]:
        return build(inside.factory())

    factory.__name__ = f"{inner} in a {outer}".replace(" ", "_")
    lives_with = set(inside.lives_with)
    if outer == "selector":  # a node that fails rests, and the selector goes on
        lives_with |= {"alarm.run", "alarm.over", *Life(Example(inside.factory, 40, MESSAGES)).run().agent.calls}
    deep = (lambda depth: ALONE[outer](deep_tree(depth))) if inner == "tree" else None
    return Example(factory, 18, MESSAGES, frozenset(lives_with), deep)


EXAMPLES = [example(outer, inner) for outer in OUTER for inner in INNER]
