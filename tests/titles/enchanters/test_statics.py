"""What always holds while a card with a row of the vocabulary is visible.

The card lies on top of A's items; the rest of the table is that of conftest.py. Creatures lie on
spaces 0, 2, 4 (a dragon) and 5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.components import CARD
from games.titles.enchanters.rules.running import Run
from games.titles.enchanters.rules.state import State, Task, Trip
from games.titles.enchanters.rules.turn import run_to_next_question
from games.titles.enchanters.rules.values import creature_powers, effective_power

from .conftest import RICH
from .tables import find_changes, list_facts, list_sights, replace_fields
from .vocabulary_rows import Outcome, form_of, name_outcome, outcome

Lay = Callable[..., State]

CREATURES = (0, 2, 4, 5)
SPACES_2_AND_3 = [None, None, "foal 1", "foal 2"]
FAST = {"A.enchantment": ["of_fast_feet", "of_spring", "enchanting"]}


def read_static(row: str, n: int = 2) -> dict[str, Any]:
    """Return a row of statics as an ability of a card."""
    kind, _, written = form_of(row, n).partition(" ")
    return {"static": {"flag": written} if kind == "flag" else msgspec.yaml.decode(written)}


def on_spaces(spaces: tuple[int, ...], **values: int) -> dict[str, int]:
    """Return the same changes for several spaces of the track."""
    return {f"{space}.{value}": n for space in spaces for value, n in values.items()}


SIGHTS = [
    outcome("E034", on_spaces((4, 5), attack=1, defense=1)),
    outcome("E034", on_spaces((3,), attack=1, defense=1), where={"track": SPACES_2_AND_3}),
    outcome("E035", on_spaces((4, 5), attack=3)),
    outcome("E036", on_spaces((4,), attack=3, defense=3)),
    outcome(
        "E037",
        on_spaces((0, 1), attack=3, defense=3),
        where={"track": ["slime_above", "slime_below", "foal", "queen 2"]},
    ),
    outcome(
        "E039",
        on_spaces((0,), attack=4),
        where={"track": ["skeleton 1", "foal 2", "queen 2"]},
    ),
    outcome("E044", on_spaces((4, 5), defense=3)),
    outcome(
        "E045", {"A.speed": 1, "B.speed": 1, "C.speed": 1} | on_spaces((1, 2, 3, 4, 5), cost=-1)
    ),
    outcome("E046", {"A.speed": -1} | on_spaces((1, 2, 3, 4, 5), cost=1), where=FAST),
    outcome("E046", {}),
    outcome("E047", {"A.weight": 1, "B.weight": 1, "C.weight": 1}),
    outcome("E048", {"A.pearls": 1, "B.pearls": 1, "C.pearls": 1}),
    outcome("E049", {"A.pearls": -2}, where={"A.creature": ["oyster"], "B.creature": ["oyster 2"]}),
    outcome("E122", on_spaces((3,), cost=-1) | on_spaces((4,), cost=-2) | on_spaces((5,), cost=-3)),
    outcome(
        "E122",
        on_spaces((3,), cost=-1) | on_spaces((4,), cost=-2) | on_spaces((5,), cost=-3),
        where=FAST,
    ),
    outcome("E122", on_spaces((4,), cost=-1) | on_spaces((5,), cost=-2), n=3),
    outcome("E144", on_spaces(CREATURES, health=2)),
    outcome("E146", on_spaces((3,), health=1, strength=1), where={"track": SPACES_2_AND_3}),
    outcome("E145", on_spaces((0, 2), health=1, strength=1)),
    outcome("E146", on_spaces((4, 5), health=1, strength=1)),
    outcome("E147", on_spaces((4,), health=1, strength=1)),
    outcome("E164", {"overlord.health": 2, "overlord.strength": 2}),
    outcome("E164", {}, where={"A.creature": ["acolyte 1"], "B.creature": ["plague_wyrm"]}),
    outcome("E165", {"overlord.health": 3, "overlord.strength": 3}, where={"A.rewards": 3}),
    outcome(
        "E177",
        on_spaces(CREATURES, health=1) | on_spaces((2, 4), strength=-1),
        where={"desert": "calm"},
    ),
    outcome("E177", on_spaces(CREATURES, health=-1, strength=1), where={"desert": "sandstorm"}),
    outcome("E177", {}),
    outcome("V001", {"A.points": 2}),
    outcome("V002", {"A.points": -5}),
    outcome("V003", {"A.points": 1}),
    outcome("V003", {}, where={"A.wounds": 4}),
    outcome("V004", {"A.points": -2}),
    outcome("V005", {"A.points": 3}),
    outcome("V006", {"A.points": 4}, where={"A.attack": 1, "A.defense": 4}),
    outcome("V007", {"A.points": 1}, where={"A.item": ["trial", "door_shield", "fist"]}),
    outcome("V008", {"A.points": 1}, where=FAST),
    outcome("V009", {"A.points": 2}, where={"A.creature": ["slime_above", "slime_below"]}),
    outcome(
        "V010",
        {"A.points": 2},
        where={"A.item": ["trial", "shroud 2", "fist"], "A.creature": ["skeleton 1"]},
    ),
    outcome("V011", {"A.points": 2}, where={"A.creature": ["oyster"]}),
    outcome("V012", {"A.points": 1}),
    outcome("V012", {"A.points": 2}, where={"A.crystals": 10}),
    outcome("V013", {"A.points": 2}),
    outcome("V013", {"A.points": 3}, n=3, where={"A.crystals": 9}),
    outcome("V014", {"A.points": 3}),
    outcome("V015", {"A.points": 3}),
    outcome("V015", {"A.points": 1}, where={"A.item": ["trial"]}),
    outcome("V015", {"A.points": 2}, where={"A.enchantment": ["of_greed", "of_spring"]}),
    outcome("V016", {"A.points": 6}),
    outcome("V017", {"A.points": 3}),
    outcome("V018", {"A.points": 1}),
    outcome(
        "V018", {"A.points": 2}, where={"A.creature": ["runt 3", "runt 4", "runt 5", "stag 3"]}
    ),
    outcome("V019", {"A.points": 1}),
    outcome("V019", {}, where={"A.creature": ["runt 1", "acolyte 1", "plague_wyrm"]}),
    outcome("V020", {"A.points": 4}),
    outcome("V021", {"A.points": 4}),
    outcome("V021", {"A.points": 8}, where={"A.creature": ["frost_wyrm", "plague_wyrm"]}),
    outcome("V022", {"A.points": 12}, where={"A.rewards": 6, "overlord": ""}),
]


def print_icons(print_card: Any) -> None:
    """Print creatures with the icons that no creature in the box has."""
    creature = {"kind": "monster", "tier": "minor", "stats": {"health": 3, "strength": 3}}
    print_card(name="slime_above", upper={"icons": {"slime": 1}}, **creature)
    print_card(name="slime_below", lower={"icons": {"slime": 1}}, **creature)
    print_card(name="oyster", copies=2, lower={"icons": {"pearl": 2}}, **creature)


@pytest.mark.parametrize("expected", SIGHTS, ids=name_outcome)
def test_a_static_or_points(expected: Outcome, lay: Lay, print_card: Any) -> None:
    """The card with the row differs from a blank one by what the row says, and by nothing else."""
    print_icons(print_card)
    sights = []
    for abilities in ([], [read_row(expected)]):
        print_card(upper={"abilities": abilities})
        where = {"A.item": ["trial", "padded_vest", "fist"], **expected.where}
        sights.append(list_sights(lay(replace_fields(RICH, where), together=expected.together)))

    assert find_changes(*sights) == expected.changes


def read_row(expected: Outcome) -> dict[str, Any]:
    form = form_of(expected.row, expected.n)
    if expected.row[0] == "V":
        return {"vp": msgspec.yaml.decode(form)["vp"]}
    return read_static(expected.row, expected.n)


# “Creature stats”: row -> the space, what else is on the table, and health and strength of a
# creature of health 5 and strength 4 that A would fight.
SELF_MODS = [
    ("E148", 0, {"A.wounds": 4}, (5, 4)),
    ("E148", 0, {"A.wounds": 5}, (6, 5)),
    ("E148", 5, {"A.wounds": 9, "A.wound": ["bad_knee"]}, (8, 7)),
    ("E149", 0, {"A.creature": ["skeleton 1", "skeleton 2"]}, (7, 6)),
    ("E149", 0, {"B.creature": ["skeleton 1", "skeleton 2"]}, (5, 4)),
    ("E150", 0, {"A.creature": ["slime_above", "slime_below"]}, (7, 6)),
    ("E151", 0, {"A.creature": ["slime_above", "slime_below"]}, (7, 4)),
    ("E154", 0, {"A.creature": ["slime_above", "slime_below"]}, (5, 6)),
    ("E152", 0, {}, (9, 4)),
    ("E152", 2, {}, (9, 4)),
    ("E152", 3, {}, (5, 4)),
    ("E152", -1, {}, (5, 4)),
    ("E153", 2, {}, (5, 4)),
    ("E153", 3, {}, (8, 4)),
    ("E153", -1, {}, (5, 4)),
    ("E155", 2, {}, (5, 10)),
    ("E155", 3, {}, (5, 4)),
    ("E155", -1, {}, (5, 4)),
    ("E156", 2, {}, (5, 4)),
    ("E156", 3, {}, (5, 7)),
]


@pytest.mark.parametrize(("row", "space", "where", "powers"), SELF_MODS)
def test_a_creature_counts_its_own_text(
    row: str, space: int, where: Any, powers: tuple[int, int], lay: Lay, print_card: Any
) -> None:
    print_icons(print_card)
    stats = {"health": 5, "strength": 4}
    text = {"abilities": [read_static(row)]}
    print_card(kind="monster", tier="medium", stats=stats, upper=text)

    state = lay(replace_fields(RICH, where))

    assert creature_powers(state, 0, "monster.trial", space) == powers


# What others can do to A while A cannot be reached -----------------------------------------------


def lay_static(lay: Lay, print_card: Any, row: str, *, n: int = 2, **where: Any) -> State:
    """Lay out the table with the row on the top item of a seat (`owner`), A unless it is given."""
    owner, together = where.pop("owner", "A"), where.pop("together", False)
    print_card(upper={"abilities": [read_static(row, n)]})
    where = {name.replace("_of_", "."): value for name, value in where.items()}
    position = replace_fields(RICH, {f"{owner}.item": ["trial", "fist 4"], **where})
    return lay(position, together=together)


@pytest.mark.parametrize(
    ("effect", "changes"),
    [
        ({"deal_damage": {"to": "another", "n": 1}}, {"C.wounds": 1}),
        ({"deal_damage": {"to": "each_other", "n": 1}}, {"C.wounds": 1}),
        ({"deal_damage": {"to": "each", "n": 1}}, {"A.wounds": 1, "C.wounds": 1}),
        ({"take_crystals": {"who": "each_other", "n": 1}}, {"C.crystals": 1}),
        ({"steal_top": {"stack": "item", "from": "another"}}, {}),
        ({"swap_tops": {"stack": "creature", "with": "left"}}, {}),
        ({"duel": {"with": "left"}}, {}),
        ({"duel": {"with": "each_left"}}, {"C.wounds": 4}),
        ({"heal": {"who": "left", "n": 1}}, {}),
        ({"player_attacks": {"attacker": "each", "defender": "left"}}, {}),
        (
            {"pass_tops": {"stacks": ["item"], "direction": "left"}},
            {"A.item": "fist 2, padded_vest, fist", "C.item": "door_shield"},
        ),
        ({"overlord_crystals": {"from": "each", "n": 1}}, {"A.crystals": -1, "C.crystals": -1}),
    ],
    ids=str,
)
def test_e001_out_of_reach_on_the_turns_of_others(
    effect: Any, changes: Any, lay: Lay, cause: Any, print_card: Any
) -> None:
    """B is no target, and skipped by “each other” and “each”."""
    state = lay_static(lay, print_card, "E001", owner="B")
    before = list_facts(state)

    cause(state, effect)

    changed = find_changes(before, list_facts(state))
    assert {name: n for name, n in changed.items() if name[0] in "ABC"} == changes


def test_e001_out_of_reach_another_seat_is_the_extreme_one(
    lay: Lay, cause: Any, print_card: Any
) -> None:
    """B has the most wounds, but only A and C can be reached."""
    state = lay_static(lay, print_card, "E001", owner="B", B_of_wounds=9)
    cause(state, {"deal_damage": {"to": "most_wounded", "n": 1}})
    assert [seat.wounds for seat in state.seats] == [6, 9, 0]


def test_e001_an_overlord_turn_reaches_everybody(lay: Lay, cause: Any, print_card: Any) -> None:
    state = lay_static(lay, print_card, "E001", owner="B", together=True)
    state.active = -2
    cause(state, {"deal_damage": {"to": "each", "n": 1}})
    assert state.pool == 3


def test_e001_on_ones_own_turn_one_is_reached(lay: Lay, cause: Any, print_card: Any) -> None:
    state = lay_static(lay, print_card, "E001")
    cause(state, {"deal_damage": {"to": "each_other", "n": 1}}, seat=1)
    assert (state.seats[0].wounds, state.seats[2].wounds) == (6, 1)


def test_e024_wounds_cannot_be_healed(lay: Lay, cause: Any, print_card: Any) -> None:
    """“Also as part of a transfer: then the transfer fails.”"""
    state = lay_static(lay, print_card, "E024")
    before = list_facts(state)

    cause(state, {"heal": {"who": "self", "n": 2}})
    cause(state, {"heal": {"who": "self", "n": "all"}})
    cause(state, {"heal": {"who": "each", "n": 2}}, seat=2)
    cause(state, {"move_wounds": {"from": "self", "to": "another", "n": 1}})
    cause(state, {"move_wounds": {"from": "self", "to": "others", "n": 4, "split": True}})
    cause(state, {"move_wounds": {"from": "another", "to": "self", "n": 1}}, seat=2)

    assert find_changes(before, list_facts(state)) == {"B.wounds": -3, "C.wounds": 1}


def test_e038_one_is_stronger_in_duels_only(lay: Lay, cause: Any, print_card: Any) -> None:
    """A has attack and defense 4; B has attack 8 and defense 1."""
    state = lay_static(lay, print_card, "E038", A_of_attack=4, A_of_defense=4, B_of_wounds=0)
    before = list_facts(state)

    cause(state, {"duel": {"with": "left"}})
    assert find_changes(before, list_facts(state)) == {"A.wounds": 3, "B.wounds": 4}

    cause(state, {"player_attacks": {"attacker": "self", "defender": "left"}})
    assert find_changes(before, list_facts(state)) == {"A.wounds": 3, "B.wounds": 7}


def test_e038_not_in_duels_with_the_overlord(lay: Lay, cause: Any, print_card: Any) -> None:
    state = lay_static(lay, print_card, "E038", together=True, A_of_attack=9, A_of_defense=2)
    cause(state, {"duel_begins": -1})
    # Health 8 and strength 4.
    assert (state.hit_points, state.pool) == (98, 2)


def test_e062_more_than_five_crystals_are_lost_at_once(
    lay: Lay, cause: Any, print_card: Any
) -> None:
    state = lay_static(lay, print_card, "E062", A_of_crystals=3, overlord_crystals=4)

    cause(state, {"take_crystals": {"n": 1}})
    assert state.seats[0].crystals == 4
    cause(state, {"take_crystals": {"who": "each_other", "n": 9}}, seat=1)
    assert (state.seats[0].crystals, state.seats[2].crystals) == (5, 11)
    state.seats[0].crystals = 3
    cause(state, {"overlord_crystals": {"to": "self", "n": "all"}})
    assert state.seats[0].crystals == 5


@pytest.mark.parametrize(("row", "spaces"), [("E081", [0, 2, 3, 4, 5]), ("E102", [0, 1, 2, 4, 5])])
def test_e081_and_e102_a_type_is_no_journey(
    row: str, spaces: list[int], lay: Lay, print_card: Any
) -> None:
    state = lay_static(lay, print_card, row)
    choices = ENCHANTERS.list_prompts(state)[0].choices
    assert [c.args["at"] for c in choices if c.verb == "journey"] == spaces


def test_e081_an_item_that_comes_is_discarded(lay: Lay, cause: Any, print_card: Any) -> None:
    """Others take items as before, and the owner takes enchantments."""
    state = lay_static(lay, print_card, "E081", graveyard=["silver_horn 1"])
    before = list_facts(state)

    cause(state, {"steal_top": {"stack": "item", "from": "another"}})
    cause(state, {"journey_from": {"zone": "graveyard_top", "types": ["any"]}})
    cause(state, {"steal_top": {"stack": "enchantment", "from": "another"}})

    assert find_changes(before, list_facts(state)) == {
        "B.item": "shroud, fist",
        "graveyard": "birch_bow, silver_horn",
        "A.enchantment": "of_fast_feet, of_greed, of_spring, enchanting",
        "B.enchantment": "of_old_bones, enchanting 2",
    }


@pytest.mark.parametrize(
    ("row", "stack", "loud"), [("E082", "item", "of_rage"), ("E100", "enchantment", "trial")]
)
def test_e082_and_e100_the_top_cannot_be_used(
    row: str, stack: str, loud: str, lay: Lay, print_card: Any
) -> None:
    """Neither minor nor rest actions; those of the other stack can."""
    minor = {"minor": {"cost": [], "effect": [{"gain": {"attack": 1}}]}}
    rest = {"rest": {"cost": [], "effect": [{"take_crystals": {"n": 9}}]}}
    print_card(upper={"abilities": [read_static(row), minor, rest]})
    where = {"A.item": ["trial", "fist"], "A.enchantment": ["of_rage 2", "enchanting"]}

    state = lay(replace_fields(RICH, where))

    choices = ENCHANTERS.list_prompts(state)[0].choices
    used = {str(c.args["card"]).split(".")[1] for c in choices if c.verb in ("use", "rest")}
    assert used == {"normaltown", loud}


def test_e083_a_copy_has_both_parts_of_the_enchantment(lay: Lay, print_card: Any) -> None:
    """Door Shield's defense 4 and 2 and attack 1 give way to of Greed's attack 2, defense 1 and 1,
    and its points: two for every five crystals."""
    plain = replace_fields(RICH, {"A.item": ["fist"], "A.crystals": 10})
    state = lay_static(lay, print_card, "E083", A_of_item=["trial", "fist"], A_of_crystals=10)

    changes = find_changes(list_sights(lay(plain)), list_sights(state))

    assert changes == {"A.attack": 2 - 1, "A.defense": 1 + 1, "A.points": 4}


def test_e121_banners_and_classes_have_no_text(lay: Lay, print_card: Any, say: Any) -> None:
    """Neither actions nor triggers; their icons stay."""
    where: Any = {"A_of_enchantment": ["of_druids"], "B_of_item": ["banner.normalian"]}
    state = lay_static(lay, print_card, "E121", owner="C", **where)

    assert all(c.verb != "use" for c in ENCHANTERS.list_prompts(state)[0].choices)
    assert state.seats[0].attack == 1 + 1
    say(state, 0, "rest Normaltown 1")
    say(state, 1, "journey 0")
    assert state.seats[1].crystals == 4


def test_e137_space_0_hurts_who_journeys_there(lay: Lay, print_card: Any, say: Any) -> None:
    """Anybody; not whoever goes further or loses the fight, which takes no card."""
    state = lay_static(lay, print_card, "E137", owner="C", A_of_wounds=0)
    say(state, 0, "journey 1")
    assert state.seats[0].wounds == 0
    say(state, 1, "journey 0")
    assert state.seats[1].wounds == 3 + 3
    state = lay_static(lay, print_card, "E137", A_of_attack=1, A_of_defense=9, overlord="")
    say(state, 0, "journey 0")
    assert state.seats[0].wounds == 5


FIGHTS = [
    ("E142", {"A.wounds": 8}),
    ("E143", {"A.wounds": 4, "B.wounds": 6, "C.wounds": 7}),
]


@pytest.mark.parametrize(("row", "changes"), FIGHTS)
def test_e142_and_e143_attacks_of_a_creature(
    row: str, changes: Any, lay: Lay, print_card: Any, say: Any
) -> None:
    """Strength 7 against defense 3, 1 and 0; both only if the fight is won."""
    stats = {"health": 5, "strength": 7}
    print_card(kind="monster", tier="medium", stats=stats, upper={"abilities": [read_static(row)]})
    where = {"A.attack": 5, "A.defense": 3, "A.wounds": 0, "B.wounds": 0, "track": ["trial"]}
    where["overlord"] = ""
    state = lay(replace_fields(RICH, where))
    before = list_facts(state)
    say(state, 0, "journey 0")
    changed = find_changes(before, list_facts(state))
    assert {name: n for name, n in changed.items() if "wounds" in name} == changes

    state = lay(replace_fields(RICH, {**where, "A.attack": 4}))
    say(state, 0, "journey 0")
    assert [seat.wounds for seat in state.seats] == [0, 0, 0]


def test_e159_the_overlord_cannot_be_challenged(lay: Lay, print_card: Any) -> None:
    """By the owner of the card; others can."""
    for owner, offered in (("A", False), ("B", True)):
        state = lay_static(lay, print_card, "E159", owner=owner)
        verbs = {choice.verb for choice in ENCHANTERS.list_prompts(state)[0].choices}
        assert ("challenge" in verbs) is offered


def test_e160_the_overlord_cannot_be_hurt(lay: Lay, print_card: Any, cause: Any) -> None:
    state = lay_static(lay, print_card, "E160", together=True, pool=3, hit_points=50)
    cause(state, {"overlord_damage": {"n": 4}})
    cause(state, {"deal_damage": {"to": "overlord", "n": 4}})
    assert state.hit_points == 50
    cause(state, {"overlord_heal": {"n": 4}})
    assert state.hit_points == 54


def test_e072_players_start_with_25_crystals() -> None:
    """“Village set-up text: replaces the 5 starting crystals.”"""
    options = {"village": "cave_of_fools", "start_enchantment": "enchanting"}
    options |= {"kingdom_selection": "random", "start_item": "fist"}
    state = ENCHANTERS.set_up_match(2, b"e072", options)
    assert [seat.crystals for seat in state.seats] == [25, 25]


COPIED = [
    # Speed of the enchantment and of the copy: two in all.
    ("of_fast_feet", {"A.speed": 1, "A.attack": 3} | on_spaces((2, 3, 4, 5), cost=-1)),
    ("of_the_far_wall", {"A.attack": 1, "A.defense": 2} | on_spaces((4, 5), defense=3)),
    # An undead icon on either part, and a point for every second one.
    ("of_old_bones", {"A.attack": 3, "A.points": 1 + 1}),
    # No icons below, none at all.
    ("of_druids", {"A.attack": 1}),
    ("of_sculptors", {}),
]


@pytest.mark.parametrize("creatures", [[], ["acolyte 1"]])
@pytest.mark.parametrize(("enchantment", "changes"), COPIED)
def test_e083_a_copy_has_icons_and_statics_too(
    enchantment: str, changes: Any, creatures: list[str], lay: Lay, print_card: Any
) -> None:
    """Compared with a blank item on top."""
    sights = []
    for abilities in ([], [read_static("E083")]):
        print_card(upper={"abilities": abilities})
        fields = {"A.item": ["trial", "fist"], "A.enchantment": [enchantment, "enchanting"]}
        fields["A.creature"] = creatures
        sights.append(list_sights(lay(replace_fields(RICH, fields))))
    assert find_changes(*sights) == changes


def test_e034_counts_on_the_journey_that_goes_on(lay: Lay) -> None:
    """B journeys while A's journey waits: Birch Bow helps B at space 4, and A at no space."""
    trips = [{"seat": 0, "card": "unicorns.foal/1", "slot": 4}]
    trips.append({"seat": 1, "card": "unicorns.foal/2", "slot": 4})
    fields = {"A.item": ["birch_bow 2"], "A.attack": 3, "B.attack": 3, "trips": trips}
    state = lay(replace_fields(RICH, fields))
    assert [effective_power(state, seat, "attack") for seat in (0, 1)] == [3, 4]


