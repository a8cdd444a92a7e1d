"""Fetch the rounds of public randomness that deals and lots wait for, and deal and draw.

The servers are BEACON_URLS; a response counts only if its signature is valid, so it does not matter
who runs them. What could not be fetched is retried at the next tick.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from datetime import datetime
from functools import partial
from time import monotonic

import msgspec
from django.conf import settings
from urllib3.exceptions import HTTPError

from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey
from games.engine import beacon
from games.models import Division, Match
from games.services import randomness
from games.services.leagues import lots
from notifications import gateway

# Maximum size of a response in bytes; it usually has about 300.
MAX_BYTES = 4096
# Timeout of one response, and of all rounds of one tick.
ANSWER_SECONDS, TICK_SECONDS = 5.0, 20.0
# Milliseconds for which a killed worker keeps others from fetching the same.
CLAIM_MS = 15_000

log = logging.getLogger(__name__)


class Answer(msgspec.Struct):
    """A server's response for a round."""

    round: int
    signature: str


class NoSuchRound(ValueError):
    """The response is not the requested round, or its signature is invalid."""


def deal_due(now: Callable[[], datetime]) -> int:
    """Deal the matches, and draw the lots of leagues, whose round has appeared.

    Returns how many matches were dealt, and divisions drawn.

    Safe to run twice, or at once: the row of the match or of the season decides.
    """
    due = list(dict.fromkeys([*randomness.rounds_due(now()), *lots.rounds_due(now())]))
    if not due or not _acquire_fetch_lock():
        return 0
    ends, bad_servers, deal_count = monotonic() + TICK_SECONDS, set[str](), 0
    attempts = gateway.Attempts("deals", Match, now())
    try:
        for name, number in due:
            in_time = monotonic() < ends
            signature = fetch_signature(name, number, bad_servers) if in_time else None
            waiting = attempts.skip_resting(randomness.waiting_for(name, number))
            for match in waiting.only("number"):
                work = partial(randomness.deal_waiting, match.number, signature, now=now())
                deal_count += bool(attempts.attempt(match.pk, work))
            deal_count += _draw_lots(name, number, signature, now())
    finally:
        _release_fetch_lock()
    return deal_count


def _draw_lots(chain: str, number: int, signature: bytes | None, now: datetime) -> int:
    """Draw the lots that wait for a round; return of how many divisions."""
    attempts, count = gateway.Attempts("lots", Division, now), 0
    waiting = attempts.skip_resting(lots.waiting_for(chain, number))
    for pk in list(waiting.values_list("pk", flat=True)):
        work = partial(lots.draw_waiting, pk, chain, number, signature, now=now)
        count += bool(attempts.attempt(pk, work))
    return count


def fetch_signature(name: str, number: int, bad_servers: set[str]) -> bytes | None:
    """Return the valid signature of a round; None if no server has it.

    Servers are tried in random order, so that a slow one does not always come first; those that
    fail are added to `bad_servers` and skipped from then on.
    """
    chain = beacon.CHAINS.get(name)
    if chain is None:
        return None
    for base in random.sample(settings.BEACON_URLS, len(settings.BEACON_URLS)):
        if base in bad_servers:
            continue
        try:
            return _request_signature(base, chain, number)
        except NoSuchRound as error:
            log.warning("public randomness: %s round %d: %s", base, number, error)
        except (gateway.UnsafeUrl, OSError, HTTPError) as error:
            bad_servers.add(base)
            log.warning("public randomness: %s: %s", base, type(error).__name__)
    return None


def _request_signature(base: str, chain: beacon.Chain, number: int) -> bytes:
    """Fetch and verify a signature. Raises NoSuchRound, gateway.UnsafeUrl, OSError or HTTPError."""
    url = f"{base}/{chain.hash}/public/{number}"
    body = gateway.fetch_url(url, most_bytes=MAX_BYTES, timeout_seconds=ANSWER_SECONDS)
    try:
        answer = msgspec.json.decode(body, type=Answer)
        signature = bytes.fromhex(answer.signature)
    except ValueError as error:
        raise NoSuchRound("the answer cannot be read") from error
    if answer.round != number:
        raise NoSuchRound("another round was answered")
    if not beacon.is_valid_signature(chain, number, signature):
        raise NoSuchRound("the signature is not true")
    return signature


def _acquire_fetch_lock() -> bool:
    """Return whether no other worker is fetching, so that slow servers block only one of them.

    Without Valkey every worker may fetch.
    """
    try:
        return bool(valkey().set("beacon:asked", 1, nx=True, px=CLAIM_MS))
    except CONNECTION_ERRORS:
        return True


def _release_fetch_lock() -> None:
    try:
        valkey().delete("beacon:asked")
    except CONNECTION_ERRORS:
        return
