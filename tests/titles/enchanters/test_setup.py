"""“Set-up”, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.contract import BadOptions
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.components import CARD, KINGDOMS
from games.titles.enchanters.rules.running import Run
from games.titles.enchanters.rules.setup import check_options, options_of
from games.titles.enchanters.rules.state import Seat, State, Task
from games.titles.enchanters.rules.turn import run_to_next_question
from games.titles.enchanters.rules.values import icon_powers

SEEDS = [bytes([number]) for number in range(12)]
RANDOM: dict[str, Any] = {"kingdom_selection": "random"}
FIRST_BOX = {
    "bandits",
    "barbarians",
    "cultists",
    "dracons",
    "gnolls",
    "goblins",
    "undead",
    "unicorns",
}
FIRST, LATER = sorted(FIRST_BOX), [code for code in KINGDOMS if KINGDOMS[code].box == 2]


def set_up(seats: int = 2, seed: bytes = b"set up", **options: Any) -> State:
    """Set up a match with random kingdoms; everybody keeps the first card that is offered."""
    state = ENCHANTERS.set_up_match(seats, seed, RANDOM | options)
    while state.asked and state.asked.question in ("starter", "kingdom"):
        prompt = next(p for p in ENCHANTERS.list_prompts(state) if p.answered is None)
        ENCHANTERS.play_decision(state, prompt.seat, prompt.fallback)
    return state


def in_box(kind: str, boxes: int = 1) -> set[str]:
    """Return all cards of a kind in the first boxes; matches here are played with one."""
    return {code for code, design in CARD.items() if design.kind == kind and design.box <= boxes}


def list_deck(state: State) -> list[str]:
    """Return the track from left to right and the deck from the top down."""
    return [space.card for space in state.track] + state.deck[::-1]


def is_creature(code: str) -> bool:
    return CARD[code].kind in ("monster", "dragon")


# Kingdoms and the adventure deck ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "mode", "kingdoms", "cards"),
    [
        (2, "competitive", 4, 52),
        (3, "competitive", 3, 75),
        (4, "competitive", 4, 100),
        (2, "coop", 4, 52),
        (3, "coop", 6, 78),
        (4, "coop", 8, 104),
    ],
)
def test_kingdoms_one_a_player_or_two_halves(
    seats: int, mode: str, kingdoms: int, cards: int
) -> None:
    """“Doubled once even for a two-player co-op game”; half decks have 13 cards, full ones 25."""
    for seed in SEEDS:
        state = set_up(seats, seed, mode=mode)
        assert len(set(state.kingdoms)) == len(state.kingdoms) == kingdoms
        extra = "dracons" in state.kingdoms and cards in (75, 100)
        assert len(list_deck(state)) == cards + extra


def test_kingdoms_half_decks_have_three_six_and_one() -> None:
    """“3 items, 3 enchantments, 6 monsters, 1 dragon”; the rest leaves the match."""
    state = set_up(2)
    kingdom = state.kingdoms[0]
    dealt = [CARD[code] for code in list_deck(state) if CARD[code].kingdom == kingdom]
    kinds = [design.kind for design in dealt]
    found = [kinds.count(kind) for kind in ("item", "enchantment", "monster", "dragon")]
    assert found == [3, 3, 6, 1]
    assert sum(CARD[code].kingdom == kingdom for code in state.box) in (12, 13)


def test_kingdoms_are_random_or_chosen_from_a_pool() -> None:
    pools = {"beginners": {"cultists", "goblins", "unicorns", "bandits"}, "all": FIRST_BOX}
    for pool, kingdoms in pools.items():
        found: set[str] = set()
        for seed in SEEDS:
            found |= set(set_up(3, seed, kingdom_pool=pool).kingdoms)
        assert found == kingdoms


def test_kingdoms_of_the_second_box_are_in_matches_with_both() -> None:
    """Matches that name no boxes were dealt when there was one."""
    every = {"kingdom_pool": "all", "related": "random"}
    for boxes, kingdoms in ((1, FIRST_BOX), (2, set(KINGDOMS))):
        matches = [set_up(3, bytes([n, 0]), boxes=boxes, **every) for n in range(100)]
        assert set().union(*(state.kingdoms for state in matches)) == kingdoms
        assert {state.village for state in matches} <= in_box("village", boxes)
        for state in matches[:5]:
            assert {state.overlord, *state.overlord_deck} == in_box("overlord", boxes)
            assert ENCHANTERS.count_components(state) == {"lost": 0, "created": 0}


def test_kingdoms_the_creator_chooses_all_of_them() -> None:
    """“Group”: the last one left is nobody's choice."""
    state = ENCHANTERS.set_up_match(3, b"group", {"kingdom_selection": "group"})
    chosen = []
    for _ in range(3):
        prompt = ENCHANTERS.list_prompts(state)[0]
        assert (prompt.seat, prompt.question) == (0, "kingdom")
        chosen.append(prompt.choices[-1].args["name"])
        ENCHANTERS.play_decision(state, 0, prompt.choices[-1].examples()[0])
    assert state.kingdoms == chosen and len(list_deck(state)) == 75


