"""Where messages come from: a server's socket, or a feed in this program."""

import contextlib
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol
from urllib.parse import urlsplit, urlunsplit

import msgspec

from gumption.errors import UsageError
from gumption.inspect.feed import Feed
from gumption.inspect.inspector import needing_the_extra
from gumption.inspect.viewer import Viewer
from gumption.inspect.wire import Answer, Request, encode

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

FIRST_DELAY: Final = 0.5
LONGEST_DELAY: Final = 10.0
"""Wall seconds between two tries to reach a server that went away: each one waits twice as long as the one before."""
_MAX_SIZE: Final = 256 * 1024 * 1024
"""Bytes that a message may have: `hello` has a line for each agent."""
_REFUSED: Final = (401, 403)


class Source(Protocol):
    """A server, or what stands for one."""

    @property
    def trouble(self) -> str | None:
        """Why nothing comes, in words; None: all is well."""
        ...

    def send(self, request: Request) -> None:
        """Ask for something; does nothing while there is no connection."""
        ...

    def receive(self, seconds: float) -> Sequence[Answer]:
        """The next messages; waits for them so many wall seconds at most."""
        ...

    def close(self) -> None:
        """Ask no more."""
        ...


class SocketSource:
    """A server that speaks the wire of docs/inspector.md. Comes back when the connection is lost.

    Args:
        address: of its page, with the token.

    Raises:
        UsageError: it is no such address, nobody is there, or the token is not known there; the last one from
            `receive` as well, when another server has taken the place of the first one.
    """

    def __init__(self, address: str) -> None:
        self._url = socket_address(address)
        self._place = urlsplit(address).netloc
        self._delay = FIRST_DELAY
        self._next = 0.0
        self._open = contextlib.ExitStack()  # holds the connection
        self._socket: ClientConnection | None = None
        self.trouble: str | None = None
        try:
            self._socket = self._connect()
        except OSError as error:
            raise UsageError(
                f"nobody answers at {self._place}: {error.strerror or error or type(error).__name__}",
                doing="looking at a running world",
                remedy="give the whole address that `gumption run --inspect` or `attach` printed, while it runs",
            ) from error

    def _connect(self) -> "ClientConnection":
        with needing_the_extra():
            from websockets.exceptions import InvalidHandshake, InvalidStatus, InvalidURI
            from websockets.sync.client import connect
        try:
            return self._open.enter_context(
                connect(self._url, proxy=None, compression=None, max_size=_MAX_SIZE, close_timeout=1)
            )
        except InvalidStatus as error:
            if error.response.status_code not in _REFUSED:
                raise ConnectionError(f"it answers with {error.response.status_code}") from error
            raise UsageError(
                f"the server at {self._place} does not know this token",
                doing="looking at a running world",
                remedy="give the whole address that it printed, with its token; each start has another one",
            ) from error
        except (InvalidHandshake, InvalidURI) as error:
            raise ConnectionError(str(error)) from error

    def send(self, request: Request) -> None:
        """See `Source`."""
        from websockets.exceptions import ConnectionClosed

        if self._socket is not None:
            try:
                self._socket.send(encode(request))
            except ConnectionClosed:
                self._lose()

    def receive(self, seconds: float) -> Sequence[Answer]:
        """See `Source`."""
        if self._socket is None and not self._come_back(seconds):
            return ()
        return self._read(seconds)

    def _read(self, seconds: float) -> Sequence[Answer]:
        from websockets.exceptions import ConnectionClosed

        assert self._socket is not None
        try:
            text = self._socket.recv(timeout=seconds)
        except TimeoutError:
            return ()
        except ConnectionClosed:
            self._lose()
            return ()
        self._delay, self.trouble = FIRST_DELAY, None
        return decode(text)

    def _lose(self) -> None:
        self.close()
        self._next = time.monotonic() + self._delay
        self.trouble = f"no connection to the world; trying again in {self._delay:g} s"
        self._delay = min(self._delay * 2, LONGEST_DELAY)

    def _come_back(self, seconds: float) -> bool:
        left = self._next - time.monotonic()
        if left > 0:
            time.sleep(min(left, seconds))
            return False
        try:
            self._socket = self._connect()
        except OSError:
            self._lose()
        return self._socket is not None

    def close(self) -> None:
        """See `Source`."""
        self._socket = None
        self._open.close()


def socket_address(address: str) -> str:
    """That of the socket, from that of the page.

    Raises:
        UsageError: it is the address of no page.
    """
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or "token=" not in parts.query:
        raise UsageError(
            f"{address!r} is not the address of an inspector",
            doing="looking at a running world",
            remedy="give the whole one that was printed: http://127.0.0.1:PORT/?token=TOKEN (in quotes in a shell)",
        )
    return urlunsplit(("wss" if parts.scheme == "https" else "ws", parts.netloc, "/ws", parts.query, ""))


_ANSWERS: Final[msgspec.json.Decoder[Answer]] = msgspec.json.Decoder(Answer)


def decode(text: str | bytes) -> Sequence[Answer]:
    """A message of a server; none if it is of no type that is known, which is to be passed over."""
    try:
        return (_ANSWERS.decode(text),)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ()


class FeedSource:
    """A feed in this program: neither server nor socket.

    Args:
        feed: what is looked at.
    """

    trouble: str | None = None

    def __init__(self, feed: Feed) -> None:
        self._viewer = Viewer(feed)
        self._answers: list[Answer] = []

    def send(self, request: Request) -> None:
        """See `Source`."""
        self._answers += self._viewer.answer(request)

    def receive(self, seconds: float) -> Sequence[Answer]:
        """See `Source`; never waits."""
        answers, self._answers = [*self._answers, *self._viewer.news()], []
        return answers

    def close(self) -> None:
        """See `Source`."""
