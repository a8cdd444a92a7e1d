"""Wounds, powers, pearls, stacks, attacks, duels, discards, scores and the end, sentence by
sentence.

The table is that of conftest.py: attack and defense are A 4 and 9, B 8 and 1, C 2 and 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.running import Run
from games.titles.enchanters.rules.scoring import score_parts
from games.titles.enchanters.rules.stacks import add_to_stack, discard_from_stack, put_in_discard
from games.titles.enchanters.rules.state import OVERLORD, State

from .conftest import RICH
from .tables import answer_all, find_changes, list_facts, replace_fields

Lay = Callable[..., State]
PLAIN: dict[str, Any] = {"seats": 2, "track": ["foal 1", "stag 1"], "deck": ["stag 2", "stag 3"]}

# Wounds -------------------------------------------------------------------------------------------


def test_damage_ten_tokens_become_a_wound_card(lay: Lay, cause: Any, say: Any) -> None:
    """“Give back 10, draw two wound cards, add one; the other goes under the wound deck.”"""
    state = lay(replace_fields(RICH, {"A.wounds": 8}))
    before = list_facts(state)
    cause(state, {"take_damage": {"n": 2}})
    drawn = [choice.args["card"] for choice in ENCHANTERS.list_prompts(state)[0].choices]
    assert drawn == ["wound.limp", "wound.sprain"]
    say(state, 0, "take Sprained Wrist")
    assert find_changes(before, list_facts(state)) == {
        "A.wounds": -8,
        "A.wound": "sprain",
        "wound_deck": "tremor, scar, limp",
    }


def test_damage_nine_tokens_are_no_card(lay: Lay, cause: Any) -> None:
    state = lay(replace_fields(RICH, {"A.wounds": 8}))
    cause(state, {"take_damage": {"n": 1}})
    assert state.seats[0].wounds == 9 and not state.seats[0].stacks["wound"]


def test_damage_of_twenty_are_two_cards(lay: Lay, cause: Any, say: Any) -> None:
    state = lay(replace_fields(RICH, {"A.wounds": 3}))
    cause(state, {"take_damage": {"n": 18}})
    answer_all(say, state, ["take Limp", "take Tremor"])
    assert state.seats[0].wounds == 1
    assert state.seats[0].stacks["wound"] == ["wound.limp/1", "wound.tremor/1"]
    assert state.wound_deck == ["wound.scar/1", "wound.sprain/1"]


def test_damage_the_last_wound_card_is_taken_unasked(lay: Lay, cause: Any) -> None:
    """A-15: “draw what is there; none: tokens stay above 9”."""
    state = lay(replace_fields(RICH, {"A.wounds": 5, "wound_deck": ["limp"]}))
    cause(state, {"take_damage": {"n": 17}})
    assert (state.seats[0].wounds, state.seats[0].stacks["wound"]) == (12, ["wound.limp/1"])
    assert not state.wound_deck


def test_damage_for_which_no_card_is_left_stays_in_tokens(lay: Lay, cause: Any) -> None:
    """A-15: 32 tokens and two cards; ten and two stay, also while the first card is chosen."""
    state = lay(replace_fields(RICH, {"A.wounds": 5, "wound_deck": ["limp", "scar"]}))
    cause(state, {"take_damage": {"n": 27}})
    assert state.asked is not None and state.asked.question == "wound"
    assert ENCHANTERS.build_view(state, 0).seats[0].wounds == 12


def test_damage_two_players_share_the_last_wound_card(lay: Lay, cause: Any) -> None:
    fields = {"A.wounds": 9, "B.wounds": 9, "C.wounds": 0, "wound_deck": ["limp"]}
    state = lay(replace_fields(RICH, fields))
    cause(state, {"deal_damage": {"to": "each", "n": 1}})
    assert [seat.wounds for seat in state.seats] == [0, 10, 1]


def test_damage_together_goes_to_the_pool(lay: Lay, cause: Any) -> None:
    """“+X to the pool, no wound cards.”"""
    state = lay(replace_fields(RICH, {"A.wounds": 0}), together=True)
    cause(state, {"take_damage": {"n": 12}})
    assert state.pool == 12 and state.seats[0].wounds == 0


def test_healing_breaks_up_as_many_cards_as_needed(lay: Lay, cause: Any) -> None:
    """“While tokens < X and a wound card exists: discard the top wound card, take 10 tokens.”"""
    fields = {"A.wounds": 2, "A.wound": ["limp", "sprain", "tremor"], "wound_deck": ["scar"]}
    state = lay(replace_fields(RICH, fields))
    cause(state, {"heal": {"who": "self", "n": 13}})
    seat = state.seats[0]
    assert (seat.wounds, seat.stacks["wound"]) == (9, ["wound.tremor/1"])
    assert state.wound_deck == ["wound.sprain/1", "wound.limp/1", "wound.scar/1"]


def test_healing_is_no_damage(lay: Lay, cause: Any, print_card: Any) -> None:
    """“This never re-triggers 7.1.”"""
    print_card(
        lower={
            "abilities": [
                {"when": {"trigger": "damage_taken", "effect": [{"lose_crystals": {"n": 1}}]}}
            ]
        }
    )
    state = lay(replace_fields(RICH, {"A.item": ["trial"], "A.wounds": 0, "A.wound": ["limp"]}))
    cause(state, {"heal": {"who": "self", "n": 1}})
    assert (state.seats[0].crystals, state.seats[0].wounds) == (6, 9)


def test_damage_answers_once_to_each_event(lay: Lay, cause: Any, print_card: Any) -> None:
    """A-33: two cards that answer damage with damage end; another action lets them answer again."""
    answer = {"trigger": "damage_taken", "effect": [{"deal_damage": {"to": "another", "n": 1}}]}
    print_card(copies=2, lower={"abilities": [{"when": {**answer, "once_per_event": True}}]})
    seats = {"A": {"item": ["trial 1"]}, "B": {"item": ["trial 2"]}}
    state = lay({**PLAIN, "seats": seats})
    for n in (1, 2):
        cause(state, {"take_damage": {"n": 1}})
        assert [seat.wounds for seat in state.seats] == [2 * n, n]


# Powers and pearls --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "fields", "powers"),
    [
        # Door Shield's attack 1 and defense 4 give way to Padded Vest's 1 and 3.
        ({"bury": {"stacks": ["item"]}}, {}, (4, 8)),
        # Bottom Fist comes up: attack 1; Door Shield's 1 and 4 go.
        ({"unbury": {"stacks": ["item"]}}, {}, (4, 5)),
        # Of Greed's attack 2 and defense 1 and 1 go, of Spring's attack 3 comes.
        ({"discard_top": {"from": ["enchantment"]}}, {}, (5, 7)),
        # B's Birch Bow: attack 3 and 1 come, Door Shield's 1 and 4 go.
        ({"steal_top": {"stack": "item", "from": "left"}}, {}, (7, 5)),
        # A covered card takes its lower part along: Padded Vest's defense 1.
        ({"discard_any": {"from": ["item"], "n": 1}}, {}, (4, 8)),
        # The floor: from defense 1, 4 go and 3 come.
        ({"bury": {"stacks": ["item"]}}, {"A.attack": 4, "A.defense": 0}, (4, 0)),
        ({"gain": {"attack": -3, "defense": -1}}, {"A.attack": 2, "A.defense": 4}, (0, 3)),
    ],
)
def test_powers_change_by_the_net_of_the_icons(
    effect: Any, fields: Any, powers: tuple[int, int], lay: Lay, cause: Any, say: Any
) -> None:
    """“Adds icons activated - icons deactivated and then floors at 0”, in one step."""
    state = lay(replace_fields(RICH, fields))
    cause(state, effect)
    if state.asked and state.asked.question == "discard":
        say(state, 0, "discard Padded Vest")
    assert (state.seats[0].attack, state.seats[0].defense) == powers


def test_powers_the_floor_makes_the_path_matter(lay: Lay) -> None:
    """“Store the values and never repair them”: what of Dragon Breath could not take
    from defense 0 comes back all the same when it goes."""
    state = lay(replace_fields(RICH, {"A.attack": 0, "A.defense": 1}))
    run = Run(state)
    add_to_stack(run, 0, "dracons.of_dragon_breath/1")
    # Of Greed's 2 and 1 go; of Dragon Breath's 5 and 1 come, and its defense of -2.
    assert (state.seats[0].attack, state.seats[0].defense) == (4, 0)
    discard_from_stack(run, 0, "dracons.of_dragon_breath/1")
    assert (state.seats[0].attack, state.seats[0].defense) == (0, 3)


def test_powers_boosts_are_not_written_into_the_running_value(
    lay: Lay, say: Any, cause: Any
) -> None:
    """Scale Lance against a dragon: 3 and 3 more while the fight lasts."""
    fields = {"A.item": ["scale_lance 2"], "A.attack": 8, "A.defense": 5, "A.wounds": 0}
    state = lay(replace_fields(RICH, fields | {"track": ["hoard_dragon"], "A.crystals": 0}))
    say(state, 0, "journey 0")
    # Health 11, strength 10.
    assert state.seats[0].stacks["creature"][-1] == "bandits.hoard_dragon"
    assert state.seats[0].wounds == 2


def test_pearls_come_active_and_go_inactive_first(lay: Lay, cause: Any, print_card: Any) -> None:
    """“Too many tokens: the surplus is discarded; too few: new active ones.”"""
    print_card(upper={"icons": {"pearl": 3}}, lower={"icons": {"pearl": 1}})
    state = lay(replace_fields(RICH, {"A.item": ["fist", "trial"]}))
    seat = state.seats[0]
    assert (seat.pearls, seat.pearls_used) == (1, 0)
    seat.pearls, seat.pearls_used = 0, 1
    cause(state, {"bury": {"stacks": ["item"]}})
    assert (seat.pearls, seat.pearls_used) == (3, 1)
    seat.pearls, seat.pearls_used = 1, 3
    cause(state, {"bury": {"stacks": ["item"]}})
    assert (seat.pearls, seat.pearls_used) == (1, 0)
    cause(state, {"bury": {"stacks": ["item"]}})
    seat.pearls, seat.pearls_used = 3, 1
    cause(state, {"bury": {"stacks": ["item"]}})
    assert (seat.pearls, seat.pearls_used) == (1, 0)
    cause(state, {"bury": {"stacks": ["item"]}})
    seat.pearls, seat.pearls_used = 0, 4
    cause(state, {"bury": {"stacks": ["item"]}})
    assert (seat.pearls, seat.pearls_used) == (0, 1)


# Cards that change hands --------------------------------------------------------------------------


def test_cards_that_change_hands_trigger_nothing(lay: Lay, cause: Any) -> None:
    """“Stolen, swapped and given cards trigger neither their immediate effect nor after taking.”"""
    fields = {"A.item": ["banner.normalian", "fist"], "B.creature": ["runt 1"]}
    state = lay(replace_fields(RICH, {**fields, "C.creature": [], "A.creature": []}))
    cause(state, {"steal_top": {"stack": "item", "from": "left"}})
    cause(state, {"demand_monster": {"from": "another", "n": 1}})
    assert state.seats[0].crystals == 6
    assert state.seats[0].stacks["creature"] == ["goblins.runt/1"]


@pytest.mark.parametrize(
    "effect",
    [
        {"swap_tops": {"stack": "item", "with": "left"}},
        {"pass_tops": {"stacks": ["item"], "direction": "left"}},
        {"give_top": {"stacks": ["item"], "choose": 1, "to": "another"}},
    ],
    ids=str,
)
def test_cards_that_change_hands_can_be_used_again(
    effect: Any, lay: Lay, cause: Any, say: Any
) -> None:
    """“Labels vanish when the card moves to another player”; those of other cards stay."""
    given = "give_top" in effect
    labels = {"unicorns.birch_bow/1|u0": 1, "undead.shroud/1|l0": 1}
    used = {"A.used": {"goblins.door_shield/1|u0": 1, "x|u0": 1}, "B.used": labels}
    state = lay(replace_fields(RICH, used))
    cause(state, effect)
    if given:
        say(state, 0, "choose left")
    assert state.seats[0].used == {"x|u0": 1}
    assert state.seats[1].used == (labels if given else {"undead.shroud/1|l0": 1})


def test_cards_that_are_buried_keep_their_labels(lay: Lay, cause: Any) -> None:
    state = lay(replace_fields(RICH, {"A.used": {"goblins.door_shield/1|u0": 1}}))
    cause(state, {"bury": {"stacks": ["item"]}})
    assert state.seats[0].used


# Discards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stack", "card", "pile", "place"),
    [
        ("item", "hide_shield 1", "graveyard", -1),
        ("creature", "stag 4", "graveyard", -1),
        ("item", "banner.gnoll", "banner_deck", 0),
        ("enchantment", "class.of_monks", "class_deck", 0),
        ("wound", "limp 2", "wound_deck", 0),
        ("item", "fist 4", "box", -1),
        ("enchantment", "enchanting 4", "box", -1),
    ],
)
def test_discards_go_where_their_kind_belongs(
    stack: str, card: str, pile: str, place: int, lay: Lay
) -> None:
    """“Kingdom cards: top of the graveyard; banner, class, wound: bottom of their own deck; fist
    and of Enchanting: box.”"""
    fields = {f"A.{stack}": [card, *RICH["seats"]["A"].get(stack, [])]}
    fields |= {"banner_deck": ["banner.goblin"], "class_deck": ["of_druids"], "box": ["holy_grove"]}
    state = lay(replace_fields(RICH, {**fields, "village_deck": []}))
    code = state.seats[0].stacks[stack][-1]
    piles = list(getattr(state, pile))
    discard_from_stack(Run(state), 0, code)
    expected = [code, *piles] if place == 0 else [*piles, code]
    assert getattr(state, pile) == expected


def test_discards_an_event_goes_under_its_deck(lay: Lay) -> None:
    """“Overlord, event cards: bottom of their own deck.”"""
    state = lay(RICH, together=True)
    put_in_discard(state, "event.fog/1")
    assert state.event_deck[0] == "event.fog/1" and len(state.event_deck) == 4


# Attacks and duels --------------------------------------------------------------------------------


@pytest.mark.parametrize(("attack", "defense", "damage"), [(6, 2, 4), (6, 6, 0), (6, 8, 0)])
def test_attack_is_attack_minus_defense(
    attack: int, defense: int, damage: int, lay: Lay, cause: Any
) -> None:
    """“Damage = max(0, attacker's attack - defender's defense)”, one way only."""
    fields = {"A.attack": attack, "A.defense": 0, "B.attack": 9, "B.defense": defense}
    state = lay(replace_fields(RICH, {**fields, "B.wounds": 0}))
    cause(state, {"player_attacks": {"attacker": "self", "defender": "left"}})
    assert [seat.wounds for seat in state.seats] == [5, damage, 0]


def test_attack_nobody_attacks_oneself(lay: Lay, cause: Any) -> None:
    """Each player attacks the one with the lowest defense: A's 4 and B's 8, and not C's own 2."""
    state = lay(replace_fields(RICH, {"wound_deck": []}))
    cause(state, {"player_attacks": {"attacker": "each", "defender": "lowest_defense"}})
    assert [seat.wounds for seat in state.seats] == [5, 3, 12]


