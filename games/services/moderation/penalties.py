"""Warn, suspend and ban players, and lift what they are kept from."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext_noop

from games.models import Match, Player, Report, Sanction, Status, TimelineEntry
from games.services import matches, resigning, sanctions
from games.services.action_context import ActionContext, CannotBeDone
from games.services.leagues import directors, entries, news
from games.services.moderation.staff_actions import (
    BanPlayer,
    LiftSanctions,
    MutePlayer,
    NotePlayer,
    SanctionAction,
    SuspendPlayer,
    WarnPlayer,
)

Kind = Sanction.Kind

DAY = 24
# Hours of a first, second, third … mute, suspension or ban; 0: for good.
LADDERS = {
    Kind.MUTE: (DAY, 7 * DAY, 30 * DAY),
    Kind.SUSPENSION: (3 * DAY, 14 * DAY, 60 * DAY),
    Kind.BAN: (7 * DAY, 30 * DAY, 180 * DAY, 0),
}
MOST_HOURS = 24 * 3650


def note_player(context: ActionContext, action: NotePlayer) -> None:
    """Write a note about a player for the staff: the audit log keeps it."""
    player = context.require_player()
    context.add_change("The staff reads this note in the file of {name}.", name=player.display_name)


def warn_player(context: ActionContext, action: WarnPlayer) -> None:
    """Tell a player what to mend."""
    player = context.require_player()
    _impose_sanction(context, action, Kind.WARNING, context.now)
    context.add_change("{name} is warned, and can read why.", name=player.display_name)


def mute_player(context: ActionContext, action: MutePlayer) -> None:
    """Keep a player from sending chat messages; they play on."""
    until = _impose_for_a_while(context, action, Kind.MUTE)
    _add_restriction(
        context,
        until,
        gettext_noop("{name} cannot send messages until {until}."),
        gettext_noop("{name} can no longer send messages."),
    )


def _impose_for_a_while(
    context: ActionContext, action: MutePlayer | SuspendPlayer, kind: Sanction.Kind
) -> datetime | None:
    """Impose a sanction whose hours count towards requiring approval; return when it ends."""
    context.require_player()
    until = _sanction_until(context, kind, action.hours)
    hours = MOST_HOURS if until is None else round((until - context.now) / timedelta(hours=1))
    context.amount = hours
    _impose_sanction(context, action, kind, until)
    return until


def suspend_player(context: ActionContext, action: SuspendPlayer) -> None:
    """Keep a player from opening matches and from sitting down; theirs go on."""
    until = _impose_for_a_while(context, action, Kind.SUSPENSION)
    _add_restriction(
        context,
        until,
        gettext_noop("{name} cannot join matches until {until}."),
        gettext_noop("{name} can no longer join matches."),
    )


def ban_player(context: ActionContext, action: BanPlayer) -> None:
    """Keep a player from signing in; house bots take their seats, and those of their bots, offered
    where terms say so. They leave every season."""
    player, until = context.require_player(), _sanction_until(context, Kind.BAN, action.hours)
    if not (player.is_active or sanctions.is_banned(player, context.now)):
        raise CannotBeDone("That account is closed.")
    _add_restriction(
        context,
        until,
        gettext_noop("{name} cannot sign in until {until}."),
        gettext_noop("{name} can no longer sign in."),
    )
    leave_seasons(context, player)
    shut_out(context, player)
    _impose_sanction(context, action, Kind.BAN, until)


def leave_seasons(context: ActionContext, player: Player) -> None:
    """Take a player and their bots out of every season that is not over, as if they had left.

    The directors are told. Before `shut_out`: all services lock leagues before matches.
    """
    for member in [*player.bots.filter(left_at=None), player]:
        for season in entries.seasons_of(member):
            reserve = entries.first_reserve(season)
            entries.leave_season(season, member, now=context.now)
            context.add_change(
                "{season}: {name} leaves the season.", season=str(season), name=member.display_name
            )
            if reserve is not None and entries.first_reserve(season) != reserve:
                name = reserve.team_name or reserve.player.display_name
                context.add_change(
                    "{season}: {name} takes the place.", season=str(season), name=name
                )
            recipients = [row.player_id for row in directors.directors_of(season.league)]
            about = f"{member.pk.hex}.{context.now.timestamp():.0f}"
            news.tell_players(season, recipients, "withdrawn", about=about, now=context.now)


def shut_out(context: ActionContext, player: Player) -> None:
    """Take a player's seats, and those of their bots, and let them sign in no more."""
    if player.is_staff:
        raise CannotBeDone("A member of the staff cannot be banned: take their roles away first.")
    theirs = [player, *player.bots.filter(left_at=None)]
    for match in matches.lock_all_of(theirs):
        for member in theirs:
            _vacate_seat(match, member, context)
    # The player's row after the matches, as everywhere.
    Player.objects.filter(pk=player.pk).update(is_active=False)


