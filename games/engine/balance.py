"""Balance statistics from matches between house bots: win shares, lengths, unused components."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from math import sqrt

from msgspec import Struct, field

from . import search
from .chance import Chance
from .contract import (
    AnyGame,
    Decision,
    MatchOptions,
    Mode,
    PlayedMatch,
    Prompt,
    View,
    serialize_view,
)
from .random_match import MAX_MOVES, Broken, seed_of

# How far a share of wins may be from the fair share, as a fraction of it: with two seats, from
# 0.425 to 0.575.
MARGIN = 0.15
# How far the share of won cooperative matches may be from the mode's aim. The aims are 0.2 apart.
AIM_MARGIN = 0.1
# Standard errors on either side of an estimate: the interval holds the true value 95 times in 100.
SURE = 1.96

# The whole interval lies within the bounds.
IN_BALANCE = "balanced"
# The interval contains a bound; more matches are needed.
UNPROVEN = "unproven"
# The whole interval lies outside the bounds.
OUTLIER = "outlier"


def wilson_interval(wins: float, matches: int) -> tuple[float, float]:
    """Return the Wilson score interval (95 %) of a share: its lowest and its highest value.

    Source: E. B. Wilson (1927), “Probable Inference, the Law of Succession, and Statistical
    Inference”. `wins` may have fractions, because joint winners share a win.

    >>> [round(bound, 3) for bound in wilson_interval(50, 100)]
    [0.404, 0.596]
    >>> [round(bound, 3) for bound in wilson_interval(0, 10)]
    [0.0, 0.278]
    >>> wilson_interval(0, 0)
    (0.0, 1.0)
    """
    if not matches:
        return 0.0, 1.0
    share, sure_squared = wins / matches, SURE * SURE
    middle = (share + sure_squared / (2 * matches)) / (1 + sure_squared / matches)
    spread = sqrt(share * (1 - share) / matches + sure_squared / (4 * matches * matches))
    half = SURE * spread / (1 + sure_squared / matches)
    return max(0.0, middle - half), min(1.0, middle + half)


def judge_interval(interval: tuple[float, float], bounds: tuple[float, float]) -> str:
    """Return whether a value with this interval is IN_BALANCE, UNPROVEN or an OUTLIER.

    >>> judge_interval((0.45, 0.55), (0.425, 0.575))
    'balanced'
    >>> judge_interval((0.55, 0.65), (0.425, 0.575))
    'unproven'
    >>> judge_interval((0.60, 0.70), (0.425, 0.575))
    'outlier'
    """
    (low, high), (least, most) = interval, bounds
    if high < least or low > most:
        return OUTLIER
    return IN_BALANCE if least <= low and high <= most else UNPROVEN


class Share(Struct):
    """A share of wins: how many of the `played` matches were `won`.

    `wanted` is what it should be, called `wish` in print; `margin` is how far it may be from it.
    """

    wanted: float
    margin: float
    played: int = 0
    won: float = 0.0
    wish: str = "fair"

    @property
    def interval(self) -> tuple[float, float]:
        return wilson_interval(self.won, self.played)

    @property
    def verdict(self) -> str:
        bounds = self.wanted - self.margin, self.wanted + self.margin
        return judge_interval(self.interval, bounds)

    def add(self, share: float) -> None:
        self.played += 1
        self.won += share

    def describe(self) -> str:
        """Return the share, its interval and the wanted share, each of 100 matches.

        >>> Share(0.25, 0.0375, 2000, 500).describe()
        '25.0 of 100 (23.2 to 26.9; fair 25.0)'
        """
        share_won = self.won / self.played
        low, high = self.interval
        share_won, low, high, aim = (100 * share for share in (share_won, low, high, self.wanted))
        return f"{share_won:.1f} of 100 ({low:.1f} to {high:.1f}; {self.wish} {aim:.1f})"


def fair_share(seats: int) -> Share:
    """Return the share of a seat among `seats`, before the first match.

    >>> fair_share(2)
    Share(wanted=0.5, margin=0.075, played=0, won=0.0, wish='fair')
    """
    return Share(1 / seats, MARGIN / seats)


class Report(Struct):
    """Statistics of many matches of one mode with the same number of seats."""

    matches: int = 0
    # “faction three_islands” or “place 1 of 5” (in the initial turn order) -> its share; in a
    # cooperative mode only “won together”.
    shares: dict[str, Share] = field(default_factory=dict)
    rounds: Counter[int] = field(default_factory=Counter)
    moves: int = 0
    # Code -> how often an answer named it, for every code that is expected to be used.
    used: Counter[str] = field(default_factory=Counter)

    def list_judged(self, verdict: str) -> list[str]:
        """Return the names of the shares with this verdict."""
        return [name for name, share in self.shares.items() if share.verdict == verdict]


def plan_settings(
    game: AnyGame, seats: int | None, options: MatchOptions
) -> list[tuple[int, Mode]]:
    """Return what to play: every number of seats (None: all) in every mode, with these options.

    A mode that fixes one of the options at another value is left out.
    """
    modes = [
        Mode(mode.name, {**mode.options, **options}, mode.aim)
        for mode in game.modes
        if all(mode.options.get(name, value) == value for name, value in options.items())
    ]
    return [(many, mode) for many in ([seats] if seats else game.seats) for mode in modes]


def play_match(
    game: AnyGame, seats: int, number: int, options: MatchOptions, trials: int = 0
) -> PlayedMatch:
    """Let bots play one match to its end; the same `number` always gives the same match.

    Options that are not given have their default.
    """
    settings = {**game.default_options, **options}
    state = game.set_up_match(seats, seed_of(game.name, "balance", number), settings)
    return play_on(game, state, seats, number, trials)


def play_on(game: AnyGame, state: object, seats: int, number: int, trials: int = 0) -> PlayedMatch:
    """Let bots play a match to its end from the given state, which is changed in place.

    `trials` is the number of answers that strong bots try for each decision; 0: quick bots play.
    """
    luck = Chance(seed_of("balance", number))
    first, moves = game.build_view(state, None), 0
    codes, answers, events = Counter[str](), Counter[str](), Counter[str]()
    while waiting := [prompt for prompt in game.list_prompts(state) if prompt.answered is None]:
        prompt = waiting[0]
        decision = _choose_decision(game, state, prompt, luck, trials)
        codes.update(_iter_codes(decision.args))
        answers[decision.verb] += 1
        events.update(event.kind for event in game.play_decision(state, prompt.seat, decision))
        moves += 1
        if moves > MAX_MOVES:
            raise Broken("the match does not end")
    outcome, last = game.find_outcome(state), game.build_view(state, None)
    assert outcome is not None
    winners = outcome.places.count(1)
    wins = [1 / winners if place == 1 else 0.0 for place in outcome.places]
    own = [_own_words(first, last, seat) for seat in range(seats)]
    rounds = getattr(last, "round", getattr(last, "turn", 0))
    places = [_turn_order_place(first, seat, seats) for seat in range(seats)]
    counters = (dict(codes), dict(answers), dict(events))
    return PlayedMatch(seats, wins, places, own, rounds, moves, list(outcome.scores), *counters)


def _choose_decision(
    game: AnyGame, state: object, prompt: Prompt, luck: Chance, trials: int
) -> Decision:
    if not trials:
        return game.bot.choose_decision(game.build_view(state, prompt.seat), prompt, luck)
    imagine = partial(game.imagine_state, state, prompt.seat)
    return search.find_best_decision(
        game, imagine, prompt, luck, lambda trial_count: trial_count / trials
    )


def _turn_order_place(view: View, seat: int, seats: int) -> int | None:
    """Return a seat's place in the initial turn order, from 1; None if the view does not tell."""
    order = getattr(view, "order", None)
    if isinstance(order, list):
        return 1 + order.index(seat)
    active = getattr(view, "starting", getattr(view, "active", None))
    first = getattr(view, "first_player", active)
    return 1 + (seat - first) % seats if isinstance(first, int) else None


