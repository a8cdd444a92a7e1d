"""Every format of a league at every small size, with a withdrawal in every round."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.leagues.standings import are_places
from games.models import Entry, Pairing, PairingSeat, Player, Season
from games.services.leagues import directing, entries, results
from games.services.leagues.seasons import run_leagues
from tests import sizes

pytestmark = pytest.mark.django_db
FORMATS: dict[str, dict[str, Any]] = {
    "round robin": {"form": "round_robin"},
    "round robin at three": {"form": "round_robin", "seats": 3},
    "two divisions": {"form": "round_robin", "division_size": 4, "up": 1, "down": 1},
    "Swiss": {"form": "swiss"},
    "Swiss at three": {"form": "swiss", "seats": 3},
    "knock-out": {"form": "knock_out", "third_place": True},
    "knock-out with play-offs": {"form": "knock_out", "ties": "play_off"},
    "knock-out in which ties advance": {"form": "knock_out", "ties": "all"},
    "knock-out at three": {"form": "knock_out", "seats": 3, "through": 2},
    "groups": {"form": "groups", "third_place": True},
    "groups with play-offs": {"form": "groups", "group_through": 1, "ties": "play_off"},
    "groups in which ties advance": {"form": "groups", "ties": "all"},
    "groups at three": {"form": "groups", "seats": 3, "group_size": 5},
    "double elimination": {"form": "double_elimination"},
    "double elimination with play-offs": {"form": "double_elimination", "ties": "play_off"},
    "double elimination in which ties advance": {"form": "double_elimination", "ties": "all"},
    "arena": {"form": "arena", "arena_hours": 20, "pace": "live"},
}


def decide_tables(season: Season, luck: Random) -> int:
    """Decide all open tables that are seated, draws among them; return how many."""
    rows = Pairing.objects.filter(round__division__season=season, settled_at=None)
    for pairing in rows.exclude(match=None):
        seats = pairing.seats.count()
        points = [luck.randrange(2) for _ in range(seats)]
        places = [1 + sum(other > mine for other in points) for mine in points]
        directing.decide_pairing(pairing, places=places, why="x")
    return len(rows)


def leave(season: Season, luck: Random) -> Player | None:
    """Let somebody leave, unless only two are left; return who."""
    playing = list(season.entries.filter(state=Entry.State.PLAYING).order_by("pk"))
    if len(playing) < 3:
        return None
    leaver = luck.choice(playing).player
    entries.leave_season(season, leaver)
    return leaver


def check_rounds(season: Season) -> None:
    """Nobody sits at two tables of a round, and nobody who has left is drawn."""
    for division in season.divisions.all():
        for row in division.rounds.all():
            # A third place and play-offs come beside byes; an arena is a single round.
            seats = PairingSeat.objects.filter(pairing__round=row, pairing__is_play_off=False)
            many = Counter(seats.values_list("entry", flat=True))
            assert season.terms["form"] == "arena" or max(many.values(), default=0) <= 1


def check_standings(season: Season) -> None:
    for division in season.divisions.all():
        lines = results.stored_standings(division)
        holders = division.entries.filter(stand_in=None, seed__isnull=False)
        assert {line["entry"] for line in lines} == {str(entry.pk) for entry in holders}
        places = [line["place"] for line in lines]
        assert places == sorted(places) and are_places(places, len(places))


@pytest.mark.sampled(20)
@pytest.mark.parametrize("size", range(2, 10))
@pytest.mark.parametrize("name", list(FORMATS))
def test_a_season_ends_whoever_leaves(name: str, size: int) -> None:
    luck = Random(f"{name} {size} {sizes.SEED}")
    now = timezone.now() - timedelta(minutes=5)
    terms = {
        **{"game": "pebbles", "sign_up_days": 0, "check_in_days": 0, "least_entrants": 2},
        **{"hurries": True, "goes_on": False, "round_days": 1, "division_size": 0},
        **FORMATS[name],
    }
    season = directing.open_season(
        directing.found_league(name="Club", slug="club", values=terms), now=now
    )
    for n in range(size):
        player = Player.objects.create_user(
            f"p{n}@example.org", display_name=f"Player {n}", email_verified_at=now
        )
        entries.sign_up(season, player, now=now)
    run_leagues(now)

    for step in range(1, 40):
        now = timezone.now() + timedelta(minutes=step)
        leave(season, luck)
        decide_tables(season, luck)
        run_leagues(now)
        check_rounds(season)
        season.refresh_from_db()
        if season.state != Season.State.RUNNING:
            break
    if season.terms["form"] == "arena":
        run_leagues(timezone.now() + timedelta(hours=21))
        run_leagues(timezone.now() + timedelta(hours=21, minutes=2))
        season.refresh_from_db()

    assert season.state == Season.State.CLOSED
    check_standings(season)
