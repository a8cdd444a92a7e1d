"""Standings: points by place, tie-breaks in the order of the league, each figure explained.

Entrants are numbers. Points are fractions, because tied entrants share their points.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import groupby

import msgspec


class Result(msgspec.Struct, frozen=True):
    """The result of a match: `places[n]` and `scores[n]` are those of entrant `table[n]`.

    Between teams, `scores` is what each won at the boards.

    `scores` is () if the game has none, or the match was not finished. `name` identifies the match
    in explanations. A table of one is a bye, which has the points of a win. A match for the third
    place of a knock-out is no round of it. A half-point bye has half the points of a win. A
    play-off only tells apart those who were tied. What `is_group` comes before a knock-out.
    """

    table: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int | Fraction, ...] = ()
    name: str = ""
    is_third_place: bool = False
    is_half_bye: bool = False
    is_play_off: bool = False
    is_group: bool = False


def are_places(places: Sequence[int], seats: int) -> bool:
    """Return whether these are valid places: each is one more than the number of those ahead.

    >>> are_places([1, 2, 2, 4], 4), are_places([1, 2, 2, 3], 4)
    (True, False)
    """
    right = [1 + sum(other < place for other in places) for place in places]
    return len(places) == seats and list(places) == right


class Scale(msgspec.Struct, frozen=True):
    """Points: `by_place[n]` for place n + 1 at a table of this size.

    Sizes that are not listed give one point per opponent left behind. Tied entrants share the
    points of the places they span; `draw`, if given, is what two tied entrants get at a table of
    two.
    """

    by_place: dict[int, tuple[int, ...]] = {}
    draw: int | None = None

    def points(self, places: Sequence[int], number: int) -> Fraction:
        """Return the points of the entrant at index `number` of a table."""
        steps = self.by_place.get(len(places)) or tuple(range(len(places) - 1, -1, -1))
        if len(places) == 1:
            return Fraction(max(self.by_place.get(2, (1,))))
        mine = places[number]
        sharing = sum(place == mine for place in places)
        if len(places) == 2 and sharing == 2 and self.draw is not None:
            return Fraction(self.draw)
        ahead = sum(place < mine for place in places)
        return Fraction(sum(steps[ahead : ahead + sharing]), sharing)


class Summand(msgspec.Struct, frozen=True):
    """One part of a figure: the name of its match, the opponents, and its value."""

    name: str
    others: tuple[int, ...]
    value: Fraction


class Figure(msgspec.Struct, frozen=True):
    """A figure of a standing, and the summands it consists of."""

    kind: str
    value: Fraction
    summands: tuple[Summand, ...] = ()


class Standing(msgspec.Struct, frozen=True):
    """The standing of an entrant.

    Entrants still tied after all tie-breaks share a `place`.

    `figures` are the points and the tie-breaks, in the order in which they count.
    """

    entrant: int
    place: int
    played: int
    figures: tuple[Figure, ...]

    @property
    def points(self) -> Fraction:
        """The points from all matches."""
        return next(figure.value for figure in self.figures if figure.kind == "points")


class Season(msgspec.Struct, frozen=True, dict=True):
    """The input of standings: the results so far, and the points by place.

    `lots` are those that decided a place, each with its entrants, the best first. `known_points`
    are the total points of entrants whose results are left out: to explain a few lines of long
    standings, only the results of those few are needed.
    """

    entrants: tuple[int, ...]
    results: tuple[Result, ...]
    scale: Scale
    known_points: Mapping[int, Fraction] = {}
    lots: tuple[tuple[int, ...], ...] = ()

    @cached_property
    def _by_entrant(self) -> dict[int, list[tuple[Result, int]]]:
        results: dict[int, list[tuple[Result, int]]] = {}
        for result in self.results:
            for n, who in enumerate(() if result.is_play_off else result.table):
                results.setdefault(who, []).append((result, n))
        return results

    @cached_property
    def rungs(self) -> list[int]:
        """The entrants of a ladder, highest first: who beats somebody higher takes the rung.

        They begin in the order of `entrants`; results count in their order.
        """
        order = list(self.entrants)
        for result in self.results:
            if len(result.table) != 2 or result.places[0] == result.places[1]:
                continue
            winner, loser = sorted(
                result.table, key=lambda who: result.places[result.table.index(who)]
            )
            if order.index(winner) > order.index(loser):
                order.remove(winner)
                order.insert(order.index(loser), winner)
        return order

    @cached_property
    def totals(self) -> dict[int, Fraction]:
        """The points of each entrant from all matches."""
        sums = {
            who: sum((self.points_of(result, n) for result, n in rows), Fraction())
            for who, rows in self._by_entrant.items()
        }
        return {**sums, **self.known_points}

    def points_of(self, result: Result, number: int) -> Fraction:
        """Return the points of the entrant at index `number` of a table."""
        points = self.scale.points(result.places, number)
        return points / 2 if result.is_half_bye else points

    def of(self, who: int) -> list[tuple[Result, int]]:
        """Return the results of an entrant but play-offs, each with their index at the table."""
        return self._by_entrant.get(who, [])


# (season, entrant, those tied with them so far) -> the summands of a figure.
Count = Callable[[Season, int, Collection[int]], list[Summand]]


def match_points(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """The points of every match."""
    return [
        Summand(result.name, _other_entrants(result, who), season.points_of(result, n))
        for result, n in season.of(who)
    ]


def sole_wins(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """Matches won alone; byes do not count."""
    return [
        Summand(result.name, _other_entrants(result, who), Fraction(1))
        for result, n in season.of(who)
        if len(result.table) > 1 and result.places[n] == 1 and result.places.count(1) == 1
    ]


def outplaced_opponents(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """The number of opponents left behind or tied in each match."""
    return [
        Summand(
            result.name,
            _other_entrants(result, who),
            Fraction(len(result.table) - result.places[n]),
        )
        for result, n in season.of(who)
    ]


def buchholz_points(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """The points of all opponents, once for each meeting (Buchholz)."""
    return [
        Summand(result.name, (other,), _total_points(season, other))
        for result, _n in season.of(who)
        for other in _other_entrants(result, who)
    ]


def sonneborn_berger_points(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """The points of opponents left behind, and half of those of tied ones (Sonneborn-Berger)."""
    summands = []
    for result, n in season.of(who):
        for m, other in enumerate(result.table):
            if m != n and result.places[m] >= result.places[n]:
                share = Fraction(1, 2) if result.places[m] == result.places[n] else Fraction(1)
                summands.append(
                    Summand(result.name, (other,), share * _total_points(season, other))
                )
    return summands


def head_to_head(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """Among those tied so far: one for each opponent left behind, a half for a tie."""
    summands = []
    for result, n in season.of(who) if len(level) > 1 else ():
        for m, other in enumerate(result.table):
            if m != n and other in level and result.places[m] >= result.places[n]:
                share = Fraction(1, 2) if result.places[m] == result.places[n] else Fraction(1)
                summands.append(Summand(result.name, (other,), share))
    return summands


def score_shares(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """The share of the scores at the table, times its seats, averaged over all matches.

    1 is the average at a table. Matches without scores, or with negative ones, are left out.
    """
    matches = [
        (result, n) for result, n in season.of(who) if result.scores and min(result.scores) >= 0
    ]
    matches = [(result, n) for result, n in matches if sum(result.scores)]
    return [
        Summand(
            result.name,
            _other_entrants(result, who),
            Fraction(result.scores[n] * len(result.table), sum(result.scores) * len(matches)),
        )
        for result, n in matches
    ]


def game_scores(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """The sum of the scores in the game."""
    return [
        Summand(result.name, _other_entrants(result, who), Fraction(result.scores[n]))
        for result, n in season.of(who)
        if result.scores
    ]


def board_points(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """The boards won by a team, and half of those drawn."""
    return game_scores(season, who, level)


def knockout_rounds(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """The number of knock-out rounds reached, including byes."""
    return [
        Summand(result.name, _other_entrants(result, who), Fraction(1))
        for result, _n in season.of(who)
        if not (result.is_third_place or result.is_group)
    ]


def outplaced_in_last_match(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """The number of opponents left behind in the last match."""
    return [
        Summand(
            result.name,
            _other_entrants(result, who),
            Fraction(sum(p > result.places[n] for p in result.places)),
        )
        for result, n in season.of(who)[-1:]
        if not result.is_group
    ]


def rungs_below(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """The rungs of the ladder below the entrant's."""
    if who not in season.entrants:
        return []
    return [Summand("", (), Fraction(len(season.rungs) - 1 - season.rungs.index(who)))]