def test_kingdoms_are_picked_by_the_player_to_the_right_first() -> None:
    """Two players: four picks, alternating; beginners have four kingdoms, so nobody is asked."""
    options = {"kingdom_selection": "player_order", "kingdom_pool": "all"}
    state = ENCHANTERS.set_up_match(2, b"order", options)
    order = []
    while state.asked and state.asked.question == "kingdom":
        order.append(state.asked.seats[0])
        ENCHANTERS.play_decision(state, order[-1], ENCHANTERS.list_prompts(state)[0].fallback)
    other = 1 - state.starting
    assert order == [other, state.starting, other, state.starting]
    state = ENCHANTERS.set_up_match(2, b"order", {"kingdom_selection": "player_order"})
    assert len(state.kingdoms) == 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_deck_the_shorter_match_lacks_five_cards_a_player(seats: int) -> None:
    whole, short = set_up(seats), set_up(seats, short=True)
    assert len(list_deck(whole)) - len(list_deck(short)) == 5 * seats == len(short.box_unseen)
    assert not whole.box_unseen and not short.graveyard


@pytest.mark.parametrize(("factor", "seats"), [(2, 2), (2, 4), (3, 3)])
def test_deck_is_primed_with_artifacts(factor: int, seats: int) -> None:
    """“Items and enchantments into pile A and creatures into pile B, until A has 2 (or 3) cards a
    player. A on top of the deck, B underneath”, both shuffled again."""
    orders = []
    for seed in SEEDS:
        state = set_up(seats, seed, priming_factor=factor)
        deck = list_deck(state)
        wanted = factor * seats
        assert not any(is_creature(code) for code in deck[:wanted])
        orders.append([is_creature(code) for code in deck[wanted:]])
    # The next card is an artifact in some matches, and the creatures passed over lie at the end.
    assert {order[0] for order in orders} == {False, True}
    assert all(order[-1] for order in orders)


def test_deck_six_cards_are_dealt_from_left_to_right() -> None:
    state = set_up(3)
    assert all(space.card for space in state.track) and len(state.track) == 6
    assert not any(is_creature(space.card) for space in state.track)


def test_deck_is_gone_through_from_the_top() -> None:
    """Four artifacts for two players, then what was left, then the creatures passed over."""
    passed = ["cultists.acolyte/1", "cultists.zealot/1", "cultists.zealot/2"]
    artifacts = ["cultists.ritual_knife/1", "cultists.hooded_robe/1", "cultists.hex_idol/1"]
    artifacts.append("cultists.of_shared_pain/1")
    order = [passed[0], artifacts[0], passed[1], *artifacts[1:3], passed[2], artifacts[3]]
    chance = Chance(b"", {}, {"adventure": [[*order, "rest"], ["rest"], ["rest"]]})
    kingdoms = ["cultists", "goblins", "unicorns", "bandits"]
    state = State(options_of({}), chance, [Seat(), Seat()], 0, kingdoms=kingdoms)
    state.tasks.append(Task("build_deck", 0))
    run_to_next_question(Run(state))
    deck = list_deck(state)
    assert deck[:4] == artifacts and deck[-3:] == passed
    assert deck[4] == "cultists.of_the_dark_pact/1" and len(deck) == 52


