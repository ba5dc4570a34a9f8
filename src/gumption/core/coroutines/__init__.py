"""Coroutines inside a tick: stepped in a fixed order on the clock of the mind, cancelled level by level (W3 to W8)."""

# General layout
#   kernel       what steps coroutines: the native module, or its reference
#   reference    the same in Python: traps, scopes, tasks, the order of steps
#   awaitables   what coroutines await: sleep, next_tick, until, Event, message, gather, race
#   scope        parts of a coroutine that are cancelled together: timeout, shield
#   task         tasks that are started together
#   cancelled    what is raised in what is being left
#   context      what a coroutine gets as its context, with its checkpoint
#   host         what a driver in real time has to do with them
#   mail         messages for a coroutine that was saved while it waited for them
#   run          all tasks of one action, and the order in which they are stepped
#   places       where a coroutine stands

__all__: list[str] = []
