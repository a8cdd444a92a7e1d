"""(De)serialize what a match's rows store of its game: states, offered answers, decisions.

A state is msgpack, compressed by zstd with a checksum, so that damaged rows are detected.
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

# The value of a bytea column, depending on who reads it.
StoredState = bytes | memoryview

# Compression level beyond which a state of a few kilobytes does not get smaller.
LEVEL = 3


class DamagedState(Exception):
    """A match whose state cannot be read, or whose game is unknown; see the cause."""

    def __init__(self, match: Match):
        super().__init__(str(match.pk))
        self.match = match


def serialize_state(state: object) -> bytes:
    """Return `state` as bytes.

    Use a new compressor for each call: shared between threads it silently corrupts its output,
    which the checksum would reveal only later.
    """
    compressor = zstandard.ZstdCompressor(LEVEL, write_checksum=True)
    return compressor.compress(msgpack.encode(state))


def decompress_state(column: StoredState) -> bytes:
    """Return the msgpack inside. Raises zstandard.ZstdError if a byte has changed."""
    return zstandard.ZstdDecompressor().decompress(bytes(column))


def deserialize_state(game: AnyGame, column: StoredState, revision: int) -> object:
    """Return a state written by serialize_state(), upgraded if it is of an older revision."""
    content = decompress_state(column)
    if revision == game.revision:
        return msgpack.decode(content, type=game.state_type)
    data = game.upgrade_state(msgpack.decode(content), revision)
    return msgpack.decode(msgpack.encode(data), type=game.state_type)


def load_state(match: Match) -> Any:
    """Return the state of a dealt match. Raises DamagedState."""
    try:
        return deserialize_state(GAMES[match.game], match.state, match.revision)
    except Exception as error:
        raise DamagedState(match) from error


log = logging.getLogger(__name__)


class RulesFailed(Exception):
    """The rules raised something other than a refusal."""

    def __init__(self, match: Match):
        super().__init__(str(match))
        self.match = match


@contextmanager
def convert_rules_errors(match: Match) -> Iterator[None]:
    """Convert what our code raises for a damaged row of the match into RulesFailed.

    Refusals are passed on, and so are database outages, which say nothing about the match.
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


def find_state_prompt(row: Prompt) -> contract.Prompt | None:
    """Return the rules' prompt for an open prompt's row, None if it is no longer asked."""
    key = (row.seat, row.number)
    prompts = GAMES[row.match.game].list_prompts(load_state(row.match))
    return next((p for p in prompts if (p.seat, p.number) == key), None)


def offered_decisions(row: Prompt, rules_prompt: contract.Prompt) -> list[Decision]:
    """Return the numbered answers: those that an e-mail listed first, else the rules' own order."""
    if row.offered is None:
        return rules_prompt.list_offered_decisions()
    # The database sorts the arguments of an answer.
    orders = {
        (choice.verb, frozenset(names)): names
        for choice in rules_prompt.choices
        if (names := [*choice.args, *(slot.name for slot in choice.slots)])
    }
    return [
        Decision(decision.verb, {name: decision.args[name] for name in names})
        if (names := orders.get((decision.verb, frozenset(decision.args)), []))
        else decision
        for decision in msgspec.convert(row.offered, list[Decision])
    ]


def parse_stored_decision(data: dict[str, object]) -> Decision:
    """Return the decision stored in a row."""
    return msgspec.convert(data, Decision)
