"""When the last seat is taken: the deal, at once or bound to a round of public randomness."""

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
from games.services.dealing import deal_match, new_secret

Randomness = Match.Randomness

# With fewer people at the table nobody is to be protected from the house and another player.
LEAST_PEOPLE = 2


def deal_or_wait(match: Match, *, now: datetime) -> None:
    """Deal a full match, or write down the round that its deal waits for. The match is locked."""
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
    """Whether the deal waits. Never for a match at one sitting, or of one person and bots.

    A match that was opened before there were promises has nothing that a round could be bound to.
    """
    if not settings.BEACON_URLS:
        return Randomness.OFF
    is_live = match.bank is None and match.hours_per_turn <= PACES["live"].turn
    people = match.seats.filter(player__is_bot=False).count()
    if is_live or people < LEAST_PEOPLE or not match.secret:
        return Randomness.AT_ONCE
    return Randomness.AWAITED


def rounds_due(now: datetime) -> Sequence[tuple[str, int]]:
    """(hash of the chain, number) of each round that has appeared and that a deal waits for."""
    waiting = Match.objects.filter(status=Status.DEALING).order_by("beacon_round")
    rows = waiting.values_list("beacon_chain", "beacon_round").distinct()
    return [(name, number) for name, number in rows if number and _is_due(name, number, now)]


def _is_due(name: str, number: int, now: datetime) -> bool:
    chain = beacon.CHAINS.get(name)
    # Of a chain that is known no more nothing is to be waited for.
    return chain is None or beacon.time_of(chain, number) <= now


def waiting_for(name: str, number: int) -> QuerySet[Match]:
    """The matches whose deal waits for a round."""
    waiting = Match.objects.filter(status=Status.DEALING, beacon_chain=name, beacon_round=number)
    return waiting.order_by("pk")


@transaction.atomic
def deal_waiting(number: int, signature: bytes | None, *, now: datetime) -> bool:
    """Deal a match that waits, and return whether that was done. `signature`: checked; None: it
    could not be had, and the deal does without once BEACON_WAIT_SECONDS are over.

    Whoever comes second finds nothing left to do: twice is once.
    """
    match = Match.objects.select_for_update().filter(number=number, status=Status.DEALING).first()
    if match is None or (signature is None and not _is_over(match, now)):
        return False
    if signature is None:
        match.randomness = Randomness.MISSED
        _deal_from_seed(match, None, now=now)
        return True
    match.randomness, match.beacon_signature = Randomness.BOUND, signature.hex()
    bound = commitment.DrandRound(
        match.beacon_chain, match.beacon_round or 0, match.beacon_signature
    )
    _deal_from_seed(match, bound, now=now)
    return True


def _is_over(match: Match, now: datetime) -> bool:
    """Whether a match has waited long enough for its round, counted from when that appeared."""
    chain = beacon.CHAINS.get(match.beacon_chain)
    if chain is None or not match.beacon_round:
        return True
    appeared = beacon.time_of(chain, match.beacon_round)
    return now >= appeared + timedelta(seconds=settings.BEACON_WAIT_SECONDS)


def _deal_from_seed(match: Match, bound: commitment.DrandRound | None, *, now: datetime) -> None:
    words = list(match.seats.order_by("number").values_list("word", flat=True))
    # Opened before there were promises: nothing was published that could be kept.
    secret = bytes(match.secret) or new_secret()
    deal_match(match, seed=commitment.seed_of(secret, words, bound), now=now)
