"""The rows of a decision: lock the match, read its prompts, write the move and open new prompts.

The statements are SQL from `games/models/sql.py`, because this is the only hot path.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone
from msgspec.structs import replace

from abyss_site.core.database import SqlValues, connection
from games.engine import clock, contract
from games.engine.contract import Decision
from games.engine.orders import Order
from games.models import Match, Move, Player, Prompt, sql
from games.models import Order as OrderRow
from games.models.tokens import TokenDigest
from notifications import gateway


class Sitter(msgspec.Struct, frozen=True):
    """The player of a seat, as far as submit_decision() needs to know."""

    number: int
    player_id: UUID
    is_bot: bool
    zone: str
    # As stored with the player; see `availability_hours`.
    hours: dict[str, object]
    # Seconds left in the time bank, None if each turn has its own time.
    bank: int | None = None
    # `is_kept`: a house bot plays for the player; `is_wanted`: the seat is offered to others.
    is_kept: bool = False
    is_wanted: bool = False
    # A player's own bot: the house does not answer for it.
    is_owned: bool = False

    def availability_hours(self) -> clock.Hours:
        """Return the player's hours; all hours if they cannot be read."""
        if not self.hours:
            return clock.ALWAYS
        try:
            return clock.parse_hours(self.zone, self.hours)
        except Exception as error:
            gateway.set_aside("hours", Player, self.player_id, error, now=timezone.now())
            return clock.ALWAYS

    def is_house_bot(self) -> bool:
        """Return whether a house bot holds the seat."""
        return self.is_bot and not self.is_owned

    def is_played_by_bot(self) -> bool:
        """Return whether a house bot answers at this seat."""
        return self.is_house_bot() or self.is_kept

    def is_away(self) -> bool:
        """Return whether a bot plays the seat, or it is offered, until its player is back."""
        return self.is_kept or self.is_wanted


class Standing(msgspec.Struct, frozen=True):
    """An active standing order; `turn`, `left` and `valid_until` as in its row."""

    id: UUID
    seat: int
    order: Order
    turn: int | None
    left: int | None
    valid_until: datetime | None


class Program(msgspec.Struct, frozen=True):
    """The personal token that answers, its player, and when its use was last recorded."""

    player_id: UUID
    token: UUID
    last_used_at: datetime | None


class DecisionContext(msgspec.Struct, frozen=True):
    """The prompts of the locked match.

    `prompt` is the one the token names, open or closed; `rows` are all open ones; `seats[number]`
    are the players; `orders` are the active orders, those of a seat in the order of their numbers;
    `played` is the id of the move made under this key before, None if the key is new.
    """

    prompt: Prompt
    rows: list[Prompt]
    seats: list[Sitter]
    orders: list[Standing]
    played: UUID | None


# The rows of DECISION_CONTEXT as they were read.
ContextRows = list[tuple[object, ...]]
# The columns of a match, and further ones of the same statement.
MatchRow = tuple[Any, ...]

# The fields of a prompt that is opened.
PROMPT_FIELDS = ["id", "seat", "number", "question", "token", "sealed", "awaits_bot"]
PROMPT_FIELDS += ["deadline_at", "remind_at", "hours"]


def fetch_sitters(match: Match) -> list[Sitter]:
    """Return the players of all seats, in seat order."""
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


def lock_match(token: str, key: str) -> tuple[Match, ContextRows] | None:
    """Lock the match of the prompt named by `token` until the end of the transaction, and read its
    rows.

    None if the token is unknown.
    """
    row, context_rows = _lock_and_read(sql.LOCK_MATCH, token=token, key=key)
    if row is None:
        return None
    return sql.model_from_row(Match, row, sql.MATCH_COLUMNS_UNREAD), context_rows


def lock_for_token(
    token: str, key: str, digest: TokenDigest
) -> tuple[Match, ContextRows, Program] | None:
    """Lock the match of a prompt, and read its rows, for a personal token with the scope `play`.

    None if there is no such prompt, or no valid token with this digest and scope.
    """
    row, context_rows = _lock_and_read(
        sql.LOCK_MATCH_FOR_PROGRAM, token=token, key=key, digest=digest
    )
    if row is None:
        return None
    own = len(sql.MATCH_COLUMNS)
    match = sql.model_from_row(Match, row[:own], sql.MATCH_COLUMNS_UNREAD)
    return match, context_rows, Program(*row[own:])


def _lock_and_read(lock: str, **values: str) -> tuple[MatchRow | None, ContextRows]:
    """Execute both statements in one round trip."""
    match_rows, context_rows = connection.execute_together(
        (lock, values), (sql.DECISION_CONTEXT, values)
    )
    return match_rows[0] if match_rows else None, context_rows


def parse_decision_context(match: Match, token: str, context_rows: ContextRows) -> DecisionContext:
    """Parse the prompts, seats and orders that were read of the locked match."""
    own = len(sql.PROMPT_COLUMNS)
    rows = [
        sql.model_from_row(Prompt, row[:own], sql.PROMPT_COLUMNS_UNREAD) for row in context_rows
    ]
    for row in rows:
        row.match = match
    move_id, sitting, standing = map(sql.decode_json, context_rows[0][own:])
    return DecisionContext(
        prompt=next(row for row in rows if row.token == token),
        rows=[row for row in rows if row.closed_at is None],
        seats=[Sitter(number, UUID(player), *rest) for number, player, *rest in sitting],
        orders=[
            order for row in standing or [] if (order := _parse_standing_order(row)) is not None
        ],
        played=move_id,
    )


