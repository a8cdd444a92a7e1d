"""Analyse a finished match: which answers were mistakes, and which were good finds.

Like the strong bot (search.py), the analysis knows of a decision only what its seat could know: it
deals the hidden cards anew, tries answers on the same deals, and lets quick bots play on. It has
three parts, each a list of small steps, so that it can be stopped and continued at any time:

1. **Leads.** For up to MAX_POINTS positions, by how many points each seat may expect to lead.
2. **Screening.** Each decision with a choice: a few deals, to see where to look.
3. **Judging.** The most suspicious decisions of each seat: the best answer is searched for, then it
   and the answer played are compared on FRESH deals. The answer that looks best on some deals is
   also the luckiest one on them, so the same deals would call noise a mistake.

Every random number follows from the seed and the ply, so the same match gives the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil, inf, log2, sqrt

import msgspec
from msgspec import Struct

from .chance import Chance
from .contract import AnyGame, Decision, Prompt
from .legal_answers import canonical_text, copy_state
from .random_match import seed_of
from .search import can_think, list_candidates, play_on, point_lead, run_playout

# Number of playouts of an analysis: how much time it may take. A playout of Abyss with four seats
# takes about 4 ms.
PLAYOUTS = 9_000
# The parts of it for the leads and for the screening; the rest is for judging.
LEADS_SHARE, SCREENING_SHARE = 0.12, 0.4
# Maximum number of positions for which leads are estimated, and minimum and maximum number of deals
# for each.
MAX_POINTS, LEAST_DEALS, MOST_DEALS = 80, 2, 8
# Playouts for finding the best answer to a decision, and deals for comparing it with the one
# played; after each part of them the comparison ends if there is nothing to see.
CHOOSING, FRESH_DEALS, PARTS = 96, 64, 4
# A difference counts if it is at least so many points, and so many times its standard error.
LEAST_POINTS, SURE = 1.0, 2.0
# Maximum number of mistakes and of finds named for each seat.
MOST_NAMED = 3

# Called after each deal, so that a lease can be extended.
Report = Callable[[], None]


class PlayedMove(Struct, frozen=True):
    """A move of the match that stands: its ply and who answered what."""

    ply: int
    seat: int
    decision: Decision


class Position(Struct, frozen=True):
    """A decision with a choice: the stored state before it, and the answers to try.

    `answers` begins with the one played; `quick` is the index of the quick bot's.
    """

    ply: int
    prompt: Prompt
    state: bytes
    answers: list[Decision]
    quick: int


class Walk(Struct, frozen=True):
    """A match as it is analysed: its decisions with a choice, and some positions.

    `points` are (ply, stored state) in order; the first is the deal, the last the end.
    """

    seats: int
    positions: list[Position]
    points: list[tuple[int, bytes]]


class Screening(Struct, frozen=True):
    """What a few deals say: how much better the best answer seems than the one played, and how much
    better that seems than the quick bot's."""

    loss: float
    gain: float


class Judgement(Struct, frozen=True, omit_defaults=True):
    """A comparison of the answer played with another one, on fresh deals.

    `other` is the best answer found if `is_find` is False, otherwise what the quick bot would have
    answered. `points` is by how many points more the better of the two leads (in a match that is
    won or lost together: -10 to 10 is the range from lost to won), `error` its standard error.
    """

    ply: int
    seat: int
    question: str
    played: Decision
    other: Decision
    points: float
    error: float
    is_find: bool = False

    @property
    def is_clear(self) -> bool:
        return self.points >= max(LEAST_POINTS, SURE * self.error)


class Progress(Struct):
    """What an analysis has found so far.

    `leads[n][seat]` belong to the n-th point of the walk, `screened[n]` to its n-th position.
    `judging` are the (position, whether it may be a find) to judge, in this order, `judged` the
    results of the first ones. `playouts` counts those used of the `budget`.
    """

    budget: int = PLAYOUTS
    leads: list[list[float]] = []
    screened: list[Screening] = []
    judging: list[tuple[int, bool]] | None = None
    judged: list[Judgement] = []
    playouts: int = 0
    is_done: bool = False

    @property
    def share(self) -> float:
        """Return the share of the work that is done, 0 to 1."""
        return 1.0 if self.is_done else min(0.99, self.playouts / self.budget)


