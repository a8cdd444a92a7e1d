"""Whether two players of matches that are over answered in step, or dealt oddly with each other.

Figures only, for people to look at: who plays at one table in one evening also answers in step, so
everything is held against how both are with others. Matches that run are not looked at.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from math import inf
from random import Random
from uuid import UUID

import msgspec

from games.engine.contract import Deal
from games.models import Match, Move, Seat, Status
from games.services import replays
from games.titles import GAMES

# What is older is not looked at, nor more than so many matches, nor pairs who met less often.
LOOKED_AT, MOST_MATCHES, LEAST_MATCHES = timedelta(days=90), 20, 3
# In step is so close, of so many answers at least this share, and with others at most that.
CLOSE, LEAST_ANSWERS, IN_STEP, WITH_OTHERS = timedelta(minutes=2), 30, 0.8, 0.4
# Deals that are compared, on both sides, and by how many times they have to differ.
LEAST_DEALS, TIMES = 5, 2
# What chance alone brings more often is no signal; how often chance is tried.
RARE, DRAWS = 0.01, 999
DAYS_MOVED = [day for day in range(-10, 11) if day]
MINUTES_MOVED = (-30, -20, -10, 0, 10, 20, 30)


class Pace(msgspec.Struct, frozen=True):
    """Of `answers` of the first so many came `close` to one of the second.

    At the first one's last tables at which others sat too, `others_close` of their own `others`
    answers came as close to one of those.
    """

    answers: int
    close: int
    others: int
    others_close: int
    chance: float
    """How often as many come close if the second one's answers are moved to other times."""


class Trade(msgspec.Struct, frozen=True):
    """What the player `payer` was ready to pay the player `paid` for something of that worth."""

    payer: UUID
    paid: UUID
    price: int
    worth: int


class Prices(msgspec.Struct, frozen=True):
    """What `payer` gave the other in so many deals, and what everybody else at the same tables."""

    payer: str
    deals: int
    price: int
    worth: int
    others: int
    others_price: int
    others_worth: int
    chance: float
    """How often deals drawn at random from all of them are as far from the rest."""


def shared_matches(player: UUID, other: UUID, *, now: datetime) -> list[Match]:
    """The latest matches that both played to their end; [] if there are too few."""
    over = Match.objects.filter(status=Status.FINISHED, finished_at__gt=now - LOOKED_AT)
    both = over.filter(seats__player=player).filter(seats__player=other).order_by("-finished_at")
    matches = list(both.defer("state", "seed", "secret")[:MOST_MATCHES])
    return matches if len(matches) >= LEAST_MATCHES else []


def compare_pace(
    player: UUID, other: UUID, matches: Collection[Match], *, now: datetime
) -> Pace | None:
    """How close their answers came, if that is far closer than to those of others; else None."""
    mine, theirs = _answer_times(player, matches), _answer_times(other, matches)
    if min(len(mine), len(theirs)) < LEAST_ANSWERS:
        return None
    close = _count_close_answers(mine, theirs)
    others, others_close = _with_others(player, other, now)
    if close < IN_STEP * len(mine) or others < LEAST_ANSWERS:
        return None
    if others_close > WITH_OTHERS * others:
        return None
    chance = chance_of_pace(mine, theirs, close)
    if chance > RARE:
        return None
    return Pace(len(mine), close, others, others_close, chance)


def chance_of_pace(mine: list[datetime], theirs: list[datetime], close: int) -> float:
    """Return how often at least so many answers come close, if both answer independently.

    The second one's answers are moved by one to ten days and up to half an hour, all together: both
    keep their habits and hours, but not the day. The unmoved answers count as one more try.
    """
    shifts = [timedelta(days=day, minutes=minute) for day in DAYS_MOVED for minute in MINUTES_MOVED]
    as_close = sum(
        _count_close_answers(mine, [at + shift for at in theirs]) >= close for shift in shifts
    )
    return (as_close + 1) / (len(shifts) + 1)


def _answer_times(player: UUID, matches: Iterable[Match]) -> list[datetime]:
    """When a player answered in person, in order."""
    seats = Seat.objects.filter(player=player, match__in=list(matches))
    return sorted(
        at
        for seat in seats
        for at in Move.objects.filter(
            match=seat.match_id, seat=seat.number, source__in=Move.OWN_HANDS
        ).values_list("played_at", flat=True)
        if seat.replaced_at is None or at >= seat.replaced_at
    )


def _count_close_answers(mine: Iterable[datetime], theirs: list[datetime]) -> int:
    """How many of my instants have one of theirs close by; both are in order."""
    count = 0
    for at in mine:
        place = bisect_left(theirs, at - CLOSE)
        count += place < len(theirs) and theirs[place] <= at + CLOSE
    return count


