"""Writes the code of a node: by the emitter of its kind, or as a function of its own where it lies deep."""

from collections.abc import Callable
from typing import Final

from gumption.bt.compile.layout import ROOT_REGION, Item
from gumption.bt.compile.writer import Unit, Writer
from gumption.bt.node import R

Emitter = Callable[[Writer, Item, bool], None]
"""Writes a node's code: (writer, node, whether RUNNING falls through)."""

EMITTERS: Final[dict[str, Emitter]] = {}
"""Kind -> its emitter; filled by the modules beside this one."""


def emits(*kinds: str) -> Callable[[Emitter], Emitter]:
    """Enter an emitter for these kinds."""

    def enter(emitter: Emitter) -> Emitter:
        EMITTERS.update(dict.fromkeys(kinds, emitter))
        return emitter

    return enter


def emit(w: Writer, item: Item, *, fall: bool) -> None:
    """Write the code that ticks `item` and leaves its result in `status`."""
    if w.is_deep and item.children:
        name = w.unit.function(item, resumed=w.resumed)
        w.line(f"status = {name}(agent, {w.context}, record{', at' if w.resumed else ''})")
        if R in item.outcomes and not fall:
            with w.block("if status is RUNNING:"):
                w.pass_on()
        return
    with w.inside(item):
        EMITTERS[item.kind](w, item, fall)


def write_functions(unit: Unit) -> None:
    """Write all functions that were asked for, and those that they ask for."""
    for item, resumed in unit.queue:  # grows
        w = Writer(unit, item, resumed=resumed)
        if item.id == 1 and not resumed:  # where every tick begins
            w.line(f"if record[{ROOT_REGION}]: return resume_1(agent, context, record, record[{ROOT_REGION}])")
        with w.inside(item):
            EMITTERS[item.kind](w, item, False)
            w.line("return status")


def test_of(w: Writer, item: Item) -> str:
    """Source of a boolean expression for a testable node."""
    node = item.node
    if item.kind == "condition":
        return w.call(item, "check", "bracket")
    if item.kind == "always":
        return str(node.options["status"].value == "success")
    if item.kind == "subtree":
        return test_of(w, item.children[0])
    if item.kind == "invert":
        return f"(not {test_of(w, item.children[0])})"
    if item.kind in ("force_success", "force_failure"):
        word = "or True" if item.kind == "force_success" else "and False"
        return f"({test_of(w, item.children[0])} {word})"
    word = " and " if "sequence" in item.kind else " or "
    return f"({word.join(test_of(w, child) for child in item.children)})"
