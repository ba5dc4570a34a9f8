"""Nodes that choose one branch: if_then_else, while_do_else, switch (rule B2)."""

import pytest

from gumption import bt
from gumption.errors import MindError
from tests.bt.stage import S, Stage, X, every, leaf, play, row, tells


def skips_unless(a, b, c):
    """Asks `a`, which skips where it does not hold, without any action."""
    return bt.if_then_else(a, bt.always(S), bt.always(X)), b, c


IF = [
    row("it holds", bt.if_then_else, "1 S S", "S a1 b( bS b)S", "S a1 b( bS b)S"),
    row("it does not hold", bt.if_then_else, "0 S S", "S a0 c( cS c)S"),
    row("it does not hold, and there is nothing else", bt.if_then_else, "0 S", "F a0"),
    row("it is asked once", bt.if_then_else, "10 RRS S", "R a1 b( bR", "R bR", "S bS b)S", "S a0 c( cS c)S"),
    row("it stays with the other branch, too", bt.if_then_else, "01 S RF", "R a0 c( cR", "F cF c)F", "S a1 b( bS b)S"),
    row("a failing branch is not made up for", bt.if_then_else, "1 F S", "F a1 b( bF b)F"),
    row("a condition that takes time", bt.if_then_else, "RRS S S", "R a( aR", "R aR", "S aS a)S b( bS b)S"),
    row("a condition that fails in time", bt.if_then_else, "RF S RS", "R a( aR", "R aF a)F c( cR", "S cS c)S"),
    row("a condition that skips", bt.if_then_else, "X S S", "X a( aX a)S"),
    row("a branch that skips", bt.if_then_else, "1 X S", "X a1 b( bX b)S"),
    row("halted in the condition", bt.if_then_else, "R S S", "R a( aR", "halt a)H", "R a( aR"),
    row("halted in a branch, it is asked again", bt.if_then_else, "10 R S",
        "R a1 b( bR", "halt b)H", "S a0 c( cS c)S"),
]  # fmt: skip

WHILE = [
    row("it holds", bt.while_do_else, "1 RRS R", "R a1 b( bR", "R a1 bR", "S a1 bS b)S"),
    row("it does not hold", bt.while_do_else, "0 S RS", "R a0 c( cR", "S a0 cS c)S"),
    row("it holds no more", bt.while_do_else, "110 R R", "R a1 b( bR", "R a1 bR", "R a0 b)H c( cR", "R a0 cR"),
    row("it holds again", bt.while_do_else, "101 R R", "R a1 b( bR", "R a0 b)H c( cR", "R a1 c)H b( bR"),
    row("it holds at last", bt.while_do_else, "01 S R", "R a0 c( cR", "S a1 c)H b( bS b)S"),
    row("it holds no more, and there is nothing else", bt.while_do_else, "101 R",
        "R a1 b( bR", "F a0 b)H", "R a1 b( bR"),
    row("it does not hold, and there is nothing else", bt.while_do_else, "0 R", "F a0"),
    row("a branch that skips", bt.while_do_else, "1 X S", "X a1 b( bX b)S"),
    row("a condition that skips", bt.while_do_else, "X S S", "X a( aX a)S"),
    row("a condition that skips later", lambda *abc: bt.while_do_else(*skips_unless(*abc)), "101 R R",
        "R a1 b( bR", "X a0 b)H", "R a1 b( bR"),
    row("a condition that acts halts the branch before", bt.while_do_else, "SSF R R",
        "R a( aS a)S b( bR", "R b)H a( aS a)S b( bR", "R b)H a( aF a)F c( cR"),
    row("a condition that takes time halts the branch before", bt.while_do_else, "SRS R R",
        "R a( aS a)S b( bR", "R b)H a( aR", "R aS a)S b( bR"),
    row("halted in a branch", bt.while_do_else, "1 R R", "R a1 b( bR", "halt b)H", "R a1 b( bR"),
    row("halted in the condition", bt.while_do_else, "R S S", "R a( aR", "halt a)H", "R a( aR"),
]  # fmt: skip


def chosen_by(script, *, default=True):
    def make(a, b, c):
        return bt.switch(tells("k", script), {"1": a, "2": b}, c if default else None)

    return make


SWITCH = [
    row("by value", chosen_by("12"), "S F S", "S k1 a( aS a)S", "F k2 b( bF b)F"),
    row("another value", chosen_by("9"), "S F S", "S k9 c( cS c)S"),
    row("another value, and no default", chosen_by("91", default=False), "S F S", "F k9", "S k1 a( aS a)S"),
    row("the choice is kept while it runs", chosen_by("12"), "RRS S S",
        "R k1 a( aR", "R aR", "S aS a)S", "S k2 b( bS b)S"),
    row("the default is kept while it runs", chosen_by("91"), "S S RS", "R k9 c( cR", "S cS c)S", "S k1 a( aS a)S"),
    row("a case that skips does not fall to the default", chosen_by("1"), "X S S", "X k1 a( aX a)S"),
    row("halted, it chooses anew", chosen_by("12"), "R R R", "R k1 a( aR", "halt a)H", "R k2 b( bR"),
]  # fmt: skip


@every(IF)
def test_if_then_else_asks_once_and_stays_with_its_branch(line, around):
    """B2: until that is done."""
    play(line, around)


@every(WHILE)
def test_while_do_else_asks_at_every_tick(line, around):
    """B2, B3: on a change the other branch is halted before this one starts."""
    play(line, around)


@every(SWITCH)
def test_a_switch_chooses_when_it_starts(line, around):
    """B2: and stays with it."""
    play(line, around)


def test_a_switch_of_many_cases_finds_each_of_them():
    """B2: by value, as a dictionary does; also while it runs."""
    cases = {number: leaf(chr(ord("a") + number), "RS") for number in range(26)}
    for number in range(26):
        stage = Stage(bt.switch(bt_key, dict(cases)))
        stage.agent.data["key"] = number
        letter = chr(ord("a") + number)
        stage.expect(f"R {letter}( {letter}R")
        stage.agent.data["key"] = 0
        stage.expect(f"S {letter}S {letter})S")


def bt_key(agent):
    return agent.data["key"]


def test_equal_keys_choose_the_same_case():
    """B2: 1, 1.0 and True are one key, as in every dictionary of Python."""
    for key in (1, 1.0, True):
        stage = Stage(bt.switch(bt_key, {1: leaf("a", "S")}))
        stage.agent.data["key"] = key
        stage.expect("S a( aS a)S")


def test_a_value_that_cannot_be_a_key_is_an_error_of_the_switch():
    """C3."""
    stage = Stage(bt.switch(bt_key, {1: leaf("a", "S")}))
    stage.agent.data["key"] = []
    with pytest.raises(MindError, match="unhashable") as caught:
        stage.mind.tick()
    assert "switch(bt_key)" in caught.value.where
