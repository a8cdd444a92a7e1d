"""Lots that decide ties: named before anybody can know them, drawn later by a rule of arithmetic.

The seed is that of a deal (engine/commitment.py): of the season's secret, whose hash is public from
its opening on, of the words of the lot, and of a round of public randomness if the site uses it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games.engine import beacon, commitment
from games.leagues import ties
from games.leagues.ties import Tie
from games.models import Division, Season
from games.services import change_marks
from games.services.leagues import news, results
from games.services.play.dealing import new_secret


def commit(season: Season) -> bytes:
    """Return the secret of a locked season, which is made up if it was opened without one."""
    secret = bytes(season.lot_secret)
    if not secret:
        secret = season.lot_secret = new_secret()
        season.save(update_fields=["lot_secret"])
    return secret


def draw_or_name(division: Division, tie: Tie, *, now: datetime, at_once: bool = False) -> Tie:
    """Return a tie with its lot drawn, or with the round that is named for it.

    `at_once`: from the secret alone, as the season ends now. The season is locked.
    """
    if settings.BEACON_URLS and not at_once:
        chain = beacon.CHAINS[settings.BEACON_CHAIN]
        number = beacon.round_for_deal(chain, now)
        return msgspec.structs.replace(tie, chain=chain.hash, round=number)
    return _draw(division, tie)


def _draw(division: Division, tie: Tie, signature: str = "") -> Tie:
    drand_round = commitment.DrandRound(tie.chain, tie.round, signature) if signature else None
    seed = commitment.seed_of(commit(division.season), words_of(division, tie), drand_round)
    order = ties.draw_lot(seed, _entry_ids(division, tie))
    return msgspec.structs.replace(tie, order=order, signature=signature)


def words_of(division: Division, tie: Tie) -> list[str]:
    """Return what a lot is about, as it goes into its seed: the division, the tie, the entries."""
    return [str(division.pk), tie.about, *_entry_ids(division, tie).values()]


def _entry_ids(division: Division, tie: Tie) -> dict[int, str]:
    """Return the ids of those tied by seed: of the first entry with it, as reserves come and go."""
    rows = division.entries.filter(seed__in=tie.entrants, instead_of=None)
    return {seed or 0: str(pk) for seed, pk in rows.order_by("seed").values_list("seed", "pk")}


def rounds_due(now: datetime) -> Sequence[tuple[str, int]]:
    """Return (hash of the chain, number) of each published round that a lot waits for."""
    divisions = Division.objects.filter(lot_due_at__lte=now).order_by("lot_due_at")
    rounds = {
        (tie.chain, tie.round): None
        for division in divisions.only("ties")
        for tie in results.ties_of(division)
        if tie.is_awaited and _appeared_at(tie) <= now
    }
    return list(rounds)


def waiting_for(chain: str, number: int) -> QuerySet[Division]:
    """Return the divisions with a lot that waits for a round."""
    waiting = Division.objects.filter(
        lot_due_at__isnull=False, ties__contains=[{"chain": chain, "round": number}]
    )
    return waiting.order_by("pk")


@transaction.atomic
def draw_waiting(
    pk: UUID, chain: str, number: int, signature: bytes | None, *, now: datetime
) -> bool:
    """Draw the lots of a division that wait for a round, and return whether that was done.

    Idempotent.

    `signature` is already verified; None: it could not be fetched, and the lot is drawn from the
    secret alone once BEACON_WAIT_SECONDS are over.
    """
    division = Division.objects.select_related("season__league").filter(pk=pk).first()
    if division is None:
        return False
    season = Season.objects.select_for_update().select_related("league").get(pk=division.season_id)
    division.refresh_from_db(fields=["ties"])
    division.season = season
    wait = timedelta(seconds=settings.BEACON_WAIT_SECONDS)
    records, drawn_lots = [], list[Tie]()
    for tie in results.ties_of(division):
        is_due = tie.is_awaited and (tie.chain, tie.round) == (chain, number)
        if is_due and (signature is not None or now >= _appeared_at(tie) + wait):
            tie = _draw(division, tie, signature.hex() if signature else "")
            drawn_lots.append(tie)
        records.append(tie)
    if not drawn_lots or season.state != Season.State.RUNNING:
        return False
    save_records(division, records)
    for tie in drawn_lots:
        tell_entrants(division, tie, now=now)
    Season.objects.filter(pk=season.pk).update(due_at=now)
    return True


def save_records(division: Division, records: Sequence[Tie]) -> None:
    """Store the ties of a division, its standings, and when the next lot can be drawn."""
    division.ties = msgspec.to_builtins(records)
    times = [_appeared_at(tie) for tie in records if tie.is_awaited]
    division.lot_due_at = min(times, default=None)
    division.save(update_fields=["ties", "lot_due_at"])
    results.refresh_standings(division)
    change_marks.mark_season_changed(division.season_id)


def tell_entrants(division: Division, tie: Tie, *, now: datetime) -> None:
    """Tell those who were tied what decides it."""
    entrants = results.list_entrants(division, tie.entrants)
    step = "drawn" if tie.order else "named"
    about = f"{division.pk}/{tie.about}/{tie.rule}/{step}"
    news.notify_entrants(division.season, entrants, "tie", about=about, now=now)


def _appeared_at(tie: Tie) -> datetime:
    """Return when the round of a lot appears; there is nothing to wait for from a lost chain."""
    chain = beacon.CHAINS.get(tie.chain)
    if chain is None:
        return beacon.round_time(beacon.QUICKNET, 1)
    return beacon.round_time(chain, tie.round)
