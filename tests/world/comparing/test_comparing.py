"""Where two runs part: made from lines alone, without a world."""

import math

import pytest

from gumption.core.outline import OutlineNode
from gumption.world.comparing.comparison import KEPT, Comparison
from gumption.world.comparing.runs import Runs, first_difference
from gumption.world.lines import EntityLine, TickLine

MINER = [
    OutlineNode(0, None, "tree", "miner"),
    OutlineNode(1, 0, "sequence", "day"),
    OutlineNode(2, 1, "action", "Dig"),
    OutlineNode(3, 1, "action", "Rest"),
]
BOB, ELSA = EntityLine(1, "Bob", "m"), EntityLine(2, "Elsa", "m")


def start(*entities, tick=0, outlines=None):
    return TickLine(tick, math.nan, [], entities=list(entities or (BOB, ELSA)), outlines=outlines or {"m": MINER})


def event(kind, entity, /, **fields):
    return {"event": kind, "entity": entity, **fields}


def said(entity, text="hm"):
    return event("said", entity, text=text)


def tick(number, *events, **more):
    return TickLine(number, float(number), list(events), **more)


def closing(number, *events):
    return TickLine(number, math.nan, list(events))


def compare(ones, others, begin=None, **options):
    """All differences of two runs, each a list of the lines behind the first."""
    start_one, start_other = begin or (start(), start())
    over = {"start": options.pop("start")} if "start" in options else {}
    runs = Runs(Comparison(**options))
    return list(runs.differences([start_one, *ones], [start_other, *others], **over))


def first(one, other):
    """The difference of two runs of one tick with these events."""
    return first_difference([start(), tick(1, *one)], [start(), tick(1, *other)])


def test_equal_runs_have_no_difference():
    lines = [start(), tick(1, said(1)), tick(2), closing(3, said(2))]
    assert first_difference(lines, lines) is None


@pytest.mark.parametrize(
    ("one", "other", "node", "field", "words"),
    [
        (
            event("exited", 1, node=2, reason="success"),
            event("exited", 1, node=2, reason="halt"),
            "miner › day › Dig",
            "reason",
            ("success", "halt"),
        ),
        (
            event("entered", 1, node=2),
            event("entered", 1, node=3),
            "miner › day › Dig",
            "node",
            ("miner › day › Dig", "miner › day › Rest"),
        ),
        (said(1, "a"), said(1, "b"), None, "text", ("a", "b")),
        (
            event("entered", 1, node=2),
            said(1),
            "miner › day › Dig",
            "event",
            ("entered miner › day › Dig", "said, text: hm"),
        ),
        (
            event("ticked", 1, node=0, results=[[1, "running"], [2, "success"], [3, "running"]]),
            event("ticked", 1, node=0, results=[[1, "running"], [3, "success"]]),
            "miner › day › Dig",
            "results",
            ("success", "none"),
        ),
        (
            event("switched", 1, selector=0, node=2, answers=[[2, True], [3, True]]),
            event("switched", 1, selector=0, node=3, answers=[[2, False], [3, True]]),
            "miner › day › Dig",
            "answers",
            ("true", "false"),
        ),
        (
            event("planfound", 1, goal="rich", steps=[2, 3], cost=2, node=0),
            event("planfound", 1, goal="rich", steps=[3], cost=2, node=0),
            "miner",
            "steps",
            ("Dig, Rest", "Rest"),
        ),
        (
            event("received", 1, sender=2, kind="mail", data=None),
            event("received", 1, sender=1, kind="mail", data=None),
            None,
            "sender",
            ("Elsa (2)", "Bob (1)"),
        ),
        (
            event("entered", 1, node=99),
            event("entered", 1, node=98),
            "node 99",
            "node",
            ("node 99", "node 98"),
        ),
    ],
)
def test_the_node_and_the_field_of_an_event_that_differ_are_named(one, other, node, field, words):
    found = first([said(1, "before"), one], [said(1, "before"), other])
    assert (found.tick, found.what, found.who) == (1, "event", "Bob (1)")
    assert (found.node, found.field, found.words) == (node, field, words)
    assert found.events == (one, other)
    assert found.before == ((1, "said, text: before"),)


@pytest.mark.parametrize(
    ("one", "other", "agent", "events"),
    [
        ([said(1), said(1, "more"), said(2)], [said(1), said(2)], 1, (said(1, "more"), None)),
        ([said(1), said(2)], [said(1), said(1, "more"), said(2)], 1, (None, said(1, "more"))),
        ([said(1), said(2, "a")], [said(1), said(1, "more"), said(2, "b")], 1, (None, said(1, "more"))),
        ([said(1), said(2)], [said(1)], 2, (said(2), None)),
        ([said(2, "a"), said(1, "a")], [said(2, "b"), said(1, "b")], 2, (said(2, "a"), said(2, "b"))),
    ],
)
def test_the_agent_is_the_one_who_did_more_or_less_and_not_the_one_whose_turn_came_then(one, other, agent, events):
    found = first(one, other)
    assert (found.agent, found.events) == (agent, events)
    assert (found.field == "event") == ("nothing more in this tick" in found.words) == (None in events)


