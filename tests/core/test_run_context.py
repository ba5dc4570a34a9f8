"""The context of one run of a coroutine: that of its mind, and a checkpoint (rule W10)."""

import copy

import pytest

from gumption import Context, RandomStream
from gumption.bt import Blackboard, BlackboardContext, Key
from gumption.core.coroutines.context import RunContext
from gumption.core.trace import Event, Said
from gumption.errors import UsageError

WOOD = Key("wood", int, 0)


def test_it_shares_clock_and_identity_with_the_outer_one() -> None:
    outer = Context(seed=7, entity=3)
    context = RunContext(outer)
    assert context.clock is outer.clock
    assert (context.seed, context.entity, context.tracer, context.post) == (7, 3, None, None)


def test_the_random_stream_is_the_agents_one_stream() -> None:
    outer = Context(seed=7, entity=3)
    context, other = RunContext(outer), RunContext(outer)
    stream = RandomStream(7, 3)
    drawn = [context.random.random(), outer.random.random(), other.random.random()]
    assert drawn == [stream.random() for _ in range(3)]
    assert context.draws == outer.draws == 3
    context.restore_draws(1)
    assert outer.draws == 1


def test_words_go_to_whoever_traces_now() -> None:
    outer = Context(entity=3)
    context = RunContext(outer)
    context.say("unheard")
    events: list[Event] = []
    outer.tracer = events.append
    context.say("heard")
    assert events == [Said(3, "heard")]


def test_messages_leave_by_the_outer_context() -> None:
    sent: list[object] = []
    context = RunContext(Context(entity=3, post=lambda *message: sent.append(message) is None))
    assert context.send(4, "hello", [1], 2.0)
    assert sent == [(3, 4, "hello", [1], 2.0)]
    with pytest.raises(UsageError, match="nowhere to go"):
        RunContext(Context()).send(4, "hello")


def test_a_blackboard_around_it_stays_in_reach() -> None:
    board = Blackboard({}, {WOOD: "wood"})
    outer = BlackboardContext(Context(seed=7), board)
    context = RunContext(outer)
    context.blackboard[WOOD] = 5
    assert board[WOOD] == 5
    assert context.root is outer
    assert context.random is outer.random


def test_a_blackboard_can_stand_inside_it() -> None:
    context = RunContext(Context(seed=7))
    inner = BlackboardContext(context, Blackboard({}, {}))
    assert inner.random is context.random
    assert inner.clock is context.clock


def test_what_nobody_has_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="blackboard"):
        RunContext(Context()).blackboard  # noqa: B018
    assert copy.copy(RunContext(Context(entity=3))).entity == 3


def test_a_first_run_has_nothing_to_resume() -> None:
    context = RunContext(Context())
    assert context.resumed is None
    assert context.saved is None


def test_a_checkpoint_is_copied_plain_data() -> None:
    context = RunContext(Context())
    note = {"done": (1, 2)}
    context.checkpoint(note)
    note["done"] = ()  # type: ignore[assignment]
    assert context.saved == {"done": [1, 2]}
    assert context.resumed is None
    with pytest.raises(UsageError, match="not plain data") as caught:
        context.checkpoint({"tool": object()})
    assert caught.value.where == "checkpoint['tool']"
    assert context.saved == {"done": [1, 2]}


def test_a_run_resumed_has_the_checkpoint_until_it_makes_another() -> None:
    context = RunContext(Context(), {"done": [1]})
    assert context.resumed == {"done": [1]}
    context.resumed["done"].append(2)
    assert context.saved == {"done": [1]}
    context.checkpoint(None)
    assert context.saved is None
