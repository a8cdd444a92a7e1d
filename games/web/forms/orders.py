"""The form builder of standing orders: fields for one question, as an order and back.

A form has rules of up to three conditions and an answer, and an answer for “otherwise”. It says
less than the written form can: what it cannot express is only changed as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import assert_never

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine import orders
from games.engine.contract import AnyGame, Part, Topic, UnreadableDecision
from games.engine.numbers import parse_number
from games.engine.order_grammar import MAX_NUMBER
from games.engine.order_words import keyword_words
from games.engine.orders import ASK, COMPARISONS, Clause, Lexicon, Order, Rule, Term
from games.presentation import order_sentences

# The most rules of a form besides “otherwise”, and the most conditions of each.
MAX_RULES, MAX_CONDITIONS = 6, 3
# So many words of a fact have checkboxes; of more, one is selected.
MAX_TICKS = 8
# The terms in the order in which they are offered.
TERMS = ("lasting", "once", "times", "this_turn", "my_turn", "until", "back")


@dataclass(frozen=True)
class Option:
    """An option of a select, or a checkbox. `shows` are the classes of the fields it needs."""

    value: str
    words: str
    is_selected: bool
    shows: str = ""


@dataclass(frozen=True)
class CodeField:
    """A select of codes, or their checkboxes if `is_ticked`.

    `place` is the number of the field among those of which one is shown; `repeats`: it is another
    one of the same name as the field before it.
    """

    name: str
    words: str
    place: int
    options: tuple[Option, ...]
    is_ticked: bool = False
    repeats: bool = False


@dataclass(frozen=True)
class ConditionFields:
    """The fields of a condition: what is compared, how, and with which number or words."""

    name: str
    number: int
    facts: tuple[Option, ...]
    comparisons: tuple[Option, ...]
    value: str
    codes: tuple[CodeField, ...]


@dataclass(frozen=True)
class RuleFields:
    """The fields of a rule: conditions, and the answer with what may follow it.

    `number` counts from 1; 0 is “otherwise”, which has no conditions.
    """

    name: str
    number: int
    conditions: tuple[ConditionFields, ...]
    verbs: tuple[Option, ...]
    parts: tuple[tuple[CodeField, ...], ...]


@dataclass(frozen=True)
class OrderForm:
    """The form for orders about one question."""

    question: str
    words: str
    rules: tuple[RuleFields, ...]
    otherwise: RuleFields
    terms: tuple[Option, ...]
    times: str
    until: str
    may_have_more: bool
    largest: int = MAX_NUMBER


@dataclass(frozen=True)
class Testable:
    """Something that a condition can be about.

    `kind` is “number” or “word” for such a fact, “has” and “size” for one of a list, “count” for
    one of the counts by word.
    """

    fact: str
    kind: str
    codes: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        """The value of its option."""
        return f"{self.fact}.{self.kind}"

    @property
    def has_number(self) -> bool:
        return self.kind in ("number", "size", "count")

    @property
    def is_ticked(self) -> bool:
        """Whether several of its words can be chosen."""
        return self.kind == "word" and len(self.codes) <= MAX_TICKS


def list_testables(topic: Topic) -> tuple[Testable, ...]:
    """Return what conditions about a question can be about."""
    testables: list[Testable] = []
    for name, fact in topic.facts.items():
        match fact.kind:
            case "list":
                testables += [Testable(name, "has", fact.codes), Testable(name, "size")]
            case "counts":
                testables.append(Testable(name, "count", fact.codes))
            case "number" | "word":
                testables.append(Testable(name, fact.kind, fact.codes))
            case _:
                assert_never(fact.kind)
    return tuple(testables)


# The form of an order.


def find_question(order: Order, topics: orders.Topics, first_choice: str = "") -> str:
    """Return a question whose form can express the order, "" if none can.

    `first_choice` is preferred.
    """
    names = sorted(topics, key=lambda name: name != first_choice)
    return next((name for name in names if fill_form(order, topics[name]) is not None), "")


def fill_form(order: Order, topic: Topic) -> QueryDict | None:
    """Return the values of the form for an order, None if it cannot express it."""
    data = QueryDict(mutable=True)
    rules = list(order.rules)
    if len(rules) > 1 and not rules[-1].clauses:
        otherwise = rules.pop()
        if not _fill_answer(data, "else", otherwise, topic):
            return None
    if len(rules) > MAX_RULES:
        return None
    data["rules"] = str(len(rules))
    for place, rule in enumerate(rules):
        if not _fill_rule(data, f"r{place}", rule, topic):
            return None
    _fill_term(data, order.term)
    return data


def _fill_rule(data: QueryDict, name: str, rule: Rule, topic: Topic) -> bool:
    clauses = list(_split_clauses(rule.clauses))
    if len(clauses) > MAX_CONDITIONS or not _fill_answer(data, name, rule, topic):
        return False
    testables = list_testables(topic)
    return all(
        _fill_condition(data, f"{name}c{place}", clause, testables)
        for place, clause in enumerate(clauses)
    )


def _split_clauses(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield the clauses; “hand has crab 1, crab 2” as one for each word, which says the same."""
    for clause in clauses:
        if clause.op == "has":
            yield from (Clause(clause.fact, "has", (code,)) for code in clause.codes)
        else:
            yield clause


