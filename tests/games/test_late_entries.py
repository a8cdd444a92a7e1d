"""Late entries and byes on request in a Swiss system, with odd numbers and withdrawals."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from games.leagues import trf
from games.models import Entry, Pairing, PairingSeat, Player, Round, Season
from games.services import tokens
from games.services.leagues import (
    byes,
    directing,
    directors,
    entries,
    late_entries,
    reports,
    results,
)
from games.services.leagues.late_entries import MissedRounds
from games.services.leagues.seasons import run_leagues
from games.services.moderation import desk
from games.services.moderation.staff_actions import AdmitEntry
from tests.conftest import NOON

from .reading import text_of
from .test_directing_pages import do, emails_about
from .test_season_starts import call_action

As = Callable[[str], Client]
Make = Callable[..., Season]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
How = Pairing.How


def new_player(name: str) -> Player:
    return Player.objects.create_user(
        f"{name.replace(' ', '')}@example.org", display_name=name, email_verified_at=NOON
    )


@pytest.fixture
def begin(people: dict[str, Player]) -> Make:
    """A Swiss system that dave directs, with its first round drawn: begin(7, rounds=4)."""

    def begin(many: int, **given: Any) -> Season:
        few: dict[str, Any] = {"sign_up_days": 0, "check_in_days": 0, "hurries": True}
        terms = {"game": "pebbles", "form": "swiss", "division_size": 0, "rounds": 4, **few}
        terms["requested_byes"] = 1
        league = directing.found_league(name="Club", slug="club", values={**terms, **given})
        directors.appoint_director(league, people["dave"], is_founder=True, now=NOON)
        season = directing.open_season(league, now=NOON)
        for n in range(many):
            entries.sign_up(season, new_player(f"Player {n}"), now=NOON)
        run_leagues(NOON)
        season.refresh_from_db()
        return season

    return begin


def decide_round(season: Season, number: int) -> None:
    """Let the first seat of each table win, and draw the next round."""
    now = NOON + number * DAY
    rows = Pairing.objects.filter(round__division__season=season, round__number=number)
    for pairing in rows.filter(settled_at=None):
        results.settle_pairing(pairing, How.STAFF, [1, 2], why="x", now=now)
    Season.objects.filter(pk=season.pk).update(due_at=now)
    run_leagues(now)


def points_of(entry: Entry) -> Fraction:
    entry.refresh_from_db()
    assert entry.division is not None
    table = entry.division.table or []
    return results.figure_of(
        next(line for line in table if line["entry"] == str(entry.pk)), "points"
    )


def check_rounds(season: Season) -> None:
    """Nobody sits twice in a round, and nobody meets anybody twice."""
    met: set[frozenset[Any]] = set()
    for row in Round.objects.filter(division__season=season):
        seats = PairingSeat.objects.filter(pairing__round=row)
        sitting = list(seats.values_list("entry", flat=True))
        assert len(sitting) == len(set(sitting))
        for pairing in row.pairings.all():
            table = frozenset(pairing.seats.values_list("entry", flat=True))
            assert len(table) == 1 or table not in met
            met.add(table)


@pytest.mark.parametrize(
    ("missed", "points"),
    [(MissedRounds.HALF, Fraction(1)), (MissedRounds.BYE, 2), (MissedRounds.NOTHING, 0)],
)
def test_a_reserve_is_let_in_late(begin: Make, missed: MissedRounds, points: Fraction) -> None:
    season = begin(6)
    decide_round(season, 1)
    entry = entries.sign_up(season, new_player("Late"), now=NOON)
    assert entry.state == Entry.State.RESERVE

    late = late_entries.admit_entry(entry, missed, now=NOON + DAY)

    assert (late.first_round, late.missed, late.points) == (3, 2, points)
    assert points_of(entry) == points
    for number in (2, 3, 4):
        decide_round(season, number)
    played = PairingSeat.objects.filter(entry=entry, pairing__round__number__gt=2)
    assert played.count() == 2
    check_rounds(season)
    season.refresh_from_db()
    assert season.state == Season.State.CLOSED


def test_the_report_has_the_codes_of_byes(begin: Make) -> None:
    season = begin(6)
    decide_round(season, 1)
    entry = entries.sign_up(season, new_player("Late"), now=NOON)
    late_entries.admit_entry(entry, MissedRounds.HALF, now=NOON + DAY)
    decide_round(season, 2)

    report = trf.format_report(reports.build_report(season.divisions.get(), "Swiss"))

    (line,) = [one for one in report.splitlines() if " Late " in one]
    assert line.count("0000 - H") == 2


@pytest.mark.parametrize("many", [3, 4, 5, 6, 7, 9])
def test_late_entries_byes_and_withdrawals_in_every_round(begin: Make, many: int) -> None:
    """Each round somebody leaves, somebody asks to sit out, and somebody comes late."""
    season = begin(many, requested_byes=3, rounds=4, least_entrants=2)

    for number in (1, 2, 3):
        there = list(season.entries.filter(state=Entry.State.PLAYING).order_by("seed"))
        byes.request_bye(season, there[number % len(there)].player, number + 1)
        newcomer = entries.sign_up(season, new_player(f"Late {number}"), now=NOON)
        late_entries.admit_entry(newcomer, MissedRounds.HALF, now=NOON + number * DAY)
        entries.withdraw_entry(season, there[0].player, now=NOON)
        decide_round(season, number)
        drawn = Round.objects.filter(division__season=season, number=number + 1).get()
        assert PairingSeat.objects.filter(pairing__round=drawn).count() == many
    decide_round(season, 4)

    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    for row in Round.objects.filter(division__season=season):
        seats = PairingSeat.objects.filter(pairing__round=row).values_list("entry", flat=True)
        assert len(seats) == len(set(seats))


def test_a_player_sits_out_a_coming_round(as_: As, begin: Make) -> None:
    season = begin(6)
    entry = season.entries.order_by("seed")[0]
    client = Client()
    client.force_login(entry.player)
    page = text_of(client.get("/leagues/club/1/"))
    assert "Sit out round 2" in page and "Sit out round 1" not in page
    client.post("/leagues/club/1/part/", {"what": "request_bye", "round": "2"})
    assert "You sit out round 2." in text_of(client.get("/leagues/club/1/"))
    assert "sits out round 2" in text_of(as_("dave").get("/leagues/club/manage/"))

    decide_round(season, 1)

    pairing = Pairing.objects.get(round__number=2, seats__entry=entry)
    assert (pairing.how, pairing.places, pairing.seats.count()) == (How.HALF, [1], 1)
    before = points_of(entry)
    decide_round(season, 2)
    assert before in (Fraction(1, 2), Fraction(3, 2)) and points_of(entry) == before
    page = text_of(Client().get("/leagues/club/1/1.1/"))
    assert "sits out, which counts as half a win" in page


def test_a_bye_is_withdrawn_before_its_round_is_drawn(begin: Make) -> None:
    season = begin(6)
    player = season.entries.order_by("seed")[0].player
    byes.request_bye(season, player, 2)
    assert byes.request_bye(season, player, 2).bye_rounds == [2]
    with pytest.raises(byes.CannotTakeBye, match="1 rounds of a Swiss system"):
        byes.request_bye(season, player, 3)

    byes.withdraw_bye(season, player, 2)

    decide_round(season, 1)
    assert not Pairing.objects.filter(how=How.HALF).exists()
    with pytest.raises(byes.CannotTakeBye):
        byes.request_bye(season, player, 2)
    with pytest.raises(byes.CannotTakeBye):
        byes.withdraw_bye(season, player, 2)
    with pytest.raises(byes.CannotTakeBye):
        byes.request_bye(season, new_player("Stranger"), 3)


def test_byes_do_not_count_if_the_others_are_too_few(begin: Make) -> None:
    season = begin(3, least_entrants=2)
    for entry in season.entries.all():
        byes.request_bye(season, entry.player, 2)

    decide_round(season, 1)

    drawn = Pairing.objects.filter(round__number=2)
    assert sorted(drawn.values_list("how", flat=True)) == ["", "bye"]


def test_a_season_allows_byes_only_if_its_terms_say_so(begin: Make) -> None:
    """A season that was opened before players could ask for byes goes on without them."""
    season = begin(6, requested_byes=0)
    entry = season.entries.order_by("seed").first()
    assert entry is not None

    with pytest.raises(byes.CannotTakeBye):
        byes.request_bye(season, entry.player, 2)

    assert byes.list_open_rounds(season, entry) == []


def test_a_bye_before_the_season_begins(people: dict[str, Player]) -> None:
    given = {"game": "pebbles", "form": "swiss", "check_in_days": 0, "least_entrants": 2}
    given["requested_byes"] = 1
    league = directing.found_league(name="Club", slug="club", values=given)
    season = directing.open_season(league, now=NOON)
    for player in people.values():
        entries.sign_up(season, player, now=NOON)

    byes.request_bye(season, people["alice"], 1)

    run_leagues(NOON + 15 * DAY)
    first = Pairing.objects.filter(round__number=1)
    assert sorted(first.values_list("how", flat=True)) == ["", "bye", "half"]
    assert first.get(how=How.HALF).seats.get().entry.player == people["alice"]


def test_a_director_lets_a_reserve_in_by_page_and_program(
    as_: As, begin: Make, people: dict[str, Player]
) -> None:
    season, dave = begin(6), as_("dave")
    one, two = (entries.sign_up(season, people[name]) for name in ("alice", "bob"))
    path = f"/leagues/club/manage/admit_entry/?entry={one.pk}"
    assert path in dave.get("/leagues/club/manage/").content.decode()

    said = do(dave, path, missed="half")

    assert "Alice plays from round 2 on." in said
    assert "Rounds missed: 1; points for them: 1/2." in said
    one.refresh_from_db()
    assert one.state == Entry.State.PLAYING
    (email,) = emails_about("admitted")
    assert "You play from round 2 on." in email.text
    assert "let a reserve play in a running season" in text_of(Client().get("/moderation/"))
    body = {"action": "admit_entry", "player": str(two.player_id)}
    assert call_action(people["dave"], **body).status_code == 400
    assert call_action(people["carol"], missed="bye", **body).status_code == 403
    assert call_action(people["dave"], missed="bye", **body).json()["status"] == "done"
    again = call_action(people["dave"], missed="bye", **body)
    assert again.json()["code"] == "cannot_direct"
    two.refresh_from_db()
    assert points_of(two) == 1


def test_who_plays_in_the_season_lets_nobody_in(begin: Make, people: dict[str, Player]) -> None:
    season = begin(6)
    entry = entries.sign_up(season, people["alice"])
    entries.sign_up(season, people["dave"])

    answer = call_action(
        people["dave"], action="admit_entry", player=str(entry.player_id), missed="bye"
    )

    assert answer.json()["code"] == "not_allowed"
    entry.refresh_from_db()
    assert entry.state == Entry.State.RESERVE


@pytest.mark.parametrize("given", [{"form": "round_robin"}, {"rounds": 1}])
def test_nobody_is_let_in_where_no_draw_comes(
    begin: Make, people: dict[str, Player], given: dict[str, Any]
) -> None:
    entry = entries.sign_up(begin(6, **given), people["alice"])

    with pytest.raises(directing.CannotDirect):
        action = AdmitEntry(entry=entry.pk, missed="half")
        desk.preview_staff_action(people["dave"], action)


def test_a_program_asks_for_a_bye(begin: Make) -> None:
    season = begin(6)
    entry = season.entries.order_by("seed")[0]
    secret = tokens.make_token(entry.player, name="x", scopes=["play"])[1]

    def send(**body: Any) -> Any:
        return Client().post(
            "/api/v1/leagues/club/1/part/",
            body,
            content_type="application/json",
            headers={"Authorization": f"Bearer {secret}"},
        )

    assert send(step="request_bye", round=1).json()["code"] == "cannot_take_bye"
    assert send(step="request_bye", round=2).status_code == 200
    entry.refresh_from_db()
    assert entry.bye_rounds == [2]
    assert send(step="withdraw_bye", round=2).status_code == 200
    entry.refresh_from_db()
    assert entry.bye_rounds is None
