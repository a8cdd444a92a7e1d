"""Run Django's WSGI handler under an ASGI server: pages in threads, streams on the event loop.

A thread is needed only while Django computes a page. The event loop reads the request body before
and sends the response afterwards. So a client that sends or reads slowly occupies a connection, but
neither a thread nor the thread's database connection.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.http import FileResponse

from abyss_site.core.http.proxies import forwarded_network

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Handler = Callable[[dict[str, object], Callable[..., Any]], Any]
Headers = list[tuple[bytes, bytes]]

# Number of pages that one process computes at once; each thread keeps a database connection.
THREADS = 4
# Maximum number of requests waiting for a thread, about a second of work; more are refused.
MOST_WAITING = 300
# Maximum size of a request. An e-mail of ten megabytes, as providers encode it, has less than
# fifteen.
MOST_OCTETS = 16 * 1024 * 1024
# So many digits of a length are read: more than any body that is accepted has.
MOST_DIGITS = 15
# A body up to this size is always accepted; larger ones share MOST_OCTETS_HELD in each process.
SMALL_BODY = 64 * 1024
MOST_OCTETS_HELD = 96 * 1024 * 1024
# What monitoring asks has threads of its own, so that it is answered while all others wait. Cookies
# are dropped: a session would be looked up in the database that may hang.
HEALTH_PATH, METRICS_PATH = "/health/", "/metrics"
# Seconds after which /health/ is answered without the report of its view, whatever that waits for.
HEALTH_SECONDS = 2.8
HEALTH_HUNG = b'{"ok": false, "web": {"ok": true}, "error": "Timeout"}'
# Whether a view may return an endless stream; elsewhere (runserver, tests) it may not.
KEEPS_STREAMS = "abyss_site.keeps_streams"


class RequestRefused(Exception):
    """A request that is refused before Django sees it."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


class ClientDisconnected(Exception):
    """The client has closed the connection."""


@dataclass
class Answer:
    """Django's response; `rest` continues after `body`."""

    status: int
    headers: Headers
    response: Any
    body: bytes = b""
    is_streamed: bool = False


