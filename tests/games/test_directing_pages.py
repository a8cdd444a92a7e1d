"""The pages on which directors found and run their leagues: filled in, previewed, confirmed."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.contract import Decision
from games.models import AuditLogEntry, Entry, League, Match, Pairing, Player, Proposal, Season
from games.services import tokens
from games.services.leagues import directing, directors, entries
from games.services.leagues.seasons import run_leagues
from games.services.play.decisions import submit_decision
from notifications.models import Notification
from tests.emails import email_of

from .reading import text_of

As = Callable[[str], Client]
pytestmark = pytest.mark.django_db
QUICK = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0, "least_entrants": 2}


@pytest.fixture
def reliable(deal: Callable[..., Match]) -> None:
    """Alice and bob have answered often enough, and in time."""
    now = timezone.now() - timedelta(days=9)
    for _ in range(3):
        match = deal("pebbles", seats=2, now=now)
        while row := match.prompts.filter(closed_at=None).first():
            one = Decision("take", {"number": 1})
            submit_decision(row.token, one, source="page", key=str(row.pk), now=row.opened_at)


def posted_form(client: Client, path: str, **changed: Any) -> dict[str, Any]:
    """What a browser sends back if a form is only filled in where `changed` says."""
    form = client.get(path).context["form"]
    values = {bound.html_name: bound.value() for bound in form}
    values = {name: value for name, value in values.items() if value is not None}
    values = {name: value for name, value in values.items() if value is not False}
    return {**values, **changed}


def emails_about(what: str) -> list[Any]:
    """The e-mails with some news of a league, rendered."""
    rows = (
        Notification.objects.select_related("player")
        .filter(kind__startswith="league")
        .order_by("pk")
    )
    return [email_of(row) for row in rows if row.data["news"] == what]


def do(client: Client, path: str, **changed: Any) -> str:
    """Preview and confirm a form; return what the preview says."""
    filled = posted_form(client, path, **changed)
    preview = client.post(path, filled)
    assert preview.status_code == 200, text_of(preview)
    assert client.post(path, {**filled, "confirm": "yes"}).status_code == 303
    return text_of(preview)


@pytest.fixture
def club(people: dict[str, Any]) -> Callable[..., Season]:
    """A league that dave directs, with a season that the others play: club(capacity=3)."""

    def club(**given: Any) -> Season:
        now = timezone.now() - timedelta(hours=1)
        league = directing.found_league(name="Club", slug="club", values={**QUICK, **given})
        directors.appoint_director(league, people["dave"], is_founder=True, now=now)
        season = directing.open_season(league, now=now)
        for name in ("alice", "bob", "carol"):
            entries.sign_up(season, people[name], now=now)
        run_leagues(now)
        return Season.objects.get(pk=season.pk)

    return club


def test_a_reliable_player_founds_a_cup_for_friends_who_enter_by_code(
    as_: As, reliable: None, people: dict[str, Any]
) -> None:
    alice, path = as_("alice"), "/leagues/new/?game=pebbles&form=knock_out"

    said = do(alice, path, name="Friday Cup", access="code", capacity="2", least_entrants="2")

    assert "Friday Cup is created" in said
    cup = League.objects.get()
    assert cup.is_player_made and cup.slug == "friday-cup" and len(cup.entry_code) == 8
    assert cup.terms["form"] == "knock_out" and cup.terms["starts_when_full"]
    assert "Friday Cup" not in text_of(Client().get("/leagues/"))
    assert "Friday Cup" in text_of(alice.get("/leagues/"))
    assert cup.entry_code in text_of(alice.get("/leagues/friday-cup/manage/"))
    do(alice, "/leagues/friday-cup/manage/open_season/")
    bob, part = as_("bob"), "/leagues/friday-cup/1/part/"
    bob.post(part, {"what": "sign_up", "code": "WRONG"})
    assert not Entry.objects.exists()
    bob.post(part, {"what": "sign_up", "code": cup.entry_code.lower()})
    alice.post(part, {"what": "sign_up"})
    assert Entry.objects.count() == 2
    run_leagues()
    assert Season.objects.get().state == Season.State.RUNNING


def test_a_season_starts_when_its_director_says_in_their_time_zone(
    as_: As, people: dict[str, Any]
) -> None:
    league = directing.found_league(name="Club", slug="club", values=QUICK)
    directors.appoint_director(league, people["dave"], is_founder=True, now=timezone.now())
    Player.objects.filter(pk=people["dave"].pk).update(zone="America/Lima")
    dave, path = as_("dave"), "/leagues/club/manage/open_season/"
    day = timezone.now().date() + timedelta(days=9)
    assert "In your time zone, America/Lima." in text_of(dave.get(path))

    early = dave.post(path, {"starts_at": "2020-01-01T10:00"})
    assert early.status_code == 422 and "Choose a later start" in text_of(early)
    wrong = dave.post(path, {"starts_at": "Friday"})
    assert wrong.status_code == 422 and not Season.objects.exists()
    said = do(dave, path, starts_at=f"{day}T18:30")

    assert f"It starts on {day:%a} {day.day} {day:%b %Y}, 18:30 (America/Lima)." in said
    season = Season.objects.get()
    assert (
        season.starts_at == season.sign_up_until == datetime.combine(day, time(23, 30), tzinfo=UTC)
    )
    row = AuditLogEntry.objects.get(step=AuditLogEntry.Step.DONE)
    assert row.facts["starts_at"] == f"{day}T18:30:00-05:00"


def test_a_program_opens_a_season_with_its_start(people: dict[str, Any]) -> None:
    league = directing.found_league(name="Club", slug="club", values=QUICK)
    directors.appoint_director(league, people["dave"], is_founder=True, now=timezone.now())
    secret = tokens.make_token(people["dave"], name="x", scopes=["play"])[1]
    day = timezone.now().date() + timedelta(days=9)

    def post(**given: Any) -> Any:
        return Client().post(
            "/api/v1/leagues/club/actions/",
            json.dumps({"action": "open_season", **given}),
            content_type="application/json",
            headers={"Authorization": f"Bearer {secret}"},
        )

    assert post(starts_at="Friday").status_code == 400
    assert post(starts_at="2020-01-01T10:00:00Z").json()["code"] == "cannot_direct"
    assert not Season.objects.exists()
    assert post(starts_at=f"{day}T18:30:00+02:00").status_code == 200
    assert Season.objects.get().starts_at == datetime.combine(day, time(16, 30), tzinfo=UTC)


def test_a_cup_that_starts_when_it_is_full_offers_no_start(as_: As, people: dict[str, Any]) -> None:
    given = {**QUICK, "starts_when_full": True, "capacity": 2}
    league = directing.found_league(name="Club", slug="club", values=given)
    directors.appoint_director(league, people["dave"], is_founder=True, now=timezone.now())

    page = as_("dave").get("/leagues/club/manage/open_season/")

    assert b"starts_at" not in page.content


def test_a_player_tries_twenty_entry_codes_an_hour(as_: As, people: dict[str, Any]) -> None:
    cup = directing.found_league(name="Club", slug="club", values=QUICK, access="code")
    directing.open_season(cup)
    bob, part = as_("bob"), "/leagues/club/1/part/"

    for _ in range(20):
        said = text_of(bob.post(part, {"what": "sign_up", "code": "WRONG"}, follow=True))
        assert "have its code" in said
    guessed = {"what": "sign_up", "code": cup.entry_code}

    assert "Too many codes" in text_of(bob.post(part, guessed, follow=True))
    assert not Entry.objects.exists()


def test_who_is_not_known_to_be_reliable_founds_no_cup(as_: As, people: dict[str, Any]) -> None:
    page = as_("carol").get("/leagues/new/?game=pebbles")

    assert page.status_code == 403 and "ten answers" in text_of(page)


def test_a_cup_outside_the_limits_is_refused(as_: As, reliable: None) -> None:
    alice, path = as_("alice"), "/leagues/new/?game=pebbles&form=knock_out"
    filled = posted_form(alice, path, name="Huge", capacity="200")

    page = alice.post(path, filled)

    assert page.status_code == 422
    assert (
        "A cup needs a fixed number of places, 64 at most."
        in page.context["form"].non_field_errors()
    )
    assert not League.objects.exists()


def test_an_invited_player_gets_an_email_and_enters_without_a_code(
    as_: As, people: dict[str, Any]
) -> None:
    league = directing.found_league(name="Club", slug="club", values=QUICK, access="invited")
    directors.appoint_director(league, people["dave"], is_founder=True, now=timezone.now())
    season = directing.open_season(league)
    alice = as_("alice")
    assert "Only players who were invited" in text_of(alice.get("/leagues/club/1/"))

    do(as_("dave"), f"/leagues/club/manage/invite/?season={season.pk}", whom="Alice")

    (email,) = emails_about("invited")
    assert "Dave invites you" in email.text and "/leagues/club/1/" in email.text
    assert "You are invited." in text_of(alice.get("/leagues/club/1/"))
    alice.post("/leagues/club/1/part/", {"what": "sign_up"})
    assert season.entries.get().player == people["alice"]


def test_a_decision_waits_for_a_second_director_and_is_told(
    as_: As, club: Callable[..., Season], people: dict[str, Any]
) -> None:
    season = club(hurries=True)
    eve = Player.objects.create_user(
        "eve@example.org", display_name="Eve", email_verified_at=timezone.now()
    )
    do(as_("dave"), "/leagues/club/manage/add_deputy/", whom="Eve")
    pairing = Pairing.objects.filter(round__division__season=season, settled_at=None)[0]
    path = f"/leagues/club/manage/decide_table/?pairing={pairing.pk}"

    said = do(as_("dave"), path, place_0="1", place_1="2", told="Bob was ill.")

    assert "place 1" in said and "Another director has to agree" in said
    pairing.refresh_from_db()
    assert pairing.settled_at is None
    proposal = Proposal.objects.get()
    decide = f"/leagues/club/manage/proposals/{proposal.pk}/"
    assert "Bob was ill." in text_of(as_("dave").get("/leagues/club/manage/"))
    as_("dave").post(decide, {"agree": "yes"})
    second = Client()
    second.force_login(eve)
    assert "Agree, and do it" in text_of(second.get("/leagues/club/manage/"))
    second.post(decide, {"agree": "yes"})
    pairing.refresh_from_db()
    assert (pairing.places, pairing.why) == ([1, 2], "Bob was ill.")
    assert "Bob was ill." in text_of(Client().get("/leagues/club/1/1.1/"))


def test_a_decision_that_a_second_director_refuses_is_in_the_log(
    as_: As, club: Callable[..., Season], people: dict[str, Any]
) -> None:
    season = club(hurries=True)
    eve = Player.objects.create_user("eve@example.org", display_name="Eve")
    directors.appoint_director(season.league, eve, now=timezone.now())
    pairing = Pairing.objects.filter(round__division__season=season, settled_at=None)[0]
    path = f"/leagues/club/manage/decide_table/?pairing={pairing.pk}"
    do(as_("dave"), path, place_0="1", place_1="2", told="Bob was ill.")
    proposal = Proposal.objects.get()

    second = Client()
    second.force_login(eve)

    second.post(f"/leagues/club/manage/proposals/{proposal.pk}/", {"refuse": "yes"})

    shown = text_of(as_("dave").get("/leagues/club/manage/"))
    assert "Eve Decide the table: Refused by a second person" in shown


def test_a_round_is_postponed_and_stays_so_in_a_league_that_hurries(
    as_: As, club: Callable[..., Season]
) -> None:
    season = club(hurries=True)
    later = season.divisions.get().rounds.get(number=2)

    said = do(
        as_("dave"),
        f"/leagues/club/manage/postpone/?round={later.pk}",
        days="5",
        told="A holiday.",
    )

    assert "Round 2:" in said and "Round 3:" in said
    before, later_start = later.starts_at, later.starts_at + timedelta(days=5)
    later.refresh_from_db()
    assert later.starts_at == later_start != before
    Pairing.objects.filter(round__number=1, settled_at=None).update(settled_at=timezone.now())
    run_leagues(timezone.now() + timedelta(minutes=3))
    later.refresh_from_db()
    assert later.starts_at == later_start and later.started_at is None
    told = emails_about("postponed")
    assert len(told) == 3 and "A holiday." in told[0].text


def test_a_removed_player_cannot_sign_up_again(as_: As, people: dict[str, Any]) -> None:
    league = directing.found_league(name="Club", slug="club", values={**QUICK, "sign_up_days": 9})
    directors.appoint_director(league, people["dave"], is_founder=True, now=timezone.now())
    season = directing.open_season(league)
    entry = entries.sign_up(season, people["bob"])

    do(as_("dave"), f"/leagues/club/manage/remove_entry/?entry={entry.pk}", told="Two accounts.")

    with pytest.raises(entries.CannotEnter, match="removed you"):
        entries.sign_up(season, people["bob"])
    (email,) = emails_about("removed")
    assert "Two accounts." in email.text


def test_a_season_is_closed_early_with_standings(
    as_: As, club: Callable[..., Season], people: dict[str, Any]
) -> None:
    season = club(goes_on=False, rounds_at_once=3)
    League.objects.update(is_player_made=True)
    pairings = Pairing.objects.filter(round__division__season=season, settled_at=None)
    directing.decide_pairing(pairings[0], places=[1, 2], why="x")

    said = do(as_("dave"), f"/leagues/club/manage/close_season/?season={season.pk}", told="Summer.")

    assert "Another director" not in said
    season.refresh_from_db()
    assert season.state == Season.State.CLOSED and season.divisions.get().table
    assert not Pairing.objects.filter(settled_at=None).exists()


def test_everybody_in_a_season_gets_a_message(as_: As, club: Callable[..., Season]) -> None:
    season = club()

    do(
        as_("dave"),
        f"/leagues/club/manage/write/?season={season.pk}",
        text="Welcome!\n\nPlay fair.",
    )

    told = emails_about("message")
    assert len(told) == 3 and "Welcome!" in told[0].text and "Play fair." in told[0].text


def test_terms_are_changed_for_seasons_to_come(as_: As, club: Callable[..., Season]) -> None:
    season = club()

    said = do(as_("dave"), "/leagues/club/manage/terms/", round_days="21", by_place="3 0")

    assert "Days of a round: 14 becomes 21." in said
    league = League.objects.get()
    assert league.terms["round_days"] == 21 and league.terms["by_place"] == {"2": [3, 0]}
    season.refresh_from_db()
    assert season.terms["round_days"] == 14


def test_the_pages_of_directors_are_for_directors(
    as_: As, club: Callable[..., Season], people: dict[str, Any]
) -> None:
    season = club()
    paths = [
        "/leagues/club/manage/",
        "/leagues/club/manage/terms/",
        f"/leagues/club/manage/write/?season={season.pk}",
        f"/leagues/club/manage/call_off/?season={season.pk}",
    ]

    for path in paths:
        assert as_("dave").get(path).status_code == 200
        assert as_("alice").get(path).status_code == 403
        assert Client().get(path).status_code == 302
    other = directing.found_league(name="Other", slug="other", values=QUICK)
    directors.appoint_director(other, people["dave"], now=timezone.now())
    elsewhere = f"/leagues/other/manage/write/?season={season.pk}"
    assert as_("dave").get(elsewhere).status_code == 404
    assert as_("dave").get("/leagues/club/manage/ban/").status_code == 404
    assert not AuditLogEntry.objects.exists()


def test_a_preview_changes_nothing_but_the_log(as_: As, club: Callable[..., Season]) -> None:
    season, dave = club(), as_("dave")
    path = f"/leagues/club/manage/call_off/?season={season.pk}"

    dave.post(path, posted_form(dave, path, told="Too hot."))

    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    assert AuditLogEntry.objects.get().step == AuditLogEntry.Step.REHEARSED
