"""Laws that hold for all trees, whatever leaves do; and random trees compared with a naive reading of the rules."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any
from unittest import mock

from hypothesis import given, settings
from hypothesis import strategies as st

from gumption import Context, ManualClock, Status
from gumption.bt.compile import writer
from gumption.core.snapshot import Snapshot
from gumption.core.trace import Entered, Event, Exited, Failed, Halted, Ticked
from gumption.errors import GumptionError
from tests.bt.naive import Naive
from tests.bt.scripted import Actor, Boom, Faults, Sketch, plant
from tests.bt.strategies import faults, limits, lives, trees, watched

SEED = 5
REGIONAL = ("parallel", "eager_sequence", "custom")
Step = tuple[str, Any]


class Life:
    """A real mind, and what can be seen of it."""

    def __init__(self, sketch: Sketch, faults: Faults, *, traced: bool = False, **limits: int) -> None:
        with mock.patch.multiple(writer, **limits) if limits else mock.patch.object(writer, "MAX_LEVELS", 60):
            self.tree = plant(sketch)
            self.tree.traced_program  # noqa: B018 - written under the same limits
        self.actor = Actor(sketch, faults)
        self.clock = ManualClock()
        self.events: list[Event] = []
        self.traced = traced
        self.bind()

    def bind(self) -> None:
        context = Context(self.clock, seed=SEED, tracer=self.events.append if self.traced else None)
        self.mind = self.tree.bind(self.actor, context)

    def step(self, what: str, value: Any) -> dict[str, Any]:
        """Do it, and tell what came of it."""
        calls, told, failed, where = len(self.actor.log), len(self.events), None, "somewhere"
        try:
            if what == "tick":
                self.clock.advance(value)
                assert self.mind.tick() is self.mind.status
            elif what == "halt":
                self.mind.halt()
            elif what == "trace":
                self.trace(value)
            elif what == "resume":
                self.resume(value)
        except (GumptionError, Boom) as error:
            failed, where = "failed", getattr(error, "where", where)
        except KeyboardInterrupt:
            failed = "interrupted"
        assert where, "C3: the error does not say where"
        batch = "halt" if what == "halt" else "error" if failed else None
        return {
            "step": (what, failed),
            "status": self.mind.status,
            "since": self.mind.since,
            "calls": _in_any_order(self.actor.log[calls:], batch),
            "events": _in_any_order(self.told(told), batch) if self.traced else None,
            "running": self.running,
            "draws": self.draws,
            "results": self.results if self.traced and not failed else None,
        }

    def live(self, script: Iterable[Step]) -> list[dict[str, Any]]:
        return [self.step(*step) for step in script]

    def trace(self, on: bool) -> None:
        if on != self.traced:
            self.traced = on
            self.mind.trace(self.events.append if on else None)

    def resume(self, shift: float) -> None:
        """Go on in a new mind, by a clock that reads something else."""
        before = json.dumps(self.mind.snapshot().to_plain(), allow_nan=False)
        ticks = self.clock.ticks
        self.clock = ManualClock(self.clock.now + shift)
        self.clock.ticks = ticks
        self.bind()
        self.mind.restore(Snapshot.from_plain(json.loads(before)))
        assert shift or json.dumps(self.mind.snapshot().to_plain()) == before

    def told(self, since: int) -> list[tuple[Any, ...]]:
        return [_plain(event) for event in self.events[since:] if not isinstance(event, Failed)]

    @property
    def running(self) -> list[int]:
        return sorted(self.mind.running)

    @property
    def draws(self) -> int:
        return self.mind.context.draws

    @property
    def results(self) -> list[Any]:
        return list(self.mind.results)[1:]


class NaiveLife(Life):
    """The same of a naive one."""

    def __init__(self, sketch: Sketch, faults: Faults, *, traced: bool = False) -> None:
        self.actor = Actor(sketch, faults)
        self.clock = ManualClock()
        self.traced = traced
        self.mind: Any = Naive(sketch, self.actor, self.clock, SEED)
        self.events = self.mind.events

    def step(self, what: str, value: Any) -> dict[str, Any]:
        seen = super().step(what, value)
        if self.traced and seen["step"] == ("tick", None):
            seen["events"].append(("ticked", self.clock.ticks, tuple(self.results)))
        return seen

    def trace(self, on: bool) -> None:
        if on and not self.traced:
            self.forget_results()
        self.traced = on

    def resume(self, shift: float) -> None:
        self.forget_results()

    def forget_results(self) -> None:
        for node in self.mind.nodes:
            node.last = None

    def told(self, since: int) -> list[tuple[Any, ...]]:
        return self.events[since:]

    @property
    def draws(self) -> int:
        return self.mind.random.draws

    @property
    def results(self) -> list[Any]:
        return [node.last for node in self.mind.nodes]


def _plain(event: Event) -> tuple[Any, ...]:
    if isinstance(event, Ticked):
        return ("ticked", event.tick, tuple(event.results))
    if isinstance(event, Halted):
        return ("halted",)
    if isinstance(event, Exited):
        return ("exited", event.node, event.reason.value)
    assert isinstance(event, Entered)
    return ("entered", event.node)


def _in_any_order(entries: list[tuple[Any, ...]], reason: str | None) -> list[tuple[Any, ...]]:
    """No rule says in which order a mind that stops exits what runs side by side."""

    def belongs(entry: tuple[Any, ...]) -> bool:
        return reason is not None and "exit" in str(entry[:2]) and reason in str(entry[2])

    return [each for each in entries if not belongs(each)] + sorted(each for each in entries if belongs(each))


def _same(real: list[dict[str, Any]], naive: list[dict[str, Any]]) -> None:
    for number, (one, other) in enumerate(zip(real, naive, strict=True), 1):
        assert one == other, f"in step {number}"


@settings(max_examples=500, deadline=None)
@given(trees, lives, faults, limits)
def test_a_compiled_tree_does_what_a_naive_reading_of_the_rules_does(sketch, script, faults, limits):
    """B1 to B6, S2, S3, C2, C3: the same calls in the same order, statuses, draws, and running leaves."""
    _same(Life(sketch, faults, **limits).live(script), NaiveLife(sketch, faults).live(script))


@settings(max_examples=500, deadline=None)
@given(trees, watched, faults, limits, st.booleans())
def test_a_traced_tree_does_the_same_and_tells_it(sketch, script, faults, limits, traced):
    """S2, S3: the last result of every node with its tick, and what entered and exited; whoever comes and listens."""
    real = Life(sketch, faults, traced=traced, **limits).live(script)
    _same(real, NaiveLife(sketch, faults, traced=traced).live(script))


@settings(max_examples=300, deadline=None)
@given(trees, watched, faults, st.booleans(), st.sampled_from([0.0, 64.0, -0.25]))
def test_saving_and_going_on_elsewhere_at_every_tick_changes_nothing(sketch, script, faults, traced, shift):
    """C5, B5: by a clock that reads something else, too; timers keep their distance."""
    script = [each for step in script for each in (step, ("resume", shift))]
    _same(Life(sketch, faults, traced=traced).live(script), NaiveLife(sketch, faults, traced=traced).live(script))


@settings(max_examples=150, deadline=None)
@given(trees, lives, faults)
def test_one_life_gives_one_trace_and_a_tracer_changes_nothing(sketch, script, faults):
    """C6."""
    one, two, alone = (Life(sketch, faults, traced=traced) for traced in (True, True, False))
    assert one.live(script) == two.live(script)
    assert one.events == two.events
    alone.live(script)
    assert alone.actor.log == one.actor.log
    assert alone.events == []


@settings(max_examples=300, deadline=None)
@given(trees, lives, faults)
def test_an_error_is_told_of_the_nodes_whose_code_raised(sketch, script, faults):
    """S4: `Failed` events name them all: whether they ticked, were asked, or were exited."""
    life, naive = Life(sketch, faults, traced=True), NaiveLife(sketch, faults)
    for step in script:
        told, blamed = len(life.events), len(naive.actor.blamed)
        life.step(*step)
        naive.step(*step)
        failed = [event.node for event in life.events[told:] if isinstance(event, Failed)]
        assert sorted(failed) == sorted(naive.actor.blamed[blamed:])


@settings(max_examples=300, deadline=None)
@given(trees, lives, faults, st.booleans())
def test_enter_and_exit_pair_and_nothing_starts_before_what_it_replaces_has_stopped(sketch, script, faults, traced):
    """S2, B3, B6, C2, C3: told from the calls alone, without another opinion."""
    life = Life(sketch, faults, traced=traced)
    watcher = Watcher(sketch)
    for step in [*script, ("halt", None)]:
        seen = life.step(*step)
        watcher.watch(life.actor.log, faults)
        if seen["status"] is not Status.RUNNING:
            assert watcher.inside == []
            assert seen["running"] == []
        else:
            assert seen["running"]


class Watcher:
    """Follows enter and exit of the actions that have both, and checks each call against what is in."""

    def __init__(self, sketch: Sketch) -> None:
        self.nodes = dict(enumerate(sketch.preorder(), 1))
        self.paths: dict[int, tuple[int, ...]] = {}
        numbers = iter(self.nodes)

        def number(node: Sketch, path: tuple[int, ...]) -> None:
            own = next(numbers)
            self.paths[own] = path = (*path, own)
            for child in node.children:
                number(child, path)

        number(sketch, ())
        self.inside: list[int] = []
        self.seen = 0
        self.calls: Counter[int] = Counter()

    def watch(self, log: list[tuple[Any, ...]], faults: Faults) -> None:
        """Check one step."""
        asked: Counter[tuple[int, str]] = Counter()
        for node, role, _ in log[self.seen :]:
            self.calls[node] += 1
            raises = (node, self.calls[node]) in faults
            has_both = {"enter", "exit"} <= set(self.nodes[node].options)
            if role in ("enter", "tick", "run", "into"):
                assert all(self.go_together(node, other) for other in self.inside), f"B3: {role} of {node}"
            if role != "exit":
                asked[node, role] += 1
                assert asked[node, role] == 1, f"B6: {role} of {node}"
            if has_both:
                assert (node in self.inside) == (role != "enter"), f"S2: {role} of {node}"
                if role == "enter" and not raises:
                    self.inside.append(node)
                if role == "exit":
                    self.inside.remove(node)
        self.seen = len(log)

    def go_together(self, one: int, other: int) -> bool:
        """Whether both may be in: one is around the other, or they stand in different children of a parallel."""
        common = [here for here, there in zip(self.paths[one], self.paths[other], strict=False) if here == there]
        return common[-1] in (one, other) or self.nodes[common[-1]].kind in REGIONAL
