"""`gumption describe`."""

import contextlib
import sys
from typing import Any

import click

from gumption.cli.agents import WHOSE, agent_named
from gumption.cli.picturing import FORMS, echo_picture
from gumption.cli.scenario import Scenario, load
from gumption.core.outline import Outline
from gumption.core.picture import FORMATS, NOTHING, Moment, present_moment
from gumption.core.trace import Event
from gumption.world import Entity, World


@click.command()
@click.argument("scenario")
@click.option("--set", "pairs", metavar="KEY=VALUE", multiple=True, help="An option of the scenario; may be repeated.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default="text",
    show_default=True,
    help="Of the picture; Mermaid and DOT show one mind.",
)
@click.option("--agent", metavar="NAME", help=f"Show nothing else. {WHOSE}")
@click.option(
    "--ticks",
    type=click.IntRange(min=0),
    default=0,
    help="Run it so far first, and show how everybody stands.  [default: 0, nothing has begun]",
)
@click.option("--seed", type=int, default=0, show_default=True, help="With --ticks. Same seed, same story.")
def describe(scenario: str, pairs: tuple[str, ...], form: str, agent: str | None, ticks: int, seed: int) -> None:
    """Show what SCENARIO is, its options, its agents, and how they decide.

    Arrows show where a state's code may lead. With --ticks, what runs has a * (in Mermaid and DOT a thick border), what
    is paused has || (a dashed border), and nodes say what they came to last, and in which tick.

    \b
    Examples:
      gumption describe westworld
      gumption describe westworld --agent Bob --ticks 12
      gumption describe westworld --agent Bob --ticks 12 --format dot | dot -Tsvg > bob.svg
      gumption describe ambush --agent Anselm --format mermaid > anselm.mmd
    """
    found = load(scenario)
    if agent is None and form == "text":
        click.echo(found.text or found.summary)
        click.echo("\nOptions (give them with --set KEY=VALUE):" if found.options else "\nNo options.")
        _print_options(found)
        if any(option.required for option in found.options) and not pairs:
            click.echo("\nGive the options that must be given, to see the agents as well.")
            return
    with contextlib.redirect_stdout(sys.stderr):  # what the scenario prints is no part of the picture
        world = found.new_world(pairs, seed)
        if ticks:
            world.trace(_listen)
            world.run(ticks=ticks)
    if agent is None and form == "text":
        _print_all(world, has_begun=ticks > 0)
        return
    kinds = _kinds(world)
    all_alike = agent is None and not ticks and len(kinds) == 1
    whom = agent_named(agent, kinds if all_alike else world.entities.values())
    outline, moment = _look(world.entities[whom], has_begun=ticks > 0)
    echo_picture(FORMATS[form](outline, moment))


def _listen(_event: Event) -> None:
    """While somebody listens, trees keep their nodes' last results."""


def _look(entity: Entity[Any], *, has_begun: bool) -> tuple[Outline, Moment]:
    return entity.mind.describe(), present_moment(entity.mind) if has_begun else NOTHING


def _kinds(world: World) -> list[Entity[Any]]:
    """The first entity of each kind of mind."""
    first: dict[str, Entity[Any]] = {}
    for entity in world.entities.values():
        first.setdefault(entity.mind.describe().digest, entity)
    return list(first.values())


def _print_all(world: World, *, has_begun: bool) -> None:
    """Each kind of mind once; once they have begun, every mind."""
    kinds = _kinds(world)
    for entity in world.entities.values() if has_begun else kinds:
        click.echo(f"\n{entity.name} (entity {entity.id}):")
        lines = FORMATS["text"](*_look(entity, has_begun=has_begun)).splitlines()
        echo_picture("\n".join(f"  {line}" for line in lines))
    click.echo(f"\n{len(world.entities)} entities, {len(kinds)} kinds of mind.")


def _print_options(scenario: Scenario) -> None:
    labels = [f"{option.name}={option.choices if option.required else option.default}" for option in scenario.options]
    width = max(map(len, labels), default=0)
    for label, option in zip(labels, scenario.options, strict=True):
        choices = "" if option.required else f" ({option.choices})"
        click.echo(f"  {label:<{width}}  {option.help}{choices}")
