"""R6: keys and the control of Locations."""

from __future__ import annotations

from games.engine.contract import Decision
from games.titles.abyss.game import GAME as ABYSS

from .conftest import Scene


def test_three_usable_keys_must_control_a_location(scene: Scene) -> None:
    """At once after the action; tokens and keys on active Lords together."""
    scene("""
        seats: {A: {keys: 1, lords: [keeper], hand: [seahorse 5, seahorse 3]}, B: {}}
        court: [shepherd, trader, miller, jailer]
        location_offer: [jail, chasm]
        play:
          - {A: "recruit shepherd with seahorse 5, seahorse 3", asked: {A: location}}
          - {A: control chasm}
        expect: {turn: B, seats: {A: {keys: 0, locations: [chasm]}}}
    """)


def test_again_while_three_keys_are_left(scene: Scene) -> None:
    """Six keys control two Locations."""
    scene("""
        seats: {A: {keys: 6}, B: {}}
        step: control
        location_offer: [jail, chasm, depths]
        play:
          - {A: control chasm, asked: {A: location}}
          - {A: control jail}
        expect: {turn: B, seats: {A: {keys: 0, locations: [chasm, jail]}}}
    """)


def test_income_and_the_entry_of_the_commander_come_first(scene: Scene) -> None:
    """The Landlord pays and the Commander strikes before their key goes under a Location."""
    scene("""
        seats: {A: {keys: 2, hand: [shellfish 5, crab 5]}, B: {}}
        court: [landlord, trader, miller, jailer]
        location_offer: [jail, chasm]
        play:
          - {A: "recruit landlord with shellfish 5, crab 5"}
          - A: affiliate crab 5
            asked: {A: location}
            expect: {seats: {A: {pearls: 1}}}
        ---
        seats:
          A: {keys: 2, hand: [crab 5, crab 3]}
          B: {hand: [squid 1, squid 1, squid 2, squid 3, squid 4, squid 5, crab 1]}
        court: [commander, trader, miller, jailer]
        location_offer: [jail, chasm]
        play:
          - {A: "recruit commander with crab 5, crab 3", asked: {B: commander}}
          - {B: discard crab 1, asked: {A: location}}
          - {A: control jail}
        expect: {seats: {A: {lords: [{lord: commander, under: jail}]}}}
    """)


def test_from_the_offer_or_drawn_from_the_stack(scene: Scene) -> None:
    """Any face-up Location, or one to four drawn, no more than the stack holds."""
    scene("""
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_offer: [jail, chasm]
        location_stack: [depths, parliament, barracks]
        answers: {A: [control jail, control chasm, draw 1, draw 2, draw 3]}
        play: [{A: {verb: draw, args: {number: 4}}, refused: location_count}]
    """)


def test_of_the_drawn_exactly_one_is_kept_the_others_join_the_offer(scene: Scene) -> None:
    """The old offer cannot be chosen any more."""
    scene("""
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_offer: [jail]
        location_stack: [depths, parliament, barracks, chasm]
        play:
          - {A: draw 3, answers: {A: [keep depths, keep parliament, keep barracks]}}
          - {A: {verb: keep, args: {location: jail}}, refused: location_not_drawn}
          - {A: keep parliament}
        expect:
          seats: {A: {locations: [parliament]}}
          location_offer: [jail, depths, barracks]
          location_stack: [chasm]
    """)


def test_the_player_chooses_which_three_keys_pay(scene: Scene) -> None:
    """Any set of active Lords and tokens that adds up to exactly three."""
    scene("""
        seats: {A: {keys: 2, lords: [keeper, reaper, shepherd]}, B: {}}
        step: control
        location_offer: [jail, chasm]
        play:
          - A: control jail
            answers:
              A:
                - pay with keeper + key tokens 2
                - pay with reaper + key tokens 2
                - pay with shepherd + key tokens 2
                - pay with keeper, reaper + key tokens 1
                - pay with keeper, shepherd + key tokens 1
                - pay with reaper, shepherd + key tokens 1
                - pay with keeper, reaper, shepherd + key tokens 0
          - {A: {verb: pay_keys, args: {lords: [keeper], tokens: 1}}, refused: three_keys_needed}
          - {A: "pay with keeper, reaper, shepherd + key tokens 0"}
        expect:
          seats:
            A:
              keys: 2
              lords:
                - {lord: keeper, under: jail}
                - {lord: reaper, under: jail}
                - {lord: shepherd, under: jail}
    """)


def test_lords_under_a_location_keep_their_influence_and_count(scene: Scene) -> None:
    """But they are free no longer: no power, no keys, no target."""
    scene("""
        step: over
        seats:
          A: {lords: [{lord: keeper, under: jail}], locations: [jail]}
          B: {}
        outcome: {A: {lines: {jail: 14, lords: 6}}}
        ---
        seats:
          A: {hand: [crab 5, crab 4, crab 1]}
          B: {lords: [{lord: keeper, under: jail}], locations: [jail]}
        court: [assassin, trader, miller, seeker]
        play: [{A: "recruit assassin with crab 5, crab 4, crab 1"}]
        expect: {seats: {B: {lords: [{lord: keeper, disabled: false}]}}}
    """)


