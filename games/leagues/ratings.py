"""Ratings for matches of any size: the Plackett-Luce model of Weng and Lin, by openskill.

A rating estimates a player's strength: its mean and its uncertainty. Everybody starts at 25 ± 8.33;
displayed values are multiplied by DISPLAY_SCALE, so that a beginner has 1500.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from openskill.models import PlackettLuce

MEAN, DEVIATION = 25.0, 25.0 / 3
DISPLAY_SCALE = 60
# Lower bound of the uncertainty, so that a rating keeps following its player.
MIN_DEVIATION = 1.0
# The deviation up to which a rating is certain enough for a list of the best.
SETTLED_BELOW = DEVIATION / 2


class Rating(msgspec.Struct, frozen=True):
    """An estimate of a player's strength."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def shown(self) -> int:
        """The displayed mean, 1500 for a beginner."""
        return round(self.mean * DISPLAY_SCALE)

    @property
    def margin(self) -> int:
        """Twice the displayed deviation: a 95% confidence interval."""
        return round(2 * self.deviation * DISPLAY_SCALE)

    @property
    def is_settled(self) -> bool:
        """Whether the estimate is certain enough for a list of the best."""
        return self.deviation <= SETTLED_BELOW


_MODEL = PlackettLuce(mu=MEAN, sigma=DEVIATION)


def rate_match(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return everybody's rating after a match with these places; ties share a place."""
    teams = [[_MODEL.rating(mu=rating.mean, sigma=rating.deviation)] for rating in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, max(team[0].sigma, MIN_DEVIATION)) for team in after]


def only_up(before: Rating, after: Rating) -> Rating:
    """Return a substitute's rating: a match they joined late cannot lower it."""
    return after if after.mean > before.mean else before


def only_down(before: Rating, after: Rating) -> Rating:
    """Return the rating of a player who left: what others did with their seat cannot raise it."""
    return after if after.mean < before.mean else before
