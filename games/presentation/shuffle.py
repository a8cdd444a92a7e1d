"""The shuffle of a match for its page: commitment, words, public randomness and secret."""

from __future__ import annotations

from typing import TypedDict

from django.http import QueryDict

from games.engine import beacon, commitment
from games.models import Match, Seat, Status


def describe_shuffle(match: Match, seat: int | None) -> dict[str, object]:
    """Return the commitment, the words and their sources, the public randomness and the secret.

    The words are included once the cards are dealt, the secret after the end. Before the deal
    everybody sees only their own word.
    """
    if not match.secret:
        return {}
    seats = list(match.seats.all())
    mine = next((each for each in seats if each.number == seat), None)
    has_begun = match.started_at is not None
    chain, number = beacon.CHAINS.get(match.beacon_chain), match.beacon_round
    return {
        "commitment": commitment.hash_secret(bytes(match.secret)),
        "own_word": mine.word if mine else "",
        "own_source": mine.word_source if mine else "",
        "words": [(each.player.display_name, each.word, each.word_source) for each in seats]
        if has_begun
        else [],
        "round_at": beacon.round_time(chain, number) if chain and number else None,
        "lead_seconds": int(beacon.LEAD.total_seconds()),
        "secret": bytes(match.secret).hex() if match.status == Status.FINISHED else "",
    }


class ShuffleWord(TypedDict):
    """A word that a player contributes to the shuffle, and where it is from."""

    word: str
    word_source: Seat.WordSource


def parse_shuffle_word(data: QueryDict) -> ShuffleWord:
    """Return the word in a form and its source, as keyword arguments for services."""
    is_drawn = data.get("word_source") == Seat.WordSource.BROWSER
    source = Seat.WordSource.BROWSER if is_drawn else Seat.WordSource.TYPED
    return {"word": data.get("word", ""), "word_source": source}
