"""What searches: the native engine, and the reference, which gives the same plans."""

# General layout
#   engine         which engine does the work
#   reference      the search in Python
#   step           tests and writes on a state
#   estimate       what a plan costs at least
#   ways           how an action may help to make a test true
#   ranges         what fields may hold, and what tests leave of it
#   reach          what can be reached if nothing is ever lost
#   regress        what has to be known before an action
#   stride         steps of a plan, carried out quickly in thought
#   blocked        the preconditions that keep a goal out of reach

__all__: list[str] = []
