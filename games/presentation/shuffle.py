"""What a page says about the shuffle of a match: what was promised, and what came to light."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict

from games.engine import beacon, commitment
from games.models import Match, Seat, Status


def describe_shuffle(match: Match, seat: int | None) -> dict[str, Any]:
    """The promise, the words by name once the cards are dealt with where they came from, which
    public randomness binds the deal, and the secret after the end.

    Before the deal everybody sees their own word alone.
    """
    if not match.secret:
        return {}
    seats = list(match.seats.all())
    mine = next((each for each in seats if each.number == seat), None)
    dealt = match.started_at is not None
    chain, number = beacon.CHAINS.get(match.beacon_chain), match.beacon_round
    return {
        "commitment": commitment.hash_secret(bytes(match.secret)),
        "own_word": mine.word if mine else "",
        "own_source": mine.word_source if mine else "",
        "words": [(each.player.display_name, each.word, each.word_source) for each in seats]
        if dealt
        else [],
        "round_at": beacon.time_of(chain, number) if chain and number else None,
        "lead_seconds": int(beacon.LEAD.total_seconds()),
        "secret": bytes(match.secret).hex() if match.status == Status.FINISHED else "",
    }


def brought_word(posted: QueryDict) -> dict[str, Any]:
    """The word in a form, and whether the browser has drawn it, as services take them."""
    is_drawn = posted.get("word_source") == Seat.WordSource.BROWSER
    source = Seat.WordSource.BROWSER if is_drawn else Seat.WordSource.TYPED
    return {"word": posted.get("word", ""), "word_source": source}
