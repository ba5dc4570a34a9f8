"""A file is written wholly or not at all, and what is wrong with one is told before anything is made of it (V5)."""

import gzip
import json
import os
import random
import signal
import stat
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gumption import World
from gumption.errors import SnapshotError
from gumption.world.saving.file import MAX_BYTES, _sum
from tests.world.saving.things import KNOWN, STANDING, WALKING, Bob, bobs, world_with


@pytest.fixture
def path(tmp_path: Path) -> Path:
    world = world_with([1, (2, 3)], {"a": 1.5})
    bobs(world)[0].bag.append(bobs(world)[1])
    world.send(1, "hello", delay=5.0, data=[1])
    world.save(tmp_path / "game")
    return tmp_path / "game"


def refusal(path: Path, **options: Any) -> SnapshotError:
    with pytest.raises(SnapshotError) as caught:
        World.load(path, known=KNOWN, **options)
    assert caught.value.where
    assert caught.value.remedy
    return caught.value


def rewrite(path: Path, change: Callable[[list[Any]], object]) -> None:
    """Change the lines of a file, and make its sum right: what a hostile hand can do."""
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()[:-1]]
    change(lines)
    body = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
    end = {"end": body.count(b"\n"), "sum": _sum(body)}
    path.write_bytes(gzip.compress(body + json.dumps(end).encode() + b"\n"))


def test_equal_worlds_give_equal_bytes_that_any_tool_can_read(path: Path, tmp_path: Path) -> None:
    """V5."""
    before = path.read_bytes()
    World.load(path, known=KNOWN).save(path)
    assert path.read_bytes() == before
    lines = gzip.decompress(before).splitlines()
    assert json.loads(lines[0])["counts"] == {"entities": 2, "messages": 1, "kept": 0, "objects": 4}
    assert json.loads(lines[-1])["end"] == len(lines) - 1 == 8


def test_nothing_but_the_file_is_left_and_its_mode_stays(path: Path) -> None:
    """V5."""
    path.chmod(0o640)
    world_with(1).save(path)
    assert os.listdir(path.parent) == [path.name]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    link = path.parent / "link"
    link.symlink_to(path)
    world_with(2).save(link)
    assert link.is_symlink()
    assert World.load(path, known=KNOWN).entities[1].agent.bag == 2


def test_a_save_that_fails_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """V5."""
    before = path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SnapshotError, match="No space left"):
        world_with(1).save(path)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("name", ["missing/game", ".", "a\0b", "x" * 300])
def test_a_name_that_no_file_can_have_is_told(name: str, tmp_path: Path) -> None:
    """V5."""
    with pytest.raises(SnapshotError, match="cannot write the file"):
        world_with(1).save(f"{tmp_path}/{name}")
    with pytest.raises(SnapshotError, match="cannot read the file"):
        World.load(f"{tmp_path}/{name}")


def test_a_program_that_is_killed_while_it_saves_leaves_a_whole_file(tmp_path: Path) -> None:
    """V5: 200 kills at any moment; the file is that of one of the saves."""
    chance = random.Random(4)
    root = str(Path(__file__).parents[3])
    program = tmp_path / "program.py"
    path = tmp_path / "game"
    program.write_text(FORKING.format(root=root, path=str(path)))
    with subprocess.Popen([sys.executable, str(program)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as forking:
        assert forking.stdin is not None
        assert forking.stdout is not None
        for _ in range(200):
            forking.stdin.write(b"\n")
            forking.stdin.flush()
            child = int(forking.stdout.readline())
            time.sleep(chance.uniform(0.0, 0.02))
            os.kill(child, signal.SIGKILL)
            assert forking.stdout.readline() == b"killed\n"
            assert len(World.load(path, known=KNOWN).entities) == 2
        forking.stdin.close()
    assert list(tmp_path.glob(".game.*.part")), "no kill came in the middle of a save"


FORKING = """\
import os, sys
sys.path.insert(0, {root!r})
from tests.world.saving.things import world_with
world = world_with("x" * 20_000, list(range(2_000)))
world.save({path!r})
for _ in sys.stdin:
    child = os.fork()
    if not child:
        print(os.getpid(), flush=True)
        while True:
            world.tick()
            world.save({path!r})
    os.waitpid(child, 0)
    print("killed", flush=True)
"""


def test_each_cut_is_found(path: Path) -> None:
    """V5."""
    data = path.read_bytes()
    for length in range(0, len(data), 3):
        path.write_bytes(data[:length])
        refusal(path)


def test_each_flipped_bit_is_found_or_changes_nothing(path: Path) -> None:
    """V5: a few bits of the gzip format say nothing of what is in it."""
    data = path.read_bytes()
    whole = gzip.decompress(data)
    for place in range(0, len(data) * 8, 5):
        flipped = bytearray(data)
        flipped[place // 8] ^= 1 << place % 8
        path.write_bytes(flipped)
        try:
            World.load(path, known=KNOWN)
        except SnapshotError:
            continue
        assert gzip.decompress(flipped) == whole, place


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "cut short"),
        (b"MZ\x90\0 no game at all", "cannot be unpacked"),
        (gzip.compress(b"hello\n"), "no saved game"),
        (gzip.compress(b"\n"), "no saved game"),
        (gzip.compress(b"x") * 2, "behind its end"),
        (zlib.compress(b" " * (MAX_BYTES + 2_000), 9, 31), "67,108,864"),
    ],
    ids=["empty", "foreign", "text", "line", "two", "bomb"],
)
def test_what_is_no_saved_game_is_told(data: bytes, words: str, tmp_path: Path) -> None:
    """V5: at once, even if it would fill the memory."""
    (tmp_path / "game").write_bytes(data)
    start = time.monotonic()
    assert words in str(refusal(tmp_path / "game"))
    assert time.monotonic() - start < 5.0


