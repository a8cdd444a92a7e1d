"""Pebbles: take one to three from the pile; whoever takes the last one wins.

The smallest whole game: copy this folder to begin another one. Everything a game exports stands
here in the order of the contract.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from games.engine import text
from games.engine.chance import Chance
from games.engine.contract import (
    Choice,
    Decision,
    Event,
    Fact,
    IllegalDecision,
    Option,
    Outcome,
    Prompt,
    Topic,
)

NAME = "pebbles"
TITLE = "Pebbles"
SEATS = range(2, 5)
EDITION = 1
REVISION = 1
OPTIONS = (Option("pile", (10, 20)),)
PRESETS: dict[str, dict[str, str | int | bool]] = {}

MOST_TAKEN = 3

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
    """`taken[seat]` counts the pebbles in front of each seat; `turn` is whose turn it is."""

    pile: int
    taken: list[int]
    turn: int
    chance: Chance
    asked: int = 1


def setup(seats: int, seed: bytes, options: Mapping[str, Any]) -> State:
    """Lay the pile out and draw who begins."""
    chance = Chance(seed)
    first = chance.choose("first", list(range(seats)))
    return State(pile=options.get("pile", 10), taken=[0] * seats, turn=first, chance=chance)


def prompts(state: State) -> list[Prompt]:
    """Ask the seat whose turn it is how many it takes."""
    if state.pile == 0:
        return []
    choices = tuple(
        Choice("take", {"number": number}) for number in range(1, min(MOST_TAKEN, state.pile) + 1)
    )
    fallback = Decision("take", {"number": 1})
    facts = {"pile": state.pile}
    return [Prompt(state.turn, "take", state.asked, choices, fallback, facts)]


def play(state: State, seat: int, decision: Decision) -> list[Event]:
    """Take the pebbles and pass the turn on."""
    number = decision.args.get("number")
    if decision.verb != "take" or type(number) is not int or set(decision.args) != {"number"}:
        raise IllegalDecision("Say how many pebbles you take.")
    if seat != state.turn or not 1 <= number <= min(MOST_TAKEN, state.pile):
        most = min(MOST_TAKEN, state.pile)
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


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Everything but the seed is open."""
    return {"you": seat, "pile": state.pile, "taken": list(state.taken), "turn": state.turn}


def outcome(state: State) -> Outcome | None:
    """Whoever took the last pebble wins; the others share the second place."""
    if state.pile:
        return None
    seats = range(len(state.taken))
    return Outcome(
        places=tuple(1 if seat == state.turn else 2 for seat in seats),
        scores=tuple(state.taken),
        lines=tuple((("pebbles", taken),) for taken in state.taken),
    )


def bot(view: dict[str, Any], prompt: Prompt, chance: Chance) -> Decision:
    """Leave a multiple of four if that can be done."""
    wish = view["pile"] % (MOST_TAKEN + 1) or 1
    return Decision("take", {"number": wish})


def imagine(state: State, seat: int | None, chance: Chance) -> State:
    """Only the seed is hidden."""
    return State(
        state.pile,
        list(state.taken),
        state.turn,
        Chance(chance.seed, dict(state.chance.counts)),
        state.asked,
    )


def census(state: State) -> dict[str, int]:
    """Pebbles are taken, never lost."""
    return {"pebbles": state.pile + sum(state.taken)}


def position(state: State) -> dict[str, Any]:
    """The whole state, seed in hexadecimal."""
    data: dict[str, Any] = to_builtins(state)
    data["chance"] = {**data["chance"], "seed": state.chance.seed.hex()}
    return data


def from_position(position: Mapping[str, Any]) -> State:
    """Read what position() wrote; only `pile` and `taken` are needed."""
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


WORDS = {
    "en": {"take": "take", "pile": "pebbles in the pile", "pebbles": "pebbles"}
    | {"fact.pile": "pile"},
    "fr": {"take": "prendre", "pile": "cailloux dans le tas", "pebbles": "cailloux"}
    | {"fact.pile": "tas"},
    "de": {"take": "nimm", "pile": "Kiesel im Haufen", "pebbles": "Kiesel"}
    | {"fact.pile": "Haufen"},
}

PHRASES = {
    "en": {
        "ask": "How many pebbles do you take? There are {pile} in the pile.",
        "takes": "{name} takes {number}; {pile} left.",
        "wins": "{name} takes the last pebble and wins.",
        "pile": "Pile: {pile}",
        "row": "{name}: {taken}",
    },
    "fr": {
        "ask": "Combien de cailloux prenez-vous ? Il y en a {pile} dans le tas.",
        "takes": "{name} en prend {number} ; il en reste {pile}.",
        "wins": "{name} prend le dernier caillou et gagne.",
        "pile": "Tas : {pile}",
        "row": "{name} : {taken}",
    },
    "de": {
        "ask": "Wie viele Kiesel nimmst du? Es liegen {pile} im Haufen.",
        "takes": "{name} nimmt {number}; {pile} bleiben.",
        "wins": "{name} nimmt den letzten Kiesel und gewinnt.",
        "pile": "Haufen: {pile}",
        "row": "{name}: {taken}",
    },
}


REFUSALS = {
    "Say how many pebbles you take.": (
        "Dites combien de cailloux vous prenez.",
        "Sag, wie viele Kiesel du nimmst.",
    ),
    "Take 1 to {most} of {pile} pebbles.": (
        "Prenez de 1 à {most} cailloux sur {pile}.",
        "Nimm 1 bis {most} von {pile} Kieseln.",
    ),
}


def words(language: str) -> Mapping[str, str]:
    """The lexicon of one language."""
    return WORDS.get(language, WORDS["en"])


def ask(prompt: Prompt, view: dict[str, Any], language: str) -> str:
    """The only question there is."""
    return text.format_phrase(PHRASES, language, "ask", pile=view["pile"])


def hint(decision: Decision, view: dict[str, Any], language: str) -> str:
    """Taking pebbles says it all."""
    return ""


def tell(event: Event, names: Sequence[str], language: str) -> str:
    """One event as a sentence."""
    values = {key: value for key, value in event.args.items() if key != "seat"}
    return text.format_phrase(
        PHRASES, language, event.kind, name=names[event.args["seat"]], **values
    )


def refuse(sentence: str, facts: Mapping[str, Any], language: str) -> str:
    """Why an answer was not taken."""
    return text.translate_sentence(REFUSALS, sentence, facts, language)


def table(view: dict[str, Any], names: Sequence[str], language: str) -> str:
    """The pile, and what lies in front of everybody."""
    rows = [text.format_phrase(PHRASES, language, "pile", pile=view["pile"])]
    for name, taken in zip(names, view["taken"], strict=True):
        rows.append(text.format_phrase(PHRASES, language, "row", name=name, taken=taken))
    return "\n".join(rows)


def upgrade(data: dict[str, Any], revision: int) -> dict[str, Any]:
    """There is no older shape."""
    return data