def test_options_and_their_values() -> None:
    """“Options”: the first of each is the default; a match can be played with every value. Of the
    kingdoms any number can be chosen, and none is by default."""
    values = {option.name: option.values for option in ENCHANTERS.options}
    villages = [code.split(".")[1] for code in CARD if CARD[code].kind == "village"]
    villages.remove("enchanters_guild")
    overlords = [code for code in CARD if CARD[code].kind == "overlord"]
    assert values == {
        "mode": ("competitive", "coop"),
        "kingdom_pool": ("beginners", "all"),
        "kingdoms": tuple(KINGDOMS),
        "boxes": (2, 1),
        "kingdom_selection": ("group", "random", "player_order"),
        "overlord": (True, False),
        "chosen_overlord": ("auto", *overlords),
        "short": (False, True),
        "start_item": ("banner", "fist"),
        "start_enchantment": ("class", "enchanting"),
        "related": ("kingdom", "random"),
        "village": ("auto", *villages),
        "coop_tier": ("easier", "harder"),
        "coop_difficulty": ("normal", "easy", "hard", "very_hard"),
        "reinforcements": (False, True),
        "group_decisions": ("vote", "leader", "first_answer"),
        "priming_factor": (2, 3),
        "hopeless_fights": (True, False),
        "desert_overlords": (True, False),
        "hit_points": ("balanced", "printed"),
        "small_choices": ("asked", "automatic"),
        "discard_wounds": (True, False),
        "coop_wounds": ("printed", "earlier"),
    }
    defaults = options_of({})
    assert (defaults.kingdoms, values.pop("kingdoms")) == ([], tuple(KINGDOMS))
    # Matches without an option were dealt before there was one.
    unnamed = {option.name: option.unnamed for option in ENCHANTERS.options if not option.many}
    assert all(getattr(defaults, name) == value for name, value in unnamed.items())
    assert unnamed["boxes"] == 1 and unnamed["group_decisions"] == "leader"


def test_the_first_match_is_a_plain_one() -> None:
    """Fists, of Enchanting, Normaltown and no Overlord."""
    preset: dict[str, Any] = dict(ENCHANTERS.presets["first_match"])
    state = set_up(2, **preset)
    assert list_starters(state) == [("fist", "enchanting")] * 2
    assert (state.village, state.overlord) == ("village.normaltown", "")


@pytest.mark.parametrize("preset", ["wounds", "graveyard", "dragons"])
def test_a_recommended_set_has_its_kingdoms_and_village(preset: str) -> None:
    """Three players play these kingdoms alone; two need a fourth, which is drawn."""
    options: dict[str, Any] = dict(ENCHANTERS.presets[preset])
    for seats, more in [(2, 1), (3, 0), (4, 1)]:
        state = set_up(seats, **options)
        assert set(options["kingdoms"]) < {*state.kingdoms, ""}
        assert len(state.kingdoms) == 3 + more
        assert state.village == f"village.{options['village']}"


def test_the_variants_of_the_manual_are_presets() -> None:
    """A shorter match, kingdoms in turn, and the harder Overlords that only groups fight."""
    presets: dict[str, dict[str, Any]] = {
        name: dict(options) for name, options in ENCHANTERS.presets.items()
    }
    assert len(set_up(3, **presets["short"]).box_unseen) == 15
    state = ENCHANTERS.set_up_match(3, b"draft", presets["draft"])
    [prompt] = ENCHANTERS.list_prompts(state)
    assert (prompt.question, prompt.seat) == ("kingdom", (state.starting - 1) % 3)
    assert len(prompt.choices) == len(KINGDOMS)
    harder = set_up(2, **presets["together_harder"])
    assert CARD[harder.overlord].coop_only


