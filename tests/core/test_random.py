"""The random stream: one small integer of state, and every method of `random.Random` (design decision 5)."""

import copy
import json
import pickle
import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from gumption import RandomStream
from gumption.errors import UsageError

DRAWS: dict[str, Callable[[random.Random], object]] = {
    "betavariate": lambda stream: stream.betavariate(2.0, 3.0),
    "binomialvariate": lambda stream: stream.binomialvariate(10, 0.3),
    "choice": lambda stream: stream.choice("abcdefg"),
    "choices": lambda stream: stream.choices("abcdefg", weights=range(1, 8), k=5),
    "expovariate": lambda stream: stream.expovariate(0.5),
    "gammavariate": lambda stream: stream.gammavariate(2.0, 3.0),
    "gauss": lambda stream: stream.gauss(10.0, 2.0),
    "getrandbits": lambda stream: stream.getrandbits(100),
    "lognormvariate": lambda stream: stream.lognormvariate(0.0, 1.0),
    "normalvariate": lambda stream: stream.normalvariate(0.0, 1.0),
    "paretovariate": lambda stream: stream.paretovariate(3.0),
    "randbytes": lambda stream: stream.randbytes(13),
    "randint": lambda stream: stream.randint(1, 6),
    "random": lambda stream: stream.random(),
    "randrange": lambda stream: stream.randrange(0, 1000, 7),
    "sample": lambda stream: stream.sample(range(100), 10),
    "shuffle": lambda stream: shuffled(stream),
    "triangular": lambda stream: stream.triangular(0.0, 10.0, 3.0),
    "uniform": lambda stream: stream.uniform(-1.0, 1.0),
    "vonmisesvariate": lambda stream: stream.vonmisesvariate(0.0, 4.0),
    "weibullvariate": lambda stream: stream.weibullvariate(1.0, 1.5),
}
"""One call of each method that draws."""
if not hasattr(random.Random, "binomialvariate"):  # it came with Python 3.12
    del DRAWS["binomialvariate"]

NO_DRAWS = {"VERSION", "gauss_next", "getstate", "seed", "setstate"}


def shuffled(stream: random.Random) -> list[int]:
    items = list(range(20))
    stream.shuffle(items)
    return items


def words(stream: RandomStream, count: int = 3) -> list[int]:
    return [stream.getrandbits(64) for _ in range(count)]


def test_the_table_of_draws_knows_every_method_of_random() -> None:
    public = {name for name in dir(random.Random) if not name.startswith("_")}
    assert public <= DRAWS.keys() | NO_DRAWS


@pytest.mark.parametrize("name", DRAWS)
def test_every_method_draws_the_same_again_once_the_counter_is_restored(name: str) -> None:
    draw, stream = DRAWS[name], RandomStream(7, 1)
    stream.random()  # not from the very beginning
    before = stream.getstate()
    first = [draw(stream) for _ in range(20)]
    after = stream.getstate()
    stream.setstate(before)
    assert [draw(stream) for _ in range(20)] == first
    assert stream.getstate() == after > before


@pytest.mark.parametrize("name", DRAWS)
def test_no_method_hides_state_beside_the_counter(name: str) -> None:
    stream = RandomStream(7, 1)
    for _ in range(5):
        DRAWS[name](stream)
        twin = RandomStream(7, 1)
        twin.setstate(stream.getstate())
        assert [draw(twin) for draw in DRAWS.values()] == [draw(stream) for draw in DRAWS.values()]


@pytest.mark.parametrize("name", DRAWS)
def test_every_method_really_draws_from_the_stream(name: str) -> None:
    """Two streams of different seeds give different results of each method."""
    draw = DRAWS[name]
    one, two = RandomStream(1), RandomStream(2)
    assert [draw(one) for _ in range(20)] != [draw(two) for _ in range(20)]


def test_the_whole_state_is_one_small_integer() -> None:
    stream = RandomStream(7)
    assert stream.getstate() == 0
    for _ in range(10):
        stream.random()
    assert stream.getstate() == stream.draws == 10
    assert json.loads(json.dumps(stream.getstate())) == 10


@pytest.mark.parametrize(("bits", "drawn"), [(0, 0), (1, 1), (63, 1), (64, 1), (65, 2), (128, 2), (129, 3)])
def test_random_bits_draw_a_word_for_every_64_begun(bits: int, drawn: int) -> None:
    stream = RandomStream(7)
    results = [stream.getrandbits(bits) for _ in range(200)]
    assert stream.draws == 200 * drawn
    assert max(results).bit_length() == bits
    assert all(0 <= result < 2**bits for result in results)


def test_a_negative_number_of_bits_is_refused() -> None:
    with pytest.raises(ValueError, match="non-negative"):
        RandomStream(7).getrandbits(-1)


