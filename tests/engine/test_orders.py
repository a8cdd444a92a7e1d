"""The language of standing orders: written and read back, matched against a prompt, refused."""

from __future__ import annotations

from datetime import date
from functools import cache
from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import notation, order_grammar, orders
from games.engine.contract import Argument, Choice, Decision, Number, Pick, Prompt, Split
from games.engine.order_grammar import MAX_CHARACTERS, parse_order
from games.engine.order_words import OrderError
from games.engine.orders import ASK, COMPARISONS, Clause, Order, Rule, Term
from games.engine.random_match import iter_random_match
from games.titles import GAMES
from games.titles.abyss.rules.questions import AnyQuestion
from tests.sizes import examples
from tests.timing import measure_least

LANGUAGES = ("en", "fr", "de")
EVERYWHERE = pytest.mark.parametrize(
    ("name", "language"), [*product(GAMES, LANGUAGES)], ids=lambda value: value
)


def read(text: str, name: str = "abyss", language: str = "en") -> Order:
    game = GAMES[name]
    lexicons = [game.list_words(language), game.list_words("en")]
    return parse_order(text, game.topics, lexicons, language)


@cache
def clauses(game: str, question: str) -> st.SearchStrategy[Clause]:
    """Everything that may be said of one fact of a topic."""
    numbers, signs = st.integers(0, 999), st.sampled_from(sorted(COMPARISONS))
    found = []
    for name, fact in GAMES[game].topics[question].facts.items():
        one = st.sampled_from(fact.codes) if fact.codes else st.nothing()
        some = st.lists(one, min_size=1, max_size=3, unique=True).map(tuple)
        if fact.kind == "word":
            found.append(st.builds(Clause, st.just(name), st.just("in"), some))
            continue
        found.append(st.builds(Clause, st.just(name), signs, st.just(()), numbers))
        if fact.codes:
            found.append(st.builds(Clause, st.just(name), st.just("has"), some))
        if fact.kind == "counts":
            counted = st.tuples(one)
            found.append(st.builds(Clause, st.just(name), signs, counted, numbers))
    return st.one_of(found)


@st.composite
def rules(draw: st.DrawFn, name: str) -> Rule:
    question, topic = draw(st.sampled_from(list(GAMES[name].topics.items())))
    verb = draw(st.sampled_from([*topic.verbs, ASK]))
    codes = topic.verbs.get(verb, ())
    said = draw(st.lists(st.sampled_from(codes), max_size=3)) if codes else []
    wanted = draw(st.lists(clauses(name, question), max_size=3)) if topic.facts else []
    return Rule(verb, tuple(said), tuple(wanted))


TERMS = st.one_of(
    st.sampled_from([Term(), Term("this_turn"), Term("my_turn"), Term("back")]),
    st.integers(1, 999).map(lambda number: Term("times", number)),
    st.dates().map(lambda day: Term("until", 0, day.isoformat())),
)


@EVERYWHERE
def test_what_is_written_reads_back_as_itself(name: str, language: str) -> None:
    game = GAMES[name]

    @examples(150)
    @given(st.builds(Order, st.lists(rules(name), min_size=1, max_size=4).map(tuple), TERMS))
    def same(order: Order) -> None:
        written = orders.format_order(order, game.list_words(language), language)
        if len(written) <= MAX_CHARACTERS:
            assert read(written, name, language) == order, written

    same()


@EVERYWHERE
def test_every_example_is_an_order(name: str, language: str) -> None:
    game = GAMES[name]
    for topic in game.topics.values():
        for example in topic.examples:
            order = read(example, name)
            assert read(
                orders.format_order(order, game.list_words(language), language), name, language
            )


WORDS = sorted({token for game in GAMES.values() for token in game.list_words("en").values()})
NOISE = st.lists(
    st.one_of(
        st.sampled_from(["if", "else", "and", "in", "has", ",", ";", "\n", "<=", "3", "until"]),
        st.sampled_from(["value", "race", "times", "for this turn", "on", "always", "ask"]),
        st.sampled_from(WORDS),
        st.text(max_size=8),
    ),
    max_size=40,
).map(" ".join)


