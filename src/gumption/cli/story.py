"""Printing: what agents say while they live, and how they stand in the end."""

from typing import Any

from rich.console import Console
from rich.text import Text

from gumption.core.printable import printable
from gumption.core.trace import Event, Failed, Said
from gumption.world import World

_COLOURS = ("cyan", "magenta", "yellow", "green", "blue", "bright_red")
_MAX_SHOWN = 20
"""Agents that are listed in the end."""


class Output(Console):
    """Standard output, coloured only on a terminal."""

    def __init__(self) -> None:
        super().__init__(highlight=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Let it be told as any other error is: the program decides that a reader who has had enough is none."""
        raise BrokenPipeError


class Story:
    """A tracer that prints what agents say, a line each: tick, name, words."""

    def __init__(self, world: World, console: Console) -> None:
        self._world = world
        self._console = console
        self._names = {entity.id: entity.name for entity in world.entities.values()}
        self._width = max(map(len, self._names.values()), default=0)
        self.lines = 0
        """How many were printed."""
        self.failure: OSError | None = None
        """Why no more can be printed."""

    def __call__(self, event: Event) -> None:
        """Print the event if it is a part of the story."""
        if isinstance(event, Said):
            self._print(event.entity, event.text)
        elif isinstance(event, Failed):
            self._print(event.entity, f"fails: {event.problem}", "red")

    def _print(self, entity: int, words: str, style: str = "") -> None:
        if self.failure is not None:
            return
        self.lines += 1
        line = Text()
        line.append(f"{self._world.clock.ticks:>5}  ", style="dim")
        line.append(f"{self._name(entity):<{self._width}}", style=f"bold {_COLOURS[entity % len(_COLOURS)]}")
        line.append(f"  {printable(words)}", style=style)
        try:
            self._console.print(line, soft_wrap=True)
        except OSError as error:  # not from here: a mind's code is waiting for its words to be told
            self.failure = error

    def _name(self, entity: int) -> str:
        if entity not in self._names:  # came later
            found = self._world.entities.get(entity)
            self._names[entity] = f"entity {entity}" if found is None else found.name
            self._width = max(self._width, len(self._names[entity]))
        return self._names[entity]


def print_end(world: World, ticks: int, console: Console) -> None:
    """Print how long the run was, and how everybody stands: the agents' own simple fields."""
    console.print(Text(f"\nAfter {ticks:,} ticks ({world.clock.now:g} s, seed {world.seed}):"), soft_wrap=True)
    entities = list(world.entities.values())
    width = max((len(entity.name) for entity in entities[:_MAX_SHOWN]), default=0)
    for entity in entities[:_MAX_SHOWN]:
        line = Text("  ")
        line.append(f"{entity.name:<{width}}", style=f"bold {_COLOURS[entity.id % len(_COLOURS)]}")
        fields = " ".join(f"{key}={value}" for key, value in _simple_fields(entity.agent).items())
        line.append(f"  {fields}" + ("  (parked after an error)" if entity.error is not None else ""))
        console.print(line, soft_wrap=True)
    if len(entities) > _MAX_SHOWN:
        console.print(f"  ... and {len(entities) - _MAX_SHOWN:,} more", soft_wrap=True)


def _simple_fields(agent: object) -> dict[str, Any]:
    fields: dict[str, Any] = dict(getattr(agent, "__dict__", {}))
    return {
        key: value
        for key, value in fields.items()
        if key != "name" and not key.startswith("_") and isinstance(value, (bool, int, float, str))
    }
