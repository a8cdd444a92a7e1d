"""“Cleaning” and “End”: one test for each sentence."""

from __future__ import annotations

from itertools import product
from textwrap import dedent

import pytest

from games.engine.contract import Argument, Decision, IllegalDecision, Pick, Split
from games.titles.essence.game import GAME as ESSENCE
from games.titles.essence.rules.state import State

from .conftest import Scene
from .differences import list_lines, play_lines, set_up

# Steps 1 to 4 -------------------------------------------------------------------------------------


def test_the_table_is_cleared(scene: Scene) -> None:
    """Exhaustion tokens are removed, treaty tokens return, the market and Foundations go."""
    scene("""
        step: scoring
        passed: [A, B]
        threat: 0
        seats:
          A: {faction: Court of Masks, ready: 1, spent: 3, raid: 2, shards: 1,
              island: {"0,0": Mirror Palace, "1,0": {card: Forum, exhausted: true}}}
          B: {island: {"0,0": {card: Citadel of the Islands, exhausted: true}}}
        treaties: {Attack Treaty: [A, B], Levy Treaty: [B], Defense Treaty: [A],
            Rebuilding Treaty: [A]}
        market: [Tavern, Cloud Mint]
        segment_discard: [Market]
        row: [First Blood, Tithe]
        expect:
          market: []
          segment_discard: [Market, Tavern, Cloud Mint]
          treaties: {Attack Treaty: [], Levy Treaty: [], Defense Treaty: [], Rebuilding Treaty: []}
          seats:
            A: {ready: 0, spent: 0, raid: 0, island: {"0,0": Mirror Palace, "1,0": Forum}}
            B: {island: {"0,0": Citadel of the Islands}}
        asked: {A: cleaning, B: cleaning}
    """)


SCORES = [
    # Essence of each seat, Shards gained, revenge tokens afterwards.
    ([5, 3], [3, 2], [0, 0]),
    ([4, 4], [3, 3], [0, 0]),
    ([0, 0], [3, 3], [0, 0]),
    ([1, 5, 3], [1, 3, 2], [0, 0, 0]),
    ([5, 5, 3], [3, 3, 1], [0, 0, 0]),
    ([5, 3, 3], [3, 2, 2], [0, 0, 0]),
    ([5, 5, 5], [3, 3, 3], [0, 0, 0]),
    # From four players on, whoever got no Shard gains revenge.
    ([31, 31, 29, 22], [3, 3, 1, 0], [0, 0, 0, 1]),
    ([9, 8, 8, 7], [3, 2, 2, 0], [0, 0, 0, 1]),
    ([9, 8, 7, 7], [3, 2, 1, 1], [0, 0, 0, 0]),
    ([9, 9, 9, 7], [3, 3, 3, 0], [0, 0, 0, 1]),
    ([4, 3, 2, 1], [3, 2, 1, 0], [0, 0, 0, 1]),
    ([5, 4, 3, 2, 1], [3, 2, 1, 0, 0], [0, 0, 0, 1, 1]),
    ([1, 1, 1, 1, 5], [2, 2, 2, 2, 3], [0, 0, 0, 0, 0]),
    ([1, 2, 9, 9, 9], [0, 0, 3, 3, 3], [1, 1, 0, 0, 0]),
]


def score(essence: list[int], revenge: list[int]) -> State:
    """Return the table after the Shards of a round are handed out."""
    seats = ", ".join(
        f"{name}: {{essence: {many}, revenge: {tokens}}}"
        for name, many, tokens in zip("ABCDE", essence, revenge, strict=False)
    )
    passed = ", ".join("ABCDE"[: len(essence)])
    return set_up(f"""
        step: scoring
        passed: [{passed}]
        seats: {{{seats}}}
        row: [First Blood, Tithe]
    """)


@pytest.mark.parametrize(("essence", "shards", "revenge"), SCORES)
def test_shards_go_by_places_and_ties_push_the_next_place_down(
    essence: list[int], shards: list[int], revenge: list[int]
) -> None:
    """3, 2 and 1; a revenge token with 4 and 5 players only (H-26)."""
    state = score(essence, [0] * len(essence))

    assert [seat.shards for seat in state.seats] == shards
    assert [seat.revenge for seat in state.seats] == revenge


@pytest.mark.parametrize("essence", list(product(range(3), repeat=3)), ids=str)
def test_three_players_all_get_shards_and_none_gets_revenge(essence: tuple[int, ...]) -> None:
    state = score(list(essence), [0, 0, 0])

    assert min(seat.shards for seat in state.seats) > 0
    assert [seat.revenge for seat in state.seats] == [0, 0, 0]


