"""The door's statements: lock a match, read what is asked in it, write a move down.

They are SQL because the door is the one hot path: the same through the ORM costs three times the
processor time and twice the round trips. Everything else reads and writes the rows by the ORM.
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
from games.services.tokens import GOOD
from notifications import quarantine


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
            quarantine.set_aside("hours", Player, self.player_id, error, now=timezone.now())
            return clock.ALWAYS

    def is_house_bot(self) -> bool:
        """Whether it is the house that sits here."""
        return self.is_bot and not self.is_owned

    def is_played_by_bot(self) -> bool:
        """Whether the house answers at this seat."""
        return self.is_house_bot() or self.is_kept


class Standing(msgspec.Struct, frozen=True):
    """An active standing order; `turn`, `left` and `until` as on its row."""

    id: UUID
    seat: int
    order: Order
    turn: int | None
    left: int | None
    until: datetime | None


class Program(msgspec.Struct, frozen=True):
    """The personal token that answers, whose it is, and when its use was noted last."""

    player_id: UUID
    token: UUID
    last_used: datetime | None


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


# What the door does not need of a match, and of what is asked in it.
UNREAD = frozenset(
    ["secret", "seed", "private", "created_by_id", "created", "started", "undo", "least_in_time"]
    + ["watchable", "rated", "examined", "rematch_of_id", "ruling", "bots_welcome"]
)
UNASKED = frozenset(["for_bot", "remind_at"])
MATCH, PROMPT = sql.column_names(Match, UNREAD), sql.column_names(Prompt, UNASKED)

# What a question that is opened says of itself.
OPENED = ["id", "seat", "number", "question", "token", "sealed", "for_bot"]
OPENED += ["deadline", "remind_at", "hours"]

# Only the names of our columns are put into the text of statements.
# NO KEY, so that rows which refer to the match can be inserted meanwhile.
LOCK = f"""
SELECT {", ".join(MATCH)} FROM games_match
WHERE id = (SELECT match_id FROM games_prompt WHERE token = %s)
FOR NO KEY UPDATE
"""  # nosec B608

# The same for a program that shows a personal token with the scope `play`, so that authentication
# costs no statement of its own. Without such a token nothing is locked.
LOCK_FOR_TOKEN = f"""
SELECT {", ".join(f"played.{column}" for column in MATCH)}, it.player_id, it.id, it.last_used
FROM games_match played
JOIN games_personaltoken it ON 'play' = ANY(string_to_array(it.scopes, ' '))
JOIN games_player player ON player.id = it.player_id
WHERE played.id = (SELECT match_id FROM games_prompt WHERE token = %s) AND {GOOD}
FOR NO KEY UPDATE OF played
"""  # nosec B608

# A statement of its own: only what begins after the lock sees what was done before it. The rows are
# found by two indexes, so that the questions a long match has answered are not looked at.
ASKED = f"""
SELECT {", ".join(PROMPT)},
  (SELECT id FROM games_move WHERE match_id = %(match)s AND key = %(key)s),
  (SELECT json_agg(json_build_array(seat.number, seat.player_id, player.is_bot,
                                    player.zone, player.hours, seat.bank,
                                    seat.kept IS NOT NULL, seat.wanted IS NOT NULL,
                                    player.owner_id IS NOT NULL)
                   ORDER BY seat.number)
   FROM games_seat seat JOIN games_player player ON player.id = seat.player_id
   WHERE seat.match_id = %(match)s),
  (SELECT json_agg(json_build_object('id', id, 'seat', seat, 'order', rules, 'turn', turn,
                                     'left', "left", 'until', until) ORDER BY seat, number)
   FROM games_order WHERE match_id = %(match)s AND active)
