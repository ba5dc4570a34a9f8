"""Finding scenarios, reading their options, filling a world with them."""

import difflib
import importlib
import importlib.util
import inspect
import pkgutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import click
import msgspec

from gumption.errors import GumptionError, ScenarioError
from gumption.world import World

PACKAGE = "gumption.scenarios"
"""Where the built-in ones are: found by name, so that the program does not depend on them."""


@dataclass(frozen=True)
class Option:
    """One thing about a scenario that can be chosen with `--set NAME=VALUE`."""

    name: str
    type: Any
    default: Any
    """`inspect.Parameter.empty`: it must be given."""
    help: str

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is inspect.Parameter.empty

    @property
    def choices(self) -> str:
        """What may be given, in words."""
        values = get_args(self.type)
        if values and all(isinstance(value, str) for value in values):
            return "|".join(values)
        return getattr(self.type, "__name__", str(self.type))

    def read(self, text: str) -> Any:
        """The value that `text` stands for.

        Raises:
            click.BadParameter: it stands for none.
        """
        try:
            return msgspec.convert(text, self.type, strict=False)
        except msgspec.ValidationError:
            raise click.BadParameter(f"{self.name}={text}: expected {self.choices}.", param_hint="--set") from None


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
        """Options from `NAME=VALUE` texts.

        Raises:
            click.UsageError: one is not of that form, unknown, of the wrong type, or missing.
        """
        known = {option.name: option for option in self.options}
        values: dict[str, Any] = {}
        for pair in pairs:
            name, equals, text = pair.partition("=")
            if not equals:
                raise click.BadParameter(f"{pair!r} is not of the form NAME=VALUE.", param_hint="--set")
            if name not in known:
                names = ", ".join(known) or "none"
                raise click.BadParameter(
                    f"scenario {self.name!r} has no option {name!r}. Its options: {names}.", param_hint="--set"
                )
            values[name] = known[name].read(text)
        missing = [option.name for option in self.options if option.required and option.name not in values]
        if missing:
            raise click.UsageError(f"Scenario {self.name!r} needs --set {missing[0]}=VALUE.")
        return values

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


def load(name: str) -> Scenario:
    """Find a scenario by a built-in name, a file's path ending in `.py`, or a module's name.

    Raises:
        click.UsageError: there is none of that name.
        ScenarioError: its code raised on import, or it has no `build`.
    """
    module = _import(name)
    build = getattr(module, "build", None)
    if not callable(build):
        raise ScenarioError(
            "it has no function build(world)",
            where=f"scenario {name!r}",
            remedy="define build(world, **options), which adds entities to the world",
        )
    try:
        options = tuple(_options(build))
    except (NameError, TypeError, ValueError) as error:
        raise _failed(name, "reading the signature of build()", error) from error
    return Scenario(name, module, build, options)


def _import(name: str) -> ModuleType:
    if name in built_in():
        return importlib.import_module(f"{PACKAGE}.{name}")
    path = Path(name)
    if path.suffix == ".py":
        if not path.is_file():
            raise click.UsageError(f"There is no file {name!r}. See `gumption list` for the built-in scenarios.")
        return _guarded(name, lambda: _import_file(path))
    try:
        found = importlib.util.find_spec(name) if name.replace(".", "").isidentifier() else None
    except (ImportError, ValueError):
        found = None
    if found is None:
        close = difflib.get_close_matches(name, built_in(), 1)
        hint = f"Did you mean {close[0]!r}? " if close else ""
        raise click.UsageError(
            f"There is no scenario {name!r}. {hint}Give a built-in name ({', '.join(built_in())}), a file ending in "
            f".py, or a module's name."
        )
    return _guarded(name, lambda: importlib.import_module(name))


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


def _guarded(name: str, action: Callable[[], ModuleType]) -> ModuleType:
    try:
        return action()
    except GumptionError as error:
        error.locate(f"scenario {name!r}")
        raise
    except Exception as error:
        raise _failed(name, "importing", error) from error


def _failed(name: str, doing: str, error: Exception) -> ScenarioError:
    step = error.__traceback__
    place = f"scenario {name!r}"
    while step is not None:  # the innermost line of the user's code is the last that is not gumption's nor Python's
        if "importlib" not in step.tb_frame.f_code.co_filename and step.tb_frame.f_globals.get("__name__") != __name__:
            place = f"{step.tb_frame.f_code.co_filename}:{step.tb_lineno}"
        step = step.tb_next
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{error.filename}:{error.lineno}"
    return ScenarioError(
        f"{type(error).__name__}: {error}",
        where=place,
        doing=f"{doing} scenario {name!r}",
        remedy="mend the scenario; `gumption --debug ...` shows the whole traceback",
    )


def _options(build: Callable[..., object]) -> Iterable[Option]:
    helps = _argument_helps(inspect.getdoc(build) or "")
    parameters = list(inspect.signature(build, eval_str=True).parameters.values())
    for parameter in parameters[1:]:  # the first one is the world
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        yield Option(parameter.name, _kind(parameter), parameter.default, helps.get(parameter.name, ""))


def _kind(parameter: inspect.Parameter) -> Any:
    if parameter.annotation is not parameter.empty:
        return parameter.annotation
    default: Any = parameter.default
    return str if default in (parameter.empty, None) else type(default)  # pyright: ignore[reportUnknownVariableType]


def _argument_helps(docstring: str) -> dict[str, str]:
    """What the `Args:` part of a docstring says of each argument."""
    _, _, text = docstring.partition("Args:\n")
    helps: dict[str, str] = {}
    for line in textwrap.dedent(text).splitlines():
        name, colon, help_text = line.partition(": ")
        if not line.strip():
            break
        if colon and not line.startswith(" "):
            helps[name.strip()] = help_text
    return helps
