"""A program that looks at a world as `gumption watch` does, without a socket and without a screen."""

from gumption.inspect.feed import Feed
from gumption.inspect.history import History
from gumption.inspect.hub import Hub
from gumption.inspect.terminal import FeedSource, Model
from gumption.world.recording import FORMAT, Header


class Looking:
    """A model that looks at a world without a socket."""

    def __init__(self, world, wanted=None, *, keep=True, limit=100_000):
        header = Header(gumption="0", format=FORMAT, seed=0, step=1.0, entities=[], outlines={})
        self.world = world
        self.feed = Feed("town", header, History(limit), live=True, control=True)
        self.hub = Hub(world, self.feed, keep=keep)
        self.source, self.model = self.look(wanted)

    def look(self, wanted=None):
        """One more who looks."""
        source, model = FeedSource(self.feed), Model(wanted)
        self.feed.enter(source._viewer)
        self.hear(source, model)
        return source, model

    def hear(self, source=None, model=None):
        """Take all that there is to be told; returns it."""
        source, model = source or self.source, model or self.model
        heard = []
        while messages := source.receive(0):
            heard += messages
            for message in messages:
                self.ask(model.take(message), source)
        return heard

    def ask(self, requests, source=None):
        for request in requests:
            (source or self.source).send(request)
        self.hub.attend()

    def run(self, ticks):
        self.world.run(ticks=ticks)
        return self.hear()
