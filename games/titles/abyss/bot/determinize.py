"""Sample states that look the same to one seat."""

from __future__ import annotations

from msgspec import msgpack

from games.engine.chance import Chance

from ..rules.answers import put_in_hand, take_from_hand
from ..rules.components import MONSTER, RACE
from ..rules.debts import first_debts
from ..rules.depths import Offer
from ..rules.hand import Commander
from ..rules.locations import LocationPick
from ..rules.questions import STORED_STATE
from ..rules.soldiers import Jailer
from ..rules.state import State

_decoder = msgpack.Decoder(STORED_STATE)


def imagine_state(state: State, seat: int | None, chance: Chance) -> State:
    """Return a copy that `seat` (None: a spectator) cannot distinguish from `state`.

    The piles, the other hands and tokens, the faces in the Council, the face-down discards, what
    another seat has drawn, the sealed answers of others, and the seed are randomized.
    """
    other: State = _decoder.decode(msgpack.encode(state))
    other.chance = Chance(bytes(chance.choose("seed", list(range(256))) for _ in range(32)))
    if state.step == "over":
        return other
    _imagine_cards(other, seat, chance)
    _imagine_tokens(other, seat, chance)
    _imagine_locations(other, seat, chance)
    other.lord_deck = chance.shuffle("lords", sorted(other.lord_deck))
    _imagine_answers(other, seat, chance)
    return other


def _imagine_cards(state: State, seat: int | None, chance: Chance) -> None:
    """Deal the unseen Exploration cards anew: first where the race is known, then the hands, which
    contain no Monster, then the deck."""
    known_races = [state.discard_unseen]
    if state.options.council_memory == "counts_only":
        known_races += state.council.values()
    hands = [other.hand for number, other in enumerate(state.seats) if number != seat]
    # What a debtor has bought meanwhile is in the hand; all have seen it, and it cannot pay.
    cards_by_debtor = {
        number: debt.bought for number, debt in first_debts(state).items() if number != seat
    }
    for number, debt_cards in cards_by_debtor.items():
        take_from_hand(state.seats[number].hand, debt_cards)
    piles = [*known_races, *hands, state.exploration_deck]
    cards = chance.shuffle("exploration", sorted(card for pile in piles for card in pile))
    for pile in known_races:
        for place, card in enumerate(pile):
            pile[place] = next(
                other_card
                for other_card in cards
                if other_card != MONSTER and RACE[other_card] == RACE[card]
            )
            cards.remove(pile[place])
    for hand in hands:
        for place in range(len(hand)):
            hand[place] = next(other_card for other_card in cards if other_card != MONSTER)
            cards.remove(hand[place])
        hand.sort()
    for number, debt_cards in cards_by_debtor.items():
        put_in_hand(state.seats[number].hand, debt_cards)
    state.exploration_deck = cards


def _imagine_tokens(state: State, seat: int | None, chance: Chance) -> None:
    others = [other for number, other in enumerate(state.seats) if number != seat]
    unseen = sorted(
        state.token_pile + [token for other in others for token in other.monster_tokens]
    )
    unseen = chance.shuffle("tokens", unseen)
    for other in others:
        other.monster_tokens = [unseen.pop() for _ in other.monster_tokens]
    state.token_pile = unseen


def _imagine_locations(state: State, seat: int | None, chance: Chance) -> None:
    unseen = state.location_stack[:]
    question = state.agenda[-1] if state.agenda else None
    is_hidden = isinstance(question, LocationPick) and question.seat != seat
    if isinstance(question, LocationPick) and is_hidden:
        unseen += question.drawn
    unseen = chance.shuffle("locations", sorted(unseen))
    if isinstance(question, LocationPick) and is_hidden:
        question.drawn = [unseen.pop() for _ in question.drawn]
    state.location_stack = unseen


def _imagine_answers(state: State, seat: int | None, chance: Chance) -> None:
    """Forget or invent the sealed answers of the others so that the group is still open."""
    for question in state.agenda:
        if isinstance(question, Jailer | Commander):
            for other in [victim for victim in question.answers if victim != seat]:
                del question.answers[other]
        elif isinstance(question, Offer):
            _imagine_offer(question, seat, chance)


def _imagine_offer(offer: Offer, seat: int | None, chance: Chance) -> None:
    own = {other: answer for other, answer in offer.answers.items() if other == seat}
    while True:
        offer.answers = dict(own)
        for other in offer.seats():
            verbs = ["take", "continue"] if other == offer.explorer else ["buy", "pass"]
            answer = chance.choose("answers", ["", *verbs])
            if answer and other != seat:
                offer.answers[other] = answer
        if offer.is_open():
            return
