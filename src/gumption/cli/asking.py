"""`gumption why`."""

import contextlib
import json
import sys

import click

from gumption.cli.agents import WHOSE, agent_named
from gumption.cli.progress import progress
from gumption.cli.scenario import is_recording, load
from gumption.errors import UsageError
from gumption.why import Why

TICKS = 60
"""After how many ticks of a scenario it is asked, unless that is said."""


@click.command("why")
@click.argument("target", metavar="RECORDING|SCENARIO")
@click.option("--agent", metavar="NAME", help=WHOSE)
@click.option(
    "--tick", type=click.IntRange(min=0), help=f"Behind which tick.  [default: the last one; of a scenario {TICKS}]"
)
@click.option("--json", "as_json", is_flag=True, help="As data, for other programs.")
@click.option("--seed", type=int, default=0, help="Of a scenario: same seed, same story.")
@click.option("--set", "pairs", metavar="KEY=VALUE", multiple=True, help="Of a scenario: an option; may be repeated.")
def why(target: str, agent: str | None, tick: int | None, as_json: bool, seed: int, pairs: tuple[str, ...]) -> None:
    """Tell why an agent does what it does.

    What runs, since when, and what started it: the check, the message, the plan; what comes before it and was not
    chosen; and what would change it. One line for each mind inside a mind.

    The values of an agent's fields are in a recording that was made with --record-data.

    \b
    Examples:
      gumption run westworld --record story.jsonl.gz --record-data
      gumption why story.jsonl.gz --agent Bob --tick 12
      gumption why westworld --set mind=bt --agent Bob --tick 12 --json
    """
    if is_recording(target):
        if pairs or seed:
            raise click.UsageError("--set and --seed are for scenarios, and this is a recording.")
        answer = _of_recording(target, agent, tick, quiet=as_json)
    else:
        answer = _of_scenario(target, agent, TICKS if tick is None else tick, seed, pairs)
    click.echo(json.dumps(answer.to_plain(), indent=2, ensure_ascii=False) if as_json else str(answer))


def _of_recording(file: str, agent: str | None, tick: int | None, *, quiet: bool) -> Why:
    from gumption.inspect.explaining import why_at
    from gumption.inspect.loading import load as load_recording

    with progress("reading", quiet=quiet) as told:
        history = load_recording(file, told=told).history
    entity = agent_named(agent, history.entities.values())
    try:
        return why_at(history, entity, history.tick if tick is None else tick)
    except UsageError as error:
        raise click.BadParameter(f"{error.problem}; {error.remedy}.", param_hint="--tick") from error


def _of_scenario(name: str, agent: str | None, ticks: int, seed: int, pairs: tuple[str, ...]) -> Why:
    with contextlib.redirect_stdout(sys.stderr):  # what the scenario prints is no part of the answer
        world = load(name).new_world(pairs, seed)
        entity = agent_named(agent, world.entities.values())
        world.remember(only=[entity])
        if ticks:
            world.run(ticks=ticks, until=lambda: entity not in world.entities)
    if entity not in world.entities:
        problem = f"the agent has left the world before tick {ticks}: in tick {world.clock.ticks}."
        raise click.BadParameter(problem, param_hint="--tick")
    return world.why(entity)
