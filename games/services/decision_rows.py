"""The rows of one decision: lock the match, read what is asked in it, write the move.

What is asked next gets its rows here as well, each with its deadline.

The statements are SQL of `games/models/sql.py`, since this is the one hot path.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection
from django.utils import timezone
from msgspec.structs import replace

from games.engine import clock, contract
from games.engine.contract import Decision
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


def _encode_json(value: object) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


class Change(msgspec.Struct, frozen=True):
    """What a move changes in what is asked: ids of rows to close, and new rows not saved yet."""

    closed: list[UUID]
    opened: list[Prompt]


def diff_prompts(
    match: Match,
    seats: Sequence[Sitter],
    rows: Iterable[Prompt],
    asked: Iterable[contract.Prompt],
    *,
    now: datetime,
) -> Change:
    """Compare the open `rows` with what the rules ask now.

    Rows still asked are left alone: they keep their token and deadline, so that a letter already
    sent stays good.
    """
    wanted = {(prompt.seat, prompt.number): prompt for prompt in asked}
    closed = [row.pk for row in rows if wanted.pop((row.seat, row.number), None) is None]
    opened = [row_of(match, prompt, seats[prompt.seat], now) for prompt in wanted.values()]
    return Change(closed, opened)


def keep_offered(listed: Sequence[tuple[Prompt, Sequence[Decision]]]) -> list[UUID]:
    """Remember what letters number 1, 2, 3 ..., so that “2” means what their readers read.

    Returns the ids of questions that were answered since their rows were read. A postman does this
    in the transaction of letters that tell of several matches, so he must not wait for a door that
    holds a row: it may be waiting for him. A row held is being answered, or listed.
    """
    if not listed:
        return []
    values: dict[str, Any] = {
        "ids": [row.pk for row, _ in listed],
        "offered": [msgspec.json.encode(decisions).decode() for _, decisions in listed],
        "answered": [row.answered_at for row, _ in listed],
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.WRITE_OFFERED_ANSWERS, values)
        return [pk for (pk,) in cursor.fetchall()]


def row_of(match: Match, prompt: contract.Prompt | Prompt, sitter: Sitter, now: datetime) -> Prompt:
    """A new row, not saved, of a question that is put to whoever sits there now."""
    sealed = prompt.sealed if isinstance(prompt, Prompt) else prompt.group is not None
    time = allowed_time(match, sitter, is_offer=sealed)
    hours = clock.effective_hours(sitter.waking(), time, absences=match.absences)
    due = clock.deadline(now, time, hours)
    for_bot = sitter.is_played_by_bot()
    return Prompt(
        match=match,
        seat=prompt.seat,
        number=prompt.number,
        question=prompt.question,
        sealed=sealed,
        awaits_bot=for_bot,
        opened_at=now,
        deadline_at=due,
        remind_at=None if for_bot else clock.next_reminder_at(now, due, now, hours),
        hours=clock.with_zone(hours),
    )


def allowed_time(match: Match, sitter: Sitter, *, is_offer: bool) -> timedelta:
    """How long a question may take: offers have a time of their own, a turn may take the bank."""
    bank = clock.bank_from(match.bank)
    if is_offer or bank is None or sitter.bank is None:
        return timedelta(hours=match.hours_per_offer if is_offer else match.hours_per_turn)
    return bank.allowed(timedelta(seconds=sitter.bank))


def charge_bank(match: Match, sitter: Sitter, row: Prompt, *, now: datetime) -> Sitter:
    """The seat with what is left of its bank once its player, or the clock, has answered `row`."""
    bank = clock.bank_from(match.bank)
    if bank is None or sitter.bank is None or row.sealed or row.deadline_at is None:
        return sitter
    left = timedelta(seconds=sitter.bank)
    hours = clock.from_prompt(row.hours)
    left = bank.charged(left, row.opened_at, row.deadline_at, now, hours)
    return replace(sitter, bank=round(left.total_seconds()))


def add_increment(match: Match, sitter: Sitter) -> Sitter:
    """The seat with the increment that whoever hands the turn on gets."""
    bank = clock.bank_from(match.bank)
    if bank is None or sitter.bank is None:
        return sitter
    left = bank.topped(timedelta(seconds=sitter.bank))
    return replace(sitter, bank=round(left.total_seconds()))
