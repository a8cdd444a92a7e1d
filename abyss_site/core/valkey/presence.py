"""Who is on our pages right now: short-lived marks in Valkey, which nothing else keeps.

Without Valkey nobody is here, so that e-mails leave as usual.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Sequence
from uuid import UUID

from abyss_site.core.valkey.client import CONNECTION_ERRORS
from abyss_site.core.valkey.commands import Command, execute_commands

# Seconds that somebody counts as present after the last sign of them.
AWAY_AFTER = 180

log = logging.getLogger(__name__)


def presence_commands(player: UUID, thread: str = "") -> list[Command]:
    """Return the commands that note a player as being here and, with a `thread`, at it."""
    keys = [_key(player, ""), *([_key(player, thread)] if thread else [])]
    return [("SET", key, int(time.time()), "EX", AWAY_AFTER) for key in keys]


def record_presence(player: UUID, thread: str = "") -> None:
    """Note a player as being here and, with a `thread`, at it. Never raises."""
    try:
        execute_commands(*presence_commands(player, thread))
    except CONNECTION_ERRORS as error:
        log.info("presence not noted: %s", type(error).__name__)


def last_signs(places: Sequence[tuple[UUID, str]]) -> list[int]:
    """Return when each (player, thread) was last noted, in seconds since 1970; 0: not lately."""
    if not places:
        return []
    try:
        [signs] = execute_commands(("MGET", *(_key(*place) for place in places)))
    except CONNECTION_ERRORS as error:
        log.info("presence not known: %s", type(error).__name__)
        return [0] * len(places)
    return [int(sign or 0) for sign in signs]


def players_online(players: Collection[UUID]) -> set[UUID]:
    """Return those of the players who are here now."""
    ids = list(players)
    signs = last_signs([(player, "") for player in ids])
    return {player for player, sign in zip(ids, signs, strict=True) if sign}


def _key(player: UUID, thread: str) -> str:
    return f"here:{player.hex}:{thread}"
