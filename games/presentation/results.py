"""The result of a finished match: who won, in a sentence, and what changed in the ratings."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _
from msgspec import Struct

from games.engine.contract import Outcome
from games.engine.text import format_number
from games.leagues.ratings import Rating
from games.models import Match
from games.queries import matches, ratings

FIRST = 1


class RatingChange(Struct, frozen=True):
    """A player's displayed rating before and after a match."""

    before: int
    after: int

    @property
    def signed(self) -> str:
        """Return the difference with its sign, a loss with a minus sign."""
        difference = self.after - self.before
        return f"{difference:+}".replace("-", "−") if difference else "0"


def describe_result(match: Match, seat: int | None = None) -> str:
    """Return who won and by how much, in a sentence; "" while there is no outcome.

    `seat` is the reader's, None for a spectator.
    """
    outcome = matches.match_outcome(match)
    if match.ruling == Match.Ruling.ANNULLED:
        return _("The players agreed to annul the match.")
    if outcome is None:
        return ""
    names = matches.player_names(match)
    winners = [seat for seat, place in enumerate(outcome.places) if place == FIRST]
    if not winners:
        return _("All players lose.")
    if len(winners) == len(outcome.places) > 1 and not outcome.scores:
        return _("All players win.")
    if seat is not None and winners == [seat]:
        return _describe_own_win(outcome, seat)
    winner_names = _join_names([names[seat] for seat in winners])
    if not outcome.scores:
        return _("%(name)s wins.") % {"name": winner_names}
    score = outcome.scores[winners[0]]
    if len(winners) > 1:
        return _("%(names)s share the win with %(score)s points.") % {
            "names": winner_names,
            "score": format_number(score),
        }
    return _describe_lead(outcome, winner_names, winners[0])


def _describe_own_win(outcome: Outcome, seat: int) -> str:
    """Return that the reader has won alone."""
    if not outcome.scores:
        return _("You win.")
    score, lead = outcome.scores[seat], _find_lead(outcome, seat)
    if lead <= 0:
        return _("You win with %(score)s points, by the tie-break.") % {
            "score": format_number(score)
        }
    return _("You win with %(score)s points, %(lead)s ahead.") % {
        "score": format_number(score),
        "lead": lead,
    }


def _find_lead(outcome: Outcome, winner: int) -> int:
    """Return by how many points the only winner leads; 0 if nobody else is behind."""
    score = outcome.scores[winner]
    others = [
        points for points, place in zip(outcome.scores, outcome.places, strict=True) if place > 1
    ]
    return score - max(others, default=score)


def _describe_lead(outcome: Outcome, name: str, winner: int) -> str:
    """Return the win of a single player, with its lead if there is one in points."""
    score, lead = outcome.scores[winner], _find_lead(outcome, winner)
    if lead <= 0:
        return _("%(name)s wins with %(score)s points, by the tie-break.") % {
            "name": name,
            "score": format_number(score),
        }
    return _("%(name)s wins with %(score)s points, %(lead)s ahead.") % {
        "name": name,
        "score": format_number(score),
        "lead": lead,
    }


def _join_names(names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def list_rating_changes(match: Match) -> dict[UUID, RatingChange]:
    """Return what the match changed, by player; {} for a match that was not rated."""
    return {
        player: RatingChange(before.shown, after.shown)
        for player, (before, after) in ratings.fetch_rating_steps(match, Rating()).items()
    }
