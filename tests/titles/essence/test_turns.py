"""“Player turns”: main actions, side actions, readings and passing, one test for each sentence."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import Argument, Decision, IllegalDecision, Pick, Split
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.frames import EffectFrame
from games.titles.essence.rules.paying import is_possible, is_useful
from games.titles.essence.rules.schema import Action

from .conftest import Scene
from .differences import each_row, find_changes, list_lines, parse_changes, play_lines, set_up

# The sequence of turns --------------------------------------------------------------------------


def test_players_act_in_order_until_all_have_passed() -> None:
    """A turn is numbered; the slot of a passed player is no turn and brings 1, 2, 3, 3 Essence."""
    state = set_up("""
        order: [B, C, A]
        active: 0
        turn_number: 4
        seats: {A: {hand: [Priest]}, B: {}, C: {discard: [Sage]}}
    """)
    seen = []
    for line in ("pass", "end", "end", "end", "end"):
        prompt = ESSENCE.list_prompts(state)[0]
        seen.append(("ABC"[prompt.seat], prompt.facts["turn"], state.seats[1].essence))
        if line == "end":
            state.main_done = True
        play_lines(state, line)
    assert seen == [("B", 4, 0), ("C", 5, 0), ("A", 6, 0), ("C", 7, 1), ("A", 8, 1)]
    assert state.seats[1].essence == 3 and state.seats[1].slots_passed == 2


def test_the_phase_ends_when_the_last_player_passes(scene: Scene) -> None:
    """H-14: Essence of the round counts for Shards, and nobody gets another slot."""
    scene("""
        order: [A, B, C]
        passed: [B, C]
        seats: {A: {essence: 1}, B: {essence: 2, slots_passed: 1}, C: {essence: 3}}
        row: [First Blood, Tithe]
        play:
          - {A: pass, asked: [A, B, C]}
        expect:
          seats: {A: {shards: 1}, B: {shards: 2, essence: 2}, C: {shards: 3, essence: 3}}
          passed: [B, C, A]
    """)


def test_a_new_turn_has_its_own_main_action_and_reading(scene: Scene) -> None:
    scene("""
        main_done: true
        read_done: true
        turn_number: 8
        seats: {A: {}, B: {}}
        play:
          - {A: end}
        expect: {main_done: false, read_done: false, turn_over: false, turn_number: 9, active: 1}
        asked: {B: turn}
    """)


@pytest.mark.parametrize(
    "first",
    ["build Tavern at 1,0", "sign Defense Treaty", "use Arsenal; attack Threat", "stay and pass"],
)
def test_there_is_one_main_action_in_a_turn(first: str) -> None:
    """Each of the four: after it none of the four can be taken any more."""
    state = set_up("""
        seats:
          A: {faction: Court of Masks, wealth: 9, hand: [], island: {"0,0": Mirror Palace,
              "0,1": Arsenal, "0,2": Arsenal}}
          B: {}
        market: [Tavern, Tavern]
    """)
    state.seats[0].draw_pile = []
    play_lines(state, first)
    answers = [
        Decision("build", {"card": "l.tavern", "cell": "-1,0"}),
        Decision("sign", {"treaty": "t.draw", "payment": {"wealth": 1}}),
        Decision("use", {"card": "l.arsenal"}),
        Decision("pass"),
        Decision("pass_first"),
    ]

    assert list_lines(state) == ["end"]
    for decision in answers:
        with pytest.raises(IllegalDecision, match=r"not a possible answer|cannot take"):
            ESSENCE.play_decision(set_again(state), 0, decision)


def set_again(state: Any) -> Any:
    return ESSENCE.read_position(ESSENCE.write_position(state))


def test_a_turn_does_not_end_before_its_main_action(scene: Scene) -> None:
    """Silence passes and keeps all cards; after the main action it ends the turn."""
    scene("""
        seats: {A: {faction: Court of Masks, hand: [Courier]}, B: {}}
        silence: {A: pass}
        play:
          - {A: {verb: end}, refused: verb}
          - {A: {verb: dance}, refused: verb}
        ---
        seats: {A: {faction: Court of Masks}, B: {}}
        silence: {A: pass}
        ---
        main_done: true
        seats: {A: {faction: Court of Masks, hand: [Courier]}, B: {}}
        silence: {A: end}
        answers: {A: [use Courier 1, use Courier 2, end]}
        play:
          - {A: {verb: end, args: {more: 1}}, refused: arguments}
    """)


def test_the_facts_of_a_turn_are_those_of_the_table() -> None:
    state = set_up("""
        round: 3
        turn_number: 7
        threat: 2
        seats:
          A: {faction: Court of Masks, wealth: 4, influence: 5, attack: 6, defense: 7, essence: 8,
              ready: 1, spent: 2, hand: [Courier, Duenna], island: {"0,0": Mirror Palace,
              "1,0": Siege Works, "0,1": Gatehouse}}
          B: {}
        market: [Tavern, Forum, Tavern]
        row: [First Blood, Tithe, empty, Five Winds, Two Wars, Golden Age]
    """)
    facts = {
        **{"turn": 7, "round": 3, "wealth": 4, "influence": 5, "attack": 7, "defense": 8},
        **{"essence": 8, "foundations": 1, "threat": 2, "main_done": 0},
        "hand": ["f.cm.courier", "f.cm.duenna"],
        "market": ["l.forum", "l.tavern"],
        "row": ["p1.tithe", "p3.five_winds", "p2.two_wars", "p3.golden_age"],
    }

    assert ESSENCE.list_prompts(state)[0].facts == facts


# Questions with nothing to decide -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "lines"),
    [
        # Only the end is offered if nothing would change.
        ("hand: [Sage], draw_pile: []", ["end"]),
        ('hand: [], influence: 1, draw_pile: [], island: {"0,0": Sun Dome}', ["end"]),
        # Something would: everything is offered.
        ("hand: [Sage], draw_pile: [Courier]", ["use Sage 1", "end"]),
        (
            "hand: [Engineer, Sage], ready: 4, draw_pile: []",
            ["use Engineer 1", "use Sage 1", "end"],
        ),
        ("hand: [Landscaper], draw_pile: []", ["use Landscaper 1", "use Landscaper 2", "end"]),
    ],
)
def test_the_end_of_a_turn_is_asked_only_if_something_useful_is_left(
    own: str, lines: list[str]
) -> None:
    state = set_up(f"""
        main_done: true
        seats: {{A: {{faction: Court of Masks, {own}}}, B: {{faction: Cloudharbour League}}}}
    """)
    (prompt,) = ESSENCE.list_prompts(state)

    assert list_lines(state) == lines
    assert (prompt.only_answer() is not None) == (lines == ["end"])


USELESS = """
draw_pile: []            | [{draw: 2}]
ready: 2, spent: 3       | [{foundation: 1}]
island: {"0,0": Tavern}  | [{move_segment: 1}]
island: {"0,0": Tavern}  | [{choose_one: [{move_segment: 1}, {swap_segments: 1}]}]
wealth: 3                | [{exhaust_segment: {whose: opponent}}]
wealth: 3                | [{opponent_gives: {who: all, what: influence, n: 1}}]
"""
USEFUL = """
draw_pile: [Courier]     | [{draw: 2}]
ready: 2, spent: 2       | [{foundation: 1}]
wealth: 3                | [{move_segment: 1}]
wealth: 3                | [{choose_one: [{draw: 1}, {swap_segments: 1}]}]
draw_pile: []            | [{draw: 1}, {essence: 1}]
wealth: 3                | [{opponent_gives: {who: all, what: wealth, n: 1}}]
wealth: 3                | [{opponent_chooses: [{draw: 1}, {draw: 2}]}]
"""


def is_useful_for(own: str, effects: str) -> bool:
    """Return whether an action with these effects would change anything for seat A."""
    island = "" if "island" in own else ', island: {"0,0": Mirror Palace, "1,0": Tavern}'
    state = set_up(f"""
        seats: {{A: {{faction: Court of Masks, {own}{island}}},
            B: {{faction: Cloudharbour League, wealth: 1}}}}
        agenda: [turn, {{question: doing, seat: A, effects: {effects}}}, {{question: spy, seat: A}}]
    """)
    frame = state.agenda[1]
    assert isinstance(frame, EffectFrame)
    return is_useful(state, 0, Action("side", {}, tuple(frame.effects)))


@each_row(USELESS)
def test_what_changes_nothing_is_not_useful(row: tuple[str, ...]) -> None:
    assert not is_useful_for(row[0], row[1])


@each_row(USEFUL)
def test_what_changes_anything_is_useful(row: tuple[str, ...]) -> None:
    assert is_useful_for(row[0], row[1])


def test_one_opponent_with_anything_is_enough() -> None:
    """A token to give, a segment to exhaust."""
    state = set_up("""
        seats:
          A: {faction: Court of Masks}
          B: {faction: Cloudharbour League}
          C: {faction: University of the Sun, wealth: 1}
    """)
    gives: dict[str, Any] = {"opponent_gives": {"who": "all", "what": "wealth", "n": 1}}
    exhausts: dict[str, Any] = {"exhaust_segment": {"whose": "opponent"}}

    assert is_useful(state, 0, Action("side", {}, (gives,)))
    assert is_useful(state, 0, Action("side", {}, (exhausts,)))


def test_what_is_not_offered_for_its_uselessness_stays_legal() -> None:
    state = set_up("""
        main_done: true
        seats: {A: {faction: Court of Masks, hand: [Sage], draw_pile: []}, B: {}}
    """)

    ESSENCE.play_decision(state, 0, Decision("use", {"card": "a.sage", "action": 1}))
    assert state.seats[0].discard == ["a.sage"]


@pytest.mark.parametrize(
    ("own", "verbs"),
    [
        ('island: {"0,0": Mirror Palace}', ["pass"]),
        ('island: {"0,0": Forum}', ["use", "pass", "pass_first"]),
        ("attacks_won: 1", ["read", "pass", "pass_first"]),
        ("hand: [Courier]", ["use", "use", "pass", "pass_first"]),
    ],
)
def test_whoever_can_only_pass_is_not_asked_how(own: str, verbs: list[str]) -> None:
    """To stay for side actions is an answer only where there are any, or cards."""
    state = set_up(f"""
        seats: {{A: {{faction: Court of Masks, {own}}}, B: {{}}}}
        row: [Tithe, First Blood]
    """)
    (prompt,) = ESSENCE.list_prompts(state)

    assert [choice.verb for choice in prompt.choices] == verbs
    assert (prompt.only_answer() == Decision("pass")) == (verbs == ["pass"])


# Build --------------------------------------------------------------------------------------------


def test_only_what_can_be_paid_is_offered_and_every_free_cell_beside_the_island() -> None:
    state = set_up("""
        seats:
          A: {faction: Court of Masks, wealth: 2, island: {"0,0": Mirror Palace, "1,0": Forum}}
          B: {}
        market: [Tavern, Theatre, Cloud Mint, Shrine, Tavern]
    """)
    build = ESSENCE.list_prompts(state)[0].choices[0]
    cells = ("-1,0", "0,-1", "0,1", "1,-1", "1,1", "2,0")

    assert build.slots == (Pick("card", ("l.tavern", "l.shrine")), Pick("cell", cells))


def test_what_a_grey_effect_makes_affordable_is_offered_and_nothing_else() -> None:
    """A Guildhall: 1 less."""
    state = set_up("""
        seats: {A: {faction: Court of Masks, wealth: 2, island: {"0,0": Guildhall}}, B: {}}
        market: [Forum, Cloud Mint, Shrine]
    """)

    assert ESSENCE.list_prompts(state)[0].choices[0].slots[0] == Pick(
        "card", ("l.forum", "l.shrine")
    )


def test_the_best_placements_are_proposed_first() -> None:
    """Most Essence first, then the cheaper card; at most two cells for a card, eight in all."""
    state = set_up("""
        seats:
          A: {faction: Hanging Garden Synod, wealth: 3, island: {"0,0": Green Cathedral,
              "1,1": Shrine, "0,1": Fountain}}
          B: {}
        market: [Tavern, Shrine, Theatre, Forum, Watchtower]
    """)

    # Four Essence for 3 Wealth, three for 1 and for 2; the Watchtower would bring one.
    assert list_lines(state, "build") == [
        "build Theatre at -1,0",
        "build Theatre at 1,0",
        "build Forum at -1,0",
        "build Forum at -1,1",
        "build Shrine at 1,0",
        "build Shrine at 1,2",
        "build Tavern at -1,0",
        "build Tavern at -1,1",
    ]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"card": "l.tavern", "cell": "2,0"}, "cell"),
        ({"card": "l.tavern", "cell": "0,0"}, "cell"),
        ({"card": "l.tavern", "cell": "1,1"}, "cell"),
        ({"card": "l.forum", "cell": "1,0"}, "wealth"),
        ({"card": "l.shrine", "cell": "1,0"}, "market"),
        ({"card": "l.tavern"}, "arguments"),
        ({"cell": "1,0"}, "arguments"),
        ({"card": ["l.tavern"], "cell": "1,0"}, "arguments"),
        ({"card": "l.tavern", "cell": "1,0", "more": "1"}, "arguments"),
    ],
)
def test_other_builds_are_refused(scene: Scene, args: dict[str, object], code: str) -> None:
    """An orthogonally adjacent free cell, a card of the market, enough Wealth."""
    scene(f"""
        seats: {{A: {{faction: Court of Masks, wealth: 2}}, B: {{}}}}
        market: [Tavern, Forum]
        play:
          - {{A: {{verb: build, args: {args}}}, refused: {code}}}
    """)


def test_a_build_with_the_last_wealth_and_the_last_foundation(scene: Scene) -> None:
    """Just enough is enough; the card leaves the market, its copy stays."""
    scene("""
        seats: {A: {faction: Court of Masks, wealth: 2, ready: 1, spent: 1}, B: {}}
        market: [Tavern, Tavern]
        play:
          - {A: "build Tavern at 0,-1"}
        expect:
          market: [Tavern]
          seats: {A: {wealth: 0, ready: 0, spent: 2, island: {"0,-1": Tavern}}}
    """)


def test_H38_a_build_granted_by_a_card_is_cheaper_and_may_be_left() -> None:
    """Discounts come after grey effects; nothing costs less than 0."""
    state = set_up("""
        turn_number: 3
        seats:
          A: {faction: Court of Masks, wealth: 1, ready: 1, hand: [Engineer],
              island: {"0,0": Mirror Palace, "0,1": Guildhall}}
          B: {}
        market: [Cloud Mint, Tavern, Forum]
    """)
    play_lines(state, "use Engineer 2")
    (prompt,) = ESSENCE.list_prompts(state)

    assert prompt.choices[0].slots[0] == Pick("card", ("m.mint", "l.tavern", "l.forum"))
    assert prompt.facts == {
        "turn": 3,
        "wealth": 1,
        "discount": 3,
        "market": ["l.forum", "l.tavern", "m.mint"],
    }
    assert prompt.fallback == Decision("leave") and prompt.choices[-1].verb == "leave"
    assert find_changes(set_again(state), "build Cloud Mint at 1,0")["wealth"] == 2
    assert "wealth" not in find_changes(state, "build Tavern at 1,0")


def test_H38_a_granted_build_needs_a_foundation_unless_the_card_says_otherwise(
    scene: Scene,
) -> None:
    scene("""
        agenda: [{question: build, discount: 1}]
        seats: {A: {faction: Court of Masks, wealth: 9, ready: 0}, B: {}}
        market: [Forum]
        play:
          - {A: {verb: build, args: {card: l.forum, cell: "1,0"}}, refused: foundation}
          - {A: {verb: dance}, refused: verb}
          - {A: leave it, asked: {A: turn}}
    """)


@pytest.mark.parametrize(
    ("own", "lines"),
    [
        # Dean: 2 less. Engineer: 3 less. A Foundation is needed, and something to pay for.
        ("hand: [Dean], wealth: 1, ready: 1", ["use Dean 1", "use Dean 2"]),
        ("hand: [Dean], wealth: 0, ready: 1", ["use Dean 1"]),
        ("hand: [Dean], wealth: 9, ready: 0", ["use Dean 1"]),
        ("hand: [Engineer], wealth: 0, ready: 1", ["use Engineer 1", "use Engineer 2"]),
    ],
)
def test_H25_a_build_with_nothing_to_build_cannot_be_played(own: str, lines: list[str]) -> None:
    state = set_up(f"""
        seats: {{A: {{faction: University of the Sun, {own}}}, B: {{}}}}
        market: [Forum]
    """)

    assert [line for line in list_lines(state, "use") if "Sun Dome" not in line] == lines


def test_H25_every_effect_of_an_action_must_be_possible() -> None:
    """A Stevedore's Essence does not make up for a Build with nothing to build."""
    text = """
        seats: {A: {faction: Cloudharbour League, wealth: 1, hand: [Stevedore]}, B: {}}
        market: [MARKET]
    """

    assert list_lines(set_up(text.replace("MARKET", "Forum")), "use") == ["use Stevedore 1"]
    assert len(list_lines(set_up(text.replace("MARKET", "Tavern")), "use")) == 2


