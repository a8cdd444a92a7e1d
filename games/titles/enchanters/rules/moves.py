"""Effects that move cards: discard, give, steal, swap, bury and unbury."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Decision

from .actions import card_offers, of_types, tops_of
from .components import CARD, STACK
from .overlords import offer_card, remove_overlord_target
from .people import one_of, other_targets, reachable_seats, resolve_targets
from .running import Run, register_effect, register_step
from .stacks import (
    StackChange,
    add_to_stack,
    clear_card_uses,
    discard_from_stack,
    move_to_player,
    place_or_discard_card,
    top_card,
)
from .state import OVERLORD, State, Task

# Number of cards a stack needs before its top can move to another player.
SPARE = 2


def pick_card(run: Run, task: Task, verb: str, cards: Sequence[str]) -> str | None:
    """Return the card that the controller picks; None if there is none."""
    offers = card_offers(verb, cards)
    decision = run.choose(task, verb, offers)
    return None if decision is None else cards[offers.index(decision)]


def has_spare_cards(state: State, seat: int, stack: str) -> bool:
    return len(state.seats[seat].stacks[stack]) >= SPARE


# Discards -----------------------------------------------------------------------------------------


@register_effect
def discard_any(run: Run, task: Task) -> None:
    """Let each target discard cards of its choice (D-18, A-08), all at the same moment (D-19)."""
    state, args = run.state, task.args
    types = args.get("from", ["item", "enchantment", "monster", "dragon"])
    icon = args.get("with_icon", "")

    def able(other: int) -> bool:
        return other == OVERLORD or bool(of_types(state, other, types, icon))

    seats = remove_overlord_target(
        run, task, resolve_targets(run, task, args.get("who", "self"), may=able)
    )
    cards = {seat: of_types(state, seat, types, icon) for seat in seats}
    _discard_chosen(
        run, task, {seat: seat_cards for seat, seat_cards in cards.items() if seat_cards}
    )
    if args["n"] > 1 and any(len(seat_cards) > 1 for seat_cards in cards.values()):
        for seat in seats:
            run.then("discard_any", seat, {**args, "who": "self", "n": args["n"] - 1})


def _discard_chosen(run: Run, task: Task, cards: dict[int, list[str]]) -> None:
    offers = {seat: card_offers("discard", seat_cards) for seat, seat_cards in cards.items()}
    decisions = run.choose_all(task, "discard", offers)
    for seat, decision in decisions.items():
        discard_from_stack(run, seat, cards[seat][offers[seat].index(decision)])


@register_effect
def discard_top(run: Run, task: Task) -> None:
    """Discard one of several top cards: never a dragon, the last item or the last enchantment."""
    state, kinds = run.state, task.args["from"]

    def able(other: int) -> bool:
        return other == OVERLORD or bool(tops_of(state, other, kinds))

    seats = remove_overlord_target(
        run, task, resolve_targets(run, task, task.args.get("who", "self"), may=able)
    )
    cards = {seat: tops_of(state, seat, kinds) for seat in seats}
    _discard_chosen(
        run, task, {seat: seat_cards for seat, seat_cards in cards.items() if seat_cards}
    )


@register_effect
def purge_enchantments(run: Run, task: Task) -> None:
    """Keep the starting enchantment, or one of the player's choice (D-26), and discard the
    others."""
    seat = run.state.seats[task.seat]
    cards = seat.stacks["enchantment"]
    remaining_card = next((c for c in cards if CARD[c].kind in ("class", "enchanting")), None)
    remaining_card = remaining_card or pick_card(run, task, "keep", cards)
    for card in [card for card in cards if card != remaining_card]:
        discard_from_stack(run, task.seat, card)


# Giving and taking --------------------------------------------------------------------------------


@register_effect
def give_this(run: Run, task: Task) -> None:
    """Put the card just won on another player's stack."""
    state = run.state
    if task.card not in state.won:
        return
    optional = bool(task.args.get("optional"))
    for target in resolve_targets(run, task, task.args["to"], optional=optional):
        if target == OVERLORD:
            offer_card(run, task.seat, task.card)
        else:
            state.won.remove(task.card)
            run.tell("passed", seat=task.seat, to=target, card=task.card)
            place_or_discard_card(run, target, task.card)


@register_effect
def bury_this(run: Run, task: Task) -> None:
    """Put the card just won at the bottom of its stack (E077)."""
    if task.card in run.state.won:
        run.state.won.remove(task.card)
        add_to_stack(run, task.seat, task.card, bottom=True)
        run.tell("buried", seat=task.seat, card=task.card)


def give_away(run: Run, task: Task, cards: Sequence[str], *, optional: bool = False) -> None:
    """Give one of these cards to a player of one's choice; the Overlord discards it."""
    if not cards:
        return
    if optional:
        target = one_of(run, task, other_targets(run.state, task.seat), optional=True)
    else:
        target = one_of(run, task, other_targets(run.state, task.seat))
    if target is None:
        return
    card = pick_card(run, task, "give", cards)
    assert card is not None
    if target == OVERLORD:
        offer_card(run, task.seat, card)
    else:
        move_to_player(run, task.seat, target, card)