@pytest.mark.parametrize(
    ("essence", "before", "shards", "revenge"),
    [
        ([9, 8, 7], [1, 1, 1], [4, 2, 1], [0, 1, 1]),
        ([9, 9, 7], [2, 1, 0], [4, 4, 1], [1, 0, 0]),
        ([9, 9, 7, 1], [0, 1, 0, 0], [3, 4, 1, 0], [0, 0, 0, 1]),
        ([9, 8, 7, 1], [2, 0, 0, 2], [4, 2, 1, 0], [1, 0, 0, 3]),
    ],
)
def test_H27_the_first_spends_one_revenge_for_a_shard(
    essence: list[int], before: list[int], shards: list[int], revenge: list[int]
) -> None:
    """One token, also of those who share the first place, and before any are handed out."""
    state = score(essence, before)

    assert [seat.shards for seat in state.seats] == shards
    assert [seat.revenge for seat in state.seats] == revenge


@pytest.mark.parametrize(("seats", "goal"), [(2, 12), (3, 11), (4, 12), (5, 11)])
def test_the_match_ends_when_somebody_reaches_the_goal(seats: int, goal: int) -> None:
    """Any player, exactly the goal or more; one Shard less is one round more."""
    for short, over in ((1, False), (0, True), (-1, True)):
        others = ", ".join(f"{name}: {{}}" for name in "BCDE"[: seats - 1])
        state = set_up(f"""
            step: goal
            passed: [{", ".join("ABCDE"[:seats])}]
            seats: {{A: {{shards: {goal - short}}}, {others}}}
            row: [First Blood, Tithe]
        """)
        assert (state.step == "over") == over
        assert (ESSENCE.find_outcome(state) is not None) == over


def test_H39_shards_of_a_fragment_are_tested_in_cleaning_only() -> None:
    state = set_up("""
        seats: {A: {faction: Court of Masks, shards: 11, wealth: 5, influence: 2}, B: {}}
        row: [First Blood, Golden Age]
    """)
    play_lines(state, "read Golden Age")

    assert state.seats[0].shards == 12 and ESSENCE.find_outcome(state) is None


# Steps 5 to 8: the form ---------------------------------------------------------------------------

FORM = """
    agenda: [cleaning]
    round: 2
    passed: [B, A, C]
    order: [B, A, C]
    threat: 5
    row: [First Blood, Twin Forts, Tithe, Old Favour]
    seats:
      A: {faction: Court of Masks, defense: 2, wealth: 4, influence: 1, discard: [Sage],
          draw_pile: [Courier]}
      B: {faction: University of the Sun, defense: 5, wealth: 4, influence: 1}
      C: {faction: Cloudharbour League, defense: 0, wealth: 1, influence: 2, discard: [Broker]}
"""


def test_everybody_decides_on_one_form() -> None:
    """The row but for its leftmost card, the piles with a discard pile, the mix of a loss."""
    state = set_up(FORM)
    ann, ben, cid = ESSENCE.list_prompts(state)
    reserve = Pick("reserve", ("p1.twin_forts", "p1.tithe", "p1.favour"), 0, 3, ranked=True)
    row = Pick("reserve", ("p1.first_blood", *reserve.items), 0, 4, ranked=True)
    piles = Pick("piles", ("keep", "shuffle"))

    assert ann.choices[0].slots == (row, piles, Split("loss", 3, {"wealth": 4, "influence": 1}))
    assert ben.choices[0].slots == (row,)
    assert cid.choices[0].slots == (row, piles)
    assert [one.facts["loss"] for one in (ann, ben, cid)] == [3, 0, 3]
    assert ann.fallback.args == {
        "reserve": [],
        "piles": "keep",
        "loss": {"wealth": 2, "influence": 1},
    }
    assert ann.facts == {
        **{"round": 2, "wealth": 4, "influence": 1, "loss": 3, "draw_pile": 1},
        "row": list(row.items),
        "discard": ["a.sage"],
    }
    assert len({ann.number, ben.number, cid.number}) == 3
    assert {one.group for one in (ann, ben, cid)} == {ann.group}
    assert [len(one.list_offered_decisions()) for one in (ann, ben, cid)] == [8, 4, 8]
    assert list_lines(state)[:4] == [
        "clean keep piles lose 2 Wealth, 1 Influence",
        "clean shuffle piles lose 2 Wealth, 1 Influence",
        "clean reserve Old Favour keep piles lose 2 Wealth, 1 Influence",
        "clean reserve Old Favour shuffle piles lose 2 Wealth, 1 Influence",
    ]


