"""From nodes to Python functions: numbering, writing, linking."""

# General layout
#   layout       numbers the nodes, and gives them their places in the run record
#   writer       writes the source of one function, line by line
#   emit         finds the code for a node
#   leaves, chains, branches, decorators, groups   the code of each kind of node
#   link         makes functions of the source, and knows which node a line belongs to

__all__: list[str] = []
