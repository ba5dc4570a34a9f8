"""Code of the nodes with one child."""

from collections.abc import Callable

from gumption.bt.blackboard import scope_of, view_of
from gumption.bt.compile.emit import emit, emits
from gumption.bt.compile.layout import Item
from gumption.bt.compile.writer import Writer
from gumption.bt.node import R, S


def _conclude(w: Writer, item: Item, fall: bool) -> None:
    w.told(item, item.outcomes if fall else item.outcomes - {R})


def _at_entry(w: Writer, item: Item, *lines: str) -> None:
    """Lines that are run only when the node starts."""
    if w.resumed:
        with w.block(w.entry(item)):
            for line in lines:
                w.line(line)
    else:
        for line in lines:
            w.line(line)


def _gate(w: Writer, item: Item, fall: bool, test: str, *before: str, after: Callable[[], None] | None = None) -> None:
    """Tick the child if `test` holds, else FAILURE; a child that runs already is not asked again."""
    if w.resumed:
        test = f"{item.id} <= at < {item.end} or {test}"
    with w.block(f"if {test}:"):
        if before:
            _at_entry(w, item, *before)
        emit(w, item.children[0], fall=fall)
        if after is not None:
            after()
    with w.block("else:"):
        w.line("status = FAILURE")
    _conclude(w, item, fall)


def _again(w: Writer, item: Item, fall: bool) -> None:
    """Nothing runs in the node, but it wants to be ticked again."""
    w.starts(item)
    w.line(f"record[{item.region}] = {item.id}")
    w.run_on(item, fall=fall)


def _resumes(w: Writer, item: Item) -> None:
    """If the node itself was what ran, it no longer is."""
    if w.resumed:
        w.line(f"if at == {item.id}: record[{item.region}] = 0")


@emits("subtree")
def subtree(w: Writer, item: Item, fall: bool) -> None:
    """The other tree's root; under a context that knows its keys, if there are keys inside or outside."""
    outer = w.context
    if item.rescopes:
        w.context = f"context_{item.id}"
        w.line(f"{w.context} = {w.unit.bind(f'view_{item.id}', view_of(scope_of(item)))}({outer})")
    emit(w, item.children[0], fall=fall)
    w.context = outer
    _conclude(w, item, fall)


@emits("invert")
def invert(w: Writer, item: Item, fall: bool) -> None:
    """Swap."""
    emit(w, item.children[0], fall=fall)
    w.line("if status is SUCCESS: status = FAILURE")
    w.line("elif status is FAILURE: status = SUCCESS")
    _conclude(w, item, fall)


@emits("force_success", "force_failure")
def force(w: Writer, item: Item, fall: bool) -> None:
    """One finished result stands for both."""
    emit(w, item.children[0], fall=fall)
    wrong, right = ("FAILURE", "SUCCESS") if item.kind == "force_success" else ("SUCCESS", "FAILURE")
    w.line(f"if status is {wrong}: status = {right}")
    _conclude(w, item, fall)


@emits("retry", "repeat")
def counted(w: Writer, item: Item, fall: bool) -> None:
    """Count what the child comes to; as long as the number is not reached, go on at the next tick."""
    n = item.node.options["n"]
    if n == 0:
        w.give(item, S)
        return
    count = f"record[{item.places['count']}]"
    _at_entry(w, item, f"{count} = 0")
    _resumes(w, item)
    emit(w, item.children[0], fall=fall)
    counted_status = "FAILURE" if item.kind == "retry" else "SUCCESS"
    with w.block(f"if status is {counted_status}:"):
        w.line(f"{count} += 1")
        with w.block(f"if {count} < {n}:"):
            _again(w, item, fall)
    _conclude(w, item, fall)


@emits("repeat_until_failure", "repeat_until_success")
def repeat_until(w: Writer, item: Item, fall: bool) -> None:
    """Go on at the next tick until the awaited result, which is a success."""
    _resumes(w, item)
    emit(w, item.children[0], fall=fall)
    until_failure = item.kind == "repeat_until_failure"
    with w.block(f"if status is {'SUCCESS' if until_failure else 'FAILURE'}:"):
        _again(w, item, fall)
    if until_failure:
        w.line(f"{'elif' if fall else 'if'} status is FAILURE: status = SUCCESS")
    _conclude(w, item, fall)


@emits("timeout")
def timeout(w: Writer, item: Item, fall: bool) -> None:
    """Looks at the clock after the child's tick: a child that finishes in time counts."""
    due = f"record[{item.places['due']}]"
    _at_entry(w, item, f"{due} = {w.now()} + {w.value(item, 'seconds')}")
    child = item.children[0]
    emit(w, child, fall=True)
    if R in child.outcomes:
        with w.block("if status is RUNNING:"):
            with w.block(f"if {w.now()} >= {due}:"):
                w.line(f"halt(agent, context, record, {item.region})")
                w.line("status = FAILURE")
            if not fall:
                with w.block("else:"):
                    w.pass_on()
    _conclude(w, item, fall)


