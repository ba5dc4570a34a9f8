"""Planning: the cheapest sequence of actions that makes a goal true (rules G1 to G5)."""

# General layout
#   task    a planning task as plain data
#   encode  the same as one array of integers

__all__: list[str] = []
