"""Definitions with one fault each, and the same ones mended. A module of its own, since checks read the source."""

from gumption import F, Status, flow, fsm
from gumption.bt import Tree, action, condition, do, guard, selector, sequence, utility_selector
from gumption.goap import Action, Domain, Goal, Planner, Provider, add, at_least


def work(agent):
    return Status.RUNNING


def rest(agent):
    return Status.SUCCESS


def act(agent):
    """Cannot fail: for `do`."""


async def run(agent):
    await flow.next_tick()


def node(check=None, name="", **more):
    return flow.node(run, check, name=name, **more)


class Walk(fsm.State):
    def execute(self, agent, machine):
        if agent.tired:
            machine.change_state(SIT)


class Sit(fsm.State):
    def execute(self, agent, machine):
        machine.change_state(WALK)


class Dance(fsm.State):
    def execute(self, agent, machine):
        machine.change_state(SIT)


class Stroll(fsm.State):
    def execute(self, agent, machine):
        machine.change_state(DANCE)


WALK, SIT, DANCE, STROLL = Walk(), Sit(), Dance(), Stroll()


class Ping(fsm.State):
    def enter(self, agent, machine):
        agent.balls += 1
        machine.change_state(PONG)


class Pong(fsm.State):
    def enter(self, agent, machine):
        machine.change_state(PING)


class Pang(fsm.State):
    def enter(self, agent, machine):
        machine.change_state(PUNG)


class Pung(fsm.State):
    def execute(self, agent, machine):
        machine.change_state(PANG)


PING, PONG, PANG, PUNG = Ping(), Pong(), Pang(), Pung()


async def spin(agent):
    while True:
        agent.turns += 1


async def turn(agent):
    while True:
        agent.turns += 1
        await flow.next_tick()


class Sees(Provider):
    def world_state(self, agent):
        return {"wood": agent.wood, "has axe": agent.axe}


class SeesNoAxe(Provider):
    def world_state(self, agent):
        return {"wood": agent.wood, "has_axe": agent.axe}


class SeesNoWood(Provider):
    def world_state(self, agent):
        return {"has axe": agent.axe}


class SeesNight(Provider):
    def world_state(self, agent):
        return {"wood": agent.wood, "has axe": agent.axe, "night": False}


CHOP = Action("chop", preconditions={"has axe": True}, effects={"wood": add(1)})
STOCK = Goal("stock up", {"wood": at_least(2)})
ALL = [STOCK, Goal("be in", {"wood": at_least(1), "opens": False})]
HAVE_AXE = Goal("have an axe", {"has axe": True})
WARM = Goal("be warm", {"warm": True})
BURN = Action("burn a chair", preconditions={"has axe": True, "wood": 0}, effects={"warm": True})


def action_that(name, preconditions):
    return Action(f"get {name}", preconditions=preconditions, effects={name: True, "wood": add(1)})


def planner(provider, *actions, goals=(STOCK,), names=None):
    return Planner(Domain(actions, goals, names), provider)


