"""`gumption list`."""

import click

from gumption.cli.scenario import built_in, load


@click.command("list")
def list_scenarios() -> None:
    """List the built-in scenarios, a line each."""
    names = built_in()
    width = max(map(len, names), default=0)
    for name in names:
        click.echo(f"{name:<{width}}  {load(name).summary}")
