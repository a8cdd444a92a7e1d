"""“Combat”, “Attack” and “Duel”: preparation, comparison and damage."""

from __future__ import annotations

from games.engine.contract import Decision

from .actions import action_parts, find_action, minor_actions
from .components import CARD
from .overlords import add_reinforcements, change_rewards, resolve_invasion
from .people import reachable_seats
from .running import Run, register_step
from .stacks import put_in_discard, sync_pearls
from .state import OVERLORD, Space, State, Task, Trip
from .statics import overlord_side
from .triggers import Occasion, fire_triggers
from .values import cannot_duel, creature_flags, creature_powers, effective_power, overlord_powers
from .wounds import inflict_damage

FIGHT = Decision("fight")
READY = Decision("ready")


def strength_of(state: State, unit: int) -> tuple[int, int]:
    """Return attack and defense of a player, or strength and health of the Overlord."""
    if unit == OVERLORD:
        health, strength = overlord_powers(state)
        return strength, health
    return effective_power(state, unit, "attack"), effective_power(state, unit, "defense")


def attack_damage(state: State, attacker: int, target: int) -> int:
    """Return the damage of one attack between players and the Overlord (“Attack”)."""
    double = attacker == OVERLORD and "double_damage" in creature_flags(state, state.overlord)
    damage = max(0, strength_of(state, attacker)[0] - strength_of(state, target)[1])
    return damage * (2 if double else 1)


@register_step
def take_blow(run: Run, task: Task) -> None:
    inflict_damage(run, task.seat, int(task.args))


@register_step
def overlord_hits(run: Run, task: Task) -> None:
    """Let the Overlord attack the targets, all players if the text says so."""
    state = run.state
    run.tell("overlord_attacks")
    targets = task.args
    if "attacks_all" in creature_flags(state, state.overlord):
        targets = reachable_seats(state, state.from_active())
    for target, n in [(target, attack_damage(state, OVERLORD, target)) for target in targets]:
        run.then("take_blow", target, n)


# Combat -------------------------------------------------------------------------------------------


@register_step
def prepare(run: Run, task: Task) -> None:
    """Offer minor actions before the fight, as many as wanted (D-07); skip a player who has
    none."""
    trip = run.state.trips[-1]
    trip.fighting = True
    usable = minor_actions(run.state, task.seat, action_parts(run.state, task.seat))
    if not usable:
        return
    decision = run.choose(task, "prepare", [FIGHT, *(offer for offer, _ in usable)], always=True)
    if decision is not None and decision != FIGHT:
        action = find_action(usable, decision)
        run.then("use", task.seat, action)
        run.then("prepare", task.seat)


@register_step
def strike(run: Run, task: Task) -> None:
    """Compare attack and health: a won fight costs wounds, a lost one the card on space 0."""
    state, trip = run.state, run.state.trips[-1]
    if not _is_still_there(state, trip):
        end_trip(run, trip, is_won=False)
        return
    if trip.zone == "challenge":
        health, strength = overlord_powers(state)
    else:
        health, strength = creature_powers(state, trip.seat, trip.card, trip.slot)
    if effective_power(state, trip.seat, "attack") < health:
        run.tell("lost_fight", seat=trip.seat, card=trip.card)
        end_trip(run, trip, is_won=False)
        return
    run.tell("won_fight", seat=trip.seat, card=trip.card)
    marks = creature_flags(state, trip.card)
    targets = reachable_seats(state, state.from_active()) if "attacks_all" in marks else [trip.seat]
    double = 2 if "double_damage" in marks else 1
    for target in targets:
        damage = max(0, strength - effective_power(state, target, "defense")) * double
        run.then("take_blow", target, damage)
    run.then("defeat", trip.seat)


def _is_still_there(state: State, trip: Trip) -> bool:
    """Return whether the creature is still in its zone; on the track it may have changed its
    space."""
    match trip.zone:
        case "track":
            spaces = [n for n, space in enumerate(state.track) if space.card == trip.card]
            trip.slot = spaces[0] if spaces else -1
            return bool(spaces)
        case "graveyard":
            return trip.card in state.graveyard
        case "overlord":
            return trip.card in state.overlord_cards
    return state.overlord_active


