"""`gumption watch`."""

import contextlib
import os
import sys
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final, TextIO

import click

from gumption.cli.inspecting import KEPT
from gumption.cli.progress import progress
from gumption.cli.scenario import is_recording, load
from gumption.cli.story import Output
from gumption.errors import UsageError
from gumption.world import World

if TYPE_CHECKING:
    from gumption.inspect.terminal import Model

ONCE_TICKS: Final = 60
"""After how many ticks of a scenario one frame is printed, unless it is said."""


@click.command("watch")
@click.argument("target", metavar="URL|SCENARIO|RECORDING")
@click.option("--agent", metavar="NAME_OR_ID", help="Whom to look at closely; a part of the name will do.")
@click.option("--filter", "wanted", metavar="TEXT", default="", help="List those whose name or doing holds TEXT.")
@click.option("--once", is_flag=True, help="Print one frame as plain text, and end. So it is in a pipe, too.")
@click.option("--tick", type=click.IntRange(min=0), help="Of a recording: the moment to show.  [default: its last]")
@click.option("--ticks", type=click.IntRange(min=1), help="Of a scenario: stop after so many ticks; one frame: 60.")
@click.option("--seed", type=int, help="Of a scenario: same seed, same story.")
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True, max=1e6),
    help="Of a scenario: seconds in the world a real second.  [default: 1]",
)
@click.option("--set", "pairs", metavar="KEY=VALUE", multiple=True, help="Of a scenario: an option; may be repeated.")
def watch(
    target: str,
    agent: str | None,
    wanted: str,
    once: bool,
    tick: int | None,
    ticks: int | None,
    seed: int | None,
    speed: float | None,
    pairs: tuple[str, ...],
) -> None:
    """Watch agents in the terminal, as the page shows them.

    That is who does what, and of one of them the mind, the data, and what happened last. It is given the address that
    `gumption run --inspect` or `attach` printed; or a scenario, which it runs as `gumption run` does; or a recording,
    of which it prints one moment. `*` marks what runs, and data that has just changed.

    \b
    Keys: j k (or the arrows) choose an agent, / filters, q quits;
    where control is allowed: space pauses, s makes one tick, + - change the speed.

    \b
    Examples:
      gumption watch westworld --set mind=all
      gumption watch 'http://127.0.0.1:8000/?token=...' --agent Elsa
      gumption watch story.jsonl.gz --tick 20 --agent Bob
    """
    from gumption.inspect.terminal import Model

    model = Model(agent, wanted)
    console = Output()
    once = once or not console.is_terminal or console.is_dumb_terminal
    kind = _kind_of(target)
    _check(kind, {"--tick": tick, "--ticks": ticks, "--seed": seed, "--speed": speed, "--set": pairs or None})
    if kind == "recording":
        _print_moment(target, tick, model, console)
    elif kind == "URL":
        _watch_server(target, model, console, once=once)
    else:
        with _silenced() as output:
            console.file = output
            world = load(target).new_world(pairs, seed or 0)
            if once:
                _run(world, model, console, target, ticks=ticks or ONCE_TICKS, speed=None)
            else:
                _run(world, model, console, target, ticks=ticks or sys.maxsize, speed=speed or 1.0)


def _check(kind: str, options: dict[str, object]) -> None:
    for name, value in options.items():
        owner = "recording" if name == "--tick" else "scenario"
        if value is not None and owner != kind:
            raise click.UsageError(f"{name} is for a {owner}, and this is a {kind}.")


def _kind_of(target: str) -> str:
    if "://" in target:
        return "URL"
    return "recording" if is_recording(target) else "scenario"


def _watch_server(address: str, model: "Model", console: Output, *, once: bool) -> None:
    from gumption.inspect.terminal import SocketSource, Watcher

    with _refusing(), contextlib.closing(SocketSource(address)) as source:
        watcher = Watcher(source, model, console)
        watcher.show_once() if once else watcher.show()


def _print_moment(file: str, tick: int | None, model: "Model", console: Output) -> None:
    from gumption.inspect.loading import load as load_recording
    from gumption.inspect.terminal import FeedSource, Watcher

    with progress("reading") as told:
        feed = load_recording(file, tick, told)
    first, last = feed.history.first, feed.history.tick
    if tick is not None and not first <= tick <= last:
        raise click.UsageError(f"{file} has the ticks {first} to {last}, not {tick}.")
    with _refusing():
        Watcher(FeedSource(feed), model, console).show_once()


def _run(world: World, model: "Model", console: Output, title: str, *, ticks: int, speed: float | None) -> None:
    """Run the world in this thread, and watch it in another one; with no speed it is the end that is shown."""
    from gumption.inspect import attach
    from gumption.inspect.terminal import SocketSource, Watcher

    keep = len(world.entities) <= KEPT
    with (
        attach(world, control=True, keep=keep, title=title, scenario=title, speed=speed) as inspector,
        contextlib.closing(SocketSource(inspector.url)) as source,
        ThreadPoolExecutor(1, "gumption watch") as pool,
    ):
        watcher = Watcher(source, model, console)

        def watch() -> None:
            try:
                watcher.show_once(at_end=True) if speed is None else watcher.show()
            finally:
                watcher.ready.set()
                inspector.end()  # a world that is paused waits no more

        watching = pool.submit(watch)
        try:
            watcher.ready.wait()
            world.run(ticks=ticks, until=watching.done)
        except BaseException:
            watcher.stop()
            raise
        inspector.end()
        with _refusing():
            watching.result()


@contextlib.contextmanager
def _refusing() -> Generator[None]:
    """An address at which nobody answers, or an agent that is not there: the command line is wrong."""
    try:
        yield
    except UsageError as error:
        raise click.UsageError(str(error)) from error


@contextlib.contextmanager
def _silenced() -> Generator[TextIO]:
    """Away with what the scenario prints: the screen is taken. Gives the output that is left."""
    output = sys.stdout
    with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        yield output
