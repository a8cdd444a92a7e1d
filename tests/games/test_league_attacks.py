"""What a player or director tries who wants more than is theirs: each try changes nothing."""

from __future__ import annotations

import csv
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.utils import timezone
from icalendar import Calendar
from py4swiss.trf.trf_parser import TrfParser

from games.engine.contract import Refused
from games.models import (
    AuditLogEntry,
    Entry,
    League,
    Match,
    Pairing,
    Player,
    Proposal,
    Sanction,
    Season,
    SeasonInvitation,
)
from games.services import substitutes
from games.services.conflicts_of_interest import NotAllowed
from games.services.leagues import directing, directors, entries, teams
from games.services.leagues.seasons import run_leagues
from games.services.moderation import desk
from games.services.moderation.roles import Action
from games.services.moderation.staff_actions import DecideTable
from notifications.models import Notification

from .reading import text_of

As = Callable[[str], Client]
pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
QUICK = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0, "least_entrants": 2}
WHO_PLAYS = ("alice", "bob", "carol")


@pytest.fixture
def club(people: dict[str, Player]) -> Callable[..., Season]:
    """A league that dave directs, with a season that the others play: club("club")."""

    def club(slug: str, *names: str, **given: Any) -> Season:
        now = timezone.now() - HOUR
        league = directing.found_league(name=slug.title(), slug=slug, values={**QUICK, **given})
        directors.appoint_director(league, people["dave"], is_founder=True, now=now)
        season = directing.open_season(league, now=now)
        for name in names or WHO_PLAYS:
            entries.sign_up(season, people[name], now=now)
        run_leagues(now)
        season.refresh_from_db()
        return season

    return club


def open_table(season: Season) -> Pairing:
    tables = Pairing.objects.filter(round__division__season=season, settled_at=None)
    return tables.exclude(match=None).select_related("match")[0]


def snapshot() -> list[Any]:
    """Return the rows of leagues, without the log."""
    models: tuple[type[Model], ...] = (League, Season, Entry, Pairing, SeasonInvitation, Proposal)
    return [list(model._default_manager.order_by("pk").values()) for model in models]


def test_a_director_cannot_name_rows_of_another_league(
    as_: As, club: Callable[..., Season], people: dict[str, Player]
) -> None:
    """The address of the own league, with the ids of another one."""
    club("mine")
    theirs = club("theirs")
    theirs.league.directors.all().delete()
    table = open_table(theirs)
    later = theirs.divisions.get().rounds.filter(started_at=None).last()
    ids = {
        "season": str(theirs.pk),
        "entry": str(theirs.entries.all()[0].pk),
        "round": str(later.pk if later else table.round_id),
        "pairing": str(table.pk),
    }
    filled = {
        "whom": "Dave",
        "name": "Otters",
        "text": "Hi.",
        "told": "Why.",
        "days": "3",
        "missed": "half",
        "confirm": "yes",
    }
    filled |= {"place_0": "1", "place_1": "2", "first": "1.0", "second": "1.1"}
    before, dave = snapshot(), as_("dave")

    for action in (
        *(Action.INVITE, Action.WRITE, Action.DECIDE_TABLE, Action.REMOVE_ENTRY),
        *(Action.POSTPONE, Action.EDIT_ROUND, Action.CALL_OFF, Action.CLOSE_SEASON),
        *(Action.RENAME_TEAM, Action.ADMIT_ENTRY),
    ):
        answer = dave.post(f"/leagues/mine/manage/{action}/", {**ids, **filled})
        assert answer.status_code == 404, action
        assert dave.post(f"/leagues/theirs/manage/{action}/", ids | filled).status_code == 403
    assert snapshot() == before
    assert not AuditLogEntry.objects.filter(step="done").exists()


