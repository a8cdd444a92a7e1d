"""Weigh the parts of a game in matches of house bots: each part, and every pair of parts.

A part is one of those from which a match uses several, like the kingdoms of Enchanters. All
combinations are dealt equally often, so that any two parts meet in as many matches as any other
two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import sqrt
from typing import Any

from msgspec import Struct, field

from .balance import OUTLIER, SURE, Share, fair_share, judge_interval, play_on
from .contract import AnyGame, PlayedMatch, Weighing
from .random_match import seed_of

Table = tuple[str, ...]
Options = Mapping[str, object]


class Sum(Struct):
    """A running sum of numbers and of their squares."""

    many: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, number: float) -> None:
        self.many += 1
        self.total += number
        self.squares += number * number

    @property
    def mean(self) -> float:
        return self.total / self.many

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(max(0.0, self.squares / self.many - self.mean**2) / self.many)

    def is_beyond(self, least: float, most: float) -> bool:
        """Return whether the mean is certainly outside `least` to `most`."""
        doubt = SURE * self.error
        return judge_interval((self.mean - doubt, self.mean + doubt), (least, most)) == OUTLIER


class Weight(Struct):
    """Results of the matches with a part or a pair.

    `figures[name]` are its figures, `began` the wins of the starting player.
    """

    began: Share
    figures: dict[str, Sum] = field(default_factory=dict)


class PartWeights(Struct):
    """The weights of all matches, of each part, and of every pair of parts."""

    all: Weight
    parts: dict[Table, Weight] = field(default_factory=dict)


def list_tables(weighing: Weighing[Any], seats: int, options: Options) -> list[Table]:
    """Return all combinations of parts. Match number n is played with the n-th, round and round."""
    return list(combinations(weighing.parts, weighing.size(seats, options)))


def play_match(
    game: AnyGame,
    weighing: Weighing[object],
    seats: int,
    number: int,
    options: Options,
    trials: int,
) -> PlayedMatch:
    """Let bots play one match with given parts; the same number always gives the same match.

    `trials` as in `play_on`; options that are not given have their default.
    """
    tables = list_tables(weighing, seats, options)
    deal, place = divmod(number, len(tables))
    seed = seed_of(game.name, "weigh", seats, tables[place], deal)
    settings = {**game.default_options, **options}
    state = weighing.deal(seats, settings, tables[place], seed)
    labels = weighing.label_seats(state)
    match = play_on(game, state, seats, deal, trials)
    for own, more in zip(match.own, labels, strict=False):
        own.update(more)
    match.parts = tables[place]
    match.figures = weighing.figures(state, match)
    return match


def weigh_parts(matches: Sequence[PlayedMatch]) -> PartWeights:
    """Add up the results of matches with the same number of seats."""
    seats = matches[0].seats
    weights = PartWeights(Weight(fair_share(seats)))
    for match in matches:
        began = match.wins[match.places.index(1)]
        for names in ((), *combinations(match.parts, 1), *combinations(match.parts, 2)):
            weight = weights.all
            if names:
                weight = weights.parts.setdefault(names, Weight(fair_share(seats)))
            weight.began.add(began)
            for figure, number in match.figures.items():
                weight.figures.setdefault(figure, Sum()).add(number)
    weights.parts = dict(sorted(weights.parts.items(), key=lambda item: (len(item[0]), item[0])))
    return weights


def find_outliers(weighing: Weighing[Any], weights: PartWeights) -> Iterator[str]:
    """Yield a line for each figure that is certainly out of bounds."""
    usual = {figure: amount.mean for figure, amount in weights.all.figures.items()}
    for figure, (least, most) in weighing.between.items():
        if weights.all.figures[figure].is_beyond(least, most):
            yield f"all: {figure} {usual[figure]:.2f}, not {least:g} to {most:g}"
    for names, weight in {(): weights.all, **weights.parts}.items():
        name = " + ".join(names) or "all"
        if weight.began.verdict == OUTLIER:
            yield f"{name}: who begins wins {weight.began.describe()}"
        for figure, far in weighing.within.items():
            amount, middle = weight.figures[figure], usual[figure]
            if amount.is_beyond(middle - far, middle + far):
                yield f"{name}: {figure} {amount.mean:.2f}, usually {middle:.2f}"
