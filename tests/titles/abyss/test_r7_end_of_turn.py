"""R7: what happens at the end of a turn, in this order."""

from __future__ import annotations

from .conftest import Scene

FIFTEEN = (
    "[crab 1, crab 1, crab 1, crab 1, crab 2, crab 2, crab 2, crab 3, crab 3, crab 3, "
    "crab 4, crab 4, crab 5, squid 1, squid 1]"
)
EIGHT = "[crab 1, crab 1, crab 2, crab 3, crab 4, squid 1, squid 2, squid 3]"


def test_R7_1_unused_powers_have_a_last_chance(scene: Scene) -> None:
    """Asked only if one of them has a target."""
    scene("""
        seats: {A: {lords: [slaver], hand: [crab 1]}, B: {}}
        step: powers
        asked: {A: end}
        answers: {A: ["use slaver: crab 1", end]}
        silence: {A: end}
        ---
        seats: {A: {lords: [slaver], hand: []}, B: {}}
        step: powers
        expect: {turn: B}
        ---
        seats: {A: {lords: [slaver], hand: [crab 1]}, B: {}}
        powers_used: [slaver]
        step: powers
        expect: {turn: B}
    """)


def test_R7_1_the_last_chance_comes_before_the_limits(scene: Scene) -> None:
    """The Slaver may still sell what the Commander would take."""
    scene(f"""
        seats: {{A: {{lords: [slaver], hand: {EIGHT}}}, B: {{lords: [commander]}}}}
        step: powers
        play:
          - {{A: "use slaver: squid 1", asked: {{A: commander_end}}}}
          - {{A: discard crab 1}}
        expect: {{turn: B, seats: {{A: {{hand: 6, pearls: 2}}}}}}
    """)


def test_R7_2_an_opposing_commander_leaves_six_allies(scene: Scene) -> None:
    """The own choice; the excess cannot be paid for."""
    scene(f"""
        seats: {{A: {{hand: {EIGHT}, pearls: 9}}, B: {{lords: [commander]}}}}
        step: commander
        play:
          - {{A: discard crab 1, refused: R7.2}}
          - {{A: "discard crab 1, crab 4"}}
        expect: {{turn: B, seats: {{A: {{hand: 6, pearls: 9}}}}}}
    """)


def test_R7_2_a_shaman_protects_and_the_owner_is_not_bound(scene: Scene) -> None:
    """Neither a Shaman's owner nor the Commander's own player discards."""
    scene(f"""
        seats: {{A: {{hand: {EIGHT}, lords: [shaman]}}, B: {{lords: [commander]}}}}
        step: commander
        expect: {{turn: B, seats: {{A: {{hand: 8}}}}}}
        ---
        seats: {{A: {{hand: {EIGHT}, lords: [commander]}}, B: {{}}}}
        step: commander
        expect: {{turn: B, seats: {{A: {{hand: 8}}}}}}
        ---
        seats: {{A: {{hand: {EIGHT}}}, B: {{lords: [{{lord: commander, disabled: true}}]}}}}
        step: commander
        expect: {{turn: B, seats: {{A: {{hand: 8}}}}}}
    """)


def test_R7_3_over_twelve_each_card_is_paid_for_or_discarded(scene: Scene) -> None:
    """One Pearl each, freely mixed; G12 has the whole example."""
    scene(f"""
        seats: {{A: {{hand: {FIFTEEN}, pearls: 3}}, B: {{}}}}
        step: hand_limit
        play: [{{A: {{verb: discard, args: {{allies: []}}}}}}]
        expect: {{turn: B, seats: {{A: {{hand: 15, pearls: 0}}}}}}
        ---
        seats: {{A: {{hand: {FIFTEEN}, pearls: 1}}, B: {{}}}}
        step: hand_limit
        play:
          - {{A: discard crab 1, refused: R7.3}}
          - {{A: "discard crab 1, crab 1"}}
        expect: {{turn: B, seats: {{A: {{hand: 13, pearls: 0}}}}}}
    """)


def test_R7_3_by_option_all_are_paid_for_or_all_are_discarded(scene: Scene) -> None:
    """`hand_limit_mix: false`."""
    scene(f"""
        options: {{hand_limit_mix: false}}
        seats: {{A: {{hand: {FIFTEEN}, pearls: 3}}, B: {{}}}}
        step: hand_limit
        play:
          - {{A: {{verb: discard, args: {{allies: [crab1]}}}}, refused: R7.3}}
          - {{A: {{verb: discard, args: {{allies: []}}}}}}
        expect: {{turn: B, seats: {{A: {{hand: 15, pearls: 0}}}}}}
        ---
        options: {{hand_limit_mix: false}}
        seats: {{A: {{hand: {FIFTEEN}, pearls: 2}}, B: {{}}}}
        step: hand_limit
        play: [{{A: "discard crab 1, crab 1, crab 1"}}]
        expect: {{turn: B, seats: {{A: {{hand: 12, pearls: 2}}}}}}
    """)


def test_R7_3_only_the_active_player_is_checked(scene: Scene) -> None:
    """Hands may be larger in between."""
    scene(f"""
        seats: {{A: {{}}, B: {{hand: {FIFTEEN}}}}}
        step: hand_limit
        expect: {{turn: B, seats: {{B: {{hand: 15}}}}}}
    """)


def test_R7_4_then_the_end_of_the_match_is_checked(scene: Scene) -> None:
    """After the limits: what the hand limit takes is not affiliated."""
    scene(f"""
        seats: {{A: {{}}, B: {{hand: {FIFTEEN}}}}}
        turn: B
        ended_by: A
        step: hand_limit
        play: [{{B: "discard squid 1, squid 1, crab 1", told: [hand_limited, ended]}}]
        expect: {{seats: {{B: {{affiliated: [crab 1]}}}}}}
    """)


def test_R7_5_a_pending_turn_of_the_invoker_comes_first(scene: Scene) -> None:
    """The same player again; otherwise the next one clockwise."""
    scene("""
        seats: {A: {pearls: 1}, B: {}, C: {}}
        extra_turns: 1
        step: next
        expect: {turn: A, extra: true, extra_turns: 0}
        ---
        seats: {A: {pearls: 1}, B: {pearls: 1}, C: {}}
        step: next
        expect: {turn: B, extra: false}
    """)
