"""All SQL of the games: each statement with what it does, and why it is not left to the ORM.

Only names of our own tables and columns are interpolated; values are always parameters.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import JSONField, Model

from abyss_site.core.database import SqlValue
from abyss_site.core.database.replica import read_alias

from .match import Match, Prompt, Status

Row = TypeVar("Row", bound=Model)


def fetch_rows(model: type[Row], where: str, *values: SqlValue, beside: str = "") -> list[Row]:
    """Return the complete rows of `model` for which `where` holds.

    `where` is our own SQL, with the table aliased as `it`; an ORDER BY may follow. `beside` is a
    foreign key whose row is loaded as well; in `where` it is aliased by its name.
    """
    text, own = _select_statement(model, where, beside), len(column_names(model))
    source = connections[read_alias.get()]
    with source.cursor() as cursor:
        cursor.execute(text, values)
        tuples = cursor.fetchall()
    read = [model_from_row(model, row[:own], alias=source.alias) for row in tuples]
    if beside:
        key: Any = model._meta.get_field(beside)
        for instance, row in zip(read, tuples, strict=True):
            other = model_from_row(key.related_model, row[own:], alias=source.alias)
            key.set_cached_value(instance, other)
    return read


def is_true(statement: str, *values: SqlValue) -> bool:
    """Return the single value that a statement selects."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return bool(cursor.fetchone()[0])


def lock_name(name: str) -> None:
    """Wait until no other transaction holds this name, and hold it until the end of this one.

    It serializes what is counted for the whole site, where there is no row to lock.
    """
    with connection.cursor() as cursor:
        cursor.execute(LOCK_NAME, [name])


@cache
def _select_statement(model: type[Model], where: str, beside: str) -> str:
    names = [f'it."{column}"' for column in column_names(model)]
    source = f'"{model._meta.db_table}" it'
    if beside:
        key: Any = model._meta.get_field(beside)
        other = key.related_model
        names += [f'{beside}."{column}"' for column in column_names(other)]
        source += f' JOIN "{other._meta.db_table}" {beside} ON {beside}.id = it."{key.column}"'
    return f"SELECT {', '.join(names)} FROM {source} WHERE {where}"  # nosec B608


