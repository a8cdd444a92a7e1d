"""R5: recruiting: cost, races, payment, affiliation, entry, the Court afterwards."""

from __future__ import annotations

from .conftest import Scene


def test_recruiter_and_treasurer_change_the_cost(scene: Scene) -> None:
    """+2 for an opponent's Recruiter, -2 for the own Treasurer; G4 has the whole table."""
    scene("""
        seats:
          A: {pearls: 3, hand: [seahorse 5]}
          B: {lords: [recruiter]}
        court: [shepherd, keeper, trader, miller]
        # 8 + 2 is more than 5 and three Pearls.
        answers: {A: {recruit: []}}
        ---
        seats: {A: {pearls: 3, hand: [seahorse 5], lords: [treasurer]}, B: {lords: [recruiter]}}
        court: [shepherd, keeper, trader, miller]
        play: [{A: recruit shepherd with seahorse 5}]
        expect: {seats: {A: {pearls: 0}}}
    """)


def test_the_treasurer_does_not_pay_for_himself(scene: Scene) -> None:
    """His own recruitment costs the printed ten."""
    scene("""
        seats: {A: {pearls: 3, hand: [squid 5, crab 4]}, B: {}}
        court: [treasurer, keeper, trader, miller]
        play: [{A: "recruit treasurer with squid 5, crab 4"}]
        expect: {seats: {A: {pearls: 2}}}
    """)


def test_exactly_the_printed_number_of_races(scene: Scene) -> None:
    """Neither fewer nor more; several cards of one race are fine."""
    scene("""
        pearls: 9
        hand: [crab 2, crab 3, squid 1, jellyfish 1]
        court: [seeker, keeper, trader, miller]
        play:
          - A: {verb: recruit, args: {lord: seeker, allies: [crab2, crab3]}}
            refused: wrong_number_of_races
          - {A: "recruit seeker with crab 2, squid 1, jellyfish 1", refused: wrong_number_of_races}
          - {A: "recruit seeker with crab 2, crab 3, squid 1"}
        expect: {seats: {A: {pearls: 8}}}
    """)


def test_the_mandatory_race_must_be_among_them(scene: Scene) -> None:
    """The Seeker is a Soldier and wants a crab."""
    scene("""
        pearls: 9
        hand: [crab 2, squid 1, jellyfish 1]
        court: [seeker, keeper, trader, miller]
        play: [{A: "recruit seeker with squid 1, jellyfish 1", refused: mandatory_race_missing}]
    """)


def test_ambassadors_have_no_mandatory_race(scene: Scene) -> None:
    """Any five races are all of them."""
    scene("""
        pearls: 1
        hand: [jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1]
        court: [hermit, keeper, trader, miller]
        location_stack: [jail]
        play: [{A: "recruit hermit with jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1"}]
        expect: {seats: {A: {pearls: 0, affiliated: [squid 1], locations: [jail]}}}
    """)


def test_the_diplomat_ignores_the_mandatory_race_but_not_the_number(scene: Scene) -> None:
    """Two races still, whichever."""
    scene("""
        pearls: 9
        lords: [diplomat]
        hand: [squid 4, jellyfish 3]
        court: [seeker, keeper, trader, miller]
        play:
          - A: {verb: recruit, args: {lord: seeker, allies: [squid4]}}
            refused: wrong_number_of_races
          - {A: "recruit seeker with squid 4, jellyfish 3"}
        expect: {seats: {A: {pearls: 9}}}
    """)


def test_the_missing_points_are_paid_in_pearls_to_the_treasury(scene: Scene) -> None:
    """Never more, and nothing is given back for Allies worth too much."""
    scene("""
        seats: {A: {pearls: 4, hand: [seahorse 5]}, B: {pearls: 1}}
        court: [shepherd, keeper, trader, miller]
        play: [{A: recruit shepherd with seahorse 5}]
        expect: {seats: {A: {pearls: 1}, B: {pearls: 1}}}
        ---
        seats: {A: {pearls: 4, hand: [crab 5, squid 5, jellyfish 5]}, B: {}}
        court: [tamer, keeper, trader, miller]
        play: [{A: "recruit tamer with crab 5, squid 5, jellyfish 5"}, {A: affiliate crab 5}]
        expect: {seats: {A: {pearls: 4}}}
    """)


