"""A match at an earlier ply as a seat saw it, and its measures over time."""

from __future__ import annotations

from hashlib import blake2b

from django.core.cache import caches
from msgspec import Struct

from games.engine.contract import AnyChart, View
from games.models import Match, Status
from games.presentation import boards
from games.queries import matches, move_log, states
from games.services import replays
from games.titles import GAMES

# Maximum number of points of a chart.
MAX_POINTS = 120
# Cache lifetime in seconds; entries are keyed by the move that led to them, and stay valid.
CACHE_SECONDS = 3600


class Series(Struct, frozen=True):
    """A measure over time: `lines[seat]` are its values at `plies`."""

    name: str
    plies: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]


def view_at(match: Match, ply: int, seat: int | None) -> View:
    """Return the view of `seat` after `ply` moves (0: the deal). Raises replays.ReplayDiverged.

    From the last final move on it is the present one: step by step, positions would tell when
    sealed answers were given.
    """
    game = GAMES[match.game]
    if ply >= match.ply or (match.status != Status.FINISHED and ply >= move_log.final_ply(match)):
        present: View = game.build_view(states.load_state(match), seat)
        return present
    key = f"view:{_name_of(match, ply)}:{seat}:{game.edition}.{game.revision}"
    view: View | None = caches["memory"].get(key)
    if view is None:
        view = game.build_view(replays.state_at(match, ply), seat)
        caches["memory"].set(key, view, CACHE_SECONDS)
    return view


def _name_of(match: Match, ply: int) -> str:
    """Return a cache key for a position: the id of its move, which is another one after an undo.

    The position on the board needs no statement: its state is at hand. After an undo, other moves
    may lead to the same state; then the chart of the first ones is shown until it is forgotten.
    """
    if ply == match.ply:
        return f"{match.pk.hex}.{blake2b(match.state, digest_size=16).hexdigest()}"
    moves = match.moves.filter(ply=ply).values_list("pk", flat=True)
    return (moves.first() or match.pk).hex


def chart_series(match: Match, upto: int) -> list[Series]:
    """Return the measures of a game up to a ply, from the public view.

    [] for a game without measures. Raises replays.ReplayDiverged.
    """
    chart = boards.CHARTS.get(match.game)
    if chart is None or not upto:
        return []
    game = GAMES[match.game]
    key = f"series:{_name_of(match, upto)}:{game.edition}.{game.revision}"
    series: list[Series] | None = caches["memory"].get(key)
    if series is None:
        series = _compute_chart_series(match, chart, upto)
        caches["memory"].set(key, series, CACHE_SECONDS)
    return series


def _compute_chart_series(match: Match, chart: AnyChart, upto: int) -> list[Series]:
    game, step = GAMES[match.game], -(-upto // MAX_POINTS)
    plies, measures = [], []
    for ply, state in replays.iterate_states(match):
        if ply > upto:
            break
        if ply % step == 0 or ply == upto:
            plies.append(ply)
            measures.append(chart.count_measures(game.build_view(state, None)))
    seats = range(len(matches.player_names(match)))
    return [
        Series(name, tuple(plies), tuple(tuple(m[name][seat] for m in measures) for seat in seats))
        for name in measures[0]
    ]
