"""The score sheet of a match: who has how many points, and for what."""

from __future__ import annotations

from typing import Any

from games.models import Match
from games.presentation import boards, labels
from games.queries import matches
from games.titles import GAMES


def score_sheet_for_match(match: Match, language: str) -> dict[str, Any]:
    """One column a seat, the winner first, and one row a line; {} while the match runs.

    `rows` are (words, what the line counts, points by column), points None where a seat has no such
    line.
    """
    outcome = matches.match_outcome(match)
    if outcome is None:
        return {}
    words = GAMES[match.game].list_words(language)
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place or 0, seat.number))
    lines = [dict(outcome.lines[seat.number]) if outcome.lines else {} for seat in seats]
    codes = dict.fromkeys(code for column in lines for code in column)
    guide = boards.GUIDES.get(match.game)
    return {
        "seats": seats,
        "rows": [
            (
                labels.translate_code(code, words),
                guide.explain_score_line(code, language) if guide else "",
                [column.get(code) for column in lines],
            )
            for code in codes
        ],
        "has_scores": bool(outcome.scores),
    }