def test_pearls_may_be_paid_instead_of_cards_that_are_there(scene: Scene) -> None:
    """A free choice, as long as the races are right."""
    scene("""
        pearls: 7
        hand: [shellfish 5, shellfish 1, shellfish 3]
        court: [slaver, keeper, trader, miller]
        play: [{A: recruit slaver with shellfish 1}]
        expect: {seats: {A: {pearls: 0, hand: [shellfish 5, shellfish 3]}}}
    """)


def test_a_lord_is_offered_just_if_he_can_be_paid_for(scene: Scene) -> None:
    """The best of the mandatory race and of the others, plus all Pearls."""
    scene("""
        pearls: 1
        hand: [crab 2, squid 4]
        court: [seeker, keeper, trader, miller]
        answers: {A: {recruit: ["recruit seeker with crab 2, squid 4"]}}
        ---
        pearls: 0
        hand: [crab 2, squid 4]
        court: [seeker, keeper, trader, miller]
        answers: {A: {recruit: []}}
        ---
        # Enough points, but not in enough races, or without the mandatory one.
        pearls: 1
        hand: [squid 4, squid 5]
        court: [seeker, keeper, trader, miller]
        answers: {A: {recruit: []}}
        ---
        pearls: 1
        hand: [squid 4, jellyfish 5]
        court: [seeker, keeper, trader, miller]
        answers: {A: {recruit: []}}
    """)


def test_an_ally_that_is_not_needed_may_not_be_played(scene: Scene) -> None:
    """Not if another card of its race is played and the rest still reaches the cost."""
    scene("""
        hand: [squid 5, squid 3, squid 2, squid 2]
        pearls: 1
        court: [diplomat, keeper, trader, miller]
        play:
          - {A: "recruit diplomat with squid 5, squid 3, squid 2", refused: superfluous_ally}
          - {A: "recruit diplomat with squid 5, squid 3"}
    """)


def test_a_surplus_without_a_needless_card_is_fine(scene: Scene) -> None:
    """5 + 4 for a cost of 8: neither can be left out."""
    scene("""
        hand: [squid 5, squid 4]
        court: [diplomat, keeper, trader, miller]
        play: [{A: "recruit diplomat with squid 5, squid 4"}]
        expect: {seats: {A: {affiliated: [squid 4]}}}
    """)


def test_the_only_card_of_its_race_is_never_superfluous(scene: Scene) -> None:
    """It is needed for the number of races."""
    scene("""
        hand: [crab 5, squid 5, jellyfish 1]
        court: [tamer, keeper, trader, miller]
        play: [{A: "recruit tamer with crab 5, squid 5, jellyfish 1"}]
        expect: {seats: {A: {affiliated: [jellyfish 1]}}}
    """)


def test_by_option_superfluous_allies_may_be_played(scene: Scene) -> None:
    """`superfluous_cards: allow`."""
    scene("""
        options: {superfluous_cards: allow}
        hand: [squid 5, squid 3, squid 2]
        court: [diplomat, keeper, trader, miller]
        play: [{A: "recruit diplomat with squid 5, squid 3, squid 2"}]
        expect: {seats: {A: {affiliated: [squid 2], hand: []}}, discard: [squid 5, squid 3]}
    """)


def test_one_ally_of_the_lowest_value_is_affiliated(scene: Scene) -> None:
    """The others go to the discard pile."""
    scene("""
        hand: [crab 4, squid 3]
        court: [seeker, keeper, trader, miller]
        play: [{A: "recruit seeker with crab 4, squid 3"}]
        expect: {seats: {A: {affiliated: [squid 3]}}, discard: [crab 4]}
    """)


def test_the_player_chooses_among_the_lowest(scene: Scene) -> None:
    """Two of the same race and value are no choice."""
    scene("""
        hand: [crab 4, squid 4]
        court: [seeker, keeper, trader, miller]
        play:
          - A: recruit seeker with crab 4, squid 4
            answers: {A: [affiliate crab 4, affiliate squid 4]}
          - {A: affiliate crab 4}
        expect: {seats: {A: {affiliated: [crab 4]}}, discard: [squid 4]}
        ---
        hand: [squid 4, squid 4]
        court: [diplomat, keeper, trader, miller]
        play: [{A: "recruit diplomat with squid 4, squid 4"}]
        expect: {seats: {A: {affiliated: [squid 4]}}, discard: [squid 4], turn: B}
    """)


