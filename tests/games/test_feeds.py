"""A player's calendar and feed: what is due and where, for nobody but them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from abyss_site.core.database import connection
from games.models import Feed, Match, Player, Prompt
from games.presentation.event_json import EventReader, serialize_events
from games.services import accounts as people_service
from games.services import player_events
from games.services.play.decisions import submit_decision
from tests.puzzles import finish_match

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"
EVENT = "{urn:abyss-by-post:event}"


@pytest.fixture
def key(people: dict[str, Any]) -> str:
    """In the addresses of alice's feeds."""
    people_service.rotate_feed_key(people["alice"], is_on=True)
    return str(people_service.feed_key(people["alice"]))


def entries(client: Client, key: str) -> list[Any]:
    response = client.get(f"/feeds/{key}/deadlines.ics")
    assert response["Content-Type"].startswith("text/calendar")
    return list(Calendar.from_ical(response.content).walk("VEVENT"))


def test_the_key_of_a_feed_is_not_readable_in_the_database(key: str, people: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT feed::text, encode(key, 'escape') FROM games_feed feed")
        [kept] = cursor.fetchall()

    assert key not in " ".join(kept) and people_service.player_of_feed(key) == people["alice"]
    assert not Feed.objects.filter(digest=key).exists()


def test_each_open_deadline_is_one_entry_that_moves_with_it(
    client: Client, key: str, deal: Callable[..., Match]
) -> None:
    match = deal("pebbles", seats=2)
    prompt = match.prompts.get(closed_at=None)
    before = entries(client, key)
    assert prompt.deadline_at
    prompt.deadline_at += timedelta(hours=5)
    prompt.save()

    after = entries(client, key)

    assert [entry["UID"] for entry in before] == [f"{prompt.pk}@{'abyss.localhost'}"]
    assert [entry["UID"] for entry in after] == [entry["UID"] for entry in before]
    assert after[0].decoded("DTSTART") == prompt.deadline_at
    assert str(after[0]["URL"]).endswith(f"/matches/{match.number}/")
    assert str(after[0]["DESCRIPTION"]) == "With Bob."
    # They used to differ in nothing else, so that some programs left the event where it was.
    assert [before[0]["SEQUENCE"], after[0]["SEQUENCE"]] == [0, 1]
    for name in ("DTSTAMP", "LAST-MODIFIED"):
        assert before[0].decoded(name) < after[0].decoded(name)


def test_every_way_to_move_a_deadline_is_a_new_revision(deal: Callable[..., Match]) -> None:
    prompt = deal("pebbles", seats=2).prompts.get(closed_at=None)
    stale = Prompt.objects.get(pk=prompt.pk)
    assert prompt.deadline_at

    Prompt.objects.filter(pk=prompt.pk).update(deadline_at=F("deadline_at") + timedelta(hours=1))
    Prompt.objects.filter(pk=prompt.pk).update(remind_at=timezone.now())
    prompt.deadline_at += timedelta(hours=3)
    Prompt.objects.bulk_update([prompt], ["deadline_at"])
    stale.deadline_at = prompt.deadline_at
    stale.save()

    stale.refresh_from_db()
    assert stale.revision == 2 and stale.revised_at is not None


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_calendar_without_a_deadline_is_a_valid_one(
    client: Client, key: str, people: dict[str, Any], language: str
) -> None:
    Player.objects.update(language=language)

    content = client.get(f"/feeds/{key}/deadlines.ics").content

    calendar = Calendar.from_ical(content)
    assert [component.name for component in calendar.subcomponents] == ["VTIMEZONE"]
    assert not calendar.errors and calendar["PRODID"] and calendar["VERSION"] == "2.0"
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))


def test_no_event_of_a_calendar_is_empty_or_ends_before_it_starts(
    client: Client, key: str, deal: Callable[..., Match]
) -> None:
    deal("pebbles", seats=2)
    deal("sealed", seats=2)
    over = deal("pebbles", seats=2).prompts.get(closed_at=None)
    submit_decision(over.token, None, source="page", key="k")
    sealed = Prompt.objects.get(match__game="sealed", seat=0)
    submit_decision(sealed.token, None, source="page", key="k")

    events = entries(client, key)

    assert [event["STATUS"] for event in events].count("CONFIRMED") == 1
    assert len(events) == 3
    assert all(event.decoded("DTEND") > event.decoded("DTSTART") for event in events)


