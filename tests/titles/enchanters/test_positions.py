"""Positions: what is left out, what is refused, and what a seat may see of a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import to_builtins

from games.engine.contract import Decision, IllegalDecision
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.position import write_position
from games.titles.enchanters.rules.state import State

from .conftest import RICH
from .tables import replace_fields

Lay = Callable[..., State]

WRONG: list[tuple[Any, str]] = [
    ({"moon": 3}, "moon: there is no such field"),
    ({"trak": []}, "trak: there is no such field; did you mean 'track'?"),
    ({"options": {"mode": 3}}, "options: "),
    ({"seats": {"A": {"hand": []}, "B": {}}}, "seats.A.hand: there is no such field"),
    ({"seats": {"A": {"crystals": -1}, "B": {}}}, "seats.A.crystals: -1 is not a whole number"),
    ({"seats": {"A": {"used": {"x": "y"}}, "B": {}}}, "seats.A.used: 'y' is not a whole number"),
    ({"seats": {"A": {"used": 3}, "B": {}}}, "seats.A.used: this must be a mapping"),
    ({"seats": {"A": 3, "B": {}}}, "seats.A: this must be a mapping"),
    ({"seats": [3, {}]}, "seats: this must be a mapping"),
    ({"seats": "two"}, "seats: 'two' is not a whole number"),
    (
        {"seats": {"A": {"item": ["runt 1"]}, "B": {}}},
        "seats.A.item[0]: 'runt 1' belongs to another",
    ),
    (
        {"seats": {"A": {"item": ["fist", "runtt"]}, "B": {}}},
        "seats.A.item[1]: 'runtt' is not a card; did",
    ),
    (
        {"seats": {"A": {"item": ["brute 1"] * 2}, "B": {}}},
        "A.item[0]: 'brute 1' belongs to another",
    ),
    (
        {"seats": 2, "track": ["brute 1", "brute 1"]},
        "track[1]: there is no further 'brute 1' in the box",
    ),
    (
        {"seats": 2, "track": ["brute", "brute", "brute"]},
        "track[2]: there is no further 'brute' in the",
    ),
    ({"seats": 2, "track": ["brute 3"]}, "track[0]: there is no further 'brute 3' in the box"),
    ({"seats": 2, "track": ["scrap_dragon"] * 2}, "track[1]: there is no further 'scrap_dragon'"),
    ({"seats": 2, "track": [None] * 7}, "track: there are 6 spaces"),
    (
        {"seats": 2, "track": [{"card": "foal", "wound": 1}]},
        "track[0].wound: there is no such field",
    ),
    ({"seats": 2, "track": [{"card": "foal", "wounds": -1}]}, "track[0].wounds: -1 is not a whole"),
    (
        {"seats": 2, "track": [{"card": "foal", "rewards": "x"}]},
        "track[0].rewards: 'x' is not a whole",
    ),
    ({"seats": 2, "track": [{"card": "foal", "cerberus": 1}]}, "track[0].cerberus: 1 is neither"),
    ({"seats": 2, "graveyard": ["foal 1", "foall"]}, "graveyard[1]: 'foall' is not a card"),
    ({"seats": 2, "graveyard": ["7"]}, "graveyard[0]: '7' is not a card"),
    ({"seats": 2, "deck": 3}, "deck: this must be a list"),
    ({"seats": 2, "dealt": 3}, "dealt: this must be a list"),
    ({"seats": 2, "kingdoms": 3}, "kingdoms: this must be a list"),
    ({"seats": 2, "turn": "C"}, "turn: 'C' is none of A, B"),
    ({"seats": 2, "starting": "C"}, "starting: 'C' is none of A, B"),
    ({"seats": 2, "pool": "x"}, "pool: 'x' is not a whole number"),
    ({"seats": 2, "journeyed": 1}, "journeyed: 1 is neither true nor false"),
    ({"seats": 2, "desert": 3}, "desert: 3 is not a word"),
    ({"seats": 2, "village": "atlantis"}, "village: 'atlantis' is not a card"),
    (
        {"seats": 2, "overlord": "vragen"},
        "overlord: 'vragen' is not a card; did you mean 'vragan'?",
    ),
    ({"seats": 2, "trips": [{"place": 3}]}, "trips: "),
    ({"seats": 2, "duels": [["A", "C"]]}, "duels: 'C' is none of A, B"),
    ({"seats": 2, "tasks": [{"seat": 0}]}, "tasks: "),
    ({"seats": 2, "asked": -1}, "asked: -1 is not a whole number"),
    (
        {"seats": 2, "chance": {"sed": "00"}},
        "chance.sed: there is no such field; did you mean 'seed'",
    ),
    ({"seats": 2, "chance": {"counts": 3}}, "chance.counts: this must be a mapping"),
    ({"seats": 2, "chance": {"fixed": 3}}, "chance.fixed: this must be a mapping"),
]


@pytest.mark.parametrize(("position", "told"), WRONG, ids=[told for _, told in WRONG])
def test_a_wrong_position_is_refused(position: Any, told: str) -> None:
    with pytest.raises(ValueError) as refused:
        ENCHANTERS.read_position(position)
    assert told in str(refused.value)


def test_what_is_left_out_has_a_default() -> None:
    """Two players with a Fist and of Enchanting in Normaltown; A begins; powers are the icons."""
    state = ENCHANTERS.read_position({"track": ["foal"]})
    assert [seat.stacks["item"] for seat in state.seats] == [["start.fist/1"], ["start.fist/2"]]
    assert [seat.stacks["enchantment"] for seat in state.seats] == [
        ["start.enchanting/1"],
        ["start.enchanting/2"],
    ]
    assert [(seat.attack, seat.defense, seat.crystals) for seat in state.seats] == [(2, 0, 0)] * 2
    assert (state.village, state.overlord, state.overlord_active) == (
        "village.normaltown",
        "",
        False,
    )
    assert (state.starting, state.active, state.turn, state.round) == (0, 0, 1, 1)
    assert [space.card for space in state.track] == ["unicorns.foal/1", "", "", "", "", ""]
    assert state.tasks and state.asked and state.asked.question == "turn"
    assert state.asked.number == 1 and not state.deck and not state.result


def test_a_single_card_may_be_written_with_its_number() -> None:
    """There is one Hoard Dragon; a number is only needed where there are several."""
    for written in ("hoard_dragon", "hoard_dragon 1", "Hoard Dragon 1"):
        state = ENCHANTERS.read_position({"track": [written]})
        assert state.track[0].card == "bandits.hoard_dragon"


def test_what_is_written_is_taken_over() -> None:
    position = {
        "seats": [{"attack": 7}, {"defense": 3, "pearls": 2}, {}],
        "starting": "C",
        "turn": "B",
        "turn_number": 9,
        "round": 4,
        "overlord": "overlord.vragan",
        "overlord_active": False,
        "village": "Alea".lower(),
        "deck": ["foal 1", "foal 2"],
        "track": [None, {"card": "Biting Runt 2", "wounds": 2, "rewards": 1, "cerberus": True}],
        "asked": 12,
        "main_done": False,
        "chance": {"seed": "ff", "counts": {"die": 3}, "fixed": {"die": [2]}},
    }
    state = ENCHANTERS.read_position(position)
    one, two, three = state.seats
    assert (one.attack, one.defense, two.attack, two.defense) == (7, 0, 0, 3)
    assert (three.attack, three.defense) == (2, 0)
    assert (state.starting, state.active, state.turn, state.round) == (2, 1, 9, 4)
    assert (state.overlord_active, state.village) == (False, "village.alea")
    assert state.deck == ["unicorns.foal/2", "unicorns.foal/1"]
    space = state.track[1]
    assert (space.card, space.wounds, space.rewards, space.cerberus) == (
        "goblins.runt/2",
        2,
        1,
        True,
    )
    assert state.asked and state.asked.number == 13
    assert (state.chance.seed, state.chance.counts["die"]) == (b"\xff", 3)


def test_a_finished_match_asks_nothing() -> None:
    state = ENCHANTERS.read_position({"track": ["foal"], "result": "scored"})
    assert not ENCHANTERS.list_prompts(state) and not state.tasks


def test_nobody_may_be_active() -> None:
    state = ENCHANTERS.read_position({"turn": None, "track": ["foal"], "tasks": []})
    assert state.active < 0
    assert ENCHANTERS.write_position(state)["turn"] is None
    assert ENCHANTERS.build_view(state, 0).active == 0


@pytest.mark.parametrize("together", [False, True])
def test_a_position_is_read_as_it_was_written(together: bool, lay: Lay, cause: Any) -> None:
    """In the middle of a sealed question, a duel and a journey too."""
    either = [{"take_damage": {"n": 2}}, {"lose_crystals": {"n": 2}}]
    for effect in (
        {"each_player": {"who": "each", "do": [{"choose_one": either}]}},
        {"duel": {"with": "another"}},
        {"heal": {"who": "self", "n": 1}},
    ):
        state = lay(RICH, together=together)
        cause(state, effect)
        if state.asked and state.asked.sealed:
            state.asked.answers[1] = state.asked.offers[1][0]
        written = ENCHANTERS.write_position(state)
        again = ENCHANTERS.read_position(written)
        assert ENCHANTERS.write_position(again) == written
        assert ENCHANTERS.list_prompts(again) == ENCHANTERS.list_prompts(state)


def test_positions_name_the_seats_as_wanted(lay: Lay) -> None:
    state = lay({"seats": 2, "track": [{"card": "foal 1", "wounds": 1}, None, "foal 2"]})
    written = write_position(state, ["alice", "bob"])
    assert list(written["seats"]) == ["alice", "bob"] and written["turn"] == "alice"
    assert written["track"][:3] == [
        {"card": "unicorns.foal 1", "wounds": 1},
        None,
        "unicorns.foal 2",
    ]


# Views --------------------------------------------------------------------------------------------


def test_a_view_shows_the_table_but_no_deck(lay: Lay) -> None:
    fields = {"desert": "calm", "B.item": ["shroud", "fist"], "A.rewards": 1, "A.used": {"x|u0": 1}}
    view = ENCHANTERS.build_view(lay(replace_fields(RICH, fields)), 0)
    assert (view.you, view.active, view.deck, view.wound_deck) == (0, 0, 5, 4)
    assert (view.threshold, view.scores, view.piles, view.dealt) == (None,) * 4
    assert (view.fight, view.duel, view.question, view.asked) == (
        None,
        None,
        "turn",
        [0],
    )
    seat = view.seats[0]
    assert (seat.wounds, seat.wound_count, seat.weight, seat.used) == (
        5,
        5,
        1,
        ["x|u0"],
    )
    assert [one.undead for one in view.seats] == [0, 1, 0]
    assert seat.stacks["item"][-1] == "goblins.door_shield/1"
    # Calm: one health more and one strength less.
    assert to_builtins(view.track[2]) == {
        "card": "bandits.highwayman/1",
        "cost": 2,
        "health": 7,
        "strength": 4,
        "attack": 4,
        "defense": 9,
    }
    assert to_builtins(view.track[1]) == {"card": "dracons.scale_lance/1", "cost": 1}


@pytest.mark.usefixtures("hide_slime")
def test_a_view_counts_icons_that_some_card_has(lay: Lay, print_card: Any) -> None:
    """Slime is shown once a card with it is in the box, on whichever part."""
    assert "slime" not in to_builtins(ENCHANTERS.build_view(lay(RICH), 0).seats[0])
    print_card(upper={"icons": {"slime": 1}})
    view = ENCHANTERS.build_view(lay(replace_fields(RICH, {"A.item": ["trial"]})), 0)
    assert [seat.slime for seat in view.seats] == [1, 0, 0]


def test_a_view_is_that_of_its_seat(lay: Lay) -> None:
    """Costs and fights are the viewer's; a spectator sees those of the active player."""
    fields = {"turn": "B", "track": ["foal 1", "foal 2"]}
    state = lay(replace_fields(RICH, fields))
    for viewer, cost, attack in ((0, 1, 4), (1, 0, 8), (None, 0, 8)):
        space = ENCHANTERS.build_view(state, viewer).track[1]
        assert space and (space.cost, space.attack) == (cost, attack)


