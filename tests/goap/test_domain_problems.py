"""All problems of a domain at once, each with a code, a place and a remedy; and what is only suspicious."""

import math
from enum import Enum
from typing import Any

import pytest

from gumption.errors import DefinitionError, Problem, UsageError
from gumption.goap import (
    Action,
    Domain,
    Goal,
    above,
    add,
    at_least,
    at_most,
    below,
    between,
    is_not,
    one_of,
    scale,
    subtract,
    value_of,
    when,
)


class Place(Enum):
    MINE = 1
    BANK = 2


class Tool(Enum):
    AXE = 1


CHOP = Action("chop", effects={"wood": add(1)})


class Shout(Action[Any]):
    pass


async def wait(agent: Any) -> int:
    return 1


def problems(actions: Any, goals: Any = (), names: Any = None) -> tuple[Problem, ...]:
    with pytest.raises(DefinitionError) as caught:
        Domain(actions, goals, names)
    found = caught.value.problems
    assert all(each.remedy and each.where and each.severity == "error" for each in found)
    return found


def act(**arguments: Any) -> Action[Any]:
    return Action("act", **arguments)


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        (3, "not a list"),
        ({"chop": CHOP}, "not a list"),
        ("chop", "not a list"),
        ([3], "not an action"),
        ([Shout], "Shout()"),
        ([Action()], "no name"),
        ([Action(3)], "its name is 3"),  # type: ignore[arg-type]
        ([act(preconditions=3)], "conditions are 3"),
        ([act(preconditions=["a"])], "conditions are"),
        ([act(preconditions={3: True})], "3 stands as a name"),
        ([act(preconditions={"": True})], "stands as a name"),
        ([act(preconditions={"a": add(1)})], "is an effect"),
        ([act(preconditions={"a": [1]})], "not a value"),
        ([act(preconditions={"a": math.nan})], "not finite"),
        ([act(effects=3)], "effects are 3"),
        ([act(effects="ab")], "effects are"),
        ([act(effects=[3])], "effects are 3"),
        ([act(effects={"a": at_least(1)})], "is a condition"),
        ([act(effects=[when({"a": add(1)}, {"b": True})])], "is an effect"),
        ([act(effects=[when({"a": True}, {"b": above(1)})])], "is a condition"),
        ([act(is_usable=3)], "cannot be called"),
        ([act(is_usable=lambda: True)], "cannot be called with (agent)"),
        ([act(cost=wait)], "coroutine"),
        ([act(target="tree")], "cannot be called"),
        ([act(duration=-1)], "duration is -1"),
        ([act(cooldown=math.inf)], "cooldown"),
        ([act(reach="far")], "reach"),
    ],
)
def test_arguments_of_another_form_are_reported(actions: Any, words: str) -> None:
    found = problems(actions)
    assert [each.code for each in found] == ["goap-argument"]
    assert words in str(found[0])


@pytest.mark.parametrize(
    ("goals", "words"),
    [
        (3, "not a list"),
        (Goal("one", {}), "not a list"),
        ([{"wood": 3}], "not a goal"),
        ([Goal(3, {"wood": 3})], "its name is 3"),  # type: ignore[arg-type]
        ([Goal("g", [("wood", 3)])], "conditions are"),  # type: ignore[arg-type]
        ([Goal("g", {"wood": 3}, priority="high")], "priority"),  # type: ignore[arg-type]
        ([Goal("g", {"wood": 3}, priority=lambda: 1)], "(agent)"),  # type: ignore[arg-type, misc]
        ([Goal("g", {"wood": add(3)})], "is an effect"),  # type: ignore[dict-item]
    ],
)
def test_goals_of_another_form_are_reported(goals: Any, words: str) -> None:
    found = problems([CHOP], goals)
    assert [each.code for each in found] == ["goap-argument"]
    assert words in str(found[0])


@pytest.mark.parametrize("cost", [-1, -0.5, math.nan, math.inf, True, "4", None, 2**63, 2.0**44])
def test_a_cost_is_a_number_from_0_on(cost: Any) -> None:
    """Rule G3."""
    assert [each.code for each in problems([act(cost=cost)])] == ["goap-cost"]


def test_names_of_actions_and_goals_differ() -> None:
    found = problems([CHOP, Action("chop")], [Goal("g", {"wood": 1}), Goal("g", {"wood": 2})])
    assert [(each.code, each.where) for each in found] == [
        ("goap-duplicate-name", "action 'chop'"), ("goap-duplicate-name", "goal 'g'")
    ]  # fmt: skip
    assert "actions[0] and actions[1]" in found[0].problem


def test_a_domain_has_actions() -> None:
    assert [each.code for each in problems([])] == ["goap-empty"]