def _with_others(player: UUID, other: UUID, now: datetime) -> tuple[int, int]:
    """(answers of `player`, those close to somebody else's): where others than `other` sat too."""
    over = Match.objects.filter(status=Status.FINISHED, finished_at__gt=now - LOOKED_AT)
    mine = over.filter(seats__player=player).order_by("-finished_at")
    answers = close = 0
    for match in mine.only("pk")[:MOST_MATCHES]:
        people = match.seats.filter(player__is_bot=False).exclude(player__in=[player, other])
        others = sorted(at for seat in people for at in _answer_times(seat.player_id, [match]))
        if others:
            ours = _answer_times(player, [match])
            answers, close = answers + len(ours), close + _count_close_answers(ours, others)
    return answers, close


def compare_prices(player: UUID, other: UUID, deals: Collection[Trade]) -> Prices | None:
    """What one of two paid the other, if it is far from what others paid; None if it is not."""
    for payer, payee in ((player, other), (other, player)):
        theirs = [deal for deal in deals if (deal.payer, deal.paid) == (payer, payee)]
        others = [deal for deal in deals if {deal.payer, deal.paid} != {player, other}]
        if min(len(theirs), len(others)) < LEAST_DEALS:
            continue
        price, worth = _sum_deals(theirs)
        others_price, others_worth = _sum_deals(others)
        # Price by worth against price by worth, without dividing by nothing.
        here, there = price * others_worth, others_price * worth
        if here >= TIMES * there or there >= TIMES * here:
            rest = (len(others), others_price, others_worth)
            chance = chance_of_prices(theirs, others)
            if chance <= RARE:
                return Prices(str(payer), len(theirs), price, worth, *rest, chance)
    return None


def chance_of_prices(theirs: Sequence[Trade], others: Sequence[Trade]) -> float:
    """Return how often as many deals, drawn at random from all, differ as far from the rest.

    Who dealt with whom makes no difference then. The draws are the same each time; the real deals
    count as one more draw.
    """
    deals, many = [*theirs, *others], len(theirs)
    far, draws = _distance(theirs, others), Random(many)
    as_far = 0
    for _ in range(DRAWS):
        draws.shuffle(deals)
        as_far += _distance(deals[:many], deals[many:]) >= far
    return (as_far + 1) / (DRAWS + 1)


def _distance(theirs: Sequence[Trade], others: Sequence[Trade]) -> float:
    """Return how far two price levels are apart, in either direction: a ratio of at least 1."""
    price, worth = _sum_deals(theirs)
    others_price, others_worth = _sum_deals(others)
    here, there = price * others_worth, others_price * worth
    return (
        inf
        if min(here, there) == 0 != max(here, there)
        else max(here, there, 1) / max(min(here, there), 1)
    )


def _sum_deals(deals: Collection[Trade]) -> tuple[int, int]:
    return sum(deal.price for deal in deals), sum(deal.worth for deal in deals)


def list_deals(match: Match) -> tuple[Trade, ...]:
    """What people paid each other in a match that is over, as far as its game says what that is.

    What counts is what the payer answered in person, between those who hold the seats at the end. A
    match that today's rules do not play again tells nothing.
    """
    deal_of = {name: topic.deal for name, topic in GAMES[match.game].topics.items() if topic.deal}
    if not deal_of or match.status != Status.FINISHED:
        return ()
    people = {seat.number: seat for seat in match.seats.filter(player__is_bot=False)}
    try:
        return tuple(_iter_deals(match, deal_of, people))
    except (replays.ReplayDiverged, KeyError):
        return ()


def _iter_deals(
    match: Match, deal_of: Mapping[str, Deal], people: Mapping[int, Seat]
) -> Iterator[Trade]:
    for number, payer in people.items():
        for prompt, decision, move in replays.answers_of(match, number, many=match.ply):
            deal, facts = deal_of.get(prompt.question), prompt.facts
            if deal is None or decision.verb != deal.verb or not _is_counted_move(move, payer):
                continue
            payee = people.get(facts[deal.other])
            if payee is not None and _has_held_seat(payee, move):
                price, worth = facts[deal.price], facts[deal.worth]
                yield Trade(payer.player_id, payee.player_id, price, worth)


def _is_counted_move(move: Move, payer: Seat) -> bool:
    """Whether a move was the payer's own wish, and stands."""
    return move.source in Move.OWN_HANDS and move.undone is None and _has_held_seat(payer, move)


def _has_held_seat(seat: Seat, move: Move) -> bool:
    """Whether who holds the seat at the end held it then."""
    return seat.replaced_at is None or move.played_at >= seat.replaced_at
