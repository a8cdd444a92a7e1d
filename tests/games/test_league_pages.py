"""The pages of leagues: what they show, and what their buttons do."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar
from py4swiss.trf.trf_parser import TrfParser

from games.models import Entry, Match, Pairing, Player, Round, Season, Status
from games.queries import matches
from games.services.leagues import directing, entries, results
from games.services.leagues.seasons import run_leagues
from games.services.ratings import rate_finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(people: dict[str, Any]) -> Season:
    """A season of four that is being played, its first table decided: alice before dave."""
    now = timezone.now() - timedelta(days=1)
    terms = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0}
    league = directing.found_league(name="Harbour league", slug="harbour", values=terms)
    season = directing.open_season(league, now=now)
    for player in people.values():
        entries.sign_up(season, player, now=now)
    run_leagues(now)
    first = Pairing.objects.get(round__number=1, number=1)
    directing.decide_pairing(first, places=[1, 2], why="Dave was ill", now=now)
    season.refresh_from_db()
    return season


def test_the_pages_show_standings_with_explanations_and_the_schedule(
    season: Season, client: Client
) -> None:
    for path in ("/leagues/", "/leagues/harbour/", "/leagues/harbour/1/"):
        assert "Harbour league" in client.get(path).content.decode()

    page = client.get("/leagues/harbour/1/1.1/").content.decode()

    assert "Points: for the places at all tables: 1.1 Dave: 1" in page
    assert "decided by the league’s director: Dave was ill" in page
    match = Pairing.objects.get(round__number=1, number=2).match
    assert match is not None and f'href="/matches/{match.number}/"' in page
    for path in ("/leagues/nowhere/", "/leagues/harbour/9/", "/leagues/harbour/1/7.1/"):
        assert client.get(path).status_code == 404


def test_visitors_are_asked_to_sign_in_only_where_they_can_enter(
    season: Season, client: Client
) -> None:
    directing.open_season(
        directing.found_league(name="Cup", slug="cup", values={"game": "pebbles"})
    )

    assert "Sign in to take part." in client.get("/leagues/cup/1/").content.decode()
    for state in (Season.State.RUNNING, Season.State.CLOSED):
        Season.objects.filter(pk=season.pk).update(state=state)
        assert "Your entry" not in client.get("/leagues/harbour/1/").content.decode()
    client.force_login(season.entries.all()[0].player)
    page = client.get("/leagues/harbour/1/").content.decode()
    assert re.search(r"<p>\s*Took part\.\s*</p>", page)


def test_a_match_leads_to_its_division_and_names_a_private_league_to_its_players_alone(
    season: Season, client: Client, people: dict[str, Player]
) -> None:
    pairing = Pairing.objects.get(round__number=1, number=2)
    assert pairing.match is not None
    # Its directors decide about it, not its players.
    assert not matches.can_end_by_vote(pairing.match)
    player = Client()
    player.force_login(pairing.seats.all()[0].entry.player)
    paths = [f"/matches/{pairing.match.number}/{tab}" for tab in ("", "history/")]

    shown = [client.get(path).content.decode() for path in paths]
    season.league.access = "invited"
    season.league.save()
    hidden = [client.get(path).content.decode() for path in paths]

    link = 'href="/leagues/harbour/1/1.1/"'
    assert all(link in page for page in shown) and not any("leagues/h" in page for page in hidden)
    assert "Harbour league 1, division 1.1, round 1, table 2" in shown[0]
    assert all(link in player.get(path).content.decode() for path in paths)


def test_final_standings_have_the_columns_of_the_live_ones_in_their_order(
    season: Season, client: Client
) -> None:
    """The database sorts the keys of JSON: “Head to head” used to stand after “Wins”."""
    path = "/leagues/harbour/1/1.1/"
    live = [cell.heading for cell in client.get(path).context["lines"][0].cells]
    division = season.divisions.get()
    division.table = results.serialize_standings(division)
    division.save()

    lines = client.get(path).context["lines"]

    assert [cell.heading for cell in lines[0].cells] == live
    assert live == ["Points", "Head to head", "Opponents", "Wins"]
    page = client.get(path).content.decode()
    assert "The points of all opponents, once for each meeting (Buchholz)" in page


def test_a_season_as_a_file_and_as_a_calendar(season: Season, client: Client) -> None:
    Player.objects.filter(display_name="Dave").update(display_name="=Dave")

    table = client.get("/leagues/harbour/1/standings.csv")
    calendar = client.get("/leagues/harbour/1/rounds.ics")

    lines = table.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Division,Place,Player,Played,Points,Head to head,Opponents,Wins"
    assert len(lines) == 5 and any(line.split(",")[2] == "'=Dave" for line in lines)
    assert table["Content-Disposition"] == 'attachment; filename="harbour-1.csv"'
    events = Calendar.from_ical(calendar.content).walk("VEVENT")
    told = [str(one["summary"]) for one in events]
    assert told[1:] == [f"Harbour league 1: round {n}" for n in (1, 2, 3)]
    assert client.get("/leagues/harbour/9/rounds.ics").status_code == 404


def events_of(client: Client) -> list[Any]:
    calendar = Calendar.from_ical(client.get("/leagues/harbour/1/rounds.ics").content)
    assert calendar.walk("VTIMEZONE") and not calendar.errors
    return list(calendar.walk("VEVENT"))


def test_a_postponed_round_and_a_season_called_off_are_changes_of_the_calendar(
    season: Season, client: Client
) -> None:
    before = events_of(client)
    last = Round.objects.get(number=3)
    directing.postpone_round(last, 3, about="x", now=timezone.now())

    moved = events_of(client)
    directing.call_off(season, now=timezone.now())
    cancelled = events_of(client)

    assert [one["UID"] for one in before] == [one["UID"] for one in moved]
    assert [one["SEQUENCE"] for one in before] == [0, 0, 0, 0]
    assert [one["SEQUENCE"] for one in moved] == [0, 0, 0, 1]
    assert moved[3].decoded("DTSTART") > before[3].decoded("DTSTART")
    assert moved[3].decoded("DTSTAMP") > before[3].decoded("DTSTAMP")
    assert [one["SEQUENCE"] for one in cancelled] == [1, 1, 1, 2]
    assert {one["STATUS"] for one in cancelled} == {"CANCELLED"}
    for one in (*before, *moved, *cancelled):
        assert one.decoded("DTEND") > one.decoded("DTSTART")


def test_a_knock_out_has_a_bracket_with_rounds_to_come_and_a_third_place(
    people: dict[str, Any], client: Client
) -> None:
    now = timezone.now() - timedelta(days=1)
    terms = {"game": "pebbles", "form": "knock_out", "sign_up_days": 0, "check_in_days": 0}
    cup = directing.found_league(
        name="Cup", slug="cup", values={**terms, "third_place": True, "hurries": True}
    )
    season = directing.open_season(cup, now=now)
    for player in people.values():
        entries.sign_up(season, player, now=now)
    run_leagues(now)

    first = client.get("/leagues/cup/1/1.1/").context["brackets"][0].columns
    for pairing in Pairing.objects.filter(settled_at=None):
        directing.decide_pairing(pairing, places=[1, 2], why="Nobody came.", now=now)
    run_leagues(now + timedelta(minutes=2))
    page = client.get("/leagues/cup/1/1.1/")

    assert [(one.title, len(one.tables), len(one.coming)) for one in first] == [
        ("Semi-finals", 2, 0),
        ("Final", 0, 1),
    ]
    assert [(one.title, len(one.tables)) for one in page.context["brackets"][0].columns] == [
        ("Semi-finals", 2),
        ("Final", 1),
        ("Third place", 1),
    ]
    assert 'id="bracket"' in page.content.decode()


def test_what_if_changes_the_shown_standings_and_nothing_else(
    season: Season, client: Client
) -> None:
    second = Pairing.objects.get(round__number=1, number=2)
    asked = {f"p{second.pk.hex}-0": "1", f"p{second.pk.hex}-1": "2"}
    asked[f"p{Pairing.objects.get(round__number=2, number=1).pk.hex}-0"] = "<script>"

    page = client.get("/leagues/harbour/1/1.1/", asked).content.decode()

    assert "Standings with your results" in page and "1.2 (supposed)" in page
    assert "<script>" not in page
    assert Pairing.objects.filter(settled_at=None).count() == 5


def test_signing_up_checking_in_and_leaving_by_the_buttons(
    as_: Callable[[str], Client], people: dict[str, Any]
) -> None:
    terms = {"game": "pebbles", "sign_up_days": 1, "check_in_days": 2}
    league = directing.found_league(name="Cup", slug="cup", values=terms)
    directing.open_season(league, now=timezone.now() - timedelta(hours=23))
    alice = as_("alice")

    def press(what: str) -> str:
        return alice.post("/leagues/cup/1/part/", {"what": what}, follow=True).content.decode()

    assert "Checking in is not open yet." in press("sign_up") + press("check_in")
    assert "Your leagues" in alice.get("/").content.decode()
    run_leagues(timezone.now() + timedelta(hours=2))
    assert "Check in" in alice.get("/leagues/cup/1/").content.decode()
    assert "please check in" in alice.get("/").content.decode()
    assert "You have checked in." in press("check_in")
    assert Entry.objects.get().state == Entry.State.HERE
    assert "Yes, leave the season" in press("leave")
    path = "/leagues/cup/1/leave/"
    assert "You have left this season." in alice.post(path, follow=True).content.decode()
    assert "You do not take part in this season." in alice.post(path, follow=True).content.decode()
    assert Client().post("/leagues/cup/1/part/", {"what": "sign_up"}).status_code == 302
    assert Entry.objects.count() == 1


def test_a_player_has_ratings_on_their_page(season: Season, client: Client) -> None:
    match = Match.objects.get(pairing__number=2)
    match.seats.filter(number=0).update(place=1)
    match.seats.filter(number=1).update(place=2)
    over = {"status": Status.FINISHED, "finished_at": timezone.now(), "ply": 9}
    Match.objects.filter(pk=match.pk).update(**over)
    assert rate_finished() == 1 and rate_finished() == 0
    winner, loser = (match.seats.get(number=n).player for n in (0, 1))

    page = client.get(f"/players/{winner.pk}/").content.decode()

    assert "after 1 match" in page and '<svg class="rating"' in page
    assert winner.ratings.get().mean > 25 > loser.ratings.get().mean


def test_the_results_of_a_division_are_a_tournament_report_file(
    season: Season, client: Client, tmp_path: Any
) -> None:
    for pairing in Pairing.objects.filter(round__number=1, settled_at=None):
        directing.decide_pairing(pairing, places=[1, 1], why="x", now=timezone.now())
    assert "report.trf" in client.get("/leagues/harbour/1/1.1/").content.decode()

    answer = client.get("/leagues/harbour/1/1.1/report.trf")

    path = tmp_path / "report.trf"
    path.write_bytes(answer.content)
    parsed = TrfParser.parse(path)
    parsed.validate_contents()
    assert [one.name for one in parsed.player_sections] == ["Alice", "Bob", "Carol", "Dave"]
    played = {one.name: one.results[0].result.value for one in parsed.player_sections}
    assert played == {"Alice": "1", "Bob": "=", "Carol": "=", "Dave": "0"}
    assert parsed.tournament_section.tournament_name == "Harbour league 1, 1.1"
    assert parsed.x_section.number_of_rounds == 3
    assert client.get("/leagues/harbour/1/9.1/report.trf").status_code == 404


def test_the_live_page_shows_running_tables_and_the_latest_results(
    season: Season, client: Client
) -> None:
    path = "/leagues/harbour/1/live/"
    page = client.get(path)

    live = page.context["tables"]
    assert live.many == len(live.running) == 1
    assert [table.pairing.why for table in live.latest] == ["Dave was ill"]
    assert [line.place for line in page.context["divisions"][0][1]] == [1, 2, 3]
    etag = page["ETag"]
    assert client.get(path, headers={"if-none-match": etag}).status_code == 304
    directing.decide_pairing(
        live.running[0].table.pairing, places=[1, 2], why="x", now=timezone.now()
    )
    after = client.get(path, headers={"if-none-match": etag})
    assert after.status_code == 200 and len(after.context["tables"].latest) == 2
    assert client.get("/leagues/harbour/9/live/").status_code == 404


def test_seasons_of_larger_tables_have_no_report(client: Client) -> None:
    terms = {"game": "pebbles", "seats": 3, "sign_up_days": 0}
    league = directing.found_league(name="Three", slug="three", values=terms)
    season = directing.open_season(league)
    season.divisions.create(level=0, number=0)

    assert client.get("/leagues/three/1/1.1/report.trf").status_code == 404
    assert "report.trf" not in client.get("/leagues/three/1/1.1/").content.decode()
