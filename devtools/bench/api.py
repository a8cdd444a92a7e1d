"""`bench api`: programs answer and read over HTTP, compared with a bare view on the same web
server."""

from __future__ import annotations

import json
import os
from itertools import cycle
from typing import Any
from uuid import UUID, uuid4

from django.db import connection

from abyss_site.bootstrap.stack import COMMANDS
from devtools.bench import clients, layers, sample_matches
from devtools.bench.clients import Action, Connection
from devtools.bench.shape import TABLES
from devtools.bench.stopwatch import Figures
from games.models import Match, Player
from games.services import tokens

CLIENTS = 8
# Number of matches per client, because one may end during the measurement. Readers take turns as
# different players, whose programs may send 1,200 requests a minute.
MATCHES = 6
# The next question of each match.
TOKENS = """
SELECT DISTINCT ON (match_id) match_id, token, seat FROM games_prompt
WHERE match_id = ANY(%s) AND closed_at IS NULL AND answered_at IS NULL ORDER BY match_id, seat
"""
BODY = b'{"line": "1"}'
PROFILED_SERVER = (
    "abyss_site.core.http.web_server --workers 1 --app devtools.bench.profiled:application"
)


def profile_api(seconds: float) -> Figures:
    """Return the microseconds of an answer by layer, with 8 clients and a single worker.

    The timers themselves cost some: compare the layers with each other.
    """
    shares, port = _deal_matches(), clients.free_port()
    with clients.run_server(PROFILED_SERVER, port, dict(os.environ)) as server:
        actions: list[Action] = [_Answers(share) for share in shares]
        clients.measure_clients(server, port, actions, 1)
        clients.Connection(port).ask("GET", layers.PATH)
        figures = clients.measure_clients(server, port, actions, seconds)
        _status, body = clients.Connection(port).ask("GET", layers.PATH)
    # The only worker is the process itself, whose time `clients` does not see.
    del figures["cpu_us"]
    return {"answer": figures, "cpu_us_by_layer": json.loads(body)}


def measure_api(seconds: float) -> Figures:
    """Let 8 clients answer, read matches and histories, and read again what has not changed."""
    shares = _deal_matches()
    port, figures = clients.free_port(), dict[str, Any]()
    with clients.run_server(COMMANDS["web"], port, dict(os.environ)) as server:

        def measure(actions: list[Action]) -> object:
            return clients.measure_clients(server, port, actions, seconds)

        figures["decisions"] = measure([_Answers(share) for share in shares])
        for part in ("view", "history"):
            reads = [_Reads(share, part) for share in shares]
            figures[part] = measure([*reads])
            figures[f"{part}, unchanged"] = measure([read.read_again() for read in reads])
    figures["bare Django transaction of the same shape"] = _measure_bare_view(seconds)
    bare = figures["bare Django transaction of the same shape"]["per_second"]
    figures["decisions_to_bare"] = round(figures["decisions"]["per_second"] / bare, 2)
    return figures


def measure_answers(seconds: float) -> object:
    """Let 8 clients answer."""
    shares, port = _deal_matches(), clients.free_port()
    with clients.run_server(COMMANDS["web"], port, dict(os.environ)) as server:
        actions: list[Action] = [_Answers(share) for share in shares]
        return clients.measure_clients(server, port, actions, seconds)


def _deal_matches() -> list[list[tuple[Match, list[str]]]]:
    """Return a share of the matches for each client."""
    running = [_deal_match(number) for number in range(CLIENTS * MATCHES)]
    connection.close()
    return [running[number::CLIENTS] for number in range(CLIENTS)]


def _deal_match(number: int) -> tuple[Match, list[str]]:
    """Return a match of four new players and a token of each that may read and play."""
    sitting = [
        Player.objects.create_user(f"reader{number}-{seat}@example.org") for seat in range(4)
    ]
    match = sample_matches.deal_match("abyss", number, sitting)
    scopes = ("read", "play")
    return match, [tokens.make_token(player, name="bench", scopes=scopes)[1] for player in sitting]


