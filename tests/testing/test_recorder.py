"""The call recorder: the agent in tests of minds."""

import pytest

from gumption import fsm
from gumption.core.source import agent_name
from gumption.testing import CallRecorder


def test_calls_are_written_down_in_order() -> None:
    agent = CallRecorder()
    agent.call("dig.enter")
    agent.call("dig.execute")
    agent.call("dig.execute")
    assert agent.calls == ["dig.enter", "dig.execute", "dig.execute"]
    assert (agent.total, agent.count("dig.execute"), agent.count("dig.exit")) == (3, 2, 0)


def test_expecting_calls_forgets_them_but_not_how_many_there_were() -> None:
    agent = CallRecorder()
    agent.expect()
    agent.call("a")
    agent.call("b")
    agent.expect("a", "b")
    assert (agent.calls, agent.total, agent.count("a")) == ([], 2, 0)
    agent.call("c")
    agent.expect("c")
    assert agent.total == 3


@pytest.mark.parametrize("expected", [[], ["a"], ["b", "a"], ["a", "b", "c"], ["a", "a"]])
def test_expecting_other_calls_fails_and_shows_both(expected: list[str]) -> None:
    agent = CallRecorder()
    agent.call("a")
    agent.call("b")
    with pytest.raises(AssertionError) as caught:
        agent.expect(*expected)
    assert str(caught.value) == f"expected the calls {expected}, but there were ['a', 'b']"
    agent.expect()


def test_an_action_is_done_once_at_the_planned_call_and_is_told_what_was_called() -> None:
    agent = CallRecorder()
    told: list[str] = []
    agent.at_call(2, told.append)
    agent.at_call(4, told.append)
    for what in "abcde":
        agent.call(what)
        if what == "c":
            agent.expect("a", "b", "c")  # the plan counts all calls, also those that were forgotten
    assert told == ["b", "d"]


def test_an_action_may_raise_and_the_call_is_written_down_all_the_same() -> None:
    agent = CallRecorder()

    def fail(what: str) -> None:
        raise ValueError(what)

    agent.at_call(1, fail)
    with pytest.raises(ValueError, match=r"^dig$"):
        agent.call("dig")
    agent.call("dig")
    assert agent.calls == ["dig", "dig"]


def test_an_action_may_call_and_plan_again() -> None:
    agent = CallRecorder()
    agent.at_call(1, lambda what: (agent.at_call(2, lambda what: agent.call("third")), agent.call("second")))
    agent.call("first")
    agent.expect("first", "second", "third")


def test_the_last_plan_for_a_call_counts() -> None:
    agent = CallRecorder()
    told: list[str] = []
    agent.at_call(1, lambda what: told.append("earlier"))
    agent.at_call(1, lambda what: told.append("later"))
    agent.call("a")
    assert told == ["later"]


def test_recorders_share_nothing_and_have_a_name_for_messages() -> None:
    one, other = CallRecorder(), CallRecorder()
    one.call("a")
    one.data["n"] = 1
    assert (other.calls, other.total, other.data) == ([], 0, {})
    assert agent_name(one) == "recorder"


def test_it_serves_as_the_agent_of_a_machine() -> None:
    """The first test that a user would write."""

    def dig(agent: CallRecorder, machine: fsm.MachineMind[CallRecorder]) -> None:
        agent.call("dig.execute")
        machine.change_state(rest)

    def rest(agent: CallRecorder) -> None:
        agent.call("rest.execute")

    agent = CallRecorder()
    mind = fsm.Machine(dig).bind(agent)
    mind.tick()
    mind.tick()
    agent.expect("dig.execute", "rest.execute")