def _fill_answer(data: QueryDict, name: str, rule: Rule, topic: Topic) -> bool:
    data[f"{name}.verb"] = rule.verb
    if rule.verb == ASK:
        return not rule.codes
    if rule.verb not in topic.verbs:
        return False
    code_by_part = _assign_codes(rule.codes, topic.list_parts(rule.verb))
    if code_by_part is None:
        return False
    for place, code in enumerate(code_by_part):
        data[f"{name}.{rule.verb}.{place}"] = code
    return True


def _assign_codes(codes: Sequence[str], parts: Sequence[Part]) -> list[str] | None:
    """Return the code of each part, "" for a part without one; None if some codes fit nowhere.

    Each code goes to the first free part behind the last one that takes it.
    """
    code_by_part = [""] * len(parts)
    place = 0
    for code in codes:
        while place < len(parts) and code not in parts[place][1]:
            place += 1
        if place == len(parts):
            return None
        code_by_part[place] = code
        place += 1
    return code_by_part


def _fill_condition(
    data: QueryDict, name: str, clause: Clause, testables: Sequence[Testable]
) -> bool:
    testable = next((candidate for candidate in testables if _can_express(candidate, clause)), None)
    if testable is None:
        return False
    data[f"{name}.fact"] = testable.value
    if testable.has_number:
        data[f"{name}.op"], data[f"{name}.number"] = clause.op, str(clause.number)
    if clause.codes:
        data.setlist(f"{name}.{testable.value}", list(clause.codes))
    return True


def _can_express(testable: Testable, clause: Clause) -> bool:
    if testable.fact != clause.fact or not set(clause.codes) <= set(testable.codes):
        return False
    match testable.kind:
        case "word":
            return clause.op == "in" and (testable.is_ticked or len(clause.codes) == 1)
        case "has":
            return clause.op == "has"
        case "count":
            return clause.op in COMPARISONS and len(clause.codes) == 1
    return clause.op in COMPARISONS and not clause.codes


def _fill_term(data: QueryDict, term: Term) -> None:
    data["term"] = "once" if term == Term("times", 1) else term.kind
    data["times"] = str(term.number or "")
    data["until"] = term.until


# What was submitted.


def parse_form(data: QueryDict, topic: Topic) -> Order:
    """Return the order that a form describes.

    Raises UnreadableDecision with a message that names the rule and what is missing.
    """
    rules = []
    for place in range(count_rules(data)):
        conditions = [f"r{place}c{number}" for number in range(MAX_CONDITIONS)]
        clauses = tuple(
            _parse_condition(data, name, topic, place + 1)
            for name in conditions
            if data.get(f"{name}.fact")
        )
        answer = _parse_answer(
            data, f"r{place}", topic, _("Rule %(number)s") % {"number": place + 1}
        )
        if answer is not None:
            rules.append(Rule(answer.verb, answer.codes, clauses))
        elif clauses:
            sentence = _("Rule %(number)s has conditions, but no answer: choose one.")
            raise UnreadableDecision(sentence % {"number": place + 1})
    otherwise = _parse_answer(data, "else", topic, _("Otherwise"))
    if otherwise is not None:
        rules.append(otherwise)
    if not rules:
        raise UnreadableDecision(_("Choose an answer that the order gives."))
    return Order(tuple(rules), _parse_term(data))


