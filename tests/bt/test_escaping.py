"""Names that could be taken for markup in pictures."""

import re

import pytest

from gumption import F as Agent
from gumption import Status, bt

NAMES = {
    "quotes": 'say "hello"',
    "single quotes": "it's",
    "newline": "one\ntwo",
    "carriage return": "one\r\ntwo",
    "backslash": "C:\\temp\\new",
    "backslash at the end": "end\\",
    "backslash and quote": '\\"',
    "brackets": "a[b](c){d}<e>",
    "closing": '"] --> n0',
    "tags": "<script>alert(1)</script>",
    "entity": "&lt; #35; &amp;",
    "dot escape": "\\N \\G \\l",
    "semicolon": "a; b",
    "percent": "%% comment",
    "backticks": "```",
    "separators": "a\u2028b\x0bc\x85d",
    "unicode": "größe 名前",
    "end": "end",
}


def trees(name):
    return [
        bt.Tree(bt.sequence(bt.always(Status.SUCCESS, name=name))),
        bt.Tree(bt.sequence(bt.always(Status.SUCCESS), name=name)),
        bt.Tree(bt.always(Status.SUCCESS), name=name),
        bt.Tree(bt.sequence(bt.condition(Agent.name == name))),
    ]


def unescaped(label):
    """What Graphviz makes of a quoted string."""
    return re.sub(r"\\(.)", r"\1", label)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_every_node_is_one_line_of_text(name):
    """Whatever stands in its name."""
    for tree in trees(name):
        assert len(tree.render().splitlines()) == len(tree.describe())


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_dot_has_a_well_formed_string_for_each_node(name):
    """Quotes and backslashes are escaped; reading it back gives the label, with spaces for line breaks."""
    for tree in trees(name):
        lines = tree.dot().splitlines()
        nodes = [line for line in lines if "[label=" in line]
        assert len(lines) == 3 + len(tree.describe()) + len(tree.describe()) - 1
        for line, node in zip(nodes, tree.describe(), strict=True):
            match = re.fullmatch(r'    n(\d+) \[label="((?:[^"\\]|\\.)*)"\];', line)
            assert match, line
            assert int(match[1]) == node.id
            assert unescaped(match[2]).split() == node.label.split()


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_mermaid_has_a_closed_string_for_each_node(name):
    """No quote, line break or tag can get out of the label; entities show what was written."""
    for tree in trees(name):
        lines = tree.mermaid().splitlines()
        nodes = [line for line in lines if "[" in line]
        assert len(lines) == 1 + 2 * len(tree.describe()) - 1
        for line, node in zip(nodes, tree.describe(), strict=True):
            match = re.fullmatch(r'    n(\d+)\["([^"]*)"\]', line)
            assert match, line
            assert shown(match[2]).split() == node.label.split(), line


ENTITIES = {"quot": '"', "lt": "<", "gt": ">", "amp": "&", "num": "#"}


def shown(label):
    """What Mermaid shows: entities are `#name;` and `#number;`; a tag is swallowed, and backslashes stay."""
    label = re.sub(r"</?[a-zA-Z][^>]*>", "", label)
    return re.sub(
        r"[#&](\w+);",
        lambda match: chr(int(match[1])) if match[1].isdigit() else ENTITIES.get(match[1], match[0]),
        label,
    )


def test_a_lambda_is_not_taken_for_a_tag():
    """Mermaid's labels are HTML: `<lambda>` would vanish."""
    picture = bt.Tree(bt.condition(lambda agent: True)).mermaid()
    assert "<lambda>" not in picture
    assert "lambda" in picture
