"""What every engine stands on. Standard library only; knows no engine."""

# General layout
#   mind       the two protocols that engines keep: Definition and Mind
#   nesting    minds inside minds
#   context    what a mind may use: clock, random stream, tracer, sending
#   clock      time is given: manual, fixed step
#   random     chance is given: a counter-based stream, one integer of state
#   message    what entities tell each other
#   trace      the typed events
#   words      events in words
#   outline    the shape of a definition, flat, with its digest
#   picture    definitions and minds as text, Mermaid, Graphviz
#   snapshot   the envelope of saved running state
#   plain      what JSON can hold: checked on the way out, read back with care
#   numeric    what counts as a number where a user gives one
#   simple     values that can be told in a word
#   printable  words that a terminal may be given
#   callables  what the user's callables take
#   expression conditions as data: F.thirst >= 5
#   conditions which nodes ask expressions
#   failure    how the user's exceptions are told
#   coroutines stepped inside a tick, with sleeps, events, scopes and cancellation
#   cycles     bounds against endless work, and their errors
#   collecting much is made at once, without the garbage collector
#   source     where the user's callables stand

from gumption.core.clock import Clock, FixedStepClock, ManualClock
from gumption.core.context import Context
from gumption.core.message import Message
from gumption.core.mind import Definition, Mind
from gumption.core.outline import Outline, OutlineNode
from gumption.core.plain import PlainData
from gumption.core.random import RandomStream
from gumption.core.snapshot import Snapshot
from gumption.core.trace import Event, Tracer

__all__ = [
    "Clock",
    "Context",
    "Definition",
    "Event",
    "FixedStepClock",
    "ManualClock",
    "Message",
    "Mind",
    "Outline",
    "OutlineNode",
    "PlainData",
    "RandomStream",
    "Snapshot",
    "Tracer",
]