def test_a_proposal_is_decided_in_its_own_league_alone(
    as_: As, club: Callable[..., Season], people: dict[str, Player]
) -> None:
    club("mine")
    theirs = club("theirs")
    theirs.league.directors.all().delete()
    theirs.league.directors.create(
        player=Player.objects.create_user("x@example.org"), appointed_at=timezone.now()
    )
    wanted = DecideTable(pairing=open_table(theirs).pk, places=[1, 2], told="x", reason="x")
    proposal = desk.take_staff_action(theirs.league.directors.get().player, wanted)

    path = f"/leagues/mine/manage/proposals/{proposal.pk}/"

    assert as_("dave").post(path, {"agree": "yes"}).status_code == 404
    assert Proposal.objects.get().outcome == Proposal.Outcome.WAITING


def test_a_group_of_the_staff_makes_no_staff(
    as_: As, club: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = club("club")
    people["alice"].groups.add(Group.objects.get_or_create(name="league director")[0])

    answer = as_("alice").post(
        "/leagues/club/manage/call_off/", {"season": str(season.pk), "told": "x", "confirm": "yes"}
    )

    assert answer.status_code == 403
    assert as_("alice").get("/admin/").status_code == 302


def test_who_enters_after_proposing_something_is_not_agreed_with(
    club: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = club("club", "alice", "bob")
    deputy = Player.objects.create_user("deputy@example.org")
    directors.appoint_director(season.league, deputy, now=timezone.now())
    table = open_table(season)
    wanted = DecideTable(pairing=table.pk, places=[1, 2], told="x", reason="x")
    proposal = desk.take_staff_action(people["dave"], wanted)
    assert isinstance(proposal, Proposal)
    entries.sign_up(season, people["dave"])

    with pytest.raises(NotAllowed, match="another director"):
        desk.decide_proposal(deputy, proposal, agrees=True)

    table.refresh_from_db()
    assert table.settled_at is None


def test_a_director_who_took_over_a_seat_decides_nothing_there(
    club: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = club("club")
    match = open_table(season).match
    assert match is not None
    seat = match.seats.get(number=0)
    seat.offered_at = timezone.now()
    seat.save()
    substitutes.take_seat(match, people["dave"], now=timezone.now())

    assert directors.plays_in(people["dave"], season)
    with pytest.raises(NotAllowed, match="another director"):
        wanted = DecideTable(pairing=open_table(season).pk, places=[1, 2], told="x", reason="x")
        desk.take_staff_action(people["dave"], wanted)


# Forms that are sent twice, as by a double click.


def confirmed(client: Client, path: str, filled: dict[str, str]) -> dict[str, str]:
    """Preview a form, and return what its second button sends."""
    page = client.post(path, filled)
    assert page.status_code == 200, text_of(page)
    number = str(page.context["form_number"])
    assert f'name="form_number" value="{number}"' in page.content.decode()
    return {**filled, "confirm": "yes", "form_number": number}


def test_a_form_of_a_director_that_is_sent_twice_does_it_once(
    as_: As, club: Callable[..., Season]
) -> None:
    season = club("club")
    dave, path = as_("dave"), "/leagues/club/manage/write/"
    sent = confirmed(dave, path, {"season": str(season.pk), "text": "Hello."})

    answers = [dave.post(path, sent) for _ in range(2)]

    assert [one.status_code for one in answers] == [303, 303]
    told = [row for row in Notification.objects.all() if row.data.get("news") == "message"]
    assert len(told) == len(WHO_PLAYS)
    assert AuditLogEntry.objects.filter(action="write", step="done").count() == 1
    other = dave.post(path, {**sent, "text": "Another text under the same number."})
    assert other.status_code == 422 and "used for something else" in text_of(other)
    dave.post(path, {**sent, "form_number": str(uuid4())})
    assert AuditLogEntry.objects.filter(action="write", step="done").count() == 2


def test_a_proposal_that_is_sent_twice_waits_once(as_: As, club: Callable[..., Season]) -> None:
    season = club("club")
    dave, path = as_("dave"), "/leagues/club/manage/call_off/"
    sent = confirmed(dave, path, {"season": str(season.pk), "told": "Storm."})

    for _ in range(2):
        assert dave.post(path, sent).status_code == 303

    assert Proposal.objects.count() == 1


def test_a_form_of_the_staff_that_is_sent_twice_does_it_once(
    people: dict[str, Player], settings: Any
) -> None:
    """A mute that was sent twice used to last a week instead of a day."""
    settings.DEMO, settings.SITE_IS_LOCAL = True, True
    mo = Player.objects.create_user("mo@example.org", is_staff=True)
    mo.groups.add(Group.objects.get_or_create(name="moderator")[0])
    client = Client()
    client.force_login(mo)
    alice, bob = people["alice"], people["bob"]
    filled = {"player": str(alice.pk), "told": "You shouted.", "reason": "x", "rehearse": "yes"}
    sent = confirmed(client, "/admin/desk/mute/", filled)
    bulk = f"/admin/desk/bulk/warn/?id={alice.pk}&id={bob.pk}"
    warned = confirmed(client, bulk, {"told": "Be kind.", "reason": "x", "rehearse": "yes"})

    for path, form in (("/admin/desk/mute/", sent), (bulk, warned)):
        assert [client.post(path, form).status_code for _ in range(2)] == [302, 302]

    assert Sanction.objects.filter(kind="mute").count() == 1
    assert Sanction.objects.filter(kind="warning").count() == 2


# Names that other programs would take for something else.

FORMULAS = ("=Ann+1", "+Ben", "-Cid", "@Dot(1)", "＝Eva", "=cmd|' /C calc'!Fay", '"=Gus"', " =Hal")
LINES = ("001    9 Ivy", "BEGIN:VEVENT", "Jo\\, y; z\\n", "Kim,b;c", "ß" * 40, "𝒥" * 30)


@pytest.fixture
def hostile(people: dict[str, Player]) -> Season:
    """A season of players with such names, in a league with one, run by one."""
    now = timezone.now() - HOUR
    league = directing.found_league(name="=1;DROP, 012 x", slug="club", values=QUICK)
    directors.appoint_director(league, people["dave"], is_founder=True, now=now)
    season = directing.open_season(league, now=now)
    Player.objects.filter(pk=people["dave"].pk).update(display_name="=HYPERLINK(1)")
    for n, name in enumerate((*FORMULAS, *LINES)):
        player = Player.objects.create_user(
            f"h{n}@example.org", display_name=name, email_verified_at=now
        )
        entries.sign_up(season, player, now=now)
    run_leagues(now)
    directing.decide_pairing(open_table(season), places=[1, 2], why="=1+1", now=now)
    season.refresh_from_db()
    return season


def test_no_cell_of_a_spreadsheet_is_a_formula(hostile: Season, client: Client) -> None:
    text = client.get("/leagues/club/1/standings.csv").content.decode("utf-8-sig")

    rows = list(csv.reader(text.splitlines()))

    width = {len(row) for row in rows}
    assert len(rows) == 1 + len(FORMULAS) + len(LINES) and len(width) == 1
    names = {row[2] for row in rows[1:]}
    assert {f"'{name}" for name in FORMULAS if not name.startswith('"')} <= names
    assert {'"=Gus"', "Kim,b;c"} <= names
    cells = [cell.lstrip()[:1] for row in rows for cell in row]
    assert not set(cells) & set("=+-@＝＋－＠\t")


def test_a_tournament_report_keeps_its_lines_whatever_the_names(
    hostile: Season, client: Client, tmp_path: Any
) -> None:
    text = ""
    for division in hostile.divisions.order_by("level"):
        path = f"/leagues/club/1/{division}/report.trf"
        text = client.get(path).content.decode()
        lines = [line[:3] for line in text.splitlines()]
        assert lines.count("001") == division.entries.count()
        assert lines.count("012") == lines.count("102") == 1
        file = tmp_path / f"{division}.trf"
        file.write_text(text)
        assert len(TrfParser.parse(file).player_sections) == division.entries.count()
    assert "=HYPERLINK(1)" in text


def test_a_calendar_has_the_rounds_alone_whatever_the_names(
    hostile: Season, client: Client
) -> None:
    text = client.get("/leagues/club/1/rounds.ics").content

    calendar = Calendar.from_ical(text)

    many = sum(division.rounds.count() for division in hostile.divisions.all())
    assert 0 < len(list(calendar.walk("VEVENT"))) <= many
    assert all("=1;DROP, 012 x" in str(one["summary"]) for one in calendar.walk("VEVENT"))


@pytest.mark.parametrize("name", ["Club\r\nBcc: x@example.org", "Club\u2028x", "x" * 61, " "])
def test_a_league_has_a_name_of_one_line(people: dict[str, Player], name: str) -> None:
    staff = Player.objects.create_user("d@example.org", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(staff)
    page = client.get("/leagues/new/?game=pebbles&form=swiss")
    values = {one.html_name: one.value() for one in page.context["form"]}
    filled = {key: value for key, value in values.items() if value not in (None, False)}

    answer = client.post(
        "/leagues/new/?game=pebbles&form=swiss", {**filled, "name": name, "confirm": "yes"}
    )

    found = League.objects.first()
    assert answer.status_code == 422 or (found and found.name == " ".join(name.split()))
    assert found is None or ("\n" not in found.name and found.name.isprintable())


# Captains.


def team_season(people: dict[str, Player], **fields: Any) -> Season:
    """A season in which alice is the captain of the Foxes, with bob, and carol of the Owls."""
    league = directing.found_league(
        name="Club", slug="club", values={**QUICK, "team_size": 2}, **fields
    )
    season = directing.open_season(league)
    for name in WHO_PLAYS:
        directing.invite_player(season, people[name], about="", now=timezone.now())
    foxes = entries.sign_up(season, people["alice"], team_name="Foxes")
    entries.join_team(season, people["bob"], team_code=foxes.team_code)
    entries.sign_up(season, people["carol"], team_name="Owls")
    return season


def test_a_captain_lets_nobody_in_who_was_not_invited(people: dict[str, Player]) -> None:
    season = team_season(people, access="invited")
    foxes = season.entries.get(team_name="Foxes")

    with pytest.raises(Refused, match="those who were invited"):
        entries.join_team(season, people["dave"], team_code=foxes.team_code)

    directing.invite_player(season, people["dave"], about="", now=timezone.now())
    assert entries.join_team(season, people["dave"], team_code=foxes.team_code) == foxes


def test_a_captain_changes_no_team_of_a_season_that_is_over(people: dict[str, Player]) -> None:
    season = team_season(people)
    directing.call_off(season)

    for dismisses in (True, False):
        with pytest.raises(Refused, match="over"):
            entries.arrange_team(season, people["alice"], people["bob"], dismisses=dismisses)

    assert teams.members_of(season.entries.get(team_name="Foxes")).count() == 2


def test_a_captain_of_one_season_is_none_in_another(as_: As, people: dict[str, Player]) -> None:
    first = team_season(people)
    directing.call_off(first)
    second = directing.open_season(first.league)
    owls = entries.sign_up(second, people["carol"], team_name="Owls")
    entries.join_team(second, people["bob"], team_code=owls.team_code)
    old = first.team_members.get(player=people["bob"])
    new = second.team_members.get(player=people["bob"])

    for member in (old, new):
        answer = as_("alice").post(
            "/leagues/club/2/part/", {"what": "dismiss", "member": str(member.pk)}
        )
        assert answer.status_code == 404

    assert teams.members_of(owls).count() == 2
    assert Match.objects.count() == 0


def test_a_captain_whom_a_director_removed_does_not_come_back_by_another_team(
    people: dict[str, Player],
) -> None:
    season = team_season(people)
    directing.remove_entry(
        season.entries.get(team_name="Foxes"), about=str(uuid4()), now=timezone.now()
    )
    owls = season.entries.get(team_name="Owls")

    for step in (
        lambda: entries.join_team(season, people["alice"], team_code=owls.team_code),
        lambda: entries.sign_up(season, people["alice"], team_name="Wolves"),
    ):
        with pytest.raises(Refused, match="removed you"):
            step()
