"""What happens to a player, told to their programs: in order, nothing lost, nothing hidden."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator
from concurrent.futures import Future
from functools import cache
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from abyss_site.core.database import connection
from games.api import event_stream
from games.models import Match, PlayerEvent
from games.services import chat, player_events
from games.services.player_events import Fresh, Kind

pytestmark = pytest.mark.django_db

# Seconds: another worker's test may be one long transaction, before whose end nothing is read.
PATIENCE = 90


def kinds(listed: Any) -> list[str]:
    return [one["event"] for one in listed["results"]]


def answer(match: Match, seat: int, line: str = "1") -> None:
    token = match.prompts.get(closed_at=None, seat=seat).token
    client = Client()
    client.force_login(match.seats.get(number=seat).player)
    taken = client.post(
        f"/api/v1/prompts/{token}/answer/", {"line": line}, content_type="application/json"
    )
    assert taken.status_code == 200, taken.content


def test_each_player_is_told_what_concerns_them_and_resumes_where_they_were(
    program: Any, people: dict[str, Any], pebbles: Match
) -> None:
    alice, bob = program("alice"), program("bob", "read")
    before = bob.get("me/events/")

    answer(pebbles, 0)
    chat.send_message(pebbles, people["alice"], "Hello!", key="hello")

    told = bob.get(f"me/events/?after={before['next']}")
    assert kinds(before) == ["match_started"]
    assert kinds(alice.get("me/events/"))[2:] == ["prompt_closed", "moved", "said"]
    assert kinds(told) == ["moved", "prompt_opened", "said"]
    assert told["results"][0]["ply"] == 1 and told["results"][0]["match"] == pebbles.number
    assert bob.get(f"me/events/?after={told['next']}")["results"] == []


@pytest.mark.parametrize("whose", ["nobody", "bob"])
def test_an_id_that_is_not_known_says_start_over(program: Any, pebbles: Match, whose: str) -> None:
    other = uuid4() if whose == "nobody" else program("bob").get("me/events/")["next"]

    told = program("alice").get(f"me/events/?after={other}")

    assert told == {"results": [], "next": None, "start_over": True}


def test_of_a_sealed_answer_only_its_own_seat_hears_and_no_ply(program: Any, sealed: Match) -> None:
    alice, bob = program("alice"), program("bob")
    known = [who.get("me/events/")["next"] for who in (alice, bob)]

    answer(sealed, 0)

    mine, others = (
        who.get(f"me/events/?after={last}")["results"]
        for who, last in zip((alice, bob), known, strict=True)
    )
    assert [one["event"] for one in mine] == ["moved"] and "ply" not in mine[0]
    assert others == []


def test_where_a_stream_cannot_be_kept_it_tells_what_was_missed_and_ends(
    program: Any, pebbles: Match
) -> None:
    alice = program("alice")
    first = alice.get("me/events/")["results"][0]["id"]

    known = alice("GET", "me/events/", Accept="text/event-stream", **{"Last-Event-ID": first})
    unknown = alice("GET", f"me/events/?after={uuid4()}", Accept="text/event-stream")
    wrong = alice("GET", "me/events/", Accept="text/event-stream", **{"Last-Event-ID": "7"})

    assert known["Content-Type"] == "text/event-stream"
    assert (
        known.content.count(b"\nevent: ") == 1 and b"event: prompt_opened\ndata: {" in known.content
    )
    assert b"event: start_over\n" in unknown.content
    assert wrong.status_code == 400 and wrong.json()["field"] == "Last-Event-ID"


def tell(player: Any, number: int) -> None:
    fresh = Fresh(player.pk, Kind.MOVED, {"match": 1, "ply": number})
    player_events.write_events([fresh], now=timezone.now())


@pytest.mark.django_db(transaction=True)
def test_listeners_hear_all_in_order_though_writers_overtake_each_other(
    people: dict[str, Any],
) -> None:
    """What began first and ends last is read first, and nobody has read past it."""
    alice, read = people["alice"], list[list[int]]()

    def plies() -> list[int]:
        found = player_events.events_after(player_events.BEGINNING, player_id=alice.pk)
        return [one.facts["ply"] for one in found]

    def overtake() -> None:
        tell(alice, 2)
        read.append(plies())
        connection.close()

    subscription = event_stream.EventSubscription(alice.pk, player_events.newest_position())
    stream = heard(event_stream.stream_events(subscription), b'"ply":2')
    poll = heard(event_stream.poll_events(subscription, PATIENCE), b"}")
    with transaction.atomic():
        tell(alice, 1)
        connection.send_waiting()
        other = threading.Thread(target=overtake)
        other.start()
        other.join()

    # What other databases of this server have begun before is waited for too.
    end = time.monotonic() + PATIENCE
    while plies() != [1, 2] and time.monotonic() < end:
        time.sleep(0.05)
    assert (read, plies()) == ([[]], [1, 2])
    assert json.loads(poll.result(PATIENCE))["results"][0]["ply"] == 1
    told = stream.result(PATIENCE)
    assert told.index(b'"ply":1') < told.index(b'"ply":2')
    PlayerEvent.objects.all().delete()


def heard(parts: AsyncIterator[bytes], until: bytes) -> Future[bytes]:
    """What a listener of this stream hears until something is said, in the loop of the test."""

    async def listen() -> bytes:
        said = b""
        async for part in parts:
            said += part
            if until in said:
                break
        return said

    return asyncio.run_coroutine_threadsafe(listen(), event_loop())


@cache
def event_loop() -> asyncio.AbstractEventLoop:
    """The one loop in which listeners of this process wait, as in a worker of the web server."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop
