"""The contract suite passes a sound mind, and can fail: each rule finds the minds that break it, and names itself."""

import re

import pytest

from gumption import fsm
from gumption.core.trace import Failed
from gumption.errors import UsageError
from gumption.testing import CONTRACT, CallRecorder, Example, check_contract
from gumption.testing.example import find_example
from tests.flow.examples import worker as selector
from tests.testing.around import SOUND
from tests.testing.broken_lives import LIVES
from tests.testing.broken_shapes import SHAPES

CASES = [
    pytest.param(rule, says, example, id=f"{rule}-{example.name}-{number}")
    for number, (rule, says, example) in enumerate(LIVES.cases + SHAPES.cases)
]


@pytest.mark.parametrize("rule", CONTRACT)
def test_a_sound_mind_keeps_every_rule(rule: str) -> None:
    """C1, C2, C3, C4, C5, C6, C7, C8: so it is not the class around it that fails below."""
    CONTRACT[rule](SOUND)


@pytest.mark.parametrize(("rule", "says", "example"), CASES)
def test_a_mind_that_breaks_a_rule_is_found(rule: str, says: str, example: Example) -> None:
    """C1, C2, C3, C4, C5, C6, C7, C8: an AssertionError that names the rule and says what is wrong."""
    with pytest.raises(AssertionError, match=rf"^{rule}\b.*{says}"):
        CONTRACT[rule](example)


def test_there_is_a_check_for_each_rule_and_every_one_of_them_is_seen_to_fail() -> None:
    assert list(CONTRACT) == [f"C{number}" for number in range(1, 9)]
    assert {rule for rule, _, _ in LIVES.cases + SHAPES.cases} == set(CONTRACT)


@pytest.mark.parametrize("rule", CONTRACT)
def test_each_check_says_in_its_docstring_which_rule_it_proves(rule: str) -> None:
    assert (CONTRACT[rule].__doc__ or "").startswith(f"{rule}: ")


def test_the_whole_contract_is_checked_in_one_call() -> None:
    check_contract(SOUND)
    _, _, nondeterministic = next(case for case in SHAPES.cases if case[0] == "C6")
    with pytest.raises(AssertionError, match=r"^C[56]"):
        check_contract(nondeterministic)


def test_a_definition_that_never_calls_its_agent_proves_nothing_and_is_refused() -> None:
    example = Example(lambda: fsm.Machine(lambda agent: None, name="idler"))
    with pytest.raises(AssertionError, match="never calls its agent"):
        CONTRACT["C3"](example)


class _Hushed:
    """A selector whose mind keeps its failures to itself."""

    name = "hushed"

    def __init__(self):
        self.selector = selector()

    def bind(self, agent, context):
        tell = context.tracer
        context.tracer = lambda event: None if isinstance(event, Failed) else tell(event)
        return self.selector.bind(agent, context)


@pytest.mark.parametrize(
    ("lives_with", "says"), [({"dig.step", "warm up.step"}, "the trace does not tell"), (set(), "went nowhere")]
)
def test_a_mind_that_lives_with_an_exception_tells_it_and_was_allowed_to(lives_with, says) -> None:
    """C3."""
    example = Example(_Hushed, lives_with=frozenset({"warm up.enter", *lives_with} if lives_with else ()))
    with pytest.raises(AssertionError, match=rf"^C3\b.*{says}"):
        CONTRACT["C3"](example)


def test_a_definition_that_cannot_be_nested_is_not_asked_for_depth() -> None:
    """C8."""
    assert SOUND.deep is None
    CONTRACT["C8"](SOUND)


def test_an_example_is_found_again_by_the_name_of_its_factory() -> None:
    """C5: the new process knows it by module and name."""
    example = SHAPES[0]
    assert find_example(example.factory.__module__, example.name) is example
    with pytest.raises(UsageError, match=re.escape("'tests.testing.around' has no Example with the factory 'nobody'")):
        find_example("tests.testing.around", "nobody")


def test_an_example_whose_factory_a_new_process_cannot_find_is_told() -> None:
    """C5."""

    def hidden() -> fsm.Machine[CallRecorder]:
        return fsm.Machine(lambda agent: agent.call("idle.execute"), name="hidden")

    with pytest.raises(
        AssertionError, match=r"C5: the new process failed:[\s\S]*has no Example with the factory 'hidden'"
    ):
        CONTRACT["C5"](Example(hidden))