def _own_words(first: View, last: View, seat: int) -> dict[str, str]:
    """Return the string fields of a seat that did not change during the match, e.g. its faction."""
    if not isinstance(getattr(first, "seats", None), list):
        return {}
    before, after = (serialize_view(view)["seats"][seat] for view in (first, last))
    return {
        key: value
        for key, value in before.items()
        if isinstance(value, str) and value and after.get(key) == value
    }


def _iter_codes(value: object) -> Iterator[str]:
    """Yield every string in the arguments of a decision, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield str(key)
            yield from _iter_codes(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _iter_codes(item)


def summarize_matches(mode: Mode, matches: list[PlayedMatch], codes: set[str]) -> Report:
    """Summarize matches of one mode; `codes` are the codes that are expected to be used."""
    report = Report(matches=len(matches))
    for match in matches:
        report.rounds[match.rounds] += 1
        report.moves += match.moves
        report.used.update(match.used)
        if mode.aim is not None:
            together = Share(mode.aim, AIM_MARGIN, wish="aim")
            report.shares.setdefault("won together", together).add(sum(match.wins))
            continue
        for seat, win in enumerate(match.wins):
            for name in _name_shares(match, seat):
                report.shares.setdefault(name, fair_share(match.seats)).add(win)
    report.shares = dict(sorted(report.shares.items()))
    report.used = Counter({code: report.used[code] for code in sorted(codes)})
    return report


def _name_shares(match: PlayedMatch, seat: int) -> Iterator[str]:
    """Yield the names of the shares to which a seat's result belongs."""
    if (place := match.places[seat]) is not None:
        yield f"place {place} of {match.seats}"
    for key, word in match.own[seat].items():
        yield f"{key} {word}"


def known_codes(game: AnyGame) -> set[str]:
    """Return the component codes that answers may name, as listed by the standing order topics."""
    return {
        code
        for topic in game.topics.values()
        for codes in topic.verbs.values()
        for code in codes
        if not code.isdigit()
    }
