"""Ratings for any number at a table: Weng and Lin's Plackett-Luce model, by openskill.

A rating is a belief about somebody's strength: its mean and how uncertain that is. Everybody begins
at 25 ± 8.33; what is shown is multiplied by SHOWN, so that a beginner stands at 1500.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from openskill.models import PlackettLuce

MEAN, DEVIATION = 25.0, 25.0 / 3
SHOWN = 60
# Uncertainty never falls below this, so that a rating goes on following its player.
LEAST_DEVIATION = 1.0


class Rating(msgspec.Struct, frozen=True):
    """A belief about how strong somebody is."""

    mean: float = MEAN
    deviation: float = DEVIATION

    @property
    def shown(self) -> int:
        """The mean as people read it, 1500 for a beginner."""
        return round(self.mean * SHOWN)

    @property
    def margin(self) -> int:
        """Twice the deviation as people read it: the true value is within with 95 in 100."""
        return round(2 * self.deviation * SHOWN)

    @property
    def is_settled(self) -> bool:
        """Whether enough is known to put the player into a list of the best."""
        return self.deviation <= DEVIATION / 2


_MODEL = PlackettLuce(mu=MEAN, sigma=DEVIATION)


def rate_match(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return everybody's rating after a match in which they came to these places; ties are even."""
    teams = [[_MODEL.rating(mu=one.mean, sigma=one.deviation)] for one in before]
    after = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, max(team[0].sigma, LEAST_DEVIATION)) for team in after]


def only_up(before: Rating, after: Rating) -> Rating:
    """What a substitute's rating becomes: a match they came to late can only help them."""
    return after if after.mean > before.mean else before


def only_down(before: Rating, after: Rating) -> Rating:
    """What a leaver's rating becomes: what others made of their seat cannot help them."""
    return after if after.mean < before.mean else before