@register_effect
def give_monster(run: Run, task: Task) -> None:
    state = run.state
    if task.args["which"] == "top":
        cards = tops_of(state, task.seat, ["monster"])
    else:
        cards = of_types(state, task.seat, ["monster"])
    give_away(run, task, cards, optional=bool(task.args.get("optional")))


@register_effect
def give_top(run: Run, task: Task) -> None:
    give_away(run, task, tops_of(run.state, task.seat, task.args["stacks"]))


@register_effect
def demand_monster(run: Run, task: Task) -> None:
    """Make each victim give a monster of its choice (D-18)."""
    state = run.state

    def able(other: int) -> bool:
        return other == OVERLORD or bool(of_types(state, other, ["monster"]))

    seats = remove_overlord_target(
        run, task, resolve_targets(run, task, task.args["from"], may=able)
    )
    cards = {seat: of_types(state, seat, ["monster"]) for seat in seats}
    offers = {seat: card_offers("give", monsters) for seat, monsters in cards.items() if monsters}
    for seat, decision in run.choose_all(task, "give", offers).items():
        move_to_player(run, seat, task.seat, cards[seat][offers[seat].index(decision)])
    left = {seat: task.args["n"] - 1 for seat, monsters in cards.items() if len(monsters) > 1}
    for seat, n in left.items():
        if n > 0:
            run.then("hand_over", seat, {"to": task.seat, "n": n}, card=task.card)


@register_step
def hand_over(run: Run, task: Task) -> None:
    """Make a victim give further monsters, up to the required number and as many as it has."""
    card = pick_card(run, task, "give", of_types(run.state, task.seat, ["monster"]))
    if card is None:
        return
    move_to_player(run, task.seat, task.args["to"], card)
    if task.args["n"] > 1:
        run.then("hand_over", task.seat, {**task.args, "n": task.args["n"] - 1}, card=task.card)


@register_effect
def steal_top(run: Run, task: Task) -> None:
    state, stack = run.state, task.args["stack"]

    def able(other: int) -> bool:
        return other == OVERLORD or has_spare_cards(state, other, stack)

    for victim in remove_overlord_target(
        run, task, resolve_targets(run, task, task.args["from"], may=able)
    ):
        if has_spare_cards(state, victim, stack):
            move_to_player(run, victim, task.seat, top_card(state.seats[victim], stack))


@register_effect
def swap_tops(run: Run, task: Task) -> None:
    """Swap top cards simultaneously, even single ones."""
    state, stack = run.state, task.args["stack"]
    eligible = reachable_seats(state, state.others(task.seat))
    if task.args["with"] == "another":
        partner = one_of(run, task, eligible)
        targets = [] if partner is None else [partner]
    else:
        targets = [t for t in resolve_targets(run, task, task.args["with"]) if t in eligible][:1]
    for target in targets:
        mine, theirs = state.seats[task.seat].stacks[stack], state.seats[target].stacks[stack]
        if mine and theirs:
            clear_card_uses(state.seats[task.seat], mine[-1])
            clear_card_uses(state.seats[target], theirs[-1])
            with StackChange(state, [task.seat, target]):
                mine[-1], theirs[-1] = theirs[-1], mine[-1]
            run.tell("swapped", seat=task.seat, card=mine[-1], other=theirs[-1])


@register_effect
def pass_tops(run: Run, task: Task) -> None:
    """Pass everybody's top cards on simultaneously, even single ones (E095)."""
    state = run.state
    many = len(state.seats)
    step_ = 1 if task.args["direction"] == "left" else many - 1
    with StackChange(state, range(many)):
        for stack in task.args["stacks"]:
            tops = [s.stacks[stack].pop() if s.stacks[stack] else "" for s in state.seats]
            for seat, card in enumerate(tops):
                if card:
                    clear_card_uses(state.seats[seat], card)
                    state.seats[(seat + step_) % many].stacks[stack].append(card)
    run.tell("tops_passed", direction=task.args["direction"])


@register_effect
def swap_with_track(run: Run, task: Task) -> None:
    """Swap one's own top card with a card of its type on the track (D-23); this is no journey."""
    state, stack = run.state, task.args["stack"]
    slots = [n for n, space in enumerate(state.track) if space.card and STACK[space.card] == stack]
    own = state.seats[task.seat].stacks[stack]
    offers = [Decision("swap", {"at": slot}) for slot in slots]
    if not own or CARD[own[-1]].kind not in ("item", "enchantment", "monster", "dragon"):
        # A starting card cannot go to the track.
        return
    decision = run.choose(task, "swap", offers)
    if decision is None:
        return
    space = state.track[int(str(decision.args["at"]))]
    with StackChange(state, [task.seat]):
        own[-1], space.card = space.card, own[-1]
    run.tell("swapped", seat=task.seat, card=own[-1], other=space.card)
