"""The form builder of standing orders: fields for one question, as an order and back.

A form has rules of up to three conditions and an answer, and an answer for “otherwise”. It says
less than the written form can: what it cannot express is only changed as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

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
    found: list[Testable] = []
    for name, fact in topic.facts.items():
        match fact.kind:
            case "list":
                found += [Testable(name, "has", fact.codes), Testable(name, "size")]
            case "counts":
                found.append(Testable(name, "count", fact.codes))
            case kind:
                found.append(Testable(name, kind, fact.codes))
    return tuple(found)


# The form of an order.


def find_question(order: Order, topics: orders.Topics, preferred: str = "") -> str:
    """Return a question whose form can express the order, `preferred` if it can; "" if none can."""
    names = sorted(topics, key=lambda name: name != preferred)
    return next((name for name in names if fill_form(order, topics[name]) is not None), "")


def fill_form(order: Order, topic: Topic) -> QueryDict | None:
    """Return the values of the form for an order, None if it cannot express it."""
    filled = QueryDict(mutable=True)
    rules = list(order.rules)
    if len(rules) > 1 and not rules[-1].clauses:
        otherwise = rules.pop()
        if not _fill_answer(filled, "else", otherwise, topic):
            return None
    if len(rules) > MAX_RULES:
        return None
    filled["rules"] = str(len(rules))
    for place, rule in enumerate(rules):
        if not _fill_rule(filled, f"r{place}", rule, topic):
            return None
    _fill_term(filled, order.term)
    return filled


def _fill_rule(filled: QueryDict, name: str, rule: Rule, topic: Topic) -> bool:
    clauses = list(_split_clauses(rule.clauses))
    if len(clauses) > MAX_CONDITIONS or not _fill_answer(filled, name, rule, topic):
        return False
    testables = list_testables(topic)
    return all(
        _fill_condition(filled, f"{name}c{place}", clause, testables)
        for place, clause in enumerate(clauses)
    )


def _split_clauses(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield the clauses; “hand has crab 1, crab 2” as one for each word, which says the same."""
    for clause in clauses:
        if clause.op == "has":
            yield from (Clause(clause.fact, "has", (code,)) for code in clause.codes)
        else:
            yield clause


def _fill_answer(filled: QueryDict, name: str, rule: Rule, topic: Topic) -> bool:
    filled[f"{name}.verb"] = rule.verb
    if rule.verb == ASK:
        return not rule.codes
    if rule.verb not in topic.verbs:
        return False
    assigned = _assign_codes(rule.codes, topic.list_parts(rule.verb))
    if assigned is None:
        return False
    for place, code in enumerate(assigned):
        filled[f"{name}.{rule.verb}.{place}"] = code
    return True


def _assign_codes(codes: Sequence[str], parts: Sequence[Part]) -> list[str] | None:
    """Return the code of each part, "" for a part without one; None if some codes fit nowhere.

    Each code goes to the first free part behind the last one that takes it.
    """
    assigned = [""] * len(parts)
    place = 0
    for code in codes:
        while place < len(parts) and code not in parts[place][1]:
            place += 1
        if place == len(parts):
            return None
        assigned[place] = code
        place += 1
    return assigned


def _fill_condition(
    filled: QueryDict, name: str, clause: Clause, testables: Sequence[Testable]
) -> bool:
    found = next((one for one in testables if _can_express(one, clause)), None)
    if found is None:
        return False
    filled[f"{name}.fact"] = found.value
    if found.has_number:
        filled[f"{name}.op"], filled[f"{name}.number"] = clause.op, str(clause.number)
    if clause.codes:
        filled.setlist(f"{name}.{found.value}", list(clause.codes))
    return True


def _can_express(one: Testable, clause: Clause) -> bool:
    if one.fact != clause.fact or not set(clause.codes) <= set(one.codes):
        return False
    match one.kind:
        case "word":
            return clause.op == "in" and (one.is_ticked or len(clause.codes) == 1)
        case "has":
            return clause.op == "has"
        case "count":
            return clause.op in COMPARISONS and len(clause.codes) == 1
    return clause.op in COMPARISONS and not clause.codes


def _fill_term(filled: QueryDict, term: Term) -> None:
    filled["term"] = "once" if term == Term("times", 1) else term.kind
    filled["times"] = str(term.number or "")
    filled["until"] = term.until


