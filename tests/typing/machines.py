"""What type checkers know of machines: the agent's class follows from the states. Checked, never run.

Lines that have to be errors are marked "type: ignore"; both checkers tell where such a mark is not needed.
"""

# pyright: strict, reportUnnecessaryTypeIgnoreComment=true

from typing import Any, assert_type

from gumption import Context, ExitReason, Message, Mind, Outline, Snapshot, Status, fsm
from gumption.core import Definition


class Miner:
    gold: int = 0


class Wife:
    stew: bool = False


class Dig(fsm.State[Miner]):
    """Hooks may call their arguments as they like."""

    name = "Dig"

    def enter(self, miner: Miner, machine: fsm.MachineMind[Miner]) -> None:
        miner.gold += 1
        assert_type(machine, fsm.MachineMind[Miner])
        assert_type(machine.agent, Miner)
        machine.change_state(REST)
        machine.change_state(walk)
        machine.push_state(stroll)
        machine.change_state(COOK)  # type: ignore[arg-type]
        machine.push_state(stir)  # type: ignore[arg-type]

    def execute(self, who: Miner, how: fsm.MachineMind[Miner]) -> None:
        who.gold += 1
        how.pop_state({"gold": 1})
        how.finish(Status.SUCCESS)
        how.finish("success")  # type: ignore[arg-type]

    def exit(self, x: Miner, y: fsm.MachineMind[Miner]) -> None:
        assert_type(y.exit_reason, ExitReason | None)

    def pause(self, miner: Miner, machine: fsm.MachineMind[Miner]) -> None:
        assert_type(machine.context, Context)

    def resume(self, miner: Miner, machine: fsm.MachineMind[Miner], eaten: Any) -> None: ...

    def on_message(self, miner: Miner, machine: fsm.MachineMind[Miner], letter: Message) -> bool:
        return letter.kind == "home"


class Rest(fsm.State[Miner]):
    """A hook may take more than it is given, with defaults, and of wider types."""

    def enter(self, agent: object, machine: object, often: int = 1) -> None: ...

    def on_message(self, agent: object, machine: object, message: object) -> bool:
        return True


class Cook(fsm.State[Wife]):
    def execute(self, wife: Wife, machine: fsm.MachineMind[Wife]) -> None:
        wife.stew = True


class Narrow(fsm.State[Miner]):
    """Hooks of another shape are errors."""

    def enter(self, agent: Wife, machine: fsm.MachineMind[Miner]) -> None: ...  # type: ignore[override]

    def exit(self, agent: Miner) -> None: ...  # type: ignore[override]

    def on_message(self, agent: Miner, machine: fsm.MachineMind[Miner], message: Message) -> None: ...  # type: ignore[override]


def walk(miner: Miner, machine: fsm.MachineMind[Miner]) -> None:
    machine.change_state(DIG)


def stroll(miner: Miner) -> None:
    miner.gold -= 1


def stir(wife: Wife, machine: fsm.MachineMind[Wife]) -> None:
    wife.stew = True


DIG, REST, COOK = Dig(), Rest(), Cook()

# The agent's class is inferred from states, from functions of two arguments, and of one.
assert_type(fsm.Machine(DIG), fsm.Machine[Miner])
assert_type(fsm.Machine(initial=DIG, global_state=REST, states=[walk, stroll], name="miner"), fsm.Machine[Miner])
assert_type(fsm.Machine(walk), fsm.Machine[Miner])
assert_type(fsm.Machine(stroll), fsm.Machine[Miner])
assert_type(fsm.Machine(initial=stir), fsm.Machine[Wife])

machine = fsm.Machine(DIG)
assert_type(machine.name, str)
assert_type(machine.describe(), Outline)
assert_type(machine.states, tuple[fsm.StateLike[Miner], ...])

# A mind knows its agent.
mind = machine.bind(Miner())
assert_type(mind, fsm.MachineMind[Miner])
assert_type(machine.bind(Miner(), Context()), fsm.MachineMind[Miner])
assert_type(mind.agent, Miner)
assert_type(mind.tick(), Status)
assert_type(mind.status, Status | None)
assert_type(mind.send(Message("home")), bool)
assert_type(mind.snapshot(), Snapshot)
assert_type(mind.current_state, fsm.StateLike[Miner] | None)
assert_type(mind.stack, tuple[fsm.StateLike[Miner], ...])
assert_type(mind.is_in_state(DIG), bool)

# It is what worlds take.
some_mind: Mind = mind
some_definition: Definition[Miner] = machine

# Wrong agents are errors.
machine.bind(Wife())  # type: ignore[arg-type]
fsm.Machine[Miner](stir)  # type: ignore[arg-type]
wrong: Definition[Wife] = machine  # type: ignore[assignment]
mind.set_current_state(COOK)  # type: ignore[arg-type]
mind.is_in_state(stir)  # type: ignore[arg-type]


# A definition for any agent serves for each.
class Wait(fsm.State[Any]):
    def execute(self, agent: Any, machine: fsm.MachineMind[Any]) -> None: ...


for_miners: fsm.Machine[Miner] = fsm.Machine(Wait())
for_wives: fsm.Machine[Wife] = fsm.Machine(Wait())
for_anybody: Definition[object] = fsm.Machine[object](lambda agent: None)
for_miners_too: Definition[Miner] = for_anybody
