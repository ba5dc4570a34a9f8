"""What gives definitions and minds their pictures."""

from collections.abc import Sequence
from typing import Protocol

from gumption.core.mind import Mind
from gumption.core.nesting import Minds
from gumption.core.outline import Outline
from gumption.core.picture.dot import as_dot
from gumption.core.picture.mermaid import as_mermaid
from gumption.core.picture.moment import NOTHING, Moment
from gumption.core.picture.text import as_text
from gumption.status import Status


class _Described(Protocol):
    def describe(self) -> Outline: ...

    def moment(self) -> Moment: ...


class Pictured:
    """Pictures of what describes itself. Minds override `moment`, and their pictures show how they stand."""

    __slots__ = ()

    def moment(self) -> Moment:
        """How it stands, as pictures show it; of a definition nothing."""
        return NOTHING

    def render(self: _Described) -> str:
        """It as text, a line a node. Of a mind: with what is known of last results, the ticks they date from, `||` for
        what is paused, and `*` for what runs.
        """
        return as_text(self.describe(), self.moment())

    def mermaid(self: _Described) -> str:
        """It as a Mermaid flowchart; of a mind coloured by how it stands."""
        return as_mermaid(self.describe(), self.moment())

    def dot(self: _Described) -> str:
        """It as a Graphviz graph; of a mind coloured by how it stands."""
        return as_dot(self.describe(), self.moment())

    def _repr_mimebundle_(self: _Described, **_: object) -> dict[str, str]:
        """For notebooks: Mermaid where it is drawn, text everywhere."""
        outline, moment = self.describe(), self.moment()
        diagram = as_mermaid(outline, moment)
        return {
            "text/plain": as_text(outline, moment),
            "text/vnd.mermaid": diagram,
            "text/markdown": f"```mermaid\n{diagram}\n```",
        }


def moment_of(
    mind: Mind,
    minds: Minds | None = None,
    *,
    results: Sequence[tuple[Status, int] | None] = (),
    paused: Sequence[int] = (),
) -> Moment:
    """How a mind stands, for minds to say of themselves; others ask `present_moment`.

    Args:
        mind: of any engine.
        minds: those inside.
        results: the last one of each node, by id.
        paused: ids of states beneath another one.
    """
    known = {node: (each[0].value, each[1]) for node, each in enumerate(results) if each is not None}
    if mind.status is not None:
        known[0] = (mind.status.value, mind.since)
    moment = Moment(known, mind.active(), paused)
    for node, inner in () if minds is None else sorted(minds.items()):
        moment = moment.with_inner(node, present_moment(inner))
    return moment


def present_moment(mind: Mind) -> Moment:
    """How any mind stands: what it says itself, or what can be told of a mind that says nothing."""
    return mind.moment() if isinstance(mind, Pictured) else moment_of(mind)
