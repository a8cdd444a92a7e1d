"""Which notices a change at the table posts, and for whom. Words are letters.py's business."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from games.models import Match, Move, Prompt, Status
from games.services.ledger import Sitter
from notifications import bell, outbox
from notifications.outbox import Draft


def after_deal(
    match: Match, seats: Sequence[Sitter], opened: list[Prompt], *, now: datetime
) -> None:
    """Tell everybody that the match has begun; whoever is asked first reads it in the question."""
    asked = {prompt.seat for prompt in opened}
    drafts = list(_questions(match, seats, opened))
    for seat in seats:
        if seat.number not in asked and not seat.is_bot:
            drafts.append(_about(match, seat, "match_started"))
    _post(drafts, opened, now=now)


def after_move(
    match: Match, seats: Sequence[Sitter], move: Move, opened: list[Prompt], *, now: datetime
) -> None:
    """Ask whoever is asked now, say whom the clock answered for, tell the end to everybody."""
    drafts = list(_questions(match, seats, opened))
    if move.source == "clock":
        late = seats[move.seat]
        drafts += [] if late.is_bot else [_about(match, late, "clock_moved", ply=move.ply)]
    if match.status == Status.FINISHED:
        drafts += [_about(match, seat, "match_finished") for seat in seats if not seat.is_bot]
    _post(drafts, opened, now=now)


def reminder(match: Match, seat: Sitter, prompt: Prompt, *, now: datetime) -> None:
    """Remind the seat of a question whose deadline comes near."""
    outbox.post([_question(match, seat, prompt, kind="reminder")], now=now)


def _questions(match: Match, seats: Sequence[Sitter], opened: list[Prompt]) -> Iterator[Draft]:
    for prompt in opened:
        if not prompt.for_bot:
            yield _question(match, seats[prompt.seat], prompt, kind="your_turn")


def _question(match: Match, seat: Sitter, prompt: Prompt, *, kind: str) -> Draft:
    return Draft(
        key=f"{kind}-{prompt.pk}",
        player_id=seat.player_id,
        kind=kind,
        thread=f"match-{match.number}",
        reply_token=prompt.token,
        data={"match": str(match.pk), "seat": seat.number, "prompt": str(prompt.pk)},
    )


def _about(match: Match, seat: Sitter, kind: str, *, ply: int | None = None) -> Draft:
    return Draft(
        key=f"{kind}-{match.pk}-{seat.number}" + (f"-{ply}" if ply else ""),
        player_id=seat.player_id,
        kind=kind,
        thread=f"match-{match.number}",
        data={"match": str(match.pk), "seat": seat.number} | ({"ply": ply} if ply else {}),
    )


def _post(drafts: list[Draft], opened: list[Prompt], *, now: datetime) -> None:
    if drafts:
        outbox.post(drafts, now=now)
    if any(prompt.for_bot for prompt in opened):
        bell.ring("bots")
