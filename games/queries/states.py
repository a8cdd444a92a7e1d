"""A game's state <-> the bytes on its row: msgpack, then zstd with a checksum."""

from __future__ import annotations

from typing import Any

import zstandard
from msgspec import msgpack

from games.engine.contract import AnyGame
from games.models import Match
from games.titles import GAMES

# What a bytea column gives, depending on who read it.
Stored = bytes | memoryview

# The level beyond which a state of a few kilobytes does not get smaller.
LEVEL = 3


class Damaged(Exception):
    """A match whose state cannot be read, or whose game is unknown; the cause says why."""

    def __init__(self, match: Match):
        super().__init__(str(match.pk))
        self.match = match


def store(state: Any) -> bytes:
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
