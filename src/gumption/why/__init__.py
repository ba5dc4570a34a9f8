"""Why an agent does what it does."""

# General layout
#   answer     what is told: reasons, as plain data and in words
#   case       what is known of an agent at a tick border: the question
#   saying     what a mind says of one of its nodes
#   reasons    from the one to the other
#   failing    why a branch of a tree was passed over
#   trees, machines, selectors, planners   what each engine's minds say of a node
#   past       what is remembered of one agent
#   asking     asks a living mind
#   memory     remembers what happened, so that live minds can be asked

from gumption.why.answer import PassedOver, Reason, Why
from gumption.why.asking import Asked, ask
from gumption.why.case import Case, Happening
from gumption.why.memory import Memory
from gumption.why.reasons import explain

__all__ = ["Asked", "Case", "Happening", "Memory", "PassedOver", "Reason", "Why", "ask", "explain"]
