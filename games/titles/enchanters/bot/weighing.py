"""Measure the balance of kingdoms: play matches with given kingdoms and count at their end."""

from __future__ import annotations

from games.engine.contract import Mode, PlayedMatch, Weighing
from games.engine.part_weights import Options, Table

from ..rules.components import CARD, KINGDOMS, TWO_PLAYER_CARDS, deck_of
from ..rules.library import BOXES
from ..rules.scoring import final_scores
from ..rules.setup import has_halved_decks, kingdoms_wanted, set_up_match
from ..rules.state import State
from ..rules.values import wound_count
from ..rules.vocabulary import ARTIFACTS
from ..words.card_texts import describe_kingdom

KINGDOM_OPTIONS = {"boxes": len(BOXES), "kingdom_pool": "all", "kingdom_selection": "group"}
# How far a kingdom may deviate from the average of all matches, in the units of each figure.
WITHIN = {"score": 4.0, "wounds": 3.0, "crystals": 1.5, "dragons": 0.5, "lost": 0.8}
# The expected range per player and match: wounds (two and a half with two players and no Overlord),
# and the number of wound cards.
BETWEEN = {"wounds": (2.0, 8.0), "wound_cards": (0.0, 2.0)}

# Difficulty -> the share of cooperative matches that the players should win.
AIMS = {"easy": 0.8, "normal": 0.6, "hard": 0.4, "very_hard": 0.2}
MODES = (
    Mode("competitive", {"mode": "competitive", "overlord": False}),
    Mode("with Overlord", {"mode": "competitive", "overlord": True}),
    *(
        Mode(f"together, {difficulty}", {"mode": "coop", "coop_difficulty": difficulty}, aim)
        for difficulty, aim in AIMS.items()
    ),
)


def count_kingdoms(seats: int, options: Options) -> int:
    """Return the number of kingdoms in a match."""
    return kingdoms_wanted(set_up_match(seats, b"", {**options, **KINGDOM_OPTIONS}))


def deal_match_of_kingdoms(seats: int, options: Options, kingdoms: Table, seed: bytes) -> State:
    """Return a match with exactly these kingdoms."""
    return set_up_match(seats, seed, {**options, **KINGDOM_OPTIONS, "kingdoms": list(kingdoms)})


def match_figures(state: State, match: PlayedMatch) -> dict[str, float]:
    """Return the figures of a finished match, per player."""
    seats = state.seats
    creatures = [card for seat in seats for card in seat.stacks["creature"]]
    artifacts = [card for seat in seats for stack in ARTIFACTS for card in seat.stacks[stack]]
    sums = {
        "score": sum(final_scores(state)),
        "wounds": sum(wound_count(state, number) for number in range(len(seats))),
        "wound_cards": sum(len(seat.stacks["wound"]) for seat in seats),
        "crystals": sum(seat.crystals for seat in seats),
        "rests": match.answers.get("rest", 0),
        "artifacts": sum(CARD[card].kind in ARTIFACTS for card in artifacts),
        "creatures": len(creatures),
        "dragons": sum(CARD[card].kind == "dragon" for card in creatures),
        "rewards": sum(seat.rewards for seat in seats),
        "lost": match.events.get("lost_fight", 0),
        "attack": sum(seat.attack for seat in seats),
        "defense": sum(seat.defense for seat in seats),
    }
    return {figure: total / len(seats) for figure, total in sums.items()}


def label_seats(state: State) -> list[dict[str, str]]:
    """Return the starting cards of each seat, as far as they are dealt: stack -> design."""
    return [
        {stack: CARD[cards[0]].id for stack, cards in seat.stacks.items() if cards}
        for seat in state.seats
    ]


def adventure_designs(seats: int, options: Options) -> set[str]:
    """Return the designs of all adventure cards that can occur in a match with this number of
    seats."""
    has_half_decks = has_halved_decks(set_up_match(seats, b"", {**options, **KINGDOM_OPTIONS}))
    decks = (card for kingdom in KINGDOMS for card in deck_of(kingdom))
    return {CARD[card].id for card in decks if not has_half_decks or card in TWO_PLAYER_CARDS}


WEIGHING = Weighing(
    tuple(KINGDOMS),
    count_kingdoms,
    deal_match_of_kingdoms,
    match_figures,
    adventure_designs,
    WITHIN,
    BETWEEN,
    label_seats,
    frozenset({"kingdoms", *KINGDOM_OPTIONS}),
    describe_kingdom,
)
