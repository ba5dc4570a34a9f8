"""Which node is to run: a pure function of what the checks say (rules W1, W2)."""

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

from gumption.core.expression import is_expression, to_source
from gumption.core.source import code_of
from gumption.errors import UsageError, brief

Answers = list[tuple[int, bool | float]]
"""What was asked, in order: number of the node, and what its check said."""

NOBODY: Final = -1


def first_that_holds(
    checks: Sequence[Callable[[Any], Any]], resting: frozenset[int], agent: Any, answers: Answers
) -> int:
    """The number of the first node whose check holds; `NOBODY` if there is none.

    Args:
        checks: of all nodes, in the order of priority.
        resting: nodes that may not run now; they are not asked.
        agent: is asked about.
        answers: gets what the checks said. Those behind the chosen one are not asked.
    """
    for number, check in enumerate(checks):
        if number in resting:
            continue
        holds = check(agent)
        answers.append((number, bool(holds)))
        if holds:
            return number
    return NOBODY


def highest_score(
    checks: Sequence[Callable[[Any], Any]],
    resting: frozenset[int],
    agent: Any,
    answers: Answers,
    running: int,
    hysteresis: float,
) -> int:
    """The number of the node with the highest score above 0, of equal ones the first; `NOBODY` if there is none.

    Args:
        checks: of all nodes.
        resting: nodes that may not run now; they are not asked.
        agent: is asked about.
        answers: gets what the checks said.
        running: the node that runs now; `NOBODY`: none.
        hysteresis: what the running node's score counts more.
    """
    best, most = NOBODY, 0.0
    for number, check in enumerate(checks):
        if number in resting:
            continue
        score = check(agent)
        if not isinstance(score, (int, float)) or not -math.inf < score < math.inf:
            remedy = "let it return a finite number, or True and False"
            raise UsageError(f"the check returned {brief(score)}", remedy=remedy)
        answers.append((number, score if isinstance(score, bool) else float(score)))  # plain, for recordings
        counted = score + hysteresis if number == running and score > 0 else score
        if counted > most:
            best, most = number, counted
    return best


def written_out(checks: Sequence[Any]) -> Callable[[Any], int]:
    """`first_that_holds` for nodes of which none rests, as one function: expressions stand in it without a call."""
    names: dict[str, Any] = {"__builtins__": {}}
    lines = ["def choose(agent):"]  # each check has a line of its own, by which `failed_check` knows it
    for number, check in enumerate(checks):
        names[f"check_{number}"] = check
        asked = to_source(check, "agent", names) if is_expression(check) else f"check_{number}(agent)"
        lines.append(f"    if {asked}: return {number}")
    lines.append(f"    return {NOBODY}")
    exec("\n".join(lines), names)  # noqa: S102 - made of our own tokens and checked names
    choose: Callable[[Any], int] = names["choose"]
    return choose


def failed_check(error: BaseException, choose: Callable[[Any], int]) -> int:
    """The number of the check that raised `error` in a function that `written_out` made."""
    code, step = code_of(choose), error.__traceback__
    while step is not None and step.tb_frame.f_code is not code:
        step = step.tb_next
    return 0 if step is None else max(step.tb_lineno - 2, 0)
