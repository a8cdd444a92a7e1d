"""Read the number of an answer with remarks beside it: “2. Sorry it took so long”, “Tough one: 2”.

The number stands first or last, alone between its marks, and nothing else in the line speaks of a
move, a condition, an amount or a time.
"""

from __future__ import annotations

import re

from msgspec import Struct

from games.engine import notation
from games.engine.contract import Decision, Refused
from games.engine.notation import Reading, Tokens
from games.replies.lines import natural_answers, number_words, praise, small_talk
from games.replies.lines.attempts import MIN_NAME_LENGTH
from games.replies.lines.question_words import QuestionWords
from games.replies.lines.spoken_answers import read_spoken

# What separates a number from a remark.
_MARKS = re.compile(r"\s{0,9}([,;:!…–—()]|\.{1,9}(?=\s|$)|\s-(?=\s))[\s,;:!…–—().]{0,9}")
# “2 haha tiens”, “12 - nice lord”: a number and what may be a remark on it.
_NUMBER_AND_REMARK = re.compile(r"\W{0,3}(\d{1,3})(?=\s|[,.!…]\s)")
# “1) hello”, an item of a list of the writer's.
_ITEM = re.compile(r"\s{0,9}\d{1,3}\)")
# Words of time that are none.
_ABOVE_ALL = re.compile(
    r"\b(?:avant tout|vor allem|first of all|above all|after all|before anything else)\b", re.I
)
MAX_PIECES = 6
MAX_REMARK_WORDS = 14
# Minimum number of words of a remark behind a full stop: “2. November” and “2. Runde” are none.
MIN_SENTENCE_WORDS = 3
# Words about making up one's mind, and those that may stand around them.
_DELIBERATES = small_talk.list_words(
    """
    thinking thought thoughts consideration considering deliberation decided decision tough hard
    difficult tricky easy choice pondering weighing regret regrets überlegen überlegung grübeln
    nachdenken entschieden entscheidung entschluss schwierig schwer leicht einfach knifflig réfléchi
    réflexion réfléchir décidé décision dur difficile facile choix
    """
)
_AROUND_THOUGHTS = small_talk.list_words(
    """
    after a an lot of some much long longer good careful about on over this that it is was has been
    one i we have ve my mind made up finally at last very quite so pretty really rather all with a
    nach langem langer langes reiflicher viel gut lange hin und her habe hab haben ich wir mich uns
    das es war ist sehr ganz ziemlich schon echt ein eine einen mein meine endlich
    après mûre longue bien long y avoir j ai c était est un une ce cette très assez vraiment mon ma
    enfin je suis me
    """
)
# Words that begin a sentence behind a number. Others may belong to it: “2. Mannschaft gewann”.
_BEGINS_SENTENCE = small_talk.list_words(
    """
    i we it that this what such hope sorry had there everything ich wir es das was hoffe hoffentlich
    entschuldige entschuldigung tut hier je j nous il c ça cela quel quelle désolé désolée pardon
    """
)
# Words that make something else of a sentence than a remark: conditions, amounts, times, what
# others say, what is still to be found out, and judgements that speak against a move.
NO_REMARK = small_talk.DOUBTS | small_talk.list_words(
    """
    assuming provided providing given after later tomorrow tonight soon next yesterday otherwise
    else said says say told tell asks ask asked check wonder wonders suppose supposed guess would
    decide choose call pick wish test testing try trying theory theoretically hypothetically case
    bad terrible awful horrible stupid worse worst better best impossible risky dangerous mad crazy
    wrong around almost nearly over under many few much too points point cards card pearls days
    hour hours week weeks minutes minute o'clock pm am euros percent years old people players rounds
    turns page chapter room gate flight platform street floor number left live meant kidding joking
    vorausgesetzt sofern morgen später nachher gestern sonst sagt sagte sag meint würde frage fragen
    schaue prüfe entscheide wähl versuche test theoretisch hypothetisch schlecht schlechter
    dumm schlimm besser etwa ungefähr fast viele wenige zu mehr weniger punkte karten karte perlen
    tage stunden wochen minuten uhr euro prozent jahre leute spieler runden züge seite zimmer gleis
    straße stock wohne wohnen scherz spaß
    demain tard pourvu condition sinon dit dis dirait demande demander vérifie essaie essai théorie
    hypothèse cas mauvais mauvaise nul nulle bête pire mieux risqué environ presque trop peu moins
    points cartes carte perles jours heures heure semaines minutes fois euros ans gens joueurs tours
    page chambre quai rue étage habite habitons blague plaisante
    """
)


class _Piece(Struct, frozen=True):
    """A part of a line, with the mark before it."""

    text: str
    mark: str


def read_with_praise(question: QuestionWords, line: str) -> Reading | None:
    """Return the answer of a number with a remark behind it that names no other answer."""
    number = _NUMBER_AND_REMARK.match(line)
    if number is None or not 1 <= int(number[1]) <= len(question.offered):
        return None
    remark = line[number.end() :]
    decision = question.offered[int(number[1]) - 1]
    tokens = notation.split_words(remark)
    if not praise.is_remark(remark) or question.background.is_request(remark):
        return None
    if not question.attempts.forms.isdisjoint(tokens):
        return None
    return None if _names_other(question, tokens, decision) else Reading(decision, True, True)