def test_duel_both_attack_at_once(lay: Lay, cause: Any, print_card: Any) -> None:
    """“Compute both damages, then apply both”: defense lost by a wound comes too late."""
    hurt = {"trigger": "damage_taken", "effect": [{"gain": {"defense": -9}}]}
    print_card(lower={"abilities": [{"when": hurt}]})
    fields: dict[str, Any] = {"A.item": ["trial", "fist"], "A.wounds": 0, "B.wounds": 0}
    fields |= {"A.attack": 4, "A.defense": 5, "B.attack": 8, "B.defense": 1}
    state = lay(replace_fields(RICH, fields))
    cause(state, {"duel": {"with": "left"}})
    assert [seat.wounds for seat in state.seats] == [3, 3, 0]
    assert state.seats[0].defense == 0


def test_duel_of_two_players_twice(lay: Lay, cause: Any) -> None:
    """“Each player duels the left neighbour with two players = two duels.”"""
    seats = {"A": {"attack": 4, "defense": 0}, "B": {"attack": 1, "defense": 3}}
    state = lay({**PLAIN, "seats": seats})
    cause(state, {"duel": {"with": "each_left"}})
    assert [seat.wounds for seat in state.seats] == [2, 2]


def test_duel_with_the_left_neighbour(lay: Lay, cause: Any) -> None:
    """“Each player duels the left neighbour”, clockwise from the active player."""
    state = lay({"seats": 3, "turn": "B", "track": ["foal 1"]})
    events = cause(state, {"duel": {"with": "each_left"}}, seat=1)
    duels = [(one.args["seat"], one.args["to"]) for one in events if one.kind == "duel"]
    assert duels == [(1, 2), (2, 0), (0, 1)]


