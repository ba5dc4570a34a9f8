"""What a state machine says of a state: what it came from, and what may come next (rule Y3)."""

from types import SimpleNamespace
from typing import Any

from gumption import Status, fsm
from tests.why.asked import Asked


class Walk(fsm.State[Any]):
    """Goes on to rest when it is told so, or when the agent is tired."""

    def execute(self, agent: Any, machine: Any) -> None:
        if agent.tired:
            machine.change_state(REST)

    def on_message(self, agent: Any, machine: Any, message: Any) -> bool:
        if message.kind == "stop":
            machine.change_state(REST)
        return bool(message.kind in ("stop", "hello"))


class Rest(fsm.State[Any]):
    """Says that it does."""

    def enter(self, agent: Any, machine: Any) -> None:
        machine.context.say("sits down")
        machine.context.say("sighs")


class Look(fsm.State[Any]):
    """For a tick, on top of whatever is done."""

    def execute(self, agent: Any, machine: Any) -> None:
        machine.pop_state()


class Ears(fsm.State[Any]):
    """Have the agent look, whatever it does."""

    def on_message(self, agent: Any, machine: Any, message: Any) -> bool:
        if message.kind == "noise":
            machine.push_state(LOOK)
        elif message.kind == "end":
            machine.finish(Status.SUCCESS)
        return True


WALK, REST, LOOK = Walk(), Rest(), Look()
MACHINE = fsm.Machine(initial=WALK, states=[REST, LOOK], global_state=Ears(), name="guard")


def guard(*, tired: bool = False) -> Asked:
    return Asked(MACHINE, SimpleNamespace(name="Ada", tired=tired))


def test_a_machine_begins() -> None:
    """Y3: and its code and that of the global state are told, with where they stand."""
    told = guard().tick().reason()
    assert told.because == ["that is where the machine begins"]
    assert [each.split(" (")[0] for each in told.changes] == ["its code", "the global state Ears"]
    assert [each.rpartition(" may ")[2] for each in told.changes] == ["go on to Rest", "go on to Look"]


def test_the_state_before_and_the_words() -> None:
    """Y3: the first ones that were said."""
    told = guard(tired=True).tick().tick().reason()
    assert told.because == ["Walk was left, with the words “sits down”"]
    assert (told.name, told.since, told.seconds) == ("Rest", 1, 1.0)


def test_a_message_is_a_cause_while_it_is_delivered() -> None:
    """Y3."""
    assert guard().tick().send("stop").reason().because == [
        "“stop” came from entity 2",
        "Walk was left, with the words “sits down”",
    ]


def test_a_message_that_was_done_with_is_no_cause() -> None:
    """Y3: it came in the same tick, and did nothing."""
    asked = guard().tick()
    asked.clock.step_once()
    asked.send("hello")
    asked.agent.tired = True
    asked.mind.tick()
    assert asked.reason().because == ["Walk was left, with the words “sits down”"]


def test_pushed_and_taken_up_again() -> None:
    """Y3, F7."""
    asked = guard().tick().send("noise")
    assert asked.reason().because == ["“noise” came from entity 2", "Walk was laid aside for it"]
    told = asked.tick().reason()
    assert (told.because, told.since) == (["Look was left", "it was taken up again"], 2)


def test_what_a_machine_ended_with() -> None:
    """Y1: what it would have changed to is not told any more."""
    told = guard().tick().send("end").reason()
    assert (told.runs, told.result, told.changes) == (False, "success", [])
    assert str(guard().tick().send("end").why()).endswith(
        "Walk (machine guard) was done in tick 1; it ran because that is where the machine begins."
    )


def test_who_stopped_it() -> None:
    """Y1."""
    asked = guard().tick()
    asked.mind.halt("the game is over")
    assert asked.reason().ended == "machine guard was stopped (the game is over)"


def test_nothing_was_done_yet() -> None:
    """Y1."""
    assert str(guard().why()) == "Ada (entity 1) at tick 0, 0 s: nothing has been done yet."


def test_without_memory_causes_are_not_told() -> None:
    """Y7."""
    asked = guard().tick()
    (told,) = asked.mind.why().reasons
    assert (told.because, told.since) == ([], None)
    asked.send("end")
    assert "what was done in it is not remembered" in str(asked.mind.why())
