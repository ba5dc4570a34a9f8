"""From what the user wrote to a definition that is known to be right, or all that is wrong with it."""

# General layout
#   report         where faults are gathered
#   sources        what the user wrote, in pieces of known form
#   performance    how an action is carried out
#   kinds          what a name may hold, and how that is declared
#   inference      what actions and goals tell about kinds
#   fitting        whether what is said of a name suits its kind
#   check          what is wrong with a domain or a goal; tables.possible goes on from there

__all__: list[str] = []