@pytest.mark.parametrize(
    ("actions", "places"),
    [
        ([CHOP, act(preconditions={"wood": True})], ("wood + 1", "'chop'", "`wood`", "'act'")),
        ([CHOP, act(preconditions={"wood": "oak"})], ("wood + 1", "wood is oak")),
        ([act(preconditions={"a": True}, effects={"a": "yes"})], ("`a`", "a := yes")),
        ([act(preconditions={"a": None}, effects={"a": 1})], ("a is None", "a := 1")),
        ([act(preconditions={"a": one_of("x", True)})], ("a one of x, True",)),
        ([act(preconditions={"a": value_of("b"), "b": 3}, effects={"a": "x"})], ("b is 3", "a := x")),
        ([act(cost=1 + value_of("at"), preconditions={"at": "mine"})], ("cost at + 1", "at is mine")),
        ([act(effects={"n": add(value_of("flag")), "flag": True})], ("n + (flag)", "`flag`")),
        (
            [act(preconditions={"at": Place.MINE, "n": at_least(value_of("at") + 1)})],
            ("at is MINE", "n at least at + 1"),
        ),
    ],
)
def test_a_name_is_of_one_kind(actions: Any, places: tuple[str, ...]) -> None:
    """Rule G1: both uses are told, each with its place."""
    found = problems(actions)
    assert [each.code for each in found] == ["goap-kind"]
    assert all(place in found[0].problem for place in places), found[0].problem


@pytest.mark.parametrize(
    ("declaration", "use"),
    [
        (bool, {"a": 1}),
        (int, {"a": True}),
        (float, {"a": "x"}),
        (str, {"a": 1}),
        (range(3), {"a": "x"}),
        (["x", "y"], {"a": True}),
        (Place, {"a": 1}),
    ],
)
def test_a_name_is_used_as_it_is_declared(declaration: Any, use: Any) -> None:
    """Rule G1."""
    found = problems([act(preconditions=use)], names={"a": declaration})
    assert [each.code for each in found] == ["goap-kind"]
    assert "declared as" in found[0].problem


@pytest.mark.parametrize(
    "declaration",
    [
        3,
        "bool",
        None,
        [],
        [1, 2],
        [True],
        ["x", "x"],
        range(0),
        range(0, 10, 2),
        range(5, 0, -1),
        range(2**70),
        object,
        {},
    ],
)
def test_a_declaration_that_declares_nothing_is_reported(declaration: Any) -> None:
    assert {each.code for each in problems([CHOP], names={"a": declaration})} == {"goap-declaration"}


@pytest.mark.parametrize("names", [3, ["a"], {3: bool}, {"": bool}])
def test_declarations_are_a_mapping_from_names(names: Any) -> None:
    assert [each.code for each in problems([CHOP], names=names)] == ["goap-declaration"]


def test_names_that_are_compared_are_declared_alike() -> None:
    found = problems([act(preconditions={"a": value_of("b")})], names={"a": ["x", "y"], "b": ["y", "x"]})
    assert [each.code for each in found] == ["goap-declaration"]


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ({"wod": at_least(3)}, "did you mean 'wood'?"),
        ({"stone": at_least(3)}, "no action uses the name 'stone'"),
        ({"wood": at_least(value_of("wod"))}, "did you mean 'wood'?"),
    ],
)
def test_a_goal_knows_only_names_that_actions_or_declarations_know(goal: Any, words: str) -> None:
    found = problems([CHOP], [Goal("stock up", goal)])
    assert [(each.code, each.where) for each in found] == [("goap-unknown-name", "goal 'stock up'")]
    assert words in str(found[0])
    domain = Domain([CHOP])
    with pytest.raises(DefinitionError, match="goap-unknown-name"):
        domain.plan({"wood": 0}, goal)


def test_declared_names_may_stand_in_goals() -> None:
    domain = Domain([CHOP], [Goal("g", {"needed": 3})], {"needed": int})
    assert domain.names["needed"].sort == "integer"