# Starting cards -----------------------------------------------------------------------------------


def list_starters(state: State) -> list[tuple[str, str]]:
    kinds: list[tuple[str, str]] = [
        (CARD[s.stacks["item"][0]].kind, CARD[s.stacks["enchantment"][0]].kind) for s in state.seats
    ]
    assert all(len(s.stacks["item"]) == len(s.stacks["enchantment"]) == 1 for s in state.seats)
    return kinds


@pytest.mark.parametrize("item", ["fist", "banner"])
@pytest.mark.parametrize("enchantment", ["enchanting", "class"])
@pytest.mark.parametrize("related", ["kingdom", "random"])
def test_starting_cards_one_of_each(item: str, enchantment: str, related: str) -> None:
    state = set_up(3, start_item=item, start_enchantment=enchantment, related=related)
    assert list_starters(state) == [(item, enchantment)] * 3
    banners = 0 if item == "fist" else 3
    assert len(state.banner_deck) == len(in_box("banner")) - banners


def test_starting_cards_are_those_of_the_kingdoms() -> None:
    for seed in SEEDS:
        state = set_up(3, seed)
        kingdoms = [KINGDOMS[kingdom] for kingdom in state.kingdoms]
        assert {s.stacks["item"][0] for s in state.seats} == {k.banner for k in kingdoms}
        # Slimes have no class; a random one makes up for it (ruling A-38).
        classes = {s.stacks["enchantment"][0] for s in state.seats}
        assert {k.class_ for k in kingdoms if k.class_} <= classes


def test_starting_cards_of_two_the_other_goes_under_its_deck() -> None:
    state = ENCHANTERS.set_up_match(2, b"two", RANDOM | {"related": "random"})
    dealt = [list(cards) for cards in state.dealt]
    assert [len(cards) for cards in dealt] == [4, 4]
    first = [str(choice.args["card"]) for choice in ENCHANTERS.list_prompts(state)[0].choices]
    assert all(card.startswith("banner") for card in first)
    for _ in range(4):
        prompt = next(p for p in ENCHANTERS.list_prompts(state) if p.answered is None)
        ENCHANTERS.play_decision(state, prompt.seat, prompt.choices[1].examples()[0])
    for seat, cards in zip(state.seats, dealt, strict=True):
        assert [seat.stacks["item"], seat.stacks["enchantment"]] == [[cards[1]], [cards[3]]]
    assert set(state.banner_deck[:2]) == {dealt[0][0], dealt[1][0]}
    assert set(state.class_deck[:2]) == {dealt[0][2], dealt[1][2]}
    assert not state.dealt


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_starting_cards_at_random_are_two_of_each_kind(seats: int) -> None:
    """D-02, D-03: everybody chooses one of two, however many they are, and all are different."""
    state = ENCHANTERS.set_up_match(seats, b"two", RANDOM | {"related": "random"})
    dealt = [[CARD[code].kind for code in cards] for cards in state.dealt]
    assert dealt == [["banner", "banner", "class", "class"]] * seats
    assert len({code for cards in state.dealt for code in cards}) == 4 * seats


def test_starting_cards_that_were_chosen_are_dealt_no_more() -> None:
    """D-02, then D-03: once the banners lie, each hand has two classes left."""
    state = ENCHANTERS.set_up_match(2, b"two", RANDOM | {"related": "random"})
    classes = [cards[2:] for cards in state.dealt]
    for seat in (0, 1):
        prompt = next(p for p in ENCHANTERS.list_prompts(state) if p.seat == seat)
        ENCHANTERS.play_decision(state, seat, prompt.choices[0].examples()[0])
    assert [ENCHANTERS.build_view(state, seat).dealt for seat in (0, 1)] == classes


