"""The same examples in every run: a red run means that the code has changed, not the dice.

Where GUMPTION_REQUIRE_NATIVE is 1, a missing native planner ends the run; elsewhere its tests are skipped.
"""

import importlib.util
import os

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, database=None)
settings.load_profile("repeatable")


def pytest_sessionstart() -> None:
    required = os.environ.get("GUMPTION_REQUIRE_NATIVE") == "1"
    if required and importlib.util.find_spec("gumption.goap._native") is None:
        raise pytest.UsageError("gumption.goap._native is missing: GUMPTION_REQUIRE_NATIVE=1 asks for it")