def test_a_view_without_an_active_player_is_the_starting_players(lay: Lay) -> None:
    """A spectator sees the costs of the starting player, as the view says whose turn it is."""
    fields = {"turn": None, "starting": "B", "track": ["foal 1", "foal 2"]}
    view = ENCHANTERS.build_view(lay(replace_fields(RICH, fields)), None)
    # B has of Fast Feet.
    space = view.track[1]
    assert space and (view.active, space.cost) == (1, 0)


def test_a_view_shows_the_overlord(lay: Lay) -> None:
    fields = {"overlord_health": 2, "overlord_strength": 1, "overlord_crystals": 3}
    view = ENCHANTERS.build_view(lay(replace_fields(RICH, fields), together=True), 1)
    overlord = view.overlord
    assert overlord and (overlord.health, overlord.strength, overlord.hit_points) == (10, 5, 99)
    assert to_builtins(overlord.reinforcements) == {"health": 2, "strength": 1}
    assert (overlord.crystals, overlord.challenges, view.threshold) == (3, 1, 40)
    assert ENCHANTERS.build_view(lay({"track": ["foal"]}), 0).overlord is None


def test_a_view_shows_fights_and_duels(lay: Lay, cause: Any, say: Any) -> None:
    fields = {"A.item": ["ritual_knife"], "A.attack": 9, "A.defense": 9, "A.crystals": 6}
    state = lay(replace_fields(RICH, fields))
    say(state, 0, "journey 2")
    fight = {"seat": 0, "card": "bandits.highwayman/1", "health": 6, "strength": 5}
    assert to_builtins(ENCHANTERS.build_view(state, 1).fight) == fight
    state = lay(replace_fields(RICH, fields))
    say(state, 0, "challenge")
    fight = {"seat": 0, "card": "overlord.vragan", "health": 9, "strength": 7}
    assert to_builtins(ENCHANTERS.build_view(state, 1).fight) == fight
    state = lay(replace_fields(RICH, fields))
    cause(state, {"duel": {"with": "left"}})
    view = ENCHANTERS.build_view(state, 2)
    assert (view.duel, view.fight, view.question) == ([0, 1], None, "duel_prep")