# What was submitted.


def parse_form(posted: QueryDict, topic: Topic) -> Order:
    """Return the order that a form describes.

    Raises UnreadableDecision with a message that names the rule and what is missing.
    """
    rules = []
    for place in range(count_rules(posted)):
        conditions = [f"r{place}c{number}" for number in range(MAX_CONDITIONS)]
        clauses = tuple(
            _parse_condition(posted, name, topic, place + 1)
            for name in conditions
            if posted.get(f"{name}.fact")
        )
        answer = _parse_answer(
            posted, f"r{place}", topic, _("Rule %(number)s") % {"number": place + 1}
        )
        if answer is not None:
            rules.append(Rule(answer.verb, answer.codes, clauses))
        elif clauses:
            told = _("Rule %(number)s has conditions, but no answer: choose one.")
            raise UnreadableDecision(told % {"number": place + 1})
    otherwise = _parse_answer(posted, "else", topic, _("Otherwise"))
    if otherwise is not None:
        rules.append(otherwise)
    if not rules:
        raise UnreadableDecision(_("Choose an answer that the order gives."))
    return Order(tuple(rules), _parse_term(posted))


def count_rules(posted: QueryDict) -> int:
    """Return how many rules the form shows."""
    return min(max(1, parse_number(posted.get("rules", ""), 99) or 1), MAX_RULES)


def _parse_answer(posted: QueryDict, name: str, topic: Topic, called: str) -> Rule | None:
    verb = posted.get(f"{name}.verb", "")
    if not verb:
        return None
    if verb == ASK:
        return Rule(ASK)
    if verb not in topic.verbs:
        raise UnreadableDecision(_("%(rule)s: choose an answer from the list.") % {"rule": called})
    parts = topic.list_parts(verb)
    chosen = [posted.get(f"{name}.{verb}.{place}", "") for place in range(len(parts))]
    codes = tuple(filter(None, chosen))
    assigned = _assign_codes(codes, parts)
    is_known = all(code in ("", *part[1]) for code, part in zip(chosen, parts, strict=True))
    if not is_known or assigned is None:
        raise UnreadableDecision(_("%(rule)s: choose an answer from the list.") % {"rule": called})
    if assigned != chosen:
        # “bid 3” would bid Wealth, whichever of the two fields had the 3.
        told = _("%(rule)s: fill in the fields of the answer from the first one on.")
        raise UnreadableDecision(told % {"rule": called})
    return Rule(verb, codes)


def _parse_condition(posted: QueryDict, name: str, topic: Topic, rule: int) -> Clause:
    wanted = posted.get(f"{name}.fact", "")
    found = next((one for one in list_testables(topic) if one.value == wanted), None)
    codes = tuple(posted.getlist(f"{name}.{wanted}"))
    codes = tuple(code for code in dict.fromkeys(codes) if found and code in found.codes)
    if found is None or (found.codes and not codes):
        told = _("Rule %(number)s: choose a word for each condition.")
        raise UnreadableDecision(told % {"number": rule})
    if not found.has_number:
        return Clause(found.fact, "in" if found.kind == "word" else "has", codes)
    number, op = _parse_number(posted.get(f"{name}.number", "")), posted.get(f"{name}.op", "")
    if number is None or op not in COMPARISONS:
        told = _("Rule %(number)s: a condition needs a number from 0 to %(largest)s.")
        raise UnreadableDecision(told % {"number": rule, "largest": MAX_NUMBER})
    return Clause(found.fact, op, codes, number)


def _parse_number(written: str) -> int | None:
    """Return a number that an order can contain, None for anything else."""
    return parse_number(written.strip(), MAX_NUMBER)


def _parse_term(posted: QueryDict) -> Term:
    match posted.get("term", ""):
        case "once":
            return Term("times", 1)
        case "times":
            if not (number := _parse_number(posted.get("times", ""))):
                raise UnreadableDecision(_("Write how many times the order applies."))
            return Term("times", number)
        case "until":
            try:
                return Term("until", 0, date.fromisoformat(posted.get("until", "")).isoformat())
            except ValueError:
                told = _("Choose the last day on which the order applies.")
                raise UnreadableDecision(told) from None
        case ("this_turn" | "my_turn" | "back") as kind:
            return Term(kind)
    return Term()


