"""The rules B1 to B6 read out loud, as slow and plain as can be: what compiled trees are compared with.

A node is an object that remembers what it has to, and ticks its children by calling them. Knows no compiler, no layout
and no record. Where rules leave something open, the comments say what is assumed.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

from gumption import ExitReason, Status
from gumption.core.clock import ManualClock
from gumption.core.random import RandomStream
from tests.bt.scripted import Actor, Boom, Script, Sketch

S, F, R, X = Status.SUCCESS, Status.FAILURE, Status.RUNNING, Status.SKIPPED
REASONS = {S: ExitReason.SUCCESS, F: ExitReason.FAILURE, X: ExitReason.SUCCESS}  # that of SKIPPED is assumed


class Naive:
    """A tree for one actor: like a mind."""

    def __init__(self, sketch: Sketch, actor: Actor, clock: ManualClock, seed: int) -> None:
        self.actor = actor
        self.clock = clock
        self.random = RandomStream(seed, 0)
        self.board: dict[str, int] = {}
        self.events: list[tuple[Any, ...]] = []
        self.nodes: list[Node] = []
        self.leaving: list[Node] = []
        """Nodes that run, and have to be halted before anything else starts (B3)."""
        self.ticked: set[Node] = set()
        self.root = self.make(sketch, count(1), "k")
        self.status: Status | None = None
        self.since = clock.ticks

    def make(self, sketch: Sketch, ids: Iterator[int], key: str) -> "Node":
        """`key`: what the blackboard's key is called here."""
        node: Node = KINDS[sketch.kind](self, sketch, next(ids), key)
        self.nodes.append(node)
        if sketch.options.get("scope") == "own":
            key = f"{node.id}.k"
        node.children = [self.make(child, ids, key) for child in sketch.children]
        return node

    def tick(self) -> Status:
        self.ticked.clear()
        try:
            status = self.root.tick()
        except (Boom, KeyboardInterrupt) as error:
            self.end([error, *self.unwind(ExitReason.ERROR)])
        self.become(status)
        return status

    def halt(self) -> None:
        if self.status is R:
            self.events.append(("halted",))
            self.end(self.unwind(ExitReason.HALT))

    def unwind(self, reason: ExitReason) -> list[BaseException]:
        """Exit all that is in (C3): no exit hook that raises spares the others."""
        errors: list[BaseException] = []
        self.leaving.clear()
        for node in self.nodes:
            node.running = False
            try:
                node.leave(reason)
            except (Boom, KeyboardInterrupt) as error:
                errors.append(error)
        return errors

    def end(self, errors: list[BaseException]) -> None:
        self.become(None)
        if errors:
            raise next((error for error in errors if isinstance(error, KeyboardInterrupt)), errors[0])

    def become(self, status: Status | None) -> None:
        if status is not self.status:
            self.status, self.since = status, self.clock.ticks

    def something_starts(self) -> None:
        """B3: stop before start."""
        while self.leaving:
            self.leaving.pop().halt()

    @property
    def running(self) -> list[int]:
        """The innermost nodes that run."""
        return [node.id for node in self.nodes if node.running and not any(each.running for each in node.children)]


class View:
    """What a callable sees as its context; it is a blackboard as well."""

    def __init__(self, naive: Naive, key: str) -> None:
        self.random = naive.random
        self.blackboard = self
        self.board, self.key = naive.board, key

    def __getitem__(self, _: object) -> int:
        return self.board.get(self.key, 0)

    def __setitem__(self, _: object, value: int) -> None:
        self.board[self.key] = value