def test_a_view_shows_the_duel_inside_a_duel(lay: Lay) -> None:
    """The last one that began goes on first."""
    state = lay(replace_fields(RICH, {"duels": [["A", "B"], ["C", "A"]]}))
    assert ENCHANTERS.build_view(state, 0).duel == [2, 0]


def test_a_view_of_a_finished_match_shows_everything(lay: Lay, say: Any) -> None:
    state = lay({"seats": 2, "track": ["of_rage"], "box_unseen": ["foal 2", "foal 1"]})
    say(state, 0, "rest Normaltown 1")
    view = ENCHANTERS.build_view(state, None)
    assert to_builtins(view.piles) == {
        "deck": [],
        "box_unseen": ["unicorns.foal/1", "unicorns.foal/2"],
    }
    assert [dict(lines)["wounds"] for lines in view.scores or ()] == [0, 0]
    together = lay({"seats": 2, "track": ["of_rage"]}, together=True)
    say(together, 0, "rest Normaltown 1")
    assert ENCHANTERS.build_view(together, None).scores is None


def test_starting_cards_are_secret_while_they_are_chosen() -> None:
    options = {"related": "random", "kingdom_selection": "random"}
    state = ENCHANTERS.set_up_match(2, b"secret", options)
    views = [ENCHANTERS.build_view(state, seat) for seat in (0, 1, None)]
    assert [view.dealt for view in views] == [state.dealt[0], state.dealt[1], None]
    counts = (
        "points",
        "crystals",
        "wounds",
        "rewards",
        "attack",
        "defense",
        "pearls",
        "pearls_used",
    )
    assert [[seat.count(name) for name in counts] for seat in views[0].seats] == [[0] * 8] * 2


