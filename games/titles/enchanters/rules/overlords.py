"""The Overlord: hit points, reinforcements, crystals, gifts, invasions and rewards."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Decision

from .components import CARD, OVERLORD_CRYSTALS
from .running import Run, register_step
from .stacks import put_in_discard, remove_from_stack
from .state import OVERLORD, State, Task
from .statics import active_statics, overlord_side

SIDES = ("health", "strength")
# Hit points at the beginning of a match together, with two, three and four players.
STARTING_HIT_POINTS = {
    "easy": (106, 168, 199),
    "normal": (118, 187, 222),
    "hard": (129, 203, 242),
    "very_hard": (150, 221, 265),
}
# The printed dial, with any number of players.
PRINTED_HIT_POINTS = 99


def starting_hit_points(state: State) -> int:
    """Return the hit points of the Overlord at the beginning of a match together. It is not healed
    above them."""
    if state.options.hit_points == "printed":
        return PRINTED_HIT_POINTS
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


def remove_overlord_target(run: Run, task: Task, targets: Sequence[int]) -> list[int]:
    """Return the players among the targets. An Overlord that should give or discard a card gives
    nothing and loses a reinforcement instead (A-29)."""
    if OVERLORD in targets:
        remove_reinforcements(run, task.seat)
    return [target for target in targets if target != OVERLORD]
