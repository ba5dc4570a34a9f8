"""Stories that `gumption run` can tell.

A scenario is a module with a docstring, whose first line says what it is, and a function `build(world, **options)`
that adds the entities. The options' names, types, defaults and help come from its signature and docstring.
"""

# General layout
#   monsters    a plain full of monsters, and heroes who wander over it
#   westworld   Miner Bob and Elsa

__all__: list[str] = []
