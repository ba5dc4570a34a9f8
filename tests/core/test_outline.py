"""The shape of a definition as plain data (contract C7)."""

import dataclasses

import pytest

from gumption import Outline, fsm
from gumption.core.outline import OutlineNode

MINER = OutlineNode(0, None, "machine", "miner")
DIG = OutlineNode(1, 0, "state", "dig", "west.miner:12", (2,))
REST = OutlineNode(2, 0, "state", "rest", "west.miner:30", (1, 2))
BED = OutlineNode(3, 2, "action", "lie down")

OUTLINE = Outline([MINER, DIG, REST, BED])


def changed(number: int, **fields: object) -> Outline:
    """`OUTLINE` with other fields of one node."""
    return Outline(dataclasses.replace(node, **fields) if node.id == number else node for node in OUTLINE)


def test_an_outline_holds_its_nodes_by_id() -> None:
    """C7."""
    assert len(OUTLINE) == 4
    assert list(OUTLINE) == [MINER, DIG, REST, BED]
    assert [OUTLINE[number] for number in range(4)] == list(OUTLINE)
    with pytest.raises(IndexError):
        OUTLINE[4]


def test_outlines_with_equal_nodes_are_equal() -> None:
    twin = Outline(iter([MINER, DIG, REST, BED]))
    assert twin == OUTLINE
    assert hash(twin) == hash(OUTLINE)
    assert Outline([MINER, DIG]) != OUTLINE
    assert OUTLINE != [MINER, DIG, REST, BED]


@pytest.mark.parametrize(
    ("number", "field", "value"),
    [(0, "name", "digger"), (0, "kind", "tree"), (3, "parent", 1), (3, "name", "sit"), (1, "kind", "global state")],
)
def test_the_digest_names_the_shape(number: int, field: str, value: object) -> None:
    assert changed(number, **{field: value}).digest != OUTLINE.digest


@pytest.mark.parametrize(("field", "value"), [("source", "west.miner:13"), ("source", None), ("leads_to", ())])
def test_moving_code_keeps_the_digest(field: str, value: object) -> None:
    moved = changed(1, **{field: value})
    assert moved.digest == OUTLINE.digest
    assert moved != OUTLINE


def test_the_digest_tells_the_order_and_the_number_of_nodes() -> None:
    assert Outline([MINER, DIG]).digest != OUTLINE.digest
    assert Outline([]).digest != Outline([MINER]).digest
    assert Outline([OutlineNode(0, None, "ab", "c")]).digest != Outline([OutlineNode(0, None, "a", "bc")]).digest


def test_a_golden_digest() -> None:
    """Another way to make it would void every saved game."""
    assert OUTLINE.digest == "11f96df6a6ee838f"


def test_the_path_goes_from_the_root_to_the_node() -> None:
    assert OUTLINE.path(0) == "miner"
    assert OUTLINE.path(3) == "miner › rest › lie down"


def test_it_prints_one_line_a_node() -> None:
    assert str(OUTLINE).splitlines() == [
        "machine miner",
        "  state dig -> rest",
        "  state rest -> dig, rest",
        "    action lie down",
    ]
    assert repr(OUTLINE) == f"Outline(4 nodes, digest {OUTLINE.digest})"


def test_depth_does_not_matter() -> None:
    """C8."""
    deep = Outline(
        OutlineNode(number, number - 1 if number else None, "node", f"n{number}") for number in range(10_000)
    )
    assert deep.path(9_999).count("›") == 9_999
    assert len(deep.digest) == 16
    assert str(deep).endswith("node n9999")


def test_a_machine_is_described_by_its_states() -> None:
    """C7."""

    def dig(agent: object) -> None: ...

    def rest(agent: object) -> None: ...

    outline = fsm.Machine(dig, states=[rest], name="miner").describe()
    assert [(node.id, node.parent, node.kind, node.name) for node in outline] == [
        (0, None, "machine", "miner"),
        (1, 0, "state", "dig"),
        (2, 0, "state", "rest"),
    ]
    assert outline[1].source == f"{__name__}:{dig.__code__.co_firstlineno}"
