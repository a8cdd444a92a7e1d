"""How long a match will take: its hand-offs, times what people take to answer."""

from __future__ import annotations

from datetime import timedelta

from games.engine.contract import AnyGame

# Hours of the wall clock from a question to its answer. That of three days is what comes of the
# habits in `bench pace`: a median of three waking hours, and nights. The others are estimates.
ANSWER: dict[str, float] = {
    "live": 0.05,
    "day": 5,
    "three_days": 9,
    "week": 20,
    "correspondence": 10,
}


def estimate_duration(game: AnyGame, seats: int, pace: str) -> timedelta | None:
    """How long a match of people takes, None if nobody has counted its hand-offs."""
    many = game.hand_offs.get(seats)
    return None if many is None else timedelta(hours=many * ANSWER[pace])
