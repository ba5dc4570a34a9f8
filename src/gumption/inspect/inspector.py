"""Opens the inspector: a server in a thread of its own."""

import asyncio
import contextlib
import secrets
import socket
import threading
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Self

from gumption.errors import UsageError
from gumption.inspect.feed import Feed
from gumption.inspect.history import History
from gumption.inspect.hub import Hub
from gumption.world.recording import FORMAT, Header
from gumption.world.world import World

if TYPE_CHECKING:
    import uvicorn

_START: float = 10.0
"""Wall seconds within which the server has to start, and to end."""


class Inspector:
    """Serves a feed on the loopback interface until it is closed; a context manager.

    Args:
        feed: what pages look at.
        hub: what feeds it.
        port: of the address; 0: any that is free.

    Raises:
        UsageError: the extra is not installed, or the port is taken.
    """

    def __init__(self, feed: Feed, hub: Hub | None = None, *, port: int = 0) -> None:
        self._feed = feed
        self._hub = hub
        self._token = secrets.token_urlsafe(16)
        with needing_the_extra():
            import uvicorn

            from gumption.inspect.server import Server
        self._server = Server(feed, self._token)
        self._socket = _listen(port)
        self.port: int = self._socket.getsockname()[1]
        config = uvicorn.Config(
            self._server.app,
            lifespan="off",
            ws="websockets-sansio",
            ws_max_size=64 * 1024,
            ws_per_message_deflate=False,
            http="h11",
            log_config=None,
            log_level="warning",  # below it the address would be logged, with the token
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._uvicorn = uvicorn.Server(config)
        self._ready = threading.Event()
        self._rung = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run, name="gumption inspector", daemon=True)
        self._thread.start()
        self._ready.wait(_START)
        feed.bell = self._ring

    @property
    def url(self) -> str:
        """The address of the page, with its token."""
        return f"http://127.0.0.1:{self.port}/?token={self._token}"

    def _run(self) -> None:
        asyncio.run(_serve(self._uvicorn, self._socket, self._started))

    def _started(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._ready.set()

    def _ring(self) -> None:
        """Wake all pages that would not look by themselves; from any thread, and once for many calls."""
        if self._loop is not None and not self._rung and self._server.sleeps:
            self._rung = True
            with contextlib.suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(self._answer_bell)

    def _answer_bell(self) -> None:
        self._rung = False
        self._server.ring()

    def end(self, problem: str | None = None) -> None:
        """Tell all pages that no tick will come any more; they can look back until `close`.

        Args:
            problem: why, if not because the run is over.
        """
        self._feed.end(problem)

    def wait(self, seconds: float | None = None) -> None:
        """In the world's thread, after its last tick: serve on, for so many wall seconds or until Ctrl-C."""
        end = threading.Event()
        left = seconds
        while left is None or left > 0:
            nap = 0.25 if left is None else min(left, 0.25)
            if self._hub is not None:
                self._hub.attend()
            end.wait(nap)
            left = None if left is None else left - nap

    def close(self) -> None:
        """Close all pages, and listen to the world no more. Closing again does nothing."""
        if self._hub is not None:
            self._hub.close()
            self._hub = None
        self.end()
        self._uvicorn.should_exit = True
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(_START)
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


async def _serve(
    server: "uvicorn.Server", listening: socket.socket, started: Callable[[asyncio.AbstractEventLoop], None]
) -> None:
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.001)
    started(asyncio.get_running_loop())
    await serving


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise UsageError(
            f"port {port} cannot be used: {getattr(error, 'strerror', None) or error}",
            doing="opening the inspector",
            remedy="give another port, or 0 for any that is free",
        ) from error
    return listening


@contextlib.contextmanager
def needing_the_extra() -> Generator[None]:
    """Import what only the extra brings.

    Raises:
        UsageError: it is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "websockets", "anyio", "h11"):
            raise
        raise UsageError(
            f"the inspector needs {error.name}, which is not installed",
            doing="opening the inspector",
            remedy="pip install 'gumption[inspect]'",
        ) from error


def attach(
    world: World,
    *,
    port: int = 0,
    control: bool = False,
    keep: bool = False,
    speed: float | None = None,
    limit: int = 100_000,
    title: str = "gumption",
    scenario: str | None = None,
) -> Inspector:
    """Open the inspector for a world; `print(inspector.url)`, and open that address in a browser.

    Only the agents that a page watches are traced, from when it begins to; what the others do it knows from glances at
    a few of them in each tick. While no page is open nothing is done at all. Call it in the thread that ticks the
    world.

    Args:
        world: to be looked at.
        port: of the address; 0: any that is free.
        control: let pages pause, step and pace the world: `tick` then waits as long as a page has paused it.
        keep: trace all agents from now on, so that a page can look back at each of them. It costs several times what
            their ticks cost.
        speed: simulated seconds a wall second, until a page sets another one; None: as fast as the world is driven.
            Needs `control`.
        limit: how many events are kept, about.
        title: of the page.
        scenario: what the world was built from, for the page.

    Raises:
        UsageError: the extra is not installed, or the port is taken.
    """
    from gumption import __version__

    header = Header(
        gumption=__version__,
        format=FORMAT,
        seed=world.seed,
        step=world.clock.step,
        on_error=world.on_error,
        scenario=scenario,
        entities=[],
        outlines={},
    )
    feed = Feed(title, header, History(limit), live=True, control=control)
    feed.speed = speed
    hub = Hub(world, feed, keep=keep)
    try:
        return Inspector(feed, hub, port=port)
    except BaseException:
        hub.close()
        raise