@emits("delay")
def delay(w: Writer, item: Item, fall: bool) -> None:
    """Runs by itself until it is due; then the child does."""
    due = f"record[{item.places['due']}]"
    _at_entry(w, item, f"{due} = {w.now()} + {w.value(item, 'seconds')}")
    child_runs = f"at <= {item.id} and " if w.resumed else ""
    with w.block(f"if {child_runs}{w.now()} < {due}:"):
        if w.resumed:
            with w.block(f"if at != {item.id}:"):
                w.starts(item)
        w.line(f"record[{item.region}] = {item.id}")
        w.run_on(item, fall=fall)
    if fall:
        with w.block("else:"):
            _resumes(w, item)
            emit(w, item.children[0], fall=fall)
    else:
        _resumes(w, item)
        emit(w, item.children[0], fall=fall)
    _conclude(w, item, fall)


@emits("cooldown")
def cooldown(w: Writer, item: Item, fall: bool) -> None:
    """While cooling it fails."""
    until = f"record[{item.places['until']}]"
    on = item.node.options["on"]

    def cool() -> None:
        starts = f"status is {on.name}" if on is not None else "status is SUCCESS or status is FAILURE"
        w.line(f"if {starts}: {until} = {w.now()} + {w.value(item, 'seconds')}")

    _gate(w, item, fall, f"{until} is None or {w.now()} >= {until}", after=cool)


@emits("run_once")
def run_once(w: Writer, item: Item, fall: bool) -> None:
    """Once it has a result, that is it."""
    latch = f"record[{item.places['latch']}]"
    then = item.node.options["then"]
    with w.block(f"if {latch} is None:"):
        emit(w, item.children[0], fall=fall)
        kept = "status" if then is None else then.name
        done = "status is SUCCESS or status is FAILURE"
        w.line(f"if {done}: {latch} = {kept}")
    with w.block("else:"):
        w.line(f"status = {latch}")
    _conclude(w, item, fall)


@emits("limit")
def limit(w: Writer, item: Item, fall: bool) -> None:
    """Counts the starts."""
    count = f"record[{item.places['count']}]"
    _gate(w, item, fall, f"{count} < {int(item.node.options['n'])}", f"{count} += 1")


@emits("probability")
def probability(w: Writer, item: Item, fall: bool) -> None:
    """Draws at entry."""
    _gate(w, item, fall, f"{w.context}.random.random() < {float(item.node.options['p'])!r}")


@emits("precondition")
def precondition(w: Writer, item: Item, fall: bool) -> None:
    """Asks at entry."""
    _gate(w, item, fall, w.call(item, "check", "bracket"))


@emits("guard")
def guard(w: Writer, item: Item, fall: bool) -> None:
    """Asks at every tick."""
    with w.block(f"if {w.call(item, 'check', 'bracket')}:"):
        emit(w, item.children[0], fall=fall)
    with w.block("else:"):
        if w.resumed and R in item.children[0].outcomes:
            with w.block(f"if {item.id} <= at < {item.end}:"):
                w.line(f"halt(agent, context, record, {item.region})")
        w.line("status = FAILURE")
    _conclude(w, item, fall)


@emits("service")
def service(w: Writer, item: Item, fall: bool) -> None:
    """The service first, then the child."""
    run = w.call(item, "run")
    if "next" not in item.places:
        if w.resumed:
            with w.block(w.entry(item)):
                w.starts(item)
        w.line(run)
    else:
        due = f"record[{item.places['next']}]"
        lines = (run, f"{due} = {w.now()} + {w.value(item, 'every')}")
        if w.resumed:
            entry = w.entry(item)
            with w.block(entry):
                w.starts(item)
                for line in lines:
                    w.line(line)
            with w.block(f"elif {w.now()} >= {due}:"):
                for line in lines:
                    w.line(line)
        else:
            for line in lines:
                w.line(line)
    emit(w, item.children[0], fall=fall)
    _conclude(w, item, fall)


@emits("for_each")
def for_each(w: Writer, item: Item, fall: bool) -> None:
    """Reads the items at entry; then one a tick."""
    items, index = f"record[{item.places['items']}]", f"record[{item.places['index']}]"
    _at_entry(w, item, f"{items} = list({w.call(item, 'items')})", f"{index} = 0")
    _resumes(w, item)
    with w.block(f"if {index} < len({items}):"):
        fresh_item = f"at <= {item.id} or at >= {item.end}"
        into = item.node.options.get("into")
        if into is not None:
            give = f"agent.{into} = {items}[{index}]"
        else:
            give = f"{w.unit.bind(f'into_{item.id}', item.node.functions['into'])}(agent, {items}[{index}])"
        if w.resumed:
            with w.block(f"if {fresh_item}:"):
                w.starts(item)
                w.line(give)
        else:
            w.line(give)
        emit(w, item.children[0], fall=fall)
        with w.block("if status is SUCCESS or status is SKIPPED:"):
            w.line(f"{index} += 1")
            with w.block(f"if {index} < len({items}):"):
                _again(w, item, fall)
            with w.block("else:"):
                w.line("status = SUCCESS")
    with w.block("else:"):
        w.line("status = SUCCESS")
    _conclude(w, item, fall)
