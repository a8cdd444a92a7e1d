"""Read e-mails that are answered with one word or a few: “yes”, “decline”, “count me in”."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from games.engine import notation
from games.engine.notation import Tokens
from games.replies.lines import natural_answers, small_talk

_PIECES = re.compile(r"[,.!;:–—]|\s-\s")
# Maximum number of words behind the one that answers.
MAX_BEHIND = 4
# Words that agree to what an e-mail of ours proposes, or do not.
_AGREES = """
    yes, yeah, yep, yup, yess, yea, aye, exactly, correct, that's right, right, that's it,
    that's the one, i did,
    yes i did, i do, indeed, precisely, that's what i meant, yes that's what i meant, i meant that,
    i mean that, oui, ouais, exactement, exact, c'est ça, oui c'est ça, c'est bien ça, c'est cela,
    tout à fait, oui tout à fait, c'est ce que je voulais dire, oui c'est ce que je voulais dire,
    ja, jawohl, genau, ja genau, richtig, stimmt, ja stimmt, das stimmt, so ist es, korrekt,
    y, jo, jau, jep, jepp, jup, jupp, joa, ouaip, klar, sure, of course, bien sûr, natürlich,
    do it, yes do it, yes do that, go ahead,
    yes go ahead, oui vas-y, vas-y, allez-y, oui fais ça, fais-le, ja mach das, mach das,
    ja mach mal, mach mal, ja bitte machen, yes that one, that one, yes him, yes her, yes them,
    oui lui, oui elle, oui celui-là, oui celle-là, ja den, ja die, ja das, ja genau die,
    ja genau den, ja genau das,
    das meinte ich, ja das meinte ich, das meine ich, ja das meine ich, das habe ich gemeint
"""
_DISAGREES = "no, nope, not, non, nein, nee, nö"
_AGREEMENTS = {
    " ".join(notation.tokenize_line(phrase)): meaning
    for table, meaning in ((_AGREES, True), (_DISAGREES, False))
    for phrase in table.split(",")
}

Meaning = TypeVar("Meaning")


def choose_word(
    lines: Sequence[str],
    meanings: Mapping[str, Meaning],
    *,
    beside: frozenset[str] | None = None,
) -> Meaning | None:
    """Return what the lines of an e-mail say in one word; None if nothing, or if it is doubtful.

    `meanings` are by word, or by several with blanks between them. Behind it stand at most
    MAX_BEHIND others, and only words of `beside`; None: any.

    >>> meanings = {"yes": True, "no": False, "2": False}
    >>> [choose_word([line], meanings) for line in ("Yes, gladly!", "No problem", "No thanks")]
    [True, None, False]
    >>> [choose_word([line], meanings) for line in ("yes but", "2 of us", "yes or no", "wait, yes")]
    [None, None, None, None]
    >>> choose_word(["Please sign me up"], {"sign me up": True})
    True
    """
    phrases = {tuple(words.split()): meaning for words, meaning in meanings.items()}
    firsts = frozenset(words[0] for words in phrases)
    candidates: set[Meaning] = set()
    for line in lines:
        if small_talk.is_retraction(line):
            return None
        pieces = [] if notation.is_question(line) else _PIECES.split(line)
        for piece in pieces:
            whole = notation.tokenize_line(piece)
            tokens = natural_answers.cut_leads(whole, firsts)
            meaning = _find_meaning(tokens, phrases, beside)
            is_idiom = whole not in phrases and small_talk.is_idiom(piece)
            if meaning is not None and not is_idiom:
                candidates.add(meaning)
            elif small_talk.DOUBTS.intersection(tokens) and not small_talk.is_talk(piece):
                return None
        if candidates and small_talk.is_closing(line):
            break
    return candidates.pop() if len(candidates) == 1 else None


def find_consent(lines: Sequence[str]) -> bool | None:
    """Return whether an e-mail agrees or disagrees, and says no more; None: it says something else.

    >>> find_consent(["Hi,", "Genau, danke!"]), find_consent(["no"])
    (True, False)
    >>> find_consent(["Yes, but 3"]), find_consent(["Yes, take the other one"])
    (None, None)
    """
    courtesies = small_talk.PARTICLES | natural_answers.TRAILS | {"voila"}

    def find(texts: Sequence[str]) -> bool | None:
        return choose_word(texts, _AGREEMENTS, beside=courtesies)

    pieces = [piece for line in lines for piece in _PIECES.split(line) if piece.strip()]
    says_more = any(not small_talk.is_talk(piece) and find([piece]) is None for piece in pieces)
    return None if says_more else find(lines)


def _find_meaning(
    tokens: Tokens, phrases: Mapping[Tokens, Meaning], beside: frozenset[str] | None
) -> Meaning | None:
    """Return the meaning of words that begin with some that answer, None if others limit it."""
    size = next((n for n in range(len(tokens), 0, -1) if tokens[:n] in phrases), 0)
    if not size:
        return None
    meaning, behind = phrases[tokens[:size]], tokens[size:]
    if behind and (tokens[0].isdigit() or (meaning and tokens[0] in small_talk.DOUBTS)):
        return None
    limits = any(word in small_talk.DOUBTS or word.isdigit() for word in behind)
    differs = any(phrases.get((word,), meaning) != meaning for word in behind)
    strays = beside is not None and not beside.issuperset(behind)
    return None if limits or differs or strays or len(behind) > MAX_BEHIND else meaning
