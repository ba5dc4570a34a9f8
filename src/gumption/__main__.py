"""`python -m gumption`."""

from gumption.cli.main import run

run()