# Treaties -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "spaces"), [(2, 3), (3, 4), (4, 5), (5, 5)])
def test_a_treaty_costs_the_price_of_its_lowest_free_space(seats: int, spaces: int) -> None:
    """The price rises with every token; nobody signs a full treaty."""
    for signed in range(spaces + 1):
        tokens = ", ".join(["B"] * signed)
        others = ", ".join(f"{name}: {{}}" for name in "BCDE"[: seats - 1])
        state = set_up(f"""
            seats: {{A: {{faction: Three Islands Kingdom, wealth: 9}}, {others}}}
            treaties: {{Levy Treaty: [{tokens}], Attack Treaty: [{tokens}]}}
        """)
        lines = list_lines(state, "sign")
        for name, first in (("Levy", 1), ("Attack", 2)):
            paid = [line for line in lines if name in line]
            price = f"sign {name} Treaty with {first + signed} Wealth"
            assert paid == [price][: signed < spaces]


@pytest.mark.parametrize(
    ("wealth", "influence", "many"), [(3, 0, 1), (0, 3, 1), (2, 2, 2), (1, 1, 0)]
)
def test_a_treaty_is_paid_in_any_mix(wealth: int, influence: int, many: int) -> None:
    state = set_up(f"""
        seats: {{A: {{faction: Three Islands Kingdom, wealth: {wealth}, influence: {influence}}},
            B: {{}}, C: {{}}}}
        treaties: {{Levy Treaty: [B, C], Attack Treaty: [A, A, A, A],
            Rebuilding Treaty: [A, B, A, A], Defense Treaty: [B, B, B, B]}}
    """)
    lines = list_lines(state, "sign")

    assert len(lines) == many
    for choice in ESSENCE.list_prompts(state)[0].choices:
        for slot in choice.slots:
            if isinstance(slot, Split):
                assert slot == Split("payment", 3, {"wealth": wealth, "influence": influence})
    for line in lines:
        changes = find_changes(set_again(state), line)
        assert changes.pop("wealth", 0) + changes.pop("influence", 0) == -3
        assert changes == parse_changes("main +1, treaties +1, drawn +2")


