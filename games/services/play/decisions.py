"""Submit decisions: every answer to every prompt goes through submit_decision()."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from abyss_site.core import ids
from abyss_site.core.database import connection
from games.engine import contract
from games.engine.contract import Decision, Refused
from games.models import Match, Move, Player, Prompt, Status
from games.models.tokens import TokenDigest
from games.queries import states
from games.services import auto_pass, inactivity, metric_counters, tokens
from games.services.play import announcements, decision_rows, pauses
from games.services.play.playing import LockedMatch
from notifications import gateway

log = logging.getLogger(__name__)

# Parses an answer: called with the row of the open prompt and the rules' prompt, None if it is no
# longer asked. Raises what submit_decision should raise.
Reader = Callable[[Prompt, contract.Prompt | None], Decision]


class UnknownPrompt(Refused):
    """The token names no prompt."""

    code = "unknown"


class StalePrompt(Refused):
    """The prompt has been answered, by somebody or by the clock, or is no longer asked."""

    code = "stale"


class NotYourPrompt(Refused):
    """The prompt belongs to a seat that is held by somebody else."""

    code = "not_yours"


class MatchFrozen(Refused):
    """The rules failed in this match; its clocks are stopped until staff has looked at it."""

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
    """Play `decision` as the answer to the open prompt named by `token`.

    The token only names the prompt; it does not authorize to answer it. `by` is who answers: the id
    of a player whom the caller has authenticated, or the digest of a personal token, which is
    authenticated here. It must be the player of the seat. None: the house answers (the clock, a
    bot, staff), and the caller is responsible for the permission.

    A `decision` of None plays the prompt's fallback; a reader is called under the lock, so that the
    match is loaded only once. `key` is the idempotency key (Message-ID, form nonce, “deadline-…”):
    the same key again returns the first move. The steps, in one transaction:

    1. lock the match, and check that `by` is the player of the seat;
    2. return the first move for a known key; raise StalePrompt for a closed prompt;
    3. let the rules play;
    4. record the move and the new state;
    5. close prompts that are no longer asked, open new ones, each with its deadline;
    6. answer prompts that allow only one answer or match a standing order, each as a move of its
       own, until none is left;
    7. queue the notifications.

    Raises Refused (UnknownPrompt, also for a personal token that is invalid or lacks the scope;
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
        raise MatchFrozen("Our rules engine failed on this; our staff has been told.") from failure
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
    match, context_rows, player = _lock_match(token, key, by, now)
    with states.convert_rules_errors(match):
        context = decision_rows.parse_decision_context(match, token, context_rows)
    if by is not None:
        _check_holds_seat(player, context)
    if context.played is not None:
        move = Move.objects.get(pk=context.played)
        move.match = match
        return move
    if match.status == Status.FROZEN:
        raise MatchFrozen("This match is on hold until our staff has looked at it.")
    if source == "clock" and (match.paused_at or not _is_overdue(context.prompt, now)):
        raise StalePrompt("There is more time now.")
    if context.prompt.closed_at is not None:
        raise StalePrompt("That question has already been answered.")

    with states.convert_rules_errors(match):
        locked_match = LockedMatch(match, context, now)
        rules_prompt = (
            locked_match.find_rules_prompt(context.prompt) if callable(decision) else None
        )
    if callable(decision):
        decision = decision(context.prompt, rules_prompt)
    with states.convert_rules_errors(match):
        move = _play_decision(
            locked_match, context.prompt, decision, source=source, key=key, now=now
        )
        connection.send_waiting(commits=True)
    return move


def _play_decision(
    locked_match: LockedMatch,
    prompt: Prompt,
    decision: Decision | None,
    *,
    source: str,
    key: str,
    now: datetime,
) -> Move:
    """Play a decision in a locked match, and the automatic answers that follow."""
    match, seat, misses_again = locked_match.match, prompt.seat, False
    if source in Move.OWN_HANDS:
        locked_match.active_orders.end_absence_orders(seat)
        if locked_match.seats[seat].is_away():
            locked_match.seats[seat] = inactivity.return_seat(
                match, locked_match.seats[seat], now=now
            )
    elif source == "clock":
        misses_again = auto_pass.has_missed_before(prompt)
        locked_match.seats[seat] = inactivity.record_timeout(
            match, locked_match.seats[seat], prompt, now=now
        )
    move = locked_match.play(prompt, decision, source=source, key=key)
    if misses_again:
        locked_match.active_orders.add(auto_pass.add_auto_pass_order(match, move, now=now))
    locked_match.follow()
    if match.paused_at and (match.status != Status.RUNNING or _was_waited_for(prompt, match)):
        pauses.resume_match(match, now=now)
    locked_match.announce(move)
    return move


def _lock_match(
    token: str, key: str, by: UUID | TokenDigest | None, now: datetime
) -> tuple[Match, decision_rows.ContextRows, UUID | None]:
    """Lock the match; return it, its rows, and the player who answers, None for the house.

    Raises UnknownPrompt.
    """
    if not isinstance(by, str):
        match_and_rows = decision_rows.lock_match(token, key)
        if match_and_rows is None:
            raise UnknownPrompt("There is no such question.")
        return *match_and_rows, by
    match_and_program = decision_rows.lock_for_token(token, key, by)
    if match_and_program is None:
        raise UnknownPrompt("There is no such question.")
    match, rows, program = match_and_program
    if tokens.is_use_unnoted(program.last_used_at, now):
        tokens.note_use(program.token, now)
    return match, rows, program.player_id


def _check_holds_seat(player: UUID | None, context: decision_rows.DecisionContext) -> None:
    """Raise NotYourPrompt unless the player currently holds the seat that is asked."""
    seat = next(row for row in context.seats if row.number == context.prompt.seat)
    if seat.player_id != player:
        raise NotYourPrompt("This question is for another player.")


def follow_orders(token: str, *, now: datetime | None = None) -> None:
    """Let a new order, or the rules, answer the open prompt named by `token`."""
    now = now or timezone.now()
    try:
        with transaction.atomic():
            match_and_rows = decision_rows.lock_match(token, "")
            if match_and_rows is None or match_and_rows[0].status != Status.RUNNING:
                return
            match, rows = match_and_rows
            with states.convert_rules_errors(match):
                context = decision_rows.parse_decision_context(match, token, rows)
                if context.prompt.closed_at is None:
                    locked_match = LockedMatch(match, context, now)
                    locked_match.follow(context.prompt)
                    locked_match.announce()
    except states.RulesFailed as failure:
        freeze_match(failure, now)


def _is_overdue(prompt: Prompt, now: datetime) -> bool:
    return prompt.deadline_at is not None and prompt.deadline_at <= now


def _was_waited_for(prompt: Prompt, match: Match) -> bool:
    """Return whether the match is paused because this prompt was not answered in time."""
    due, paused_at = prompt.deadline_at, match.paused_at
    is_late = due is not None and paused_at is not None and due <= paused_at
    return is_late and match.pause_reason == Match.Why.SILENCE


@transaction.atomic
def freeze_match(failure: states.RulesFailed, now: datetime) -> None:
    """Freeze the match, and notify its players and the staff, once."""
    match = failure.match
    why = failure.__cause__ or failure
    # If a state cannot be read, the cause is more informative.
    why = why.__cause__ or why
    running = Match.objects.filter(pk=match.pk, status=Status.RUNNING)
    if running.update(status=Status.FROZEN):
        staff = Player.objects.filter(is_staff=True, is_active=True)
        staff_ids = list(staff.values_list("pk", flat=True))
        announcements.announce_freeze(match, decision_rows.fetch_sitters(match), staff_ids, now=now)
        gateway.set_aside("match", Match, match.pk, why, now=now)