@examples(400)
@given(NOISE, st.sampled_from(LANGUAGES))
def test_no_words_break_it_and_an_error_points_at_what_is_wrong(text: str, language: str) -> None:
    try:
        read(text, "abyss", language)
    except OrderError as error:
        said = error.text[error.position : error.position + len(error.word)]
        assert said == error.word and 0 <= error.position <= len(error.text)


def test_reading_takes_time_in_proportion_to_the_length() -> None:
    def taken(many: int) -> float:
        text = "take if race in " + ", ".join(["crab"] * many)
        return measure_least(lambda: read(text), tries=5)

    read("pass")
    short, long = (taken(many) for many in (8, 64))
    assert long < 8 * short + 0.01


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("pass if valu <= 2", "valu"),
        ("pass if value 2", "2"),
        ("buy if race in crab, dog", "dog"),
        ("dance", "dance"),
        ("pass if value <= 2 banana", "banana"),
        ("fight if price > 2", "price"),
        ("take if race >= 3", ">="),
        ("pass until 2026-99-99", "2026-99-99"),
        ("buy if", ""),
        ("passer si valeur <= 2", "passer"),
    ],
)
def test_an_error_names_the_wrong_word(text: str, word: str) -> None:
    with pytest.raises(OrderError) as caught:
        read(text)
    assert caught.value.word == word
    assert caught.value.position == (text.index(word) if word else len(text))


@pytest.mark.parametrize(
    ("text", "name", "language", "corrected"),
    [
        ("pass if valu <= 2", "abyss", "en", "pass if value <= 2"),
        ("pas if value <= 2", "abyss", "en", "pass if value <= 2"),
        ("recruit orcale", "abyss", "en", "recruit Oracle"),
        ("buy if race in crab, squidd", "abyss", "en", "buy if race in crab, squid"),
        ("pass unti 2026-12-24", "abyss", "en", "pass until 2026-12-24"),
        ("achter si valeur >= 4", "abyss", "fr", "acheter si valeur >= 4"),
        ("take Bad Kne, else take Limp", "enchanters", "en", "take Bad Knee, else take Limp"),
        ("baue Taverne wenn Auslage enthält Tavrne", "essence", "de", "bauen Taverne wenn"),
    ],
)
def test_an_error_proposes_the_nearest_words(
    text: str, name: str, language: str, corrected: str
) -> None:
    with pytest.raises(OrderError) as caught:
        read(text, name, language)
    assert caught.value.list_corrected_texts()[0].startswith(corrected)


def test_an_error_knows_the_questions_that_the_order_is_about() -> None:
    with pytest.raises(OrderError) as caught:
        read("buy if xyz >= 2")
    assert (caught.value.nearest, caught.value.questions) == ((), ("offer",))


def test_an_error_names_the_line_of_several() -> None:
    with pytest.raises(OrderError) as caught:
        read("pass if value <= 2\nbuy if valu >= 4")
    assert caught.value.line_number == 2
    assert caught.value.text_with_caret() == "buy if valu >= 4\n       ^^^^"


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("buy if value >= 4, else ask", ("offer",)),
        ("continue if value <= 2", ("explorer", "beside")),
        ("continue", ("explorer", "beside", "monster")),
        ("discard lowest, else recruit oracle", ("turn", "jailer", "commander")),
        ("ask if reward row = 1", ("monster", "reward")),
    ],
)
def test_an_order_answers_every_question_that_it_fits(
    text: str, questions: tuple[str, ...]
) -> None:
    found = orders.list_order_questions(read(text), GAMES["abyss"].topics)
    assert found[: len(questions)] == questions


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("always pass on <= 2", "pass if value <= 2"),
        ("pass on the rest of this turn", "pass, for this turn"),
        ("PASS if VALUE ≤ 2; buy", "pass if value <= 2, else buy"),
        ("take pearl", "reward Pearl"),
        ("pass 1 times", "pass, once"),
        ("recruit the Oracle with crab 4, squid3", "recruit Oracle + crab 4 + squid 3"),
        ("take if race = crab\nask", "take if race in crab, else ask"),
    ],
)
def test_other_ways_to_say_the_same(text: str, same: str) -> None:
    assert orders.format_order(read(text), GAMES["abyss"].list_words("en"), "en") == same