@pytest.mark.parametrize(
    "args",
    [
        {"treaty": "t.draw", "payment": {"wealth": 1}},
        {"treaty": "t.draw", "payment": {"wealth": 3}},
        {"treaty": "t.draw", "payment": {"wealth": 2, "influence": 1}},
        {"treaty": "t.draw", "payment": {"influence": 2}},
        {"treaty": "t.draw", "payment": {"wealth": 2, "influence": 0}},
        {"treaty": "t.draw", "payment": {"wealth": 1, "shards": 1}},
        {"treaty": "t.draw", "payment": {"wealth": True, "influence": 1}},
        {"treaty": "t.draw", "payment": 2},
        {"treaty": "t.draw"},
        {"treaty": "t.peace", "payment": {"wealth": 2}},
        {"treaty": "t.attack", "payment": {"wealth": 2}},
    ],
)
def test_other_payments_are_refused(scene: Scene, args: dict[str, object]) -> None:
    """Exactly the price, of tokens that are owned, for a treaty with a free space."""
    scene(f"""
        seats: {{A: {{faction: Three Islands Kingdom, wealth: 9, influence: 1}}, B: {{}}}}
        treaties: {{Levy Treaty: [B], Attack Treaty: [A, B, A]}}
        play:
          - {{A: {{verb: sign, args: {args}}}, refused: true}}
          - {{A: "sign Levy Treaty with 1 Wealth, 1 Influence"}}
    """)