class Gateway:
    """The ASGI application, one per process."""

    def __init__(self, handler: Handler, threads: int = THREADS) -> None:
        self.handler = handler
        self.pages = ThreadPoolExecutor(threads, "page")
        # Generated files are produced one after the other.
        self.files = ThreadPoolExecutor(1, "file")
        # One that hangs leaves the other.
        self.probes = {
            HEALTH_PATH: ThreadPoolExecutor(2, "health"),
            METRICS_PATH: ThreadPoolExecutor(1, "metrics"),
        }
        # The requests for /health/ that are being answered: whoever asks meanwhile, in the same
        # way, gets the same answer.
        self.checks = dict[tuple[str, ...], asyncio.Task[Answer]]()
        self.waiting = 0
        # Open requests, by the visitor behind one of our proxies.
        self.of_visitor = Counter[str]()
        self.octets_held = 0
        self.streams = set[asyncio.Task[None]]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self.counted(scope):
                with self.held_body() as body:
                    await body.read(scope, receive)
                    answer = await self.find_answer(environ_of(scope, body.octets))
                await self.send_answer(answer, receive, send)
        except RequestRefused as refusal:
            await send_refusal(send, refusal)
        except ClientDisconnected:
            pass

    def end_streams(self) -> None:
        """End all streams, so that the process can stop; listeners reconnect."""
        for stream in self.streams:
            stream.cancel()

    @contextmanager
    def counted(self, scope: Scope) -> Iterator[None]:
        """Count a request during the block for the visitor behind one of our proxies.

        Without a proxy, connections are counted instead. Raises RequestRefused above the limit.
        """
        visitor = visitor_behind_proxy(scope)
        if not visitor:
            yield
            return
        if self.of_visitor[visitor] >= settings.WEB_MAX_CONNECTIONS_PER_ADDRESS:
            raise RequestRefused(
                429, "Too many requests of yours are waiting, please come back later."
            )
        self.of_visitor[visitor] += 1
        try:
            yield
        finally:
            self.of_visitor[visitor] -= 1
            if not self.of_visitor[visitor]:
                del self.of_visitor[visitor]

    @contextmanager
    def held_body(self) -> Iterator[Body]:
        """Yield a body that counts against the memory limit of this process during the block."""
        body = Body(self)
        try:
            yield body
        finally:
            self.octets_held -= body.counted

    async def find_answer(self, environ: dict[str, object]) -> Answer:
        if (path := environ["PATH_INFO"]) not in self.probes:
            return await self.ask_django(environ, self.pages)
        environ.pop("HTTP_COOKIE", None)
        if path == HEALTH_PATH:
            return await self.check_health(environ)
        return await self.ask_django(environ, self.probes[path])

    async def check_health(self, environ: dict[str, object]) -> Answer:
        """Return the answer of /health/, or one without a report if that takes too long."""
        names = ("REQUEST_METHOD", "HTTP_HOST", "HTTP_ACCEPT_ENCODING", "HTTP_X_FORWARDED_PROTO")
        key = tuple(str(environ.get(name, "")) for name in names)
        if key not in self.checks:
            check = asyncio.create_task(self.ask_django(environ, self.probes[HEALTH_PATH]))
            self.checks[key] = check
            check.add_done_callback(lambda _: self.checks.pop(key, None))
        try:
            return await asyncio.wait_for(asyncio.shield(self.checks[key]), HEALTH_SECONDS)
        except TimeoutError:
            return hung_answer()

    async def ask_django(self, environ: dict[str, object], threads: ThreadPoolExecutor) -> Answer:
        if threads is self.pages and self.waiting >= MOST_WAITING:
            raise RequestRefused(503, "Too many requests are waiting, please come back later.")
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(threads, run_handler, self.handler, environ)
        finally:
            self.waiting -= 1

    async def send_answer(self, answer: Answer, receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
        await send(start)
        if answer.is_streamed:
            await self.send_parts(answer.response, receive, send)
        await send({"type": "http.response.body", "body": answer.body})

    async def send_parts(self, response: Any, receive: Receive, send: Send) -> None:
        """Send the parts of a response until it ends, the client goes, or the process stops."""
        parts = aiter(response) if response.is_async else self.iterate_generated_parts(response)
        sending = asyncio.create_task(send_each(parts, send))
        leaving = asyncio.create_task(wait_until_gone(receive))
        self.streams.add(sending)
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.streams.discard(sending)
            leaving.cancel()
            sending.cancel()
            with suppress(asyncio.CancelledError):
                await sending
            await self.close(response)

    async def close(self, response: Any) -> None:
        if response.is_async:
            response.close()
        else:
            # After the part that may still be in production.
            await asyncio.get_running_loop().run_in_executor(self.files, response.close)

    async def iterate_generated_parts(self, response: Any) -> AsyncIterator[bytes]:
        """Yield the parts of a generated file; a single thread produces them."""
        loop, parts = asyncio.get_running_loop(), iter(response)
        while (part := await loop.run_in_executor(self.files, next, parts, None)) is not None:
            yield part


class Body:
    """The body of one request, read completely before it is processed."""

    def __init__(self, gateway: Gateway) -> None:
        self.gateway = gateway
        self.octets = b""
        self.counted = 0

    async def read(self, scope: Scope, receive: Receive) -> None:
        """Read all of it.

        Raises RequestRefused if it is too large, ClientDisconnected if it never arrives.
        """
        if announced_octets(scope) > MOST_OCTETS:
            raise RequestRefused(413, "The request is too large.")
        message = await receive()
        if message["type"] == "http.request" and not message.get("more_body"):
            self.octets = message["body"]
            return
        parts = bytearray()
        while message["type"] == "http.request":
            parts += message.get("body", b"")
            self.count(len(parts))
            if not message.get("more_body"):
                self.octets = bytes(parts)
                return
            message = await receive()
        raise ClientDisconnected

    def count(self, octets: int) -> None:
        if octets > MOST_OCTETS:
            raise RequestRefused(413, "The request is too large.")
        if octets <= SMALL_BODY:
            return
        self.gateway.octets_held += octets - self.counted
        self.counted = octets
        if self.gateway.octets_held > MOST_OCTETS_HELD:
            raise RequestRefused(503, "Too much is being sent at once, please come back later.")


def visitor_behind_proxy(scope: Scope) -> str:
    """Return the visitor behind one of our proxies, "" if the request did not come through one."""
    if not settings.TRUSTED_PROXIES:
        return ""
    values = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer = (scope.get("client") or ("", 0))[0]
    return forwarded_network(peer, b",".join(values).decode("latin-1"))


def announced_octets(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value[:MOST_DIGITS])
    return 0


def environ_of(scope: Scope, body: bytes) -> dict[str, object]:
    """Return the PEP 3333 environment of a request."""
    host, port = scope.get("server") or ("localhost", 0)
    client = scope.get("client") or ("", 0)
    environ: dict[str, object] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "REMOTE_PORT": str(client[1]),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        KEEPS_STREAMS: scope["method"] != "HEAD",
    }
    add_headers(environ, scope["headers"])
    if body:
        # A chunked body has no Content-Length.
        environ["CONTENT_LENGTH"] = str(len(body))
    return environ


