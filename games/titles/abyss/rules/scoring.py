"""Count influence (Locations, Lords, affiliated Allies, Monster tokens) and find the winner."""

from __future__ import annotations

from games.engine.contract import Event, Outcome

from . import event_kinds
from .components import LOCATIONS, LORDS, RACE, RACES, VALUE
from .seats import Seat
from .state import State

# Printed keys by Lord; the Ambassadors' keys depend on an option.
KEYS = {
    printed: {
        lord.id: printed if lord.guild == "ambassadors" else lord.keys for lord in LORDS.values()
    }
    for printed in (3, 0)
}


def lords_points(seat: Seat) -> int:
    """Return the influence of all Lords: free, disabled or under Locations."""
    return sum(LORDS[lord.id].influence for lord in seat.lords)


def best_lord(seat: Seat) -> int:
    return max((LORDS[lord.id].influence for lord in seat.lords), default=0)


def allies_points(allies: list[str]) -> int:
    """Return the sum of the highest affiliated value of each race."""
    best: dict[str, int] = {}
    for ally in allies:
        race = RACE[ally]
        best[race] = max(best.get(race, 0), VALUE[ally])
    return sum(best.values())


def location_points(location: str, seat: Seat, opponents: list[Seat], ambassador_keys: int) -> int:
    """Return what a Location is worth to `seat`. “Locations”"""
    tile = LOCATIONS[location]
    if tile.counts == "best_opposing_location":
        return max(
            [
                0,
                *(
                    location_points(other, seat, [], ambassador_keys)
                    for opponent in opponents
                    for other in opponent.locations
                ),
            ]
        )
    return tile.base + tile.per * _count_scoring_items(tile.counts, tile.of, seat, ambassador_keys)


def _count_scoring_items(counts: str, of: str, seat: Seat, ambassador_keys: int) -> int:
    match counts:
        case "guild":
            return sum(LORDS[lord.id].guild == of for lord in seat.lords)
        case "race":
            return sum(RACE[ally] == of for ally in seat.affiliated)
        case "guilds":
            return len({LORDS[lord.id].guild for lord in seat.lords})
        case "lords":
            return len(seat.lords)
        case "allies":
            return len(seat.affiliated)
        case "keyed_lords":
            return sum(KEYS[ambassador_keys][lord.id] > 0 for lord in seat.lords)
        case "keyless_lords":
            return sum(KEYS[ambassador_keys][lord.id] == 0 for lord in seat.lords)
        case "weakest_lord":
            return min((LORDS[lord.id].influence for lord in seat.lords), default=0)
        case "strongest_lord":
            return best_lord(seat)
        case "weakest_allies":
            return sum(_lowest_by_race(seat.affiliated).values())
        case "nothing":
            return 0
    raise ValueError(f"Locations do not count {counts!r}.")


def _lowest_by_race(allies: list[str]) -> dict[str, int]:
    lowest: dict[str, int] = {}
    for ally in allies:
        race = RACE[ally]
        lowest[race] = min(lowest.get(race, 9), VALUE[ally])
    return lowest


def last_affiliation(seat: Seat) -> tuple[list[str], list[str]]:
    """Return the Allies in hand that are affiliated at the end, the lowest of each race, and the
    rest."""
    lowest = _lowest_by_race(seat.hand)
    allies = [f"{race}{lowest[race]}" for race in RACES if race in lowest]
    rest = seat.hand[:]
    for ally in allies:
        rest.remove(ally)
    return allies, rest


def seat_score_lines(state: State, number: int) -> tuple[tuple[str, int], ...]:
    """Return the score of a seat line by line: each Location, then lords, allies, monsters."""
    seat = state.seats[number]
    opponents = [other for other in state.seats if other is not seat]
    keys = state.options.ambassador_keys
    return (
        *((place, location_points(place, seat, opponents, keys)) for place in seat.locations),
        ("lords", lords_points(seat)),
        ("allies", allies_points(seat.affiliated)),
        ("monsters", sum(seat.monster_tokens)),
    )


def find_outcome(state: State) -> Outcome | None:
    """Return places, scores and score lines; None while the match runs. “End of the Game”"""
    if state.step != "over":
        return None
    parts = tuple(seat_score_lines(state, number) for number in range(len(state.seats)))
    scores = tuple(sum(points for _, points in part) for part in parts)
    ranks = [_ranking_key(state, number, scores[number]) for number in range(len(state.seats))]
    places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
    return Outcome(places, scores, parts)


def _ranking_key(state: State, number: int, score: int) -> tuple[int, int, int, int]:
    """Return the sort key of a seat: score, Pearls, best Lord; then, if the option says so, an
    earlier seat ranks lower."""
    seat = state.seats[number]
    late = 0
    if state.options.tie_after_all == "earlier_seat_last":
        late = (number - state.first_player) % len(state.seats)
    return score, seat.pearls, best_lord(seat), late


def end_match(state: State, events: list[Event]) -> None:
    """“End of the Game”: affiliate the lowest Ally of each race in hand, then count."""
    state.step = "over"
    for number, seat in enumerate(state.seats):
        allies, rest = last_affiliation(seat)
        seat.affiliated += allies
        seat.hand.clear()
        state.discard += rest
        last = {"seat": number, "allies": allies, "discarded": rest}
        events.append(Event(event_kinds.LAST_AFFILIATED, last, reveals=True))
    end = find_outcome(state)
    assert end is not None
    facts = {"places": list(end.places), "scores": list(end.scores)}
    events.append(Event(event_kinds.MATCH_ENDED, facts, reveals=True))
