"""Recordings that are cut short, damaged or foreign: one clear error; never a hang, a traceback or another story."""

import gzip

import pytest

from gumption import World, fsm
from gumption.errors import RecordingError
from gumption.scenarios import westworld
from gumption.world import recording
from gumption.world.recording import RecordingReader, RecordingWriter
from tests.cli.program import gumption

HEADER = b'{"gumption":"0.1","format":1,"seed":0,"step":1.0,"entities":[],"outlines":{}}\n'
BOB = b'"scenario":"westworld","options":{"elsa":false},"entities":[{"id":1,"name":"Bob","outline":"%s"}]'
WEST_WORLD = HEADER.replace(b'"entities":[]', BOB % westworld.MINER_MACHINE.describe().digest.encode())
ODD_DELAY = b"""{"tick":1,"time":1.0,"events":[
    {"event":"sent","entity":null,"receiver":1,"kind":"k","data":null,"delay":"soon","outside":true}]}"""
DEEP = b"[" * 5000 + b"]" * 5000


def hum(agent, machine):
    machine.context.say("hums")


def record(path, ticks=3):
    """The bytes of a small recording."""
    world = World(seed=7)
    world.add(object(), fsm.Machine(hum))
    with RecordingWriter(world, path, version="1"):
        world.run(ticks=ticks)
    return path.read_bytes()


def read(path):
    """All that is in a recording."""
    with RecordingReader(path) as reader:
        return [reader.header, *reader, reader.end]


def refusal(path, data):
    """What is said of a file with these bytes; None if it is read without complaint."""
    path.write_bytes(data)
    try:
        read(path)
    except RecordingError as error:
        return error.problem if error.remedy and error.where.startswith(f"{path}, line ") else "no remedy or place"
    return None


def test_a_recording_cut_short_anywhere_says_after_which_tick(tmp_path):
    """At every byte: at the border of two lines, and in the middle of one."""
    path = tmp_path / "a.jsonl"
    data = record(path)
    for length in range(data.index(b"\n") + 1, len(data)):
        good = data[:length].count(b"\n") - 1
        assert refusal(path, data[:length]) == f"the recording is cut short after tick {good}"
    for length in range(data.index(b"\n")):
        assert "does not begin as a gumption recording does" in refusal(path, data[:length])


