"""Code of the nodes whose order or number of running children is known only at run time: a call of `bt.groups`."""

from collections.abc import Callable

from gumption.bt.compile.emit import emits
from gumption.bt.compile.layout import Item
from gumption.bt.compile.writer import Writer
from gumption.bt.groups import Child, Group, Ordered, Parallel
from gumption.bt.node import R
from gumption.bt.ticking import Custom
from gumption.bt.utility import Utility, scorer


def _children(w: Writer, item: Item) -> list[Child]:
    """The children; their functions are filled in when these have been compiled (`link`)."""
    children: list[Child] = []
    for each in item.children:
        w.unit.function(each, resumed=False)
        w.unit.function(each, resumed=True)
        children.append(Child(each.id, each.end, each.region))
    return children


def _tick(w: Writer, item: Item, group: Group, fall: bool) -> None:
    name = w.unit.bind(f"{item.kind}_{item.id}", group)
    w.unit.groups[item.id] = group
    at = "at" if w.resumed else "0"
    w.line(f"status = {name}.tick(agent, {w.context}, record, {at})")
    if R in item.outcomes:
        with w.block("if status is RUNNING:"):
            if item.facts.regional:  # the node itself is what runs in its own region
                w.starts(item)
                w.line(f"record[{item.region}] = {item.id}")
            w.run_on(item, fall=fall)
    if item.facts.regional and w.resumed:
        w.line(f"{'elif' if R in item.outcomes else 'if'} at == {item.id}: record[{item.region}] = 0")
    w.told(item, item.outcomes if fall else item.outcomes - {R})


def _group(w: Writer, item: Item, make: Callable[..., Group], *arguments: object) -> Group:
    """The one object for the node, which both forms of the code use."""
    known = w.unit.groups.get(item.id)
    return known if known is not None else make(item.id, item.end, _children(w, item), *arguments)


@emits("parallel", "eager_sequence")
def parallel(w: Writer, item: Item, fall: bool) -> None:
    """All children, each a region of its own."""
    options = item.node.options
    eager = item.kind == "eager_sequence"
    arguments = ("all", "one") if eager else (options["success"], options["failure"])
    _tick(w, item, _group(w, item, Parallel, item.places["statuses"], *arguments, eager), fall)


@emits("custom")
def custom(w: Writer, item: Item, fall: bool) -> None:
    """The user's own node."""
    _tick(w, item, _group(w, item, Custom, item.places["memory"], item.node.functions["node"]), fall)


@emits("random_selector", "random_sequence", "weighted_selector")
def random_order(w: Writer, item: Item, fall: bool) -> None:
    """One child after another in an order that was drawn."""
    weights = item.node.options.get("weights")
    _tick(w, item, _group(w, item, Ordered, item.places["order"], item.facts.stop, weights), fall)


@emits("utility_selector")
def utility(w: Writer, item: Item, fall: bool) -> None:
    """One child after another, the best first."""
    options, functions = item.node.options, item.node.functions
    scores = tuple(scorer(score) for score in functions.values())
    group = _group(w, item, Utility, item.places["order"], scores, options["reactive"], options["inertia"])
    _tick(w, item, group, fall)
