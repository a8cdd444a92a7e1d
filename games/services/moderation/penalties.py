"""Measures about people: warned, kept from tables, kept out, let in again."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import Match, Note, Player, Sanction, Status
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


def warn(work: Work) -> None:
    """Tell a player what to mend."""
    player = work.person()
    _give(work, player, Kind.WARNING, work.now)
    work.changes.append(f"{player.display_name} is warned, and can read why.")


def suspend(work: Work) -> None:
    """Keep a player from opening matches and from sitting down; theirs go on."""
    player, until = work.person(), _until(work, Kind.SUSPENSION)
    work.amount = MOST_HOURS if until is None else round((until - work.now) / timedelta(hours=1))
    _give(work, player, Kind.SUSPENSION, until)
    work.changes.append(f"{player.display_name} joins no match {_span(until)}.")


def ban(work: Work) -> None:
    """Keep a player from signing in; house bots take their seats, and those of their bots, offered
    where terms say so."""
    player, until = work.person(), _until(work, Kind.BAN)
    if not (player.is_active or sanctions.banned(player, work.now)):
        raise CannotBeDone("That account is closed.")
    work.changes.append(f"{player.display_name} cannot sign in {_span(until)}.")
    shut_out(work, player)
    _give(work, player, Kind.BAN, until)


def shut_out(work: Work, player: Player) -> None:
    """Take a player's seats, and those of their bots, and let them sign in no more."""
    if player.is_staff:
        raise CannotBeDone("Staff is dismissed, not banned.")
    theirs = [player, *player.bots.filter(left=None)]
    for match in matches.lock_all_of(theirs):
        for one in theirs:
            _vacate(match, one, work)
    # The player's row after the matches, as everywhere.
    Player.objects.filter(pk=player.pk).update(is_active=False)


def _vacate(match: Match, player: Player, work: Work) -> None:
    if not match.seats.filter(player=player).exists():
        return
    if match.status == Status.OPEN:
        matches.leave_match(match, player)
        work.changes.append(f"{match}: the seat is free again.")
        return
    seat = match.seats.select_related("player").get(player=player)
    resigning.hand_over(match, seat, Note.Kind.REPLACED, now=work.now)
    if match.on_silence == Match.OnSilence.SUBSTITUTE:
        match.seats.filter(pk=seat.pk).update(wanted=work.now)
        work.changes.append(f"{match}: the seat is offered to others, a house bot plays meanwhile.")
    else:
        work.changes.append(f"{match}: a house bot plays on.")


def lift(work: Work) -> None:
    """Take back whatever a player is kept from, and what followed them to other accounts."""
    player = work.person()
    if not sanctions.end(sanctions.running(player, work.now), work.now):
        raise CannotBeDone("That player is kept from nothing.")
    work.changes.append(f"{player.display_name} may play again; seats that are gone stay so.")
    work.concerned.append((player.pk, None))


def _give(work: Work, player: Player, kind: Sanction.Kind, until: datetime | None) -> None:
    if not work.measure.told.strip():
        raise CannotBeDone("Say what the player is to read.")
    Sanction.objects.create(
        player=player,
        kind=kind,
        reason=work.measure.told.strip(),
        since=work.now,
        until=until,
    )
    sanctions.bar(player, now=work.now)
    work.concerned.append((player.pk, None))


def _until(work: Work, kind: Sanction.Kind) -> datetime | None:
    """When it ends: after so many hours, or as the ladder says; None: never."""
    hours = work.measure.hours
    if hours is None:
        since = work.now - sanctions.REMEMBERED
        before = Sanction.objects.filter(player=work.player, kind=kind, since__gt=since).count()
        ladder = LADDERS[kind]
        hours = ladder[min(before, len(ladder) - 1)]
    if not 0 <= hours <= MOST_HOURS:
        raise CannotBeDone("Say for how many hours.")
    return work.now + timedelta(hours=hours) if hours else None


def _span(until: datetime | None) -> str:
    return "for good" if until is None else f"until {until:%F %H:%M} UTC"
