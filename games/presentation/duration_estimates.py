"""Estimate how long a match takes: its number of hand-offs times the usual response time."""

from __future__ import annotations

from datetime import timedelta

from games.engine.contract import AnyGame

# Wall-clock hours from a prompt to its answer. The value for three days follows from the habits in
# `bench pace`: a median of three waking hours, and nights. The others are estimates.
ANSWER: dict[str, float] = {
    "live": 0.05,
    "day": 5,
    "three_days": 9,
    "week": 20,
    "correspondence": 10,
}


def estimate_duration(game: AnyGame, seats: int, pace: str) -> timedelta | None:
    """Return how long a match between people takes, None if its hand-offs have not been counted."""
    many = game.hand_offs.get(seats)
    return None if many is None else timedelta(hours=many * ANSWER[pace])
