"""A player's ratings, each with a plot of its history as SVG; the style sheet sets the colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from django.utils.translation import gettext as _

from games.leagues.ratings import DISPLAY_SCALE, Rating
from games.models import Player, RatingStep
from games.presentation import labels
from games.titles import GAMES

# Size and margins of the plot in SVG units, about those of its card in pixels.
WIDTH, HEIGHT, LEFT, EDGE = 290, 130, 40, 10
# Maximum number of matches in the plot.
MOST = 200
# Distances of grid lines in points, and how many of them fit at most into the plot.
STEPS, MOST_STEPS = (50, 100, 200, 500, 1000), 5


@dataclass(frozen=True)
class Plot:
    """The rating in one game; `line` and `band` are SVG points, "" if there is only one match."""

    # The game and the rating: “Abyss: 1543 ± 967”.
    heading: str
    matches: int
    is_settled: bool
    words: str
    line: str
    band: str
    grid: tuple[tuple[float, int], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT


def rating_plots_for_player(player: Player) -> list[Plot]:
    """Return the ratings of a player by game, in the order of GAMES; house bots have none."""
    rows = {row.game: row for row in player.ratings.all()}
    return [
        _build_plot(player, name, Rating(rows[name].mean, rows[name].deviation), rows[name].matches)
        for name in GAMES
        if name in rows
    ]


def _build_plot(player: Player, name: str, now: Rating, matches: int) -> Plot:
    steps = RatingStep.objects.filter(player=player, match__game=name).order_by("-rated_at", "-pk")
    course = [Rating(row.mean, row.deviation) for row in steps[:MOST]][::-1]
    if matches == len(course):
        course = [Rating(), *course]
    title = GAMES[name].title
    first = course[0].shown if course else now.shown
    facts = {"game": title, "first": first, "last": labels.describe_rating(now)}
    words = _("Rating in %(game)s over time, from %(first)s to %(last)s") % facts
    line, band, grid = _draw_curve_and_grid(course) if len(course) > 1 else ("", "", ())
    heading = labels.after_colon(title, labels.describe_rating(now))
    return Plot(heading, matches, now.is_settled, words, line, band, grid)


def _draw_curve_and_grid(
    course: Sequence[Rating],
) -> tuple[str, str, tuple[tuple[float, int], ...]]:
    low = min(rating.mean - 2 * rating.deviation for rating in course)
    high = max(rating.mean + 2 * rating.deviation for rating in course)

    def x(n: int) -> float:
        return round(LEFT + (WIDTH - LEFT) * n / (len(course) - 1), 1)

    def y(value: float) -> float:
        return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (value - low) / (high - low), 1)

    line = [(x(n), y(rating.mean)) for n, rating in enumerate(course)]
    above = [(x(n), y(rating.mean + 2 * rating.deviation)) for n, rating in enumerate(course)]
    below = [(x(n), y(rating.mean - 2 * rating.deviation)) for n, rating in enumerate(course)]
    least, most = low * DISPLAY_SCALE, high * DISPLAY_SCALE
    step = next(
        rating for rating in STEPS if most - least <= rating * MOST_STEPS or rating == STEPS[-1]
    )
    values = range(ceil(least / step) * step, floor(most) + 1, step)
    grid = tuple((y(value / DISPLAY_SCALE), value) for value in values)
    return _format_svg_points(line), _format_svg_points([*above, *below[::-1]]), grid


def _format_svg_points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
