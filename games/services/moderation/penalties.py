"""Measures about people: warned, kept from tables, kept out, let in again."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Match, Player, Sanction, Status, TimelineEntry
from games.services import matches, resigning
from games.services.moderation import sanctions
from games.services.moderation.measures import CannotBeDone, Work

Kind = Sanction.Kind

DAY = 24
# Hours of a first, second, third … suspension or ban; 0: for good.
LADDERS = {
    Kind.SUSPENSION: (3 * DAY, 14 * DAY, 60 * DAY),
    Kind.BAN: (7 * DAY, 30 * DAY, 180 * DAY, 0),
}
MOST_HOURS = 24 * 3650


def warn_player(work: Work) -> None:
    """Tell a player what to mend."""
    player = work.person()
    _impose_sanction(work, player, Kind.WARNING, work.now)
    work.changes.append(f"{player.display_name} is warned, and can read why.")


def suspend_player(work: Work) -> None:
    """Keep a player from opening matches and from sitting down; theirs go on."""
    player, until = work.person(), _sanction_until(work, Kind.SUSPENSION)
    work.amount = MOST_HOURS if until is None else round((until - work.now) / timedelta(hours=1))
    _impose_sanction(work, player, Kind.SUSPENSION, until)
    work.changes.append(f"{player.display_name} joins no match {_format_until(until)}.")


def ban_player(work: Work) -> None:
    """Keep a player from signing in; house bots take their seats, and those of their bots, offered
    where terms say so."""
    player, until = work.person(), _sanction_until(work, Kind.BAN)
    if not (player.is_active or sanctions.is_banned(player, work.now)):
        raise CannotBeDone("That account is closed.")
    work.changes.append(f"{player.display_name} cannot sign in {_format_until(until)}.")
    shut_out(work, player)
    _impose_sanction(work, player, Kind.BAN, until)


def shut_out(work: Work, player: Player) -> None:
    """Take a player's seats, and those of their bots, and let them sign in no more."""
    if player.is_staff:
        raise CannotBeDone("Staff is dismissed, not banned.")
    theirs = [player, *player.bots.filter(left_at=None)]
    for match in matches.lock_all_of(theirs):
        for one in theirs:
            _vacate_seat(match, one, work)
    # The player's row after the matches, as everywhere.
    Player.objects.filter(pk=player.pk).update(is_active=False)


def _vacate_seat(match: Match, player: Player, work: Work) -> None:
    if not match.seats.filter(player=player).exists():
        return
    if match.status == Status.OPEN:
        matches.leave_match(match, player)
        work.changes.append(f"{match}: the seat is free again.")
        return
    seat = match.seats.select_related("player").get(player=player)
    resigning.hand_over(match, seat, TimelineEntry.Kind.REPLACED, now=work.now)
    if match.on_silence == Match.OnSilence.SUBSTITUTE:
        match.seats.filter(pk=seat.pk).update(offered_at=work.now)
        work.changes.append(f"{match}: the seat is offered to others, a house bot plays meanwhile.")
    else:
        work.changes.append(f"{match}: a house bot plays on.")


def lift_sanctions(work: Work) -> None:
    """Take back whatever a player is kept from, and what followed them to other accounts."""
    player = work.person()
    if not sanctions.end_sanctions(sanctions.active_sanctions(player, work.now), work.now):
        raise CannotBeDone("That player is kept from nothing.")
    work.changes.append(f"{player.display_name} may play again; seats that are gone stay so.")
    work.concerned.append((player.pk, None))


def _impose_sanction(
    work: Work, player: Player, kind: Sanction.Kind, until: datetime | None
) -> None:
    if not work.measure.told.strip():
        raise CannotBeDone("Say what the player is to read.")
    Sanction.objects.create(
        player=player,
        kind=kind,
        reason=work.measure.told.strip(),
        imposed_at=work.now,
        lasts_until=until,
    )
    sanctions.record_address_bans(player, now=work.now)
    work.concerned.append((player.pk, None))


def _sanction_until(work: Work, kind: Sanction.Kind) -> datetime | None:
    """When it ends: after so many hours, or as the ladder says; None: never."""
    hours = work.measure.hours
    if hours is None:
        since = work.now - sanctions.REMEMBERED
        before = Sanction.objects.filter(
            player=work.player, kind=kind, imposed_at__gt=since
        ).count()
        ladder = LADDERS[kind]
        hours = ladder[min(before, len(ladder) - 1)]
    if not 0 <= hours <= MOST_HOURS:
        raise CannotBeDone("Say for how many hours.")
    return work.now + timedelta(hours=hours) if hours else None


def _format_until(until: datetime | None) -> str:
    return "for good" if until is None else f"until {until:%F %H:%M} UTC"