def test_the_master_of_magic_lets_any_ally_played_be_affiliated(scene: Scene) -> None:
    """Once he is there: not for his own recruitment."""
    scene("""
        lords: [master_of_magic]
        hand: [crab 4, squid 3]
        court: [seeker, keeper, trader, miller]
        play:
          - A: recruit seeker with crab 4, squid 3
            answers: {A: [affiliate crab 4, affiliate squid 3]}
          - {A: affiliate crab 4}
        expect: {seats: {A: {affiliated: [crab 4]}}}
        ---
        hand: [jellyfish 5, crab 3, squid 2]
        court: [master_of_magic, keeper, trader, miller]
        play: [{A: "recruit master of magic with jellyfish 5, crab 3, squid 2"}]
        expect: {seats: {A: {affiliated: [squid 2]}}}
    """)


def test_without_allies_played_nothing_is_affiliated(scene: Scene) -> None:
    """The second Lord of a Corruptor, Traitor or Schemer."""
    scene("""
        seats: {A: {pearls: 5}, B: {}}
        court: [trader, keeper, miller]
        agenda: [corruptor]
        play: [{A: bribe miller}]
        expect: {seats: {A: {affiliated: [], lords: [miller]}}}
    """)


def test_entry_powers_resolve_at_once_and_may_chain(scene: Scene) -> None:
    """A Traitor fetched by a Corruptor fetches a Trader, who pays."""
    scene("""
        seats: {A: {pearls: 5, hand: [squid 5, squid 4, squid 1], lords: [keeper]}, B: {}}
        court: [corruptor, traitor, trader, miller, jailer]
        play:
          - {A: "recruit corruptor with squid 5, squid 4, squid 1", asked: {A: corruptor}}
          - {A: bribe traitor, asked: {A: traitor}}
          - {A: replace keeper by trader}
        expect:
          seats: {A: {pearls: 5, lords: [corruptor, traitor, trader]}}
          court: 6
    """)


def test_the_court_is_counted_once_after_the_chain(scene: Scene) -> None:
    """Two or fewer left: two Pearls, and all empty spaces are filled."""
    scene("""
        hand: [crab 4, squid 3]
        court: [seeker, keeper, trader]
        lord_deck: [oracle, shaman, invoker, apprentice, jailer]
        play: [{A: "recruit seeker with crab 4, squid 3"}]
        expect:
          seats: {A: {pearls: 2}}
          court: [keeper, trader, oracle, shaman, invoker, apprentice]
          lord_deck: [jailer]
    """)


def test_with_three_lords_left_nothing_happens(scene: Scene) -> None:
    """Neither Pearls nor new Lords."""
    scene("""
        hand: [crab 4, squid 3]
        court: [seeker, keeper, trader, miller]
        play: [{A: "recruit seeker with crab 4, squid 3"}]
        expect: {seats: {A: {pearls: 0}}, court: [keeper, trader, miller]}
    """)


def test_only_a_recruitment_counts_the_court(scene: Scene) -> None:
    """Exploring beside a short Court brings neither Pearls nor Lords."""
    scene("""
        court: [keeper]
        council: {crab: [crab 1], squid: [squid 1]}
        play: [{A: support crab}]
        expect: {seats: {A: {pearls: 0}}, court: [keeper]}
    """)


def test_a_refill_that_falls_short_triggers_the_end(scene: Scene) -> None:
    """What is there is dealt."""
    scene("""
        hand: [crab 4, squid 3]
        court: [seeker, keeper, trader]
        lord_deck: [oracle, shaman, invoker]
        play: [{A: "recruit seeker with crab 4, squid 3", told: [end_triggered]}]
        expect: {court: 5, lord_deck: 0, ended_by: A}
    """)


