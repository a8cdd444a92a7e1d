"""The rules of Pebbles."""

from __future__ import annotations

from msgspec import Struct, to_builtins

from games.engine import contract
from games.engine.chance import Chance
from games.engine.contract import (
    Choice,
    Decision,
    Event,
    Fact,
    IllegalDecision,
    MatchOptions,
    Option,
    Outcome,
    Position,
    Prompt,
    Topic,
)
from games.engine.scenario_fields import Fields

SEATS = range(2, 5)
OPTIONS = (Option("pile", (10, 20)),)
MAX_TAKEN = 3

TOPICS = {
    "take": Topic(
        {"take": ("1", "2", "3")},
        {"pile": Fact()},
        main="pile",
        begins_turn=True,
        examples=("take 3 if pile = 3", "take 1"),
    )
}


class State(Struct):
    """The state: `taken[seat]` counts the pebbles in front of each seat, `turn` is the seat to
    move."""

    pile: int
    taken: list[int]
    turn: int
    chance: Chance
    asked: int = 1


def set_up_match(seats: int, seed: bytes, options: MatchOptions) -> State:
    """Return the initial state with a random first player."""
    chance = Chance(seed)
    first = chance.choose("first", list(range(seats)))
    return State(pile=options.get("pile", 10), taken=[0] * seats, turn=first, chance=chance)


def list_prompts(state: State) -> list[Prompt]:
    """Return the prompt for the seat to move: how many pebbles to take."""
    if state.pile == 0:
        return []
    choices = tuple(
        Choice("take", {"number": number}) for number in range(1, min(MAX_TAKEN, state.pile) + 1)
    )
    fallback = Decision("take", {"number": 1})
    facts = {"pile": state.pile}
    return [Prompt(state.turn, "take", state.asked, choices, fallback, facts)]


def play_decision(state: State, seat: int, decision: Decision) -> list[Event]:
    """Take the pebbles, pass the turn on and return the events."""
    number = decision.args.get("number")
    if decision.verb != "take" or type(number) is not int or set(decision.args) != {"number"}:
        raise IllegalDecision("Say how many pebbles you take.")
    if seat != state.turn or not 1 <= number <= min(MAX_TAKEN, state.pile):
        most = min(MAX_TAKEN, state.pile)
        raise IllegalDecision("Take 1 to {most} of {pile} pebbles.", most=most, pile=state.pile)
    state.pile -= number
    state.taken[seat] += number
    state.asked += 1
    events = [Event("takes", {"seat": seat, "number": number, "pile": state.pile})]
    if state.pile == 0:
        events.append(Event("wins", {"seat": seat}))
    else:
        state.turn = (seat + 1) % len(state.taken)
    return events


class View(contract.View, frozen=True, kw_only=True):
    """What a seat may see, in the terms of the state; everything but the seed is public."""

    you: int | None
    pile: int
    taken: list[int]
    turn: int


def build_view(state: State, seat: int | None) -> View:
    """Return the match as `seat` sees it (None: a spectator)."""
    return View(you=seat, pile=state.pile, taken=list(state.taken), turn=state.turn)


def find_outcome(state: State) -> Outcome | None:
    """Return the outcome: the player who took the last pebble wins, the others share second place.
    None while the match runs."""
    if state.pile:
        return None
    seats = range(len(state.taken))
    return Outcome(
        places=tuple(1 if seat == state.turn else 2 for seat in seats),
        scores=tuple(state.taken),
        lines=tuple((("pebbles", pebbles),) for pebbles in state.taken),
    )


def count_components(state: State) -> dict[str, int]:
    """Return the number of pebbles; it never changes, because pebbles are taken but never lost."""
    return {"pebbles": state.pile + sum(state.taken)}


def write_position(state: State) -> Position:
    """Return the whole state as a position; the seed in hexadecimal."""
    data: Position = to_builtins(state)
    data["chance"] = {**data["chance"], "seed": state.chance.seed.hex()}
    return data


def read_position(position: Fields) -> State:
    """Parse a position written by write_position(); only `pile` and `taken` are required."""
    for name in ("pile", "taken"):
        if name not in position:
            raise ValueError(f"{name} is missing")
    chance = dict(position.get("chance", {}))
    chance["seed"] = bytes.fromhex(chance.get("seed", "00"))
    return State(
        pile=position["pile"],
        taken=list(position["taken"]),
        turn=position.get("turn", 0),
        chance=Chance(**chance),
        asked=position.get("asked", 1),
    )
