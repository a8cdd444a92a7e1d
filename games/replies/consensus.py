"""Find the answer of an e-mail by consensus of its lines: one answers, and no other rivals it.

A greeting, small talk, a name and thanks around the answer do not matter. A second answer, a doubt
or a second thought does: then nothing is played.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from msgspec import Struct

from games.engine import notation
from games.engine.contract import (
    AmbiguousDecision,
    ImpossibleDecision,
    Refused,
    UnreadableDecision,
)
from games.engine.notation import Reading, Tokens
from games.replies.lines import natural_answers, small_talk
from games.replies.lines.line_reader import LineReader

# A line of this length that ends no sentence was wrapped: the next one is its end.
WRAP_WIDTH = 60
# Maximum number of lines above an answer that are neither an answer nor small talk.
MAX_UNKNOWN = 8
# A longer number on a line of its own is no answer, but part of an address or a date.
MAX_DIGITS = 2
# Maximum number of actions in one line.
MAX_CHAIN = 12
# A number on its own between these is a rival: “My bad, 2”.
_PIECES = re.compile(r"[,.;:!–—]\s")
# What separates the actions of one line: “use Sapper 1, then end”, “use Sapper 1 -> end”.
_CHAIN = re.compile(
    r"\s{0,9}(?:->|=>|→|,?\s(?:and |et |und )?(?:then|afterwards|puis|ensuite|dann|danach)\s)\s*"
    r"|\s{0,9},\s+(?:and |et |und )?|\s(?:and|et|und)\s",
    re.IGNORECASE,
)
# Those of them that no single answer has: “build the Forum at 0,-1, then end”.
_THEN = re.compile(
    r"->|=>|→|,\s(?:and |et |und )?(?:then|puis|ensuite|dann|danach)\s", re.IGNORECASE
)
# “Then use Sapper 1”.
_IN_TURN = re.compile(
    r"^\W{0,3}(?:and |et |und )?(?:first|then|next|afterwards|finally|d['’]abord|puis|ensuite|"
    r"enfin|zuerst|dann|danach|zuletzt)\b[\s,:]{1,3}(?=\S)",
    re.IGNORECASE,
)
# “1. use Sapper 1”, one line of a list that the writer has numbered.
_LIST_NUMBER = re.compile(r"\s{0,3}(\d{1,2})[.)]\s+(?=[^\W\d_])")
# “2 ;-)” has one answer.
_WINK = re.compile(r";[-^o']?[)(DPp](?!\w)")
# Maximum number of words of a name below a goodbye.
MAX_NAME_WORDS = 3
# Minimum length of a verb's beginning that counts as an attempt to write the verb.
SHORTEST = 3
# Length of the beginning that all forms of a verb share.
SHORTEST_STEM = 4


class Step(Struct, frozen=True):
    """A line that is to be played.

    A `rival` answers the first question differently; one that `repeats` says the same. One that
    `is_unread` does not answer the first question.
    """

    line: str
    rival: bool = False
    repeats: bool = False
    is_unread: bool = False


class Plan(Struct, frozen=True):
    """The answer of an e-mail, the line that names it, and the steps that follow it."""

    line: str
    reading: Reading
    steps: list[Step]


class LineReading(Struct, frozen=True):
    """A line and what it answers, or why it answers nothing."""

    line: str
    reading: Reading | None = None
    refusal: Refused | None = None


def choose_answer(
    lines: Sequence[str],
    reader: LineReader,
    verbs: set[Tokens],
    *,
    below: Sequence[str] = (),
) -> Plan:
    """Return the one answer that the lines of an e-mail agree on, and the steps behind it.

    `verbs` are those of the game; lines `below` its end cannot answer, but take back an answer.
    Raises UnreadableDecision if no line answers, and AmbiguousDecision if lines rival each other.
    """
    lines = _cut_list_numbers(_cut_signature(lines, reader), reader, verbs)
    meaningful = _iter_meaningful_lines(lines, reader, verbs)
    line_readings = [
        _hear(part, reader) for line in meaningful for part in _split_chain(line, reader, verbs)
    ]
    answers = _find_answers(line_readings, reader)
    if not answers:
        raise _choose_refusal(line_readings, reader, verbs)
    first = answers[0]
    assert first.reading is not None
    at = line_readings.index(first)
    if question := _find_own_question(lines, first):
        raise _refuse_both(first, question, is_doubt=True)
    if reader.has_longer(first.reading.decision):
        for other in (*line_readings[max(at - 1, 0) : at], *line_readings[at + 1 : at + 2]):
            if _may_belong(other, line_readings):
                raise _refuse_both(first, other.line, is_doubt=True)
    for other in line_readings[:at]:
        is_lost = is_attempt(other.line, verbs) or reader.attempts.may_act(other.line)
        if is_lost or at > MAX_UNKNOWN:
            raise other.refusal or _refuse_both(first, other.line)
    for other in line_readings:
        if other is not first and _rivals(other, first, reader):
            raise _refuse_both(first, other.line, is_doubt=other.reading is None)
    for other in line_readings[:at]:
        if reader.attempts.may_be_meant(other.line) and not _says_verb(other.line, first, reader):
            raise other.refusal or _refuse_both(first, other.line)
    for line in below:
        doubts = small_talk.DOUBTS.intersection(notation.split_words(line))
        if doubts and reader.attempts.contradicts(line):
            raise _refuse_both(first, line, is_doubt=True)
    return _build_plan(first, line_readings[at + 1 :], verbs, reader)


def _find_own_question(lines: Sequence[str], answer: LineReading) -> str:
    """Return the writer's question above a mere “yes” or “no”, which may answer it; "" if none."""
    if not small_talk.is_yes_or_no(answer.line) or answer.line not in lines:
        return ""
    above = next((row for row in reversed(lines[: lines.index(answer.line)]) if row.strip()), "")
    return above if notation.is_question(above) else ""


