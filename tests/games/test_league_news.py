"""News of a season by e-mail: where one stands, at the reader's rhythm, and their own setting."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from py4swiss.engines import DutchEngine

from games.models import Pairing, Player, Season
from games.services.leagues import directing, directors, entries, news, results
from games.services.leagues.seasons import run_leagues
from notifications.models import ChannelPreference, EmailPreferences, Notification
from notifications.outgoing.delivery import deliver_due_emails
from notifications.outgoing.planning import suppression_reason, with_preferences
from notifications.preferences import channel_preferences
from tests.conftest import NOON
from tests.emails import email_of
from tests.notifications.conftest import Sink, sink

from .reading import text_of

__all__ = ["sink"]

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
Make = Callable[..., Season]


@pytest.fixture
def begin() -> Make:
    """A season with its first round drawn: begin(8, form="swiss")."""

    def begin(many: int, **given: Any) -> Season:
        few: dict[str, Any] = {"sign_up_days": 0, "check_in_days": 0, "hurries": True}
        terms = {"game": "pebbles", "form": "swiss", "division_size": 0, **few, **given}
        league = directing.found_league(name="Club", slug="club", values=terms)
        season = directing.open_season(league, now=NOON)
        for n in range(many):
            player = Player.objects.create_user(
                f"p{n}@example.org", display_name=f"Player {n}", email_verified_at=NOON
            )
            entries.sign_up(season, player, now=NOON)
        run_leagues(NOON)
        season.refresh_from_db()
        return season

    return begin


def decide_round(season: Season, number: int, *, now: datetime) -> None:
    """Let the first seat of each table win, and begin the next round."""
    rows = Pairing.objects.filter(round__division__season=season, round__number=number)
    for pairing in rows.filter(settled_at=None):
        results.settle_pairing(pairing, Pairing.How.STAFF, [1, 2], why="x", now=now)
    for minute in range(3):
        run_leagues(now + timedelta(minutes=minute))


def mail_about(player: Player, what: str) -> Any:
    rows = Notification.objects.filter(player=player, kind__startswith="league")
    found = [row for row in rows.order_by("created_at", "pk") if row.data["news"] == what]
    return email_of(found[-1])


def test_a_round_begins_with_ones_place_last_results_and_the_standings_around(begin: Make) -> None:
    season = begin(12, rounds=3)
    decide_round(season, 1, now=NOON + DAY)
    decide_round(season, 2, now=NOON + 2 * DAY)
    table = season.divisions.get().table or []
    names = {str(e.pk): e.player.display_name for e in season.entries.select_related("player")}
    fifth = season.entries.select_related("player").get(pk=table[4]["entry"])

    written = mail_about(fifth.player, "round")

    text = written.text
    assert f"Your place: {table[4]['place']} of 12." in text
    results, standings = text.split("Your last results")[1].split("Standings")
    mine = Pairing.objects.filter(seats__entry=fifth, round__number__lt=3)
    for pairing in mine:
        first, second = (seat.entry.player.display_name for seat in pairing.seats.all())
        assert f"- Round {pairing.round.number}: 1. {first}, 2. {second}" in results
    assert results.count("- Round") == 2
    for n, row in enumerate(table):
        line = f"- {row['place']}. {names[row['entry']]}: {row['figures']['points']}"
        assert (f"{line}\n" in standings) == (2 <= n <= 6), line
    assert max(map(len, text.splitlines())) <= 76
    assert "<h2>Your last results</h2>" in written.html and "<h2>Standings</h2>" in written.html


def test_a_bye_and_a_table_that_counts_for_nobody_are_results_too(begin: Make) -> None:
    season = begin(5, rounds=3)
    first = Pairing.objects.filter(round__number=1)
    bye = first.get(how=Pairing.How.BYE)
    void = first.exclude(pk=bye.pk)[0]
    results.settle_pairing(void, Pairing.How.VOID, None, now=NOON + DAY)
    decide_round(season, 1, now=NOON + DAY)

    for pairing, said in ((bye, "- Round 1: bye"), (void, "- Round 1: does not count")):
        player = pairing.seats.all()[0].entry.player
        assert said in mail_about(player, "round").text


def test_the_first_news_of_a_season_have_neither(begin: Make) -> None:
    begin(4)

    text = mail_about(Player.objects.get(email="p0@example.org"), "begins").text

    assert "Standings" not in text and "last results" not in text


# When the e-mails of five past noon come.
RHYTHMS = {
    "hourly": NOON + HOUR,
    "daily": NOON + timedelta(hours=19, minutes=30),
}


@pytest.mark.parametrize("rhythm", RHYTHMS)
def test_news_of_a_season_come_at_the_readers_rhythm_in_one_email(
    begin: Make, rhythm: str, sink: Sink
) -> None:
    season = begin(4)
    reader = Player.objects.get(email="p1@example.org")
    Notification.objects.all().delete()
    EmailPreferences.objects.update_or_create(
        player=reader, defaults={"rhythm": rhythm, "daily_at": time(7, 30), "settle": 60}
    )
    first, due = NOON + timedelta(minutes=5), RHYTHMS[rhythm]
    news.tell_players(season, [reader.pk], "begins", now=first)
    decide_round(season, 1, now=first)
    Notification.objects.exclude(player=reader).delete()
    rows = Notification.objects.filter(player=reader, kind="league")
    assert {row.data["news"] for row in rows} == {"begins", "round"}

    until_due = int((due - first) / timedelta(minutes=1))
    for minute in [*range(0, until_due, 20), *range(until_due - 3, until_due)]:
        deliver_due_emails(first + timedelta(minutes=minute))
    assert not sink.emails
    for minute in range(3):
        deliver_due_emails(due + timedelta(minutes=minute))

    [written] = sink.emails
    text = next(part for part in written.walk() if part.get_content_type() == "text/plain")
    said = bytes(text.get_payload(decode=True)).decode()
    assert "The season begins" in said and "Round 2 begins" in said
    assert "Your place: " in said
    # A bundle holds both, and is itself sent.
    assert set(rows.values_list("state", flat=True)) == {"sent"}


def test_news_of_leagues_have_a_setting_of_their_own(begin: Make) -> None:
    begin(2)
    reader = Player.objects.get(email="p1@example.org")
    client = Client()
    client.force_login(reader)
    assert "News of leagues" in text_of(client.get("/emails/channels/"))

    def why_not() -> set[str]:
        rows = with_preferences(Notification.objects.filter(player=reader, kind="league"))
        return {suppression_reason(row) for row in rows}

    assert why_not() == {""}
    channel_preferences.set_preferred_events(reader, "", {"mail": ["turn", "other"]}, now=NOON)
    assert why_not() == {"unsubscribed"}
    channel_preferences.set_preferred_events(reader, "", {"mail": ["season"]}, now=NOON)
    assert why_not() == {""}


def test_whoever_got_everything_else_still_gets_news_of_leagues(people: dict[str, Player]) -> None:
    migration = import_module("notifications.migrations.0006_season_preferences")
    chosen = {"alice": ["turn", "other"], "bob": ["turn"], "carol": []}
    for name, events in chosen.items():
        channel_preferences.set_preferred_events(people[name], "", {"mail": events}, now=NOON)

    def preferred() -> dict[str, list[str]]:
        rows = ChannelPreference.objects.select_related("player")
        return {row.player.display_name.lower(): row.events for row in rows}

    migration.add_seasons(apps, None)
    assert preferred() == chosen | {"alice": ["turn", "other", "season"]}
    migration.remove_seasons(apps, None)
    assert preferred() == chosen


def test_a_season_goes_on_when_its_draw_fails_and_its_directors_are_told(
    begin: Make, people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    season, alice = begin(8, rounds=3), people["alice"]
    directors.appoint_director(season.league, alice, is_founder=True, now=NOON)

    def fail(report: object) -> None:
        raise OverflowError("Invalid decimal")

    monkeypatch.setattr(DutchEngine, "generate_pairings", fail)
    decide_round(season, 1, now=NOON + DAY)
    decide_round(season, 2, now=NOON + 2 * DAY)

    tables = Pairing.objects.filter(round__division__season=season)
    pairs = [frozenset(row.seats.values_list("entry", flat=True)) for row in tables]
    assert len(pairs) == len(set(pairs)) == 12
    rows = Notification.objects.filter(player=alice, kind="league").order_by("created_at")
    assert [row.data["about"] for row in rows if row.data["news"] == "drawn_anew"] == ["2", "3"]
    email = mail_about(alice, "drawn_anew")
    assert "could not pair round 3" in email.text and "/leagues/club/" in email.text