@pytest.mark.parametrize(
    "twin_of",
    [copy.copy, copy.deepcopy, lambda stream: pickle.loads(pickle.dumps(stream))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_a_copy_goes_on_as_the_original_would_and_stands_apart_from_it(
    twin_of: Callable[[RandomStream], RandomStream],
) -> None:
    stream = RandomStream(-3, 5, 2**80)
    stream.gauss()
    stream.random()
    twin = twin_of(stream)
    coming = words(twin)
    assert words(stream) == coming
    twin.seed(9)
    assert words(twin) == words(RandomStream(9, 5, 2**80)), "the path went lost"
    assert stream.draws == 6


def test_seeding_begins_anew_with_the_same_path() -> None:
    stream = RandomStream(1, 5)
    first = words(stream)
    stream.seed(2)
    assert stream.draws == 0
    assert words(stream) == words(RandomStream(2, 5))
    stream.seed(1)
    assert words(stream) == first


@pytest.mark.parametrize("seed", [None, "seven", 7.0, b"7", (7,)])
def test_only_integers_seed_a_stream(seed: object) -> None:
    """Nothing here may be seeded by the operating system or by hash values."""
    stream = RandomStream(1)
    stream.random()
    with pytest.raises(UsageError, match="cannot be seeded"):
        stream.seed(seed)
    assert stream.draws == 1
    with pytest.raises(UsageError, match="cannot be seeded"):
        RandomStream(seed)  # type: ignore[arg-type]


def test_calling_seed_with_nothing_is_no_call_for_entropy() -> None:
    one, two = RandomStream(1), RandomStream(1)
    one.seed()
    two.seed()
    assert words(one) == words(two) == words(RandomStream())


@pytest.mark.parametrize("state", [-1, True, 1.0, None, "3", (3, (), None), random.Random(1).getstate()])
def test_what_is_no_number_of_draws_is_no_state(state: object) -> None:
    stream = RandomStream(1)
    stream.random()
    with pytest.raises(UsageError, match="not a state"):
        stream.setstate(state)  # type: ignore[arg-type]
    assert stream.draws == 1


def test_streams_of_different_seeds_and_paths_all_differ() -> None:
    seeds = [0, 1, -1, 2, -2, 7, 2**31, 2**63, 2**64, 2**64 + 1, -(2**64), 2**64 - 1, 2**100, 10**100]
    paths = [(), (0,), (1,), (-1,), (2,), (2**64,), (0, 0), (0, 1), (1, 0), (1, 1), (10**50, -1)]
    first = Counter(RandomStream(seed, *path).getrandbits(64) for seed in seeds for path in paths)
    assert len(first) == len(seeds) * len(paths)


def test_no_large_seed_reads_like_a_smaller_one_with_a_path() -> None:
    """Every part of the key is told apart from its neighbours, however many words it has."""
    assert words(RandomStream(2**128)) != words(RandomStream(0, 1))
    assert words(RandomStream(5, 1 + (2 << 128))) != words(RandomStream(5, 1, 2))


def test_the_generator_is_splitmix64() -> None:
    """Its published outputs for the seeds 0 and 1234567 (S. Vigna, splitmix64.c; Rosetta Code)."""
    stream = RandomStream()
    stream._key = 0
    assert words(stream) == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    stream._key, stream.draws = 1234567, 0
    assert words(stream) == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((0,), [2991880279367982311, 8340255915390010852, 14992994511498871460]),
        ((7,), [2958358777169441568, 12722065605539425751, 386706035300417142]),
        ((7, 1), [17713844684264379837, 4549327444189577310, 2461805293211469668]),
        ((-7, 1), [16640942774921875053, 3760196474736530718, 15549560073146820671]),
    ],
)
def test_golden_words(arguments: tuple[int, ...], expected: list[int]) -> None:
    """A changed stream would change every recording and saved game: it needs a new major version."""
    assert words(RandomStream(*arguments)) == expected


def test_golden_results_of_the_methods() -> None:
    stream = RandomStream(7, 1)
    assert stream.random() == 17713844684264379837 // 2**11 * 2.0**-53
    assert stream.getrandbits(10) == 4549327444189577310 >> 54
    assert stream.getrandbits(100) == (2461805293211469668 << 64 | words(at(3), 1)[0]) >> 28


def at(draws: int) -> RandomStream:
    stream = RandomStream(7, 1)
    stream.setstate(draws)
    return stream


def test_a_later_place_is_reached_without_drawing_up_to_it() -> None:
    stream = RandomStream(7, 1)
    whole = words(stream, 50)
    assert [words(at(place), 1)[0] for place in range(50)] == whole
    assert words(at(10**30), 2)[0] != words(at(10**30 + 1), 1)[0]
    assert all(one != two for one, two in pairwise(whole))