def add_headers(environ: dict[str, object], headers: Headers) -> None:
    """Add the headers under their CGI names.

    Names with an underscore are skipped: they would be mistaken for headers with a hyphen, such as
    those that only a proxy may set.
    """
    for raw_name, raw_value in headers:
        if b"_" in raw_name or raw_name == b"transfer-encoding":
            continue
        name, value = (
            raw_name.decode("latin-1").upper().replace("-", "_"),
            raw_value.decode("latin-1"),
        )
        key = name if name in {"CONTENT_TYPE", "CONTENT_LENGTH"} else f"HTTP_{name}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value


def run_handler(handler: Handler, environ: dict[str, object]) -> Answer:
    """Let Django answer; runs in a thread."""
    start_arguments: list[Any] = []
    response = handler(environ, lambda *line: start_arguments.extend(line))
    status, headers = int(start_arguments[0].split(" ", 1)[0]), headers_of(start_arguments[1])
    if is_streamed(response):
        return Answer(status, headers, response, is_streamed=True)
    try:
        body = b"".join(response)
    finally:
        response.close()
    # A response without a body has no length either.
    if status not in (204, 304):
        headers.append((b"content-length", str(len(body)).encode()))
    return Answer(status, headers, response, body)


def hung_answer() -> Answer:
    """Return what /health/ says if its view hangs."""
    headers = [
        (b"content-type", b"application/json"),
        (b"cache-control", b"no-store"),
        (b"content-length", str(len(HEALTH_HUNG)).encode()),
    ]
    return Answer(503, headers, None, HEALTH_HUNG)


def headers_of(pairs: list[tuple[str, str]]) -> Headers:
    """Return the headers to send, without Content-Length, which is computed here."""
    lower = [(name.lower(), value) for name, value in pairs]
    return [
        (name.encode("latin-1"), value.encode("latin-1"))
        for name, value in lower
        if name != "content-length"
    ]


def is_streamed(response: object) -> bool:
    """Return whether a response is generated while it is sent; existing files are read at once."""
    return getattr(response, "streaming", False) and not isinstance(response, FileResponse)


async def send_each(parts: AsyncIterator[bytes], send: Send) -> None:
    async for part in parts:
        await send({"type": "http.response.body", "body": part, "more_body": True})


async def wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def send_refusal(send: Send, refusal: RequestRefused) -> None:
    """Send a refusal and close the connection, because the body may not have been read."""
    body = f"{refusal.reason}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    if refusal.status in (429, 503):
        headers.append((b"retry-after", b"2"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
