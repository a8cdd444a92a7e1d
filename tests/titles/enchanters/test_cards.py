"""Card files: their structure, what is refused and how, and who wins with them."""

from __future__ import annotations

import random
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.chance import Chance
from games.titles.enchanters.bot.evaluation import card_worth, power_worth
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.card_checks import WrongCard
from games.titles.enchanters.rules.components import BOOK, CARDS, DESIGNS, KINGDOMS
from games.titles.enchanters.rules.kingdoms import check_book, numbers_of
from games.titles.enchanters.rules.library import Book, read_file
from games.titles.enchanters.rules.scoring import final_scores

CARD = "set: x\nstatus: authored\ncards:\n- {id: x.y, kind: item, name: Y, %s}\n"
WRONG = {
    "upper: {icons: {attak: 1}}": "x.yaml: x.y: upper.icons: attak: there is no such field",
    "upper: {icons: {attack: 99}}": "x.yaml: x.y: upper.icons.attack: 99 is not a whole number",
    "stats: {health: 1, strength: 1}": "x.yaml: x.y: stats: creatures and Overlords have them",
    "lower: {abilities: [{immediate: []}]}": "x.yaml: x.y: lower.abilities[0].immediate: only",
    "upper: {abilities: [{minor: {effect: [{heel: {n: 1}}]}}]}": (
        "x.yaml: x.y: upper.abilities[0].minor.effect[0]: there is no effect 'heel'; did you mean"
    ),
    "upper: {abilities: [{minor: {effect: [{heal: {who: me, n: 1}}]}}]}": (
        "x.yaml: x.y: upper.abilities[0].minor.effect[0].heal.who: 'me' is none of"
    ),
    "upper: {abilities: [{minor: {effect: [{heal: {who: self}}]}}]}": "heal.n: this is missing",
    "upper: {abilities: [{minor: {limit: multi, effect: []}}]}": "limit: what may be used again",
    "upper: {abilities: [{vp: {per: moons}}]}": "vp.per: 'moons' is none of wounds",
    "colour: red": "x.yaml: x.y: colour: there is no such field",
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_mistake_is_told_with_file_card_and_field(wrong: str) -> None:
    with pytest.raises(WrongCard) as told:
        read_file(Book({}, {}), CARD % wrong, "x.yaml")
    assert WRONG[wrong] in str(told.value)


def test_a_file_says_that_its_values_are_our_own() -> None:
    with pytest.raises(WrongCard, match="status"):
        read_file(Book({}, {}), "set: x\ncards: []\n", "x.yaml")


@pytest.mark.parametrize("kingdom", KINGDOMS)
def test_a_kingdom_has_its_cards_and_marks(kingdom: str) -> None:
    """25 cards (Dracons 26), 13 with the two-player mark, flat points within bounds."""
    numbers = dict(numbers_of(BOOK, kingdom))
    assert numbers["cards"] == (26 if kingdom == "dracons" else 25)
    assert numbers["marked"] == 13
    assert 48 <= numbers["points"] <= (72 if kingdom == "dracons" else 58)
    related = KINGDOMS[kingdom]
    # Slimes have no class.
    classes = {related.class_} if kingdom != "slimes" else set()
    assert {related.village, related.banner, related.overlord} | classes <= set(DESIGNS)


def test_a_kingdom_with_a_card_too_few_is_refused() -> None:
    book = Book(dict(BOOK.designs), dict(BOOK.kingdoms))
    del book.designs["goblins.runt"]
    with pytest.raises(WrongCard, match="goblins: 0 × minor monster; there must be 6"):
        check_book(book)


def test_every_card_has_a_name_in_every_language() -> None:
    assert all(set(design.names) == {"en", "fr", "de"} for design in DESIGNS.values())


def test_the_command_checks_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(CARD % "upper: {icons: {atack: 1}}")
    with pytest.raises(CommandError, match="mine.yaml: x.y: upper.icons: atack"):
        call_command("check_cards", str(path), stdout=StringIO())
    assert CARDS.is_dir()


def test_the_house_bot_counts_what_a_card_costs_every_turn() -> None:
    """The Dark Pact used to be worth more to it than a Reckless Charge, for having a text."""
    view = ENCHANTERS.build_view(
        ENCHANTERS.set_up_match(2, b"", {"kingdom_selection": "random"}), 0
    )
    pact, charge = DESIGNS["cultists.of_the_dark_pact"], DESIGNS["goblins.of_reckless_charge"]

    assert card_worth(view, 0, pact) < card_worth(view, 0, charge)


def test_the_house_bot_wants_attack_where_nobody_strikes_at_it() -> None:
    options = {"kingdom_selection": "random", "overlord": False}
    peace = ENCHANTERS.build_view(ENCHANTERS.set_up_match(2, b"", options), 0)
    danger = ENCHANTERS.build_view(ENCHANTERS.set_up_match(2, b"", options | {"overlord": True}), 0)

    assert power_worth(peace, 1, 0) > power_worth(peace, 0, 1)
    assert power_worth(danger, 1, 0) <= power_worth(danger, 0, 1)


@pytest.mark.slow
def test_the_house_bot_beats_random_play() -> None:
    """At least nine of ten; thirty matches here, a hundred when it is changed."""
    won = 0
    for number in range(30):
        state = ENCHANTERS.set_up_match(2, b"bot%d" % number, {"kingdom_selection": "random"})
        luck, chance, seat = random.Random(number), Chance(b"bot"), number % 2
        while asked := [p for p in ENCHANTERS.list_prompts(state) if p.answered is None]:
            prompt: Any = asked[0]
            if prompt.seat == seat:
                decision = ENCHANTERS.bot.choose_decision(
                    ENCHANTERS.build_view(state, seat), prompt, chance
                )
            else:
                decision = luck.choice(prompt.choices).examples()[0]
            ENCHANTERS.play_decision(state, prompt.seat, decision)
        scores = final_scores(state)
        won += scores[seat] > scores[1 - seat]
    assert won >= 27
