"""Which preconditions keep a goal out of reach: the bottom of a proof that there is no plan (rule G5)."""

from collections.abc import Sequence

from gumption.goap.engines.reach import Reach
from gumption.goap.engines.ways import way
from gumption.goap.tables.task import Test


def roots(reach: Reach, tests: Sequence[Test]) -> tuple[tuple[int, int], ...]:
    """The preconditions at the bottom of it: (action, test) pairs that keep tests of a goal out of reach.

    From each test that is out of reach to the actions that could make it true, to their own tests that are out of
    reach, and so on. A precondition is at the bottom if no action could make it true, or if all that could, wait for
    nothing but each other: an axe needs wood, wood needs an axe.
    """
    return _Roots(reach, tests).found()


class _Roots:
    """Actions that never become applicable, and what each of them waits for."""

    def __init__(self, reach: Reach, tests: Sequence[Test]) -> None:
        self._reach = reach
        self._helpers: dict[Test, list[int]] = {}
        self._waits: dict[int, list[int]] = {}
        """Action -> numbers of its tests that are out of reach."""
        waiting = [index for test in tests if not reach.allows(test) for index in self._help(test)]
        for index in waiting:  # grows on the way
            if index not in self._waits:
                own = reach.task.actions[index].tests
                self._waits[index] = [number for number, test in enumerate(own) if not reach.allows(test)]
                waiting += [helper for number in self._waits[index] for helper in self._help(own[number])]

    def _help(self, test: Test) -> list[int]:
        """The actions that could make a test true if they were not out of reach themselves."""
        reach = self._reach
        if test not in self._helpers:
            self._helpers[test] = [
                index
                for index, action in enumerate(reach.task.actions)
                if index not in reach.possible and index in reach.usable and way(index, action, test, reach.whole)
            ]
        return self._helpers[test]

    def _next(self, index: int) -> set[int]:
        own = self._reach.task.actions[index].tests
        return {helper for number in self._waits[index] for helper in self._help(own[number])}

    def _behind(self, index: int) -> set[int]:
        """All actions that an action waits for, directly or not."""
        behind: set[int] = set()
        waiting = [index]
        while waiting:
            new = self._next(waiting.pop()) - behind
            behind |= new
            waiting += new
        return behind

    def found(self) -> tuple[tuple[int, int], ...]:
        """The bottom, in the order of the search for it."""
        behind = {index: self._behind(index) for index in self._waits}
        pairs: list[tuple[int, int]] = []
        for index, numbers in self._waits.items():
            own = self._reach.task.actions[index].tests
            in_cycle = index in behind[index] and all(index in behind[other] for other in behind[index])
            pairs += [(index, number) for number in numbers if in_cycle or not self._help(own[number])]
        return tuple(pairs)
