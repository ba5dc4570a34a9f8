"""Messages to leaves that are coroutines (rule W11)."""

import pytest

from gumption import Message, bt
from gumption.core.coroutines.awaitables import message, next_tick
from gumption.core.trace import Handled, Received, Unhandled
from tests.bt.awaiting import TRACED
from tests.bt.stage import S, Stage


def hearing(name, kind):
    """Waits for a message of a kind, and tells what was in it."""

    async def run(agent):
        note = await message(kind)
        agent.call(f"{name}:{note.kind}:{note.data}")

    return bt.action(run, name=name)


def heard(agent, context, note):
    agent.call(f"tree:{note.kind}")
    return True


@TRACED
def test_a_coroutine_that_waits_for_its_kind_takes_it_and_goes_on_in_the_next_tick(traced):
    """W11: the tree's on_message is not told."""
    stage = Stage(hearing("a", "stew"), on_message=heard, traced=traced)
    stage.expect("R")
    assert stage.mind.send(Message("stew", data=3))
    stage.agent.expect()
    stage.expect("S a:stew:3")


@TRACED
def test_running_leaves_are_offered_it_in_the_order_of_their_ids_and_then_the_tree(traced):
    """W11."""
    root = bt.parallel(hearing("a", "tea"), hearing("b", "stew"), hearing("c", "stew"), hearing("d", None))
    stage = Stage(root, on_message=heard, traced=traced)
    stage.expect("R")
    assert [stage.mind.send(Message("stew", data=number)) for number in range(3)] == [True, True, True]
    stage.agent.expect()
    assert stage.mind.send(Message("stew"))
    stage.agent.expect("tree:stew")
    stage.expect("R b:stew:0 c:stew:1 d:stew:2")


def test_nobody_but_coroutines_that_run_and_wait_is_told():
    """W11: neither before the start, nor while it waits for something else, nor after it was halted."""

    async def busy(agent):
        await next_tick()
        note = await message("stew")
        agent.call(note.kind)

    stage = Stage(bt.action(busy))
    assert not stage.mind.send(Message("stew"))
    stage.expect("R")
    assert not stage.mind.send(Message("stew"))
    stage.expect("R")
    stage.expect("halt")
    assert not stage.mind.send(Message("stew"))
    stage.agent.expect()


def test_the_trace_tells_which_leaf_took_it():
    """W11, C7."""
    stage = Stage(bt.sequence(bt.always(S), hearing("a", "stew")), traced=True)
    stage.expect("R")
    stage.events.clear()
    stage.mind.send(Message("tea"))
    stage.mind.send(Message("stew", 4))
    assert stage.events == [
        Received(0, None, "tea", None),
        Unhandled(0, "tea"),
        Received(0, 4, "stew", None),
        Handled(0, 3, "stew"),
    ]


@TRACED
@pytest.mark.parametrize("on_message", [None, heard])
def test_a_message_from_inside_a_tick_waits_until_that_ends(on_message, traced):
    """C4, W11: then it finds the coroutine that waits by then."""

    async def both(agent):
        assert not stage.mind.send(Message("stew", data=1))
        note = await message("stew")
        agent.call(f"got {note.data}")
        await next_tick()

    stage = Stage(bt.action(both), on_message=on_message, traced=traced)
    stage.expect("R")
    stage.agent.expect()
    stage.mind.tick()
    stage.agent.expect("got 1")


def test_a_message_between_a_restore_and_the_next_tick_waits_for_the_coroutine():
    """W10: it waited for that kind when it was saved; of other kinds the tree's on_message is told."""
    stage = Stage(hearing("a", "stew"), on_message=heard)
    stage.expect("R")
    stage.mind.restore(stage.mind.snapshot())
    assert stage.mind.send(Message("soup"))
    stage.agent.expect("tree:soup")
    assert stage.mind.send(Message("stew", data=1))
    stage.mind.restore(stage.mind.snapshot())
    stage.expect("S a:stew:1")
