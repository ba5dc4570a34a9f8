"""What a mind says of one of its nodes."""

from dataclasses import dataclass, field

from gumption.why.answer import PassedOver


@dataclass(slots=True)
class Saying:
    """Why it runs, what comes before it, and what would change it; each in words that can end a sentence."""

    because: list[str] = field(default_factory=list[str])
    passed_over: list[PassedOver] = field(default_factory=list[PassedOver])
    changes: list[str] = field(default_factory=list[str])
