"""Kinds of messages that nobody takes; and takers of whom one cannot know."""

import ast
import importlib.util
import itertools
import sys
import textwrap

import pytest

from gumption.checking import check, check_all
from gumption.checking.answers import may_take_others
from tests.checking.post import CALLER, LISTENER, WAITER

COUNT = itertools.count()


def codes(found):
    return [each.code for each in found]


def made(folder, text):
    """A module of that source, in a folder."""
    name = f"post_of_{next(COUNT)}"
    file = folder / f"{name}.py"
    file.write_text(textwrap.dedent(text), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_a_kind_that_nobody_takes_is_told_where_it_is_sent():
    (finding,) = check_all([CALLER, LISTENER, WAITER])
    assert finding.code == "unhandled-message"
    assert finding.problem == "'dinner' is sent, and nobody takes it"
    assert finding.path == "caller › Calls"
    assert finding.source == "tests.checking.post:8"


def test_the_node_in_whose_code_it_is_sent_is_named(tmp_path):
    kennel = made(
        tmp_path,
        """
        from gumption import bt, fsm

        def drink(agent):
            agent.thirst = 0

        def bark(agent, machine):
            machine.context.send(1, "bark")

        SMITH = bt.Tree(bt.do(drink), name="smith")
        DOG = fsm.Machine(bark, name="dog")
        """,
    )
    (finding,) = check_all([kennel.SMITH, kennel.DOG])
    assert (finding.path, finding.source) == ("dog › bark", f"{kennel.__name__}:8")


def test_of_one_definition_alone_messages_are_not_looked_at():
    assert check(CALLER) == ()


SENDER = """
    from gumption import F, flow, fsm
    from gumption.bt import Tree, action, always
    from gumption.status import Status
    DINNER = "dinner"

    def call(agent, machine):
        machine.context.send(agent.friend, DINNER)

    CALLER = fsm.Machine(call)
"""


HEAR = "def hear(a, c, message):\n    "


@pytest.mark.parametrize(
    "taker",
    [
        "def hear(a, c, message): return message.kind == DINNER\nT = Tree(always(Status.SUCCESS), on_message=hear)",
        "def hear(a, c, message): return message.kind in ('lunch', 'dinner')",
        HEAR + "match message.kind:\n        case 'lunch' | 'dinner': return True\n    return False",
        "def hear(a, c, message):\n    if message.kind != 'dinner': return False\n    return True",
        "async def eat(agent): await flow.message('dinner')",
        "async def eat(agent): await flow.message()",
        "async def eat(agent): await flow.message(agent.wanted)",
        "async def eat(agent): pass\nS = flow.Selector([flow.node(eat)], wake=['dinner'])",
        # They may take any.
        "def hear(a, c, message): return True",
        "def hear(a, c, note): return True\nT = Tree(always(Status.SUCCESS), on_message=hear)",
        "T = Tree(always(Status.SUCCESS), on_message=lambda a, c, note: True)",
        "class Ears(fsm.State):\n    def on_message(self, a, m, note): return True",
        "def hear(a, c, message): return HEARERS[message.kind](a)",
        "def hear(a, c, message):\n    a.inbox.append(message)\n    return False",
        "def hear(a, c, message):\n    if message.kind == 'lunch': a.eat()\n    return a.hungry",
        HEAR + "match message.kind:\n        case 'lunch': return False\n        case _: return True",
    ],
)
def test_a_kind_that_somebody_takes_or_may_take_is_not_told(tmp_path, taker):
    module = made(tmp_path, textwrap.dedent(SENDER) + taker)
    assert check_all(vars(module).values()) == ()


@pytest.mark.parametrize(
    "taker",
    [
        "",
        "def hear(a, c, message): return False",
        "def hear(a, c, message): return message.kind == 'lunch'",
        "def hear(a, c, message):\n    if message.kind == 'lunch' and a.hungry:\n        return True\n    return False",
        HEAR + "a.say(f'what is {message.kind}?')\n    return message.data == 'dinner' and False",
        HEAR + "match message.kind:\n        case 'lunch': return True\n        case _: return False",
        "async def eat(agent): await flow.message('lunch')",
    ],
)
def test_a_kind_that_others_do_not_take_is_told(tmp_path, taker):
    module = made(tmp_path, textwrap.dedent(SENDER) + taker)
    assert codes(check_all(vars(module).values())) == ["unhandled-message"]


def test_what_the_class_of_an_agent_sends_counts_as_well(tmp_path):
    text = """
        class Friend:
            def call(self, context):
                context.send(self.id, "dinner")
    """
    friend = made(tmp_path, text).Friend()
    assert "'dinner'" in check_all([WAITER], [friend])[-1].problem


@pytest.mark.parametrize(
    ("body", "may"),
    [
        ("return not message.kind == 'a'", True),
        ("return message.kind == 'a' or agent.x", True),
        ("return message.kind == 'a' and agent.x", False),
        ("if message.kind not in KINDS: return False\n    agent.x = 1\n    return True", False),
        ("for each in agent.all:\n        return True\n    return False", True),
        ("if agent.x: raise ValueError\n    return False", False),
        ("if agent.x: return False\n    else: return True", True),
        ("pass", False),
    ],
)
def test_what_a_taker_does_with_other_kinds(body, may):
    (function,) = ast.parse(f"def on_message(self, agent, machine, message):\n    {body}").body
    assert may_take_others(function, "message") is may
