"""What else the table could be, as far as one seat can tell; and the count of its components."""

from __future__ import annotations

from collections import Counter

from msgspec import msgpack

from games.engine.chance import Chance
from games.engine.contract import Decision

from ..rules.components import CARD, deck_of, of_kind
from ..rules.running import Run
from ..rules.state import State
from ..rules.turn import go_on

_decoder = msgpack.Decoder(State)


def imagine_state(state: State, seat: int | None, chance: Chance) -> State:
    """Return a copy that `seat`, None a stranger, cannot tell from `state`.

    Shuffled are all decks, what the shorter game took away, what others were dealt or have drawn,
    the answers that others have sealed, and the seed.
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
    """The two cards drawn are known to whoever is asked about them."""
    drawn: list[str] = []
    if state.asked and state.asked.question == "wound" and state.asked.seats == [seat]:
        drawn = state.wound_deck[-2:]
    rest = sorted(card for card in state.wound_deck if card not in drawn)
    state.wound_deck = [*chance.shuffle("wounds", rest), *drawn]


def _imagine_starters(state: State, seat: int | None, chance: Chance) -> None:
    """Banners and classes in the decks and before the others are dealt anew."""
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


def ask_again(state: State, known: set[int]) -> None:
    """Ask the question on top of the tasks anew, under its numbers.

    Sealed answers of `known` seats stand; others who have answered now gave the first answer.
    """
    if state.asked is None:
        return
    answers = state.asked.answers
    state.numbers = state.asked.number - 1
    state.asked = None
    go_on(Run(state))
    if state.asked is not None:
        offers = dict(zip(state.asked.seats, state.asked.offers, strict=True))
        state.asked.answers = {
            seat: answer if seat in known else Decision(offers[seat][0].verb, offers[seat][0].args)
            for seat, answer in answers.items()
            if seat in offers
        }


def count_components(state: State) -> dict[str, int]:
    """Count the cards that lie nowhere, or in two places; there must be none.

    Before the kingdoms are chosen nothing lies anywhere.
    """
    piles = [
        state.deck,
        state.graveyard,
        state.box,
        state.box_unseen,
        state.won,
        state.wound_deck,
        state.banner_deck,
        state.class_deck,
        state.village_deck,
        state.overlord_deck,
        state.overlord_cards,
        state.event_deck,
        [space.card for space in state.track if space.card],
        [code for code in (state.village, state.overlord, state.event) if code],
        *state.dealt,
    ]
    for seat in state.seats:
        piles += seat.stacks.values()
    found = Counter(card for pile in piles for card in pile)
    wanted = Counter(_in_match(state)) if found else Counter[str]()
    return {"lost": (wanted - found).total(), "created": (found - wanted).total()}


def _in_match(state: State) -> list[str]:
    """Return every card that must lie somewhere; the village is laid after the starting cards."""
    options, many = state.options, len(state.seats)
    cards = [card for kingdom in state.kingdoms for card in deck_of(kingdom)]
    for kind in ("banner", "class"):
        cards += of_kind(kind)
    if options.start_item == "fist":
        cards += of_kind("fist")[:many]
    if options.start_enchantment == "enchanting":
        cards += of_kind("enchanting")[:many]
    if not state.village:
        return cards
    cards += of_kind("village") + of_kind("overlord")
    if not options.coop:
        return cards + of_kind("wound")
    events = of_kind("overlord_event")
    return cards + [code for code in events if CARD[code].overlord in ("", state.overlord)]
