"""Messages (telegrams) between entities: rule F10."""

from dataclasses import dataclass

from gumption.core.plain import PlainData


@dataclass(frozen=True, slots=True)
class Message:
    """Something that one entity tells another."""

    kind: str
    """What it is about, e.g. `stew_ready`. An enumeration whose members are strings does as well."""
    sender: int | None = None
    """Id of the sending entity; None when it comes from outside the world."""
    receiver: int | None = None
    """Id of the receiving entity."""
    data: PlainData = None
    """Anything that JSON can hold."""
