"""The outline of a machine: ids, kinds, sources, arrows, digest."""

import functools
import types

import pytest

from gumption import fsm
from tests.fsm.scripted import Overseer, Scripted


class Bank(fsm.State):
    def execute(self, agent, machine):
        machine.change_state(MINE)


class Mine(fsm.State):
    def exit(self, agent, machine):
        pass

    def enter(self, agent, machine):
        pass

    def execute(self, agent, machine):
        if agent.full:
            machine.change_state(BANK)
        machine.push_state(snack)


class Watch(fsm.State):
    def execute(self, agent, machine):
        machine.change_state(HOME)


class Rest(fsm.State):
    name = "rest at home"


def snack(agent, machine):
    machine.pop_state()


BANK, MINE, HOME = Bank(), Mine(), Rest()


def miner(**options):
    return fsm.Machine(MINE, global_state=Watch(), name="miner", **options)


def line(function):
    return function.__code__.co_firstlineno


def test_the_outline_is_the_machine_and_below_it_its_states():
    """C7: breadth first from the initial state, in the order of the code; the global state last."""
    nodes = [(node.id, node.parent, node.kind, node.name) for node in miner().describe()]
    assert nodes == [
        (0, None, "machine", "miner"),
        (1, 0, "state", "Mine"),
        (2, 0, "state", "Bank"),
        (3, 0, "state", "snack"),
        (4, 0, "state", "rest at home"),
        (5, 0, "global state", "Watch"),
    ]


def test_the_outline_tells_what_each_state_may_hand_over_to():
    """C7: as far as reading its code can tell."""
    arrows = {node.name: node.leads_to for node in miner().describe() if node.leads_to}
    assert arrows == {"Mine": (2, 3), "Bank": (1,), "Watch": (4,)}
    assert str(miner().describe()).splitlines()[1] == "  state Mine -> Bank, snack"


def test_the_outline_tells_the_line_of_each_state():
    """C7: of its first hook, in the order enter, execute, exit; of a state without hooks there is none."""
    here = __name__
    assert [node.source for node in miner().describe()] == [
        None,
        f"{here}:{line(Mine.enter)}",
        f"{here}:{line(Bank.execute)}",
        f"{here}:{line(snack)}",
        None,
        f"{here}:{line(Watch.execute)}",
    ]


class Worker:
    def work(self, agent):
        pass

    def __call__(self, agent):
        pass


CALLABLES = {
    "bound method": (Worker().work, line(Worker.work)),
    "callable object": (Worker(), line(Worker.__call__)),
    "partial": (functools.partial(snack), line(snack)),
}


@pytest.mark.parametrize(("state", "number"), CALLABLES.values(), ids=CALLABLES)
def test_the_line_of_a_callable_is_that_of_its_code(state, number):
    """C7: in the module where that stands."""
    assert fsm.Machine(state).describe()[1].source == f"{__name__}:{number}"


def test_the_line_of_a_built_in_function_is_not_known():
    """C7."""
    assert fsm.Machine(print).describe()[1].source is None


def test_states_that_are_given_come_first_in_the_order_given():
    """C7: those that are found come after them; the order of finding does not depend on anything but the code."""
    outline = miner(states=[HOME, BANK]).describe()
    assert [node.name for node in outline][1:] == ["Mine", "rest at home", "Bank", "snack", "Watch"]


def test_the_global_state_is_last_though_others_name_it():
    """C7."""
    watch = Watch()

    def first(agent, machine):
        machine.set_global_state(watch)
        machine.change_state(MINE)

    outline = fsm.Machine(first, global_state=watch).describe()
    assert [node.name for node in outline][1:] == ["first", "Mine", "rest at home", "Bank", "snack", "Watch"]
    assert outline[1].leads_to == (6, 2)


def test_a_global_state_that_is_a_usual_state_as_well_stands_once():
    """C7."""
    overseer = Overseer()
    outline = fsm.Machine(overseer, global_state=overseer).describe()
    assert [(node.kind, node.name) for node in outline] == [("machine", "machine"), ("global state", "g")]


SOURCE = """
class One(fsm.State):
    def execute(self, agent, machine):
        machine.change_state(TWO)

class Two(fsm.State):
    def enter(self, agent, machine):
        pass

    def execute(self, agent, machine):
        machine.change_state(ONE)

ONE, TWO = One(), Two()
"""


def built_from(source):
    """The machine that this source defines."""
    module = types.ModuleType("shifted")
    module.fsm = fsm
    exec(source, module.__dict__)
    return fsm.Machine(module.ONE, name="m").describe()


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("", "", True),
        ("class One", "\n\n# a comment\nclass One", True),
        ("        pass", "        x = 1\n        return x", True),
        ("def enter(self, agent, machine)", "def exit(self, agent, machine)", True),
        ("    def execute(self, agent, machine):\n        machine.change_state(ONE)", "", True),
        ("class Two(fsm.State):", "class Two(fsm.State):\n    name = 'deux'", False),
        ("machine.change_state(TWO)", "pass", False),
        ("machine.change_state(TWO)", "machine.change_state(THREE); machine.change_state(TWO)", False),
    ],
    ids=["nothing", "lines moved", "other code", "other hook", "fewer arrows", "renamed", "lost", "one more"],
)
def test_the_digest_names_the_shape_and_not_the_code(old, new, same):
    """C7, C5: moving and rewriting code keeps saved games, another set of states does not."""
    before = built_from(SOURCE)
    after = built_from((SOURCE.replace(old, new) if old else SOURCE) + "\nTHREE = fsm.State()\nTHREE.name = 'three'\n")
    assert (before.digest == after.digest) is same
    if old == "class One":
        assert before[1].source != after[1].source


def test_the_digest_of_a_machine_never_changes_between_releases_by_accident():
    """C5: saved games hold it."""
    machine = fsm.Machine(Scripted("a"), states=[Scripted("b")], global_state=Overseer(), name="m")
    assert machine.describe().digest == "1bd291034a28acec"
    assert machine.describe() is machine.describe()
