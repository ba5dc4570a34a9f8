"""Minds inside minds: any definition may stand where an engine has a place for one, whatever engine it is of.

An engine that has such places keeps one `Minds` for each of its own minds, tells it what is told to itself (trace,
snapshot, restore), and ticks, halts and tells the minds in it as its own rules say. It needs to know no other engine.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, cast, final

from gumption.core.context import Context, PartContext
from gumption.core.mind import Definition, Mind
from gumption.core.outline import Outline
from gumption.core.plain import PlainData, misfit
from gumption.core.snapshot import Snapshot
from gumption.core.trace import Event, Tracer, moved
from gumption.status import Status

_WHERE: Final = "snapshot.data.minds"


@final
class InnerContext(PartContext):
    """The context of a mind that lies in a node of another one. What it traces is told in the outer one's words.

    Args:
        outer: the context of the outer mind.
        node: the id of the node that holds the mind.
        describe: gives the outer mind's outline.
    """

    __slots__ = ("_describe", "_node")

    def __init__(self, outer: Context, node: int, describe: Callable[[], Outline]) -> None:
        super().__init__(outer)
        self._node = node
        self._describe = describe
        self.tracer = shifted(outer.tracer, node)

    @property
    def within(self) -> str:
        """See `Context.within`."""
        return f"{self.outer.within}{self._describe().path(self._node)} › "


def shifted(tracer: Tracer | None, node: int) -> Tracer | None:
    """Tells `tracer` the events of the mind that the node of that id holds."""
    if tracer is None:
        return None
    told: Tracer = tracer

    def tell(event: Event) -> None:
        outer = moved(event, node + 1)
        if outer is not None:
            told(outer)

    return tell


class Minds(dict[int, Mind]):
    """The minds inside one mind, by the ids of the nodes that hold them; each is made when it is first asked for.

    A mind that was left stays here, idle, for the next time: what is meant to outlast a halt, a cooldown say, does.

    Args:
        definitions: of all nodes that hold one.
        agent: whose minds they are.
        context: of the mind around them.
        describe: gives the outline of that.
    """

    __slots__ = ("_agent", "_context", "_definitions", "_describe")

    def __init__(
        self,
        definitions: Mapping[int, Definition[Any]],
        agent: object,
        context: Context,
        describe: Callable[[], Outline],
    ) -> None:
        self._definitions = definitions
        self._agent = agent
        self._context = context
        self._describe = describe

    def __missing__(self, node: int) -> Mind:
        mind = self[node] = self._made(node)
        return mind

    def _made(self, node: int) -> Mind:
        return self._definitions[node].bind(self._agent, InnerContext(self._context, node, self._describe))

    def trace(self, tracer: Tracer | None) -> None:
        """See `Mind.trace`."""
        for node, mind in self.items():
            mind.trace(shifted(tracer, node))

    def active(self, node: int) -> list[int]:
        """The node that runs, and what runs in its mind. See `Mind.active`."""
        mind = self.get(node)
        return [node] if mind is None else [node, *(node + 1 + inner for inner in mind.active())]

    def to_plain(self) -> list[PlainData]:
        """The snapshots of all that were made, as [node, snapshot]."""
        return [[node, self[node].snapshot().to_plain()] for node in sorted(self)]

    def read(self, value: object) -> "Minds":
        """Minds as `to_plain` gave them; those here are not touched.

        Raises:
            SnapshotError: it is not of that form.
        """
        if not isinstance(value, list):
            raise misfit(_WHERE, "a list of minds", value)
        made = Minds(self._definitions, self._agent, self._context, self._describe)
        draws = self._context.draws  # of the stream that all of them share
        try:
            for row in cast("list[object]", value):
                node, saved = cast("list[object]", row) if isinstance(row, list) and len(row) == 2 else (None, None)  # pyright: ignore[reportUnknownArgumentType]
                if not isinstance(node, int) or node not in self._definitions or node in made:
                    raise misfit(_WHERE, "pairs of a node that holds a mind, and its snapshot", row)  # pyright: ignore[reportUnknownArgumentType]
                made[node].restore(Snapshot.from_plain(saved))
        finally:
            self._context.restore_draws(draws)
        return made

    def check(self, may: Collection[int], must: Collection[int]) -> None:
        """What was read of minds has to agree with what was read of the nodes that hold them.

        Args:
            may: the nodes whose minds may run; no other does.
            must: those whose minds do run.

        Raises:
            SnapshotError: it does not.
        """
        running = {node for node, mind in self.items() if mind.status is Status.RUNNING}
        for node in sorted({*running, *must} & self._definitions.keys()):
            if (node in running and node not in may) or (node in must and node not in running):
                wanted = "a mind that runs" if node in must else "one that does not run"
                raise misfit(f"{_WHERE}, node {node}", wanted, self[node].status if node in self else None)

    def drop(self) -> list[BaseException]:
        """Forget all that runs in them, calling no hooks: others take their place.

        Returns:
            What the clean-up of coroutines raised.
        """
        errors: list[BaseException] = []
        for node, mind in self.items():
            try:
                mind.restore(self._made(node).snapshot())
            except BaseException as error:  # collected: the others have to be dropped as well
                errors.append(error)
        return errors
