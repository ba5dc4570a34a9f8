"""What one who looks on knows: the inspector's messages (docs/inspector.md), folded. Pure: no screen and no socket."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gumption.core.outline import Outline, OutlineNode
from gumption.core.trace import Event, Failed, Parked, Sent, Undeliverable, Unparked, entity_of
from gumption.errors import RecordingError, UsageError
from gumption.inspect.events import Events
from gumption.inspect.terminal.followed import Followed
from gumption.inspect.wire import (
    Answer,
    Hello,
    Lost,
    Past,
    Problem,
    Request,
    Seek,
    StandingMessage,
    State,
    TickMessage,
    Watch,
)
from gumption.why import Happening
from gumption.world.recording import EntityLine

PAST: Final = 200
"""How many ticks are looked back for the last events of an agent."""
NEWEST: Final = 20
"""How many of those ticks that a fast world left out are asked for: the newest ones."""
_SOURCE: Final = "the inspector"
_NOW: Final = 2**62


@dataclass(slots=True)
class Agent:
    """One in the list."""

    id: int
    name: str
    outline: Outline
    doing: str | None = None
    failing: bool = False
    """Its mind has failed, and is not ticked again so far."""
    gone: int | None = None
    """The tick in which it left."""


class Model:
    """Takes messages, and says what is to be asked next.

    Args:
        wanted: the name or the id of the agent to be followed at first; None: the first one.
        filter: what the name or the doing of those in the list holds, in letters of any size.
    """

    def __init__(self, wanted: str | None = None, filter: str = "") -> None:  # noqa: A002 - its name
        self._wanted = wanted
        self._reader = Events(_SOURCE, self._nodes_of)
        self._outlines: dict[str, Outline] = {}
        self.filter = filter
        self.agents: dict[int, Agent] = {}
        self.followed: Followed | None = None
        self.title = ""
        self.tick = 0
        self.time = 0.0
        self.control = False
        self.paused = False
        self.speed: float | None = None
        self.ended = False
        self.is_settled = False
        """Whether everything that was asked has been answered."""
        self.problem: str | None = None
        """What the server did not do, and why."""

    # What is shown

    def listed(self) -> list[Agent]:
        """Those who are there, and the one that is followed, wherever it is; as far as they pass the filter."""
        wanted = self.filter.strip().casefold()
        chosen = None if self.followed is None else self.followed.id
        return [
            agent
            for agent in self.agents.values()
            if (agent.gone is None or agent.id == chosen) and wanted in f"{agent.name} {agent.doing or ''}".casefold()
        ]

    def name(self, entity: int | None) -> str:
        """For words about events."""
        if entity is None:
            return "outside"
        known = self.agents.get(entity)
        return f"entity {entity}" if known is None else known.name

    # Whom to follow

    def follow(self, entity: int) -> list[Request]:
        """Look at another agent closely; returns what is to be asked for it."""
        self.followed = Followed(entity, self.agents[entity].outline)
        self._reader = Events(_SOURCE, self._nodes_of)
        self.is_settled = False
        return [Watch([entity]), Seek(entity, max(self.tick - PAST, 0), _NOW)]

    def move(self, by: int) -> list[Request]:
        """Follow the one that stands so many places further down in the list."""
        listed = self.listed()
        if not listed:
            return []
        chosen = None if self.followed is None else self.followed.id
        places = [place for place, agent in enumerate(listed) if agent.id == chosen]
        place = min(max(places[0] + by, 0), len(listed) - 1) if places else 0
        return [] if listed[place].id == chosen else self.follow(listed[place].id)

    def _find(self) -> Agent | None:
        """The one that is wanted: by name, by id, or by a part of the name.

        Raises:
            UsageError: there is none.
        """
        everybody = list(self.agents.values())
        if self._wanted is None:
            return min(everybody, key=lambda agent: agent.gone is not None, default=None)
        wanted = self._wanted
        ways = (
            [agent for agent in everybody if agent.name == wanted],
            [agent for agent in everybody if str(agent.id) == wanted],
            [agent for agent in everybody if wanted.casefold() in agent.name.casefold()],
        )
        for found in ways:
            if found:
                return found[0]
        names = ", ".join(agent.name for agent in everybody[:10]) + (", ..." if len(everybody) > 10 else "")
        raise UsageError(f"there is no agent {wanted!r}", remedy=f"give the name or the id of one of them: {names}")

    # What is told

    def take(self, message: Answer) -> Sequence[Request]:
        """Fold the next message; returns what is to be asked next.

        Raises:
            UsageError: the agent that is wanted is not there.
        """
        if isinstance(message, Hello):
            return self._begin(message)
        if isinstance(message, Past):
            return self._recall(message)
        if isinstance(message, TickMessage):
            self._tick(message)
        elif isinstance(message, Lost):
            return self._lose(message)
        elif isinstance(message, State):
            self.paused, self.speed, self.ended = message.paused, message.speed, message.ended
        elif isinstance(message, Problem):
            self.problem = message.problem
        else:
            self._stand(message)
        return ()

    def _begin(self, hello: Hello) -> Sequence[Request]:
        if self.followed is not None:  # it came again: look at the same one
            known = {entity.id for entity in hello.header.entities}
            self._wanted = str(self.followed.id) if self.followed.id in known else None
        self._outlines.clear()
        self.agents.clear()
        self.followed = None
        self._meet(hello.header.entities, hello.header.outlines)
        self.title, self.tick, self.time = hello.title, hello.tick, hello.time
        self.control, self.paused, self.speed, self.ended = hello.control, hello.paused, hello.speed, hello.ended
        for entity, tick in hello.gone.items():
            if entity in self.agents:
                self.agents[entity].gone = tick
        self._tell_doing(hello.doing)
        first = self._find()
        self.is_settled = first is None
        return () if first is None else self.follow(first.id)

    def _meet(self, entities: Iterable[EntityLine], outlines: Mapping[str, Iterable[OutlineNode]]) -> None:
        for digest, nodes in outlines.items():
            self._outlines[digest] = Outline(nodes)
        for entity in entities:
            self.agents[entity.id] = Agent(entity.id, entity.name, self._outlines.get(entity.outline, Outline(())))

    def _nodes_of(self, entity: int) -> int:
        return len(self.agents[entity].outline) if entity in self.agents else 0

    def _leave(self, entity: int, tick: int) -> None:
        if entity in self.agents:
            self.agents[entity].gone = tick
            if self.followed is None or self.followed.id != entity:
                del self.agents[entity]

    def _tell_doing(self, doing: Mapping[int, str | None]) -> None:
        for entity, text in doing.items():
            if entity in self.agents:
                self.agents[entity].doing = text

    def _tick(self, line: TickMessage) -> None:
        self.tick, self.time = line.tick, line.time
        self._meet(line.entities, line.outlines)
        followed = self.followed
        for event in _read(self._reader, line.events, line.tick):
            self._note_alarm(event)
            if followed is not None and _is_of(event, followed.id):
                followed.hear(Happening(line.tick, line.time, event))
        if followed is not None:
            followed.tell(line.data.get(followed.id, {}), line.tick, line.time)
        for entity in line.removed:
            self._leave(entity, line.tick)
        self._tell_doing(line.doing)

    def _lose(self, lost: Lost) -> Sequence[Request]:
        self.tick, self.time = lost.to, lost.time
        self._meet(lost.entities, lost.outlines)
        for entity, tick in lost.gone.items():
            self._leave(entity, tick)
        self._tell_doing(lost.doing)
        followed = self.followed
        if followed is None or followed.id not in lost.standing:
            return ()
        followed.stand(lost.standing[followed.id], lost.to, lost.time)
        if not self.is_settled:  # one question at a time
            return ()
        self.is_settled = False
        followed.unheard = max(lost.first, lost.to - NEWEST), lost.to
        return [Seek(followed.id, *followed.unheard)]

    def _note_alarm(self, event: Event) -> None:
        if isinstance(event, (Parked, Unparked, Failed)) and event.entity in self.agents:
            self.agents[event.entity].failing = not isinstance(event, Unparked)

    def _stand(self, message: StandingMessage) -> None:
        if self.followed is not None and self.followed.id == message.id:
            self.followed.stand(message.standing, message.tick, self.time)

    def _recall(self, past: Past) -> Sequence[Request]:
        followed = self.followed
        if followed is None or followed.id != past.id:
            return ()
        if followed.unheard is None:  # it has left: this is all that will be told of it
            self._replay(followed, past)
        else:
            border = followed.unheard[1]
            before = Followed(past.id, followed.outline)
            self._replay(before, past)
            followed.recall(before)
            if past.first < past.to < border:
                return [Seek(past.id, past.to, border)]
        self.is_settled = True
        return ()

    def _replay(self, followed: Followed, past: Past) -> None:
        if past.start is not None:
            followed.stand(past.start, past.first, self.time)
        reader = Events(_SOURCE, self._nodes_of)
        for line in past.lines:
            for event in _read(reader, line.events, line.tick):
                if _is_of(event, past.id):
                    followed.hear(Happening(line.tick, line.time, event))
            followed.tell(line.data.get(past.id, {}), line.tick, line.time)


def _read(reader: Events, events: Iterable[dict[str, Any]], tick: int) -> Iterator[Event]:
    for plain in events:
        try:
            yield reader.event(plain, tick)
        except RecordingError:  # of a later release: to be passed over
            continue


def _is_of(event: Event, entity: int) -> bool:
    """Whether it is told among what happened to the entity: what others send to it is, when it hears of it."""
    own = entity_of(event)
    return own == entity or (own is None and isinstance(event, (Sent, Undeliverable)) and event.receiver == entity)