@pytest.mark.parametrize(
    ("defense", "wealth", "influence", "lost"),
    # The Threat is 5: the difference, at most what is owned.
    [(6, 3, 3, 0), (5, 3, 3, 0), (4, 3, 3, 1), (0, 3, 3, 5), (0, 1, 2, 3), (0, 0, 9, 5)],
)
def test_H30_the_threat_takes_what_defense_does_not_stop(
    defense: int, wealth: int, influence: int, lost: int
) -> None:
    """A choice only if there are both kinds and some are left; nothing else happens."""
    state = set_up(f"""
        agenda: [cleaning]
        passed: [A, B]
        threat: 5
        row: [empty, empty, empty, empty, First Blood, Tithe]
        seats:
          A: {{faction: Court of Masks, defense: {defense}, wealth: {wealth},
              influence: {influence}}}
          B: {{faction: Cloudharbour League, defense: 9}}
    """)
    (ours, _) = ESSENCE.list_prompts(state)
    mixes = bool(lost and wealth and influence and lost < wealth + influence)

    assert ours.facts["loss"] == lost
    assert any(slot.name == "loss" for slot in ours.choices[0].slots) == mixes
    silence = ours.fallback.args.get("loss", {})
    ESSENCE.play_decision(state, 0, ours.fallback)
    told = ESSENCE.play_decision(state, 1, ESSENCE.list_prompts(state)[1].fallback)
    taken = [event.args for event in told if event.kind == "threatened"]
    first = min(lost, influence)
    kept = {"wealth": lost - first, "influence": first}
    assert taken == ([{"seat": 0, "threat": 5, **kept}] if lost else [])
    assert silence in ({}, {name: many for name, many in kept.items() if many})
    # The next Income of the Court of Masks is 3 and 3; Defense is set anew.
    own = state.seats[0]
    assert (own.wealth, own.influence) == (wealth + 3 - kept["wealth"], influence + 3 - first)
    assert (own.essence, own.defense, state.threat) == (0, 2, 5)


def test_a_grey_defense_stops_the_threat_too() -> None:
    """A Gatehouse: 1 more."""
    state = set_up("""
        agenda: [cleaning]
        threat: 5
        seats: {A: {faction: Court of Masks, defense: 3, wealth: 9, island: {"0,0": Gatehouse}},
            B: {wealth: 1, discard: [Sage]}}
    """)

    state.seats[0].discard = ["a.priest"]
    assert ESSENCE.list_prompts(state)[0].facts["loss"] == 1


def test_the_threat_strikes_against_a_gatehouse(scene: Scene) -> None:
    """4 against 2 and 1 more takes a token; the Gatehouse brings nothing, since nobody attacks."""
    scene("""
        step: scoring
        passed: [A, B]
        threat: 4
        seats:
          A: {faction: Court of Masks, shards: 9, essence: 5, defense: 2, wealth: 3, influence: 2,
              island: {"0,0": Gatehouse}}
          B: {faction: Cloudharbour League, defense: 2, wealth: 3, influence: 2}
        outcome: {A: {place: 1}, B: {place: 2}}
        expect: {seats: {A: {wealth: 3, influence: 1}, B: {wealth: 3, influence: 0}}}
    """)


AT_THE_END = """
    {options}
    step: scoring
    passed: [A, B]
    threat: 3
    seats:
      A: {{faction: Court of Masks, shards: 9, essence: 5, defense: 1, wealth: 3}}
      B: {{faction: Cloudharbour League, shards: 9, essence: 5, defense: 3, wealth: 2}}
"""


@pytest.mark.parametrize(
    ("options", "wealth", "places"),
    [
        ("", [1, 2], (2, 1)),
        ("options: {threat_at_end: false}", [3, 2], (1, 2)),
    ],
)
def test_H45_the_threat_strikes_before_the_end_and_the_tie_counts_after_it(
    options: str, wealth: list[int], places: tuple[int, ...]
) -> None:
    """“Cleaning” 8 comes before 9; nobody is asked anything."""
    state = set_up(dedent(AT_THE_END.format(options=options)))
    outcome = ESSENCE.find_outcome(state)

    assert [seat.wealth for seat in state.seats] == wealth
    assert outcome is not None and outcome.places == places


