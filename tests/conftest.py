"""The same examples in every run: a red run means that the code has changed, not the dice."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, database=None)
settings.load_profile("repeatable")
