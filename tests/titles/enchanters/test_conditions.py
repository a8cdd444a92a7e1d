"""When each condition of the vocabulary comes true.

A trigger on the lower part of A's top item brings ten crystals each time. The table is that of
conftest.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.running import Run
from games.titles.enchanters.rules.state import State, Task
from games.titles.enchanters.rules.turn import run_to_next_question

from .conftest import RICH
from .tables import answer_all, replace_fields
from .vocabulary_rows import form_of

Lay = Callable[..., State]

CRYSTAL = {"take_crystals": {"n": 10}}
STRONG = {"A.attack": 20, "A.defense": 20, "overlord": ""}


def lay_trigger(
    lay: Lay, print_card: Any, row: str, effect: Any = CRYSTAL, *, n: int = 2, **where: Any
) -> State:
    """Lay out a table on which A's top item has a trigger, and two pearls."""
    trigger = msgspec.yaml.decode(form_of(row, n))
    when = {"when": {"trigger": trigger, "effect": [effect]}}
    print_card(lower={"abilities": [when], "icons": {"pearl": 2}})
    fields = {"A.item": ["trial", "fist"], "A.crystals": 0, **STRONG, **where.pop("where", {})}
    return lay(replace_fields(RICH, fields), **where)


def happen(state: State, op: str, seat: int = 0, args: Any = None) -> None:
    """Let a step of the turn or an effect happen now."""
    state.asked = None
    state.tasks.append(Task(op, seat, args))
    run_to_next_question(Run(state))


# row -> number in it, what the table looks like, what A answers, and how often it fires.
ANSWERS: list[tuple[str, int, dict[str, Any], list[str], int]] = [
    ("K003", 0, {}, ["rest Normaltown 2"], 1),
    ("K005", 0, {"A.crystals": 1}, ["journey 1"], 1),
    ("K005", 0, {"track": ["of_rage"]}, ["journey 0"], 0),
    ("K006", 0, {"track": ["scale_lance"]}, ["journey 0"], 1),
    ("K006", 0, {"track": ["of_rage"]}, ["journey 0"], 1),
    ("K006", 0, {"track": ["zealot 2"]}, ["journey 0"], 0),
    ("K007", 0, {"track": ["of_rage"]}, ["journey 0"], 1),
    ("K007", 0, {"track": ["scale_lance"]}, ["journey 0"], 0),
    ("K010", 0, {"track": ["zealot 2"]}, ["journey 0"], 1),
    ("K010", 0, {"track": ["zealot 2"], "A.attack": 5}, ["journey 0"], 0),
    ("K010", 0, {"track": ["frost_wyrm"]}, ["journey 0"], 0),
    ("K011", 3, {"A.crystals": 3}, ["journey 3"], 1),
    ("K011", 3, {"A.crystals": 4}, ["journey 4"], 1),
    ("K011", 4, {"A.crystals": 3}, ["journey 3"], 0),
    ("K011", 0, {"A.attack": 0}, ["journey 0"], 0),
    ("K014", 0, {}, ["rest Normaltown 2"], 1),
    ("K014", 0, {"track": ["of_rage"]}, ["journey 0"], 0),
]


@pytest.mark.parametrize(("row", "n", "where", "lines", "times"), ANSWERS)
def test_a_trigger_of_the_turn(
    row: str, n: int, where: Any, lines: list[str], times: int, lay: Lay, say: Any, print_card: Any
) -> None:
    state = lay_trigger(lay, print_card, row, n=n, where=where)
    answer_all(say, state, lines)
    assert state.seats[0].crystals // 10 == times


def test_k001_a_turn_begins_after_the_pearls_are_back(lay: Lay, print_card: Any) -> None:
    """Only the turn of the card's owner."""
    state = lay_trigger(lay, print_card, "K001", where={"A.pearls": 0, "A.pearls_used": 2})
    happen(state, "turn_begins", 1)
    assert state.seats[0].crystals == 0 and state.seats[0].pearls_used == 2
    happen(state, "turn_begins", 0)
    assert state.seats[0].crystals == 10
    assert (state.seats[0].pearls, state.seats[0].pearls_used) == (2, 0)