def test_leftover_keys_stay(scene: Scene) -> None:
    """G6 has the whole example."""
    scene("""
        seats: {A: {keys: 4}, B: {}}
        step: control
        location_offer: [jail, chasm]
        play: [{A: control jail}]
        expect: {turn: B, seats: {A: {keys: 1}}}
    """)


def test_a_single_payment_and_a_single_location_need_no_question(scene: Scene) -> None:
    """The only tile on offer with an empty stack, the only tile of the stack without an offer."""
    scene("""
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_offer: [jail]
        location_stack: []
        expect: {turn: B, seats: {A: {keys: 0, locations: [jail]}}}
        ---
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_offer: []
        location_stack: [jail]
        expect: {turn: B, seats: {A: {keys: 0, locations: [jail]}}}
    """)


def test_disabled_lords_cannot_pay_keys(scene: Scene) -> None:
    """Their keys are not usable at all."""
    scene("""
        seats: {A: {keys: 2, lords: [{lord: keeper, disabled: true}]}, B: {}}
        step: control
        location_offer: [jail, chasm]
        expect: {turn: B, seats: {A: {keys: 2, locations: []}}}
    """)


def test_without_any_location_the_keys_are_kept(scene: Scene) -> None:
    """And used as soon as the next control step finds one."""
    scene("""
        seats: {A: {keys: 3}, B: {}}
        step: control
        location_offer: []
        location_stack: []
        expect: {turn: B, seats: {A: {keys: 3, locations: []}}}
        ---
        seats: {A: {keys: 3}, B: {}}
        council: {crab: [crab 1], squid: [squid 1]}
        location_offer: [jail]
        location_stack: []
        play: [{A: support crab}]
        expect: {turn: B, seats: {A: {keys: 0, locations: [jail]}}}
    """)


def test_with_one_location_left_a_power_may_be_used_before_it_goes_under(
    scene: Scene,
) -> None:
    """Where a Location comes from is a moment for powers. The Lord used to slide unasked."""
    scene("""
        seats: {A: {keys: 2, lords: [slaver], hand: [crab 1]}, B: {pearls: 1}}
        step: control
        location_offer: [jail]
        location_stack: []
        answers: {A: [control jail, "use slaver: crab 1"]}
        silence: {A: control jail}
        ---
        seats: {A: {keys: 2, lords: [slaver], hand: [crab 1]}, B: {pearls: 1}}
        step: control
        location_offer: [jail]
        location_stack: []
        play: [{A: "use slaver: crab 1"}]
        expect:
          turn: B
          seats: {A: {pearls: 2, hand: [], lords: [{lord: slaver, under: jail}]}}
        ---
        seats: {A: {keys: 2, lords: [slaver], hand: [crab 1]}, B: {pearls: 1}}
        step: control
        location_offer: []
        location_stack: [jail]
        play: [{A: draw 1}]
        expect: {turn: B, seats: {A: {pearls: 0, lords: [{lord: slaver, under: jail}]}}}
    """)


def test_one_location_is_taken_at_once_when_no_power_would_be_lost(scene: Scene) -> None:
    """The power is used already, or has no target, or belongs to a Lord who cannot pay: an
    Ambassador pays alone."""
    scene("""
        seats: {A: {keys: 2, lords: [slaver], hand: [crab 1]}, B: {pearls: 1}}
        powers_used: [slaver]
        step: control
        location_offer: [jail]
        location_stack: []
        expect: {turn: B, seats: {A: {lords: [{lord: slaver, under: jail}]}}}
        ---
        seats: {A: {keys: 2, lords: [slaver], hand: []}, B: {pearls: 1}}
        step: control
        location_offer: [jail]
        location_stack: []
        expect: {turn: B, seats: {A: {lords: [{lord: slaver, under: jail}]}}}
        ---
        seats: {A: {lords: [slaver, elder], hand: [crab 1]}, B: {pearls: 1}}
        step: control
        location_offer: [jail]
        location_stack: []
        asked: {A: end}
        expect: {seats: {A: {lords: [slaver, {lord: elder, under: jail}]}}}
    """)


def test_four_locations_may_be_drawn(scene: Scene) -> None:
    """One to four, but not five."""
    scene("""
        seats: {A: {keys: 3}, B: {pearls: 1}}
        step: control
        location_offer: []
        location_stack: [depths, parliament, barracks, chasm, jail]
        answers: {A: [draw 1, draw 2, draw 3, draw 4]}
        ---
        seats: {A: {keys: 3}, B: {pearls: 1}}
        step: control
        location_offer: []
        location_stack: [depths, parliament, barracks, chasm, jail]
        play:
          - {A: {verb: draw, args: {number: 5}}, refused: location_count}
          - {A: {verb: draw, args: {number: 0}}, refused: location_count}
          - {A: draw 4, answers: {A: [keep depths, keep parliament, keep barracks, keep chasm]}}
          - {A: keep chasm}
        expect:
          seats: {A: {locations: [chasm]}}
          location_offer: [depths, parliament, barracks]
          location_stack: [jail]
    """)


