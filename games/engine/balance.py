"""Matches of house bots against each other, counted: who wins, how long it takes, what is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from games.engine.contract import View

from .chance import Chance
from .contract import AnyGame, PlayedMatch
from .random_match import MOST_MOVES, Broken, seed_of

# A share of wins is an outlier when it is off the fair one by more than a quarter of it: with five
# seats below 15 or above 25 of 100.
TOLERANCE = 0.25


class Share(Struct):
    """How often somebody was there, and how much of these matches was won."""

    played: int = 0
    won: float = 0.0
    fair: float = 0.0

    def add(self, won: float, seats: int) -> None:
        self.played += 1
        self.won += won
        self.fair += 1 / seats

    @property
    def is_outlier(self) -> bool:
        return abs(self.won - self.fair) > TOLERANCE * self.fair + 1e-6


class Report(Struct):
    """What many matches come to."""

    matches: int = 0
    # “faction three_islands” or “place 1 of 5” in the first order -> its share.
    shares: dict[str, Share] = field(default_factory=dict)
    rounds: Counter[int] = field(default_factory=Counter)
    moves: int = 0
    used: Counter[str] = field(default_factory=Counter)
    # Codes that the game knows and nobody used.
    unused: list[str] = field(default_factory=list)

    def outliers(self) -> list[str]:
        """Return the names of shares that are too far off."""
        return [name for name, share in self.shares.items() if share.is_outlier]


def play_match(game: AnyGame, seats: int, number: int, options: Mapping[str, Any]) -> PlayedMatch:
    """Let bots play one match to its end; the same number is the same match."""
    state = game.set_up_match(seats, seed_of(game.name, "balance", number), options)
    return play_on(game, state, seats, number)


def play_on(game: AnyGame, state: object, seats: int, number: int) -> PlayedMatch:
    """Let bots play a match from where it stands to its end; `state` is the end then."""
    luck = Chance(seed_of("balance", number))
    first, moves = game.build_view(state, None), 0
    used, answers, events = Counter[str](), Counter[str](), Counter[str]()
    while waiting := [prompt for prompt in game.list_prompts(state) if prompt.answered is None]:
        prompt = waiting[0]
        decision = game.bot.choose_decision(game.build_view(state, prompt.seat), prompt, luck)
        used.update(_iter_codes(decision.args))
        answers[decision.verb] += 1
        events.update(event.kind for event in game.play_decision(state, prompt.seat, decision))
        moves += 1
        if moves > MOST_MOVES:
            raise Broken("the match does not end")
    outcome, last = game.find_outcome(state), game.build_view(state, None)
    assert outcome is not None
    winners = outcome.places.count(1)
    wins = [1 / winners if place == 1 else 0.0 for place in outcome.places]
    own = [_own_words(first, last, seat) for seat in range(seats)]
    rounds = last.get("round", last.get("turn", 0))
    places = [_turn_order_place(first, seat, seats) for seat in range(seats)]
    counted = (dict(used), dict(answers), dict(events))
    return PlayedMatch(seats, wins, places, own, rounds, moves, list(outcome.scores), *counted)


def _turn_order_place(view: View, seat: int, seats: int) -> int | None:
    """Return the place of a seat in the order of the beginning, from 1."""
    if isinstance(view.get("order"), list):
        return 1 + int(view["order"].index(seat))
    first = view.get("first_player", view.get("starting", view.get("active")))
    return 1 + (seat - first) % seats if isinstance(first, int) else None


def _own_words(first: Mapping[str, Any], last: Mapping[str, Any], seat: int) -> dict[str, str]:
    """Return the words of a seat that the whole match through were the same."""
    if not isinstance(first.get("seats"), list):
        return {}
    before, after = first["seats"][seat], last["seats"][seat]
    return {
        key: value
        for key, value in before.items()
        if isinstance(value, str) and value and after.get(key) == value
    }


def _iter_codes(value: object) -> Iterator[str]:
    """Yield every word in the arguments of an answer or an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from _iter_codes(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _iter_codes(item)


def summarize_matches(
    game: AnyGame, played: list[PlayedMatch], known: set[str] | None = None
) -> Report:
    """Count what the matches come to; `known` are the codes that should be used, None: all that
    answers may name."""
    told = Report(matches=len(played))
    for one in played:
        told.rounds[one.rounds] += 1
        told.moves += one.moves
        told.used.update(one.used)
        for seat, won in enumerate(one.wins):
            place = one.places[seat]
            names = [] if place is None else [f"place {place} of {one.seats}"]
            names += [f"{key} {word}" for key, word in one.own[seat].items()]
            for name in names:
                told.shares.setdefault(name, Share()).add(won, one.seats)
    told.shares = dict(sorted(told.shares.items()))
    known = known_codes(game) if known is None else known
    told.used = Counter({code: told.used[code] for code in sorted(known)})
    told.unused = sorted(code for code in known if not told.used[code])
    return told


def known_codes(game: AnyGame) -> set[str]:
    """Return the components that answers may name, as the topics of standing orders list them."""
    return {
        code
        for topic in game.topics.values()
        for codes in topic.verbs.values()
        for code in codes
        if not code.isdigit()
    }
