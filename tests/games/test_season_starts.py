"""Directors start a season at once, or move its start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.models import AuditLogEntry, Entry, League, Pairing, Player, Season
from games.services import tokens
from games.services.leagues import directing, directors, entries, season_starts
from games.services.leagues.seasons import run_leagues
from games.services.moderation import desk
from games.services.moderation.staff_actions import StartSeason
from notifications.models import Notification
from tests.test_together import together

from .reading import text_of
from .test_directing_pages import do, emails_about, posted_form

As = Callable[[str], Client]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NAMES = ("alice", "bob", "carol")
START = "/leagues/club/manage/start_season/"
MOVE = "/leagues/club/manage/move_start/"


@pytest.fixture
def club(people: dict[str, Player]) -> Callable[..., Season]:
    """A league that dave directs, with a season in two weeks: club("alice", capacity=3)."""

    def club(*names: str, **given: Any) -> Season:
        now = timezone.now() - timedelta(hours=1)
        terms = {"game": "pebbles", "check_in_days": 0, "least_entrants": 2, **given}
        league = directing.found_league(name="Club", slug="club", values=terms)
        directors.appoint_director(league, people["dave"], is_founder=True, now=now)
        season = directing.open_season(league, now=now)
        for name in names:
            entries.sign_up(season, people[name], now=now)
        return season

    return club


def call_action(player: Player, /, **body: Any) -> Any:
    """Send an action on the league as a program of the player's."""
    name = f"token {timezone.now().timestamp()}"
    secret = tokens.make_token(player, name=name[:40], scopes=["play"])[1]
    return Client().post(
        "/api/v1/leagues/club/actions/",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )


def test_a_season_is_started_before_its_date(as_: As, club: Callable[..., Season]) -> None:
    season, dave = club(*NAMES), as_("dave")
    path = f"{START}?season={season.pk}"
    assert path in dave.get("/leagues/club/manage/").content.decode()

    said = do(dave, path)

    assert "Club 1 starts now." in said
    assert "Entrants: 3: " in said and "Alice" in said and "Carol" in said
    assert "Rounds drawn: 3, with 3 matches." in said
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    assert season.starts_at is not None and season.starts_at <= timezone.now()
    run_leagues()
    assert Pairing.objects.exclude(match=None).count() == 1
    assert len(emails_about("begins")) == 3
    assert "Start now" not in text_of(dave.get("/leagues/club/manage/"))
    assert "A director has started a season." in text_of(Client().get("/moderation/"))


def test_the_preview_starts_nothing(as_: As, club: Callable[..., Season]) -> None:
    season, dave = club(*NAMES), as_("dave")
    path = f"{START}?season={season.pk}"

    assert dave.post(path, posted_form(dave, path)).status_code == 200

    season.refresh_from_db()
    assert season.state == Season.State.SIGN_UP and not season.divisions.exists()
    assert not emails_about("begins")


@pytest.mark.parametrize("confirm", [{}, {"confirm": "yes"}])
def test_a_season_with_too_few_stays_as_it_is(
    as_: As, club: Callable[..., Season], confirm: dict[str, str]
) -> None:
    season, dave = club("alice"), as_("dave")
    path, before = f"{START}?season={season.pk}", Season.objects.values().get()

    page = dave.post(path, posted_form(dave, path) | confirm)

    assert page.status_code == 422
    assert "Too few can play: 1 take part, and the season needs 2" in text_of(page)
    assert Season.objects.values().get() == before
    assert season.entries.get().state == Entry.State.SIGNED
    assert not Notification.objects.filter(kind__startswith="league").exists()


