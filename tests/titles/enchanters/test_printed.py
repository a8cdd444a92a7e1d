"""The printed rules for which we had others: each beside the other value of its option."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.engine.contract import Decision
from games.engine.order_grammar import parse_order
from games.engine.orders import Order, find_answer
from games.titles.enchanters.game import GAME as ENCHANTERS
from games.titles.enchanters.rules.components import CARD
from games.titles.enchanters.rules.overlords import starting_hit_points
from games.titles.enchanters.rules.setup import PRINTED
from games.titles.enchanters.rules.state import POSITION_DEFAULTS, State
from games.titles.enchanters.rules.values import overlord_powers

from .conftest import RICH

Lay = Callable[..., State]
PAIR: dict[str, Any] = {"seats": 2, "overlord": "vragan", "track": ["foal"]}


def list_asked(state: State) -> list[tuple[int, str]]:
    return [
        (prompt.seat, prompt.question)
        for prompt in ENCHANTERS.list_prompts(state)
        if prompt.answered is None
    ]


def list_offers(state: State) -> list[dict[str, Any]]:
    return [choice.args for choice in ENCHANTERS.list_prompts(state)[0].choices]


def list_graveyard(state: State) -> list[str]:
    """Return the names of the cards, the top last."""
    return [CARD[code].id.split(".")[1] for code in state.graveyard]


def test_the_preset_names_every_printed_rule() -> None:
    assert ENCHANTERS.presets["as_printed"] == PRINTED
    assert PRINTED.items() >= POSITION_DEFAULTS.items()
    assert ENCHANTERS.read_position({"seats": 2}).options.desert_overlords


def test_the_printed_rules_are_the_defaults_but_for_the_points_of_the_overlord() -> None:
    defaults = ENCHANTERS.default_options
    others = [name for name, value in PRINTED.items() if defaults[name] != value]
    assert others == ["hit_points"]


@pytest.mark.parametrize(("side", "change"), [("calm", (1, -1)), ("sandstorm", (-1, 1))])
def test_the_desert_token_changes_the_overlord(
    side: str, change: tuple[int, int], lay: Lay
) -> None:
    """As every creature: health 9 and strength 7 of Vragan; nobody is active in its own turn."""
    options = {"desert_overlords": True}
    state = lay({**PAIR, "desert": side, "options": options})
    plain = lay({**PAIR, "desert": side})

    assert overlord_powers(plain) == (9, 7)
    assert overlord_powers(state) == (9 + change[0], 7 + change[1])
    state.desert_ignored = True
    assert overlord_powers(state) == (9, 7)
    state.active = -2
    assert overlord_powers(state) == (9 + change[0], 7 + change[1])


def test_a_doubled_desert_counts_for_the_active_player_alone(lay: Lay) -> None:
    state = lay({**PAIR, "desert": "calm", "options": {"desert_overlords": True}})
    state.desert_doubled = 1

    assert overlord_powers(state) == (11, 5)
    state.active = -2
    assert overlord_powers(state) == (10, 6)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_printed_dial_has_99_points(seats: int, lay: Lay, cause: Any) -> None:
    options = {"hit_points": "printed", "coop_difficulty": "very_hard"}
    state = lay({**PAIR, "seats": seats, "hit_points": 98, "options": options}, together=True)
    cause(state, {"overlord_heal": {"n": 5}})

    assert (starting_hit_points(state), state.hit_points) == (99, 99)
    assert starting_hit_points(lay({**PAIR, "seats": seats}, together=True)) > 99


# Small choices ------------------------------------------------------------------------------------

ASKED = {"options": {"small_choices": "asked"}}


def lay_pearls(lay: Lay, print_card: Any, crystals: int, options: dict[str, Any]) -> State:
    action = {"minor": {"cost": [{"crystals": 3}], "effect": [{"gain": {"attack": 1}}]}}
    print_card(upper={"abilities": [action]}, lower={"icons": {"pearl": 2}})
    seats = {"A": {"item": ["trial", "fist"], "crystals": crystals}, "B": {}}
    return lay({"seats": seats, "track": ["foal"], **options})


@pytest.mark.parametrize(("crystals", "payments"), [(4, [2, 1, 0]), (2, [2, 1]), (1, [])])
def test_d10_the_payer_mixes_pearls_and_crystals(
    crystals: int, payments: list[int], lay: Lay, say: Any, print_card: Any
) -> None:
    """Asked only if there is more than one mix; silence spends pearls, which come back."""
    state = lay_pearls(lay, print_card, crystals, ASKED)
    assert state.seats[0].pearls == 2
    say(state, 0, "use item.trial")

    if not payments:
        assert list_asked(state) != [(0, "pearls")]
        assert (state.seats[0].pearls, state.seats[0].crystals) == (0, 0)
        return
    assert list_asked(state) == [(0, "pearls")]
    assert [offer["number"] for offer in list_offers(state)] == payments
    assert ENCHANTERS.list_prompts(state)[0].fallback == Decision("spend", {"number": 2})
    say(state, 0, "spend 1")
    own = state.seats[0]
    assert (own.pearls, own.pearls_used, own.crystals) == (1, 1, crystals - 2)


def test_d10_pearls_go_first_by_themselves(lay: Lay, say: Any, print_card: Any) -> None:
    state = lay_pearls(lay, print_card, 4, {})
    say(state, 0, "use item.trial")

    own = state.seats[0]
    assert (own.pearls, own.pearls_used, own.crystals) == (0, 2, 3)


PURGE = {"purge_enchantments": {"who": "self"}}
THREE = {"A": {"enchantment": ["enchanting", "of_greed", "of_spring", "of_rage"]}, "B": {}}


def test_d14_discards_at_once_are_ordered_where_the_graveyard_matters(
    lay: Lay, cause: Any, say: Any
) -> None:
    state = lay({"seats": THREE, "track": ["foal"], **ASKED})
    state.kingdoms = ["undead"]
    cause(state, PURGE)
    assert list_asked(state) == [(0, "discard_order")]
    say(state, 0, "first of Spring")
    say(state, 0, "first of Greed")

    assert list_graveyard(state) == ["of_spring", "of_greed", "of_rage"]


@pytest.mark.parametrize(("kingdom", "value"), [("goblins", "asked"), ("undead", "automatic")])
def test_d14_elsewhere_they_go_in_the_order_in_which_they_lay(
    kingdom: str, value: str, lay: Lay, cause: Any
) -> None:
    state = lay({"seats": THREE, "track": ["foal"], "options": {"small_choices": value}})
    state.kingdoms = [kingdom]
    cause(state, PURGE)

    assert list_asked(state) == [(0, "turn")]
    assert list_graveyard(state) == ["of_rage", "of_spring", "of_greed"]


def test_d14_the_active_player_orders_what_several_discard(lay: Lay, cause: Any, say: Any) -> None:
    seats = {"A": {"item": ["fist", "door_shield"]}, "B": {"item": ["fist", "birch_bow"]}}
    state = lay({"seats": seats, "turn": "B", "track": ["foal"], **ASKED})
    state.kingdoms = ["undead"]
    cause(state, {"discard_any": {"who": "each", "from": ["item"], "n": 1}}, 1)
    say(state, 0, "discard Door Shield")
    say(state, 1, "discard Birch Bow")

    assert list_asked(state) == [(1, "discard_order")]
    say(state, 1, "first Birch Bow")
    assert list_graveyard(state) == ["birch_bow", "door_shield"]


def read_order(written: str) -> Order:
    return parse_order(written, ENCHANTERS.topics, [ENCHANTERS.list_words("en")], "en")


def test_d10_a_standing_order_mixes_pearls_and_crystals(
    lay: Lay, say: Any, print_card: Any
) -> None:
    """The suggested one spends as many pearls as it can."""
    state = lay_pearls(lay, print_card, 4, ASKED)
    say(state, 0, "use item.trial")
    (written,) = [order for order in ENCHANTERS.suggested_orders if order.startswith("spend")]

    prompt = ENCHANTERS.list_prompts(state)[0]
    assert find_answer(read_order(written), prompt) == Decision("spend", {"number": 2})
    assert find_answer(read_order("spend 1"), prompt) == Decision("spend", {"number": 1})


def test_d14_a_standing_order_says_which_card_goes_first(lay: Lay, cause: Any) -> None:
    state = lay({"seats": THREE, "track": ["foal"], **ASKED})
    state.kingdoms = ["undead"]
    cause(state, PURGE)

    prompt = ENCHANTERS.list_prompts(state)[0]
    answer = find_answer(read_order("first of Rage, else first of Greed"), prompt)
    assert isinstance(answer, Decision) and answer.args["card"] == "barbarians.of_rage"


# Wounds -------------------------------------------------------------------------------------------

BURDENED = {"A": {"item": ["fist"], "enchantment": ["enchanting"], "wound": ["limp"]}, "B": {}}
A_CARD = {"discard_any": {"who": "self", "n": 1}}


def test_a12_a_wound_card_is_a_card(lay: Lay, cause: Any) -> None:
    """It goes under its deck, with its ten wounds."""
    state = lay({"seats": BURDENED, "track": ["foal"], "options": {"discard_wounds": True}})
    cause(state, A_CARD)

    assert state.seats[0].stacks["wound"] == []
    assert state.wound_deck[0] == "wound.limp/1"


@pytest.mark.parametrize(
    ("option", "effect"),
    [(False, A_CARD), (True, {"discard_any": {"who": "self", "n": 1, "from": ["item"]}})],
    ids=["earlier", "another type"],
)
def test_a12_elsewhere_a_wound_card_stays(
    option: bool, effect: dict[str, Any], lay: Lay, cause: Any
) -> None:
    state = lay({"seats": BURDENED, "track": ["foal"], "options": {"discard_wounds": option}})
    cause(state, effect)

    assert state.seats[0].stacks["wound"] == ["wound.limp/1"]


def test_the_wound_deck_lies_on_the_table_together() -> None:
    options = {"mode": "coop", "kingdom_selection": "random"}
    decks = []
    for value in ("printed", "earlier"):
        state = ENCHANTERS.set_up_match(2, b"wounds", {**options, "coop_wounds": value})
        while list_asked(state)[0][1] == "starter":
            seat = list_asked(state)[0][0]
            prompt = next(p for p in ENCHANTERS.list_prompts(state) if p.seat == seat)
            ENCHANTERS.play_decision(state, seat, prompt.fallback)
        decks.append(len(state.wound_deck))

    assert decks == [len([code for code in CARD if code.startswith("wound.")]), 0]


@pytest.mark.parametrize(("value", "is_asked"), [("printed", False), ("earlier", True)])
def test_nobody_names_who_heals_in_a_shared_pool(
    value: str, is_asked: bool, lay: Lay, cause: Any
) -> None:
    options = {"coop_wounds": value}
    state = lay({**PAIR, "pool": 7, "options": options}, together=True)
    cause(state, {"heal": {"who": "most_wounded", "n": 3}})

    assert (list_asked(state) == [(0, "tie")]) is is_asked
    assert state.pool == (7 if is_asked else 4)


# Votes --------------------------------------------------------------------------------------------

VOTE = {"group_decisions": "vote"}


def ask_for_lowest(lay: Lay, cause: Any) -> State:
    state = lay({**PAIR, "seats": 3, "turn": "B", "options": VOTE}, together=True)
    cause(state, {"overlord_attacks": {"who": "lowest_defense"}})
    assert list_asked(state) == [(1, "tie"), (2, "tie"), (0, "tie")]
    return state


@pytest.mark.parametrize(
    ("votes", "hit"),
    # The votes of A, B and C; B is active.
    [((3, 1, 3), 2), ((1, 2, 3), 1), ((1, 3, 1), 0), ((2, 2, 1), 1)],
)
def test_a06_a_tie_is_put_to_a_vote(
    votes: tuple[int, ...], hit: int, lay: Lay, cause: Any, say: Any
) -> None:
    """Sealed; without a majority the vote of the active player counts."""
    state = ask_for_lowest(lay, cause)
    for seat, vote in enumerate(votes):
        assert all(prompt.group is not None for prompt in ENCHANTERS.list_prompts(state))
        events = say(state, seat, f"player {vote}")

    assert [e.args["seat"] for e in events if e.kind == "hurt"] == [hit]


def test_a06_kingdoms_are_put_to_a_vote() -> None:
    """Two of three want Goblins; the third place goes to what is left to vote on."""
    options = {"kingdom_pool": "all", **VOTE}
    state = ENCHANTERS.set_up_match(3, b"vote", options)
    assert [question for _, question in list_asked(state)] == ["kingdom"] * 3
    for seat, name in enumerate(("cultists", "goblins", "goblins")):
        ENCHANTERS.play_decision(state, seat, Decision("kingdom", {"name": name}))

    assert state.kingdoms == ["goblins", "cultists"]
    assert "goblins" not in [offer["name"] for offer in list_offers(state)]
    for seat in range(3):
        ENCHANTERS.play_decision(state, seat, Decision("kingdom", {"name": "undead"}))
    assert state.kingdoms == ["goblins", "cultists", "undead"]


def test_a06_between_players_a_vote_settles_no_ties(lay: Lay, cause: Any) -> None:
    """“As a group” is for the kingdoms there."""
    state = lay({**RICH, "options": VOTE})
    cause(state, {"overlord_attacks": {"who": "highest_defense"}})

    assert [seat for seat, question in list_asked(state) if question == "tie"] in ([], [0])
