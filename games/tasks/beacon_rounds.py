"""Fetching the rounds of public randomness that deals wait for, and dealing.

An address is one of BEACON_URLS; its answer counts only if the signature in it is true, so that it
does not matter who runs it. What could not be had is tried again at the next tick.
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

from abyss_site.valkey.client import AWAY, valkey
from games.engine import beacon
from games.models import Match
from games.services import randomness
from notifications import gateway

# An answer has about 300 bytes.
MOST_BYTES = 4096
# For one answer, and for all rounds of one tick.
ANSWER_SECONDS, TICK_SECONDS = 5.0, 20.0
# So long one worker keeps others from asking the same, should it be killed.
CLAIM_MS = 15_000

log = logging.getLogger(__name__)


class Answer(msgspec.Struct):
    """What an address tells of a round."""

    round: int
    signature: str


class NoSuchRound(ValueError):
    """The answer is not the round that was asked for, or its signature is not true."""


def deal_due(now: Callable[[], datetime]) -> int:
    """Deal what waits for rounds that have appeared. Returns how many matches were dealt.

    Safe to run twice, or at once: the row of the match decides.
    """
    due = randomness.rounds_due(now())
    if not due or not _acquire_fetch_lock():
        return 0
    ends, failed, dealt = monotonic() + TICK_SECONDS, set[str](), 0
    attempts = gateway.Attempts("deals", Match, now())
    try:
        for name, number in due:
            in_time = monotonic() < ends
            signature = fetch_signature(name, number, failed) if in_time else None
            waiting = attempts.skip_resting(randomness.waiting_for(name, number))
            for match in waiting.only("number"):
                work = partial(randomness.deal_waiting, match.number, signature, now=now())
                dealt += bool(attempts.attempt(match.pk, work))
    finally:
        _release_fetch_lock()
    return dealt


def fetch_signature(name: str, number: int, failed: set[str]) -> bytes | None:
    """Return the true signature of a round; None if no address tells it.

    They are asked in any order, so that one that is slow does not come first each time; those that
    did not answer are added to `failed`, and not asked again by whoever keeps that.
    """
    chain = beacon.CHAINS.get(name)
    if chain is None:
        return None
    for base in random.sample(settings.BEACON_URLS, len(settings.BEACON_URLS)):
        if base in failed:
            continue
        try:
            return _request_signature(base, chain, number)
        except NoSuchRound as error:
            log.warning("public randomness: %s round %d: %s", base, number, error)
        except (gateway.UnsafeUrl, OSError, HTTPError) as error:
            failed.add(base)
            log.warning("public randomness: %s: %s", base, type(error).__name__)
    return None


def _request_signature(base: str, chain: beacon.Chain, number: int) -> bytes:
    """Raises NoSuchRound, guard.Unsafe, OSError or HTTPError."""
    url = f"{base}/{chain.hash}/public/{number}"
    body = gateway.fetch_url(url, most_bytes=MOST_BYTES, timeout_seconds=ANSWER_SECONDS)
    try:
        answer = msgspec.json.decode(body, type=Answer)
        signature = bytes.fromhex(answer.signature)
    except ValueError as error:
        raise NoSuchRound("the answer cannot be read") from error
    if answer.round != number:
        raise NoSuchRound("another round was answered")
    if not beacon.is_signature(chain, number, signature):
        raise NoSuchRound("the signature is not true")
    return signature


def _acquire_fetch_lock() -> bool:
    """Whether nobody else asks just now: addresses that do not answer bind one worker, not all.

    Without Valkey everybody may.
    """
    try:
        return bool(valkey().set("beacon:asked", 1, nx=True, px=CLAIM_MS))
    except AWAY:
        return True


def _release_fetch_lock() -> None:
    try:
        valkey().delete("beacon:asked")
    except AWAY:
        return
