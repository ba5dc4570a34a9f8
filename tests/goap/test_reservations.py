"""Who has reserved what."""

import pytest

from gumption.errors import UsageError
from gumption.goap import Reservations


class Tree:
    """Told by identity: equal to nothing else."""


def test_a_target_is_one_holders_until_it_is_released():
    taken = Reservations()
    assert taken.take("oak", 1)
    assert taken.take("oak", 1)
    assert not taken.take("oak", 2)
    assert (taken.holder("oak"), taken.holder("elm")) == (1, None)
    assert (taken.is_free("oak", 1), taken.is_free("oak", 2), taken.is_free("elm", 2)) == (True, False, True)
    taken.release("oak", 1)
    assert taken.take("oak", 2)
    assert len(taken) == 1


def test_a_free_target_can_be_released_again():
    taken = Reservations()
    taken.release("oak", 1)
    assert len(taken) == 0


def test_everything_of_one_holder_can_be_released():
    taken = Reservations()
    for target, holder in (("oak", 1), ("elm", 2), ("ash", 1)):
        taken.take(target, holder)
    taken.release_all(1)
    assert [taken.holder(each) for each in ("oak", "elm", "ash")] == [None, 2, None]
    taken.release_all(7)
    assert len(taken) == 1


def test_equal_targets_are_one_and_what_cannot_be_hashed_is_told_by_identity():
    taken = Reservations()
    assert taken.take((3, 4), 1)
    assert not taken.take((3, 4), 2)
    one, other = [3, 4], [3, 4]
    assert taken.take(one, 1)
    assert taken.take(other, 2)
    assert taken.holder(one) == 1
    one.append(5)
    assert taken.holder(one) == 1
    assert taken.take(Tree(), 1)
    assert taken.take(Tree(), 2)
    assert len(taken) == 5


def test_an_object_that_is_gone_lends_its_identity_to_no_other():
    taken = Reservations()
    for holder in range(1, 50):
        assert taken.take([holder], holder)
    assert len(taken) == 49


@pytest.mark.parametrize("holder", [None, "bob", 1.0, True])
def test_a_holder_is_the_id_of_an_entity(holder):
    taken = Reservations()
    for call in (taken.take, taken.release, taken.is_free):
        taken.take("oak", 1)
        for target in ("oak", "elm"):
            with pytest.raises(UsageError, match="is not the id of an entity"):
                call(target, holder)
    with pytest.raises(UsageError, match="is not the id of an entity"):
        taken.release_all(holder)
    assert taken.holder("oak") == 1


def test_none_is_no_target():
    taken = Reservations()
    for call in (taken.take, taken.release, taken.is_free):
        with pytest.raises(UsageError, match="None is no target"):
            call(None, 1)
    with pytest.raises(UsageError, match="None is no target"):
        taken.holder(None)


def test_what_another_one_holds_is_not_released():
    taken = Reservations()
    taken.take("oak", 1)
    with pytest.raises(UsageError, match="reserved for 1, not for 2") as caught:
        taken.release("oak", 2)
    assert "release_all" in caught.value.remedy
    assert taken.holder("oak") == 1


def test_its_picture_is_in_the_order_of_taking():
    taken = Reservations()
    assert repr(taken) == "<reservations: none>"
    taken.take("oak", 2)
    taken.take((1, 2), 1)
    assert repr(taken) == "<reservations: 'oak' for 2, (1, 2) for 1>"