# Prompts ------------------------------------------------------------------------------------------


def test_facts_of_a_question(lay: Lay, cause: Any) -> None:
    """What standing orders can be about."""
    state = lay(replace_fields(RICH, {"track": ["foal 1", None, "runt 3"]}))
    (prompt,) = ENCHANTERS.list_prompts(state)
    assert prompt.facts == {
        "turn": 1,
        "crystals": 6,
        "wounds": 5,
        "attack": 4,
        "defense": 9,
        "track": ["unicorns.foal", "goblins.runt"],
        "card": "",
    }
    cause(state, {"take_damage": {"n": 5}}, card="gnolls.cleaver/1")
    (prompt,) = ENCHANTERS.list_prompts(state)
    assert prompt.facts["drawn"] == ["wound.limp", "wound.sprain"]
    assert "attack" not in prompt.facts and "track" not in prompt.facts
    state = lay(RICH)
    cause(state, {"deal_damage": {"to": "another", "n": 1}}, card="gnolls.cleaver/1")
    (prompt,) = ENCHANTERS.list_prompts(state)
    assert prompt.facts == {"turn": 1, "crystals": 6, "wounds": 5, "card": "gnolls.cleaver"}


def test_silence_rests_in_the_village_fights_ends_or_declines(
    lay: Lay, cause: Any, say: Any
) -> None:
    """What an unanswered question means; else the first answer."""

    def fallback(state: State) -> Decision:
        return ENCHANTERS.list_prompts(state)[0].fallback

    fields = {"A.item": ["ritual_knife"], "A.enchantment": ["of_clear_water"]}
    state = lay(replace_fields(RICH, fields))
    assert fallback(state) == Decision("rest", {"card": "village.normaltown", "line": 1})
    say(state, 0, "journey 0")
    assert fallback(state) == Decision("fight")
    say(state, 0, "use Ritual Knife")
    assert fallback(lay(replace_fields(RICH, fields | {"main_done": True}))) == Decision("end")
    cause(state := lay(RICH), {"duel": {"with": "left", "optional": True}})
    assert fallback(state) == Decision("no")
    cause(state := lay(RICH), {"deal_damage": {"to": "another", "n": 1}})
    assert fallback(state) == Decision("target", {"who": "left"})
    cause(state := lay(replace_fields(RICH, fields)), {"duel": {"with": "left"}})
    assert fallback(state) == Decision("ready")