def test_a_static_of_a_wound_holds_without_any_creature(lay: Lay, print_card: Any) -> None:
    """“Visible parts of all four stacks”: an empty one does not hide the next."""
    print_card(kind="wound", upper={"abilities": [read_static("E047")]})
    fields = {"A.creature": [], "A.wound": ["trial"], "A.item": ["fist"]}
    assert list_sights(lay(replace_fields(RICH, fields)))["B.weight"] == 1


def test_e083_a_covered_copy_copies_nothing(lay: Lay, print_card: Any) -> None:
    """“This item is an exact copy of your top enchantment” stands on its upper part."""
    print_card(upper={"abilities": [read_static("E083")]})
    sights = [
        list_sights(lay(replace_fields(RICH, {"A.item": item})))
        for item in (["hide_shield", "fist"], ["hide_shield", "trial", "fist"])
    ]
    assert find_changes(*sights) == {}


def test_e083_a_copy_has_the_triggers(lay: Lay, cause: Any, print_card: Any, say: Any) -> None:
    """Two of Spring heal two after a monster is defeated."""
    print_card(upper={"abilities": [read_static("E083")]})
    fields = {"A.item": ["trial", "fist"], "A.enchantment": ["of_spring 2", "enchanting"]}
    state = lay(replace_fields(RICH, fields | {"A.attack": 9, "A.defense": 9}))
    say(state, 0, "journey 0")
    assert state.seats[0].wounds == 5 - 2


