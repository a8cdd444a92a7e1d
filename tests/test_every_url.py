"""Every URL of the site as an attacker tries it: other people's ids, junk, foreign redirects.

Four roles request a private match of Alice and Bob: nobody, a stranger, the opponent, a helper of
the staff. Numbers and ids are Alice's real ones; secret keys are made up.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from games.models import AnalysisBoard, Match, Message, Move, Order, Player, Seat
from games.services import chat, direct_messages, orders, private_notes, profiles, tokens
from games.services.play.decisions import submit_decision

pytestmark = pytest.mark.django_db

EVIL = "https://evil.example.net/"
# Extra fields that a client may add to any form: none of them is a field anywhere.
MASS = {
    **{"is_staff": "1", "is_superuser": "1", "is_active": "", "is_bot": "1", "groups": "1"},
    **{
        "email": "evil@example.net",
        "email_verified_at": "2020-01-01",
        "password": "evil",
        "owner": "",
    },
    **{"seat": "0", "player": "1", "status": "finished", "secret": "", "seed": "", "private": ""},
    **{"next": EVIL, "to": EVIL, "return": EVIL, "HTTP_REFERER": EVIL},
}
JUNK = f"?next={EVIL}&to={EVIL}&q=%00%ff'\"<b>&ply=-1&at=../../etc"
# URLs covered by other tests: the API has its own, the admin site a table of roles.
ELSEWHERE = ("api/v1/", "admin/")
# What a request may change: when somebody was here.
TRACES = {"Session", "Pulse"}


def routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    """Yield every route of the site except those tested elsewhere."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif not route.startswith(ELSEWHERE):
            yield route


class Table:
    """What belongs to Alice, and which of it nobody else may see."""

    def __init__(self, match: Match, people: dict[str, Player]) -> None:
        self.match, self.alice = match, people["alice"]
        self.order = orders.write_order(
            match, self.alice, orders.read_order(match, self.alice, "pass if stones <= 1")
        )
        private_notes.save_private_note(match, self.alice, "The eel sleeps at noon.")
        chat.send_message(match, people["bob"], "Between us two.", key="said")
        zoe = Player.objects.create_user(
            "zoe@example.org", display_name="Zoe", email_verified_at=timezone.now()
        )
        profiles.follow_player(self.alice, zoe)
        direct_messages.send_direct_message(zoe, self.alice, "The whale sings.", key="hers")
        self.token, secret = tokens.make_token(self.alice, name="bot", scopes=["manage"])
        self.board = AnalysisBoard.objects.create(
            match=match, player=self.alice, ply=0, opened_at=timezone.now(), used_at=timezone.now()
        )
        match.refresh_from_db()
        prompt = match.prompts.get(seat=0, closed_at=None)
        submit_decision(prompt.token, None, source="page", key="sealed-key")
        self.secrets = [
            self.alice.email,
            "The eel sleeps",
            "The whale sings",
            secret,
            prompt.token,
            "sealed-key",
            bytes(match.seed).hex(),
            bytes(match.secret or b"-" * 40).hex(),
        ]

    def path(self, route: str) -> str:
        """Fill a route with Alice's numbers, and with invalid keys."""
        owner = self.alice.pk if route.startswith(("players/", "messages/")) else uuid4()
        known = {
            **{
                "int:number": self.match.number,
                "uuid:number": owner,
                "int:order": 1,
                "int:pk": 1,
                "uuid:board": self.board.pk,
            },
            **{"uuid:token": self.token.pk, "str:game": "sealed", "slug:provider": "postmark"},
        }
        filled = re.sub(r"<([a-z]+:\w+)>", lambda found: str(known.get(found[1], "a" * 26)), route)
        return "/" + filled.removeprefix("^").removesuffix("$")

    def own_rows(self) -> list[Any]:
        """Return the database rows that belong to Alice alone."""
        kept = [Player.objects.filter(pk=self.alice.pk), Order.objects.filter(match=self.match)]
        kept += [Move.objects.filter(match=self.match, seat=0), self.alice.private_notes.all()]
        kept += [Seat.objects.filter(match=self.match, number=0), self.alice.tokens.all()]
        return [list(rows.values()) for rows in kept]


@pytest.fixture
def table(deal: Callable[..., Match], people: dict[str, Player]) -> Table:
    match = deal("sealed", seats=2, now=timezone.now())
    Match.objects.filter(pk=match.pk).update(private=True)
    return Table(match, people)


@pytest.fixture
def tried() -> Callable[[], Any]:
    """`with tried():` rolls back everything in the block, so that each attempt starts equally."""

    @contextmanager
    def tried() -> Iterator[None]:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)

    return tried


@pytest.fixture
def roles(people: dict[str, Player]) -> dict[str, Client]:
    """Return a client per role, each with its own address, so that they do not share throttles."""
    Player.objects.filter(pk=people["dave"].pk).update(is_staff=True)
    clients = {}
    for number, (role, name) in enumerate(
        [("nobody", ""), ("stranger", "carol"), ("opponent", "bob"), ("helper", "dave")]
    ):
        clients[role] = Client(REMOTE_ADDR=f"10.9.8.{number}", raise_request_exception=False)
        if name:
            clients[role].force_login(people[name])
    return clients


def faults_of(answer: Any, told: str, table: Table) -> Iterator[str]:
    """Yield what is wrong with a response: an error of ours, a foreign redirect, a secret."""
    # Without worker and mailroom, the service is not well.
    is_unwell = answer.status_code == 503 and "/health/" in told
    if answer.status_code >= 500 and not is_unwell:
        yield f"{told}: {answer.status_code}"
    target = urlsplit(answer.get("Location", "/"))
    if target.netloc not in ("", "testserver") or answer.get("Location", "/").startswith("//"):
        yield f"{told}: leads to {answer['Location']}"
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    for secret in table.secrets:
        if secret.encode() in body or secret in str(answer.headers):
            yield f"{told}: tells {secret!r}"


def counts() -> dict[str, int]:
    ours = [model for model in apps.get_models() if model.__name__ not in TRACES]
    return {model.__name__: model._default_manager.count() for model in ours}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("role", ["nobody", "stranger", "opponent", "helper"])
def test_looking_tells_no_secret_and_changes_nothing(
    role: str, roles: dict[str, Client], table: Table
) -> None:
    client, before, faults = roles[role], counts(), list[str]()
    for path in map(table.path, routes()):
        for query in ("", JUNK):
            faults += faults_of(client.get(path + query), f"GET {path}{query[:6]}", table)
    if role != "opponent":
        said = client.get(f"/matches/{table.match.number}/")
        assert said.status_code in (302, 404) and b"Between us" not in said.content

    assert faults == []
    assert counts() == before


@pytest.mark.sampled(2)
@pytest.mark.parametrize("role", ["nobody", "stranger", "opponent", "helper"])
def test_sending_junk_changes_nothing_of_others(
    role: str, roles: dict[str, Client], table: Table, tried: Any
) -> None:
    client, before, faults = roles[role], table.own_rows(), list[str]()
    cookies = deepcopy(client.cookies)
    for path in map(table.path, routes()):
        # Some of the requests sign out.
        client.cookies = deepcopy(cookies)
        with tried():
            faults += faults_of(client.post(path, MASS), f"POST {path}", table)
            if table.own_rows() != before:
                faults.append(f"POST {path}: changes what is Alice's")
            if Player.objects.filter(is_superuser=True).exists():
                faults.append(f"POST {path}: makes an operator")

    assert faults == []
    assert not Message.objects.filter(text="").exists()