def test_nine_faction_tokens_are_there_for_treaties(scene: Scene) -> None:
    """Twelve, of which one each lies on Essence, Shards and Order."""
    scene("""
        seats: {A: {faction: Three Islands Kingdom, wealth: 9}, B: {}, C: {}, D: {}}
        treaties: {Attack Treaty: [A, A, A, A], Levy Treaty: [A, A, A, A], Rebuilding Treaty: [A]}
        play:
          - {A: {verb: sign, args: {treaty: t.fortify, payment: {wealth: 1}}}, refused: treaty}
    """)
    nine = set_up("""
        seats: {A: {faction: Three Islands Kingdom, wealth: 9}, B: {}, C: {}, D: {}}
        treaties: {Attack Treaty: [A, A, A, A], Levy Treaty: [A, A, A, A], Rebuilding Treaty: [A]}
    """)
    assert list_lines(nine, "sign") == []
    state = set_up("""
        seats: {A: {faction: Three Islands Kingdom, wealth: 9}, B: {}, C: {}, D: {}}
        treaties: {Attack Treaty: [A, A, A, A], Levy Treaty: [A, A, A, A], Rebuilding Treaty: [B]}
    """)
    assert len(list_lines(state, "sign")) == 4
    play_lines(state, "sign Defense Treaty with 1 Wealth")
    assert state.treaties["t.fortify"] == [0]