def test_k002_once_per_turn_is_an_action_of_ones_own_turn(
    lay: Lay, print_card: Any, say: Any, cause: Any
) -> None:
    state = lay_trigger(lay, print_card, "K002")
    say(state, 0, "use item.trial")
    assert state.seats[0].crystals == 10
    assert all(c.verb != "use" for c in ENCHANTERS.list_prompts(state)[0].choices)

    state = lay_trigger(lay, print_card, "K002", where={"turn": "B"})
    cause(state, {"duel": {"with": "right"}}, seat=1)
    assert state.seats[0].crystals == 0


def test_k003_the_end_of_a_turn_comes_before_weight(lay: Lay, print_card: Any, say: Any) -> None:
    """Ten crystals come, then three go for the weight of three wound cards."""
    where = {"A.wound": ["limp", "bad_knee", "bad_knee 2"], "track": ["of_rage"]}
    state = lay_trigger(lay, print_card, "K003", where=where)
    answer_all(say, state, ["journey 0", "end"])
    assert state.seats[0].crystals == 10 - 3


def test_k004_damage_is_counted(lay: Lay, print_card: Any, cause: Any) -> None:
    """Each time wounds are taken, with their number; none are none."""
    per_wound = {"take_crystals": {"n": {"per": "damage_taken", "times": 10}}}
    state = lay_trigger(lay, print_card, "K004", per_wound, where={"A.wounds": 0})
    cause(state, {"take_damage": {"n": 2}})
    assert state.seats[0].crystals == 20
    cause(state, {"deal_damage": {"to": "each_other", "n": 3}}, seat=1)
    assert state.seats[0].crystals == 50
    cause(state, {"take_damage": {"n": 0}})
    cause(state, {"take_damage": {"n": 2}}, seat=1)
    assert state.seats[0].crystals == 50


@pytest.mark.parametrize(
    ("row", "card", "counter", "crystals"),
    [
        ("K005", "padded_vest", "items", 3),
        ("K006", "padded_vest", "items", 2),
        ("K006", "of_rage", "enchantments", 3),
        ("K007", "of_rage", "enchantments", 3),
    ],
)
def test_k005_to_k007_after_or_before_the_card_is_laid(
    row: str, card: str, counter: str, crystals: int, lay: Lay, print_card: Any, say: Any
) -> None:
    """“Fires after the card is on the stack”, “before the card is added”. The trigger stands on a
    lower part, which the new card does not cover."""
    trigger = msgspec.yaml.decode(form_of(row))
    effect = [{"take_crystals": {"n": {"per": counter}}}]
    print_card(lower={"abilities": [{"when": {"trigger": trigger, "effect": effect}}]})
    fields = {"A.item": ["trial", "fist"], "A.crystals": 0, "track": [card]}
    if card == "padded_vest":
        fields["B.item"] = ["fist"]
    fields["A.enchantment"] = ["of_greed", "of_spring", "enchanting"]
    state = lay(replace_fields(RICH, fields))
    say(state, 0, "journey 0")
    assert state.seats[0].crystals == crystals


def test_k008_a_fight_with_this_monster(lay: Lay, print_card: Any, say: Any, cause: Any) -> None:
    """Its text holds during the fight with it, and neither before nor in other fights."""
    static = {"static": {"boost": {"attack": -3}}, "while": msgspec.yaml.decode(form_of("K008"))}
    stats = {"health": 3, "strength": 0}
    print_card(kind="monster", tier="minor", stats=stats, upper={"abilities": [static]})
    where = {"track": ["trial", "foal 1"], "A.attack": 5, "A.defense": 5, "overlord": ""}
    for space, won in ((0, False), (1, True)):
        state = lay(replace_fields(RICH, where))
        before = len(state.seats[0].stacks["creature"])
        say(state, 0, f"journey {space}")
        assert (len(state.seats[0].stacks["creature"]) > before) is won


def test_k009_a_monster_on_the_track(lay: Lay, print_card: Any, cause: Any) -> None:
    """Its text is for the active player as long as the card lies there."""
    static = {"static": {"no_heal": {"who": "self"}}, "while": msgspec.yaml.decode(form_of("K009"))}
    stats = {"health": 3, "strength": 0}
    print_card(kind="monster", tier="minor", stats=stats, upper={"abilities": [static]})
    healed = []
    for where in ({"track": ["foal 1", "trial"]}, {"A.creature": ["trial"]}):
        state = lay(replace_fields(RICH, where))
        cause(state, {"heal": {"who": "each", "n": 2}})
        healed.append([seat.wounds for seat in state.seats])
    assert healed == [[5, 1, 0], [3, 1, 0]]