@pytest.mark.parametrize(
    ("conditions", "names"),
    [
        ({"n": between(5, 3)}, {}),
        ({"n": one_of()}, {}),
        ({"a": one_of(), "n": 1}, {"a": bool}),
        ({"n": 25}, {"n": range(21)}),
        ({"n": above(20)}, {"n": range(21)}),
        ({"n": one_of(21, 22)}, {"n": range(21)}),
        ({"n": below(0)}, {"n": range(21)}),
        ({"n": 0.5}, {"n": int}),
        ({"n": above(value_of("n"))}, {"n": int}),
        ({"n": is_not(value_of("n"))}, {"n": int}),
        ({"a": is_not(value_of("a"))}, {"a": bool}),
        ({"m": above(value_of("n")), "n": at_least(value_of("m"))}, {}),
        ({"n": at_least(value_of("m") + 21)}, {"n": range(21), "m": range(21)}),
    ],
)
def test_what_can_never_hold_is_an_error(conditions: Any, names: Any) -> None:
    found = problems([act(preconditions=conditions)], names=names)
    assert [(each.code, each.where) for each in found] == [("goap-impossible", "action 'act'")]
    domain = Domain([act(effects={"n": add(1), "m": add(1)})], names={"n": int, **names})
    with pytest.raises(DefinitionError, match="goap-impossible"):
        domain.target({"n": 0, "m": 0}, conditions)


def test_what_excludes_each_other_is_found_through_equality() -> None:
    conditions = {"a": value_of("b"), "b": "x"}
    effects = [when({"a": "y"}, {"c": True}), {"a": "y"}]
    assert findings([act(preconditions=conditions, effects=effects)]) == [("goap-idle-effect", "action 'act'")]


@pytest.mark.parametrize(
    ("effects", "clash"),
    [
        ([{"a": True}, {"a": False}], True),
        ([{"a": True}, {"a": True}], False),
        ([{"a": True}, when({"b": True}, {"a": False})], True),
        ([when({"b": True}, {"a": True}), when({"b": False}, {"a": False})], False),
        ([when({"n": at_least(3)}, {"a": True}), when({"n": below(3)}, {"a": False})], False),
        ([when({"n": at_least(3)}, {"a": True}), when({"n": at_most(3)}, {"a": False})], True),
        ([when({"at": "x"}, {"a": True}), when({"at": one_of("y", "z")}, {"a": False})], False),
        ([{"n": add(1)}, when({"b": True}, {"n": subtract(2)})], False),
        ([{"n": add(1)}, when({"b": True}, {"n": scale(2)})], True),
        ([{"n": add(1)}, when({"b": True}, {"n": 0})], True),
        ([{"n": 1}, when({"b": True}, {"n": 2})], True),
        ([{"n": value_of("m")}, when({"b": True}, {"n": value_of("m")})], True),
        ([when({"ready": False}, {"a": True}), when({"b": True}, {"a": False})], False),
    ],
)
def test_effects_that_may_happen_at_once_must_go_together(effects: Any, clash: bool) -> None:
    """Rule G2."""
    action = act(preconditions={"ready": True}, effects=effects)
    if clash:
        assert [each.code for each in problems([action])] == ["goap-contradiction"]
    else:
        Domain([action])


@pytest.mark.parametrize(
    ("effects", "code"),
    [
        ({"n": 30}, "goap-range"),
        ({"n": -1}, "goap-range"),
        ({"n": 0.5}, "goap-kind"),
        ({"n": add(0.5)}, "goap-kind"),
        ({"n": value_of("f")}, "goap-kind"),
        ({"n": value_of("n") * 0.5}, "goap-kind"),
        ({"at": "bnak"}, "goap-unknown-value"),
        ({"place": Tool.AXE}, "goap-unknown-value"),
        ({"at": value_of("place")}, "goap-declaration"),
    ],
)
def test_effects_suit_their_names(effects: Any, code: str) -> None:
    names = {"n": range(21), "f": float, "at": ["mine", "bank"], "place": Place}
    assert code in [each.code for each in problems([act(effects=effects)], names=names)]


@pytest.mark.parametrize(
    ("goal", "code"),
    [
        ({"at": "bnak"}, "goap-unknown-value"),
        ({"at": is_not("bnak")}, "goap-unknown-value"),
        ({"at": 3}, "goap-kind"),
        ({"at": at_least(3)}, "goap-kind"),
        ({"at": value_of("home")}, "goap-kind"),
        ({"at": value_of("n")}, "goap-kind"),
        ({"at": value_of("n") + 1}, "goap-kind"),
        ({"flag": 1}, "goap-kind"),
        ({"flag": value_of("at")}, "goap-kind"),
        ({"n": True}, "goap-kind"),
        ({"n": value_of("flag")}, "goap-kind"),
        ({"f": one_of(0.5, 1)}, "goap-kind"),
        ({"n": one_of("x")}, "goap-kind"),
        ({"n": one_of(0, 10_000)}, "goap-argument"),
    ],
)
def test_a_goal_that_comes_later_suits_the_names(goal: Any, code: str) -> None:
    domain = Domain([act(effects={"at": "bank", "home": "mine", "flag": True, "n": add(1), "f": 0.5})])
    state = {"at": "bank", "home": "mine", "n": 0, "f": 0.5}
    with pytest.raises(DefinitionError) as caught:
        domain.plan(state, goal)
    assert [each.code for each in caught.value.problems] == [code]


