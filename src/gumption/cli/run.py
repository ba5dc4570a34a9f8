"""`gumption run`."""

import contextlib
import math
import shlex
import sys
from typing import IO

import click

from gumption import __version__
from gumption.cli.fields import change_fields
from gumption.cli.inspecting import inspected
from gumption.cli.options import split_pairs
from gumption.cli.progress import running
from gumption.cli.saving import Saving, load_world
from gumption.cli.scenario import load
from gumption.cli.story import Output, Story, print_end
from gumption.world.recording import RecordingWriter

DEFAULT_TICKS = 60


def _finite(_context: click.Context, parameter: click.Parameter, value: float | None) -> float | None:
    """Click's ranges let nan and infinity pass."""
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(f"{value} is not a finite number.", param=parameter)
    return value


@click.command()
@click.argument("scenario")
@click.option("--ticks", type=click.IntRange(min=1), help=f"Stop after so many ticks.  [default: {DEFAULT_TICKS}]")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    callback=_finite,
    help="Stop after so much time in the world.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same story.")
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True),
    callback=_finite,
    help="Seconds in the world a real second: 1 is real time.  [default: as fast as possible]",
)
@click.option("--set", "pairs", metavar="KEY=VALUE", multiple=True, help="An option of the scenario; may be repeated.")
@click.option(
    "--set-field",
    "fields",
    metavar="AGENT.FIELD=VALUE",
    multiple=True,
    help="What if? Change a simple field of an agent before the first tick, e.g. Bob.thirst=9; may be repeated.",
)
@click.option(
    "--record",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write all that happens to FILE, as JSON Lines; compressed if it ends in .gz.",
)
@click.option("--record-data", is_flag=True, help="Write the agents' simple fields as well, for reports.")
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="When the run is over, also by Ctrl-C, write the world to FILE, to go on another time.",
)
@click.option(
    "--load",
    "saved",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Go on from FILE, which --save wrote; it knows the seed and the options. --ticks counts from there.",
)
@click.option("--inspect", is_flag=True, help="Show all that happens in a page. Goes on until Ctrl-C, in real time.")
@click.option("--control", is_flag=True, help="With --inspect: let the page pause, step and set the speed.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Of the page.  [default: any that is free]")
@click.option("--json", "as_json", is_flag=True, help="Print all that happens as JSON Lines instead of the story.")
@click.option("--quiet", is_flag=True, help="Print no story, only how it ends.")
def run(
    scenario: str,
    ticks: int | None,
    seconds: float | None,
    seed: int,
    speed: float | None,
    pairs: tuple[str, ...],
    fields: tuple[str, ...],
    record: str | None,
    record_data: bool,
    save: str | None,
    saved: str | None,
    inspect: bool,
    control: bool,
    port: int,
    as_json: bool,
    quiet: bool,
) -> None:
    """Run SCENARIO, and tell its story.

    SCENARIO is a built-in name (see `gumption list`), a file ending in .py, or a module's name. It has a function
    build(world, **options), which adds the agents; `gumption describe SCENARIO` shows its options.

    \b
    Examples:
      gumption run westworld
      gumption run westworld --seed 3 --speed 2 --set elsa=false
      gumption run my_town.py --ticks 1000 --quiet --record town.jsonl.gz
      gumption run westworld --save bob.game
      gumption run westworld --load bob.game --save bob.game
      gumption run westworld --inspect --control
      gumption run westworld --json | jq .events
    """
    if not inspect and (control or port):
        raise click.UsageError("--control and --port are for the page that --inspect opens.")
    if record_data and not (record or as_json):
        raise click.UsageError("--record-data says what --record or --json writes.")
    if saved and (pairs or seed):
        raise click.UsageError("--set and --seed say how a world begins; the one that --load reads has begun.")
    found = load(scenario)
    if ticks is None and seconds is None:
        ticks = sys.maxsize if inspect else DEFAULT_TICKS
    if inspect and speed is None:
        speed = 1.0
    console = Output()
    targets: list[str | IO[bytes]] = [record] if record else []
    if as_json:
        targets.append(sys.stdout.buffer)
    with contextlib.ExitStack() as stack:
        if as_json:  # what the scenario prints must not stand between the lines
            stack.enter_context(contextlib.redirect_stdout(sys.stderr))
        if saved:
            world, texts = load_world(saved, found)
        else:
            world, texts = found.new_world(pairs, seed), split_pairs(pairs)
        changed = change_fields(world, fields)
        writers = [
            stack.enter_context(
                RecordingWriter(
                    world,
                    target,
                    version=__version__,
                    scenario=scenario,
                    options=texts,
                    data=record_data,
                    changed=changed,
                )
            )
            for target in targets
        ]
        saving = Saving(world, save, scenario, texts) if save else None
        if saving is not None:
            stack.enter_context(saving.watching())
        story = None
        watch = None
        if quiet:
            watch = stack.enter_context(running(world, ticks, seconds))
        elif not as_json:
            story = Story(world, console)
            world.trace(story)

        def is_over() -> bool:
            """Nobody reads, or nothing can be written any more."""
            if watch is not None:
                watch()
            over = any(writer.has_failed for writer in writers) or (story is not None and story.failure is not None)
            if saving is not None:
                over = over or saving.interrupted
                if not over:
                    saving.begin_tick()
            return over

        if inspect:  # behind those who write: what they were told is written when the page pauses the world
            stack.enter_context(
                inspected(world, scenario, port=port, control=control, speed=speed if control else None)
            )
            speed = None if control else speed
        made = world.run(ticks=ticks, seconds=seconds, until=is_over, speed=speed)
        if saving is not None:
            saving.end_run()
    if story is not None and story.failure is not None:
        raise story.failure
    if as_json:
        return
    if story is not None and not story.lines:
        console.print("Nobody said anything: a story is told with context.say(...) in a mind's code.", style="dim")
    print_end(world, made, console)
    if saving is not None:
        console.print(saving.told, soft_wrap=True, markup=False)
    if record:
        file = f" --scenario {shlex.quote(scenario)}" if scenario.endswith(".py") else ""
        file += f" --load {shlex.quote(saved)}" if saved else ""
        again = f"gumption replay {shlex.quote(record)}{file}"
        console.print(f"\nRecorded in {record}; run it again with: {again}", soft_wrap=True, markup=False)
