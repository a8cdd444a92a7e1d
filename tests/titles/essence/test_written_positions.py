"""Positions are written as they are read: every field, every default, every mistake named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.position import write_position
from games.titles.essence.rules.state import State

WRITTEN = """
options: {factions: choose, ties: order, threat_resets: true}
round: 3
turn_number: 17
step: turns
order: [Ben, Ann, Cid]
passed: [Cid]
active: 1
main_done: true
read_done: true
turn_over: false
seats:
  Ann:
    faction: Court of Masks
    island: {"0,0": Mirror Palace, "-1,0": {card: Forum, exhausted: true}, "0,1": Tavern}
    hand: [Courier, Duenna]
    draw_pile: [Courier, Whisperer, Duenna]
    discard: [Sage, Whisperer]
    fragments: [Tithe]
    wealth: 1
    influence: 2
    attack: 3
    defense: 4
    ready: 2
    spent: 3
    essence: 7
    shards: 8
    revenge: 9
    raid: 1
    shields: 2
    attacks_won: 3
    slots_passed: 4
advisors:
  - {cards: [Priest, Mayor, Seer], up: true, wealth: 2}
  - {cards: [Jester], up: false, wealth: 0}
picks: [[Ben, Cid], [Ann]]
wishes: {Cid: [Priest, Jester]}
market: [Tavern, Forum, Tavern]
location_deck: [Market, Shrine]
monument_deck: [Cloud Mint, High Court]
segment_discard: [Skydock, Gallery]
row: [empty, First Blood, Two Wars, empty, Sun Eater, Five Winds]
prophecy_deck: [Three Wars, Two Temples]
prophecy_discard: [Twin Forts, Open Pact]
prophecies_out: [Twin Banks]
treaties: {Attack Treaty: [Ann, Ben], Defence Treaty: [], Levy Treaty: [Cid], Rebuilding Treaty: []}
threat: 4
agenda:
  - {question: doing, seat: Ann, source: a.sage, effects: [{essence: 1}], number: 0}
  - {question: give, seat: Ben, taker: Ann, many: 2, number: 14}
asked: 16
chance:
  seed: 00ff
  counts: {court_of_masks: 2}
  fixed: {locations: [[Tavern, Forum, rest]], first_player: [2]}