# Following ----------------------------------------------------------------------------------------

OFFER = (Choice("buy"), Choice("pass"))
BUY, PASS = Decision("buy"), Decision("pass")


def prompt(choices: Any, **facts: Any) -> Prompt:
    return Prompt(0, "offer", 1, tuple(choices), PASS, facts)


@pytest.mark.parametrize(
    ("text", "value", "price", "answer"),
    [
        ("pass if value <= 2", 2, 1, PASS),
        ("pass if value <= 2", 3, 1, None),
        ("buy if value >= 4 and price <= 2", 4, 2, BUY),
        ("buy if value >= 4 and price <= 2", 4, 3, None),
        ("ask if value = 5, else pass", 5, 1, "ask"),
        ("ask if value = 5, else pass", 4, 1, PASS),
        ("buy if value = 5, else pass if price >= 2", 5, 2, BUY),
        ("take", 5, 1, None),
    ],
)
def test_the_first_rule_that_fits_answers(text: str, value: int, price: int, answer: Any) -> None:
    assert orders.find_answer(read(text), prompt(OFFER, value=value, price=price)) == answer


def recruitments() -> tuple[Choice, ...]:
    ways = [Decision("recruit", {"lord": "oracle", "allies": allies}) for allies in (["a"], ["b"])]
    slot = Pick("allies", ("a", "b", "crab4", "squid2"), 1, 5)
    return (
        Choice("explore"),
        Choice("support", {"stack": "crab"}),
        Choice("recruit", {"lord": "oracle"}, (slot,), lambda: ways),
    )


@pytest.mark.parametrize(
    ("text", "verb", "args"),
    [
        ("recruit oracle", "recruit", {"lord": "oracle", "allies": ["a"]}),
        ("recruit oracle with crab 4, squid 2", "recruit", {"allies": ["crab4", "squid2"]}),
        ("recruit sage, else support crab", "support", {"stack": "crab"}),
        ("recruit oracle if court has sage, else explore", "explore", {}),
        ("support crab if stack crab >= 3, else explore", "support", {}),
        ("support crab if stack crab >= 4, else explore", "explore", {}),
        ("explore if hand >= 2", "explore", {}),
    ],
)
def test_a_turn_is_queued_with_guards(text: str, verb: str, args: dict[str, Any]) -> None:
    facts = {"court": ["oracle"], "stacks": {"crab": 3}, "hand": ["a", "b"]}
    found = orders.find_answer(read(text), prompt(recruitments(), **facts))
    assert isinstance(found, Decision) and found.verb == verb
    assert {**found.args, **args} == found.args


@pytest.mark.parametrize(
    ("codes", "args"),
    [
        ((), {"stones": 0, "reserve": [], "piles": "keep", "loss": {"gold": 2}}),
        (("shuffle",), {"stones": 0, "reserve": [], "piles": "shuffle", "loss": {"gold": 2}}),
        (("b", "a"), {"stones": 0, "reserve": ["b", "a"], "piles": "keep", "loss": {"gold": 2}}),
        (
            ("3", "a", "ink", "shuffle"),
            {"stones": 3, "reserve": ["a"], "piles": "shuffle", "loss": {"ink": 1, "gold": 1}},
        ),
        (("4",), None),
        (("a", "a"), None),
    ],
)
def test_every_slot_takes_what_is_said_of_it(codes: tuple[str, ...], args: Any) -> None:
    """What nothing is said of is as the rules propose first; what fits nowhere is no answer."""
    slots = (
        Number("stones", 0, 3),
        Pick("reserve", ("a", "b"), 0, 2),
        Pick("piles", ("keep", "shuffle")),
        Split("loss", 2, {"gold": 2, "ink": 1}),
    )
    first: dict[str, Argument] = {"stones": 0, "reserve": [], "piles": "keep", "loss": {"gold": 2}}
    form = Choice("clean", {}, slots, lambda: [Decision("clean", first)])
    order = orders.Order((orders.Rule("clean", codes),))

    found = orders.find_answer(order, prompt([form]))

    assert found == (None if args is None else Decision("clean", args))


