"""How much work a planning may be (rule G5)."""

from dataclasses import dataclass
from typing import final

from gumption.core.numeric import is_integer, is_number
from gumption.errors import UsageError, brief


@final
@dataclass(frozen=True, slots=True)
class Budget:
    """Bounds for one planning. With the first two alone the answer is the same everywhere; with a time it is not.

    Attributes:
        expansions: states that may be expanded.
        bytes: what the search may hold at a time. Its tables grow by doubling at least, and are looked at between
            expansions, so that the last growth may go beyond.
        seconds: how long it may take, by the machine's clock. None: as long as it takes.

    Raises:
        UsageError: a bound is not a number above 0, or has more than 64 bits.
    """

    expansions: int = 1_000_000
    bytes: int = 256 * 2**20
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("expansions", self.expansions), ("bytes", self.bytes)):
            if isinstance(value, int) and value >= 2**63:
                raise UsageError(
                    f"Budget({name}={brief(value)}): more than 64 bits hold", remedy="give a smaller number"
                )
            if not is_integer(value, 1):
                raise UsageError(
                    f"Budget({name}={brief(value)}): not an integer above 0", remedy="give such an integer"
                )
        seconds = self.seconds
        if seconds is not None and not (is_number(seconds) and seconds > 0):
            raise UsageError(
                f"Budget(seconds={brief(seconds)}): not a finite number above 0",
                remedy="give a time in seconds, or None for no bound of time",
            )
