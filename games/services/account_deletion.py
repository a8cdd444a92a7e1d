"""Delete accounts: personal data is erased, and the matches of others stay intact."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from abyss_site.core.email_addresses import address_key
from games.engine.contract import Refused
from games.models import (
    Block,
    Feed,
    Follow,
    FraudSignal,
    Invitation,
    Match,
    Order,
    Player,
    Prompt,
    Punctuality,
    Report,
    Seat,
    SeatHistory,
    Status,
    TimelineEntry,
)
from games.models.players import no_address
from games.services import direct_messages, matches, puzzles, resigning, sanctions
from games.services.accounts import DEMO_PLAYERS
from games.services.leagues import clubs, cups, entries
from notifications import gateway

# Matches in which a house bot takes over the seat. The word of a seat whose deal is pending stays:
# otherwise a player who leaves could prevent a deal that can already be computed.
UNFINISHED_STATUSES = (Status.DEALING, Status.RUNNING, Status.FROZEN)


class CannotLeave(Refused):
    """The account cannot be deleted this way, or the address typed for confirmation is wrong."""

    code = "cannot_leave"


def check_may_delete(player: Player) -> None:
    """Raise CannotLeave for accounts that are not a person's own: staff, bots, demo players."""
    names = DEMO_PLAYERS if settings.DEMO else ()
    demo = {address_key(f"{name}@{settings.MAIL_DOMAIN}") for name in names}
    if player.is_staff or player.is_superuser or player.is_bot:
        raise CannotLeave("This is a house account and cannot be deleted here.")
    if address_key(player.email) in demo:
        raise CannotLeave("Demo players cannot be deleted.")


@transaction.atomic
def delete_account(player: Player, *, address: str, now: datetime | None = None) -> None:
    """Delete an account and its bots; its owner confirms this by typing the account's address.

    Raises CannotLeave; nothing is changed.
    """
    now = now or timezone.now()
    check_may_delete(player)
    if address_key(address) != address_key(player.email):
        raise CannotLeave("That is not the address of your account.")
    theirs = [*player.bots.filter(left_at=None), player]
    # In the lock order of all services: leagues first, then matches in their order.
    entries.withdraw_everywhere(player, now=now)
    matches.lock_all_of(theirs)
    for account in theirs:
        erase_account(account, now=now)


def erase_account(player: Player, *, now: datetime) -> None:
    """Turn a player into a deleted one, in the caller's transaction; this cannot be undone.

    1. Leave clubs, leagues and matches that have not started; house bots take over the other seats.
    2. Delete the player's orders, the hours of their prompts and their name in timelines.
    3. Delete what the notifications app stores.
    4. Delete their conversations and empty their row, which stays; they cannot sign in any more.
       Chat and moves stay.
    """
    # The player's row is locked last: services that hold a match or a club refer to it.
    clubs.leave_all(player)
    entries.withdraw_everywhere(player, now=now)
    _leave_matches(player, now)
    _erase_match_data(player)
    # While all addresses are still known to the notifications app.
    sanctions.record_address_bans(player, now=now)
    gateway.erase_player_emails(player)
    _anonymize_row(player, now)


def _leave_matches(player: Player, now: datetime) -> None:
    mine = Match.objects.filter(seats__player=player).order_by("pk")
    for match in mine.filter(status=Status.OPEN):
        matches.leave_match(match, player)
    rows = Match.objects.filter(pk__in=list(mine.values_list("pk", flat=True)))
    for match in rows.order_by("pk").select_for_update(no_key=True):
        if match.status in UNFINISHED_STATUSES:
            seat = match.seats.select_related("player").get(player=player)
            resigning.replace_with_house_bot(match, seat, TimelineEntry.Kind.GONE, now=now)


def _erase_match_data(player: Player) -> None:
    for match, seat, since, until in _seat_periods(player):
        is_late_enough, is_early_enough = Q(), Q()
        if since is not None:
            is_late_enough = Q(created_at__gte=since)
        if until is not None:
            is_early_enough = Q(created_at__lt=until)
            TimelineEntry.objects.filter(match=match, seat=seat, occurred_at=until).update(text="")
        Order.objects.filter(is_late_enough, is_early_enough, match=match, seat=seat).delete()
        Prompt.objects.filter(match=match, seat=seat).exclude(closed_at=None).update(hours={})


def _seat_periods(player: Player) -> Iterator[tuple[UUID, int, datetime | None, datetime | None]]:
    """Yield (match, seat, since, until) for each seat ever held by the player; None: no limit."""
    for seat in Seat.objects.filter(player=player):
        yield seat.match_id, seat.number, seat.replaced_at, None
    for past in SeatHistory.objects.filter(player=player).select_related("seat"):
        yield past.seat.match_id, past.seat.number, past.seated_at, past.left_at


def _anonymize_row(player: Player, now: datetime) -> None:
    """Empty the row. A new, unusable password ends all sessions."""
    row: Any = Player.objects.select_for_update().get(pk=player.pk)
    direct_messages.erase_conversations(player)
    puzzles.erase_attempts(player)
    row.analysis_boards.all().delete()
    row.private_notes.all().delete()
    row.former_names.all().delete()
    row.saved_filters.all().delete()
    row.default_orders.all().delete()
    row.match_presets.all().delete()
    row.directed_leagues.all().delete()
    cups.invitations_of(player).delete()
    row.season_tokens.all().delete()
    # The audit log stays: it refers to the row, which is anonymous.
    Report.objects.filter(Q(by=player) | Q(about=player)).delete()
    row.sanctions.all().delete()
    row.sign_in_fingerprints.all().delete()
    FraudSignal.objects.filter(Q(one=player) | Q(two=player)).delete()
    Punctuality.objects.filter(player=player).delete()
    Invitation.objects.filter(Q(player=player) | Q(inviter=player)).delete()
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()
    Follow.objects.filter(Q(player=player) | Q(followed=player)).delete()
    # Second factors and passkeys, rows of django-allauth.
    row.authenticator_set.all().delete()
    row.tokens.all().delete()
    row.apps.all().delete()
    row.app_grants.all().delete()
    row.known_devices.all().delete()
    Feed.objects.filter(player=player).delete()
    row.submissions.all().delete()
    row.emailaddress_set.all().delete()
    row.email = no_address(row) if row.is_bot else f"{row.pk.hex}@former.invalid"
    row.email_verified_at, row.is_guest = None, False
    row.display_name, row.zone, row.hours = "Former player", "UTC", {}
    row.about, row.last_seen_on = "", None
    row.is_active, row.last_login, row.left_at = False, None, now
    row.set_unusable_password()
    row.save()
