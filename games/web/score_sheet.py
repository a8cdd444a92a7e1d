"""The score sheet of a match."""

from __future__ import annotations

from games.models import Match
from games.presentation import boards, labels, results
from games.queries import matches
from games.titles import GAMES


def score_sheet_for_match(match: Match, language: str, seat: int | None) -> dict[str, object]:
    """Return the score sheet, one column per seat, winner first; {} while the match is running.

    `rows` are (name of the line, what it counts, points by column); points are None where a seat
    does not have the line. `result` says who won; `ratings` are the changes by column, None without
    one, and `own_rating` that of the viewer's `seat`; `agreed`: the players ended it early;
    `unrated` is why the match changes no rating.
    """
    outcome = matches.match_outcome(match)
    if outcome is None:
        return {}
    words = GAMES[match.game].list_words(language)
    seats = sorted(match.seats.all(), key=lambda row: (row.place or 0, row.number))
    lines = [dict(outcome.lines[row.number]) if outcome.lines else {} for row in seats]
    codes = dict.fromkeys(code for column in lines for code in column)
    guide = boards.GUIDES.get(match.game)
    changes = results.list_rating_changes(match)
    return {
        "result": results.describe_result(match),
        "seats": seats,
        "ratings": [changes.get(row.player_id) for row in seats] if changes else [],
        "own_rating": next(
            (changes.get(row.player_id) for row in seats if row.number == seat), None
        ),
        "rows": [
            (
                labels.translate_code(code, words),
                guide.explain_score_line(code, language) if guide else "",
                [column.get(code) for column in lines],
            )
            for code in codes
        ],
        "has_scores": bool(outcome.scores),
        "agreed": match.ruling in (Match.Ruling.AGREED, Match.Ruling.UNRATED),
        "unrated": labels.explain_unrated(match),
    }