class Node:
    """S2. Derived classes say what happens when it starts, and when it goes on."""

    def __init__(self, naive: Naive, sketch: Sketch, node: int, key: str) -> None:
        self.naive = naive
        self.options = sketch.options
        self.id = node
        self.view = View(naive, key)
        self.children: list[Node] = []
        self.running = False
        self.last: tuple[Status, int] | None = None

    def tick(self) -> Status:
        assert self not in self.naive.ticked, "B6"
        self.naive.ticked.add(self)
        status = self.go_on() if self.running else self.start()
        if status is R and not self.running:
            self.naive.something_starts()
        self.running = status is R
        self.last = (status, self.naive.clock.ticks)
        return status

    def start(self) -> Status:
        return self.go_on()

    def go_on(self) -> Status:
        raise NotImplementedError

    def halt(self) -> None:
        """The innermost first, else in order (of two that run side by side; this is assumed)."""
        self.halt_all_but(None)
        self.running = False
        self.leave(ExitReason.HALT)

    def leave(self, reason: ExitReason) -> None:
        """Only actions have something to exit."""

    def halt_all_but(self, one: "Node | None") -> None:
        for child in self.children:
            if child.running and child is not one:
                child.halt()

    def tick_leaving_others(self, child: "Node") -> Status:
        """B3: tick a child while another one runs, which is halted before anything starts."""
        others = [each for each in self.children if each.running and each is not child]
        self.naive.leaving += others
        status = child.tick()
        self.naive.leaving[:] = [each for each in self.naive.leaving if each not in others]
        return status

    def ask(self, role: str, more: Any = None) -> Any:
        """Call the user's function, or read the expression; or just take the number."""
        script = self.options[role]
        if not isinstance(script, Script):
            return script
        value = self.naive.actor.answer(self.id, role, self.view, more)
        if script.form == "or":
            return value or self.naive.actor.answer(self.id, f"{role}_else", self.view)
        return {"compare": lambda: value >= 1, "not": lambda: not value}.get(script.form, lambda: value)()

    @property
    def now(self) -> float:
        return self.naive.clock.now

    @property
    def child(self) -> "Node":
        return self.children[0]

    @property
    def running_index(self) -> int:
        return next(index for index, child in enumerate(self.children) if child.running)


# Leaves: rule B1


class Condition(Node):
    def go_on(self):
        return S if self.ask("check") else F


class Action(Node):
    inside = False
    """Between enter and exit. A function without hooks is in when it has run on."""

    def start(self):
        self.naive.something_starts()
        if "enter" in self.options or "exit" in self.options:
            self.naive.events.append(("entered", self.id))
            if "enter" in self.options:
                try:
                    self.ask("enter")
                except BaseException:
                    self.naive.events.append(("exited", self.id, "error"))  # S2: it never was in
                    raise
            self.inside = True
        return self.go_on()

    def go_on(self):
        status = self.ask("tick")
        if not isinstance(status, Status):  # S4
            self.naive.actor.blamed.append(self.id)
            raise Boom(status)
        if status is not R:
            self.leave(REASONS[status])
        elif not self.inside:
            self.naive.events.append(("entered", self.id))
            self.inside = True
        return status

    def leave(self, reason):
        if self.inside:
            self.inside = self.running = False
            self.naive.events.append(("exited", self.id, reason.value))
            if "exit" in self.options:
                self.ask("exit", reason.value)


class Do(Node):
    def go_on(self):
        self.naive.something_starts()
        self.ask("run")
        return S


class Wait(Node):
    def start(self):
        self.naive.something_starts()  # even if it will be over at once; this is assumed
        self.due = self.now + self.ask("seconds")
        return self.go_on()

    def go_on(self):
        return R if self.now < self.due else S


class Always(Node):
    def go_on(self):
        return self.options["status"]


# Composites: rule B2


class Sequence(Node):
    """S goes on, F stops. A selector is the same with S and F exchanged."""

    goes_on, stops = S, F

    def start(self):
        self.order = self.ordered()
        return self.go_from(0, skipped=True)

    def go_on(self):
        """After it has been resumed at a running child, it is no longer "all skipped"."""
        index = next(index for index, child in enumerate(self.order) if child.running)
        return self.go_from(index, skipped=False)

    def ordered(self):
        return self.children

    def go_from(self, first, *, skipped):
        for index, child in enumerate(self.order[first:], first):
            status = self.tick_leaving_others(child)
            if status in (R, self.stops):
                self.halt_all_but(child)
                self.stopped(index, status)
                return status
            skipped = skipped and status is X
        return X if skipped else self.goes_on

    def stopped(self, index, status):
        """Nothing to remember."""


