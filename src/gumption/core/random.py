"""Chance is given (design decision 5): one small, seeded, restorable stream an agent."""

import math
import random
from typing import Any, Self

from gumption.core.numeric import is_integer
from gumption.errors import UsageError, brief

_MASK = 0xFFFF_FFFF_FFFF_FFFF
_GAMMA = 0x9E37_79B9_7F4A_7C15
"""The odd integer nearest to 2**64 divided by the golden ratio: the step between successive inputs of `_mix`."""
_END_OF_PART = 0x7FB5_D329_728E_A185
"""Is mixed in behind each part of a key; any number that no part is likely to have as a word."""
_FLOAT_STEP = 2.0**-53


def _mix(word: int) -> int:
    """Scramble 64 bits: the output function of SplitMix64."""
    word = ((word ^ (word >> 30)) * 0xBF58_476D_1CE4_E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D0_49BB_1331_11EB) & _MASK
    return word ^ (word >> 31)


def _key(seed: int, path: tuple[int, ...]) -> int:
    key = 0
    for part in (seed, *path):
        # Zigzag keeps -1 and 1 apart; each further 64 bits of a large integer are folded in by another round.
        rest = 2 * part if part >= 0 else -2 * part - 1
        while True:
            key = _mix((key + _GAMMA) & _MASK ^ (rest & _MASK))
            rest >>= 64
            if not rest:
                break
        key = _mix((key + _GAMMA) & _MASK ^ _END_OF_PART)
    return key


class RandomStream(random.Random):
    """A `random.Random` whose whole state is one integer: how many 64-bit words were drawn.

    Word number n of a stream is `mix(key + n * gamma)`, the SplitMix64 generator of Steele, Lea and Flood, "Fast
    Splittable Pseudorandom Number Generators" (OOPSLA 2014), read by counter; the key comes from the seed and the
    path. Every method of `random.Random` works; none of them hides further state. Not for cryptography.

    Args:
        seed: any integer: the world's seed.
        path: further integers that tell streams of one seed apart: the entity's id.
    """

    def __new__(cls, seed: int = 0, *path: int) -> Self:
        """Make the object; its arguments are for `__init__`."""
        # The base class would ask the operating system for entropy; with a constant it does no such thing.
        return super().__new__(cls, 0)  # type: ignore[call-arg]

    def __init__(self, seed: int = 0, *path: int) -> None:
        for part in path:
            _check_integer(part)
        self._path = path
        self.gauss_next = None
        self.seed(seed)

    def seed(self, a: Any = 0, version: int = 2) -> None:
        """Begin anew with seed `a`, an integer, and the same path.

        Raises:
            UsageError: `a` is not an integer: nothing here is seeded by the operating system or by hash values.
        """
        _check_integer(a)
        self._seed = a
        self._key = _key(a, self._path)
        self.draws = 0

    def _word(self) -> int:
        self.draws += 1
        return _mix((self._key + self.draws * _GAMMA) & _MASK)

    def to_save(self) -> tuple[int, tuple[int, ...], int]:
        """Seed, path and draws, for saved games of agents that hold a stream."""
        return self._seed, self._path, self.draws

    def from_save(self, saved: tuple[int, tuple[int, ...], int], /) -> None:
        """Be the stream that `to_save` told of."""
        seed, path, draws = saved
        RandomStream.__init__(self, seed, *path)
        self.setstate(draws)

    def random(self) -> float:
        """A float in [0, 1), a multiple of 2**-53."""
        return (self._word() >> 11) * _FLOAT_STEP

    def getrandbits(self, k: int, /) -> int:
        """An integer of `k` random bits; draws one word for every 64 bits begun."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        bits = 0
        for _ in range(0, k, 64):
            bits = bits << 64 | self._word()
        return bits >> (-k % 64)

    def gauss(self, mu: float = 0.0, sigma: float = 1.0) -> float:
        """A normally distributed float (Box and Muller 1958).

        The base class keeps the second value of each pair for the next call; that would be hidden state, so it
        is dropped here.
        """
        angle = self.random() * math.tau
        radius = math.sqrt(-2.0 * math.log(1.0 - self.random()))
        return mu + math.cos(angle) * radius * sigma

    def getstate(self) -> int:  # type: ignore[override]
        """How many words were drawn."""
        return self.draws

    def setstate(self, state: int) -> None:  # type: ignore[override]
        """Go to the place after `state` words, a non-negative integer."""
        if not is_integer(state):
            raise UsageError(
                f"{state!r} is not a state of a random stream",
                doing="restoring a random stream",
                remedy="give the non-negative integer that getstate() gave",
            )
        self.draws = state

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuild, (type(self), self._seed, self._path, self.draws))


def _check_integer(value: object) -> None:
    if not isinstance(value, int):
        raise UsageError(
            f"a random stream cannot be seeded with {brief(value)}",
            doing="seeding a random stream",
            remedy="give an integer",
        )


def _rebuild(kind: type[RandomStream], seed: int, path: tuple[int, ...], draws: int) -> RandomStream:
    stream = kind(seed, *path)
    stream.draws = draws
    return stream