def test_the_four_treaties_do_what_is_printed() -> None:
    """An attack; Defense +3; two cards; one move or one swap."""
    text = """
        seats: {A: {faction: Three Islands Kingdom, wealth: 2, attack: 1, island: ISLAND}, B: {}}
    """
    wide = text.replace("ISLAND", '{"0,0": Forum, "1,0": Market}')
    lone = text.replace("ISLAND", '{"0,0": Forum}')
    for treaty, price, question in (
        ("Attack", 2, "target"),
        ("Defense", 1, "turn"),
        ("Levy", 1, "turn"),
        ("Rebuilding", 1, "rearrange"),
    ):
        state = set_up(wide)
        play_lines(state, f"sign {treaty} Treaty with {price} Wealth")
        assert ESSENCE.list_prompts(state)[0].question == question
    state = set_up(lone)
    play_lines(state, "sign Rebuilding Treaty with 1 Wealth")
    assert ESSENCE.list_prompts(state)[0].question == "turn"


# Star actions -------------------------------------------------------------------------------------


def test_a_card_is_used_from_the_hand_before_a_segment_and_one_copy_of_it(scene: Scene) -> None:
    scene("""
        seats: {A: {faction: Court of Masks, hand: [Courier, Courier, Duenna]}, B: {}}
        play:
          - {A: use Courier 2}
        expect:
          seats: {A: {hand: [Courier, Duenna], discard: [Courier], essence: 1, defense: 3}}
    """)