class Selector(Sequence):
    goes_on, stops = F, S


class ReactiveSequence(Sequence):
    """What was skipped is judged anew at every tick; this is assumed."""

    def go_on(self):
        return self.start()


class ReactiveSelector(ReactiveSequence):
    goes_on, stops = F, S


class SequenceWithMemory(Sequence):
    position = 0

    def start(self):
        first, self.position = self.position, 0
        self.order = self.children
        return self.go_from(first, skipped=first == 0)  # what it passes over took part; this is assumed

    def stopped(self, index, status):
        if status is F:
            self.position = index


class RandomSequence(Sequence):
    def ordered(self):
        order = list(self.children)
        self.naive.random.shuffle(order)
        return order


class RandomSelector(RandomSequence):
    goes_on, stops = F, S


class WeightedSelector(Selector):
    def ordered(self):
        weights = dict(zip(self.children, self.options["weights"], strict=True))
        order = []
        while weights:
            order += self.naive.random.choices(list(weights), list(weights.values()))
            del weights[order[-1]]
        return order


class UtilitySelector(Selector):
    def go_on(self):
        return self.start() if self.options["reactive"] else super().go_on()

    def ordered(self):
        """Switches only past inertia: on a tie with it the child that runs stays the first."""
        scores = [
            (self.ask(f"score{index}") + (self.options["inertia"] if child.running else 0), child.running, -index)
            for index, child in enumerate(self.children)
        ]
        return [self.children[-index] for *_, index in sorted(scores, reverse=True)]


class IfThenElse(Node):
    def start(self):
        status = self.child.tick()
        branches = dict(zip((S, F), self.children[1:], strict=False))
        return branches[status].tick() if status in branches else status

    def go_on(self):
        return self.children[self.running_index].tick() if self.running_index else self.start()


class WhileDoElse(Node):
    def go_on(self):
        status = self.tick_leaving_others(self.child)
        branch = dict(zip((S, F), self.children[1:], strict=False)).get(status)
        self.halt_all_but(branch or self.child)
        return branch.tick() if branch else status


class Switch(Node):
    def start(self):
        cases, key = self.options["cases"], self.ask("key")
        index = cases.index(key) if key in cases else len(cases)
        return self.children[index].tick() if index < len(self.children) else F

    def go_on(self):
        return self.children[self.running_index].tick()


class Parallel(Node):
    def start(self):
        self.results = {}
        return self.go_on()

    def go_on(self):
        for child in self.children:
            if child not in self.results:
                status = child.tick()
                if status is not R:
                    self.results[child] = status
                if self.is_spoiled(status):
                    break
        verdict = self.judge(list(self.results.values()))
        if verdict is not R:
            self.halt_all_but(None)
        return verdict

    def is_spoiled(self, status):
        return False

    def judge(self, results):
        unfinished = len(self.children) - len(results)
        part = len(self.children) - results.count(X)
        numbers = {"all": part, "one": 1}
        successes, needed = results.count(S), numbers.get(self.options["success"], self.options["success"])
        failures, enough = results.count(F), numbers.get(self.options["failure"], self.options["failure"])
        if not part:
            return X
        if failures >= enough:
            return F
        if successes >= needed:
            return S
        return F if successes + unfinished < needed else R


class EagerSequence(Parallel):
    def is_spoiled(self, status):
        return status is F

    def judge(self, results):
        if F in results:
            return F
        if len(results) < len(self.children):
            return R
        return S if S in results else X


class Custom(Node):
    """Takes itself for no action, but to run on is to start something; this is assumed."""

    def start(self):
        self.memory = 0
        return self.go_on()

    def go_on(self):
        self.memory += 1
        moves, verdict = self.ask("moves", self.memory)
        for move, index in moves:
            if index < len(self.children):
                child = self.children[index]
                if move == "tick":
                    child.tick()
                elif child.running:
                    child.halt()
        if verdict is not R:
            self.halt_all_but(None)
        return verdict


# Decorators: rule B4


