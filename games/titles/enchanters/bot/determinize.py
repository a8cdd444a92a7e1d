"""Sample states that look the same to one seat."""

from __future__ import annotations

from msgspec import msgpack

from games.engine.chance import Chance
from games.engine.contract import Decision

from ..rules.running import Run
from ..rules.state import State
from ..rules.turn import run_to_next_question

_decoder = msgpack.Decoder(State)


def imagine_state(state: State, seat: int | None, chance: Chance) -> State:
    """Return a copy that `seat` (None: a spectator) cannot distinguish from `state`.

    All decks, the cards removed for the shorter game, what others were dealt or have drawn, the
    sealed answers of others, and the seed are randomized.
    """
    other: State = _decoder.decode(msgpack.encode(state))
    other.chance = Chance(bytes(chance.choose("seed", list(range(256))) for _ in range(32)))
    if state.result:
        return other
    unseen = chance.shuffle("adventure", sorted(other.deck + other.box_unseen))
    other.deck, other.box_unseen = unseen[: len(other.deck)], unseen[len(other.deck) :]
    _imagine_wounds(other, seat, chance)
    other.event_deck = chance.shuffle("events", sorted(other.event_deck))
    _imagine_starters(other, seat, chance)
    ask_again(other, {seat} if seat is not None else set())
    return other


def _imagine_wounds(state: State, seat: int | None, chance: Chance) -> None:
    """Deal the wound cards anew. The two drawn cards are known to the player who is asked about
    them."""
    wounds: list[str] = []
    if state.asked and state.asked.question == "wound" and state.asked.seats == [seat]:
        wounds = state.wound_deck[-2:]
    rest = sorted(card for card in state.wound_deck if card not in wounds)
    state.wound_deck = [*chance.shuffle("wounds", rest), *wounds]


def _imagine_starters(state: State, seat: int | None, chance: Chance) -> None:
    """Deal the banners and classes in the decks and before the others anew."""
    others = [number for number in range(len(state.dealt)) if number != seat]
    for deck in (state.banner_deck, state.class_deck):
        kind = {card.split(".")[0] for card in deck}
        places = [
            (number, place)
            for number in others
            for place, card in enumerate(state.dealt[number])
            if card.split(".")[0] in kind
        ]
        pool = [*deck, *(state.dealt[number][place] for number, place in places)]
        pool = chance.shuffle("starters", sorted(pool))
        for number, place in places:
            state.dealt[number][place] = pool.pop()
        deck[:] = pool


def ask_again(state: State, known_seats: set[int]) -> None:
    """Ask the question of the top task again, under the same numbers.

    Sealed answers of `known_seats` are kept; other seats that have answered get their first answer.
    """
    if state.asked is None:
        return
    answers = state.asked.answers
    state.numbers = state.asked.number - 1
    state.asked = None
    run_to_next_question(Run(state))
    if state.asked is not None:
        offers = dict(zip(state.asked.seats, state.asked.offers, strict=True))
        state.asked.answers = {
            seat: answer
            if seat in known_seats
            else Decision(offers[seat][0].verb, offers[seat][0].args)
            for seat, answer in answers.items()
            if seat in offers
        }
