"""Turns the source into functions that debuggers and tracebacks can show."""

import itertools
import linecache
import re
import weakref
from bisect import bisect
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Any, Final, NamedTuple

from gumption.bt.compile import branches, chains, decorators, groups, leaves
from gumption.bt.compile.emit import EMITTERS, write_functions
from gumption.bt.compile.layout import Layout
from gumption.bt.compile.writer import NAMES, Unit
from gumption.bt.halting import REASONS, Halter, began, ended
from gumption.errors import UsageError, brief
from gumption.status import Status

_EMITTING: Final = (branches, chains, decorators, groups, leaves)  # importing them fills EMITTERS
_ENTERS: Final = re.compile(r"_enter_\d+(_\d+)?\(")
_FILES: Final = "<gumption tree "
"""What the names of all compiled trees begin with."""
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
        self.filename = f"{_FILES}{ascii(name)[1:-1]} {next(_serial)} {variant}>"
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

    def trail_of(self, error: BaseException) -> "Trail":
        """Where in this code `error` came from."""
        line, behind = 0, list[FrameType]()
        for step in _own_steps(error):
            if step.tb_frame.f_code.co_filename == self.filename and 0 < step.tb_lineno <= len(self.nodes):
                line, behind = step.tb_lineno, []
            else:
                behind.append(step.tb_frame)
        if not line:
            return Trail(0, False, behind)
        return Trail(self.nodes[line - 1], _ENTERS.search(self._lines[line - 1]) is not None, behind)


class Trail(NamedTuple):
    """The innermost line of compiled code that an error passed through, and what that had called."""

    node: int
    """Whose line it is; 0: of no node, or there was none."""
    enters: bool
    """Whether it is a call of an action's `enter`."""
    behind: list[FrameType]
    """The frames between that line and the place where the error was raised, the outermost first."""


def _own_steps(error: BaseException) -> Iterator[TracebackType]:
    """The steps of the traceback up to the tick of another mind, which has blamed its own nodes already."""
    ticks = 0
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        ticks += code.co_name == "tick" and code.co_filename.startswith(_FILES)
        if ticks > 1:
            return
        yield step
        step = step.tb_next


def stamps(tick: int) -> tuple[tuple[Status, int], ...]:
    """The four results that nodes may have in the tick of that number."""
    return (Status.SUCCESS, tick), (Status.FAILURE, tick), (Status.RUNNING, tick), (Status.SKIPPED, tick)


def wrong_status(status: object) -> UsageError:
    """The error for an action that returned something other than a status (S4); the tree says where."""
    return UsageError(
        f"it returned {brief(status)}",
        remedy="let an action return a Status; for a function that just does something, use do(...)",
    )