def test_starting_cards_powers_and_pearls_are_the_visible_icons() -> None:
    """“Running attack/defense := visible icons. Pearl tokens := pearl value, active.”"""
    northern = 0
    for seed in range(40):
        state = set_up(4, bytes([seed]), related="random")
        for seat in state.seats:
            assert (seat.attack, seat.defense) == tuple(max(0, n) for n in icon_powers(seat))
            extra = seat.stacks["item"] == ["banner.northern"]
            sleepy = state.village == "village.sleepy_rock"
            assert (seat.pearls, seat.pearls_used) == (extra + sleepy, 0)
            northern += extra
    assert northern


# Village, Overlord, wounds, crystals --------------------------------------------------------------


def test_village_of_a_kingdom_or_any_but_the_guild() -> None:
    for seed in SEEDS:
        state = set_up(3, seed)
        assert state.village in {KINGDOMS[kingdom].village for kingdom in state.kingdoms}
    found = {set_up(3, bytes([n]), related="random").village for n in range(120)}
    assert found == in_box("village") - {"village.enchanters_guild"}


def test_village_may_be_fixed_and_is_the_guild_together() -> None:
    assert set_up(3, village="normaltown").village == "village.normaltown"
    assert set_up(3, village="dwarfburg").village == "village.dwarfburg"
    state = set_up(3, mode="coop", village="normaltown")
    assert state.village == "village.enchanters_guild"
    assert {state.village, *state.village_deck} == in_box("village")


def test_overlord_of_a_kingdom_with_a_token_for_each_player() -> None:
    for seed in SEEDS:
        state = set_up(3, seed)
        assert state.overlord in {KINGDOMS[kingdom].overlord for kingdom in state.kingdoms}
        assert state.overlord_active and state.overlord_rewards == 3
        assert not state.hit_points and not state.event_deck
        assert {state.overlord, *state.overlord_deck} == in_box("overlord")
        assert state.overlord not in state.overlord_deck


def test_overlord_any_but_those_for_playing_together() -> None:
    found = {set_up(3, bytes([n]), related="random").overlord for n in range(120)}
    assert found == in_box("overlord") - {"overlord.cerberus"}


def test_overlord_may_be_left_out() -> None:
    state = set_up(3, overlord=False)
    assert (state.overlord, state.overlord_active, state.overlord_rewards) == ("", False, 0)


def test_overlord_together_one_with_an_overlay() -> None:
    """“Easier: among the kingdoms' adaptable Overlords”; 118 hit points for two on normal, 26
    events, no wounds."""
    adaptable = {code for code in in_box("overlord") if "coop" in CARD[code].sides}
    adaptable.remove("overlord.cerberus")
    for seed in SEEDS:
        state = set_up(2, seed, mode="coop", kingdom_pool="all", overlord=False)
        own = {KINGDOMS[kingdom].overlord for kingdom in state.kingdoms} & adaptable
        assert state.overlord in (own or adaptable)
        assert (state.hit_points, state.overlord_active, state.overlord_rewards) == (118, True, 0)
        assert len(state.event_deck) + bool(state.event) == 26
        assert not state.wound_deck
    options = {"mode": "coop", "related": "random", "start_item": "fist"}
    found = {set_up(2, bytes([n]), **options).overlord for n in range(120)}
    assert found == adaptable


@pytest.mark.parametrize(
    ("difficulty", "points"),
    [
        ("easy", [106, 168, 199]),
        ("normal", [118, 187, 222]),
        ("hard", [129, 203, 242]),
        ("very_hard", [150, 221, 265]),
    ],
)
def test_overlord_together_begins_with_points_by_difficulty(
    difficulty: str, points: list[int]
) -> None:
    """For two, three and four players."""
    options: dict[str, Any] = {"mode": "coop", "kingdom_pool": "all", "coop_difficulty": difficulty}
    assert [set_up(seats, **options).hit_points for seats in (2, 3, 4)] == points


def test_overlord_together_a_harder_one_brings_six_events() -> None:
    state = set_up(2, mode="coop", coop_tier="harder")
    assert state.overlord == "overlord.cerberus"
    assert len({*state.event_deck, state.event}) == 32


