"""Read the answer that one line names, in the words of the e-mail or as people speak."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeGuard

from msgspec import Struct

from games.engine import notation
from games.engine.contract import (
    AmbiguousDecision,
    Argument,
    Choice,
    Decision,
    ImpossibleDecision,
    Prompt,
    Refused,
    UnreadableDecision,
)
from games.engine.notation import Lexicon, Reading, Tokens
from games.replies import copied_options, natural_answers, small_talk, verb_forms
from games.replies.attempts import MIN_NAME_LENGTH, Attempts

# The pieces of a line that may be an answer each: sentences, and parts between commas.
_SENTENCES = re.compile(r"(?<=[^\W\d][.!…?)])\s+|(?<=[!…]{2})\s+|(?<=\d!)\s+|(?<=\w\w\s\d\.)\s+")
_COMMAS = re.compile(r"\s{0,9},\s+")
_NUMBERED = re.compile(r"\b[nN][oO]\.\s?(?=\d)")
# In German an ordinal: “die 2. Runde”.
_NUMBER_AND_DOT = re.compile(r"\d\.$")
# “S. 2”, “ca. 2”, “art. 2”.
_ABBREVIATED = re.compile(r"\W{0,3}([^\W\d_]{1,4})\.\s?\d")
_LABELS = frozenset(["nr", "no", "num", "opt"])
# Marks of quoted lines.
_QUOTES = (">", "|")
# “2 (sorry for top posting)”
_REMARK = re.compile(r"(?<!\s)\s++\(([^()\d]+)\)[\s.!]*$")
# French marks stand apart: “Je passe !”.
_SPACED_MARK = re.compile(r"(?<=\w)\s([!?…]{1,5})(?=\s|$)")
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
# “2 haha tiens”, “12 - nice lord”: a number and what may be a remark on it.
_NUMBER_AND_REMARK = re.compile(r"\W{0,3}(\d{1,3})(?=\s|[,.!…]\s)")
# Minimum number of words of a hint that may stand behind an answer without “for”.
MIN_HINT_WORDS = 3
# The lexicons that are the reader's own with places in words, such as “left of the Citadel”; the
# second with contractions, “à gauche du Palais”.
PLACES, CONTRACTED_PLACES = "places", "contracted places"


class Background(Struct, frozen=True):
    """What a reader of lines knows about a question besides its answers.

    `describe_hint` returns the hint that the e-mail puts behind an answer, and `describe_question`
    the words of the question. `explain_line(line, said)` returns why a line that is no answer
    cannot be played now, None if nothing is known; `said` are its words without small talk.
    `game_verbs` are the verbs of the game, as (words, language), and `game_names` the words of
    everything that can stand with them. `is_request` returns whether a part of a line asks for
    something that is no answer, as commands do.
    """

    describe_hint: Callable[[Decision], str] = lambda decision: ""
    describe_question: Callable[[], str] = lambda: ""
    explain_line: Callable[[str, Tokens], ImpossibleDecision | None] = lambda line, said: None
    game_verbs: Sequence[tuple[Tokens, str]] = ()
    game_names: frozenset[str] = frozenset()
    is_request: Callable[[str], bool] = lambda piece: False


class LineReader:
    """Reads lines as answers to one question.

    `offered` is the numbered list of the e-mail. `lexicons` are those of the reader's `languages`,
    in the same order. `verbs` are those of the question in these languages.
    """

    def __init__(
        self,
        asked: Prompt,
        offered: Sequence[Decision],
        lexicons: dict[str, Lexicon],
        background: Background | None = None,
    ):
        self.asked, self.offered = asked, offered
        self.background = background or Background()
        self.lexicons = list(lexicons.values())
        codes = list(dict.fromkeys(choice.verb for choice in asked.choices))
        # (code, words, language) of the verbs that this question allows.
        self.verbs = [
            (code, notation.tokenize_line(notation.format_decision(Decision(code), words)), spoken)
            for spoken, words in lexicons.items()
            if spoken not in (PLACES, CONTRACTED_PLACES)
            for code in codes
        ]
        self.first_words = frozenset(words[0] for _, words, _ in self.verbs)
        self.forms = frozenset(
            form
            for _, words, language in self.verbs
            for form, _ in verb_forms.list_verb_forms(words[0], language)
        )
        # What the lines that were read so far answer, or why they answer nothing.
        self._known: dict[str, Reading | Refused] = {}
        self._names: frozenset[str] | None = None
        self._things: tuple[Tokens, frozenset[str]] | None = None

    def read(self, line: str) -> Reading:
        """Return what a line answers. Raises UnreadableDecision or AmbiguousDecision."""
        found = self._known.get(line)
        if found is None:
            try:
                found = self._read(line)
            except AmbiguousDecision as refusal:
                found = refusal
            except Refused as refusal:
                found = self._explain(line) or refusal
            self._known[line] = found
        if isinstance(found, Refused):
            raise found
        return found

    def _explain(self, line: str) -> ImpossibleDecision | None:
        """Return why a line that is no answer cannot be played, None if it does not try to."""
        line = line.split("//")[0]
        if line.lstrip().startswith(_QUOTES) or small_talk.is_talk(line):
            return None
        if notation.is_question(line) or natural_answers.begins_question(line):
            return None
        said = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
        said = natural_answers.cut_around(said, self.forms)
        return self.background.explain_line(line, said) if said else None

    def _read(self, line: str) -> Reading:
        line = _NUMBERED.sub("number ", line.split("//")[0])
        line = _EQUALS.sub("", line)
        if any(map(str.isalpha, line)):
            line = _TAG.sub("", _DICTATED_STOP.sub(r"\1", line.rstrip()))
            line = natural_answers.cut_deliberation(
                small_talk.cut_rhetoric(line), small_talk.DOUBTS
            )
        line = _SPACED_MARK.sub(r"\1", line)
        if (remark := _REMARK.search(line)) and small_talk.is_apology(remark[1]):
            line = line[: remark.start()]
        if line.lstrip().startswith(_QUOTES) or _is_abbreviated(line):
            shown = notation.shorten_line(line)
            raise UnreadableDecision("“{line}” is not one of the answers.", line=shown)
        plain = small_talk.cut_greeting(line)
        if line.removesuffix(plain).rstrip().endswith(",") and self.is_name(plain):
            # “Hello, Sage”
            shown = notation.shorten_line(line)
            raise UnreadableDecision("“{line}” is not one of the answers.", line=shown)
        try:
            found = self._parse(plain)
            if not found.in_full and small_talk.DOUBTS.intersection(notation.split_words(plain)):
                # “Pas” begins “passer”.
                shown = notation.shorten_line(line)
                raise UnreadableDecision("“{line}” is not one of the answers.", line=shown)
            # “achète” is both a form of “acheter” and its beginning.
            return found if found.in_full else self._read_spoken(plain) or found
        except UnreadableDecision:
            meant = (
                self._read_copied(plain)
                or self._read_spoken(plain)
                or self._read_with_hint(plain)
                or self._read_piece(plain)
                or self._read_with_remark(plain)
            )
            if meant is None:
                raise
            return meant

    def _read_with_hint(self, line: str) -> Reading | None:
        """Return the answer that a line names with its hint behind it: “I take it for 1 Pearl”."""
        said = notation.tokenize_line(line)
        for decision, hint in zip(self.offered, self.hints, strict=True):
            rest = said[: -len(hint)]
            is_price = rest[-1:] and rest[-1] in natural_answers.FOR
            # “Buy 1 Pearl” is something else.
            if said[-len(hint) :] != hint or not (is_price or len(hint) >= MIN_HINT_WORDS):
                continue
            rest = rest[:-1] if is_price else rest
            found = self._read_spoken(" ".join(rest)) if rest else None
            if found and found.decision == decision and not found.by_number:
                return found
        return None

    def _read_with_remark(self, line: str) -> Reading | None:
        """Return the answer of a number with a remark behind it that names no other answer."""
        number = _NUMBER_AND_REMARK.match(line)
        if number is None or not 1 <= int(number[1]) <= len(self.offered):
            return None
        remark = line[number.end() :]
        decision = self.offered[int(number[1]) - 1]
        said = notation.split_words(remark)
        if not small_talk.is_remark(remark) or self.background.is_request(remark):
            return None
        if not self.attempts.forms.isdisjoint(said):
            return None
        own = {
            word
            for words in self.lexicons
            for word in notation.tokenize_line(notation.format_decision(decision, words))
        }
        others = (self.names | self.background.game_names) - own - natural_answers.COMMON
        named = [word for word in said if word in others and len(word) >= MIN_NAME_LENGTH]
        return None if named else Reading(decision, True, True)

    def is_answer(self, line: str) -> bool:
        """Return whether a line names an answer, or several, just as the e-mail writes them."""
        try:
            self._parse(_EQUALS.sub("", line))
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
            if listed.is_dashed and small_talk.is_courtesy(listed.words):
                return self._parse(str(listed.number))
            numbered = self._parse(str(listed.number)) if listed.number else None
            if numbered and (
                self._echoes(f"{listed.words} {listed.hint}", numbered.decision)
                or self._complains(listed.words, numbered.decision)
            ):
                return numbered
            said = self._parse_spoken(listed.words)
            if said.by_number:
                return None
        except Refused:
            return None
        numbered = numbered or said
        if listed.hint and not self._is_beside(listed.hint, said.decision):
            return None
        return self._agree([numbered, said], line)

    def _echoes(self, words: str, decision: Decision) -> bool:
        """Return whether words only name a part of an answer: its verb, or a name in it and in no
        other, as in “3: rest” and “1, the stag”."""
        verb = {
            form
            for code, written, language in self.verbs
            if code == decision.verb
            for form, _ in verb_forms.list_verb_forms(written[0], language)
        }
        verb |= {f"{form.removesuffix('e')}ing" for form in verb}
        ignored = natural_answers.ARTICLES | small_talk.PARTICLES | natural_answers.WRITERS
        said = [word for word in notation.tokenize_line(words) if word not in ignored]
        if said and verb.issuperset(said):
            return True
        having = [one for one in self.offered if self._has_words(one, said)]
        return having == [decision] and bool(said) and all(len(word) > 2 for word in said)

    def _has_words(self, decision: Decision, said: Sequence[str]) -> bool:
        return any(
            set(notation.tokenize_line(notation.format_decision(decision, words))).issuperset(said)
            for words in self.lexicons
        )

    def _complains(self, words: str, decision: Decision) -> bool:
        """Return whether an answer declines something, and words say that it is too dear."""
        return self._declines(decision) and small_talk.is_price_complaint(words)

    def _is_beside(self, words: str, decision: Decision) -> bool:
        """Return whether words behind a dash are the answer's hint, or change nothing about it."""
        if small_talk.is_phrase(words) or small_talk.is_courtesy(words):
            return True
        if self._declines(decision) and small_talk.is_reason(words):
            return True
        return copied_options.is_hint(words, self.background.describe_hint(decision))

    def _parse_spoken(self, line: str) -> Reading:
        try:
            return self._parse(line)
        except UnreadableDecision:
            if found := self._read_spoken(line):
                return found
            raise

    def _read_spoken(self, line: str) -> Reading | None:
        """Return the answer in a colloquial line, None if there is none."""
        if notation.is_question(line) or natural_answers.begins_question(line):
            return None
        line = natural_answers.join_number_words(line)
        every = notation.split_words(line)
        if len(every) > 2 and len(set(every)) == 1 and not every[0].isdigit():
            every = every[:1]
        cut = small_talk.cut_talk(every)
        words, numbers = [every], []
        names = [every, notation.drop_fillers(small_talk.cut_talk(every, before=False))]
        if small_talk.is_closing(line):
            names = []
        for way in (every, cut):
            said = notation.drop_fillers(way)
            numbers += [said, natural_answers.cut_leads(said, self.first_words)]
            words += [said, natural_answers.cut_around(said, self.forms)]
            words += [natural_answers.cut_around(way, self.forms)]
        # A name behind small talk may be the reader's: “well played, Sage”.
        names += [natural_answers.cut_around(way, self.forms) for way in names]
        for find, ways in (
            (self._find_in_words, words),
            (self._find_by_number, [] if small_talk.is_meeting(line) else numbers),
            (self._find_by_name, names),
        ):
            for way in dict.fromkeys(filter(None, ways)):
                if found := self._agree(list(find(way, line)), line):
                    return found
        return self._find_last(cut)

    def _find_last(self, said: Tokens) -> Reading | None:
        """Return the last answer of the list, if “the last one” can mean nothing else.

        Another thing may be meant where only some answers name one, or where the question is about
        one.
        """
        is_named = natural_answers.names_last(notation.drop_fillers(said))
        if not is_named or not self.offered or self._is_called_last():
            return None
        verbs = {decision.verb for decision in self.offered}
        names = [tuple(decision.args.values()) for decision in self.offered]
        is_list = len(verbs) == 1 and all(len(name) == 1 for name in names)
        is_list &= not any(choice.slots for choice in self.asked.choices)
        if not is_list and not natural_answers.names_last_answer(said):
            return None
        return Reading(self.offered[-1], True, True)

    def _is_called_last(self) -> bool:
        """Return whether something that can be named is called “last”: “The Last Stand”."""
        hints = {word for hint in self.hints for word in hint}
        return any(map(natural_answers.LAST_WORDS.__contains__, self.names | hints))

    def _find_in_words(self, said: Tokens, line: str) -> Iterator[Reading]:
        verbs = [(words, language) for _, words, language in self.verbs]
        if said in natural_answers.DECLINING:
            yield from self._find_refusal()
        if said in natural_answers.KEEPING and self.first_words.isdisjoint(said):
            yield from self._find_decline()
        numbered = tuple(natural_answers.NUMBERS.get(word, word) for word in said)
        plain = tuple(natural_answers.MEANS.get(word, word) for word in numbered)
        paid = natural_answers.order_amounts(plain, self._units)
        bare = natural_answers.drop_determiners(paid, self.names)
        for way in dict.fromkeys((said, numbered, paid, bare)):
            yield from self._find_exactly(way)
            yield from self._find_rotated(way)
            for ordered in natural_answers.iter_word_orders(way, verbs):
                yield from self._find_exactly(ordered)
                yield from self._find_by_part(ordered)
                yield from self._find_by_words(ordered)
                yield from self._find_by_thing(ordered)

    def _find_rotated(self, said: Tokens) -> Iterator[Reading]:
        """Yield the answers whose two halves stand the other way round: “clean keep piles reserve
        Two Temples”.

        The half that comes to stand first begins with a joining word, so that no name changes its
        place with another.
        """
        verb = next((verb for _, verb, _ in self.verbs if said[: len(verb)] == verb), ())
        if not verb or len(said) > notation.MAX_TOKENS // 2:
            return
        for at in range(len(verb) + 1, len(said)):
            if said[at] in self._joints:
                yield from self._find_exactly((*verb, *said[at:], *said[len(verb) : at]))

    @cached_property
    def _joints(self) -> frozenset[str]:
        """The first words of those that stand before arguments, such as “with”."""
        written = [
            word
            for words in self.lexicons
            for code, word in words.items()
            if code.startswith((".", "joint.")) and word
        ]
        return frozenset(word for text in written for word in notation.tokenize_line(text)[:1])

    def _find_refusal(self) -> Iterator[Reading]:
        """Yield the answer that declines, if the question is whether or not to take an offer."""
        codes = {code for code, words, _ in self.verbs if words[0] in natural_answers.DECLINES}
        choices = [choice for choice in self.asked.choices if choice.verb in codes]
        if len(choices) == 1 and len(self.asked.choices) == 2 and not choices[0].slots:
            yield Reading(Decision(choices[0].verb, choices[0].args), False, True)

    def _find_decline(self) -> Iterator[Reading]:
        """Yield the only answer that declines, whatever else is offered: “no, keep them”."""
        codes = {code for code, words, _ in self.verbs if words[0] in natural_answers.REFUSES}
        choices = [choice for choice in self.asked.choices if choice.verb in codes]
        if len(choices) == 1 and not choices[0].slots:
            yield Reading(Decision(choices[0].verb, choices[0].args), False, True)

    def _find_by_part(self, said: Tokens) -> Iterator[Reading]:
        """Yield the answer whose words are in the same order, with others between: “use Knife”.

        Of all that may be answered, only one may have them.
        """
        if not any(map(str.isalpha, said[1:])) or any(
            choice.slots for choice in self.asked.choices
        ):
            return
        found = {
            number
            for number, choice in enumerate(self.asked.choices)
            for words in self.lexicons
            if _is_part(said, notation.format_decision(Decision(choice.verb, choice.args), words))
        }
        if len(found) == 1:
            choice = self.asked.choices[found.pop()]
            yield Reading(Decision(choice.verb, choice.args), False, True)

    def _find_by_words(self, said: Tokens) -> Iterator[Reading]:
        """Yield the only answer of a verb with a noun that has all other words, in any order and
        case: “reisen auf Feld 2 zum Birkenbogen”.

        One of them must be a name.
        """
        verbs = [(code, verb) for code, verb, _ in self.verbs if verb[1:] and said[:1] == verb[:1]]
        between = natural_answers.JOINTS | natural_answers.ARTICLES
        for code, verb in verbs[:1]:
            choices = [choice for choice in self.asked.choices if choice.verb == code]
            rest = [word for word in said[1:] if word not in between and word not in verb]
            is_named = any(word.isalpha() and len(word) >= MIN_NAME_LENGTH for word in rest)
            if not is_named or any(choice.slots for choice in choices):
                return
            found = [
                decision
                for choice in choices
                for decision in [Decision(choice.verb, choice.args)]
                for words in self.lexicons
                if _has_all(notation.tokenize_line(notation.format_decision(decision, words)), rest)
            ]
            if found and all(one == found[0] for one in found):
                yield Reading(found[0], False, True)

    def _find_by_thing(self, said: Tokens) -> Iterator[Reading]:
        """Yield the answer of a verb whose object is what the question is about: “buy the crab”."""
        verb = next((one for _, one, _ in self.verbs if said[: len(one)] == one), ())
        thing = said[len(verb) :]
        if verb and verb[0] in natural_answers.DECLINES and thing[:1] == ("on",):
            # “pass on the crab”
            thing = tuple(word for word in thing[1:] if word not in natural_answers.ARTICLES)
        elif verb and verb[0] in natural_answers.ENDING:
            return
        if not thing or thing[0].isdigit():
            return
        question, nouns = self.things
        spans = zip(*(question[at:] for at in range(len(thing))), strict=False)
        if nouns.intersection(thing) and thing in spans:
            yield from self._find_exactly(verb)

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
        if natural_answers.means_several(notation.split_words(line)):
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
        if said in self._bare_names:
            yield from self._find_by_part(self._bare_names[said])
        elif len(said) > 1 and (decision := self.find_by_part_of_name(said)):
            yield Reading(decision, False, True)
        if said and self.names.issuperset(said) and not all(map(str.isdigit, said)):
            for verb in dict.fromkeys(words for _, words, _ in self.verbs):
                yield from self._find_exactly((*verb, *said))

    def find_by_part_of_name(self, said: Tokens) -> Decision | None:
        """Return the only answer whose card has these words in its name: “le bouc émissaire”.

        A single word of several may be somebody's name, so it is only proposed: “corne”.
        """
        said = tuple(word for word in said if word not in natural_answers.ARTICLES)
        is_long = any(len(word) >= MIN_NAME_LENGTH for word in said)
        if not is_long or not all(map(str.isalpha, said)):
            return None
        if natural_answers.COMMON.issuperset(said) or not self.forms.isdisjoint(said):
            return None
        choices = [
            choice
            for choice in self.asked.choices
            if any(_is_within(said, name) for name in self._list_names(choice))
        ]
        if len(choices) != 1 or choices[0].slots or _has_list(choices[0].args):
            return None
        return Decision(choices[0].verb, choices[0].args)

    def _list_names(self, choice: Choice) -> list[Tokens]:
        """Return the names of everything that an answer is about, in each lexicon."""
        items = [item for argument in choice.args.values() for item in _list_items(argument)]
        items += [item for slot in choice.slots for item in getattr(slot, "items", ())]
        return [
            notation.tokenize_line(notation.format_decision(Decision("", {"name": item}), words))
            for words in self.lexicons
            for item in items
            if isinstance(item, str)
        ]

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
        for at, piece in enumerate(pieces):
            if is_close and at and self.is_name(piece) and small_talk.is_vocative(pieces[at - 1]):
                return
            try:
                found.append((piece, self.read(piece)))
                if found[-1][1].by_number and any(map(small_talk.is_meeting, others)):
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
        if found and found[0][1].by_number and len(others) == 1:
            [other], decision = others, found[0][1].decision
            if self._echoes(other, decision) or self._complains(other, decision):
                others = []
        if found and self._declines(found[0][1].decision):
            others = [piece for piece in others if not small_talk.is_refusal(piece)]
            if not found[0][1].by_number:
                talks = talks or (bool(others) and all(map(small_talk.is_reason, others)))
        if not talks and (
            (bool(others) and any(self.has_longer(one.decision) for _, one in found))
            or any(_NUMBER_AND_DOT.search(piece) for piece, _ in found)
            or any(map(self.attempts.contradicts, others))
            or (is_close and any(map(self._may_restrict, others)))
            or any(_is_number_alone(piece) or not one.in_full for piece, one in found)
        ):
            return
        yield from (one for _, one in found)

    def has_longer(self, decision: Decision) -> bool:
        """Return whether another answer begins with the words of this one: “pass with …”."""
        for words in self.lexicons:
            said = notation.tokenize_line(notation.format_decision(decision, words))
            for _, verb, _ in self.verbs:
                if len(verb) > len(said) and verb[: len(said)] == said:
                    return True
            for other in (*self.offered, *(Decision(c.verb, c.args) for c in self.asked.choices)):
                longer = notation.tokenize_line(notation.format_decision(other, words))
                if len(longer) > len(said) > 0 and longer[: len(said)] == said:
                    return True
        return False

    def is_name(self, piece: str) -> bool:
        """Return whether a part of a sentence is a name, and no more: “Sage”."""
        said = notation.tokenize_line(piece)
        return bool(said) and self.names.issuperset(said) and not any(map(str.isdigit, said))

    def _declines(self, decision: Decision) -> bool:
        return any(
            code == decision.verb and words[0] in natural_answers.DECLINES
            for code, words, _ in self.verbs
        )

    def _may_restrict(self, piece: str) -> bool:
        """Return whether a part of a sentence may change what the rest of it answers."""
        said = set(notation.split_words(piece))
        return bool(small_talk.DOUBTS & said) or self.attempts.mentions(piece, broadly=True)

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

    def _takes_numbers(self, verbs: set[str]) -> bool:
        written = (
            notation.format_decision(Decision("", one.args), self.lexicons[0])
            for one in self.offered
            if one.verb in verbs
        )
        return any(char.isdigit() for said in written for char in said)

    @cached_property
    def attempts(self) -> Attempts:
        """What other lines may be about."""
        many, known = len(self.offered), self.background
        return Attempts(self.verbs, self.names, many, known.game_verbs, known.game_names)

    @cached_property
    def hints(self) -> list[Tokens]:
        """The words of the hint of each answer that is offered."""
        return [notation.tokenize_line(self.background.describe_hint(one)) for one in self.offered]

    @cached_property
    def _units(self) -> Tokens:
        """The words behind amounts, in the order in which the game writes the amounts."""
        said = (word for words in self.lexicons for code, word in words.items() if code[-1:] == ".")
        return tuple(
            dict.fromkeys(token for word in said for token in notation.tokenize_line(word))
        )

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

    @property
    def things(self) -> tuple[Tokens, frozenset[str]]:
        """The words of the question, and those of them that are nouns of the game."""
        if self._things is None:
            said = notation.tokenize_line(self.background.describe_question())
            known = {word for words in self.lexicons[:1] for word in words.values()}
            nouns = {word for name in known for word in notation.tokenize_line(name)}
            nouns -= self.first_words
            self._things = (
                said,
                frozenset(nouns.intersection(word for word in said if word.isalpha())),
            )
        return self._things

    @cached_property
    def _bare_names(self) -> dict[Tokens, Tokens]:
        """What answers name, without numbers -> the same with its verb."""
        found = {}
        for choice in self.asked.choices:
            for words in self.lexicons:
                bare = notation.format_decision(Decision("", choice.args), words)
                name = tuple(word for word in notation.tokenize_line(bare) if word.isalpha())
                verb = notation.tokenize_line(
                    notation.format_decision(Decision(choice.verb), words)
                )
                if name:
                    found[name] = (*verb, *name)
        return found


