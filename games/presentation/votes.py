"""Votes in words, for one seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, override

from games.engine.text import format_number
from games.models import Ballot, Match, Status, Vote
from games.presentation import labels
from games.queries import matches, move_log
from games.services.play import ballots, endings

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

END_RESULTS: dict[str, str | Promise] = {
    Outcome.OPEN: "",
    Outcome.PASSED: gettext_lazy("The players agree to end the match with these places."),
    Outcome.FAILED: gettext_lazy("The players do not agree to end the match."),
    Outcome.LAPSED: gettext_lazy("The match is over."),
    Outcome.WITHDRAWN: TAKEN_BACK,
}
ANNULMENT_RESULTS = END_RESULTS | {
    Outcome.PASSED: gettext_lazy("The players agree to annul the match."),
}
# What is said at the end of each kind of vote.
RESULTS: dict[str, dict[str, str | Promise]] = {
    Kind.UNDO: UNDO_RESULTS,
    Kind.EXTENSION: EXTENSION_RESULTS,
    Kind.PAUSE: PAUSE_RESULTS,
    Kind.RESUME: RESUMPTION_RESULTS,
    Kind.END: END_RESULTS,
    Kind.END_UNRATED: END_RESULTS,
    Kind.ANNUL: ANNULMENT_RESULTS,
}
# What others have asked for.
REQUESTS: dict[str, str | Promise] = {
    Kind.UNDO: gettext_lazy("%(name)s would like to take back a move."),
    Kind.EXTENSION: gettext_lazy("%(name)s asks for more time: %(span)s."),
    Kind.PAUSE: gettext_lazy("%(name)s asks for a pause of the match: %(span)s."),
    Kind.RESUME: gettext_lazy("%(name)s would like the match to go on."),
    Kind.END: gettext_lazy("%(name)s would like to end the match with the places as they stand."),
    Kind.END_UNRATED: gettext_lazy(
        "%(name)s would like to end the match with the places as they stand, unrated."
    ),
    Kind.ANNUL: gettext_lazy("%(name)s would like to annul the match."),
}

# What the reader has asked for, and its result where that is about the reader.
OWN_WISHES: dict[str, str | Promise] = {
    Kind.UNDO: gettext_lazy("You would like to take back a move."),
    Kind.EXTENSION: gettext_lazy("You ask for more time: %(span)s."),
    Kind.PAUSE: gettext_lazy("You ask for a pause of the match: %(span)s."),
    Kind.RESUME: gettext_lazy("You would like the match to go on."),
    Kind.END: gettext_lazy("You would like to end the match with the places as they stand."),
    Kind.END_UNRATED: gettext_lazy(
        "You would like to end the match with the places as they stand, unrated."
    ),
    Kind.ANNUL: gettext_lazy("You would like to annul the match."),
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
UNANIMOUS = gettext_noop("Everybody has to agree; not answering counts as a no.")

# Lengths that a page offers, in hours.
SPANS = {Kind.EXTENSION: (12, 24, 48, 72, 168), Kind.PAUSE: (48, 72, 168, 336, 504, 720)}
WISHES: dict[str, str | Promise] = {
    Kind.EXTENSION: gettext_lazy("More time for my question"),
    Kind.PAUSE: gettext_lazy("A pause of the match"),
    Kind.RESUME: gettext_lazy("Ask the others to resume"),
    Kind.END: gettext_lazy("With the places as they stand"),
    Kind.END_UNRATED: gettext_lazy("With the places as they stand, unrated"),
    Kind.ANNUL: gettext_lazy("Annulled: it does not count"),
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


def list_possible_ends(match: Match, seat: int | None) -> list[dict[str, object]]:
    """Return the ends that the seat may propose: kind and words; [] if there are none.

    Of a match that changes no rating, one with the places is enough.
    """
    if seat is None or not matches.can_end_by_vote(match):
        return []
    kinds = [Kind.ANNUL]
    if matches.has_current_places(match):
        is_rated = not labels.explain_unrated(match)
        kinds = [Kind.END, *([Kind.END_UNRATED] if is_rated else []), Kind.ANNUL]
        if any(row.bot_took_over_at or row.offered_at for row in match.seats.all()):
            kinds = [Kind.END_UNRATED, Kind.ANNUL]
    return [{"kind": kind.value, "words": WISHES[kind]} for kind in kinds]


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
        Kind.END: _("The others are asked to end the match with the places as they stand."),
        Kind.END_UNRATED: _(
            "The others are asked to end the match with the places as they stand, unrated."
        ),
        Kind.ANNUL: _("The others are asked to annul the match."),
    }
    span = labels.days_or_hours(vote.facts["hours"])
    silence = UNANIMOUS if vote.kind in ballots.UNANIMOUS else AGREE
    return f"{sentences[Kind(vote.kind)] % {'span': span}} {_(silence)}"


def _describe_vote_row(match: Match, seat: int | None, row: Vote, language: str) -> VoteSummary:
    name = matches.player_names(match)[row.seat]
    with override(language):
        silence = _(UNANIMOUS if row.kind in ballots.UNANIMOUS else AGREE)
        facts = {"name": name, "span": labels.days_or_hours(row.facts.get("hours", 0))}
        wish, result = REQUESTS[row.kind] % facts, RESULTS[row.kind][row.outcome] % facts
        if row.seat == seat:
            wish = OWN_WISHES[row.kind] % facts
            result = OWN_RESULTS.get((row.kind, row.outcome), result) % facts
        details = _describe_details(match, seat, row, language)
    ballot = None if seat is None else row.ballots.filter(seat=seat).first()
    return VoteSummary(row, wish, details, silence, result, ballot)


def _describe_details(match: Match, seat: int | None, row: Vote, language: str) -> tuple[str, ...]:
    """Return what an open or decided vote is about: the move, or the places at this time."""
    if row.kind == Kind.UNDO:
        return _describe_undo_move(match, seat, row.facts["ply"], language)
    is_open = row.outcome == Outcome.OPEN and match.status == Status.RUNNING
    if row.kind not in (Kind.END, Kind.END_UNRATED) or not is_open:
        return ()
    outcome, names = endings.find_current_outcome(match), matches.player_names(match)
    return tuple(
        f"{place}. {names[number]}: {format_number(outcome.scores[number])}"
        for place, number in sorted((place, n) for n, place in enumerate(outcome.places))
    )


def _describe_undo_move(match: Match, seat: int | None, ply: int, language: str) -> tuple[str, ...]:
    """Return what the seat was told of the move; a sealed answer stays secret."""
    story = move_log.move_history(match, seat, language, after=ply - 1)
    sentences = next((move.sentences for move in story if move.ply == ply), ())
    return sentences or (_("It is a sealed answer, so it is not shown."),)
