"""Parse standing orders into codes, or point at the word that is wrong.

    order  = ["always"] rule {("," "else" | ";" | newline) rule} [[","] term]
    rule   = ("ask" | verb {code}) ["on" comparison] ["if" clause {"and" clause}]
    clause = fact [code] comparison | fact "in" code {"," code} | fact "has" code {"," code}
    term   = "for this turn" | "until my next turn" | number "times" | "until" date | …

A date is written as in dates.py, “24 Dec” or “Monday”, up to the end of its line.

Verbs, codes and facts are words of the game's lexicon, in the reader's language or in English.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from itertools import chain

from .contract import AnyGame, Fact, Topic
from .dates import Period, parse_period, tokenize_dates
from .numbers import parse_number
from .order_words import (
    OrderError,
    Phrase,
    Phrases,
    find_nearest_words,
    index_phrases,
    keyword_phrases,
    keyword_words,
    parse_phrase,
    tokenize_order,
)
from .orders import (
    ASK,
    COMPARISONS,
    KEYWORDS,
    Clause,
    Lexicon,
    Order,
    Rule,
    Term,
    Topics,
    code_word,
    fact_word,
    verb_word,
)

# Limits that no honest order reaches.
MAX_CHARACTERS, MAX_RULES, MAX_NUMBER = 500, 12, 999
# Maximum number of characters before accents are joined with their letters.
MAX_WRITTEN = 3 * MAX_CHARACTERS
# Maximum number of tokens that are taken for one misspelled name.
MAX_SPAN = 3
SEPARATORS = frozenset(",;+\n")


def parse_order(
    text: str,
    topics: Topics,
    lexicons: Sequence[Lexicon],
    language: str,
    *,
    today: date | None = None,
) -> Order:
    """Return the order that `text` describes.

    `lexicons`: the owner's language first, then English. `today` is the owner's date; None: dates
    are only read as “2026-12-24”.

    Raises OrderError, which points at the first wrong word.
    """
    return _Reader(text, topics, lexicons, language, today=today).order()


@cache
def parse_suggested_orders(game: AnyGame) -> tuple[Order, ...]:
    """Return the orders that a game suggests, in the order in which they are tried."""
    words = [game.list_words("en")]
    return tuple(parse_order(text, game.topics, words, "en") for text in game.suggested_orders)


class _Reader:
    """A recursive descent parser that reads the tokens from left to right."""

    def __init__(
        self,
        text: str,
        topics: Topics,
        lexicons: Sequence[Lexicon],
        language: str,
        *,
        today: date | None = None,
    ):
        self.today = today
        # Cut before: normalizing takes time quadratic in the number of combining marks in a row.
        self.text = unicodedata.normalize("NFC", text[:MAX_WRITTEN])
        self.topics, self.lexicons = topics, lexicons
        self.tokens = tokenize_order(self.text[:MAX_CHARACTERS])
        self.at = 0
        # Token index -> the words that were looked for there, for proposals.
        self.expected: dict[int, list[Iterable[str]]] = {}
        # The questions that the current rule can be about; () before its verb is known.
        self.questions: tuple[str, ...] = ()
        self.language = language
        self.keywords = {keyword: keyword_phrases(keyword, language) for keyword in KEYWORDS}
        self.known: dict[tuple[str, ...], Phrases] = {}
        self.verbs = index_phrases(self.verb_names())
        every = sorted({fact for topic in topics.values() for fact in topic.facts})
        self.facts = index_phrases(
            {fact: fact_word(fact, words) for fact in every} for words in lexicons
        )
        small = (parse_phrase(words[key]) for words in lexicons for key in words if key[0] == ".")
        self.joints = sorted({joint for joint in small if joint})
        if len(self.text) > MAX_CHARACTERS or len(text) > MAX_WRITTEN:
            raise OrderError("This is too long for an order.", self.text, MAX_CHARACTERS, "")

    # The current position.

    def current_word(self) -> str:
        return self.tokens[self.at].said if self.at < len(self.tokens) else ""

    def error_at(self, sentence: str, at: int | None = None) -> OrderError:
        """Return the error that points at token `at` (None: the current token)."""
        at = self.at if at is None else at
        if at >= len(self.tokens):
            end = len(self.text.rstrip())
            sentence = "Something is missing at the end."
            return OrderError(sentence, self.text, end, "", (), self.questions)
        valid = list(chain.from_iterable(self.expected.get(at, ())))
        start = self.tokens[at].start
        spans = [self.text[start : token.end] for token in self.tokens[at : at + MAX_SPAN]]
        spans = [spans[0], *(span for span in spans[1:] if not SEPARATORS.intersection(span))]
        matches = [(*find_nearest_words(span, valid), span) for span in spans]
        # The first of equally similar spans: a single word, unless several together fit better.
        _, nearest, word = max(matches, key=lambda match: match[0])
        return OrderError(sentence, self.text, start, word, nearest, self.questions)

    def expect(self, words: Iterable[str]) -> None:
        """Record words that may come next; they are only read for an error."""
        self.expected.setdefault(self.at, []).append(words)

    def names_of_codes(self, codes: Iterable[str]) -> Iterator[str]:
        """Yield the words for codes, in the owner's language and in English."""
        for words in self.lexicons:
            for code in codes:
                yield code_word(code, words)

    def accept_keyword(self, keyword: str) -> bool:
        """Consume the keyword if it comes next, and return whether it did."""
        for way in self.keywords[keyword]:
            if self.matches_phrase(way):
                self.at += len(way)
                return True
        self.expect(keyword_words(keyword, self.language))
        return False

    def matches_phrase(self, way: Phrase) -> bool:
        return tuple(t.said for t in self.tokens[self.at : self.at + len(way)]) == way

    def match_longest(
        self, phrases: Phrases, *, over_commas: bool = False
    ) -> tuple[list[str], int]:
        """Return the codes of the longest phrase that comes next, and the index after it.

        The list is empty if no phrase matches. `over_commas`: commas inside the phrase are skipped.
        """
        codes: list[str] = []
        words: list[str] = []
        end = self.at
        most = max(map(len, phrases), default=0)
        for at in range(self.at, min(len(self.tokens), self.at + 2 * most)):
            if over_commas and words and self.tokens[at].said == ",":
                continue
            words.append(self.tokens[at].said)
            if tuple(words) in phrases:
                codes, end = phrases[tuple(words)], at + 1
            if len(words) == most:
                break
        return codes, end

    # The grammar.

    def order(self) -> Order:
        self.accept_keyword("always")
        rules = [self.rule()]
        while self.accept_separator():
            if len(rules) == MAX_RULES:
                raise self.error_at("An order has at most twelve rules.")
            rules.append(self.rule())
        term = self.term()
        if self.at < len(self.tokens):
            raise self.error_at(
                "“{word}” is not expected here. Write a card or “if”, "
                "for example: buy if price <= 1"
            )
        return Order(tuple(rules), term)

    def accept_separator(self) -> bool:
        """Return whether another rule follows, and advance to it."""
        start = self.at
        while self.current_word() in (",", ";", "\n") and self.current_word():
            self.at += 1
        semicolon = any(token.said in ";\n" for token in self.tokens[start : self.at])
        if self.accept_keyword("else"):
            return True
        if semicolon and self.at < len(self.tokens) and not self.is_term():
            return True
        self.at = start
        return False

    def rule(self) -> Rule:
        self.questions = ()
        if self.accept_keyword(ASK):
            return Rule(ASK, (), self.conditions(list(self.topics.values())))
        candidates, after = self.match_longest(self.verbs)
        if not candidates:
            if self.accept_keyword("if") or self.match_longest(self.facts)[0]:
                raise self.error_at(
                    "A rule begins with the answer that it gives, for example: buy if price <= 1"
                )
            self.expect(word for names in self.verb_names() for word in names.values())
            raise self.error_at("“{word}” is not an answer that an order can give.")
        # If several verbs share a word, choose the one that matches more of the line.
        ways = []
        for verb in candidates:
            self.at = after
            codes = self.codes_of(verb)
            ways.append((self.at, verb, codes))
        self.at, verb, codes = max(ways, key=lambda way: way[0])
        self.questions = tuple(name for name in self.topics if verb in self.topics[name].verbs)
        about = [self.topics[name] for name in self.questions]
        return Rule(verb, codes, self.conditions(about))

    def verb_names(self) -> Iterator[dict[str, str]]:
        verbs = sorted({verb for topic in self.topics.values() for verb in topic.verbs})
        for words in self.lexicons:
            yield {verb: verb_word(verb, words) for verb in verbs}
        for words in self.lexicons:
            yield {verb: code_word(verb, words) for verb in verbs}
        for words in self.lexicons:
            former = {verb: words.get(f"former.{verb}", "") for verb in verbs}
            yield {verb: word for verb, word in former.items() if word}

    def codes_of(self, verb: str) -> tuple[str, ...]:
        """Consume the codes after a verb, separated by “+”, a comma or a joining word."""
        valid_codes = {code for topic in self.topics.values() for code in topic.verbs.get(verb, ())}
        verb_codes: list[str] = []
        while not self.is_term():
            start = self.at
            while self.current_word() in ("+", ",") and self.current_word():
                self.at += 1
            self.at += next((len(joint) for joint in self.joints if self.matches_phrase(joint)), 0)
            codes, after = self.match_longest(self.phrases_for_codes(valid_codes), over_commas=True)
            if not codes:
                self.expect(self.names_of_codes(valid_codes))
                self.at = start
                break
            verb_codes.append(codes[0])
            self.at = after
        return tuple(verb_codes)

    def phrases_for_codes(self, codes: set[str]) -> Phrases:
        """Return the phrases for these codes."""
        key = tuple(sorted(codes))
        if key not in self.known:
            names = ({code: code_word(code, words) for code in key} for words in self.lexicons)
            self.known[key] = index_phrases(names)
        return self.known[key]

    def conditions(self, about: list[Topic]) -> tuple[Clause, ...]:
        """Consume the clauses after an answer; only facts known to one of the topics together."""
        clauses: list[Clause] = []
        if self.is_term():
            return ()
        if self.accept_keyword("on"):
            main = next((topic.main for topic in about if topic.main), None)
            if main is None:
                raise self.error_at("Write “if”, and what “{word}” is about.", self.at - 1)
            clauses.append(self.comparison(main, ()))
            about = [topic for topic in about if main in topic.facts]
            if not self.accept_keyword("and"):
                return tuple(clauses)
        elif not self.accept_keyword("if"):
            return ()
        while True:
            clause, about = self.clause(about)
            clauses.append(clause)
            if not self.accept_keyword("and"):
                return tuple(clauses)

    def clause(self, about: list[Topic]) -> tuple[Clause, list[Topic]]:
        facts, after = self.match_longest(self.facts)
        self.expect(self.names_of_facts(about))
        if not facts:
            raise self.error_at("“{word}” is not something a decision is about.")
        fact = facts[0]
        about = [topic for topic in about if fact in topic.facts]
        if not about:
            raise self.error_at("“{word}” is not known when that is asked.")
        self.at = after
        kinds = [topic.facts[fact] for topic in about]
        if self.accept_keyword("in"):
            return Clause(fact, "in", self.code_list(kinds, "word")), about
        if self.accept_keyword("has"):
            return Clause(fact, "has", self.code_list(kinds, "list", "counts")), about
        count_facts = [kind for kind in kinds if kind.kind == "counts"]
        codes = (
            self.code(count_facts) if count_facts and self.current_word() not in COMPARISONS else ()
        )
        if not codes and all(kind.kind == "word" for kind in kinds):
            if self.current_word() == "=":
                self.at += 1
                return Clause(fact, "in", self.code_list(kinds, "word")), about
            raise self.error_at("“{word}” is not possible here; write “in” and the allowed values.")
        return self.comparison(fact, codes), about

    def names_of_facts(self, about: list[Topic]) -> Iterator[str]:
        """Yield the words for the facts of the topics."""
        for words in self.lexicons:
            for topic in about:
                for fact in topic.facts:
                    yield fact_word(fact, words)

    def comparison(self, fact: str, codes: tuple[str, ...]) -> Clause:
        op = self.current_word()
        if op not in COMPARISONS:
            raise self.error_at("“{word}” is not a comparison: write <=, >=, <, >, = or !=.")
        self.at += 1
        return Clause(fact, op, codes, self.number())

    def number(self) -> int:
        number = parse_number(self.current_word(), MAX_NUMBER)
        if number is None:
            raise self.error_at("“{word}” is not a valid number here.")
        self.at += 1
        return number

    def code_list(self, kinds: list[Fact], *kind_names: str) -> tuple[str, ...]:
        kinds = [kind for kind in kinds if kind.kind in kind_names]
        if not kinds:
            raise self.error_at("“{word}” does not fit here; compare with a number.", self.at - 1)
        codes = [*self.code(kinds)]
        while self.current_word() == ",":
            start = self.at
            self.at += 1
            if self.current_word() == "\n" or self.accept_keyword("else") or self.is_term():
                self.at = start
                break
            codes += self.code(kinds)
        return tuple(codes)

    def code(self, kinds: list[Fact]) -> tuple[str, ...]:
        valid_codes = {code for kind in kinds for code in kind.codes}
        codes, after = self.match_longest(self.phrases_for_codes(valid_codes))
        if not codes:
            self.expect(self.names_of_codes(valid_codes))
            raise self.error_at("“{word}” is not known here.")
        self.at = after
        return (codes[0],)

    def is_term(self) -> bool:
        """Return whether a term begins here."""
        start = self.at
        try:
            return self.term() != Term()
        except OrderError:
            return False
        finally:
            self.at = start

    def term(self) -> Term:
        """Consume the term: how long the order applies."""
        while self.current_word() in (",", "\n") and self.current_word():
            self.at += 1
        for kind in ("this_turn", "my_turn", "back"):
            if self.accept_keyword(kind):
                return Term(kind)
        if self.accept_keyword("once"):
            return Term("times", 1)
        start = self.at
        if self.current_word().isdecimal():
            number = self.number()
            if number and self.accept_keyword("times"):
                return Term("times", number)
            self.at = start
        elif self.accept_keyword("until"):
            return Term("until", 0, self.last_day().isoformat())
        return Term()

    def last_day(self) -> date:
        """Consume the date behind “until”, which ends its line."""
        try:
            day = date.fromisoformat(self.current_word())
        except ValueError:
            return self.spoken_day()
        self.at += 1
        return day

    def spoken_day(self) -> date:
        """Consume a date as people write it; one with two readings is an error."""
        rest = self.tokens[self.at :]
        end = next((n for n, token in enumerate(rest) if token.said in (";", "\n")), len(rest))
        if end and self.today:
            line = self.text[rest[0].start : rest[end - 1].end]
            until = keyword_words("until", self.language)[0]
            period = parse_period(tokenize_dates(f"{until} {line}"), self.today, self.language)
            if isinstance(period, Period) and period.last and not period.first and not period.hours:
                self.at += end
                return period.last
        raise self.error_at("“{word}” is not a date: write it like 2026-12-24.")
