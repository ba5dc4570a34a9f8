"""Trees for the contract suite; importable, so that a new process finds them."""

from gumption import Status, bt
from gumption.core.coroutines.awaitables import gather, next_tick, sleep, until
from gumption.core.coroutines.scope import timeout
from gumption.core.expression import F
from gumption.testing import CallRecorder, Example

S, FAILED, R, X = Status.SUCCESS, Status.FAILURE, Status.RUNNING, Status.SKIPPED
STEPS = bt.Key("steps", int, default=0)


class Told(bt.Action[CallRecorder]):
    """Reports its hooks, and gives the statuses of its script over and over."""

    def __init__(self, name, *statuses):
        self.name = name
        self.statuses = statuses

    def enter(self, agent, context):
        agent.call(f"{self.name}.enter")

    def tick(self, agent, context):
        agent.call(f"{self.name}.tick")
        number = agent.data[self.name] = agent.data.get(self.name, 0) + 1
        return self.statuses[number % len(self.statuses)]

    def exit(self, agent, context, reason):
        agent.call(f"{self.name}.exit")


class Walk(Told):
    """Counts its steps on the blackboard, and looks at them when it ends, however that comes about."""

    def tick(self, agent, context):
        context.blackboard[STEPS] += 1
        return super().tick(agent, context)

    def exit(self, agent, context, reason):
        agent.data["steps"] = context.blackboard[STEPS]
        super().exit(agent, context, reason)


class Alternate(bt.CustomNode[CallRecorder]):
    """Ticks its children in turn, three times in all."""

    def tick(self, ticking):
        turn = ticking.memory.get("turn", 0)
        ticking.agent.call("alternate")
        status = ticking.tick(turn % ticking.count)
        ticking.memory["turn"] = turn + 1
        return status if turn >= 2 else R


def told(name, *statuses):
    return bt.action(Told(name, *statuses))


def every(ticks, name):
    """A condition that holds every so many times that it is asked."""

    def check(agent):
        agent.call(name)
        number = agent.data[name] = agent.data.get(name, 0) + 1
        return number % ticks == 0

    return check


def plain(name, *statuses):
    """A function without hooks."""

    def run(agent):
        agent.call(name)
        number = agent.data[name] = agent.data.get(name, 0) + 1
        return statuses[number % len(statuses)]

    return run


def by_chance(agent, context):
    agent.call("by_chance")
    return S if context.random.random() < 0.5 else FAILED


def items(agent):
    agent.call("items")
    return [1, 2, 3]


def which(agent):
    agent.call("which")
    return agent.data.get("walk", 0) % 2


def take(agent, item):
    agent.call("take")
    agent.data["item"] = item


def reactive() -> bt.Tree[CallRecorder]:
    """What runs is left for something better, and gone back to."""
    flee = bt.sequence(bt.condition(every(4, "danger")), told("flee", R, S))
    eat = bt.guard(every(3, "hungry"), bt.timeout(0.5, told("eat", R, R, S)))
    work = bt.while_do_else(bt.condition(every(2, "day")), told("dig", R, R, FAILED), told("rest", R, S))
    return bt.Tree(bt.reactive_selector(flee, eat, bt.reactive_sequence(bt.invert(eat_again()), work)), name="reactive")


def eat_again() -> bt.Node[CallRecorder]:
    return bt.precondition(every(5, "late"), bt.run_once(told("snack", R, S), then=FAILED))


def together() -> bt.Tree[CallRecorder]:
    """Several actions run at once, some in each other; what one gives ends the others."""
    inner = bt.parallel(told("left", R, R, S), told("right", R, R, R, S), success=bt.ONE)
    outer = bt.parallel(told("watch", R, R, R), bt.repeat(2, inner), bt.retry(2, told("try", FAILED, R)), success=2)
    return bt.Tree(bt.sequence(bt.eager_sequence(bt.wait(0.25), plain_node("hum", S, R)), outer), name="together")


def plain_node(name, *statuses) -> bt.Node[CallRecorder]:
    return bt.action(plain(name, *statuses))


def chance() -> bt.Tree[CallRecorder]:
    """Orders, odds and scores; timers of all kinds."""
    drawn = bt.random_selector(plain_node("a", FAILED, S), told("b", R, S), bt.probability(0.5, told("c", S, R)))
    likely = bt.weighted_selector((1.0, bt.action(by_chance)), (3.0, bt.delay(0.25, told("d", FAILED, S))))
    best = bt.utility_selector((score, told("e", R, R, FAILED)), (1.5, told("f", R, S)), reactive=True, inertia=0.25)
    shuffled = bt.random_sequence(bt.cooldown(0.5, told("g", S, R)), bt.limit(3, likely), bt.always(X))
    return bt.Tree(bt.reactive_sequence(bt.service(nod, best, every=0.5), bt.selector(drawn, shuffled)), name="chance")