def test_points_for_damage_taken_are_none_at_the_end(lay: Lay, print_card: Any) -> None:
    """K004: the counter exists only while damage is answered."""
    print_card(upper={"abilities": [{"vp": {"per": "damage_taken"}}]})
    plain, printed = ({"A.item": [name, "padded_vest"]} for name in ("fist", "trial"))
    sights = [list_sights(lay(replace_fields(RICH, fields))) for fields in (plain, printed)]
    assert sights[0]["A.points"] == sights[1]["A.points"]


def test_statics_of_a_lower_part_hold_when_it_is_covered(lay: Lay, print_card: Any) -> None:
    """Those of an upper part only on top of the stack; a card with both has both."""
    faster = {"static": {"value_mod": {"who": "self", "value": "speed", "add": 1}}}
    for parts, covered, speed in (
        (("lower",), True, 1),
        (("lower",), False, 1),
        (("upper",), True, 0),
        (("upper",), False, 1),
        (("upper", "lower"), False, 2),
    ):
        print_card(**{part: {"abilities": [faster]} for part in parts})
        item = ["fist", "trial"] if covered else ["trial", "fist"]
        sights = list_sights(lay(replace_fields(RICH, {"A.item": item})))
        assert (sights["A.speed"], sights["B.speed"]) == (speed, 1)


