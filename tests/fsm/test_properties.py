"""Laws that hold whatever hooks do: random scripts of requests and errors, at random hooks."""

import contextlib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gumption import Context, FixedStepClock, Message, Status, fsm
from gumption.core.trace import to_plain
from gumption.errors import GumptionError
from gumption.testing import CallRecorder
from tests.fsm.naive import Naive
from tests.fsm.scripted import Boom, Overseer, Scripted, says

NAMES, MAX_STACK = "abcd", 3
names = st.sampled_from(NAMES)
ends = st.sampled_from([Status.SUCCESS, Status.FAILURE, Status.SKIPPED])
requests = st.one_of(
    st.tuples(st.sampled_from(["change", "change", "push", "set_previous"]), names),
    st.tuples(st.sampled_from(["pop", "revert", "send"]), st.none()),
    st.tuples(st.just("finish"), ends),
)
errors = st.tuples(st.just("raise"), st.sampled_from([Boom, KeyboardInterrupt]))
inside = st.one_of(requests, requests, errors)
swallowing = st.one_of(requests, st.tuples(st.just("swallow"), requests), errors)
outside = st.one_of(st.just(("tick", None)), st.just(("tick", None)), requests, st.just(("halt", None)))
plans = st.lists(st.lists(inside, max_size=3), max_size=30)
"""What the hook does that is called first, whichever that may be; what the second does; and so on."""
swallowing_plans = st.lists(st.lists(swallowing, max_size=3), max_size=30)
scripts = st.lists(outside, min_size=1, max_size=25)


class Life:
    """A mind under a script: `plan` says what hooks do at their n-th call, the script what the owner does."""

    def __init__(self, plan: list[list[Any]], *, overseen: bool, naive: bool = False, handles: bool = False) -> None:
        self.agent = CallRecorder() if naive else Watcher()
        self.events: list[Any] = []
        self.clock = FixedStepClock(0.5)
        self.states: dict[str, Any] = {name: Scripted(name, on_message=says(handles)) for name in NAMES}
        if naive:
            self.states = dict(zip(NAMES, NAMES, strict=True))
            self.mind: Any = Naive(self.agent, overseen=overseen, max_stack=MAX_STACK)
        else:
            first, *others = self.states.values()
            overseer = Overseer() if overseen else None
            machine = fsm.Machine(first, states=others, global_state=overseer, max_stack=MAX_STACK)
            self.mind = machine.bind(self.agent, Context(self.clock, tracer=self.events.append))
            self.agent.mind = self.mind
        for number, todo in enumerate(plan, 1):
            self.agent.at_call(number, lambda _, todo=todo: [self.ask(*each) for each in todo])

    def ask(self, what: str, value: Any) -> None:
        mind = self.mind
        if what == "raise":
            raise value(what)
        if what == "swallow":
            with contextlib.suppress(GumptionError):
                self.ask(*value)
        elif what == "tick":
            self.clock.step_once()
            self.agent.executed = []
            result = mind.tick()
            assert result is mind.status
        elif what == "send":
            mind.send(Message("hello"))
        elif what in ("pop", "revert", "halt"):
            {"pop": mind.pop_state, "revert": mind.revert_to_previous_state, "halt": mind.halt}[what]()
        elif what == "finish":
            mind.finish(value)
        else:
            ask = {"change": mind.change_state, "push": mind.push_state, "set_previous": mind.set_previous_state}[what]
            ask(self.states[value])

    def run(self, script: list[Any]) -> list[Any]:
        """Do it all, and give what could be seen from outside after each step."""
        seen = []
        for what, value in script:
            failed = None
            try:
                self.ask(what, value)
            except (GumptionError, KeyboardInterrupt) as error:
                failed = "interrupted" if isinstance(error, KeyboardInterrupt) else "failed"
            if failed:
                assert self.mind.status is not Status.RUNNING
            stack = [getattr(state, "name", state) for state in self.mind.stack]
            seen.append((what, failed, self.mind.status, stack, len(self.agent.calls)))
            if isinstance(self.agent, Watcher):
                assert stack == self.agent.inside
                assert bool(stack) == (self.mind.status is Status.RUNNING)
        return seen


class Watcher(CallRecorder):
    """Keeps its own account of which states are in, from enter and exit alone, and checks each call against it."""

    mind: Any

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[str] = []
        self.executed: list[str] = []
        self.faults: list[str] = []

    def call(self, what: str) -> None:
        name, _, hook = what.partition(".")
        if name == "g":
            self.insist(hook != "execute" or not self.executed, "the global state executes first, and once a tick")
        else:
            self.account_for(name, hook)
        if hook == "execute":
            self.executed.append(name)
        try:
            super().call(what)
        except BaseException:
            if hook == "enter":
                self.inside.pop()  # it never was in
            raise

    def account_for(self, name: str, hook: str) -> None:
        if hook == "enter":
            self.inside.append(name)
            self.insist(len(self.inside) <= MAX_STACK, "the stack is bounded")
        else:
            self.insist(self.inside[-1:] == [name], f"{name}.{hook} is called, but in are {self.inside}")
        if hook == "execute":
            self.insist(set(self.executed) <= {"g"}, "one current state executes a tick")
        if hook == "exit":
            self.inside.pop()
        self.insist((hook == "exit") == (self.mind.exit_reason is not None), "only exit hooks see a reason")
        self.insist(getattr(self.mind.current_state, "name", None) == name, f"{name}.{hook}, but it is not current")

    def insist(self, law: bool, words: str) -> None:
        if not law:
            self.faults.append(words)  # raised here, it would count as an error of a hook


@settings(max_examples=400, deadline=None)
@given(plans, scripts, st.booleans())
def test_enter_and_exit_pair_exactly_the_top_is_called_and_an_ended_machine_is_idle(plan, script, overseen):
    """F3, F7, F8, F9, C2, C3: checked at every single call, and after each step."""
    life = Life(plan, overseen=overseen)
    life.run([*script, ("halt", None)])
    assert life.agent.faults == []
    assert life.agent.inside == []


@settings(max_examples=400, deadline=None)
@given(swallowing_plans, scripts, st.booleans())
def test_the_same_holds_when_hooks_swallow_errors(plan, script, overseen):
    """F9: a hook can hide an error from nobody but itself."""
    life = Life(plan, overseen=overseen)
    life.run([*script, ("halt", None)])
    assert life.agent.faults == []
    assert life.agent.inside == []


@settings(max_examples=400, deadline=None)
@given(plans, scripts, st.booleans())
def test_a_machine_does_what_a_naive_reading_of_the_rules_does(plan, script, overseen):
    """F2 to F9: the same calls in the same order, the same statuses and stacks."""
    real = Life(plan, overseen=overseen, handles=True)
    naive = Life(plan, overseen=overseen, naive=True)
    seen = [(*row[:1], bool(row[1]), *row[2:]) for row in real.run(script)]
    expected = [(*row[:1], bool(row[1]), *row[2:]) for row in naive.run(script)]
    assert real.agent.calls == naive.agent.calls
    assert seen == expected


@settings(max_examples=100, deadline=None)
@given(plans, scripts, st.booleans())
def test_one_script_gives_one_trace_and_a_tracer_changes_nothing(plan, script, overseen):
    """C6: twice the same events; and a machine that nobody watches does the same."""
    one, two, alone = (Life(plan, overseen=overseen) for _ in range(3))
    alone.mind.trace(None)
    assert one.run(script) == two.run(script) == alone.run(script)
    assert [to_plain(event) for event in one.events] == [to_plain(event) for event in two.events]
    assert one.agent.calls == alone.agent.calls
    assert alone.events == []
