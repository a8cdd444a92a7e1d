"""The form builder of standing orders: orders of all games as fields and back."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from django.http import QueryDict
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from games.engine import orders
from games.engine.contract import Decision, UnreadableDecision
from games.engine.order_grammar import parse_order
from games.engine.orders import ASK, COMPARISONS, Clause, Order, Rule, Term
from games.engine.random_match import iter_random_match
from games.presentation import order_sentences
from games.titles import GAMES
from games.web.forms.orders import (
    MAX_CONDITIONS,
    build_form,
    fill_form,
    find_question,
    list_testables,
    parse_form,
)
from tests.sizes import examples

QUESTIONS = [(game, question) for game in GAMES for question in GAMES[game].topics]
REAL = ("abyss", "enchanters", "essence")


def read(text: str, game: str = "abyss") -> Order:
    return parse_order(text, GAMES[game].topics, [GAMES[game].list_words("en")], "en")


def posted(**fields: Any) -> QueryDict:
    """Return a form; `r0_verb` stands for the field “r0.verb”."""
    form = QueryDict(mutable=True)
    for name, value in fields.items():
        form.setlist(name.replace("_", "."), value if isinstance(value, list) else [value])
    return form


@st.composite
def clauses(draw: st.DrawFn, game: str, question: str) -> Clause:
    one = draw(st.sampled_from(list_testables(GAMES[game].topics[question])))
    codes: tuple[str, ...] = ()
    if one.codes:
        most = 3 if one.is_ticked else 1
        some = st.lists(st.sampled_from(one.codes), min_size=1, max_size=most, unique=True)
        codes = tuple(draw(some))
    if one.has_number:
        op, number = draw(st.sampled_from(sorted(COMPARISONS))), draw(st.integers(0, 999))
        return Clause(one.fact, op, codes, number)
    return Clause(one.fact, "in" if one.kind == "word" else "has", codes)


@st.composite
def rules(draw: st.DrawFn, game: str, question: str) -> Rule:
    topic = GAMES[game].topics[question]
    verb = draw(st.sampled_from([*topic.verbs, ASK]))
    parts = topic.list_parts(verb) if verb != ASK else ()
    named = parts[: draw(st.integers(0, len(parts)))]
    codes = tuple(draw(st.sampled_from(codes)) for _name, codes in named)
    most = MAX_CONDITIONS if topic.facts else 0
    return Rule(verb, codes, tuple(draw(st.lists(clauses(game, question), max_size=most))))


TERMS = st.one_of(
    st.sampled_from([Term(kind) for kind in ("lasting", "this_turn", "my_turn", "back")]),
    st.integers(1, 999).map(lambda number: Term("times", number)),
    st.dates().map(lambda day: Term("until", 0, day.isoformat())),
)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_built_is_the_order_that_its_written_form_says(game: str) -> None:
    @examples(100)
    @given(st.data())
    def same(data: st.DataObject) -> None:
        question = data.draw(st.sampled_from(list(GAMES[game].topics)))
        topic = GAMES[game].topics[question]
        some = data.draw(st.lists(rules(game, question), min_size=1, max_size=3))
        order = Order(tuple(some), data.draw(TERMS))
        filled = fill_form(order, topic)
        assert filled is not None and parse_form(filled, topic) == order

    same()


@pytest.mark.parametrize(("game", "question"), QUESTIONS)
def test_the_form_of_every_question_says_its_example_orders(game: str, question: str) -> None:
    topic = GAMES[game].topics[question]
    for example in topic.examples:
        order = read(example, game)
        assert find_question(order, GAMES[game].topics, question) == question, example
        filled = fill_form(order, topic)
        assert filled is not None and parse_form(filled, topic) == order


@pytest.mark.parametrize(("game", "question"), QUESTIONS)
def test_a_form_shows_what_fills_it_in_the_readers_words(game: str, question: str) -> None:
    topic = GAMES[game].topics[question]
    for language in ("en", "fr", "de"):
        form = build_form(GAMES[game], question, QueryDict("r0.verb=ask&rules=2"), language)
        (rule, another), words = form.rules, GAMES[game].list_words(language)
        assert [verb.value for verb in rule.verbs] == [*topic.verbs, ASK]
        assert [verb.value for verb in rule.verbs if verb.is_selected] == [ASK]
        assert len(rule.parts) == sum(bool(codes) for codes in topic.verbs.values())
        named = [field.words for parts in rule.parts for field in parts]
        assert all(named) and form.words == words[f"question.{question}"]
        assert len(another.conditions) == MAX_CONDITIONS and not form.otherwise.conditions


@pytest.mark.parametrize("game", GAMES)
def test_fields_and_names_of_questions_are_complete(game: str) -> None:
    """The fields of an answer take every code that an order can name, and no two questions have the
    same name."""
    topics = GAMES[game].topics
    divided = [(topic, verb) for topic in topics.values() for verb in topic.parts]
    for topic, verb in divided:
        codes = {code for _name, some in topic.list_parts(verb) for code in some}
        assert codes == set(topic.verbs[verb]), verb
    for language in ("en", "fr", "de"):
        words = GAMES[game].list_words(language)
        names = [words[f"question.{question}"] for question in topics]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", REAL)
def test_an_order_that_is_built_from_an_answer_gives_it(game: str) -> None:
    """Every question of a random match: its first answers, as orders in fields."""
    rules_of, built = GAMES[game], 0
    for now in iter_random_match(rules_of, 2, 3):
        for prompt in now.prompts:
            topic = rules_of.topics[prompt.question]
            for choice in prompt.choices[:4]:
                order = orders.order_repeating_answer(choice.examples()[0], Term())
                known = set(topic.verbs[choice.verb])
                codes = tuple(code for code in order.rules[0].codes if code in known)
                order = Order((Rule(choice.verb, codes),))
                if (filled := fill_form(order, topic)) is None:
                    continue
                built += 1
                answer = orders.find_answer(parse_form(filled, topic), prompt)
                assert isinstance(answer, Decision) and answer.verb == choice.verb

    assert built > 40


@pytest.mark.parametrize(
    "text",
    [
        "buy if value = 1 and price = 2 and pearls = 3 and turn = 4",
        "take if race in crab, squid, else take if value >= 5, else recruit oracle",
        "support crab if stack has crab",
        "support crab if stack >= 3",
    ],
)
def test_what_a_form_cannot_say_stays_text(text: str) -> None:
    assert find_question(read(text), GAMES["abyss"].topics) == ""


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({}, "Choose an answer that the order gives."),
        ({"r0_verb": "dance"}, "Rule 1: choose an answer from the list."),
        ({"else_verb": "dance"}, "Otherwise: choose an answer from the list."),
        ({"r0c0_fact": "value.number", "r0c0_op": ">=", "r0c0_number": "3"}, "but no answer"),
        ({"r0_verb": "buy", "r0c0_fact": "race.word"}, "Rule 1: choose a word"),
        ({"r0_verb": "buy", "r0c0_fact": "court.has"}, "Rule 1: choose a word"),
        ({"r0_verb": "buy", "r0c1_fact": "value.number"}, "a number from 0 to 999"),
        (
            {"rules": "2", "r1_verb": "buy", "r1c0_fact": "price.number", "r1c0_op": "<=",
             "r1c0_number": "x"},
            "Rule 2: a condition needs a number",
        ),
        ({"r0_verb": "buy", "term": "times", "times": "0"}, "how many times"),
        ({"r0_verb": "buy", "term": "times", "times": "0" * 5000 + "1"}, "how many times"),
        ({"r0_verb": "buy", "term": "until", "until": "2026-99-99"}, "the last day"),
    ],
)  # fmt: skip
def test_what_is_missing_in_a_form_is_named(fields: dict[str, str], told: str) -> None:
    with pytest.raises(UnreadableDecision) as caught:
        parse_form(posted(**fields), GAMES["abyss"].topics["offer"])
    assert told in caught.value.reason


def test_a_field_of_an_answer_is_not_taken_for_the_one_before_it() -> None:
    """“bid 3” bids Wealth: to bid Influence alone, Wealth is 0."""
    topic = GAMES["essence"].topics["bid"]
    bid = {"r0_verb": "bid", "r0_bid_1": "3"}
    with pytest.raises(UnreadableDecision) as caught:
        parse_form(posted(**bid), topic)
    assert caught.value.reason.startswith("Rule 1: fill in the fields")
    order = parse_form(posted(**bid, r0_bid_0="0", r0_bid_2="a.admiral"), topic)
    assert order.rules[0].codes == ("0", "3", "a.admiral")


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("abyss", "pass", "Whenever possible: pass."),
        (
            "abyss",
            "recruit Oracle if court has Oracle, else support crab, else explore, once",
            "If court contains Oracle: recruit Oracle. Otherwise: support crab, else explore."
            " Once.",
        ),
        (
            "abyss",
            "buy if value >= 4 and price <= 2, else ask, 3 times",
            "If value is at least 4 and price is at most 2: buy. Otherwise: ask me. 3 times.",
        ),
        (
            "abyss",
            "take if race in crab, squid, else take if race = crab and hand has crab 1, this turn",
            "If race is one of crab or squid: take. Otherwise, if race is crab and hand contains"
            " crab 1: take. For this turn.",
        ),
        (
            "enchanters",
            "rest normaltown 1 if crystals <= 1, until 2026-12-24",
            "If crystals are at most 1: rest Normaltown + 1. Until 24 Dec 2026.",
        ),
        (
            "essence",
            "attack Threat if attack != 1, once",
            "If attack is not 1: attack Threat. Once.",
        ),
    ],
)
def test_an_order_is_a_sentence(game: str, text: str, said: str) -> None:
    words = GAMES[game].list_words("en")
    assert order_sentences.describe_order(read(text, game), words) == said


@pytest.mark.parametrize(("game", "language"), [*product(REAL, ("fr", "de"))])
def test_sentences_are_in_the_language_of_the_page(game: str, language: str) -> None:
    words = GAMES[game].list_words(language)
    with translation.override(language):
        for topic in GAMES[game].topics.values():
            for example in topic.examples:
                said = order_sentences.describe_order(read(example, game), words)
                assert not {"If", "Otherwise:", "is"}.intersection(said.split()), said


def test_in_german_the_verb_comes_last() -> None:
    words = GAMES["abyss"].list_words("de")
    order = read("take if race = crab, else recruit oracle")
    with translation.override("de"):
        said = order_sentences.describe_order(order, words)
    assert said.endswith("Sonst: Orakel rekrutieren."), said
