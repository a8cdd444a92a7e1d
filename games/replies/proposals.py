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
    tokens = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
    texts = [notation.format_decision(option, reader.lexicons[0]) for option in reader.offered]
    if natural_answers.names_last(tokens) and texts:
        return texts[-1]
    decision = reader.find_by_part_of_name(tokens)
    if decision is not None and decision in reader.offered:
        return notation.format_decision(decision, reader.lexicons[0])
    words = [notation.tokenize_line(text) for text in texts]
    shares = [_share_alike(answer, tokens) for answer in words]
    if max(shares, default=0) < MIN_ALIKE:
        shares = [
            max(_share_alike(hint, tokens), _share_alike(tokens, hint)) for hint in reader.hints
        ]
        # Hints are long, and most of their words common.
        shares = [share if share >= MIN_ALIKE_HINT and len(tokens) > 1 else 0 for share in shares]
    most = max(shares, default=0)
    nearest = [at for at, share in enumerate(shares) if share == most]
    if len(nearest) > 1:
        # “clean keep piles” is in “clean keep piles reserve Two Temples”, which has more of it.
        own = {at: _share_alike(tokens, words[at]) for at in nearest}
        nearest = [at for at in nearest if own[at] == max(own.values())]
    # Two may be equally near.
    if most < MIN_ALIKE or len(nearest) != 1 or _is_opposite(reader, nearest[0], line):
        return ""
    is_longer = _share_alike(tokens, words[nearest[0]]) < 1
    if is_longer and reader.has_longer(reader.offered[nearest[0]]):
        # “pass, discard all” is no “pass” where “pass discarding …” can be answered.
        return ""
    return texts[nearest[0]]


def _is_opposite(reader: LineReader, at: int, line: str) -> bool:
    """Return whether an answer says no to what a line agrees to, or the other way round."""
    tokens = set(notation.split_words(line))
    agrees = bool(tokens & small_talk.AGREES)
    denies = bool(tokens & natural_answers.DENIES)
    text = notation.format_decision(reader.offered[at], reader.lexicons[0])
    words = set(notation.tokenize_line(text))
    negative = natural_answers.DECLINES | natural_answers.DENIES
    declines = bool(words & negative)
    if declines and agrees and not tokens & negative:
        return True
    return denies and not agrees and not declines and not words & natural_answers.DENIES


def _share_alike(words: Tokens, tokens: Tokens) -> float:
    """Return the share of words that stand in `tokens`, perhaps misspelt."""
    alike = sum(any(map(partial(_is_alike, word), tokens)) for word in words)
    return alike / max(len(words), 1)


def _is_alike(word: str, other: str) -> bool:
    """Return whether a word may be another one misspelt; none is inside another: “non”, “sinon”.

    >>> _is_alike("non", "sinon"), _is_alike("surveyor", "surveior"), _is_alike("sage", "sages")
    (False, True, True)
    """
    if word == other:
        return True
    short, long = sorted((word, other), key=len)
    if short in long and not long.startswith(short):
        return False
    return len(short) >= MIN_MISSPELT and bool(get_close_matches(word, [other], 1, MIN_LIKENESS))
