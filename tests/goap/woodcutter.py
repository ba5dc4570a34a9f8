"""The woodcutter as bare tables, for tests of what stands beneath the vocabulary."""

from gumption.goap.tables.task import (
    AT_LEAST_ZERO,
    FINITE,
    INTEGER,
    Among,
    Assign,
    Compare,
    Field,
    Group,
    Linear,
    Put,
    Task,
    TaskAction,
    Test,
)

AXE_AVAILABLE, HAS_AXE, WOOD = range(3)
FIELDS = (Field("axe_available", FINITE, 2), Field("has_axe", FINITE, 2), Field("wood", INTEGER))
GET_AXE, CHOP, GATHER = range(3)


def true(field: int) -> Among:
    return Among(field, frozenset([1]))


def plus(field: int, amount: int) -> Assign:
    return Assign(field, Linear(amount, ((field, 1),)))


def at_least(field: int, amount: int) -> Compare:
    return Compare(AT_LEAST_ZERO, Linear(-amount, ((field, 1),)))


def at_most(field: int, amount: int) -> Compare:
    return Compare(AT_LEAST_ZERO, Linear(amount, ((field, -1),)))


def action(*writes, cost=1, tests=(), when=()) -> TaskAction:
    price = cost if isinstance(cost, Linear) else Linear(cost)
    return TaskAction(price, tuple(tests), (Group(tuple(when), tuple(writes)),))


WOODCUTTER = Task(
    FIELDS,
    (
        action(Put(HAS_AXE, 1), cost=2, tests=[true(AXE_AVAILABLE)]),
        action(plus(WOOD, 1), cost=4, tests=[true(HAS_AXE)]),
        action(plus(WOOD, 1), cost=8),
    ),
)
THREE_WOOD: tuple[Test, ...] = (at_least(WOOD, 3),)
