"""Lines of cards that `manage.py weigh` leaves out: without one, that line alone does nothing.

The table is that of conftest.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from games.engine.chance import Chance
from games.engine.random_match import seed_of
from games.titles.enchanters.rules.card_texts import list_texts
from games.titles.enchanters.rules.components import DESIGNS
from games.titles.enchanters.rules.scoring import final_scores
from games.titles.enchanters.rules.setup import set_up_match
from games.titles.enchanters.rules.state import State
from games.titles.enchanters.words import card_texts

from .conftest import RICH
from .tables import answer_all, find_changes, list_facts, list_sights, replace_fields
from .test_turn import happen

Lay = Callable[..., State]
TEXTS = list_texts()


@pytest.mark.parametrize(
    ("line", "fields", "changes"),
    [
        # Birch Bow's attack and defense on a journey to space 3 or more.
        (
            "unicorns.birch_bow u0",
            {"A.item": ["birch_bow 2"], "track": [None] * 3 + ["foal 1"]},
            {"3.attack": -1, "3.defense": -1},
        ),
        # Three strength more from space 3 on.
        ("goblins.scrap_dragon u1", {"track": [None] * 3 + ["scrap_dragon"]}, {"3.strength": -3}),
        ("bandits.hoard_dragon l0", {"A.creature": ["hoard_dragon"]}, {"A.points": -11}),
        ("village.port_aurisan v2", {"village": "port_aurisan"}, {"A.points": -2, "B.points": -1}),
        (
            "overlord.nargan competitive r1",
            {"overlord": "nargan", "A.rewards": 2},
            {"A.points": -16},
        ),
    ],
)
def test_a_line_that_always_holds_is_left_out(
    line: str, fields: Any, changes: dict[str, int], lay: Lay
) -> None:
    state = lay(replace_fields(RICH, {"track": ["foal 1"], **fields}))
    before = list_sights(state)
    with TEXTS.leave_out(line):
        assert find_changes(before, list_sights(state)) == changes
    assert list_sights(state) == before


@pytest.mark.parametrize(
    ("line", "fields", "answers", "changes"),
    [
        # The price is paid, and nothing is healed.
        ("unicorns.silver_horn u0", {"A.item": ["silver_horn 2"]}, ["use Silver Horn"], -1),
        # Clover Wreath heals one when the turn ends.
        ("unicorns.clover_wreath u0", {"A.item": ["clover_wreath"]}, ["rest Normaltown 1"], 3),
        # The third line of Port Aurisan is no rest; its first brings three crystals.
        ("village.port_aurisan v0", {"village": "port_aurisan"}, ["rest Port Aurisan 1"], 0),
        ("village.port_aurisan v1", {"village": "port_aurisan"}, ["rest Port Aurisan 1"], 3),
    ],
)
def test_a_line_that_acts_is_left_out(
    line: str, fields: Any, answers: list[str], changes: int, lay: Lay, say: Any
) -> None:
    """`changes`: of crystals; no line that is left here heals any of five wounds."""
    with TEXTS.leave_out(line):
        state = lay(
            replace_fields(RICH, {"overlord": "", "track": ["of_rage", "foal 1"], **fields})
        )
        answer_all(say, state, answers)
    assert state.seats[0].crystals == 6 + changes and state.seats[0].wounds == 5


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        # Cerberus: 1 for the monster, 2 for its wounds, a reinforcement for its reward.
        ("overlord.cerberus coop invasion0", {"pool": 2, "overlord_health": 1}),
        ("overlord.cerberus coop invasion1", {"pool": 3, "overlord_health": 1}),
        ("overlord.cerberus coop invasion2", {"pool": 1, "overlord_health": 1}),
        ("overlord.cerberus coop invasion3", {"pool": 3}),
    ],
)
def test_a_line_of_an_invasion_is_left_out(line: str, changes: Any, lay: Lay) -> None:
    track = [{"card": "pickpocket 1", "wounds": 3, "rewards": 1}]
    fields: dict[str, Any] = {"overlord": "cerberus", "track": track}
    fields["chance"] = {"fixed": {"reinforcement": ["health"]}}
    state = lay(replace_fields(RICH, fields), together=True)
    before = list_facts(state)
    with TEXTS.leave_out(line):
        happen(state, "discard_first", 0, {"invade": True})
    changed = find_changes(before, list_facts(state))
    assert {name: changed[name] for name in changed if name in (*changes, "pool")} == changes


def test_the_reward_of_a_challenge_together_is_left_out(lay: Lay, say: Any) -> None:
    """The fight goes on as it does; the Overlord keeps its hit points."""
    state = lay(replace_fields(RICH, {"A.attack": 8, "A.defense": 3}), together=True)
    with TEXTS.leave_out("overlord.vragan coop reward"):
        say(state, 0, "challenge")
    assert (state.hit_points, state.pool) == (99, 1)


@pytest.mark.parametrize(
    ("line", "event", "anger", "health"),
    [
        # Creatures have two health more, and the Overlord attacks.
        ("event.dark_muster anger3.0", "dark_muster", 3, 0),
        ("event.dark_muster anger3.1", "dark_muster", 3, -2),
        ("event.war_drums anger2.0", "war_drums", 2, -1),
        ("event.war_drums anger3.0", "war_drums", 2, 0),
    ],
)
def test_what_an_event_lets_hold_is_left_out(
    line: str, event: str, anger: int, health: int, lay: Lay
) -> None:
    fields = {"event": f"event.{event}/1", "anger": anger, "track": ["foal 1"]}
    state = lay(replace_fields(RICH, fields), together=True)
    before = list_sights(state)
    with TEXTS.leave_out(line):
        assert find_changes(before, list_sights(state)).get("0.health", 0) == health


def test_what_an_event_does_is_left_out(lay: Lay) -> None:
    """Raid takes a crystal of each player."""
    state = lay(RICH, together=True)
    state.event_deck.append("event.raid/1")
    with TEXTS.leave_out("event.raid anger1.0"):
        happen(state, "overlord_turn")
    assert [seat.crystals for seat in state.seats] == [6, 4, 2]


# What few matches show. A banner or class is covered after a few turns, and Cerberus is played only
# together and is rarely nearly beaten.
@pytest.mark.parametrize(
    ("line", "fields", "answers", "scores"),
    [
        # Health 3 against an attack of 2, or 3 for a wound; strength 1 against no defense, if won.
        (
            "banner.vikingork u0",
            {"A.item": ["banner.vikingork"], "A.attack": 2, "A.defense": 0},
            ["use Vikingork Banner", "journey 0"],
            ([0, 0], [-1, 0]),
        ),
        # Strength 4 against a defense of 2, or 1.
        (
            "banner.dragonkin u0",
            {"A.item": ["banner.dragonkin"], "A.attack": 6, "A.defense": 1, "track": ["stag 1"]},
            ["journey 0"],
            ([2, 0], [1, 0]),
        ),
        # With the crystal of the Gnoll Banner there are three, which are a point in Port Aurisan.
        (
            "banner.gnoll u0",
            {"A.item": ["banner.gnoll"], "A.attack": 3, "A.defense": 1, "A.crystals": 2}
            | {"village": "port_aurisan"},
            ["journey 0"],
            ([3, 0], [2, 0]),
        ),
        # The last two duels in Arena Mundi: B’s 1 against A’s 1, or 0, and A’s 3, or 2, against 0.
        (
            "class.of_warriors u0",
            {"A.enchantment": ["of_warriors"], "A.attack": 1, "B.attack": 1}
            | {"village": "arena_mundi", "track": ["of_rage"]},
            ["rest Arena Mundi 2"],
            ([0, -6], [-2, -4]),
        ),
        # The Padded Vest from space 1 brings 1 attack and covers 1; in the duel A has 1 more.
        (
            "class.of_warriors u1",
            {"A.enchantment": ["of_warriors"], "A.attack": 1, "B.attack": 0}
            | {"track": [None, "padded_vest"], "A.crystals": 1, "B.defense": 0},
            ["journey 1", "choose opponent"],
            ([0, -2], [0, 0]),
        ),
    ],
)
def test_a_starting_card_decides_the_last_turn(
    line: str,
    fields: Any,
    answers: list[str],
    scores: tuple[list[int], list[int]],
    lay: Lay,
    say: Any,
) -> None:
    """`scores`: with the line and without it."""
    position = replace_fields({"seats": {"A": {}, "B": {}}, "track": ["foal 1"]}, fields)
    found = []
    for blank in (nullcontext(), TEXTS.leave_out(line)):
        with blank:
            state = lay(position)
            for answer in answers:
                # Without the line there may be nothing more to answer.
                answer_all(say, state, [answer] if not state.result else [])
            assert state.result == "scored"
            found.append(final_scores(state))
    assert tuple(found) == scores


@pytest.mark.parametrize(
    ("event", "fields", "result"),
    [
        # Its token lies on a creature: three wounds for each of three, 41 of 40 allowed.
        (
            "watchful_hound",
            {"pool": 32, "hit_points": 39, "track": [{"card": "foal 1", "cerberus": True}]},
            "lost",
        ),
        ("underworld", {"hit_points": 2}, "won"),
    ],
)
def test_an_event_of_cerberus_decides_a_match(
    event: str, fields: Any, result: str, lay: Lay
) -> None:
    found = []
    for blank in (nullcontext(), TEXTS.leave_out(f"event.{event} anger3.0")):
        with blank:
            state = lay(replace_fields(RICH, {"overlord": "cerberus", **fields}), together=True)
            state.event_deck.append(f"event.{event}")
            happen(state, "overlord_turn")
            found.append(state.result)
    assert found == [result, ""]


def test_the_end_is_brought_near_in_half_of_the_matches_together(lay: Lay) -> None:
    """An Overlord keeps some of its points: one or two of two. Between players it has none."""
    fields = {"hit_points": 2}
    left = [bring_end_near(lay(replace_fields(RICH, fields), together=True), n) for n in range(60)]

    assert set(left) == {1, 2}
    assert 5 <= left.count(1) <= 25
    assert {bring_end_near(lay(RICH), number) for number in range(8)} == {0}
    # Kingdoms are still voted on: the Overlord is not laid out yet.
    options = {"mode": "coop", "group_decisions": "vote", "boxes": 2}
    states = (set_up_match(4, b"near", options) for _ in range(8))
    assert {bring_end_near(state, number) for number, state in enumerate(states)} == {0}


def bring_end_near(state: State, number: int) -> int:
    """Return the points that the Overlord has left with the luck of this number."""
    TEXTS.bring_end_near(state, Chance(seed_of("near", number)))
    return state.hit_points


def test_every_line_can_be_left_out_but_a_copy() -> None:
    """Of the Underdweller Banner's design nothing is listed; of those after it everything is."""
    designs = {line.split(" ")[0] for line in TEXTS.lines}
    assert "banner.underdweller" not in designs
    assert {"class.of_monks", "overlord.saakara", "goblins.runt"} <= designs
    named = [line for line in TEXTS.lines if line.startswith("overlord.vragan coop ")]
    assert [line.removeprefix("overlord.vragan coop ") for line in named] == [
        "oc0",
        "oc1",
        "invasion0",
        "invasion1",
        "reward",
    ]
    assert "overlord.vragan competitive reward" not in TEXTS.lines


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_numbers_below_zero_have_one_minus_sign(language: str) -> None:
    """“−1 defense”, never “+−1” or a hyphen."""
    told = [card_texts.upper_text(code, language) for code in DESIGNS if DESIGNS[code].upper]
    told += [card_texts.lower_text(code, language) for code in DESIGNS if DESIGNS[code].lower]

    assert any("−" in text for text in told)
    assert [text for text in told if re.search(r"[+−-]−|(?<!\w)-\d", text)] == []


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_text_says_a_rest_once_and_has_no_chain_of_colons(language: str) -> None:
    """It said: “rest: take 3 crystals. Rest: heal 3 wounds” and “reward: free: +1 attack”."""
    told = [card_texts.upper_text(code, language) for code in DESIGNS]
    told += [card_texts.lower_text(code, language) for code in DESIGNS]
    for code, design in DESIGNS.items():
        for mode in design.sides:
            told += card_texts.overlord_lines(code, mode, language)
        told += [card_texts.event_text(code, anger, language) for anger in design.anger]

    rest = {"en": "rest →", "fr": "repos →", "de": "rast →"}[language]
    assert [text for text in told if text.casefold().count(rest) > 1] == []
    sentences = [one for text in told for one in re.split(r"\. |; ", text)]
    assert [one for one in sentences if one.count(":") > 1] == []


def test_two_rests_of_a_village_are_one_line() -> None:
    said = [card_texts.upper_text("village.holy_grove", language) for language in ("en", "de")]
    assert said == [
        "rest → take 3 crystals, or heal 3 wounds and every other player heals 1 wound",
        "Rast → 3 Kristalle nehmen oder 3 Wunden heilen und jeder andere Spieler heilt 1 Wunde",
    ]
