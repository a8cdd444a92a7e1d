"""Align the words of a reply with those of an e-mail that we sent.

Line breaks do not matter, because programs wrap quoted lines anew. Each word of ours is found at
most once and in order, so that an answer in our own words beside the quoted ones is left over.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

from abyss_site.core.unicode_text import drop_joiners, limit_marks

_WORD = re.compile(r"[^\W_]+")
# Number of words that may only occur once for their place to be certain; fewer where nothing else
# is left between two places that are.
SEQUENCE = 3
MAX_ROUNDS = 8

Words = Sequence[str]


def split_text(text: str) -> list[str]:
    """Return the words and numbers of a text, with case and width folded.

    >>> split_text("> 2 · Recruit the Oracle")
    ['2', 'recruit', 'the', 'oracle']
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", drop_joiners(limit_marks(text)))
    return _WORD.findall(text.casefold())


def align_words(words: Words, email_words: Words) -> list[int]:
    """Return for each word of `words` its index in `email_words`, or -1; indexes increase.

    1. Sequences of words that occur once in both are certain. 2. The longest chain of them that is
    in the same order counts. 3. From each one on, equal words are aligned in both directions.
    4. The same again between two places, where less is needed to occur only once.

    >>> align_words("no a b c a b c d".split(), "a b c d".split())
    [-1, -1, -1, -1, 0, 1, 2, 3]
    """
    places = [-1] * len(words)
    gaps = [(0, len(words), 0, len(email_words), SEQUENCE)]
    for _ in range(MAX_ROUNDS):
        gaps = [inner for gap in gaps for inner in _align_gap(words, email_words, places, gap)]
    return places


Gap = tuple[int, int, int, int, int]


def _align_gap(words: Words, email_words: Words, places: list[int], gap: Gap) -> list[Gap]:
    """Align the words [start, end) of both within a gap, and return the gaps that are left."""
    start, end, ours, ours_end, size = gap
    if size == 0 or start == end or ours == ours_end:
        return []
    chain = _find_chain(_find_anchors(words[start:end], email_words[ours:ours_end], size))
    if not chain:
        return [(start, end, ours, ours_end, size - 1)]
    is_taken = [False] * (ours_end - ours)
    # Backwards first, because the lines of our lists begin with what people answer: a number.
    for step in (-1, 1):
        for at, place in chain[::step]:
            at, place = at + start, place + ours
            if places[at] == place:
                at, place = at + step, place + step
            while (
                start <= at < end and ours <= place < ours_end and words[at] == email_words[place]
            ):
                if places[at] >= 0 or is_taken[place - ours]:
                    break
                places[at], is_taken[place - ours] = place, True
                at, place = at + step, place + step
    return _list_gaps(places, gap)


def _list_gaps(places: list[int], gap: Gap) -> list[Gap]:
    """Return the gaps between places within a gap."""
    start, end, ours, ours_end, size = gap
    gaps: list[Gap] = []
    at, place = start, ours
    for here in [*(at for at in range(start, end) if places[at] >= 0), end]:
        below = places[here] if here < end else ours_end
        if here > at and below > place:
            gaps.append((at, here, place, below, size))
        at, place = here + 1, below + 1
    return gaps


def _find_anchors(words: Words, email_words: Words, size: int) -> list[tuple[int, int]]:
    """Return (index in `words`, index in `email_words`) of `size` words that occur once in both."""
    ours, theirs = _list_sequences(email_words, size), _list_sequences(words, size)
    count_ours, count_theirs = Counter(ours), Counter(theirs)
    places = {sequence: place for place, sequence in enumerate(ours) if count_ours[sequence] == 1}
    return [
        (at, places[sequence])
        for at, sequence in enumerate(theirs)
        if count_theirs[sequence] == 1 and sequence in places
    ]


def _list_sequences(words: Words, size: int) -> list[tuple[str, ...]]:
    return list(zip(*(words[start:] for start in range(size)), strict=False))


def _find_chain(anchors: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest chain of anchors whose places increase."""
    ends: list[int] = []
    tails: list[int] = []
    before = [-1] * len(anchors)
    for number, (_, place) in enumerate(anchors):
        length = bisect_left(ends, place)
        if length == len(ends):
            ends.append(place)
            tails.append(number)
        else:
            ends[length], tails[length] = place, number
        before[number] = tails[length - 1] if length else -1
    chain = []
    number = tails[-1] if tails else -1
    while number >= 0:
        chain.append(anchors[number])
        number = before[number]
    return chain[::-1]
