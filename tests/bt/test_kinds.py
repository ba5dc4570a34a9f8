"""The table of kinds, and what else there is for each kind."""

import inspect

import pytest

from gumption import Status, bt
from gumption.bt.compile.emit import EMITTERS
from gumption.bt.kinds import KINDS


def test_each_kind_has_an_emitter():
    """And there are no others; nodes of minds inside do nothing in the tree itself."""
    assert set(KINDS) - {"of a mind"} == set(EMITTERS)


def test_each_kind_has_a_function_that_makes_it():
    """Custom nodes are made by objects of the user's."""
    assert set(KINDS) - {"custom", "of a mind"} == {
        name for name in bt.__all__ if inspect.isfunction(getattr(bt, name)) and name.islower()
    }


@pytest.mark.parametrize("kind", [kind for kind, row in KINDS.items() if row.regional])
def test_what_has_several_regions_is_called_and_may_run_by_itself(kind):
    """Its own region holds its own id, while its children run in theirs."""
    assert KINDS[kind].called
    assert KINDS[kind].rests


@pytest.mark.parametrize("kind", [kind for kind, row in KINDS.items() if row.go is not None])
def test_what_goes_on_at_one_result_stops_at_the_opposite(kind):
    """Success and failure."""
    row = KINDS[kind]
    assert {row.go, row.stop} == {Status.SUCCESS, Status.FAILURE}
