"""A state of the world as planners hold it, which reads back as the user wrote it (rule G1)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, final

if TYPE_CHECKING:
    from gumption.goap.domain import Domain
    from gumption.goap.tables.encodings import Encoding


@final
class State(Mapping[str, Any]):
    """A prepared state: a mapping from the names of its domain to values, checked and encoded once.

    Made by `Domain.state`; a plan has states too. It never changes.
    """

    __slots__ = ("domain", "encoded", "encoding", "strangers")

    def __init__(
        self,
        domain: "Domain[Any]",
        encoding: "Encoding",
        encoded: tuple[int | float, ...],
        strangers: Mapping[int, Sequence[Any]] | None = None,
    ) -> None:
        self.domain = domain
        self.encoding = encoding
        self.encoded = encoded
        """What the planner works with: one number a name."""
        self.strangers = strangers
        """Values that no one named: link of the names that may hold them -> values in the order of their indexes."""

    def after(self, encoded: tuple[int | float, ...]) -> "State":
        """The same world with other values, which a planner made of these."""
        return State(self.domain, self.encoding, encoded, self.strangers)

    def __getitem__(self, name: str) -> Any:
        frame = self.encoding.frame
        value, kind = self.encoded[frame.index[name]], frame.kinds[name]
        if kind.sort == "boolean":
            return bool(value)
        if kind.sort == "enumeration":
            index = int(value)
            if index < len(kind.values):
                return kind.values[index]
            assert self.strangers is not None
            return self.strangers[kind.link][index - len(kind.values)]
        return value / frame.units(name) if kind.sort == "real" else value

    def __iter__(self) -> Iterator[str]:
        return iter(self.encoding.frame.index)

    def __len__(self) -> int:
        return len(self.encoded)

    def __deepcopy__(self, _memo: object) -> "State":
        return self  # nothing in it changes

    def __repr__(self) -> str:
        return f"<state {dict(self)!r}>"