def _cut_signature(lines: Sequence[str], reader: LineReader) -> list[str]:
    """Return lines without what a goodbye makes a signature: “Thanks,/Tom/2”, “Best/Sage”.

    A name below it is the writer's, and a number below that is part of an address.
    """
    remaining_lines, is_closed, is_named = [], False, False
    for line in lines:
        if small_talk.is_closing(line):
            is_closed, is_named = True, False
        elif is_closed and ((is_named and _is_number(line)) or reader.is_name(line)):
            continue
        else:
            words = line.split()
            is_named |= 0 < len(words) <= MAX_NAME_WORDS and all(map(str.istitle, words))
        remaining_lines.append(line)
    return remaining_lines


def _cut_list_numbers(
    lines: Sequence[str], reader: LineReader, verbs: set[Tokens]
) -> Sequence[str]:
    """Return actions that the writer has numbered 1, 2, 3 without these numbers.

    If each number is that of the action in our list, the lines are a copy of it: they stay.
    """
    numbered_lines = [
        (at, match) for at, line in enumerate(lines) if (match := _LIST_NUMBER.match(line))
    ]
    numbers = [int(match[1]) for _, match in numbered_lines]
    if len(numbered_lines) < 2 or numbers != list(range(1, len(numbered_lines) + 1)):
        return lines
    texts = [lines[at][match.end() :] for at, match in numbered_lines]
    decisions = [_hear(text, reader).reading for text in texts]
    pairs = zip(decisions, reader.offered, strict=False)
    is_copy = all(reading and reading.decision == offer for reading, offer in pairs)
    acts = [
        bool(reading) or is_attempt(text, verbs) or reader.attempts.may_act(text)
        for reading, text in zip(decisions, texts, strict=True)
    ]
    if is_copy or not decisions[0] or not all(acts):
        return lines
    plain = dict(zip((at for at, _ in numbered_lines), texts, strict=True))
    return [plain.get(at, line) for at, line in enumerate(lines)]


