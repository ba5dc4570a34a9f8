"""Data that belongs to a mind: typed keys (docstrings of gumption.bt.blackboard)."""

import enum
import json

import pytest

from gumption import Context, ManualClock, Snapshot, bt
from gumption.core.random import RandomStream
from gumption.errors import GumptionError, SnapshotError, UsageError
from tests.bt.stage import R, S, Stage, leaf

HP = bt.Key("hp", int)
NAME = bt.Key("name", str, "nobody")
PLAN = bt.Key("plan", list)


def with_board(run, *keys):
    """What `run`, given the blackboard, gives."""
    got = []
    tree = bt.Tree(bt.do(lambda agent, context: got.append(run(context.blackboard))), keys=keys)
    tree.bind(object()).tick()
    return got[0]


def test_what_was_written_is_read():
    """And stays from tick to tick."""

    def count(agent, context):
        board = context.blackboard
        board[HP] = board[HP] + 1 if HP in board else 1

    tree = bt.Tree(bt.do(count), keys=[HP])
    one, two = tree.bind(object()), tree.bind(object())
    for _ in range(3):
        one.tick()
    two.tick()
    assert one.context.blackboard[HP] == 3
    assert two.context.blackboard[HP] == 1


def test_a_key_without_default_cannot_be_read_before_it_was_written():
    """The message says what to do."""
    with pytest.raises(UsageError, match="nothing was written to 'hp' yet") as caught:
        with_board(lambda board: board[HP], HP)
    assert "give the key a default" in caught.value.remedy


def test_a_default_is_read_but_not_written():
    """`in` says whether something was written."""
    assert with_board(lambda board: (board[NAME], NAME in board, dict(board.values)), NAME) == ("nobody", False, {})


def test_none_may_be_a_default():
    """It is not the same as no default."""
    key = bt.Key("target", object, None)
    assert with_board(lambda board: board[key], key) is None


def test_forgetting():
    """`del`: then it is as if nothing had been written; twice does no harm."""

    def run(board):
        board[NAME] = "Bob"
        del board[NAME]
        del board[NAME]
        return board[NAME], NAME in board

    assert with_board(run, NAME) == ("nobody", False)


@pytest.mark.parametrize("value", ["7", 7.0, None, [7]])
def test_a_value_of_another_type_is_refused_and_changes_nothing(value):
    """The message names key, type and value."""

    def run(board):
        board[HP] = 3
        with pytest.raises(UsageError) as caught:
            board[HP] = value
        return board[HP], caught.value.problem

    kept, problem = with_board(run, HP)
    assert kept == 3
    assert problem.startswith(f"'hp' takes int, not {value!r}")


def test_values_of_derived_types_are_welcome():
    """`type`: what values must be instances of."""
    assert with_board(lambda board: board.__setitem__(HP, True) or board[HP], HP) is True


@pytest.mark.parametrize(
    "use", [lambda b: b[HP], lambda b: b.__setitem__(HP, 1), lambda b: b.__delitem__(HP), lambda b: HP in b]
)
def test_a_key_that_is_not_the_trees_is_an_error_that_names_it(use):
    """A tree uses only the keys that it was given."""
    with pytest.raises(UsageError, match="<key 'hp': int> is not one of this tree's keys") as caught:
        with_board(use, NAME)
    assert "keys=" in caught.value.remedy


def test_another_key_of_the_same_name_is_another_key():
    """Keys are told apart by identity."""
    with pytest.raises(UsageError, match="not one of this tree's keys"):
        with_board(lambda board: board[bt.Key("hp", int)], HP)


def test_a_name_is_no_key():
    """Nor anything else."""
    for wrong in ("hp", 3, None):
        with pytest.raises(GumptionError, match="is not one of this tree's keys"):
            with_board(lambda board, wrong=wrong: board[wrong], HP)


def test_a_tree_without_keys_has_no_blackboard():
    """Its context is the given one."""
    context = Context()
    assert bt.Tree(leaf("a", "S")).bind(object(), context).context is context
    assert not hasattr(context, "blackboard")


def test_the_context_with_a_blackboard_is_like_the_one_around_it():
    """Clock, entity, random stream, words, messages: all of it."""
    said, sent = [], []
    clock = ManualClock(5.0)
    around = Context(clock, seed=3, entity=8, tracer=said.append, post=lambda *message: sent.append(message) or True)

    def use(agent, context):
        assert (context.clock, context.seed, context.entity) == (clock, 3, 8)
        agent.append(context.random.random())
        context.say("hello")
        assert context.send(2, "kind", 1, 0.5) is True

    agent = []
    mind = bt.Tree(bt.do(use), keys=[HP]).bind(agent, around)
    mind.tick()
    assert agent == [RandomStream(3, 8).random()]
    assert around.draws == mind.context.draws == 1
    assert any(getattr(event, "text", "") == "hello" for event in said)
    assert sent == [(8, 2, "kind", 1, 0.5)]