def test_more_than_three_keys_do_not_pay_for_one_location(scene: Scene) -> None:
    """Exactly three: neither four Lords with a key each, nor an Elder with one more."""
    scene("""
        seats: {A: {lords: [keeper, reaper, shepherd, tamer]}, B: {pearls: 1}}
        step: control
        location_offer: [jail, chasm]
        location_stack: []
        play:
          - A: control jail
            answers:
              A:
                - pay with keeper, reaper, shepherd + key tokens 0
                - pay with keeper, reaper, tamer + key tokens 0
                - pay with keeper, shepherd, tamer + key tokens 0
                - pay with reaper, shepherd, tamer + key tokens 0
          - A: {verb: pay_keys, args: {lords: [keeper, reaper, shepherd, tamer], tokens: 0}}
            refused: three_keys_needed
          - {A: "pay with keeper, reaper, tamer + key tokens 0"}
        expect: {turn: B, seats: {A: {lords: [keeper, reaper, shepherd, tamer], keys: 0}}}
        ---
        seats: {A: {keys: 1, lords: [elder, keeper]}, B: {pearls: 1}}
        step: control
        location_offer: [jail]
        location_stack: []
        expect: {turn: B, seats: {A: {keys: 1, lords: [{lord: elder, under: jail}, keeper]}}}
    """)


def test_two_keys_control_nothing(scene: Scene) -> None:
    """Tokens and keys on active Lords are counted; keys of Lords without any are not."""
    scene("""
        seats: {A: {keys: 2, lords: [miller, landowner]}, B: {pearls: 1}}
        step: control
        location_offer: [jail]
        expect: {turn: B, seats: {A: {keys: 2, locations: []}}}
        ---
        seats:
          A:
            keys: 2
            lords: [{lord: keeper, under: chasm}, {lord: reaper, disabled: true}]
            locations: [chasm]
          B: {pearls: 1}
        step: control
        location_offer: [jail]
        expect: {turn: B, seats: {A: {keys: 2, locations: [chasm]}}}
    """)


def test_disabled_lords_pay_no_keys(scene: Scene) -> None:
    """Their keys are not among the payments."""
    scene("""
        seats:
          A: {keys: 2, lords: [keeper, shepherd, {lord: reaper, disabled: true}]}
          B: {pearls: 1}
        step: control
        location_offer: [jail, chasm]
        play:
          - A: control jail
            answers:
              A:
                - pay with keeper + key tokens 2
                - pay with shepherd + key tokens 2
                - pay with keeper, shepherd + key tokens 1
    """)


def test_a_question_asked_again_after_a_power_is_a_new_prompt(scene: Scene) -> None:
    """Its answers have changed, and so has its number."""
    table = scene("""
        seats: {A: {keys: 3, lords: [slaver], hand: [crab 1]}, B: {pearls: 1}}
        step: control
        location_offer: [jail, chasm]
    """)
    before = table.prompt_of(0)
    ABYSS.play_decision(table.state, 0, Decision("use_slaver", {"ally": "crab1"}))
    after = table.prompt_of(0)

    assert (before.question, after.question) == ("location", "location")
    assert before.number != after.number
    assert len(table.state.agenda) == 1


def test_after_a_draw_the_keys_may_be_chosen_too(scene: Scene) -> None:
    """And Black Smokers chosen, paid for by choice, are exchanged at once."""
    scene("""
        seats: {A: {keys: 2, lords: [keeper, shepherd]}, B: {pearls: 1}}
        step: control
        location_offer: [jail]
        location_stack: [black_smokers, chasm, depths]
        play:
          - {A: draw 2, asked: {A: location_pick}}
          - {A: keep black smokers, asked: {A: keys}}
          - {A: pay with shepherd + key tokens 2, asked: {A: black_smokers}}
          - {A: exchange for depths}
        expect:
          turn: B
          location_offer: [jail, chasm]
          seats:
            A: {keys: 0, locations: [depths], lords: [keeper, {lord: shepherd, under: depths}]}
    """)


def test_a_single_drawn_location_and_one_way_to_pay_need_no_question(scene: Scene) -> None:
    """The only Location of the stack is drawn at once, if none lies face up."""
    scene("""
        seats: {A: {keys: 3}, B: {pearls: 1}}
        step: control
        location_offer: []
        location_stack: [jail]
        expect: {turn: B, seats: {A: {keys: 0, locations: [jail]}}, location_stack: []}
        ---
        seats: {A: {keys: 3}, B: {pearls: 1}}
        step: control
        location_offer: [chasm]
        location_stack: [jail]
        answers: {A: [control chasm, draw 1]}
    """)