def test_a_segment_that_stands_twice_is_used_twice(scene: Scene) -> None:
    """One readied segment after the other; then neither can be used."""
    scene("""
        seats: {A: {faction: Court of Masks, island: {"0,0": Forum, "1,0": Forum, "2,0": Forum}},
            B: {}}
        play:
          - {A: use Forum, answers: {A: {use: [use Forum]}}}
          - {A: use Forum, answers: {A: {use: [use Forum]}}}
          - {A: use Forum, answers: {A: {use: []}}}
          - {A: {verb: use, args: {card: l.forum}}, refused: card}
        expect: {seats: {A: {influence: 3}}}
    """)


@pytest.mark.parametrize(
    ("card", "own", "can"),
    [
        ("Sapper 2", "wealth: 0", False),
        ("Sapper 2", "wealth: 1", True),
        ("Drum Major 1", "defense: 0", False),
        ("Drum Major 1", "defense: 1", True),
        ("Duenna 2", "influence: 0", False),
        ("Duenna 2", "influence: 1", True),
        ("Broker 2", "wealth: 1", False),
        ("Broker 2", "wealth: 2", True),
        ("Student 2", "", False),
        ("Sage 2", "hand: [Sage, Dean]", False),
        ("Sage 2", "hand: [Sage, Dean, Lecturer]", True),
        ("Cupbearer 2", 'island: {"0,0": Fountain}', False),
        ("Cupbearer 2", 'island: {"0,0": {card: Forum, exhausted: true}}', False),
        ("Cupbearer 2", 'island: {"0,0": Forum}', True),
    ],
)
def test_an_action_needs_its_whole_cost(card: str, own: str, can: bool) -> None:
    """A card does not pay for itself."""
    name = card.rstrip(" 12")
    hand = "" if "hand" in own else f"hand: [{name}], "
    state = set_up(f"seats: {{A: {{faction: Court of Masks, {hand}{own}}}, B: {{}}}}")
    used = {"Sapper": "f.ti.sapper", "Drum Major": "f.ti.drummer", "Duenna": "f.cm.duenna"}
    used |= {"Broker": "f.hl.broker", "Student": "f.us.student", "Sage": "a.sage"}
    decision = Decision("use", {"card": used.get(name, "a.cupbearer"), "action": int(card[-1])})

    assert (f"use {card}" in list_lines(state, "use")) == can
    if not can:
        with pytest.raises(IllegalDecision, match="You cannot take that action now"):
            ESSENCE.play_decision(state, 0, decision)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"card": "f.cm.courier"}, "verb"),
        ({"card": "f.cm.courier", "action": 3}, "verb"),
        ({"card": "f.cm.courier", "action": 0}, "verb"),
        ({"card": "f.cm.courier", "action": "1"}, "verb"),
        ({"card": "f.cm.duenna", "action": 1}, "card"),
        ({"card": "l.forum", "action": 1}, "verb"),
        ({"card": "l.gallery"}, "card"),
        ({"card": "l.tavern"}, "card"),
        ({"card": "p1.tithe"}, "verb"),
        ({"card": "f.cm.courier", "action": 1, "more": 1}, "arguments"),
        ({}, "arguments"),
    ],
)
def test_other_uses_are_refused(scene: Scene, args: dict[str, object], code: str) -> None:
    scene(f"""
        seats: {{A: {{faction: Court of Masks, wealth: 2, hand: [Courier], island: {{"0,0": Forum,
            "1,0": {{card: Gallery, exhausted: true}}}}}}, B: {{}}}}
        play:
          - {{A: {{verb: use, args: {args}}}, refused: {code}}}
    """)


def test_costs_in_cards_and_segments_are_named_before_the_effect() -> None:
    """The card that is used is not among them; an exhausted segment is not, either."""
    state = set_up("""
        turn_number: 5
        seats:
          A: {faction: University of the Sun, hand: [Student, Student, Dean, Lecturer, Cupbearer],
              island: {"0,0": Sun Dome, "1,0": Forum, "0,1": {card: Gallery, exhausted: true}}}
          B: {}
    """)
    play_lines(state, "use Student 2")
    (prompt,) = ESSENCE.list_prompts(state)
    hand = ["a.cupbearer", "f.us.dean", "f.us.lecturer", "f.us.student"]

    assert prompt.facts == {"turn": 5, "many": 1, "hand": hand}
    assert list_lines(state) == [
        f"discard {name}" for name in ("Cupbearer", "Dean", "Lecturer", "Student")
    ]
    assert prompt.fallback == Decision("discard", {"cards": "a.cupbearer"})
    assert state.seats[0].essence == 0
    play_lines(state, "discard Dean")
    assert (state.seats[0].essence, state.seats[0].discard) == (2, ["f.us.student", "f.us.dean"])
    play_lines(state, "use Cupbearer 2")
    (prompt,) = ESSENCE.list_prompts(state)
    assert list_lines(state) == ["exhaust Sun Dome", "exhaust Forum"]
    assert prompt.facts == {"turn": 5} and prompt.fallback.args == {
        "segment": "palace.university_of_the_sun"
    }