def end_trip(run: Run, trip: Trip, *, is_won: bool) -> None:
    """End the journey; a lost main action discards the card on space 0 (ruling A-11)."""
    run.state.trips.remove(trip)
    if not is_won and trip.main:
        run.then("discard_first", trip.seat, {"invade": True})


@register_step
def defeat(run: Run, task: Task) -> None:
    """Resolve the victory after the creature has hit back: triggers, then the card or the
    reward."""
    trip = run.state.trips[-1]
    trip.fighting = False
    if trip.zone == "challenge":
        run.then("challenge_won", task.seat)
        return
    fire_triggers(run, task.seat, Occasion("defeated", kind=CARD[trip.card].kind))
    run.then("claim", task.seat)


@register_step
def discard_first(run: Run, task: Task) -> None:
    """Discard the card on space 0; after a rest or a failed fight it invades."""
    state = run.state
    space = state.track[0]
    if not space.card:
        return
    card = space.card
    kinds = [CARD[card].kind, *(["wound"] if space.wounds else [])]
    kinds += ["reward"] if space.rewards else []
    state.track[0] = Space()
    put_in_discard(state, card)
    run.tell("track_discarded", card=card)
    if task.args["invade"]:
        resolve_invasion(run, kinds, card)


# Challenges ---------------------------------------------------------------------------------------


@register_step
def challenge_won(run: Run, task: Task) -> None:
    """Resolve a won challenge: reinforcement, reward, then whether the Overlord falls, then the
    deck."""
    state, trip = run.state, run.state.trips[-1]
    if state.options.coop:
        if state.options.reinforcements:
            add_reinforcements(run, 2 if len(state.seats) == 2 else 1)
        run.effects(overlord_side(state).reward_effects, task.seat, card=state.overlord)
    else:
        if state.overlord_rewards:
            change_rewards(run, -1)
            state.seats[task.seat].rewards += 1
            run.tell("reward", seat=task.seat)
            for ability in overlord_side(state).reward.of("immediate"):
                run.effects(ability.effect, task.seat, card=state.overlord)
        run.then("overlord_falls", task.seat)
    run.then("challenge_ends", task.seat, {"main": trip.main})


@register_step
def overlord_falls(run: Run, task: Task) -> None:
    """Deactivate an Overlord that has no reward token left after a challenge (ruling A-25)."""
    state = run.state
    if not state.overlord_rewards and state.overlord_active:
        state.overlord_active = False
        sync_pearls(state)
        run.tell("overlord_falls")


@register_step
def challenge_ends(run: Run, task: Task) -> None:
    """Discard the top of the deck, or the card on space 0 if the deck is empty (ruling A-13)."""
    state = run.state
    state.trips.pop()
    if not task.args["main"]:
        return
    if state.deck:
        card = state.deck.pop()
        put_in_discard(state, card)
        run.tell("deck_discarded", card=card, reveals=True)
    else:
        run.then("discard_first", task.seat, {"invade": False})


# Duels --------------------------------------------------------------------------------------------


@register_step
def duel_prep(run: Run, task: Task) -> None:
    """Let one player of the duel use minor actions (D-13)."""
    usable = minor_actions(run.state, task.seat, action_parts(run.state, task.seat))
    if not usable:
        return
    decision = run.choose(task, "duel_prep", [READY, *(offer for offer, _ in usable)], always=True)
    if decision is not None and decision != READY:
        action = find_action(usable, decision)
        run.then("use", task.seat, action)
        run.then("duel_prep", task.seat)


@register_step
def duel_strikes(run: Run, task: Task) -> None:
    """Let both attack at once, except players who may not attack in duels.

    If the match would be won and lost at once, it is lost (ruling A-44): the Overlord is hit last.
    """
    state = run.state
    first, second = state.duels[-1]
    blows = []
    for attacker, target in ((first, second), (second, first)):
        if attacker == OVERLORD or not cannot_duel(state, attacker):
            blows.append((target, attack_damage(state, attacker, target)))
    for target, n in sorted(blows, key=lambda blow: blow[0] == OVERLORD):
        run.then("take_blow", target, n)
    run.then("duel_ends", task.seat)


@register_step
def duel_ends(run: Run, task: Task) -> None:
    pair = run.state.duels.pop()
    for seat in pair:
        if seat != OVERLORD:
            fire_triggers(run, seat, Occasion("after_duel"))