WRONG: list[dict[str, Argument]] = [
    {},
    {"reserve": [], "piles": "keep"},
    {"reserve": [], "piles": "burn", "loss": {"wealth": 3}},
    {"reserve": [], "piles": ["keep"], "loss": {"wealth": 3}},
    {"reserve": ["p3.five_winds"], "piles": "keep", "loss": {"wealth": 3}},
    {"reserve": ["p1.tithe", "p1.tithe"], "piles": "keep", "loss": {"wealth": 3}},
    {"reserve": [], "piles": "keep", "loss": {"wealth": 2}},
    {"reserve": [], "piles": "keep", "loss": {"wealth": 4}},
    {"reserve": [], "piles": "keep", "loss": {"wealth": 1, "influence": 2}},
    {"reserve": [], "piles": "keep", "loss": {"wealth": 3}, "more": "1"},
]


@pytest.mark.parametrize("args", WRONG)
def test_other_forms_are_refused(args: dict[str, Argument]) -> None:
    state = set_up(FORM)

    with pytest.raises(IllegalDecision):
        ESSENCE.play_decision(state, 0, Decision("clean", args))
    with pytest.raises(IllegalDecision, match="not a possible answer"):
        ESSENCE.play_decision(state, 0, Decision("reserve", {}))


def test_wishes_are_granted_clockwise_from_the_first_player() -> None:
    """Each the first of its wishes that is free; unmarked fragments are discarded, the rest slide
    right and the row is refilled."""
    state = set_up("""
        agenda: [cleaning]
        order: [B, A, C]
        passed: [C, B, A]
        row: [Two Wars, First Blood, Twin Forts, Tithe, Old Favour, Five Winds]
        prophecy_deck: [Sun Eater, Old Titan, Storm Roc, Great Square, Golden Age]
        seats: {A: {}, B: {}, C: {}}
    """)
    ours, theirs = "clean reserve Tithe, First Blood", "clean reserve Old Favour, Tithe"
    play_lines(state, f"{ours}; clean reserve Old Favour; {theirs}")

    # B is first, then C, which gets its second wish, then A.
    new = ["p2.storm_roc", "p3.old_titan", "p3.sun_eater"]
    assert state.row == [*new, "p1.first_blood", "p1.tithe", "p1.favour"]
    assert sorted(state.prophecy_discard) == ["p1.twin_forts", "p2.two_wars", "p3.five_winds"]


def test_a_wish_is_gone_with_the_first_who_has_it() -> None:
    state = set_up("""
        agenda: [cleaning]
        order: [C, A, B]
        passed: [A, B, C]
        row: [Two Wars, First Blood, Twin Forts, Tithe, Old Favour, Five Winds]
        prophecy_deck: []
        seats: {A: {}, B: {}, C: {}}
    """)
    play_lines(state, "clean reserve Tithe, First Blood; clean reserve Tithe; clean reserve Tithe")

    assert state.row == [None] * 4 + ["p1.first_blood", "p1.tithe"]


def test_each_player_may_shuffle_both_piles_together() -> None:
    """H-29: the hand stays."""
    state = set_up("""
        agenda: [cleaning]
        passed: [A, B]
        row: []
        seats:
          A: {faction: Court of Masks, hand: [Whisperer], draw_pile: [Courier, Courier],
              discard: [Duenna, Duenna, Sage, Priest, Mayor]}
          B: {faction: Cloudharbour League, draw_pile: [Broker, Broker, Smuggler, Smuggler,
              Stevedore], discard: [Sage]}
    """)
    play_lines(state, "clean shuffle piles; clean keep piles")
    ours, theirs = state.seats

    # Four cards of each were drawn in the next Income.
    assert sorted(ours.hand + ours.draw_pile) == sorted(
        ["f.cm.whisperer", "f.cm.courier", "f.cm.courier", "f.cm.duenna", "f.cm.duenna"]
        + ["a.sage", "a.priest", "a.mayor"]
    )
    assert (ours.discard, len(ours.draw_pile)) == ([], 3)
    assert (theirs.discard, theirs.draw_pile) == (["a.sage"], ["f.hl.stevedore"])
    assert state.chance.counts == {"court_of_masks": 1}


def test_whoever_has_nothing_to_decide_is_not_asked() -> None:
    """No row, no discard pile, no mix."""
    state = set_up(
        """
        step: cleaning
        passed: [A, B]
        threat: 5
        row: [Two Wars]
        prophecy_deck: []
        seats: {A: {defense: 5, wealth: 2, discard: [Sage]}, B: {defense: 0, wealth: 2}}
    """.replace("row: [Two Wars]", "row: [Two Wars, empty, empty, empty, empty, empty]")
    )

    assert [one.seat for one in ESSENCE.list_prompts(state)] == [0]
    assert ESSENCE.list_prompts(state)[0].choices[0].slots == (Pick("piles", ("keep", "shuffle")),)
    assert list_lines(state) == ["clean keep piles", "clean shuffle piles"]


