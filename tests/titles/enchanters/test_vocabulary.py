"""All 239 rows of the manual: each is a word of the cards, and each can be played."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.engine.contract import Event
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules import vocabulary as words
from games.titles.enchanters.rules.library import read_card
from games.titles.enchanters.rules.running import EFFECTS
from games.titles.enchanters.rules.state import State
from games.titles.enchanters.words.meanings import Speaker

from .vocabulary_rows import ROWS, TABLES, form_of


def ability_of(identifier: str) -> tuple[str, dict[str, Any]]:
    """Return a row as an ability of a card, and the part of the card it stands on."""
    form = form_of(identifier)
    if form.startswith("flag "):
        return "upper", {"static": {"flag": form.removeprefix("flag ")}}
    if form.startswith("static "):
        return "upper", {"static": msgspec.yaml.decode(form.removeprefix("static "))}
    if form.startswith("setup "):
        return "setup", msgspec.yaml.decode(form.removeprefix("setup "))
    written = msgspec.yaml.decode(form)
    match identifier[0]:
        case "C" if identifier in ("C016", "C017"):
            return "upper", {written["kind"]: {"cost": [], "effect": []}}
        case "C":
            return "upper", {"minor": {"cost": [written], "effect": [{"gain": {"attack": 1}}]}}
        case "K":
            word = written if isinstance(written, str) else next(iter(written))
            if word in words.SCOPES:
                return "upper", {"static": {"no_heal": {"who": "self"}}, "while": written}
            return "upper", {"when": {"trigger": written, "effect": [{"gain": {"attack": 1}}]}}
        case "V":
            return "lower", written
    return "upper", written if "minor" in written else {"immediate": [written]}


def test_there_are_239_rows() -> None:
    counts = {table: len(rows) for table, rows in TABLES.items()}
    assert sorted(counts.values()) == [17, 18, 22, 182]


def test_every_row_has_an_outcome() -> None:
    """It is named in a test of this folder, by its number."""
    tests = "".join(
        path.read_text(encoding="utf-8").upper() for path in Path(__file__).parent.glob("test_*.py")
    )
    assert [identifier for identifier in ROWS if identifier not in tests] == []


@pytest.mark.parametrize("identifier", ROWS)
def test_a_row_is_read_from_a_card_and_told_in_words(identifier: str) -> None:
    part, ability = ability_of(identifier)
    card: dict[str, Any] = {"id": "try.card", "kind": "item", "name": "Try"}
    card |= {"setup": ability} if part == "setup" else {part: {"abilities": [ability]}}

    design = read_card(card, "try", "try.yaml: try.card")

    for language in ("en", "fr", "de"):
        said = Speaker(language).part(design.upper) + Speaker(language).part(design.lower)
        assert part == "setup" or (said and "{" not in said)


EFFECT_ROWS = [
    identifier
    for identifier in ROWS
    if identifier[0] == "E" and not form_of(identifier).startswith(("static", "flag", "setup"))
]


@pytest.mark.parametrize("together", [False, True], ids=["alone", "together"])
@pytest.mark.parametrize("identifier", EFFECT_ROWS)
def test_an_effect_is_a_function_of_its_name_and_ends(
    identifier: str,
    together: bool,
    lay: Callable[..., State],
    cause: Callable[..., list[Event]],
) -> None:
    """Whatever is answered, the table comes back to the turn, and the cards are all there."""
    written = msgspec.yaml.decode(form_of(identifier))
    if "minor" in written:
        written = written["minor"]["effect"][0]
    (op,) = written
    assert op in EFFECTS
    for luck in map(random.Random, range(1)):
        state = lay(together=together)
        state.overlord_cards = ["undead.grave_spade/1"]
        state.desert = "calm"
        cards = sum(ENCHANTERS.count_components(state).values())
        cause(state, written, card="gnolls.cleaver/1", amount=3)
        for _ in range(60):
            asked = ENCHANTERS.list_prompts(state)
            if not asked or asked[0].question == "turn":
                break
            prompt = luck.choice([p for p in asked if p.answered is None])
            ENCHANTERS.play_decision(state, prompt.seat, luck.choice(prompt.choices).examples()[0])
        assert op == "lose_game" or not asked or asked[0].question == "turn"
        assert sum(ENCHANTERS.count_components(state).values()) == cards
