"""What a page says about the shuffle of a match: what was promised, and what came to light."""

from __future__ import annotations

from typing import Any

from games.models import Match, Status
from games.rules import commitment


def of(match: Match, seat: int | None) -> dict[str, Any]:
    """The promise, the words by name once the cards are dealt, and the secret after the end.

    Before the deal everybody sees their own word alone.
    """
    if not match.secret:
        return {}
    seats = list(match.seats.all())
    mine = next((each for each in seats if each.number == seat), None)
    dealt = match.started is not None
    return {
        "commitment": commitment.commit(bytes(match.secret)),
        "own_word": mine.word if mine else "",
        "words": [(each.player.display_name, each.word) for each in seats] if dealt else [],
        "secret": bytes(match.secret).hex() if match.status == Status.FINISHED else "",
    }
