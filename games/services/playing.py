"""One answer played by the rules, and what is kept of it."""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any

import msgspec

from games.engine import contract
from games.engine.contract import AnyGame, Decision, Refused
from games.models import Match, Move, Prompt, Snapshot, Status
from games.queries import states
from games.queries.rules_guard import RulesFailed

log = logging.getLogger(__name__)


def play_decision(
    game: AnyGame, match: Match, state: Any, prompt: Prompt, decision: Decision | None
) -> tuple[Decision, list[contract.Event], list[contract.Prompt], contract.Outcome | None]:
    """Let the rules play; None: the prompt's fallback. The state changes, nothing is written.

    Returns the decision, what happened, what is asked now, and the outcome if that was the end.
    Raises Refused, and RulesFailed for anything else the rules raise.
    """
    try:
        decision = decision or _find_fallback(game, state, prompt)
        events = game.play_decision(state, prompt.seat, decision)
        return decision, events, game.list_prompts(state), game.find_outcome(state)
    except Refused:
        raise
    except Exception as error:
        # The message could hold what no log may: only its type is written down.
        log.error("rules failed: %s ply %s: %s", match, match.ply, type(error).__name__)
        raise RulesFailed(match) from error


def _find_fallback(game: AnyGame, state: Any, prompt: Prompt) -> Decision:
    asked = (
        p for p in game.list_prompts(state) if (p.seat, p.number) == (prompt.seat, prompt.number)
    )
    return next(asked).fallback


def keep_state(
    match: Match, game: AnyGame, state: Any, outcome: contract.Outcome | None, now: datetime
) -> None:
    """Put the state after one more move, and the outcome if there is one, on the match's row."""
    match.ply += 1
    match.state, match.revision = states.store(state), game.revision
    if outcome:
        match.status, match.finished_at = Status.FINISHED, now
        match.outcome = msgspec.to_builtins(outcome)


def new_move(
    match: Match,
    prompt: Prompt,
    decision: Decision,
    events: list[contract.Event],
    *,
    source: str,
    key: str,
    now: datetime,
) -> Move:
    """The move that has just been played, not written yet."""
    return Move(
        match=match,
        prompt=prompt,
        ply=match.ply,
        seat=prompt.seat,
        decision=msgspec.to_builtins(decision),
        events=msgspec.to_builtins(events),
        source=source,
        key=key,
        edition=match.edition,
        played_at=now,
    )


def keep_outcome(match: Match, outcome: contract.Outcome) -> None:
    """Write everybody's place and score."""
    for seat in match.seats.all():
        seat.place = outcome.places[seat.number]
        seat.score = outcome.scores[seat.number] if outcome.scores else None
        seat.save(update_fields=["place", "score"])


def keep_snapshot(match: Match) -> None:
    """Keep the state as it is at this ply, for rewinding and for looking back."""
    Snapshot.objects.create(
        match=match,
        ply=match.ply,
        state=match.state,
        edition=match.edition,
        revision=match.revision,
    )