class Map(Node):
    maps: dict[Status, Status] = {}  # noqa: RUF012 - nobody changes it

    def go_on(self):
        status = self.child.tick()
        return self.maps.get(status, status)


class Invert(Map):
    maps = {S: F, F: S}  # noqa: RUF012


class ForceSuccess(Map):
    maps = {F: S}  # noqa: RUF012


class ForceFailure(Map):
    maps = {S: F}  # noqa: RUF012


class RepeatUntilFailure(Map):
    maps = {S: R, F: S}  # noqa: RUF012


class RepeatUntilSuccess(Map):
    maps = {F: R}  # noqa: RUF012


class Retry(Node):
    counts = F

    def start(self):
        self.count = 0
        return self.go_on()

    def go_on(self):
        status = self.child.tick()
        if status is self.counts:
            self.count += 1
            return R if self.count < self.options["n"] else status
        return status


class Repeat(Retry):
    counts = S

    def start(self):
        return super().start() if self.options["n"] else S


class Timeout(Node):
    def start(self):
        self.due = self.now + self.ask("seconds")
        return self.go_on()

    def go_on(self):
        status = self.child.tick()
        if status is R and self.now >= self.due:
            self.child.halt()
            return F
        return status


class Delay(Node):
    """Acts if it waits at all; this is assumed."""

    def start(self):
        self.due = self.now + self.ask("seconds")
        return self.go_on()

    def go_on(self):
        return R if not self.child.running and self.now < self.due else self.child.tick()


class Cooldown(Node):
    due = float("-inf")

    def start(self):
        return F if self.now < self.due else self.go_on()

    def go_on(self):
        status = self.child.tick()
        if status in ((S, F) if self.options["on"] is None else (self.options["on"],)):
            self.due = self.now + self.ask("seconds")  # asked when the cooling begins; this is assumed
        return status


class RunOnce(Node):
    latch = None

    def start(self):
        return self.go_on() if self.latch is None else self.latch

    def go_on(self):
        status = self.child.tick()
        if status in (S, F):
            then = self.options["then"]
            self.latch = status if then is None else then
        return status


class Gate(Node):
    """Something decides at entry whether the child may start."""

    def start(self):
        return self.child.tick() if self.opens() else F

    def go_on(self):
        return self.child.tick()

    def opens(self):
        return self.ask("check")


class Limit(Gate):
    starts = 0

    def opens(self):
        self.starts += 1
        return self.starts <= self.options["n"]


class Probability(Gate):
    def opens(self):
        return self.naive.random.random() < self.options["p"]


class Guard(Gate):
    def go_on(self):
        if self.opens():
            return self.child.tick()
        self.child.halt()
        return F


class Service(Node):
    def start(self):
        self.naive.something_starts()
        self.due = self.now
        return self.go_on()

    def go_on(self):
        if self.now >= self.due:
            self.ask("run")
            self.due = self.now + self.ask("every")  # asked after each call; this is assumed
        return self.child.tick()


class ForEach(Node):
    def start(self):
        self.items = list(self.ask("items"))
        return self.go_on() if self.items else S

    def go_on(self):
        if not self.child.running:
            self.naive.something_starts()
            self.ask("into", self.items[0])
        status = self.child.tick()
        if status in (S, X):
            del self.items[0]
            return R if self.items else S
        return status


KINDS: dict[str, Any] = {
    **{
        "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)[1:]: kind
        for kind in (
            *(Condition, Action, Do, Wait, Always, Sequence, Selector, ReactiveSequence, ReactiveSelector),
            *(SequenceWithMemory, RandomSequence, RandomSelector, WeightedSelector, UtilitySelector, IfThenElse),
            *(WhileDoElse, Switch, Parallel, EagerSequence, Custom, Invert, ForceSuccess, ForceFailure),
            *(RepeatUntilFailure, RepeatUntilSuccess, Retry, Repeat, Timeout, Delay, Cooldown, RunOnce, Limit),
            *(Probability, Guard, Service, ForEach),
        )
    },
    "precondition": Gate,
    "subtree": Map,
}
