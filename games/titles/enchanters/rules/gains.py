"""Powers and crystals: effects that gain, steal, lose and give them, and effects that contain
others."""

from __future__ import annotations

from typing import Any

from games.engine.contract import Decision

from .overlords import store_crystals
from .people import reachable_seats, relative_side, resolve_amount, resolve_targets
from .running import Run, register_effect, register_step
from .stacks import change_powers, discard_excess_crystals
from .state import OVERLORD, State, Task
from .statics import has_enough_rewards
from .values import fixed_amount


def change_crystals(run: Run, seat: int, change: int) -> None:
    """Give crystals to a seat, or take as many as it has."""
    owner = run.state.seats[seat]
    change = max(change, -owner.crystals)
    if change:
        owner.crystals += change
        run.tell("crystals", seat=seat, n=change)
        discard_excess_crystals(run, seat)


@register_effect
def gain(run: Run, task: Task) -> None:
    """Change the running powers until the player's own clean-up."""
    attack = resolve_amount(run, task, task.args.get("attack", 0))
    defense = resolve_amount(run, task, task.args.get("defense", 0))
    change_powers(run.state.seats[task.seat], attack, defense)
    run.tell("gained", seat=task.seat, attack=attack, defense=defense)


@register_effect
def take_crystals(run: Run, task: Task) -> None:
    targets = resolve_targets(run, task, task.args.get("who", "self"))
    many = resolve_amount(run, task, task.args["n"])
    for target in targets:
        if target == OVERLORD:
            store_crystals(run, many)
        else:
            change_crystals(run, target, many)


@register_effect
def steal_crystals(run: Run, task: Task) -> None:
    """Take what the victim has; the Overlord's supply is unlimited (“the Overlord as a target”)."""
    state = run.state
    for target in resolve_targets(run, task, task.args["from"]):
        many = int(task.args["n"])
        if target == OVERLORD:
            state.overlord_crystals = max(0, state.overlord_crystals - many)
        else:
            many = min(many, state.seats[target].crystals)
            change_crystals(run, target, -many)
        change_crystals(run, task.seat, many)


@register_effect
def lose_crystals(run: Run, task: Task) -> None:
    n = task.args["n"]
    for target in resolve_targets(run, task, task.args.get("who", "self")):
        if target == OVERLORD:
            crystals = run.state.overlord_crystals
            run.state.overlord_crystals -= crystals if n == "all" else min(crystals, int(n))
        elif n == "all":
            change_crystals(run, target, -run.state.seats[target].crystals)
        else:
            change_crystals(run, target, -resolve_amount(run, task, n))


@register_effect
def give_crystals(run: Run, task: Task) -> None:
    """Give crystals: all if there are too few, nothing if there are none."""
    many = min(int(task.args["n"]), run.state.seats[task.seat].crystals)
    if many == 0:
        return
    for target in resolve_targets(run, task, task.args["to"]):
        change_crystals(run, task.seat, -many)
        if target == OVERLORD:
            store_crystals(run, many)
        else:
            change_crystals(run, target, many)


@register_effect
def pay_or(run: Run, task: Task) -> None:
    """Pay crystals, or let the alternative effect happen (E068, D-21)."""
    price = task.args["crystals"]
    decision = None
    if run.state.seats[task.seat].crystals >= price:
        decision = run.choose(task, "pay", [Decision("pay", {"number": price})], optional=True)
    if decision is None:
        run.effects(task.args["else"], task.seat, card=task.card)
    else:
        change_crystals(run, task.seat, -price)


# Effects that contain others ----------------------------------------------------------------------


def can_choose_branch(state: State, seat: int, effect: Any) -> bool:
    """Return whether a branch can be chosen: what it loses must be available in full (ruling
    A-09)."""
    for op, args in effect.items():
        if op == "lose_crystals" and args.get("who", "self") == "self" and _is_fixed(args["n"]):
            return state.seats[seat].crystals >= fixed_amount(state, seat, args["n"])
        if op == "put_on_overlord" and args["what"] == "top_enchantment":
            return len(state.seats[seat].stacks["enchantment"]) > 1
    return True


def _is_fixed(amount: object) -> bool:
    """Return whether an amount is known in advance: neither “all” nor a die."""
    return amount != "all" and not (isinstance(amount, dict) and "die" in amount)


def possible_branches(state: State, seat: int, effects: Any) -> list[Decision]:
    """Return the possible branches of a `choose_one`, numbered from 1."""
    return [
        Decision("branch", {"number": number})
        for number, effect in enumerate(effects, start=1)
        if can_choose_branch(state, seat, effect)
    ]


@register_effect
def choose_one(run: Run, task: Task) -> None:
    """Carry out one of several effects (D-22)."""
    decision = run.choose(task, "branch", possible_branches(run.state, task.seat, task.args))
    if decision is not None:
        number = int(str(decision.args["number"]))
        run.effects([task.args[number - 1]], task.seat, card=task.card, amount=task.amount)


@register_effect
def all_(run: Run, task: Task) -> None:
    run.effects(task.args, task.seat, card=task.card, amount=task.amount)


@register_effect
def if_(run: Run, task: Task) -> None:
    if has_enough_rewards(run.state, task.args["test"]):
        run.effects(task.args["do"], task.seat, card=task.card, amount=task.amount)


@register_effect
def each_player(run: Run, task: Task) -> None:
    """Apply an effect to each player; their choices are asked at the same time (D-19, A-07)."""
    state = run.state
    seats = [seat for seat in resolve_targets(run, task, task.args["who"]) if seat != OVERLORD]
    effects = task.args["do"]
    if len(effects) == 1 and "choose_one" in effects[0]:
        options = effects[0]["choose_one"]
        offers = {seat: possible_branches(state, seat, options) for seat in seats}
        decisions = run.choose_all(task, "branch", offers)
        for seat, decision in decisions.items():
            number = int(str(decision.args["number"]))
            run.effects([options[number - 1]], seat, card=task.card)
        return
    for seat in seats:
        run.effects(effects, seat, card=task.card)


# Duels --------------------------------------------------------------------------------------------


@register_effect
def duel(run: Run, task: Task) -> None:
    """Start a duel; if it is optional, possibly none (D-21). `times`: the number of duels."""
    state, word = run.state, task.args["with"]
    optional = bool(task.args.get("optional"))
    if "times" in task.args:
        once = {"with": word, "optional": optional}
        for _ in range(resolve_amount(run, task, task.args["times"])):
            run.then("duel", task.seat, once, card=task.card)
        return
    if word == "each_left":
        for seat in state.from_active():
            left = OVERLORD if state.options.coop else (seat + 1) % len(state.seats)
            run.then("duel_begins", seat, left, card=task.card)
        return
    if word == "another":
        targets = resolve_targets(run, task, "another", optional=optional)
    else:
        targets = reachable_seats(state, resolve_targets(run, task, word))
        if targets and optional:
            code = relative_side(state, task.seat, targets[0])
            offer = [Decision("target", {"who": code})]
            targets = targets if run.choose(task, "duel", offer, optional=True) else []
    for target in targets:
        run.then("duel_begins", task.seat, target, card=task.card)


@register_step
def duel_begins(run: Run, task: Task) -> None:
    """Let both players prepare, in turn order from the active player (D-13); then both attack."""
    state = run.state
    pair = [task.seat, int(task.args)]
    if pair[1] == OVERLORD and not state.overlord:
        return
    state.duels.append(pair)
    run.tell("duel", seat=pair[0], to=pair[1])
    for seat in state.from_active():
        if seat in pair:
            run.then("duel_prep", seat)
    run.then("duel_strikes", task.seat)
