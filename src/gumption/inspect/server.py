"""The web server: the page, and one WebSocket for each that is open."""

import asyncio
import secrets
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from gumption.inspect.feed import Feed
from gumption.inspect.viewer import Viewer
from gumption.inspect.wire import Answer, Problem, decode, encode

STATIC: Final = Path(__file__).parent / "static"
"""Where the built page is."""
FRAME: Final = 1 / 60
"""Seconds between two looks at what is new."""
MAX_VIEWERS: Final = 32
IDLE: Final = 6
"""Looks without anything new, after which it waits to be woken. Until then it looks itself: waking costs the world."""

_HEADERS: Final = {
    b"content-security-policy": b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    b"connect-src 'self' ws://127.0.0.1:* ws://localhost:*; frame-ancestors 'none'; base-uri 'none'",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"cross-origin-resource-policy": b"same-origin",
}


class Gate:
    """Turns away whoever does not ask for this machine by name, or comes from another site's page.

    A page of another site reaches the loopback interface with the browser's help: directly, then `Origin` tells, or
    under a name of its own that it lets point here, then `Host` tells.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if not _from_here(HTTPConnection(scope)):
            await self._refuse(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *_HEADERS.items()]
            await send(message)

        await self._app(scope, receive, send_with_headers)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocket(scope, receive, send).close(4403)
        else:
            await PlainTextResponse("This page is for this machine only.\n", 403)(scope, receive, send)


def _from_here(request: HTTPConnection) -> bool:
    server = request.scope.get("server") or ("", 0)
    hosts = {f"{name}:{server[1]}" for name in ("127.0.0.1", "localhost")}
    if server[1] == 80:
        hosts |= {"127.0.0.1", "localhost"}
    origin = request.headers.get("origin")
    return request.headers.get("host") in hosts and (origin is None or origin in {f"http://{each}" for each in hosts})


class Server:
    """The application for one feed.

    Args:
        feed: what pages look at.
        token: what they have to know.
    """

    def __init__(self, feed: Feed, token: str) -> None:
        self._feed = feed
        self._token = token
        self._lines: set[_Line] = set()
        routes: list[BaseRoute] = [Route("/", self._page), WebSocketRoute("/ws", self._socket)]
        if STATIC.is_dir():
            routes.append(Mount("/", StaticFiles(directory=STATIC)))
        self.app: Final[ASGIApp] = Gate(Starlette(routes=routes))

    @property
    def sleeps(self) -> bool:
        """Whether there is a page that would not look by itself."""
        return any(line.sleeps for line in tuple(self._lines))

    def ring(self) -> None:
        """Something is new; in the server's thread."""
        for line in self._lines:
            line.bell.set()

    def _knows_token(self, request: HTTPConnection) -> bool:
        given = request.query_params.get("token", "")
        return secrets.compare_digest(given.encode("utf-8", "replace"), self._token.encode())

    async def _page(self, request: Request) -> Response:
        if not self._knows_token(request):
            return PlainTextResponse("Open the whole address that was printed, with its token.\n", 403)
        page = STATIC / "index.html"
        if not page.is_file():
            problem = "The page was not built: run `npm ci && npm run build` in frontend/. The socket is at /ws.\n"
            return PlainTextResponse(problem, 503)
        return FileResponse(page, headers={"cache-control": "no-store"})

    async def _socket(self, socket: WebSocket) -> None:
        if not self._knows_token(socket) or len(self._lines) >= MAX_VIEWERS:
            await socket.close(4403)
            return
        await socket.accept()
        viewer = Viewer(self._feed)
        self._feed.enter(viewer)
        line = _Line(socket, viewer)
        self._lines.add(line)
        talking = asyncio.create_task(line.talk())
        try:
            await line.listen()
        finally:
            self._lines.remove(line)
            self._feed.leave(viewer)
            talking.cancel()
            await asyncio.gather(talking, return_exceptions=True)


class _Line:
    """The conversation with one page."""

    def __init__(self, socket: WebSocket, viewer: Viewer) -> None:
        self._socket = socket
        self._viewer = viewer
        self.bell: Final = asyncio.Event()
        self.sleeps = False
        self._turn = asyncio.Lock()  # what is known is told in the order in which it was found out

    async def talk(self) -> None:
        """Tell what is new: in every frame as long as there is something, else when the bell rings."""
        idle = 0
        try:
            while True:
                self.bell.clear()
                self.sleeps = idle >= IDLE  # before it looks: what comes from now on rings
                async with self._turn:
                    messages = self._viewer.news()
                    await self._send(messages)
                idle = 0 if messages else idle + 1
                if not messages and self.sleeps:
                    await self.bell.wait()
                    idle = 0
                self.sleeps = False
                await asyncio.sleep(FRAME)
        except (WebSocketDisconnect, RuntimeError):  # it has gone; whoever listens hears of it
            return

    async def listen(self) -> None:
        """Serve what the page asks for, until it has gone."""
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                async with self._turn:
                    await self._send(self._answer(message.get("text") or message.get("bytes") or b""))
        except (WebSocketDisconnect, RuntimeError):
            return

    def _answer(self, text: str | bytes) -> list[Answer]:
        try:
            request = decode(text)
        except ValueError as error:
            return [Problem(str(error))]
        return self._viewer.answer(request)

    async def _send(self, messages: list[Answer]) -> None:
        for message in messages:
            await self._socket.send_text(encode(message))