@pytest.mark.parametrize(("who", "speeds"), [("self", [1, 1, 0]), ("each", [1, 2, 1])])
def test_statics_are_for_their_owner_or_for_everybody(
    who: str, speeds: list[int], lay: Lay, print_card: Any
) -> None:
    """A village's are for everybody, whoever they name."""
    faster = {"static": {"value_mod": {"who": who, "value": "speed", "add": 1}}}
    print_card(upper={"abilities": [faster]})
    sights = list_sights(lay(replace_fields(RICH, {"A.item": ["trial"]})))
    assert [sights[f"{name}.speed"] for name in "ABC"] == speeds
    rest: dict[str, Any] = {"rest": {"cost": [], "effect": []}}
    print_card(kind="village", abilities=[rest, faster])
    sights = list_sights(lay(replace_fields(RICH, {"village": "trial"})))
    assert [sights[f"{name}.speed"] for name in "ABC"] == [1, 2, 1]


def test_statics_of_an_overlord_end_with_it(lay: Lay) -> None:
    """Lerxos doubles the desert token; defeated, he does not (A-46)."""
    for active, health in ((True, 6 + 2), (False, 6 + 1)):
        fields = {"overlord": "lerxos", "overlord_active": active, "desert": "calm"}
        sights = list_sights(lay(replace_fields(RICH, fields)))
        assert sights["2.health"] == health


