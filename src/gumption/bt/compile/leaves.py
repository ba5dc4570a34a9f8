"""Code of the leaves."""

from gumption.bt.actions import hooks_of
from gumption.bt.async_leaf import AsyncLeaf
from gumption.bt.compile.emit import emits, test_of
from gumption.bt.compile.layout import MINDS, Item
from gumption.bt.compile.writer import Writer, own_name
from gumption.bt.node import F, R, S, X


@emits("condition")
def condition(w: Writer, item: Item, _fall: bool) -> None:
    """A test; its truth is the result."""
    w.line(f"status = SUCCESS if {test_of(w, item)} else FAILURE")
    w.told(item, item.outcomes)


@emits("do")
def do(w: Writer, item: Item, _fall: bool) -> None:
    """A call, and success."""
    w.starts(item)
    w.line(w.call(item, "run"))
    w.give(item, S)


@emits("always")
def always(w: Writer, item: Item, fall: bool) -> None:
    """The same result for ever. RUNNING is a node that runs, and so has to start and stop."""
    status = item.node.options["status"]
    if status is not R:
        w.give(item, status)
        return
    if w.resumed:
        with w.block(f"if at != {item.id}:"):
            w.starts(item)
    w.line(f"record[{item.region}] = {item.id}")
    w.run_on(item, fall=fall)


@emits("wait")
def wait(w: Writer, item: Item, fall: bool) -> None:
    """Notes when it is due, and runs until then."""
    due = f"record[{item.places['due']}]"
    start = f"{due} = {w.now()} + {w.value(item, 'seconds')}"
    if w.resumed:
        with w.block(f"if at != {item.id}:"):
            w.starts(item)
            w.line(start)
    else:
        w.line(start)
    with w.block(f"if {w.now()} < {due}:"):
        w.line(f"record[{item.region}] = {item.id}")
        w.run_on(item, fall=fall)
    if fall:
        with w.block("else:"):
            _wait_is_over(w, item)
    else:
        _wait_is_over(w, item)


def _wait_is_over(w: Writer, item: Item) -> None:
    if w.resumed:
        with w.block(f"if at == {item.id}:"):
            w.line(f"record[{item.region}] = 0")
    w.give(item, S)


@emits("action")
def action(w: Writer, item: Item, fall: bool) -> None:
    """A function that gives a status; or an object, whose enter and exit pair exactly.

    The node's id stands in its region's place from after its enter to before its exit, so that whatever is raised
    meanwhile, it is exited once.
    """
    run = item.node.functions["run"]
    tick, enter, leave = hooks_of(run)
    held = enter is not None or leave is not None or item.is_async
    name = own_name(run)
    start = [f"record[{item.region}] = {item.id}"] if held else []
    if enter is not None:
        start.insert(0, f"{w.unit.bind(f'{name}_enter_{item.id}', enter)}({w.arguments(enter)})")
    if w.unit.traced and held:
        start.insert(0, f"began({w.context}, {item.id})")
    _starts(w, item, start)
    tick_name = f"{name}_tick_{item.id}" if tick is not run else f"{name}_{item.id}"
    if item.is_async:
        w.line(f"status = {w.unit.bind(tick_name, AsyncLeaf(item).tick)}(agent, {w.context}, record)")
    else:
        w.line(f"status = {w.unit.bind(tick_name, tick)}({w.arguments(tick)})")
    if held or w.unit.traced:
        with w.block("if status is RUNNING:"):
            _goes_on(w, item, held, fall)
        if fall:
            with w.block("else:"):
                _ends(w, item, held, leave, name)
        else:
            _ends(w, item, held, leave, name)
        return
    with w.block("if status is not SUCCESS:"):
        with w.block("if status is RUNNING:"):
            _goes_on(w, item, held, fall)
        _check_status(w, "elif" if fall else "if")
        if not w.resumed:
            for line in w.unless_success:
                w.line(line)
            w.unless_success.clear()
    if w.resumed:
        with w.block(f"if at == {item.id}{' and status is not RUNNING' if fall else ''}:"):
            w.line(f"record[{item.region}] = 0")


@emits("mind")
def mind(w: Writer, item: Item, fall: bool) -> None:
    """Another mind's tick. The node's id stands in its region's place until that mind has finished."""
    start = [f"began({w.context}, {item.id})"] if w.unit.traced else []
    start.append(f"record[{item.region}] = {item.id}")
    _starts(w, item, start)
    w.line(f"status = record[{MINDS}][{item.id}].tick()")
    with w.block("if status is RUNNING:"):
        _goes_on(w, item, True, fall)
    if fall:
        with w.block("else:"):
            _ends(w, item, True, None, "")
    else:
        _ends(w, item, True, None, "")


def _starts(w: Writer, item: Item, lines: list[str]) -> None:
    """What is to be done when the node starts, and not when it goes on."""
    if w.resumed:
        with w.block(f"if at != {item.id}:"):
            w.starts(item)
            for each in lines:
                w.line(each)
    else:
        for each in lines:
            w.line(each)


def _goes_on(w: Writer, item: Item, held: bool, fall: bool) -> None:
    if not held:
        if w.unit.traced:
            w.line(f"if record[{item.region}] != {item.id}: began({w.context}, {item.id})")
        w.line(f"record[{item.region}] = {item.id}")
    w.run_on(item, fall=fall)


def _ends(w: Writer, item: Item, held: bool, leave: object, name: str) -> None:
    """After a result that is not RUNNING: off the record, then exit."""
    _check_status(w, "if", also="status is not SUCCESS and ")
    if held:
        w.line(f"record[{item.region}] = 0")
        if w.unit.traced:
            w.line(f"ended({w.context}, {item.id}, reason_of[status.value])")
        if leave is not None:
            function = w.unit.bind(f"{name}_exit_{item.id}", leave)
            w.line(f"{function}({w.arguments(leave, 3, 'reason_of[status.value]')})")
    elif w.resumed:
        with w.block(f"if at == {item.id}:"):
            w.line(f"record[{item.region}] = 0")
            if w.unit.traced:
                w.line(f"ended({w.context}, {item.id}, reason_of[status.value])")
    w.told(item, frozenset({S, F, X}))


def _check_status(w: Writer, word: str, also: str = "") -> None:
    with w.block(f"{word} {also}status is not FAILURE and status is not SKIPPED:"):
        w.line("raise wrong_status(status)")
