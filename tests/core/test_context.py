"""What a mind may use besides its agent: clock, random stream, tracer, sending."""

from typing import Any

import pytest

from gumption import Context, ManualClock, RandomStream
from gumption.core.trace import Event, Said
from gumption.errors import UsageError


def test_a_context_of_its_own_has_a_manual_clock_at_zero() -> None:
    context = Context()
    assert isinstance(context.clock, ManualClock)
    assert (context.clock.now, context.clock.ticks) == (0.0, 0)
    assert (context.seed, context.entity, context.tracer) == (0, 0, None)
    assert Context().clock is not context.clock


def test_it_keeps_the_clock_that_it_was_given() -> None:
    clock = ManualClock(5.0)
    context = Context(clock)
    clock.advance(1.0)
    assert context.clock.now == 6.0


def test_the_random_stream_comes_from_seed_and_entity() -> None:
    context = Context(seed=7, entity=3)
    stream = RandomStream(7, 3)
    assert [context.random.random() for _ in range(5)] == [stream.random() for _ in range(5)]
    assert Context(seed=7, entity=4).random.random() != Context(seed=7, entity=3).random.random()
    assert Context(seed=8, entity=3).random.random() != Context(seed=7, entity=3).random.random()


def test_the_random_stream_is_made_once_and_only_when_asked_for() -> None:
    context = Context(seed=7, entity=3)
    assert context.draws == 0
    context.restore_draws(0)
    assert context._random is None
    assert context.random is context.random


def test_draws_are_counted_and_restored() -> None:
    context = Context(seed=7, entity=3)
    first = [context.random.random() for _ in range(3)]
    assert context.draws == 3
    context.restore_draws(1)
    assert [context.random.random() for _ in range(2)] == first[1:]
    context.restore_draws(0)
    assert context.draws == 0
    assert context.random.random() == first[0]


def test_draws_are_restored_before_the_stream_was_made() -> None:
    context = Context(seed=7, entity=3)
    context.restore_draws(2)
    assert context.draws == 2
    stream = RandomStream(7, 3)
    stream.setstate(2)
    assert context.random.random() == stream.random()


def test_a_number_of_draws_that_cannot_be_is_refused() -> None:
    with pytest.raises(UsageError, match="not a state"):
        Context().restore_draws(-1)


def test_what_an_agent_says_is_told_to_the_tracer() -> None:
    events: list[Event] = []
    Context(entity=3, tracer=events.append).say("Walkin' home")
    assert events == [Said(3, "Walkin' home")]


def test_saying_something_with_nobody_listening_does_nothing() -> None:
    Context().say("Walkin' home")


def test_sending_fills_in_the_sender() -> None:
    posted: list[tuple[Any, ...]] = []

    def post(*arguments: Any) -> bool:
        posted.append(arguments)
        return len(posted) > 1

    context = Context(entity=3, post=post)
    assert context.send(5, "hello") is False
    assert context.send(5, "hello", {"n": 1}, 2.5) is True
    assert posted == [(3, 5, "hello", None, 0.0), (3, 5, "hello", {"n": 1}, 2.5)]


def test_without_a_world_there_is_nobody_to_send_to() -> None:
    with pytest.raises(UsageError) as caught:
        Context().send(1, "hello")
    assert "'hello' has nowhere to go" in str(caught.value)
    assert "World" in caught.value.remedy
