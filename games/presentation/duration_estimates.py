"""How long a match will take: its hand-offs, times what people take to answer."""

from __future__ import annotations

from datetime import timedelta

# Hand-offs of a match by seats, as `bench pace` counts them: stops until somebody comes who is not
# at it already, without standing orders. For Abyss the policy “sealed” over forty matches.
HAND_OFFS: dict[str, dict[int, int]] = {
    "abyss": {2: 66, 3: 119, 4: 174},
    "pebbles": {2: 6, 3: 6, 4: 6},
}
# Hours of the wall clock from a question to its answer. That of three days is what comes of the
# habits in `bench pace`: a median of three waking hours, and nights. The others are estimates.
ANSWER: dict[str, float] = {
    "live": 0.05,
    "day": 5,
    "three_days": 9,
    "week": 20,
    "correspondence": 10,
}


def estimate_duration(game: str, seats: int, pace: str) -> timedelta | None:
    """How long a match of people takes, None if nobody has counted its hand-offs."""
    many = HAND_OFFS.get(game, {}).get(seats)
    return None if many is None else timedelta(hours=many * ANSWER[pace])
