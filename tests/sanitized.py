"""Run tests with a native kernel that was built with sanitizers: `python -m tests.sanitized FILE TESTS`."""

import importlib.machinery
import importlib.util
import os
import sys
from typing import Any

import pytest

NAME = "gumption.core._native"


class Instead:
    """Finds the library where the module is looked for."""

    def __init__(self, library: str) -> None:
        self.library = library

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name != NAME:
            return None
        loader = importlib.machinery.ExtensionFileLoader(NAME, self.library)
        return importlib.util.spec_from_file_location(NAME, self.library, loader=loader)


def main(library: str, *tests: str) -> int:
    """Put the library in the place of the module, and run the tests. Returns the exit code."""
    sys.meta_path.insert(0, Instead(library))
    from gumption.core.coroutines import kernel  # only now

    assert os.path.samefile(kernel.native().__file__, library)
    return pytest.main(["-q", "-p", "no:faulthandler", "--timeout=600", *tests])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
