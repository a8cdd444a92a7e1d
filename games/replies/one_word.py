"""Read e-mails that are answered with one word: “yes”, “decline”."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from games.engine import notation
from games.engine.notation import Tokens
from games.replies import natural_answers, small_talk

_PIECES = re.compile(r"[,.!;:–—]")
# Maximum number of words behind the one that answers.
MAX_BEHIND = 4


def choose_word(lines: Sequence[str], meanings: Mapping[str, bool]) -> bool | None:
    """Return what the lines of an e-mail say in one word; None if nothing, or if it is doubtful.

    >>> meanings = {"yes": True, "no": False, "2": False}
    >>> [choose_word([line], meanings) for line in ("Yes, gladly!", "No problem", "No thanks")]
    [True, None, False]
    >>> [choose_word([line], meanings) for line in ("yes but", "2 of us", "yes or no", "wait, yes")]
    [None, None, None, None]
    """
    found: set[bool] = set()
    for line in lines:
        if small_talk.is_retraction(line):
            return None
        pieces = [] if notation.is_question(line) else _PIECES.split(line)
        for piece in pieces:
            said = natural_answers.cut_leads(notation.tokenize_line(piece), frozenset(meanings))
            meant = _find_meaning(said, meanings)
            if meant is not None and not small_talk.is_idiom(piece):
                found.add(meant)
            elif small_talk.DOUBTS.intersection(said) and not small_talk.is_talk(piece):
                return None
        if found and small_talk.is_closing(line):
            break
    return found.pop() if len(found) == 1 else None


def _find_meaning(said: Tokens, meanings: Mapping[str, bool]) -> bool | None:
    """Return the meaning of words that begin with one that answers, None if others limit it."""
    if not said or said[0] not in meanings:
        return None
    meant, behind = meanings[said[0]], said[1:]
    if behind and (said[0].isdigit() or (meant and said[0] in small_talk.DOUBTS)):
        return None
    limits = any(word in small_talk.DOUBTS or word.isdigit() for word in behind)
    differs = any(meanings.get(word, meant) != meant for word in behind)
    return None if limits or differs or len(behind) > MAX_BEHIND else meant
