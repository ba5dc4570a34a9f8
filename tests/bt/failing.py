"""User code that raises."""

import inspect

from gumption import bt
from tests.bt.stage import R


class Boom(Exception):  # noqa: N818 - not an error of gumption's
    """What the tests let user code raise."""


def boom(agent):
    raise Boom("boom")


class Fails(bt.Action):
    """Its hook of that name raises."""

    def __init__(self, hook, name="z", result=R):
        self.hook, self.name, self.result = hook, name, result

    def enter(self, agent, context):
        agent.call(f"{self.name}(")
        if self.hook == "enter":
            raise Boom("enter")

    def tick(self, agent, context):
        if self.hook == "tick":
            raise Boom("tick")
        return self.result

    def exit(self, agent, context, reason):
        agent.call(f"{self.name}){reason.value[0].upper()}")
        if self.hook == "exit":
            raise Boom("exit")


def line_of(function):
    """`file:line` where it raises."""
    lines, first = inspect.getsourcelines(function)
    return f"{__file__}:{first + next(number for number, line in enumerate(lines) if 'raise' in line)}"


def line_in(hook):
    """The same for that hook of Fails."""
    return line_of(getattr(Fails, hook))