def test_a_cost_of_several_cards_is_exactly_so_many() -> None:
    state = set_up("""
        seats: {A: {faction: University of the Sun, hand: [Sage, Student, Student, Dean]}, B: {}}
    """)
    play_lines(state, "use Sage 2")
    (prompt,) = ESSENCE.list_prompts(state)

    assert prompt.fallback.args == {"cards": ["f.us.dean", "f.us.student"]}
    assert len(list_lines(state)) == 2
    for cards in (["f.us.dean"], ["f.us.dean"] * 2, ["f.us.dean", "f.us.student", "f.us.student"]):
        with pytest.raises(IllegalDecision, match=r"not a possible (answer|choice)"):
            ESSENCE.play_decision(state, 0, Decision("discard", {"cards": list(cards)}))
    with pytest.raises(IllegalDecision, match="not a possible answer"):
        ESSENCE.play_decision(state, 0, Decision("leave"))
    play_lines(state, "discard Student, Student")
    assert state.seats[0].hand == ["f.us.dean"] and state.seats[0].essence == 4


# Reading ------------------------------------------------------------------------------------------


def test_the_leftmost_fragment_is_never_read(scene: Scene) -> None:
    """Rows 2 to 6 are; an empty space is none."""
    scene("""
        seats: {A: {faction: Court of Masks, wealth: 9, influence: 9}, B: {}}
        row: [Tithe, Old Favour, empty, Royal Ransom, Grand Favour, Golden Age]
        answers: {A: {read: [read Old Favour, read Royal Ransom, read Grand Favour,
            read Golden Age]}}
        play:
          - {A: {verb: read, args: {fragment: p1.tithe}}, refused: fragment}
          - {A: {verb: read, args: {fragment: p3.five_winds}}, refused: fragment}
          - {A: {verb: read, args: {}}, refused: arguments}
    """)


def test_the_row_shifts_right_and_is_refilled_at_the_left(scene: Scene) -> None:
    """What lies right of the fragment stays."""
    scene("""
        seats: {A: {faction: Court of Masks, wealth: 9, influence: 9}, B: {}}
        row: [Two Wars, First Blood, Twin Forts, Tithe, Five Winds, Three Wars]
        prophecy_deck: [Sun Eater, Old Titan]
        play:
          - {A: read Tithe}
        expect: {prophecy_deck: [Old Titan]}
    """)
    state = set_up("""
        seats: {A: {faction: Court of Masks, wealth: 9, influence: 9}, B: {}}
        row: [Two Wars, First Blood, Twin Forts, Tithe, Five Winds, Three Wars]
        prophecy_deck: [Sun Eater, Old Titan]
    """)
    play_lines(state, "read Tithe")
    codes = ["p3.sun_eater", "p2.two_wars", "p1.first_blood", "p1.twin_forts", "p3.five_winds"]
    assert state.row == [*codes, "p3.three_wars"]


def test_a_reading_is_no_main_action_and_may_come_after_it(scene: Scene) -> None:
    scene("""
        main_done: true
        seats: {A: {faction: Court of Masks, wealth: 3}, B: {}}
        row: [First Blood, Tithe]
        play:
          - {A: read Tithe, answers: {A: [end]}}
        expect: {main_done: true, read_done: true}
    """)


# Passing ------------------------------------------------------------------------------------------


def test_passing_takes_the_lowest_pass_number_and_any_cards_may_be_sold() -> None:
    """Each for 1 Wealth; the others stay in hand."""
    state = set_up("""
        passed: [B]
        seats: {A: {hand: [Sapper, Marine, Marine], discard: [Drum Major]}, B: {}, C: {}}
    """)
    ours = ESSENCE.list_prompts(state)[0].choices[-2:]
    sapper, marine = "f.ti.sapper", "f.ti.marine"

    assert [choice.verb for choice in ours] == ["pass", "pass_first"]
    for choice in ours:
        assert choice.slots == (Pick("cards", (marine, marine, sapper), 0, 3),)
    cards = [[], [marine, marine, sapper], [marine], [sapper]]
    assert [one.args["cards"] for one in ours[0].examples()] == cards
    assert [one.args["cards"] for one in ours[1].examples()] == cards[:2]
    wrongs: list[dict[str, Argument]] = [{}, {"cards": [sapper, sapper]}, {"cards": [], "x": 1}]
    for wrong in wrongs:
        with pytest.raises(IllegalDecision, match=r"needs different details|not a possible choice"):
            ESSENCE.play_decision(set_again(state), 0, Decision("pass", wrong))
    play_lines(state, "pass discarding Sapper, Marine")
    assert state.passed == [1, 0] and state.seats[0].wealth == 2
    assert state.seats[0].discard == ["f.ti.drummer", marine, sapper]


