"""Code of sequences and selectors: one after another, until one stops the others."""

from typing import Final

from gumption.bt.compile.emit import emit, emits, test_of
from gumption.bt.compile.layout import PENDING, Item
from gumption.bt.compile.writer import NAMES, Writer, continuing
from gumption.bt.node import F, R, S, X

NARROW: Final = 3
"""Children that are written as nested ifs; more are written as a loop of one round that is broken out of."""


@emits("sequence", "selector", "reactive_sequence", "reactive_selector")
def chain(w: Writer, item: Item, fall: bool) -> None:
    """The children in order."""
    _Chain(w, item, fall).write()


@emits("sequence_with_memory")
def sequence_with_memory(w: Writer, item: Item, fall: bool) -> None:
    """A loop that skips what has succeeded before the failure.

    The place is kept in the record only from a failure to the next start: so halting has nothing to forget.
    """
    place = f"record[{item.places['position']}]"
    position = f"position_{item.id}"
    w.line(f"{position} = {place}")
    w.line(f"{place} = 0")
    chain = _Chain(w, item, fall)
    chain.prepare()
    with w.block("while True:"):
        for index, child in enumerate(item.children):
            guard = f"{position} <= {index}"
            if w.resumed and index < len(item.children) - 1:
                guard += f" and at < {child.end}"
            with w.block(f"if {guard}:"):
                emit(w, child, fall=fall)
            with w.block("else:"):
                w.line("status = SUCCESS")
            chain.note_part(index)
            test = continuing(child.outcomes | {S}, S, F, fall=fall)
            if test is not None:
                with w.block(f"if not ({test}):"):
                    if F in child.outcomes:
                        w.line(f"if status is FAILURE: {place} = {index}")
                    w.line("break")
        w.line("break")
    chain.conclude()