@pytest.mark.parametrize("goal", [3, None, "wood", at_least(3)])
def test_what_is_no_goal_is_refused(goal: Any) -> None:
    with pytest.raises(UsageError):
        Domain([CHOP]).target({"wood": 0}, goal)


def test_all_problems_are_told_at_once() -> None:
    found = problems(
        [
            CHOP,
            Action("chop", cost=-1),
            Action("a", preconditions={"n": between(5, 3), "b": add(1)}),
            Action("b", effects=[{"x": True}, {"x": False}]),
            Action("c", preconditions={"wood": True}),
        ],
        [Goal("g", {"x": True, "stoen": 1})],
        {"y": 3},
    )
    assert {each.code for each in found} == {
        "goap-duplicate-name", "goap-cost", "goap-impossible", "goap-argument", "goap-contradiction", "goap-kind",
        "goap-unknown-name", "goap-declaration",
    }  # fmt: skip


def findings(*arguments: Any) -> list[tuple[str, str]]:
    found = Domain(*arguments).findings
    assert all(each.severity == "warning" and each.remedy for each in found)
    return [(each.code, each.where) for each in found]


def test_what_is_suspicious_is_a_finding() -> None:
    assert findings([CHOP]) == [("goap-unbounded", "action 'chop'")]
    assert findings([CHOP], (), {"wood": range(10)}) == []
    assert findings([act(preconditions={"a": True})]) == [("goap-no-effects", "action 'act'")]
    assert findings([act(effects={"a": True})], [Goal("g", {"b": True, "a": True})], {"b": bool}) == [
        ("goap-no-achiever", "goal 'g'")
    ]
    assert findings([act(effects={"a": True})], (), {"b": bool}) == [("goap-unused-name", "names['b']")]
    idle = act(preconditions={"a": True}, effects=[when({"a": False}, {"b": True})])
    assert findings([idle]) == [("goap-idle-effect", "action 'act'")]


@pytest.mark.parametrize(
    ("actions", "kinds"),
    [
        ([act(preconditions={"a": True})], {"a": "True or False"}),
        ([act(preconditions={"a": at_least(1)})], {"a": "an integer"}),
        ([act(preconditions={"a": at_least(1.0)})], {"a": "a number"}),
        ([act(effects={"a": add(value_of("b")), "b": 0.5})], {"a": "a number", "b": "a number"}),
        ([act(effects={"a": add(value_of("b"))})], {"a": "an integer", "b": "an integer"}),
        ([act(cost=1 + value_of("d"))], {"d": "a number"}),
        ([act(effects={"a": scale(0.5)})], {"a": "a number"}),
        ([act(preconditions={"a": Place.MINE})], {"a": "one of Place.MINE, Place.BANK"}),
        ([act(effects={"a": value_of("b")}, preconditions={"b": True})], {"a": "True or False", "b": "True or False"}),
    ],
)
def test_kinds_are_inferred_from_what_is_said(actions: Any, kinds: dict[str, str]) -> None:
    """Rule G1."""
    assert {name: str(kind) for name, kind in Domain(actions).names.items()} == kinds


def test_a_domain_describes_itself() -> None:
    domain = Domain([CHOP, act(cost=lambda agent: 1)], [Goal("stock up", {"wood": at_least(3)})], name="woodcutter")
    assert str(domain.describe()).splitlines() == [
        "domain woodcutter", "  action chop", "  action act", "  goal stock up"
    ]  # fmt: skip
    assert (domain.describe()[2].source or "").rpartition(":")[0].endswith("test_domain_problems")
    assert repr(domain) == "<goap.Domain 'woodcutter': 2 actions, 1 names>"


def test_attributes_of_action_classes_that_look_misspelt_are_findings() -> None:
    class Chop(Action[Any]):
        effects, precondition = {"warm": True}, {"has_axe": True}

        def is_useable(self, agent: object) -> bool:
            return False

    class ChopMore(Chop):
        coost = 3

        def __init__(self) -> None:
            super().__init__()
            self.efects = {"warm": False}
            self.strength = 3
            self._costs = 3

    domain = Domain([ChopMore()])
    assert [(each.code, each.where) for each in domain.findings] == [("goap-misspelt", "action 'chop more'")] * 4
    text = "\n".join(map(str, domain.findings))
    for wrong, right in (("precondition", "preconditions"), ("is_useable", "is_usable"), ("coost", "cost")):
        assert f"'{wrong}' means nothing to planning" in text
        assert f"did you mean {right!r}?" in text
    assert findings([act(effects={"a": True})]) == []
