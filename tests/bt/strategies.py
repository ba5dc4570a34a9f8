"""Random trees of all kinds, what happens to them, and what goes wrong in them."""

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from gumption.bt.compile.layout import lay_out
from gumption.status import Status
from tests.bt.scripted import NOTING, Boom, Script, Sketch, grow

S, F, R, X = Status.SUCCESS, Status.FAILURE, Status.RUNNING, Status.SKIPPED

names = st.sampled_from(["f", "fresh", "resume", "choice", "status", "record", "halt", "at", "agent", "lambda"])
"""What user's functions are called; some as in compiled code."""
statuses = st.sampled_from([S, S, F, F, R, R, R, R, X])
numbers = st.sampled_from([0, 1, 2])
seconds = st.sampled_from([0.0, 0.5, 1.0, 2.0])

ACTING = ("agent", "context", "draw", "note")
ASKING = ("agent", "context", "read", "attribute", "or")
CHECKING = (*ASKING, "compare", "not")


def scripts(answers: st.SearchStrategy[Any], forms: tuple[str, ...]) -> st.SearchStrategy[Script]:
    """A callable that gives such answers, in one of these forms."""
    return st.builds(Script, st.lists(answers, min_size=1, max_size=4).map(tuple), st.sampled_from(forms), names)


nothing = st.none()
checks = scripts(st.booleans(), CHECKING)
timers = st.one_of(seconds, seconds, scripts(seconds, ("agent", "attribute", "or")))
results = scripts(st.sampled_from([*[S, F, R, R] * 10, *[X] * 5, None, "success"]), ACTING)
hooks = scripts(nothing, ACTING)
exits = scripts(nothing, ("agent", "read"))


def nodes(kind: str, *inside: Any, **options: Any) -> st.SearchStrategy[Sketch]:
    """Nodes of one kind; `inside` are strategies of children."""
    given = {key: value if isinstance(value, st.SearchStrategy) else st.just(value) for key, value in options.items()}
    return st.builds(Sketch, st.just(kind), st.fixed_dictionaries(given), st.tuples(*inside))


def _several(inside: st.SearchStrategy[Sketch]) -> st.SearchStrategy[tuple[Sketch, ...]]:
    return st.sampled_from([1, 2, 2, 3, 3, 3, 4]).flatmap(lambda count: st.tuples(*[inside] * count))


def weighted(*choices: tuple[int, st.SearchStrategy[Sketch]]) -> st.SearchStrategy[Sketch]:
    """One of these; the numbers say how often."""
    kinds = [each for weight, each in choices for _ in range(weight)]

    @st.composite
    def one_of_them(draw: st.DrawFn) -> Sketch:  # keeps what it draws from out of its repr, which would be endless
        return draw(kinds[draw(st.integers(0, len(kinds) - 1))])

    return one_of_them()


told = st.one_of(
    nodes("action", plain=False, enter=hooks, tick=results, exit=exits),
    nodes("action", plain=False, enter=hooks, tick=results, exit=exits),
    nodes("action", plain=False, tick=results, exit=exits),
    nodes("action", plain=False, enter=hooks, tick=results),
    nodes("action", plain=False, tick=results),
)
leaves = weighted(
    (6, told),
    (4, nodes("condition", check=checks)),
    (3, nodes("action", plain=True, tick=results)),
    (1, nodes("do", run=hooks)),
    (1, nodes("wait", seconds=timers)),
    (1, nodes("always", status=statuses)),
)


@st.composite
def _parallels(draw: st.DrawFn, inside: st.SearchStrategy[Sketch]) -> Sketch:
    children = draw(_several(inside))
    thresholds = st.one_of(st.sampled_from(["all", "one"]), st.integers(1, len(children)))
    return Sketch("parallel", {"success": draw(thresholds), "failure": draw(thresholds)}, children)


@st.composite
def _weighted(draw: st.DrawFn, inside: st.SearchStrategy[Sketch]) -> Sketch:
    children = draw(_several(inside))
    weights = tuple(draw(st.sampled_from([0.5, 1.0, 4.0])) for _ in children)
    return Sketch("weighted_selector", {"weights": weights}, children)


@st.composite
def _utility(draw: st.DrawFn, inside: st.SearchStrategy[Sketch]) -> Sketch:
    children = draw(_several(inside))
    scored = st.one_of(scripts(numbers, ASKING), numbers)
    scores = {f"score{index}": draw(scored) for index in range(len(children))}
    reactive, inertia = draw(st.sampled_from([True, True, False])), draw(st.sampled_from([0, 1]))
    return Sketch("utility_selector", {**scores, "reactive": reactive, "inertia": inertia}, children)


@st.composite
def _switches(draw: st.DrawFn, inside: st.SearchStrategy[Sketch]) -> Sketch:
    children = draw(_several(inside))
    cases = tuple(range(len(children) - draw(st.booleans())))
    return Sketch("switch", {"cases": cases, "key": draw(scripts(numbers, ASKING))}, children)


moves = st.tuples(
    st.lists(
        st.tuples(st.sampled_from(["tick", "tick", "halt"]), st.integers(0, 2)),
        max_size=3,
        unique_by=lambda move: move[1],
    ),
    statuses,
)


def _plain(kind: str, inside: st.SearchStrategy[Sketch]) -> st.SearchStrategy[Sketch]:
    return st.builds(Sketch, st.just(kind), st.just({}), _several(inside))


for_each: Any = {
    "items": scripts(st.lists(st.integers(0, 9), max_size=3), ASKING[:-1]),
    "into": scripts(nothing, ("agent",)),
    "by function": st.booleans(),
}