def test_only_who_is_asked_gives_an_offered_answer(lay: Lay) -> None:
    state = lay(RICH)
    offered = ENCHANTERS.list_prompts(state)[0].choices[0].examples()[0]
    with pytest.raises(IllegalDecision, match="not asked"):
        ENCHANTERS.play_decision(state, 1, offered)
    with pytest.raises(IllegalDecision, match="not one of the answers"):
        ENCHANTERS.play_decision(state, 0, Decision("journey", {"at": 9}))


def test_each_question_has_a_number_of_its_own(lay: Lay, say: Any) -> None:
    """Seat s is asked under number + s, so that late answers to older questions are recognized."""
    state = lay({"seats": 3, "track": ["foal 1", "foal 2"], "deck": ["stag 1"], "asked": 7})
    numbers = []
    for _ in range(3):
        (prompt,) = ENCHANTERS.list_prompts(state)
        numbers.append(prompt.number - prompt.seat)
        say(state, prompt.seat, "rest Normaltown 1")
    assert numbers == [8, 11, 14]


def test_pearls_stay_as_written_with_powers_of_nothing() -> None:
    """Powers of 0 are written ones; only what is left out is derived from the cards."""
    held = {"attack": 0, "defense": 0, "pearls": 2}
    state = ENCHANTERS.read_position({"seats": {"A": held, "B": {**held, "attack": 3}}})
    assert [(seat.attack, seat.pearls) for seat in state.seats] == [(0, 2), (3, 2)]


def test_duels_are_written_as_they_are_read() -> None:
    """A duellist without a name is the Overlord."""
    duels = [["A", None], ["B", "A"]]
    state = ENCHANTERS.read_position({"seats": 2, "overlord": "vragan", "duels": duels})
    assert state.duels == [(0, -1), (1, 0)] or state.duels == [[0, -1], [1, 0]]
    assert ENCHANTERS.write_position(state)["duels"] == duels
