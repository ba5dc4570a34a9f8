"""What a mind may use besides its agent: clock, random stream, tracer, message sending."""

from typing import TYPE_CHECKING, Any, Protocol

from gumption.core.clock import Clock, ManualClock
from gumption.core.plain import PlainData
from gumption.core.random import RandomStream
from gumption.core.trace import Said, Tracer
from gumption.errors import UsageError

if TYPE_CHECKING:
    from gumption.core.coroutines.host import Host


class Post(Protocol):
    """Delivers messages: the world's `send`, with the sender filled in."""

    def __call__(self, sender: int, receiver: Any, kind: str, data: PlainData, delay: float, /) -> bool:
        """Send, and return whether a mind has handled it already."""
        ...


class Context:
    """The surroundings of one agent's mind, and of all minds inside it.

    A world makes one for every entity. Without a world, `Context()` gives a manual clock at zero.

    Args:
        clock: where time comes from.
        seed: the world's seed.
        entity: the id of the agent's entity; seed and id give the random stream.
        tracer: is told every event; None: nobody listens.
        post: how messages leave; None: there is nobody to send to.
        host: a driver in real time that ticks the mind, `flow.aio` say; None: a world, or the user.
    """

    __slots__ = ("_random", "clock", "entity", "host", "post", "seed", "tracer")

    def __init__(
        self,
        clock: Clock | None = None,
        *,
        seed: int = 0,
        entity: int = 0,
        tracer: Tracer | None = None,
        post: Post | None = None,
        host: "Host | None" = None,
    ) -> None:
        self.clock: Clock = ManualClock() if clock is None else clock
        self.seed = seed
        self.entity = entity
        self.tracer = tracer
        self.post = post
        self.host = host
        self._random: RandomStream | None = None

    @property
    def within(self) -> str:
        """Where the mind lies: the path of the node that holds it, as in "town › work › "; "" for an outermost one."""
        return ""

    @property
    def outermost(self) -> "Context":
        """The context that the agent's outermost mind was bound with."""
        return self

    @property
    def target(self) -> Any:
        """What the action of a plan that is carried out here is done to; None outside of plans."""
        return None

    @property
    def random(self) -> RandomStream:
        """The agent's own random stream, made when first asked for: most agents never do."""
        if self._random is None:
            self._random = RandomStream(self.seed, self.entity)
        return self._random

    @property
    def draws(self) -> int:
        """The state of the random stream; asking does not create the stream."""
        return 0 if self._random is None else self._random.draws

    def restore_draws(self, draws: int) -> None:
        """Put the random stream back to a state that `draws` gave."""
        if draws or self._random is not None:
            self.random.setstate(draws)

    def say(self, text: str) -> None:
        """Put words of the agent into the trace, where the story and the recording find them."""
        if self.tracer is not None:
            self.tracer(Said(self.entity, text))

    def send(self, receiver: int, kind: str, data: PlainData = None, delay: float = 0.0) -> bool:
        """Send a message to the entity with id `receiver`, now or `delay` seconds from now (rule F10).

        Returns:
            Whether the receiver has handled it already; False as well when it will be told later.

        Raises:
            UsageError: this context belongs to no world.
        """
        if self.post is None:
            raise UsageError(
                f"the message {kind!r} has nowhere to go",
                doing="sending a message",
                remedy="add the agent to a World, or give the context a post= of your own",
            )
        return self.post(self.entity, receiver, kind, data, delay)


class PartContext(Context):
    """The context of a part of a mind: that of the mind, with its one random stream, and something more.

    Args:
        outer: the context of the mind.
    """

    __slots__ = ("outer",)

    def __init__(self, outer: Context) -> None:
        super().__init__(
            outer.clock, seed=outer.seed, entity=outer.entity, tracer=outer.tracer, post=outer.post, host=outer.host
        )
        self.outer = outer

    @property
    def within(self) -> str:
        """See `Context.within`."""
        return self.outer.within

    @property
    def outermost(self) -> Context:
        """See `Context.outermost`."""
        return self.outer.outermost

    @property
    def target(self) -> Any:
        """See `Context.target`."""
        return self.outer.target

    @property
    def random(self) -> RandomStream:
        """The agent's one random stream."""
        return self.outer.random

    @property
    def draws(self) -> int:
        """The state of the agent's one random stream."""
        return self.outer.draws

    def restore_draws(self, draws: int) -> None:
        """See `Context.restore_draws`."""
        self.outer.restore_draws(draws)
