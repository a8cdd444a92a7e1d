"""Tell remarks about a card or a move, as in “12 - nice lord”."""

from __future__ import annotations

import re

from games.engine import notation
from games.replies.lines import small_talk

# Words that begin a remark about a card or a move: “12 - nice lord”, “3, quelle belle carte”.
_REMARKS = small_talk.list_words(
    """
    nice good great fine cool fun funny lovely beautiful pretty cheap strong neat awesome sweet
    excellent perfect wonderful interesting strange exciting joli jolie beau bel belle super bon
    bonne génial géniale excellent excellente parfait parfaite magnifique intéressant intéressante
    drôle sympa chouette schön schöne schöner schönes gut gute guter gutes toll tolle toller tolles
    super starke starker starkes prima klasse nett nette netter nettes cool coole cooler cooles
    interessant interessante lustig witzig billig günstig haha hehe hihi lol mdr ptdr xd tiens tja
    wow
    """
)
# Words that may stand before those.
_BEFORE_REMARKS = small_talk.list_words(
    "what a an such that this it is s looks very really too so quelle quel un une c est ce cette "
    "très trop vraiment das die der ein eine so sehr echt ist sieht was für"
)
# Laughter and surprise, which end what stands before them even without a comma: “2 haha tiens”.
_LAUGHS = small_talk.list_words("haha hahaha hehe hihi lol mdr ptdr xd rofl lmao wow tiens oh ah")
MAX_REMARK_WORDS = 6
_REMARK = re.compile(r"\s{0,3}(?:[,.!…–—-]{1,3}\s|\s)\s{0,3}(?=[^\W\d_])")


def is_remark(text: str) -> bool:
    """Return whether what stands behind a number only remarks on it, with its mark before it.

    It asks for nothing, doubts nothing and has no number; names and verbs are for the caller.

    >>> [is_remark(text) for text in (" - nice lord", " haha tiens", " nice lords", ", but nice")]
    [True, True, False, False]
    """
    mark = _REMARK.match(text)
    tokens = notation.split_words(text)
    if not mark or not 0 < len(tokens) <= MAX_REMARK_WORDS or notation.is_question(text):
        return False
    if small_talk.is_retraction(text) or any(not word.isalpha() for word in tokens):
        return False
    if not mark[0].strip():
        return tokens[0] in _LAUGHS and not small_talk.DOUBTS.intersection(tokens)
    tokens = small_talk.cut_front(text, _BEFORE_REMARKS)
    return tokens[0] in _REMARKS and not (small_talk.DOUBTS - _BEFORE_REMARKS).intersection(tokens)
