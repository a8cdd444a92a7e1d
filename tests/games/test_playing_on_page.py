"""While somebody plays on the page, nothing about that match is mailed until they have left."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from abyss_site.core.valkey import presence
from abyss_site.core.valkey.client import valkey
from games.models import Match, Player, Prompt
from games.services.play.decisions import submit_decision
from notifications.models import Notification
from notifications.outgoing.delivery import deliver_due_emails

from ..notifications.conftest import Sink, sink  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)

AWAY = timedelta(seconds=presence.AWAY_AFTER + 2)


@pytest.fixture
def pebbles(deal: Callable[..., Match]) -> Match:
    return deal("pebbles", seats=2, now=timezone.now())


def look(player: Player, match: Match) -> Client:
    client = Client()
    client.force_login(player)
    assert client.get(f"/matches/{match.number}/").status_code == 200
    return client


def recipients(sink: Sink) -> Counter[str]:  # noqa: F811
    return Counter(address for one in sink.envelopes for address in one.rcpt_tos)


def ask_bob(match: Match) -> Prompt:
    row = match.prompts.get(seat=0, closed_at=None)
    submit_decision(row.token, None, source="page", key="first")
    return match.prompts.get(seat=1, closed_at=None)


def test_a_match_played_live_sends_at_most_two_emails(
    pebbles: Match,
    people: dict[str, Player],
    sink: Sink,  # noqa: F811
    settings: Any,
) -> None:
    """Even where e-mails leave at once; it used to be one for every question."""
    settings.MAIL_DEBOUNCE_SECONDS = 0
    clients = [look(people[name], pebbles) for name in ("alice", "bob")]
    moves = 0
    while row := Prompt.objects.filter(match=pebbles, closed_at=None).first():
        sent = {"nonce": str(uuid4()), "line": "1"}
        clients[row.seat].post(f"/p/{row.token}/", sent, follow=True)
        deliver_due_emails(timezone.now())
        moves += 1
        assert moves < 200
    while_playing = recipients(sink)

    deliver_due_emails(timezone.now() + AWAY)

    assert moves > 5
    assert while_playing == {}
    assert recipients(sink) == {"alice@example.org": 1, "bob@example.org": 1}


def test_a_question_is_mailed_once_they_have_left(
    pebbles: Match,
    people: dict[str, Player],
    sink: Sink,  # noqa: F811
    settings: Any,
) -> None:
    settings.MAIL_DEBOUNCE_SECONDS = 0
    deliver_due_emails(timezone.now())
    before = recipients(sink)["bob@example.org"]
    look(people["bob"], pebbles)
    ask_bob(pebbles)
    deliver_due_emails(timezone.now())
    assert recipients(sink)["bob@example.org"] == before
    [held] = Notification.objects.filter(player=people["bob"], kind="your_turn")
    assert held.why == "on the page" and held.planned_at is None

    deliver_due_emails(timezone.now() + AWAY)

    assert recipients(sink)["bob@example.org"] == before + 1


def test_another_match_and_another_player_are_mailed_as_ever(
    deal: Callable[..., Match],
    people: dict[str, Player],
    sink: Sink,  # noqa: F811
    settings: Any,
) -> None:
    settings.MAIL_DEBOUNCE_SECONDS = 0
    here, there = (deal("pebbles", seats=2, now=timezone.now()) for _ in range(2))
    deliver_due_emails(timezone.now())
    before = recipients(sink)["bob@example.org"]
    look(people["bob"], here)

    ask_bob(there)
    deliver_due_emails(timezone.now())

    assert recipients(sink)["bob@example.org"] == before + 1


def test_a_question_is_mailed_after_half_of_its_time_at_the_latest(
    pebbles: Match,
    people: dict[str, Player],
    sink: Sink,  # noqa: F811
    settings: Any,
) -> None:
    """So that a page left open on a desk costs nobody their turn."""
    settings.MAIL_DEBOUNCE_SECONDS = 0
    row = ask_bob(pebbles)
    Notification.objects.filter(player=people["bob"]).exclude(kind="your_turn").delete()
    soon = row.opened_at + timedelta(minutes=4)
    Notification.objects.filter(player=people["bob"]).update(answer_until=soon)
    later = timezone.now() + timedelta(minutes=2, seconds=5)
    # They are still there then.
    key = f"here:{people['bob'].pk.hex}:match-{pebbles.number}"
    valkey().set(key, int(time.time()) + 600, ex=60)

    deliver_due_emails(timezone.now())
    waited = recipients(sink)["bob@example.org"]
    deliver_due_emails(later)

    assert (waited, recipients(sink)["bob@example.org"]) == (0, 1)


def test_what_was_planned_before_they_came_waits_as_well(
    pebbles: Match,
    people: dict[str, Player],
    sink: Sink,  # noqa: F811
    settings: Any,
) -> None:
    settings.MAIL_DEBOUNCE_SECONDS = 30
    ask_bob(pebbles)
    deliver_due_emails(timezone.now())
    look(people["bob"], pebbles)

    deliver_due_emails(timezone.now() + timedelta(seconds=31))

    assert recipients(sink)["bob@example.org"] == 0


def test_a_spectator_is_not_there(pebbles: Match, people: dict[str, Player]) -> None:
    look(people["carol"], pebbles)

    assert presence.last_signs([(people["carol"].pk, f"match-{pebbles.number}")]) == [0]


def test_without_valkey_nobody_is_there(
    pebbles: Match,
    people: dict[str, Player],
    settings: Any,
) -> None:
    look(people["bob"], pebbles)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    assert presence.last_signs([(people["bob"].pk, f"match-{pebbles.number}")]) == [0]
    assert presence.players_online([people["bob"].pk]) == set()
