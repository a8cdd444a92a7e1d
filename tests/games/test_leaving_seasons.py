"""Who leaves a season, by their own choice or as they are banned, and who is asked or told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Entry, Pairing, Player, Proposal, Season
from games.services.leagues import directing, directors, entries, rolling
from games.services.leagues.seasons import run_leagues
from games.services.moderation import desk
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import BanPlayer, MergeAccounts
from notifications.models import Notification
from tests.emails import email_of

from .reading import As, text_of
from .test_moderation import build, staff

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Make = Callable[..., Season]
FORMS = ("round_robin", "swiss", "knock_out", "ladder", "arena")


@pytest.fixture
def begin(people: dict[str, Player]) -> Make:
    """A running season of alice, bob and carol, directed by dave: begin("ladder")."""

    def made(form: str, names: str = "alice bob carol", **given: Any) -> Season:
        now = timezone.now() - HOUR
        terms = {"game": "pebbles", "form": form, "sign_up_days": 0, "check_in_days": 0}
        terms |= {"least_entrants": 2} | given
        league = directing.found_league(name="Club", slug="club", values=terms)
        directors.appoint_director(league, people["dave"], is_founder=True, now=now)
        season = directing.open_season(league, now=now)
        for name in names.split():
            entries.sign_up(season, people[name], now=now)
        run_leagues(now)
        season.refresh_from_db()
        return season

    return made


def ban(player: Player) -> Proposal:
    """Let one moderator propose to ban a player, and another agree."""
    mo, max_ = staff(Role.MODERATOR, "mo"), staff(Role.MODERATOR, "max")
    proposal = desk.take_staff_action(mo, build(BanPlayer, player=player.pk))
    assert isinstance(proposal, Proposal)
    desk.decide_proposal(max_, proposal, agrees=True)
    return proposal


def state_of(season: Season, player: Player) -> str:
    return season.entries.get(player=player).state


@pytest.mark.parametrize("form", FORMS)
def test_a_banned_player_leaves_the_season_as_if_by_choice(
    begin: Make, people: dict[str, Player], form: str
) -> None:
    season, bob = begin(form), people["bob"]
    mo = staff(Role.MODERATOR, "moa")

    preview = desk.preview_staff_action(mo, build(BanPlayer, player=bob.pk))
    assert "Club 1: Bob leaves the season." in preview.changes
    assert state_of(season, bob) == Entry.State.PLAYING

    ban(bob)

    assert state_of(season, bob) == Entry.State.LEFT
    told = Notification.objects.get(player=people["dave"], kind="league")
    email = email_of(told)
    assert email and "Bob does not take part any more" in " ".join(email.text.split())


def test_before_the_draw_the_first_reserve_gets_the_place(
    begin: Make, people: dict[str, Player]
) -> None:
    season = begin("round_robin", capacity=2, sign_up_days=7)
    mo = staff(Role.MODERATOR, "moa")
    preview = desk.preview_staff_action(mo, build(BanPlayer, player=people["bob"].pk))

    ban(people["bob"])

    assert "Club 1: Carol takes the place." in preview.changes
    assert state_of(season, people["carol"]) == Entry.State.SIGNED


def test_a_challenge_of_a_banned_player_is_won_by_the_other(
    begin: Make, people: dict[str, Player]
) -> None:
    season = begin("ladder", reach=2)
    rolling.challenge(season, people["carol"], people["bob"], now=timezone.now())

    ban(people["carol"])
    run_leagues(timezone.now())

    pairing = Pairing.objects.get()
    assert pairing.match is None and pairing.settled_at is not None


def test_a_merger_with_a_banned_account_leaves_seasons_too(
    begin: Make, people: dict[str, Player]
) -> None:
    season = begin("round_robin")
    ban(people["dave"])
    mo, max_ = staff(Role.MODERATOR, "moa"), staff(Role.MODERATOR, "maxa")
    action = build(MergeAccounts, player=people["dave"].pk, whom=people["bob"].email)
    proposal = desk.take_staff_action(mo, action)
    assert isinstance(proposal, Proposal)

    desk.decide_proposal(max_, proposal, agrees=True)

    assert state_of(season, people["bob"]) == Entry.State.LEFT


def test_leaving_is_asked_about_before_it_happens(
    begin: Make, as_: As, people: dict[str, Player]
) -> None:
    season, bob = begin("round_robin"), as_("bob")

    pressed = bob.post("/leagues/club/1/part/", {"what": "leave"}, follow=True)
    assert "You cannot come back to this season." in text_of(pressed)
    assert state_of(season, people["bob"]) == Entry.State.PLAYING
    left = bob.post("/leagues/club/1/leave/", follow=True)

    assert "You have left this season." in text_of(left)
    assert state_of(season, people["bob"]) == Entry.State.LEFT


def test_who_does_not_take_part_is_not_asked(begin: Make, as_: As, client: Any) -> None:
    begin("round_robin")

    for browser in (as_("dave"), client):
        assert browser.get("/leagues/club/1/leave/").status_code in (302, 303)
    assert as_("dave").post("/leagues/club/1/leave/").status_code == 303
    assert as_("bob").get("/leagues/club/9/leave/").status_code == 404
