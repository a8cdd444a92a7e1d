"""The words of a question: the verbs and names of its answers, as a reply may use them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TypeGuard

from msgspec import Struct

from games.engine import notation
from games.engine.addressing import YOU
from games.engine.contract import (
    AmbiguousDecision,
    Argument,
    Choice,
    Decision,
    ImpossibleDecision,
    Prompt,
)
from games.engine.notation import Lexicon, Reading, Tokens
from games.replies.lines import natural_answers, small_talk, verb_forms
from games.replies.lines.attempts import MIN_NAME_LENGTH, Attempts

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
    something that is no answer, as commands do. `is_listed_whole` returns whether the e-mail lists
    all answers.
    """

    describe_hint: Callable[[Decision], str] = lambda decision: ""
    describe_question: Callable[[], str] = lambda: ""
    explain_line: Callable[[str, Tokens], ImpossibleDecision | None] = lambda line, said: None
    game_verbs: Sequence[tuple[Tokens, str]] = ()
    game_names: frozenset[str] = frozenset()
    is_request: Callable[[str], bool] = lambda piece: False
    is_listed_whole: Callable[[], bool] = lambda: True


class QuestionWords:
    """A question in words: its answers, their verbs and names, in each of the reader's lexicons.

    `offered` is the numbered list of the e-mail. `lexicons` are those of the reader's `languages`,
    in the same order. `verbs` are those of the question in these languages.
    """

    def __init__(
        self,
        prompt: Prompt,
        options: Sequence[Decision],
        lexicons: dict[str, Lexicon],
        background: Background | None = None,
    ):
        self.asked, self.offered = prompt, options
        self.background = background or Background()
        self.lexicons = list(lexicons.values())
        self.place_lexicons = [
            words for name, words in lexicons.items() if name in (PLACES, CONTRACTED_PLACES)
        ]
        codes = list(dict.fromkeys(choice.verb for choice in prompt.choices))
        # (code, words, language) of the verbs that this question allows.
        self.verbs = [
            (
                code,
                notation.tokenize_line(notation.format_decision(Decision(code), words)),
                language,
            )
            for language, words in lexicons.items()
            if language not in (PLACES, CONTRACTED_PLACES)
            for code in codes
        ]
        self.first_words = frozenset(words[0] for _, words, _ in self.verbs)
        self.forms = frozenset(
            form
            for _, words, language in self.verbs
            for form, _ in verb_forms.list_verb_forms(words[0], language)
        )
        self._names: frozenset[str] | None = None
        self._things: tuple[Tokens, frozenset[str]] | None = None

    def find_verbs(self, tokens: Tokens) -> set[str]:
        """Return the codes of the question's verbs among words, in any form."""
        token_set = set(tokens)
        return {
            code
            for code, words, language in self.verbs
            for form, _ in verb_forms.list_verb_forms(words[0], language)
            if form in token_set
        }

    def takes_numbers(self, verbs: set[str]) -> bool:
        texts = (
            notation.format_decision(Decision("", decision.args), self.lexicons[0])
            for decision in self.offered
            if decision.verb in verbs
        )
        return any(char.isdigit() for text in texts for char in text)

    def echoes(self, words: str, decision: Decision) -> bool:
        """Return whether words only name a part of an answer: its verb, or a name in it and in no
        other, as in “3: rest” and “1, the stag”."""
        verb = {
            form
            for code, verb_words, language in self.verbs
            if code == decision.verb
            for form, _ in verb_forms.list_verb_forms(verb_words[0], language)
        }
        verb |= {f"{form.removesuffix('e')}ing" for form in verb}
        fillers = natural_answers.ARTICLES | small_talk.PARTICLES | natural_answers.WRITERS
        tokens = [word for word in notation.tokenize_line(words) if word not in fillers]
        if tokens and verb.issuperset(tokens):
            return True
        having = [option for option in self.offered if self._has_words(option, tokens)]
        return having == [decision] and bool(tokens) and all(len(word) > 2 for word in tokens)

    def _has_words(self, decision: Decision, tokens: Sequence[str]) -> bool:
        return any(
            set(notation.tokenize_line(notation.format_decision(decision, words))).issuperset(
                tokens
            )
            for words in self.lexicons
        )

    def complains(self, words: str, decision: Decision) -> bool:
        """Return whether an answer declines something, and words say that it is too dear."""
        return self.declines(decision) and small_talk.is_price_complaint(words)

    def declines(self, decision: Decision) -> bool:
        return any(
            code == decision.verb and words[0] in natural_answers.DECLINES
            for code, words, _ in self.verbs
        )

    def ends(self, decision: Decision) -> bool:
        """Return whether an answer ends the turn, and neither declines nor passes."""
        verbs = natural_answers.ENDING - natural_answers.DECLINES
        return any(code == decision.verb and words[0] in verbs for code, words, _ in self.verbs)

    def find_declining_answer(self) -> Decision | None:
        """Return the answer that declines, if the question is whether or not to take an offer."""
        choices = [choice for choice in self.asked.choices if self.declines(Decision(choice.verb))]
        if len(choices) != 1 or len(self.asked.choices) != 2 or choices[0].slots:
            return None
        return Decision(choices[0].verb, choices[0].args)

    def has_longer(self, decision: Decision) -> bool:
        """Return whether another answer begins with the words of this one: “pass with …”."""
        for words in self.lexicons:
            tokens = notation.tokenize_line(notation.format_decision(decision, words))
            for _, verb, _ in self.verbs:
                if len(verb) > len(tokens) and verb[: len(tokens)] == tokens:
                    return True
            for other in (*self.offered, *(Decision(c.verb, c.args) for c in self.asked.choices)):
                longer = notation.tokenize_line(notation.format_decision(other, words))
                if len(longer) > len(tokens) > 0 and longer[: len(tokens)] == tokens:
                    return True
        return False

    def is_name(self, piece: str) -> bool:
        """Return whether a part of a sentence is a name, and no more: “Sage”."""
        tokens = notation.tokenize_line(piece)
        return bool(tokens) and self.names.issuperset(tokens) and not any(map(str.isdigit, tokens))

    def is_called_last(self) -> bool:
        """Return whether something that can be named is called “last”: “The Last Stand”."""
        hints = {word for hint in self.hints for word in hint}
        return any(map(natural_answers.LAST_WORDS.__contains__, self.names | hints))

    def find_by_part_of_name(self, tokens: Tokens) -> Decision | None:
        """Return the only answer whose card has these words in its name: “le bouc émissaire”.

        A single word of several may be somebody's name, so it is only proposed: “corne”.
        """
        tokens = tuple(word for word in tokens if word not in natural_answers.ARTICLES)
        is_long = any(len(word) >= MIN_NAME_LENGTH for word in tokens)
        if not is_long or not all(map(str.isalpha, tokens)):
            return None
        if natural_answers.COMMON.issuperset(tokens) or not self.forms.isdisjoint(tokens):
            return None
        choices = [
            choice
            for choice in self.asked.choices
            if any(_is_within(tokens, name) for name in self._list_names(choice))
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

    @cached_property
    def attempts(self) -> Attempts:
        """What other lines may be about."""
        many, background = len(self.offered), self.background
        return Attempts(self.verbs, self.names, many, background.game_verbs, background.game_names)

    @cached_property
    def hints(self) -> list[Tokens]:
        """The words of the hint of each answer that is offered, up to the first break: “1 Pearl”
        of “1 Pearl; 3 left”."""
        hints = (self.background.describe_hint(decision) for decision in self.offered)
        return [notation.tokenize_line(re.split(r"[;(]", hint)[0]) for hint in hints]

    @cached_property
    def spoken_forms(self) -> list[tuple[str, str, str]]:
        """(code, form, word at the end or "") of the question's verbs and their synonyms."""
        return [
            (code, form, end)
            for code, words, language in self.verbs
            # “Se reposer” is said “je me repose”.
            for verb in (words[1] if words[0] == "se" and words[1:] else words[0],)
            for word in (verb, *natural_answers.list_synonyms(words))
            if word == verb or word not in self.first_words
            for form, end in verb_forms.list_verb_forms(word, language)
        ]

    @cached_property
    def described(self) -> list[Tokens]:
        """The words of each answer that is offered, with those of its whole hint."""
        return [
            notation.tokenize_line(
                f"{notation.format_decision(decision, self.lexicons[0])} "
                f"{self.background.describe_hint(decision)}"
            )
            for decision in self.offered
        ]

    @cached_property
    def units(self) -> Tokens:
        """The words behind amounts, in the order in which the game writes the amounts."""
        phrases = (
            word for words in self.lexicons for code, word in words.items() if code[-1:] == "."
        )
        return tuple(
            dict.fromkeys(token for word in phrases for token in notation.tokenize_line(word))
        )

    @cached_property
    def joints(self) -> frozenset[str]:
        """The first words of those that stand before arguments, such as “with”."""
        texts = [
            word
            for words in self.lexicons
            for code, word in words.items()
            if code.startswith((".", "joint.")) and word
        ]
        return frozenset(word for text in texts for word in notation.tokenize_line(text)[:1])

    @property
    def names(self) -> frozenset[str]:
        """The words of what the answers name, without their verbs."""
        if self._names is None:
            name_words: set[str] = set()
            for choice in self.asked.choices:
                decisions = [Decision("", choice.args), *choice.examples()]
                for words in self.lexicons:
                    for decision in decisions:
                        text = notation.format_decision(Decision("", decision.args), words)
                        name_words.update(notation.tokenize_line(text))
                    items = [item for slot in choice.slots for item in getattr(slot, "items", ())]
                    for item in items:
                        if isinstance(item, str):
                            text = words.get(item) or item.replace("_", " ")
                            name_words.update(notation.tokenize_line(text))
            self._names = frozenset(name_words)
        return self._names

    @property
    def things(self) -> tuple[Tokens, frozenset[str]]:
        """The words of the question, and those of them that are nouns of the game."""
        if self._things is None:
            asked = notation.tokenize_line(self.background.describe_question())
            # “You buy” is not what a player writes who buys.
            tokens = tuple(word for word in asked if word not in YOU.values())
            names = {word for words in self.lexicons[:1] for word in words.values()}
            nouns = {word for name in names for word in notation.tokenize_line(name)}
            nouns -= self.first_words
            self._things = (
                tokens,
                frozenset(nouns.intersection(word for word in tokens if word.isalpha())),
            )
        return self._things

    @cached_property
    def bare_names(self) -> dict[Tokens, Tokens]:
        """What answers name, without numbers -> the same with its verb."""
        phrases = {}
        for choice in self.asked.choices:
            for words in self.lexicons:
                bare = notation.format_decision(Decision("", choice.args), words)
                name = tuple(word for word in notation.tokenize_line(bare) if word.isalpha())
                verb = notation.tokenize_line(
                    notation.format_decision(Decision(choice.verb), words)
                )
                if name:
                    phrases[name] = (*verb, *name)
        return phrases

    def parse(self, line: str) -> Reading:
        return notation.parse_reading(self.asked, line, self.lexicons, offers=self.offered)

    def agree(self, readings: Sequence[Reading], line: str) -> Reading | None:
        """Return what all readings agree on, None if there are none. Raises AmbiguousDecision."""
        decisions = [reading.decision for reading in readings]
        if any(decision != decisions[0] for decision in decisions):
            answers = [
                notation.format_decision(decision, self.lexicons[0]) for decision in decisions[:8]
            ]
            short_line = notation.shorten_line(line)
            raise AmbiguousDecision(
                "“{line}” could be {answers}.", answers=answers, line=short_line
            )
        return readings[0] if readings else None


def _list_items(argument: Argument) -> list[str]:
    """Return the codes in an argument."""
    if isinstance(argument, str):
        return [argument]
    return [code for code in argument if isinstance(code, str)] if _is_many(argument) else []


def _is_many(argument: Argument) -> TypeGuard[list[str] | dict[str, int]]:
    return isinstance(argument, list | dict)


def _has_list(arguments: Mapping[str, Argument]) -> bool:
    """Return whether an answer names several things: one of them is not the answer."""
    names = [value for value in arguments.values() if isinstance(value, str)]
    return len(names) != 1 or any(map(_is_many, arguments.values()))


def _is_within(tokens: Tokens, name: Tokens) -> bool:
    """Return whether words stand in a name in a row.

    >>> _is_within(("bouc", "emissaire"), ("du", "bouc", "emissaire")), _is_within((), ("a",))
    (True, False)
    """
    spans = zip(*(name[at:] for at in range(len(tokens))), strict=False)
    return bool(tokens) and tokens in spans