def test_a_pass_is_final(scene: Scene) -> None:
    """No further turns this round."""
    scene("""
        seats: {A: {}, B: {}, C: {}}
        play:
          - {A: pass}
          - {B: pass, asked: {C: turn}}
        expect: {active: 2, seats: {A: {essence: 0}}}
    """)


def test_one_proposal_to_sell_a_single_card_is_enough() -> None:
    state = set_up("seats: {A: {hand: [Sapper]}, B: {}}")

    assert list_lines(state, "pass") == ["pass", "pass discarding Sapper"]


def test_a_match_that_is_over_asks_nothing_and_others_are_not_asked() -> None:
    over = set_up("{step: over, seats: {A: {}, B: {}}}")
    running = set_up("seats: {A: {}, B: {}}")

    assert ESSENCE.list_prompts(over) == []
    with pytest.raises(IllegalDecision, match="This match is over") as refused:
        ESSENCE.play_decision(over, 0, Decision("pass"))
    assert refused.value.code == "over"
    with pytest.raises(IllegalDecision, match="You are not asked anything now") as refused:
        ESSENCE.play_decision(running, 1, Decision("pass"))
    assert refused.value.code == "not_asked"


def test_a_main_star_of_the_island_is_not_offered_after_the_main_action() -> None:
    text = """
        main_done: MAIN
        seats:
          A: {faction: Court of Masks, attack: 9, wealth: 9,
              island: {"0,0": Mirror Palace, "1,0": Arsenal, "2,0": Forum}}
          B: {}
    """
    used = {
        main: [line for line in list_lines(set_up(text.replace("MAIN", main))) if "use" in line]
        for main in ("false", "true")
    }

    assert used == {"false": ["use Arsenal", "use Forum"], "true": ["use Forum"]}


def test_reading_names_a_fragment_and_nothing_else() -> None:
    state = set_up("{seats: {A: {}, B: {}}, row: [Tithe]}")
    decision = Decision("read", {"fragment": "p1.tithe", "card": "l.forum"})

    with pytest.raises(IllegalDecision) as refused:
        ESSENCE.play_decision(state, 0, decision)
    assert refused.value.code == "arguments"


def test_H25_a_build_without_a_discount_costs_the_full_price() -> None:
    state = set_up("""
        seats: {A: {faction: Court of Masks, wealth: 1, ready: 1}, B: {}}
        market: [Tavern]
    """)
    action = Action("main", {}, ())

    assert not is_possible(state, 0, {"build_action": {}}, action)
    assert is_possible(state, 0, {"build_action": {"discount": 1}}, action)


def test_H25_wealth_that_an_action_costs_pays_for_no_segment() -> None:
    state = set_up("""
        seats: {A: {faction: Court of Masks, wealth: 2, ready: 1}, B: {}}
        market: [Tavern]
    """)
    effect = {"build_action": {"discount": 0}}

    assert is_possible(state, 0, effect, Action("main", {}, ()))
    assert not is_possible(state, 0, effect, Action("main", {"wealth": 1}, ()))


def test_a_question_above_an_effect_is_in_view() -> None:
    state = set_up("""
        agenda: [{question: doing, seat: A, effects: [{essence: 1}]}, {question: exhaust, seat: A}]
        seats: {A: {}, B: {}}
    """)

    assert ESSENCE.build_view(state, 0).question == "exhaust"


def test_each_of_six_cards_is_proposed_to_be_discarded_in_passing() -> None:
    """Or all of them, or none; other choices can be written."""
    cards = "Courier, Duenna, Whisperer, Sage, Spy, Mayor, Priest"
    state = set_up(f"{{seats: {{A: {{faction: Court of Masks, hand: [{cards}]}}, B: {{}}}}}}")
    (prompt,) = ESSENCE.list_prompts(state)
    (choice,) = [choice for choice in prompt.choices if choice.verb == "pass"]

    assert [len(decision.args["cards"]) for decision in choice.examples()] == [0, 7, *[1] * 6]  # type: ignore[arg-type]
