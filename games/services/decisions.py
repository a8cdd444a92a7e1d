"""THE door: every answer to every question of every match comes through submit_decision."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from abyss_site import ids
from games.engine import contract
from games.engine.contract import Decision, Refused
from games.models import Match, Move, Player, Prompt, Status
from games.models.tokens import TokenDigest
from games.queries import states
from games.services import (
    announcements,
    auto_pass,
    decision_rows,
    inactivity,
    metric_counters,
    pauses,
    tokens,
)
from games.services.playing import Table
from notifications import gateway

log = logging.getLogger(__name__)

# Reads what somebody sent: is given the open prompt's row and what the rules ask behind it, None if
# nothing any more. Raises what submit_decision shall raise.
Reader = Callable[[Prompt, contract.Prompt | None], Decision]


class UnknownPrompt(Refused):
    """The token names no question of ours."""

    code = "unknown"


class StalePrompt(Refused):
    """The question has been answered, by somebody or by the clock, or is no longer asked."""

    code = "stale"


class NotYourPrompt(Refused):
    """The question is put to a seat that is held by somebody else."""

    code = "not_yours"


class MatchFrozen(Refused):
    """The rules failed on this match; staff is looking and its clocks stand still."""

    code = "frozen"


def submit_decision(
    token: str,
    decision: Decision | Reader | None,
    *,
    source: str,
    key: str,
    by: UUID | TokenDigest | None = None,
    now: datetime | None = None,
) -> Move:
    """Play `decision` as the answer to the open prompt called `token`.

    The token only names the prompt; whoever knows it may not answer for that. `by` is who answers:
    the id of a player whom the caller has authenticated, or a personal token, which is
    authenticated here. It has to be the player of the seat. None: the house answers (the clock, a
    bot, staff), and the caller sees to it that it may.

    None lets the rules answer with the prompt's fallback; a reader is asked under the lock, so that
    the table is looked at once. `key` names the submission (Message-ID, form nonce, “deadline-…”):
    the same key again returns the first move. The steps, in one transaction:

    1. lock the match, and check that `by` is the player of the seat;
    2. the same key: the first move again; a closed prompt: StalePrompt;
    3. let the rules play;
    4. record the move and the new state;
    5. close what is no longer asked, open what is, each with its deadline;
    6. let the rules answer what allows one answer only, and standing orders what they fit, each as
       a move of its own, until neither has an answer;
    7. post the notifications.

    Raises Refused (UnknownPrompt, also for a personal token that is not good or lacks the scope;
    NotYourPrompt, StalePrompt, MatchFrozen, IllegalDecision); nothing is changed.
    """
    now = now or timezone.now()
    try:
        with transaction.atomic():
            move = _submit_under_lock(token, decision, source=source, key=key, by=by, now=now)
    except Refused as refusal:
        metric_counters.count_refusal(source, refusal.code)
        raise
    except states.RulesFailed as failure:
        freeze_match(failure, now)
        raise MatchFrozen("The rules stumbled over this; our staff has been told.") from failure
    ids.note(move=move.pk)
    log.info("answered by %s: %s ply %s", source, move.match_id, move.ply)
    return move


def _submit_under_lock(
    token: str,
    decision: Decision | Reader | None,
    *,
    source: str,
    key: str,
    by: UUID | TokenDigest | None,
    now: datetime,
) -> Move:
    match, player = _lock_match(token, by, now)
    with states.convert_rules_errors(match):
        known = decision_rows.fetch_decision_context(match, token, key)
    if by is not None:
        _check_holds_seat(player, known)
    if known.played is not None:
        move = Move.objects.get(pk=known.played)
        move.match = match
        return move
    if match.status == Status.FROZEN:
        raise MatchFrozen("This match stands still until our staff has looked at it.")
    if source == "clock" and (match.paused_at or not _is_overdue(known.prompt, now)):
        raise StalePrompt("There is more time now.")
    if known.prompt.closed_at is not None:
        raise StalePrompt("That question has already been answered.")

    with states.convert_rules_errors(match):
        table = Table(match, known, now)
        asked = table.asked_behind(known.prompt) if callable(decision) else None
    if callable(decision):
        decision = decision(known.prompt, asked)
    with states.convert_rules_errors(match):
        return _play_decision(table, known.prompt, decision, source=source, key=key, now=now)


def _play_decision(
    table: Table,
    prompt: Prompt,
    decision: Decision | None,
    *,
    source: str,
    key: str,
    now: datetime,
) -> Move:
    """Play a decision at a locked match, and what follows from it."""
    match, seat = table.match, prompt.seat
    if source in Move.OWN_HANDS:
        table.followers.came_back(seat)
        if table.seats[seat].is_away():
            table.seats[seat] = inactivity.come_back(match, table.seats[seat], now=now)
    elif source == "clock":
        table.seats[seat] = inactivity.let_pass(match, table.seats[seat], prompt, now=now)
    move = table.play(prompt, decision, source=source, key=key)
    if source == "clock":
        table.followers.join(auto_pass.stand_in(match, prompt, move, now=now))
    table.follow()
    if match.paused_at and (match.status != Status.RUNNING or _was_waited_for(prompt, match)):
        pauses.resume_match(match, now=now)
    table.announce(move)
    return move


def _lock_match(
    token: str, by: UUID | TokenDigest | None, now: datetime
) -> tuple[Match, UUID | None]:
    """Lock the match; return it and who answers, None for the house. Raises UnknownPrompt."""
    if not isinstance(by, str):
        match = decision_rows.lock_match(token)
        if match is None:
            raise UnknownPrompt("There is no such question.")
        return match, by
    locked = decision_rows.lock_for_token(token, by)
    if locked is None:
        raise UnknownPrompt("There is no such question.")
    match, program = locked
    if tokens.is_use_unnoted(program.last_used_at, now):
        tokens.note_use(program.token, now)
    return match, program.player_id


def _check_holds_seat(player: UUID | None, known: decision_rows.Asked) -> None:
    """Raise NotYourPrompt unless the player holds the seat that is asked, as of now."""
    seat = next(one for one in known.seats if one.number == known.prompt.seat)
    if seat.player_id != player:
        raise NotYourPrompt("This question was put to somebody else.")


def follow_orders(token: str, *, now: datetime | None = None) -> None:
    """Let an order that was just written answer the open prompt called `token`."""
    now = now or timezone.now()
    try:
        with transaction.atomic():
            match = decision_rows.lock_match(token)
            if match is None or match.status != Status.RUNNING:
                return
            with states.convert_rules_errors(match):
                known = decision_rows.fetch_decision_context(match, token, "")
                if known.prompt.closed_at is None:
                    table = Table(match, known, now)
                    table.follow(known.prompt)
                    table.announce()
    except states.RulesFailed as failure:
        freeze_match(failure, now)


def _is_overdue(prompt: Prompt, now: datetime) -> bool:
    return prompt.deadline_at is not None and prompt.deadline_at <= now


def _was_waited_for(prompt: Prompt, match: Match) -> bool:
    """Whether the match is paused because this question was not answered in time."""
    due, paused = prompt.deadline_at, match.paused_at
    is_late = due is not None and paused is not None and due <= paused
    return is_late and match.pause_reason == Match.Why.SILENCE


@transaction.atomic
def freeze_match(failure: states.RulesFailed, now: datetime) -> None:
    """Let the match stand still, and tell its players and the staff, once."""
    match = failure.match
    why = failure.__cause__ or failure
    # Of a state that cannot be read the cause says more.
    why = why.__cause__ or why
    running = Match.objects.filter(pk=match.pk, status=Status.RUNNING)
    if running.update(status=Status.FROZEN):
        staff = Player.objects.filter(is_staff=True, is_active=True)
        told = list(staff.values_list("pk", flat=True))
        announcements.announce_freeze(match, decision_rows.fetch_sitters(match), told, now=now)
        gateway.set_aside("match", Match, match.pk, why, now=now)
