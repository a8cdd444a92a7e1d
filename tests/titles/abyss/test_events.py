"""Every kind of event: what is told, in which order, to whom, and what cannot be unlearnt.

The expected lines follow the description of each kind in rules/event_kinds.py.
"""

from __future__ import annotations

import pytest

from games.engine.contract import Event
from games.titles.abyss.rules.event_kinds import KINDS

from .conftest import Scene

# What happens, the scenario, and everything that is told in it.
# fmt: off
TOLD: dict[str, tuple[str, list[str]]] = {
    "the landlord pays and the turn begins": (
        """
        seats: {A: {lords: [landlord], pearls: 1}, B: {pearls: 1}}
        turn: B
        council: {crab: [crab 1, crab 2], squid: [squid 1]}
        play: [{B: support crab}]
        """,
        [
            "stack_taken: seat=1, race=crab, cards=2, by=support",
            "stack_seen: seat=1, race=crab, allies=[crab1, crab2] (reveals) (to [1])",
            "turn_started: seat=0, turn=2, extra=False",
            "income: seat=0, pearls=1, source=landlord",
        ],
    ),
    "an Invoker's turn": (
        """
        hand: [jellyfish 5, jellyfish 3]
        pearls: 1
        court: [invoker, hunter, oracle, shaman]
        play: [{A: "recruit invoker with jellyfish 5, jellyfish 3"}]
        """,
        [
            "recruited: seat=0, lord=invoker, allies=[jellyfish5, jellyfish3], pearls=0, cost=8",
            "affiliated: seat=0, ally=jellyfish3",
            "extra_turn: seat=0",
            "turn_started: seat=0, turn=2, extra=True",
        ],
    ),
    "a plot": (
        """
        pearls: 2
        court: [keeper]
        lord_deck: [oracle, rest]
        play: [{A: plot}]
        """,
        [
            "plotted: seat=0, lord=oracle (reveals)",
        ],
    ),
    "a skipped action": (
        """
        seats: {A: {pearls: 1, lords: [slaver], hand: [crab 1]}, B: {pearls: 1}}
        exploration_deck: []
        court: [keeper]
        play: [{A: end}]
        """,
        [
            "action_skipped: seat=0 (reveals)",
        ],
    ),
    "cards revealed, left and taken on the last space": (
        """
        seats: {A: {lords: [ship_master]}, B: {pearls: 1}, C: {}}
        council: {squid: [squid 1]}
        track: [crab 1, MONSTER, crab 2, squid 3]
        agenda: [explorer]
        exploration_deck: [jellyfish 5, rest]
        play: [{A: continue}, {B: pass}]
        """,
        [
            "left: seat=0, card=squid3",
            "revealed: seat=0, card=jellyfish5, space=5 (reveals)",
            "unsold: card=jellyfish5, passed=[1] (reveals)",
            "taken: seat=0, card=jellyfish5, space=5",
            "income: seat=0, pearls=1, source=last_space",
            "exploration_ended: seat=0, allies={crab: 2, squid: 1}, monsters=1",
            "income: seat=0, pearls=2, source=ship_master",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "a Monster left, and another fought on the last space under the Tamer": (
        """
        seats: {A: {}, B: {lords: [tamer]}}
        threat: 4
        track: [crab 1, squid 2, MONSTER]
        agenda: [monster]
        exploration_deck: [crab 3, MONSTER, rest]
        play: [{A: continue}, {A: continue}]
        """,
        [
            "left: seat=0, card=monster",
            "threat_rose: threat=5",
            "revealed: seat=0, card=crab3, space=4 (reveals)",
            "left: seat=0, card=crab3",
            "revealed: seat=0, card=monster, space=5 (reveals)",
            "fought: seat=0, space=5, threat=5, row=4",
            "income: seat=0, pearls=1, source=last_space",
        ],
    ),
    "a reward of tokens": (
        """
        pearls: 1
        threat: 2
        track: [MONSTER]
        agenda: [reward]
        token_pile: [4, 2, 3]
        play: [{A: "take Pearl, Monster token"}]
        """,
        [
            "rewarded: seat=0, take=pearl+token, pearls=1, tokens=1, keys=0",
            "tokens_drawn: seat=0, tokens=[4] (reveals) (to [0])",
            "exploration_ended: seat=0, allies={}, monsters=1",
            "turn_started: seat=1, turn=2, extra=False",
            "revealed: seat=1, card=jellyfish5, space=1 (reveals)",
        ],
    ),
    "a reshuffle": (
        """
        pearls: 1
        exploration_deck: []
        discard: [crab 1, crab 2, MONSTER]
        discard_unseen: [squid 1]
        chance: {exploration: [crab 2, rest]}
        play: [{A: explore}]
        """,
        [
            "reshuffled: cards=4 (reveals)",
            "revealed: seat=0, card=crab2, space=1 (reveals)",
        ],
    ),
    "a recruitment, its affiliation and the refill": (
        """
        hand: [crab 4, squid 4]
        pearls: 3
        court: [hunter, keeper, trader]
        lord_deck: [oracle, shaman, invoker]
        play: [{A: "recruit hunter with crab 4, squid 4"}, {A: affiliate crab 4}]
        """,
        [
            "recruited: seat=0, lord=hunter, allies=[crab4, squid4], pearls=0, cost=8",
            "affiliated: seat=0, ally=crab4",
            "income: seat=0, pearls=2, source=court",
            "court_refilled: lords=[oracle, shaman, invoker] (reveals)",
            "end_triggered: seat=0, reason=court",
            "turn_started: seat=1, turn=2, extra=False",
            "revealed: seat=1, card=jellyfish5, space=1 (reveals)",
        ],
    ),
    "powers of the turn: Slaver": (
        """
        pearls: 1
        lords: [slaver]
        hand: [crab 1, squid 2]
        play: [{A: "use slaver: crab 1"}]
        """,
        [
            "slaver_used: seat=0, ally=crab1, pearls=2",
        ],
    ),
    "powers of the turn: Oracle": (
        """
        pearls: 1
        lords: [oracle]
        council: {crab: [crab 1, crab 2]}
        play: [{A: "use oracle: crab"}]
        """,
        [
            "oracle_used: seat=0, race=crab, cards=2",
        ],
    ),
    "powers of the turn: Opportunist": (
        """
        pearls: 1
        lords: [opportunist]
        court: [keeper, miller]
        lord_deck: [jailer, rest]
        play: [{A: "use opportunist: miller"}]
        """,
        [
            "opportunist_used: seat=0, lord=miller, by=jailer (reveals)",
        ],
    ),
    "Jailer, at once and owed": (
        """
        options: {lazy_discards: true}
        seats:
          A: {hand: [crab 4, squid 5, seahorse 3], lords: [slaver], pearls: 1}
          B: {hand: [crab 1]}
          C: {hand: [crab 1, crab 2]}
        court: [jailer, keeper, trader, miller]
        play: [{A: "recruit jailer with crab 4, squid 5, seahorse 3"}]
        """,
        [
            "recruited: seat=0, lord=jailer, allies=[crab4, squid5, seahorse3], pearls=0, cost=6",
            "affiliated: seat=0, ally=seahorse3",
            "jailed: seat=1, ally=crab1, owner=0 (reveals)",
            "owed: seat=2, by=jailer, owner=0",
            "turn_started: seat=1, turn=2, extra=False",
            "revealed: seat=1, card=jellyfish5, space=1 (reveals)",
        ],
    ),
    "a debt to the Jailer paid": (
        """
        options: {lazy_discards: true}
        seats: {A: {pearls: 1}, B: {hand: [crab 1, crab 2], pearls: 1}}
        debts: [{seat: B, by: jailer, owner: A}]
        play: [{B: discard crab 2}]
        """,
        [
            "jailed: seat=1, ally=crab2, owner=0 (reveals)",
        ],
    ),
    "Commander owed": (
        """
        options: {lazy_discards: true}
        seats:
          A: {hand: [crab 5, crab 3, squid 5], lords: [slaver], pearls: 1}
          B: {hand: [crab 1, crab 2, squid 1, squid 2, squid 3, shellfish 1, shellfish 2]}
        court: [commander, keeper, trader, miller]
        play: [{A: "recruit commander with crab 5, crab 3"}]
        """,
        [
            "recruited: seat=0, lord=commander, allies=[crab5, crab3], pearls=0, cost=8",
            "affiliated: seat=0, ally=crab3",
            "owed: seat=1, by=commander, owner=0",
        ],
    ),
    "a debt to the Commander paid": (
        """
        options: {lazy_discards: true}
        seats:
          A: {pearls: 1}
          B:
            hand: [crab 1, crab 2, squid 1, squid 2, squid 3, shellfish 1, shellfish 2]
            pearls: 1
        debts: [{seat: B, by: commander, owner: A}]
        play: [{B: discard crab 2}]
        """,
        [
            "commanded: seat=1, allies=[crab2] (reveals)",
        ],
    ),
    "Seeker": (
        """
        seats:
          A: {hand: [crab 4, squid 3], lords: [slaver, shepherd]}
          B: {pearls: 3}
          C: {pearls: 1}
          D: {}
        court: [seeker, keeper, trader, miller]
        play: [{A: "recruit seeker with crab 4, squid 3"}]
        """,
        [
            "recruited: seat=0, lord=seeker, allies=[crab4, squid3], pearls=0, cost=7",
            "affiliated: seat=0, ally=squid3",
            "seeker_paid: seat=1, pearls=2, owner=0",
            "seeker_paid: seat=2, pearls=1, owner=0",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "Assassin": (
        """
        seats: {A: {hand: [crab 5, crab 4, crab 1]}, B: {lords: [keeper], pearls: 1}, C: {}}
        court: [assassin, trader, peddler, seeker]
        play: [{A: "recruit assassin with crab 5, crab 4, crab 1"}]
        """,
        [
            "recruited: seat=0, lord=assassin, allies=[crab5, crab4, crab1], pearls=0, cost=10",
            "affiliated: seat=0, ally=crab1",
            "disabled: seat=1, lord=keeper, owner=0",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "Hunter": (
        """
        seats: {A: {hand: [crab 5, squid 3]}, B: {monster_tokens: [2, 4], pearls: 1}, C: {}}
        court: [hunter, keeper, trader, miller]
        chance: {hunter: [4]}
        play: [{A: "recruit hunter with crab 5, squid 3"}]
        """,
        [
            "recruited: seat=0, lord=hunter, allies=[crab5, squid3], pearls=0, cost=8",
            "affiliated: seat=0, ally=squid3",
            "robbed: seat=0, victim=1",
            "robbed_token: seat=0, victim=1, token=4 (reveals) (to [0, 1])",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "Illusionist": (
        """
        seats: {A: {locations: [jail], lords: [illusionist]}, B: {pearls: 1}}
        court: [keeper, trader, miller]
        location_offer: [chasm]
        agenda: [illusionist]
        play: [{A: swap jail for chasm}]
        """,
        [
            "swapped: seat=0, own=jail, other=chasm",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "a power declined": (
        """
        seats: {A: {locations: [jail], lords: [illusionist]}, B: {pearls: 1}}
        court: [keeper, trader, miller]
        location_offer: [chasm]
        agenda: [illusionist]
        play: [{A: decline}]
        """,
        [
            "declined: seat=0, power=illusionist",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "Corruptor and Peddler": (
        """
        seats: {A: {pearls: 5}, B: {pearls: 1}}
        court: [keeper, trader, miller, peddler]
        agenda: [corruptor]
        play: [{A: bribe peddler}]
        """,
        [
            "bribed: seat=0, lord=peddler, pearls=5",
            "income: seat=0, pearls=2, source=peddler",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "Traitor": (
        """
        seats: {A: {lords: [traitor, keeper]}, B: {pearls: 1}}
        court: [shopkeeper, trader, miller, peddler]
        agenda: [traitor]
        play: [{A: replace keeper by shopkeeper}]
        """,
        [
            "replaced: seat=0, lord=keeper, by=shopkeeper, power=traitor",
            "income: seat=0, pearls=1, source=shopkeeper",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "Schemer": (
        """
        seats: {A: {lords: [schemer, keeper]}, B: {pearls: 1}}
        court: [shopkeeper, trader, miller, peddler]
        lord_deck: [jailer, rest]
        agenda: [schemer]
        play: [{A: replace keeper}]
        """,
        [
            "replaced: seat=0, lord=keeper, by=jailer, power=schemer (reveals)",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "Locations drawn, seen and kept": (
        """
        seats: {A: {keys: 2, lords: [keeper]}, B: {pearls: 1}}
        step: control
        location_offer: [barracks]
        location_stack: [jail, chasm, depths]
        play: [{A: draw 2}, {A: keep chasm}]
        """,
        [
            "locations_drawn: seat=0, number=2",
            "locations_seen: seat=0, locations=[jail, chasm] (reveals) (to [0])",
            "locations_offered: locations=[jail] (reveals)",
            "controlled: seat=0, location=chasm, lords=[keeper], tokens=2, source=stack "
            "(reveals)",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "a Location on offer": (
        """
        seats: {A: {keys: 3}, B: {pearls: 1}}
        step: control
        location_offer: [barracks]
        location_stack: [jail, chasm, depths]
        play: [{A: control barracks}]
        """,
        [
            "controlled: seat=0, location=barracks, lords=[], tokens=3, source=offer",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "an Ambassador's Location": (
        """
        seats:
          A: {hand: [jellyfish 2, crab 2, seahorse 2, shellfish 2, squid 1], pearls: 1}
          B: {pearls: 1}
        court: [hermit, keeper, trader, miller]
        location_stack: [jail, chasm, depths]
        play: [{A: recruit hermit}]
        """,
        [
            "recruited: seat=0, lord=hermit, allies=[jellyfish2, crab2, seahorse2, "
            "shellfish2, squid1], pearls=1, cost=10",
            "affiliated: seat=0, ally=squid1",
            "locations_drawn: seat=0, number=1",
            "locations_seen: seat=0, locations=[jail] (reveals) (to [0])",
            "controlled: seat=0, location=jail, lords=[hermit], tokens=0, source=hermit "
            "(reveals)",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "Black Smokers exchanged": (
        """
        seats: {A: {keys: 3}, B: {pearls: 1}}
        step: control
        location_offer: [black_smokers]
        location_stack: [jail, chasm, depths]
        play: [{A: control black smokers}, {A: exchange for depths}]
        """,
        [
            "controlled: seat=0, location=black_smokers, lords=[], tokens=3, source=offer",
            "smokers_exchanged: seat=0, location=depths (reveals)",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "the hand limit": (
        """
        seats:
          A:
            pearls: 1
            hand: [crab 1, crab 1, crab 2, crab 3, crab 4, crab 5, squid 1, squid 2, squid 3,
               squid 4, squid 5, jellyfish 2, jellyfish 3, jellyfish 4]
          B: {pearls: 1}
        step: hand_limit
        play: [{A: discard crab 1}]
        """,
        [
            "hand_limited: seat=0, allies=[crab1], pearls=1",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "the seventh Lord": (
        """
        seats:
          A:
            hand: [seahorse 5, seahorse 3]
            lords: [trader, keeper, miller, peddler, seeker, jailer]
          B: {pearls: 1}
        court: [shepherd, hunter, oracle, shaman]
        play: [{A: "recruit shepherd with seahorse 5, seahorse 3"}]
        """,
        [
            "recruited: seat=0, lord=shepherd, allies=[seahorse5, seahorse3], pearls=0, cost=8",
            "affiliated: seat=0, ally=seahorse3",
            "end_triggered: seat=0, reason=lords",
            "turn_started: seat=1, turn=2, extra=False",
        ],
    ),
    "the end": (
        """
        seats: {A: {hand: [crab 3, crab 5], pearls: 1}, B: {hand: [squid 2]}}
        turn: B
        ended_by: A
        track: [crab 1]
        agenda: [explorer]
        play: [{B: take}]
        """,
        [
            "taken: seat=1, card=crab1, space=1",
            "exploration_ended: seat=1, allies={}, monsters=0",
            "last_affiliated: seat=0, allies=[crab3], discarded=[crab5] (reveals)",
            "last_affiliated: seat=1, allies=[crab1, squid2], discarded=[] (reveals)",
            "ended: places=[1, 2], scores=[3, 3] (reveals)",
        ],
    ),
    "a sale": (
        """
        seats: {A: {}, B: {pearls: 1}, C: {pearls: 3}}
        exploration_deck: [crab 4, squid 1, rest]
        play: [{A: explore}, {B: pass}, {C: buy}]
        """,
        [
            "revealed: seat=0, card=crab4, space=1 (reveals)",
            "bought: seat=2, explorer=0, card=crab4, price=1, passed=[1] (reveals)",
            "revealed: seat=0, card=squid1, space=1 (reveals)",
        ],
    ),
}
# fmt: on


def write_event(event: Event) -> str:
    """Return an event as a line: kind, arguments, and who may see it if not everybody."""
    args = ", ".join(f"{name}={value}" for name, value in event.args.items()).replace("'", "")
    reveals = " (reveals)" if event.reveals else ""
    audience = "" if event.audience is None else f" (to {list(event.audience)})"
    return f"{event.kind}: {args}{reveals}{audience}"


@pytest.mark.parametrize("what", TOLD)
def test_what_happens_is_told(scene: Scene, what: str) -> None:
    """In the order in which it happens, each thing once."""
    text, expected = TOLD[what]

    table = scene(text)

    assert [write_event(event) for event in table.events] == expected


def test_every_kind_of_event_is_among_them() -> None:
    """A new kind needs a scenario here."""
    told = {line.partition(":")[0] for _, expected in TOLD.values() for line in expected}
    assert told == set(KINDS)
