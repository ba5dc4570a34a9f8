"""The terminal twin of the inspector's page. Loads rich; a socket needs `pip install 'gumption[inspect]'`."""

# General layout
#   watcher     the loop: messages in, frames out
#   connection  where messages come from
#   model       messages folded into what is known
#   followed    the one agent that is looked at closely
#   view        what is known, as lines of text
#   controls    what keys do
#   keys        reading them

from gumption.inspect.terminal.connection import FeedSource, SocketSource, Source
from gumption.inspect.terminal.model import Model
from gumption.inspect.terminal.watcher import Watcher

__all__ = ["FeedSource", "Model", "SocketSource", "Source", "Watcher"]
