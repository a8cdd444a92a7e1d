"""The web server that `up` starts, over its sockets: what it accepts, refuses and closes."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from abyss_site.bootstrap.processes import any_free_port
from abyss_site.bootstrap.stack import COMMANDS, ROOT, command

PATIENCE = 60
# A separate site without a database: the server in front of it is what is tested.
PAGES = """
import json, os, time
from django.conf import settings
settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="s" * 40,
    WEB_MAX_CONNECTIONS=40, WEB_MAX_CONNECTIONS_PER_ADDRESS=20, TRUSTED_PROXIES=0, MIDDLEWARE=[],
    DATA_UPLOAD_MAX_MEMORY_SIZE=15 * 1024 * 1024)
import asyncio
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse, JsonResponse, StreamingHttpResponse
from django.urls import path
from abyss_site.core.http import connection_limits
from abyss_site.core.http import gateway
connection_limits.HEAD_SECONDS = 2.0
connection_limits.BODY_SECONDS = 2.0
connection_limits.READ_SECONDS = 3.0

def tell(request):
    told = {name: value for name, value in request.META.items() if isinstance(value, str)}
    return JsonResponse({"meta": told, "octets": len(request.body)})

def large(request):
    return HttpResponse(b"x" * 40_000_000)

def slow(request):
    time.sleep(float(request.GET["seconds"]))
    return JsonResponse({"pid": os.getpid()})

async def ticks():
    while True:
        yield b"tick\\n"
        await asyncio.sleep(0.1)

def stream(request):
    return StreamingHttpResponse(ticks(), content_type="text/plain")

def made(request):
    return StreamingHttpResponse((b"%d\\n" % n for n in range(1000)), content_type="text/plain")

def empty(request):
    return HttpResponse(status=304, headers={"Content-Length": "7"})

def broken(request):
    async def parts():
        yield b"one"
        raise ValueError("two")
    return StreamingHttpResponse(parts())

urlpatterns = [path("tell/", tell), path("large/", large), path("slow/", slow),
    path("stream/", stream), path("made/", made), path("empty/", empty), path("broken/", broken)]
