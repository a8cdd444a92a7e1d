"""Standing orders: answers written in advance, “buy if value >= 4 and price <= 2”.

An order is a list of rules, of which the first that matches a prompt answers it, and a term. It is
stored as codes and shown in its owner's language; order_grammar.py parses it.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from .contract import Argument, Choice, Decision, Number, Pick, Prompt, Slot, Split, Topic

Lexicon = Mapping[str, str]
Topics = Mapping[str, Topic]

# The verb that leaves a prompt to its owner, whatever rules follow.
ASK = "ask"
# Code after a verb for the rules' first proposal, which is the lowest one where something is given
# up.
LOWEST = "lowest"

COMPARISONS = {
    "<=": operator.le,
    ">=": operator.ge,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}

# Keyword -> its name in English, French, German.
KEYWORDS: dict[str, tuple[str, str, str]] = {
    "if": ("if", "si", "wenn"),
    "else": ("else", "sinon", "sonst"),
    "and": ("and", "et", "und"),
    "in": ("in", "parmi", "in"),
    "has": ("has", "contient", "enthält"),
    "on": ("on", "sur", "bei"),
    "ask": ("ask", "demander", "fragen"),
    "always": ("always", "toujours", "immer"),
    "this_turn": ("for this turn", "pendant ce tour", "in diesem Zug"),
    "my_turn": ("until my next turn", "jusqu’à mon prochain tour", "bis zu meinem nächsten Zug"),
    "times": ("times", "fois", "Mal"),
    "once": ("once", "une fois", "einmal"),
    "until": ("until", "jusqu’au", "bis"),
    "back": ("until I am back", "jusqu’à mon retour", "bis ich zurück bin"),
}
# Synonyms, parsed but never written.
SYNONYMS: dict[str, tuple[str, ...]] = {
    "this_turn": ("for the rest of this turn", "on the rest of this turn", "this turn")
    + ("for this exploration", "pour ce tour", "le reste de ce tour", "für diesen Zug"),
    "until": ("till", "til", "up to", "jusqu’à", "jusque", "bis zum", "bis zur"),
    "else": (),
    "has": ("hat", "a"),
}
LANGUAGES = ("en", "fr", "de")


class Clause(Struct, frozen=True, omit_defaults=True):
    """A condition: a fact, an operator (“in”, “has” or a comparison), and what it is compared with.

    A comparison of a “counts” fact names the counted word in `codes`.
    """

    fact: str
    op: str
    codes: tuple[str, ...] = ()
    number: int = 0


class Rule(Struct, frozen=True, omit_defaults=True):
    """An answer and when it applies: if all of `clauses` hold; () means always."""

    verb: str
    codes: tuple[str, ...] = ()
    clauses: tuple[Clause, ...] = ()


class Term(Struct, frozen=True, omit_defaults=True):
    """How long an order applies: `number` times, or `until` a day (ISO, inclusive)."""

    kind: Literal["lasting", "this_turn", "my_turn", "times", "until", "back"] = "lasting"
    number: int = 0
    until: str = ""


class Order(Struct, frozen=True, omit_defaults=True):
    """Rules in the order in which they are tried, and the term."""

    rules: tuple[Rule, ...]
    term: Term = Term()


# Formatting.


def format_order(order: Order, words: Lexicon, language: str) -> str:
    """Return the order in words; parse_order() returns the same order.

    >>> rule = Rule("pass", (), (Clause("value", "<=", (), 2),))
    >>> format_order(Order((rule,), Term("times", 3)), {}, "en")
    'pass if value <= 2, 3 times'
    """
    key = list_keywords(language)
    rules = f", {key['else']} ".join(_format_rule(rule, words, key) for rule in order.rules)
    return rules + _format_term(order.term, key)


def list_keywords(language: str) -> dict[str, str]:
    """Return the word for each keyword; an unknown language means “en”."""
    column = LANGUAGES.index(language) if language in LANGUAGES else 0
    return {keyword: row[column] for keyword, row in KEYWORDS.items()}


def _format_rule(rule: Rule, words: Lexicon, key: Lexicon) -> str:
    verb = key[ASK] if rule.verb == ASK else verb_word(rule.verb, words)
    words_of_rule = " ".join(
        filter(None, [verb, " + ".join(code_word(code, words) for code in rule.codes)])
    )
    if not rule.clauses:
        return words_of_rule
    conditions = (_format_clause(clause, words, key) for clause in rule.clauses)
    return f"{words_of_rule} {key['if']} " + f" {key['and']} ".join(conditions)


def _format_clause(clause: Clause, words: Lexicon, key: Lexicon) -> str:
    fact = fact_word(clause.fact, words)
    codes = ", ".join(code_word(code, words) for code in clause.codes)
    if clause.op in COMPARISONS:
        return " ".join(filter(None, [fact, codes, clause.op, str(clause.number)]))
    return f"{fact} {key[clause.op]} {codes}"


def _format_term(term: Term, key: Lexicon) -> str:
    match term.kind:
        case "lasting":
            return ""
        case "times" if term.number == 1:
            return f", {key['once']}"
        case "times":
            return f", {term.number} {key['times']}"
        case "until":
            return f", {key['until']} {term.until}"
    return f", {key[term.kind]}"


def code_word(code: str, words: Lexicon) -> str:
    """Return the word for a code."""
    return words.get(code) or code.replace("_", " ")


def verb_word(verb: str, words: Lexicon) -> str:
    """Return the word for a verb in orders."""
    return words.get(f"order.{verb}") or code_word(verb, words)


def fact_word(fact: str, words: Lexicon) -> str:
    """Return the word for a fact in orders."""
    return words.get(f"fact.{fact}") or fact.replace("_", " ")


# Matching.


def find_answer(order: Order, prompt: Prompt) -> Decision | Literal["ask"] | None:
    """Return the answer of the first rule that matches, “ask” if it says so, None if none matches.

    A rule matches if its clauses hold and the prompt offers its answer. Slots that the rule does
    not fill are filled with the rules' first proposal.
    """
    for rule in order.rules:
        if all(is_clause_true(clause, prompt.facts) for clause in rule.clauses):
            if rule.verb == ASK:
                return "ask"
            if (decision := _find_offered_decision(rule, prompt)) is not None:
                return decision
    return None


def list_order_questions(order: Order, topics: Topics) -> tuple[str, ...]:
    """Return the questions that some rule of the order can answer, in the game's order.

    Rules that leave the prompt to its owner do not count, unless there are no others.
    """
    answers = [rule for rule in order.rules if rule.verb != ASK] or order.rules
    return tuple(
        name for name, topic in topics.items() if any(_can_apply(rule, topic) for rule in answers)
    )


def _can_apply(rule: Rule, topic: Topic) -> bool:
    if any(clause.fact not in topic.facts for clause in rule.clauses):
        return False
    if rule.verb == ASK:
        return True
    return rule.verb in topic.verbs and set(rule.codes) <= set(topic.verbs[rule.verb])


def order_repeating_answer(decision: Decision, term: Term) -> Order:
    """Return the order that gives this same answer again."""
    return Order((Rule(decision.verb, tuple(_iter_codes(decision.args))),), term)


def is_clause_true(clause: Clause, facts: Mapping[str, Any]) -> bool:
    """Return whether the clause holds; a fact that is missing makes it False."""
    value = facts.get(clause.fact)
    if value is None:
        return False
    match clause.op:
        case "in":
            return value in clause.codes
        case "has":
            return all(code in value for code in clause.codes)
    if clause.codes:
        value = value.get(clause.codes[0], 0) if isinstance(value, Mapping) else 0
    if isinstance(value, list | tuple | Mapping):
        value = len(value)
    return isinstance(value, int) and COMPARISONS[clause.op](value, clause.number)


def _find_offered_decision(rule: Rule, prompt: Prompt) -> Decision | None:
    """Return the decision of the prompt that the rule names, None if there is none."""
    required_codes = Counter(code for code in rule.codes if code != LOWEST)
    for choice in prompt.choices:
        if choice.verb == rule.verb:
            left = required_codes - Counter(_iter_codes(choice.args))
            if not left:
                return choice.examples()[0]
            if choice.slots:
                for example in choice.examples():
                    if not required_codes - Counter(_iter_codes(example.args)):
                        return example
                if (decision := _fill_choice(choice, list(left.elements()))) is not None:
                    return decision
    return None


def _iter_codes(args: Mapping[str, Argument]) -> Iterator[str]:
    for argument in args.values():
        if isinstance(argument, list | dict):
            yield from argument
        else:
            yield str(argument)


def _fill_choice(choice: Choice, codes: list[str]) -> Decision | None:
    """Return the choice filled with `codes`, None if they do not fit into its slots.

    Each slot takes what fits into it, in the order of the codes: a number slot the first one within
    its bounds; a named bin of a split gets as much as it holds. Slots that are not mentioned are
    filled with the rules' first proposal.
    """
    args, left = dict(choice.examples()[0].args), list(codes)
    for slot in choice.slots:
        mine = _codes_for_slot(slot, left)
        for code in mine:
            left.remove(code)
        if not mine:
            continue
        match slot:
            case Pick(least=1, most=1):
                args[slot.name] = mine[0]
            case Pick():
                if len(mine) < slot.least:
                    return None
                args[slot.name] = mine
            case Number():
                args[slot.name] = int(mine[0])
            case Split():
                args[slot.name] = _fill_split(slot, mine)
    return None if left else Decision(choice.verb, args)


def _codes_for_slot(slot: Slot, codes: list[str]) -> list[str]:
    """Return those of `codes` that the slot has room for."""
    if isinstance(slot, Number):
        numbers = [c for c in codes if c.isdecimal() and slot.low <= int(c) <= slot.high]
        return numbers[:1]
    free = Counter(slot.items if isinstance(slot, Pick) else list(slot.bins))
    most = slot.most if isinstance(slot, Pick) else len(slot.bins)
    fitting_codes: list[str] = []
    for code in codes:
        if free[code] > 0 and len(fitting_codes) < most:
            free[code] -= 1
            fitting_codes.append(code)
    return fitting_codes


def _fill_split(slot: Split, listed_bins: list[str]) -> dict[str, int]:
    """Fill the named bins first, then the others in their order."""
    spread, left = dict[str, int](), slot.total
    for code in dict.fromkeys([*listed_bins, *slot.bins]):
        if many := min(left, slot.bins[code]):
            spread[code] = many
            left -= many
    return spread
