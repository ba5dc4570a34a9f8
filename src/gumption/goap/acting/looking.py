"""Looking at the world while a step is under way: does the plan still hold (rule G8)? Is something more urgent (G6)?"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gumption.goap.acting.aiming import regain
from gumption.goap.acting.asking import ask
from gumption.goap.acting.thinking import better_plan
from gumption.goap.kernels import kernels_of
from gumption.status import ExitReason

if TYPE_CHECKING:
    from gumption.goap.acting.mind import PlannerMind
    from gumption.goap.engines.step import Number


def look(mind: "PlannerMind[Any]") -> bool:
    """See whether what the plan depends on is as it should be. Returns whether the step goes on (G8)."""
    pursuit, planner = mind.pursuit, mind.planner
    if pursuit.thought or pursuit.fresh:
        pursuit.begin_tick()
    if pursuit.robbed and not regain(mind):
        return False
    if planner.period and pursuit.thinking is None:
        now = mind.context.clock.now
        if now < pursuit.next_look:
            return True
        pursuit.next_look = now + planner.period
    facts = ask(mind, planner.world_state)
    if pursuit.quiet is not None:
        try:
            if planner.read(facts) == pursuit.quiet:
                return True
        except Exception:  # noqa: S110 - whatever it was: the thorough reader meets it again, and says it well
            pass
    return _look_closer(mind, facts)


def _look_closer(mind: "PlannerMind[Any]", facts: Mapping[str, Any]) -> bool:
    pursuit, state = mind.pursuit, mind.read(facts)
    assert pursuit.goal is not None
    target, start = mind.planner.domain.target(state, pursuit.goal)
    kernels = pursuit.kernels = kernels_of(target, pursuit.path)
    if pursuit.last is not None and pursuit.last.encoding is not start.encoding:
        pursuit.before = pursuit.seen = pursuit.foreseen = None  # numbers of another measure
    pursuit.last = start
    pursuit.believe(mind.planner.untold(facts), done=False)
    values = pursuit.with_beliefs(start.encoded)
    seen = kernels.watch(pursuit.at)(values)
    if seen != pursuit.seen:
        pursuit.seen = seen
        if not _holds_on(mind, values):
            return False
    better = better_plan(mind, state)
    pursuit.be_quiet(mind.planner)
    if better is not None:
        reason = f"{better.goal.name!r} is more urgent"
        mind.interrupt(lambda: mind.give_up(reason, rest=False, then=better))
        return False
    return True


def _holds_on(mind: "PlannerMind[Any]", values: "tuple[Number, ...]") -> bool:
    """Whether the step under way goes on in a state that is not as it was. If not, what is to be done is done."""
    pursuit, kernels = mind.pursuit, mind.pursuit.kernels
    assert kernels is not None
    at, before = pursuit.at, pursuit.before
    last = len(pursuit.path)
    if kernels.onward(values, last) is not None:  # somebody else has done it all
        mind.interrupt(lambda: mind.reach_goal(ExitReason.HALT))
        return False
    if before is not None and kernels.under_way(values, before, at):
        return True
    onward = kernels.onward(values, at)
    if onward is None:
        trouble = kernels.broken(values, at, before)
        mind.interrupt(lambda: mind.give_up(trouble, rest=False))
        return False
    if onward == at:
        return True
    mind.interrupt(lambda: mind.go_to(onward, ExitReason.HALT))
    return False