def test_the_desert_is_doubled_and_ignored_by_the_active_player(lay: Lay) -> None:
    """E178, E179: on one's own turn; for others the token counts as before."""
    for fields, mine, theirs in (
        ({"desert_doubled": 1}, 6 + 2, 6 + 1),
        ({"desert_ignored": True}, 6, 6 + 1),
        ({"desert_doubled": 2, "desert": "sandstorm"}, 6 - 4, 6 - 1),
    ):
        state = lay(replace_fields(RICH, {"desert": "calm", **fields}))
        spaces = [ENCHANTERS.build_view(state, seat).track[2] for seat in (0, 1)]
        seen = [space and space.health for space in spaces]
        assert seen == [mine, theirs]


def test_only_the_stack_of_the_muted_player_is_silent(lay: Lay, print_card: Any) -> None:
    """“The text of your top item is blank”: nobody else's."""
    minor = {"minor": {"cost": [], "effect": [{"gain": {"attack": 1}}]}}
    print_card(upper={"abilities": [minor]})
    print_card(
        name="muzzle",
        kind="enchantment",
        upper={"abilities": [{"static": {"mute_top": {"stack": "item"}}}]},
    )
    for owner, offered in (("A", False), ("B", True)):
        fields = {"A.item": ["trial", "fist"], f"{owner}.enchantment": ["muzzle", "enchanting"]}
        state = lay(replace_fields(RICH, fields))
        uses = [
            choice.args.get("card")
            for choice in ENCHANTERS.list_prompts(state)[0].choices
            if choice.verb == "use"
        ]
        assert ("item.trial" in uses) is offered