def test_during_check_in_those_play_who_have_checked_in(
    as_: As, club: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = club(*NAMES, sign_up_days=0, check_in_days=3)
    run_leagues()
    for name in ("alice", "bob"):
        entries.check_in(season, people[name])

    said = do(as_("dave"), f"{START}?season={season.pk}")

    assert "Entrants: 2: " in said
    assert "Not checked in, or a team that is not complete: Carol." in said
    assert season.entries.get(player=people["carol"]).state == Entry.State.MISSED
    assert len(emails_about("missed")) == 1


def test_a_cup_starts_before_it_is_full(as_: As, club: Callable[..., Season]) -> None:
    season = club(*NAMES, form="knock_out", starts_when_full=True, capacity=8)
    page = text_of(as_("dave").get("/leagues/club/manage/"))
    assert "Start now" in page and "Move the start" not in page

    said = do(as_("dave"), f"{START}?season={season.pk}")

    assert "Rounds drawn: 1, with 1 matches." in said
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING


def test_an_incomplete_team_is_named(
    as_: As, club: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = club(team_size=2)
    friends = [
        Player.objects.create_user(
            f"{name}@example.org", display_name=name, email_verified_at=timezone.now()
        )
        for name in ("Eve", "Finn")
    ]
    for name, friend in zip(("alice", "bob", "carol"), [*friends, None], strict=True):
        team = entries.sign_up(season, people[name], team_name=f"Team {name}")
        if friend:
            entries.join_team(season, friend, team_code=team.team_code)

    said = do(as_("dave"), f"{START}?season={season.pk}")

    assert "Entrants: 2: " in said
    assert "Not checked in, or a team that is not complete: Team carol." in said


def test_a_form_that_is_sent_twice_starts_a_season_once(
    as_: As, club: Callable[..., Season]
) -> None:
    season, dave = club(*NAMES), as_("dave")
    path = f"{START}?season={season.pk}"
    preview = dave.post(path, posted_form(dave, path))
    number = str(preview.context["form_number"])
    filled = {"season": str(season.pk), "confirm": "yes", "form_number": number}

    answers = [dave.post(path, filled).status_code for _ in range(2)]

    assert answers == [303, 303]
    assert AuditLogEntry.objects.filter(step=AuditLogEntry.Step.DONE).count() == 1
    assert len(emails_about("begins")) == 3
    late = dave.post(path, {"season": str(season.pk), "confirm": "yes"})
    assert late.status_code == 422 and "has begun already" in text_of(late)


@pytest.mark.django_db(transaction=True)
def test_two_directors_and_the_clock_start_a_season_once(
    club: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = club(*NAMES)
    eve = Player.objects.create_user("eve@example.org", display_name="Eve")
    directors.appoint_director(season.league, eve, now=timezone.now())
    action = StartSeason(season=season.pk)

    got = together(
        lambda: desk.take_staff_action(people["dave"], action),
        lambda: desk.take_staff_action(eve, action),
        lambda: run_leagues(timezone.now() + 15 * DAY),
        lambda: run_leagues(timezone.now() + 15 * DAY),
    )

    assert not [one for one in got if isinstance(one, Exception)]
    assert AuditLogEntry.objects.filter(step=AuditLogEntry.Step.DONE).count() <= 1
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    assert season.divisions.count() == 1 and Pairing.objects.count() == 6
    assert len(emails_about("begins")) == 3


def test_a_program_starts_a_season(club: Callable[..., Season], people: dict[str, Player]) -> None:
    season = club(*NAMES)

    preview = call_action(people["dave"], action="start_season", preview=True)
    assert preview.json()["status"] == "previewed"
    assert "Club 1 starts now." in preview.json()["changes"]
    assert call_action(people["alice"], action="start_season").status_code == 403
    season.refresh_from_db()
    assert season.state == Season.State.SIGN_UP
    assert call_action(people["dave"], action="start_season").json()["status"] == "done"
    again = call_action(people["dave"], action="start_season").json()

    assert again["code"] == "cannot_direct"
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING


def test_a_director_who_plays_may_start_the_season(as_: As, club: Callable[..., Season]) -> None:
    season = club("alice", "dave")

    assert "Club 1 starts now." in do(as_("dave"), f"{START}?season={season.pk}")


def test_the_start_of_a_season_is_moved(
    as_: As, club: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, dave = club(*NAMES, check_in_days=3), as_("dave")
    Player.objects.filter(pk=people["dave"].pk).update(zone="America/Lima")
    path = f"{MOVE}?season={season.pk}"
    assert season.starts_at is not None
    before = f"{season.starts_at - timedelta(hours=5):%Y-%m-%dT%H:%M}"
    assert f'value="{before}"' in dave.get(path).content.decode()
    day = timezone.now().date() + 30 * DAY

    said = do(dave, path, starts_at=f"{day}T18:30", told="A holiday.")

    assert f"It starts on {day:%a} {day.day} {day:%b %Y}, 18:30 (America/Lima)." in said
    season.refresh_from_db()
    assert season.starts_at is not None and season.sign_up_until is not None
    assert (f"{season.starts_at:%F %H:%M}") == f"{day} 23:30"
    assert season.starts_at - season.sign_up_until == 3 * DAY
    told = emails_about("start_moved")
    assert len(told) == 3 and "A holiday." in told[0].text
    assert "It now starts on" in told[0].text and "Check-in opens on" in told[0].text
    assert "A director has moved the start of a season." in text_of(Client().get("/moderation/"))
    run_leagues(season.starts_at - 4 * DAY)
    season.refresh_from_db()
    assert season.state == Season.State.SIGN_UP
    run_leagues(season.starts_at - 2 * DAY)
    season.refresh_from_db()
    assert season.state == Season.State.CHECK_IN


def test_a_start_is_moved_within_bounds(as_: As, club: Callable[..., Season]) -> None:
    season, dave = club("alice", check_in_days=3), as_("dave")
    path, today = f"{MOVE}?season={season.pk}", timezone.now().date()

    def move(days: int) -> str:
        filled = posted_form(dave, path, starts_at=f"{today + days * DAY}T12:00", told="x")
        answer = dave.post(path, {**filled, "confirm": "yes"})
        return "moved" if answer.status_code == 303 else text_of(answer)

    assert "Choose a later start" in move(2)
    assert "Choose a later start" in move(-2)
    assert "within 365 days" in move(367)
    assert not emails_about("start_moved")
    assert move(5) == "moved"
    assert "starts at this time already" in move(5)
    League.objects.update(is_player_made=True)
    assert "within 60 days" in move(62)
    assert len(emails_about("start_moved")) == 1


def test_the_check_in_ends_with_the_new_start(
    as_: As, club: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = club(*NAMES, sign_up_days=0, check_in_days=3)
    run_leagues()
    for name in NAMES:
        entries.check_in(season, people[name])
    now = timezone.now()

    season = season_starts.move_season_start(season, now + 9 * DAY, about="x", now=now)

    assert season.state == Season.State.CHECK_IN
    run_leagues(now + 8 * DAY)
    assert not season.divisions.exists()
    run_leagues(now + 9 * DAY)
    assert season.divisions.exists()


def test_the_start_of_a_running_season_is_not_moved(club: Callable[..., Season]) -> None:
    season, now = club(*NAMES), timezone.now()
    season_starts.start_season_now(season, now=now)

    with pytest.raises(directing.CannotDirect, match="has begun already"), transaction.atomic():
        season_starts.move_season_start(season, now + 9 * DAY, about="x", now=now)


def test_a_program_moves_a_start(club: Callable[..., Season], people: dict[str, Player]) -> None:
    season = club(*NAMES)
    day = timezone.now().date() + 20 * DAY
    body = {"action": "move_start", "reason": "A holiday."}

    assert call_action(people["dave"], **body).status_code == 400
    starts_at = f"{day}T18:30:00+02:00"
    assert call_action(people["alice"], starts_at=starts_at, **body).status_code == 403
    answer = call_action(people["dave"], starts_at=starts_at, **body)

    assert answer.json()["status"] == "done"
    season.refresh_from_db()
    assert season.starts_at is not None and f"{season.starts_at:%F %H:%M}" == f"{day} 16:30"
