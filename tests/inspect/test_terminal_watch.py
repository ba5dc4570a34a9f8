"""`gumption watch` as people use it: on a terminal with keys, and piped."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

from gumption.cli.main import main
from gumption.inspect import attach
from gumption.inspect.terminal.keys import split
from tests.cli.program import COMMAND, ENVIRONMENT, without_codes
from tests.inspect.page import world_of

PATIENCE = 15.0
"""Wall seconds within which something must be seen."""


class Terminal:
    """A program on a terminal, with hands on its keyboard and eyes on its screen."""

    def __init__(self, *arguments, columns=100, rows=30, term="xterm-256color"):
        self._master, slave = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(slave)
        self.process = subprocess.Popen(
            [*COMMAND, "watch", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=ENVIRONMENT | {"TERM": term},
            start_new_session=True,
        )
        self.slave = slave
        self.seen = ""

    def resize(self, columns, rows):
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys):
        os.write(self._master, keys.encode())

    def _read(self):
        if select.select([self._master], [], [], 0.05)[0]:
            with contextlib.suppress(OSError):
                self.seen += os.read(self._master, 65536).decode("utf-8", "replace")

    @property
    def frame(self):
        """What was drawn last."""
        return without_codes(self.seen.rpartition("\x1b[H")[2]).replace("\r", "")

    def until(self, *words):
        """Look until a frame has all these words; returns it."""
        end = time.monotonic() + PATIENCE
        while not all(word in self.frame for word in words):
            assert time.monotonic() < end, f"{words} never came; the last frame:\n{self.frame}"
            self._read()
        return self.frame

    def end(self):
        """Wait for the end of the program; returns its exit code, and what it said last."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"it never ended; the last frame:\n{self.frame}"
            self._read()
        self._read()
        return self.process.returncode, self.seen.rpartition("\x1b[?1049l")[2].replace("\r\n", "\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)
        os.close(self.slave)


def test_a_scenario_is_run_and_watched_with_keys():
    with Terminal("westworld", "--set", "mind=all", "--speed", "20") as terminal:
        terminal.until("Agents: 8", "> Bob (fsm)", "* machine miner", "tick 2")
        terminal.press("j")
        terminal.until("> Elsa (fsm)")
        terminal.press("\x1b[B")
        terminal.until("> Bob (bt)")
        terminal.press("/elsa")
        terminal.until("4 of 8 with “elsa”", "filter: elsa_")
        terminal.press("\rj")
        terminal.until("> Elsa (fsm)", "j k choose")
        terminal.press(" ")
        paused = terminal.until("paused")
        tick = int(paused.split("tick ")[1].split()[0])
        terminal.press("s")
        terminal.until(f"tick {tick + 1} ", "paused")
        terminal.press("+")
        terminal.until("speed 40", "paused")
        terminal.resize(60, 20)
        terminal.until("Agents: 4", "\nElsa (fsm)")
        terminal.press("q")
        assert terminal.end() == (0, "")
        after = termios.tcgetattr(terminal.slave)
        assert after == terminal.before, "the terminal is as it was"


def test_a_server_is_watched_and_may_not_be_driven_unless_it_allows_it():
    world = world_of(3)
    with attach(world, keep=True, title="town") as inspector, Terminal(inspector.url) as terminal:
        world.run(ticks=4)
        terminal.until("town  tick 4", "> Walker 1", "“step 3”")
        terminal.press(" ")
        terminal.until("this inspector only looks")
        inspector._uvicorn.should_exit = True  # as if it was killed: without a last word
        terminal.until("no connection to the world; trying again in")
        terminal.press("q")
        assert terminal.end() == (0, "")


def test_it_ends_when_the_world_has_ended():
    world = world_of(1)
    with attach(world, keep=True, title="town") as inspector, Terminal(inspector.url) as terminal:
        terminal.until("> Walker 1", "Agents: 1")
        world.run(ticks=2)
        inspector.end()
        code, words = terminal.end()
    assert code == 0
    assert "town  tick 2  2 s  ended" in without_codes(words)


@pytest.mark.parametrize("target", ["westworld", "server"])
def test_ctrl_c_ends_it_with_130_and_leaves_the_terminal_as_it_was(target):
    with contextlib.ExitStack() as stack:
        if target == "server":
            target = stack.enter_context(attach(world_of(1))).url
        terminal = stack.enter_context(Terminal(target))
        terminal.until("Agents:")
        terminal.process.send_signal(signal.SIGINT)
        code, words = terminal.end()
        assert (code, words.strip()) == (130, "gumption: interrupted")
        assert "\x1b[?25h" in terminal.seen, "the cursor is back"
        assert termios.tcgetattr(terminal.slave) == terminal.before


def test_a_scenario_that_fails_is_told_below_the_screen(tmp_path):
    town = tmp_path / "town.py"
    town.write_text(
        "from gumption import fsm\n"
        "def walk(agent, machine):\n"
        "    print('noise')\n"
        "    if machine.context.clock.ticks == 3:\n"
        "        raise ValueError('no pick')\n"
        "def build(world):\n"
        "    world.add(1, fsm.Machine(walk))\n"
    )
    with Terminal(str(town), "--speed", "50") as terminal:
        code, words = terminal.end()
    assert code == 1
    assert "ValueError: no pick" in words
    assert "noise" not in terminal.seen


def test_a_terminal_that_cannot_move_its_cursor_gets_one_frame():
    with Terminal("westworld", "--ticks", "3", term="dumb") as terminal:
        code, words = terminal.end()
    assert code == 0
    assert "\x1b" not in words
    assert "tick 3  3 s  ended" in words


# Piped


@pytest.fixture(scope="module")
def recording(tmp_path_factory):
    path = tmp_path_factory.mktemp("recording") / "town.jsonl.gz"
    assert main(["run", "westworld", "--ticks", "30", "--quiet", "--record", str(path), "--record-data"]) == 0
    return str(path)


def printed(capsys, *arguments):
    capsys.readouterr()
    code = main(["watch", *arguments])
    out, errors = capsys.readouterr()
    return code, out if code == 0 else errors


def test_a_scenario_in_a_pipe_is_one_frame_at_its_end(capsys):
    code, words = printed(capsys, "westworld", "--ticks", "20", "--seed", "3", "--agent", "elsa")
    assert code == 0
    assert words.startswith("westworld  tick 20  20 s  ended\n\nAgents: 2\n  Bob")
    assert "> Elsa" in words
    assert "\x1b" not in words


def test_a_moment_of_a_recording_is_what_the_run_was_then(recording, capsys):
    code, then = printed(capsys, recording, "--tick", "20")
    assert code == 0
    _, run = printed(capsys, "westworld", "--ticks", "20")
    assert then == run
    assert "tick 30  30 s  ended" in printed(capsys, recording)[1]


def test_the_beginning_of_a_recording_can_be_shown(recording, capsys):
    code, words = printed(capsys, recording, "--tick", "0", "--filter", "els")
    assert (code, words.splitlines()[:4]) == (
        0,
        ["westworld  tick 0  0 s  ended", "", "Agents: 1 of 2 with “els”", "  Elsa  -"],
    )


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["RECORDING", "--tick", "31"], "has the ticks 0 to 30, not 31"),
        (["RECORDING", "--agent", "Zoe"], "there is no agent 'Zoe'"),
        (["RECORDING", "--seed", "3"], "--seed is for a scenario, and this is a recording"),
        (["westworld", "--tick", "3"], "--tick is for a recording, and this is a scenario"),
        (["westworld", "--agent", "Zoe", "--ticks", "2"], "there is no agent 'Zoe'"),
        (["westwrld"], "Did you mean 'westworld'?"),
        (["http://127.0.0.1:1/?token=x"], "nobody answers at 127.0.0.1:1"),
        (["http://127.0.0.1:1/"], "not the address of an inspector"),
    ],
)
def test_a_wrong_command_line_ends_with_2_and_says_what_is_wrong(arguments, problem, recording, capsys):
    code, words = printed(capsys, *(recording if each == "RECORDING" else each for each in arguments))
    assert code == 2
    assert problem in words


def test_a_damaged_recording_ends_with_1(tmp_path, capsys):
    (tmp_path / "a.jsonl").write_text("{}\n")
    code, words = printed(capsys, str(tmp_path / "a.jsonl"))
    assert code == 1
    assert "does not begin as a gumption recording does" in words


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        ("jk /", ["j", "k", " ", "/"]),
        ("\x1b[A\x1b[B\x1bOA\x1bOB", ["up", "down", "up", "down"]),
        ("\x1b", ["escape"]),
        ("\x1b[1;5Cq", ["q"]),
        ("\x1b[3~\x1b[Hx", ["x"]),
        ("\r\n\x7f\x08", ["enter", "enter", "backspace", "backspace"]),
        ("é\x00\x07", ["é"]),
        ("", []),
    ],
)
def test_what_a_terminal_sends_is_split_into_keys(typed, keys):
    assert split(typed) == keys


def test_nothing_is_read_where_no_terminal_is(monkeypatch):
    from gumption.inspect.terminal.keys import reading_keys

    with open(os.devnull) as nothing:
        for stdin in (nothing, None):
            monkeypatch.setattr(sys, "stdin", stdin)
            with reading_keys() as read:
                assert read() == []
