"""Appeals: who settles them, and what it means that they are granted; who approves what."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import AuditLogEntry, Player, Proposal, Report, Sanction
from games.queries import transparency
from games.services import sanctions
from games.services.conflicts_of_interest import NotAllowed
from games.services.moderation import desk, reports
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import (
    BanPlayer,
    LiftSanctions,
    SettleReport,
    SuspendPlayer,
    WarnPlayer,
)

from .reading import text_of
from .test_moderation import build, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def mo(db: None) -> Player:
    return staff(Role.MODERATOR, "mo")


@pytest.fixture
def max_(db: None) -> Player:
    return staff(Role.MODERATOR, "max")


@pytest.fixture
def third(db: None) -> Player:
    return staff(Role.MODERATOR, "third")


def appeal(player: Player) -> Report:
    return reports.appeal_sanction(player.sanctions.get(), "It was not me.")


def desk_of(person: Player) -> Client:
    client = Client()
    client.force_login(person)
    return client


def test_who_imposed_a_restriction_does_not_settle_the_appeal(
    people: dict[str, Player], mo: Player, max_: Player
) -> None:
    bob = people["bob"]
    desk.take_staff_action(mo, build(SuspendPlayer, player=bob.pk, hours=24))
    row = appeal(bob)

    for upheld in (True, False):
        with pytest.raises(NotAllowed):
            desk.take_staff_action(mo, build(SettleReport, report=row.pk, upheld=upheld))
    page = f"/admin/games/report/{row.pk}/change/"
    assert "/settle/" not in desk_of(mo).get(page).content.decode()
    assert "/settle/" in desk_of(max_).get(page).content.decode()

    desk.take_staff_action(max_, build(SettleReport, report=row.pk, upheld=False))

    row.refresh_from_db()
    assert row.outcome == Report.Outcome.DISMISSED
    assert sanctions.active_restrictions(bob, timezone.now()).exists()


def test_who_approved_a_ban_does_not_settle_the_appeal_either(
    people: dict[str, Player], mo: Player, max_: Player, third: Player
) -> None:
    bob = people["bob"]
    proposal = desk.take_staff_action(mo, build(BanPlayer, player=bob.pk))
    assert isinstance(proposal, Proposal)
    desk.decide_proposal(max_, proposal, agrees=True)
    row = appeal(bob)

    for person in (mo, max_):
        with pytest.raises(NotAllowed):
            desk.take_staff_action(person, build(SettleReport, report=row.pk, upheld=False))
    desk.take_staff_action(third, build(SettleReport, report=row.pk, upheld=True))

    bob.refresh_from_db()
    assert bob.is_active


def test_an_appeal_that_is_granted_ends_the_restriction_and_counts_as_granted(
    people: dict[str, Player], mo: Player, max_: Player
) -> None:
    bob = people["bob"]
    desk.take_staff_action(mo, build(SuspendPlayer, player=bob.pk))
    row = appeal(bob)

    done = desk.take_staff_action(max_, build(SettleReport, report=row.pk, upheld=True))

    assert isinstance(done, AuditLogEntry) and "The appeal is granted." in done.changes
    assert not sanctions.active_restrictions(bob, timezone.now()).exists()
    assert transparency.count_moderation(timezone.now()).appeals.upheld.month == 1
    file = text_of(desk_of(max_).get(f"/admin/games/player/{bob.pk}/change/"))
    assert "appeal granted" in file
    # The next one is the first again.
    later = timezone.now() + timedelta(minutes=1)
    desk.take_staff_action(mo, build(SuspendPlayer, player=bob.pk), now=later)
    again = Sanction.objects.latest("imposed_at")
    assert again.lasts_until == later + timedelta(days=3)


def test_lifting_a_restriction_grants_the_open_appeal(
    people: dict[str, Player], mo: Player, max_: Player
) -> None:
    bob = people["bob"]
    desk.take_staff_action(mo, build(SuspendPlayer, player=bob.pk))
    row = appeal(bob)
    path = f"/admin/desk/lift/?player={bob.pk}&report={row.pk}"
    assert "outcome" not in desk_of(max_).get(path).context["form"].fields

    desk.take_staff_action(max_, build(LiftSanctions, player=bob.pk))

    row.refresh_from_db()
    assert row.outcome == Report.Outcome.UPHELD and row.settled_at is not None
    assert transparency.count_moderation(timezone.now()).appeals.upheld.month == 1


def test_a_form_about_the_player_does_not_settle_an_appeal_against_oneself(
    people: dict[str, Player], mo: Player, max_: Player
) -> None:
    bob = people["bob"]
    desk.take_staff_action(mo, build(WarnPlayer, player=bob.pk))
    row = appeal(bob)
    path = f"/admin/desk/warn/?player={bob.pk}&report={row.pk}"

    assert "outcome" not in desk_of(mo).get(path).context["form"].fields
    assert "outcome" in desk_of(max_).get(path).context["form"].fields


def test_the_list_of_proposals_says_whom_each_concerns_and_offers_nobody_their_own(
    people: dict[str, Player], mo: Player, max_: Player
) -> None:
    proposal = desk.take_staff_action(mo, build(BanPlayer, player=people["bob"].pk))
    assert isinstance(proposal, Proposal)
    listed, one = "/admin/games/proposal/", f"/admin/desk/proposals/{proposal.pk}/"

    mine, theirs = (text_of(desk_of(person).get(listed)) for person in (mo, max_))

    assert "Bob" in mine and "Bob" in theirs
    assert "Take it back" in mine and "Take it back" not in theirs and "Decide" in theirs
    own, other = (desk_of(person).get(one).content.decode() for person in (mo, max_))
    assert 'name="agree"' not in own and 'name="agree"' in other
    desk_of(mo).post(one, {"agree": "yes"})
    assert people["bob"].sanctions.count() == 0
    desk_of(mo).post(one, {"refuse": "yes"})
    proposal.refresh_from_db()
    assert proposal.outcome == Proposal.Outcome.REFUSED
