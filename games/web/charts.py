"""Charts of a match's measures over time, as SVG; the style sheet sets the colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.analysis import Summary
from games.models import Match
from games.presentation import analyses, boards, history
from games.presentation.history import Series
from games.queries import matches
from games.services import replays

# Size and margins of the chart in SVG units; it is as wide as the page.
WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 12, 24
# Maximum number of turning points that are named.
MOST_TURNS = 3
# Number of grid intervals on each axis.
STEPS = 4


@dataclass(frozen=True)
class Curve:
    """One player's curve: its points in SVG notation, the end of the line, and the last value."""

    seat: int
    name: str
    points: str
    x: int
    y: int
    last: int


@dataclass(frozen=True)
class Turn:
    """A turning point: from this ply on another player leads."""

    ply: int
    name: str
    x: int
    y: int


@dataclass(frozen=True)
class Chart:
    """A measure over time. `grid` is (y, value), `ticks` (x, ply), `last` the last ply."""

    words: str
    curves: tuple[Curve, ...]
    grid: tuple[tuple[int, int], ...]
    ticks: tuple[tuple[int, int], ...]
    last: int
    turns: tuple[Turn, ...] = ()
    width: int = WIDTH
    height: int = HEIGHT


def build_match_charts(match: Match, language: str, *, upto: int) -> list[Chart]:
    """Return the charts of the game's measures up to a ply.

    [] for a game without measures, or if the current rules do not lead to the stored states.
    """
    chart = boards.CHARTS.get(match.game)
    if chart is None:
        return []
    try:
        measures = history.chart_series(match, upto)
    except replays.ReplayDiverged:
        return []
    names = matches.player_names(match)
    # Nobody leads where all play together.
    has_leads = not matches.is_cooperative(match)
    return [
        _build_chart(
            chart.name_measure(series.name, language),
            series,
            names,
            has_turns=has_leads and series is measures[0],
        )
        for series in measures
    ]


def build_lead_chart(match: Match, summary: Summary) -> list[Chart]:
    """Return the chart of the leads that an analysis expected; [] if it has none."""
    series = analyses.build_lead_series(match, summary)
    if series is None:
        return []
    names = matches.player_names(match)
    is_joint = matches.is_cooperative(match)
    words = _("Chance of winning, in percent") if is_joint else _("Expected lead, in points")
    return [_build_chart(words, series, names, has_turns=not is_joint)]


def find_turning_points(series: Series) -> list[tuple[int, int]]:
    """Return the last (ply, seat) at which a player took the lead alone from another.

    >>> find_turning_points(Series("points", (0, 1, 2, 3, 4), ((0, 2, 2, 2, 5), (0, 1, 2, 4, 4))))
    [(1, 0), (3, 1), (4, 0)]
    """
    turns: list[tuple[int, int]] = []
    for ply, values in zip(series.plies, zip(*series.lines, strict=True), strict=True):
        ahead = [seat for seat, value in enumerate(values) if value == max(values)]
        if len(ahead) == 1 and (not turns or turns[-1][1] != ahead[0]):
            turns.append((ply, ahead[0]))
    return turns[-MOST_TURNS:]


def _build_chart(
    words: str, series: Series, names: tuple[str, ...], *, has_turns: bool = False
) -> Chart:
    values = [value for line in series.lines for value in line]
    most, least = _round_up_to_steps(max(1, *values)), -_round_up_to_steps(-min(0, *values))
    last, span = max(1, series.plies[-1]), most - least

    def x(ply: int) -> int:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * ply / last)

    def y(value: float) -> int:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - least) / span)

    curves = tuple(
        Curve(
            seat,
            names[seat],
            " ".join(f"{x(ply)},{y(value)}" for ply, value in _keep_corners(series.plies, line)),
            x(last),
            y(line[-1]),
            line[-1],
        )
        for seat, line in enumerate(series.lines)
    )
    steps = [least + span * n // STEPS for n in range(STEPS + 1)]
    grid = tuple((y(value), value) for value in steps)
    # Fewer for the first moves.
    plies = dict.fromkeys(last * n // STEPS for n in range(STEPS + 1))
    ticks = tuple((x(ply), ply) for ply in plies)
    turns = tuple(
        Turn(ply, names[seat], x(ply), y(series.lines[seat][series.plies.index(ply)]))
        for ply, seat in (find_turning_points(series) if has_turns else ())
    )
    return Chart(words, curves, grid, ticks, last, turns)


def _keep_corners(plies: Sequence[int], values: Sequence[int]) -> list[tuple[int, int]]:
    """Return the points of a curve without those in the middle of a level stretch.

    >>> _keep_corners((0, 1, 2, 3, 4), (5, 5, 5, 7, 7))
    [(0, 5), (2, 5), (3, 7), (4, 7)]
    """
    before, after = (None, *values[:-1]), (*values[1:], None)
    return [
        (ply, value)
        for ply, value, last, following in zip(plies, values, before, after, strict=True)
        if not last == value == following
    ]


def _round_up_to_steps(most: int) -> int:
    """Return the next multiple of the number of steps.

    >>> _round_up_to_steps(63), _round_up_to_steps(3)
    (64, 4)
    """
    return -(-most // STEPS) * STEPS
