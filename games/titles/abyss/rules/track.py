"""The Exploration track: revealing, taking and leaving cards, and where the rest goes."""

from __future__ import annotations

from games.engine.contract import Event

from . import event_kinds
from .answers import put_in_hand
from .components import MONSTER, RACE, THREAT_SPACES, TRACK_SPACES
from .state import State


def can_reveal(state: State) -> bool:
    """Return whether a card is left in the Exploration deck, in the discard pile or as a debt."""
    return bool(state.exploration_deck or state.discard or state.discard_unseen or state.debts)


def can_reveal_ally(state: State) -> bool:
    """Return whether one of these cards is an Ally. This is no secret: all other Allies can be
    counted."""
    if state.discard_unseen or state.debts:
        return True
    piles = (state.exploration_deck, state.discard)
    return any(card != MONSTER for pile in piles for card in pile)


def reshuffle_exploration_deck(state: State, events: list[Event]) -> None:
    """Make the discard pile the new Exploration deck."""
    # Sorted, so that the order in which the cards were discarded makes no difference.
    cards = sorted(state.discard + state.discard_unseen)
    state.exploration_deck = state.chance.shuffle("exploration", cards)[::-1]
    state.discard, state.discard_unseen = [], []
    events.append(Event(event_kinds.RESHUFFLE, {"cards": len(cards)}, reveals=True))


def can_continue(state: State) -> bool:
    """Return whether the explorer may leave the newest card: not on the last space, and only if
    another card can be revealed."""
    return len(state.track) < TRACK_SPACES and can_reveal(state)


def take_newest_ally(state: State, events: list[Event]) -> None:
    """Take the newest Ally; on the last space it comes with a Pearl."""
    space = len(state.track)
    card = state.track.pop()
    seat = state.seats[state.active]
    put_in_hand(seat.hand, [card])
    events.append(
        Event(event_kinds.ALLY_TAKEN, {"seat": state.active, "card": card, "space": space})
    )
    if space == TRACK_SPACES:
        last_space_pearl(state, events)
    end_exploration(state, events)


def last_space_pearl(state: State, events: list[Event]) -> None:
    state.seats[state.active].pearls += 1
    income = {"seat": state.active, "pearls": 1, "source": "last_space"}
    events.append(Event(event_kinds.INCOME, income))


def leave_newest_card(state: State, events: list[Event]) -> None:
    """Leave the newest card on the track; a Monster raises the Threat."""
    card = state.track[-1]
    events.append(Event(event_kinds.LEFT, {"seat": state.active, "card": card}))
    if card == MONSTER and state.threat < THREAT_SPACES:
        state.threat += 1
        events.append(Event(event_kinds.THREAT_ROSE, {"threat": state.threat}))


def end_exploration(state: State, events: list[Event]) -> None:
    """Move the rest of the track to the Council and the discard pile and pay the Ship Master."""
    left: dict[str, int] = {}
    monsters = 0
    for card in state.track:
        if card == MONSTER:
            state.discard.append(card)
            monsters += 1
        else:
            race = RACE[card]
            state.council[race].append(card)
            left[race] = left.get(race, 0) + 1
    state.track.clear()
    state.step = "action"
    facts = {"seat": state.active, "allies": left, "monsters": monsters}
    events.append(Event(event_kinds.EXPLORATION_ENDED, facts))
    if left and state.seats[state.active].has("ship_master"):
        state.seats[state.active].pearls += len(left)
        income = {"seat": state.active, "pearls": len(left), "source": "ship_master"}
        events.append(Event(event_kinds.INCOME, income))