def _split_chain(line: str, reader: LineReader, verbs: set[Tokens]) -> list[str]:
    """Return the actions of one line that begin with a verb each, or the line itself.

    The first must be an answer in words, and the others no small talk: “buy, take care”.
    """
    parts = [part for part in _CHAIN.split(_IN_TURN.sub("", line, count=1)) if part.strip()]
    if not 1 < len(parts) <= MAX_CHAIN or notation.is_question(line) or reader.is_answer(line):
        return [line]
    begins = all(map(reader.attempts.begins_with_verb, parts))
    if not begins and not _THEN.search(line) and _reads(line, reader):
        # “bid 2 Wealth and 1 Influence”
        return [line]
    readings = [_hear(part, reader).reading for part in parts]
    words = {verb[0] for verb in verbs if verb}
    acts = begins or all(
        words.intersection(notation.tokenize_line(_IN_TURN.sub("", part, count=1))[:1])
        or (reading is not None and reading.in_full and not reading.by_number)
        for part, reading in zip(parts, readings, strict=True)
    )
    talks = any(map(small_talk.is_phrase, parts)) or small_talk.is_retraction(line)
    clear = readings[0] is not None and readings[0].in_full and not readings[0].by_number
    return parts if acts and clear and not talks else [line]


def split_answers(line: str) -> list[str]:
    """Return the successive answers of one line, “use Sapper; build Forum; end”.

    What follows a semicolon answers the next prompt, even if it could also answer the same one.
    """
    plain = _WINK.sub("", line.split("//")[0])
    parts = [part for part in plain.split(";") if any(map(str.isalnum, part))]
    return parts or [line]


def says_something(lines: Sequence[str], reader: LineReader | None, verbs: set[Tokens]) -> bool:
    """Return whether lines beside commands answer a question, or try to; None: it is over."""
    if reader is None:
        return any(is_attempt(line, verbs) for line in lines)
    line_readings = [_hear(line, reader) for line in _iter_meaningful_lines(lines, reader, verbs)]
    return any(
        line_reading.reading
        or isinstance(line_reading.refusal, AmbiguousDecision)
        or reader.attempts.contradicts(line_reading.line)
        or is_attempt(line_reading.line, verbs)
        or reader.attempts.may_act(line_reading.line)
        for line_reading in line_readings
    )


def is_attempt(line: str, verbs: set[Tokens]) -> bool:
    """Return whether a line may be meant as an answer: a number, or a verb, perhaps misspelt.

    >>> is_attempt("tkae pearl", {("take",)}), is_attempt("Nice one", {("take",)})
    (True, False)
    """
    if _is_number(line.split("//")[0]):
        return True
    tokens = notation.tokenize_line(line.split("//")[0])
    verb_words = {verb[0] for verb in verbs if verb}
    return bool(tokens) and any(_is_almost(tokens[0], verb) for verb in verb_words)


def _is_almost(word: str, verb: str) -> bool:
    """Return whether a word begins a verb, or differs from it by one letter or by two swapped."""
    if len(word) >= min(SHORTEST, len(verb)) and verb.startswith(word):
        return True
    if len(verb) < SHORTEST or word[:1] != verb[0] or abs(len(word) - len(verb)) > 1:
        return False
    same = len(os.path.commonprefix([word, verb]))
    rest, left = word[same:], verb[same:]
    is_swap = rest[:2] == left[1::-1] and rest[2:] == left[2:]
    return is_swap or rest[1:] == left or rest == left[1:] or rest[1:] == left[1:]


def _iter_meaningful_lines(
    lines: Sequence[str], reader: LineReader, verbs: set[Tokens]
) -> list[str]:
    """Return lines without small talk; a wrapped line is joined with its end.

    `lines` have "" between paragraphs.
    """
    meaningful_lines: list[str] = []
    above = ""
    for line in lines:
        is_wrapped = len(above) >= WRAP_WIDTH and above[-1] not in ".!?:;)"
        if line and meaningful_lines and is_wrapped and not _reads(meaningful_lines[-1], reader):
            meaningful_lines[-1] = f"{meaningful_lines[-1]} {line}"
        elif line and (
            not small_talk.is_talk(line) or _names_answers(line, reader) or _is_verb(line, verbs)
        ):
            meaningful_lines.append(line)
        above = line
    return meaningful_lines