def count_rules(data: QueryDict) -> int:
    """Return how many rules the form shows."""
    return min(max(1, parse_number(data.get("rules", ""), 99) or 1), MAX_RULES)


def _parse_answer(data: QueryDict, name: str, topic: Topic, rule_name: str) -> Rule | None:
    verb = data.get(f"{name}.verb", "")
    if not verb:
        return None
    if verb == ASK:
        return Rule(ASK)
    if verb not in topic.verbs:
        raise UnreadableDecision(
            _("%(rule)s: choose an answer from the list.") % {"rule": rule_name}
        )
    parts = topic.list_parts(verb)
    selection = [data.get(f"{name}.{verb}.{place}", "") for place in range(len(parts))]
    codes = tuple(filter(None, selection))
    code_by_part = _assign_codes(codes, parts)
    is_known = all(code in ("", *part[1]) for code, part in zip(selection, parts, strict=True))
    if not is_known or code_by_part is None:
        raise UnreadableDecision(
            _("%(rule)s: choose an answer from the list.") % {"rule": rule_name}
        )
    if code_by_part != selection:
        # “bid 3” would bid Wealth, whichever of the two fields had the 3.
        sentence = _("%(rule)s: fill in the fields of the answer from the first one on.")
        raise UnreadableDecision(sentence % {"rule": rule_name})
    return Rule(verb, codes)


def _parse_condition(data: QueryDict, name: str, topic: Topic, rule: int) -> Clause:
    value = data.get(f"{name}.fact", "")
    testable = next(
        (candidate for candidate in list_testables(topic) if candidate.value == value), None
    )
    codes = tuple(data.getlist(f"{name}.{value}"))
    codes = tuple(code for code in dict.fromkeys(codes) if testable and code in testable.codes)
    if testable is None or (testable.codes and not codes):
        sentence = _("Rule %(number)s: choose a word for each condition.")
        raise UnreadableDecision(sentence % {"number": rule})
    if not testable.has_number:
        return Clause(testable.fact, "in" if testable.kind == "word" else "has", codes)
    number, op = _parse_number(data.get(f"{name}.number", "")), data.get(f"{name}.op", "")
    if number is None or op not in COMPARISONS:
        sentence = _("Rule %(number)s: a condition needs a number from 0 to %(largest)s.")
        raise UnreadableDecision(sentence % {"number": rule, "largest": MAX_NUMBER})
    return Clause(testable.fact, op, codes, number)


def _parse_number(text: str) -> int | None:
    """Return a number that an order can contain, None for anything else."""
    return parse_number(text.strip(), MAX_NUMBER)


def _parse_term(data: QueryDict) -> Term:
    match data.get("term", ""):
        case "once":
            return Term("times", 1)
        case "times":
            if not (number := _parse_number(data.get("times", ""))):
                raise UnreadableDecision(_("Write how many times the order applies."))
            return Term("times", number)
        case "until":
            try:
                return Term("until", 0, date.fromisoformat(data.get("until", "")).isoformat())
            except ValueError:
                sentence = _("Choose the last day on which the order applies.")
                raise UnreadableDecision(sentence) from None
        case ("this_turn" | "my_turn" | "back") as kind:
            return Term(kind)
    return Term()


# The fields.


def build_form(game: AnyGame, question: str, data: QueryDict, language: str) -> OrderForm:
    """Return the form for a question, filled in with what was posted."""
    topic, words = game.topics[question], game.list_words(language)
    names = [f"r{place}" for place in range(count_rules(data))]
    rules = (
        _build_rule(data, name, number, topic, words, language)
        for number, name in enumerate(names, start=1)
    )
    terms = [kind for kind in TERMS if kind != "this_turn" or counts_turns(game)]
    return OrderForm(
        question=question,
        words=words[f"question.{question}"],
        rules=tuple(rules),
        otherwise=_build_rule(data, "else", 0, topic, words, language),
        terms=tuple(
            Option(kind, _name_term(kind, language), data.get("term", "lasting") == kind, kind)
            for kind in terms
        ),
        times=data.get("times", "")[:4],
        until=data.get("until", "")[:10],
        may_have_more=len(names) < MAX_RULES,
    )