# The fields.


def build_form(game: AnyGame, question: str, posted: QueryDict, language: str) -> OrderForm:
    """Return the form for a question, filled in with what was posted."""
    topic, words = game.topics[question], game.list_words(language)
    names = [f"r{place}" for place in range(count_rules(posted))]
    rules = (
        _build_rule(posted, name, number, topic, words, language)
        for number, name in enumerate(names, start=1)
    )
    terms = [kind for kind in TERMS if kind != "this_turn" or counts_turns(game)]
    return OrderForm(
        question=question,
        words=words[f"question.{question}"],
        rules=tuple(rules),
        otherwise=_build_rule(posted, "else", 0, topic, words, language),
        terms=tuple(
            Option(kind, _name_term(kind, language), posted.get("term", "lasting") == kind, kind)
            for kind in terms
        ),
        times=posted.get("times", "")[:4],
        until=posted.get("until", "")[:10],
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
    posted: QueryDict, name: str, number: int, topic: Topic, words: Lexicon, language: str
) -> RuleFields:
    chosen = posted.get(f"{name}.verb", "")
    verbs = [
        Option(verb, orders.verb_word(verb, words).rstrip(" :"), chosen == verb, f"v{place}")
        for place, verb in enumerate(topic.verbs)
    ]
    asking = Option(ASK, _("ask me"), chosen == ASK)
    conditions = (
        _build_condition(posted, f"{name}c{place}", place + 1, topic, words)
        for place in range(MAX_CONDITIONS if number else 0)
    )
    parts = (
        tuple(_build_parts(posted, f"{name}.{verb}", place, topic.list_parts(verb), words))
        for place, verb in enumerate(topic.verbs)
    )
    return RuleFields(name, number, tuple(conditions), (*verbs, asking), tuple(filter(None, parts)))


def _build_parts(
    posted: QueryDict, name: str, place: int, parts: Sequence[Part], words: Lexicon
) -> Iterator[CodeField]:
    before = ""
    for number, (slot, codes) in enumerate(parts):
        field = f"{name}.{number}"
        called = orders.verb_word(slot, words).rstrip(" :")
        options = _build_code_options(codes, posted.getlist(field), words)
        yield CodeField(field, called, place, options, repeats=slot == before)
        before = slot


def _build_code_options(
    codes: Iterable[str], chosen: Sequence[str], words: Lexicon
) -> tuple[Option, ...]:
    return tuple(Option(code, orders.code_word(code, words), code in chosen) for code in codes)


def _build_condition(
    posted: QueryDict, name: str, number: int, topic: Topic, words: Lexicon
) -> ConditionFields:
    testables = list_testables(topic)
    worded = [one.value for one in testables if one.codes]
    places = {value: place for place, value in enumerate(worded)}
    facts = []
    for one in testables:
        shows = ["n"] if one.has_number else []
        shows += [f"c{places[one.value]}"] if one.codes else []
        is_chosen = posted.get(f"{name}.fact") == one.value
        facts.append(Option(one.value, _name_testable(one, words), is_chosen, " ".join(shows)))
    codes = (
        CodeField(
            f"{name}.{one.value}",
            orders.fact_word(one.fact, words),
            places[one.value],
            _build_code_options(one.codes, posted.getlist(f"{name}.{one.value}"), words),
            is_ticked=one.is_ticked,
        )
        for one in testables
        if one.codes
    )
    op = posted.get(f"{name}.op", ">=")
    compared = (
        Option(sign, str(said), op == sign) for sign, said in order_sentences.COMPARISONS.items()
    )
    return ConditionFields(
        name,
        number,
        tuple(facts),
        tuple(compared),
        posted.get(f"{name}.number", "")[:4],
        tuple(codes),
    )


def _name_testable(one: Testable, words: Lexicon) -> str:
    fact = orders.fact_word(one.fact, words)
    match one.kind:
        case "word":
            return (
                f"{fact} {_('is one of')}"
                if one.is_ticked
                else f"{fact} {pgettext('a word', 'is')}"
            )
        case "has":
            return f"{fact} {_('contains')}"
        case "size":
            return _("%(fact)s: how many") % {"fact": fact}
        case "count":
            return _("%(fact)s: how many of") % {"fact": fact}
    return fact
