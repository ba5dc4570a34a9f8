"""Minds that break one promise each about what others keep of them: C5 to C8."""

import itertools
from collections.abc import Callable
from dataclasses import replace

from gumption import Outline, Status
from gumption.core import OutlineNode
from tests.fsm.examples import worker
from tests.testing.around import SOUND, Around, Broken, Definition

SHAPES = Broken()


@SHAPES.breaks("C5", "the rest of the trace differs")
class ForgetsChance(Around):
    def tick(self):
        self.context.say(str(self.context.random.random()))
        return self.mind.tick()

    def snapshot(self):
        return replace(self.mind.snapshot(), draws=0)


@SHAPES.breaks("C5", "saves something else")
class RestoresNothing(Around):
    def restore(self, snapshot):
        pass


@SHAPES.breaks("C5", "in a new process")
class DependsOnTheProcess(Around):
    """The hash of a text differs from process to process."""

    def tick(self):
        self.context.say(str(hash("gumption")))
        return self.mind.tick()


@SHAPES.breaks("C6", "two runs with one seed differ")
class DependsOnWhatWasBefore(Around):
    count = itertools.count()

    def tick(self):
        self.context.say(str(next(self.count)))
        return self.mind.tick()


@SHAPES.breaks("C6", "call differently")
class CallsByTheWay(Around):
    count = itertools.count()

    def tick(self):
        self.agent.calls.append(f"call.{next(self.count)}")
        return self.mind.tick()


def outline(change: Callable[[list[OutlineNode]], list[OutlineNode]]) -> Callable[[Around], object]:
    """A `describe` that changes the nodes. It gives a tuple: an Outline would itself refuse some of them."""
    return lambda around: tuple(change(list(around.mind.describe())))


@SHAPES.breaks("C7", "not preorder numbers")
class DescribesANodeTwice(Around):
    describe = outline(lambda nodes: [*nodes, nodes[-1]])


@SHAPES.breaks("C7", "not the root")
class HasNoRoot(Around):
    describe = outline(lambda nodes: [replace(node, parent=0) for node in nodes])


@SHAPES.breaks("C7", "in preorder")
class DescribesChildrenElsewhere(Around):
    describe = outline(lambda nodes: [*nodes[:3], replace(nodes[3], parent=1), *nodes[4:]])


@SHAPES.breaks("C7", "has no kind")
class DescribesANodeOfNoKind(Around):
    describe = outline(lambda nodes: [*nodes[:-1], replace(nodes[-1], kind="")])


@SHAPES.breaks("C7", "has no name")
class DescribesANamelessNode(Around):
    describe = outline(lambda nodes: [*nodes[:-1], replace(nodes[-1], name="")])


@SHAPES.breaks("C7", "leads nowhere")
class LeadsNowhere(Around):
    describe = outline(lambda nodes: [*nodes[:-1], replace(nodes[-1], leads_to=(99,))])


@SHAPES.breaks("C7", "line of the user's code")
class TellsNoLines(Around):
    describe = outline(lambda nodes: [replace(node, source=None) for node in nodes])


@SHAPES.breaks("C7", "belongs to no node")
class DescribesTooLittle(Around):
    describe = outline(lambda nodes: [replace(node, leads_to=()) for node in nodes[:3]])


@SHAPES.breaks("C7", "two looks at one definition differ")
class DescribesItselfDifferently(Around):
    count = itertools.count()

    def describe(self):
        first, *others = self.mind.describe()
        return Outline([replace(first, name=str(next(self.count))), *others])


@SHAPES.breaks("C7", "run, active.. says")
class SaysThatNothingRuns(Around):
    def active(self):
        return []


@SHAPES.breaks("C7", "the idle mind says that")
class SaysThatSomethingRuns(Around):
    def active(self):
        return [1]


class Nested(Around):
    """Passes each tick on as often as it is deep, as a tree of nodes would."""

    def __init__(self, mind, agent, levels):
        super().__init__(mind, agent)
        self.levels = levels

    def tick(self):
        return self.descend(self.levels)

    def descend(self, levels):
        if levels:
            return self.descend(levels - 1)
        self.agent.call("bottom")
        return self.mind.tick()


class Shallow(Nested):
    """Never comes to the bottom, however often it is ticked."""

    def descend(self, levels):
        return Status.RUNNING


def nested(kind):
    """As a function that makes definitions of any depth."""
    return lambda levels: Definition(lambda mind, agent: kind(mind, agent, levels), worker())


SHAPES.cases += [
    ("C8", "10000 was never reached", replace(SOUND, deep=nested(Shallow))),
    ("C8", "", replace(SOUND, deep=nested(Nested))),
]
