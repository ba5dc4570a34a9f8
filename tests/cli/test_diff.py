"""`gumption diff`, and `gumption run --set-field`: what if?"""

import json

import pytest
from click.testing import CliRunner

from gumption.cli.main import cli


def invoke(*arguments):
    result = CliRunner().invoke(cli, [str(each) for each in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def record(path, *arguments):
    """A recording of West World."""
    assert invoke("run", "westworld", "--quiet", "--record", path, *arguments).exit_code == 0
    return path


@pytest.fixture(scope="module")
def stories(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stories")
    return {
        "plain": record(folder / "plain.jsonl"),
        "gz": record(folder / "same.jsonl.gz"),
        "short": record(folder / "short.jsonl", "--ticks", 40),
        "seed": record(folder / "seed.jsonl", "--seed", 1),
        "alone": record(folder / "alone.jsonl", "--set", "elsa=false"),
        "tree": record(folder / "tree.jsonl", "--set", "mind=bt"),
        "data": record(folder / "data.jsonl", "--record-data"),
        "thirsty": record(folder / "thirsty.jsonl", "--record-data", "--set-field", "Bob.thirst=4"),
    }


def test_the_same_story_ends_with_0(stories):
    result = invoke("diff", stories["plain"], stories["gz"])
    events = sum(len(json.loads(line).get("events", [])) for line in stories["plain"].read_text().splitlines())
    assert (result.exit_code, result.stdout) == (0, f"The same story: 60 ticks, {events} events.\n")


def test_data_that_only_one_has_are_no_difference(stories):
    assert invoke("diff", stories["plain"], stories["data"]).exit_code == 0


def test_another_seed_is_told_first_and_then_the_difference(stories):
    result = invoke("diff", stories["plain"], stories["seed"])
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout == (
        "Not run alike, seed: A 0, B 1\n"
        "Not the same story: the first difference is at tick 1\n"
        "  agent:     Elsa (2)\n"
        "  node:      wife › Housework\n"
        "  differs:   what it does\n"
        "  A:         exited wife › Housework, reason: success\n"
        "  B:         executed wife › Housework\n"
        "  before:    tick 1: entered wife › Housework\n"
        "             tick 1: executed wife › Always\n"
    )


def test_other_options_alone_are_no_difference(tmp_path, stories):
    other = tmp_path / "other.jsonl"
    other.write_text(stories["plain"].read_text().replace('"options":{}', '"options":{"elsa":"true"}'))
    result = invoke("diff", stories["plain"], other)
    assert result.exit_code == 0
    assert result.stdout.startswith('Not run alike, options: A {}, B {"elsa":"true"}\nThe same story: ')


def test_a_recording_that_goes_on_is_told(stories):
    result = invoke("diff", stories["plain"], stories["short"])
    assert (result.exit_code, result.stdout) == (1, "Not the same story: B ends at tick 40, A goes on\n")


def test_other_casts_and_other_minds_differ_before_the_first_tick(stories):
    result = invoke("diff", stories["plain"], stories["alone"])
    assert "at tick 0\n  agent:     Elsa (2)\n  differs:   who is there\n" in result.stdout
    assert "  A:         Elsa\n  B:         none\n" in result.stdout
    result = invoke("diff", stories["plain"], stories["tree"])
    assert "at tick 0\n  agent:     Bob (1)\n  node:      miner\n" in result.stdout
    assert "  A:         machine miner\n  B:         tree miner\n" in result.stdout


def test_what_if_bob_were_thirsty(stories):
    """The field differs at once; without data, what comes of it; in the end, who else is touched."""
    result = invoke("diff", stories["data"], stories["thirsty"])
    assert 'Not run alike, changed: A none, B {"Bob.thirst":4}\n' in result.stdout
    assert "at tick 1\n  agent:     Bob (1)\n  differs:   thirst\n  A:         1\n  B:         5\n" in result.stdout
    result = invoke("diff", stories["data"], stories["thirsty"], "--no-data", "--all")
    assert result.exit_code == 1
    assert "at tick 2\n  agent:     Bob (1)\n  node:      miner › Dig\n" in result.stdout
    assert "  A:         nothing more in this tick\n  B:         exited miner › Dig, reason: success\n" in result.stdout
    told = result.stdout.partition("\nWho differs, and where first:\n")[2].splitlines()
    assert [line.split(",")[0].split() for line in told] == [["tick", "2", "Bob", "(1)"], ["tick", "15", "Elsa", "(2)"]]


def test_what_was_changed_is_changed_again_in_a_replay(stories):
    assert json.loads(stories["thirsty"].read_text().partition("\n")[0])["changed"] == {"Bob.thirst": 4}
    assert '"changed"' not in stories["plain"].read_text()
    assert invoke("replay", stories["thirsty"]).stdout.startswith("The same story: 60 ticks")


def test_those_who_do_not_differ_are_named_as_well(stories):
    result = invoke("diff", stories["plain"], stories["seed"], "--all")
    assert result.stdout.endswith("\nThe same in both: Bob (1)\n")


@pytest.mark.parametrize(("options", "code"), [(["--agent", "Bob"], 0), (["--agent", 2], 1), (["--from", 60], 1)])
def test_one_agent_and_the_last_ticks_can_be_compared_alone(stories, options, code):
    assert invoke("diff", stories["plain"], stories["seed"], "--agent", "Bob").exit_code == 0
    assert invoke("diff", stories["plain"], stories["seed"], *options).exit_code == code


def test_of_one_agent_only_his_own_events_are_counted(stories):
    lines = [json.loads(line) for line in stories["plain"].read_text().splitlines()]
    events = [event for line in lines for event in line.get("events", [])]
    his = sum(event.get("entity") == 1 for event in events)
    assert 0 < his < len(events)
    result = invoke("diff", stories["plain"], stories["gz"], "--agent", "Bob")
    assert result.stdout == f"The same story: 60 ticks, {his} events.\n"


def test_json_has_all_that_the_text_has(stories):
    result = invoke("diff", stories["data"], stories["thirsty"], "--json", "--all")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["same"]) == (1, False)
    assert told["hints"] == {"changed": {"a": None, "b": {"Bob.thirst": 4}}}
    first = told["difference"]
    assert [first[key] for key in ("tick", "what", "agent", "name", "node", "field", "a", "b")] == [
        *(1, "data", 1, "Bob"),
        *(None, "thirst", 1, 5),
    ]
    assert first["before"][-1] == {"tick": 1, "text": "said, text: walks up to the mine"}
    assert [each["name"] for each in told["differences"]] == ["Bob", "Elsa"]
    assert told["differences"][1]["events"]["a"]["event"] == "received"
    told = json.loads(invoke("diff", stories["plain"], stories["gz"], "--json").stdout)
    assert told == {"same": True, "ticks": 60, "hints": {}, "difference": None}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--agent", "Bbo"], "no agent 'Bbo' is in A or B. There are: Bob (1), Elsa (2)."),
        (["--from", "61"], "no tick to compare: A ends at tick 60, B at tick 60."),
        (["--from", "x"], "--from"),
        (["third.jsonl"], "unexpected extra argument"),
    ],
)
def test_a_wrong_command_line_ends_with_2(stories, options, says):
    result = invoke("diff", stories["plain"], stories["gz"], *options)
    assert (result.exit_code, result.stdout) == (2, "")
    assert says in result.stderr