def walk_match(game: AnyGame, state: object, moves: Sequence[PlayedMove]) -> Walk:
    """Play the moves from the deal, and collect what there is to analyse. Modifies `state`.

    Of several answers to the same prompt, which may be changed until it closes, the last counts.
    """
    step = ceil(len(moves) / MAX_POINTS) or 1
    points, positions = [(0, _store(state))], dict[tuple[int, int], Position]()
    seats = 0
    for number, move in enumerate(moves, 1):
        prompts = game.list_prompts(state)
        prompt_asked = next(prompt for prompt in prompts if prompt.seat == move.seat)
        seats = max(seats, move.seat + 1)
        key = prompt_asked.seat, prompt_asked.number
        positions.pop(key, None)
        position = _find_position(game, state, prompt_asked, move)
        if position is not None:
            positions[key] = position
        game.play_decision(state, move.seat, move.decision)
        if number % step == 0 or number == len(moves):
            points.append((move.ply, _store(state)))
    outcome = game.find_outcome(state)
    if outcome is not None:
        seats = len(outcome.places)
    return Walk(seats, sorted(positions.values(), key=lambda position: position.ply), points)


def _store(state: object) -> bytes:
    return msgspec.msgpack.encode(state)


def _find_position(
    game: AnyGame, state: object, prompt: Prompt, move: PlayedMove
) -> Position | None:
    """Return a decision with more than one answer, None if there was nothing to decide."""
    if prompt.only_answer() is not None:
        return None
    luck = Chance(seed_of("quick", prompt.seat, prompt.number))
    candidates = list_candidates(game, game.build_view(state, prompt.seat), prompt, luck)
    quick = canonical_text(candidates[0])
    answers = {canonical_text(decision): decision for decision in [move.decision, *candidates]}
    if len(answers) < 2:
        return None
    return Position(
        move.ply, prompt, _store(state), list(answers.values()), list(answers).index(quick)
    )


def advance_analysis(
    game: AnyGame, walk: Walk, seed: bytes, progress: Progress, report: Report
) -> None:
    """Do the next small step of an analysis; sets `is_done` after the last one.

    A game that cannot estimate leads has nothing to analyse.
    """
    if not can_think(game):
        progress.is_done = True
    elif len(progress.leads) < len(walk.points):
        _estimate_leads(game, walk, seed, progress, report)
    elif len(progress.screened) < len(walk.positions):
        _screen_position(game, walk, seed, progress, report)
    elif progress.judging is None:
        progress.judging = list(_list_suspicions(walk, progress.screened))
    elif len(progress.judged) < len(progress.judging) and progress.playouts < progress.budget:
        _judge_position(game, walk, seed, progress, report)
    else:
        progress.is_done = True


def _estimate_leads(
    game: AnyGame, walk: Walk, seed: bytes, progress: Progress, report: Report
) -> None:
    """Append what each seat may expect, from its own knowledge, in the next position."""
    ply, packed_state = walk.points[len(progress.leads)]
    state, leads = _load(game, packed_state), list[float]()
    if game.find_outcome(state) is not None:
        # At the end there is nothing more to expect.
        leads = [point_lead(game, state, seat, bonus=0) for seat in range(walk.seats)]
        progress.leads.append(leads)
        return
    deals = _clamp(progress.budget * LEADS_SHARE / (len(walk.points) * walk.seats))
    for seat in range(walk.seats):
        total = 0.0
        for deal in range(deals):
            luck = Chance(seed_of(seed, "lead", ply, seat, deal))
            table = game.imagine_state(state, seat, luck)
            play_on(game, table, seat, luck)
            total += point_lead(game, table, seat, bonus=0)
            report()
        leads.append(round(total / deals, 2))
        progress.playouts += deals
    progress.leads.append(leads)


def _clamp(deals: float) -> int:
    return min(max(int(deals), LEAST_DEALS), MOST_DEALS)


def _load(game: AnyGame, packed_state: bytes) -> object:
    return msgspec.msgpack.decode(packed_state, type=game.state_type)