def _is_verb(line: str, verbs: set[Tokens]) -> bool:
    """Return whether a line is a verb of the game and no more than its object: “take it”.

    >>> [_is_verb(line, {("take",)}) for line in ("take", "Take it!", "take care", "I take")]
    [True, True, False, False]
    """
    tokens = notation.tokenize_line(line)
    beside = natural_answers.OBJECTS | small_talk.PARTICLES
    return not small_talk.is_phrase(line) and any(
        tokens[: len(verb)] == verb and beside.issuperset(tokens[len(verb) :]) for verb in verbs
    )


def is_readable(line: str, reader: LineReader) -> bool:
    """Return whether a line alone answers the question."""
    return _reads(line, reader)


def _reads(line: str, reader: LineReader) -> bool:
    return reader.can_read(split_answers(line)[0])


def _names_answers(line: str, reader: LineReader) -> bool:
    """Return whether a line names an answer, or several: “take”."""
    line_reading = _hear(line, reader)
    return line_reading.reading is not None or isinstance(line_reading.refusal, AmbiguousDecision)


def _hear(line: str, reader: LineReader) -> LineReading:
    try:
        return LineReading(line, reader.read(split_answers(line)[0]))
    except Refused as refusal:
        return LineReading(line, None, refusal)


def _find_answers(line_readings: Sequence[LineReading], reader: LineReader) -> list[LineReading]:
    """Return the lines that answer; an abbreviation only counts if it stands first.

    Below thanks, a name alone is the writer's.
    """
    closing = next(
        (
            at
            for at, line_reading in enumerate(line_readings)
            if small_talk.is_closing(line_reading.line)
        ),
        None,
    )
    answers = [
        line_reading
        for at, line_reading in enumerate(line_readings)
        if line_reading.reading
        and line_reading.reading.in_full
        and (
            closing is None
            or at <= closing
            or line_reading.reading.by_number
            or reader.find_verbs(notation.tokenize_line(line_reading.line))
        )
    ]
    abbreviations = [
        line_reading
        for line_reading in line_readings[:1]
        if line_reading.reading and not line_reading.reading.in_full
    ]
    return (
        [*abbreviations, *answers]
        if not answers or all(map(_is_abbreviation, abbreviations))
        else answers
    )


def _choose_refusal(
    line_readings: Sequence[LineReading], reader: LineReader, verbs: set[Tokens]
) -> Refused:
    """Return the refusal of the first line that tries to answer, if there is one; else of one that
    is unclear or explained."""
    for line_reading in line_readings:
        if line_reading.refusal and (
            is_attempt(line_reading.line, verbs) or reader.attempts.may_act(line_reading.line)
        ):
            return line_reading.refusal
    refusals = [line_reading.refusal for line_reading in line_readings if line_reading.refusal]
    unclear = [refusal for refusal in refusals if isinstance(refusal, AmbiguousDecision)]
    impossible = [refusal for refusal in refusals if isinstance(refusal, ImpossibleDecision)]
    empty = UnreadableDecision("We found no answer in it.", code="empty")
    return next(iter([*unclear, *impossible, *refusals]), empty)


def _rivals(other: LineReading, first: LineReading, reader: LineReader) -> bool:
    """Return whether a line makes it doubtful that the first answer is meant."""
    assert first.reading is not None
    if other.reading:
        differs = other.reading.decision != first.reading.decision
        doubts = small_talk.DOUBTS.intersection(notation.split_words(other.line))
        return differs and bool(other.reading.by_number or doubts or _is_abbreviation(other))
    if isinstance(other.refusal, AmbiguousDecision):
        words = notation.format_decision(first.reading.decision, reader.lexicons[0])
        return words not in other.refusal.answers
    pieces = _PIECES.split(other.line)
    return any(map(_is_number, pieces)) or reader.attempts.contradicts(other.line)