def test_what_cannot_be_read_ends_with_2(stories, tmp_path):
    """1 would mean that the stories differ."""
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text(stories["plain"].read_text()[:-20])
    result = invoke("diff", stories["plain"], damaged)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cut short after tick 59" in result.stderr
    assert invoke("diff", stories["plain"], tmp_path / "none.jsonl").exit_code == 2


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        ("Bob.thirst=x", "Bob.thirst cannot be 'x' (give an integer"),
        ("Bob.thirst=1.5", "give an integer"),
        ("Bob.stew=1", "give true or false"),
        ("Bo.thirst=1", "there is no agent 'Bo' (did you mean 'Bob'?)"),
        ("Bob.thrist=1", "Bob has no simple field 'thrist' (did you mean 'thirst'?"),
        ("Bob.thirst", "is not of the form"),
        ("Bob.fatigue=NaN", "a number that JSON cannot hold"),
    ],
)
def test_a_field_that_cannot_be_changed_is_told_before_anything_runs(pair, told):
    result = invoke("run", "westworld", "--set-field", pair)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--set-field" in result.stderr
    assert told in result.stderr


@pytest.mark.parametrize("text", ["saloon", '"saloon"'])
def test_a_string_needs_no_quotation_marks(tmp_path, text):
    path = record(tmp_path / "a.jsonl", "--set-field", f"Bob.place={text}", "--set-field", "1.gold=2")
    assert json.loads(path.read_text().partition("\n")[0])["changed"] == {"Bob.place": "saloon", "1.gold": 2}
