"""Writes the code of a node: by the emitter of its kind, or as a function of its own where it lies deep."""

from collections.abc import Callable
from typing import Final

from gumption.bt.compile.layout import ROOT_REGION, Item
from gumption.bt.compile.writer import Unit, Writer
from gumption.bt.node import R, S

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


def write_functions(unit: Unit, root: Item) -> None:
    """Write the `tick` of the tree's minds, and all functions that it comes to need."""
    _write_tick(unit, root)
    for item, resumed in unit.queue:  # grows
        parameters = "agent, context, record" + (", at" if resumed else "")
        w = Writer(unit, f"def {unit.function(item, resumed=resumed)}({parameters}):", resumed=resumed)
        with w.inside(item):
            EMITTERS[item.kind](w, item, False)
            w.line("return status")


def _write_tick(unit: Unit, root: Item) -> None:
    """The method that every tick begins with; where nothing runs it is all there is to it."""
    w = Writer(unit, "def tick(self):", resumed=False, record="self._record")
    resume = unit.function(root, resumed=True)
    region = f"record[{ROOT_REGION}]"
    with w.block("if not self._ready:"):
        w.line('self._refuse("tick")')
    w.line("self._ready = False")
    w.line("agent = self.agent")
    mark = len(unit.lines)
    with w.block("try:"):
        with w.block(f"if {region}:"):
            w.line(f"status = {resume}(agent, self.context, record, {region})")
        with w.block("else:"):
            emit(w, root, fall=True)
        if unit.traced:
            w.line("self._tell_ticked(results)")
    with w.block("except BaseException as error:"):
        w.line("self._fail(error)")
    with w.block("if status is self.status and self._inbox is None:" if unit.hears else "if status is self.status:"):
        w.line("self._ready = True")
        w.line("return status")
    w.line("return self._settle(status)")
    if any("context" in line.replace("self.context", "") for line in unit.lines[mark:]):
        unit.lines.insert(mark, "    context = self.context")
        unit.nodes.insert(mark, 0)


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
    word = " and " if item.facts.go is S else " or "
    return f"({word.join(test_of(w, child) for child in item.children)})"