def test_the_same_deeds_in_another_order_are_told_as_that():
    found = first([said(1), said(2)], [said(2), said(1)])
    assert (found.what, found.values) == ("order", (1, 2))
    assert found.words == ("Bob (1): said, text: hm", "Elsa (2): said, text: hm")


def test_what_the_agent_did_last_is_shown_also_from_ticks_before_and_of_nobody_else():
    ticks = [tick(number, said(1, f"{number}"), said(2)) for number in range(1, 9)]
    (found,) = compare([*ticks, tick(9, said(1, "a"))], [*ticks, tick(9, said(1, "b"))])
    assert found.before == tuple((number, f"said, text: {number}") for number in range(9 - KEPT, 9))


def test_words_are_those_of_the_node_that_was_told_last():
    before = [event("entered", 1, node=2), event("executed", 1, node=3), said(1), event("entered", 2, node=1)]
    assert first([*before, said(1, "a")], [*before, said(1, "b")]).node == "miner › day › Rest"
    assert first([*before, said(1, "a")], before).node == "miner › day › Rest"
    outside = event("sent", None, receiver=1, kind="mail", data=None, delay=0, outside=True)
    assert first([*before, outside], [*before, {**outside, "delay": 1}]).node is None


def test_data_that_differ_are_found_at_their_tick_behind_the_events_of_it():
    ones = [tick(1, data={"1": {"gold": 1, "home": True}}), tick(2, data={"1": {"gold": 2}}), tick(3)]
    others = [ones[0], tick(2), tick(3, data={"1": {"gold": 3}})]
    (found,) = compare(ones, others)
    assert (found.tick, found.what, found.who, found.field, found.values) == (2, "data", "Bob (1)", "gold", (2, 1))
    assert compare(ones, others, data=False) == []
    ones[1].events, others[1].events = [said(1, "a")], [said(1, "b")]
    assert compare(ones, others)[0].field == "text"


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_data_of_another_type_are_other_data(value):
    (found,) = compare([tick(1, data={"1": {"gold": 1}})], [tick(1, data={"1": {"gold": value}})])
    assert found.values[0] == 1
    assert found.values[1] is value


def test_data_that_only_one_run_tells_are_not_compared():
    assert compare([tick(1, data={"1": {"gold": 1}}), tick(2)], [tick(1), tick(2)]) == []


def test_the_clock_is_compared_as_well():
    (found,) = compare([TickLine(1, 1.0, [])], [TickLine(1, 1.5, [])])
    assert (found.what, found.values) == ("time", (1.0, 1.5))


def test_other_agents_are_told_before_the_first_tick():
    tom = EntityLine(2, "Tom", "m")
    for other, values in ((start(BOB), ("Elsa", None)), (start(BOB, tom), ("Elsa", "Tom"))):
        found = compare([tick(1, said(2))], [tick(1)], begin=(start(), other))
        assert (found[0].tick, found[0].what, found[0].agent, found[0].values) == (0, "agent", 2, values)


@pytest.mark.parametrize(
    ("nodes", "node", "field", "values"),
    [
        ([*MINER[:3], OutlineNode(3, 1, "action", "Nap")], "miner › day › Rest", "node", ("action Rest", "action Nap")),
        (MINER[:3], "miner › day › Rest", "node", ("action Rest", None)),
        ([*MINER, OutlineNode(4, 0, "action", "Eat")], "miner › Eat", "node", (None, "action Eat")),
        ([*MINER[:3], OutlineNode(3, 0, "action", "Rest")], "miner › day › Rest", "parent", ("miner › day", "miner")),
    ],
)
def test_the_first_node_that_differs_between_two_outlines_is_named(nodes, node, field, values):
    other = start(EntityLine(1, "Bob", "n"), ELSA, outlines={"n": nodes, "m": MINER})
    (found,) = compare([tick(1)], [tick(1)], begin=(start(), other))
    assert (found.what, found.who, found.node, found.field) == ("outline", "Bob (1)", node, field)
    assert found.values == values


def test_an_agent_that_comes_later_with_another_mind_is_found_then():
    tom = [EntityLine(3, "Tom", digest) for digest in "mn"]
    came = event("added", 3, name="Tom", outside=False)
    one, other = (tick(2, came, entities=[each], outlines={"n": MINER[:1]}) for each in tom)
    (found,) = compare([tick(1), one], [tick(1), other])
    assert (found.tick, found.what, found.who) == (2, "outline", "Tom (3)")


