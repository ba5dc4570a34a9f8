"""`gumption replay`."""

import shlex

import click

from gumption.cli.progress import progress
from gumption.cli.saving import load_world
from gumption.cli.scenario import built_in, load
from gumption.errors import RecordingError
from gumption.world import World
from gumption.world.recording import Header, RecordingReader
from gumption.world.replay import replay


@click.command("replay")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--scenario",
    metavar="SCENARIO",
    help="Which scenario to build. Needed unless the recording is of a built-in one: no file is run just because a "
    "recording names it.",
)
@click.option(
    "--load",
    "saved",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="The saved game from which the recorded run went on (gumption run --load FILE --record ...).",
)
@click.pass_context
def replay_recording(context: click.Context, file: str, scenario: str | None, saved: str | None) -> None:
    """Run a recording again from its seed and inputs, and compare every event.

    Ends with 0 if the story is the same, with 1 at the first difference, of which it shows tick, agent, node and field.
    If the recording has the agents' data (--record-data), these are compared as well.
    """
    with RecordingReader(file) as recording:
        recorded = recording.header.scenario
    name = scenario or recorded
    if name is None or (scenario is None and name not in built_in()):
        raise RecordingError(
            "it names no scenario"
            if name is None
            else f"it was recorded with {name!r}, which is not a built-in scenario",
            where=file,
            doing="replaying a recording",
            remedy="if you trust that code, say which to run: "
            f"gumption replay {shlex.quote(file)} --scenario {shlex.quote(name or 'SCENARIO')}",
        )
    found = load(name)

    def build(world: World, header: Header) -> World | None:
        if saved is not None:
            return load_world(saved, found)[0]
        try:
            options = found.read_options(f"{key}={text}" for key, text in header.options.items())
        except click.UsageError as error:
            raise RecordingError(
                f"its options do not fit scenario {name!r}: {error.message}",
                where=file,
                doing="replaying a recording",
                remedy="replay it with the scenario that it was recorded with",
            ) from None
        found.fill(world, options)
        return None

    with progress("replaying") as told:
        result = replay(file, build, told=told)
    if result.difference is None:
        click.echo(f"The same story: {result.ticks:,} ticks, {result.events:,} events.")
        return
    click.echo(f"Not the same story: {result.difference.text('recorded', 'replayed')}")
    context.exit(1)
