"""What a seat may see of the match: everything but decks, and the others' cards while choosing."""

from __future__ import annotations

from typing import Any

from msgspec.structs import asdict

from .components import CARD, LOWER_ICONS, THRESHOLDS, UPPER_ICONS
from .journeys import journey_costs
from .scoring import score_parts
from .state import Seat, State, Trip
from .statics import Actives, active_statics, overlord_side
from .values import (
    IconModifiers,
    count_icons,
    creature_powers,
    effective_power,
    icon_modifiers,
    icon_value,
    overlord_powers,
    wound_count,
)
from .vocabulary import CREATURES


def _list_branches(state: State) -> Any:
    """Return the effects that the topmost task lets one or all players choose from, or None."""
    if state.asked is None or state.asked.question != "branch":
        return None
    task = state.tasks[-1]
    return task.args["do"][0]["choose_one"] if task.op == "each_player" else task.args


def build_view(state: State, seat: int | None) -> dict[str, Any]:
    """Return the match as `seat` sees it (None: a spectator), as plain JSON.

    Stacks have their top last, decks are numbers of cards. `active` is the starting player while
    nobody is active. `track[n]` has a creature's health and strength for the viewer (for a
    spectator: the active player) and the cost of the journey. `scores` are the points if the match
    ended now. `branches` are the effects to choose from, as on the card, while that is asked.
    """
    over, active = bool(state.result), state.from_active()[0]
    boosts = active_statics(state, "boost")
    return {
        "you": seat,
        "active": active,
        "starting": state.starting,
        "turn": state.turn,
        "round": state.round,
        "options": asdict(state.options),
        "kingdoms": state.kingdoms[:],
        "seats": _serialize_seats(state, boosts),
        "track": _serialize_track(state, active if seat is None else seat, boosts),
        "deck": len(state.deck),
        "graveyard": state.graveyard[:],
        "won": state.won[:],
        "wound_deck": len(state.wound_deck),
        "village": state.village,
        "village_rewards": state.village_rewards,
        "overlord": _serialize_overlord(state),
        "event": state.event,
        "anger": state.anger,
        "pool": state.pool,
        "threshold": THRESHOLDS[state.options.coop_difficulty] if state.options.coop else None,
        "desert": state.desert,
        "main_done": state.main_done,
        "fight": _serialize_fight(state),
        "duel": state.duels[-1][:] if state.duels else None,
        "dealt": state.dealt[seat][:] if state.dealt and seat is not None else None,
        "question": state.asked.question if state.asked else None,
        "branches": _list_branches(state),
        "asked": sorted(state.asked.seats) if state.asked else [],
        "result": state.result,
        "scores": _serialize_scores(state) if over and not state.options.coop else None,
        "piles": {"deck": state.deck[::-1], "box_unseen": sorted(state.box_unseen)}
        if over
        else None,
    }


def _serialize_scores(state: State) -> list[list[list[str | int]]]:
    seats = range(len(state.seats))
    return [[[code, points] for code, points in score_parts(state, number)] for number in seats]


def _serialize_seats(state: State, boosts: Actives) -> list[dict[str, Any]]:
    modifiers = icon_modifiers(state)
    return [_serialize_seat(state, number, boosts, modifiers) for number in range(len(state.seats))]


def _serialize_seat(
    state: State, number: int, boosts: Actives, modifiers: IconModifiers
) -> dict[str, Any]:
    seat: Seat = state.seats[number]
    seat_view = {
        "stacks": {stack: cards[:] for stack, cards in seat.stacks.items()},
        "crystals": seat.crystals,
        "wounds": seat.wounds,
        "wound_count": wound_count(state, number),
        "rewards": seat.rewards,
        "attack": effective_power(state, number, "attack", boosts=boosts),
        "defense": effective_power(state, number, "defense", boosts=boosts),
        "pearls": seat.pearls,
        "pearls_used": seat.pearls_used,
        "used": sorted(seat.used),
        "points": sum([points for _, points in score_parts(state, number)]) if state.village else 0,
    }
    return (
        seat_view
        | {icon: icon_value(state, number, icon, modifiers) for icon in ("weight", "speed")}
        | _rare_icons(seat)
    )


def _rare_icons(seat: Seat) -> dict[str, int]:
    """Return the icons that only some kingdoms have."""
    return {
        icon: count_icons(seat, icon)
        for icon in ("slime", "undead")
        if UPPER_ICONS[icon] or LOWER_ICONS[icon]
    }


def _serialize_track(state: State, seat: int, boosts: Actives) -> list[dict[str, Any] | None]:
    """Return the spaces with costs and powers for a seat; None for an empty one."""
    modifiers = active_statics(state, "creature_mod")
    spaces: list[dict[str, Any] | None] = []
    for slot, (space, cost) in enumerate(zip(state.track, journey_costs(state, seat), strict=True)):
        if not space.card:
            spaces.append(None)
            continue
        space_view: dict[str, Any] = {"card": space.card, "cost": cost}
        for token in ("wounds", "rewards", "cerberus"):
            if many := getattr(space, token):
                space_view[token] = many
        if CARD[space.card].kind in CREATURES:
            health, strength = creature_powers(state, seat, space.card, slot, modifiers)
            trip = Trip(seat, space.card, slot=slot, fighting=True)
            space_view |= {"health": health, "strength": strength}
            space_view["attack"] = effective_power(state, seat, "attack", trip, boosts)
            space_view["defense"] = effective_power(state, seat, "defense", trip, boosts)
        spaces.append(space_view)
    return spaces


def _serialize_overlord(state: State) -> dict[str, Any] | None:
    if not state.overlord:
        return None
    health, strength = overlord_powers(state)
    return {
        "card": state.overlord,
        "active": state.overlord_active,
        "health": health,
        "strength": strength,
        "rewards": state.overlord_rewards,
        "reinforcements": {"health": state.overlord_health, "strength": state.overlord_strength},
        "crystals": state.overlord_crystals,
        "cards": state.overlord_cards[:],
        "hit_points": state.hit_points,
        "challenges": len(overlord_side(state).part.of("challenge")),
    }


def _serialize_fight(state: State) -> dict[str, Any] | None:
    if not state.trips or not state.trips[-1].fighting:
        return None
    trip = state.trips[-1]
    if trip.zone == "challenge":
        health, strength = overlord_powers(state)
    else:
        health, strength = creature_powers(state, trip.seat, trip.card, trip.slot)
    return {"seat": trip.seat, "card": trip.card, "health": health, "strength": strength}