def test_duel_who_may_not_attack_does_not(lay: Lay, cause: Any, print_card: Any) -> None:
    """“A unit with the flag `no_duel_attack` does not attack”; it is attacked."""
    print_card(upper={"abilities": [{"static": {"flag": "no_duel_attack"}}]})
    fields: dict[str, Any] = {"A.item": ["trial"], "A.attack": 9, "A.defense": 5, "A.wounds": 0}
    state = lay(replace_fields(RICH, fields))
    cause(state, {"duel": {"with": "left"}})
    cause(state, {"duel": {"with": "right"}}, seat=1)
    assert [seat.wounds for seat in state.seats] == [6, 3, 0]


def test_duel_with_the_overlord_lowers_its_hit_points(lay: Lay, cause: Any) -> None:
    """Strength and health of Vragan together: 4 and 8."""
    fields = {"A.attack": 10, "A.defense": 1}
    state = lay(replace_fields(RICH, fields), together=True)
    cause(state, {"duel_begins": OVERLORD})
    assert (state.hit_points, state.pool) == (97, 3)


def test_overlord_attacks_with_double_damage_or_everybody(
    lay: Lay, cause: Any, print_card: Any
) -> None:
    """Flags of an Overlord; strength 6 against defense 9, 1 and 0."""
    stats = {"health": 9, "strength": 6}
    for flag, wounds in (("double_damage", [5, 13, 0]), ("attacks_all", [5, 8, 6])):
        print_card(kind="overlord", stats=stats, static=[{"static": {"flag": flag}}])
        state = lay(replace_fields(RICH, {"overlord": "trial", "wound_deck": []}))
        cause(state, {"overlord_attacks": {"who": "left"}})
        assert [seat.wounds for seat in state.seats] == wounds


