"""What each cost of the vocabulary takes, and who cannot pay it.

A minor action on A's top item costs what the row says and gains one attack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.state import State

from .conftest import RICH
from .tables import answer_all, find_changes, list_facts, replace_fields
from .vocabulary_rows import Outcome, form_of, name_outcome, outcome

Lay = Callable[..., State]

ALONE = {"A.item": ["trial"], "A.enchantment": ["of_greed"]}
OTHERS = {"A.item": ["trial", "fist 4"], "A.enchantment": ["of_greed"]}
DISCARDED = "silver_horn, runt 6"
# What remains when the action cannot be paid.
NOT_OFFERED: dict[str, Any] = {"not offered": True}

COSTS = [
    outcome("C001", {"A.wounds": 2}),
    outcome("C001", {"pool": 2}, together=True),
    outcome("C002", {"B.wounds": -2}),
    outcome("C002", {"C.wounds": -2}, "choose right", where={"C.wounds": 2}),
    outcome("C002", NOT_OFFERED, where={"B.wounds": 1}),
    outcome("C002", {"B.wounds": -2}, where={"B.wounds": 2}),
    outcome("C003", {"A.crystals": -2}),
    outcome("C003", {"A.crystals": -2}, where={"A.crystals": 2}),
    outcome("C003", NOT_OFFERED, where={"A.crystals": 1}),
    outcome(
        "C003",
        {"A.crystals": -1, "A.pearls": -1, "A.pearls_used": 1},
        where={"A.crystals": 1, "A.creature": ["oyster"]},
    ),
    outcome("C003", NOT_OFFERED, where={"A.crystals": 0, "A.creature": ["oyster"]}),
    outcome("C004", {"A.defense": -1}),
    outcome("C004", {"A.defense": -1}, where={"A.attack": 4, "A.defense": 1}),
    outcome("C004", NOT_OFFERED, where={"A.attack": 4, "A.defense": 0}),
    outcome(
        "C005",
        {"A.creature": "acolyte, runt, zealot", "graveyard": "plague_wyrm, " + DISCARDED},
        "discard Plague Wyrm",
    ),
    outcome("C005", {"A.item": "trial", "box": "fist 4"}, "discard Fist", where=OTHERS),
    outcome("C005", NOT_OFFERED, where=ALONE | {"A.creature": [], "A.wound": ["limp"]}),
    outcome("C006", {"A.item": "padded_vest, fist, trial"}),
    outcome("C006", NOT_OFFERED, where=ALONE),
    outcome("C007", {"A.wound": "", "box": "limp"}, "remove Limp", where={"A.wound": ["limp 1"]}),
    outcome("C007", {"A.creature": "runt, zealot, plague_wyrm", "box": "acolyte"}, where=ALONE),
    outcome("C007", NOT_OFFERED, where=ALONE | {"A.creature": []}),
    outcome(
        "C008",
        {"A.item": "trial, fist", "graveyard": "padded_vest, " + DISCARDED},
        "discard Padded Vest",
    ),
    outcome("C008", NOT_OFFERED, where=ALONE),
    outcome(
        "C009",
        {"A.enchantment": "of_spring, enchanting", "graveyard": "of_greed, " + DISCARDED},
        "discard of Greed",
    ),
    outcome(
        "C009",
        {"A.creature": "runt, zealot, plague_wyrm", "graveyard": "acolyte, " + DISCARDED},
        where=ALONE,
    ),
    outcome("C009", NOT_OFFERED, where=ALONE | {"A.creature": ["plague_wyrm", "runt 1"]}),
    outcome("C010", {"A.item": "padded_vest, fist, trial"}),
    outcome("C010", NOT_OFFERED, where=ALONE),
    outcome(
        "C011",
        {"A.enchantment": "of_greed, of_spring", "box": "enchanting"},
        "discard of Enchanting",
    ),
    outcome("C011", NOT_OFFERED, where=OTHERS),
    outcome(
        "C012",
        {"A.item": "padded_vest, fist, trial", "A.enchantment": "of_spring, enchanting, of_greed"},
        "bury item",
    ),
    outcome("C012", NOT_OFFERED, where=OTHERS),
    outcome(
        "C013",
        {"A.creature": "acolyte, runt, plague_wyrm", "C.creature": "zealot, acolyte 3"},
        "choose right",
        "give Lash Zealot",
    ),
    outcome("C013", NOT_OFFERED, where={"A.creature": ["plague_wyrm"]}),
    outcome(
        "C014",
        {"A.creature": "acolyte, runt, plague_wyrm", "graveyard": "zealot, " + DISCARDED},
        "discard Lash Zealot",
    ),
    outcome("C014", NOT_OFFERED, where={"A.creature": ["plague_wyrm"]}),
]


def test_a_monster_that_is_given_as_a_cost_can_be_the_top_one(
    lay: Lay, print_card: Any, say: Any
) -> None:
    print_action(print_card, "minor", {"give_monster": {"to": "another", "which": "top"}})
    state = lay(replace_fields(RICH, {"A.item": ["trial", "fist"]}))
    (used,) = [c for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "use"]
    ENCHANTERS.play_decision(state, 0, used.examples()[0])
    say(state, 0, "choose right")
    assert state.seats[2].stacks["creature"][-1] == "cultists.acolyte/1"


def print_action(print_card: Any, kind: str, *costs: Any, **more: Any) -> None:
    """Print an item with an action that gains one attack."""
    action = {kind: {"cost": list(costs), "effect": [{"gain": {"attack": 1}}], **more}}
    print_card(upper={"abilities": [action]})


@pytest.mark.parametrize("expected", COSTS, ids=name_outcome)
def test_a_cost(expected: Outcome, lay: Lay, say: Any, print_card: Any) -> None:
    """It is paid in full before the effect happens, and the line is used; or it is not offered."""
    stats = {"health": 3, "strength": 3}
    print_card(
        name="oyster", kind="monster", tier="minor", stats=stats, lower={"icons": {"pearl": 1}}
    )
    print_action(print_card, "minor", msgspec.yaml.decode(form_of(expected.row, expected.n)))
    where = {"A.item": ["trial", "padded_vest", "fist"], **expected.where}
    state = lay(replace_fields(RICH, where), together=expected.together)
    before = list_facts(state)
    offered = [c for c in ENCHANTERS.list_prompts(state)[0].choices if c.verb == "use"]
    if expected.changes is NOT_OFFERED:
        assert not offered
        return

    answer_all(say, state, ["use item.trial", *expected.lines])

    assert find_changes(before, list_facts(state)) == {
        **expected.changes,
        "A.attack": 1,
        "A.used": 1,
    }


def test_c001_wounds_may_become_a_wound_card(lay: Lay, say: Any, print_card: Any) -> None:
    """“Payer suffers N wounds (normal damage routine).”"""
    print_action(print_card, "minor", {"take_damage": {"n": 5}})
    state = lay(replace_fields(RICH, {"A.item": ["trial", "fist"]}))
    answer_all(say, state, ["use item.trial", "take Limp"])
    assert (state.seats[0].wounds, state.seats[0].stacks["wound"]) == (0, ["wound.limp/1"])


def test_c003_pearls_do_not_pay_for_a_rest(lay: Lay, print_card: Any, say: Any) -> None:
    """One pearl is there, and a minor action of the same card can be paid with it."""
    abilities = [
        {kind: {"cost": [{"crystals": 1}], "effect": [{"gain": {"attack": 1}}]}}
        for kind in ("rest", "challenge", "minor")
    ]
    print_card(upper={"abilities": abilities, "icons": {"pearl": 1}})
    state = lay(replace_fields(RICH, {"A.item": ["trial", "fist"], "A.crystals": 0}))
    assert state.seats[0].pearls == 1
    own = [
        choice.verb
        for choice in ENCHANTERS.list_prompts(state)[0].choices
        if choice.args.get("card") == "item.trial"
    ]
    assert own == ["use"]
    say(state, 0, "use item.trial")
    assert (state.seats[0].pearls, state.seats[0].pearls_used) == (0, 1)


def test_c003_a_rest_is_paid_in_crystals(lay: Lay, print_card: Any, say: Any) -> None:
    rest = {"rest": {"cost": [{"crystals": 2}], "effect": []}}
    print_card(upper={"abilities": [rest], "icons": {"pearl": 2}})
    state = lay(replace_fields(RICH, {"A.item": ["trial", "fist"], "A.crystals": 2}))
    say(state, 0, "rest item.trial")
    assert (state.seats[0].crystals, state.seats[0].pearls) == (0, 2)


def test_c003_several_costs_are_paid_together(lay: Lay, say: Any, print_card: Any) -> None:
    """Two crystals and two more are four."""
    print_action(print_card, "minor", {"crystals": 2}, {"take_damage": {"n": 1}}, {"crystals": 2})
    for crystals, offered in ((3, False), (4, True)):
        state = lay(replace_fields(RICH, {"A.item": ["trial"], "A.crystals": crystals}))
        verbs = {choice.verb for choice in ENCHANTERS.list_prompts(state)[0].choices}
        assert ("use" in verbs) is offered
    say(state, 0, "use item.trial")
    assert (state.seats[0].crystals, state.seats[0].wounds) == (0, 6)


def test_c006_only_the_top_can_be_buried(lay: Lay, print_card: Any) -> None:
    """A line of a lower part is visible when its card is covered, and cannot be paid then."""
    action = {"minor": {"cost": [{"bury_this": True}], "effect": [{"gain": {"attack": 1}}]}}
    print_card(lower={"abilities": [action]})
    for item, offered in ((["fist", "trial"], False), (["trial", "fist"], True)):
        state = lay(replace_fields(RICH, {"A.item": item}))
        verbs = {choice.verb for choice in ENCHANTERS.list_prompts(state)[0].choices}
        assert ("use" in verbs) is offered


def test_c007_a_dragon_on_top_can_be_removed(lay: Lay, say: Any, print_card: Any) -> None:
    print_action(print_card, "minor", msgspec.yaml.decode(form_of("C007")))
    state = lay(replace_fields(RICH, ALONE | {"A.creature": ["plague_wyrm", "runt 1"]}))
    say(state, 0, "use item.trial")
    assert state.box == ["cultists.plague_wyrm"] and not state.graveyard[2:]


def test_c012_the_order_is_the_payers(lay: Lay, say: Any, print_card: Any) -> None:
    """Bear Pelt's defense of 3 first covers what of Dragon Breath takes, or does not."""
    print_action(print_card, "minor", msgspec.yaml.decode(form_of("C012")))
    where = {"A.item": ["trial", "bear_pelt"], "A.enchantment": ["of_greed", "of_dragon_breath"]}
    found = []
    for first in ("item", "enchantment"):
        state = lay(replace_fields(RICH, {**where, "A.attack": 9, "A.defense": 1}))
        answer_all(say, state, ["use item.trial", f"bury {first}"])
        # Bear Pelt: +3. Of Greed loses 1, of Dragon Breath 2 more.
        found.append(state.seats[0].defense)
    assert found == [1 + 3 - 3, 0 + 3]