def _screen_position(
    game: AnyGame, walk: Walk, seed: bytes, progress: Progress, report: Report
) -> None:
    """Try the answers to the next decision on a few deals."""
    number = len(progress.screened)
    budget = progress.budget * SCREENING_SHARE
    position, most = walk.positions[number], _find_screened_width(walk, budget)
    numbers = _draw_answers(position, most, Chance(seed_of(seed, "answers", position.ply)))
    deals = _clamp(budget / _count_answers(walk, most))
    totals = dict.fromkeys(numbers, 0.0)
    for deal in range(deals):
        leads = try_answers(game, position, numbers, seed_of(seed, "screen", position.ply, deal))
        totals = {answer: totals[answer] + leads[answer] for answer in numbers}
        report()
    progress.playouts += deals * len(numbers)
    played_total = totals[0]
    progress.screened.append(
        Screening(
            round((max(totals.values()) - played_total) / deals, 2),
            round((played_total - totals[position.quick]) / deals, 2),
        )
    )


def _find_screened_width(walk: Walk, budget: float) -> int:
    """Return how many answers to each decision can be screened, at least 2."""
    most = max((len(position.answers) for position in walk.positions), default=2)
    while most > 2 and _count_answers(walk, most) * LEAST_DEALS > budget:
        most -= 1
    return most


def _count_answers(walk: Walk, most: int) -> int:
    """Return the number of answers to all decisions, at most so many to each."""
    return sum(min(most, len(position.answers)) for position in walk.positions)


def _draw_answers(position: Position, most: int, luck: Chance) -> list[int]:
    """Return the indices of at most so many answers: the one played, the quick bot's and others."""
    sure = sorted({0, position.quick})
    others = [number for number in range(len(position.answers)) if number not in sure]
    return sure + sorted(luck.shuffle("answers", others)[: max(0, most - len(sure))])


def try_answers(
    game: AnyGame, position: Position, numbers: Sequence[int], seed: bytes
) -> dict[int, float]:
    """Return the lead after each of these answers on the same deal, with the same luck."""
    state, seat = _load(game, position.state), position.prompt.seat
    table = game.imagine_state(state, seat, Chance(seed))
    return {
        number: run_playout(
            game,
            copy_state(game, table),
            position.prompt,
            position.answers[number],
            Chance(seed),
            bonus=0,
        )
        for number in numbers
    }


def _list_suspicions(walk: Walk, screenings: Sequence[Screening]) -> Iterator[tuple[int, bool]]:
    """Yield what to judge, the most suspicious first, each seat in turn.

    One in three is a possible find: an answer that seems better than the quick bot's.
    """
    by_seat = []
    for seat in range(walk.seats):
        own = [n for n, position in enumerate(walk.positions) if position.prompt.seat == seat]
        losses = sorted(
            (n for n in own if screenings[n].loss > 0), key=lambda n: -screenings[n].loss
        )
        gains = sorted(
            (n for n in own if screenings[n].gain > 0), key=lambda n: -screenings[n].gain
        )
        by_seat.append(list(_take_in_turn(losses, gains)))
    for rank in range(max(map(len, by_seat), default=0)):
        yield from (own[rank] for own in by_seat if rank < len(own))


def _take_in_turn(losses: list[int], gains: list[int]) -> Iterator[tuple[int, bool]]:
    """Yield two possible mistakes, then a possible find, and so on until both are used up."""
    mistakes, finds = iter(losses), iter(gains)
    for _ in range(len(losses) + len(gains)):
        for source, is_find in ((mistakes, False), (mistakes, False), (finds, True)):
            number = next(source, None)
            if number is not None:
                yield number, is_find


def _judge_position(
    game: AnyGame, walk: Walk, seed: bytes, progress: Progress, report: Report
) -> None:
    """Compare the answer played with the best one found, or for a find with the quick bot's."""
    assert progress.judging is not None
    number, is_find = progress.judging[len(progress.judged)]
    position = walk.positions[number]
    other = position.quick
    if not is_find:
        other = _find_best_answer(game, position, seed, progress, report)
    points, error = 0.0, 0.0
    if other:
        pair = (0, other) if is_find else (other, 0)
        points, error = _compare_answers(game, position, pair, seed, progress, report)
    progress.judged.append(
        Judgement(
            position.ply,
            position.prompt.seat,
            position.prompt.question,
            position.answers[0],
            position.answers[other],
            round(points, 2),
            round(error, 2),
            is_find,
        )
    )


