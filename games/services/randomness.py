"""Deal a full match at once, or bind its deal to a round of public randomness."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games.engine import beacon, commitment
from games.engine.paces import PACES
from games.models import Match, Status
from games.services import change_marks
from games.services.play.dealing import deal_match, new_secret

Randomness = Match.Randomness

# Minimum number of people: with fewer, the house could not collude against anybody.
MIN_PEOPLE = 2


def deal_or_wait(match: Match, *, now: datetime) -> None:
    """Deal a full, locked match, or record the round that its deal waits for."""
    match.seated_at, match.randomness = now, _choose_randomness(match)
    if match.randomness != Randomness.AWAITED:
        _deal_from_seed(match, None, now=now)
        return
    chain = beacon.CHAINS[settings.BEACON_CHAIN]
    match.status = Status.DEALING
    match.beacon_chain, match.beacon_round = chain.hash, beacon.round_for_deal(chain, now)
    match.save(update_fields=["seated_at", "randomness", "status", "beacon_chain", "beacon_round"])
    change_marks.mark_match_changed(match.number)


def _choose_randomness(match: Match) -> Randomness:
    """Return whether the deal waits; never for live matches, or for one person and bots.

    A match that was opened before commitments existed has nothing that a round could be bound to.
    """
    if not settings.BEACON_URLS:
        return Randomness.OFF
    is_live = match.bank is None and match.minutes_per_turn <= PACES["live"].turn
    people = match.seats.filter(player__is_bot=False).count()
    if is_live or match.is_hotseat or people < MIN_PEOPLE or not match.secret:
        return Randomness.AT_ONCE
    return Randomness.AWAITED


def rounds_due(now: datetime) -> Sequence[tuple[str, int]]:
    """Return (hash of the chain, number) of each published round that a deal waits for."""
    waiting = Match.objects.filter(status=Status.DEALING).order_by("beacon_round")
    rows = waiting.values_list("beacon_chain", "beacon_round").distinct()
    return [(name, number) for name, number in rows if number and _is_due(name, number, now)]


def _is_due(name: str, number: int, now: datetime) -> bool:
    chain = beacon.CHAINS.get(name)
    # There is nothing to wait for from a chain that is no longer known.
    return chain is None or beacon.round_time(chain, number) <= now


def waiting_for(name: str, number: int) -> QuerySet[Match]:
    """Return the matches whose deal waits for a round."""
    waiting = Match.objects.filter(status=Status.DEALING, beacon_chain=name, beacon_round=number)
    return waiting.order_by("pk")


@transaction.atomic
def deal_waiting(number: int, signature: bytes | None, *, now: datetime) -> bool:
    """Deal a waiting match, and return whether that was done.

    Idempotent.

    `signature` is already verified; None: it could not be fetched, and the match is dealt without
    it once BEACON_WAIT_SECONDS are over.
    """
    match = Match.objects.select_for_update().filter(number=number, status=Status.DEALING).first()
    if match is None or (signature is None and not _is_over(match, now)):
        return False
    if signature is None:
        match.randomness = Randomness.MISSED
        _deal_from_seed(match, None, now=now)
        return True
    match.randomness, match.beacon_signature = Randomness.BOUND, signature.hex()
    drand_round = commitment.DrandRound(
        match.beacon_chain, match.beacon_round or 0, match.beacon_signature
    )
    _deal_from_seed(match, drand_round, now=now)
    return True


def _is_over(match: Match, now: datetime) -> bool:
    """Return whether a match has waited long enough since its round appeared."""
    chain = beacon.CHAINS.get(match.beacon_chain)
    if chain is None or not match.beacon_round:
        return True
    appeared_at = beacon.round_time(chain, match.beacon_round)
    return now >= appeared_at + timedelta(seconds=settings.BEACON_WAIT_SECONDS)


def _deal_from_seed(
    match: Match, drand_round: commitment.DrandRound | None, *, now: datetime
) -> None:
    words = list(match.seats.order_by("number").values_list("word", flat=True))
    # Opened before commitments existed: no hash of a secret was published.
    secret = bytes(match.secret) or new_secret()
    deal_match(match, seed=commitment.seed_of(secret, words, drand_round), now=now)
