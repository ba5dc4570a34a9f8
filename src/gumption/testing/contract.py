"""The contract suite: rules C1 to C8 for any engine.

from gumption.testing import CONTRACT, Example

@pytest.mark.parametrize("rule", CONTRACT)
def test_the_contract(rule):
    CONTRACT[rule](Example(my_definition))
"""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from gumption.core.message import Message
from gumption.core.trace import Entered, Exited, Failed, Paused, Resumed
from gumption.errors import BusyError, GumptionError, MindError
from gumption.status import Status
from gumption.testing.example import Example, Life

DEPTH: Final = 10_000
"""How deep nodes are nested for C8."""


class Planted(Exception):  # noqa: N818 - not an error of gumption's
    """What the suite lets user code raise."""


def starts_anew_and_halts_idempotently(example: Example) -> None:
    """C1: tick() on a finished or halted mind starts it anew; halt() on an idle mind does nothing."""
    life = Life(example)
    life.mind.halt()
    assert life.events == [], "C1: halting an idle mind told events"
    assert life.mind.status is None, "C1: a mind that was never ticked has a status"
    was_finished = False
    for _ in range(example.ticks):
        calls = life.agent.total
        life.tick()
        assert life.agent.total > calls or not was_finished, "C1: a mind that has finished does not start anew"
        was_finished = not _is_running(life)
    life.mind.halt()
    assert not _is_running(life), "C1: a halted mind is still running"
    before = len(life.events)
    life.mind.halt()
    assert len(life.events) == before, "C1: halting an idle mind a second time told events"
    life.agent.data.clear()
    calls = life.agent.total
    life.mind.tick()
    assert life.agent.total > calls, "C1: a halted mind does not start anew"


def enters_and_exits_in_pairs(example: Example) -> None:
    """C2: each enter has one exit; nothing is running after the end, whenever the mind is halted."""
    for ticks in range(1, example.ticks + 1):
        life = Life(example).run(ticks)
        _check_pairs(life, running=_is_running(life), rule=f"C2, after tick {ticks}")
        life.mind.halt("for the test")
        _check_pairs(life, running=False, rule=f"C2, halted after tick {ticks}")
        calls = len(life.agent.calls)
        life.clock.advance(1000.0)
        life.mind.send(Message("anyone there?"))
        assert len(life.agent.calls) == calls, "C2: something in a halted mind is still alive"


def is_idle_after_an_exception(example: Example) -> None:
    """C3: an exception at any call leaves the mind idle and all exited; the next tick starts anew.

    Where a mind lives with it (`Example.lives_with`), the trace tells it, and the one node that raised has exited.
    """
    quiet = Life(example).run()  # kept to the end: coroutines that are thrown away clean up, and call their agent
    total = quiet.agent.total
    assert total, "C3: the example's definition never calls its agent"
    for number in range(1, total + 1):
        life = Life(example)
        raised: list[str] = []

        def plant(what: str, raised: list[str] = raised) -> None:
            raised.append(what)
            raise Planted(what)

        life.agent.at_call(number, plant)
        error = _error_of(life)
        rule = f"C3, call {number}"
        if error is None and raised[0] in example.lives_with:
            told = [event.problem for event in life.events if isinstance(event, Failed)]
            assert any(raised[0] in problem for problem in told), f"{rule}: the trace does not tell the exception"
            _check_pairs(life, running=_is_running(life), rule=rule)
            life.mind.halt()
        else:
            assert error is not None, f"{rule}: the exception went nowhere"
            assert isinstance(error, MindError), f"{rule}: it came out as {error!r}"
            assert isinstance(error.__cause__, Planted), f"{rule}: the cause is {error.__cause__!r}"
            assert error.where, f"{rule}: the error does not say where"
            assert life.mind.status is None, f"{rule}: status is {life.mind.status}"
        assert not _is_running(life), f"{rule}: status is {life.mind.status}"
        _check_pairs(life, running=False, rule=rule)
        life.agent.data.clear()
        life.mind.tick()