def set_in(*keys: Any, to: Any) -> Callable[[list[Any]], None]:
    def change(lines: list[Any]) -> None:
        at: Any = lines
        for key in keys[:-1]:
            at = at[key]
        at[keys[-1]] = to

    return change


HOSTILE: dict[str, Callable[[list[Any]], object]] = {
    "another format": set_in(0, "saved", to=2),
    "a huge count": set_in(0, "counts", "objects", to=10**12),
    "a negative count": set_in(0, "counts", "objects", to=-1),
    "no count": lambda lines: lines[0]["counts"].clear(),
    "a line more": lambda lines: lines.append({}),
    "deep nesting": lambda lines: lines.append(b"[" * 100_000 + b"\n"),
    "deep nesting in a row": set_in(4, to=b'{"class":"Bob","fields":{"bag":' + b"[" * 900 + b"]" * 900 + b"}}\n"),
    "many tuples": set_in(4, "fields", "bag", to=["tuple", ["tuple"] * 3, ["tuple", ["tuple", [9]]]]),
    "a reference out of range": set_in(4, "fields", "bag", to=[10**12]),
    "a negative reference": set_in(4, "fields", "bag", to=[-1]),
    "an unknown class": set_in(4, "class", to="os.system"),
    "a class of Python's": set_in(4, "class", to="type"),
    "no class": set_in(4, to={"fields": {}}),
    "a row that is none": set_in(4, to=7),
    "a field that hides a method": set_in(4, "fields", "__init__", to=3),
    "a field that is none": set_in(4, "fields", "__class__", to=["code", "Bob"]),
    "a missing field": lambda lines: lines[4]["fields"].pop("name") and lines[4].update(fields=[]),
    "an unknown word": set_in(4, "fields", "bag", to=["eval", "print(1)"]),
    "code by name": set_in(4, "fields", "bag", to=["code", "eval"]),
    "an enum's member": set_in(4, "fields", "mood", to=["enum", "Mood", "__class__"]),
    "an enum that is none": set_in(4, "fields", "mood", to=["enum", "Bob", "name"]),
    "an empty value": set_in(4, "fields", "bag", to=[]),
    "a bad number": set_in(4, "fields", "bag", to=["int", "1" * 10 + "g"]),
    "an entity that is not there": set_in(4, "fields", "bag", to=["entity", 10**12]),
    "items that are none": set_in(5, "items", to=3),
    "a clock at infinity": set_in(0, "world", "clock", to=[1e999, 1, 1, 0, 1]),
    "a clock of words": set_in(0, "world", "clock", to="now"),
    "a seed that is none": set_in(0, "world", "seed", to="x"),
    "two entities of one id": set_in(2, "id", to=1),
    "an id beyond the next one": set_in(0, "world", "next_id", to=1),
    "a mind of another form": set_in(1, "mind", to={}),
    "a mind of another state": set_in(1, "mind", "data", "current", to="fly"),
    "an unknown definition": set_in(1, "mind", "digest", to="0" * 16),
    "outlines that are none": set_in(0, "outlines", to=[]),
    "a message of numbers": set_in(3, "kind", to=3),
    "a message at no time": set_in(3, "due", to=1e999),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_was_made_to_do_harm_is_refused(change: Callable[[list[Any]], object], path: Path) -> None:
    """V5: with a sum that is right; at once, and the world at hand is not touched."""
    rewrite(path, change)
    start = time.monotonic()
    refusal(path)
    assert time.monotonic() - start < 2.0


def test_an_honest_rewrite_is_loaded(path: Path) -> None:
    """The tests above fail for what they change."""
    rewrite(path, lambda lines: None)
    assert len(World.load(path, known=KNOWN).entities) == 2


def test_rows_of_any_form_are_refused_or_loaded(path: Path) -> None:
    """V5: nothing but a SnapshotError comes out, whatever stands in the file."""
    chance = random.Random(7)
    odd = [
        None,
        0,
        -1,
        1.5,
        "",
        "Bob",
        [],
        [0],
        [1],
        ["tuple"],
        {},
        {"fields": {}},
        ["kept", "x"],
        ["world", None],
        True,
    ]
    whole = path.read_bytes()
    for _ in range(400):
        path.write_bytes(whole)

        def change(lines: list[Any]) -> None:
            at: Any = chance.choice(lines)
            for _ in range(chance.randint(0, 4)):
                keys = list(at) if isinstance(at, dict) else list(range(len(at)))
                inner = at[chance.choice(keys)] if keys else None
                if not isinstance(inner, (list, dict)):
                    break
                at = inner
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            if keys:
                at[chance.choice(keys)] = chance.choice(odd)

        rewrite(path, change)
        try:
            World.load(path, known=KNOWN)
        except SnapshotError:
            continue


def test_the_lines_are_as_small_as_they_can_be(tmp_path: Path) -> None:
    """V5: less than a kilobyte an agent, and a small one a good deal less."""
    world = World()
    for number in range(500):
        world.add(Bob(str(number)), WALKING if number % 2 else STANDING)
    world.tick()
    world.save(tmp_path / "game")
    assert (tmp_path / "game").stat().st_size < 500 * 100
    assert msgspec.json.decode(gzip.decompress((tmp_path / "game").read_bytes()).splitlines()[1])["name"] == "0"
