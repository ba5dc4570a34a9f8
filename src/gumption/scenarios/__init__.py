"""Stories that `gumption run` can tell.

A scenario is a module with a docstring, whose first line says what it is, and a function `build(world, **options)`
that adds the entities. The options' names, types, defaults and help come from its signature and docstring.
"""

# General layout
#   ambush      a soldier whose plans fall apart while he carries them out
#   expedition  an explorer who decides in all four ways at once
#   monsters    a plain full of monsters, and heroes who wander over it
#   westworld   Miner Bob and Elsa; or four Bobs, each with his own way of thinking
#   woodcutter  a village of four trades that live by plans

__all__: list[str] = []
