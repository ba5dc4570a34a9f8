"""`gumption describe`."""

import click

from gumption.cli.scenario import Scenario, load
from gumption.world import World


@click.command()
@click.argument("scenario")
@click.option("--set", "pairs", metavar="KEY=VALUE", multiple=True, help="An option of the scenario; may be repeated.")
def describe(scenario: str, pairs: tuple[str, ...]) -> None:
    """Show what SCENARIO is, its options, its agents, and how they decide.

    Arrows show where a state's code may lead.
    """
    found = load(scenario)
    click.echo(found.text or found.summary)
    click.echo("\nOptions (give them with --set KEY=VALUE):" if found.options else "\nNo options.")
    _print_options(found)
    if any(option.required for option in found.options) and not pairs:
        click.echo("\nGive the options that must be given, to see the agents as well.")
        return
    world = World()
    found.fill(world, found.read_options(pairs))
    shown: set[str] = set()
    for entity in world.entities.values():
        outline = entity.mind.describe()
        if outline.digest in shown:
            continue
        shown.add(outline.digest)
        click.echo(f"\n{entity.name} (entity {entity.id}):")
        click.echo("\n".join(f"  {line}" for line in str(outline).splitlines()))
    click.echo(f"\n{len(world.entities)} entities, {len(shown)} kinds of mind.")


def _print_options(scenario: Scenario) -> None:
    labels = [f"{option.name}={option.choices if option.required else option.default}" for option in scenario.options]
    width = max(map(len, labels), default=0)
    for label, option in zip(labels, scenario.options, strict=True):
        choices = "" if option.required else f" ({option.choices})"
        click.echo(f"  {label:<{width}}  {option.help}{choices}")
