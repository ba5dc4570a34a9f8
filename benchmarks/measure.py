"""Fair timing on a noisy machine: the contestants take turns, and the best round of each counts."""

import gc
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass

ROUNDS = 150


@dataclass(frozen=True)
class Figure:
    """One budget and what was measured against it."""

    what: str
    value: float
    limit: float
    unit: str = "x"
    at_least: bool = False
    """Whether more is better."""

    @property
    def kept(self) -> bool:
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def __str__(self) -> str:
        bound = f"(at {'least' if self.at_least else 'most'} {self.limit:g})"
        return f"{'ok' if self.kept else 'MISS':<4} {self.what:<66} {self.value:>8.2f} {self.unit:<5} {bound}"


def best_of_each(contestants: dict[str, Callable[[], object]], calls: int) -> dict[str, float]:
    """Seconds a call of each contestant, in its best round. They take turns, so that noise hits all alike."""
    best = dict.fromkeys(contestants, float("inf"))
    gc.collect()
    gc.disable()
    try:
        for _ in range(ROUNDS):
            for name, call in contestants.items():
                repeat = range(calls)
                start = time.perf_counter()
                for _ in repeat:
                    call()
                best[name] = min(best[name], (time.perf_counter() - start) / calls)
    finally:
        gc.enable()
    return best


def bytes_each(make: Callable[[int], object], count: int) -> float:
    """Bytes that each of `count` objects keeps, as the allocator counts them; the list's own slot not counted."""
    kept = [None] * count
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for index in range(count):
        kept[index] = make(index)  # type: ignore[call-overload]
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used / count