FROM games_prompt
WHERE (match_id = %(match)s AND closed IS NULL) OR token = %(token)s
"""  # nosec B608

# The new prompts are inserted from `settled`, so that a seat's old question is closed before its
# next one is opened: it may have only one. What costs nothing where a value is NULL is no part of
# this statement: PostgreSQL would plan it anew for every move, which takes longer than to run it.
WRITE = """
WITH state AS (
  UPDATE games_match SET ply = %(ply)s, state = %(state)s, revision = %(revision)s,
    status = %(status)s, finished = %(finished)s, outcome = %(outcome)s::jsonb
  WHERE id = %(match)s
), move AS (
  INSERT INTO games_move
    (id, match_id, prompt_id, ply, seat, decision, events, source, key, edition, played, bank)
  VALUES (%(move)s, %(match)s, %(prompt)s, %(ply)s, %(seat)s, %(decision)s::jsonb,
    %(events)s::jsonb, %(source)s, %(key)s, %(edition)s, %(now)s, %(bank_before)s)
), settled AS (
  UPDATE games_prompt SET
    closed = CASE WHEN id = ANY(%(closed)s::uuid[]) THEN %(now)s END,
    answered = CASE WHEN id = %(answered)s THEN %(now)s ELSE answered END,
    deadline = CASE WHEN id = %(answered)s THEN NULL ELSE deadline END,
    remind_at = CASE WHEN id = %(answered)s THEN NULL ELSE remind_at END
  WHERE match_id = %(match)s AND closed IS NULL
    AND (id = ANY(%(closed)s::uuid[]) OR id = %(answered)s)
  RETURNING id
)
INSERT INTO games_prompt
  (id, match_id, seat, number, question, token, sealed, for_bot, opened, deadline, remind_at,
   hours)
SELECT fresh.id, %(match)s, seat, number, question, token, sealed, for_bot, %(now)s, deadline,
  remind_at, hours
FROM json_to_recordset(%(opened)s::json)
  AS fresh (id uuid, seat int, number int, question text, token text, sealed bool, for_bot bool,
    deadline timestamptz, remind_at timestamptz, hours jsonb),
  (SELECT count(*) FROM settled) AS first
"""
CHARGE = "UPDATE games_seat SET bank = %s WHERE match_id = %s AND number = %s"


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
            seat.kept is not None,
            seat.wanted is not None,
            seat.player.owner_id is not None,
        )
        for seat in match.seats.select_related("player").order_by("number")
    ]


def lock_match(token: str) -> Match | None:
    """Lock the match in which `token` is a question, until the transaction ends; None: unknown."""
    with connection.cursor() as cursor:
        cursor.execute(LOCK, [token])
        row = cursor.fetchone()
    return row and sql.model_from_row(Match, row, UNREAD)


def lock_for_token(token: str, digest: TokenDigest) -> tuple[Match, Program] | None:
    """Lock the match of a prompt for a personal token with the scope `play`.

    None: there is no such prompt, or no good token of this digest with the scope.
    """
    with connection.cursor() as cursor:
        cursor.execute(LOCK_FOR_TOKEN, [token, digest])
        row = cursor.fetchone()
    if row is None:
        return None
    return sql.model_from_row(Match, row[: len(MATCH)], UNREAD), Program(*row[len(MATCH) :])


def fetch_decision_context(match: Match, token: str, key: str) -> Asked:
    """Read what the locked match asks."""
    with connection.cursor() as cursor:
        cursor.execute(ASKED, {"match": match.pk, "token": token, "key": key})
        found = cursor.fetchall()
    rows = [sql.model_from_row(Prompt, row[: len(PROMPT)], UNASKED) for row in found]
    for row in rows:
        row.match = match
    played, sitting, standing = map(sql.decode_json, found[0][len(PROMPT) :])
    return Asked(
        prompt=next(row for row in rows if row.token == token),
        rows=[row for row in rows if row.closed is None],
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
        quarantine.set_aside("orders", OrderRow, row["id"], error, now=timezone.now())
        return None


def write_move(
    match: Match,
    move: Move,
    *,
    answered: UUID | None,
    closed: Sequence[UUID],
    opened: Sequence[Prompt],
    bank: int | None,
    now: datetime,
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
        "finished": match.finished,
        "outcome": _encode_json(match.outcome),
        "move": move.pk,
        "prompt": move.prompt_id,
        "seat": move.seat,
        "decision": _encode_json(move.decision),
        "events": _encode_json(move.events),
        "source": move.source,
        "key": move.key,
        "edition": move.edition,
        "now": now,
        "answered": answered,
        # As text: an array is written out element by element in Python.
        "closed": f"{{{','.join(map(str, closed))}}}",
        "opened": _encode_json([{name: getattr(row, name) for name in OPENED} for row in opened]),
        "bank_before": move.bank,
    }
    with connection.cursor() as cursor:
        cursor.execute(WRITE, values)
        if bank is not None:
            cursor.execute(CHARGE, [bank, match.pk, move.seat])


def _encode_json(value: Any) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()
