"""Propose the answer that a line which cannot be read is written most like. It is never played."""

from __future__ import annotations

from difflib import get_close_matches

from games.engine import notation
from games.engine.notation import Tokens
from games.replies import natural_answers, small_talk
from games.replies.line_reader import LineReader

# How alike two words have to be to count as one misspelt, and the share of an answer's words that
# have to stand in a line for the answer to be proposed.
MIN_LIKENESS, MIN_ALIKE = 0.75, 0.5
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
    shares = [_share_alike(notation.tokenize_line(written), said) for written in listed]
    if max(shares, default=0) < MIN_ALIKE:
        shares = [max(_share_alike(hint, said), _share_alike(said, hint)) for hint in reader.hints]
        # Hints are long, and most of their words common.
        shares = [share if share >= MIN_ALIKE_HINT and len(said) > 1 else 0 for share in shares]
    most = max(shares, default=0)
    # Two may be equally near.
    return listed[shares.index(most)] if most >= MIN_ALIKE and shares.count(most) == 1 else ""


def _share_alike(words: Tokens, said: Tokens) -> float:
    """Return the share of words that stand in `said`, perhaps misspelt."""
    alike = sum(bool(get_close_matches(word, said, 1, MIN_LIKENESS)) for word in words)
    return alike / max(len(words), 1)
