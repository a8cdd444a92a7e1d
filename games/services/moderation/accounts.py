"""Merge two accounts of one player."""

from __future__ import annotations

from games.models import Match, Player, Seat, SeatHistory, Status, TimelineEntry
from games.services import accounts, inactivity, punctuality, resigning, sanctions
from games.services.action_context import ActionContext, CannotBeDone
from games.services.leagues import clubs, directors, entries
from games.services.moderation import penalties
from games.services.moderation.staff_actions import MergeAccounts
from games.services.play.decision_rows import fetch_sitters


def merge_accounts(context: ActionContext, action: MergeAccounts) -> None:
    """Give what a player holds to the account at the address `whom`, and close theirs.

    Where both sit at one table that is played a house bot takes the closed account's seat; in
    matches that are over both keep their places. So it is in leagues, where the closed account
    withdraws. What either is kept from the one that stays is.
    """
    source, target = context.require_player(), accounts.player_at(action.whom)
    if (
        target is None
        or target.pk == source.pk
        or target.is_bot
        or target.left_at
        or source.is_staff
    ):
        raise CannotBeDone("Give the address of the account that stays.")
    # In the lock order of all services: leagues first, then matches in their order.
    entries.move_entries(source, target, now=context.now)
    if any(sanctions.is_banned(player, context.now) for player in (source, target)):
        penalties.leave_seasons(context, target)
    seat_count = sum(
        _move_seat(context, match, source, target) for match in _lock_matches(source, target)
    )
    SeatHistory.objects.filter(player=source).update(player=target)
    punctuality.update_punctuality([source.pk, target.pk], now=context.now)
    source.bots.update(owner=target)
    directors.move_directorships(source, target)
    clubs.move_memberships(source, target)
    sanctions.move_sanctions(source, target, now=context.now)
    if sanctions.is_banned(target, context.now):
        penalties.shut_out(context, target)
    Player.objects.filter(pk=source.pk).update(is_active=False)
    context.add_change(
        "Seats that go to {name}: {many}.", name=target.display_name, many=seat_count
    )
    context.add_change(
        "The account of {name} is closed; e-mails go to the other.", name=source.display_name
    )
    context.recipients += [(source.pk, None), (target.pk, None)]


def _lock_matches(source: Player, target: Player) -> list[Match]:
    """The matches of the account that is closed; they are locked.

    So is what a ban that comes along would take from the one that stays: all in one order, as every
    door does that locks many.
    """
    bots = Player.objects.filter(owner__in=[source, target], left_at=None)
    running = Match.objects.filter(seats__player__in=[source, target, *bots])
    running = running.exclude(status=Status.FINISHED)
    theirs = set(Match.objects.filter(seats__player=source).values_list("pk", flat=True))
    rows = Match.objects.filter(pk__in=theirs.union(running.values_list("pk", flat=True)))
    matches = rows.order_by("pk").select_for_update(no_key=True)
    return [match for match in matches if match.pk in theirs]


def _move_seat(context: ActionContext, match: Match, source: Player, target: Player) -> bool:
    seat = match.seats.select_related("player").get(player=source)
    if not match.seats.filter(player=target).exists():
        Seat.objects.filter(pk=seat.pk).update(player=target)
        if match.status == Status.RUNNING:
            sitter = next(row for row in fetch_sitters(match) if row.number == seat.number)
            inactivity.reopen_prompt(match, sitter, now=context.now)
        return True
    if match.status == Status.OPEN:
        seat.delete()
    elif match.status != Status.FINISHED:
        resigning.replace_with_house_bot(match, seat, TimelineEntry.Kind.REPLACED, now=context.now)
        context.add_change("{match}: both sit there; a house bot takes one seat.", match=str(match))
    return False