def test_a_boost_looks_at_the_last_of_several_journeys(lay: Lay) -> None:
    """A journey that a text allows on the way is the one in progress."""
    fields = {"A.enchantment": ["of_rangers"], "A.item": ["fist 4"]}
    state = lay(replace_fields(RICH, fields))
    plain = effective_power(state, 0, "attack")
    for slots, more in (((4, 0), 0), ((0, 4), 1)):
        state.trips = [Trip(0, state.track[slot].card, slot=slot) for slot in slots]
        assert effective_power(state, 0, "attack") == plain + more


def test_a_journey_on_the_way_arrives_from_its_own_space(lay: Lay, say: Any) -> None:
    """What follows “after a journey on 3 or more” goes by the last journey that set out."""
    fields = {"A.enchantment": ["of_rogues"], "A.item": ["fist 4"], "A.crystals": 0}
    for slots, crystals in (((4, 0), 0), ((0, 4), 1)):
        state = lay(replace_fields(RICH, fields))
        state.trips = [Trip(0, state.track[slot].card, slot=slot) for slot in slots]
        state.asked, state.tasks = None, [Task("lay_down", 0, {"kind": "item"}, card="none")]
        run_to_next_question(Run(state))
        assert state.seats[0].crystals == crystals


def test_the_fight_in_view_is_that_of_the_last_journey(lay: Lay) -> None:
    state = lay()
    state.trips = [Trip(0, state.track[0].card, slot=0), Trip(0, state.track[5].card, slot=5)]
    state.trips[1].fighting = True

    fight = ENCHANTERS.build_view(state, 0).fight
    assert fight and fight.card == state.track[5].card


def test_a_creature_of_strength_one_is_harmless_on_a_calm_desert(lay: Lay) -> None:
    """One less strength for every creature, and never less than 0."""
    state = lay(replace_fields(RICH, {"desert": "calm"}))
    weak = next(code for code, design in CARD.items() if design.strength == 1)

    assert creature_powers(state, 0, weak, 0)[1] == 0


def test_the_action_that_was_chosen_before_a_fight_is_used(
    lay: Lay, say: Any, print_card: Any
) -> None:
    gains = [{"minor": {"cost": [], "effect": [{"gain": {"attack": n}}]}} for n in (1, 2)]
    print_card(upper={"abilities": gains[:1]})
    print_card(name="second", kind="enchantment", upper={"abilities": gains[1:]})
    fields = {"A.item": ["trial"], "A.enchantment": ["second"], "A.attack": 9, "A.defense": 9}
    state = lay(replace_fields(RICH, {**fields, "track": ["foal 6", "foal 5"]}))
    say(state, 0, "journey 0")
    say(state, 0, "use enchantment.second")

    assert state.seats[0].attack == 9 + 2