def saved(mind):
    return json.loads(json.dumps(mind.snapshot().to_plain()))


def test_a_snapshot_holds_it_and_restoring_brings_it_back():
    """C5: also into another mind of the tree."""

    def grow(agent, context):
        board = context.blackboard
        board[PLAN] = [*(board[PLAN] if PLAN in board else []), len(agent)]  # noqa: SIM401 - it has no get
        board[NAME] = "Bob"

    tree = bt.Tree(bt.do(grow), keys=[PLAN, NAME, HP])
    mind = tree.bind("ab")
    mind.tick()
    text = saved(mind)
    mind.tick()
    mind.context.blackboard[HP] = 3
    mind.restore(Snapshot.from_plain(text))
    assert mind.context.blackboard.values == {"plan": [2], "name": "Bob"}
    other = tree.bind("abc")
    other.restore(Snapshot.from_plain(text))
    other.tick()
    assert other.context.blackboard[PLAN] == [2, 3]
    assert mind.context.blackboard[PLAN] == [2]


def test_a_snapshot_does_not_change_with_the_mind():
    """C5: it is data of its own, whatever happens to what the blackboard holds; and it may be restored twice."""

    def grow(agent, context):
        board = context.blackboard
        if PLAN not in board:
            board[PLAN] = []
        board[PLAN].append(len(board[PLAN]))

    mind = bt.Tree(bt.do(grow), keys=[PLAN]).bind(object())
    mind.tick()
    snapshot = mind.snapshot()
    for _ in range(2):
        mind.restore(snapshot)
        mind.tick()
        assert mind.context.blackboard[PLAN] == [0, 1]


def test_what_is_not_plain_data_cannot_be_saved_and_the_error_names_the_key():
    """C5: the value is written all the same."""
    key = bt.Key("mate", object)
    mind = bt.Tree(bt.do(lambda agent, context: context.blackboard.__setitem__(key, agent)), keys=[key]).bind(object())
    mind.tick()
    with pytest.raises(UsageError, match="is not plain data") as caught:
        mind.snapshot()
    assert "blackboard['mate']" in caught.value.where


@pytest.mark.parametrize("damage", [None, [], 3, {"hp": "many"}, {"nonsense": 1}])
def test_a_damaged_blackboard_is_refused_and_changes_nothing(damage):
    """C5: a SnapshotError that says where; values have the types of their keys."""
    mind = bt.Tree(bt.do(lambda agent, context: context.blackboard.__setitem__(HP, 7)), keys=[HP]).bind(object())
    mind.tick()
    text = saved(mind)
    text["data"]["blackboard"] = damage
    with pytest.raises(SnapshotError) as caught:
        mind.restore(Snapshot.from_plain(text))
    assert "blackboard" in caught.value.where
    assert mind.context.blackboard[HP] == 7


class Mood(enum.StrEnum):
    GOOD = "good"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (bt.Key("mood", Mood), Mood.GOOD),
        (bt.Key("place", tuple), (1, 2)),
        (bt.Key("speed", float), 2.0),
        (bt.Key("mate", str, None), None),
        (bt.Key("mate", str, None), "Elsa"),
    ],
)
def test_values_come_out_of_a_saved_game_as_their_keys_say(key, value):
    """C5: JSON has neither tuples nor enumerations. None may be written where it is the default."""
    mind = bt.Tree(bt.do(lambda agent, context: context.blackboard.__setitem__(key, value)), keys=[key]).bind(object())
    mind.tick()
    text = saved(mind)
    del mind.context.blackboard[key]
    mind.restore(Snapshot.from_plain(text))
    assert mind.context.blackboard[key] == value
    assert type(mind.context.blackboard[key]) is type(value)


def test_an_enumeration_that_has_no_such_member_is_refused():
    """C5."""
    key = bt.Key("mood", Mood)
    mind = bt.Tree(leaf("a", "S"), keys=[key]).bind(object())
    text = saved(mind)
    text["data"]["blackboard"] = {"mood": "bad"}
    with pytest.raises(SnapshotError, match="expected Mood, found 'bad'") as caught:
        mind.restore(Snapshot.from_plain(text))
    assert caught.value.where == "snapshot.data.blackboard['mood']"


def test_keys_are_shown_with_name_and_type():
    """`repr`."""
    assert repr(HP) == "<key 'hp': int>"


def test_an_action_sees_it_in_every_hook():
    """Enter, tick, exit; finished or halted."""

    class Marks(bt.Action):
        def enter(self, agent, context):
            context.blackboard[HP] = 1

        def tick(self, agent, context):
            context.blackboard[HP] += 10
            return S if agent.data.get("end") else R

        def exit(self, agent, context, reason):
            context.blackboard[HP] += 100

    stage = Stage(bt.action(Marks()), keys=[HP])
    stage.mind.tick()
    stage.mind.halt()
    assert stage.mind.context.blackboard[HP] == 111
    stage.agent.data["end"] = True
    stage.mind.tick()
    assert stage.mind.context.blackboard[HP] == 111
