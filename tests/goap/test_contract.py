"""Planners keep the contract C1 to C8."""

import pytest

from gumption.testing import CONTRACT, Example
from tests.goap.examples import EXAMPLES


@pytest.mark.parametrize("rule", CONTRACT)
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_a_planner_keeps_the_contract(rule: str, example: Example) -> None:
    """C1, C2, C3, C4, C5, C6, C7, C8."""
    CONTRACT[rule](example)
