"""Messages to a tree: its `on_message` (docstring of Tree; rules S4, C3, C4)."""

import pytest

from gumption import Message, bt
from gumption.core.trace import Exited, Handled, Received, Unhandled
from gumption.errors import DefinitionError, GumptionError, LimitError, MindError, UsageError
from gumption.status import ExitReason
from tests.bt.failing import Boom, line_of
from tests.bt.stage import R, Stage, leaf


def hears(handled=True, *, script="R", traced=False, then=lambda agent: None):
    """A stage whose tree notes the kinds of its messages."""

    def on_message(agent, context, message):
        agent.call(message.kind)
        then(agent)
        return handled

    return Stage(leaf("a", script), on_message=on_message, traced=traced)


@pytest.mark.parametrize("handled", [True, False])
@pytest.mark.parametrize("ticked", [True, False])
def test_a_message_is_told_at_once_and_the_answer_is_whether_it_was_taken(handled, ticked):
    """Mind.send: idle or running; the tree itself does not move."""
    stage = hears(handled)
    if ticked:
        stage.expect("R a( aR")
    status = stage.mind.status
    assert stage.mind.send(Message("hello")) is handled
    stage.agent.expect("hello")
    assert stage.mind.status is status


def test_a_tree_without_on_message_takes_none():
    """Mind.send."""
    stage = Stage(leaf("a", "R"), traced=True)
    assert stage.mind.send(Message("hello")) is False
    assert stage.events == [Unhandled(0, "hello")]


@pytest.mark.parametrize("handled", [True, False])
def test_the_trace_tells_of_a_message_and_what_became_of_it(handled):
    """Received, then Handled by node 0 or Unhandled."""
    stage = hears(handled, traced=True)
    stage.mind.send(Message("hello", sender=3, data=[1]))
    end = Handled(0, 0, "hello") if handled else Unhandled(0, "hello")
    assert stage.events == [Received(0, 3, "hello", [1]), end]


@pytest.mark.parametrize("answer", [None, 1, "yes"])
def test_an_answer_that_is_no_bool_is_an_error_that_names_the_value(answer):
    """S4: everything that runs is exited."""
    stage = hears(answer)
    stage.mind.tick()
    with pytest.raises(UsageError, match=f"on_message returned {answer!r}"):
        stage.mind.send(Message("hello"))
    assert stage.agent.calls[-1] == "a)E"
    assert stage.mind.status is None


def test_an_error_in_it_says_where_and_ends_the_run():
    """C3: the file and line of the function; what runs is exited with reason error."""

    def hear(agent, context, message):
        raise Boom("no")

    stage = Stage(leaf("a", "R"), on_message=hear, traced=True)
    stage.mind.tick()
    with pytest.raises(MindError) as caught:
        stage.mind.send(Message("hello"))
    assert "tree.on_message" in caught.value.where
    assert line_of(hear).rpartition(":")[2] in caught.value.where
    assert "test_messages.py" in caught.value.where
    assert stage.agent.calls[-1] == "a)E"
    assert Exited(0, 1, ExitReason.ERROR) in stage.events
    assert stage.mind.status is None
    stage.mind.tick()


@pytest.mark.parametrize("verb", ["tick", "halt", "snapshot"])
def test_the_mind_is_busy_meanwhile(verb):
    """C4."""
    stage = hears(then=lambda agent: getattr(stage.mind, verb)())
    with pytest.raises(GumptionError, match=f"{verb} was called from inside"):
        stage.mind.send(Message("hello"))
    assert stage.mind.status is None


def test_messages_from_inside_a_message_wait_in_order():
    """C4: and those that come while they are delivered."""
    queue = ["two", "three", "four"]

    def send_next(agent):
        if queue:
            assert stage.mind.send(Message(queue.pop(0))) is False

    stage = hears(then=send_next)
    assert stage.mind.send(Message("one")) is True
    stage.agent.expect("one", "two", "three", "four")


def test_endless_messages_are_stopped():
    """LimitError: the message names what came."""
    stage = hears(then=lambda agent: stage.mind.send(Message("again")))
    with pytest.raises(LimitError, match="messages") as caught:
        stage.mind.send(Message("again"))
    assert "again" in str(caught.value)
    assert stage.mind.status is None


def test_messages_that_wait_when_a_tick_fails_are_told_as_unhandled():
    """C3: they do not come back in the next run."""

    def fail(agent):
        stage.mind.send(Message("late"))
        raise Boom("no")

    stage = Stage(
        bt.sequence(bt.do(fail)),
        on_message=lambda agent, context, message: bool(agent.call(message.kind)) or True,
        traced=True,
    )
    with pytest.raises(MindError):
        stage.mind.tick()
    assert Unhandled(0, "late") in stage.events
    assert stage.agent.calls == []


@pytest.mark.parametrize("wrong", [lambda agent: True, lambda agent, context: True, "hear", lambda *a, needed: True])
def test_an_on_message_that_cannot_be_called_so_is_refused(wrong):
    """S5, code bt-arguments."""
    with pytest.raises(DefinitionError, match="bt-arguments"):
        bt.Tree(leaf("a", "R"), on_message=wrong)


def test_an_async_on_message_is_refused():
    """Code bt-async."""

    async def hear(agent, context, message):
        return True

    with pytest.raises(DefinitionError, match="bt-async"):
        bt.Tree(leaf("a", "R"), on_message=hear)


def test_what_it_notes_down_is_found_at_the_next_tick():
    """Docstring of Tree."""
    tree = bt.Tree(
        bt.selector(bt.condition(lambda agent: "alarm" in agent), bt.always(R)),
        on_message=lambda agent, context, message: agent.append(message.kind) is None,
    )
    mind = tree.bind([])
    assert mind.tick() is R
    mind.halt()
    assert mind.send(Message("alarm")) is True
    assert mind.tick().name == "SUCCESS"
