"""The history of a match in words: its moves and its timeline."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils import translation
from django.utils.translation import gettext as _
from msgspec import Struct

from games.models import Match, Move, TimelineEntry, Vote, sql
from games.presentation import labels, moderation
from games.presentation import votes as vote_text
from games.queries import matches, move_log
from games.queries.move_log import MoveSummary

Kind = TimelineEntry.Kind


class Rows(Struct):
    """The rows for a part of the history.

    Votes count from `since_at`, when the move before the part was played; None: no limit.
    """

    moves: Iterable[Move]
    notes: Iterable[TimelineEntry]
    votes: Iterable[Vote]
    since_at: datetime | None = None


def fetch_history(
    match: Match,
    seat: int | None,
    language: str,
    *,
    after: int = 0,
    votes: Sequence[Vote] | None = None,
) -> list[MoveSummary]:
    """Return the moves after ply `after` as `seat` may see them.

    Timeline entries and votes about time and pauses are placed between them. `votes` are the shown
    votes of the match, if loaded.
    """
    # Which entries follow must not depend on moves that the reader may not see.
    after = move_log.last_visible_ply(match, seat, after) if after else 0
    vote_rows = _timed_votes(match, votes)
    part = Rows(
        moves=move_log.fetch_moves(match, after, match.ply),
        notes=sql.fetch_rows(TimelineEntry, sql.TIMELINE_BETWEEN, match.pk, after, match.ply + 1),
        votes=vote_rows,
    )
    if vote_rows and after:
        part.since_at = match.moves.values_list("played_at", flat=True).get(ply=after)
    return describe_history_rows(match, seat, language, part, after=after)


def fetch_moment(match: Match, seat: int | None, language: str, ply: int) -> list[MoveSummary]:
    """Return the move at one ply as `seat` may see it, with what is placed before it."""
    votes = matches.shown_votes(match)
    if _timed_votes(match, votes) or match.timeline.exists():
        # The place of an entry depends on all moves that the reader may see.
        story = fetch_history(match, seat, language, votes=votes)
        return [entry for entry in story if entry.ply == ply]
    return move_log.move_history(match, seat, language, after=ply - 1, upto=ply)


def _timed_votes(match: Match, votes: Sequence[Vote] | None) -> list[Vote]:
    """Return the votes about time and pauses; `votes` are the shown ones, if loaded."""
    votes = matches.shown_votes(match) if votes is None else votes
    return [vote for vote in votes if vote.kind != Vote.Kind.UNDO]


def describe_history_rows(
    match: Match, seat: int | None, language: str, part: Rows, *, after: int = 0
) -> list[MoveSummary]:
    """Return the rows in words, as `seat` may see them; `after` is the ply before them."""
    moves = move_log.describe_moves(match, seat, language, part.moves)
    names = matches.player_names(match)
    agreed_at = {row.decided_at for row in part.votes if vote_text.is_agreed_pause(row)}
    with translation.override(language):
        notes = [
            _place_between_moves(
                moves,
                note.occurred_at,
                after,
                note.seat or 0,
                _describe_own_entry(note, seat) or _describe_timeline_entry(note, names),
            )
            for note in part.notes
            # Who could not be reached concerns nobody else. A kind that is unknown is not guessed.
            if note.kind in Kind.values
            and (note.kind != Kind.UNSENT or note.seat == seat)
            # The vote about a pause tells that the match is paused, and for how long.
            and not (note.kind == Kind.PAUSED and note.occurred_at in agreed_at)
        ]
    # A decision comes before its immediate effects.
    beside = [
        _place_between_moves(moves, at, after, who, sentence)
        for at, who, sentence in vote_text.describe_vote_history(match, seat, language, part.votes)
        if part.since_at is None or at >= part.since_at
    ]
    # A timeline entry comes before the move of its ply.
    beside = sorted(beside + notes, key=lambda entry: entry.played_at)
    return sorted(beside + moves, key=lambda entry: entry.ply)


def _place_between_moves(
    moves: Sequence[MoveSummary], at: datetime, after: int, seat: int, sentence: str
) -> MoveSummary:
    """Return an entry that is placed after the last of the moves up to the instant `at`.

    Not after the very last move, which would reveal how many sealed answers have been given.
    """
    last = max((move.ply for move in moves if move.played_at <= at), default=after)
    return MoveSummary(last + 1, seat, "", at, (sentence,), undone=False)


def _describe_own_entry(note: TimelineEntry, seat: int | None) -> str:
    """Return an entry about the reader; "" for any other."""
    if note.seat is None or note.seat != seat:
        return ""
    match note.kind:
        case Kind.WAITED:
            return _("You ran out of time; the match waits.")
        case Kind.KEPT:
            return _("You ran out of time; a house bot plays until you are back.")
        case Kind.WANTED:
            return _("You ran out of time; your seat is offered to others.")
        case Kind.BACK:
            return _("You are back.")
        case Kind.TAKEN:
            return _("You take the seat of %(other)s.") % {"other": note.text or _("Former player")}
        case Kind.MORE_TIME:
            return _("A moderator gives you more time: %(reason)s") % {"reason": note.text}
    return ""


def _describe_timeline_entry(note: TimelineEntry, names: tuple[str, ...]) -> str:
    name = "" if note.seat is None else names[note.seat]
    match note.kind:
        case Kind.PAUSED:
            return _("The match is paused.")
        case Kind.RESUMED:
            return _("The match goes on.")
        case Kind.WAITED:
            return _("%(name)s ran out of time; the match waits.") % {"name": name}
        case Kind.KEPT:
            sentence = _("%(name)s ran out of time; a house bot plays until they are back.")
            return sentence % {"name": name}
        case Kind.WANTED:
            sentence = _("%(name)s ran out of time; the seat is offered to others.")
            return sentence % {"name": name}
        case Kind.BACK:
            return _("%(name)s is back.") % {"name": name}
        case Kind.TAKEN:
            sentence = _("%(name)s takes the seat of %(other)s.")
            return sentence % {"name": name, "other": note.text or _("Former player")}
        case Kind.RESIGNED:
            sentence = _("%(name)s resigned; a house bot plays on.")
            return sentence % {"name": note.text or _("Former player")}
        case Kind.REPLACED:
            sentence = _("A moderator lets a house bot play on in the seat of %(name)s.")
            return sentence % {"name": note.text or _("Former player")}
        case Kind.DESK:
            return moderation.describe_in_history(note.text, name)
        case Kind.GONE:
            return _("A player has deleted their account; a house bot plays on in their seat.")
        case Kind.MORE_TIME:
            sentence = _("A moderator gives %(name)s more time: %(reason)s")
            return sentence % {"name": name, "reason": note.text}
        case Kind.MAIL_OUTAGE:
            sentence = _(
                "E-mail did not work for %(span)s; the deadlines of questions that are sent by "
                "e-mail were extended by that time."
            )
            return sentence % {"span": labels.span_in_words(int(note.text))}
        case Kind.UNSENT:
            return _("No e-mail with this question could be sent to you, and your time ran out.")
        case Kind.OUTAGE:
            sentence = _(
                "The service was down for %(span)s; every deadline was extended by that time."
            )
            return sentence % {"span": labels.span_in_words(int(note.text))}
    raise ValueError(f"a timeline entry of the unknown kind {note.kind!r}")