def test_a_prompt_with_one_answer_answers_itself() -> None:
    forced = Choice("discard", {}, (Pick("ally", ("crab1", "crab1")),), lambda: [PASS])
    assert prompt([Choice("pass")]).only_answer() == PASS
    assert prompt([forced]).only_answer() == PASS
    assert prompt(OFFER).only_answer() is None
    open_ = Choice("discard", {}, (Pick("ally", ("crab1", "crab2")),), lambda: [PASS])
    assert prompt([open_]).only_answer() is None


# What every game promises -------------------------------------------------------------------------

KINDS: dict[str, type | tuple[type, ...]] = {"number": int, "word": str, "list": list}


@pytest.mark.parametrize("name", GAMES)
def test_every_question_is_a_topic_and_tells_the_facts_it_promises(name: str) -> None:
    game = GAMES[name]
    for now in iter_random_match(game, game.seats[-1], 5):
        for asked in game.list_prompts(now.state):
            topic = game.topics[asked.question]
            assert {choice.verb for choice in asked.choices} <= set(topic.verbs)
            for fact, promised in topic.facts.items():
                assert isinstance(asked.facts[fact], KINDS.get(promised.kind, dict)), fact


def test_no_question_of_abyss_is_left_out() -> None:
    """An order for a term looks up what is asked: the rare questions used to be none."""
    tags = {kind.__struct_config__.tag for kind in get_args(AnyQuestion)}
    assert tags <= set(GAMES["abyss"].topics)


@EVERYWHERE
def test_no_two_words_of_orders_are_the_same(name: str, language: str) -> None:
    game = GAMES[name]
    words = game.list_words(language)
    verbs = {verb for topic in game.topics.values() for verb in topic.verbs}
    facts = {fact for topic in game.topics.values() for fact in topic.facts}
    said = [orders.verb_word(verb, words).casefold() for verb in verbs]
    told = [orders.fact_word(fact, words).casefold() for fact in facts]
    assert len(set(said)) == len(said) and len(set(told)) == len(told)


@pytest.mark.parametrize(
    ("language", "text", "last"),
    [
        ("en", "always pass until 24 Dec", "2026-12-24"),
        ("en", "pass till tomorrow", "2026-11-29"),
        ("en", "pass if value <= 2, until Monday", "2026-11-30"),
        ("en", "pass until 3/4", None),
        ("fr", "toujours passer jusqu'au 24 décembre", "2026-12-24"),
        ("fr", "toujours passer jusqu'à vendredi", "2026-12-04"),
        ("de", "immer passen bis zum 24.12.", "2026-12-24"),
        ("en", "pass until banana", None),
        ("de", "immer passen bis Freitag", "2026-12-04"),
        ("en", "pass until 2026-12-24", "2026-12-24"),
    ],
)
def test_the_last_day_of_an_order_is_read_as_people_write_dates(
    language: str, text: str, last: str | None
) -> None:
    """None: the date has two readings, or none, and is asked about."""
    game = GAMES["abyss"]
    words = notation.list_lexicons(game, language)

    def parse() -> Term:
        today = date(2026, 11, 28)
        return order_grammar.parse_order(text, game.topics, words, language, today=today).term

    if last is None:
        with pytest.raises(OrderError, match="is not a date"):
            parse()
    else:
        assert parse() == Term("until", 0, last)
