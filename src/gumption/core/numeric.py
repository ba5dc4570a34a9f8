"""What counts as a number where a user gives one: no boolean, which Python takes for 0 or 1, no nan, no infinity."""

import math
import sys
from typing import TypeGuard


def is_integer(value: object, least: int = 0, most: float = math.inf) -> TypeGuard[int]:
    """Whether it is an integer from `least` to `most`."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_number(value: object, least: float = 0.0, most: float = sys.float_info.max) -> TypeGuard[float]:
    """Whether it is an integer or a float from `least` to `most`, by default not negative and finite."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most
