"""A season of 64 players from sign-up to promotion, in three languages, with its e-mails.

SEASON=full plays every round of its eight divisions, not two.
"""

from __future__ import annotations

import os
from datetime import timedelta

import pytest

from games.models import Division, Match, Player, Season, Status
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.ratings import rate_finished
from notifications.models import Notification
from tests.conftest import NOON
from tests.emails import email_of
from tests.games.test_leagues import play

PLAYERS, SIZE = 64, 8
ROUNDS = 0 if os.environ.get("SEASON") == "full" else 2
DAY = timedelta(days=1)
SAYS = {"en": "The season begins", "fr": "La saison commence", "de": "Die Saison beginnt"}


@pytest.mark.django_db
def test_a_season_of_64_runs_from_sign_up_to_promotion() -> None:
    players = [
        Player(
            email=f"p{n}@example.org",
            display_name=f"Player {n}",
            language=("en", "fr", "de")[n % 3],
            email_verified_at=NOON,
        )
        for n in range(PLAYERS)
    ]
    Player.objects.bulk_create(players)
    terms = {"game": "pebbles", "division_size": SIZE, "up": 2, "down": 2, "rounds": ROUNDS}
    terms |= {"sign_up_days": 7, "check_in_days": 2, "capacity": PLAYERS, "hurries": True}
    league = directing.found_league(name="Great league", slug="great", values=terms)
    season = directing.open_season(league, now=NOON)
    for player in players:
        entries.sign_up(season, player, now=NOON)

    run_leagues(NOON + 7 * DAY)
    for player in players:
        entries.check_in(season, player, now=NOON + 8 * DAY)
    now = NOON + 9 * DAY
    while Season.objects.filter(pk=season.pk).exclude(state=Season.State.CLOSED).exists():
        run_leagues(now)
        play(now)
        # Twice, as two ticks do it.
        run_leagues(now)
        now += timedelta(minutes=2)
    rate_finished(now, limit=1000)

    divisions = list(Division.objects.filter(season=season).order_by("level"))
    assert [one.entries.count() for one in divisions] == [SIZE] * 8
    rounds = ROUNDS or SIZE - 1
    assert Match.objects.filter(status=Status.FINISHED).count() == PLAYERS // 2 * rounds
    assert all([row["played"] for row in one.table or []] == [rounds] * SIZE for one in divisions)
    _the_next_one_has_promoted(season, divisions)
    _everybody_was_told(season)


def _the_next_one_has_promoted(season: Season, divisions: list[Division]) -> None:
    following = Season.objects.get(league=season.league, number=2)
    assert following.opened_at > NOON
    stayed = list(season.entries.select_related("player", "division"))
    for entry in stayed:
        entries.sign_up(following, entry.player, now=following.opened_at)
    assert following.sign_up_until is not None and following.starts_at is not None
    run_leagues(following.sign_up_until)
    for entry in stayed:
        entries.check_in(following, entry.player, now=following.sign_up_until)
    run_leagues(following.starts_at)
    then = {e.player_id: e.division for e in following.entries.select_related("division")}
    by_id = {str(entry.pk): entry for entry in stayed}
    for division in divisions:
        table = [by_id[row["entry"]] for row in division.table or []]
        for n, entry in enumerate(table):
            new = then[entry.player_id]
            assert new is not None
            step = -1 if n < 2 and division.level else 1 if n > 5 and division.level < 7 else 0
            assert new.level == division.level + step, (division, n)


NEWS = ("check_in", "begins", "closed")


def _everybody_was_told(season: Season) -> None:
    rows = Notification.objects.filter(kind__startswith="league").select_related("player")
    mine = [row for row in rows if row.data["season"] == str(season.pk)]
    told = {what: [row for row in mine if row.data["news"] == what] for what in NEWS}
    assert {what: len(rows) for what, rows in told.items()} == dict.fromkeys(NEWS, PLAYERS)
    for language, said in SAYS.items():
        notification = next(row for row in told["begins"] if row.player.language == language)
        written = email_of(notification)
        assert written is not None and said in written.text and said in written.html
        assert "Great league" in written.subject
        assert max(map(len, written.text.splitlines())) <= 76
    over = email_of(told["closed"][0])
    assert over is not None and "/leagues/great/1/" in over.text
