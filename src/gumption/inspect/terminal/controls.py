"""What keys do. Pure: keys in, requests out."""

from typing import Final

from gumption.inspect.terminal.keys import BACKSPACE, DOWN, ENTER, ESCAPE, UP
from gumption.inspect.terminal.model import Model
from gumption.inspect.wire import Control, Request

FASTEST: Final = 1024.0
SLOWEST: Final = 1 / 16


class Controls:
    """The keyboard.

    Args:
        model: what is looked at.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self._is_typing = False
        self.wants_to_quit = False

    @property
    def help(self) -> str:
        """What may be pressed now."""
        if self._is_typing:
            return f"filter: {self._model.filter}_   (Enter keeps it, Esc takes it off)"
        drive = "space pause · s step · + - speed · " if self._model.control and not self._model.ended else ""
        return f"j k choose · / filter · {drive}q quit"

    def press(self, key: str) -> list[Request]:
        """One key; returns what is to be asked for it."""
        self._model.problem = None
        if self._is_typing:
            return self._type(key)
        if key in (UP, "k", DOWN, "j"):
            return self._model.move(-1 if key in (UP, "k") else 1)
        if key == "/":
            self._is_typing = True
        elif key == ESCAPE:
            self._model.filter = ""
        elif key == "q":
            self.wants_to_quit = True
        elif key in (" ", "s", "+", "=", "-"):
            return [self._drive(key)]
        return []

    def _type(self, key: str) -> list[Request]:
        if key in (UP, DOWN):
            return self._model.move(-1 if key == UP else 1)
        if key in (ENTER, ESCAPE):
            self._is_typing = False
        if key == ESCAPE:
            self._model.filter = ""
        elif key == BACKSPACE:
            self._model.filter = self._model.filter[:-1]
        elif len(key) == 1:
            self._model.filter += key
        return []

    def _drive(self, key: str) -> Control:
        """Where control is not allowed, the server says so."""
        if key == " ":
            return Control("play" if self._model.paused else "pause")
        if key == "s":
            return Control("step")
        return Control("speed", changed_speed(self._model.speed, faster=key != "-"))


def changed_speed(speed: float | None, *, faster: bool) -> float | None:
    """The next speed, twice or half of this one; None: as fast as it goes, which comes above the fastest number."""
    if speed is None:
        return None if faster else FASTEST
    if faster:
        return speed * 2 if speed * 2 <= FASTEST else None
    return max(speed / 2, SLOWEST)
