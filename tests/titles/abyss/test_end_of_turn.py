"""R7: what happens at the end of a turn, in this order."""

from __future__ import annotations

import pytest

from games.engine.contract import Decision
from games.engine.order_grammar import parse_order
from games.engine.orders import find_answer
from games.titles.abyss.game import GAME as ABYSS

from .conftest import Scene

FIFTEEN = (
    "[crab 1, crab 1, crab 1, crab 1, crab 2, crab 2, crab 2, crab 3, crab 3, crab 3, "
    "crab 4, crab 4, crab 5, squid 1, squid 1]"
)
EIGHT = "[crab 1, crab 1, crab 2, crab 3, crab 4, squid 1, squid 2, squid 3]"


def test_unused_powers_have_a_last_chance(scene: Scene) -> None:
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


@pytest.mark.parametrize(
    ("example", "hand", "answer"),
    [
        (0, "[crab 1, squid 1]", Decision("end")),
        (1, "[crab 1, squid 1]", Decision("use_slaver", {"ally": "crab1"})),
        (1, "[crab 2, squid 1]", Decision("end")),
    ],
)
def test_a_standing_order_answers_for_those_who_do_not_want_to_be_asked(
    scene: Scene, example: int, hand: str, answer: Decision
) -> None:
    """The page proposes “end”, and to sell what is worth little; both hold for the whole match."""
    table = scene(f"""
        seats: {{A: {{lords: [slaver], hand: {hand}}}, B: {{}}}}
        step: powers
    """)
    written = ABYSS.topics["end"].examples[example]

    order = parse_order(written, ABYSS.topics, [ABYSS.list_words("en")], "en")

    assert find_answer(order, table.prompt_of(0)) == answer
    assert order.term.kind == "lasting"


def test_the_last_chance_comes_before_the_limits(scene: Scene) -> None:
    """The Slaver may still sell what the Commander would take."""
    scene(f"""
        seats: {{A: {{lords: [slaver], hand: {EIGHT}}}, B: {{lords: [commander]}}}}
        step: powers
        play:
          - {{A: "use slaver: squid 1", asked: {{A: commander_end}}}}
          - {{A: discard crab 1}}
        expect: {{turn: B, seats: {{A: {{hand: 6, pearls: 2}}}}}}
    """)


def test_an_opposing_commander_leaves_six_allies(scene: Scene) -> None:
    """The own choice; the excess cannot be paid for."""
    scene(f"""
        seats: {{A: {{hand: {EIGHT}, pearls: 9}}, B: {{lords: [commander]}}}}
        step: commander
        play:
          - {{A: discard crab 1, refused: commander_limit}}
          - {{A: "discard crab 1, crab 4"}}
        expect: {{turn: B, seats: {{A: {{hand: 6, pearls: 9}}}}}}
    """)


def test_a_shaman_protects_and_the_owner_is_not_bound(scene: Scene) -> None:
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