application = gateway.Gateway(get_wsgi_application())
"""
# The tests act as the proxy.
BEHIND_PROXY = (
    'TRUSTED_PROXIES=1, TRUSTED_PROXY_NETWORKS=[__import__("ipaddress").ip_network("127.0.0.1")]'
)


class Server:
    """A running web server with one worker, so that its limits are those of one process."""

    def __init__(self, folder: Path, workers: int = 1, *, is_behind_proxy: bool = False) -> None:
        (folder / "some_pages.py").write_text(
            PAGES.replace("TRUSTED_PROXIES=0", BEHIND_PROXY) if is_behind_proxy else PAGES
        )
        self.port = any_free_port()
        line = COMMANDS["web"].replace("--workers 2", f"--workers {workers}")
        asked = ["--app", "some_pages:application", "--bind", f"127.0.0.1:{self.port}"]
        self.output = folder / "output"
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                command(line, *asked),
                cwd=ROOT,
                env={"PATH": os.environ["PATH"], "PYTHONPATH": f"{folder}:{ROOT}"},
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        return socket.create_connection(
            ("127.0.0.1", self.port), timeout=PATIENCE, source_address=(source, 0)
        )

    def exchange(self, sent: bytes) -> bytes:
        """Send octets; return everything until the server closes the connection."""
        with self.connect() as connection:
            connection.sendall(sent)
            return received(connection)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, named)
        answer = connection.getresponse()
        said = answer.read()
        connection.close()
        return SimpleNamespace(status=answer.status, headers=answer.headers, body=said)

    def meta(self, *lines: str) -> dict[str, str]:
        """Return the request.META of a request with these header lines."""
        head = "\r\n".join(["GET /tell/ HTTP/1.1", "Host: localhost", "Connection: close", *lines])
        body = self.exchange(f"{head}\r\n\r\n".encode("latin-1")).partition(b"\r\n\r\n")[2]
        told: dict[str, str] = json.loads(body)["meta"]
        return told

    def answers(self) -> bool:
        try:
            return bool(self.ask("GET", "/tell/").status == 200)
        except (OSError, http.client.HTTPException):
            return False

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(30)


def received(connection: socket.socket) -> bytes:
    said = b""
    try:
        while more := connection.recv(65536):
            said += more
    except ConnectionResetError:
        pass
    return said


def eventually(is_true: Callable[[], object], patience: float = PATIENCE) -> bool:
    give_up = time.monotonic() + patience
    while time.monotonic() < give_up:
        if is_true():
            return True
        time.sleep(0.05)
    return False


def seconds_until_closed(connection: socket.socket) -> float:
    begun = time.monotonic()
    received(connection)
    return time.monotonic() - begun


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    assert eventually(running.answers), running.output.read_text()
    yield running
    running.stop()


pytestmark = pytest.mark.xdist_group("web_server")


class TestWhatDjangoIsTold:
    def test_the_address_is_the_peers_whatever_headers_say(self, server: Server) -> None:
        told = server.meta("X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https")

        assert told["REMOTE_ADDR"] == "127.0.0.1"
        assert told["wsgi.url_scheme"] == "http"
        assert told["HTTP_X_FORWARDED_FOR"] == "192.0.2.1"

    def test_a_header_with_an_underscore_passes_for_no_other(self, server: Server) -> None:
        told = server.meta("X_Forwarded_For: 192.0.2.1", "X_Forwarded-For: 192.0.2.2")

        assert "HTTP_X_FORWARDED_FOR" not in told

    def test_a_header_that_comes_twice_is_told_in_order(self, server: Server) -> None:
        told = server.meta("X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 192.0.2.2")

        assert told["HTTP_X_FORWARDED_FOR"] == "192.0.2.1,192.0.2.2"

    def test_a_path_that_is_no_text_arrives_octet_by_octet(self, server: Server) -> None:
        said = server.exchange(
            b"GET /tell/%ff%00/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        )

        assert said.startswith(b"HTTP/1.1 404 ")

    def test_a_body_in_chunks_has_its_length(self, server: Server) -> None:
        told = json.loads(server.ask("POST", "/tell/", iter([b"a" * 70_000, b"b"])).body)

        assert told["octets"] == 70_001
        assert told["meta"]["CONTENT_LENGTH"] == "70001"

    def test_trailers_of_a_body_are_no_headers(self, server: Server) -> None:
        said = server.exchange(
            b"POST /tell/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
            b"Connection: close\r\n\r\n1\r\na\r\n0\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"
        )

        assert b"192.0.2.1" not in said and b'"octets": 1' in said

    def test_an_email_of_fifteen_megabytes_is_taken(self, server: Server) -> None:
        assert (
            json.loads(server.ask("POST", "/tell/", b"a" * 15_000_000).body)["octets"] == 15_000_000
        )

    def test_whoever_waits_to_send_is_asked_to_go_on(self, server: Server) -> None:
        with server.connect() as connection:
            connection.sendall(
                b"POST /tell/ HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n"
                b"Expect: 100-continue\r\nConnection: close\r\n\r\n"
            )
            first = connection.recv(65536)
            connection.sendall(b"ab")
            said = received(connection)

        assert first == b"HTTP/1.1 100 Continue\r\n\r\n"
        assert b'"octets": 2' in said


class TestBehindProxy:
    def test_a_visitor_has_no_more_requests_than_others_have_connections(
        self, tmp_path: Path
    ) -> None:
        """The connections of a proxy itself are not counted."""
        server, begun = Server(tmp_path, is_behind_proxy=True), []

        def begin(visitor: str) -> bytes:
            begun.append(server.connect())
            head = f"GET /stream/ HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {visitor}\r\n\r\n"
            begun[-1].sendall(head.encode())
            return begun[-1].recv(12)

        try:
            assert eventually(server.answers), server.output.read_text()
            first = {begin("192.0.2.1") for _ in range(20)}
            one_more, other = begin("192.0.2.1"), begin("192.0.2.2")
            begun[0].close()

            assert (first, one_more, other) == ({b"HTTP/1.1 200"}, b"HTTP/1.1 429", b"HTTP/1.1 200")
            assert eventually(lambda: begin("192.0.2.1") == b"HTTP/1.1 200")
        finally:
            for connection in begun:
                connection.close()
            server.stop()


class TestAnswers:
    def test_the_head_alone_is_sent_to_who_asks_for_it(self, server: Server) -> None:
        answer = server.ask("HEAD", "/large/")

        assert (answer.status, answer.body) == (200, b"")

    def test_what_has_no_body_has_no_length(self, server: Server) -> None:
        answer = server.ask("GET", "/empty/")

        assert (answer.status, answer.headers["Content-Length"]) == (304, None)

    def test_a_file_is_sent_while_it_is_made(self, server: Server) -> None:
        answer = server.ask("GET", "/made/")

        assert answer.body.split() == [b"%d" % n for n in range(1000)]

    def test_a_stream_that_breaks_ends_unfinished(self, server: Server) -> None:
        said = server.exchange(b"GET /broken/ HTTP/1.1\r\nHost: a\r\n\r\n")

        assert b"\r\none\r\n" in said and not said.endswith(b"0\r\n\r\n")

    def test_a_kept_stream_uses_no_thread(self, server: Server) -> None:
        listeners = [server.connect(f"127.0.0.{n}") for n in range(2, 18)]
        for listener in listeners:
            listener.sendall(b"GET /stream/ HTTP/1.1\r\nHost: a\r\n\r\n")
        heard = [listener.recv(100) for listener in listeners]

        begun = time.monotonic()
        assert server.answers()

        assert time.monotonic() - begun < 2
        assert all(one.startswith(b"HTTP/1.1 200 OK") for one in heard)
        for listener in listeners:
            listener.close()


@pytest.mark.parametrize(
    "head",
    [
        b"GET\r\n\r\n",
        b"GET /tell/ HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET /tell/ HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET /tell/ HTTP/1.1\r\nHost: a\r\n X: y\r\n\r\n",
        b"CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /tell/?" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /tell/ HTTP/1.1\r\n" + b"A: b\r\n" * 20_000 + b"\r\n",
        b"GET /tell/ HTTP/1.1\r\nA: " + b"b" * 200_000,
    ],
    ids=lambda head: head[:12].decode("latin-1"),
)
def test_what_is_no_request_is_refused(server: Server, head: bytes) -> None:
    said = server.exchange(head)

    assert said.startswith(b"HTTP/1.1 4") or said == b""
    assert server.answers()


class TestTooMuch:
    def test_a_body_that_is_announced_too_large_is_not_waited_for(self, server: Server) -> None:
        said = server.exchange(
            b"POST /tell/ HTTP/1.1\r\nHost: a\r\nContent-Length: 99000000\r\n\r\n"
        )

        assert said.startswith(b"HTTP/1.1 413 ")

    def test_a_body_in_chunks_that_never_ends_is_cut_off(self, server: Server) -> None:
        said = b""
        with server.connect() as connection:
            connection.sendall(
                b"POST /tell/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            chunk = b"%x\r\n%s\r\n" % (100_000, b"a" * 100_000)
            with pytest.raises(OSError):
                for _ in range(10_000):
                    connection.sendall(chunk)

        assert said == b"" and server.answers()

    def test_more_connections_of_one_address_than_may_be_are_sent_away(
        self, server: Server
    ) -> None:
        kept = [server.connect("127.0.0.9") for _ in range(20)]
        time.sleep(0.2)
        with server.connect("127.0.0.9") as one_more:
            refused = received(one_more)
        others = server.ask("GET", "/tell/").status
        for connection in kept:
            connection.close()

        assert (refused, others) == (b"", 200)

    def test_when_there_are_too_many_the_longest_idle_makes_room(self, server: Server) -> None:
        idle = [server.connect(f"127.0.1.{n}") for n in range(60)]

        statuses = [server.ask("GET", "/tell/").status for _ in range(5)]
        gone = seconds_until_closed(idle[0])
        for connection in idle:
            connection.close()

        assert statuses == [200] * 5
        assert gone < 1


class TestTooSlow:
    """Each of these used to occupy a thread or a place of gunicorn for as long as it liked."""

    @pytest.mark.sampled(3)
    @pytest.mark.parametrize(
        ("head", "drip"),
        [
            (b"", b""),
            (b"", b"\r\n"),
            (b"GET /tell/ HTTP/1.1\r\nHost: a\r\nA: ", b"b"),
            (b"POST /tell/ HTTP/1.1\r\nHost: a\r\nContent-Length: 999\r\n\r\n", b"b"),
            (b"GET /tell/ HTTP/1.1\r\nHost: a\r\n\r\n", b"\r\n"),
            (b"GET /tell/ HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nA: ", b"b"),
        ],
        ids=["nothing", "blank lines", "head", "body", "blank lines, later", "head, later"],
    )
    def test_whoever_sends_too_slowly_is_cut_off(
        self, server: Server, head: bytes, drip: bytes
    ) -> None:
        with server.connect() as connection:
            connection.settimeout(0.5)
            begun = time.monotonic()
            assert eventually(lambda: is_closed_after(connection, head, drip), patience=20)

        assert 1 < time.monotonic() - begun < 12

    def test_whoever_does_not_read_is_cut_off(self, server: Server) -> None:
        with server.connect() as connection:
            connection.sendall(b"GET /large/ HTTP/1.1\r\nHost: a\r\n\r\n")
            time.sleep(9)
            got = len(received(connection))

        assert got < 40_000_000

    def test_whoever_reads_steadily_is_served_to_the_end(self, server: Server) -> None:
        with server.connect() as connection:
            connection.sendall(b"GET /large/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            got = 0
            for _ in range(9):
                got += len(connection.recv(2_000_000))
                time.sleep(1)
            got += len(received(connection))

        assert got > 40_000_000


dripped: set[int] = set()


def is_closed_after(connection: socket.socket, head: bytes, drip: bytes) -> bool:
    """Send the next octets; return whether the server has closed the connection."""
    try:
        connection.sendall(head if connection.fileno() not in dripped else drip)
        dripped.add(connection.fileno())
        if connection.recv(65536) == b"":
            dripped.clear()
            return True
    except TimeoutError:
        return False
    except OSError:
        dripped.clear()
        return True
    return False


class TestWorkers:
    @pytest.fixture
    def two(self, tmp_path: Path) -> Iterator[Server]:
        running = Server(tmp_path, workers=2)
        assert eventually(running.answers), running.output.read_text()
        yield running
        if running.process.poll() is None:
            running.stop()

    def test_a_killed_worker_is_replaced_and_the_other_goes_on(self, two: Server) -> None:
        def workers() -> set[int]:
            said = [two.ask("GET", "/slow/?seconds=0.01").body for _ in range(30)]
            return {json.loads(one)["pid"] for one in said}

        assert eventually(lambda: len(workers()) == 2)
        killed, left = workers()
        os.kill(killed, signal.SIGKILL)

        assert eventually(lambda: len(workers() - {killed}) == 2)
        assert left in workers()

    def test_it_stops_within_seconds_with_streams_and_idle_connections(self, two: Server) -> None:
        listeners = [two.connect() for _ in range(10)]
        for listener in listeners[:5]:
            listener.sendall(b"GET /stream/ HTTP/1.1\r\nHost: a\r\n\r\n")
            assert listener.recv(100)
        begun = time.monotonic()

        code = two.stop()

        assert code == 0
        assert time.monotonic() - begun < 5
        assert received(listeners[0]).endswith(b"\r\n0\r\n\r\n")
        for listener in listeners:
            listener.close()

    def test_an_answer_that_is_being_worked_out_is_sent_before_it_stops(self, two: Server) -> None:
        with two.connect() as connection:
            connection.sendall(b"GET /slow/?seconds=2 HTTP/1.1\r\nHost: a\r\n\r\n")
            time.sleep(0.5)
            two.process.terminate()
            said = received(connection)

        assert said.startswith(b"HTTP/1.1 200 OK")
        assert two.process.wait(10) == 0
