"""Propose the answer that a line which cannot be read is written most like. It is never played."""

from __future__ import annotations

from difflib import get_close_matches
from functools import partial

from games.engine import notation
from games.engine.notation import Tokens
from games.replies.lines import natural_answers, small_talk
from games.replies.lines.line_reader import LineReader

# How alike two words have to be to count as one misspelt, and the share of an answer's words that
# have to stand in a line for the answer to be proposed.
MIN_LIKENESS, MIN_ALIKE = 0.75, 0.5
# Words of fewer letters are not taken for misspelt ones: “ne” is not “non”.
MIN_MISSPELT = 3
# The same for the words of its hint, or for those of the line in the hint.
MIN_ALIKE_HINT = 0.9


def find_nearest(reader: LineReader, line: str) -> str:
    """Return the listed answer that is written most like a line; "" if none is.

    Misspelt words count, in any order, also those of its hint; small talk does not.
    """
    said = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
    listed = [notation.format_decision(one, reader.lexicons[0]) for one in reader.offered]
    if natural_answers.names_last(said) and listed:
        return listed[-1]
    named = reader.find_by_part_of_name(said)
    if named is not None and named in reader.offered:
        return notation.format_decision(named, reader.lexicons[0])
    words = [notation.tokenize_line(written) for written in listed]
    shares = [_share_alike(answer, said) for answer in words]
    if max(shares, default=0) < MIN_ALIKE:
        shares = [max(_share_alike(hint, said), _share_alike(said, hint)) for hint in reader.hints]
        # Hints are long, and most of their words common.
        shares = [share if share >= MIN_ALIKE_HINT and len(said) > 1 else 0 for share in shares]
    most = max(shares, default=0)
    nearest = [at for at, share in enumerate(shares) if share == most]
    if len(nearest) > 1:
        # “clean keep piles” is in “clean keep piles reserve Two Temples”, which has more of it.
        own = {at: _share_alike(said, words[at]) for at in nearest}
        nearest = [at for at in nearest if own[at] == max(own.values())]
    # Two may be equally near.
    if most < MIN_ALIKE or len(nearest) != 1 or _is_opposite(reader, nearest[0], line):
        return ""
    is_longer = _share_alike(said, words[nearest[0]]) < 1
    if is_longer and reader.has_longer(reader.offered[nearest[0]]):
        # “pass, discard all” is no “pass” where “pass discarding …” can be answered.
        return ""
    return listed[nearest[0]]


def _is_opposite(reader: LineReader, at: int, line: str) -> bool:
    """Return whether an answer says no to what a line agrees to, or the other way round."""
    said = set(notation.split_words(line))
    agrees = bool(said & small_talk.AGREES)
    denies = bool(said & natural_answers.DENIES)
    written = notation.format_decision(reader.offered[at], reader.lexicons[0])
    words = set(notation.tokenize_line(written))
    negative = natural_answers.DECLINES | natural_answers.DENIES
    declines = bool(words & negative)
    if declines and agrees and not said & negative:
        return True
    return denies and not agrees and not declines and not words & natural_answers.DENIES


def _share_alike(words: Tokens, said: Tokens) -> float:
    """Return the share of words that stand in `said`, perhaps misspelt."""
    alike = sum(any(map(partial(_is_alike, word), said)) for word in words)
    return alike / max(len(words), 1)


def _is_alike(word: str, said: str) -> bool:
    """Return whether a word may be another one misspelt; none is inside another: “non”, “sinon”.

    >>> _is_alike("non", "sinon"), _is_alike("surveyor", "surveior"), _is_alike("sage", "sages")
    (False, True, True)
    """
    if word == said:
        return True
    short, long = sorted((word, said), key=len)
    if short in long and not long.startswith(short):
        return False
    return len(short) >= MIN_MISSPELT and bool(get_close_matches(word, [said], 1, MIN_LIKENESS))