# The Overlord as a target -------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "side", "now"), [(-1, "strength", (1, 0)), (2, "", (2, 1))])
def test_overlord_given_a_card_discards_it(
    points: int, side: str, now: tuple[int, int], lay: Lay, cause: Any, say: Any, print_card: Any
) -> None:
    """“Good for the player: remove one reinforcement (that player chooses); otherwise add one.”
    A card that is worth negative points is good to be rid of."""
    stats = {"health": 3, "strength": 3}
    print_card(kind="monster", tier="minor", stats=stats, lower={"abilities": [{"vp": points}]})
    fields: dict[str, Any] = {"A.creature": ["trial"], "overlord_health": 1}
    fields |= {"overlord_strength": 1, "chance": {"fixed": {"reinforcement": ["health"]}}}
    state = lay(replace_fields(RICH, fields), together=True)
    cause(state, {"give_monster": {"to": "another", "which": "any"}})
    say(state, 0, "choose Overlord")
    if side:
        say(state, 0, f"remove {side}")
    assert (state.overlord_health, state.overlord_strength) == now
    assert state.graveyard[-1] == "monster.trial" and not state.seats[0].stacks["creature"]


@pytest.mark.parametrize(
    ("seats", "difficulty", "most"), [(2, "easy", 106), (2, "normal", 118), (3, "normal", 187)]
)
def test_overlord_is_healed_to_what_it_began_with(
    seats: int, difficulty: str, most: int, lay: Lay, cause: Any
) -> None:
    """“Healing stops at the points of the beginning.”"""
    held = dict(list(RICH["seats"].items())[:seats])
    options = {"coop_difficulty": difficulty}
    fields = {"seats": held, "options": options, "hit_points": most - 2}
    state = lay(replace_fields(RICH, fields), together=True)
    cause(state, {"overlord_heal": {"n": 5}})
    assert state.hit_points == most
    cause(state, {"overlord_damage": {"n": 250}})
    assert (state.hit_points, state.result) == (0, "won")


