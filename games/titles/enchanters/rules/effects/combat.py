"""Effects that let players attack, duel and challenge (“Attack”, “Duel”, “Challenge”)."""

from __future__ import annotations

from msgspec import field

from games.engine.contract import Decision

from ..amounts import Amount
from ..effect import Effect, Speaker
from ..fights import attack_damage
from ..people import (
    find_neighbour,
    reachable_seats,
    relative_side,
    resolve_amount,
    resolve_targets,
)
from ..running import Run, register_step
from ..state import OVERLORD, Task, Trip
from ..vocabulary import Duellist, Who


class PlayerAttacks(Effect, frozen=True):
    """Attack without preparation; damage is computed and applied at once (E125 to E127)."""

    attacker: Who
    defender: Who

    is_harmful = True

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        attackers = resolve_targets(run, task, self.attacker)
        pairs: list[tuple[int, int]] = []
        for attacker in attackers:
            if self.defender in ("left", "right"):
                neighbour = find_neighbour(state, attacker, self.defender)
                pairs += [(attacker, target) for target in reachable_seats(state, [neighbour])]
            else:
                pairs += [
                    (attacker, target)
                    for target in resolve_targets(run, task, self.defender)
                    if target != attacker
                ]
        for target, n in [
            (target, attack_damage(state, attacker, target)) for attacker, target in pairs
        ]:
            run.then("take_blow", target, n)

    def describe(self, speaker: Speaker) -> str:
        key = "player_attacks.self" if self.defender == "self" else "player_attacks"
        target = speaker.target(self.defender)
        return speaker.say(key, who=speaker.who(self.attacker), target=target)


class FightOverlord(Effect, frozen=True):
    """Run the combat of a challenge; only the turn's main action discards from the deck (A-11)."""

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        if not state.overlord_active:
            return
        main = task.amount == 1
        trip = Trip(task.seat, card=state.overlord, zone="challenge", main=main)
        state.trips.append(trip)
        run.then("prepare", task.seat)
        run.then("strike", task.seat)


class Duel(Effect, frozen=True):
    """Start a duel; if it is optional, possibly none (D-21). `times`: the number of duels."""

    opponent: Duellist = field(name="with")
    optional: bool = False
    times: Amount | None = None

    is_harmful = True

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        if self.times is not None:
            once = [Duel(self.opponent, self.optional)]
            for _ in range(resolve_amount(run, task, self.times)):
                run.effects(once, task.seat, card=task.card)
        elif self.opponent == "each_left":
            for seat in (seats := reachable_seats(state, state.from_active())):
                left = OVERLORD if state.options.coop else find_neighbour(state, seat, "left")
                if left in (*seats, OVERLORD):
                    run.then("duel_begins", seat, left, card=task.card)
        else:
            for target in self._choose_opponents(run, task, self.opponent):
                run.then("duel_begins", task.seat, target, card=task.card)

    def _choose_opponents(self, run: Run, task: Task, who: Who) -> list[int]:
        state = run.state
        if who == "another":
            return resolve_targets(run, task, "another", optional=self.optional)
        targets = reachable_seats(state, resolve_targets(run, task, who))
        if targets and self.optional:
            code = relative_side(state, task.seat, targets[0])
            offer = [Decision("target", {"who": code})]
            return targets if run.choose(task, "duel", offer, optional=True) else []
        return targets

    def describe(self, speaker: Speaker) -> str:
        target = speaker.target(self.opponent)
        if self.optional:
            return speaker.say("may", text=speaker.say("duel.may", target=target))
        key = "duel.each_left" if self.opponent == "each_left" else "duel"
        return speaker.say(key, target=target)


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
