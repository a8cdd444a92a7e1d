"""Votes in words, for one seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import assert_never
from uuid import UUID

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, override

from games.models import Ballot, Match, Status, Vote
from games.presentation import labels
from games.queries import matches, move_log

Kind, Outcome = Vote.Kind, Vote.Outcome

TAKEN_BACK = gettext_lazy("%(name)s no longer asks for that.")

UNDO_RESULTS: dict[str, str | Promise] = {
    Outcome.OPEN: "",
    Outcome.PASSED: gettext_lazy("The move of %(name)s is taken back."),
    Outcome.FAILED: gettext_lazy("The move of %(name)s stands."),
    Outcome.LAPSED: gettext_lazy("The move of %(name)s had been taken back before."),
    Outcome.WITHDRAWN: TAKEN_BACK,
}
EXTENSION_RESULTS: dict[str, str | Promise] = {
    Outcome.OPEN: "",
    Outcome.PASSED: gettext_lazy("%(name)s has more time: %(span)s."),
    Outcome.FAILED: gettext_lazy("%(name)s gets no more time."),
    Outcome.LAPSED: gettext_lazy("%(name)s needed no more time."),
    Outcome.WITHDRAWN: TAKEN_BACK,
}
PAUSE_RESULTS: dict[str, str | Promise] = {
    Outcome.OPEN: "",
    Outcome.PASSED: gettext_lazy("The match is paused for %(span)s."),
    Outcome.FAILED: gettext_lazy("The players do not agree to a pause."),
    Outcome.LAPSED: gettext_lazy("The match was paused already, or is over."),
    Outcome.WITHDRAWN: TAKEN_BACK,
}
RESUMPTION_RESULTS: dict[str, str | Promise] = {
    Outcome.OPEN: "",
    Outcome.PASSED: gettext_lazy("The players agree to resume."),
    Outcome.FAILED: gettext_lazy("The pause continues as agreed."),
    Outcome.LAPSED: gettext_lazy("The match has already resumed, or is over."),
    Outcome.WITHDRAWN: TAKEN_BACK,
}

# What the reader has asked for, and its result where that is about the reader.
OWN_WISHES: dict[str, str | Promise] = {
    Kind.UNDO: gettext_lazy("You would like to take back a move."),
    Kind.EXTENSION: gettext_lazy("You ask for more time: %(span)s."),
    Kind.PAUSE: gettext_lazy("You ask for a pause of the match: %(span)s."),
    Kind.RESUME: gettext_lazy("You would like the match to go on."),
}
OWN_RESULTS: dict[tuple[str, str], str | Promise] = {
    (Kind.UNDO, Outcome.PASSED): gettext_lazy("Your move is taken back."),
    (Kind.UNDO, Outcome.FAILED): gettext_lazy("Your move stands."),
    (Kind.UNDO, Outcome.LAPSED): gettext_lazy("Your move had been taken back before."),
    (Kind.EXTENSION, Outcome.PASSED): gettext_lazy("You have %(span)s more."),
    (Kind.EXTENSION, Outcome.FAILED): gettext_lazy("You get no more time."),
    (Kind.EXTENSION, Outcome.LAPSED): gettext_lazy("You needed no more time."),
}
# A request of time that is decided within this time is told by its result alone.
SOON = timedelta(minutes=1)


AGREE = gettext_noop(
    "More than half of the others have to agree; anyone who does not answer agrees."
)

# Lengths that a page offers, in hours.
SPANS = {Kind.EXTENSION: (12, 24, 48, 72, 168), Kind.PAUSE: (48, 72, 168, 336, 504, 720)}
WISHES: dict[str, str | Promise] = {
    Kind.EXTENSION: gettext_lazy("More time for my question"),
    Kind.PAUSE: gettext_lazy("A pause of the match"),
    Kind.RESUME: gettext_lazy("Ask the others to resume"),
}


class VoteSummary(msgspec.Struct, frozen=True):
    """A vote: what is requested, the details, and the result ("" while it is open).

    `ballot` is the reader's own, None if they are not asked.
    """

    row: Vote
    wish: str
    details: tuple[str, ...]
    silence: str
    ended: str
    ballot: Ballot | None


def describe_vote(match: Match, seat: int, vote_id: UUID, language: str) -> VoteSummary:
    """Describe a vote of the match (its seats prefetched) as `seat` may see it."""
    return _describe_vote_row(match, seat, match.votes.get(pk=vote_id), language)


def open_votes(
    match: Match, seat: int, language: str, votes: Sequence[Vote] | None = None
) -> list[VoteSummary]:
    """Return the open votes, oldest first; `votes` are the shown votes of the match, if loaded."""
    rows = matches.shown_votes(match) if votes is None else votes
    is_open = Outcome.OPEN
    return [
        _describe_vote_row(match, seat, row, language) for row in rows if row.outcome == is_open
    ]


def list_possible_votes(match: Match, seat: int | None) -> list[dict[str, object]]:
    """Return what the seat may request: kind, words, and [(hours, span)]."""
    if seat is None or match.status != Status.RUNNING:
        return []
    kinds = [Kind.RESUME] if match.paused_at else [Kind.EXTENSION, Kind.PAUSE]
    return [
        {
            "kind": kind.value,
            "words": WISHES[kind],
            "spans": [(hours, labels.days_or_hours(hours)) for hours in SPANS.get(kind, ())],
        }
        for kind in kinds
    ]


def describe_vote_history(
    match: Match, seat: int | None, language: str, votes: Iterable[Vote]
) -> list[tuple[datetime, int, str]]:
    """Return (instant, seat, sentence) for each request of time or a pause, and for its result.

    `seat` is the reader's, None for a spectator.
    """
    entries = []
    for row in votes:
        texts = _describe_vote_row(match, seat, row, language)
        is_soon = row.decided_at is not None and row.decided_at - row.asked_at <= SOON
        if row.kind != Kind.EXTENSION or not is_soon:
            entries.append((row.asked_at, row.seat, texts.wish))
        if row.decided_at is not None:
            entries.append((row.decided_at, row.seat, texts.ended))
    return entries


def is_agreed_pause(row: Vote) -> bool:
    return bool(row.kind == Kind.PAUSE and row.outcome == Outcome.PASSED)


def pause_until(match: Match) -> datetime | None:
    """Return when an agreed pause ends by itself; None if there is none."""
    if match.paused_at is None:
        return None
    pauses = match.votes.filter(decided_at=match.paused_at).exclude(paused_until=None)
    return pauses.values_list("paused_until", flat=True).first()


def describe_vote_request(vote: Vote) -> str:
    """Describe a request to the requester: what the others are asked, and what silence means."""
    sentences = {
        Kind.EXTENSION: _("The others are asked for more time: %(span)s."),
        Kind.PAUSE: _("The others are asked for a pause: %(span)s."),
        Kind.RESUME: _("The others are asked to go on."),
    }
    span = labels.days_or_hours(vote.facts["hours"])
    return f"{sentences[Kind(vote.kind)] % {'span': span}} {_(AGREE)}"


def _describe_vote_row(match: Match, seat: int | None, row: Vote, language: str) -> VoteSummary:
    name = matches.player_names(match)[row.seat]
    details: tuple[str, ...] = ()
    with override(language):
        silence = _(AGREE)
        facts = {"name": name, "span": labels.days_or_hours(row.facts.get("hours", 0))}
        kind = Kind(row.kind)
        match kind:
            case Kind.UNDO:
                wish = _("%(name)s would like to take back a move.") % facts
                details = _describe_undo_move(match, seat, row.facts["ply"], language)
                silence = _("Everybody has to agree; not answering counts as a no.")
                result = UNDO_RESULTS[row.outcome] % facts
            case Kind.EXTENSION:
                wish = _("%(name)s asks for more time: %(span)s.") % facts
                result = EXTENSION_RESULTS[row.outcome] % facts
            case Kind.PAUSE:
                wish = _("%(name)s asks for a pause of the match: %(span)s.") % facts
                result = PAUSE_RESULTS[row.outcome] % facts
            case Kind.RESUME:
                wish = _("%(name)s would like the match to go on.") % facts
                result = RESUMPTION_RESULTS[row.outcome] % facts
            case _:
                assert_never(kind)
        if row.seat == seat:
            wish = OWN_WISHES[row.kind] % facts
            result = OWN_RESULTS.get((row.kind, row.outcome), result) % facts
    ballot = None if seat is None else row.ballots.filter(seat=seat).first()
    return VoteSummary(row, wish, details, silence, result, ballot)


def _describe_undo_move(match: Match, seat: int | None, ply: int, language: str) -> tuple[str, ...]:
    """Return what the seat was told of the move; a sealed answer stays secret."""
    story = move_log.move_history(match, seat, language, after=ply - 1)
    sentences = next((move.sentences for move in story if move.ply == ply), ())
    return sentences or (_("It is a sealed answer, so it is not shown."),)
