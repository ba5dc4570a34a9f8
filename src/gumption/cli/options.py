"""The options of a scenario: what its `build` takes beside the world."""

import inspect
import types
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin

import click
import msgspec


@dataclass(frozen=True)
class Option:
    """One thing about a scenario that can be chosen with `--set KEY=VALUE`."""

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
        return _words(self.type)

    def read(self, text: str) -> Any:
        """The value that `text` stands for.

        Raises:
            click.BadParameter: it stands for none.
        """
        try:
            return msgspec.convert(text, self.type, strict=False)
        except msgspec.ValidationError:
            raise click.BadParameter(f"{self.name}={text}: expected {self.choices}.", param_hint="--set") from None


def options_of(build: Callable[..., object]) -> Iterable[Option]:
    """The parameters of `build` behind the first one, which is the world."""
    helps = _argument_helps(inspect.getdoc(build) or "")
    for parameter in list(inspect.signature(build, eval_str=True).parameters.values())[1:]:
        if parameter.kind not in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            yield Option(parameter.name, _kind(parameter), parameter.default, helps.get(parameter.name, ""))


def read_options(scenario: str, options: Iterable[Option], pairs: Iterable[str]) -> dict[str, Any]:
    """Options from `KEY=VALUE` texts.

    Raises:
        click.UsageError: one is not of that form, unknown, of the wrong type, or missing.
    """
    known = {option.name: option for option in options}
    values: dict[str, Any] = {}
    for key, text in split_pairs(pairs).items():
        if key not in known:
            names = ", ".join(known) or "none"
            raise click.BadParameter(
                f"scenario {scenario!r} has no option {key!r}. Its options: {names}.", param_hint="--set"
            )
        values[key] = known[key].read(text)
    missing = [option.name for option in known.values() if option.required and option.name not in values]
    if missing:
        raise click.UsageError(f"Scenario {scenario!r} needs --set {missing[0]}=VALUE.")
    return values


def split_pairs(pairs: Iterable[str], option: str = "--set") -> dict[str, str]:
    """`KEY=VALUE` texts, given to `option`, as a dictionary; of two with one key the later counts.

    Raises:
        click.BadParameter: one is not of that form.
    """
    texts: dict[str, str] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r} is not of the form KEY=VALUE.", param_hint=option)
        texts[key] = text
    return texts


def _words(kind: Any) -> str:
    if kind is None or kind is type(None):
        return "null"
    if get_origin(kind) is Literal:
        return "|".join(map(str, get_args(kind)))
    if get_origin(kind) in (Union, types.UnionType):
        return "|".join(map(_words, get_args(kind)))
    return getattr(kind, "__name__", str(kind))


def _kind(parameter: inspect.Parameter) -> Any:
    if parameter.annotation is not parameter.empty:
        return parameter.annotation
    default: Any = parameter.default
    return str if default in (parameter.empty, None) else type(default)  # pyright: ignore[reportUnknownVariableType]


def _argument_helps(docstring: str) -> dict[str, str]:
    """What the `Args:` part of a docstring says of each argument, in one line each."""
    _, _, text = docstring.partition("Args:\n")
    helps: dict[str, str] = {}
    indent, current = 0, ""
    for line in text.splitlines():
        depth = len(line) - len(line.lstrip())
        if not line.strip() or (indent and depth < indent):
            break
        indent = indent or depth
        name, colon, words = line.strip().partition(": ")
        if depth == indent and colon:
            current = name
            helps[current] = words
        elif current:
            helps[current] += f" {line.strip()}"
    return helps
