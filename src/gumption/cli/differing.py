"""`gumption diff`: where two recordings part."""

import json
from collections.abc import Iterator
from typing import Any, Final

import click
import msgspec

from gumption.cli.progress import progress
from gumption.errors import RecordingError
from gumption.world.comparing.cast import show
from gumption.world.comparing.comparison import Comparison
from gumption.world.comparing.difference import Difference
from gumption.world.comparing.runs import Runs
from gumption.world.recording import Header, RecordingReader

SHOWN: Final = 12
"""How many of those who do not differ are named."""
_FILE = click.Path(exists=True, dir_okay=False)


@click.command("diff")
@click.argument("a", type=_FILE)
@click.argument("b", type=_FILE)
@click.option("--agent", metavar="NAME|ID", help="Look at this agent alone.")
@click.option("--from", "start", metavar="TICK", type=click.IntRange(min=0), default=0, help="Begin with this tick.")
@click.option(
    "--all", "everybody", is_flag=True, help="Go on to the end, and tell for each agent where it differs first."
)
@click.option("--no-data", is_flag=True, help="Compare what happened, and not the agents' fields (--record-data).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def diff(
    context: click.Context,
    a: str,
    b: str,
    agent: str | None,
    start: int,
    everybody: bool,
    no_data: bool,
    as_json: bool,
) -> None:
    """Show where two recordings part: tick, agent, node and field.

    Other seeds or options are told first; they are no difference by themselves.

    \b
    What if Bob were thirsty?
      gumption run westworld --record a.jsonl
      gumption run westworld --record b.jsonl --set-field Bob.thirst=9
      gumption diff a.jsonl b.jsonl --all

    \b
    Exit codes:
      0  the same story
      1  they differ
      2  the command line is wrong, or a file cannot be read
    """
    comparison = Comparison(agent=agent, data=not no_data)
    runs = Runs(comparison)
    try:
        with progress("comparing", quiet=as_json) as told, RecordingReader(a, told) as one, RecordingReader(b) as other:
            hints = _hints(one.header, other.header)
            found = runs.differences(one.lines(), other.lines(), start=start)
            differences = list(found) if everybody else list(_first(found))
    except RecordingError as error:
        raise _UnreadableError(str(error)) from error
    if not differences:
        _check(runs, agent)
    if as_json:
        click.echo(json.dumps(_plain(comparison, hints, differences, everybody=everybody)))
    else:
        _tell(comparison, hints, differences, everybody=everybody)
    context.exit(1 if differences else 0)


class _UnreadableError(click.ClickException):
    """A file that is no recording: neither the same nor another story."""

    exit_code = 2


def _first(found: Iterator[Difference]) -> Iterator[Difference]:
    difference = next(found, None)
    if difference is not None:
        yield difference


def _hints(one: Header, other: Header) -> dict[str, tuple[Any, Any]]:
    """In what the runs were made differently."""
    mine, theirs = msgspec.to_builtins(one), msgspec.to_builtins(other)
    keys = ("scenario", "seed", "options", "step", "on_error", "changed", "gumption")
    return {key: (mine.get(key), theirs.get(key)) for key in keys if mine.get(key) != theirs.get(key)}


def _check(runs: Runs, agent: str | None) -> None:
    """See that something was compared at all."""
    comparison = runs.comparison
    names = {**comparison.other.names, **comparison.one.names}
    if agent is not None and not any(map(comparison.watches, names)):
        known = ", ".join(f"{name} ({number})" for number, name in list(names.items())[:10]) or "none"
        raise click.BadParameter(f"no agent {agent!r} is in A or B. There are: {known}.", param_hint="--agent")
    if not comparison.ticks and (runs.last or runs.other_last):
        raise click.UsageError(f"There is no tick to compare: A ends at tick {runs.last}, B at tick {runs.other_last}.")


def _tell(
    comparison: Comparison, hints: dict[str, tuple[Any, Any]], differences: list[Difference], *, everybody: bool
) -> None:
    for key, (one, other) in hints.items():
        click.echo(f"Not run alike, {key}: A {show(one)}, B {show(other)}")
    if not differences:
        click.echo(f"The same story: {comparison.ticks:,} ticks, {comparison.events:,} events.")
        return
    click.echo(f"Not the same story: {differences[0].text('A', 'B')}")
    if not everybody:
        return
    click.echo("\nWho differs, and where first:")
    for difference in differences:
        if difference.what != "end":
            click.echo(
                f"  tick {difference.tick:>6}  {difference.where}: A {difference.words[0]}, B {difference.words[1]}"
            )
        elif difference is not differences[0]:
            click.echo(f"  {difference.text('A', 'B')}")
    same = _same(comparison, differences)
    if same:
        more = f", and {len(same) - SHOWN} more" if len(same) > SHOWN else ""
        click.echo(f"The same in both: {', '.join(same[:SHOWN])}{more}")


def _same(comparison: Comparison, differences: list[Difference]) -> list[str]:
    """Those who do not differ."""
    differ = {difference.agent for difference in differences}
    names = comparison.one.names
    return [f"{name} ({agent})" for agent, name in names.items() if agent not in differ and comparison.watches(agent)]


def _plain(
    comparison: Comparison, hints: dict[str, tuple[Any, Any]], differences: list[Difference], *, everybody: bool
) -> dict[str, Any]:
    plain = [difference.to_plain("a", "b") for difference in differences]
    told: dict[str, Any] = {
        "same": not plain,
        "ticks": comparison.ticks,
        "hints": {key: {"a": one, "b": other} for key, (one, other) in hints.items()},
        "difference": plain[0] if plain else None,
    }
    if everybody:
        told["differences"] = plain
    return told