def test_k012_a_duel_with_another_player(lay: Lay, print_card: Any, cause: Any) -> None:
    """Not one with the Overlord."""
    in_duel = msgspec.yaml.decode(form_of("K012"))
    print_card(upper={"abilities": [{"static": {"boost": {"attack": 3}}, "while": in_duel}]})
    where = {"A.item": ["trial", "fist"], "A.attack": 6, "A.defense": 20}
    state = lay(replace_fields(RICH, where))
    cause(state, {"duel": {"with": "right"}})
    assert state.seats[2].wounds == 6 + 3
    state = lay(replace_fields(RICH, where), together=True)
    cause(state, {"duel_begins": -1})
    assert state.hit_points == 99


def test_k013_after_each_duel_of_ones_own(lay: Lay, print_card: Any, cause: Any) -> None:
    state = lay_trigger(
        lay, print_card, "K013", where={"A.attack": 2, "C.attack": 2, "C.defense": 9}
    )
    cause(state, {"duel": {"with": "left"}}, seat=1)
    assert state.seats[0].crystals == 0
    cause(state, {"duel": {"with": "left"}})
    cause(state, {"duel": {"with": "left"}}, seat=2)
    assert state.seats[0].crystals == 20


def test_k014_after_a_rest_and_before_a_card_goes(lay: Lay, print_card: Any, say: Any) -> None:
    """“After the effect of a rest action is resolved, before slot 0 is discarded.”"""
    effect: dict[str, Any] = {"swap_track_graveyard": {}}
    state = lay_trigger(lay, print_card, "K014", effect)
    answer_all(say, state, ["rest Normaltown 2", "swap 0"])
    assert state.graveyard[-2:] == ["bandits.pickpocket/1", "unicorns.silver_horn/1"]


def test_k015_a_challenge_in_progress(lay: Lay, print_card: Any, say: Any) -> None:
    """Vragan has health 9, a Highwayman 6; a fight with another creature does not count."""
    static = {"static": {"boost": {"attack": 4}}, "while": msgspec.yaml.decode(form_of("K015"))}
    print_card(upper={"abilities": [static]})
    where = {"A.item": ["trial", "fist"], "A.attack": 5, "A.defense": 20}
    state = lay(replace_fields(RICH, where))
    say(state, 0, "challenge")
    assert state.seats[0].rewards == 1
    state = lay(replace_fields(RICH, {**where, "track": ["highwayman 1"]}))
    say(state, 0, "journey 0")
    assert "bandits.highwayman/1" in state.graveyard


@pytest.mark.parametrize(
    ("row", "where", "attack"),
    [
        ("K016", {"village_rewards": 3}, 3),
        ("K016", {"village_rewards": 2, "overlord_rewards": 3}, 0),
        ("K017", {"overlord_rewards": 9}, 3),
        ("K017", {"overlord_rewards": 8, "village_rewards": 9}, 0),
    ],
)
def test_k016_and_k017_tokens_for_each_player(
    row: str, where: Any, attack: int, lay: Lay, print_card: Any
) -> None:
    """Three players."""
    scope = msgspec.yaml.decode(form_of(row))
    print_card(upper={"abilities": [{"static": {"boost": {"attack": 3}}, "while": scope}]})
    state = lay(replace_fields(RICH, {"A.item": ["trial"], **where}))
    shown = ENCHANTERS.build_view(state, 0).seats[0].attack
    assert shown == state.seats[0].attack + attack


def test_k018_before_points_are_counted(lay: Lay, print_card: Any, say: Any) -> None:
    """Of Greed counts two points for every five crystals: ten come at the end."""
    where = {"track": ["foal 1"], "deck": [], "A.enchantment": ["of_greed"]}
    state = lay_trigger(lay, print_card, "K018", where=where)
    say(state, 0, "rest Normaltown 2")
    outcome = ENCHANTERS.find_outcome(state)
    assert outcome and dict(outcome.lines[0])["enchantment"] == 4
