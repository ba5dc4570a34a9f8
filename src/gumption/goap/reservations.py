"""Who is going for what, so that agents do not go for the same."""

from dataclasses import dataclass
from typing import Any, final

from gumption.errors import UsageError, brief


@dataclass(frozen=True, slots=True)
class _Reservation:
    target: object
    """Kept, so that no other object can get its identity meanwhile."""
    holder: int


@final
class Reservations:
    """Which target is reserved for whom: one holder each. One object serves all agents who share targets.

    Targets are any objects but None. Those that can be hashed are told by equality, all others by identity. Holders are
    ids of entities. Reservations end by being released only.
    """

    def __init__(self) -> None:
        self._held: dict[object, _Reservation] = {}

    def take(self, target: object, holder: int) -> bool:
        """Reserve a target, if it is free.

        Returns:
            Whether it is the holder's now, or was already. False: it is another one's.

        Raises:
            UsageError: the target is None, or the holder is not an integer.
        """
        key = _key(target)
        return self._held.setdefault(key, _Reservation(target, _checked(holder))).holder == holder

    def release(self, target: object, holder: int) -> None:
        """Set a target free. Nothing happens if it is free.

        Raises:
            UsageError: it is another one's; or the target is None, or the holder is not an integer.
        """
        key, who = _key(target), _checked(holder)
        found = self._held.get(key)
        if found is not None and found.holder != who:
            raise UsageError(
                f"{brief(target)} is reserved for {found.holder}, not for {holder}",
                doing="releasing a target",
                remedy="release what the holder took, or everything of one holder with release_all(holder)",
            )
        self._held.pop(key, None)

    def release_all(self, holder: int) -> None:
        """Set everything free that a holder has taken.

        Raises:
            UsageError: the holder is not an integer.
        """
        _checked(holder)
        self._held = {key: each for key, each in self._held.items() if each.holder != holder}

    def holder(self, target: object) -> int | None:
        """Whom a target is reserved for; None: it is free.

        Raises:
            UsageError: the target is None.
        """
        found = self._held.get(_key(target))
        return None if found is None else found.holder

    def is_free(self, target: object, holder: int) -> bool:
        """Whether `holder` could take a target, or has it.

        Raises:
            UsageError: the target is None, or the holder is not an integer.
        """
        return self.holder(target) in (None, _checked(holder))

    def to_save(self) -> list[tuple[object, int]]:
        """Which target is whose, for saved games."""
        return [(each.target, each.holder) for each in self._held.values()]

    def from_save(self, saved: list[tuple[object, int]], /) -> None:
        """Hold what `to_save` told of."""
        self._held = {_key(target): _Reservation(target, _checked(holder)) for target, holder in saved}

    def __len__(self) -> int:
        return len(self._held)

    def __repr__(self) -> str:
        shown = ", ".join(f"{brief(each.target)} for {each.holder}" for each in self._held.values())
        return f"<reservations: {shown or 'none'}>"


@dataclass(frozen=True, slots=True)
class _Identity:
    """Stands for an object that cannot be hashed. Equal to no target of the user's."""

    number: int


def _key(target: Any) -> object:
    if target is None:
        raise UsageError("None is no target", doing="reserving a target", remedy="give what the action is done to")
    try:
        hash(target)
    except TypeError:
        return _Identity(id(target))
    return target


def _checked(holder: object) -> int:
    if not isinstance(holder, int) or isinstance(holder, bool):
        raise UsageError(
            f"{brief(holder)} is not the id of an entity",
            doing="reserving a target",
            remedy="give an integer: context.entity, or the id of what world.add gave",
        )
    return holder
