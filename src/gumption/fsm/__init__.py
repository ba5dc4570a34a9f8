"""State machines: current, previous and global state, a stack, and messages (rules F1 to F9)."""

# General layout
#   state      what users derive from
#   machine    the definition: its states, its checks, its outline
#   mind       a machine bound to one agent: what ticks, what hooks get as `machine`
#   run        how it changes, ends and fails; the base of mind
#   standing   where it stands, as plain data
#   activity   what goes on in a state: another mind
#   hooks      a state's hooks, looked up and checked once
#   reading    finds the states that a state's code names

from gumption.fsm.machine import Machine
from gumption.fsm.mind import MachineMind
from gumption.fsm.state import State, StateLike, running

__all__ = ["Machine", "MachineMind", "State", "StateLike", "running"]
