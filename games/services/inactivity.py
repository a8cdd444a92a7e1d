"""Handle players who let a turn time out, by the match's settings, until they are back."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from games.engine import clock
from games.models import Match, Player, Prompt, Seat, Status, TimelineEntry, new_prompt_token
from games.services import change_marks
from games.services.play import announcements, decision_rows
from games.services.play.decision_rows import Sitter, fetch_sitters

Kind = TimelineEntry.Kind
OnSilence = Match.OnSilence


def record_timeout(match: Match, sitter: Sitter, prompt: Prompt, *, now: datetime) -> Sitter:
    """Let a house bot take over the seat, or offer it to others, after its player timed out.

    Missed offers have no consequences. Returns the updated seat.
    """
    if prompt.sealed or sitter.is_house_bot():
        return sitter
    seat = Seat.objects.filter(match=match, number=sitter.number)
    if match.on_silence == OnSilence.BOT and not sitter.is_kept:
        seat.update(bot_took_over_at=now)
        add_timeline_entry(match, Kind.KEPT, seat=sitter.number, now=now)
        return replace(sitter, is_kept=True)
    if match.on_silence == OnSilence.SUBSTITUTE and not sitter.is_wanted:
        seat.update(offered_at=now)
        change_marks.mark_lobby_changed()
        add_timeline_entry(match, Kind.WANTED, seat=sitter.number, now=now)
        return replace(sitter, is_wanted=True)
    return sitter


def take_over_seat(match: Match, number: int, *, now: datetime) -> bool:
    """Let a house bot play a seat of a locked match until its player is back; False if one does."""
    sitter = next(seat for seat in fetch_sitters(match) if seat.number == number)
    if sitter.is_away() or sitter.is_house_bot():
        return False
    Seat.objects.filter(match=match, number=number).update(bot_took_over_at=now)
    add_timeline_entry(match, Kind.KEPT, seat=number, now=now)
    reopen_prompt(match, replace(sitter, is_kept=True), now=now)
    return True


def return_seat(match: Match, sitter: Sitter, *, now: datetime) -> Sitter:
    """Give a seat back to its player, who is active again. Returns the updated seat."""
    if not sitter.is_away():
        return sitter
    Seat.objects.filter(match=match, number=sitter.number).update(
        bot_took_over_at=None, offered_at=None
    )
    if sitter.is_wanted:
        change_marks.mark_lobby_changed()
    add_timeline_entry(match, Kind.BACK, seat=sitter.number, now=now)
    return replace(sitter, is_kept=False, is_wanted=False)


@transaction.atomic
def reclaim_seat(match: Match, player: Player, *, now: datetime | None = None) -> bool:
    """Give the player their seat back, including its prompt; False if it was not taken over."""
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    mine = next((seat for seat in fetch_sitters(match) if seat.player_id == player.pk), None)
    if match.status != Status.RUNNING or mine is None:
        return False
    sitter = return_seat(match, mine, now=now)
    if sitter == mine:
        return False
    if mine.is_kept:
        reopen_prompt(match, sitter, now=now)
    return True


def reopen_prompt(match: Match, sitter: Sitter, *, now: datetime) -> Prompt | None:
    """Repeat the open prompt for the seat's new player and notify them; None if there is none."""
    row = renew_prompt(match, sitter, now=now)
    if row is not None:
        announcements.announce_reopened_prompt(match, sitter, row, now=now)
    return row


def renew_prompt(match: Match, sitter: Sitter, *, now: datetime) -> Prompt | None:
    """Give the seat's open prompt a new deadline; return it, None if no answer is needed.

    It gets a new token, so that e-mails to the former player become invalid.
    """
    row = match.prompts.select_for_update().filter(seat=sitter.number, closed_at=None).first()
    if row is None:
        return None
    if row.answered_at is not None:
        # A sealed answer may be changed until all are given, but not by the former player.
        row.token = new_prompt_token()
        row.save(update_fields=["token"])
        return None
    fresh = decision_rows.build_prompt_row(match, row, sitter, now)
    for name in (
        "token",
        "awaits_bot",
        "opened_at",
        "deadline_at",
        "remind_at",
        "hours",
        "offered",
    ):
        setattr(row, name, getattr(fresh, name))
    row.save()
    return row


def add_timeline_entry(
    match: Match,
    kind: TimelineEntry.Kind,
    *,
    seat: int | None = None,
    text: str = "",
    now: datetime,
) -> None:
    """Add an entry to the history of a locked match."""
    TimelineEntry.objects.create(
        match=match, ply=match.ply + 1, kind=kind, seat=seat, text=text, occurred_at=now
    )


def extend_deadline(
    prompt: Prompt, hours: int, reason: str, *, now: datetime | None = None
) -> bool:
    """Let a moderator extend a deadline by `hours`; False if the prompt is settled."""
    now = now or timezone.now()
    with transaction.atomic():
        match = Match.objects.select_for_update(no_key=True).get(pk=prompt.match_id)
        row = match.prompts.select_for_update().get(pk=prompt.pk)
        if row.closed_at is not None or row.deadline_at is None or hours < 1:
            return False
        more = timedelta(hours=hours)
        row.deadline_at = max(row.deadline_at, now) + more
        weekly_hours = clock.parse_prompt_hours(row.hours)
        row.remind_at = clock.next_reminder_at(row.opened_at, row.deadline_at, now, weekly_hours)
        row.save(update_fields=["deadline_at", "remind_at"])
        add_timeline_entry(match, Kind.MORE_TIME, seat=row.seat, text=reason, now=now)
    return True
