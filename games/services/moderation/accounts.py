"""Merge two accounts of one player."""

from __future__ import annotations

from games.models import Match, Player, Seat, SeatHistory, Status, TimelineEntry
from games.services import accounts, inactivity, punctuality, resigning, sanctions
from games.services.action_context import ActionContext, CannotBeDone
from games.services.leagues import directors, entries
from games.services.moderation import penalties
from games.services.moderation.staff_actions import MergeAccounts
from games.services.play.decision_rows import fetch_sitters


def merge_accounts(context: ActionContext, action: MergeAccounts) -> None:
    """Give what a player holds to the account at the address `whom`, and close theirs.

    Where both sit at one table that is played a house bot takes the closed account's seat; in
    matches that are over both keep their places. So it is in leagues, where the closed account
    withdraws. What either is kept from the one that stays is.
    """
    closed, kept = context.require_player(), accounts.player_at(action.whom)
    if kept is None or kept.pk == closed.pk or kept.is_bot or kept.left_at or closed.is_staff:
        raise CannotBeDone("Give the address of the account that stays.")
    # In the lock order of all services: leagues first, then matches in their order.
    entries.move_entries(closed, kept, now=context.now)
    if any(sanctions.is_banned(one, context.now) for one in (closed, kept)):
        penalties.leave_seasons(context, kept)
    moved = sum(_move_seat(context, match, closed, kept) for match in _lock_matches(closed, kept))
    SeatHistory.objects.filter(player=closed).update(player=kept)
    punctuality.update_punctuality([closed.pk, kept.pk], now=context.now)
    closed.bots.update(owner=kept)
    directors.move_directorships(closed, kept)
    sanctions.move_sanctions(closed, kept, now=context.now)
    if sanctions.is_banned(kept, context.now):
        penalties.shut_out(context, kept)
    Player.objects.filter(pk=closed.pk).update(is_active=False)
    context.add_change("Seats that go to {name}: {many}.", name=kept.display_name, many=moved)
    context.add_change(
        "The account of {name} is closed; e-mails go to the other.", name=closed.display_name
    )
    context.recipients += [(closed.pk, None), (kept.pk, None)]


def _lock_matches(closed: Player, kept: Player) -> list[Match]:
    """The matches of the account that is closed; they are locked.

    So is what a ban that comes along would take from the one that stays: all in one order, as every
    door does that locks many.
    """
    bots = Player.objects.filter(owner__in=[closed, kept], left_at=None)
    running = Match.objects.filter(seats__player__in=[closed, kept, *bots])
    running = running.exclude(status=Status.FINISHED)
    theirs = set(Match.objects.filter(seats__player=closed).values_list("pk", flat=True))
    rows = Match.objects.filter(pk__in=theirs.union(running.values_list("pk", flat=True)))
    locked = rows.order_by("pk").select_for_update(no_key=True)
    return [match for match in locked if match.pk in theirs]


def _move_seat(context: ActionContext, match: Match, closed: Player, kept: Player) -> bool:
    seat = match.seats.select_related("player").get(player=closed)
    if not match.seats.filter(player=kept).exists():
        Seat.objects.filter(pk=seat.pk).update(player=kept)
        if match.status == Status.RUNNING:
            sitter = next(one for one in fetch_sitters(match) if one.number == seat.number)
            inactivity.reopen_prompt(match, sitter, now=context.now)
        return True
    if match.status == Status.OPEN:
        seat.delete()
    elif match.status != Status.FINISHED:
        resigning.replace_with_house_bot(match, seat, TimelineEntry.Kind.REPLACED, now=context.now)
        context.add_change("{match}: both sit there; a house bot takes one seat.", match=str(match))
    return False
