"""What is typed, key by key: on POSIX and on Windows; nothing where no terminal is."""

import codecs
import contextlib
import sys
from collections.abc import Callable, Generator
from typing import Final

Read = Callable[[], list[str]]
"""The keys that were pressed since it was called last: letters, or the names below."""

UP: Final = "up"
DOWN: Final = "down"
ENTER: Final = "enter"
ESCAPE: Final = "escape"
BACKSPACE: Final = "backspace"

_SEQUENCES: Final = {"\x1b[A": UP, "\x1bOA": UP, "\x1b[B": DOWN, "\x1bOB": DOWN}
_NAMES: Final = {"\r": ENTER, "\n": ENTER, "\x7f": BACKSPACE, "\x08": BACKSPACE, "\x1b": ESCAPE}
_WINDOWS: Final = {"H": UP, "P": DOWN}
_REST: Final = 0.02
"""Wall seconds that the rest of a sequence may be late."""


@contextlib.contextmanager
def reading_keys() -> Generator[Read]:
    """Read the terminal's keys as they are pressed; it is as it was afterwards. Ctrl-C still interrupts."""
    if not sys.stdin or not sys.stdin.isatty():
        yield list
    elif sys.platform == "win32":
        yield _pressed_on_windows
    else:
        with _pressed_on_posix(sys.stdin.fileno()) as read:
            yield read


def split(typed: str) -> list[str]:
    """The keys in what a terminal sent; sequences of other keys are passed over."""
    keys: list[str] = []
    at = 0
    while at < len(typed):
        end = at + 1
        if typed[at] == "\x1b" and typed[end : end + 1] in ("[", "O"):
            end += 1
            while end < len(typed) and not "@" <= typed[end] <= "~":
                end += 1
            end += 1
            keys += [_SEQUENCES[typed[at:end]]] if typed[at:end] in _SEQUENCES else []
        elif typed[at] in _NAMES:
            keys.append(_NAMES[typed[at]])
        elif typed[at].isprintable():
            keys.append(typed[at])
        at = end
    return keys


if sys.platform == "win32":
    import msvcrt

    def _pressed_on_windows() -> list[str]:
        keys: list[str] = []
        while msvcrt.kbhit():
            letter = msvcrt.getwch()
            if letter in ("\x00", "\xe0"):
                name = _WINDOWS.get(msvcrt.getwch())
                keys += [] if name is None else [name]
            elif letter == "\x03":
                raise KeyboardInterrupt
            else:
                keys += split(letter)
        return keys

else:
    import os
    import select
    import termios
    import tty

    @contextlib.contextmanager
    def _pressed_on_posix(terminal: int) -> Generator[Read]:
        before = termios.tcgetattr(terminal)
        decoder = codecs.getincrementaldecoder("utf-8")("ignore")

        def read() -> list[str]:
            typed = ""
            while select.select([terminal], [], [], _REST if typed.endswith(("\x1b", "\x1b[", "\x1bO")) else 0)[0]:
                got = os.read(terminal, 1024)
                if not got:  # it was closed
                    break
                typed += decoder.decode(got)
            return split(typed)

        try:
            tty.setcbreak(terminal)
            yield read
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)