def counts_turns(game: AnyGame) -> bool:
    """Return whether the game has numbered turns, for which an order can be written."""
    return any("turn" in topic.facts for topic in game.topics.values())


def _name_term(kind: str, language: str) -> str:
    match kind:
        case "lasting":
            return _("as long as the match lasts")
        case "times":
            return _("a number of times")
        case "until":
            return _("until a day")
    return keyword_words(kind, language)[0]


def _build_rule(
    data: QueryDict, name: str, number: int, topic: Topic, words: Lexicon, language: str
) -> RuleFields:
    selection = data.get(f"{name}.verb", "")
    verbs = [
        Option(verb, orders.verb_word(verb, words).rstrip(" :"), selection == verb, f"v{place}")
        for place, verb in enumerate(topic.verbs)
    ]
    asking = Option(ASK, _("ask me"), selection == ASK)
    conditions = (
        _build_condition(data, f"{name}c{place}", place + 1, topic, words)
        for place in range(MAX_CONDITIONS if number else 0)
    )
    parts = (
        tuple(_build_parts(data, f"{name}.{verb}", place, topic.list_parts(verb), words))
        for place, verb in enumerate(topic.verbs)
    )
    return RuleFields(name, number, tuple(conditions), (*verbs, asking), tuple(filter(None, parts)))


def _build_parts(
    data: QueryDict, name: str, place: int, parts: Sequence[Part], words: Lexicon
) -> Iterator[CodeField]:
    before = ""
    for number, (slot, codes) in enumerate(parts):
        field = f"{name}.{number}"
        label = orders.verb_word(slot, words).rstrip(" :")
        options = _build_code_options(codes, data.getlist(field), words)
        yield CodeField(field, label, place, options, repeats=slot == before)
        before = slot


def _build_code_options(
    codes: Iterable[str], selection: Sequence[str], words: Lexicon
) -> tuple[Option, ...]:
    return tuple(Option(code, orders.code_word(code, words), code in selection) for code in codes)


def _build_condition(
    data: QueryDict, name: str, number: int, topic: Topic, words: Lexicon
) -> ConditionFields:
    testables = list_testables(topic)
    values_with_codes = [testable.value for testable in testables if testable.codes]
    places = {value: place for place, value in enumerate(values_with_codes)}
    facts = []
    for testable in testables:
        shows = ["n"] if testable.has_number else []
        shows += [f"c{places[testable.value]}"] if testable.codes else []
        is_chosen = data.get(f"{name}.fact") == testable.value
        facts.append(
            Option(testable.value, _name_testable(testable, words), is_chosen, " ".join(shows))
        )
    codes = (
        CodeField(
            f"{name}.{testable.value}",
            orders.fact_word(testable.fact, words),
            places[testable.value],
            _build_code_options(testable.codes, data.getlist(f"{name}.{testable.value}"), words),
            is_ticked=testable.is_ticked,
        )
        for testable in testables
        if testable.codes
    )
    op = data.get(f"{name}.op", ">=")
    comparisons = (
        Option(sign, str(label), op == sign) for sign, label in order_sentences.COMPARISONS.items()
    )
    return ConditionFields(
        name,
        number,
        tuple(facts),
        tuple(comparisons),
        data.get(f"{name}.number", "")[:4],
        tuple(codes),
    )


def _name_testable(testable: Testable, words: Lexicon) -> str:
    fact = orders.fact_word(testable.fact, words)
    match testable.kind:
        case "word":
            return (
                f"{fact} {_('is one of')}"
                if testable.is_ticked
                else f"{fact} {pgettext('a word', 'is')}"
            )
        case "has":
            return f"{fact} {_('contains')}"
        case "size":
            return _("%(fact)s: how many") % {"fact": fact}
        case "count":
            return _("%(fact)s: how many of") % {"fact": fact}
    return fact
