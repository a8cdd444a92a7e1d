"""What a match's rows keep of its game: the state as bytes, offered and played decisions.

A state is msgpack, then zstd with a checksum. Damaged rows are told from everything else.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import zstandard
from msgspec import msgpack

from games.engine import contract
from games.engine.contract import AnyGame, Decision, Refused
from games.models import Match, Prompt
from games.titles import GAMES
from notifications import gateway

# What a bytea column gives, depending on who read it.
Stored = bytes | memoryview

# The level beyond which a state of a few kilobytes does not get smaller.
LEVEL = 3


class Damaged(Exception):
    """A match whose state cannot be read, or whose game is unknown; the cause says why."""

    def __init__(self, match: Match):
        super().__init__(str(match.pk))
        self.match = match


def store(state: object) -> bytes:
    """Return `state` as bytes.

    A compressor belongs to one call: shared between threads it corrupts silently what it writes,
    which the checksum would tell only later.
    """
    compressor = zstandard.ZstdCompressor(LEVEL, write_checksum=True)
    return compressor.compress(msgpack.encode(state))


def decompress_state(stored: Stored) -> bytes:
    """Return the msgpack inside. Raises zstandard.ZstdError if a byte has changed."""
    return zstandard.ZstdDecompressor().decompress(bytes(stored))


def deserialize_state(game: AnyGame, stored: Stored, revision: int) -> Any:
    """Return the state that store() wrote, brought to today's shape if it is of an older one."""
    packed = decompress_state(stored)
    if revision == game.revision:
        return msgpack.decode(packed, type=game.state_type)
    data = game.upgrade_state(msgpack.decode(packed), revision)
    return msgpack.decode(msgpack.encode(data), type=game.state_type)


def load_state(match: Match) -> Any:
    """Return the state of a dealt match. Raises Damaged."""
    try:
        return deserialize_state(GAMES[match.game], match.state, match.revision)
    except Exception as error:
        raise Damaged(match) from error


log = logging.getLogger(__name__)


class RulesFailed(Exception):
    """The rules raised something that is no refusal."""

    def __init__(self, match: Match):
        super().__init__(str(match))
        self.match = match


@contextmanager
def convert_rules_errors(match: Match) -> Iterator[None]:
    """Turn what a damaged row of the match makes our code raise into RulesFailed.

    Refusals pass, and so does the loss of the database, which says nothing about the match.
    """
    try:
        yield
    except (Refused, RulesFailed):
        raise
    except Exception as error:
        if gateway.is_outage(error) or gateway.is_passing_error(error):
            raise
        log.error(
            "match %s: %s at %s", match.pk, type(error).__name__, gateway.place_of_error(error)
        )
        raise RulesFailed(match) from error


def asked_of(row: Prompt) -> contract.Prompt | None:
    """What the rules ask behind an open prompt's row now; None if nothing any more."""
    key = (row.seat, row.number)
    asked = GAMES[row.match.game].list_prompts(load_state(row.match))
    return next((p for p in asked if (p.seat, p.number) == key), None)


def offered_decisions(row: Prompt, asked: contract.Prompt) -> list[Decision]:
    """What numbers mean: what a letter listed first, else the rules' own order."""
    if row.offered is None:
        return asked.offered()
    return msgspec.convert(row.offered, list[Decision])


def as_decision(stored: dict[str, Any]) -> Decision:
    """A decision as its row keeps it, read back."""
    return msgspec.convert(stored, Decision)
