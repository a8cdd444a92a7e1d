"""Clubs: joining and leaving, organisers, leagues of a club, and their e-mails."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import AuditLogEntry, Club, ClubMember, League, Match, Player, Report
from games.presentation import moderation
from games.presentation.own_data import export_player_data
from games.services import account_deletion
from games.services.action_context import CannotBeDone
from games.services.conflicts_of_interest import NotAllowed
from games.services.leagues import clubs, cups, directing, directors
from games.services.leagues.clubs import ClubRefused
from games.services.moderation import desk
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import ClearClub
from notifications.models import Notification

from .test_reliability import played
from .test_staff import staff

pytestmark = pytest.mark.django_db
As = Callable[[str], Client]
TEXTS = {"name": "Harbour", "description": "", "contact": "a@example.org", "imprint": "Quay 1"}


@pytest.fixture
def reliable(deal: Callable[..., Match]) -> None:
    """Alice and bob have answered often enough, and in time."""
    played(deal, matches=3, late=0, begun=timezone.now() - timedelta(days=60))


@pytest.fixture
def club(people: dict[str, Player], reliable: None) -> Club:
    """A club that alice has founded and bob has joined."""
    now = timezone.now()
    club = clubs.found_club(people["alice"], slug="harbour", texts=TEXTS, now=now)
    clubs.join_club(club, people["bob"], now=now)
    return club


def found_cup(player: Player, slug: str) -> League:
    terms = {"game": "pebbles", "capacity": 8, "division_size": 0}
    league = directing.found_league(name=slug, slug=slug, values=terms, is_player_made=True)
    directors.appoint_director(league, player, is_founder=True, now=timezone.now())
    return league


def test_a_club_is_founded_joined_and_left_by_its_pages(reliable: None, as_: As) -> None:
    alice, bob, carol = as_("alice"), as_("bob"), as_("carol")
    assert "ten answers" in carol.post("/clubs/new/", TEXTS).content.decode()

    alice.post("/clubs/new/", TEXTS)
    before = bob.get("/clubs/harbour/").content.decode()
    bob.post("/clubs/harbour/part/", {"what": "join"})
    after = bob.get("/clubs/harbour/").content.decode()

    assert "Quay 1" in before and "Remove" not in after
    assert ">Members<" not in before and ">Members<" in after
    assert "Harbour" in Client().get("/clubs/").content.decode()
    assert bob.get("/clubs/harbour/edit/").status_code == 404
    alice.post("/clubs/harbour/edit/", {**TEXTS, "imprint": "Quay 2"})
    assert "Quay 2" in Client().get("/clubs/harbour/").content.decode()
    bob.post("/clubs/harbour/part/", {"what": "leave"})
    alice.post("/clubs/harbour/part/", {"what": "leave"})
    assert Client().get("/clubs/harbour/").status_code == 404


def test_only_organisers_run_a_club(club: Club, people: dict[str, Player], as_: As) -> None:
    alice, bob, carol = people["alice"], people["bob"], people["carol"]
    clubs.join_club(club, carol, now=timezone.now())
    for what in ("organise", "dismiss"):
        as_("bob").post("/clubs/harbour/part/", {"what": what, "member": str(carol.pk)})
    assert club.members.count() == 3 and club.members.filter(is_organiser=True).count() == 1

    clubs.dismiss_member(club, alice, carol)
    clubs.name_organiser(club, alice, bob, now=timezone.now())

    with pytest.raises(ClubRefused):
        clubs.dismiss_member(club, bob, alice)
    with pytest.raises(ClubRefused):
        clubs.name_organiser(club, bob, carol, now=timezone.now())


def test_organisers_direct_the_leagues_of_a_club(club: Club, people: dict[str, Player]) -> None:
    alice, bob = people["alice"], people["bob"]
    cup_rows = [found_cup(alice, f"cup-{n}") for n in range(2)]
    now = timezone.now()
    with pytest.raises(cups.CannotFound):
        cups.check_may_found(alice, now=now)

    for cup in cup_rows:
        clubs.add_league(club, alice, cup, now=now)
    cups.check_may_found(alice, now=now)
    clubs.name_organiser(club, alice, bob, now=now)
    was_director = directors.is_director(bob, cup_rows[0])
    clubs.leave_club(club, bob)

    assert was_director and not directors.is_director(bob, cup_rows[0])
    with pytest.raises(ClubRefused):
        clubs.add_league(club, alice, cup_rows[0], now=now)
    with pytest.raises(ClubRefused):
        clubs.add_league(club, alice, found_cup(people["dave"], "his"), now=now)


def test_members_are_told_of_new_seasons_unless_they_opt_out(
    club: Club, people: dict[str, Player], as_: As
) -> None:
    clubs.join_club(club, people["carol"], now=timezone.now())
    as_("carol").post("/clubs/harbour/part/", {"what": "no_emails"})
    cup = found_cup(people["alice"], "cup")
    clubs.add_league(club, people["alice"], cup, now=timezone.now())

    directing.open_season(League.objects.get(pk=cup.pk))

    recipients = Notification.objects.filter(kind="league_asked").values_list("player", flat=True)
    assert set(recipients) == {people["alice"].pk, people["bob"].pk}


def test_an_organiser_whose_account_is_deleted_is_succeeded(
    club: Club, people: dict[str, Player]
) -> None:
    lines = list(export_player_data(people["alice"]))

    account_deletion.erase_account(people["alice"], now=timezone.now())

    assert any('"Harbour"' in line and "is_organiser" in line for line in lines)
    member = ClubMember.objects.get(club=club)
    assert member.player == people["bob"] and member.is_organiser


def test_staff_removes_what_a_club_says(club: Club, people: dict[str, Player], as_: As) -> None:
    moderator = staff(Role.MODERATOR)
    wanted = ClearClub(club=club.pk, reason="Rude.", told="Please be polite.")
    preview = desk.preview_staff_action(moderator, wanted)
    assert "Harbour" in preview.changes[0] and not preview.needs_second
    assert Club.objects.get().name == "Harbour"

    record = desk.take_staff_action(moderator, wanted)

    after = Club.objects.get()
    page = Client().get(f"/clubs/{after.slug}/").content.decode()
    assert isinstance(record, AuditLogEntry)
    assert not any(text and text in page for text in [*TEXTS.values(), "harbour"])
    assert Client().get("/clubs/harbour/").status_code == 404
    told = Notification.objects.filter(kind="desk").values_list("player", flat=True)
    summary = moderation.describe_in_email(str(record.pk), people["alice"])
    assert list(told) == [people["alice"].pk] and summary.path == f"/clubs/{after.slug}/"
    with pytest.raises(CannotBeDone):
        desk.take_staff_action(moderator, wanted)
    as_("alice").post(f"/clubs/{after.slug}/edit/", TEXTS)
    assert Club.objects.get().name == "Harbour"


def test_a_closed_club_only_lets_its_members_leave(
    club: Club, people: dict[str, Player], as_: As
) -> None:
    cup = found_cup(people["alice"], "cup")
    clubs.add_league(club, people["alice"], cup, now=timezone.now())
    club_member = staff(Role.MODERATOR)
    ClubMember.objects.create(club=club, player=club_member, joined_at=timezone.now())
    wanted = ClearClub(club=club.pk, closes=True, reason="Rude.")
    with pytest.raises(NotAllowed):
        desk.take_staff_action(club_member, wanted)

    record = desk.take_staff_action(staff(Role.OPERATOR), wanted)

    path = f"/clubs/{Club.objects.get().slug}/"
    assert "closed by our staff" in Client().get(path).content.decode()
    for listing in ("/clubs/", "/leagues/cup/"):
        assert path not in Client().get(listing).content.decode()
    summary = moderation.describe_in_email(str(record.pk), people["alice"])
    assert any("is closed" in line for line in summary.lines)
    assert as_("alice").get(f"{path}edit/").status_code == 404
    for name, what in (("carol", "join"), ("alice", "organise")):
        as_(name).post(f"{path}part/", {"what": what, "member": str(people["bob"].pk)})
    assert club.members.count() == 3 and len(clubs.organisers_of(club)) == 1
    directing.open_season(League.objects.get(pk=cup.pk))
    assert not Notification.objects.filter(kind="league_asked").exists()
    as_("bob").post(f"{path}part/", {"what": "leave"})
    assert club.members.count() == 2


def test_a_club_is_reported_with_its_address(
    club: Club, people: dict[str, Player], as_: As
) -> None:
    path = f"/players/{people['alice'].pk}/report/?club=harbour"
    assert path in as_("bob").get("/clubs/harbour/").content.decode()
    assert path not in as_("alice").get("/clubs/harbour/").content.decode()

    begun = as_("bob").get(path).context["text"]
    as_("bob").post(path, {"text": f"{begun}Rude."})

    assert begun.startswith("Harbour: http") and begun.endswith("/clubs/harbour/\n")
    assert Report.objects.get(about=people["alice"]).text == f"{begun}Rude."
    others = path.replace(str(people["alice"].pk), str(people["carol"].pk))
    assert as_("bob").get(others).context["text"] == ""