def _vacate_seat(match: Match, player: Player, context: ActionContext) -> None:
    if not match.seats.filter(player=player).exists():
        return
    if match.status == Status.OPEN:
        matches.leave_match(match, player)
        context.add_change("{match}: the seat is free again.", match=str(match))
        return
    seat = match.seats.select_related("player").get(player=player)
    resigning.replace_with_house_bot(match, seat, TimelineEntry.Kind.REPLACED, now=context.now)
    if match.on_silence == Match.OnSilence.SUBSTITUTE:
        match.seats.filter(pk=seat.pk).update(offered_at=context.now)
        context.add_change(
            "{match}: the seat is offered to others, a house bot plays meanwhile.",
            match=str(match),
        )
    else:
        context.add_change("{match}: a house bot plays on.", match=str(match))


def lift_sanctions(context: ActionContext, action: LiftSanctions) -> None:
    """Take back whatever a player is kept from, and what followed them to other accounts."""
    player = context.require_player()
    rows = sanctions.active_restrictions(player, context.now)
    sanction_ids = list(rows.values_list("pk", flat=True))
    if not sanctions.end_sanctions(rows, context.now):
        raise CannotBeDone("That player has no restrictions.")
    appeals = Report.objects.filter(sanction__in=sanction_ids, outcome=Report.Outcome.OPEN)
    if appeals.update(outcome=Report.Outcome.UPHELD, settled_at=context.now):
        context.add_change("The appeal is granted.")
    context.add_change(
        "{name} may play again; lost seats are not given back.", name=player.display_name
    )
    context.recipients.append((player.pk, None))


def _impose_sanction(
    context: ActionContext, action: SanctionAction, kind: Sanction.Kind, until: datetime | None
) -> None:
    player = context.require_player()
    if not action.told.strip():
        raise CannotBeDone("Write a message to the player.")
    Sanction.objects.create(
        player=player,
        kind=kind,
        reason=action.told.strip(),
        imposed_at=context.now,
        lasts_until=until,
    )
    sanctions.record_address_bans(player, now=context.now)
    context.recipients.append((player.pk, None))


def _sanction_until(
    context: ActionContext, kind: Sanction.Kind, hours: int | None
) -> datetime | None:
    """Return when it ends: after so many hours, or as the ladder says if None; None for never."""
    if hours is None:
        since = context.now - sanctions.SANCTION_LIFETIME
        rows = Sanction.objects.filter(player=context.player, kind=kind, imposed_at__gt=since)
        # What was appealed against with success does not count.
        before = rows.exclude(appeals__outcome=Report.Outcome.UPHELD).count()
        ladder = LADDERS[kind]
        hours = ladder[min(before, len(ladder) - 1)]
    if not 0 <= hours <= MOST_HOURS:
        raise CannotBeDone("Give the number of hours.")
    return context.now + timedelta(hours=hours) if hours else None


def _add_restriction(
    context: ActionContext, until: datetime | None, temporary: str, for_good: str
) -> None:
    """Add one of two sentences: of a restriction that ends, and of one that does not."""
    name = context.require_player().display_name
    if until is None:
        context.add_change(for_good, name=name)
    else:
        context.add_change(temporary, name=name, until=f"{until:%F %H:%M} UTC")