def planted():
    """Triples of codes, a definition that has these faults, and the same one mended."""
    nap, rested = Action("nap", effects={"rested": True}), Goal("be fresh", {"rested": True})
    pairs = {
        "never-true": [
            (
                Tree(selector(guard((F.thirst > 5) & (F.thirst < 3), action(work)), do(act))),
                Tree(selector(guard((F.thirst > 5) | (F.thirst < 3), action(work)), do(act))),
            ),
            (
                Tree(selector(sequence(condition(F.thirst > 5), condition(F.thirst < 3), do(act)), do(act))),
                Tree(selector(sequence(condition(F.thirst > 5), condition(F.hunger < 3), do(act)), do(act))),
            ),
            (
                flow.Selector([node((F.mood == "glad") & (F.mood == "sad"), "sing"), node(None, "hum")]),
                flow.Selector([node((F.mood == "glad") | (F.mood == "sad"), "sing"), node(None, "hum")]),
            ),
        ],
        "always-true": [
            (
                Tree(selector(guard((F.thirst >= 3) | (F.thirst < 5), action(work)), do(act))),
                Tree(selector(guard((F.thirst < 3) | (F.thirst >= 5), action(work)), do(act))),
            )
        ],
        "shadowed-node": [
            (
                flow.Selector([node(F.thirst >= 3, "drink"), node(F.thirst >= 5, "gulp"), node(None, "walk")]),
                flow.Selector([node(F.thirst >= 5, "gulp"), node(F.thirst >= 3, "drink"), node(None, "walk")]),
            ),
            (
                flow.Selector([node(None, "walk"), node(F.thirst >= 5, "gulp")]),
                flow.Selector([node(None, "walk", restart="once"), node(F.thirst >= 5, "gulp"), node(None, "sit")]),
            ),
            (
                flow.Selector([node(F.n < 3, "few"), node(F.n >= 3, "many"), node(F.m < 3, "none"), node(None, "z")]),
                flow.Selector([node(F.n < 3, "few"), node(F.n > 3, "many"), node(F.m < 3, "none"), node(None, "z")]),
            ),
            (
                flow.Selector([node(F.thirst - 3, "a"), node(F.thirst - 3, "b"), node(None, "c")], scores=True),
                flow.Selector([node(F.thirst - 3, "a"), node(F.hunger - 3, "b"), node(None, "c")], scores=True),
            ),
        ],
        "unreachable-branch": [
            (
                Tree(selector(guard(F.n > 1, do(act)), sequence(condition(F.n > 2), action(work)), do(act))),
                Tree(selector(guard(F.n > 1, action(rest)), sequence(condition(F.n > 2), action(work)), do(act))),
            ),
            (
                Tree(selector(guard(F.n > 1, do(act)), guard(F.n <= 1, do(act)), guard(F.m > 2, action(work)))),
                Tree(selector(guard(F.n > 1, do(act)), guard(F.n <= 1, do(act)), do(act))),
            ),
        ],
        "same-score": [
            (
                Tree(utility_selector((F.thirst, do(act)), (F.thirst, action(work)))),
                Tree(utility_selector((F.thirst, action(work)), (F.thirst, do(act)))),
            ),
            (
                Tree(utility_selector((1.0, action(work)), (2, do(act)))),
                Tree(utility_selector((2.0, action(work)), (1, do(act)))),
            ),
        ],
        "nothing-to-do": [
            (
                flow.Selector([node(F.thirst >= 5, "drink"), node(F.tired >= 10, "sleep")]),
                flow.Selector([node(F.thirst >= 5, "drink"), node(F.thirst < 5, "sleep")]),
            ),
            (
                Tree(selector(guard(F.thirst >= 5, action(work)), sequence(condition(F.tired), action(rest)))),
                Tree(selector(guard(F.thirst >= 5, action(work)), sequence(condition(F.tired), action(rest)), do(act))),
            ),
        ],
        "unreachable-state": [
            (fsm.Machine(WALK, states=[DANCE]), fsm.Machine(STROLL, states=[DANCE])),
        ],
        "endless-change": [(fsm.Machine(PING), fsm.Machine(PANG))],
        "endless-loop": [
            (flow.Selector([flow.node(spin)]), flow.Selector([flow.node(turn)])),
            (Tree(action(spin)), Tree(action(turn))),
        ],
        "unusable-action": [
            (
                planner(
                    Sees(), CHOP, action_that("opens", {"key": True}), action_that("key", {"opens": True}), goals=ALL
                ),
                planner(
                    Sees(), CHOP, action_that("opens", {"key": True}), action_that("key", {"has axe": True}), goals=ALL
                ),
            )
        ],
        "unreachable-goal": [
            (
                planner(Sees(), CHOP, Action("lose", effects={"has axe": False}), goals=[STOCK, HAVE_AXE]),
                planner(Sees(), CHOP, Action("take", effects={"has axe": True}), goals=[STOCK, HAVE_AXE]),
            ),
            (
                Domain([CHOP, Action("lose", effects={"has axe": False})], [HAVE_AXE]),
                Domain([CHOP, Action("take", effects={"has axe": True})], [HAVE_AXE]),
            ),
        ],
        "misspelt-fact": [
            (
                planner(SeesNoAxe(), CHOP, Action("take", effects={"has axe": True})),
                planner(Sees(), CHOP, Action("take", effects={"has axe": True})),
            )
        ],
        "unusable-action unreachable-goal misspelt-fact": [
            (planner(SeesNoAxe(), BURN, goals=[WARM]), planner(Sees(), BURN, goals=[WARM]))
        ],
        "useless-action": [(planner(Sees(), CHOP, nap), planner(Sees(), CHOP, nap, goals=[STOCK, rested]))],
        "unchanging-fact": [
            (
                planner(SeesNight(), CHOP, Action("split", preconditions={"night": False}, effects={"wood": add(2)})),
                planner(Sees(), CHOP, Action("split", preconditions={"has axe": False}, effects={"wood": add(2)})),
            ),
            (
                planner(SeesNight(), CHOP, Action("sit up", effects={"night": True, "wood": add(1)})),
                planner(Sees(), CHOP, Action("sit up", effects={"night": True, "wood": add(1)})),
            ),
        ],
        "untold-fact": [(planner(SeesNoWood(), CHOP), planner(Sees(), CHOP))],
        "goap-no-effects": [(planner(Sees(), CHOP, Action("whistle")), planner(Sees(), CHOP))],
    }
    return [(codes, *pair) for codes, listed in pairs.items() for pair in listed]