def test_c015_a_token_pays_with_itself(lay: Lay, say: Any, print_card: Any) -> None:
    """Its owner has one less, and the line can be used as often as there are tokens."""
    cost = msgspec.yaml.decode(form_of("C015"))
    action = {"minor": {"cost": [cost], "effect": [{"gain": {"attack": 1}}]}}
    stats = {"health": 9, "strength": 9}
    print_card(kind="overlord", stats=stats, reward={"abilities": [action]})
    state = lay(replace_fields(RICH, {"A.rewards": 2, "overlord": "trial"}))
    before = list_facts(state)

    answer_all(say, state, ["use overlord.trial", "use overlord.trial"])

    assert find_changes(before, list_facts(state)) == {"A.rewards": -2, "A.attack": 2}
    assert all(c.verb != "use" for c in ENCHANTERS.list_prompts(state)[0].choices)


@pytest.mark.parametrize(("row", "verb"), [("C016", "rest"), ("C017", "challenge")])
def test_c016_and_c017_mark_main_actions(
    row: str, verb: str, lay: Lay, say: Any, print_card: Any
) -> None:
    """Such a line is no minor action, and no other main action follows it."""
    kind = msgspec.yaml.decode(form_of(row))["kind"]
    print_action(print_card, kind)
    state = lay(replace_fields(RICH, {"A.item": ["trial", "fist"]}))
    offered = [
        choice.verb
        for choice in ENCHANTERS.list_prompts(state)[0].choices
        if choice.args.get("card") == "item.trial"
    ]
    assert offered == [verb]
    say(state, 0, f"{verb} item.trial")
    assert state.active == 1


