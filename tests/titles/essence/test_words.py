"""Everything that is asked, told and shown has words in three languages."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import get_args

import pytest

from games.emails import table_in_words
from games.engine import notation
from games.engine.contract import Argument, Decision, Event
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules import event_kinds
from games.titles.essence.rules.questions import AnyQuestion
from games.titles.essence.rules.view import SegmentView
from games.titles.essence.words import chart
from games.titles.essence.words.meanings import (
    describe_character,
    describe_fragment,
    describe_segment,
)
from games.titles.essence.words.refusals import REFUSALS
from games.titles.essence.words.sentences import EVENTS, LABELS, MEANINGS, QUESTIONS

from .conftest import Scene

LANGUAGES = ("en", "fr", "de")
KINDS = [value for name, value in vars(event_kinds).items() if name.isupper()]


def fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("table", [EVENTS, QUESTIONS, MEANINGS, LABELS])
def test_every_sentence_has_the_same_facts_in_every_language(
    table: dict[str, dict[str, str]],
) -> None:
    for kind, sentence in table["en"].items():
        assert [fields(table[language][kind]) for language in LANGUAGES] == [fields(sentence)] * 3
    assert table["fr"].keys() == table["de"].keys() == table["en"].keys()


def test_every_event_has_a_sentence() -> None:
    told = {kind.split(".")[0] for kind in EVENTS["en"]}
    assert sorted(told) == sorted({*KINDS, "nothing"})


def test_every_question_has_a_sentence_and_a_topic() -> None:
    tags = {question.__struct_config__.tag for question in get_args(AnyQuestion)}
    assert tags == ESSENCE.topics.keys()
    assert tags == {kind.split(".")[0] for kind in QUESTIONS["en"]}


@pytest.mark.parametrize("sentence", REFUSALS)
def test_every_refusal_has_the_same_facts_in_every_language(sentence: str) -> None:
    french, german = REFUSALS[sentence]
    assert fields(french) == fields(german) == fields(sentence)


def test_every_refusal_raised_is_translated() -> None:
    folder = Path(event_kinds.__file__).parent
    raised = set()
    for path in folder.glob("*.py"):
        raised |= set(re.findall(r'IllegalDecision\(\s*"([^"]+)"', path.read_text()))
    assert raised - REFUSALS.keys() == set()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "build Tavern at 1,0"),
        ("fr", "construire : Taverne en 1,0"),
        ("de", "bauen: Taverne auf 1,0"),
    ],
)
def test_a_build_is_written_and_read(scene: Scene, language: str, line: str) -> None:
    table = scene("""
        seats: {A: {wealth: 2}, B: {}}
        market: [Tavern]
    """)
    (prompt,) = ESSENCE.list_prompts(table.state)
    decision = Decision("build", {"card": "l.tavern", "cell": "1,0"})
    words = ESSENCE.list_words(language)

    assert notation.format_decision(decision, words) == line
    assert notation.parse_decision(prompt, line, [words]) == decision
    assert (
        notation.parse_decision(prompt, line.lower().replace("1,0", "(1, 0)"), [words]) == decision
    )


def test_a_player_is_called_by_name_and_a_card_by_its_own() -> None:
    event = Event("took", {"seat": 0, "victim": 1, "what": "wealth"})

    assert ESSENCE.describe_event(event, ["Ann", "Ben"], "en") == "Ann takes 1 Wealth from Ben."
    assert ESSENCE.describe_event(event, ["Ann", "Ben"], "de") == "Ann nimmt 1 Reichtum von Ben."


def test_the_island_is_drawn_as_text(scene: Scene) -> None:
    table = scene("""
        seats:
          A: {faction: Court of Masks, island: {"0,0": Mirror Palace, "1,0": {card: Tavern,
            exhausted: true}, "0,-1": Forum}}
          B: {}
    """)

    page = ESSENCE.describe_table(ESSENCE.build_view(table.state, 0), ["Ann", "Ben"], "en")

    assert "        0   1\n    0 Po2 Cu3\n   -1 Po1" in page
    assert "Cu3 Tavern (1,0), exhausted" in page


def test_a_placement_tells_its_essence_and_what_it_costs_the_player(scene: Scene) -> None:
    """A Guildhall makes building cheaper, and so does the Engineer."""
    table = scene("""
        seats: {A: {faction: Court of Masks, wealth: 5, hand: [Engineer], island: {"0,0":
            Mirror Palace, "0,1": Guildhall}}, B: {}}
        market: [Theatre, Cloud Mint]
    """)
    build = Decision("build", {"card": "l.theatre", "cell": "1,0"})
    mint = Decision("build", {"card": "m.mint", "cell": "0,2"})

    assert (
        ESSENCE.describe_cost(build, ESSENCE.build_view(table.state, 0), "en")
        == "+3 Essence, costs 2 Wealth"
    )
    use = Decision("use", {"card": "a.engineer", "action": 2})
    ESSENCE.play_decision(table.state, 0, use)
    assert (
        ESSENCE.describe_cost(mint, ESSENCE.build_view(table.state, 0), "en")
        == "+4 Essence, costs 1 Wealth"
    )


def test_a_pass_that_leaves_the_turn_open_says_so(scene: Scene) -> None:
    """“stay and pass” stood beside “pass”, and nothing told them apart."""
    table = scene("seats: {A: {faction: Court of Masks, hand: [Courier]}, B: {}}")
    view = ESSENCE.build_view(table.state, 0)
    cards: dict[str, Argument] = {"cards": ["f.courier"]}

    hints = [
        ESSENCE.describe_cost(Decision(verb, args), view, "en")
        for verb in ("pass", "pass_first")
        for args in ({}, cards)
    ]

    assert hints == [
        "",
        "+1 Wealth",
        "side actions may follow",
        "+1 Wealth, side actions may follow",
    ]


def test_the_cells_of_a_large_island_stand_apart() -> None:
    """“Wi8Ma11” used to be one word, and no row of a map in e-mails."""
    segment = SegmentView(card="l.barracks", exhausted=False)
    island = {f"{n % 4},{n // 4}": segment for n in range(12)}

    lines = chart.format_island(island, "en", full=False)

    assert lines[:4] == [
        "         0    1    2    3",
        "    2  Mi3  Mi6  Mi9 Mi12",
        "    1  Mi2  Mi5  Mi8 Mi11",
        "    0  Mi1  Mi4  Mi7 Mi10",
    ]
    assert table_in_words.list_lines("\n".join(lines))[0].is_map


@pytest.mark.parametrize(
    ("code", "language", "needs"),
    [
        ("p1.two_temples", "en", "needs 2 magical segments side by side;"),
        ("p1.sword_and_star", "de", "verlangt 1 militärisches und 1 magisches Segment nebenein"),
        ("p1.market_road", "fr", "demande la rangée économique – tout type – économique"),
        ("p3.war_gate", "en", "needs the pattern [· – political / military – any – military];"),
        ("p2.three_arts", "fr", "demande 1 segment magique, 1 culturel et 1 politique"),
        ("p2.wide_island", "de", "verlangt 6 beliebige Segmente;"),
        ("p3.golden_age", "en", "needs a payment of 5 Wealth and 2 Influence;"),
    ],
)
def test_what_a_fragment_needs_is_a_phrase(code: str, language: str, needs: str) -> None:
    assert needs in describe_fragment(code, language)


def test_a_choice_and_a_lower_cost_are_said_without_signs() -> None:
    """It said “side action: choose one: (1) … / (2) …” and “treaties cost −1”."""
    said = [describe_character("a.cupbearer", language) for language in ("en", "fr", "de")]
    assert [one.split(";")[0] for one in said] == [
        "1)\u00a0side action: choose (1)\u00a0+2 Wealth or (2)\u00a0+2 Influence",
        "1)\u00a0action annexe\u00a0: au choix (1)\u00a0+2 Richesse ou (2)\u00a0+2 Influence\u202f",
        "1)\u00a0Nebenaktion: entweder (1)\u00a0+2 Reichtum oder (2)\u00a0+2 Einfluss",
    ]
    assert "treaties cost 1 less" in describe_segment("m.grand_embassy", "en")
    assert "−1 je militärischen Nachbarn" in describe_segment("m.grand_embassy", "de")
