"""The rows of one decision: lock the match, read what is asked in it, write the move.

The statements are SQL of `games/models/sql.py`, since this is the one hot path.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from django.utils import timezone

from games.engine import clock
from games.engine.orders import Order
from games.models import Match, Move, Player, Prompt, sql
from games.models import Order as OrderRow
from games.models.tokens import TokenDigest
from notifications import gateway


class Sitter(msgspec.Struct, frozen=True):
    """Who sits in a seat, as far as the door must know."""

    number: int
    player_id: UUID
    is_bot: bool
    zone: str
    # As on the player's row; see `waking`.
    hours: dict[str, Any]
    # Seconds left for the match, None where each turn has its own time.
    bank: int | None = None
    # A house bot plays for the player; the seat is offered to others.
    is_kept: bool = False
    is_wanted: bool = False
    # The program of a player: the house does not answer for it.
    is_owned: bool = False

    def waking(self) -> clock.Hours:
        """When this seat's time runs; always, where the player's hours cannot be read."""
        if not self.hours:
            return clock.ALWAYS
        try:
            return clock.read_hours(self.zone, self.hours)
        except Exception as error:
            gateway.set_aside("hours", Player, self.player_id, error, now=timezone.now())
            return clock.ALWAYS

    def is_house_bot(self) -> bool:
        """Whether it is the house that sits here."""
        return self.is_bot and not self.is_owned

    def is_played_by_bot(self) -> bool:
        """Whether the house answers at this seat."""
        return self.is_house_bot() or self.is_kept

    def is_away(self) -> bool:
        """Whether the seat is in others' hands until its player is back."""
        return self.is_kept or self.is_wanted


class Standing(msgspec.Struct, frozen=True):
    """An active standing order; `turn`, `left` and `until` as on its row."""

    id: UUID
    seat: int
    order: Order
    turn: int | None
    left: int | None
    valid_until: datetime | None


class Program(msgspec.Struct, frozen=True):
    """The personal token that answers, whose it is, and when its use was noted last."""

    player_id: UUID
    token: UUID
    last_used_at: datetime | None


class Asked(msgspec.Struct, frozen=True):
    """What the locked match is asking.

    `prompt` is the one the token names, open or closed; `rows` all that are open; `seats[number]`
    who sits there; `orders` are the active orders, those of one seat in the order of their numbers;
    `played` the id of the move this key made before, None if it is new.
    """

    prompt: Prompt
    rows: list[Prompt]
    seats: list[Sitter]
    orders: list[Standing]
    played: UUID | None


# What a question that is opened says of itself.
OPENED = ["id", "seat", "number", "question", "token", "sealed", "awaits_bot"]
OPENED += ["deadline_at", "remind_at", "hours"]


def fetch_sitters(match: Match) -> list[Sitter]:
    """Who sits where, in seat order."""
    return [
        Sitter(
            seat.number,
            seat.player_id,
            seat.player.is_bot,
            seat.player.zone,
            seat.player.hours,
            seat.bank,
            seat.bot_took_over_at is not None,
            seat.offered_at is not None,
            seat.player.owner_id is not None,
        )
        for seat in match.seats.select_related("player").order_by("number")
    ]


def lock_match(token: str) -> Match | None:
    """Lock the match in which `token` is a question, until the transaction ends; None: unknown."""
    with connection.cursor() as cursor:
        cursor.execute(sql.LOCK_MATCH, [token])
        row = cursor.fetchone()
    return row and sql.model_from_row(Match, row, sql.MATCH_COLUMNS_UNREAD)


def lock_for_token(token: str, digest: TokenDigest) -> tuple[Match, Program] | None:
    """Lock the match of a prompt for a personal token with the scope `play`.

    None: there is no such prompt, or no good token of this digest with the scope.
    """
    with connection.cursor() as cursor:
        cursor.execute(sql.LOCK_MATCH_FOR_PROGRAM, [token, digest])
        row = cursor.fetchone()
    if row is None:
        return None
    own = len(sql.MATCH_COLUMNS)
    return sql.model_from_row(Match, row[:own], sql.MATCH_COLUMNS_UNREAD), Program(*row[own:])


def fetch_decision_context(match: Match, token: str, key: str) -> Asked:
    """Read what the locked match asks."""
    with connection.cursor() as cursor:
        cursor.execute(sql.DECISION_CONTEXT, {"match": match.pk, "token": token, "key": key})
        found = cursor.fetchall()
    own = len(sql.PROMPT_COLUMNS)
    rows = [sql.model_from_row(Prompt, row[:own], sql.PROMPT_COLUMNS_UNREAD) for row in found]
    for row in rows:
        row.match = match
    played, sitting, standing = map(sql.decode_json, found[0][own:])
    return Asked(
        prompt=next(row for row in rows if row.token == token),
        rows=[row for row in rows if row.closed_at is None],
        seats=[Sitter(number, UUID(player), *rest) for number, player, *rest in sitting],
        orders=[
            order for row in standing or [] if (order := _parse_standing_order(row)) is not None
        ],
        played=played,
    )


def _parse_standing_order(row: dict[str, Any]) -> Standing | None:
    """Return an active order, None if it cannot be read: it is set aside, and not followed."""
    try:
        return msgspec.convert(row, Standing)
    except msgspec.ValidationError as error:
        gateway.set_aside("orders", OrderRow, row["id"], error, now=timezone.now())
        return None


def write_move(
    match: Match,
    move: Move,
    *,
    answered: UUID | None,
    closed: Sequence[UUID],
    opened: Sequence[Prompt],
    bank: int | None,
) -> None:
    """Write the match's new state, the move, and which prompts are answered, closed and opened.

    `bank`: the seconds that the seat which moved has left, None to leave them alone.
    """
    values: dict[str, Any] = {
        "match": match.pk,
        "ply": match.ply,
        "state": match.state,
        "revision": match.revision,
        "status": match.status,
        "finished": match.finished_at,
        "outcome": _encode_json(match.outcome),
        "move": move.pk,
        "prompt": move.prompt_id,
        "seat": move.seat,
        "decision": _encode_json(move.decision),
        "events": _encode_json(move.events),
        "source": move.source,
        "key": move.key,
        "edition": move.edition,
        "now": move.played_at,
        "answered": answered,
        # As text: an array is written out element by element in Python.
        "closed": f"{{{','.join(map(str, closed))}}}",
        "opened": _encode_json([{name: getattr(row, name) for name in OPENED} for row in opened]),
        "bank_before": move.bank,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.WRITE_MOVE, values)
        if bank is not None:
            cursor.execute(sql.WRITE_BANK, [bank, match.pk, move.seat])


def _encode_json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()
