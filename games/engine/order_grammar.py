"""Reading standing orders: the words of an order -> its codes, or the word that is wrong.

    order  = ["always"] rule {("," "else" | ";" | newline) rule} [[","] term]
    rule   = ("ask" | verb {code}) ["on" comparison] ["if" clause {"and" clause}]
    clause = fact [code] comparison | fact "in" code {"," code} | fact "has" code {"," code}
    term   = "for this turn" | "until my next turn" | number "times" | "until" date | …

Verbs, codes and facts are words of the game's lexicon, in the reader's language or in English.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date

from .contract import Fact, Topic
from .order_words import (
    OrderError,
    Phrase,
    Phrases,
    index_phrases,
    keyword_phrases,
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

# Bounds that no honest order reaches.
MOST_CHARACTERS, MOST_RULES, MOST_NUMBER = 500, 12, 999


def parse_order(text: str, topics: Topics, lexicons: Sequence[Lexicon], language: str) -> Order:
    """Return the order that `text` says. `lexicons`: the owner's language first, then English.

    Raises OrderError, which points at the first word that is wrong.
    """
    return _Reader(text, topics, lexicons, language).order()


class _Reader:
    """Walks through the tokens once, from left to right."""

    def __init__(self, text: str, topics: Topics, lexicons: Sequence[Lexicon], language: str):
        self.text = unicodedata.normalize("NFC", text)
        self.topics, self.lexicons = topics, lexicons
        self.tokens = tokenize_order(self.text[:MOST_CHARACTERS])
        self.at = 0
        self.keywords = {keyword: keyword_phrases(keyword, language) for keyword in KEYWORDS}
        self.known: dict[tuple[str, ...], Phrases] = {}
        self.verbs = index_phrases(self.verb_names())
        every = sorted({fact for topic in topics.values() for fact in topic.facts})
        self.facts = index_phrases(
            {fact: fact_word(fact, words) for fact in every} for words in lexicons
        )
        small = (parse_phrase(words[key]) for words in lexicons for key in words if key[0] == ".")
        self.joints = sorted({joint for joint in small if joint})
        if len(self.text) > MOST_CHARACTERS:
            raise OrderError("This is too long for an order.", self.text, MOST_CHARACTERS, "")

    # What stands here ------------------------------------------------------------------------

    def here(self) -> str:
        return self.tokens[self.at].said if self.at < len(self.tokens) else ""

    def wrong(self, sentence: str, at: int | None = None) -> OrderError:
        """The error that points at token `at`, at the one here if it is not given."""
        at = self.at if at is None else at
        if at >= len(self.tokens):
            end = len(self.text.rstrip())
            return OrderError("Something is missing at the end.", self.text, end, "")
        token = self.tokens[at]
        written = self.text[token.start : token.end]
        return OrderError(sentence, self.text, token.start, written)

    def takes(self, keyword: str) -> bool:
        """Go on behind the keyword if it is said here."""
        for way in self.keywords[keyword]:
            if self.says(way):
                self.at += len(way)
                return True
        return False

    def says(self, way: Phrase) -> bool:
        return tuple(t.said for t in self.tokens[self.at : self.at + len(way)]) == way

    def longest(self, known: Phrases, *, over_commas: bool = False) -> tuple[list[str], int]:
        """The codes of the longest phrase said here and where the line goes on; [] if none is."""
        codes: list[str] = []
        said: list[str] = []
        end = self.at
        most = max(map(len, known), default=0)
        for at in range(self.at, min(len(self.tokens), self.at + 2 * most)):
            if over_commas and said and self.tokens[at].said == ",":
                continue
            said.append(self.tokens[at].said)
            if tuple(said) in known:
                codes, end = known[tuple(said)], at + 1
            if len(said) == most:
                break
        return codes, end

    # The grammar -----------------------------------------------------------------------------

    def order(self) -> Order:
        self.takes("always")
        rules = [self.rule()]
        while self.goes_on():
            if len(rules) == MOST_RULES:
                raise self.wrong("An order has at most twelve rules.")
            rules.append(self.rule())
        term = self.term()
        if self.at < len(self.tokens):
            raise self.wrong("“{word}” does not belong here.")
        return Order(tuple(rules), term)

    def goes_on(self) -> bool:
        """Whether another rule follows; go to it."""
        start = self.at
        while self.here() in (",", ";", "\n") and self.here():
            self.at += 1
        semicolon = any(token.said in ";\n" for token in self.tokens[start : self.at])
        if self.takes("else"):
            return True
        if semicolon and self.at < len(self.tokens) and not self.is_term():
            return True
        self.at = start
        return False

    def rule(self) -> Rule:
        if self.takes(ASK):
            return Rule(ASK, (), self.conditions(list(self.topics.values())))
        candidates, after = self.longest(self.verbs)
        if not candidates:
            raise self.wrong("“{word}” is no answer that an order can give.")
        # Of verbs with the same word, the one that more of the line speaks about.
        ways = []
        for verb in candidates:
            self.at = after
            codes = self.codes_of(verb)
            ways.append((self.at, verb, codes))
        self.at, verb, codes = max(ways, key=lambda way: way[0])
        about = [topic for topic in self.topics.values() if verb in topic.verbs]
        return Rule(verb, codes, self.conditions(about))

    def verb_names(self) -> Iterator[dict[str, str]]:
        verbs = sorted({verb for topic in self.topics.values() for verb in topic.verbs})
        for words in self.lexicons:
            yield {verb: verb_word(verb, words) for verb in verbs}
        for words in self.lexicons:
            yield {verb: code_word(verb, words) for verb in verbs}

    def codes_of(self, verb: str) -> tuple[str, ...]:
        """What follows a verb: codes, with “+”, a comma or a small word between them."""
        known = {code for topic in self.topics.values() for code in topic.verbs.get(verb, ())}
        found: list[str] = []
        while not self.is_term():
            start = self.at
            while self.here() in ("+", ",") and self.here():
                self.at += 1
            self.at += next((len(joint) for joint in self.joints if self.says(joint)), 0)
            codes, after = self.longest(self.called(known), over_commas=True)
            if not codes:
                self.at = start
                break
            found.append(codes[0])
            self.at = after
        return tuple(found)

    def called(self, codes: set[str]) -> Phrases:
        """What these codes are called."""
        key = tuple(sorted(codes))
        if key not in self.known:
            names = ({code: code_word(code, words) for code in key} for words in self.lexicons)
            self.known[key] = index_phrases(names)
        return self.known[key]

    def conditions(self, about: list[Topic]) -> tuple[Clause, ...]:
        """The clauses behind an answer; only facts that one of the topics knows together."""
        clauses: list[Clause] = []
        if self.is_term():
            return ()
        if self.takes("on"):
            main = next((topic.main for topic in about if topic.main), None)
            if main is None:
                raise self.wrong("Write “if”, and what “{word}” is about.", self.at - 1)
            clauses.append(self.comparison(main, ()))
            about = [topic for topic in about if main in topic.facts]
            if not self.takes("and"):
                return tuple(clauses)
        elif not self.takes("if"):
            return ()
        while True:
            clause, about = self.clause(about)
            clauses.append(clause)
            if not self.takes("and"):
                return tuple(clauses)

    def clause(self, about: list[Topic]) -> tuple[Clause, list[Topic]]:
        facts, after = self.longest(self.facts)
        if not facts:
            raise self.wrong("“{word}” is nothing that a question tells.")
        fact = facts[0]
        about = [topic for topic in about if fact in topic.facts]
        if not about:
            raise self.wrong("“{word}” is not known when that is asked.")
        self.at = after
        kinds = [topic.facts[fact] for topic in about]
        if self.takes("in"):
            return Clause(fact, "in", self.listed(kinds, "word")), about
        if self.takes("has"):
            return Clause(fact, "has", self.listed(kinds, "list", "counts")), about
        counted = [kind for kind in kinds if kind.kind == "counts"]
        codes = self.code(counted) if counted and self.here() not in COMPARISONS else ()
        if not codes and all(kind.kind == "word" for kind in kinds):
            if self.here() == "=":
                self.at += 1
                return Clause(fact, "in", self.listed(kinds, "word")), about
            raise self.wrong("“{word}” cannot stand here; write “in” and what it may be.")
        return self.comparison(fact, codes), about

    def comparison(self, fact: str, codes: tuple[str, ...]) -> Clause:
        op = self.here()
        if op not in COMPARISONS:
            raise self.wrong("“{word}” is no comparison: write <=, >=, <, >, = or !=.")
        self.at += 1
        return Clause(fact, op, codes, self.number())

    def number(self) -> int:
        said = self.here()
        if not said.isdecimal() or int(said) > MOST_NUMBER:
            raise self.wrong("“{word}” is no number that can stand here.")
        self.at += 1
        return int(said)

    def listed(self, kinds: list[Fact], *wanted: str) -> tuple[str, ...]:
        kinds = [kind for kind in kinds if kind.kind in wanted]
        if not kinds:
            raise self.wrong(
                "“{word}” does not fit this fact; compare it with a number.", self.at - 1
            )
        found = [*self.code(kinds)]
        while self.here() == ",":
            start = self.at
            self.at += 1
            if self.here() == "\n" or self.takes("else") or self.is_term():
                self.at = start
                break
            found += self.code(kinds)
        return tuple(found)

    def code(self, kinds: list[Fact]) -> tuple[str, ...]:
        codes, after = self.longest(self.called({code for kind in kinds for code in kind.codes}))
        if not codes:
            raise self.wrong("“{word}” is not known here.")
        self.at = after
        return (codes[0],)

    def is_term(self) -> bool:
        """Whether a term begins here."""
        start = self.at
        try:
            return self.term() != Term()
        except OrderError:
            return False
        finally:
            self.at = start

    def term(self) -> Term:
        """How long the order is to be followed; go behind it."""
        while self.here() in (",", "\n") and self.here():
            self.at += 1
        for kind in ("this_turn", "my_turn", "back"):
            if self.takes(kind):
                return Term(kind)
        if self.takes("once"):
            return Term("times", 1)
        start = self.at
        if self.here().isdecimal():
            number = self.number()
            if number and self.takes("times"):
                return Term("times", number)
            self.at = start
        elif self.takes("until"):
            try:
                day = date.fromisoformat(self.here())
            except ValueError:
                raise self.wrong("“{word}” is no day: write it as 2026-12-24.") from None
            self.at += 1
            return Term("until", 0, day.isoformat())
        return Term()
