"""A page in the browser that shows what every agent is doing. Needs `pip install 'gumption[inspect]'`."""

# General layout
#   inspector  opens it for a world: a server in a thread of its own
#   hub        listens to the world, and holds it where a page has paused it
#   history    the newest ticks, and how everybody stood at any of them
#   segment    some ticks in a row
#   doing      what an agent's events come to
#   running    which nodes of a mind run, by that
#   paths      short texts for it
#   feed       what pages look at: a world's history, or a recording's
#   viewer     one page: whom it watches, and what it is to be told next
#   wire       the messages
#   server     the web server
#   loading    a recorded file as a feed
#   events     events out of their plain form
#   report     a recorded file as one page
#   picturing  a mind as text, Mermaid or DOT, at any tick
#   explaining why an agent did what it did, at any tick
#   terminal   the page's twin in a terminal

from gumption.inspect.inspector import Inspector, attach

__all__ = ["Inspector", "attach"]
