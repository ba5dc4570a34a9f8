"""Each kind of fault is found where it is, and is gone when it is mended."""

import pytest

from gumption.bt import Tree, action, do, mind, selector, sequence, subtree
from gumption.checking import CODES, Finding, check, check_all
from gumption.errors import UsageError
from gumption.flow import Selector
from gumption.fsm import Machine, running
from tests.checking.examples import DANCE, WALK, F, act, guard, node, planted, work

PLANTED = planted()
NAMES = [f"{codes} {type(faulty).__name__}" for codes, faulty, _ in PLANTED]


def codes_of(*definitions):
    return {finding.code for finding in check_all(definitions)}


@pytest.mark.parametrize(("codes", "faulty"), [each[:2] for each in PLANTED], ids=NAMES)
def test_a_planted_fault_is_found_and_no_other(codes, faulty):
    assert codes_of(faulty) == set(codes.split())


@pytest.mark.parametrize("mended", [each[2] for each in PLANTED], ids=NAMES)
def test_the_mended_definition_has_no_fault(mended):
    assert check(mended) == ()


def found(code, definition) -> Finding:
    (finding,) = [each for each in check(definition) if each.code == code]
    return finding


def test_a_state_in_which_nothing_is_to_be_done_is_shown():
    selector = Selector([node(F.thirst >= 5, "drink"), node(F.tired > 8, "sleep")], name="bob")
    finding = found("nothing-to-do", selector)
    assert finding.shown_example == "thirst = 4, tired = 8"
    assert finding.path == "bob"
    assert "for example: thirst = 4, tired = 8" in str(finding)


def test_the_place_is_told_by_the_path_and_the_line_of_the_nearest_code():
    tree = Tree(
        selector(guard(F.thirst > F.thirst, do(act)), guard((F.n > 2) & (F.n < 1), do(act)), do(act)), name="bob"
    )
    finding = found("never-true", tree)
    assert finding.path == "bob › selector › guard(n > 2 and n < 1)"
    assert finding.source == f"tests.checking.examples:{act.__code__.co_firstlineno}"
    assert finding.severity == "error"


def test_a_definition_inside_another_one_is_checked_in_its_place():
    inner = Machine(WALK, states=[DANCE], name="dancer")
    outer = Selector([node(None, "all", restart="once"), inner], name="bob")
    tree = Tree(mind(outer), name="tree")
    finding = found("unreachable-state", tree)
    assert finding.path == "tree › bob › bob › dancer › dancer › Dance"  # a mind is a node of its own


def test_a_definition_in_several_places_is_told_of_once():
    inner = Tree(selector(guard((F.n > 2) & (F.n < 1), do(act)), do(act)), name="inner")
    outer = Tree(selector(sequence(subtree(inner), action(work)), subtree(inner)), name="outer")
    twice = Machine(running(outer, name="one"), states=[running(outer, name="two")])
    assert len([each for each in check(twice) if each.code == "never-true"]) == 1
    assert len(check_all([inner, outer, outer])) == 1


def test_only_the_outermost_mind_of_an_agent_has_to_find_something_to_do():
    idle = Selector([node(F.thirst >= 5, "drink")], name="idle")
    assert [each.code for each in check(idle)] == ["nothing-to-do"]
    assert check(Tree(selector(mind(idle), do(act)))) == ()


def test_findings_of_a_code_can_be_left_out():
    idle = Selector([node(F.thirst >= 5, "drink")])
    assert check(idle, ignore=["nothing-to-do"]) == ()
    with pytest.raises(UsageError, match="no code 'nothing'"):
        check(idle, ignore=["nothing"])


def test_what_is_no_definition_is_refused():
    with pytest.raises(UsageError, match="no definition that can be checked"):
        check(WALK)


def test_every_finding_has_a_known_code_a_place_and_a_remedy():
    for _, faulty, _ in PLANTED:
        for finding in check(faulty):
            assert finding.code in CODES
            assert finding.path
            assert finding.problem
            assert finding.remedy
            assert not finding.problem.endswith(".")


def test_every_code_is_planted_but_those_that_domains_and_messages_have_tests_of():
    planted_codes = {code for codes, _, _ in PLANTED for code in codes.split()}
    elsewhere = {"unhandled-message", "goap-idle-effect", "goap-no-achiever", "goap-unused-name", "goap-misspelt"}
    assert planted_codes | elsewhere == CODES.keys()


def test_what_keeps_a_goal_out_of_reach_is_told():
    (faulty,) = [faulty for codes, faulty, _ in PLANTED if codes == "unusable-action unreachable-goal misspelt-fact"]
    assert "because 'burn a chair' needs has axe" in found("unreachable-goal", faulty).problem
    assert found("unusable-action", faulty).path == "planner › burn a chair"
    assert found("misspelt-fact", faulty).remedy == "tell 'has axe', if that is meant"
