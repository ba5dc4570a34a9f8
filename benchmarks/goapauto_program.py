"""Runs goapauto on a task that comes as JSON on the standard input. A program of its own; see `benchmarks.planners`."""

import json
import sys
import time

from goapauto import Action, Goal, Planner, WorldState


def main() -> None:
    """Answer with cost, expansions and seconds of one planning, the best of `repeat`."""
    task = json.load(sys.stdin)
    actions = [Action(name=n, preconditions=before, effects=after, cost=1.0) for n, before, after in task["actions"]]
    start, goal = WorldState(**task["start"]), Goal(target_state=task["goal"])
    best, result, planner = float("inf"), None, None
    for _ in range(task["repeat"]):
        planner = Planner(actions_list=actions, max_iterations=10**9, verbose=False)
        begin = time.process_time()
        result = planner.generate_plan(start, goal)
        best = min(best, time.process_time() - begin)
    assert result is not None
    assert planner is not None
    print(json.dumps({"cost": result.total_cost, "expanded": planner.stats.nodes_expanded, "seconds": best}))


main()
