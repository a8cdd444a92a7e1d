"""Standing orders as sentences: “If value is at least 4: buy. Otherwise: ask me.”"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import assert_never

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from games.engine import orders
from games.engine.order_words import keyword_words
from games.engine.orders import ASK, Clause, Lexicon, Order, Rule, Term
from games.presentation import labels

# The comparisons in words, the most common first.
COMPARISONS: dict[str, str | Promise] = {
    ">=": gettext_lazy("is at least"),
    "<=": gettext_lazy("is at most"),
    "=": gettext_lazy("is"),
    "!=": gettext_lazy("is not"),
    ">": gettext_lazy("is more than"),
    "<": gettext_lazy("is less than"),
}
# The languages in which an infinitive comes last.
VERB_LAST = {"de"}


def describe_order(order: Order, words: Lexicon) -> str:
    """Return an order as sentences in the active language; `words` is the game's lexicon in it."""
    sentences = [
        _describe_rules(rules, words, is_first=place == 0)
        for place, rules in enumerate(_group_rules(order.rules))
    ]
    return " ".join(filter(None, [*sentences, _describe_term(order.term)]))


def _group_rules(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Return the rules in order; those without conditions in a row are one sentence."""
    groups: list[list[Rule]] = []
    for rule in rules:
        if groups and not rule.clauses and not groups[-1][-1].clauses:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    return groups


def _describe_rules(rules: Sequence[Rule], words: Lexicon, *, is_first: bool) -> str:
    otherwise = f", {keyword_words('else', _language())[0]} "
    facts = {
        "answer": otherwise.join(describe_answer(rule, words) for rule in rules),
        "conditions": f" {_('and')} ".join(describe_clause(c, words) for c in rules[0].clauses),
    }
    if rules[0].clauses:
        sentence = _("If %(conditions)s: %(answer)s.")
        return (sentence if is_first else _("Otherwise, if %(conditions)s: %(answer)s.")) % facts
    return (
        _("Whenever possible: %(answer)s.") if is_first else _("Otherwise: %(answer)s.")
    ) % facts


def describe_answer(rule: Rule, words: Lexicon) -> str:
    """Return the answer of a rule: “recruit Oracle + crab 4”, “ask me”."""
    if rule.verb == ASK:
        return _("ask me")
    codes = " + ".join(orders.code_word(code, words) for code in rule.codes)
    verb = orders.verb_word(rule.verb, words).rstrip(" \u00a0:")
    is_infinitive = verb.isalpha() and verb.islower()
    # “Orakel rekrutieren”
    parts = [codes, verb] if is_infinitive and _language() in VERB_LAST else [verb, codes]
    return " ".join(filter(None, parts))


def describe_clause(clause: Clause, words: Lexicon) -> str:
    """Return a condition: “value is at least 4”."""
    fact = orders.fact_word(clause.fact, words)
    codes = [orders.code_word(code, words) for code in clause.codes]
    match clause.op:
        case "in" if len(codes) == 1:
            return f"{fact} {_agree(fact, pgettext('a word', 'is'))} {codes[0]}"
        case "in":
            return f"{fact} {_agree(fact, _('is one of'))} {_join_with_or(codes)}"
        case "has":
            return f"{fact} {_agree(fact, _('contains'))} {', '.join(codes)}"
    comparison = _agree(fact, str(COMPARISONS[clause.op]))
    # A sign stays with its number.
    space = " " if comparison[-1].isalpha() else "\u00a0"
    return " ".join([fact, *codes, f"{comparison}{space}{clause.number}"])


def _agree(fact: str, verb: str) -> str:
    """Return the verb of a condition, in the plural after an English plural: “crystals are at
    most 1”. The other languages compare without a verb.
    """
    is_plural = fact.endswith("s") and not fact.endswith("ss")
    if not is_plural or _language() != "en":
        return verb
    return "contain" if verb == "contains" else re.sub(r"^is\b", "are", verb)


def _join_with_or(words: Sequence[str]) -> str:
    return f" {_('or')} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _describe_term(term: Term) -> str:
    """Return how long an order applies, as a sentence of its own; "" if it has no end."""
    language = _language()
    match term.kind:
        case "lasting":
            return ""
        case "times" if term.number == 1:
            text = keyword_words("once", language)[0]
        case "times":
            text = f"{term.number} {keyword_words('times', language)[0]}"
        case "until":
            day = date_format(date.fromisoformat(term.until), labels.plain_day())
            text = f"{keyword_words('until', language)[0]} {day}"
        case "this_turn" | "my_turn" | "back":
            text = keyword_words(term.kind, language)[0]
        case _:
            assert_never(term.kind)
    return f"{text[0].upper()}{text[1:]}."


def _language() -> str:
    return (get_language() or "en")[:2]