def test_the_own_recruiter_makes_nothing_dearer(scene: Scene) -> None:
    """“If any opponent has an active Recruiter”; several opponents still add two only."""
    scene("""
        seats: {A: {pearls: 3, hand: [seahorse 5], lords: [recruiter]}, B: {}}
        court: [shepherd, keeper, trader, miller]
        play: [{A: recruit shepherd with seahorse 5}]
        expect: {seats: {A: {pearls: 0}}}
        ---
        seats: {A: {pearls: 3, hand: [seahorse 5]}, B: {lords: [{lord: recruiter, disabled: true}]}}
        court: [shepherd, keeper, trader, miller]
        play: [{A: recruit shepherd with seahorse 5}]
        expect: {seats: {A: {pearls: 0}}}
    """)


def test_the_cost_is_never_below_0_and_never_rounded_up(scene: Scene) -> None:
    """The cheapest Lord costs six, four with a Treasurer."""
    scene("""
        seats: {A: {hand: [crab 1, squid 1, jellyfish 2], lords: [treasurer]}, B: {}}
        court: [tamer, keeper, trader, miller]
        play: [{A: "recruit tamer with crab 1, squid 1, jellyfish 2"}]
        expect: {seats: {A: {pearls: 0}}}
    """)


def test_a_master_of_magic_under_a_location_or_disabled_has_no_say(scene: Scene) -> None:
    """Only an active Lord has a power: the lowest Ally is affiliated."""
    for state in ("under: jail", "disabled: true"):
        scene(f"""
        lords: [{{lord: master_of_magic, {state}}}]
        locations: [jail]
        hand: [crab 4, squid 3]
        court: [seeker, keeper, trader, miller]
        play: [{{A: "recruit seeker with crab 4, squid 3"}}]
        expect: {{turn: B, seats: {{A: {{affiliated: [squid 3]}}}}}}
        """)


def test_only_a_played_and_lowest_ally_can_be_affiliated(scene: Scene) -> None:
    """Neither one that stays in hand nor a higher one."""
    scene("""
        hand: [crab 4, squid 4, shellfish 1, shellfish 5]
        court: [seeker, keeper, trader, miller]
        play:
          - {A: "recruit seeker with crab 4, squid 4"}
          - {A: {verb: affiliate, args: {ally: shellfish1}}, refused: ally_not_played}
          - {A: affiliate squid 4}
        ---
        pearls: 1
        hand: [crab 4, squid 2, jellyfish 2]
        court: [hunter, tamer, keeper, trader, miller]
        play:
          - {A: "recruit tamer with crab 4, squid 2, jellyfish 2"}
          - {A: {verb: affiliate, args: {ally: crab4}}, refused: lowest_ally_only}
          - {A: affiliate jellyfish 2}
        expect: {seats: {A: {affiliated: [jellyfish 2]}}, discard: [crab 4, squid 2]}
    """)


def test_more_pearls_than_one_has_cannot_be_paid(scene: Scene) -> None:
    """The refusal names the rule; nothing changes."""
    table = scene("""
        pearls: 2
        hand: [seahorse 5, seahorse 3]
        court: [shepherd, keeper, trader, miller]
        play:
          - A: {verb: recruit, args: {lord: shepherd, allies: [seahorse5]}}
            refused: cost_not_covered
    """)
    assert (table.state.seats[0].pearls, len(table.state.seats[0].hand)) == (2, 2)


def test_only_a_lord_of_the_court_can_be_recruited(scene: Scene) -> None:
    """Not one of the deck, nor one who has been discarded."""
    scene("""
        pearls: 9
        hand: [seahorse 5, seahorse 3]
        court: [keeper, trader, miller]
        lord_deck: [shepherd, rest]
        play:
          - A: {verb: recruit, args: {lord: shepherd, allies: [seahorse5]}}
            refused: lord_not_in_court
    """)


def test_a_recruitment_is_forgotten_when_the_next_turn_comes(scene: Scene) -> None:
    """Whoever does not recruit gets no Pearls, however short the Court has become."""
    scene("""
        seats: {A: {hand: [crab 4, squid 3]}, B: {pearls: 1}}
        court: [seeker, keeper, trader]
        lord_deck: []
        council: {crab: [1], squid: [1]}
        play: [{A: "recruit seeker with crab 4, squid 3"}, {B: support crab}]
        expect: {step: over, seats: {A: {pearls: 2}, B: {pearls: 0}}}
    """)
