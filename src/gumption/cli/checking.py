"""`gumption check`."""

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

import click

from gumption.checking import CODES, Finding, check_all
from gumption.checking.parts import parts
from gumption.cli.scenario import find_module, scenario_in
from gumption.core.plain import plain_copy
from gumption.errors import GumptionError
from gumption.world import Entity, World

_COLOURS: Final = {"error": "red", "warning": "yellow"}


@click.command()
@click.argument("scenario", metavar="FILE_OR_SCENARIO")
@click.option("--set", "pairs", metavar="KEY=VALUE", multiple=True, help="An option of the scenario; may be repeated.")
@click.option(
    "--ignore",
    metavar="CODE",
    multiple=True,
    type=click.Choice(list(CODES)),
    help="Leave findings of this code out; may be repeated.",
)
@click.option("--strict", is_flag=True, help="Fail on warnings, too.")
@click.option("--json", "as_json", is_flag=True, help="Write the findings as JSON.")
@click.pass_context
def check(
    context: click.Context, scenario: str, pairs: tuple[str, ...], ignore: tuple[str, ...], strict: bool, as_json: bool
) -> None:
    """Look for faults that nothing else tells.

    Builds the scenario, runs nothing, and looks at all minds in it: for states and branches that are never reached,
    conditions that never hold, states in which an agent has nothing to do, messages that nobody takes, goals that no
    plan reaches. Of a file without build() all definitions are looked at. docs/checking.md has all codes.

    \b
    Exit codes:
      0  no errors (with --strict: no findings)
      1  there are some
      2  the command line is wrong
    """
    cast = _Cast()
    with contextlib.redirect_stdout(sys.stderr):  # what the scenario prints is none of the findings
        module = find_module(scenario)
        if hasattr(module, "build") or pairs:
            found = scenario_in(module, scenario)
            found.fill(cast, found.read_options(pairs))
    definitions = [*cast.definitions, *vars(module).values()]
    count = len(parts(definitions))
    if not count:
        raise click.UsageError(f"There is nothing to check in {scenario!r}: no definitions, nor agents that have some.")
    findings = check_all(definitions, [entity.agent for entity in cast.entities.values()], ignore=ignore)
    errors = sum(finding.severity == "error" for finding in findings)
    if as_json:
        told = {"definitions": count, "errors": errors, "findings": [_plain(each) for each in findings]}
        click.echo(json.dumps(told, indent=2))
    else:
        click.echo("\n".join(_lines(findings, errors, count)))
    context.exit(1 if errors or (strict and findings) else 0)


class _Cast(World):
    """A world that remembers which definitions its entities were added with."""

    def __init__(self) -> None:
        super().__init__()
        self.definitions: list[object] = []

    def add(self, agent: Any, definition: Any, **more: Any) -> Entity[Any]:
        """See `World.add`."""
        self.definitions.append(definition)
        return super().add(agent, definition, **more)


def _lines(findings: Sequence[Finding], errors: int, definitions: int) -> Iterator[str]:
    for each in findings:
        head, *rest = str(each).splitlines()
        yield click.style(each.severity, fg=_COLOURS[each.severity]) + head.removeprefix(each.severity)
        yield from rest
    within = _count(definitions, "definition")
    if not findings:
        yield f"No findings in {within}."
        return
    counts = (_count(errors, "error"), _count(len(findings) - errors, "warning"))
    yield f"\n{_count(len(findings), 'finding')} in {within}: {', '.join(counts)}."


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'s' * (number != 1)}"


def _plain(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        "path": finding.path,
        "source": finding.source,
        "problem": finding.problem,
        "remedy": finding.remedy,
        "example": {name: _value(value) for name, value in finding.example} or None,
    }


def _value(value: object) -> Any:
    """As JSON has it, or as text."""
    try:
        return plain_copy(value, "")
    except GumptionError:
        return str(value)
