"""Reading a player's line: the legal answers are the grammar."""

from __future__ import annotations

import pytest

from games.engine import notation
from games.engine.contract import (
    AmbiguousDecision,
    Argument,
    Choice,
    Decision,
    Number,
    Pick,
    Prompt,
    Split,
    UnreadableDecision,
)

ENGLISH = {
    "crab4": "crab 4",
    "squid2": "squid 2",
    "squid4": "squid 4",
    ".allies": "with",
    "master_of_magic": "Master of Magic",
    "explore": "explore",
    "pass": "pass",
}
FRENCH = {
    "explore": "explorer",
    "pass": "passer",
    "recruit": "recruter",
    "oracle": "Oracle",
    "orator": "Orateur",
    "crab4": "crabe 4",
    "squid2": "poulpe 2",
    "squid4": "poulpe 4",
    ".allies": "avec",
}
PAID: dict[str, Argument] = {"lord": "oracle", "allies": ["crab4", "squid2"]}
HAND = ("crab4", "squid2", "squid4")

RECRUIT = Choice(
    "recruit",
    {"lord": "oracle"},
    (Pick("allies", HAND, 1, 3),),
    lambda: (Decision("recruit", PAID), Decision("recruit", {**PAID, "allies": ["squid4"]})),
)
MASTER = Choice(
    "recruit",
    {"lord": "master_of_magic"},
    (Pick("allies", HAND, 1, 3),),
    lambda: (Decision("recruit", {"lord": "master_of_magic", "allies": ["crab4"]}),),
)
CHOICES = (RECRUIT, MASTER, Choice("recruit", {"lord": "orator"}), Choice("explore"))
PROMPT = Prompt(0, "turn", 1, (*CHOICES, Choice("pass")), Decision("pass"))


@pytest.mark.parametrize(
    ("line", "decision"),
    [
        ("1", Decision("recruit", PAID)),
        ("#5", Decision("explore")),
        ("5.", Decision("explore")),
        ("- 5", Decision("explore")),
        ("Option 5", Decision("explore")),
        ("٥", Decision("explore")),
        ("explore!", Decision("explore")),
        ("  EXPLORE please ", Decision("explore")),
        ("ex", Decision("explore")),
        ("explore // good luck, Bob", Decision("explore")),
        ("recruit oracle with crab 4, squid 2", Decision("recruit", PAID)),
        ("rec orac crab4 squid2", Decision("recruit", PAID)),
        ("recruit the Oracle with crab 4 and squid 2", Decision("recruit", PAID)),
        ("recruit orator", Decision("recruit", {"lord": "orator"})),
        ("recruit master", Decision("recruit", {"lord": "master_of_magic", "allies": ["crab4"]})),
        ("recruter l'Oracle avec crabe 4, poulpe 2", Decision("recruit", PAID)),
        ("passer", Decision("pass")),
        ("5, thank you very much!", Decision("explore")),
        ("explore, vielen Dank", Decision("explore")),
        ("passer s'il vous plaît", Decision("pass")),
        ("Answer: 5", Decision("explore")),
    ],
)
def test_a_line_names_one_answer(line: str, decision: Decision) -> None:
    assert notation.parse_decision(PROMPT, line, [FRENCH, ENGLISH]) == decision


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("recruit or", AmbiguousDecision),
        ("recruit oracle", AmbiguousDecision),
        ("recruit", AmbiguousDecision),
        ("dance", UnreadableDecision),
        ("9", UnreadableDecision),
        ("0", UnreadableDecision),
        ("-1", UnreadableDecision),
        ("12345678901", UnreadableDecision),
        ("2 weeks holiday", UnreadableDecision),
        ("I would explore if I could", UnreadableDecision),
        ("explore pass", UnreadableDecision),
        ("5?", UnreadableDecision),
        ("explore, thank you?", UnreadableDecision),
        ("recruit oracle with crab 5", UnreadableDecision),
        ("recruit oracle with crab 4, crab 4", UnreadableDecision),
        ("e", UnreadableDecision),
    ],
)
def test_or_is_refused_with_a_reason_that_quotes_it(line: str, refusal: type[Exception]) -> None:
    with pytest.raises(refusal) as refused:
        notation.parse_decision(PROMPT, line, [ENGLISH])
    assert line in str(refused.value)