def test_an_answered_question_is_cancelled_for_a_while_and_leaves_the_calendar(
    client: Client, key: str, deal: Callable[..., Match]
) -> None:
    prompt = deal("pebbles", seats=2).prompts.get(closed_at=None)

    submit_decision(prompt.token, None, source="page", key="k")

    [event] = entries(client, key)
    assert event["STATUS"] == "CANCELLED" and event["SEQUENCE"] == 1
    assert event.decoded("LAST-MODIFIED") >= prompt.opened_at
    Prompt.objects.update(closed_at=timezone.now() - timedelta(days=4))
    assert entries(client, key) == []


def read_news(client: Client, key: str) -> list[ElementTree.Element]:
    feed = ElementTree.fromstring(client.get(f"/feeds/{key}/news.atom").content)
    return feed.findall(f"{ATOM}entry")


def test_the_news_are_the_events_of_the_player(
    client: Client, key: str, deal: Callable[..., Match], people: dict[str, Any]
) -> None:
    """By the ids, codes and fields that programs get, without questions and tokens."""
    prompt = deal("pebbles", seats=2).prompts.get(closed_at=None)
    over = finish_match(deal("pebbles", seats=2))
    kinds = ("moved", "prompt_closed")
    rows = player_events.events_after(player_events.BEGINNING, player_id=people["alice"].pk)
    bodies = {
        f"urn:uuid:{body['id']}": body
        for body in serialize_events(rows, EventReader(people["alice"].pk))
        if body["event"] not in kinds
    }

    news = {entry.findtext(f"{ATOM}id"): entry for entry in read_news(client, key)}

    assert news.keys() <= bodies.keys()
    for number, entry in news.items():
        body = bodies[str(number)]
        assert {child.tag[len(EVENT) :] for child in entry if child.tag.startswith(EVENT)} == (
            body.keys() - {"id", "occurred_at", "text", "url"}
        )
        assert entry.findtext(f"{EVENT}event") == body["event"]
        category = entry.find(f"{ATOM}category")
        assert category is not None and category.get("term") == body["event"]
        assert entry.findtext(f"{EVENT}match") == str(body["match"])
        assert str(entry.findtext(f"{ATOM}title")).endswith(str(body["text"]))
        assert prompt.token not in ElementTree.tostring(entry, "unicode")
    codes = {
        (entry.findtext(f"{EVENT}event"), entry.findtext(f"{EVENT}match"))
        for entry in news.values()
    }
    assert ("match_finished", str(over.number)) in codes
    # Of the questions of alice, only one that is open.
    assert {number for kind, number in codes if kind == "prompt_opened"} <= {
        str(prompt.match.number)
    }


def test_nothing_of_the_table_is_told(client: Client, key: str, deal: Callable[..., Match]) -> None:
    deal("abyss", seats=2)

    told = client.get(f"/feeds/{key}/news.atom").content + b"".join(
        entry.to_ical() for entry in entries(client, key)
    )

    assert b"explore" not in told and b"Pearl" not in told


def test_new_addresses_end_the_old_ones(as_: Callable[[str], Client], key: str) -> None:
    alice = as_("alice")
    alice.post("/settings/feeds/")
    fresh = alice.get("/settings/feeds/").content.decode()

    assert Client().get(f"/feeds/{key}/news.atom").status_code == 404
    assert key not in fresh and "/deadlines.ics" in fresh

    alice.post("/settings/feeds/", {"stop": "1"})

    assert b"deadlines.ics" not in alice.get("/settings/feeds/").content


def test_the_number_of_statements_does_not_grow(
    client: Client, key: str, deal: Callable[..., Match], django_assert_num_queries: Any
) -> None:
    for _ in range(3):
        deal("pebbles", seats=2)
    connection.send_waiting()

    with django_assert_num_queries(4):
        assert len(entries(client, key)) == 3