def _list_items(argument: Argument) -> list[str]:
    """Return the codes in an argument."""
    if isinstance(argument, str):
        return [argument]
    return [code for code in argument if isinstance(code, str)] if _is_many(argument) else []


def _is_many(argument: Argument) -> TypeGuard[list[str] | dict[str, int]]:
    return isinstance(argument, list | dict)


def _has_list(arguments: Mapping[str, Argument]) -> bool:
    """Return whether an answer names several things: one of them is not the answer."""
    names = [one for one in arguments.values() if isinstance(one, str)]
    return len(names) != 1 or any(map(_is_many, arguments.values()))


def _is_within(said: Tokens, name: Tokens) -> bool:
    """Return whether words stand in a name in a row.

    >>> _is_within(("bouc", "emissaire"), ("du", "bouc", "emissaire")), _is_within((), ("a",))
    (True, False)
    """
    spans = zip(*(name[at:] for at in range(len(said))), strict=False)
    return bool(said) and said in spans


def _has_all(written: Tokens, said: Sequence[str]) -> bool:
    """Return whether each word stands in what is written, perhaps in another case.

    >>> _has_all(("reisen", "nervoser", "akolyth"), ["nervosen", "akolythen"])
    True
    """
    stems = {_cut_case(word) for word in written}
    return all(_cut_case(word) in stems for word in said)


def _cut_case(word: str) -> str:
    """Return a word without the ending of its case or number."""
    ends = ("en", "er", "es", "em", "e", "n", "s")
    found = next((end for end in ends if word.endswith(end)), "")
    return word.removesuffix(found) if len(word) - len(found) >= MIN_NAME_LENGTH else word


def _is_abbreviated(line: str) -> bool:
    """Return whether a line begins with an abbreviation and a number: “S. 2”, not “OK. 2”."""
    found = _ABBREVIATED.match(line)
    if not found:
        return False
    word = found[1].casefold()
    known = small_talk.PARTICLES | small_talk.AGREES | small_talk.HAILS | _LABELS
    return word not in known and not small_talk.is_phrase(word)


def _is_part(said: Tokens, written: str) -> bool:
    """Return whether words begin something written and stand in it in the same order."""
    rest = iter(notation.tokenize_line(written))
    return all(word in rest for word in said) and notation.tokenize_line(written)[:1] == said[:1]


def _is_number_alone(line: str) -> bool:
    said = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
    return len(said) == 1 and said[0].isdigit()
