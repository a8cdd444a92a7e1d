"""Tournament report files: a season of two-seat tables as other programs read it (FIDE TRF16).

Source: FIDE Handbook C.04, Annex “Tournament Report File”; columns are counted from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

import msgspec

# The longest name, the largest starting number, and the most rounds whose points fit the columns.
NAME_LENGTH, MOST_ENTRANTS, MOST_ROUNDS = 33, 9999, 99


class Game(msgspec.Struct, frozen=True):
    """What an entrant did in a round.

    `opponent` is None for who did not play. `result` is the code of the format: “1”, “=”, “0”, “+”
    and “-” for walkovers, “U” for a bye, “H” for a half-point bye, “Z” for nothing.
    """

    opponent: int | None
    is_white: bool
    result: str


class Line(msgspec.Struct, frozen=True):
    """An entrant: number from 1, name, rating, points, rank, and a game for each round."""

    number: int
    name: str
    rating: int
    points: Fraction
    rank: int
    games: tuple[Game, ...]


class Report(msgspec.Struct, frozen=True):
    """A tournament: `rounds` are the days on which its rounds began, `planned` all of them."""

    name: str
    system: str
    director: str
    starts_on: date
    ends_on: date
    rounds: tuple[date, ...]
    planned: int
    lines: tuple[Line, ...]


def format_report(report: Report) -> str:
    """Return the file."""
    rated_players = sum(line.rating > 0 for line in report.lines)
    days = "".join(f"  {day:%y/%m/%d}" for day in report.rounds)
    # Before the first round is over there are none, and a line without any is not valid.
    dates = [f"{'132':<89}{days}"] if days else []
    head = [
        f"012 {_one_line(report.name)}",
        f"042 {report.starts_on:%Y/%m/%d}",
        f"052 {report.ends_on:%Y/%m/%d}",
        f"062 {len(report.lines)}",
        f"072 {rated_players}",
        f"092 {_one_line(report.system)}",
        f"102 {_one_line(report.director)}",
        *dates,
    ]
    tail = [f"XXR {report.planned}"]
    return "\n".join([*head, *map(format_line, report.lines), *tail]) + "\n"


def format_line(line: Line) -> str:
    """Return the line of an entrant.

    >>> game = Game(2, True, "1")
    >>> format_line(Line(1, "Ada", 1500, Fraction(1), 1, (game,)))[80:]
    ' 1.0    1     2 w 1'
    """
    name = _one_line(line.name)[:NAME_LENGTH]
    rating = f"{line.rating:4d}" if 0 < line.rating < 10_000 else " " * 4
    games = "".join(f"  {_format_game(game)}" for game in line.games)
    person = f"001 {line.number:4d}      {name:<{NAME_LENGTH}} {rating}"
    return f"{person}{'':28}{float(line.points):4.1f} {line.rank:4d}{games}"


def _format_game(game: Game) -> str:
    if game.opponent is None:
        return f"0000 - {game.result}"
    return f"{game.opponent:4d} {'w' if game.is_white else 'b'} {game.result}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def games_of_table(
    table: Sequence[int],
    places: Sequence[int] | None,
    *,
    is_walkover: bool = False,
    is_half_bye: bool = False,
) -> Mapping[int, Game]:
    """Return what a table of one or two means for each entrant, by seed from 0.

    `places` None: it counts for nobody.

    >>> sorted(games_of_table((4, 2), (1, 1)).items())[0]
    (2, Game(opponent=5, is_white=False, result='='))
    """
    if places is None:
        return {seed: Game(None, False, "Z") for seed in table}
    if len(table) == 1:
        return {table[0]: Game(None, False, "H" if is_half_bye else "U")}
    win, loss = ("+", "-") if is_walkover else ("1", "0")
    games = {}
    for n, seed in enumerate(table):
        # If nobody came, both have lost.
        result = "-" if is_walkover else "="
        if places[n] != places[1 - n]:
            result = win if places[n] < places[1 - n] else loss
        games[seed] = Game(table[1 - n] + 1, n == 0, result)
    return games


POINTS = {
    **dict.fromkeys("1+U", Fraction(1)),
    **dict.fromkeys("=H", Fraction(1, 2)),
    **dict.fromkeys("0-Z", Fraction(0)),
}


def build_lines(
    entrants: Sequence[tuple[int, str, int]],
    rounds: Sequence[Sequence[Mapping[int, Game]]],
    ranks: Mapping[int, int],
) -> tuple[Line, ...]:
    """Return the lines of entrants (seed, name, rating) with the tables of each round.

    Points are the usual ones of the format: 1, a half, 0.
    """
    games_by_round: list[dict[int, Game]] = [
        {seed: game for table in tables for seed, game in table.items()} for tables in rounds
    ]
    nothing = Game(None, False, "Z")
    lines = []
    for seed, name, rating in entrants:
        games = tuple(games_of_round.get(seed, nothing) for games_of_round in games_by_round)
        points = sum((POINTS[game.result] for game in games), Fraction())
        lines.append(Line(seed + 1, name, rating, points, ranks.get(seed, seed + 1), games))
    return tuple(lines)
