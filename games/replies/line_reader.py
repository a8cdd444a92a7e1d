"""Read the answer that one line names, in the words of the e-mail or as people speak."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from games.engine import notation
from games.engine.contract import AmbiguousDecision, Decision, Prompt, Refused, UnreadableDecision
from games.engine.notation import Lexicon, Reading, Tokens
from games.replies import copied_options, natural_answers, small_talk, verb_forms

# The pieces of a line that may be an answer each: sentences, and parts between commas.
_SENTENCES = re.compile(r"(?<=[^\W\d][.!…?)])\s+|(?<=[!…]{2})\s+|(?<=\d!)\s+|(?<=\w\w\s\d\.)\s+")
_COMMAS = re.compile(r"\s*,\s+")
_NUMBERED = re.compile(r"\b[nN][oO]\.\s?(?=\d)")
# Minimum length of a word that names an answer on its own.
MIN_NAME_LENGTH = 4
SHORTEST_VERB = 3
# Maximum number of words in a line that is nothing but doubt about a number.
MAX_DOUBT_WORDS = 8


class LineReader:
    """Reads lines as answers to one question.

    `offered` is the numbered list of the e-mail. `lexicons` are those of the reader's `languages`,
    in the same order. `verbs` are those of the game in these languages. `describe_hint` returns the
    hint that the e-mail puts behind an answer.
    """

    def __init__(
        self,
        asked: Prompt,
        offered: Sequence[Decision],
        lexicons: dict[str, Lexicon],
        describe_hint: Callable[[Decision], str] = lambda decision: "",
    ):
        self.asked, self.offered, self.describe_hint = asked, offered, describe_hint
        self.lexicons = list(lexicons.values())
        codes = list(dict.fromkeys(choice.verb for choice in asked.choices))
        # (code, words, language) of the verbs that this question allows.
        self.verbs = [
            (code, notation.tokenize_line(notation.format_decision(Decision(code), words)), spoken)
            for spoken, words in lexicons.items()
            for code in codes
        ]
        self.first_words = frozenset(words[0] for _, words, _ in self.verbs)
        self.forms = frozenset(
            form
            for _, words, language in self.verbs
            for form, _ in verb_forms.list_verb_forms(words[0], language)
        )
        self._names: frozenset[str] | None = None

    def read(self, line: str) -> Reading:
        """Return what a line answers. Raises UnreadableDecision or AmbiguousDecision."""
        line = _NUMBERED.sub("number ", line.split("//")[0])
        plain = small_talk.cut_greeting(line)
        try:
            found = self._parse(plain)
            # “achète” is both a form of “acheter” and its beginning.
            return found if found.in_full else self._read_spoken(plain) or found
        except UnreadableDecision:
            meant = self._read_copied(plain) or self._read_spoken(plain) or self._read_piece(plain)
            if meant is None:
                raise
            return meant

    def is_answer(self, line: str) -> bool:
        """Return whether a line names an answer, or several, just as the e-mail writes them."""
        try:
            self._parse(line)
        except AmbiguousDecision:
            return True
        except Refused:
            return False
        return True

    def _parse(self, line: str) -> Reading:
        return notation.parse_reading(self.asked, line, self.lexicons, offered=self.offered)

    def _read_copied(self, line: str) -> Reading | None:
        """Return the answer in a line copied from our e-mail, None if it is not such a line.

        Its number, words and hint must agree. Raises AmbiguousDecision if number and words name
        different answers.
        """
        listed = copied_options.parse_copied_option(line)
        if listed is None:
            return None
        try:
            said = self._parse(listed.words)
            numbered = self._parse(str(listed.number)) if listed.number else said
        except Refused:
            return None
        if listed.hint and not copied_options.is_hint(
            listed.hint, self.describe_hint(said.decision)
        ):
            return None
        return self._agree([numbered, said], line)

    def _read_spoken(self, line: str) -> Reading | None:
        """Return the answer in a colloquial line, None if there is none."""
        if notation.is_question(line) or natural_answers.begins_question(line):
            return None
        every = notation.split_words(line)
        if len(every) > 2 and len(set(every)) == 1 and not every[0].isdigit():
            every = every[:1]
        cut = small_talk.cut_talk(every)
        words, numbers = [every], []
        for way in (every, cut):
            said = notation.drop_fillers(way)
            numbers += [said, natural_answers.cut_leads(said, self.first_words)]
            words += [said, natural_answers.cut_around(said, self.forms)]
            words += [natural_answers.cut_around(way, self.forms)]
        for find, ways in (
            (self._find_in_words, words),
            (self._find_by_number, [] if small_talk.is_meeting(line) else numbers),
            (self._find_by_name, words),
        ):
            for way in dict.fromkeys(filter(None, ways)):
                if found := self._agree(list(find(way, line)), line):
                    return found
        return None

    def _find_in_words(self, said: Tokens, line: str) -> Iterator[Reading]:
        verbs = [(words, language) for _, words, language in self.verbs]
        numbered = tuple(natural_answers.NUMBERS.get(word, word) for word in said)
        for way in dict.fromkeys((said, numbered)):
            yield from self._find_exactly(way)
            for ordered in natural_answers.iter_word_orders(way, verbs):
                yield from self._find_exactly(ordered)

    def _find_by_number(self, said: Tokens, line: str) -> Iterator[Reading]:
        """Yield the answer that is chosen by its number.

        A verb of the question beside it must be the verb of that answer, and must take no numbers:
        “take 3” may mean three of something.
        """
        chosen = natural_answers.find_chosen_number(said)
        if chosen is None or not 1 <= chosen.number <= len(self.offered):
            return
        if natural_answers.is_bare_ordinal(line):
            return
        if any(word.isdigit() for word in said) and not (
            notation.is_plain_number(line) or set(said) & natural_answers.ORDINAL_ENDS
        ):
            return
        decision = self.offered[chosen.number - 1]
        named = self.find_verbs(chosen.words)
        if named and (decision.verb not in named or self._takes_numbers(named)):
            return
        yield Reading(decision, True, True)

    def _find_by_name(self, said: Tokens, line: str) -> Iterator[Reading]:
        """Yield the answers that the words name without their verb."""
        about = natural_answers.NAMING | natural_answers.OBJECTS
        said = tuple(word for word in said if word in self.names or word not in about)
        if said and self.names.issuperset(said) and not all(map(str.isdigit, said)):
            for verb in dict.fromkeys(words for _, words, _ in self.verbs):
                yield from self._find_exactly((*verb, *said))

    def _find_exactly(self, said: Tokens) -> Iterator[Reading]:
        if len(said) > notation.MAX_TOKENS:
            return
        exact, _ = notation.find_readings(self.asked.choices, said, self.lexicons)
        for decision in exact:
            yield Reading(decision, False, True)

    def _read_piece(self, line: str) -> Reading | None:
        """Return the answer in one of a line's pieces, None if there is none or others rival it.

        A number alone counts only beside small talk: “See you on Nov. 2” names none.
        """
        if copied_options.parse_copied_option(line):
            return None
        for pattern in (_SENTENCES, _COMMAS):
            pieces = [piece for piece in pattern.split(line) if piece.strip()]
            if 1 < len(pieces) <= 12:
                found = self._agree(list(self._read_pieces(pieces, pattern is _COMMAS)), line)
                if found:
                    return found
        return None

    def _read_pieces(self, pieces: Sequence[str], is_close: bool) -> Iterator[Reading]:
        found, others = [], list[str]()
        for piece in pieces:
            try:
                found.append((piece, self.read(piece)))
                if found[-1][1].by_number and any(map(small_talk.is_meeting, others)):
                    return
            except AmbiguousDecision:
                return
            except UnreadableDecision:
                others.append(piece)
        talks = all(map(small_talk.is_phrase if is_close else small_talk.is_talk, others))
        others = [piece for piece in others if not small_talk.is_courtesy(piece)]
        if found and self._declines(found[0][1].decision):
            others = [piece for piece in others if not small_talk.is_refusal(piece)]
        if not talks and (
            any(map(self.contradicts, others))
            or (is_close and any(map(self._may_restrict, others)))
            or any(_is_number_alone(piece) or not one.in_full for piece, one in found)
        ):
            return
        yield from (one for _, one in found)

    def _declines(self, decision: Decision) -> bool:
        return any(
            code == decision.verb and words[0] in natural_answers.DECLINES
            for code, words, _ in self.verbs
        )

    def _may_restrict(self, piece: str) -> bool:
        """Return whether a part of a sentence may change what the rest of it answers."""
        said = set(notation.split_words(piece))
        return bool(small_talk.DOUBTS & said) or self.mentions(piece, broadly=True)

    def _agree(self, found: Sequence[Reading], line: str) -> Reading | None:
        """Return what all readings agree on, None if there are none. Raises AmbiguousDecision."""
        decisions = [one.decision for one in found]
        if any(one != decisions[0] for one in decisions):
            answers = [notation.format_decision(one, self.lexicons[0]) for one in decisions[:8]]
            shown = notation.shorten_line(line)
            raise AmbiguousDecision("“{line}” could be {answers}.", answers=answers, line=shown)
        return found[0] if found else None

    def find_verbs(self, said: Tokens) -> set[str]:
        """Return the codes of the question's verbs among words, in any form."""
        used = set(said)
        return {
            code
            for code, words, language in self.verbs
            for form, _ in verb_forms.list_verb_forms(words[0], language)
            if form in used
        }

    def _begins_like_verb(self, word: str) -> bool:
        """Return whether a word may be a form of a verb that the question allows: “takes”."""
        return any(
            word.startswith(words[0][:4]) or words[0] == word
            for _, words, _ in self.verbs
            if len(words[0]) >= SHORTEST_VERB
        )

    def _takes_numbers(self, verbs: set[str]) -> bool:
        written = (
            notation.format_decision(Decision("", one.args), self.lexicons[0])
            for one in self.offered
            if one.verb in verbs
        )
        return any(char.isdigit() for said in written for char in said)

    @property
    def names(self) -> frozenset[str]:
        """The words of what the answers name, without their verbs."""
        if self._names is None:
            found: set[str] = set()
            for choice in self.asked.choices:
                decisions = [Decision("", choice.args), *choice.examples()]
                for words in self.lexicons:
                    for one in decisions:
                        written = notation.format_decision(Decision("", one.args), words)
                        found.update(notation.tokenize_line(written))
                    items = [item for slot in choice.slots for item in getattr(slot, "items", ())]
                    for item in items:
                        if isinstance(item, str):
                            written = words.get(item) or item.replace("_", " ")
                            found.update(notation.tokenize_line(written))
            self._names = frozenset(found)
        return self._names

    def mentions(self, line: str, *, broadly: bool = False) -> bool:
        """Return whether a line speaks of an answer.

        It does so by a verb, by a name, or by a number with no unknown word beside it; `broadly`
        by any number.
        """
        said = notation.tokenize_line(line)
        if any(word not in small_talk.DOUBTS and self._begins_like_verb(word) for word in said):
            return True
        if any(len(word) >= MIN_NAME_LENGTH and word in self.names for word in said):
            return True
        numbers = [word for word in said if word.isdigit() or word in natural_answers.NUMBERS]
        return bool(numbers) and (broadly or _is_only_about_numbers(said))

    def contradicts(self, line: str) -> bool:
        """Return whether a line that is no answer speaks against answers beside it.

        It takes back, asks about or doubts an answer: “no wait”, “2?”, “if he buys I pass”.
        """
        if small_talk.is_talk(line):
            return False
        if small_talk.is_retraction(line) or small_talk.is_denial(line):
            return True
        if self._is_correction(line):
            return True
        doubts = small_talk.DOUBTS.intersection(notation.tokenize_line(line))
        return bool(doubts or notation.is_question(line)) and self.mentions(line)

    def _is_correction(self, line: str) -> bool:
        """Return whether a line corrects an answer by a number: “make that 2”, “2 instead”."""
        said = notation.tokenize_line(line)
        corrects = small_talk.CORRECTIONS
        return not corrects.isdisjoint(said) and any(
            word.isdigit() and int(word) <= len(self.offered) and corrects.issuperset(behind)
            for word, behind in zip(said, [*([one] for one in said[1:]), []], strict=True)
        )


def _is_number_alone(line: str) -> bool:
    said = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
    return len(said) == 1 and said[0].isdigit()


def _is_only_about_numbers(said: Tokens) -> bool:
    known = (
        natural_answers.LEADS
        | natural_answers.CHOOSES
        | natural_answers.TRAILS
        | natural_answers.OBJECTS
        | small_talk.DOUBTS
        | set(natural_answers.NUMBERS)
    )
    return len(said) <= MAX_DOUBT_WORDS and all(word.isdigit() or word in known for word in said)
