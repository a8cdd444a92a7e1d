"""Leagues of teams: founding and joining them, boards, results, and who leaves."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.engine.contract import Refused
from games.models import (
    AuditLogEntry,
    Board,
    Entry,
    Match,
    Pairing,
    Player,
    Prompt,
    Season,
    TeamMember,
)
from games.presentation import league_tables
from games.services import tokens
from games.services.leagues import directing, directors, entries, results, teams, terms
from games.services.leagues.seasons import run_leagues
from games.services.leagues.terms import BadTerms, parse_terms
from games.services.moderation import desk
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import RenameTeam
from notifications.models import Notification
from tests.emails import email_of
from tests.games.test_leagues import play

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# The teams, in the order of their boards.
TEAMS = {"Foxes": ["Ada", "Ben"], "Owls": ["Cleo", "Dan"], "Bears": ["Eve", "Finn"]}


def create_player(name: str) -> Player:
    return Player.objects.create_user(
        f"{name.lower()}@example.org", display_name=name, email_verified_at=timezone.now()
    )


@pytest.fixture
def players() -> dict[str, Player]:
    return {name: create_player(name) for names in TEAMS.values() for name in names}


@pytest.fixture
def found(players: dict[str, Player]) -> Callable[..., Season]:
    """A season that is open for sign-up, with these teams in it: found("Foxes", "Owls")."""

    def found(*names: str, begins: bool = False, **given: Any) -> Season:
        now = timezone.now() - HOUR
        asked = {"game": "pebbles", "team_size": 2, "least_entrants": 2, "goes_on": False}
        asked |= {"sign_up_days": 0, "check_in_days": 0, **given}
        league = directing.found_league(name="Club", slug="club", values=asked)
        season = directing.open_season(league, now=now)
        for name in names:
            first, *others = TEAMS[name]
            entry = entries.sign_up(season, players[first], team_name=name, now=now)
            for other in others:
                entries.join_team(season, players[other], team_code=entry.team_code, now=now)
        if begins:
            run_leagues(now)
        season.refresh_from_db()
        return season

    return found


def news(kind: str) -> list[Notification]:
    return [row for row in Notification.objects.all() if row.data.get("news") == kind]


def boards(season: Season) -> list[Board]:
    rows = Board.objects.filter(pairing__round__division__season=season)
    return list(rows.select_related("first", "second", "match").order_by("pairing", "number"))


def standings(season: Season) -> list[tuple[str, int, list[str]]]:
    lines = league_tables.division_standings(season.divisions.get())
    return [(line.entry.shown_name, line.place, [c.shown for c in line.cells]) for line in lines]


def names_of(board: Board) -> tuple[str, str]:
    assert board.first is not None and board.second is not None
    return board.first.display_name, board.second.display_name


def test_two_teams_meet_at_each_board_with_the_first_seat_in_turn(found: Any) -> None:
    season = found("Foxes", "Owls", begins=True)

    first, second = boards(season)

    pair = {names_of(first), names_of(second)}
    assert pair in ({("Ada", "Cleo"), ("Ben", "Dan")}, {("Cleo", "Ada"), ("Dan", "Ben")})
    assert first.match is not None and second.match is not None
    assert first.match.seats.get(number=0).player == first.first
    assert second.match.seats.get(number=0).player == second.second


def test_boards_that_are_won_decide_the_match_of_two_teams(found: Any) -> None:
    season = found("Foxes", "Owls", begins=True)
    now = timezone.now()

    play(now)
    run_leagues(now)

    pairing = Pairing.objects.get()
    pairing_boards = list(pairing.boards.all())
    assert all(board.settled_at and board.places for board in pairing_boards)
    assert pairing.how == Pairing.How.PLAYED
    assert pairing.places == teams.places_by_boards(pairing_boards)
    table = results.list_tables(season.divisions.get())[0]
    assert table.result is not None and sum(table.result.scores) == 2
    assert [line[2][1] for line in standings(season)] == sorted(
        (
            str(score) if score.denominator == 1 else "½"
            for score in map(Fraction, table.result.scores)
        ),
        reverse=True,
    )


MORE_TEAMS = {"Hares": ["Gus", "Hal"], "Lynxes": ["Ida", "Jan"]}


def play_to_the_end(season: Season) -> None:
    now = timezone.now()
    while season.state == Season.State.RUNNING:
        run_leagues(now)
        play(now)
        run_leagues(now + timedelta(seconds=1))
        now += timedelta(minutes=2)
        season.refresh_from_db()
    assert season.state == Season.State.CLOSED


def met(season: Season) -> dict[int, set[frozenset[str]]]:
    """Round -> the teams that met in it, a single one if it had a bye."""
    found: dict[int, set[frozenset[str]]] = {}
    for pairing in Pairing.objects.filter(round__division__season=season).select_related("round"):
        names = pairing.seats.values_list("entry__team_name", flat=True)
        found.setdefault(pairing.round.number, set()).add(frozenset(names))
    return found


@pytest.fixture
def four_teams(found: Callable[..., Season]) -> Callable[..., Season]:
    """A running season of four teams: four_teams(form="swiss")."""

    def four_teams(**given: Any) -> Season:
        season = found("Foxes", "Owls", division_size=0, hurries=True, **given)
        for name, players in MORE_TEAMS.items():
            first, second = (create_player(player) for player in players)
            entry = entries.sign_up(season, first, team_name=name)
            entries.join_team(season, second, team_code=entry.team_code)
        run_leagues()
        season.refresh_from_db()
        return season

    return four_teams


def test_a_swiss_season_of_teams_is_played_to_its_end(four_teams: Callable[..., Season]) -> None:
    season = four_teams(form="swiss", rounds=3)

    play_to_the_end(season)

    rounds = met(season)
    assert [len(pairs) for pairs in rounds.values()] == [2, 2, 2]
    # Three rounds of four teams: everybody has met everybody.
    assert len(set.union(*rounds.values())) == 6
    assert Match.objects.count() == len(boards(season)) == 3 * 2 * 2
    lines = standings(season)
    assert [line[1] for line in lines] == sorted(line[1] for line in lines)
    # A point for each win, and half for a draw: of 6 meetings, and of 12 boards.
    counts = [[figure.replace("½", ".5") for figure in line[2]] for line in lines]
    assert sum(float(one[0]) for one in counts) == 6
    assert sum(float(one[1]) for one in counts) == 12


def test_a_knock_out_of_teams_is_played_to_its_final_and_the_third_place(
    four_teams: Callable[..., Season],
) -> None:
    season = four_teams(form="knock_out", third_place=True, adjudication="late_last")

    play_to_the_end(season)

    rounds = met(season)
    assert [len(pairs) for pairs in rounds.values()] == [2, 2]
    final = Pairing.objects.get(round__number=2, is_third_place=False)
    third = Pairing.objects.get(round__number=2, is_third_place=True)
    for pairing in Pairing.objects.all():
        assert pairing.places == teams.places_by_boards(pairing.boards.all())
    semi = {name for pair in rounds[1] for name in pair}
    finalists = set(final.seats.values_list("entry__team_name", flat=True))
    losers = set(third.seats.values_list("entry__team_name", flat=True))
    assert finalists | losers == semi and not finalists & losers
    lines = standings(season)
    assert {name for name, _place, _cells in lines[:2]} == finalists
    assert {name for name, _place, _cells in lines[2:]} == losers
    page = Client().get("/leagues/club/1/1.1/").content.decode()
    for title in ("Semi-finals", "Final", "Third place"):
        assert f">{title}<" in page


def test_a_result_counts_match_points_and_then_boards() -> None:
    won, lost, drawn = Board(places=[1, 2]), Board(places=[2, 1]), Board(places=[1, 1])

    assert teams.score_boards([won, drawn, lost, Board()]) == (Fraction(3, 2), Fraction(3, 2))
    assert teams.places_by_boards([won, drawn]) == [1, 2]
    assert teams.places_by_boards([lost, won]) == [1, 1]
    assert parse_terms({"game": "pebbles", "team_size": 2}).counts[:2] == ("points", "boards")


def test_an_unfinished_board_is_decided_by_the_rule_of_the_league(found: Any) -> None:
    season = found("Foxes", "Owls", begins=True, round_days=1)
    first, _second = boards(season)
    assert first.match is not None
    late = Prompt.objects.get(match=first.match, closed_at=None, answered_at=None).seat

    run_leagues(timezone.now() + 2 * DAY)

    first.refresh_from_db()
    assert first.places == ([2, 1] if first.match_seat(0) == late else [1, 2])
    assert Pairing.objects.get().how == Pairing.How.LATE
    told = news("adjudicated")
    assert {row.player.display_name for row in told} == {"Ada", "Ben", "Cleo", "Dan"}
    assert all(email_of(row) for row in told)


def test_a_team_without_a_player_for_each_board_is_not_drawn(
    found: Any, players: dict[str, Player]
) -> None:
    season = found("Foxes", "Owls")
    entries.sign_up(season, players["Eve"], team_name="Bears")

    run_leagues(timezone.now())

    season.refresh_from_db()
    assert season.state == Season.State.RUNNING
    assert season.entries.get(team_name="Bears").state == Entry.State.MISSED
    email = email_of(news("incomplete")[0])
    assert email is not None and "fewer players than boards" in " ".join(email.text.split())


def test_a_cup_that_starts_when_full_waits_for_complete_teams(
    found: Any, players: dict[str, Player]
) -> None:
    season = found("Foxes", capacity=2, starts_when_full=True, form="knock_out")
    owls = entries.sign_up(season, players["Cleo"], team_name="Owls")
    run_leagues(timezone.now())
    season.refresh_from_db()
    assert season.state == Season.State.SIGN_UP

    entries.join_team(season, players["Dan"], team_code=owls.team_code.lower())
    run_leagues(timezone.now())

    season.refresh_from_db()
    assert season.state == Season.State.RUNNING


def test_who_leaves_is_replaced_by_the_next_and_the_captain_by_the_second(
    found: Any, players: dict[str, Player]
) -> None:
    season = found("Foxes", "Owls", "Bears", begins=True, round_days=1)
    foxes = season.entries.get(team_name="Foxes")
    gil = create_player("Gil")
    entries.join_team(season, gil, team_code=foxes.team_code)

    entries.leave_season(season, players["Ada"])

    foxes.refresh_from_db()
    assert foxes.player == players["Ben"] and foxes.state == Entry.State.PLAYING
    assert [one.player for one in teams.members_of(foxes)] == [players["Ben"], gil]
    assert directors.plays_in(players["Ada"], season)
    with pytest.raises(Refused, match="another team"):
        owls = season.entries.get(team_name="Owls")
        entries.join_team(season, players["Ada"], team_code=owls.team_code)


def test_who_left_a_team_of_their_own_can_be_the_captain_of_another(
    found: Any, players: dict[str, Player]
) -> None:
    season, eve = found("Foxes"), players["Eve"]
    foxes = season.entries.get(team_name="Foxes")
    entries.sign_up(season, eve, team_name="Bears")
    entries.leave_season(season, eve)
    entries.join_team(season, eve, team_code=foxes.team_code)

    entries.leave_season(season, players["Ada"])
    entries.leave_season(season, players["Ben"])

    foxes.refresh_from_db()
    assert foxes.player == eve
    assert season.entries.get(player=eve) == foxes


def test_a_board_without_a_player_is_lost_and_a_team_without_any_gives_a_walkover(
    found: Any, players: dict[str, Player]
) -> None:
    season = found("Foxes", "Owls", notification_hours=5)
    run_leagues(timezone.now() - HOUR)
    season.refresh_from_db()
    entries.leave_season(season, players["Ben"])

    run_leagues(timezone.now() + 6 * HOUR)

    lost = boards(season)[1]
    assert {lost.first, lost.second} == {None, players["Dan"]}
    assert lost.match is None and lost.places == ([2, 1] if lost.first is None else [1, 2])
    entries.leave_season(season, players["Ada"])
    assert season.entries.get(team_name="Foxes").state == Entry.State.LEFT
    assert not TeamMember.objects.filter(entry__team_name="Foxes", left_at=None).exists()


def test_names_and_codes_of_teams_are_checked(found: Any, players: dict[str, Player]) -> None:
    season = found("Foxes")
    for name, why in (
        ("foxes", "too similar"),
        ("", "one line"),
        ("Fo\u202exes", "one line"),
        ("x" * 41, "one line"),
    ):
        with pytest.raises(Refused, match=why):
            entries.sign_up(season, players["Cleo"], team_name=name)
    with pytest.raises(Refused, match="has this code"):
        entries.join_team(season, players["Cleo"], team_code="")
    with pytest.raises(Refused, match="for a team of this season"):
        entries.sign_up(season, players["Ben"], team_name="Wolves")
    assert season.entries.count() == 1


def test_a_member_decides_nothing_in_the_season_as_a_director(
    found: Any, players: dict[str, Player]
) -> None:
    season = found("Foxes", "Owls", begins=True)

    assert directors.plays_in(players["Ben"], season)


def test_only_the_captain_arranges_the_boards(found: Any, players: dict[str, Player]) -> None:
    season = found("Foxes", "Owls")
    with pytest.raises(Refused, match="Only the captain"):
        entries.arrange_team(season, players["Ben"], players["Ada"], dismisses=True)
    with pytest.raises(Refused, match="player of your team"):
        entries.arrange_team(season, players["Ada"], players["Cleo"], dismisses=True)

    entries.arrange_team(season, players["Ada"], players["Ben"], dismisses=False)

    foxes = season.entries.get(team_name="Foxes")
    assert [one.player.display_name for one in teams.members_of(foxes)] == ["Ben", "Ada"]
    entries.arrange_team(season, players["Ada"], players["Ben"], dismisses=True)
    assert [one.player.display_name for one in teams.members_of(foxes)] == ["Ada"]


def test_a_team_is_founded_joined_and_shown_by_page(found: Any, players: dict[str, Player]) -> None:
    season = found("Owls")
    ada, ben = Client(), Client()
    ada.force_login(players["Ada"])
    ben.force_login(players["Ben"])

    ada.post("/leagues/club/1/part/", {"what": "sign_up", "team_name": "Foxes"})
    code = season.entries.get(team_name="Foxes").team_code
    ben.post("/leagues/club/1/part/", {"what": "join_team", "team_code": code})
    ben.post("/leagues/club/1/part/", {"what": "join_team", "team_code": code})

    page = ben.get("/leagues/club/1/").content.decode()
    assert code in page and "captain" in page
    assert code not in Client().get("/leagues/club/1/").content.decode()
    run_leagues(timezone.now())
    division = Client().get("/leagues/club/1/1.1/").content.decode()
    assert "Foxes" in division and division.count('class="boards"') == 1
    assert "Foxes" in Client().get("/leagues/club/1/live/").content.decode()
    match = boards(season)[0].match
    assert match is not None
    assert "/leagues/club/1/1.1/" in ada.get(f"/matches/{match.number}/").content.decode()


def test_a_team_is_founded_joined_and_read_by_api(found: Any, players: dict[str, Player]) -> None:
    season = found("Owls")

    def call(name: str, body: dict[str, Any] | None = None) -> Any:
        secret = tokens.make_token(players[name], name=str(timezone.now()), scopes=["play"])[1]
        headers = {"Authorization": f"Bearer {secret}"}
        path = "/api/v1/leagues/club/1/part/"
        if body is None:
            return Client().get(path, headers=headers).json()
        answer = Client().post(
            path, json.dumps(body), content_type="application/json", headers=headers
        )
        return answer.status_code, answer.json()

    status, made = call("Ada", {"team": "Foxes"})
    assert status == 200 and made["team"] == "Foxes"
    joined = call("Ben", {"step": "join_team", "team_code": made["team_code"]})[1]
    assert joined["members"] == [str(players["Ada"].pk), str(players["Ben"].pk)]
    up = {"step": "move_up", "player": str(players["Ben"].pk)}
    assert call("Ben", up)[1]["code"] == "cannot_enter"
    assert call("Ada", up)[1]["members"][0] == str(players["Ben"].pk)
    run_leagues(timezone.now())
    told = Client().get("/api/v1/leagues/club/1/").json()
    (pairing,) = told["divisions"][0]["pairings"]
    assert [one["board"] for one in pairing["boards"]] == [1, 2]
    assert {one["name"] for one in pairing["seats"]} == {"Foxes", "Owls"}
    assert season.entries.count() == 2


def test_terms_of_teams_need_two_at_a_table_and_a_draw() -> None:
    for given in ({"form": "arena"}, {"form": "ladder"}, {"most_at_once": 2}):
        with pytest.raises(BadTerms):
            terms.parse_terms({"game": "pebbles", "team_size": 2, **given})


def test_a_muted_player_is_seated(found: Any, players: dict[str, Player]) -> None:
    """A mute used to cost every league match."""
    season = found("Foxes", "Owls")
    players["Ada"].sanctions.create(
        kind="mute", reason="x", imposed_at=timezone.now(), lasts_until=timezone.now() + DAY
    )

    run_leagues(timezone.now())

    assert Match.objects.count() == 2
    assert all(board.match_id for board in boards(season))


def test_staff_renames_a_team_and_tells_its_captain(
    found: Callable[..., Season], players: dict[str, Player]
) -> None:
    season = found("Foxes", "Owls", begins=True)
    foxes = season.entries.get(team_name="Foxes")
    moderator = Player.objects.create_user("mo@staff.example", is_staff=True)
    moderator.groups.add(Group.objects.get_or_create(name=Role.MODERATOR)[0])
    wanted = RenameTeam(entry=foxes.pk, name=" Otters ", reason="Rude.", told="Please be polite.")

    preview = desk.preview_staff_action(moderator, wanted)
    assert season.entries.filter(team_name="Foxes").exists() and not preview.needs_second
    desk.take_staff_action(moderator, wanted)

    foxes.refresh_from_db()
    assert foxes.team_name == "Otters"
    assert [row.player for row in news("renamed")] == [players["Ada"]]
    email = email_of(news("renamed")[0])
    assert email is not None and "“Otters”" in email.text and "Please be polite." in email.text
    assert AuditLogEntry.objects.filter(action="rename_team", step="done").count() == 1
    taken = RenameTeam(entry=foxes.pk, name="Owls", reason="x", told="x")
    with pytest.raises(Refused, match="too similar"):
        desk.take_staff_action(moderator, taken)


def test_nobody_who_plays_alone_is_renamed_as_a_team(players: dict[str, Player]) -> None:
    league = directing.found_league(name="Solo", slug="solo", values={"game": "pebbles"})
    season = directing.open_season(league, now=timezone.now())
    entry = entries.sign_up(season, players["Ada"])

    with pytest.raises(Refused, match="Only a team"):
        directing.rename_team(entry, "Otters", about="", now=timezone.now())
