"""Each word of the cards is one class: its form, its phrases, and what bots think it is worth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.titles.enchanters.bot.evaluation import ability_worth, look_ahead
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.card_checks import (
    WrongCard,
    decode_effect,
    read_costs,
    read_effects,
)
from games.titles.enchanters.rules.card_words import Word, write_line
from games.titles.enchanters.rules.components import DESIGNS
from games.titles.enchanters.rules.effect import COST_WORDS, EFFECT_WORDS, Effect, Outlook
from games.titles.enchanters.rules.library import Book, read_card, read_file
from games.titles.enchanters.rules.running import EFFECTS, STEPS
from games.titles.enchanters.words.meanings import Speaker

from .vocabulary_rows import TABLES, form_of


def list_forms() -> Iterator[tuple[str, Any]]:
    """Yield (word, entry) of each effect and cost of the manual, as in a card file."""
    for table in ("effects", "costs"):
        for row in TABLES[table]:
            form = form_of(row["id"])
            if form.startswith(("static", "flag", "setup", "kind")):
                continue
            entry = msgspec.yaml.decode(form)
            if "minor" in entry:
                (entry,) = entry["minor"]["effect"]
            yield table, entry


FORMS = [*list_forms()]
# Words that the manual has not, or only inside others.
OUR_OWN = {"all", "if", "put_track_token", "overlord_heal"}
OUR_OWN |= {"add_reinforcement", "remove_reinforcement"}
# What a bot knows: a seat with two crystals, three wounds and one pearl, and two others.
OUTLOOK = Outlook(
    crystals=2,
    wounds=3,
    pearls=1,
    others=2,
    is_together=False,
    pool=0,
    wound=1.0,
    has_graveyard=True,
    estimate=lambda amount: float(amount) if isinstance(amount, int) else 3.5,
)


def read_entry(table: str, entry: Any) -> Word:
    (word,) = (read_effects if table == "effects" else read_costs)([entry], "row")
    return word


@pytest.mark.parametrize(("table", "entry"), FORMS, ids=[str(entry) for _, entry in FORMS])
def test_a_word_is_written_as_it_was_read(table: str, entry: Any) -> None:
    """A state stores pending effects in the form of card files."""
    word = read_entry(table, entry)

    assert read_entry(table, write_line(word)) == word


def test_every_class_is_a_word_of_the_manual() -> None:
    words: dict[str, set[str]] = {"effects": set(), "costs": set()}
    for table, entry in FORMS:
        words[table] |= set(entry)

    assert words["effects"] | OUR_OWN == set(EFFECT_WORDS) == set(EFFECTS)
    assert words["costs"] == set(COST_WORDS)


@pytest.mark.parametrize("word", EFFECT_WORDS)
def test_every_effect_says_what_it_does(word: str) -> None:
    """A class without `apply` would do nothing, and nothing would notice."""
    assert "apply" in vars(EFFECT_WORDS[word])


def test_costs_with_a_choice_are_paid_in_a_task_of_their_own() -> None:
    tasks = {step.removeprefix("pay_") for step in STEPS if step.startswith("pay_")}

    assert tasks == {"other_heals", "discard_any", "discard_top", "remove_top", "bury"} | {
        "give_monster"
    }


def test_defaults_are_not_written() -> None:
    (effect,) = read_effects([{"bury": {"who": "self", "stacks": ["item"], "mode": "one"}}], "x")

    assert write_line(effect) == {"bury": {"stacks": ["item"]}}


def test_an_effect_of_a_task_has_no_highest_number() -> None:
    """Only card files are limited: a position may have more wounds."""
    assert decode_effect("take_damage", {"n": 99}) == EFFECT_WORDS["take_damage"](n=99)


WORTHS: list[tuple[dict[str, Any], float, float]] = [
    # Effect, its worth in a match against each other, and together.
    ({"take_damage": {"n": 2}}, -2, -2),
    ({"take_damage": {"n": {"die": 6}}}, -3.5, -3.5),
    ({"deal_damage": {"to": "each", "n": 2}}, -2, -2),
    ({"deal_damage": {"to": "another", "n": 2}}, 1.2, 0),
    ({"deal_damage": {"to": "each_other", "n": 2}}, 2, 0),
    ({"heal": {"who": "self", "n": 2}}, 1.9, 1.9),
    ({"heal": {"who": "self", "n": 9}}, 2.85, 2.85),
    ({"heal": {"who": "each", "n": 2}}, -0.3, 2),
    ({"move_wounds": {"from": "self", "to": "another", "n": 2}}, 2.8, 1.8),
    ({"move_wounds": {"from": "self", "to": "another", "n": 9}}, 4.2, 4.5),
    ({"move_wounds": {"from": "another", "to": "self", "n": 2}}, -1, 1.8),
    ({"gain": {"attack": 5}}, 0, 0),
    ({"take_crystals": {"n": 2}}, 0.9, 0.9),
    ({"take_crystals": {"n": 30}}, 3.15, 3.15),
    ({"take_crystals": {"who": "another", "n": 2}}, 0.9, 0.9),
    ({"take_crystals": {"who": "each", "n": 2}}, 0, 0),
    ({"steal_crystals": {"from": "another", "n": 2}}, 1.1, 1.1),
    ({"lose_crystals": {"n": 1}}, -0.4, -0.4),
    ({"lose_crystals": {"n": 9}}, -0.8, -0.8),
    ({"lose_crystals": {"who": "another", "n": 1}}, 0.3, 0.3),
    ({"demand_monster": {"from": "another", "n": 1}}, 3, 3),
    ({"journey_from": {"zone": "graveyard_top", "types": ["any"]}}, 1.5, 1.5),
    ({"swap_track": {"n": 2}}, 0.1, 0.1),
    ({"swap_track_graveyard": {}}, 0.1, 0.1),
    ({"overlord_damage": {"n": 2}}, 1.8, 1.8),
    ({"all": [{"take_damage": {"n": 1}}, {"take_crystals": {"n": 2}}]}, -0.1, -0.1),
]


@pytest.mark.parametrize(("entry", "alone", "together"), WORTHS, ids=[str(w[0]) for w in WORTHS])
def test_what_an_effect_is_worth_to_a_bot(
    entry: dict[str, Any], alone: float, together: float
) -> None:
    (effect,) = read_effects([entry], "x")
    outlook = msgspec.structs.replace(OUTLOOK, is_together=True, pool=5)

    assert (effect.worth(OUTLOOK), effect.worth(outlook)) == pytest.approx((alone, together))


def test_effects_that_bots_do_not_count() -> None:
    counted = {word for entry, *_ in WORTHS for word in entry} - {"gain"}

    others = {word for word, cls in EFFECT_WORDS.items() if "worth" in vars(cls)}

    assert others == counted


COSTS: list[tuple[dict[str, Any], float]] = [
    ({"take_damage": {"n": 2}}, 2),
    ({"other_heals": {"n": 2}}, 0.5),
    ({"crystals": 3}, 0.84),
    ({"crystals": 1}, 0),
    ({"defense": 2}, 0.5),
    ({"discard_any": {"n": 1, "from": ["item"]}}, 3.5),
    ({"bury_this": True}, 0.8),
    ({"remove_top": {"from": ["item"]}}, 3.5),
    ({"discard_top": {"from": ["item"]}}, 3.5),
    ({"bury": {"stacks": ["item"]}}, 0.8),
    ({"give_monster": {"to": "another", "which": "any"}}, 3.5),
    ({"discard_this_token": True}, 5),
]


def test_what_a_cost_is_worth_to_a_bot() -> None:
    """A pearl pays for one of the crystals."""
    worths = [read_costs([entry], "x")[0].worth(OUTLOOK) for entry, _ in COSTS]

    assert worths == pytest.approx([worth for _, worth in COSTS])
    assert {word for entry, _ in COSTS for word in entry} == set(COST_WORDS)


def test_the_outlook_is_that_of_the_view() -> None:
    state = ENCHANTERS.set_up_match(3, b"outlook", {"kingdom_selection": "random"})
    state.seats[1].crystals, state.seats[1].wounds = 4, 2
    view = ENCHANTERS.build_view(state, 1)
    outlook = look_ahead(view, 1)

    assert (outlook.crystals, outlook.wounds, outlook.others) == (4, 2, 2)
    assert (outlook.is_together, outlook.has_graveyard, outlook.wound) == (False, False, 1.0)
    (ability,) = DESIGNS["bandits.cutpurse_knife"].upper.of("minor")
    assert ability_worth(view, 1, ability) == pytest.approx(0.45 + 0.2 - 1)


def test_effects_inside_others_are_found() -> None:
    """Ruling A-33 asks whether an effect may damage, however deep it does."""
    inner = {"take_damage": {"n": 1}}
    test = {"village_rewards": {"at_least_per_player": 1}}
    outer: list[Any] = [
        {"all": [inner]},
        {"choose_one": [inner]},
        {"each_player": {"who": "each", "do": [inner]}},
        {"if": {"test": test, "do": [inner]}},
        {"pay_or": {"crystals": 1, "else": [inner]}},
        {"replace_village": {"then": [inner]}},
    ]

    effects: tuple[Effect, ...] = read_effects(outer, "x")

    assert [effect.contents() for effect in effects] == [read_effects([inner], "x")] * len(outer)


# Errors -------------------------------------------------------------------------------------------

MANY_ERRORS = """set: x
status: printed
kingdom: {id: x, nam: X}
cards:
- {id: x.a, kind: item, name: A, copis: 2,
   upper: {icons: {attak: 1}, abilities: [
     {minor: {cost: [{crystal: 1}], effect: [{heel: {n: 1}}, {gain: {attak: 2, defense: two}}]}},
     {when: {trigger: restd, effect: [{deal_damage: {to: anoter, n: 40}}]}},
     {vp: {per: moons}}]}}