def _says_verb(line: str, first: LineReading, reader: LineReader) -> bool:
    """Return whether a line says no more than the verb of the answer: “wird gekauft”."""
    assert first.reading is not None
    code = first.reading.decision.verb
    stems = [words[0][:SHORTEST_STEM] for verb, words, _ in reader.verbs if verb == code]
    tokens = [word.removeprefix("ge") for word in notation.tokenize_line(line)]
    beside = [word for word in tokens if not any(map(word.startswith, stems))]
    return len(beside) < len(tokens) and len(beside) <= 1 and not any(map(str.isdigit, beside))


def _may_belong(other: LineReading, line_readings: Sequence[LineReading]) -> bool:
    """Return whether a line beside an answer may be the rest of a longer one: “discard all”.

    It is no answer, no small talk, and no name of a person; what stands below thanks is nothing.
    """
    is_closed = any(
        small_talk.is_closing(line_reading.line)
        for line_reading in line_readings[: line_readings.index(other) + 1]
    )
    words = other.line.split()
    is_named = len(words) <= MAX_NAME_WORDS and all(map(str.istitle, words))
    talks = small_talk.is_courtesy(other.line) or small_talk.is_reason(other.line)
    return other.reading is None and not is_closed and not is_named and not talks


def _is_number(line: str) -> bool:
    """Return whether a line is a number of as many digits as an answer's, and nothing else."""
    tokens = notation.tokenize_line(line)
    return len(tokens) == 1 and tokens[0].isdigit() and len(tokens[0]) <= MAX_DIGITS


def _is_abbreviation(line_reading: LineReading) -> bool:
    """Return whether a line abbreviates an answer and is not somebody's name, such as “Ben”."""
    words = line_reading.line.split()
    return not (line_reading.reading and line_reading.reading.in_full) and not (
        len(words) == 1 and words[0][:1].isupper()
    )


def _refuse_both(first: LineReading, other: str, *, is_doubt: bool = False) -> AmbiguousDecision:
    line, beside = notation.shorten_line(first.line), notation.shorten_line(other)
    if first.reading and first.reading.by_number and _is_number(other):
        return AmbiguousDecision(
            "“{line}” and “{other}” are two answers. Write several actions in words, each on a "
            "line of its own: after the first, the numbers change.",
            line=line,
            other=beside,
        )
    if is_doubt:
        return AmbiguousDecision(
            "“{other}” leaves open whether “{line}” is your answer.", line=line, other=beside
        )
    return AmbiguousDecision("“{line}” and “{other}” are two answers.", line=line, other=beside)


def _build_plan(
    first: LineReading, line_readings: Sequence[LineReading], verbs: set[Tokens], reader: LineReader
) -> Plan:
    """Return the plan of an e-mail.

    The first answer in the same words once more is an action only if others follow, too. A line
    between actions that is no small talk is one as well, so that playing stops where it cannot be
    read: “use Priest 2”, “then that pilgrim”, “end”.
    """
    assert first.reading is not None
    line, *following = split_answers(first.line)
    steps = [Step(text) for text in following]
    acts = [
        bool(line_reading.reading)
        or is_attempt(line_reading.line, verbs)
        or reader.attempts.may_act(line_reading.line)
        for line_reading in line_readings
    ]
    last = max((at for at, is_act in enumerate(acts) if is_act), default=0)
    for other in line_readings:
        repeats = other.reading is not None and other.reading.decision == first.reading.decision
        if repeats and other.reading != first.reading:
            continue
        rival = bool(other.reading and other.reading.in_full) and not repeats
        plain = _IN_TURN.sub("", other.line, count=1)
        is_next = not notation.is_question(plain) and (
            is_attempt(plain, verbs) or reader.attempts.may_act(plain)
        )
        is_between = other in line_readings[:last]
        if repeats or rival or is_next or is_between:
            text, *more = split_answers(other.line)
            steps += [Step(text, rival, repeats, other.reading is None), *map(Step, more)]
    if all(step.repeats for step in steps):
        steps = []
    return Plan(line, first.reading, steps)
