"""Matches of house bots, counted: how kingdoms compare, and whether seats do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

from msgspec import Struct, field

from games.rules.chance import Chance

from .bot import bot
from .components import CARD, KINGDOMS
from .scoring import final_scores
from .setup import setup
from .state import State
from .turn import play, prompts
from .values import wound_count
from .view import view

Pair = tuple[str, str]
# How far a kingdom may be from all matches before it is marked, in the units of each column.
BOUNDS = {
    "score": 4.0,
    "wounds": 3.0,
    "crystals": 1.5,
    "dragons": 0.5,
    "lost": 0.8,
    "seat": 0.08,
}


class Tally(Struct):
    """Sums over matches: columns of `counts` are for one player, but `seat` and `matches`."""

    matches: int = 0
    players: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, found: Mapping[str, float]) -> None:
        self.matches += 1
        self.players += 2
        self.counts.update(found)


def pairings() -> list[Pair]:
    """Return every pair of kingdoms."""
    return list(combinations(KINGDOMS, 2))


def play_match(job: tuple[Pair, int]) -> dict[str, float]:
    """Let two bots play a match whose four kingdoms hold this pair; return what is counted."""
    pair, number = job
    chance = Chance(f"{pair}/{number}".encode())
    others = chance.shuffle("others", [k for k in KINGDOMS if k not in pair])[:2]
    chosen = {"kingdom_pool": "all", "kingdom_selection": "group"}
    state = setup(2, chance.seed, chosen)
    lost = 0
    for kingdom in [*pair, *others]:
        prompt = prompts(state)[0]
        for choice in prompt.choices:
            if choice.args["name"] == kingdom:
                play(state, prompt.seat, choice.examples()[0])
    while waiting := [prompt for prompt in prompts(state) if prompt.answered is None]:
        prompt = waiting[0]
        events = play(state, prompt.seat, bot(view(state, prompt.seat), prompt, chance))
        lost += sum(event.kind == "lost_fight" for event in events)
    return _counted(state, lost)


def _counted(state: State, lost: int) -> dict[str, float]:
    scores = final_scores(state)
    first, second = scores[state.starting], scores[1 - state.starting]
    creatures = [card for seat in state.seats for card in seat.stacks["creature"]]
    return {
        "score": sum(scores),
        "wounds": sum(wound_count(state, number) for number in (0, 1)),
        "crystals": sum(seat.crystals for seat in state.seats),
        "dragons": sum(CARD[card].kind == "dragon" for card in creatures),
        "creatures": len(creatures),
        "rewards": sum(seat.rewards for seat in state.seats),
        "lost": lost,
        "seat": 1.0 if first > second else 0.5 if first == second else 0.0,
    }


def row_of(tally: Tally) -> Iterator[tuple[str, float]]:
    """Yield each column for one player; `seat` is how often the starting player won."""
    for key, total in tally.counts.items():
        yield key, round(total / (tally.matches if key == "seat" else tally.players), 2)


def outliers(tallies: Mapping[str, Tally]) -> Iterator[str]:
    """Yield what is further from the middle than `BOUNDS`; the starting player from one half."""
    middle = dict(row_of(tallies["all"]))
    for name, tally in tallies.items():
        for key, value in row_of(tally):
            usual = 0.5 if key == "seat" else middle[key]
            if key in BOUNDS and abs(value - usual) > BOUNDS[key]:
                yield f"{name}: {key} {value:g}, usually {usual:g}"