def test_a_form_may_change_until_the_last_is_in() -> None:
    state = set_up(FORM)
    play_lines(state, "clean shuffle piles lose 3 Wealth")
    ESSENCE.play_decision(
        state,
        0,
        Decision("clean", {"reserve": [], "piles": "keep", "loss": {"wealth": 2, "influence": 1}}),
    )
    ours = ESSENCE.list_prompts(state)[0]

    assert ours.answered is not None and ours.answered.args["piles"] == "keep"
    assert [one.seat for one in ESSENCE.list_prompts(state) if one.answered is None] == [1, 2]


# End ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fragments", "shards"),
    [
        # The sum of values; 4, 2 and 1; ties share the full number and push the next down.
        (["Five Winds", "Two Wars", "Tithe"], [4, 2, 1]),
        (["Five Winds, Tithe", "Two Wars, Sky Serpent", "Twin Forts"], [4, 4, 1]),
        (["Five Winds", "Two Wars", "Sky Serpent"], [4, 2, 2]),
        (["Five Winds", "Sun Eater", "Old Titan"], [4, 4, 4]),
        (["Tithe", "", ""], [4, 0, 0]),
        (["Tithe", "First Blood", ""], [4, 4, 0]),
        (["", "", ""], [0, 0, 0]),
        (["Tithe", "Two Wars", "Five Winds", "Sun Eater, Twin Forts"], [0, 1, 2, 4]),
        (["Tithe", "Twin Forts", "First Blood", "Two Temples", "Two Wars"], [2, 2, 2, 2, 4]),
    ],
)
def test_H31_fragments_are_ranked_by_the_sum_of_their_values(
    fragments: list[str], shards: list[int]
) -> None:
    seats = ", ".join(
        f"{name}: {{shards: 2, fragments: [{held}]}}"
        for name, held in zip("ABCDE", fragments, strict=False)
    )
    outcome = ESSENCE.find_outcome(set_up(f"{{step: over, seats: {{{seats}}}}}"))

    assert outcome is not None
    assert outcome.scores == tuple(2 + many for many in shards)
    assert outcome.lines == tuple((("shards", 2), ("fragments", many)) for many in shards)


@pytest.mark.parametrize(
    ("seats", "places"),
    [
        (["shards: 5", "shards: 6", "shards: 4"], (2, 1, 3)),
        (["shards: 5", "shards: 5", "shards: 4"], (1, 1, 3)),
        # Equal Shards: fragments, then Essence, then tokens of both kinds together.
        (["shards: 8", "shards: 4, fragments: [Tithe]", ""], (2, 1, 3)),
        (["shards: 8, essence: 3", "shards: 8, essence: 4, wealth: 1", ""], (2, 1, 3)),
        (["shards: 8, wealth: 1, influence: 3", "shards: 8, wealth: 3", ""], (1, 2, 3)),
        (["shards: 8, wealth: 1, influence: 2", "shards: 8, wealth: 3", ""], (1, 1, 3)),
        (["shards: 4, fragments: [Tithe], essence: 1", "shards: 8, essence: 9", ""], (1, 2, 3)),
        (["shards: 8, essence: 1", "shards: 8, influence: 9", ""], (1, 2, 3)),
    ],
)
def test_H32_most_shards_wins_and_ties_are_broken_in_turn(
    seats: list[str], places: tuple[int, ...]
) -> None:
    named = ", ".join(f"{name}: {{{said}}}" for name, said in zip("ABC", seats, strict=True))
    outcome = ESSENCE.find_outcome(set_up(f"{{step: over, seats: {{{named}}}}}"))

    assert outcome is not None and outcome.places == places


def test_every_segment_is_readied() -> None:
    """“Cleaning” 1: Monuments and Palaces, too."""
    state = set_up("""
        step: scoring
        seats:
          A: {faction: Court of Masks,
              island: {"0,0": {card: Mirror Palace, exhausted: true}, "1,0": Forum}}
          B: {faction: University of the Sun,
              island: {"0,0": Sun Dome, "1,0": {card: Alembic, exhausted: true}}}
    """)

    exhausted = [s.card for seat in state.seats for s in seat.island.values() if s.exhausted]
    assert exhausted == []