def test_a_run_that_goes_on_is_told():
    ticks = [tick(1), tick(2), tick(3)]
    (found,) = compare(ticks, ticks[:2])
    assert found.text("A", "B") == "B ends at tick 2, A goes on"
    (found,) = compare(ticks, [tick(1)], start=3)
    assert found.text("A", "B") == "B ends at tick 1, A goes on"
    gold = [tick(number, data={"1": {"gold": number}}) for number in range(1, 5)]
    (found,) = compare(gold, gold[:2], start=4)
    assert found.what == "end"
    (found,) = compare([], ticks)
    assert found.text("A", "B") == "A ends at tick 0, B goes on"
    (found,) = compare([*ticks[:2], closing(3, said(1))], ticks)
    assert found.text("A", "B") == "A ends at tick 2, B goes on"
    (found,) = compare([*ticks, closing(4, said(1))], ticks)
    assert (found.tick, found.events) == (4, (said(1), None))


def test_runs_that_begin_at_different_ticks_are_compared_where_both_are():
    """A game that was loaded, against the one that it was saved in."""
    ticks = [tick(number, said(1, f"{number}")) for number in range(1, 6)]
    assert compare(ticks, ticks[3:], begin=(start(), start(tick=3))) == []
    (found,) = compare(ticks, [*ticks[3:4], tick(5, said(1))], begin=(start(), start(tick=3)))
    assert (found.tick, found.field) == (5, "text")
    lost = [tick(1, data={"1": {"gold": 1, "hat": 1}}), tick(2, data={"1": {"hat": None}}), tick(3)]
    later = [tick(3, data={"1": {"gold": 1}})]
    for ones, others, begin in ((lost, later, (0, 2)), (later, lost, (2, 0))):
        assert compare(ones, others, begin=(start(tick=begin[0]), start(tick=begin[1]))) == []
    gone = [event("removed", 2, outside=False)]
    assert compare([tick(1, *gone), *ticks[1:]], ticks[1:], begin=(start(), start(BOB, tick=1))) == []


def test_ticks_before_the_wanted_one_are_not_compared_but_known():
    ones = [tick(1, said(1, "a"), data={"1": {"gold": 1}}), tick(2), tick(3, said(2, "a"))]
    others = [tick(1, said(1, "b"), data={"1": {"gold": 1}}), tick(2), tick(3, said(2, "b"))]
    assert [found.tick for found in compare(ones, others, start=2)] == [3]
    others[0].data["1"]["gold"] = 2
    assert [(found.tick, found.field) for found in compare(ones, others, start=2)] == [(1, "gold"), (3, "text")]
    assert compare(ones, others, start=4) == []
    gone = event("removed", 1, outside=False)
    ones, others = ([tick(1, gone, data={"1": {"gold": gold}}), tick(2, data={"2": {"gold": 0}})] for gold in (1, 2))
    assert compare(ones, others, start=2) == []  # who has left has no data any more


@pytest.mark.parametrize("agent", ["Elsa", "2"])
def test_one_agent_alone_can_be_compared(agent):
    ones = [tick(1, said(1, "a"), said(2)), tick(2, said(2, "a"))]
    others = [tick(1, said(1, "b"), said(2)), tick(2, said(2, "b"))]
    assert [(found.tick, found.agent) for found in compare(ones, others, agent=agent)] == [(2, 2)]
    assert compare(ones, others, agent="Tom") == []


def test_each_agent_is_told_once_where_it_differs_first():
    ones = [tick(1, said(1, "a")), tick(2, said(1, "a"), said(2, "a")), tick(3, said(2, "a"))]
    others = [tick(1, said(1, "b")), tick(2, said(1, "b"), said(2, "b"))]
    found = compare(ones, others)
    assert [(each.tick, each.agent, each.what) for each in found] == [
        (1, 1, "event"),
        (2, 2, "event"),
        (2, None, "end"),
    ]


ODD = [None, [], {}, -1, 1.5, True, "x", 2**70, [[1]], [[1, 2, 3]], [["a", None]]]


@pytest.mark.parametrize("kind", ["ticked", "switched", "planfound", "exited", "removed", "sent", None])
def test_odd_events_of_a_damaged_file_are_compared_all_the_same(kind):
    for odd in ODD:
        fields = {"node": odd, "results": odd, "answers": odd, "steps": odd, "receiver": odd, "selector": odd}
        for key in fields:
            one = {"event": kind, "entity": 1, **fields}
            found = first([one], [{**one, key: "y"}])
            assert found is not None
            assert found.text("A", "B")
        assert first([{"event": odd, "entity": odd}], []) is not None


def test_outlines_and_data_of_a_damaged_file_are_compared_all_the_same():
    broken = start(outlines={"m": [OutlineNode(5, 9, "action", "Dig")]})
    (found,) = compare([tick(1, event("entered", 1, node=0))], [tick(1)], begin=(broken, broken))
    assert found.node == "node 0"
    assert compare([tick(1, data={"x": {"gold": 1}})], [tick(1, data={"9" * 99: {"gold": 1}})]) == []
