"""Paying for a Lord: which Allies in a hand suffice, and which are the cheapest of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_

from games.engine.contract import IllegalDecision

from .components import RACE, RACES, VALUE

MAX_EXAMPLES = 8
# Maximum number of payments of one sum: enough to find those with few cards among them.
MAX_OF_ONE_SUM = 40


# The sums of a hand by race, and these sums in descending order.
RaceSums = tuple[dict[str, int], tuple[int, ...]]


@lru_cache(maxsize=1 << 15)
def sum_races(hand: tuple[str, ...]) -> RaceSums:
    """Return the sums of the hand by race, and these sums in descending order."""
    sums: dict[str, int] = {}
    for card in hand:
        race = RACE[card]
        sums[race] = sums.get(race, 0) + VALUE[card]
    return sums, tuple(sorted(sums.values(), reverse=True))


def best_total(hand: tuple[str, ...], races: int, mandatory: str | None) -> int:
    """Return the highest total of Allies of exactly `races` races; -1 if there are too few
    races."""
    return best_total_of_sums(sum_races(hand), races, mandatory)


def best_total_of_sums(race_sums: RaceSums, races: int, mandatory: str | None) -> int:
    """As `best_total`, for a hand whose sums are known."""
    sums, best_sums = race_sums
    if len(best_sums) < races:
        return -1
    if mandatory is None:
        return sum(best_sums[:races])
    own = sums.get(mandatory)
    if own is None:
        return -1
    if races == 1:
        return own
    others = sum(best_sums[: races - 1])
    # If the mandatory race is among the best ones anyway, the next best race is played too.
    return others + (best_sums[races - 1] if own >= best_sums[races - 2] else own)


def pearls_due(
    allies: list[str],
    cost: int,
    races: int,
    mandatory: str | None,
    *,
    allow_superfluous: bool,
    lord: str = "",
) -> int:
    """Return the Pearls to pay in addition to these Allies, or refuse the Allies. “Recruit a Lord”

    `lord` is named in a refusal.
    """
    played_races = {RACE[ally] for ally in allies}
    if mandatory is not None and mandatory not in played_races:
        raise IllegalDecision(
            "{lord} needs a {race} among the Allies you play (mandatory race).",
            code="mandatory_race_missing",
            lord=lord,
            race=mandatory,
        )
    if len(played_races) != races:
        raise IllegalDecision(
            "{lord} needs Allies of exactly {races}, not of {played}.",
            code="wrong_number_of_races",
            lord=lord,
            races=races,
            played=len(played_races),
        )
    total = sum([VALUE[ally] for ally in allies])
    if total > cost and not allow_superfluous and _is_superfluous(allies, total - cost):
        raise IllegalDecision(
            "One of these Allies is not needed: play only what the cost asks for.",
            code="superfluous_ally",
        )
    return max(0, cost - total)


def _is_superfluous(allies: Sequence[str], surplus: int) -> bool:
    """Return whether a card could stay in hand while its race and the cost are still covered."""
    races = [RACE[ally] for ally in allies]
    for ally, race in zip(allies, races, strict=True):
        if VALUE[ally] <= surplus and races.count(race) > 1:
            return True
    return False


@lru_cache(maxsize=1 << 13)
def cheapest_payments(
    hand: tuple[str, ...], cost: int, races: int, mandatory: str | None, pearls: int
) -> tuple[tuple[str, ...], ...]:
    """Return up to eight payments without superfluous cards: least wasted first, then fewest
    Pearls, then fewest cards.

    Among the cards of one race with the same sum only one group is tried, the one whose lowest card
    is highest: if any payment with these sums has no superfluous cards, this one has none.
    """
    by_race: dict[str, list[int]] = {}
    for card in hand:
        by_race.setdefault(RACE[card], []).append(VALUE[card])
    groups = {
        race: _best_groups_by_sum(race, tuple(sorted(values))) for race, values in by_race.items()
    }
    teams = [
        team
        for team in combinations([race for race in RACES if race in groups], races)
        if mandatory is None or mandatory in team
    ]
    reaches = [_reachable_sums([groups[race] for race in team]) for team in teams]
    # A bit mask of the sums that any of the teams can make.
    reachable = reduce(or_, [reach[0] for reach in reaches], 0)
    exact_or_pearls = range(cost, max(cost - pearls, 0) - 1, -1)
    payments: list[tuple[str, ...]] = []
    for total in (*exact_or_pearls, *range(cost + 1, reachable.bit_length())):
        if reachable >> total & 1:
            payments += _payments_of(total, total - cost, teams, reaches, groups)
        if len(payments) >= MAX_EXAMPLES:
            break
    return tuple(payments[:MAX_EXAMPLES])


def _payments_of(
    total: int,
    surplus: int,
    teams: list[tuple[str, ...]],
    reaches: list[list[int]],
    groups: dict[str, dict[int, tuple[str, ...]]],
) -> list[tuple[str, ...]]:
    """Return the payments worth exactly `total`, fewest cards first."""
    payments = []
    for team, reach in zip(teams, reaches, strict=True):
        if reach[0] >> total & 1:
            for cards in _generate_team_payments(team, total, reach, groups):
                # With one card of each race none is superfluous.
                if surplus <= 0 or len(cards) == len(team) or not _is_superfluous(cards, surplus):
                    payments.append(cards)
                    if len(payments) >= MAX_OF_ONE_SUM:
                        break
    payments.sort(key=len)
    return payments


# Cards, and what is still missing from the total.
PartialPayments = Iterable[tuple[tuple[str, ...], int]]


def _generate_team_payments(
    team: tuple[str, ...],
    total: int,
    reach: list[int],
    groups: dict[str, dict[int, tuple[str, ...]]],
) -> Iterator[tuple[str, ...]]:
    """Yield the ways in which these races add up to `total`, which they can reach."""
    partial: PartialPayments = [((), total)]
    for at, race in enumerate(team[:-1], 1):
        partial = _add_race(partial, groups[race], reach[at])
    last = groups[team[-1]]
    for cards, missing in partial:
        yield cards + last[missing]


def _add_race(
    partial: PartialPayments, group: dict[int, tuple[str, ...]], rest: int
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Add each group of cards of one race after which the other races can reach the total."""
    for cards, missing in partial:
        for value, more in group.items():
            if value <= missing and rest >> (missing - value) & 1:
                yield cards + more, missing - value


def _reachable_sums(groups: list[dict[int, tuple[str, ...]]]) -> list[int]:
    """Return for each index a bit mask of the sums that the races from there on can make."""
    reaches = [1]
    for sums in reversed(groups):
        last = reaches[-1]
        reach = 0
        for value in sums:
            reach |= last << value
        reaches.append(reach)
    return reaches[::-1]


@lru_cache(maxsize=1 << 12)
def _best_groups_by_sum(race: str, values: tuple[int, ...]) -> dict[int, tuple[str, ...]]:
    """Return for each sum of cards of one race the group whose lowest card is highest, or a single
    card if there is one. `values` are ascending."""
    groups: set[tuple[int, ...]] = {()}
    for value in values:
        groups |= {(*group, value) for group in groups}
    sums: dict[int, list[tuple[int, ...]]] = {}
    for group in groups - {()}:
        sums.setdefault(sum(group), []).append(group)
    best = {
        total: max(same, key=lambda group: (len(group) == 1, group[0], -len(group), group))
        for total, same in sorted(sums.items())
    }
    return {total: tuple([f"{race}{value}" for value in group]) for total, group in best.items()}
