"""The house bot's valuations in points of influence, computed from a view alone."""

from __future__ import annotations

from ..rules.components import LOCATIONS, LORDS, RACE, VALUE
from ..rules.payment import best_total_of_sums, sum_races
from ..rules.scoring import KEYS, best_lord, location_points
from ..rules.seats import Seat
from ..rules.view import View

PEARL = 1.0
TOKEN = 2.65
KEY = 3.0
# One point of an Ally in hand: it takes about three turns to recruit a Lord of cost eight.
ALLY_POINT = 0.7
# The worth of each card of an average stack; the best ones have been taken.
UNSEEN_ALLY = 1.3
FULL_HAND = 12

# The worth of a power in addition to influence and keys.
POWERS = {
    "recruiter": 1.5,
    "jailer": 1.0,
    "seeker": 1.5,
    "assassin": 2.0,
    "commander": 1.0,
    "tamer": 0.5,
    "hunter": 2.0,
    "shaman": 1.0,
    "invoker": 3.0,
    "apprentice": 3.0,
    "oracle": 0.5,
    "alchemist": 2.0,
    "illusionist": 1.0,
    "master_of_magic": 1.0,
    "trader": 3.0,
    "peddler": 2.0,
    "shopkeeper": 1.0,
    "landlord": 3.0,
    "slaver": 2.0,
    "ship_master": 1.5,
    "opportunist": 0.5,
    "corruptor": 2.0,
    "traitor": 1.0,
    "diplomat": 1.5,
    "treasurer": 3.0,
    "schemer": 0.5,
    "elder": 11.0,
    "sage": 10.0,
    "hermit": 8.0,
}
LASTING = {lord.id for lord in LORDS.values() if lord.power in ("permanent", "turn")}


def seat_of(view: View, number: int) -> Seat:
    """Return a view's seat as a `Seat`, for counting."""
    return view.seats[number].to_seat()


def own_seat(view: View) -> Seat:
    return view.own.to_seat()


def opponent_seats(view: View) -> list[Seat]:
    return [seat_of(view, number) for number in range(len(view.seats)) if number != view.you]


def is_last_turn(view: View) -> bool:
    return view.ended_by is not None


def turns_left(view: View) -> int:
    """Return an estimate of how many turns each seat still has."""
    if is_last_turn(view):
        return 1
    most = max(len(seat.lords) for seat in view.seats)
    return max(1, 2 * (7 - most))


def lord_worth(view: View, lord: str) -> float:
    """Return the worth of this Lord entering play."""
    card = LORDS[lord]
    worth = float(card.influence)
    if card.guild == "ambassadors":
        tiles = view.location_stack or view.location_offer
        return worth + (POWERS[lord] if tiles else 0)
    worth += card.keys * (KEY if not is_last_turn(view) or missing_keys(view) <= 1 else 0)
    if lord in LASTING:
        worth += POWERS.get(lord, 0) * min(1.0, (turns_left(view) - 1) / 5)
    elif lord in ("trader", "peddler", "shopkeeper") and is_last_turn(view):
        worth += 0.1
    elif lord == "apprentice":
        worth += UNSEEN_ALLY * max(view.council.values()) * (not is_last_turn(view))
    elif lord == "hunter":
        others = [other for n, other in enumerate(view.seats) if n != view.you]
        worth += TOKEN * any(other.monster_token_count for other in others)
    else:
        worth += POWERS.get(lord, 0)
    for place in view.own.locations:
        tile = LOCATIONS[place]
        if (tile.counts, tile.of) == ("guild", card.guild) or tile.counts == "lords":
            worth += tile.per
    return worth


def missing_keys(view: View) -> int:
    return 3 - int(view.own.usable_keys)


def location_worth(view: View, place: str, seat: Seat | None = None) -> float:
    """Return the current points of a Location, plus a little if they may still grow."""
    seat = seat or own_seat(view)
    keys = view.options.ambassador_keys
    worth = float(location_points(place, seat, opponent_seats(view), keys))
    tile = LOCATIONS[place]
    more_lords = max(0, 7 - len(seat.lords)) * (not is_last_turn(view))
    match tile.counts:
        case "guild":
            worth += tile.per * more_lords / 6
        case "lords":
            worth += tile.per * more_lords
        case "race" | "keyed_lords" | "keyless_lords":
            worth += tile.per * more_lords / 5
        case "allies" | "guilds" | "weakest_allies":
            worth += tile.per * more_lords / 2
        case "strongest_lord":
            worth += more_lords and max(0.0, 10 - best_lord(seat)) / 2
        case "nothing" if view.location_stack:
            worth = 10.0
    return worth


def card_worth(view: View, card: str) -> float:
    """Return the worth of an Ally in one's own hand: its points, more if the Court requires it."""
    seat = own_seat(view)
    if is_last_turn(view):
        values = [VALUE[ally] for ally in seat.affiliated if RACE[ally] == RACE[card]]
        return 0.3 * max(0, VALUE[card] - max(values, default=0))
    worth = ALLY_POINT * VALUE[card] + 0.4 * _score_recruitment_progress(view, seat, card)
    if len(seat.hand) >= FULL_HAND:
        lowest = min(VALUE[ally] for ally in seat.hand)
        worth = max(0.0, ALLY_POINT * (VALUE[card] - lowest))
    return worth


def _score_recruitment_progress(view: View, seat: Seat, card: str) -> float:
    """Return for how many Lords in the Court this Ally closes part of the gap."""
    hand, more = sum_races(tuple(seat.hand)), sum_races((*seat.hand, card))
    progress, diplomat = 0.0, seat.has("diplomat")
    for lord in view.court:
        lord_card = LORDS[lord]
        mandatory = None if diplomat else lord_card.mandatory
        before = best_total_of_sums(hand, lord_card.races, mandatory)
        after = best_total_of_sums(more, lord_card.races, mandatory)
        if before < 0 <= after:
            progress += 1.5
        elif before < after and before + seat.pearls < lord_card.cost:
            progress += 1.0
    return min(3.0, progress)


def affiliation_worth(view: View, ally: str) -> int:
    """Return by how much an affiliated Ally raises the best of its race."""
    own_allies = view.own.affiliated
    same = [VALUE[other] for other in own_allies if RACE[other] == RACE[ally]]
    return max(0, VALUE[ally] - max(same, default=0))


def disabled_lord_loss(lord: str, ambassador_keys: int) -> float:
    """Return the loss when a Lord stops working."""
    lasting = POWERS.get(lord, 0) if lord in LASTING else 0
    return KEY * KEYS[ambassador_keys][lord] + lasting
