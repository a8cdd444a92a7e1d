"""What a subject says besides the subjects of our own e-mails."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from . import auto_replies

# Maximum number of characters of a subject that are compared.
MAX_LENGTH = 300
# Minimum number of successive words that are ours, if they are not all that we wrote.
MIN_WORDS = 2

# “Re:” in the languages of mail, as a subject begins, or before ours.
_REPLY_MARK = r"(?:re|aw|antw|sv|vs|tr|rif|res|odp|wg|fwd?)\s?:"
_REPLIES = re.compile(_REPLY_MARK, re.IGNORECASE)
_MARK_AT_END = re.compile(rf"(?:^|\s){_REPLY_MARK}$", re.IGNORECASE)


def is_reply_subject(subject: str) -> bool:
    """Return whether a subject begins as that of a reply: a program has put nothing before it."""
    return bool(_REPLIES.match(subject.lstrip()))


def subtract_own_subjects(subject: str, ours: Iterable[str]) -> str:
    """Return a subject without the longest piece that one of our subjects contains, and its “Re:”.

    >>> subtract_own_subjects("Re: [Abyss #7] Boxbe's turn", ["[Abyss #7] Boxbe's turn"])
    ''
    >>> subtract_own_subjects("Boxbe: RE: [abyss #7]  your turn", ["[Abyss #7] Your turn"])
    'Boxbe:'
    """
    words = subject[:MAX_LENGTH].split()
    remainders = [_subtract_words(words, line[:MAX_LENGTH].split()) for line in ours]
    rest = min(remainders, key=len, default=words)
    return " ".join(rest) if rest == words else _MARK_AT_END.sub("", " ".join(rest)).strip()


def has_program_prefix(subject: str, rest: str) -> bool:
    """Return whether a program has put its mark and a colon before a subject: “Automatic reply: …”.

    `rest` is the subject without ours. RFC 5230 §5.8 proposes “Auto: …”.
    """
    if auto_replies.AUTO.match(rest):
        return True
    mark = auto_replies.AWAY.match(rest) and auto_replies.AWAY.match(subject)
    behind = subject[mark.end() :].lstrip() if mark else ""
    ends = subject[: mark.end()].rstrip()[-1:] if mark else ""
    return behind[:1] in (":", "：") or (bool(behind) and ends in (":", "："))


def _subtract_words(words: list[str], ours: list[str]) -> list[str]:
    folded_words = [word.casefold() for word in words]
    folded_ours = [word.casefold() for word in ours]
    match = SequenceMatcher(None, folded_words, folded_ours, autojunk=False).find_longest_match()
    if match.size < min(MIN_WORDS, len(ours) or MIN_WORDS):
        return words
    return words[: match.a] + words[match.a + match.size :]