@pytest.mark.parametrize("line", ["", "   ", "...", "// only chat", "\u200b"])
def test_nothing_said_is_no_answer(line: str) -> None:
    with pytest.raises(UnreadableDecision):
        notation.parse_decision(PROMPT, line, [ENGLISH])


def test_an_ambiguous_line_is_told_its_candidates() -> None:
    with pytest.raises(AmbiguousDecision) as refused:
        notation.parse_decision(PROMPT, "recruit oracle", [ENGLISH])
    assert refused.value.answers[0] == "recruit oracle with crab 4, squid 2"


def test_numbers_mean_what_the_email_offered() -> None:
    offered = [Decision("pass"), Decision("explore")]
    assert notation.parse_decision(PROMPT, "1", [ENGLISH], offers=offered) == Decision("pass")


def test_numbers_and_splits_are_read_back() -> None:
    draw = Choice("draw", {}, (Number("number", 1, 4),), lambda: (Decision("draw"),))
    bins = Split("gifts", 3, {"crab": 3, "squid": 3})
    give = Choice("give", {}, (bins,), lambda: (Decision("give"),))
    prompt = Prompt(0, "x", 1, (draw, give), Decision("draw"))
    for decision in (
        Decision("draw", {"number": 3}),
        Decision("give", {"gifts": {"crab": 2, "squid": 1}}),
    ):
        assert (
            notation.parse_decision(prompt, notation.format_decision(decision, {}), [{}])
            == decision
        )


def test_a_hostile_line_is_refused_quickly() -> None:
    items = tuple(f"crab{n % 5}" for n in range(40))
    choice = Choice("take", {}, (Pick("allies", items, 1, 40),), lambda: ())
    prompt = Prompt(0, "x", 1, (choice,), Decision("take"))
    with pytest.raises(UnreadableDecision):
        notation.parse_decision(prompt, "take " + "crab " * 55, [{}])


@pytest.mark.parametrize("line", ["build inn at 2,-1", "BUILD INN 2 -1", "build inn at 2, −1"])
def test_a_number_below_zero_keeps_its_sign(line: str) -> None:
    cells = (Pick("cell", ("2,1", "2,-1", "-2,1", "2,-12")),)
    build = Choice("build", {"card": "inn"}, cells, lambda: ())
    prompt = Prompt(0, "turn", 1, (build,), Decision("pass"))

    read = notation.parse_decision(prompt, line, [{".cell": "at"}])

    assert read == Decision("build", {"card": "inn", "cell": "2,-1"})


@pytest.mark.parametrize("line", ["bid 2 Wealth 1 Influence", "bid 2 1", "bid 2 wealth 1"])
def test_what_is_counted_may_stand_behind_its_number(line: str) -> None:
    slots = (Number("wealth", 0, 3), Number("influence", 0, 3))
    decision = Decision("bid", {"wealth": 2, "influence": 1})
    prompt = Prompt(0, "bid", 1, (Choice("bid", {}, slots, lambda: (decision,)),), decision)
    words = {"wealth.": "Wealth", "influence.": "Influence"}

    read = notation.parse_decision(prompt, line, [words])

    assert read == decision
    assert notation.format_decision(decision, words) == "bid 2 Wealth 1 Influence"
    alone = notation.parse_decision(prompt, "bid 3 influence", [words])
    assert alone == Decision("bid", {"wealth": 0, "influence": 3})
    with pytest.raises(AmbiguousDecision):
        notation.parse_decision(prompt, "bid 2", [words])
