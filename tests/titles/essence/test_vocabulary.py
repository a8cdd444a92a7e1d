"""The words of card effects by themselves: also those that no card has alone today."""

from __future__ import annotations

import pytest

from games.engine.contract import Decision, IllegalDecision
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.gains import count_amount
from games.titles.essence.rules.state import State

from .differences import each_row, find_changes, list_lines, parse_changes, play_lines, set_up

# A seat with a different number of everything that can be counted.
RICH = """
    seats:
      A: {faction: Court of Masks, hand: [Courier, Duenna, Whisperer], attack: 7, defense: 8,
          shards: 9, fragments: [Tithe, Five Winds, Old Titan, Two Wars],
          island: {"0,0": Mirror Palace, "1,0": Forum, "2,0": Tavern, "3,0": Fountain,
          "4,0": Shrine, "5,0": Theatre}}
      B: {}
    treaties: {Levy Treaty: [A, B, A], Attack Treaty: [B]}
"""
AMOUNTS = """
4                                              | 4
{per: segments}                                | 6
{per: segments_of, type: cultural}             | 3
{per: segments_of, type: political}            | 2
{per: segments_of, type: military}             | 0
{per: prophecies}                              | 4
{per: treaties}                                | 2
{per: hand}                                    | 3
{per: attack}                                  | 7
{per: defense}                                 | 8
{per: shards}                                  | 9
{per: attack, every: 2}                        | 3
{per: attack, every: 2, times: 3}              | 9
{per: hand, times: 2}                          | 6
{per: attack, max: 5}                          | 5
{per: attack, max: 8}                          | 7
{per: attack, min: 8}                          | 8
{per: segments_of, type: military, min: 1}     | 1
{per: segments_of, type: military, min: 1, max: 4} | 1
"""


@each_row(AMOUNTS)
def test_an_amount_is_counted(row: tuple[str, ...]) -> None:
    """As often as `every` fits, `times` as much, at least `min` and at most `max`."""
    state = set_up(
        f"{RICH}\n    agenda: [{{question: doing, seat: A, effects: [{{essence: {row[0]}}}]}}]"
    )
    state.agenda[-1].effects.append({"wealth": 1})  # type: ignore[union-attr]

    amount = state.agenda[-1].effects[0]["essence"]  # type: ignore[union-attr]
    assert count_amount(state, 0, amount) == int(row[1])


def carry_out(effects: str, seats: str, lines: str = "", more: str = "") -> dict[str, int]:
    """Return what effects of seat A change that are due after its present question."""
    state = begin(effects, seats, more)
    return find_changes(state, f"leave it; {lines}")


def begin(effects: str, seats: str, more: str = "") -> State:
    return set_up(f"""
        seats: {{{seats}}}
        {more}
        agenda:
          - {{question: turn, seat: A}}
          - {{question: doing, seat: A, source: a.sage, effects: {effects}}}
          - {{question: spy, seat: A}}
    """)


TWO = 'A: {faction: Court of Masks, island: {"0,0": Mirror Palace, "1,0": Forum}, OWN}, \
B: {faction: University of the Sun, wealth: 2}'


@pytest.mark.parametrize(
    ("effects", "own", "changes"),
    [
        ("[{essence: 2}, {shards: 1}]", "", "essence +2, shards +1"),
        ("[{wealth: 2}, {influence: 3}]", "", "wealth +2, influence +3"),
        ("[{attack: 2}, {defense: 3}]", "", "attack +2, defense +3"),
        ("[{draw: 2}]", "", "drawn +2"),
        ("[{draw: 2}]", "draw_pile: [Courier]", "drawn +1"),
        ("[{foundation: 2}]", "", "foundations +2"),
        ("[{foundation: 2}]", "ready: 1, spent: 3", "foundations +1"),
        ("[{foundation: 2}]", "ready: 0, spent: 5", ""),
        ("[{ignore_attack: 2}]", "", "charges +2"),
        ("[{exchange_attack_defense: 1}]", "attack: 3, defense: 1", "attack -2, defense +2"),
        ("[{raid: 1}]", "attack: 3, defense: 1", "attack +1, defense -1, lent +1"),
        ("[{raid: 1}]", "attack: 3, defense: 1, raid: 2", "attack +1, defense -1, lent +1"),
        ("[{add_location: 3}]", "", "market +3"),
        ("[{opponent_gives: {who: one, what: wealth, n: 1}}]", "", "wealth +1, B wealth -1"),
        ("[{opponent_gives: {who: one, what: wealth, n: 5}}]", "", "wealth +2, B wealth -2"),
        ("[{opponent_gives: {who: one, what: influence, n: 5}}]", "", ""),
        ("[{rector: 1}]", "", ""),
        ("[{spy: 1}]", "", ""),
    ],
)
def test_a_word_does_what_it_says(effects: str, own: str, changes: str) -> None:
    """Those without a choice; what has nothing to act on does nothing."""
    found = carry_out(effects, TWO.replace("OWN", own))

    assert found == parse_changes(changes)


