"""Saved games on the command line: `gumption run --save FILE` and `--load FILE` (rule V7)."""

import contextlib
import os
import shlex
import signal
from collections.abc import Generator, Mapping
from types import FrameType
from typing import final

import click

from gumption.cli.scenario import Scenario
from gumption.core.trace import Event
from gumption.errors import SnapshotError
from gumption.world import World
from gumption.world.saving import read_header


def load_world(path: str, scenario: Scenario) -> tuple[World, dict[str, str]]:
    """The world of a file, built by the scenario that is named on the command line: no file is asked what to import.

    Returns:
        The world, and the options that it was built with, as texts.

    Raises:
        SnapshotError: the file is no good, or is of another scenario.
    """
    header = read_header(path)
    if os.path.basename(header.scenario or "") != os.path.basename(scenario.name):
        of = "no scenario" if header.scenario is None else f"the scenario {header.scenario!r}"
        again = f"gumption run {shlex.quote(header.scenario or 'SCENARIO')} --load {shlex.quote(path)}"
        raise SnapshotError(
            f"it is of {of}, not of {scenario.name!r}",
            where=path,
            doing="loading a world",
            remedy=f"run {again}" if header.scenario else "load it from your own program, with World.load",
        )
    pairs = {key: str(value) for key, value in header.options.items()}
    options = scenario.read_options(f"{key}={text}" for key, text in pairs.items())
    return World.load(path, lambda world: scenario.fill(world, options)), pairs


@final
class Saving:
    """Writes a world when its run is over, or at the tick border behind a Ctrl-C; a second one ends at once, unsaved.

    Args:
        world: to be saved.
        path: of the file.
        scenario: what it was built with.
        pairs: with which options.
    """

    def __init__(self, world: World, path: str, scenario: str, pairs: Mapping[str, str]) -> None:
        self._world = world
        self._path = path
        self._scenario = scenario
        self._pairs = pairs
        self._in_tick = False
        self.interrupted = False
        """Whether the run is to end with the tick under way."""

    def begin_tick(self) -> None:
        """A tick is about to begin."""
        self._in_tick = True

    def end_run(self) -> None:
        """No tick will come any more."""
        self._in_tick = False

    def _hear(self, _border: Event) -> None:
        self._in_tick = False

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        if self.interrupted or not self._in_tick:
            raise KeyboardInterrupt
        self.interrupted = True

    @contextlib.contextmanager
    def watching(self) -> Generator[None]:
        """Watch a run; write when it is over."""
        stop = self._world.trace(self._hear, borders_only=True)
        before = None
        with contextlib.suppress(ValueError):  # not in the main thread: Ctrl-C is not for us
            before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        except KeyboardInterrupt:
            if self._in_tick:
                click.echo("gumption: not saved, since that was in the middle of a tick", err=True)
            else:
                self._write_interrupted()
            raise
        else:
            if self.interrupted:
                self._write_interrupted()
            else:
                self._write()
        finally:
            stop()
            if before is not None:
                signal.signal(signal.SIGINT, before)
        if self.interrupted:
            raise KeyboardInterrupt

    def _write(self) -> None:
        self._world.save(self._path, scenario=self._scenario, options=self._pairs)

    def _write_interrupted(self) -> None:
        self._write()
        click.echo(f"gumption: saved in {self._path}", err=True)

    @property
    def told(self) -> str:
        """What to say when it was written."""
        again = f"gumption run {shlex.quote(self._scenario)} --load {shlex.quote(self._path)}"
        return f"\nSaved in {self._path}; go on with: {again}"