def test_overlord_keeps_five_crystals(lay: Lay, cause: Any) -> None:
    """“Whenever it holds more than 5, five go to the supply and it gets one reinforcement.”"""
    state = lay(replace_fields(RICH, {"overlord_crystals": 5}), together=True)
    cause(state, {"overlord_crystals": {"from": "supply", "n": 11}})
    assert state.overlord_crystals == 1
    assert state.overlord_health + state.overlord_strength == 3


def test_overlord_stolen_from_gives_what_the_supply_has(lay: Lay, cause: Any, say: Any) -> None:
    """“First those on its card, the rest from the supply.”"""
    state = lay(replace_fields(RICH, {"overlord_crystals": 2}), together=True)
    cause(state, {"steal_crystals": {"from": "another", "n": 3}})
    say(state, 0, "choose Overlord")
    assert (state.seats[0].crystals, state.overlord_crystals) == (9, 0)


def test_reinforcements_have_two_sides(lay: Lay, cause: Any) -> None:
    state = lay(RICH, together=True)
    cause(state, {"add_reinforcement": {"n": 2, "side": "health"}})
    cause(state, {"add_reinforcement": {"n": 3, "side": "strength"}})
    view = ENCHANTERS.build_view(state, 0).overlord
    assert view
    # Vragan's 9 and 7, minus 1 and 3 together.
    assert (view.health, view.strength) == (9 - 1 + 2, 7 - 3 + 3)