"""


def read(text: str) -> State:
    return ESSENCE.read_position(msgspec.yaml.decode(text))


def _tie(tied: list[str], *picks: list[str]) -> dict[str, Any]:
    return {"agenda": [{"question": "tie", "tied": tied}], "picks": list(picks)}


def test_a_position_is_written_as_it_was_read() -> None:
    """Decks from the top down; seats by their names."""
    written = msgspec.yaml.decode(WRITTEN)
    blank = ESSENCE.write_position(ESSENCE.read_position({}))["seats"]["A"]
    for name, faction in (("Ben", "Cloudharbour League"), ("Cid", "Three Islands Kingdom")):
        own = {field: 0 for field, value in blank.items() if isinstance(value, int)}
        own |= {field: [] for field, value in blank.items() if isinstance(value, list)}
        palace = {"Ben": "Exchange Hall", "Cid": "Citadel of the Islands"}[name]
        written["seats"][name] = {**own, "faction": faction, "island": {"0,0": palace}}

    state = ESSENCE.read_position(written)
    found = write_position(state, ["Ann", "Ben", "Cid"])

    assert found == written
    assert ESSENCE.read_position(found) == state
    assert list(ESSENCE.write_position(state)["seats"]) == ["A", "B", "C"]


def test_what_is_left_out_gets_its_default() -> None:
    """The values of Income, the Palace, the rest of the box."""
    state = read("seats: {A: {}, B: {faction: Cloudharbour League}, C: {}}")
    first = state.seats[0]

    factions = [seat.faction for seat in state.seats]
    assert factions == ["three_islands", "harbour_league", "university_of_the_sun"]
    assert (state.round, state.turn, state.active, state.step) == (1, 1, 0, "turns")
    assert (state.order, state.passed, state.threat, state.asked) == ([0, 1, 2], [], 0, 3)
    assert not (state.main_done or state.read_done or state.turn_over)
    assert state.row == [None] * 6 and state.market == []
    assert [(len(pile.cards), pile.up, pile.wealth) for pile in state.piles] == [(5, False, 0)] * 6
    decks = (state.location_deck, state.monument_deck, state.prophecy_deck)
    assert [len(deck) for deck in decks] == [76, 14, 55]
    assert [deck[-1] for deck in decks] == ["l.barracks", "m.war_foundry", "p1.two_temples"]
    assert (first.attack, first.defense, first.ready, first.spent) == (2, 2, 2, 0)
    assert (first.wealth, first.influence, first.essence, first.shards) == (0, 0, 0, 0)
    assert first.island["0,0"].card == "palace.three_islands" and not first.hand
    assert len(first.draw_pile) == 8 and first.draw_pile[-1] == "f.ti.sapper"
    assert state.treaties == {"t.attack": [], "t.fortify": [], "t.draw": [], "t.rebuild": []}
    assert state.chance.seed == b"\0" and state.chance.counts == {} and state.chance.fixed == {}


def test_the_rest_of_the_box_follows_what_is_named() -> None:
    state = read("""
        seats: {A: {draw_pile: [Marine, rest], hand: [Sapper]}, B: {}}
        location_deck: [Tavern, rest]
        market: [Tavern, Tavern]
        row: [Tithe]
        prophecy_deck: [Five Winds, rest]
        monument_deck: []
    """)

    assert state.location_deck[-2:] == ["l.barracks", "l.tavern"] and len(state.location_deck) == 74
    assert state.location_deck.count("l.tavern") == 2
    assert state.prophecy_deck[-2:] == ["p1.two_temples", "p3.five_winds"]
    assert len(state.prophecy_deck) == 54 and state.monument_deck == []
    assert state.row == [None] * 5 + ["p1.tithe"]
    assert state.seats[0].draw_pile[-2:] == ["f.ti.sapper", "f.ti.marine"]
    assert len(state.seats[0].draw_pile) == 7


@pytest.mark.parametrize(
    ("written", "piles"),
    [
        ("[Priest]", [(["a.priest"], True, 0)]),
        ("[{cards: [Priest]}]", [(["a.priest"], True, 0)]),
        ("[{cards: [Priest, Sage], up: false}]", [(["a.sage", "a.priest"], False, 0)]),
        ("[{cards: [Priest], wealth: 3}, {cards: []}]", [(["a.priest"], True, 3), ([], False, 0)]),
    ],
)
def test_piles_of_advisors(written: str, piles: list[tuple[list[str], bool, int]]) -> None:
    state = read(f"advisors: {written}")

    assert [(pile.cards, pile.up, pile.wealth) for pile in state.piles] == piles


@pytest.mark.parametrize(
    ("agenda", "step", "asked"),
    [
        ("[bid]", "ties", {0: "bid", 2: "bid"}),
        ("[{question: tie, tied: [A, C]}]", "ties", {1: "tie"}),
        ("[take]", "advisors", {1: "take"}),
        ("[cleaning]", "preparation", {0: "cleaning", 2: "cleaning"}),
        ("[target]", "turns", {1: "target"}),
        ("[{question: target, seat: C}]", "turns", {2: "target"}),
        ("[{question: bid, seats: [C]}]", "ties", {2: "bid"}),
    ],
)
def test_a_question_is_asked_in_its_step(agenda: str, step: str, asked: dict[int, str]) -> None:
    """Of the active player, or of everybody who has something to decide."""
    state = read(f"""
        order: [B, A, C]
        seats: {{A: {{wealth: 1, discard: [Sage]}}, B: {{}}, C: {{influence: 1, discard: [Seer]}}}}
        advisors: [Priest, Mayor]
        picks: [[A, C]]
        agenda: {agenda}
    """)

    assert state.step == step
    assert {one.seat: one.question for one in ESSENCE.list_prompts(state)} == asked


def test_a_faction_is_asked_of_a_seat_without_one() -> None:
    state = read("{agenda: [faction], seats: {A: {faction: ''}, B: {}}}")

    own = state.seats[0]

    assert state.step == "faction" and own.island == {}
    assert (own.attack, own.defense, own.ready, own.draw_pile) == (0, 0, 0, [])
    (prompt,) = ESSENCE.list_prompts(state)
    assert (prompt.seat, prompt.question, prompt.number) == (0, "faction", 1)
    assert ESSENCE.write_position(state)["seats"]["A"]["faction"] == ""


def test_numbers_of_questions_go_on_from_what_was_asked() -> None:
    """Prompt numbers are never used twice: one for each seat."""
    state = read("{asked: 6, agenda: [target]}")
    numbered = read("{agenda: [{question: target, number: 9}]}")

    assert [one.number for one in ESSENCE.list_prompts(state)] == [7] and state.asked == 8
    assert [one.number for one in ESSENCE.list_prompts(numbered)] == [9] and numbered.asked == 10
    both = read("{asked: 30, agenda: [{question: target, number: 9}]}")
    assert both.asked == 30
    effects = "{question: doing, seat: A, effects: [{essence: 1}]}"
    begun = read(f"{{agenda: [{effects}, target]}}")
    assert [one.number for one in ESSENCE.list_prompts(begun)] == [1]


QUESTIONS = """
bid
{question: tie, tied: [A, B]}
take
turn
{question: build, discount: 1}
target
{question: spoils, victim: B}
{question: rearrange, move: true, swap: true}
{question: opponent, effect: {opponent_chooses: [{essence: 1}, {wealth: 1}]}}
{question: give, seat: B, taker: A, many: 1}
{question: opponent_chooses, seat: B, chooser: A, options: [{essence: 1}, {wealth: 1}]}
{question: choose_one, options: [{essence: 1}, {wealth: 1}]}
{question: discard, many: 1}
exhaust_own
exhaust
spy
recall
cleaning
"""


@pytest.mark.parametrize("question", QUESTIONS.strip().splitlines())
def test_a_question_without_a_number_gets_the_next_ones(question: str) -> None:
    """As many as there are seats: one for each that may be asked."""
    state = read(f"""
        asked: 4
        seats:
          A: {{faction: University of the Sun, wealth: 2, influence: 2, hand: [Dean],
              discard: [Sage], island: {{"0,0": Sun Dome, "1,0": Forum}}}}
          B: {{wealth: 2, influence: 2, discard: [Priest], island: {{"0,0": Forum}}}}
          C: {{}}
        advisors: [Seer, Mayor]
        picks: [[A, B]]
        market: [Tavern]
        agenda: [{question}]
    """)

    assert {one.number - one.seat for one in ESSENCE.list_prompts(state)} == {5}
    assert state.asked == 7


def test_spoils_are_those_of_an_ordinary_attack_unless_written_otherwise() -> None:
    text = (
        "{seats: {A: {}, B: {discard: [Mayor], wealth: 1}}, agenda: [{question: spoils, victim: B"
    )
    verbs = [
        [choice.verb for choice in ESSENCE.list_prompts(read(text + more))[0].choices]
        for more in ("}]}", ", slaver: true}]}")
    ]

    assert verbs == [["seize", "exhaust", "leave"], ["seize", "exhaust", "command", "leave"]]


def test_sealed_answers_are_read_with_their_seats() -> None:
    state = read("""
        seats: {A: {wealth: 1}, B: {wealth: 1}}
        agenda:
          - question: bid
            seats: [A, B]
            answers: {B: {verb: bid, args: {wealth: 1, influence: 0, wishes: []}}}
    """)
    ours, theirs = ESSENCE.list_prompts(state)

    assert ours.answered is None and theirs.answered is not None
    assert ESSENCE.write_position(state)["agenda"][0]["answers"].keys() == {"B"}


@pytest.mark.parametrize("name", ["Tavern", "tavern", "l.tavern", "TAVERN "])
def test_components_are_named_in_several_ways(name: str) -> None:
    assert read(f"market: ['{name}']").market == ["l.tavern"]


@pytest.mark.parametrize("name", ["Boarding Party", "f.ti.boarding", "ti.boarding", "boarding"])
def test_followers_are_named_with_and_without_their_faction(name: str) -> None:
    assert read(f"seats: {{A: {{hand: ['{name}']}}, B: {{}}}}").seats[0].hand == ["f.ti.boarding"]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"seats": 1}, "for 2 to 5 seats, not 1"),
        ({"seats": {"A": {"faction": "Court of Masks"}, "B": {"faction": "Court of Masks"}}},
         "seats.B.faction: somebody else plays it"),
        ({"seats": {"A": {"luck": 1}, "B": {}}}, "seats.A.luck: there is no such field"),
        ({"seats": {"A": {"ready": 6}, "B": {}}}, "seats.A.ready: there are five"),
        ({"seats": {"A": {"island": {"0,0": {"card": "Tavern", "luck": 1}}}, "B": {}}},
         "seats.A.island.0,0.luck: there is no such field"),
        ({"seats": {"A": {"island": {"0,0": {"card": "Tavern", "exhausted": 1}}}, "B": {}}},
         "seats.A.island.0,0.exhausted: 1 is neither"),
        ({"seats": {"A": {"island": {"0,0": "Sapper"}}, "B": {}}},
         "seats.A.island.0,0: 'Sapper' is no segment"),
        ({"seats": {"A": {"draw_pile": ["Tavern"]}, "B": {}}}, r"seats.A.draw_pile\[0\]: 'Tavern'"),
        ({"seats": {"A": {"fragments": ["Tithe", "Tithe"]}, "B": {}}}, "no further 'Tithe'"),
        ({"order": ["A", "A"]}, "order: every seat stands in it once"),
        ({"order": ["A", "Z"]}, r"order\[1\]: 'Z' is none of A, B"),
        ({"passed": ["Z"]}, r"passed\[0\]: 'Z' is none of A, B"),
        ({"row": ["empty"] * 7}, "row: it has 6 spaces"),
        ({"row": ["Tavern"]}, r"row\[0\]: 'Tavern' is no fragment"),
        ({"advisors": [{"cards": [], "up": True}]}, r"advisors\[0\].up: there is no card"),
        ({"advisors": [{"cards": [], "luck": 1}]}, r"advisors\[0\].luck: there is no such"),
        ({"advisors": [{"cards": ["Tavern"]}]}, r"advisors\[0\].cards\[0\]: 'Tavern' is no Adv"),
        ({"advisors": ["Jester", "Jester"]}, "no further 'Jester'"),
        ({"wishes": {"A": ["Tavern"]}}, "wishes.A: 'Tavern' is no Advisor"),
        ({"wishes": {"Z": []}}, "wishes: 'Z' is none of"),
        ({"picks": [["Z"]]}, r"picks\[0\]\[0\]: 'Z' is none of"),
        ({"picks": [["A"], []]}, "picks: no group is empty"),
        ({"picks": [["A"], ["B", "A"]]}, "picks: .* every seat stands in one at most"),
        (_tie(["A", "B"]), r"agenda\[0\].tied: picks has no such group"),
        (_tie(["A", "B"], ["A"], ["B"]), r"agenda\[0\].tied: picks has no such group"),
        (_tie(["B", "A"], ["A", "B"]), "group of two or more, in this order"),
        (_tie(["A"], ["A"]), "group of two or more"),
        (_tie([], ["A", "B"]), "group of two or more"),
        ({"treaties": {"Peace Treaty": []}}, "treaties: 'Peace Treaty' is no treaty"),
        ({"treaties": {"Levy Treaty": ["A"] * 4}}, "treaties.t.draw: there are not so many spaces"),
        ({"active": -2}, "active: -2 is not a whole number"),
        ({"active": True}, "active: True is not a whole number"),
        ({"active": 2}, "active: places in the order go from 0 to 1"),
        ({"passed": ["A"]}, "active: A has passed"),
        ({"passed": ["A"], "agenda": ["turn"]}, "active: A has passed"),
        ({"passed": ["B", "B"]}, "passed: every seat passes once"),
        ({"step": "preparation", "passed": ["A"]}, "passed: after the turns .* everybody has"),
        ({"step": "scoring", "passed": ["A"]}, "passed: after the turns .* everybody has"),
        ({"agenda": ["cleaning"], "passed": []}, "passed: after the turns .* everybody has"),
        ({"agenda": ["take"]}, "A is asked and can do nothing at all"),
        ({"agenda": ["recall"]}, "A is asked and can do nothing at all"),
        ({"agenda": ["exhaust_own"]}, "A is asked and can do nothing at all"),
        ({"main_done": 1}, "main_done: 1 is neither"),
        ({"threat": -1}, "threat: -1 is not a whole number"),
        ({"location_deck": ["Cloud Mint"]}, r"location_deck\[0\]: 'Cloud Mint' is no Location"),
        ({"monument_deck": ["Tavern"]}, r"monument_deck\[0\]: 'Tavern' is no Monument"),
        ({"agenda": [{"question": "target", "luck": 1}]}, r"agenda\[0\].luck: there is no such"),
        ({"agenda": [{"question": "target", "slaver": 3}]}, r"agenda\[0\]: Expected bool, got"),
        ({"agenda": [{"question": "target", "number": -1}]}, r"agenda\[0\].number: -1 is no"),
        ({"agenda": [{"question": "bid", "seats": ["Z"]}]}, r"agenda\[0\].seats\[0\]: 'Z' is none"),
        ({"chance": {"luck": 1}}, "chance.luck: there is no such field"),
        ({"chance": {"counts": {"dice": 1}}}, "chance: 'dice' is none of"),
        ({"chance": {"counts": {"locations": -1}}}, "chance.counts.locations: -1 is no"),
        ({"chance": {"fixed": {"locations": [["Cloud Mint"]]}}}, "chance.fixed.locations: 'Cloud"),
        ({"chance": {"fixed": {"prophecy1": [["Tavern"]]}}}, "fixed.prophecy1: 'Tavern' is no fr"),
        ({"chance": {"fixed": {"court_of_masks": [["Tavern"]]}}}, "court_of_masks: 'Tavern' is no"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(position: Mapping[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ESSENCE.read_position(position)


def test_a_tie_among_the_picks_can_be_answered() -> None:
    """S-03: whoever is named comes first, and the rest of the group is a tie of its own."""
    state = ESSENCE.read_position(
        {"seats": 4, "advisors": ["Priest", "Mayor", "Sage"]}
        | _tie(["A", "B", "C"], ["D"], ["A", "B", "C"])
    )
    (prompt,) = ESSENCE.list_prompts(state)
    ESSENCE.play_decision(state, 0, prompt.choices[1].examples()[0])

    assert state.picks == [[3], [1], [0, 2]]
    assert [one.question for one in ESSENCE.list_prompts(state)] == ["tie"]


def test_a_treaty_may_be_full() -> None:
    assert len(read("treaties: {Levy Treaty: [A, B, A]}").treaties["t.draw"]) == 3


def test_a_small_slip_is_answered_with_a_suggestion() -> None:
    with pytest.raises(ValueError, match="'Taverne' is no Location or Monument; did you mean 'Tav"):
        read("market: [Taverne]")


@pytest.mark.parametrize("step", ["scoring", "goal", "cleaning", "preparation"])
def test_after_the_turns_everybody_has_passed(step: str) -> None:
    """“Preparation”: the order in which they passed becomes the new order."""
    position = {"seats": 3, "step": step, "order": ["C", "A", "B"]}

    assumed = ESSENCE.read_position(position)
    written = ESSENCE.read_position(position | {"passed": ["B", "C", "A"]})

    assert (assumed.round, assumed.order) == (2, [2, 0, 1])
    assert (written.round, written.order) == (2, [1, 2, 0])


def test_before_the_first_round_nobody_has_passed() -> None:
    factions = ESSENCE.read_position({"step": "faction"})
    preparation = ESSENCE.read_position({"step": "preparation", "round": 0})

    assert [(state.round, state.passed) for state in (factions, preparation)] == [(1, [])] * 2


def test_who_has_passed_may_have_been_active_last() -> None:
    position = {"active": 0, "passed": ["A"], "turn_over": True}

    assert ESSENCE.read_position(position).player() == 1
