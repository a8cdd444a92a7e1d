"""Read the answer that one line names, in the words of the e-mail or as people speak."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from games.engine import notation
from games.engine.contract import (
    AmbiguousDecision,
    ImpossibleDecision,
    Refused,
    UnreadableDecision,
)
from games.engine.notation import Reading
from games.replies.lines import copied_options, natural_answers, small_talk
from games.replies.lines.amounts import read_amounts, read_bare_amounts
from games.replies.lines.cheapest import read_cheapest
from games.replies.lines.gist import inflect_names, read_announced, read_description, read_gist
from games.replies.lines.hint_answers import read_by_hint
from games.replies.lines.listed_answers import read_copied, read_with_hint
from games.replies.lines.number_languages import LANGUAGES, read_in_language
from games.replies.lines.question_words import QuestionWords
from games.replies.lines.reasons import is_no_more, read_resumed, read_with_reason
from games.replies.lines.remarks import read_with_praise, read_with_remark
from games.replies.lines.spoken_answers import read_spoken

# The pieces of a line that may be an answer each: sentences, and parts between commas.
_SENTENCES = re.compile(r"(?<=[^\W\d][.!…?)])\s+|(?<=[!…]{2})\s+|(?<=\d!)\s+|(?<=\w\w\s\d\.)\s+")
_COMMAS = re.compile(r"\s{0,9},\s+")
_NUMBER_LABEL = re.compile(r"\b[nN][oO]\.\s?(?=\d)")
# In German an ordinal: “die 2. Runde”.
_NUMBER_AND_DOT = re.compile(r"\d\.$")
# “S. 2”, “ca. 2”, “art. 2”.
_ABBREVIATION = re.compile(r"\W{0,3}([^\W\d_]{1,4})\.\s?\d")
_LABELS = frozenset(["nr", "no", "num", "opt"])
# Marks of quoted lines.
_QUOTES = (">", "|")
# “2 (sorry for top posting)”
_REMARK = re.compile(r"(?<!\s)\s++\(([^()\d]+)\)[\s.!]*$")
# French marks stand apart: “Je passe !”.
_SPACED_MARK = re.compile(r"(?<=\w)\s([!?…]{1,5})(?=\s|$)")
# “3️⃣ Ann reacted via Gmail”: a reaction as mail programs that know none are told of it.
_REACTION = re.compile(
    r"^(\W{0,3}\d\ufe0f?\u20e3)\s.{1,60}\s(?:reacted|réagi|reagiert|reagito|reaccionado)\b.{0,60}$",
    re.IGNORECASE,
)
# “=3”, “answer = 1”.
_EQUALS = re.compile(
    r"^[\s(\[\"'“„«*]{0,3}(?:(?:my |ma |mon |meine )?"
    r"(?:answer|option|choice|réponse|choix|antwort|wahl)\s{0,3})?=\s{0,3}(?=\d{1,3}\W{0,3}$)",
    re.IGNORECASE,
)
# What people say around an answer, or dictate behind it: “Take 3, would you”, “18 full stop”.
_TAG = re.compile(r"[,\s]\s?(?:(?:would|will|could) you(?: please)?|full stop|period)[.!]?$", re.I)
# “Option dix-huit point”: a full stop in other languages, which may also be one of the score.
_DICTATED_STOP = re.compile(
    r"^(\W{0,3}(?:option|numéro|nummer|réponse|choix|antwort|möglichkeit|wahl)\s[\w-]{1,20}),?\s"
    r"(?:point|point final|punkt)[.!]?$",
    re.IGNORECASE,
)


class LineReader(QuestionWords):
    """Reads lines as answers to one question: first in the words of the e-mail, then by READERS."""

    @cached_property
    def _known(self) -> dict[str, Reading | Refused]:
        """What the lines that were read so far answer, or why they answer nothing."""
        return {}

    def read(self, line: str) -> Reading:
        """Return what a line answers. Raises UnreadableDecision or AmbiguousDecision."""
        result = self._known.get(line)
        if result is None:
            try:
                result = self._read(line)
            except AmbiguousDecision as refusal:
                result = refusal
            except Refused as refusal:
                result = self._explain(line) or refusal
            self._known[line] = result
        if isinstance(result, Refused):
            raise result
        return result

    def can_read(self, line: str) -> bool:
        """Return whether a line answers, without finding out why it does not, as read() does."""
        if line not in self._known:
            try:
                self._known[line] = self._read(line)
            except Refused:
                return False
        return isinstance(self._known[line], Reading)

    def _explain(self, line: str) -> ImpossibleDecision | None:
        """Return why a line that is no answer cannot be played, None if it does not try to."""
        line = line.split("//")[0]
        if line.lstrip().startswith(_QUOTES) or small_talk.is_talk(line):
            return None
        if notation.is_question(line) or natural_answers.begins_question(line):
            return None
        tokens = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
        tokens = natural_answers.cut_around(tokens, self.forms)
        return self.background.explain_line(line, tokens) if tokens else None

    def _read(self, line: str) -> Reading:
        line = _NUMBER_LABEL.sub("number ", line.split("//")[0])
        line = _EQUALS.sub("", _REACTION.sub(r"\1", line))
        if any(map(str.isalpha, line)):
            line = _TAG.sub("", _DICTATED_STOP.sub(r"\1", line.rstrip()))
            line = natural_answers.cut_deliberation(
                small_talk.cut_rhetoric(line), small_talk.DOUBTS
            )
        line = _SPACED_MARK.sub(r"\1", line)
        if (remark := _REMARK.search(line)) and small_talk.is_apology(remark[1]):
            line = line[: remark.start()]
        if line.lstrip().startswith(_QUOTES) or _is_abbreviated(line):
            short_line = notation.shorten_line(line)
            raise UnreadableDecision("“{line}” is not one of the answers.", line=short_line)
        plain = small_talk.cut_greeting(line)
        if line.removesuffix(plain).rstrip().endswith(",") and self.is_name(plain):
            # “Hello, Sage”
            short_line = notation.shorten_line(line)
            raise UnreadableDecision("“{line}” is not one of the answers.", line=short_line)
        try:
            answer = self.parse(plain)
            if not answer.in_full and small_talk.DOUBTS.intersection(notation.split_words(plain)):
                # “Pas” begins “passer”.
                short_line = notation.shorten_line(line)
                raise UnreadableDecision("“{line}” is not one of the answers.", line=short_line)
            # “achète” is both a form of “acheter” and its beginning.
            return answer if answer.in_full else read_spoken(self, plain) or answer
        except UnreadableDecision:
            readings = (way.read(self, plain) for way in READERS)
            if reading := next(filter(None, readings), None):
                return reading
            raise

    def is_answer(self, line: str) -> bool:
        """Return whether a line names an answer, or several, just as the e-mail writes them."""
        try:
            self.parse(_EQUALS.sub("", line))
        except AmbiguousDecision:
            return True
        except Refused:
            return False
        return True

    def read_inflected(self, line: str) -> Reading | None:
        """Return what a line answers whose names are in another case or number."""
        plain_line = inflect_names(self, line)
        if plain_line == line:
            return None
        try:
            return self.read(plain_line)
        except UnreadableDecision:
            return None

    def read_piece(self, line: str) -> Reading | None:
        """Return the answer in one of a line's pieces, None if there is none or others rival it.

        A number alone counts only beside small talk: “See you on Nov. 2” names none.
        """
        if copied_options.parse_copied_option(line):
            return None
        for pattern in (_SENTENCES, _COMMAS):
            pieces = [piece for piece in pattern.split(line) if piece.strip()]
            if 1 < len(pieces) <= 12:
                reading = self.agree(list(self._read_pieces(pieces, pattern is _COMMAS)), line)
                if reading:
                    return reading
        return None

    def _read_pieces(self, pieces: Sequence[str], is_close: bool) -> Iterator[Reading]:
        readings, others = [], list[str]()
        for at, piece in enumerate(pieces):
            if is_close and at and self.is_name(piece) and small_talk.is_vocative(pieces[at - 1]):
                return
            if at and notation.is_question(pieces[at - 1]) and small_talk.is_yes_or_no(piece):
                # “Finished? No.” answers a question of the writer's own.
                return
            try:
                readings.append((piece, self.read(piece)))
                if readings[-1][1].by_number and any(map(small_talk.is_meeting, others)):
                    return
            except AmbiguousDecision:
                return
            except UnreadableDecision:
                others.append(piece)
        if any(map(self.background.is_request, others)):
            return
        others = [piece for piece in others if not small_talk.is_apology(piece)]
        talks = all(map(small_talk.is_phrase if is_close else small_talk.is_talk, others))
        others = [piece for piece in others if not small_talk.is_courtesy(piece)]
        if readings and readings[0][1].by_number and len(others) == 1:
            [other], decision = others, readings[0][1].decision
            if self.echoes(other, decision) or self.complains(other, decision):
                others = []
        if readings and self.declines(readings[0][1].decision):
            others = [piece for piece in others if not small_talk.is_refusal(piece)]
            if not readings[0][1].by_number:
                talks = talks or (bool(others) and all(map(small_talk.is_reason, others)))
        if readings and self.ends(readings[0][1].decision):
            others = [piece for piece in others if not is_no_more(piece)]
            talks = talks or not others
        if not talks and (
            (bool(others) and any(self.has_longer(reading.decision) for _, reading in readings))
            or any(_NUMBER_AND_DOT.search(piece) for piece, _ in readings)
            or any(map(self.attempts.contradicts, others))
            or (is_close and any(map(self._may_restrict, others)))
            or any(self._may_extend(piece, reading) for piece in others for _, reading in readings)
            or any(_is_number_alone(piece) or not reading.in_full for piece, reading in readings)
        ):
            return
        yield from (reading for _, reading in readings)

    def _may_extend(self, piece: str, reading: Reading) -> bool:
        """Return whether a sentence beside an answer may name more of it: whom a bid is for."""
        if not any(c.slots for c in self.asked.choices if c.verb == reading.decision.verb):
            return False
        return self.attempts.names_known(piece)

    def _may_restrict(self, piece: str) -> bool:
        """Return whether a part of a sentence may change what the rest of it answers."""
        words = set(notation.split_words(piece))
        return bool(small_talk.DOUBTS & words) or self.attempts.mentions(piece, broadly=True)


def _is_abbreviated(line: str) -> bool:
    """Return whether a line begins with an abbreviation and a number: “S. 2”, not “OK. 2”."""
    match = _ABBREVIATION.match(line)
    if not match:
        return False
    word = match[1].casefold()
    common_words = small_talk.PARTICLES | small_talk.AGREES | small_talk.HAILS | _LABELS
    return word not in common_words and not small_talk.is_phrase(word)


def _is_number_alone(line: str) -> bool:
    tokens = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
    return len(tokens) == 1 and tokens[0].isdigit()


class WayToRead(Struct, frozen=True):
    """One way to read a line: `examples` are lines and the answers that it reads in them, "" where
    it asks which of several is meant.

    `chooses`: they answer which of several things is discarded, not what a turn is used for.
    """

    read: Callable[[LineReader, str], Reading | None]
    examples: dict[str, str]
    chooses: bool = False


# The ways to read a line that is no answer as the e-mail writes it, in the order in which they are
# tried: the first that names an answer decides. tests/mail/test_readers.py has their questions.
READERS = (
    WayToRead(
        read_cheapest,
        {"recruit the oracle, cheapest way": "recruit oracle with crab 3"},
    ),
    WayToRead(read_amounts, {"2 for Sage": "", "bid 2 for Sage, Priest": ""}),
    WayToRead(
        read_bare_amounts,
        {"2 Wealth, 0 Influence for Sage then Priest": "bid 2 Wealth 0 Influence for sage, priest"},
    ),
    WayToRead(read_copied, {"1 · buy – 1 Pearl": "buy", "[2] pass": "pass", "2 (pass)": "pass"}),
    WayToRead(
        read_spoken,
        {
            "Yes, I'll take number 2": "pass",
            "I'm buying it": "buy",
            "the knife": "use ritual knife",
            "last option please": "use ritual knife",
        },
    ),
    WayToRead(
        read_in_language,
        dict.fromkeys((line for language in LANGUAGES for line in language.examples), "pass"),
    ),
    WayToRead(read_with_hint, {"I buy it for 1 Pearl": "buy"}),
    WayToRead(
        LineReader.read_piece,
        {"I can't afford it, I pass": "pass", "What a game! I'm buying.": "buy"},
    ),
    WayToRead(read_with_praise, {"1 haha": "buy", "1 - nice shell": "buy"}),
    WayToRead(
        read_with_remark,
        {"1. Sorry, the kids were ill": "buy", "After a lot of thinking: 1": "buy"},
    ),
    WayToRead(
        LineReader.read_inflected,
        {"use ritual knifes": "use ritual knife"},
    ),
    WayToRead(read_announced, {"Far too dear for this fish: pass": "pass"}),
    WayToRead(read_description, {"the knife, please: no charge": "use ritual knife"}),
    WayToRead(read_gist, {"I'll use my knife, it looks so shiny": "use ritual knife"}),
    WayToRead(read_with_reason, {"buy, I don't want to miss it": "buy", "buy (lucky me)": "buy"}),
    WayToRead(
        read_by_hint,
        {"discard for the crystals": "discard boar", "I discard to heal a wound": "discard stag"},
        chooses=True,
    ),
    WayToRead(read_resumed, {"the boar looks old, I'll take it": "discard boar"}, chooses=True),
)