def test_wound_deck_has_26_cards_in_random_order() -> None:
    decks = [set_up(2, seed).wound_deck for seed in SEEDS[:2]]
    assert len(set(decks[0])) == 26 and decks[0] != decks[1]


def test_crystals_five_each() -> None:
    """25 in the Cave of Fools, and 20 more for of Sculptors."""
    sculptors = 0
    for seed in range(30):
        for village, crystals in (("normaltown", 5), ("cave_of_fools", 25)):
            state = set_up(4, bytes([seed]), related="random", village=village)
            for seat in state.seats:
                extra = seat.stacks["enchantment"] == ["class.of_sculptors"]
                assert seat.crystals == crystals + 20 * extra
                sculptors += extra
    assert sculptors


def test_desert_only_with_lerxos_or_ne_ne_ne_sethos() -> None:
    sides = set()
    for seed in range(100):
        state = set_up(2, bytes([seed]), related="random")
        in_desert = state.overlord == "overlord.lerxos" or state.village.endswith("sethos")
        assert bool(state.desert) is in_desert
        sides.add(state.desert)
    assert sides == {"", "calm", "sandstorm"}
    assert set_up(2, village="ne_ne_ne_sethos", overlord=False).desert


def test_the_starting_player_is_random_and_begins() -> None:
    found = [set_up(3, seed) for seed in SEEDS]
    assert {state.starting for state in found} == {0, 1, 2}
    assert all(state.active == state.starting and state.turn == state.round == 1 for state in found)


# Options that do not go together ------------------------------------------------------------------

REFUSED: list[tuple[int, dict[str, Any], str]] = [
    (3, {"kingdoms": FIRST[:4]}, "This match has 3 kingdoms; 4 are chosen."),
    (2, {"kingdoms": FIRST[:5]}, "This match has 4 kingdoms; 5 are chosen."),
    (2, {"kingdoms": LATER[:1]}, "This comes with a box that the match is played without."),
    (2, {"village": "santa_gnomonica", "boxes": 1}, "comes with a box"),
    (2, {"chosen_overlord": "overlord.xavras", "boxes": 1}, "comes with a box"),
    (4, {"mode": "coop", "village": "dwarfburg"}, "choose no village"),
    (2, {"overlord": False, "chosen_overlord": "overlord.vragan"}, "a match without one"),
    (2, {"mode": "coop", "chosen_overlord": "overlord.asabi"}, "cannot be played against together"),
    (2, {"chosen_overlord": "overlord.cerberus"}, "only for matches that are played together"),
]
ACCEPTED: list[tuple[int, dict[str, Any]]] = [
    (3, {"kingdoms": FIRST[:3]}),
    (2, {"kingdoms": FIRST[:4]}),
    (3, {"kingdoms": FIRST[:6], "mode": "coop"}),
    (2, {"kingdoms": LATER[:4], "chosen_overlord": "overlord.xavras", "boxes": 2}),
    (2, {"chosen_overlord": "overlord.vragan"}),
    (2, {"mode": "coop", "overlord": False, "chosen_overlord": "overlord.vragan"}),
    (2, {"mode": "coop", "chosen_overlord": "overlord.cerberus"}),
]


@pytest.mark.parametrize(("seats", "options", "told"), REFUSED)
def test_options_that_exclude_each_other_are_refused(
    seats: int, options: dict[str, Any], told: str
) -> None:
    with pytest.raises(BadOptions) as refused:
        check_options(seats, options)
    assert told in refused.value.reason


@pytest.mark.parametrize(("seats", "options"), ACCEPTED)
def test_options_that_go_together_are_accepted(seats: int, options: dict[str, Any]) -> None:
    check_options(seats, options)
    assert set_up(seats, **options).seats


def test_only_a_match_together_is_cooperative() -> None:
    told = [ENCHANTERS.is_cooperative(options) for options in ({"mode": "coop"}, {})]
    assert told == [True, False]
