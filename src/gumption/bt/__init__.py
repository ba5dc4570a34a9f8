"""Behaviour trees that compile to the function one would have written by hand (rules B1 to B8)."""

# General layout
#   composites   nodes with several children
#   decorators   nodes with one child
#   leaves       nodes without children
#   actions      Action, to derive from for what lasts
#   async_leaf   actions whose function is a coroutine
#   blame        which node, and which function of it, an exception came out of
#   custom       CustomNode, for nodes of your own
#   node         what a node is: plain data
#   tree         the definition: checked, compiled, described
#   mind         a tree bound to one agent
#   blackboard   data that belongs to a mind, with scopes for subtrees
#   shapes       what is wrong with the arguments of nodes, before all else
#   check        what is wrong with a tree
#   kinds        the table of all kinds of nodes
#   outcomes     what a tick of each kind of node may come to
#   compile      from nodes to Python functions
#   groups       nodes whose order or number of running children is known only at run time
#   utility      the one of them that goes by scores
#   ticking      the one of them that is the user's, and what it may use
#   halting      stopping what runs
#   record       a mind's run record as plain data
#   sound        whether a run record is one that a tick can have left

from gumption.bt.actions import Action
from gumption.bt.blackboard import Blackboard, BlackboardContext, Key
from gumption.bt.composites import (
    ALL,
    ONE,
    eager_sequence,
    if_then_else,
    parallel,
    random_selector,
    random_sequence,
    reactive_selector,
    reactive_sequence,
    selector,
    sequence,
    sequence_with_memory,
    switch,
    utility_selector,
    weighted_selector,
    while_do_else,
)
from gumption.bt.custom import CustomNode
from gumption.bt.decorators import (
    cooldown,
    delay,
    for_each,
    force_failure,
    force_success,
    guard,
    invert,
    limit,
    precondition,
    probability,
    repeat,
    repeat_until_failure,
    repeat_until_success,
    retry,
    run_once,
    service,
    timeout,
)
from gumption.bt.leaves import action, always, condition, do, subtree, wait
from gumption.bt.mind import TreeMind
from gumption.bt.node import Node, mind
from gumption.bt.ticking import Ticking
from gumption.bt.tree import Tree

__all__ = [
    "ALL",
    "ONE",
    "Action",
    "Blackboard",
    "BlackboardContext",
    "CustomNode",
    "Key",
    "Node",
    "Ticking",
    "Tree",
    "TreeMind",
    "action",
    "always",
    "condition",
    "cooldown",
    "delay",
    "do",
    "eager_sequence",
    "for_each",
    "force_failure",
    "force_success",
    "guard",
    "if_then_else",
    "invert",
    "limit",
    "mind",
    "parallel",
    "precondition",
    "probability",
    "random_selector",
    "random_sequence",
    "reactive_selector",
    "reactive_sequence",
    "repeat",
    "repeat_until_failure",
    "repeat_until_success",
    "retry",
    "run_once",
    "selector",
    "sequence",
    "sequence_with_memory",
    "service",
    "subtree",
    "switch",
    "timeout",
    "utility_selector",
    "wait",
    "weighted_selector",
    "while_do_else",
]
