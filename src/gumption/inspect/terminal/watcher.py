"""The loop: messages in, frames out, at most ten a second."""

import threading
import time
from typing import Final

from rich.console import Console
from rich.live import Live

from gumption.errors import UsageError
from gumption.inspect.terminal.connection import Source
from gumption.inspect.terminal.controls import Controls
from gumption.inspect.terminal.keys import Read, reading_keys
from gumption.inspect.terminal.model import Model
from gumption.inspect.terminal.view import frame

FRAME: Final = 0.1
"""Wall seconds between two frames."""
_ANSWER: Final = 10.0
"""Wall seconds within which a server has to answer, where nobody can wait longer."""
_STILL: Final = 1.0
"""Wall seconds after which a frame is drawn though nothing is new: the screen may have another size."""


class Watcher:
    """Looks at a source, and shows it.

    Args:
        source: where messages come from.
        model: what they are folded into.
        console: where frames go.
    """

    def __init__(self, source: Source, model: Model, console: Console) -> None:
        self._source = source
        self._model = model
        self._console = console
        self._controls = Controls(model)
        self._stop = threading.Event()
        self.ready: Final = threading.Event()
        """Set once the agent that is followed is known, and watched."""

    def stop(self) -> None:
        """End soon; from any thread."""
        self._stop.set()

    def _hear(self, seconds: float) -> bool:
        """Take what comes within so many wall seconds; returns whether something came."""
        end = time.monotonic() + seconds
        heard = False
        while not self._stop.is_set() and (left := end - time.monotonic()) > 0:
            messages = self._source.receive(left)
            for message in messages:
                for request in self._model.take(message):
                    self._source.send(request)
                heard = True
            if self._model.is_settled:
                self.ready.set()
            if not messages and (self._is_over or self._source.trouble):
                break
        return heard

    @property
    def _is_over(self) -> bool:
        return self._model.ended and self._model.is_settled

    # One frame

    def show_once(self, *, at_end: bool = False) -> None:
        """Print one frame as text.

        Args:
            at_end: when the world has ended, however long that takes; else as soon as all is known.

        Raises:
            UsageError: the server does not answer.
        """
        end = time.monotonic() + _ANSWER
        while not (self._is_over if at_end else self._model.is_settled) and not self._stop.is_set():
            self._hear(FRAME)
            if not self._model.is_settled and time.monotonic() > end:
                raise UsageError("the server does not answer", doing="looking at a running world")
        self._print()

    def _print(self) -> None:
        self._console.print(frame(self._model, self._console.width), soft_wrap=False)

    # Many

    def show(self) -> None:
        """Draw frame after frame, until the world has ended, or q is pressed; then the last frame stays."""
        screen = Live(
            console=self._console, screen=True, auto_refresh=False, redirect_stdout=False, redirect_stderr=False
        )
        with reading_keys() as read, screen:
            self._draw_on(screen, read)
        if self._is_over and not self._controls.wants_to_quit:
            self._print()

    def _draw_on(self, live: Live, read: Read) -> None:
        drawn = 0.0
        while not (self._stop.is_set() or self._controls.wants_to_quit or self._is_over):
            news = self._hear(FRAME)
            for key in read():
                news = True
                for request in self._controls.press(key):
                    self._source.send(request)
            if news or time.monotonic() - drawn >= _STILL:
                drawn = time.monotonic()
                size = self._console.size
                notice = self._source.trouble or ""
                live.update(
                    frame(self._model, size.width, size.height, notice=notice, keys=self._controls.help), refresh=True
                )