def test_what_stands_before_the_cut_can_be_read(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(record(path, ticks=5)[:-5])
    seen = []
    with RecordingReader(path) as reader, pytest.raises(RecordingError, match="line 7"):
        seen.extend(line.tick for line in reader)
    assert seen == [1, 2, 3, 4, 5]
    assert reader.end is None


def test_a_compressed_recording_cut_short_anywhere_is_refused(tmp_path):
    path = tmp_path / "a.jsonl.gz"
    data = record(path)
    for length in range(len(data) - 9):
        assert refusal(path, data[:length]) is not None, f"cut at byte {length}"


def test_a_compressed_recording_without_its_checksum_is_refused(tmp_path):
    """The last eight bytes of the file say that the rest is right."""
    path = tmp_path / "a.jsonl.gz"
    data = record(path)
    assert [length for length in range(len(data) - 9, len(data)) if refusal(path, data[:length]) is None] == []


def flipped(data):
    """The data with a bit of each byte flipped in turn."""
    for at, byte in enumerate(data):
        yield at, data[:at] + bytes([byte ^ 1 << at % 8]) + data[at + 1 :]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_a_flipped_bit_anywhere_breaks_nothing(tmp_path, name):
    """Either the file is refused with a RecordingError, or it can still be read."""
    path = tmp_path / name
    refused = [refusal(path, data) is not None for _, data in flipped(record(path, ticks=1))]
    assert 0 < sum(refused) < len(refused)


def test_a_flipped_bit_in_a_compressed_recording_never_gives_another_story(tmp_path):
    """The file has a checksum."""
    path = tmp_path / "a.jsonl.gz"
    data = record(path, ticks=1)
    whole = read(path)
    unnoticed = [at for at, bad in flipped(data) if refusal(path, bad) is None and read(path) != whole]
    assert unnoticed == []


def test_a_recording_of_which_a_line_is_missing_or_doubled_is_refused(tmp_path):
    """The last line says that nothing is missing; ticks are numbered."""
    path = tmp_path / "a.jsonl"
    header, one, two, three, end = record(path).splitlines(keepends=True)
    for lines in ([one, three, end], [one, two, two, three, end], [two, one, three, end], [one, two, end]):
        assert refusal(path, header + b"".join(lines)) is not None


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "does not begin"),
        (b"\n", "does not begin"),
        (b"\x00" * 100, "does not begin"),
        (b"\xff\xfe\x00garbage", "does not begin"),
        (b"null\n", "does not begin"),
        (b'{"name": "another program\'s file"}\n', "does not begin"),
        (b'[{"gumption": 1}]\n', "does not begin"),
        (HEADER.replace(b"0,", b'"x",'), r"Expected `int`, got `str` - at `\$.seed`"),
        (HEADER.replace(b'"format":1', b'"format":99'), "format 99, written by gumption 0.1; .* reads format 1"),
        (HEADER.rstrip(b"}\n") + b',"options":{"a":' + DEEP + b"}}\n", "does not begin"),
        (HEADER + b"\n", "damaged"),
        (HEADER + b"{}\n", "damaged"),
        (HEADER + b'{"tick":1,"time":1.0,"events":[7]}\n', "damaged"),
        (HEADER + b'{"tick":1,"time":1.0,"events":[{"a":' + DEEP + b"}]}\n", "damaged"),
        (HEADER + b'{"end":"soon"}\n', "damaged"),
        (HEADER + b'{"end":1\n', "damaged"),
    ],
    ids=range(16),
)
def test_a_foreign_or_damaged_file_is_refused_with_the_reason(tmp_path, data, says):
    path, packed = tmp_path / "a.jsonl", tmp_path / "a.gz"
    path.write_bytes(data)
    packed.write_bytes(gzip.compress(data))
    for each in (path, packed):
        with pytest.raises(RecordingError, match=says):
            read(each)


def test_a_name_in_gz_that_is_not_compressed_is_refused_and_so_is_the_reverse(tmp_path):
    assert "Not a gzipped file" in refusal(tmp_path / "a.gz", HEADER)
    assert "does not begin" in refusal(tmp_path / "a.jsonl", gzip.compress(HEADER))


def test_a_line_without_end_is_not_read_into_memory(tmp_path, monkeypatch):
    """Each input has a bound."""
    monkeypatch.setattr(recording, "MAX_LINE", 1000)
    assert refusal(tmp_path / "a.gz", gzip.compress(b" " * 1001)) == "the line has more than 1,000 bytes"
    assert refusal(tmp_path / "a.gz", gzip.compress(HEADER + b" " * 9999)) == "the line has more than 1,000 bytes"


@pytest.mark.parametrize("name", ["missing.jsonl", "missing.gz", "folder", "folder.gz"])
def test_a_file_that_is_not_there_or_a_folder_cannot_be_read(tmp_path, name):
    if name.startswith("folder"):
        (tmp_path / name).mkdir()
    with pytest.raises(RecordingError, match=r"cannot read the recording: (No such file|Is a directory)"):
        RecordingReader(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "data", "code", "says"),
    [
        ("empty.jsonl", b"", 1, "does not begin as a gumption recording does"),
        ("picture.png", b"\x89PNG\r\n\x1a\n" * 20, 1, "does not begin as a gumption recording does"),
        ("cut.jsonl", WEST_WORLD, 1, "cut short after tick 0"),
        ("new.jsonl", WEST_WORLD.replace(b'"format":1', b'"format":2'), 1, "this release reads format 1"),
        ("odd.jsonl", WEST_WORLD + ODD_DELAY.replace(b"\n", b"") + b'\n{"end":1}\n', 1, "tick 1"),
        ("missing.jsonl", None, 1, "No such file"),
        (".", None, 2, "is a directory"),
    ],
    ids=["empty", "picture", "cut", "new", "odd", "missing", "folder"],
)
def test_the_program_says_so_on_standard_error_without_a_traceback(tmp_path, name, data, code, says):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    done = gumption("replay", name, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (code, "")
    assert says in done.stderr
    assert "Traceback" not in done.stderr