class _Chain:
    def __init__(self, w: Writer, item: Item, fall: bool) -> None:
        self.w = w
        self.item = item
        self.fall = fall
        assert item.facts.go is not None
        assert item.facts.stop is not None
        self.go, self.stop = item.facts.go, item.facts.stop
        self.last = len(item.children) - 1
        may_run = (index for index, child in enumerate(item.children) if R in child.outcomes)
        self.last_that_may_run = max(may_run, default=-1)
        self.reactive = w.resumed and item.facts.reactive
        self.inner = f"inner_{item.id}"
        """Variable of a reactive node: the id of what ran in it, as long as that still runs."""
        resumable = w.resumed and R in item.outcomes and not item.facts.reactive
        self.taken = f"took_part_{item.id}" if X in item.outcomes and (self.last > 0 or resumable) else ""
        """Variable that says whether some child before the last one was not skipped."""

        self._skip_is_minded = False
        """Whether the last child has seen to its own SKIPPED."""

    def write(self) -> None:
        self.prepare()
        if self.reactive:
            self.w.line(f"{self.inner} = at if {self.item.id} <= at < {self.item.end} else 0")
        if self.last < NARROW:
            self._nested(0)
        else:
            self._loop()
        self.conclude()

    def prepare(self) -> None:
        if self.taken:
            resumed = self.w.resumed and not self.item.facts.reactive
            ran = f"{self.item.id} <= at < {self.item.end}" if resumed else "False"
            self.w.line(f"{self.taken} = {ran}")

    def conclude(self) -> None:
        """Skipped children count only if all were skipped; what a reactive node has left is halted at the end."""
        w, item = self.w, self.item
        if X in item.children[self.last].outcomes and not self._skip_is_minded:
            if self.taken:
                w.line(f"if status is SKIPPED and {self.taken}: status = {NAMES[self.go]}")
            elif self.last > 0:
                w.line(f"if status is SKIPPED: status = {NAMES[self.go]}")
        if self.reactive:
            with w.block(f"if {self.inner}:"):
                w.line(f"record[{PENDING}] = {self.inner}")
                w.line("halt_pending(agent, context, record)")
        w.told(item, item.outcomes if self.fall else item.outcomes - {R})

    def note_part(self, index: int) -> None:
        if self.taken and index < self.last:
            self.w.line(f"if status is {NAMES[self.go]}: {self.taken} = True")

    def _is_test(self, index: int) -> bool:
        return self.item.children[index].testable and not self.w.unit.traced

    def _nested(self, index: int) -> None:
        w = self.w
        if self._is_test(index):
            self._nested_test(index)
            return
        if self._is_condition(index) and index < self.last and not self._guarded(index):
            self._nested_condition(index)
            return
        self._tick(index)
        if index < self.last:
            self.note_part(index)
            test = self._test(index)
            if test is None:
                self._nested(index + 1)
            elif test != "False":
                with w.block(f"if {test}:"):
                    self._nested(index + 1)

    def _nested_test(self, index: int) -> None:
        """A child that is a boolean expression: no status in between."""
        w = self.w
        test = test_of(w, self.item.children[index])
        if index == self.last:
            w.line(f"status = SUCCESS if {test} else FAILURE", self.item.children[index])
            return
        if self._guarded(index):
            past = f"at >= {self.item.children[index].end}"
            test = f"{past} or {test}" if self.go is S else f"at < {self.item.children[index].end} and {test}"
        passed, failed = (f"if {test}:", "else:") if self.go is S else (f"if not ({test}):", "else:")
        with w.block(passed, self.item.children[index]):
            if self.taken:
                w.line(f"{self.taken} = True")
            self._nested(index + 1)
        with w.block(failed):
            w.line(f"status = {NAMES[self.stop]}")

    def _loop(self) -> None:
        w = self.w
        with w.block("while True:"):
            for index, child in enumerate(self.item.children):
                if self._is_condition(index) and index < self.last and not self._guarded(index):
                    self._loop_condition(child)
                    continue
                if self._is_test(index):
                    test = test_of(w, child)
                    if index == self.last:
                        w.line(f"status = SUCCESS if {test} else FAILURE", child)
                        break
                    decides = f"not {test}" if self.go is S else test
                    guard = f"at < {child.end} and " if self._guarded(index) else ""
                    with w.block(f"if {guard}{decides}:", child):
                        w.line(f"status = {NAMES[self.stop]}")
                        w.line("break")
                    if self.taken:
                        w.line(f"{self.taken} = True")
                    continue
                stops = self._test(index) if index < self.last else None
                if stops is not None and self.go is S and not self.taken and self.item.children[index].kind == "action":
                    w.unless_success[:] = ["if status is not SKIPPED: break"]
                offered = bool(w.unless_success)
                self._tick(index)
                minded = offered and not w.unless_success
                if index < self.last:
                    self.note_part(index)
                    if stops is not None and not minded:
                        w.line(f"if not ({stops}): break")
                w.unless_success.clear()
            w.line("break")

    def _is_condition(self, index: int) -> bool:
        """Whether it is a single condition whose result has to be told."""
        return self.w.unit.traced and self.item.children[index].kind == "condition"

    def _loop_condition(self, child: Item) -> None:
        w, test = self.w, test_of(self.w, child)
        with w.block(f"if {test}:" if self.go is S else f"if not {test}:", child):
            w.line(f"results[{child.id}] = in_{self.go.value}")
        with w.block("else:"):
            w.line(f"results[{child.id}] = in_{self.stop.value}")
            w.line(f"status = {NAMES[self.stop]}")
            w.line("break")
        if self.taken:
            w.line(f"{self.taken} = True")

    def _nested_condition(self, index: int) -> None:
        w, child = self.w, self.item.children[index]
        test = test_of(w, child)
        with w.block(f"if {test}:" if self.go is S else f"if not {test}:", child):
            w.line(f"results[{child.id}] = in_{self.go.value}")
            if self.taken:
                w.line(f"{self.taken} = True")
            self._nested(index + 1)
        with w.block("else:"):
            w.line(f"results[{child.id}] = in_{self.stop.value}")
            w.line(f"status = {NAMES[self.stop]}")

    def _guarded(self, index: int) -> bool:
        """Whether the child is passed over when a later one runs."""
        return self.w.resumed and not self.reactive and index < self.last_that_may_run

    def _tick(self, index: int) -> None:
        w, child = self.w, self.item.children[index]
        minds_skip = index == self.last > 0 and child.kind == "action" and not self.taken
        if minds_skip:
            w.unless_success[:] = [f"if status is SKIPPED: status = {NAMES[self.go]}"]
        self._tick_plainly(index)
        if minds_skip:
            self._skip_is_minded = not w.unless_success
            w.unless_success.clear()

    def _tick_plainly(self, index: int) -> None:
        w, child = self.w, self.item.children[index]
        if self.reactive and not child.testable:
            with w.block(f"if {self.inner}:"):
                with w.block(f"if {child.id} <= {self.inner} < {child.end}:"):
                    w.line(f"at = {self.inner}")
                    w.line(f"record[{PENDING}] = 0")
                with w.block("else:"):
                    w.line("at = 0")
                    w.line(f"record[{PENDING}] = {self.inner}")
            emit(w, child, fall=self.fall)
            w.line(f"if {self.inner}: {self.inner} = record[{PENDING}]")
        elif self._guarded(index):
            with w.block(f"if at < {child.end}:"):
                emit(w, child, fall=self.fall)
            with w.block("else:"):
                w.line(f"status = {NAMES[self.go]}")
        else:
            emit(w, child, fall=self.fall)

    def _test(self, index: int) -> str | None:
        outcomes = self.item.children[index].outcomes
        if self._guarded(index):
            outcomes = outcomes | {self.go}
        return continuing(outcomes, self.go, self.stop, fall=self.fall)
