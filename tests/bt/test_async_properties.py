"""Random trees whose actions are coroutines do what the same trees with plain actions do (rule W11)."""

from typing import Any
from unittest import mock

from hypothesis import given, settings
from hypothesis import strategies as st

from gumption import bt
from gumption.core.callables import agent_first
from gumption.core.coroutines.awaitables import next_tick
from gumption.status import Status
from tests.bt import scripted
from tests.bt.scripted import Actor, Sketch
from tests.bt.strategies import faults, limits, lives, trees, watched
from tests.bt.test_properties import Life

_plain_action = scripted._GROW["action"]


def awaited(node: int, children: list[Any], options: dict[str, Any]) -> bt.Node[Actor]:
    """As `_action` of scripted, where the coroutine asks for a status at each tick until that is not RUNNING."""
    ask = agent_first(options["tick"])
    assert ask is not None

    async def tick(agent: Actor, context: Any) -> Any:
        while True:
            status = ask(agent, context)
            if status is not Status.RUNNING:
                return "None" if status is None else status  # as wrong as it is for a plain action
            await next_tick()

    return _plain_action(node, children, {**options, "tick": tick})


class AsyncLife(Life):
    """A mind of the tree whose actions are coroutines."""

    def __init__(self, sketch: Sketch, *more: Any, **options: Any) -> None:
        with mock.patch.dict(scripted._GROW, {"action": awaited}):
            super().__init__(sketch, *more, **options)


def same(sketch: Sketch, real: list[dict[str, Any]], awaited: list[dict[str, Any]]) -> None:
    hooked = {
        number
        for number, node in enumerate(sketch.preorder(), 1)
        if node.kind == "action" and {"enter", "exit"} & set(node.options)
    }

    def told(step: dict[str, Any]) -> dict[str, Any]:
        """Without what differs: an action without hooks that ends at once is not told of, a coroutine is."""
        events = step["events"] or ()
        return {**step, "events": [each for each in events if each[0] in ("ticked", "halted") or each[1] in hooked]}

    for number, (one, other) in enumerate(zip(real, awaited, strict=True), 1):
        assert told(one) == told(other), f"in step {number}"


@settings(max_examples=300, deadline=None)
@given(trees, watched, faults, limits, st.booleans())
def test_a_coroutine_that_asks_at_each_tick_is_an_action_that_is_asked_at_each_tick(
    sketch, script, faults, limits, traced
):
    """W11, B1 to B6, S2, S3, C2, C3: inside all kinds of nodes; whatever raises, whoever listens."""
    real, other = (life(sketch, faults, traced=traced, **limits).live(script) for life in (Life, AsyncLife))
    same(sketch, real, other)


@settings(max_examples=200, deadline=None)
@given(trees, lives, faults, st.sampled_from([0.0, 64.0]))
def test_so_it_is_when_each_tick_is_saved_and_gone_on_from_elsewhere(sketch, script, faults, shift):
    """W10, W11, C5."""
    script = [each for step in script for each in (step, ("resume", shift))]
    same(sketch, Life(sketch, faults).live(script), AsyncLife(sketch, faults).live(script))
