"""“Attack”: target, comparison and spoils."""

from __future__ import annotations

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, Prompt

from . import event_kinds
from .answers import LEAVE, LEAVE_DECISION, known_answer, make_seat_prompt
from .components import ACTIONS, BOX, FRAGMENT
from .gains import trigger_passives
from .paying import can_take, take_action
from .prophecy import attackable_monsters, read_fragment
from .seats import Seat
from .sources import commandable_actions, exhaust_segment, exhaustible_segments
from .state import State

THREAT = "threat"


def attack_value(own: Seat) -> int:
    return max(0, own.modified("attack_value", own.attack))


def defense_value(own: Seat) -> int:
    return max(0, own.modified("defense_value", own.defense))


class Target(Struct, tag="target", tag_field="question"):
    """An attack on a player, the External Threat or a monster; it need not be able to succeed."""

    seat: int
    slaver: bool = False
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        players = [state.seats[other].faction for other in state.opponents(self.seat)]
        targets = [*players, THREAT, *attackable_monsters(state, self.seat)]
        return [Choice("attack", {"target": target}) for target in targets]

    def prompts(self, state: State) -> list[Prompt]:
        own = state.seats[self.seat]
        facts = {
            "turn": state.turn,
            "attack": attack_value(own),
            "threat": state.threat,
            "defenses": {
                state.seats[other].faction: defense_value(state.seats[other])
                for other in state.opponents(self.seat)
            },
        }
        return make_seat_prompt(
            self, self.choices(state), Decision("attack", {"target": THREAT}), facts
        )

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, self.choices(state))
        state.agenda.pop()
        target = str(decision.args["target"])
        own = state.seats[seat]
        mine = attack_value(own)
        own.attack, own.raid = max(0, own.attack - own.raid), 0
        victim = state.seat_of(target)
        if victim is not None:
            _attack_player(state, seat, victim, mine, self.slaver, events)
        elif target == THREAT:
            _attack_threat(state, seat, mine, events)
        else:
            _attack_monster(state, seat, target, mine, events)


def _make_attack_event(seat: int, target: str, mine: int, theirs: int) -> Event:
    facts = {"seat": seat, "target": target, "attack": mine, "defense": theirs}
    return Event(event_kinds.ATTACK, facts | {"won": mine > theirs})


def _attack_player(
    state: State, seat: int, victim: int, mine: int, slaver: bool, events: list[Event]
) -> None:
    other = state.seats[victim]
    if other.shields:
        # A charge cancels the attack (H-20).
        other.shields -= 1
        events.append(Event(event_kinds.ATTACK_IGNORED, {"seat": seat, "victim": victim}))
        return
    theirs = defense_value(other)
    events.append(_make_attack_event(seat, other.faction, mine, theirs))
    if mine <= theirs:
        return
    own = state.seats[seat]
    own.essence += mine - theirs
    own.attacks_won += 1
    spoils = Spoils(seat, victim, slaver)
    if len(spoils.choices(state)) > 1:
        state.ask(spoils)
    else:
        _finish_attack(state, seat, victim, events)


def _attack_threat(state: State, seat: int, mine: int, events: list[Event]) -> None:
    """Attack the Threat: gain Essence for the difference only; a defeated Threat grows (H-10)."""
    events.append(_make_attack_event(seat, THREAT, mine, state.threat))
    if mine <= state.threat:
        return
    own = state.seats[seat]
    own.essence += mine - state.threat
    own.attacks_won += 1
    if state.threat < BOX.threat_max:
        state.threat += 1
        events.append(Event(event_kinds.THREAT_ROSE, {"threat": state.threat}))
    trigger_passives(state, seat, "successful_attack", events)


def _attack_monster(state: State, seat: int, code: str, mine: int, events: list[Event]) -> None:
    """Defeat a monster and read its fragment at once; that is this turn's reading (H-18)."""
    events.append(_make_attack_event(seat, code, mine, FRAGMENT[code].monster))
    if mine <= FRAGMENT[code].monster:
        return
    state.seats[seat].attacks_won += 1
    trigger_passives(state, seat, "successful_attack", events)
    read_fragment(state, seat, code, events)


def _finish_attack(state: State, seat: int, victim: int, events: list[Event]) -> None:
    """Raise the defender's Defence, then fire the triggers."""
    state.seats[victim].defense += 1
    trigger_passives(state, seat, "successful_attack", events)
    trigger_passives(state, victim, "attacked", events)


class Spoils(Struct, tag="spoils", tag_field="question"):
    """What a successful attacker takes: a token, an exhausted segment, a Slaver's command, or
    nothing."""

    seat: int
    victim: int
    slaver: bool = False
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        other = state.seats[self.victim]
        spoils = [
            Choice("seize", {"token": token})
            for token in ("wealth", "influence")
            if getattr(other, token)
        ]
        spoils += [Choice("exhaust", {"segment": code}) for code in exhaustible_segments(other)]
        if self.slaver:
            spoils += [
                Choice("command", action_args(code, number))
                for code, number in commandable_actions(state, self.victim)
                if can_take(
                    state, self.seat, ACTIONS[code][number - 1], from_hand=False, starless=True
                )
            ]
        return [*spoils, LEAVE]

    def prompts(self, state: State) -> list[Prompt]:
        other = state.seats[self.victim]
        facts = {
            "turn": state.turn,
            "victim": other.faction,
            "wealth": other.wealth,
            "influence": other.influence,
            "segments": exhaustible_segments(other),
        }
        return make_seat_prompt(self, self.choices(state), LEAVE_DECISION, facts)

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        known_answer(decision, self.choices(state))
        state.agenda.pop()
        _finish_attack(state, seat, self.victim, events)
        own, other, args = state.seats[seat], state.seats[self.victim], decision.args
        who = {"seat": seat, "victim": self.victim}
        match decision.verb:
            case "seize":
                token = str(args["token"])
                setattr(other, token, getattr(other, token) - 1)
                setattr(own, token, getattr(own, token) + 1)
                events.append(Event(event_kinds.TOOK, {**who, "what": token}))
            case "exhaust":
                exhaust_segment(other, str(args["segment"]))
                events.append(
                    Event(event_kinds.SEGMENT_EXHAUSTED, {**who, "card": args["segment"]})
                )
            case "command":
                code = str(args["card"])
                events.append(Event(event_kinds.CARD_COMMANDED, {**who, "card": code}))
                take_action(state, seat, code, number_of(decision), starless=True)
            case "leave":
                events.append(Event(event_kinds.LEFT, {"seat": seat}))


def action_args(code: str, number: int) -> dict[str, str | int | list[str] | dict[str, int]]:
    """Return the arguments that name an action of a card; with its number only if there are
    several."""
    return {"card": code, "action": number} if len(ACTIONS[code]) > 1 else {"card": code}


def number_of(decision: Decision) -> int:
    """Return the number of the action that a decision names."""
    number = decision.args.get("action", 1)
    return number if isinstance(number, int) else 1