def _find_best_answer(
    game: AnyGame, position: Position, seed: bytes, progress: Progress, report: Report
) -> int:
    """Return the index of the answer that does best, by sequential halving as in search.py."""
    left = list(range(len(position.answers)))
    totals, deals = dict.fromkeys(left, 0.0), 0
    halvings = ceil(log2(len(left)))
    for _part in range(halvings):
        for _ in range(max(1, CHOOSING // halvings // len(left))):
            luck = seed_of(seed, "choose", position.ply, deals)
            for number, lead in try_answers(game, position, left, luck).items():
                totals[number] += lead
            deals += 1
            progress.playouts += len(left)
            report()
        left = sorted(left, key=lambda number: (-totals[number], number))[: ceil(len(left) / 2)]
    return left[0]


def _compare_answers(
    game: AnyGame,
    position: Position,
    pair: tuple[int, int],
    seed: bytes,
    progress: Progress,
    report: Report,
) -> tuple[float, float]:
    """Return by how much the first answer does better than the second, and the standard error.

    The deals are others than those that chose the answer. It stops early only where no difference
    would be named, so that stopping makes none of them larger.
    """
    differences: list[float] = []
    for deal in range(FRESH_DEALS):
        if deal and deal % (FRESH_DEALS // PARTS) == 0:
            mean, error = find_mean(differences)
            if mean + error < LEAST_POINTS:
                break
        luck = seed_of(seed, "fresh", position.ply, *pair, deal)
        leads = try_answers(game, position, pair, luck)
        differences.append(leads[pair[0]] - leads[pair[1]])
        progress.playouts += 2
        report()
    return find_mean(differences)


def find_mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error.

    >>> find_mean([1.0, 3.0])
    (2.0, 1.0)
    """
    if len(values) < 2:
        return sum(values), inf
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, sqrt(variance / len(values))


class Summary(Struct, frozen=True):
    """The result of an analysis: expected leads, and what is worth naming, the largest first.

    `leads[seat]` are the expected leads in points at `plies`.
    """

    plies: list[int]
    leads: list[list[float]]
    mistakes: list[Judgement]
    finds: list[Judgement]


def summarize_analysis(walk: Walk, progress: Progress) -> Summary:
    """Return the result of a finished analysis."""
    mistakes = [verdict for verdict in progress.judged if verdict.is_clear and not verdict.is_find]
    wrong = {verdict.ply for verdict in mistakes}
    finds = [
        verdict
        for verdict in progress.judged
        if verdict.is_clear and verdict.is_find and verdict.ply not in wrong
    ]
    leads = [list(line) for line in zip(*progress.leads, strict=True)]
    plies = [ply for ply, _ in walk.points][: len(progress.leads)]
    return Summary(plies, leads, _name_largest(mistakes), _name_largest(finds))


def _name_largest(verdicts: list[Judgement]) -> list[Judgement]:
    """Return up to three of each seat, the largest first."""
    largest, counts = [], dict[int, int]()
    for verdict in sorted(verdicts, key=lambda verdict: (-verdict.points, verdict.ply)):
        counts[verdict.seat] = counts.get(verdict.seat, 0) + 1
        if counts[verdict.seat] <= MOST_NAMED:
            largest.append(verdict)
    return largest


def analyse_match(
    game: AnyGame,
    state: object,
    moves: Sequence[PlayedMove],
    seed: bytes,
    *,
    budget: int = PLAYOUTS,
) -> Summary:
    """Return the whole analysis of a match from its deal. Modifies `state`."""
    walk, progress = walk_match(game, state, moves), Progress(budget=budget)
    while not progress.is_done:
        advance_analysis(game, walk, seed, progress, lambda: None)
    return summarize_analysis(walk, progress)