def test_over_twelve_each_card_is_paid_for_or_discarded(scene: Scene) -> None:
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
          - {{A: discard crab 1, refused: hand_limit}}
          - {{A: "discard crab 1, crab 1"}}
        expect: {{turn: B, seats: {{A: {{hand: 13, pearls: 0}}}}}}
    """)


def test_by_option_all_are_paid_for_or_all_are_discarded(scene: Scene) -> None:
    """`hand_limit_mix: false`."""
    scene(f"""
        options: {{hand_limit_mix: false}}
        seats: {{A: {{hand: {FIFTEEN}, pearls: 3}}, B: {{}}}}
        step: hand_limit
        play:
          - {{A: {{verb: discard, args: {{allies: [crab1]}}}}, refused: hand_limit}}
          - {{A: {{verb: discard, args: {{allies: []}}}}}}
        expect: {{turn: B, seats: {{A: {{hand: 15, pearls: 0}}}}}}
        ---
        options: {{hand_limit_mix: false}}
        seats: {{A: {{hand: {FIFTEEN}, pearls: 2}}, B: {{}}}}
        step: hand_limit
        play: [{{A: "discard crab 1, crab 1, crab 1"}}]
        expect: {{turn: B, seats: {{A: {{hand: 12, pearls: 2}}}}}}
    """)


def test_only_the_active_player_is_checked(scene: Scene) -> None:
    """Hands may be larger in between."""
    scene(f"""
        seats: {{A: {{}}, B: {{hand: {FIFTEEN}}}}}
        step: hand_limit
        expect: {{turn: B, seats: {{B: {{hand: 15}}}}}}
    """)


def test_then_the_end_of_the_match_is_checked(scene: Scene) -> None:
    """After the limits: what the hand limit takes is not affiliated."""
    scene(f"""
        seats: {{A: {{}}, B: {{hand: {FIFTEEN}}}}}
        turn: B
        ended_by: A
        step: hand_limit
        play: [{{B: "discard squid 1, squid 1, crab 1", told: [hand_limited, ended]}}]
        expect: {{seats: {{B: {{affiliated: [crab 1]}}}}}}
    """)


def test_a_pending_turn_of_the_invoker_comes_first(scene: Scene) -> None:
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


def test_the_limits_come_in_the_order_commander_then_twelve(scene: Scene) -> None:
    """With the Commander's six left nothing is over twelve, so nothing can be paid for."""
    scene(f"""
        seats: {{A: {{hand: {FIFTEEN}, pearls: 9}}, B: {{lords: [commander], pearls: 1}}}}
        step: powers
        asked: {{A: commander_end}}
        ---
        seats: {{A: {{hand: {FIFTEEN}, pearls: 9}}, B: {{lords: [commander], pearls: 1}}}}
        step: powers
        play:
          - {{A: "discard crab 1, crab 1, crab 1, crab 1, crab 2, crab 2, crab 2, crab 3, crab 3"}}
        expect: {{turn: B, seats: {{A: {{hand: 6, pearls: 9}}}}}}
    """)


def test_six_allies_are_not_too_many(scene: Scene) -> None:
    """The Commander leaves six."""
    scene("""
        seats:
          A: {hand: [crab 1, crab 2, crab 3, squid 1, squid 2, squid 3]}
          B: {lords: [commander], pearls: 1}
        step: commander
        expect: {turn: B, seats: {A: {hand: 6}}}
    """)


def test_twelve_allies_are_not_too_many(scene: Scene) -> None:
    """The thirteenth is; without a Pearl it is discarded."""
    twelve = FIFTEEN.replace("crab 1, crab 1, crab 1, crab 1", "crab 1")
    scene(f"""
        seats: {{A: {{hand: {twelve}}}, B: {{pearls: 1}}}}
        step: hand_limit
        expect: {{turn: B, seats: {{A: {{hand: 12}}}}}}
    """)


def test_without_a_pearl_the_thirteenth_ally_is_discarded(scene: Scene) -> None:
    """Each card over twelve is paid for with a Pearl or discarded."""
    thirteen = FIFTEEN.replace("crab 1, crab 1, crab 1, crab 1", "crab 1, crab 1")
    scene(f"""
        seats: {{A: {{hand: {thirteen}}}, B: {{pearls: 1}}}}
        step: hand_limit
        play:
          - {{A: {{verb: discard, args: {{allies: []}}}}, refused: hand_limit}}
          - {{A: {{verb: discard, args: {{allies: [crab1, squid1]}}}}, refused: hand_limit}}
          - {{A: discard squid 1}}
        expect: {{turn: B, discard: [squid 1], seats: {{A: {{hand: 12}}}}}}
    """)


def test_as_long_as_a_power_is_left_it_is_asked_for(scene: Scene) -> None:
    """One after the other, each once."""
    scene("""
        seats: {A: {lords: [slaver, oracle], hand: [crab 1, crab 2]}, B: {pearls: 1}}
        council: {squid: [squid 1]}
        step: powers
        play:
          - A: "use slaver: crab 1"
            asked: {A: end}
            answers: {A: ["use oracle: squid", end]}
          - {A: "use oracle: squid", asked: {B: turn}}
        expect: {turn: B}
    """)
