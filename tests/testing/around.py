"""What broken minds are made of: a sound mind, and a class around it that spoils one thing."""

from collections.abc import Callable
from typing import Any

from gumption import Message, Outline, fsm
from gumption.testing import Example
from tests.fsm.examples import worker


class Around:
    """A mind that does all that the sound one does."""

    def __init__(self, mind: Any, agent: Any) -> None:
        self.mind = mind
        self.agent = agent

    def __getattr__(self, name: str) -> Any:
        return getattr(self.mind, name)


class Definition:
    """Binds to a sound mind with `around` around it."""

    name = "spoilt"

    def __init__(self, around: Callable[[Any, Any], Any], sound: fsm.Machine[Any]) -> None:
        self.around = around
        self.sound = sound

    def bind(self, agent: Any, context: Any = None) -> Any:
        return self.around(self.sound.bind(agent, context), agent)

    def describe(self) -> Outline:
        return self.around(self.sound.bind(None), None).describe()


def example(around: type[Around]) -> Example:
    def factory() -> Any:
        return Definition(around, worker())

    factory.__name__, factory.__module__ = around.__name__, around.__module__
    return Example(factory, messages={3: Message("hello"), 5: Message("stop"), 6: Message("other")})


class Broken(list[Example]):
    """Examples of minds that break a rule. Kept in the module of their classes, where a new process finds them."""

    def __init__(self) -> None:
        super().__init__()
        self.cases: list[tuple[str, str, Example]] = []
        """Rule, words that the suite has to find, example."""

    def breaks(self, rule: str, says: str = "") -> Callable[[type[Around]], type[Around]]:
        def keep(around: type[Around]) -> type[Around]:
            self.append(example(around))
            self.cases.append((rule, says, self[-1]))
            return around

        return keep


SOUND = example(Around)
