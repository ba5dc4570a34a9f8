"""The same examples in every run: a red run means that the code has changed, not the dice.

Where GUMPTION_REQUIRE_NATIVE is 1, a missing native module ends the run; elsewhere its tests are skipped. Coroutines
are stepped by the native kernel, or by its reference where GUMPTION_KERNEL says so.
"""

import importlib.util
import os
import signal
import sys

import pytest
from hypothesis import settings

from gumption.core.coroutines.kernel import Steps

settings.register_profile("repeatable", derandomize=True, database=None)
settings.load_profile("repeatable")


NATIVE = ("gumption.core._native", "gumption.goap._native")


def pytest_sessionstart() -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # of a background job: programs under test would inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if os.environ.get("GUMPTION_REQUIRE_NATIVE") != "1":
        return
    for name in NATIVE:
        if name not in sys.modules and importlib.util.find_spec(name) is None:
            raise pytest.UsageError(f"{name} is missing: GUMPTION_REQUIRE_NATIVE=1 asks for it")


def pytest_report_header() -> str:
    return f"kernel of coroutines: {Steps.__module__}"