def read_with_remark(question: QuestionWords, line: str) -> Reading | None:
    """Return the answer of a number with remarks beside it that name no other answer.

    None if there is no such number.
    """
    pieces = _list_pieces(line)
    if not 1 < len(pieces) <= MAX_PIECES or notation.is_question(line) or _ITEM.match(line):
        return None
    decisions = [_choose(question, piece.text) for piece in pieces]
    places = [at for at, decision in enumerate(decisions) if decision]
    if len(places) != 1:
        return None
    [at] = places
    decision = decisions[at]
    assert decision is not None
    others = [piece for piece in pieces if piece is not pieces[at]]
    is_first = all(map(_is_courtesy, pieces[:at])) and len(pieces) > at + 1
    harmless = all(
        _is_remark(piece.text)
        or (is_first and _is_sentence(piece))
        or _is_of_hint(question, piece.text, decision)
        for piece in others
    )
    if any(small_talk.is_meeting(piece.text) for piece in others):
        # “See you on Nov. 2”
        return None
    if not harmless or any(_speaks_of_moves(question, piece.text, decision) for piece in others):
        return None
    return Reading(decision, True, True)


def _list_pieces(line: str) -> list[_Piece]:
    """Return the parts of a line between marks, without empty ones."""
    texts = _MARKS.split(line[: notation.MAX_CHARACTERS])
    marks = ["", *(mark.strip()[:1] for mark in texts[1::2])]
    pieces: list[_Piece] = []
    for text, mark in zip(texts[::2], marks, strict=True):
        if not any(map(str.isalnum, text)):
            continue
        joined_text = f"{pieces[-1].text} {text.strip()}" if pieces and mark == "," else ""
        if joined_text and small_talk.is_excuse(joined_text):
            # “Sorry it took so long, the kids were ill”
            pieces[-1] = _Piece(joined_text, pieces[-1].mark)
        else:
            pieces.append(_Piece(text.strip(), mark))
    return pieces


def _choose(question: QuestionWords, text: str) -> Decision | None:
    """Return the answer that a part of a line chooses by its number, and by nothing else."""
    if not any(map(str.isdigit, text)):
        return None
    try:
        reading = question.parse(text)
    except Refused:
        try:
            reading = read_spoken(question, text) or Reading(Decision(""), False, False)
        except Refused:
            return None
    return reading.decision if reading.by_number else None


def _is_courtesy(piece: _Piece) -> bool:
    return small_talk.is_phrase(piece.text) or small_talk.is_apology(piece.text)


def _is_remark(text: str) -> bool:
    """Return whether a part of a line is a courtesy, an excuse, praise, or about a decision.

    >>> [_is_remark(text) for text in ("After a lot of thinking", "sorry, the kids were ill")]
    [True, True]
    >>> [_is_remark(text) for text in ("in theory", "too many", "Bus", "said Bob", "nice card")]
    [False, False, False, False, True]
    """
    if small_talk.is_retraction(text):
        return False
    if small_talk.is_phrase(text) or small_talk.is_apology(text) or small_talk.is_excuse(text):
        # A mere “sorry” may take the number back.
        return True
    words = set(notation.split_words(text))
    deliberates = bool(words & _DELIBERATES) and words <= _DELIBERATES | _AROUND_THOUGHTS
    return deliberates or praise.is_remark(f", {text}")


def _is_of_hint(question: QuestionWords, text: str, decision: Decision) -> bool:
    """Return whether a part of a line has only words of an answer and its hint: “1, gratuit”."""
    texts = dict(zip(map(str, question.offered), question.described, strict=True))
    words = [word for word in notation.tokenize_line(text) if word not in small_talk.PARTICLES]
    has_name = any(len(word) >= MIN_NAME_LENGTH and word.isalpha() for word in words)
    return has_name and set(words) <= set(texts.get(str(decision), ()))


def _is_sentence(piece: _Piece) -> bool:
    """Return whether what stands behind a full stop is a sentence of its own, and harmless."""
    words = notation.split_words(_ABOVE_ALL.sub("", piece.text))
    return (
        piece.mark in (".", "!", "…")
        and MIN_SENTENCE_WORDS <= len(words) <= MAX_REMARK_WORDS
        and words[0] in _BEGINS_SENTENCE
        and all(word.isalpha() and word not in number_words.NUMBERS for word in words)
        and NO_REMARK.isdisjoint(words)
        and not small_talk.is_retraction(piece.text)
    )


def _speaks_of_moves(question: QuestionWords, text: str, decision: Decision) -> bool:
    """Return whether a part of a line has a verb of the game, a request, or another name."""
    if small_talk.is_phrase(text) or small_talk.is_excuse(text):
        return False
    words = notation.split_words(text)
    if question.background.is_request(text) or not question.attempts.forms.isdisjoint(words):
        return True
    return _names_other(question, words, decision)


def _names_other(question: QuestionWords, words: Tokens, decision: Decision) -> bool:
    """Return whether words name something of the game that is not in an answer."""
    own = {
        word
        for lexicon in question.lexicons
        for word in notation.tokenize_line(notation.format_decision(decision, lexicon))
    }
    others = (question.names | question.background.game_names) - own - natural_answers.COMMON
    return any(word in others and len(word) >= MIN_NAME_LENGTH for word in words)
