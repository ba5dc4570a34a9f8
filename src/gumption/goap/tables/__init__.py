"""From a definition to the tables of numbers that engines read, and from a state to its values in them."""

# General layout
#   task           the tables: a planning task as plain data
#   encode         the same as one array of integers, for the native engine
#   encodings      from a domain to its tables: exact ones, or with doubles
#   conditions     from conditions to tests
#   effects        from effects to writes
#   possible       what can never be
#   contradiction  whether tests can hold together
#   linear         linear expressions in exact integers, or in doubles
#   prices         costs in units
#   costs          what agents say of the costs, the use and the durations of actions
#   measure        what a search makes as little as possible
#   reader         reads states: a generated function, and a thorough one

__all__: list[str] = []
