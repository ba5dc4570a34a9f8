"""Turns the source into functions that debuggers and tracebacks can show."""

import itertools
import linecache
import re
import weakref
from bisect import bisect
from collections.abc import Callable
from typing import Any, Final

from gumption.bt.compile import branches, chains, decorators, groups, leaves
from gumption.bt.compile.emit import EMITTERS, write_functions
from gumption.bt.compile.layout import Layout
from gumption.bt.compile.writer import NAMES, Unit
from gumption.bt.halting import REASONS, Halter, began, ended
from gumption.errors import UsageError, brief
from gumption.status import Status

_EMITTING: Final = (branches, chains, decorators, groups, leaves)  # importing them fills EMITTERS
_ENTERS: Final = re.compile(r"_enter_\d+(_\d+)?\(")
_serial = itertools.count(1)  # tells source files of equal trees apart


class Program:
    """One compiled variant of a tree."""

    def __init__(self, name: str, layout: Layout, halter: Halter, *, traced: bool, hears: bool) -> None:
        assert EMITTERS
        unit = Unit(traced=traced, hears=hears)
        write_functions(unit, layout.root)
        self.source: str = "\n".join(unit.lines) + "\n"
        self._lines = unit.lines
        self.nodes: list[int] = unit.nodes
        """Line number - 1 -> id of the node that the line belongs to."""
        variant = "traced" if traced else "plain"
        self.filename = f"<gumption tree {ascii(name)[1:-1]} {next(_serial)} {variant}>"
        names: dict[str, Any] = {
            **{name: status for status, name in NAMES.items()},
            "halt": halter.halt,
            "halt_pending": halter.halt_pending,
            "began": began,
            "ended": ended,
            "reason_of": REASONS,
            "bisect": bisect,
            "wrong_status": wrong_status,
            "stamps": stamps,
            **unit.names,
            **unit.constants,
        }
        exec(compile(self.source, self.filename, "exec"), names)  # noqa: S102 - made of our own text and checked names
        self.tick: Callable[[Any], Status] = names["tick"]
        """The `tick` of the tree's minds: a method."""
        for group in unit.groups.values():
            group.halt, group.halt_pending = halter.halt, halter.halt_pending
            for child in group.children:
                child.fresh, child.resume = names[f"fresh_{child.id}"], names[f"resume_{child.id}"]
        linecache.cache[self.filename] = (len(self.source), None, self.source.splitlines(keepends=True), self.filename)
        weakref.finalize(self, linecache.cache.pop, self.filename, None)

    def node_of(self, error: BaseException) -> int | None:
        """The id of the innermost node whose code `error` passed through."""
        line = self._line_of(error)
        return None if line is None else self.nodes[line - 1]

    def enters(self, error: BaseException) -> bool:
        """Whether `error` came out of a call of an action's `enter`."""
        line = self._line_of(error)
        return line is not None and _ENTERS.search(self._lines[line - 1]) is not None

    def _line_of(self, error: BaseException) -> int | None:
        found = None
        step = error.__traceback__
        while step is not None:
            if step.tb_frame.f_code.co_filename == self.filename and 0 < step.tb_lineno <= len(self.nodes):
                found = step.tb_lineno
            step = step.tb_next
        return found


def stamps(tick: int) -> tuple[tuple[Status, int], ...]:
    """The four results that nodes may have in the tick of that number."""
    return (Status.SUCCESS, tick), (Status.FAILURE, tick), (Status.RUNNING, tick), (Status.SKIPPED, tick)


def wrong_status(status: object) -> UsageError:
    """The error for an action that returned something other than a status (S4); the tree says where."""
    return UsageError(
        f"it returned {brief(status)}",
        remedy="let an action return a Status; for a function that just does something, use do(...)",
    )
