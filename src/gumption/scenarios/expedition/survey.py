"""How a ruin is drawn: a behaviour tree, which carries out a step of the plan. The plan's target is in its context."""

from gumption.bt import Tree, condition, do, probability, repeat, selector, sequence, wait
from gumption.core.context import Context
from gumption.scenarios.expedition.explorer import Explorer


def clear(explorer: Explorer, context: Context) -> None:
    """Away with the brambles."""
    explorer.spend(2)
    context.say(f"clears the brambles from {context.target}")


def measure(explorer: Explorer) -> None:
    """A wall."""
    explorer.spend(1)


def is_undrawn(explorer: Explorer, context: Context) -> bool:
    """Whether it is not on the map."""
    return context.target not in explorer.valley.drawn


def break_pencil(_explorer: Explorer, context: Context) -> None:
    """Sharpening takes a while."""
    context.say("breaks her pencil, and sharpens it")


def draw(explorer: Explorer, context: Context) -> None:
    """Onto the map."""
    explorer.valley.drawn.append(context.target)
    context.say(f"draws {context.target}; on the map: {len(explorer.valley.drawn)} of {len(explorer.valley.ruins)}")


SURVEY: Tree[Explorer] = Tree(
    sequence(
        condition(is_undrawn),
        do(clear),
        repeat(3, do(measure)),
        selector(probability(0.7, do(draw)), sequence(do(break_pencil), wait(2.0), do(draw))),
    ),
    name="survey",
)
