"""The random stream spreads its draws evenly. Seeds are fixed, so that these tests never fail by chance."""

import math
import statistics
from collections import Counter
from collections.abc import Iterable

import pytest

from gumption import RandomStream

COUNT = 20_000


def chi_square(values: Iterable[int], bins: int) -> float:
    """How far the values are from being spread evenly over the bins; about `bins` where they are."""
    counts = Counter(values)
    assert counts.keys() <= set(range(bins))
    total = counts.total()
    return sum((counts[each] - total / bins) ** 2 for each in range(bins)) * bins / total


def bound(bins: int) -> float:
    """What chance exceeds once in 30,000 times: 4 standard deviations, by the cube root of Wilson and Hilferty."""
    free = bins - 1
    return free * (1 - 2 / (9 * free) + 4 * math.sqrt(2 / (9 * free))) ** 3


def test_chi_square_notices_an_uneven_spread() -> None:
    assert chi_square([n % 10 for n in range(COUNT)], 10) == 0.0
    assert chi_square([min(n % 11, 9) for n in range(COUNT)], 10) > bound(10)


@pytest.mark.parametrize("seed", [0, 1, -1, 2**64, 123456789])
def test_floats_are_spread_evenly(seed: int) -> None:
    stream = RandomStream(seed)
    floats = [stream.random() for _ in range(COUNT)]
    assert all(0.0 <= each < 1.0 for each in floats)
    assert chi_square((int(each * 64) for each in floats), 64) < bound(64)
    assert chi_square((int(each * 2**40) % 64 for each in floats), 64) < bound(64), "the lower bits"


def test_successive_draws_do_not_depend_on_each_other() -> None:
    stream = RandomStream(7)
    pairs = [int(stream.random() * 8) * 8 + int(stream.random() * 8) for _ in range(COUNT)]
    assert chi_square(pairs, 64) < bound(64)


@pytest.mark.parametrize("seed", [0, 7])
def test_streams_of_neighbouring_entities_do_not_depend_on_each_other(seed: int) -> None:
    firsts = [RandomStream(seed, entity).random() for entity in range(COUNT)]
    assert chi_square((int(each * 64) for each in firsts), 64) < bound(64)
    pairs = [int(one * 8) * 8 + int(two * 8) for one, two in zip(firsts[::2], firsts[1::2], strict=True)]
    assert chi_square(pairs, 64) < bound(64)


def test_streams_of_neighbouring_seeds_do_not_depend_on_each_other() -> None:
    firsts = [RandomStream(seed, 1).random() for seed in range(-COUNT // 2, COUNT // 2)]
    assert chi_square((int(each * 64) for each in firsts), 64) < bound(64)


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 100])
def test_a_die_is_fair(sides: int) -> None:
    stream = RandomStream(11)
    assert chi_square((stream.randrange(sides) for _ in range(COUNT)), sides) < bound(sides)


def test_a_range_that_fits_no_power_of_two_is_unbiased() -> None:
    """The remainder of a 64-bit word would give the lowest third twice as often."""
    stream = RandomStream(11)
    third = 2**62
    assert chi_square((stream.randrange(3 * third) // third for _ in range(COUNT)), 3) < bound(3)


@pytest.mark.parametrize("bits", [1, 5, 64, 100])
def test_each_bit_is_set_half_of_the_time(bits: int) -> None:
    stream = RandomStream(13)
    drawn = [stream.getrandbits(bits) for _ in range(COUNT)]
    for bit in range(bits):
        assert chi_square((each >> bit & 1 for each in drawn), 2) < bound(2), f"bit {bit}"


def test_a_shuffle_gives_every_order() -> None:
    stream = RandomStream(17)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(COUNT):
        items = [0, 1, 2, 3]
        stream.shuffle(items)
        orders[tuple(items)] += 1
    numbers = {order: number for number, order in enumerate(orders)}
    assert len(numbers) == 24
    assert chi_square((numbers[order] for order in orders.elements()), 24) < bound(24)


def test_gauss_is_a_normal_distribution() -> None:
    stream = RandomStream(19)
    drawn = [stream.gauss(10.0, 2.0) for _ in range(COUNT)]
    assert statistics.fmean(drawn) == pytest.approx(10.0, abs=4 * 2.0 / math.sqrt(COUNT))
    assert statistics.pstdev(drawn) == pytest.approx(2.0, rel=4 / math.sqrt(2 * COUNT))
    normal = statistics.NormalDist(10.0, 2.0)
    assert chi_square((int(normal.cdf(each) * 32) for each in drawn), 32) < bound(32)