@pytest.mark.parametrize(
    ("effect", "verbs"),
    [
        ("{move_segment: 1}", ["move", "leave"]),
        ("{swap_segments: 1}", ["swap", "leave"]),
        ("{choose_one: [{move_segment: 1}, {swap_segments: 1}]}", ["move", "swap", "leave"]),
        ("{choose_one: [{swap_segments: 1}, {essence: 1}]}", ["choose", "choose"]),
        ("{exhaust_segment: {whose: own}}", ["exhaust"]),
        ("{exhaust_segment: {whose: opponent}}", ["exhaust", "leave"]),
        ("{build_action: {}}", ["build", "leave"]),
        ("{attack_action: 1}", ["attack", "attack"]),
        ("{rector: 1}", ["take", "take"]),
        ("{opponent_chooses: [{essence: 1}, {wealth: 1}]}", ["name"]),
    ],
)
def test_a_word_asks_what_it_needs_to_know(effect: str, verbs: list[str]) -> None:
    state = begin(
        f"[{effect}]",
        TWO.replace("OWN", "wealth: 3, ready: 1"),
        "market: [Forum]\n        advisors: [Priest, Sage]",
    )
    play_lines(state, "leave it")

    (prompt,) = ESSENCE.list_prompts(state)
    assert prompt.seat == 0 and [choice.verb for choice in prompt.choices] == verbs


@pytest.mark.parametrize(
    ("effect", "own"),
    [
        ("{build_action: {}}", "wealth: 3, ready: 0"),
        ("{build_action: {}}", "wealth: 2, ready: 1"),
        ("{build_action: {discount: 1}}", "wealth: 1, ready: 1"),
        ("{move_segment: 1}", 'island: {"0,0": Tavern}'),
        ("{swap_segments: 1}", 'island: {"0,0": Tavern}'),
        ("{exhaust_segment: {whose: own}}", 'island: {"0,0": Tavern}'),
    ],
)
def test_nothing_is_asked_without_anything_to_act_on(effect: str, own: str) -> None:
    seats = f"A: {{faction: Court of Masks, {own}}}, B: {{faction: Cloudharbour League}}"
    state = begin(f"[{effect}, {{essence: 1}}]", seats, "market: [Forum]")
    play_lines(state, "leave it")

    assert ESSENCE.list_prompts(state)[0].question == "turn" and state.seats[0].essence == 1


def test_a_build_without_a_foundation_exhausts_none() -> None:
    """Only where the card says so (H-38)."""
    seats = "A: {faction: Court of Masks, wealth: 2, ready: 0}, B: {}"
    effect = "[{build_action: {discount: 1, needs_foundation: false}}]"

    found = carry_out(effect, seats, "build Forum at 0,1", "market: [Forum]")

    assert found == parse_changes("wealth -2, essence +3, market -1, segments +1")


def test_effects_are_carried_out_in_their_order() -> None:
    """What the second asks comes after the first; the third after its answer."""
    state = begin(
        "[{attack: 1}, {attack_action: 1}, {attack: 5}]",
        "A: {faction: Court of Masks, attack: 1}, B: {}",
    )

    assert find_changes(state, "leave it; attack Threat") == parse_changes(
        "attack +6, essence +2, wars +1, threat +1"
    )


def test_only_the_answers_of_a_question_are_taken() -> None:
    """Another verb, another number or somebody else's is refused."""
    effect = "[{choose_one: [{essence: 1}, {wealth: 1}]}]"
    state = begin(effect, "A: {faction: Court of Masks}, B: {}")
    play_lines(state, "leave it")

    assert list_lines(state) == ["choose 1", "choose 2"]
    for args in ({"option": 0}, {"option": 3}, {"option": "1"}, {}, {"option": 1, "more": 1}):
        with pytest.raises(IllegalDecision):
            ESSENCE.play_decision(state, 0, Decision("choose", args))  # type: ignore[arg-type]
    play_lines(state, "choose 2")
    assert (state.seats[0].essence, state.seats[0].wealth) == (0, 1)
