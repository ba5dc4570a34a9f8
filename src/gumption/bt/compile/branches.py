"""Code of the nodes that choose one child: if_then_else, while_do_else, switch."""

from gumption.bt.compile.emit import emit, emits
from gumption.bt.compile.layout import PENDING, Item
from gumption.bt.compile.writer import Writer
from gumption.bt.node import R, X


@emits("if_then_else")
def if_then_else(w: Writer, item: Item, fall: bool) -> None:
    """The condition is asked only if neither branch runs."""
    condition, then, *otherwise = item.children
    if w.resumed:
        with w.block(f"if at < {condition.end}:"):
            emit(w, condition, fall=fall)
        with w.block("else:"):
            w.line(f"status = SUCCESS if at < {then.end} else FAILURE")
    else:
        emit(w, condition, fall=fall)
    with w.block("if status is SUCCESS:"):
        emit(w, then, fall=fall)
    if otherwise:
        with w.block("elif status is FAILURE:"):
            emit(w, otherwise[0], fall=fall)
    w.told(item, item.outcomes if fall else item.outcomes - {R})


@emits("while_do_else")
def while_do_else(w: Writer, item: Item, fall: bool) -> None:
    """The condition is asked at every tick; what runs in the other branch is halted before this one is ticked."""
    condition, then, *otherwise = item.children
    inner = f"inner_{item.id}"
    if w.resumed:
        w.line(f"{inner} = at if {item.id} <= at < {item.end} else 0")
        if not condition.testable:
            with w.block(f"if {inner}:"):
                w.line(f"at = {inner} if {inner} < {condition.end} else 0")
                w.line(f"record[{PENDING}] = 0 if at else {inner}")
    emit(w, condition, fall=fall)
    if w.resumed and not condition.testable:
        w.line(f"if {inner}: {inner} = record[{PENDING}]")
    for branch, opening in (
        (then, "if status is SUCCESS:"),
        *((each, "elif status is FAILURE:") for each in otherwise),
    ):
        with w.block(opening):
            if w.resumed:
                _leave_unless(w, inner, f"{branch.id} <= {inner} < {branch.end}")
                if not condition.testable:
                    w.line(f"if {inner}: record[{PENDING}] = 0")
                w.line(f"at = {inner}")
            emit(w, branch, fall=fall)
    if w.resumed and (X in condition.outcomes or not otherwise):
        with w.block("else:"):
            _leave_unless(w, inner, "")
    w.told(item, item.outcomes if fall else item.outcomes - {R})


def _leave_unless(w: Writer, inner: str, stays: str) -> None:
    """Halt what runs inside, unless it is where it should be."""
    with w.block(f"if {inner} and not {stays}:" if stays else f"if {inner}:"):
        w.line(f"record[{PENDING}] = {inner}")
        w.line("halt_pending(agent, context, record)")
        w.line(f"{inner} = 0")


@emits("switch")
def switch(w: Writer, item: Item, fall: bool) -> None:
    """The value is asked only if no child runs. Flat, however many cases there are."""
    cases = item.node.options["cases"]
    choice = f"choice_{item.id}"
    default = str(len(cases)) if len(item.children) > len(cases) else "-1"
    table = w.unit.bind(f"cases_{item.id}", {value: index for index, value in enumerate(cases)})
    ask = f"{choice} = {table}.get({w.call(item, 'key')}, {default})"
    if w.resumed:
        with w.block(f"if {item.id} <= at < {item.end}:"):
            ends = w.unit.bind(f"ends_{item.id}", tuple(child.end for child in item.children))
            w.line(f"{choice} = bisect({ends}, at)")
        with w.block("else:"):
            w.line(ask)
    else:
        w.line(ask)
    if default == "-1":
        w.line("status = FAILURE")
    for index, child in enumerate(item.children):
        with w.block(f"if {choice} == {index}:"):
            emit(w, child, fall=fall)
    w.told(item, item.outcomes if fall else item.outcomes - {R})
