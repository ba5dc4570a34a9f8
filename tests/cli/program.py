"""Runs the program as people do: in a process of its own, piped or on a terminal."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import NamedTuple

COMMAND = (sys.executable, "-m", "gumption")
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
"""What a terminal takes as a command: colours, movements of the cursor."""

ENVIRONMENT = {
    key: value
    for key, value in os.environ.items()
    if key not in ("FORCE_COLOR", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "COLUMNS", "LINES")
} | {"TERM": "xterm-256color"}
"""What the program finds: nothing that would change colours or widths."""


def gumption(
    *arguments: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the program with its output in pipes."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=cwd,
        env=ENVIRONMENT | (env or {}),
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        check=False,
        stdin=subprocess.DEVNULL,
    )


class Seen(NamedTuple):
    """What was to be seen of a run of which some output went to a terminal."""

    returncode: int
    screen: str
    """All that went to the terminal, with its codes."""
    piped: str
    """What the other stream said."""


def on_terminal(
    *arguments: str | Path, stream: str = "stdout", columns: int = 80, term: str = "xterm-256color"
) -> Seen:
    """Run the program with `stream`, "stdout" or "stderr", on a terminal, and the other one in a pipe."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: slave}
    with subprocess.Popen(
        [*COMMAND, *map(str, arguments)], env=ENVIRONMENT | {"TERM": term}, stdin=subprocess.DEVNULL, **streams
    ) as process:
        os.close(slave)
        screen = b""
        while True:
            try:
                data = os.read(master, 65536)
            except OSError:  # Linux says so when nobody has the other end open any more
                break
            if not data:
                break
            screen += data
        os.close(master)
        out, errors = process.communicate(timeout=30)
    return Seen(process.returncode, screen.decode().replace("\r\n", "\n"), (out or errors or b"").decode())


def without_codes(screen: str) -> str:
    """The words on a screen."""
    return CODES.sub("", screen)
