"""What the output looks like: piped and on a terminal; agents' words are printed as they are."""

import pytest

from tests.cli.program import CODES, gumption, on_terminal, without_codes

WORDS = "[red]x[/red] [/] [link=http://y]z[/link] :bug: 'quoted' 123 http://example.com \\[b] " + "long " * 60 + "end"

TALKER = f"""\
from gumption import fsm

class Talker:
    name = "[b]Ann[/b]"
    def __init__(self):
        self.mood = {WORDS!r}

def talk(agent, machine):
    machine.context.say({WORDS!r})

def build(world):
    world.add(Talker(), fsm.Machine(talk))
"""

COMMANDS = [
    ("run", "westworld"),
    ("run", "westworld", "--quiet"),
    ("run", "westworld", "--json"),
    ("run", "os"),
    ("run", "nobody"),
    ("describe", "westworld"),
    ("list",),
    ("--help",),
    ("run", "--help"),
    ("replay", "missing"),
]


@pytest.fixture
def talker(tmp_path):
    path = tmp_path / "talker.py"
    path.write_text(TALKER)
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_piped_output_has_no_codes(command):
    done = gumption(*command)
    assert not CODES.search(done.stdout + done.stderr)
    assert done.stdout + done.stderr


def test_a_story_on_a_terminal_has_colours_and_the_same_words():
    seen = on_terminal("run", "westworld")
    assert seen.returncode == 0
    assert without_codes(seen.screen) == gumption("run", "westworld").stdout
    bob, elsa = (next(line for line in seen.screen.splitlines() if name in line) for name in ("Bob", "Elsa"))
    assert CODES.findall(bob) != CODES.findall(elsa), "Bob and Elsa have one colour"
    assert seen.piped == ""


def test_an_error_is_coloured_on_a_terminal_only():
    seen = on_terminal("run", "os", stream="stderr")
    assert seen.screen.startswith("\x1b[31mgumption: \x1b[0mit has no function build(world)\n")
    assert not CODES.search(on_terminal("run", "os", stream="stdout").piped)


@pytest.mark.parametrize("command", [("run", "westworld", "--json"), ("describe", "westworld"), ("list",)])
def test_output_for_programs_and_plain_lists_are_never_coloured(command):
    seen = on_terminal(*command)
    assert seen.returncode == 0
    assert not CODES.search(seen.screen)


def test_a_dumb_terminal_gets_no_codes():
    assert not CODES.search(on_terminal("run", "westworld", "--ticks", "3", term="dumb").screen)


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_words_are_printed_as_they_are_on_one_line(talker, columns):
    """Piped and on a terminal of any width: no markup, no emoji, no wrapping."""
    screen = on_terminal("run", talker, "--ticks", "2", columns=columns).screen
    for output in (
        without_codes(screen),
        gumption("run", talker, "--ticks", "2", env={"COLUMNS": str(columns)}).stdout,
    ):
        assert output == (
            f"    1  [b]Ann[/b]  {WORDS}\n"
            f"    2  [b]Ann[/b]  {WORDS}\n"
            "\n"
            "After 2 ticks (2 s, seed 0):\n"
            f"  [b]Ann[/b]  mood={WORDS}\n"
        )


def test_errors_print_the_users_words_as_they_are(tmp_path):
    (tmp_path / "loud.py").write_text("raise ValueError('[red]x[/red] :bug:')\n")
    assert "gumption: ValueError: [red]x[/red] :bug:\n" in gumption("run", "loud.py", cwd=tmp_path).stderr


def test_long_lines_of_errors_and_descriptions_are_not_wrapped(tmp_path):
    name = "state_" + "x" * 200
    text = f"from gumption import fsm\ndef {name}(agent): raise ValueError('y' * 300)\ndef build(world): "
    (tmp_path / "long.py").write_text(f"{text}world.add(1, fsm.Machine({name}))\n")
    assert f"gumption: ValueError: {'y' * 300}\n" in gumption("run", "long.py", cwd=tmp_path).stderr
    assert f"state {name}\n" in gumption("describe", "long.py", cwd=tmp_path).stdout


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_words_that_the_output_cannot_show_end_no_story(tmp_path, encoding):
    """Nobody should lose a long run to a letter."""
    (tmp_path / "talker.py").write_text(TALKER.replace(repr(WORDS), "'née Žižka 🐛'"), encoding="utf-8")
    done = gumption("run", "talker.py", "--ticks", "2", cwd=tmp_path, env={"PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, "")
    assert [line[:6] for line in done.stdout.splitlines()[:2]] == ["    1 ", "    2 "]


@pytest.mark.parametrize("arguments", [["--ticks", "5000"], ["--seconds", "5000"]])
def test_a_quiet_run_shows_a_progress_bar_if_it_takes_long_and_a_person_is_watching(arguments):
    seen = on_terminal("run", "westworld", "--quiet", "--speed", "4000", *arguments, stream="stderr")
    words = without_codes(seen.screen)
    assert "running" in words
    assert " 100%" in words.rstrip().splitlines()[-1]
    assert seen.screen.endswith("\x1b[2K"), "the bar is not wiped away"
    assert "━" not in seen.piped
    assert "After 5,000 ticks" in seen.piped


def test_there_is_no_bar_where_nobody_watches_or_a_story_is_told():
    assert gumption("run", "westworld", "--quiet").stderr == ""
    assert on_terminal("run", "westworld", "--quiet", stream="stdout").piped == ""
    assert on_terminal("run", "westworld", stream="stderr").screen == ""
    assert on_terminal("run", "westworld", "--json", stream="stderr").screen == ""