def score(agent):
    agent.call("score")
    return float(agent.data.get("e", 0) % 3)


def nod(agent):
    agent.call("nod")


def notes() -> bt.Tree[CallRecorder]:
    """Blackboards, subtrees, lists of items, expressions, and a node of one's own."""
    walk = bt.Tree(bt.action(Walk("walk", R, R, S)), keys=[STEPS], name="walk")
    shared = bt.subtree(walk, scope={STEPS: STEPS})
    chosen = bt.switch(which, {0: bt.subtree(walk), 1: shared})
    each = bt.for_each(items, bt.force_success(told("carry", S, FAILED, R)), into=take)
    turns = Alternate().of(told("tick", R, S), bt.if_then_else(bt.condition(every(2, "odd")), told("tock", S, R)))
    memory = bt.sequence_with_memory(chosen, plain_node("unsure", FAILED, S), each, turns, bt.do(nod))
    return bt.Tree(memory, keys=[STEPS], name="notes")


async def march(agent, context):
    """Three steps, each in a tick of its own; a loaded game goes on behind the last one."""
    agent.call("march.enter")
    try:
        for step in range(context.resumed or 0, 3):
            agent.call("march.step")
            agent.data["march"] = agent.data.get("march", 0) + 1
            context.checkpoint(step + 1)
            await next_tick()
    finally:
        agent.call("march.exit")
    return FAILED if agent.data["march"] % 4 == 0 else S


class Nap:
    """Until it is time to wake up, unless somebody is quicker."""

    async def run(self, agent, context):
        agent.call("nap")
        if context.resumed is None:
            context.checkpoint(context.clock.now + 0.6)
        due = context.saved
        async with timeout(100.0):
            await gather(until(lambda: context.clock.now >= due), hum(agent, 3))


async def hum(agent, times):
    """So many ticks, however often it is begun again."""
    while agent.data.get("hum", 0) % times:
        agent.call("hum")
        agent.data["hum"] += 1
        await next_tick()
    agent.data["hum"] = agent.data.get("hum", 0) + 1


class Paint(Told):
    """Has hooks besides, counts on the blackboard, and draws when to end."""

    async def tick(self, agent, context):
        while True:
            agent.call("paint.stroke")
            context.blackboard[STEPS] += 1
            if context.random.random() < 0.3:
                break
            await sleep(0)
        context.say(f"{context.blackboard[STEPS]} strokes")

    def exit(self, agent, context, reason):
        agent.data["strokes"] = context.blackboard[STEPS]
        super().exit(agent, context, reason)


async def at_once(agent):
    agent.call("at_once")
    return X


def awaited() -> bt.Tree[CallRecorder]:
    """Coroutines alone, several at once, left for something better, and in a subtree."""
    flee = bt.sequence(bt.condition(every(5, "danger")), bt.action(march))
    paint = bt.subtree(bt.Tree(bt.action(Paint("paint")), keys=[STEPS], name="paint"))
    work = bt.parallel(bt.action(Nap), bt.repeat(2, paint), bt.timeout(0.6, bt.retry(2, bt.action(march))))
    return bt.Tree(bt.reactive_selector(flee, bt.action(at_once), work), keys=[STEPS], name="awaited")


def bottom(agent):
    agent.call("bottom")
    return R


def nested(levels, *wrap) -> bt.Tree[CallRecorder]:
    node: bt.Node[CallRecorder] = bt.action(bottom)
    for level in range(levels - 1):
        node = wrap[level % len(wrap)](node)
    return bt.Tree(node, name="deep")


def deep(levels: int) -> bt.Tree[CallRecorder]:
    """Nodes with one running child, inside each other."""
    return nested(
        levels,
        bt.sequence,
        bt.invert,
        bt.reactive_selector,
        lambda child: bt.timeout(1000.0, child),
        lambda child: bt.while_do_else(bt.always(S), child),
        lambda child: bt.retry(2, child),
        bt.sequence_with_memory,
        lambda child: bt.guard(F.name == "recorder", child),
    )


def deep_together(levels: int) -> bt.Tree[CallRecorder]:
    """Nodes whose running children are known only at run time."""
    return nested(
        levels, bt.parallel, bt.random_sequence, bt.eager_sequence, lambda child: bt.utility_selector((1.0, child))
    )


EXAMPLES = [
    Example(reactive, ticks=24, deep=deep),
    Example(together, ticks=16, deep=None),
    Example(chance, ticks=20),
    Example(notes, ticks=30),
    Example(awaited, ticks=24),
]
