"""The words of a question: the verbs and names of its answers, as a reply may use them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    something that is no answer, as commands do.
    """

    describe_hint: Callable[[Decision], str] = lambda decision: ""
    describe_question: Callable[[], str] = lambda: ""
    explain_line: Callable[[str, Tokens], ImpossibleDecision | None] = lambda line, said: None
    game_verbs: Sequence[tuple[Tokens, str]] = ()
    game_names: frozenset[str] = frozenset()
    is_request: Callable[[str], bool] = lambda piece: False


class QuestionWords:
    """A question in words: its answers, their verbs and names, in each of the reader's lexicons.

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
        self.place_lexicons = [
            words for name, words in lexicons.items() if name in (PLACES, CONTRACTED_PLACES)
        ]
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
        self._names: frozenset[str] | None = None
        self._things: tuple[Tokens, frozenset[str]] | None = None

    def find_verbs(self, said: Tokens) -> set[str]:
        """Return the codes of the question's verbs among words, in any form."""
        used = set(said)
        return {
            code
            for code, words, language in self.verbs
            for form, _ in verb_forms.list_verb_forms(words[0], language)
            if form in used
        }

    def takes_numbers(self, verbs: set[str]) -> bool:
        written = (
            notation.format_decision(Decision("", one.args), self.lexicons[0])
            for one in self.offered
            if one.verb in verbs
        )
        return any(char.isdigit() for said in written for char in said)

    def echoes(self, words: str, decision: Decision) -> bool:
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

    def complains(self, words: str, decision: Decision) -> bool:
        """Return whether an answer declines something, and words say that it is too dear."""
        return self.declines(decision) and small_talk.is_price_complaint(words)

    def declines(self, decision: Decision) -> bool:
        return any(
            code == decision.verb and words[0] in natural_answers.DECLINES
            for code, words, _ in self.verbs
        )

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

    def is_called_last(self) -> bool:
        """Return whether something that can be named is called “last”: “The Last Stand”."""
        hints = {word for hint in self.hints for word in hint}
        return any(map(natural_answers.LAST_WORDS.__contains__, self.names | hints))

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
    def units(self) -> Tokens:
        """The words behind amounts, in the order in which the game writes the amounts."""
        said = (word for words in self.lexicons for code, word in words.items() if code[-1:] == ".")
        return tuple(
            dict.fromkeys(token for word in said for token in notation.tokenize_line(word))
        )

    @cached_property
    def joints(self) -> frozenset[str]:
        """The first words of those that stand before arguments, such as “with”."""
        written = [
            word
            for words in self.lexicons
            for code, word in words.items()
            if code.startswith((".", "joint.")) and word
        ]
        return frozenset(word for text in written for word in notation.tokenize_line(text)[:1])

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
    def bare_names(self) -> dict[Tokens, Tokens]:
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

    def parse(self, line: str) -> Reading:
        return notation.parse_reading(self.asked, line, self.lexicons, offers=self.offered)

    def agree(self, found: Sequence[Reading], line: str) -> Reading | None:
        """Return what all readings agree on, None if there are none. Raises AmbiguousDecision."""
        decisions = [one.decision for one in found]
        if any(one != decisions[0] for one in decisions):
            answers = [notation.format_decision(one, self.lexicons[0]) for one in decisions[:8]]
            shown = notation.shorten_line(line)
            raise AmbiguousDecision("“{line}” could be {answers}.", answers=answers, line=shown)
        return found[0] if found else None


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
