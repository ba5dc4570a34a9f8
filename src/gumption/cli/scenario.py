"""Finding scenarios, and filling a world with them."""

import difflib
import importlib
import importlib.util
import inspect
import os
import pkgutil
import sys
import sysconfig
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final, TypeVar

import click

from gumption.cli.options import Option, options_of, read_options
from gumption.core.source import error_text, is_async
from gumption.errors import GumptionError, ScenarioError
from gumption.world import World

Result = TypeVar("Result")

PACKAGE: Final = "gumption.scenarios"
"""Where the built-in ones are: found by name, so that the program does not depend on them."""


@dataclass(frozen=True)
class Scenario:
    """A module with `build(world, **options)`."""

    name: str
    """As it was asked for."""
    module: ModuleType
    build: Callable[..., object]
    options: tuple[Option, ...]

    @property
    def text(self) -> str:
        """The module's docstring."""
        return inspect.cleandoc(self.module.__doc__ or "")

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return self.text.partition("\n")[0] or "(no docstring)"

    def read_options(self, pairs: Iterable[str]) -> dict[str, Any]:
        """Options from `KEY=VALUE` texts; see `cli.options.read_options`."""
        return read_options(self.name, self.options, pairs)

    def new_world(self, pairs: Iterable[str], seed: int) -> World:
        """A world of its own, filled as `KEY=VALUE` texts say. Raises what `read_options` and `fill` do."""
        options = self.read_options(pairs)
        world = World(seed=seed)
        self.fill(world, options)
        return world

    def fill(self, world: World, options: Mapping[str, Any]) -> None:
        """Build the scenario into `world`.

        Raises:
            ScenarioError: its own code raised.
        """
        try:
            self.build(world, **options)
        except GumptionError as error:
            error.locate(f"build() of scenario {self.name!r}")
            raise
        except Exception as error:
            raise _failed(self.name, "building", error) from error


def built_in() -> list[str]:
    """Names of the scenarios that come with gumption."""
    return sorted(module.name for module in pkgutil.iter_modules(importlib.import_module(PACKAGE).__path__))


def is_recording(target: str) -> bool:
    """Whether what the user named is a recorded file, and not a scenario."""
    path = Path(target)
    return target.endswith((".jsonl", ".jsonl.gz")) or (path.is_file() and path.suffix != ".py")


def load(name: str) -> Scenario:
    """Find a scenario by a built-in name, a file's path ending in `.py`, or a module's name.

    Raises:
        click.UsageError: there is none of that name.
        ScenarioError: its code raised on import, or it has no usable `build`.
    """
    return scenario_in(find_module(name), name)


def scenario_in(module: ModuleType, name: str) -> Scenario:
    """The scenario that a module is.

    Raises:
        ScenarioError: it has no usable `build`.
    """
    build = getattr(module, "build", None)
    if not callable(build) or is_async(build):
        raise ScenarioError(
            "its build() is a coroutine or generator function, whose body would never run"
            if callable(build)
            else "it has no function build(world)",
            where=f"scenario {name!r}",
            remedy="define a plain function build(world, **options), which adds entities to the world",
        )
    try:
        options = tuple(options_of(build))
    except (NameError, TypeError, ValueError) as error:
        raise _failed(name, "reading the signature of build()", error) from error
    return Scenario(name, module, build, options)


def find_module(name: str) -> ModuleType:
    """Import a built-in scenario by its name, a file by its path ending in `.py`, or a module by its name.

    Raises:
        click.UsageError: there is none of that name.
        ScenarioError: its code raised.
    """
    if name in built_in():
        return importlib.import_module(f"{PACKAGE}.{name}")
    path = Path(name)
    if path.suffix == ".py":
        if not path.is_file():
            raise click.UsageError(f"There is no file {name!r}. See `gumption list` for the built-in scenarios.")
        return _guarded(name, lambda: _import_file(path))
    if name.replace(".", "").isidentifier():
        if os.getcwd() not in sys.path:  # as `python -m` finds it
            sys.path.insert(0, os.getcwd())
        if _guarded(name, lambda: _exists(name)):
            return _guarded(name, lambda: importlib.import_module(name))
    close = difflib.get_close_matches(name, built_in(), 1)
    hint = f"Did you mean {close[0]!r}? " if close else ""
    raise click.UsageError(
        f"There is no scenario {name!r}. {hint}Give a built-in name ({', '.join(built_in())}), a file ending in "
        f".py, or a module's name."
    )


def _exists(name: str) -> bool:
    """Whether there is a module of that name; imports the packages around it."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            return False
        raise
    except ValueError:  # a module without a specification, such as __main__
        return False


def _import_file(path: Path) -> ModuleType:
    """Import a file as Python would run it: with its folder first on the path."""
    sys.path.insert(0, str(path.resolve().parent))
    name = path.stem if path.stem not in sys.modules else f"scenario_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module


def _guarded(name: str, action: Callable[[], Result]) -> Result:
    try:
        return action()
    except GumptionError as error:
        error.locate(f"scenario {name!r}")
        raise
    except Exception as error:
        raise _failed(name, "importing", error) from error


def _failed(name: str, doing: str, error: Exception) -> ScenarioError:
    return ScenarioError(
        error_text(error),
        where=_place(error) or f"scenario {name!r}",
        doing=f"{doing} scenario {name!r}",
        remedy="mend the scenario there",
    )


def _place(error: Exception) -> str:
    """`file:line` of the innermost code that is neither Python's, nor a library's, nor gumption's."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    libraries = tuple({sysconfig.get_path(each) for each in ("stdlib", "platstdlib", "purelib", "platlib")})
    place, step = "", error.__traceback__
    while step is not None:
        file = step.tb_frame.f_code.co_filename
        if not file.startswith((*libraries, "<")) and step.tb_frame.f_globals.get("__name__") != __name__:
            place = f"{file}:{step.tb_lineno}"
        step = step.tb_next
    return place
