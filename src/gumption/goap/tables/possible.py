"""What of a domain or a goal can never be, as far as its tests and writes tell: each with a code (rule G5)."""

from collections.abc import Iterable
from itertools import combinations

from gumption.goap.definition.report import Report
from gumption.goap.definition.sources import ActionSource, GoalSource
from gumption.goap.formula import Formula
from gumption.goap.tables.conditions import NEVER, tests_of
from gumption.goap.tables.contradiction import contradiction
from gumption.goap.tables.encodings import Encoding
from gumption.goap.tables.linear import NotExactError
from gumption.goap.tables.prices import MAX_UNITS, in_cost_units
from gumption.goap.tables.task import Test
from gumption.goap.vocabulary import Change, EffectLike, say_condition, say_effect


def check_goal(source: GoalSource, encodings: Iterable[Encoding], report: Report) -> None:
    """Report conditions of a goal that hold in no state."""
    for encoding in encodings:
        try:
            pairs = tests_of(source.conditions, encoding.frame)
        except NotExactError:
            continue
        _report_contradiction(pairs, source.where, encoding, "the goal can never be reached", report)
        return


def check_action(source: ActionSource, encoding: Encoding, report: Report) -> None:
    """Report an action that can never be applied, effects that contradict each other, and costs that are too high."""
    pairs = tests_of(source.conditions, encoding.frame)
    never = _report_contradiction(pairs, source.where, encoding, "the action can never be applied", report)
    _check_effects(source, [] if never else [test for test, _ in pairs], encoding, report)
    if isinstance(source.cost, (int, float)) and in_cost_units(source.cost, encoding.unit) >= MAX_UNITS:
        remedy = f"let it cost less than {MAX_UNITS / encoding.unit:.3g}; to rule an action out use is_usable"
        report.error("goap-cost", source.where, f"the cost {source.cost!r} is too high to be added up", remedy)


def _report_contradiction(
    pairs: list[tuple[Test, str]], where: str, encoding: Encoding, consequence: str, report: Report
) -> bool:
    found = contradiction((test for test, _ in pairs), encoding.task.fields)
    if found is None:
        return False
    texts = list(dict.fromkeys(text for _, text in pairs[: found + 1]))
    culprit = pairs[found][1]
    others = [text for text in texts if text != culprit]
    problem = f"`{culprit}` cannot hold" + (f" together with `{'`, `'.join(others)}`" if others else "")
    report.error("goap-impossible", where, f"{problem}, so {consequence}", "mend the condition, or leave it out")
    return True


def _check_effects(source: ActionSource, tests: list[Test], encoding: Encoding, report: Report) -> None:
    fields = encoding.task.fields
    grouped = [(group, [test for test, _ in tests_of(group.conditions, encoding.frame)]) for group in source.groups]
    for group, own in grouped:
        if group.conditions and (NEVER in own or contradiction([*tests, *own], fields) is not None):
            what = " and ".join(say_condition(name, each) for name, each in group.conditions.items())
            remedy = "mend the conditions, or leave the when(...) out"
            report.warning("goap-idle-effect", source.where, f"`{what}` never holds when the action is applied", remedy)
    for (one, own), (other, others) in combinations(grouped, 2):
        shared = [name for name in one.effects if name in other.effects]
        if not shared or NEVER in own or NEVER in others:
            continue
        if contradiction([*tests, *own, *others], fields) is not None:
            continue
        for name in shared:
            if not _go_together(one.effects[name], other.effects[name]):
                first, second = (say_effect(name, group.effects[name]) for group in (one, other))
                problem = f"`{first}` and `{second}` may happen at once"
                remedy = "let their when(...) conditions exclude each other; only add and subtract go together"
                report.error("goap-contradiction", source.where, problem, remedy)


def _go_together(one: EffectLike, other: EffectLike) -> bool:
    if isinstance(one, Change) and isinstance(other, Change):
        return "scale" not in (one.operation, other.operation)
    return type(one) is type(other) and not isinstance(one, (Change, Formula)) and one == other
