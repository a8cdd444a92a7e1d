"""Read an answer in words with a reason beside it: “keep going, I need a better one”.

The answer stands first and whole. What follows may say why, but nothing that limits it, takes it
back, asks for more, or names anything else in the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from games.engine import notation
from games.engine.contract import Decision, Refused
from games.engine.notation import Reading, Tokens
from games.replies.lines import gist, natural_answers, small_talk
from games.replies.lines.attempts import MIN_NAME_LENGTH
from games.replies.lines.question_words import QuestionWords
from games.replies.lines.spoken_answers import read_spoken

# What may stand between an answer and a reason, and what may end it.
_BREAKS = re.compile(
    r"\s{0,3}(?:[,;:…(]|\.{2,3}|\s[-–—](?=\s)|[.!](?=\s))\s{0,3}"
    r"|\s(?=(?:because|since|car|parce que|weil|denn|pour (?:me|m['’])|um (?:mich|meine))\b)",
    re.IGNORECASE,
)
_ENDS = " .!)…"
MAX_BREAKS = 6
MIN_WORDS, MAX_WORDS = 2, 16
# Words that say no. A reason may have them in a sentence of its own.
_DENIES = small_talk.list_words(
    """
    not don doesn isn didn aren wasn ne n pas plus no nicht kein keine keinen nix sans ohne without
    """
)
# Words that ask or exclaim elsewhere, and those that compare: harmless in a reason.
_HARMLESS = small_talk.list_words(
    "how what why quel quelle quoi pourquoi comment was wie warum think guess glaube denke cannot"
)
# Words that make another sentence of a reason: conditions, choices, times, other people.
LIMITS = (small_talk.DOUBTS - _DENIES - _HARMLESS) | small_talk.list_words(
    """
    assuming provided providing given after later tomorrow tonight soon otherwise else said says say
    told tell would wish theory kidding joking unless only also and too both everything all second
    other another different autre autres andere anderen anderes anderer
    vorausgesetzt sofern morgen später nachher sonst sagt sagte würde nur auch und dazu beide alle
    demain tard plus-tard pourvu condition sinon dit dis dirait seulement aussi et tout tous toutes
    he she his her il elle er sie ihr bob bot
    """
)
# Words that begin a sentence with a “not” in it: “I don't need it”, “mehr geht nicht”.
_SUBJECTS = natural_answers.WRITERS | small_talk.list_words(
    """
    it that this there these those they because since as c ça ce cela on car parce puisque das es
    die der weil denn da mehr weiter mir my mon ma mes mein meine meinen
    """
)
# “Die nehm ich”, “I'll take it”: the end of a sentence whose beginning names the answer.
_RESUMES = re.compile(
    r"(?:[,;:!–—-]|\.{1,3}|…)\s{0,3}(?:(?:und|and|et|so|donc|also|mais|but|aber) )?(?:"
    r"(?:den|die|das|ihn|sie) (\w{3,12}) ich(?: gerne?)?|"
    r"ich (\w{3,12}) (?:ihn|sie|es|den|die|das)|"
    r"(?:i'?ll|i will|i) (\w{3,12}) (?:it|that|him|her|this one|that one)|"
    r"je (?:la |le |l')(\w{3,12})(?: quand même)?)[\s.!]{0,4}$",
    re.IGNORECASE,
)
# Verbs of choosing, where all answers have one verb.
_CHOOSES = small_talk.list_words(
    """
    take have choose pick want nehm nehme will möchte hätte wähle wähl prends choisis veux
    """
)
# Short refusals of what else could be done before a turn ends: “no power”, “not using it”.
_NO_MORE = small_talk.list_words(
    "no nope not kein keine keinen nichts nix nein non pas aucun aucune rien nothing none"
)
MAX_NO_MORE_WORDS = 5


def read_with_reason(question: QuestionWords, line: str) -> Reading | None:
    """Return the answer in words at the start of a line that gives a reason behind it."""
    if notation.is_question(line) or natural_answers.begins_question(line):
        return None
    for answer, rest in reversed([*_iter_parts(line)]):
        reading = _read_in_words(question, answer)
        if reading and _is_reason(question, rest, reading.decision):
            return reading
    return None


def read_resumed(question: QuestionWords, line: str) -> Reading | None:
    """Return the only answer that a sentence names and then takes: “the Sage is good, I'll take
    her”."""
    line = line[: notation.MAX_CHARACTERS].replace("’", "'")
    match = _RESUMES.search(line)
    choices = question.asked.choices
    if match is None or any(choice.slots for choice in choices):
        return None
    words = notation.split_words(line[: match.start()])
    if not 0 < len(words) <= MAX_WORDS or (small_talk.DOUBTS | LIMITS).intersection(words):
        return None
    names = {word for word in question.names if len(word) >= MIN_NAME_LENGTH}
    decision = question.find_by_part_of_name(tuple(word for word in words if word in names))
    if decision is None:
        return None
    verb = set(notation.split_words(next(filter(None, match.groups()))))
    chooses = len({choice.verb for choice in choices}) == 1 and verb <= _CHOOSES
    fits = chooses or verb <= gist.list_forms(question, decision.verb)
    return Reading(decision, False, True) if fits else None


def is_no_more(piece: str) -> bool:
    """Return whether a part of a line refuses whatever else could be done: “nope, no power”.

    >>> [is_no_more(piece) for piece in ("Nope", "no power today", "not yet", "I pass")]
    [True, True, False, False]
    """
    words = notation.split_words(piece)
    if not 0 < len(words) <= MAX_NO_MORE_WORDS or small_talk.is_retraction(piece):
        return False
    limits = LIMITS - _NO_MORE
    return words[0] in _NO_MORE and all(word.isalpha() and word not in limits for word in words)


def _iter_parts(line: str) -> Iterator[tuple[str, str]]:
    """Yield (what may be an answer, what stands behind it) for each break in a line."""
    line = line[: notation.MAX_CHARACTERS]
    for number, match in enumerate(_BREAKS.finditer(line)):
        if number == MAX_BREAKS:
            return
        answer, rest = line[: match.start()], line[match.end() :].rstrip(_ENDS)
        if any(map(str.isalnum, answer)) and any(map(str.isalnum, rest)):
            yield answer, rest


def _read_in_words(question: QuestionWords, text: str) -> Reading | None:
    """Return what words answer in full, None if that is only a number or the start of more."""
    try:
        reading: Reading | None = question.parse(text)
    except Refused:
        try:
            reading = read_spoken(question, text)
        except Refused:
            return None
    if reading is None or reading.by_number or not reading.in_full:
        return None
    return None if question.has_longer(reading.decision) else reading


def _is_reason(question: QuestionWords, text: str, decision: Decision) -> bool:
    """Return whether what follows an answer only says why."""
    words = notation.split_words(text)
    if not MIN_WORDS <= len(words) <= MAX_WORDS or notation.is_question(text):
        return False
    if small_talk.is_retraction(text) or question.background.is_request(text):
        return False
    if LIMITS.intersection(words) or not question.attempts.forms.isdisjoint(words):
        return False
    if _DENIES.intersection(words) and words[0] not in _SUBJECTS:
        return False
    if words[0] in _HARMLESS and not natural_answers.DETERMINERS.intersection(words[1:2]):
        # “Sage: what does it do”, but “buy, what a shell”
        return False
    return _has_own_words_only(question, words, decision)


def _has_own_words_only(question: QuestionWords, words: Tokens, decision: Decision) -> bool:
    """Return whether names and numbers among words are those of an answer or of the question.

    Where more can be said, as in a bid for somebody, there may be no name at all.
    """
    hint = question.background.describe_hint(decision)
    own = set(notation.tokenize_line(hint))
    if not any(c.slots for c in question.asked.choices if c.verb == decision.verb):
        own |= set(gist.list_name_words(question, decision)) | {*question.things[0]}
    others = {
        natural_answers.cut_case(word)
        for word in question.names | question.background.game_names
        if word not in own and len(word) >= MIN_NAME_LENGTH and word not in natural_answers.COMMON
    }
    own_stems = set(map(natural_answers.cut_case, own))
    return not any(
        (word.isdigit() and word not in own)
        or (natural_answers.cut_case(word) in others - own_stems)
        for word in words
    )