def refuses_calls_from_inside(example: Example) -> None:
    """C4: tick, halt and restore from inside raise, and change nothing; a message sent from inside waits."""
    quiet = Life(example).run()
    saved = Life(example).mind.snapshot()
    for number in range(1, quiet.agent.total + 1):
        life = Life(example)
        seen: list[str] = []

        def from_inside(what: str, life: Life = life, seen: list[str] = seen) -> None:
            mind = life.mind
            verbs: dict[str, Callable[[], object]] = {
                "tick": mind.tick,
                "halt": mind.halt,
                "snapshot": mind.snapshot,
                "restore": lambda: mind.restore(saved),
            }
            for verb, call in verbs.items():
                try:
                    call()
                except BusyError:
                    continue
                except BaseException as wrong:
                    seen.append(f"{verb} raised {wrong!r} instead of BusyError in {what}")
                    continue
                seen.append(f"{verb} was not refused in {what}")
            before = len(life.agent.calls)
            if mind.send(Message("nobody knows this kind")):
                seen.append(f"a message sent from inside {what} was handled inside")
            if len(life.agent.calls) != before:
                seen.append(f"a message sent from inside {what} did not wait")
            seen.append("asked")

        life.agent.at_call(number, from_inside)
        error = _error_of(life)
        assert seen == ["asked"], f"C4: at call {number}: {seen[0] if seen else 'the call was never made'}"
        assert error is None, f"C4: calls from inside at call {number} made the mind fail: {error}"
        calls = [each for each in life.agent.calls if not each.endswith(".on_message")]
        undisturbed = [each for each in quiet.agent.calls if not each.endswith(".on_message")]
        assert calls == undisturbed, f"C4: calls from inside at call {number} changed what came after"


def goes_on_from_a_snapshot(example: Example) -> None:
    """C5: restored from any tick border, here and in a new process, a mind goes on as if it had not stopped."""
    moments: list[dict[str, Any]] = []
    following: list[list[Any]] = []
    whole = Life(example).run()
    for ticks in range(example.ticks + 1):
        life = Life(example).run(ticks)
        text = json.dumps(life.save(), allow_nan=False)
        moments.append(json.loads(text))
        following.append(whole.told()[len(life.events) :])
        resumed = Life.load(example, json.loads(text))
        assert json.dumps(resumed.save()) == text, f"C5: restored after tick {ticks}, it saves something else"
        assert resumed.run().told() == following[-1], f"C5: after tick {ticks} the rest of the trace differs"
    command = [sys.executable, "-m", "gumption.testing.resume", example.factory.__module__, example.name]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONHASHSEED": "123"}
    done = subprocess.run(  # noqa: S603 - this interpreter, this package
        command, input=json.dumps(moments), capture_output=True, text=True, timeout=60, env=environment, check=False
    )
    assert done.returncode == 0, f"C5: the new process failed:\n{done.stderr}"
    for ticks, (there, here) in enumerate(zip(json.loads(done.stdout), following, strict=True)):
        assert there == json.loads(json.dumps(here)), f"C5: in a new process, after tick {ticks}, the trace differs"


def is_deterministic(example: Example) -> None:
    """C6: two runs with one seed give equal traces and equal calls."""
    one, two = Life(example).run(), Life(example).run()
    assert one.told() == two.told(), "C6: two runs with one seed differ"
    assert one.agent.calls == two.agent.calls, "C6: two runs with one seed call differently"


def describes_every_node_once(example: Example) -> None:
    """C7: ids are preorder numbers, all nodes have kind and name, every event belongs to one of them, as does what
    `active` says.
    """
    life = Life(example).run()
    outline = life.mind.describe()
    assert [node.id for node in outline] == list(range(len(outline))), "C7: ids are not preorder numbers"
    assert outline[0].parent is None, "C7: node 0 is not the root"
    path: list[int] = []
    for node in outline:
        assert node.kind, f"C7: node {node.id} has no kind"
        assert node.name, f"C7: node {node.id} has no name"
        while path and path[-1] != node.parent:
            path.pop()
        assert path or node.id == 0, f"C7: node {node.id} does not follow its parent {node.parent} in preorder"
        path.append(node.id)
        assert all(0 <= other < len(outline) for other in node.leads_to), f"C7: node {node.id} leads nowhere"
    assert any(node.source for node in outline), "C7: no node tells the line of the user's code"
    for event in life.events:
        place: int | None = getattr(event, "node", None)
        assert place is None or 0 <= place < len(outline), f"C7: {event} belongs to no node"
    assert outline == example.factory().describe(), "C7: two looks at one definition differ"
    _check_active(example)


