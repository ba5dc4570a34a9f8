"""`gumption inspect` and `gumption report`, and what `gumption run --inspect` needs."""

import contextlib
from collections.abc import Generator
from typing import Final

import click

from gumption.cli.progress import progress
from gumption.errors import RecordingError
from gumption.world import World

KEPT: Final = 200
"""Up to so many agents all that they do is kept, whether a page looks at them or not."""


@click.command("inspect")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Of the address.  [default: any that is free]")
def inspect_recording(file: str, port: int) -> None:
    """Show a recording in a page, to look at any agent at any tick.

    Prints the address of the page, which is for this machine only, and serves it until Ctrl-C. The page can be looked
    at while the file is still being read; of a damaged one it has what stands before the damage.
    """
    from gumption.inspect import Inspector
    from gumption.inspect.loading import Loading

    with (
        contextlib.ExitStack() as bar,
        Loading(file, bar.enter_context(progress("reading"))) as loading,
        Inspector(loading.feed, port=port) as inspector,
    ):
        click.echo(f"Open {inspector.url} (Ctrl-C ends it)")
        history, damage = loading.feed.history, None
        with contextlib.suppress(KeyboardInterrupt):
            try:
                loading.run()
            except RecordingError as error:
                damage = error
            finally:
                bar.close()
            if damage is not None:
                click.echo(f"gumption: {damage}", err=True)
            click.echo(f"{history.tick - history.first:,} ticks are read.")
            inspector.wait()
    if damage is not None:
        raise click.exceptions.Exit(1)


@click.command("report")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("-o", "--output", metavar="FILE.html", type=click.Path(dir_okay=False), required=True, help="Where to.")
def report(file: str, output: str) -> None:
    """Write a recording as one page, which needs neither a server nor gumption."""
    from gumption.inspect.report import write_report

    with progress("reading") as told:
        ticks = write_report(file, output, told=told)
    click.echo(f"{ticks:,} ticks in {output}")


@contextlib.contextmanager
def inspected(world: World, title: str, *, port: int, control: bool, speed: float | None) -> Generator[None]:
    """Show `world` in a page while it runs, and afterwards until Ctrl-C; prints the address.

    Args:
        world: with all its agents.
        title: of the page.
        port: of the address; 0: any that is free.
        control: whether the page may drive it.
        speed: with which it begins, if the page may drive it.
    """
    from gumption.inspect import attach

    keep = len(world.entities) <= KEPT
    with attach(world, port=port, control=control, keep=keep, title=title, scenario=title, speed=speed) as inspector:
        click.echo(f"Open {inspector.url} (Ctrl-C ends it)", err=True)
        if not keep:
            click.echo(f"More than {KEPT} agents: what one did is known from when a page chose him", err=True)
        failure: Exception | None = None
        try:
            yield
        except Exception as error:  # that is when one wants to look
            failure = error
        problem = None if failure is None else f"The run ended with {str(failure).partition(chr(10))[0]}"
        inspector.end(problem)
        click.echo(f"{problem or 'The run is over'}; the page can still look back (Ctrl-C ends it)", err=True)
        with contextlib.suppress(KeyboardInterrupt):
            inspector.wait()
        if failure is not None:
            raise failure
