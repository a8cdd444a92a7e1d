"""Change marks: values in Valkey that every change replaces, for open pages to follow.

A page knows the marks it was rendered with and asks, without a session and without the database,
whether they are still current, or waits for the next ones (games/web/page_stream.py). A mark
belongs to a topic: a match, a player, or the lobby. Without Valkey there are no marks, and pages
stay as they are until they are reloaded.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from time import time_ns
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings

from abyss_site.core.valkey.client import CONNECTION_ERRORS
from abyss_site.core.valkey.commands import Command, execute_commands, execute_on_commit
from games.services import metric_counters

# Seconds after which a mark expires; pages open for longer must be reloaded manually.
LIFE = 7 * 24 * 3600

# The field for all readers; the other fields of a match are seat numbers.
ALL = "all"
# The topic of the list of open matches.
LOBBY = "live:lobby"

# Lua scripts, so that each is a single round trip. A change is also published, for open streams:
# topic, mark and fields, separated by spaces.
CHANGE = """
for place = 5, #ARGV do redis.call('HSET', KEYS[1], ARGV[place], ARGV[1]) end
redis.call('EXPIRE', KEYS[1], ARGV[2])
if ARGV[3] ~= '' then redis.call('HINCRBY', KEYS[2], ARGV[3], 1) end
redis.call('PUBLISH', ARGV[4], KEYS[1] .. ' ' .. ARGV[1] .. ' ' .. table.concat(ARGV, ' ', 5))
"""
CHANGE_TOPICS = """
for _, topic in ipairs(KEYS) do
  redis.call('HSET', topic, 'all', ARGV[1])
  redis.call('EXPIRE', topic, ARGV[2])
  redis.call('PUBLISH', ARGV[3], topic .. ' ' .. ARGV[1] .. ' all')
end
"""

log = logging.getLogger(__name__)

# Field -> mark of one topic.
Marks = dict[str, str]


def mark_match_changed(match: int, seats: Iterable[int] | None = None, *, source: str = "") -> None:
    """Replace the marks of match `match` (its number) for everybody, or for some seats, on commit.

    `source` is the source of an answer, for metrics; "" for none. A sealed answer changes only
    the mark of its own seat: others must not learn that it was given.
    """
    fields = [ALL] if seats is None else [str(seat) for seat in seats]
    keys = (topic_of_match(match), metric_counters.ANSWER_COUNTS)
    execute_on_commit(
        ("EVAL", CHANGE, len(keys), *keys, _new_mark(), LIFE, source, channel_name(), *fields)
    )


def mark_players_changed(players: Collection[UUID]) -> None:
    """Replace the marks of players, on commit: their questions or their lists have changed."""
    _mark_topics_changed([topic_of_player(player) for player in sorted(players)])


def mark_lobby_changed() -> None:
    """Replace the mark of the lobby, on commit."""
    _mark_topics_changed([LOBBY])


def mark_season_changed(season: UUID) -> None:
    """Replace the mark of a season, on commit: its standings or rounds have changed."""
    _mark_topics_changed([topic_of_season(season)])


def _mark_topics_changed(topics: list[str]) -> None:
    if topics:
        execute_on_commit(
            ("EVAL", CHANGE_TOPICS, len(topics), *topics, _new_mark(), LIFE, channel_name())
        )


def _new_mark() -> str:
    return f"{time_ns():x}"


def fetch_marks(topics: Collection[str], *more: Command) -> list[Marks] | None:
    """Return the marks of each topic, None without Valkey; execute further commands with it."""
    try:
        answers: list[object] = execute_commands(*(("HGETALL", topic) for topic in topics), *more)
    except CONNECTION_ERRORS as error:
        log.info("no marks: %s", type(error).__name__)
        return None
    return [parse_marks(raw) for raw in answers[: len(topics)]]


def parse_marks(raw: Any) -> Marks:
    """Return the marks of a reply to HGETALL, which is a list or a dictionary."""
    pairs = raw.items() if isinstance(raw, dict) else zip(raw[::2], raw[1::2], strict=True)
    return {field.decode(): mark.decode() for field, mark in pairs}


def mark_for_seat(of: Marks, seat: int | None) -> str:
    """Return the mark for a seat (None: a spectator), which differs after every change."""
    return f"{of.get(ALL, 0)}.{of.get(str(seat), 0)}"


def topic_of_match(number: int) -> str:
    """Return the topic of a match."""
    return f"live:{number}"


def topic_of_player(player: UUID) -> str:
    """Return the topic of what a player is asked, and of the lists of their matches."""
    return f"live:{player.hex}"


def topic_of_season(season: UUID) -> str:
    """Return the topic of the standings and rounds of a season."""
    return f"live:season-{season.hex}"


def channel_name() -> str:
    """Return the channel of changes: channels are shared by all databases of a Valkey."""
    return f"live:{urlsplit(settings.REDIS_URL).path.rpartition('/')[2]}"