def branches(inside: st.SearchStrategy[Sketch]) -> st.SearchStrategy[Sketch]:
    """Composites and decorators of such nodes."""
    kinds = ["reactive_sequence", "reactive_selector", "sequence", "selector"]
    others = ["sequence_with_memory", "eager_sequence", "random_selector", "random_sequence"]
    mapping = ["invert", "force_success", "force_failure", "repeat_until_failure", "repeat_until_success"]
    return weighted(
        *((4, _plain(kind, inside)) for kind in kinds),
        *((2, _plain(kind, inside)) for kind in others),
        *((1, nodes(kind, *[inside] * size)) for kind in ("if_then_else", "while_do_else") for size in (2, 3)),
        (2, nodes("while_do_else", inside, inside, inside)),
        (4, _parallels(inside)),
        (3, _utility(inside)),
        *((1, several(inside)) for several in (_weighted, _switches)),
        *((1, nodes("custom", *[inside] * size, moves=scripts(moves, ("agent",)))) for size in (0, 1, 2, 3)),
        *((1, nodes(kind, inside)) for kind in mapping),
        (1, nodes("retry", inside, n=st.integers(1, 3))),
        (1, nodes("repeat", inside, n=st.integers(0, 3))),
        (2, nodes("timeout", inside, seconds=timers)),
        (1, nodes("delay", inside, seconds=timers)),
        (1, nodes("cooldown", inside, seconds=timers, on=st.sampled_from([None, S, F]))),
        (1, nodes("run_once", inside, then=st.sampled_from([None, None, S, F, X]))),
        (1, nodes("limit", inside, n=st.integers(0, 3))),
        (1, nodes("probability", inside, p=st.sampled_from([0, 0.5, 0.5, 1]))),
        (1, nodes("precondition", inside, check=checks)),
        (2, nodes("guard", inside, check=checks)),
        (1, nodes("service", inside, run=hooks, every=timers)),
        (1, nodes("for_each", inside, **for_each)),
        (3, nodes("subtree", inside, scope=st.sampled_from(["none", "same", "own"]))),
    )


def mended(sketch: Sketch, *, keyed: bool = True) -> Sketch:
    """Without what a tree would refuse: children that are never ticked, or for ever restart others; strange keys.

    Args:
        keyed: whether the key is one of the tree around it.
    """
    options = dict(sketch.options)
    if options.get("scope") == "same" and not keyed:
        options["scope"] = "own"
    if not keyed:
        options = {
            role: replace(value, form="agent") if isinstance(value, Script) and value.form in NOTING else value
            for role, value in options.items()
        }
    children = tuple(
        mended(child, keyed=options.get("scope", keyed) not in (False, "none")) for child in sketch.children
    )
    goes_on = {"selector": F, "reactive_selector": F}.get(sketch.kind, S)
    if sketch.kind in ("sequence", "selector", "reactive_sequence", "reactive_selector", "sequence_with_memory"):
        last = [
            child
            for child in children
            if (sketch.kind == "reactive_sequence" and child.kind in ("wait", "delay"))
            or not lay_out(grow(child)).root.outcomes & {goes_on, X}
        ]
        children = (*(child for child in children if child not in last), *last[:1])
    return Sketch(sketch.kind, options, children)


@st.composite
def _contested(draw: st.DrawFn) -> Sketch:
    """A reactive node whose children have something that lasts, behind something that may let them in or not."""
    gates = weighted(
        (3, nodes("sequence", nodes("condition", check=checks), told)),
        (1, nodes("guard", told, check=checks)),
        (1, nodes("service", told, run=hooks, every=timers)),
        (1, nodes("precondition", leaves, check=checks)),
        (1, nodes("parallel", told, told, success="one", failure="all")),
        (1, nodes("retry", leaves, n=3)),
        (1, nodes("for_each", told, **for_each)),
        (1, nodes("delay", told, seconds=timers)),
        (2, told),
    )
    either = (nodes("while_do_else", leaves, gates, gates), _plain("reactive_sequence", gates))
    several = (_utility(gates), _plain("reactive_selector", gates))
    return draw(weighted(*((1, each) for each in either), *((2, each) for each in several)))


_low = branches(leaves)
_middle = branches(weighted((2, leaves), (3, _low)))
_high = branches(weighted((1, leaves), (2, _middle), (1, _contested())))
trees = weighted((1, leaves), (2, _low), (4, _contested()), (4, _middle), (4, _high)).map(mended)
"""Trees that can be built."""

places = st.tuples(st.integers(1, 20), st.integers(1, 8))
faults = st.one_of(
    st.just({}), st.dictionaries(places, st.sampled_from([Boom, Boom, KeyboardInterrupt]), min_size=1, max_size=4)
)
"""(node, which of its calls) -> what is raised."""

_ticks = [("tick", passed) for passed in (0.0, 0.25, 0.25, 0.5, 0.5, 0.5, 1.0, 2.0)]  # how far the clock moves before
lives = st.lists(st.sampled_from([*_ticks * 2, ("halt", None)]), min_size=2, max_size=16)
"""What the owner of a mind does."""
watched = st.lists(
    st.sampled_from([*_ticks * 2, ("halt", None), ("trace", True), ("trace", False)]), min_size=2, max_size=16
)
"""The same, with somebody who comes and listens, and goes."""
limits = st.sampled_from([{}, {}, {"MAX_LEVELS": 1}, {"MAX_LEVELS": 3}])
"""Limits of the compiler under which small trees are written as deep ones are."""
