"""What a check finds, and the codes of all findings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from gumption.errors import brief

Severity = Literal["error", "warning"]
"""An error: it cannot be meant. A warning: it is seldom meant."""


class Code(NamedTuple):
    """What all findings of one code have in common."""

    severity: Severity
    meaning: str


CODES: Final[Mapping[str, Code]] = {
    # Conditions
    "never-true": Code("error", "a condition that holds in no state, or conditions that never hold together"),
    "always-true": Code("warning", "a condition that holds in every state"),
    # Choices
    "unreachable-branch": Code("error", "a branch of a tree that never has its turn, because of one before it"),
    "same-score": Code("error", "a branch of a tree that never has its turn, because another scores as much or more"),
    "shadowed-node": Code("warning", "a node of a selector that runs only while one before it rests after an error"),
    "nothing-to-do": Code("warning", "a state of the agent in which no check of its mind holds"),
    # State machines
    "unreachable-state": Code("warning", "a state that no code of the machine leads to"),
    "endless-change": Code("error", "states that change to each other for ever while they are entered"),
    # Code
    "endless-loop": Code("error", "a loop that never ends, and in which no time passes"),
    "unhandled-message": Code("warning", "a kind of message that is sent, and that nobody takes"),
    # Planning
    "unusable-action": Code("error", "an action that can be applied in no state within reach"),
    "unreachable-goal": Code("error", "a goal that no plan reaches"),
    "useless-action": Code("warning", "an action whose effects nothing needs"),
    "untold-fact": Code("error", "a number or value that the provider never tells, so that no plan can be made"),
    "misspelt-fact": Code("warning", "a fact that is told by another name than the domain has for it"),
    "unchanging-fact": Code("warning", "a fact that is always told alike, or that nothing changes"),
    "goap-no-effects": Code("warning", "an action that changes nothing"),
    "goap-idle-effect": Code("warning", "a conditional effect that never happens"),
    "goap-no-achiever": Code("warning", "a condition of a goal that no action can change"),
    "goap-unused-name": Code("warning", "a declared name that neither action nor goal uses"),
    "goap-misspelt": Code("warning", "an attribute of an action that looks like one that planning knows"),
}
"""Every code, with its severity. Those with `goap-` are what `Domain.findings` tells."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault that building a definition does not refuse."""

    code: str
    """One of `CODES`."""
    path: str
    """The node, by its names from the outermost mind on: `miner › at home › rest`."""
    source: str | None
    """`module:line` of the nearest code of the user's; None where there is none."""
    problem: str
    """What is wrong, in one sentence without a full stop."""
    remedy: str
    example: tuple[tuple[str, object], ...] = ()
    """A state in which it shows: attributes of the agent, and their values."""

    @property
    def severity(self) -> Severity:
        """That of its code."""
        return CODES[self.code].severity

    @property
    def shown_example(self) -> str:
        """The example as one would write it: `thirst = 4, fatigue = 9`; "" if there is none."""
        return ", ".join(f"{name} = {brief(value)}" for name, value in self.example)

    def __str__(self) -> str:
        lines = [f"{self.severity} [{self.code}] {self.path}" + (f" ({self.source})" if self.source else "")]
        lines.append(f"  {self.problem}")
        if self.example:
            lines.append(f"  for example: {self.shown_example}")
        lines.append(f"  what to do:  {self.remedy}")
        return "\n".join(lines)
