"""What the table votes on, in words for one seat."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from games import queries
from games.models import Ballot, Match, Vote

Kind, Outcome = Vote.Kind, Vote.Outcome

UNDONE: dict[str, Any] = {
    Outcome.OPEN: "",
    Outcome.PASSED: gettext_lazy("The move of %(name)s is taken back."),
    Outcome.FAILED: gettext_lazy("The move of %(name)s stands."),
    Outcome.LAPSED: gettext_lazy("The move of %(name)s had been taken back before."),
}


class Told(msgspec.Struct, frozen=True):
    """One vote: what is wished for, what it is about, how it ended ("" while it is open).

    `ballot` is the reader's own, None if it is no question to them.
    """

    row: Vote
    wish: str
    details: tuple[str, ...]
    silence: str
    ended: str
    ballot: Ballot | None


def told(match: Match, seat: int, vote_id: Any, language: str) -> Told:
    """One vote of the match (its seats prefetched) as `seat` may know it."""
    return _told(match, seat, match.votes.get(pk=vote_id), language)


def open_votes(match: Match, seat: int, language: str) -> list[Told]:
    """The votes that are not decided yet, the oldest first."""
    rows = match.votes.filter(outcome=Outcome.OPEN).order_by("asked")
    return [_told(match, seat, row, language) for row in rows]


def _told(match: Match, seat: int, row: Vote, language: str) -> Told:
    name = queries.names(match)[row.seat]
    details: tuple[str, ...] = ()
    with override(language):
        match row.kind:
            case Kind.UNDO:
                wish = _("%(name)s would like to take back a move.") % {"name": name}
                details = _move(match, seat, row.facts["ply"], language)
                silence = _("Everybody has to agree; whoever is silent does not.")
                ended = UNDONE[row.outcome] % {"name": name}
    return Told(row, wish, details, silence, ended, row.ballots.filter(seat=seat).first())


def _move(match: Match, seat: int, ply: int, language: str) -> tuple[str, ...]:
    """What the seat was told of the move; a sealed answer stays one."""
    story = queries.history(match, seat, language, after=ply - 1)
    sentences = next((move.sentences for move in story if move.ply == ply), ())
    return sentences or (_("It is a sealed answer, which is not told."),)