@cache
def column_names(model: type[Model], but: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return the columns of a model in the order that Model.from_db expects, except `but`."""
    return tuple(f.attname for f in model._meta.concrete_fields if f.attname not in but)


def model_from_row(
    model: type[Row],
    row: Sequence[object],
    but: frozenset[str] = frozenset(),
    alias: str = DEFAULT_DB_ALIAS,
) -> Row:
    """Return the model instance for a row of `column_names`, as the ORM would.

    `alias` is the database that it comes from. JSON is decoded, because a bare cursor returns it as
    text.
    """
    values = list(row)
    for place in _json_positions(model, but):
        values[place] = decode_json(values[place])
    return model.from_db(alias, column_names(model, but), values)


def decode_json(value: object) -> Any:
    """Decode JSON, which arrives as text or as a value, depending on the connection."""
    return json.loads(value) if isinstance(value, str) else value


@cache
def _json_positions(model: type[Model], but: frozenset[str]) -> list[int]:
    """Return the indexes of the JSON columns."""
    names = column_names(model, but)
    fields = (field for field in model._meta.concrete_fields if isinstance(field, JSONField))
    return [names.index(field.attname) for field in fields if field.attname in names]


# Conditions for `fetch_rows`, for rows that are looked up with every request or e-mail: the ORM
# takes longer to compile such a SELECT than PostgreSQL to answer it.

# The row with an id.
BY_ID = "it.id = %s"
# The match with a number.
BY_NUMBER = "it.number = %s"
# The prompt with a token.
BY_TOKEN = "it.token = %s"  # nosec B105
# The rows of several players.
OF_PLAYERS = "it.player_id = ANY(%s)"
# The seats of a match, in order.
SEATS_OF_MATCH = "it.match_id = %s ORDER BY it.number"
# The seat of a match with a number.
SEAT_OF_MATCH = "it.match_id = %s AND it.number = %s"
# The open prompts of a match, by seat.
OPEN_PROMPTS_OF_MATCH = "it.match_id = %s AND it.closed_at IS NULL ORDER BY it.seat"
# The open prompt of a seat of a match.
OPEN_PROMPT_OF_SEAT = "it.match_id = %s AND it.seat = %s AND it.closed_at IS NULL"
# The final moves of a match after one ply and up to another, in order. Sealed answers are final
# once all are given: before, even the number of an own one would tell how many were given earlier.
MOVES_BETWEEN = """
it.match_id = %s AND it.ply > %s AND it.ply <= %s AND it.prompt_id <> ALL(ARRAY(
  SELECT id FROM games_prompt WHERE match_id = %s AND closed_at IS NULL))
ORDER BY it.ply
"""
# The timeline of a match between two plies.
TIMELINE_BETWEEN = "it.match_id = %s AND it.ply > %s AND it.ply <= %s"
# The open votes of a match, and all votes about time and pauses, oldest first.
SHOWN_VOTES = "it.match_id = %s AND (it.outcome = 'open' OR it.kind <> 'undo') ORDER BY it.asked_at"
# The last move that counts of those that a seat's player made.
LAST_OWN_MOVE = """
it.match_id = %s AND it.seat = %s AND it.source = ANY(%s) AND it.undone IS NULL
ORDER BY it.ply DESC LIMIT 1
"""
# The last messages in the chat of a match, but those by people whom a seat's player has blocked,
# newest first, with the `player` who wrote them.
LAST_MESSAGES = """
it.match_id = %s AND NOT EXISTS (
  SELECT FROM games_block block
  JOIN games_seat reader ON reader.player_id = block.player_id
  WHERE reader.match_id = it.match_id AND reader.number = %s
    AND block.blocked_id IN (it.player_id, player.owner_id)
)
ORDER BY it.sent_at DESC, it.id DESC LIMIT %s
"""
# The valid personal token with a digest, and its `player`. A bot may do nothing while its owner is
# banned.
GOOD_TOKEN = """
it.digest = %s AND it.revoked_at IS NULL AND player.is_active
AND (it.expires_at IS NULL OR it.expires_at > now()) AND (
  player.owner_id IS NULL
  OR EXISTS (SELECT FROM games_player owner WHERE owner.id = player.owner_id AND owner.is_active)
)
"""

# Return a valid token and its last use, the id, language and seats of its player, who the players
# are, whether sealed answers may be waiting, and the versions of the rows of a match: an update
# changes a row's xmin, the transaction that wrote it, and its ctid, where it is (PostgreSQL 5.6,
# "System Columns").
READ_VERSIONS = f"""
SELECT it.id, it.last_used_at, player.id, player.language,
  ARRAY(SELECT seat.number FROM games_seat seat
        WHERE seat.match_id = played.id AND seat.player_id = player.id),
  (SELECT json_agg(json_build_array(seated.id, seated.display_name, seated.is_bot, seated.level,
                                    seated.left_at, seated.owner_id) ORDER BY seat.number)::text
   FROM games_seat seat JOIN games_player seated ON seated.id = seat.player_id
   WHERE seat.match_id = played.id),
  played.status = '{Status.FROZEN}' OR EXISTS (
    SELECT FROM games_prompt asked
    WHERE asked.match_id = played.id AND asked.closed_at IS NULL AND asked.sealed),
  concat_ws(' ', played.xmin, played.ctid,
    (SELECT string_agg(concat_ws(' ', seat.xmin, seat.ctid), ' ' ORDER BY seat.number)
     FROM games_seat seat WHERE seat.match_id = played.id),
    (SELECT string_agg(concat_ws(' ', asked.id, asked.xmin, asked.ctid), ' ' ORDER BY asked.id)
     FROM games_prompt asked WHERE asked.match_id = played.id AND asked.closed_at IS NULL))
FROM games_personaltoken it JOIN games_player player ON player.id = it.player_id, games_match played
WHERE {GOOD_TOKEN.replace("%s", "%(digest)s")} AND played.number = %(number)s
"""  # nosec B608

# The statements of `submit_decision`, which are SQL because it is the only hot path: through the
# ORM they cost three times the CPU time and twice the round trips.

# The columns that a decision does not need of a match and its prompts.
MATCH_COLUMNS_UNREAD = frozenset(
    [
        "secret",
        "seed",
        "created_by_id",
        "created_at",
        "started_at",
        "undo",
        "min_punctuality",
        "least_rating",
        "most_rating",
        "language",
    ]
    + ["rated_at", "examined_at", "rematch_of_id", "ruling", "bots_welcome"]
)
PROMPT_COLUMNS_UNREAD = frozenset(["awaits_bot", "remind_at"])
MATCH_COLUMNS = column_names(Match, MATCH_COLUMNS_UNREAD)
PROMPT_COLUMNS = column_names(Prompt, PROMPT_COLUMNS_UNREAD)

# Lock and return the match of a prompt's token. NO KEY, so that rows which refer to the match can
# be inserted meanwhile.
LOCK_MATCH = f"""
SELECT {", ".join(MATCH_COLUMNS)} FROM games_match
WHERE id = (SELECT match_id FROM games_prompt WHERE token = %(token)s)
FOR NO KEY UPDATE
"""  # nosec B608

# Do the same for a program that presents a personal token with the scope `play`, so that
# authentication needs no statement of its own. Without such a token nothing is locked.
LOCK_MATCH_FOR_PROGRAM = f"""
SELECT {", ".join(f"played.{column}" for column in MATCH_COLUMNS)},
  it.player_id, it.id, it.last_used_at
FROM games_match played
JOIN games_personaltoken it ON 'play' = ANY(string_to_array(it.scopes, ' '))
JOIN games_player player ON player.id = it.player_id
WHERE played.id = (SELECT match_id FROM games_prompt WHERE token = %(token)s)
  AND {GOOD_TOKEN.replace("%s", "%(digest)s")}
FOR NO KEY UPDATE OF played
"""  # nosec B608

# Return the open prompts of a locked match and the one with a token, each with the move made under
# an idempotency key, the seats, and the active orders. It is a separate statement, because only a
# statement that begins after the lock sees what was committed before it; both are sent at once. The
# rows are found by two indexes, so that the closed prompts of a long match are not read.
DECISION_CONTEXT = f"""
WITH asked AS MATERIALIZED (SELECT match_id FROM games_prompt WHERE token = %(token)s)
SELECT {", ".join(PROMPT_COLUMNS)},
  (SELECT id FROM games_move WHERE match_id = (SELECT match_id FROM asked) AND key = %(key)s),
  (SELECT json_agg(json_build_array(seat.number, seat.player_id, player.is_bot,
                                    player.zone, player.hours, seat.bank,
                                    seat.bot_took_over_at IS NOT NULL, seat.offered_at IS NOT NULL,
                                    player.owner_id IS NOT NULL)
                   ORDER BY seat.number)
   FROM games_seat seat JOIN games_player player ON player.id = seat.player_id
   WHERE seat.match_id = (SELECT match_id FROM asked)),
  (SELECT json_agg(json_build_object('id', id, 'seat', seat, 'order', rules, 'turn', turn,
                                     'left', "left", 'valid_until', valid_until)
                   ORDER BY seat, number)
   FROM games_order WHERE match_id = (SELECT match_id FROM asked) AND active)
FROM games_prompt
WHERE (match_id = (SELECT match_id FROM asked) AND closed_at IS NULL) OR token = %(token)s
"""  # nosec B608

# Write a move and the state of its match, and answer, close and open prompts. The new ones are
# inserted after `settled`, so that a seat's old prompt is closed before its next one is opened:
# only one may be open. Optional updates are not part of this statement, even though NULLs could
# skip them: PostgreSQL would plan them for every move, which takes longer than to run them.
WRITE_MOVE = """
WITH state AS (
  UPDATE games_match SET ply = %(ply)s::int, state = %(state)s::bytea, revision = %(revision)s::int,
    status = %(status)s::text, finished_at = %(finished)s::timestamptz, outcome = %(outcome)s::jsonb
  WHERE id = %(match)s::uuid
), move AS (
  INSERT INTO games_move
    (id, match_id, prompt_id, ply, seat, decision, events, source, key, edition, played_at, bank)
  VALUES (%(move)s::uuid, %(match)s::uuid, %(prompt)s::uuid, %(ply)s::int, %(seat)s::int,
    %(decision)s::jsonb, %(events)s::jsonb, %(source)s::text, %(key)s::text, %(edition)s::int,
    %(now)s::timestamptz, %(bank_before)s::int)
), settled AS (
  UPDATE games_prompt SET
    closed_at = CASE WHEN id = ANY(%(closed)s::uuid[]) THEN %(now)s::timestamptz END,
    answered_at = CASE WHEN id = %(answered)s::uuid THEN %(now)s::timestamptz ELSE answered_at END,
    deadline_at = CASE WHEN id = %(answered)s::uuid THEN NULL ELSE deadline_at END,
    remind_at = CASE WHEN id = %(answered)s::uuid THEN NULL ELSE remind_at END
  WHERE match_id = %(match)s::uuid AND closed_at IS NULL
    AND (id = ANY(%(closed)s::uuid[]) OR id = %(answered)s::uuid)
  RETURNING id
)
INSERT INTO games_prompt
  (id, match_id, seat, number, question, token, sealed, awaits_bot, opened_at, deadline_at,
   remind_at, hours)
SELECT fresh.id, %(match)s::uuid, seat, number, question, token, sealed, awaits_bot,
  %(now)s::timestamptz, deadline_at, remind_at, hours
FROM json_to_recordset(%(opened)s::json)
  AS fresh (id uuid, seat int, number int, question text, token text, sealed bool, awaits_bot bool,
    deadline_at timestamptz, remind_at timestamptz, hours jsonb),
  (SELECT count(*) FROM settled) AS first
"""
# Return the sources of the last moves that answered a question like that of an open prompt, for its
# seat, newest first. For overdue prompts: the ORM takes longer to compile it than the rules play.
LAST_SOURCES = """
SELECT move.source FROM games_move move
JOIN games_prompt prompt ON prompt.id = move.prompt_id
JOIN games_prompt asked ON asked.id = %(prompt)s::uuid
WHERE move.match_id = asked.match_id AND move.seat = asked.seat
  AND prompt.question = asked.question AND move.undone IS NULL AND move.source <> 'undo'
ORDER BY move.ply DESC LIMIT %(many)s::int
"""
# Write what is left of a seat's time bank.
WRITE_BANK = """
UPDATE games_seat SET bank = %(bank)s WHERE match_id = %(match)s AND number = %(seat)s
"""

# Record when a personal token was used last.
NOTE_TOKEN_USE = """
UPDATE games_personaltoken SET last_used_at = %(now)s::timestamptz WHERE id = %(token)s::uuid
"""

# Store the numbered answers of prompts, and return those that have been answered or closed since
# they were read. The ORM cannot update from arrays and skip locked rows in the same statement.
WRITE_OFFERED_ANSWERS = """
WITH wanted AS (
  SELECT * FROM unnest(%(ids)s::uuid[], %(offered)s::jsonb[], %(answered)s::timestamptz[])
    AS wanted (id, offered, answered)
), free AS (
  SELECT id FROM games_prompt WHERE id = ANY(%(ids)s) AND offered IS NULL
  FOR NO KEY UPDATE SKIP LOCKED
), listed AS (
  UPDATE games_prompt AS prompt SET offered = wanted.offered
  FROM free JOIN wanted USING (id) WHERE prompt.id = free.id
)
SELECT id FROM games_prompt AS prompt JOIN wanted USING (id)
WHERE prompt.closed_at IS NOT NULL OR prompt.answered_at IS DISTINCT FROM wanted.answered
"""

# Write player events in order, with the current transaction and epoch, which the ORM cannot
# express.
WRITE_PLAYER_EVENTS = """
INSERT INTO games_playerevent (number, xid, epoch, player_id, kind, facts, occurred_at)
SELECT number, pg_current_xact_id()::text::bigint, (SELECT site_epoch()), player, kind, facts,
  %(now)s::timestamptz
FROM ROWS FROM (
  json_to_recordset(%(fresh)s::json) AS (number uuid, player uuid, kind text, facts jsonb)
) WITH ORDINALITY AS fresh (number, player, kind, facts, place)
ORDER BY fresh.place
"""
# Return the player events after a position, of one player or of all, up to the oldest transaction
# that is still running; the ORM does not know snapshots. The second half of the condition is for a
# transaction that reads what it wrote itself. There is always a row, for the epoch; its other
# columns are NULL if there is nothing new.
PLAYER_EVENTS_AFTER = """
SELECT now.epoch, found.* FROM (SELECT site_epoch() AS epoch) now
LEFT JOIN LATERAL (
  SELECT xid, place, number, player_id, kind, facts, occurred_at FROM games_playerevent
  WHERE (xid, place) > (%(xid)s, %(place)s) AND epoch = now.epoch
    AND (xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
         OR xid = pg_current_xact_id_if_assigned()::text::bigint)
    AND (%(player)s::uuid IS NULL OR player_id = %(player)s)
    AND (%(match)s::int IS NULL OR (facts->>'match')::int = %(match)s)
  ORDER BY xid, place LIMIT %(most)s
) found ON true
ORDER BY found.xid, found.place
"""
# Return the position of one player event of this epoch. `site_epoch()` is our own database
# function.
PLAYER_EVENT_POSITION = """
SELECT xid, place, epoch FROM games_playerevent
WHERE number = %s AND player_id = %s AND epoch = site_epoch()
"""
# Delete old player events. The ORM would load them first, to find rows that refer to them.
DELETE_PLAYER_EVENTS = """
DELETE FROM games_playerevent WHERE occurred_at < %(oldest)s
"""
# Return the oldest transaction that is still running, and the epoch.
NEWEST_PLAYER_EVENT_POSITION = """
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint, site_epoch()
"""

# Return the number of open prompts of a player, and of conversations with new messages. Used by
# every page of a signed-in player, where two statements of the ORM cost five times as much.
HEADER_COUNTS = """
SELECT
    (SELECT count(*) FROM games_seat seat
        JOIN games_match match ON match.id = seat.match_id AND match.status = %(running)s
        JOIN games_prompt prompt ON prompt.match_id = seat.match_id AND prompt.seat = seat.number
        WHERE seat.player_id = %(player)s
            AND prompt.closed_at IS NULL AND prompt.answered_at IS NULL),
    (SELECT count(*) FROM games_conversationside side
        WHERE side.player_id = %(player)s AND side.first_unread_at IS NOT NULL),
    (SELECT count(*) FROM games_invitation invitation
        JOIN games_match match ON match.id = invitation.match_id AND match.status = %(open)s
        WHERE invitation.player_id = %(player)s AND invitation.outcome = %(unanswered)s)
    + (SELECT count(*) FROM games_seat seat
        JOIN games_match match ON match.id = seat.match_id AND match.status = %(running)s
        JOIN games_vote vote ON vote.match_id = seat.match_id AND vote.outcome = %(undecided)s
        JOIN games_ballot ballot ON ballot.vote_id = vote.id AND ballot.seat = seat.number
        WHERE seat.player_id = %(player)s AND ballot.says IS NULL)
"""
# Return the ply of the last final move that a seat's player made. Used by every page of a match.
LAST_OWN_PLY = """
SELECT coalesce(max(ply), 0) FROM games_move
WHERE match_id = %s AND seat = %s AND source NOT IN ('clock', 'order', 'rules', 'undo')
  AND prompt_id <> ALL(ARRAY(
    SELECT id FROM games_prompt WHERE match_id = %s AND closed_at IS NULL))
"""
# Return the ply of the last but so many of the final moves up to a ply that a seat (-1: nobody's)
# may see: undos, and those with an event for it. Nothing depends on the number of sealed answers.
# The ORM does not look into the elements of JSON.
VISIBLE_PLY = """
SELECT ply FROM games_move
WHERE match_id = %s AND ply <= %s AND (source = 'undo' OR EXISTS (
    SELECT FROM jsonb_array_elements(events) AS event
    WHERE coalesce(event->'audience', 'null') = 'null' OR event->'audience' @> to_jsonb(%s::int)))
  AND prompt_id <> ALL(ARRAY(
    SELECT id FROM games_prompt WHERE match_id = %s AND closed_at IS NULL))
ORDER BY ply DESC OFFSET %s LIMIT 1
"""
# Return the ply before the first answer that is not final, or that of the last move. `match.ply`
# would tell how many sealed answers have been given. The ORM would load the prompts first.
FINAL_PLY = """
SELECT coalesce(min(move.ply) - 1, %s) FROM games_prompt prompt
JOIN games_move move ON move.prompt_id = prompt.id
WHERE prompt.match_id = %s AND prompt.closed_at IS NULL
"""
# Return the moves that each of many e-mails has to tell: those from the last move of its reader's
# seat on; for a negative seat, all moves. `first_ply` is the first move of the e-mail that was
# answered last, NULL if it was not by e-mail. `told_at` is until when another e-mail that replies
# to it tells the moves: far away if it will be rendered now, NULL if there is none. A receipt may
# turn out to be superfluous, and a move may be saved a moment later than it was played. The key of
# a move by e-mail begins with the Message-ID. The ORM supports neither array joins nor LATERAL
# queries.
MOVES_SINCE_OWN_MOVE = """
SELECT move.*, asked.number AS asked, coalesce(own.ply, 0) AS own_ply, own.first_ply,
  (
    SELECT max(coalesce(rendered_at - interval '2 seconds', '9999-01-01'))
    FROM notifications_notification
    WHERE player_id = asked.reader AND thread = asked.thread AND id <> asked.notification
      AND state = ANY(%(told)s) AND answers <> '' AND starts_with(own.key, left(answers, 150))
      AND (rendered_at IS NOT NULL OR (kind <> 'receipt' AND id < asked.notification))
  ) AS told_at
FROM unnest(%(notifications)s::uuid[], %(matches)s::uuid[], %(seats)s::int[], %(readers)s::uuid[],
  %(threads)s::text[])
  WITH ORDINALITY AS asked (notification, match, seat, reader, thread, number)
LEFT JOIN LATERAL (
  SELECT last.ply, last.key, (
    SELECT min(ply) FROM games_move
    WHERE match_id = asked.match AND seat = asked.seat AND last.source = 'email'
      AND source = 'email' AND starts_with(key, split_part(last.key, ' ', 1))
  ) AS first_ply
  FROM games_move AS last
  WHERE match_id = asked.match AND seat = asked.seat
    AND source NOT IN ('clock', 'order', 'rules', 'undo')
  ORDER BY ply DESC LIMIT 1
) AS own ON TRUE
JOIN games_move AS move
  ON move.match_id = asked.match AND move.ply >= coalesce(own.first_ply, own.ply, 0)
ORDER BY move.ply
"""

# Return, for each of many e-mails, what others have written since the last e-mail about its match
# to its reader, newest first. The ORM supports neither array joins nor LATERAL queries.
NEW_MESSAGES = """
SELECT email.notification, said.display_name, said.text, said.sent_at
FROM unnest(%(notifications)s::uuid[], %(matches)s::uuid[], %(seats)s::int[], %(readers)s::uuid[],
  %(threads)s::text[]) AS email (notification, match, seat, reader, thread)
CROSS JOIN LATERAL (
  SELECT player.display_name, message.text, message.sent_at, message.id
  FROM games_message message JOIN games_player player ON player.id = message.player_id
  WHERE message.match_id = email.match AND message.seat <> email.seat
    AND message.hidden_at IS NULL
    AND message.sent_at > coalesce((
      SELECT max(rendered_at) FROM notifications_notification
      WHERE player_id = email.reader AND thread = email.thread AND state = ANY(%(told)s)
        AND id <> email.notification
    ), '-infinity')
    AND NOT EXISTS (
      SELECT FROM games_block
      WHERE player_id = email.reader AND blocked_id IN (player.id, player.owner_id)
    )
  ORDER BY message.sent_at DESC, message.id DESC LIMIT %(most)s
) AS said
ORDER BY said.sent_at DESC, said.id DESC
"""

# Return how many prompts each player has answered, out of how many, and the median time from prompt
# to answer, including seats that they have left. An answer to an open prompt is sealed, and counts
# once all are given. The ORM has neither percentiles nor durations across two tables.
RELIABILITY = """
WITH held AS (
  SELECT match_id, number, player_id, replaced_at AS since, NULL::timestamptz AS until
  FROM games_seat seat WHERE player_id = ANY(%(players)s)
    AND NOT EXISTS (SELECT FROM games_match WHERE id = seat.match_id AND is_hotseat)
  UNION ALL
  SELECT seat.match_id, seat.number, leaver.player_id, leaver.seated_at, leaver.left_at
  FROM games_seathistory leaver JOIN games_seat seat ON seat.id = leaver.seat_id
  WHERE leaver.player_id = ANY(%(players)s)
)
SELECT held.player_id,
  count(*) FILTER (WHERE move.source <> 'clock'),
  count(*),
  percentile_cont(0.5) WITHIN GROUP (ORDER BY move.played_at - prompt.opened_at)
    FILTER (WHERE move.source <> 'clock')
FROM held
JOIN games_move move ON move.match_id = held.match_id AND move.seat = held.number
  AND (held.since IS NULL OR move.played_at >= held.since)
  AND (held.until IS NULL OR move.played_at < held.until)
JOIN games_prompt prompt ON prompt.id = move.prompt_id AND prompt.closed_at IS NOT NULL
WHERE move.source = ANY(%(counted)s) AND move.played_at > %(since)s
GROUP BY held.player_id
HAVING count(*) >= %(least)s
"""
# Return the current and former players of the seats with moves in two ranges of ids, and of those
# whose sealed answers became final with such a move. The ORM cannot reference a common table
# expression twice.
PLAYERS_WITH_MOVES_BETWEEN = """
WITH moved AS (
  SELECT match_id, seat, source, played_at FROM games_move
  WHERE id >= %s AND id < %s OR id >= %s AND id < %s
), held AS (
  SELECT seat.id, seat.player_id
  FROM moved JOIN games_seat seat ON seat.match_id = moved.match_id AND seat.number = moved.seat
  WHERE moved.source = ANY(%s)
  UNION
  SELECT seat.id, seat.player_id
  FROM moved
  JOIN games_prompt given ON given.match_id = moved.match_id AND given.sealed
    AND given.closed_at = moved.played_at
  JOIN games_seat seat ON seat.match_id = given.match_id AND seat.number = given.seat
)
SELECT player_id FROM held
UNION SELECT leaver.player_id FROM held JOIN games_seathistory leaver ON leaver.seat_id = held.id
"""

# Return pairs of players who signed in from the same places, and met in a match or are under a
# sanction: pairs without either are not reported. The ORM cannot join a table with itself on two
# columns.
SHARED_SIGN_INS = """
WITH few AS (
  SELECT kind, digest FROM games_signinfingerprint WHERE last_seen_at > %(since)s
  GROUP BY kind, digest HAVING count(*) BETWEEN 2 AND %(most)s
), pair AS (
  SELECT one.kind, one.player_id AS one, two.player_id AS two, count(*) AS many,
    min(greatest(one.first_seen_at, two.first_seen_at)) AS first,
    max(least(one.last_seen_at, two.last_seen_at)) AS last
  FROM few
  JOIN games_signinfingerprint one ON one.kind = few.kind AND one.digest = few.digest
  JOIN games_signinfingerprint two ON two.kind = few.kind AND two.digest = few.digest
    AND one.player_id < two.player_id
  WHERE one.last_seen_at > %(since)s AND two.last_seen_at > %(since)s
  GROUP BY one.kind, one.player_id, two.player_id
), met AS (
  SELECT pair.*, (
    SELECT count(*) FROM games_seat mine JOIN games_seat other ON other.match_id = mine.match_id
    WHERE mine.player_id = pair.one AND other.player_id = pair.two
  ) AS together
  FROM pair
), sharing AS (
  SELECT kind, count(*) AS sharing FROM pair GROUP BY kind
), known AS (
  SELECT kind, count(DISTINCT player_id) AS people FROM games_signinfingerprint
  WHERE last_seen_at > %(since)s GROUP BY kind
)
SELECT met.*, sharing, people FROM met JOIN sharing USING (kind) JOIN known USING (kind)
WHERE together > 0 OR EXISTS (
  SELECT FROM games_sanction kept WHERE kept.player_id IN (met.one, met.two)
    AND kept.kind NOT IN ('warning', 'mute') AND kept.ended_at IS NULL
    AND (kept.lasts_until IS NULL OR kept.lasts_until > %(now)s)
)
"""

# Return for players with at least %(least)s own answers in finished matches since %(since)s: how
# many, and the quartiles of the seconds from prompt to answer. The ORM has no percentiles.
ANSWER_QUARTILES = """
SELECT seat.player_id, count(*), percentile_cont(ARRAY[0.25, 0.5, 0.75])
  WITHIN GROUP (ORDER BY extract(epoch FROM move.played_at - prompt.opened_at)::double precision)
FROM games_seat seat
JOIN games_match match ON match.id = seat.match_id
JOIN games_move move ON move.match_id = seat.match_id AND move.seat = seat.number
JOIN games_prompt prompt ON prompt.id = move.prompt_id
WHERE seat.player_id = ANY(%(players)s) AND match.status = 'finished'
  AND match.finished_at > %(since)s AND move.source = ANY(%(sources)s)
  AND (seat.replaced_at IS NULL OR move.played_at >= seat.replaced_at)
GROUP BY seat.player_id HAVING count(*) >= %(least)s
"""

# Count the pairs of people who played at least %(least)s matches together that were finished since
# %(since)s: a self-join with HAVING, which the ORM cannot write.
COMPARED_PAIRS = """
SELECT count(*) FROM (
  SELECT FROM games_match match
  JOIN games_seat one ON one.match_id = match.id
  JOIN games_seat two ON two.match_id = match.id AND one.player_id < two.player_id
  JOIN games_player first ON first.id = one.player_id AND NOT first.is_bot
  JOIN games_player second ON second.id = two.player_id AND NOT second.is_bot
  WHERE match.status = 'finished' AND match.finished_at > %(since)s
  GROUP BY one.player_id, two.player_id HAVING count(*) >= %(least)s
) AS pair
"""

# Whether any open prompt of a running match is due: overdue, or to be reminded of. Asked in every
# tick of the clock, and nearly always without work to do; the ORM takes longer to write it. The
# match is read in a subquery, so that PostgreSQL always begins with the index of what is due: after
# many matches had begun at once it read all of them, 30 ms for 10,000.
IS_OVERDUE = """
SELECT EXISTS (
  SELECT FROM games_prompt it
  WHERE it.closed_at IS NULL AND it.deadline_at <= %s
    AND (SELECT status = 'running' AND paused_at IS NULL FROM games_match WHERE id = it.match_id))
"""
IS_REMINDER_DUE = """
SELECT EXISTS (
  SELECT FROM games_prompt it
  WHERE it.closed_at IS NULL AND it.remind_at <= %s
    AND (SELECT status = 'running' AND paused_at IS NULL FROM games_match WHERE id = it.match_id))
"""
# Conditions for `lock_reminders`.
ARE_DUE = "AND it.remind_at <= %s ORDER BY it.remind_at LIMIT %s"
IS_THIS_ONE_DUE = "AND it.id = %s AND it.remind_at <= %s"
ARE_SOON_DUE = """
  AND it.remind_at > %s AND it.remind_at <= %s AND EXISTS (
    SELECT FROM games_seat
    WHERE match_id = it.match_id AND number = it.seat AND player_id = ANY(%s))
"""


def lock_reminders(which: str) -> str:
    """Return the statement for the prompts that reminders are due for, by one of the conditions.

    It gives a row of values instead of three model instances each, and first takes the ids of
    prompts to be left out.
    """
    return f"""
WITH due AS MATERIALIZED (
  SELECT it.id, it.match_id, it.seat, it.token, it.opened_at, it.deadline_at, it.remind_at,
    it.hours
  FROM games_prompt it
  WHERE it.closed_at IS NULL AND it.id <> ALL(%s::uuid[])
    AND (SELECT status = 'running' AND paused_at IS NULL FROM games_match WHERE id = it.match_id)
    {which}
  FOR UPDATE SKIP LOCKED)
SELECT due.id, due.match_id, due.seat, due.token, due.opened_at, due.deadline_at, due.remind_at,
  games_match.number, games_seat.player_id, due.hours
FROM due
JOIN games_match ON games_match.id = due.match_id
JOIN games_seat ON games_seat.match_id = due.match_id AND games_seat.number = due.seat
ORDER BY due.remind_at
"""  # nosec B608


# Set when many prompts are reminded of; bulk_update() builds a CASE of as many branches.
WRITE_REMINDER_TIMES = """
UPDATE games_prompt SET remind_at = given.remind_at
FROM unnest(%s::uuid[], %s::timestamptz[]) AS given (id, remind_at)
WHERE games_prompt.id = given.id
"""

# The ORM has no advisory locks.
LOCK_NAME = "SELECT pg_advisory_xact_lock(hashtext(%s))"

# Check that the database answers.
PING = "SELECT 1"
# Limit the time of each statement until the end of the transaction, in milliseconds.
LIMIT_STATEMENT_TIME = "SELECT set_config('statement_timeout', %s, true)"
RESTORE_STATEMENT_TIME = "SET LOCAL statement_timeout TO DEFAULT"
