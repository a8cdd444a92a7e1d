"""“Journey”: its cost, its reward, and where the card goes."""

from __future__ import annotations

from typing import assert_never

from games.engine.contract import Decision

from .components import CARD, STACK
from .fights import end_trip
from .gains import change_crystals
from .running import Run, register_step, register_step_as
from .stacks import blocked_stacks, place_or_discard_card
from .state import NOBODY, Space, State, Task, Trip
from .statics import active_statics
from .triggers import Occasion, fire_triggers
from .values import creature_powers, effective_power, icon_value
from .vocabulary import CREATURES
from .wounds import inflict_damage

Journey = tuple[Decision, int]


def cost_of(state: State, seat: int, slot: int) -> int:
    """Return the price of a space in crystals."""
    return journey_costs(state, seat)[slot]


def journey_costs(state: State, seat: int) -> list[int]:
    """Return the price of each space in crystals: its number, or its lower base cost (A-03), minus
    speed."""
    costs = list(range(len(state.track)))
    if state.free_journey:
        return [0 for _ in costs]
    speed = icon_value(state, seat, "speed")
    bases = [
        (fields["min_slot"], fields["cost"])
        for fields, owner in active_statics(state, "journey_base_cost")
        if owner in (seat, NOBODY)
    ]
    for least, base in bases:
        costs = [min(cost, base) if slot >= least else cost for slot, cost in enumerate(costs)]
    return [max(0, cost - speed) for cost in costs]


def is_hopeless(state: State, seat: int, card: str, slot: int) -> bool:
    """Return whether an attack is too weak for a creature in the current state."""
    if CARD[card].kind not in CREATURES:
        return False
    trip = Trip(seat, card, slot=slot, fighting=True)
    return (
        effective_power(state, seat, "attack", trip) < creature_powers(state, seat, card, slot)[0]
    )


def possible_journeys(state: State, seat: int) -> list[Journey]:
    """Return the spaces that can be journeyed to now, and their costs (D-06)."""
    journeys = []
    crystals, closed_stacks = state.seats[seat].crystals, blocked_stacks(state, seat)
    for slot, (space, cost) in enumerate(zip(state.track, journey_costs(state, seat), strict=True)):
        if not space.card or cost > crystals or STACK[space.card] in closed_stacks:
            continue
        if not state.options.hopeless_fights and is_hopeless(state, seat, space.card, slot):
            continue
        journeys.append((Decision("journey", {"at": slot, "card": CARD[space.card].id}), cost))
    return journeys


@register_step
def journey(run: Run, task: Task) -> None:
    """Pay and set out; a creature must be defeated first."""
    state, slot = run.state, int(task.args)
    cost = cost_of(state, task.seat, slot)
    card = state.track[slot].card
    run.tell("journey", seat=task.seat, slot=slot, card=card, cost=cost)
    change_crystals(run, task.seat, -cost)
    set_out(run, Trip(task.seat, card, slot=slot, main=True))


def set_out(run: Run, trip: Trip) -> None:
    """Start a journey to a card in any zone; a journey makes weight count (“Clean-up”)."""
    run.state.trips.append(trip)
    run.state.journeyed |= trip.seat == run.state.active
    if CARD[trip.card].kind in CREATURES:
        run.then("prepare", trip.seat)
        run.then("strike", trip.seat)
    else:
        run.then("claim", trip.seat)


@register_step_as("claim")
def claim_card(run: Run, task: Task) -> None:
    """Take the card, which is not in a stack yet: immediate effects, triggers, then its stack."""
    state, trip = run.state, run.state.trips[-1]
    card = trip.card
    match trip.zone:
        case "track":
            slots = [n for n, space in enumerate(state.track) if space.card == card]
            if not slots:
                end_trip(run, trip, is_won=True)
                return
            # Tokens on the card return to the supply (ruling A-17).
            state.track[slots[0]] = Space()
        case "graveyard":
            state.graveyard.remove(card)
        case "overlord":
            state.overlord_cards.remove(card)
        case "challenge":
            raise ValueError("No card is taken from a challenge.")
        case _:
            assert_never(trip.zone)
    state.won.append(card)
    kind = CARD[card].kind
    run.tell("took", seat=task.seat, card=card)
    for ability in CARD[card].upper.of("immediate"):
        run.effects(ability.effect, task.seat, card=card)
    run.then("before_laying", task.seat, card=card)
    run.then("lay_down", task.seat, {"kind": kind}, card=card)


@register_step
def before_laying(run: Run, task: Task) -> None:
    if task.card in run.state.won:
        fire_triggers(run, task.seat, Occasion("took", kind=CARD[task.card].kind, at="before_add"))


@register_step
def lay_down(run: Run, task: Task) -> None:
    """Put the card on its stack, unless it was given away or buried, or may not be taken."""
    state, trip = run.state, run.state.trips[-1]
    if task.card in state.won:
        state.won.remove(task.card)
        if place_or_discard_card(run, task.seat, task.card):
            fire_triggers(run, task.seat, Occasion("took", kind=task.args["kind"], at="after_add"))
    run.then("arrive", task.seat, {"slot": trip.slot})


@register_step
def arrive(run: Run, task: Task) -> None:
    """Finish the journey: “after a journey on N or more”, and the toll (ruling A-21)."""
    state, slot = run.state, task.args["slot"]
    state.trips.pop()
    if slot >= 0:
        fire_triggers(run, task.seat, Occasion("journeyed", slot=slot))
        for fields, _ in list(active_statics(state, "journey_toll")):
            if slot == fields["slot"]:
                inflict_damage(run, task.seat, fields["damage"])