def test_reinforcements_are_removed_one_by_one(lay: Lay, cause: Any, say: Any) -> None:
    """D-15: of each the player says which side; three of five go."""
    fields = {"overlord_health": 3, "overlord_strength": 2}
    state = lay(replace_fields(RICH, fields), together=True)
    cause(state, {"remove_reinforcement": {"n": 3}})
    answer_all(say, state, ["remove strength", "remove health", "remove strength"])
    assert (state.overlord_health, state.overlord_strength) == (2, 0)


def test_overlord_has_no_negative_powers(lay: Lay, print_card: Any) -> None:
    """“Creature health / strength: each floored at 0.”"""
    weak = {"static": {"overlord_mod": {"health": -20, "strength": -20}}}
    print_card(kind="overlord", stats={"health": 9, "strength": 6}, static=[weak])
    view = ENCHANTERS.build_view(lay(replace_fields(RICH, {"overlord": "trial"})), 0).overlord
    assert view
    assert (view.health, view.strength) == (0, 0)


# Scoring ------------------------------------------------------------------------------------------


def test_score_has_village_stacks_rewards_and_wounds(lay: Lay) -> None:
    """“Village points + points on visible parts of all four stacks + points of reward tokens - 1
    per wound”; a wound card is ten."""
    fields = {
        # A point for every third crystal.
        "village": "port_aurisan",
        "A.crystals": 11,
        # Covered, Dragonhide counts 1 with its lower part.
        "A.item": ["banner.aurisan", "dragonhide 1"],
        # Of Greed counts two for five crystals on top, and nothing when it is covered.
        "A.enchantment": ["of_greed", "of_the_scapegoat", "of_trophies"],
        "A.creature": ["acolyte 1", "zealot 1", "plague_wyrm"],
        "A.wound": ["sprain", "black_eye"],
        "A.wounds": 4,
        "A.rewards": 2,
    }
    state = lay(replace_fields(RICH, fields))
    assert dict(score_parts(state, 0)) == {
        "village": 3,
        "item": 1,
        "enchantment": 4 + 1,
        "creature": 2 + 4 + 13,
        "wound": 2,
        "rewards": 2 * 8,
        "wounds": -(4 + 20),
    }


def test_score_the_most_points_win_and_ties_share(lay: Lay, say: Any) -> None:
    seats = {"A": {"wounds": 1}, "B": {"wounds": 3}, "C": {"wounds": 1}}
    state = lay({"seats": seats, "track": ["of_rage"]})
    say(state, 0, "rest Normaltown 1")
    outcome = ENCHANTERS.find_outcome(state)
    assert outcome and (outcome.places, outcome.scores) == ((1, 3, 1), (-1, -3, -1))


def test_a_running_match_has_no_outcome(lay: Lay) -> None:
    assert ENCHANTERS.find_outcome(lay(RICH)) is None


# The end together ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difficulty", "threshold"), [("easy", 50), ("normal", 40), ("hard", 30), ("very_hard", 25)]
)
def test_the_match_is_lost_above_the_threshold(
    difficulty: str, threshold: int, lay: Lay, cause: Any
) -> None:
    """“Pool > threshold (strictly): all lose.”"""
    options = {"coop_difficulty": difficulty}
    state = lay(replace_fields(RICH, {"options": options, "pool": threshold - 1}), together=True)
    cause(state, {"take_damage": {"n": 1}})
    assert not state.result
    cause(state, {"take_damage": {"n": 1}})
    outcome = ENCHANTERS.find_outcome(state)
    assert state.result == "lost" and outcome and outcome.places == (2, 2, 2)
    assert not ENCHANTERS.list_prompts(state)


def test_the_match_is_won_without_hit_points(lay: Lay, cause: Any) -> None:
    state = lay(replace_fields(RICH, {"hit_points": 3}), together=True)
    cause(state, {"overlord_damage": {"n": 2}})
    assert not state.result
    cause(state, {"overlord_damage": {"n": 1}})
    outcome = ENCHANTERS.find_outcome(state)
    assert outcome and outcome.places == (1, 1, 1)