def does_not_mind_depth(example: Example) -> None:
    """C8: 10,000 nested nodes tick, save, restore and halt. Skipped where the example cannot be nested."""
    if example.deep is None:
        return
    agent = Life(example).agent
    try:
        mind = example.deep(DEPTH).bind(agent)
        for _ in range(2 * DEPTH):
            mind.tick()
            if agent.count("bottom"):
                break
        mind.restore(mind.snapshot())
        mind.tick()
        mind.halt()
    except (RecursionError, MindError) as error:
        raise AssertionError(f"C8: depth {DEPTH} is too deep: {type(error).__name__}") from error
    assert agent.count("bottom"), f"C8: depth {DEPTH} was never reached"


CONTRACT: Final[dict[str, Callable[[Example], None]]] = {
    "C1": starts_anew_and_halts_idempotently,
    "C2": enters_and_exits_in_pairs,
    "C3": is_idle_after_an_exception,
    "C4": refuses_calls_from_inside,
    "C5": goes_on_from_a_snapshot,
    "C6": is_deterministic,
    "C7": describes_every_node_once,
    "C8": does_not_mind_depth,
}
"""Rule -> its check, which raises AssertionError."""


def check_contract(example: Example) -> None:
    """Check all rules C1 to C8 for one example; an AssertionError says which one is broken, and where."""
    for check in CONTRACT.values():
        check(example)


def _error_of(life: Life) -> GumptionError | None:
    try:
        life.run()
    except GumptionError as error:
        return error
    except Planted as error:
        raise AssertionError(f"C3: the user's exception came out as it was, not as a MindError: {error!r}") from error
    return None


def _is_running(life: Life) -> bool:
    return life.mind.status is Status.RUNNING


def _check_active(example: Example) -> None:
    """After each tick, what `active` says is what the trace says."""
    life = Life(example)
    outline = life.mind.describe()
    entered: set[int] = set()
    within: set[int] = set()
    paused: set[int] = set()
    for tick in range(example.ticks + 1):
        before = len(life.events)
        if tick:
            life.tick()
        for event in life.events[before:]:
            if isinstance(event, Entered):
                entered.add(event.node)
                within.add(event.node)
            elif isinstance(event, Exited):
                within.discard(event.node)
                paused.discard(event.node)
            elif isinstance(event, Paused):
                paused.add(event.node)
            elif isinstance(event, Resumed):
                paused.discard(event.node)
        active = life.mind.active()
        run = {node for node in within if paused.isdisjoint(outline.up_from(node))}
        rule = f"C7, after tick {tick}"
        assert _is_running(life) or not active, f"{rule}: the idle mind says that {active} run"
        assert run == entered.intersection(active), f"{rule}: {sorted(run)} run, active() says {active}"
        assert len(set(active)) == len(active), f"{rule}: active() says {active}"


def _check_pairs(life: Life, *, running: bool, rule: str) -> None:
    """Entered and exited nodes pair up in the trace; enter and exit calls in what the agent heard."""
    open_nodes: Counter[int] = Counter()
    for event in life.events:
        if isinstance(event, Entered):
            open_nodes[event.node] += 1
        elif isinstance(event, Exited):
            open_nodes[event.node] -= 1
            assert open_nodes[event.node] >= 0, f"{rule}: node {event.node} was exited without being entered"
    if not running:
        assert not +open_nodes, f"{rule}: still entered are {dict(+open_nodes)}"
        names = {call.rpartition(".")[0] for call in life.agent.calls}
        for name in sorted(names):
            enters, exits = life.agent.count(f"{name}.enter"), life.agent.count(f"{name}.exit")
            # An enter that raised never was in, and has no exit; it can only be the last one (rule S2).
            allowed = {enters, enters - 1} if rule.startswith("C3") else {enters}
            assert not enters or exits in allowed, f"{rule}: {name} was entered {enters} times, exited {exits} times"
