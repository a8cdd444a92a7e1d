"""What a seat may see of the match, in the terms of the state; hidden parts are left out."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from .building import Build
from .choosing import ChooseOne, OpponentChooses
from .components import BOX
from .frames import EffectFrame
from .questions import asked_seats
from .rounds import OVER
from .scoring import score_parts
from .state import State
from .treaties import treaty_prices


def build_view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the match as `seat` sees it (None: a spectator), as plain JSON.

    Decks are numbers of cards. `seats[n]["hand"]` is a list for its owner and None for others;
    `prices` are what the treaties cost the viewer, None where they are full. Sealed answers are in
    no view. After the end all hands are shown.
    """
    over = state.step == OVER
    return {
        "you": seat,
        "round": state.round,
        "turn": state.turn,
        "step": state.step,
        "active": state.player() if 0 <= state.active < len(state.order) else None,
        "order": state.order[:],
        "passed": state.passed[:],
        "main_done": state.main_done,
        "read_done": state.read_done,
        "options": asdict(state.options),
        "goal": BOX.shard_goal[len(state.seats)],
        "seats": [_view_seat(state, number, seat) for number in range(len(state.seats))],
        "advisors": [
            {
                "card": pile.cards[-1] if pile.up else None,
                "wealth": pile.wealth,
                "left": len(pile.cards) - pile.up,
            }
            for pile in state.piles
        ],
        "market": state.market[:],
        "location_deck": len(state.location_deck),
        "monument_deck": len(state.monument_deck),
        "segment_discard": sorted(state.segment_discard),
        "row": state.row[:],
        "prophecy_deck": len(state.prophecy_deck),
        "prophecy_discard": sorted(state.prophecy_discard),
        "treaties": {code: seats[:] for code, seats in state.treaties.items()},
        "spaces": BOX.treaty_spaces[len(state.seats)],
        "prices": {} if seat is None else treaty_prices(state, seat),
        "threat": state.threat,
        **_view_question(state),
        "scores": [
            [[code, points] for code, points in score_parts(state, n)] for n in _all_seats(state)
        ]
        if over
        else None,
    }


def _all_seats(state: State) -> range:
    return range(len(state.seats))


def _view_seat(state: State, number: int, viewer: int | None) -> dict[str, Any]:
    seat = state.seats[number]
    is_seen = number == viewer or state.step == OVER
    return {
        "faction": seat.faction,
        "island": {
            cell: {"card": segment.card, "exhausted": segment.exhausted}
            for cell, segment in seat.island.items()
        },
        "hand": seat.hand[:] if is_seen else None,
        "hand_size": len(seat.hand),
        "draw_pile": len(seat.draw_pile),
        "discard": seat.discard[:],
        "fragments": seat.fragments[:],
        "wealth": seat.wealth,
        "influence": seat.influence,
        "attack": seat.attack,
        "defense": seat.defense,
        "attack_value": max(0, seat.modified("attack_value", seat.attack)),
        "defense_value": max(0, seat.modified("defense_value", seat.defense)),
        "ready": seat.ready,
        "spent": seat.spent,
        "essence": seat.essence,
        "shards": seat.shards,
        "revenge": seat.revenge,
        "shields": seat.shields,
        "attacks_won": seat.attacks_won,
        "slots_passed": seat.slots_passed,
    }


def _view_question(state: State) -> dict[str, Any]:
    """Return the current question and who is asked; for a sealed question all seats that were
    asked.

    `listed` are the effects to pick from, `source` the card they are printed on; `discount` is that
    of a granted Build.
    """
    question_view: dict[str, Any] = {"question": None, "asked": [], "listed": [], "source": ""}
    question_view["discount"] = 0
    if not state.agenda or isinstance(state.agenda[-1], EffectFrame):
        return question_view
    question = state.agenda[-1]
    question_view["question"] = type(question).__struct_config__.tag
    question_view["asked"] = asked_seats(question)
    if isinstance(question, Build):
        question_view["discount"] = question.discount
    elif isinstance(question, ChooseOne | OpponentChooses):
        question_view["listed"] = [dict(option) for option in question.options]
        question_view["source"] = question.source
    return question_view