def test_the_match_is_lost_without_cards(lay: Lay, say: Any) -> None:
    """“Track and deck empty after a turn: all lose.”"""
    state = lay({"seats": 2, "track": ["of_rage"]}, together=True)
    say(state, 0, "rest Normaltown 1")
    assert state.result == "lost"


def test_the_last_duels_go_clockwise_from_the_starting_player(lay: Lay, say: Any) -> None:
    """Arena Mundi: each player duels the left neighbour; the powers of that moment count."""
    seats = {"A": {}, "B": {"attack": 5, "defense": 1}}
    position = {"seats": seats, "track": ["of_rage"], "starting": "B", "village": "arena_mundi"}
    state = lay(position)
    events = say(state, 0, "rest Arena Mundi 1")
    duels = [event.args["seat"] for event in events if event.kind == "duel"]
    assert duels == [1, 0]
    # Two duels: B's 5 against 0, and A's 2 against 1.
    assert [seat.wounds for seat in state.seats] == [10, 2]


def test_an_effect_that_asks_changes_nothing_before_the_answer(lay: Lay, cause: Any) -> None:
    state = lay(RICH)
    before = list_facts(state)
    cause(state, {"steal_crystals": {"from": "another", "n": 1}})
    assert find_changes(before, list_facts(state)) == {}


def test_powers_count_wound_cards_without_any_creature(lay: Lay) -> None:
    """An empty stack does not hide the next one: Sprained Wrist takes one attack of four."""
    state = lay(replace_fields(RICH, {"A.creature": [], "A.wound": ["sprain"]}))
    assert state.seats[0].attack == 3


def test_duel_inside_a_duel_with_the_overlord(
    lay: Lay, cause: Any, say: Any, print_card: Any
) -> None:
    """K012: the inner one is a duel with a player. 6 and 3 against B's defense of 1; then 6 against
    the Overlord's health of 8, and its strength of 4 against 9."""
    static = {"static": {"boost": {"attack": 3}}, "while": {"in_duel": {"with": "player"}}}
    minor = {"minor": {"cost": [], "effect": [{"duel": {"with": "left"}}]}}
    print_card(upper={"abilities": [static, minor]})
    fields: dict[str, Any] = {"A.item": ["trial"], "A.attack": 6, "A.defense": 9}
    state = lay(replace_fields(RICH, fields), together=True)
    cause(state, {"duel_begins": OVERLORD})
    answer_all(say, state, ["use item.trial"])
    assert (state.pool, state.hit_points) == (6 + 3 - 1, 99)


def test_a_finished_match_has_no_fight_or_duel(lay: Lay, cause: Any, say: Any) -> None:
    """The pool of 39 and 4 of Vragan's strength are more than 40."""
    fields: dict[str, Any] = {"A.attack": 20, "A.defense": 0, "pool": 39}
    state = lay(replace_fields(RICH, fields), together=True)
    say(state, 0, "challenge")
    view = ENCHANTERS.build_view(state, 0)
    assert (view.result, view.fight, view.duel) == ("lost", None, None)
    state = lay(replace_fields(RICH, fields), together=True)
    cause(state, {"duel_begins": OVERLORD})
    view = ENCHANTERS.build_view(state, 0)
    assert (view.result, view.fight, view.duel) == ("lost", None, None)


def test_damage_of_twenty_takes_the_last_two_wound_cards(lay: Lay, cause: Any, say: Any) -> None:
    state = lay(replace_fields(RICH, {"A.wounds": 3, "wound_deck": ["limp", "sprain"]}))
    cause(state, {"take_damage": {"n": 18}})
    say(state, 0, "take Limp")
    assert state.seats[0].stacks["wound"] == ["wound.limp/1", "wound.sprain/1"]
    assert state.seats[0].wounds == 1 and not state.wound_deck


# Dice ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [1, 6])
def test_a_die_shows_every_number_from_one_up(sides: int, lay: Lay, cause: Any) -> None:
    thrown = set()
    for seed in range(60):
        state = lay(replace_fields(RICH, {"A.crystals": 0, "chance": {"seed": f"{seed:04x}"}}))
        cause(state, {"take_crystals": {"n": {"die": sides}}})
        thrown.add(state.seats[0].crystals)
    assert thrown == set(range(1, sides + 1))
