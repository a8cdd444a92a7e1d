"""What a match is made of, weighed by matches of house bots: every part, and every two together.

A part is what several of a match are chosen from, as the kingdoms of Enchanters. All tables of
parts are dealt equally often, so that any two parts meet in as many matches as any other two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import ceil, comb, sqrt
from typing import Any

from msgspec import Struct, field

from .balance import play_on
from .contract import AnyGame, PlayedMatch, Weighing
from .random_match import seed_of

Table = tuple[str, ...]
Options = Mapping[str, Any]
# Seats, options, the parts on the table, and which match with them.
Job = tuple[int, Options, Table, int]
# The share of wins of whoever begins is an outlier when it is off the fair one by more than this
# part of it: with two seats below 0.47 or above 0.53.
BEGINNING = 0.06
# A mean is taken to be known within so many standard errors; less than that marks nothing.
SURE = 2.0


class Sum(Struct):
    """Numbers that are added up, and their squares."""

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
        """Whether the mean is surely less or more than it may be."""
        doubt = SURE * self.error
        return self.mean + doubt < least or self.mean - doubt > most


class Weight(Struct):
    """What the matches with a part, or with two, come to: `figures[name]`, and how many of them
    whoever began has won."""

    figures: dict[str, Sum] = field(default_factory=dict)
    began: Sum = field(default_factory=Sum)


class Weighed(Struct):
    """The weights of all matches, of each part, and of every two parts together."""

    seats: int
    all: Weight = field(default_factory=Weight)
    parts: dict[Table, Weight] = field(default_factory=dict)


def plan_jobs(
    weighing: Weighing[Any], seats: int, options: Options, *, matches: int, first: int = 0
) -> list[Job]:
    """Return the matches to play so that any two parts meet in at least so many, each table's
    numbered from `first`."""
    size, many = weighing.size(seats, options), len(weighing.parts)
    times = ceil(matches / comb(many - 2, size - 2))
    tables = list(combinations(weighing.parts, size))
    numbers = range(first, first + times)
    return [(seats, options, table, number) for number in numbers for table in tables]


def play_match(game: AnyGame, weighing: Weighing[Any], job: Job) -> PlayedMatch:
    """Let bots play one match; the same job is the same match."""
    seats, options, table, number = job
    seed = seed_of(game.name, "weigh", seats, table, number)
    state = weighing.deal(seats, options, table, seed)
    played = play_on(game, state, seats, number)
    played.figures = weighing.figures(state, played)
    return played


def weigh_parts(done: Sequence[tuple[Job, PlayedMatch]]) -> Weighed:
    """Add up what matches of one number of seats came to."""
    weighed = Weighed(done[0][0][0])
    for (_, _, table, _), played in done:
        began = played.wins[played.places.index(1)]
        for names in ((), *combinations(table, 1), *combinations(table, 2)):
            weight = weighed.parts.setdefault(names, Weight()) if names else weighed.all
            weight.began.add(began)
            for figure, number in played.figures.items():
                weight.figures.setdefault(figure, Sum()).add(number)
    weighed.parts = dict(sorted(weighed.parts.items(), key=lambda item: (len(item[0]), item[0])))
    return weighed


def find_outliers(weighing: Weighing[Any], weighed: Weighed) -> Iterator[str]:
    """Yield what is too far off, beyond doubt."""
    usual = {figure: found.mean for figure, found in weighed.all.figures.items()}
    fair = 1 / weighed.seats
    for figure, (least, most) in weighing.between.items():
        if weighed.all.figures[figure].is_beyond(least, most):
            yield f"all: {figure} {usual[figure]:.2f}, not {least:g} to {most:g}"
    for names, weight in {(): weighed.all, **weighed.parts}.items():
        name = " + ".join(names) or "all"
        if weight.began.is_beyond(fair * (1 - BEGINNING), fair * (1 + BEGINNING)):
            yield f"{name}: who begins wins {weight.began.mean:.2f} of them, fair is {fair:.2f}"
        for figure, far in weighing.within.items():
            found, middle = weight.figures[figure], usual[figure]
            if found.is_beyond(middle - far, middle + far):
                yield f"{name}: {figure} {found.mean:.2f}, usually {middle:.2f}"
