"""`gumption run`."""

import contextlib
import sys
from collections.abc import Callable, Generator

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from gumption import __version__
from gumption.cli.scenario import load
from gumption.cli.story import Output, Story, print_end
from gumption.world import World
from gumption.world.recording import RecordingWriter

DEFAULT_TICKS = 60


@click.command()
@click.argument("scenario")
@click.option("--ticks", type=click.IntRange(min=1), help=f"Stop after so many ticks.  [default: {DEFAULT_TICKS}]")
@click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Stop after so much time in the world.")
@click.option("--seed", type=int, default=0, show_default=True, help="Same seed, same story.")
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True),
    help="Seconds in the world a real second: 1 is real time.  [default: as fast as possible]",
)
@click.option("--set", "pairs", metavar="KEY=VALUE", multiple=True, help="An option of the scenario; may be repeated.")
@click.option(
    "--record",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write all that happens to FILE, as JSON Lines; compressed if it ends in .gz.",
)
@click.option("--json", "as_json", is_flag=True, help="Print all that happens as JSON Lines instead of the story.")
@click.option("--quiet", is_flag=True, help="Print no story, only how it ends.")
def run(
    scenario: str,
    ticks: int | None,
    seconds: float | None,
    seed: int,
    speed: float | None,
    pairs: tuple[str, ...],
    record: str | None,
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
      gumption run westworld --json | jq .events
    """
    found = load(scenario)
    options = found.read_options(pairs)
    if ticks is None and seconds is None:
        ticks = DEFAULT_TICKS
    world = World(seed=seed)
    found.fill(world, options)
    console = Output()
    with contextlib.ExitStack() as stack:
        for target in [*([record] if record else []), *([sys.stdout.buffer] if as_json else [])]:
            stack.enter_context(RecordingWriter(world, target, version=__version__, scenario=scenario, options=options))
        story = None
        watch: Callable[[], bool] | None = None
        if quiet:
            watch = stack.enter_context(_progress(world, ticks, seconds))
        elif not as_json:
            story = Story(world, console)
            world.trace(story)
        made = world.run(ticks=ticks, seconds=seconds, until=watch, speed=speed)
    if as_json:
        return
    if story is not None and not story.lines:
        console.print("Nobody said anything: a story is told with context.say(...) in a mind's code.", style="dim")
    print_end(world, made, console)
    if record:
        console.print(
            f"\nRecorded in {record}; run it again with: gumption replay {record}", soft_wrap=True, markup=False
        )


class _Watch:
    """Moves a progress bar; is asked before each tick, and never ends the run."""

    def __init__(self, world: World, bar: Progress, total: float, *, by_time: bool) -> None:
        self._clock = world.clock
        self._bar = bar
        self._by_time = by_time
        self._start = world.clock.now if by_time else world.clock.ticks
        self._task = bar.add_task("running", total=total)

    def __call__(self) -> bool:
        if self._clock.ticks & 63 == 0:
            now = self._clock.now if self._by_time else self._clock.ticks
            self._bar.update(self._task, completed=now - self._start)
        return False


@contextlib.contextmanager
def _progress(world: World, ticks: int | None, seconds: float | None) -> "Generator[_Watch | None]":
    """A bar on standard error, if a person is watching; it goes away in the end."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        if ticks is not None:
            yield _Watch(world, bar, ticks, by_time=False)
        else:
            assert seconds is not None
            yield _Watch(world, bar, seconds, by_time=True)