class _Answers:
    """Answers the prompts of some matches in turn, with the first answer of each."""

    def __init__(self, dealt_matches: list[tuple[Match, list[str]]]) -> None:
        self.secrets = {match.pk: secrets for match, secrets in dealt_matches}
        self.next = list[tuple[str, str]]()

    def __call__(self, client: Connection) -> None:
        token, secret = self._token()
        path, headers = f"/api/v1/prompts/{token}/answer/", {"Authorization": f"Bearer {secret}"}
        status, body = client.ask("POST", path, BODY, **headers)
        if status != 200:
            raise RuntimeError(f"{status}: {body[:200]!r}")

    def _token(self) -> tuple[str, str]:
        """Return the token of an open prompt, and the secret of the player who is asked.

        They are looked up for all matches at once: the bare view reports its next prompt itself.
        """
        if not self.next:
            with connection.cursor() as cursor:
                cursor.execute(TOKENS, [list(self.secrets)])
                self.next = [(token, self.secrets[pk][seat]) for pk, token, seat in cursor]
        if not self.next:
            raise RuntimeError("All matches have ended; measure for fewer seconds.")
        return self.next.pop()


class _Reads:
    """Requests a part of some matches in turn, each time as another of their players."""

    def __init__(self, share: list[tuple[Match, list[str]]], part: str) -> None:
        self.tags = dict[tuple[str, str], str]()
        self.turn = cycle(
            [
                (f"/api/v1/matches/{match.number}/{part}/", secret)
                for match, secrets in share
                for secret in secrets
            ]
        )

    def __call__(self, client: Connection) -> None:
        path, secret = at = next(self.turn)
        status, body = client.ask("GET", path, b"", Authorization=f"Bearer {secret}")
        if status != 200:
            raise RuntimeError(f"{status}: {body[:200]!r}")
        self.tags[at] = client.head.lower().partition("\r\netag: ")[2].split("\r\n")[0]

    def read_again(self) -> Action:
        """Return an action that repeats the requests with their ETags."""
        tags = cycle(self.tags.items())

        def read_unchanged(client: Connection) -> None:
            (path, secret), tag = next(tags)
            headers = {"Authorization": f"Bearer {secret}", "If_None_Match": tag}
            status, body = client.ask("GET", path, b"", **headers)
            if status != 304:
                raise RuntimeError(f"{status}: {body[:200]!r}")

        return read_unchanged


def _measure_bare_view(seconds: float) -> object:
    ids = [uuid4() for _ in range(CLIENTS * MATCHES)]
    with connection.cursor() as cursor:
        for table, columns in TABLES.items():
            cursor.execute(f"CREATE TABLE b_{table} ({columns})")
        for match_id in ids:
            cursor.execute("INSERT INTO b_match VALUES (%s, %s, 0)", (match_id, os.urandom(1000)))
    port, line = clients.free_port(), f"{COMMANDS['web']} --app devtools.bench.bare:application"
    actions: list[Action] = [_Decides(ids[number::CLIENTS]) for number in range(CLIENTS)]
    with clients.run_server(line, port, dict(os.environ)) as server:
        return clients.measure_clients(server, port, actions, seconds)


class _Decides:
    """Submits decisions for some rows in turn, each time about the prompt opened last."""

    def __init__(self, ids: list[UUID]) -> None:
        self.opened = {match_id: str(uuid4()) for match_id in ids}
        self.turn = cycle(ids)

    def __call__(self, client: Connection) -> None:
        match_id = next(self.turn)
        body = json.dumps({"prompt": self.opened[match_id]}).encode()
        status, response = client.ask("POST", f"/{match_id}/", body)
        if status != 200:
            raise RuntimeError(f"{status}: {response[:200]!r}")
        self.opened[match_id] = json.loads(response)["prompt"]
