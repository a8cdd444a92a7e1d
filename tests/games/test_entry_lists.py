"""Directors enter people by hand or from a list, rank them, keep two apart, and pair by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import combinations
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from games.models import (
    AuditLogEntry,
    Block,
    Entry,
    Invitation,
    Pairing,
    PairingSeat,
    Player,
    Round,
    Season,
    SeasonInvitation,
)
from games.replies.season_invitations import read_season_invitation
from games.services import accounts, invitations
from games.services.leagues import directing, directors, entries, forbidden_pairings, results
from games.services.leagues.seasons import run_leagues
from notifications.incoming.intake import Reply
from notifications.models import Notification
from tests.emails import email_of

from .reading import text_of
from .test_directing_pages import do, emails_about, posted_form
from .test_season_starts import call_action

As = Callable[[str], Client]
pytestmark = pytest.mark.django_db
ENTER = "/leagues/club/manage/enter_list/"
SEED = "/leagues/club/manage/seed/"
FORBID = "/leagues/club/manage/forbid_pair/"
PAIR = "/leagues/club/manage/pair_round/"


@pytest.fixture
def club(people: dict[str, Player]) -> Callable[..., Season]:
    """A league that dave directs, with a season in two weeks: club("alice", form="swiss")."""

    def club(*names: str, access: str = "invited", **given: Any) -> Season:
        now = timezone.now() - timedelta(hours=1)
        few = {"game": "pebbles", "check_in_days": 0, "least_entrants": 2, **given}
        league = directing.found_league(name="Club", slug="club", values=few, access=access)
        directors.appoint_director(league, people["dave"], is_founder=True, now=now)
        season = directing.open_season(league, now=now)
        for name in names:
            player = people.get(name) or create_player(name)
            season.invitations.get_or_create(player=player, defaults={"invited_at": now})
            entries.sign_up(season, player, now=now)
        season.invitations.all().delete()
        return season

    return club


def create_player(name: str) -> Player:
    return Player.objects.create_user(
        f"{name}@example.org", display_name=name.title(), email_verified_at=timezone.now()
    )


def introductions() -> list[Any]:
    """The e-mails to people without an account, rendered."""
    rows = Notification.objects.select_related("player").filter(kind="introduction")
    return [email_of(row) for row in rows.order_by("pk")]


def answer(*lines: str, sender: str = "eve@new-post.org", **given: Any) -> str:
    """Reply to the only introduction; return what became of it."""
    row = Notification.objects.get(kind="introduction")
    facts = {"message_id": "<a@new-post.org>", "received_at": timezone.now(), **given}
    return read_season_invitation(Reply(uuid4(), row.reply_token, sender, list(lines), **facts))


def test_people_of_a_list_are_invited_and_entered_when_they_accept(
    as_: As, club: Callable[..., Season]
) -> None:
    season, dave = club(), as_("dave")
    path = f"{ENTER}?season={season.pk}"
    filled = posted_form(dave, path)
    lines = "Seed;Name\n2;Alice\n1;Eve <eve@new-post.org>\n9;Nobody at all\n"
    file = SimpleUploadedFile("list.csv", lines.encode())

    preview = dave.post(path, {**filled, "file": file})

    said = text_of(preview)
    assert "Invited to Club 1 by e-mail: Alice (1)." in said
    assert "Addresses invited by e-mail: 1." in said
    assert "Line 4: no player is called “Nobody at all”." in said
    assert not SeasonInvitation.objects.exists() and not Notification.objects.exists()
    # The file is in the form, since a browser does not send it again.
    typed = preview.context["form"]["people"].value()
    assert "Eve <eve@new-post.org>" in typed

    assert dave.post(path, {**filled, "people": typed, "confirm": "yes"}).status_code == 303

    assert len(emails_about("invited")) == len(introductions()) == 1
    assert "Alice, eve@new-post.org" in text_of(dave.get("/leagues/club/manage/"))
    letter = introductions()[0]
    assert "Dave invites you to “Club”" in letter.subject and "/leagues/club/1/" in letter.text
    assert not season.entries.exists()
    as_("alice").post("/leagues/club/1/part/", {"what": "sign_up"})
    assert answer("Yes", "name Evelyn") == "accepted"
    ranks = season.entries.values_list("player__display_name", "seeding")
    assert dict(ranks) == {"Alice": 2, "Evelyn": 1}
    eve = Player.objects.get(display_name="Evelyn")
    assert eve.email_verified_at and len(emails_about("entered")) == 1
    # The address by which she was invited is forgotten.
    assert not SeasonInvitation.objects.exclude(address="").exists()
    assert answer("no") == "unknown_prompt"


def test_no_log_keeps_an_address(as_: As, club: Callable[..., Season]) -> None:
    path = f"{ENTER}?season={club().pk}"

    do(as_("dave"), path, people="eve@new-post.org\nnot@an@address")

    for entry in AuditLogEntry.objects.all():
        assert "new-post" not in f"{entry.facts} {entry.changes} {entry.sentences}"
        assert "@" not in f"{entry.facts} {entry.changes} {entry.sentences}"


def test_nothing_tells_whether_an_address_has_an_account(
    as_: As, club: Callable[..., Season], people: dict[str, Player]
) -> None:
    """Addresses of nobody, of a player, of one who plays already, of one who blocks the director
    and of the staff look the same."""
    season, dave = club("bob"), as_("dave")
    Block.objects.create(player=people["carol"], blocked=people["dave"], blocked_at=timezone.now())
    create_player("clerk")
    Player.objects.filter(display_name="Clerk").update(is_staff=True)
    names = ("alice", "bob", "carol", "clerk")
    told = set()
    for address in ("eve@new-post.org", *(f"{name}@example.org" for name in names)):
        said = do(dave, f"{ENTER}?season={season.pk}", people=address)
        told.add(said.partition("This would change")[2].replace(address, "…"))
        again = do(dave, f"{ENTER}?season={season.pk}", people=address.upper())
        assert "Invited before: 1." in again

    assert len(told) == 1
    shown = text_of(dave.get("/leagues/club/manage/"))
    assert "Invited: eve@new-post.org, alice@example.org, bob@example.org, carol@" in shown
    asked = Notification.objects.filter(kind="league_asked").select_related("player")
    assert [row.player.display_name for row in asked] == ["Alice"]
    assert len(introductions()) == 1


def test_nothing_tells_that_a_player_has_blocked_the_director(
    as_: As, club: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, dave = club("bob"), as_("dave")
    Block.objects.create(player=people["carol"], blocked=people["dave"], blocked_at=timezone.now())
    for name in ("Alice", "Carol"):
        do(dave, f"{ENTER}?season={season.pk}", people=name)
        assert "Invited before: 1." in do(dave, f"{ENTER}?season={season.pk}", people=name)

    asked = Notification.objects.filter(kind="league_asked").select_related("player")
    assert [row.player.display_name for row in asked] == ["Alice"]


def test_an_invited_address_lets_in_whoever_proves_it(
    as_: As, club: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = club()
    do(as_("dave"), f"{ENTER}?season={season.pk}", people="eve@new-post.org")
    eve = accounts.get_or_create_player("eve@new-post.org")
    assert eve is not None
    with pytest.raises(entries.CannotEnter):
        entries.sign_up(season, eve)
    accounts.verify_address(eve)
    with pytest.raises(entries.CannotEnter):
        entries.sign_up(season, people["alice"])

    assert entries.sign_up(season, eve).state == Entry.State.SIGNED

    assert SeasonInvitation.objects.get().player == eve


@pytest.mark.parametrize(
    ("lines", "given", "outcome"),
    [
        (["no"], {}, "declined"),
        (["Yes"], {"sender": "mallory@new-post.org"}, "stranger"),
        (["Yes"], {"is_authenticated": False}, "unproven"),
        (["Perhaps tomorrow"], {}, "unreadable"),
    ],
)
def test_only_the_address_itself_accepts(
    as_: As, club: Callable[..., Season], lines: list[str], given: dict[str, Any], outcome: str
) -> None:
    season = club()
    do(as_("dave"), f"{ENTER}?season={season.pk}", people="eve@new-post.org")
    before = Player.objects.count()

    assert answer(*lines, **given) == outcome

    assert not season.entries.exists() and Player.objects.count() == before
    assert SeasonInvitation.objects.exists() == (outcome != "declined")


def test_limits_of_invitations_count_lists_too(
    as_: As, club: Callable[..., Season], people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    season, dave = club(), as_("dave")
    path = f"{ENTER}?season={season.pk}"
    for _ in range(invitations.MAX_PER_ADDRESS):
        Invitation.objects.create(
            inviter=people["bob"],
            address="eve@new-post.org",
            digest=invitations.address_digest("eve@new-post.org"),
            sent_at=timezone.now(),
            expires_at=timezone.now() + invitations.LIVES,
        )
    do(dave, path, people="eve@new-post.org")
    assert not introductions()
    season.league.is_player_made = True
    season.league.save()
    many = "\n".join(f"p{n}@new-post.org" for n in range(invitations.MAX_PER_DAY))
    said = do(dave, path, people=many)
    assert f"Addresses invited by e-mail: {invitations.MAX_PER_DAY - 1}." in said
    assert "you have sent 20 invitations today." in said
    monkeypatch.setattr("games.services.leagues.invited_people.MOST_INVITATIONS", 20)
    page = dave.post(path, posted_form(dave, path) | {"people": "Alice"})
    assert page.status_code == 422 and "20 invitations at most" in text_of(page)

    invitations.end_invitations(timezone.now() + invitations.LIVES + invitations.RETENTION)

    assert not season.invitations.exists()


def test_entrants_are_seeded_by_hand_or_by_rating(as_: As, club: Callable[..., Season]) -> None:
    season, dave = club("alice", "bob", "carol", "eve", form="knock_out"), as_("dave")
    path = f"{SEED}?season={season.pk}"
    assert posted_form(dave, path)["order"].split() == ["Alice", "Bob", "Carol", "Eve"]
    page = dave.post(path, posted_form(dave, path) | {"order": "Eve\nMallory"})
    assert page.status_code == 422 and "Nobody here is called “Mallory”." in text_of(page)

    said = do(dave, path, order="Eve\nCarol")

    names = ["Eve", "Carol", "Alice", "Bob"]
    assert [f"{n}. {name} (" in said for n, name in enumerate(names, start=1)] == [True] * 4
    assert posted_form(dave, path)["order"].split() == names
    do(dave, f"/leagues/club/manage/start_season/?season={season.pk}")
    seeds = season.entries.order_by("seed").values_list("player__display_name", flat=True)
    assert list(seeds) == names
    tables = Round.objects.get().pairings.order_by("number")
    assert [{s.entry.shown_name for s in table.seats.all()} for table in tables] == [
        {"Eve", "Bob"},
        {"Carol", "Alice"},
    ]


@pytest.mark.parametrize("form", ["swiss", "knock_out", "arena"])
def test_two_are_kept_apart(as_: As, club: Callable[..., Season], form: str) -> None:
    """Of four in two tables, all but one pairing of the first round is forbidden."""
    names = ("alice", "bob", "carol", "eve")
    season, dave = club(*names, form=form, rounds=3), as_("dave")
    mine = {row.player.display_name: row for row in season.entries.select_related("player")}
    for name in ("Carol", "Eve"):
        said = do(dave, f"{FORBID}?entry={mine['Alice'].pk}", whom=name)
        assert f"Alice and {name} do not meet in rounds that are drawn from now on." in said
    assert "Let them meet again" in text_of(dave.get("/leagues/club/manage/"))

    do(dave, f"/leagues/club/manage/start_season/?season={season.pk}")
    run_leagues()

    pairings = Round.objects.get(number=1).pairings.all()
    tables = {frozenset(seat.entry.shown_name for seat in row.seats.all()) for row in pairings}
    assert tables == {frozenset({"Alice", "Bob"}), frozenset({"Carol", "Eve"})}


def test_a_swiss_season_keeps_two_apart(club: Callable[..., Season]) -> None:
    season = club(*(f"p{n}" for n in range(7)), form="swiss", rounds=4)
    first, second = season.entries.order_by("pk")[:2]
    forbidden_pairings.forbid_pairing(first, second)
    Season.objects.update(sign_up_until=timezone.now(), due_at=timezone.now())
    now = timezone.now() + timedelta(minutes=1)
    for _ in range(5):
        run_leagues(now)
        for pairing in Pairing.objects.filter(settled_at=None):
            results.settle_pairing(pairing, Pairing.How.STAFF, [1, 2], now=now)
        now += timedelta(days=15)

    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    tables: dict[Any, list[Any]] = {}
    for pk, entry in PairingSeat.objects.values_list("pairing", "entry"):
        tables.setdefault(pk, []).append(entry)
    meetings = [frozenset(pair) for table in tables.values() for pair in combinations(table, 2)]
    assert frozenset((first.pk, second.pk)) not in meetings
    assert len(meetings) == len(set(meetings)) == 12


def test_what_cannot_be_forbidden_is_refused(
    as_: As, club: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, dave = club("alice", "bob"), as_("dave")
    entry = season.entries.get(player=people["alice"])
    page = dave.post(f"{FORBID}?entry={entry.pk}", {"entry": entry.pk, "whom": "Bob"})
    assert page.status_code == 422 and "In a round robin everybody meets everybody" in text_of(page)
    assert "Never pair with" not in text_of(dave.get("/leagues/club/manage/"))
    Season.objects.update(terms=season.terms | {"form": "swiss"})
    body = {"action": "forbid_pair", "player": str(people["alice"].pk)}

    assert call_action(people["dave"], **body, whom="Bob").json()["status"] == "done"
    assert call_action(people["dave"], **body, whom="Alice").status_code == 422
    body["action"] = "allow_pair"
    assert call_action(people["dave"], **body, whom="Bob").json()["status"] == "done"

    assert call_action(people["dave"], **body, whom="Bob").status_code == 422


def started_round(season: Season) -> Round:
    """Start the season with a round that can be changed for two days."""
    Season.objects.update(sign_up_until=timezone.now(), due_at=timezone.now())
    run_leagues(timezone.now() + timedelta(minutes=1))
    return Round.objects.get(division__season=season, number=1)


def test_a_round_is_paired_by_hand(as_: As, club: Callable[..., Season]) -> None:
    names = ("alice", "bob", "carol", "eve", "finn")
    season, dave = club(*names, form="swiss", rounds=3, notification_hours=48), as_("dave")
    row = started_round(season)
    path = f"{PAIR}?round={row.pk}"
    before = posted_form(dave, path)["tables"]
    assert sorted(before.replace(" – ", "\n").split()) == ["Alice", "Bob", "Carol", "Eve", "Finn"]

    said = do(dave, path, tables="Eve – Alice\nFinn, Bob\nCarol", told="They asked for it.")

    assert "Table 1: Eve – Alice" in said and "Table 3: Carol has a bye" in said
    tables = [
        [seat.entry.shown_name for seat in pairing.seats.order_by("number")]
        for pairing in row.pairings.order_by("number")
    ]
    assert tables == [["Eve", "Alice"], ["Finn", "Bob"], ["Carol"]]
    assert posted_form(dave, path)["tables"].splitlines() == ["Eve – Alice", "Finn – Bob", "Carol"]
    assert "A director has paired a round by hand." in text_of(Client().get("/moderation/"))
    run_leagues(timezone.now() + timedelta(hours=49))
    assert row.pairings.exclude(match=None).count() == 2
    late = dave.post(path, {"round": row.pk, "tables": "Alice – Bob", "told": "x"})
    assert late.status_code == 422 and "Only a round that has not begun" in text_of(late)


@pytest.mark.parametrize(
    ("tables", "refusal"),
    [
        ("Alice – Bob", "Not at any table: Carol."),
        ("Alice – Bob\nCarol – Alice", "Twice, or not in this round: Alice."),
        ("Alice – Bob – Carol", "A table has 2 to 2 seats; somebody alone has a bye."),
        ("Alice – Dave\nBob", "Nobody here is called “Dave”."),
        ("Alice – Carol\nBob", "are not to meet."),
    ],
)
def test_tables_that_cannot_be_played_are_refused(
    as_: As, club: Callable[..., Season], tables: str, refusal: str
) -> None:
    season = club("alice", "bob", "carol", form="swiss", rounds=3, notification_hours=48)
    row, dave = started_round(season), as_("dave")
    mine = {entry.shown_name: entry for entry in season.entries.select_related("player")}
    forbidden_pairings.forbid_pairing(mine["Alice"], mine["Carol"])
    before = list(PairingSeat.objects.order_by("pk").values())

    page = dave.post(f"{PAIR}?round={row.pk}", {"round": row.pk, "tables": tables, "told": "x"})

    assert page.status_code == 422 and refusal in text_of(page)
    assert list(PairingSeat.objects.order_by("pk").values()) == before
