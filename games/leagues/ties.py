"""Ties that no tie-break resolves where it matters: who advances, rises, falls, or wins.

The rule of the league decides them: a play-off, a lot, or all of them go through. Entrants are
numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

import msgspec

from games.leagues.draws import Table
from games.leagues.standings import Result
from games.leagues.terms import Ties

# A play-off of pairs has so many entrants at most: everybody meets everybody.
MOST_IN_PAIRS = 4


class Tie(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tie that a rule of the league decides; `entrants` are those tied.

    `about` is the name of the table, such as “2.1”, or a border of the standings: “up” or “down”,
    or “group 1” for the last place of a group that advances.
    `order` is what the lot said, best first, () while it is not drawn. `decides_places`: those who
    were tied stand in this order.

    A lot is drawn from the secret of the season and from a round of a drand chain, if the site uses
    one. `signature` is the round's, in hexadecimal; "" while it has not appeared, and, once the lot
    is drawn, if it could not be fetched.
    """

    about: str
    rule: Ties
    entrants: tuple[int, ...]
    order: tuple[int, ...] = ()
    decides_places: bool = False
    chain: str = ""
    round: int = 0
    signature: str = ""

    @property
    def is_awaited(self) -> bool:
        """Whether a lot is not drawn yet."""
        return self.rule == "lot" and not self.order

    @property
    def group(self) -> int | None:
        """The number of the group from which somebody advances, from 1; None: no group's."""
        kind, _space, number = self.about.partition(" ")
        return int(number) if kind == "group" else None


class Cut(msgspec.Struct, frozen=True):
    """What is known at a border: who is ahead of it, and who is tied for the last `spots`."""

    ahead: tuple[int, ...]
    contenders: tuple[int, ...] = ()
    spots: int = 0


def cut_at(places: Mapping[int, int], spots: int) -> Cut:
    """Return who has the first `spots` of these places, which some may share.

    >>> cut_at({7: 1, 8: 2, 9: 2}, 2)
    Cut(ahead=(7,), contenders=(8, 9), spots=1)
    >>> cut_at({7: 1, 8: 2, 9: 2}, 1)
    Cut(ahead=(7,), contenders=(), spots=0)
    """
    order = sorted(places, key=lambda who: places[who])
    if not 0 < spots < len(order) or places[order[spots - 1]] != places[order[spots]]:
        return Cut(tuple(order[: max(spots, 0)]))
    edge = places[order[spots]]
    ahead = tuple(who for who in order if places[who] < edge)
    contenders = tuple(who for who in order if places[who] == edge)
    return Cut(ahead, contenders, spots - len(ahead))


def apply_rules(cut: Cut, about: str, ties: Sequence[Tie], play_offs: Sequence[Result]) -> Cut:
    """Return the cut after what the rules have decided so far; `ties` are those of the season."""
    for tie in ties:
        if (
            tie.about != about
            or not set(cut.contenders)
            or not set(cut.contenders) <= set(tie.entrants)
        ):
            continue
        match tie.rule:
            case "all":
                cut = Cut((*cut.ahead, *cut.contenders))
            case "play_off":
                after = cut_at(_play_off_places(cut.contenders, play_offs), cut.spots)
                cut = Cut((*cut.ahead, *after.ahead), after.contenders, after.spots)
            case "lot" if tie.order:
                winners = [who for who in tie.order if who in cut.contenders][: cut.spots]
                cut = Cut((*cut.ahead, *winners))
            case "lot":
                return cut
    return cut


def _play_off_places(contenders: Collection[int], play_offs: Sequence[Result]) -> dict[int, int]:
    """Return the places of tied entrants in the play-offs among them."""
    points = dict.fromkeys(contenders, Fraction())
    for result in play_offs:
        if set(result.table) <= set(contenders):
            for who, mine in zip(result.table, result.places, strict=True):
                ahead = sum(mine < place for place in result.places)
                points[who] += ahead + Fraction(result.places.count(mine) - 1, 2)
    return {
        who: 1 + sum(other > points[who] for other in points.values()) for who in sorted(points)
    }


def next_rule(
    rule: Ties, about: str, contenders: Sequence[int], ties: Sequence[Tie], sizes: Collection[int]
) -> Ties:
    """Return what decides a tie next: the rule of the league, or a lot where it cannot.

    A play-off is held once, among as many as fit at a table; `sizes` are those that the game has.
    """
    has_play_off = any(
        tie.about == about and tie.rule == "play_off" and set(contenders) <= set(tie.entrants)
        for tie in ties
    )
    if rule == "play_off" and (has_play_off or not play_off_tables(contenders, sizes)):
        return "lot"
    return rule


def play_off_tables(contenders: Sequence[int], sizes: Collection[int]) -> tuple[Table, ...]:
    """Return the tables of a play-off: one for all, or each pair; () if neither is possible.

    >>> play_off_tables((4, 5, 6), {2}), play_off_tables((4, 5, 6), {2, 3})
    (((4, 5), (6, 4), (5, 6)), ((4, 5, 6),))
    """
    if len(contenders) in sizes:
        return (tuple(contenders),)
    if 2 in sizes and len(contenders) <= MOST_IN_PAIRS:
        pairs = combinations(contenders, 2)
        # Everybody has the first seat about equally often.
        numbers = {who: n for n, who in enumerate(contenders)}
        return tuple((a, b) if (numbers[a] + numbers[b]) % 2 else (b, a) for a, b in pairs)
    return ()


def draw_lot(seed: bytes, names: Mapping[int, str]) -> tuple[int, ...]:
    """Return the order of a lot: entrants by the SHA-256 of the seed and their name.

    `names` are the ids of the entries. Anybody who knows the seed can repeat it.

    >>> draw_lot(bytes(32), {3: "a", 4: "b"})
    (3, 4)
    """
    return tuple(sorted(names, key=lambda who: hashlib.sha256(seed + names[who].encode()).digest()))
