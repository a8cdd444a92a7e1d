"""`bench events`: the latency of many streams of programs or open pages, and what each costs."""

from __future__ import annotations

import os
import selectors
import socket
import time

from django.db import connection
from django.urls import reverse
from django.utils import timezone

from abyss_site.bootstrap.stack import COMMANDS
from devtools.bench import clients
from devtools.bench.stopwatch import Figures
from games.api.event_stream import LOOK_EVERY
from games.models import Player
from games.services import change_marks, player_events, tokens
from games.services.player_events import Fresh, Kind
from games.web.page_updates import Subscription

# Number of players: the programs of a player may send 1,200 requests a minute.
PLAYERS = 20
REQUEST_HEADERS = "HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
# Seconds without events, to measure the cost of waiting alone.
IDLE = 5.0
PATIENCE = 30.0


def measure_events(listeners: int, rounds: int, *, of_pages: bool = False) -> Figures:
    """Send `rounds` events to all listeners at once and return latency and processor time.

    The listeners are programs, or open pages whose marks change.
    """
    people = [Player.objects.create_user(f"listener{n}@example.org") for n in range(PLAYERS)]
    requests = [_ask_as_page(player) if of_pages else _ask_as_program(player) for player in people]
    connection.close()
    port = clients.free_port()
    with clients.run_server(COMMANDS["web"], port, dict(os.environ)) as server:
        cpu_before, started_at = clients.processor_time(server.pid), time.perf_counter()
        streams = [
            _open_stream(port, requests[number % PLAYERS], b"data: " if of_pages else b"retry: ")
            for number in range(listeners)
        ]
        opening = clients.processor_time(server.pid) - cpu_before
        opening_seconds = time.perf_counter() - started_at
        cpu_before = clients.processor_time(server.pid)
        time.sleep(IDLE)
        idle = clients.processor_time(server.pid) - cpu_before
        cpu_before = clients.processor_time(server.pid)
        latencies = sorted(
            late for _ in range(rounds) for late in _time_round(people, streams, of_pages=of_pages)
        )
        telling = clients.processor_time(server.pid) - cpu_before
        for stream in streams:
            stream.close()
    many = len(latencies)
    return {
        "listeners": listeners,
        "told": many,
        "p50_ms": round(latencies[many // 2] * 1000, 1),
        "p99_ms": round(latencies[many * 99 // 100] * 1000, 1),
        "cpu_us_for_each_event_and_listener": round(telling / many * 1e6, 1),
        "cpu_us_to_begin_a_stream": round(opening / listeners * 1e6, 1),
        "streams_begun_per_second": round(listeners / opening_seconds),
        "cpu_of_waiting": f"{idle / IDLE:.1%} of a core",
        "bounded_by": {
            "ms between two looks for what is new": 0 if of_pages else LOOK_EVERY * 1000
        },
    }


def _ask_as_program(player: Player) -> str:
    secret = tokens.make_token(player, name="bench", scopes=["read"])[1]
    return f"GET /api/v1/me/events/ {REQUEST_HEADERS}Authorization: Bearer {secret}\r\n\r\n"


def _ask_as_page(player: Player) -> str:
    path = reverse("live", args=[Subscription(player.pk, "player").sign()])
    return f"GET {path} {REQUEST_HEADERS}\r\n"


def _open_stream(port: int, request: str, sign: bytes) -> socket.socket:
    """Return the socket of an event stream that has started, which `sign` tells."""
    stream = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    stream.sendall(request.encode())
    data = b""
    while sign not in data:
        more = stream.recv(4096)
        if not more:
            raise RuntimeError(f"no stream: {data[:200]!r}")
        data += more
    return stream


def _time_round(
    people: list[Player], streams: list[socket.socket], *, of_pages: bool
) -> list[float]:
    """Cause an event for everybody; return the seconds until each listener received it."""
    fresh = [Fresh(player.pk, Kind.MOVED, {"match": 1}) for player in people]
    waiting, latencies = selectors.DefaultSelector(), list[float]()
    for stream in streams:
        waiting.register(stream, selectors.EVENT_READ)
    started_at = time.perf_counter()
    if of_pages:
        change_marks.mark_players_changed([player.pk for player in people])
    else:
        player_events.write_events(fresh, now=timezone.now())
    while len(latencies) < len(streams):
        ready = waiting.select(PATIENCE)
        if not ready:
            raise RuntimeError(f"{len(streams) - len(latencies)} listeners have heard nothing")
        for key, _events in ready:
            if (b"data: " if of_pages else b"event: moved") in key.fileobj.recv(65536):  # type: ignore[union-attr]
                waiting.unregister(key.fileobj)
                latencies.append(time.perf_counter() - started_at)
    waiting.close()
    return latencies
