"""Matches between bots, and how strong a bot is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct

from games.engine.balance import Share, fair_share
from games.engine.chance import Chance
from games.engine.contract import AnyGame, Decision, IllegalDecision, Outcome, Setting
from games.engine.random_match import MAX_MOVES, seed_of

from .bots import Bot, Question


class BotFault(Exception):
    """A bot gave an answer that the rules refuse; the message says why."""

    def __init__(self, seat: int, decision: Decision, reason: str):
        super().__init__(f"the bot of seat {seat} answers {decision}: {reason}")
        self.seat, self.decision = seat, decision


class MatchResult(Struct, frozen=True):
    """How a match between bots ended, after so many answers."""

    outcome: Outcome
    answers: int

    def find_win(self, seat: int) -> float:
        """Return the share of the win of a seat: 1 for the only winner, 0 for a loser.

        In a cooperative match everybody has the whole win or nothing.
        """
        places = self.outcome.places
        if places[seat] != 1:
            return 0.0
        return 1 / places.count(1) if self.outcome.scores else 1.0


def play_match(
    game: AnyGame, bots: Sequence[Bot], number: int, options: Mapping[str, Setting] | None = None
) -> MatchResult:
    """Let bots play a match to its end, one for each seat.

    The same `number` always gives the same deal, and the same match if the bots take their luck
    from their questions. Options that are not given have their default. Raises BotFault, and
    BadOptions for options that do not go together.
    """
    settings = {**game.default_options, **(options or {})}
    game.check_options(len(bots), settings)
    state = game.set_up_match(len(bots), seed_of(game.name, "kit", number), settings)
    luck = [Chance(seed_of("kit", number, seat)) for seat in range(len(bots))]
    for answers in range(MAX_MOVES):
        prompts = [prompt for prompt in game.list_prompts(state) if prompt.answered is None]
        if not prompts:
            outcome = game.find_outcome(state)
            assert outcome is not None
            return MatchResult(outcome, answers)
        seat = prompts[0].seat
        view, imagine = game.build_view(state, seat), partial(game.imagine_state, state, seat)
        decision = bots[seat](Question(game, view, prompts[0], luck[seat], imagine))
        try:
            game.play_decision(state, seat, decision)
        except IllegalDecision as refusal:
            raise BotFault(seat, decision, refusal.reason) from refusal
    raise AssertionError("the match does not end")


def measure_strength(
    game: AnyGame,
    bot: Bot,
    rival: Bot,
    *,
    matches: int,
    seats: int = 2,
    options: Mapping[str, Setting] | None = None,
) -> Share:
    """Return the share of wins of a bot that plays alone against rivals at all other seats.

    It plays every deal from each seat in turn. `describe()` of the share tells it with its 95 %
    interval and the share of a bot that is as strong as its rivals.
    """
    share = fair_share(seats)
    for number in range(matches):
        deal, place = divmod(number, seats)
        bots = [bot if seat == place else rival for seat in range(seats)]
        share.add(play_match(game, bots, deal, options).find_win(place))
    return share