def test_c014_several_monsters_are_discarded_one_by_one(
    lay: Lay, say: Any, print_card: Any
) -> None:
    print_action(print_card, "minor", {"discard_any": {"n": 3, "from": ["monster"]}})
    for others, offered in ((["runt 1", "runt 2"], False), (["runt 1", "runt 2", "runt 3"], True)):
        fields = {"A.item": ["trial"], "A.creature": [*others, "plague_wyrm"], "B.creature": []}
        state = lay(replace_fields(RICH, {**fields, "graveyard": []}))
        verbs = {choice.verb for choice in ENCHANTERS.list_prompts(state)[0].choices}
        assert ("use" in verbs) is offered
    lines = ["use item.trial", "discard Biting Runt 2", "discard Biting Runt 1"]
    answer_all(say, state, lines)
    assert state.seats[0].stacks["creature"] == ["cultists.plague_wyrm"]
    assert state.graveyard == [f"goblins.runt/{copy}" for copy in (2, 1, 3)]


def test_c008_the_last_item_pays_no_part_of_a_cost(lay: Lay, print_card: Any) -> None:
    """“Pay the whole cost first”: of two items only one may leave; of three, two."""
    print_action(print_card, "minor", {"discard_any": {"n": 2, "from": ["item"]}})
    for items, offered in ((["trial", "fist"], False), (["trial", "padded_vest", "fist"], True)):
        state = lay(replace_fields(RICH, {"A.item": items}))
        cards = [choice.args.get("card") for choice in ENCHANTERS.list_prompts(state)[0].choices]
        assert ("item.trial" in cards) is offered


def test_c014_no_more_are_discarded_than_the_cost_says(lay: Lay, say: Any, print_card: Any) -> None:
    print_action(print_card, "minor", {"discard_any": {"n": 2, "from": ["monster"]}})
    fields = {"A.item": ["trial"], "A.creature": [f"runt {copy}" for copy in (1, 2, 3, 4)]}
    state = lay(replace_fields(RICH, {**fields, "B.creature": [], "graveyard": []}))
    lines = ["use item.trial", "discard Biting Runt 2", "discard Biting Runt 1"]
    answer_all(say, state, lines)
    assert state.graveyard == [f"goblins.runt/{copy}" for copy in (2, 1)]
    assert state.asked is not None and state.asked.question == "turn"
