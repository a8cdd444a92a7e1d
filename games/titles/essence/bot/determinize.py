"""Sample states that look the same to one seat."""

from __future__ import annotations

from msgspec import msgpack

from games.engine.chance import Chance

from ..rules.advisors import Bid
from ..rules.cleaning import Cleaning
from ..rules.components import FRAGMENT
from ..rules.questions import STORED_STATE
from ..rules.rounds import OVER
from ..rules.state import State

_decoder = msgpack.Decoder(STORED_STATE)


def imagine_state(state: State, seat: int | None, chance: Chance) -> State:
    """Return a copy that `seat` (None: a spectator) cannot distinguish from `state`.

    The decks, every draw pile, the other hands along with theirs, the face-down Advisors, the
    removed fragments, and the seed are randomized; sealed answers of others are forgotten.
    """
    other: State = _decoder.decode(msgpack.encode(state))
    other.chance = Chance(bytes(chance.choose("seed", list(range(256))) for _ in range(32)))
    if state.step == OVER:
        return other
    _imagine_cards(other, seat, chance)
    _imagine_piles(other, chance)
    _imagine_prophecy(other, chance)
    other.location_deck = chance.shuffle("locations", sorted(other.location_deck))
    other.monument_deck = chance.shuffle("monuments", sorted(other.monument_deck))
    other.wishes = {who: wishes for who, wishes in other.wishes.items() if who == seat}
    for question in other.agenda:
        if isinstance(question, Bid | Cleaning):
            question.answers = {w: answer for w, answer in question.answers.items() if w == seat}
    return other


def _imagine_cards(state: State, seat: int | None, chance: Chance) -> None:
    for number, own in enumerate(state.seats):
        hidden = own.draw_pile if number == seat else own.draw_pile + own.hand
        cards = chance.shuffle("cards", sorted(hidden))
        own.draw_pile, rest = cards[: len(own.draw_pile)], cards[len(own.draw_pile) :]
        if number != seat:
            own.hand = sorted(rest)


def _imagine_piles(state: State, chance: Chance) -> None:
    down = [code for pile in state.piles for code in _face_down(pile.cards, pile.up)]
    down = chance.shuffle("advisors", sorted(down))
    for pile in state.piles:
        tops = pile.cards[-1:] if pile.up else []
        pile.cards = [down.pop() for _ in _face_down(pile.cards, pile.up)] + tops


def _face_down(cards: list[str], up: bool) -> list[str]:
    return cards[:-1] if up else cards


def _imagine_prophecy(state: State, chance: Chance) -> None:
    """Shuffle the unseen fragments; the backs show the values, so only fragments of equal value are
    swapped."""
    unseen = [state.prophecy_deck, state.prophecies_out]
    for value in (1, 2, 3):
        codes = [code for pile in unseen for code in pile if FRAGMENT[code].value == value]
        codes = chance.shuffle("prophecy", sorted(codes))
        for pile in unseen:
            for place, code in enumerate(pile):
                if FRAGMENT[code].value == value:
                    pile[place] = codes.pop()
