"""Events out of their plain form, as recordings and messages have it: the way back of `core.trace.to_plain`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields
from typing import TYPE_CHECKING, Any, Final, TypeAlias, Union, get_args

import msgspec
from msgspec.structs import astuple

from gumption.core.outline import OutlineNode
from gumption.core.plain import PlainData
from gumption.core.trace import NAMES, Event, Ticked
from gumption.errors import RecordingError
from gumption.status import Status
from gumption.world.lines import TickLine


class _TickedForm(msgspec.Struct, tag_field="event", tag="ticked"):
    entity: int
    results: list[tuple[int, Status]]
    node: int


def _form(kind: type[Event]) -> type[msgspec.Struct]:
    """What the plain form of a kind of event is read into: the same fields, and the kind's name as its mark."""
    return msgspec.defstruct(kind.__name__, [_field(each) for each in fields(kind)], tag_field="event", tag=NAMES[kind])


def _field(each: Field[Any]) -> tuple[str, Any] | tuple[str, Any, Any]:
    form = Any if each.type == PlainData else each.type
    return (each.name, form) if each.default is MISSING else (each.name, form, each.default)


_KINDS: Final[dict[type[msgspec.Struct], type[Event]]] = {
    _TickedForm if kind is Ticked else _form(kind): kind for kind in get_args(Event)
}
if TYPE_CHECKING:
    _Form: TypeAlias = msgspec.Struct
else:
    _Form = Union[*_KINDS]


class EventLine(TickLine):
    """A tick whose events are in the form that `Events.read` takes."""

    events: list[_Form]  # type: ignore[assignment] # pyright: ignore[reportIncompatibleVariableOverride]


class Events:
    """Makes events of their plain form.

    Args:
        source: the file or the address that they come from, for errors.
        nodes_of: how many nodes the mind of an entity has; 0: it is not there.
    """

    def __init__(self, source: str, nodes_of: Callable[[int], int]) -> None:
        self._source = source
        self._nodes_of = nodes_of
        self._results: dict[tuple[int, int], list[tuple[Status, int] | None]] = {}

    def check(self, outlines: Mapping[str, Sequence[OutlineNode]]) -> None:
        """See that nodes stand in preorder: what reads them goes from a node to those around it.

        Raises:
            RecordingError: one stands elsewhere.
        """
        for digest, nodes in outlines.items():
            for number, node in enumerate(nodes):
                around = node.parent
                if node.id != number or (number > 0 if around is None else not 0 <= around < number):
                    raise RecordingError(
                        f"outline {digest!r} has a node {node.id} that is not in its place",
                        where=self._source,
                        doing="reading a recording",
                        remedy="record it again",
                    )

    def read(self, line: EventLine) -> Sequence[Event]:
        """The events of a line of a recording.

        Raises:
            RecordingError: a tree has results of nodes that its mind does not have.
        """
        return [self._event(form, line.tick) for form in line.events]

    def event(self, plain: Mapping[str, Any], tick: int) -> Event:
        """One event of a tick, as a message has it.

        Raises:
            RecordingError: it has not the form of any event.
        """
        try:
            return self._event(msgspec.convert(plain, _Form), tick)
        except msgspec.ValidationError as error:
            raise self._wrong(f"it has an event that is none of this release's: {str(plain)[:80]}", tick) from error

    def _event(self, form: _Form, tick: int) -> Event:
        if type(form) is _TickedForm:
            return self._ticked(form, tick)
        return _KINDS[type(form)](*astuple(form))

    def _ticked(self, form: _TickedForm, tick: int) -> Ticked:
        """A recording has only what the tick brought; the event has each node's last result."""
        results = self._results.setdefault((form.entity, form.node), [])
        nodes = self._nodes_of(form.entity)
        for node, status in form.results:
            place = node - form.node - 1
            if not 0 <= form.node < node < nodes:
                raise self._wrong(f"tree {form.node} of entity {form.entity} has a result of a node {node}", tick)
            if place >= len(results):
                results += [None] * (place + 1 - len(results))
            results[place] = (status, tick)
        return Ticked(form.entity, tick, tuple(results), form.node)

    def _wrong(self, problem: str, tick: int) -> RecordingError:
        return RecordingError(
            problem,
            where=f"{self._source}, tick {tick}",
            doing="reading a recording",
            remedy="look at it with the release that wrote it",
        )