- {id: x.b, kind: mnster, name: B}
- {id: x.c, kind: village, abilities: [{rest: {cost: [], effect: [{choose_one: [{hael: {}}]}]}}]}
- {id: x.d, kind: overlord, name: D, stats: {health: 1},
   invasion: [{type: itm, effect: []}], coop: {reward: [{overlord_damge: {n: 1}}]}}
"""


def test_one_run_lists_all_errors_of_a_file() -> None:
    with pytest.raises(WrongCard) as error:
        read_file(Book({}, {}), MANY_ERRORS, "x.yaml")

    upper = "x.yaml: x.a: upper.abilities"
    messages = [line.split("; did")[0].split(" is none")[0] for line in error.value.messages]
    assert str(error.value) == "\n".join(error.value.messages)
    assert messages == [
        "x.yaml: status: say `authored`: the values are our own",
        "x.yaml: kingdom: nam: there is no such field",
        "x.yaml: kingdom: name: this is missing",
        "x.yaml: x.a: copis: there is no such field",
        f"{upper}[1].when.effect[0].deal_damage.n: 40 is not a whole number up to 30",
        "x.yaml: x.a: upper.icons: attak: there is no such field",
        f"{upper}[0].minor.cost[0]: there is no cost 'crystal'",
        f"{upper}[0].minor.effect[0]: there is no effect 'heel'",
        f"{upper}[0].minor.effect[1].gain.attak: there is no such field",
        f"{upper}[0].minor.effect[1].gain.defense: 'two' is not a whole number",
        f"{upper}[1].when.trigger: there is no trigger 'restd'",
        f"{upper}[1].when.effect[0].deal_damage.to: 'anoter'",
        f"{upper}[2].vp.per: 'moons'",
        "x.yaml: x.b: kind: 'mnster'",
        "x.yaml: x.c: abilities[0].rest.effect[0].choose_one[0]: there is no effect 'hael'",
        "x.yaml: x.c: name: this is missing",
        "x.yaml: x.d: stats.strength: this is missing",
        "x.yaml: x.d: invasion[0].type: 'itm'",
        "x.yaml: x.d: coop: reward[0]: there is no effect 'overlord_damge'",
    ]


@pytest.mark.parametrize(
    ("ability", "nearest"),
    [
        ({"minor": {"cost": [{"crystal": 1}], "effect": []}}, "crystals"),
        ({"immediate": [{"heel": {}}]}, "heal"),
        ({"immediate": [{"heal": {"who": "sefl", "n": 1}}]}, "self"),
        ({"immediate": [{"gain": {"attak": 1}}]}, "attack"),
        ({"immediate": [{"if": {"test": "village_reward", "do": []}}]}, "village_rewards"),
    ],
    ids=str,
)
def test_an_error_names_the_nearest_word(ability: dict[str, Any], nearest: str) -> None:
    card = {"id": "x.y", "kind": "item", "name": "Y", "upper": {"abilities": [ability]}}

    with pytest.raises(WrongCard, match=f"did you mean '{nearest}'"):
        read_card(card, "", "x")


OWN_FORMS: list[dict[str, Any]] = [
    {"all": [{"lose_game": {}}]},
    {"if": {"test": {"overlord_rewards": {"at_least_per_player": 3}}, "do": [{"lose_game": {}}]}},
    {"put_track_token": {"kind": "wound", "slot": 0, "n": 1}},
    {"overlord_heal": {"n": 1}},
    {"add_reinforcement": {"n": 1, "side": "health"}},
    {"remove_reinforcement": {"n": 1}},
]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_effect_has_its_phrase(language: str) -> None:
    entries = [*OWN_FORMS, *(entry for table, entry in FORMS if table == "effects")]
    texts = [Speaker(language).effects(read_effects([entry], "x")) for entry in entries]

    assert {word for entry in OWN_FORMS for word in entry} == OUR_OWN

    assert all(text and "{" not in text for text in texts)


def test_what_a_player_does_is_not_told_of_a_third_person() -> None:
    """An effect of one's own used to be “you discards a top card”."""
    entries = [entry for table, entry in FORMS if table == "effects"]
    texts = [Speaker("en").effects(read_effects([entry], "x")) for entry in entries]

    assert [text for text in texts if re.search(r"\byou \w+s\b", text)] == []
