"""Charts of a match's measures over time, as SVG; the style sheet sets the colours."""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Match
from games.presentation import boards, history
from games.presentation.history import Series
from games.queries import matches
from games.services import replays

# Size and margins of the chart in SVG units; it is as wide as the page.
WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 34, 12, 12, 24
# Number of grid intervals on each axis.
STEPS = 4


@dataclass(frozen=True)
class Curve:
    """One player's curve: its points in SVG notation, the end of the line, and the last value."""

    seat: int
    name: str
    points: str
    x: float
    y: float
    last: int


@dataclass(frozen=True)
class Chart:
    """A measure over time. `grid` is (y, value), `ticks` (x, ply)."""

    words: str
    curves: tuple[Curve, ...]
    grid: tuple[tuple[float, int], ...]
    ticks: tuple[tuple[float, int], ...]
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
        found = history.chart_series(match, upto)
    except replays.Diverged:
        return []
    names = matches.player_names(match)
    return [_build_chart(chart.name_measure(one.name, language), one, names) for one in found]


def _build_chart(words: str, series: Series, names: tuple[str, ...]) -> Chart:
    values = [value for line in series.lines for value in line]
    most, least = _round_up_to_steps(max(1, *values)), -_round_up_to_steps(-min(0, *values))
    last, span = max(1, series.plies[-1]), most - least

    def x(ply: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * ply / last, 1)

    def y(value: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - least) / span, 1)

    curves = tuple(
        Curve(
            seat,
            names[seat],
            " ".join(f"{x(ply)},{y(value)}" for ply, value in zip(series.plies, line, strict=True)),
            x(last),
            y(line[-1]),
            line[-1],
        )
        for seat, line in enumerate(series.lines)
    )
    steps = [least + span * n // STEPS for n in range(STEPS + 1)]
    grid = tuple((y(value), value) for value in steps)
    ticks = tuple((x(last * n // STEPS), last * n // STEPS) for n in range(STEPS + 1))
    return Chart(words, curves, grid, ticks)


def _round_up_to_steps(most: int) -> int:
    """Return the next multiple of the number of steps.

    >>> _round_up_to_steps(63), _round_up_to_steps(3)
    (64, 4)
    """
    return -(-most // STEPS) * STEPS
