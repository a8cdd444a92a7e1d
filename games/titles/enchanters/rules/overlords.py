"""The Overlord: hit points, reinforcements, crystals, gifts, invasions and rewards."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Decision

from .components import CARD, OVERLORD_CRYSTALS
from .people import reachable_seats, resolve_amount, resolve_targets
from .running import Run, register_effect, register_step
from .stacks import discard_excess_crystals, may_leave, put_in_discard, remove_from_stack, top_card
from .state import OVERLORD, State, Task
from .statics import active_statics, overlord_side
from .values import fixed_amount

SIDES = ("health", "strength")
# Hit points at the beginning of a match together, with two, three and four players.
STARTING_HIT_POINTS = {
    "easy": (106, 168, 199),
    "normal": (118, 187, 222),
    "hard": (129, 203, 242),
    "very_hard": (150, 221, 265),
}


def starting_hit_points(state: State) -> int:
    """Return the hit points of the Overlord at the beginning of a match together. It is not healed
    above them."""
    return STARTING_HIT_POINTS[state.options.coop_difficulty][len(state.seats) - 2]


def change_hit_points(run: Run, change: int) -> None:
    """Change the hit points of the Overlord in a cooperative match."""
    state = run.state
    if not state.options.coop:
        return
    if change < 0 and any(True for _ in active_statics(state, "overlord_immune")):
        run.tell("overlord_immune")
        return
    before = state.hit_points
    state.hit_points = min(starting_hit_points(state), max(0, before + change))
    if state.hit_points != before:
        run.tell("hit_points", n=state.hit_points - before, left=state.hit_points)


def add_reinforcements(run: Run, many: int, choice: str = "random") -> None:
    """Add reinforcement tokens, each with a side; a random side is drawn."""
    state = run.state
    if not state.overlord:
        return
    for _ in range(many):
        side = state.chance.choose("reinforcement", list(SIDES)) if choice == "random" else choice
        if side == "health":
            state.overlord_health += 1
        else:
            state.overlord_strength += 1
        run.tell("reinforced", side=side, reveals=True)


def remove_reinforcements(run: Run, seat: int, many: int = 1) -> None:
    """Let a player remove reinforcement tokens."""
    run.then("weaken_one", seat, many)


@register_step
def weaken_one(run: Run, task: Task) -> None:
    """Remove one token; the player chooses its side (D-15)."""
    state = run.state
    markers = {"health": state.overlord_health, "strength": state.overlord_strength}
    offers = [Decision("remove", {"side": side}) for side in SIDES if markers[side]]
    decision = run.choose(task, "weaken", offers)
    if decision is None:
        return
    if decision.args["side"] == "health":
        state.overlord_health -= 1
    else:
        state.overlord_strength -= 1
    run.tell("weakened", side=decision.args["side"])
    if task.args > 1:
        run.then("weaken_one", task.seat, task.args - 1)


def offer_card(run: Run, seat: int, code: str) -> None:
    """Give the Overlord a card: discard it; the Overlord gets stronger, or weaker if the card is
    bad (A-29)."""
    state = run.state
    if code in state.won:
        state.won.remove(code)
    else:
        remove_from_stack(run, seat, code)
    put_in_discard(state, code)
    run.tell("discarded", seat=seat, card=code)
    points = [a.fields for a in CARD[code].lower.of("vp")]
    if any(isinstance(number, int) and number < 0 for number in points):
        remove_reinforcements(run, seat)
    else:
        add_reinforcements(run, 1)


def store_crystals(run: Run, many: int) -> None:
    """Put crystals on the Overlord; in a cooperative match the sixth makes it stronger (A-26)."""
    state = run.state
    if many <= 0:
        return
    state.overlord_crystals += many
    run.tell("overlord_crystals", n=state.overlord_crystals)
    while state.options.coop and state.overlord_crystals > OVERLORD_CRYSTALS:
        state.overlord_crystals -= OVERLORD_CRYSTALS
        add_reinforcements(run, 1)


# Invasion and rewards -----------------------------------------------------------------------------


def resolve_invasion(run: Run, kinds: Sequence[str], card: str = "") -> None:
    """Carry out the Overlord's invasion lines for these types, for the active player
    (“Invasion”)."""
    state = run.state
    if not state.overlord_active:
        return
    for kind, effects in overlord_side(state).invasion:
        if kind in kinds:
            run.tell("invasion", type=kind)
            run.effects(effects, state.from_active()[0], card=card or state.overlord)


def change_rewards(run: Run, change: int) -> None:
    state = run.state
    if not state.overlord:
        return
    state.overlord_rewards = max(0, state.overlord_rewards + change)
    run.tell("overlord_rewards", n=state.overlord_rewards)


def queue_overlord_attack(run: Run, seats: Sequence[int]) -> None:
    """Let the Overlord attack these players."""
    if run.state.overlord:
        run.then("overlord_hits", OVERLORD, list(seats))


# Effects of the vocabulary ------------------------------------------------------------------------


@register_effect
def overlord_attacks(run: Run, task: Task) -> None:
    queue_overlord_attack(run, resolve_targets(run, task, task.args["who"]))


@register_effect
def overlord_damage(run: Run, task: Task) -> None:
    """Damage the Overlord; a negative score adds a reinforcement instead of healing (E170)."""
    n = resolve_amount(run, task, task.args["n"])
    if n < 0:
        add_reinforcements(run, 1)
    else:
        change_hit_points(run, -n)


@register_effect
def overlord_heal(run: Run, task: Task) -> None:
    change_hit_points(run, resolve_amount(run, task, task.args["n"]))


@register_effect
def overlord_rewards(run: Run, task: Task) -> None:
    if run.state.overlord_active:
        change_rewards(run, fixed_amount(run.state, task.seat, task.args["add"]))


@register_effect
def village_rewards(run: Run, task: Task) -> None:
    state = run.state
    add = fixed_amount(state, task.seat, task.args["add"])
    state.village_rewards = max(0, state.village_rewards + add)
    run.tell("village_rewards", n=state.village_rewards)


@register_effect
def add_reinforcement(run: Run, task: Task) -> None:
    add_reinforcements(
        run, resolve_amount(run, task, task.args["n"]), task.args.get("side", "random")
    )


@register_effect
def remove_reinforcement(run: Run, task: Task) -> None:
    if (n := resolve_amount(run, task, task.args["n"])) > 0:
        remove_reinforcements(run, task.seat, n)


@register_effect
def trigger_invasion(run: Run, task: Task) -> None:
    resolve_invasion(run, [task.args["type"]])


@register_effect
def overlord_crystals(run: Run, task: Task) -> None:
    """Move crystals of a player, each player or the supply onto the Overlord, or from it."""
    state, n = run.state, task.args["n"]
    if not state.overlord:
        return
    if task.args.get("to") == "self":
        many = state.overlord_crystals if n == "all" else min(state.overlord_crystals, n)
        state.overlord_crystals -= many
        state.seats[task.seat].crystals += many
        if many:
            run.tell("crystals", seat=task.seat, n=many)
            discard_excess_crystals(run, task.seat)
    elif task.args["from"] == "supply":
        store_crystals(run, resolve_amount(run, task, n))
    else:
        givers = (
            [task.seat]
            if task.args["from"] == "self"
            else reachable_seats(state, state.from_active())
        )
        for seat in givers:
            many = min(state.seats[seat].crystals, int(n))
            state.seats[seat].crystals -= many
            if many:
                run.tell("crystals", seat=seat, n=-many)
            store_crystals(run, many)


@register_effect
def put_on_overlord(run: Run, task: Task) -> None:
    """Put the top enchantment, the invading card or the bottom of the graveyard on the Overlord."""
    state = run.state
    match task.args["what"]:
        case "top_enchantment":
            code = top_card(state.seats[task.seat], "enchantment")
            if not may_leave(state.seats[task.seat], code):
                return
            remove_from_stack(run, task.seat, code)
            cards = [code]
        case "invading_card":
            cards = [task.card] if task.card in state.graveyard else []
        case "graveyard_bottom":
            cards = state.graveyard[: task.args.get("n", 1)]
        case what:
            raise ValueError(f"{what!r} is not put on the Overlord.")
    for code in cards:
        if code in state.graveyard:
            state.graveyard.remove(code)
        if state.overlord and CARD[code].kind in ("item", "enchantment", "monster", "dragon"):
            state.overlord_cards.append(code)
            run.tell("on_overlord", card=code)
        else:
            put_in_discard(state, code)


@register_effect
def overlord_consume_track_rewards(run: Run, task: Task) -> None:
    """Discard the reward tokens on the track; each one wounds and strengthens the Overlord
    (E171)."""
    state = run.state
    many = sum(space.rewards for space in state.track)
    for space in state.track:
        space.rewards = 0
    change_hit_points(run, -many * task.args["damage_each"])
    add_reinforcements(run, many * task.args["reinforcement_each"])


@register_effect
def shuffle_events(run: Run, task: Task) -> None:
    state = run.state
    state.event_deck = state.chance.shuffle("events", sorted(state.event_deck))


@register_effect
def cerberus(run: Run, task: Task) -> None:
    """Put the Cerberus token on space 0, or resolve what it lies on (E172, E173)."""
    state = run.state
    if "place" in task.args:
        if state.track[0].card:
            for space in state.track:
                space.cerberus = False
            state.track[0].cerberus = True
            run.tell("cerberus", card=state.track[0].card)
        return
    kinds = [CARD[space.card].kind for space in state.track if space.cerberus and space.card]
    is_creature = any(kind in ("monster", "dragon") for kind in kinds)
    run.effects(
        task.args["check"]["creature" if is_creature else "otherwise"], task.seat, card=task.card
    )


@register_effect
def lose_game(run: Run, task: Task) -> None:
    """Make all players lose at once (E182); no effect in a competitive match."""
    if run.state.options.coop:
        run.state.result = "lost"


def remove_overlord_target(run: Run, task: Task, targets: Sequence[int]) -> list[int]:
    """Return the players among the targets. An Overlord that should give or discard a card gives
    nothing and loses a reinforcement instead (A-29)."""
    if OVERLORD in targets:
        remove_reinforcements(run, task.seat)
    return [target for target in targets if target != OVERLORD]