def _parse_standing_order(row: dict[str, object]) -> Standing | None:
    """Return an active order, None if it cannot be parsed: it is set aside and not followed."""
    try:
        return msgspec.convert(row, Standing)
    except msgspec.ValidationError as error:
        gateway.set_aside("orders", OrderRow, row["id"], error, now=timezone.now())
        return None


def write_move(
    match: Match,
    move: Move,
    *,
    answered_prompt: UUID | None,
    closed_prompts: Sequence[UUID],
    new_prompts: Sequence[Prompt],
    bank: int | None,
) -> None:
    """Write the match's new state and the move, and answer, close and open prompts.

    `bank`: the seconds left in the bank of the moving seat, None to leave it unchanged.
    """
    values: dict[str, object] = {
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
        "answered": answered_prompt,
        # As text: psycopg would adapt an array element by element in Python.
        "closed": f"{{{','.join(map(str, closed_prompts))}}}",
        "opened": _encode_json(
            [{name: getattr(row, name) for name in PROMPT_FIELDS} for row in new_prompts]
        ),
        "bank_before": move.bank,
    }
    connection.execute_later(sql.WRITE_MOVE, values)
    if bank is not None:
        bank_values = {"bank": bank, "match": match.pk, "seat": move.seat}
        connection.execute_later(sql.WRITE_BANK, bank_values)


def _encode_json(value: object) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()


class Change(msgspec.Struct, frozen=True):
    """Changes of the open prompts: ids of rows to close, and new rows that are not saved yet."""

    closed: list[UUID]
    opened: list[Prompt]


def diff_prompts(
    match: Match,
    seats: Sequence[Sitter],
    rows: Iterable[Prompt],
    prompts: Iterable[contract.Prompt],
    *,
    now: datetime,
) -> Change:
    """Compare the open `rows` with the prompts of the rules.

    Rows that are still asked are unchanged: they keep their token and deadline, so that an e-mail
    already sent stays valid.
    """
    prompt_by_key = {(prompt.seat, prompt.number): prompt for prompt in prompts}
    closed_ids = [row.pk for row in rows if prompt_by_key.pop((row.seat, row.number), None) is None]
    new_rows = [
        build_prompt_row(match, prompt, seats[prompt.seat], now)
        for prompt in prompt_by_key.values()
    ]
    return Change(closed_ids, new_rows)


def store_offered_answers(
    answers_by_prompt: Sequence[tuple[Prompt, Sequence[Decision]]],
) -> list[UUID]:
    """Store the numbered answers of e-mails, so that “2” means what their readers saw.

    Returns the ids of prompts that were answered since their rows were read. The mail worker does
    this in the transaction of e-mails about several matches, so it skips locked rows: waiting for
    them could deadlock. A locked row is being answered, or listed.
    """
    if not answers_by_prompt:
        return []
    values: SqlValues = {
        "ids": [row.pk for row, _ in answers_by_prompt],
        "offered": [msgspec.json.encode(decisions).decode() for _, decisions in answers_by_prompt],
        "answered": [row.answered_at for row, _ in answers_by_prompt],
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.WRITE_OFFERED_ANSWERS, values)
        return [pk for (pk,) in cursor.fetchall()]


def build_prompt_row(
    match: Match, prompt: contract.Prompt | Prompt, sitter: Sitter, now: datetime
) -> Prompt:
    """Return a new, unsaved row of a prompt for the seat's current player."""
    is_sealed = prompt.sealed if isinstance(prompt, Prompt) else prompt.group is not None
    time = allowed_time(match, sitter, is_offer=is_sealed)
    hours = clock.effective_hours(sitter.availability_hours(), time, absences=match.absences)
    daily = clock.parse_daily_deadline(match.deadline_time, match.deadline_zone)
    due = clock.deadline(now, time, hours, daily)
    for_bot = sitter.is_played_by_bot()
    return Prompt(
        match=match,
        seat=prompt.seat,
        number=prompt.number,
        question=prompt.question,
        sealed=is_sealed,
        awaits_bot=for_bot,
        opened_at=now,
        deadline_at=due,
        remind_at=None
        if for_bot or match.is_hotseat
        else clock.next_reminder_at(now, due, now, hours),
        hours=clock.serialize_prompt_hours(hours),
    )


def allowed_time(match: Match, sitter: Sitter, *, is_offer: bool) -> timedelta:
    """Return the time for a prompt: offers have their own time, a turn may use the time bank."""
    bank = clock.parse_bank(match.bank, clock.time_unit(match.counts_minutes))
    if is_offer or bank is None or sitter.bank is None:
        many = match.hours_per_offer if is_offer else match.hours_per_turn
        return many * clock.time_unit(match.counts_minutes)
    return bank.allowed_time(timedelta(seconds=sitter.bank))


def charge_bank(match: Match, sitter: Sitter, row: Prompt, *, now: datetime) -> Sitter:
    """Return the seat with its bank charged after its player, or the clock, has answered `row`."""
    bank = clock.parse_bank(match.bank, clock.time_unit(match.counts_minutes))
    if bank is None or sitter.bank is None or row.sealed or row.deadline_at is None:
        return sitter
    left = timedelta(seconds=sitter.bank)
    hours = clock.parse_prompt_hours(row.hours)
    left = bank.charge_time(left, row.opened_at, row.deadline_at, now, hours)
    return replace(sitter, bank=round(left.total_seconds()))


def add_increment(match: Match, sitter: Sitter) -> Sitter:
    """Return the seat with its bank incremented for handing on the turn."""
    bank = clock.parse_bank(match.bank, clock.time_unit(match.counts_minutes))
    if bank is None or sitter.bank is None:
        return sitter
    left = bank.add_increment(timedelta(seconds=sitter.bank))
    return replace(sitter, bank=round(left.total_seconds()))