def play_off_points(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """Among those tied: the opponents left behind in a play-off, and half of those tied there."""
    return [
        Summand(result.name, (other,), Fraction(2 if mine < place else 1, 2))
        for result in season.results
        if result.is_play_off and who in result.table
        for mine in [result.places[result.table.index(who)]]
        for other, place in zip(result.table, result.places, strict=True)
        if other != who and other in level and mine <= place
    ]


def rank_by_lot(season: Season, who: int, level: Collection[int]) -> list[Summand]:
    """The rank by lot among those tied."""
    if len(level) < 2:
        return []
    orders = [order for order in season.lots if set(level) <= set(order)]
    return [Summand("", (), Fraction(len(order) - order.index(who))) for order in orders[-1:]]


# The available counts; a league chooses its tie-breaks from these.
COUNTS: dict[str, Count] = {
    "points": match_points,
    "wins": sole_wins,
    "places": outplaced_opponents,
    "opponents": buchholz_points,
    "beaten": sonneborn_berger_points,
    "head_to_head": head_to_head,
    "ratio": score_shares,
    "score": game_scores,
    "boards": board_points,
    "reached": knockout_rounds,
    "last": outplaced_in_last_match,
    "rungs": rungs_below,
    "play_off": play_off_points,
    "lot": rank_by_lot,
}
# What decides ties by the rule of the league, where one had to be decided.
BY_RULE = ("play_off", "lot")


def standings(season: Season, counts: Sequence[str]) -> list[Standing]:
    """Return the standings, sorted by the first of the counts, then by the next."""
    figures: dict[int, list[Figure]] = {who: [] for who in season.entrants}
    groups = [list(season.entrants)]
    for name in counts:
        groups = [part for group in groups for part in _split_ties(season, name, group, figures)]
    rows, place = [], 1
    for group in groups:
        for who in group:
            rows.append(Standing(who, place, len(season.of(who)), tuple(figures[who])))
        place += len(group)
    return rows


def _split_ties(
    season: Season, name: str, group: list[int], figures: Mapping[int, list[Figure]]
) -> list[list[int]]:
    level = frozenset(group)
    for who in group:
        summands = tuple(COUNTS[name](season, who, level))
        figures[who].append(
            Figure(name, sum((summand.value for summand in summands), Fraction()), summands)
        )
    order = sorted(group, key=lambda who: -figures[who][-1].value)
    return [list(same) for _, same in groupby(order, key=lambda who: figures[who][-1].value)]


def _other_entrants(result: Result, who: int) -> tuple[int, ...]:
    return tuple(other for other in result.table if other != who)


def _total_points(season: Season, who: int) -> Fraction:
    return season.totals.get(who, Fraction())


def explain_line(
    season: Season, who: int, counts: Sequence[str], level: Sequence[Collection[int]]
) -> tuple[Figure, ...]:
    """Return the figures of one entrant; `level[n]` are those tied before the count number n."""
    figures = []
    for name, tied_entrants in zip(counts, level, strict=True):
        summands = tuple(COUNTS[name](season, who, tied_entrants))
        value = sum((summand.value for summand in summands), Fraction())
        figures.append(Figure(name, value, summands))
    return tuple(figures)


def build_crosstable(season: Season) -> dict[tuple[int, int], list[Fraction]]:
    """Return (entrant, other) -> the entrant's points in each match against the other, in order."""
    cells: dict[tuple[int, int], list[Fraction]] = {}
    for result in season.results:
        for n, who in enumerate(() if result.is_play_off else result.table):
            got = season.points_of(result, n)
            for other in _other_entrants(result, who):
                cells.setdefault((who, other), []).append(got)
    return cells


def what_if(
    season: Season, results: Sequence[Result], counts: Sequence[str]
) -> list[tuple[Standing, int]]:
    """Return the standings with hypothetical results, each with the places gained."""
    now = {standing.entrant: standing.place for standing in standings(season, counts)}
    then = msgspec.structs.replace(season, results=(*season.results, *results))
    return [
        (standing, now[standing.entrant] - standing.place) for standing in standings(then, counts)
    ]


class TieBreak(msgspec.Struct, frozen=True):
    """A count that told tied entrants apart: the value and the entrants of each part, best first.

    With a single part it told nobody apart.
    """

    kind: str
    parts: tuple[tuple[Fraction, tuple[int, ...]], ...]


class ResolvedTie(msgspec.Struct, frozen=True):
    """Entrants who are level on the first count, and what told them apart, step by step.

    `level` are groups that nothing told apart, who share their place.
    """

    entrants: tuple[int, ...]
    steps: tuple[TieBreak, ...]
    level: tuple[tuple[int, ...], ...]


def list_resolved_ties(
    figures: Mapping[int, Mapping[str, Fraction]], counts: Sequence[str]
) -> list[ResolvedTie]:
    """Return the ties of a table, best first; `figures[who]` are the figures of a line by kind.

    The lines are in the order of the standings, `counts` in that in which they count.

    >>> half = Fraction(1, 2)
    >>> table = {7: {"points": half, "wins": Fraction(2)}, 8: {"points": half, "wins": half}}
    >>> [(tie.entrants, tie.steps[0].kind, tie.level) for tie in
    ...  list_resolved_ties(table, ("points", "wins"))]
    [((7, 8), 'wins', ())]
    """
    first, *rest = counts
    ties = []
    for _value, members in groupby(figures, key=lambda who: figures[who].get(first)):
        group = tuple(members)
        if len(group) > 1:
            ties.append(_resolve_tie(group, figures, rest))
    return ties


def _resolve_tie(
    group: tuple[int, ...], figures: Mapping[int, Mapping[str, Fraction]], counts: Sequence[str]
) -> ResolvedTie:
    steps, groups = [], [group]
    for kind in counts:
        remaining_groups = []
        for tied_entrants in groups:
            parts = [
                (value, tuple(same))
                for value, same in groupby(
                    tied_entrants, key=lambda who: figures[who].get(kind, Fraction())
                )
            ]
            if len(parts) > 1:
                steps.append(TieBreak(kind, tuple(parts)))
            remaining_groups += [same for _value, same in parts if len(same) > 1]
        groups = remaining_groups
    return ResolvedTie(group, tuple(steps), tuple(groups))
