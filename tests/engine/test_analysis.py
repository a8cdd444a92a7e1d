"""The analysis of finished matches finds planted blunders, and knows no more than the players."""

from __future__ import annotations

import os
from time import process_time
from typing import Any

import msgspec
import pytest

from games.engine import analysis
from games.engine.analysis import PlayedMove, Position, Progress, Walk
from games.engine.chance import Chance
from games.engine.contract import AnyGame, Decision
from games.engine.legal_answers import copy_state
from games.engine.random_match import MAX_MOVES, seed_of
from games.titles import GAMES

SEED = seed_of("analysis of a test")
# Playouts of a short analysis; ANALYSIS=9000 takes the time of a real one.
BUDGET = int(os.environ.get("ANALYSIS", "2400"))
# A planted blunder costs at least so many points on average.
BLUNDER = {"abyss": 8.0, "enchanters": 18.0, "essence": 2.0}


def deal_match(game: AnyGame, seats: int, number: int) -> Any:
    return game.set_up_match(seats, seed_of(game.name, "analysis", number), {})


def play_match(
    game: AnyGame, seats: int, number: int, *, planted: dict[int, Decision] | None = None
) -> list[PlayedMove]:
    """Let quick bots play a match, except for the planted answers at their plies.

    With `planted` empty, one blunder is planted for each seat and added to it.
    """
    state, luck = deal_match(game, seats, number), Chance(seed_of("bots", number))
    moves: list[PlayedMove] = []
    left = set(range(seats)) if planted is not None else set()
    for ply in range(1, MAX_MOVES):
        prompts = [prompt for prompt in game.list_prompts(state) if prompt.answered is None]
        if not prompts:
            return moves
        asked = prompts[0]
        decision = game.bot.choose_decision(game.build_view(state, asked.seat), asked, luck)
        if planted is not None and asked.seat in left and ply > 12:
            played = PlayedMove(ply, asked.seat, decision)
            blunder = find_blunder(game, analysis._find_position(game, state, asked, played))
            if blunder is not None:
                left.remove(asked.seat)
                planted[ply] = decision = blunder
        moves.append(PlayedMove(ply, asked.seat, decision))
        game.play_decision(state, asked.seat, decision)
    raise AssertionError("the match does not end")


def find_blunder(game: AnyGame, position: Position | None) -> Decision | None:
    """Return an answer that is much worse than the one the bot gives, if there is one."""
    if position is None:
        return None
    tried = range(min(12, len(position.answers)))
    totals = dict.fromkeys(tried, 0.0)
    for deal in range(4):
        leads = analysis.try_answers(game, position, tried, seed_of("planting", deal))
        totals = {one: totals[one] + leads[one] for one in tried}
    worst = min(tried, key=lambda one: totals[one])
    is_awful = totals[0] - totals[worst] > 4 * BLUNDER[game.name]
    return position.answers[worst] if is_awful else None


def walk(game: AnyGame, seats: int, number: int) -> Walk:
    return analysis.walk_match(
        game, deal_match(game, seats, number), play_match(game, seats, number)
    )


def shorten(walked: Walk) -> Walk:
    """Leave out most of what there is to analyse."""
    return msgspec.structs.replace(
        walked, positions=walked.positions[::5], points=walked.points[::20]
    )


def finish(game: AnyGame, walked: Walk, progress: Progress) -> Progress:
    while not progress.is_done:
        analysis.advance_analysis(game, walked, SEED, progress, lambda: None)
    return progress


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["abyss", "enchanters", "essence"])
def test_planted_blunders_are_found(name: str) -> None:
    game, planted = GAMES[name], dict[int, Decision]()
    moves = play_match(game, 2, 3, planted=planted)

    found = analysis.analyse_match(game, deal_match(game, 2, 3), moves, SEED, budget=BUDGET)

    named = {one.ply: one for one in found.mistakes}
    assert len(planted) == 2
    assert {ply: named[ply].played for ply in planted if ply in named} == planted
    for ply, blunder in planted.items():
        assert named[ply].other != blunder and named[ply].points > BLUNDER[name] / 2
    seats = [one.seat for one in found.mistakes]
    assert max(map(seats.count, range(2))) <= analysis.MOST_NAMED


def test_the_same_match_gives_the_same_analysis_however_often_it_is_interrupted() -> None:
    game, budget = GAMES["abyss"], 400
    whole = finish(game, shorten(walk(game, 2, 1)), Progress(budget=budget))
    stored = msgspec.to_builtins(Progress(budget=budget))
    again = shorten(walk(game, 2, 1))

    while not stored["is_done"]:
        progress = msgspec.convert(stored, Progress)
        analysis.advance_analysis(game, again, SEED, progress, lambda: None)
        stored = msgspec.json.decode(msgspec.json.encode(progress))

    assert msgspec.convert(stored, Progress) == whole
    assert whole.playouts >= budget and len(whole.judged) > 0


def test_a_decision_is_judged_by_what_its_seat_could_know() -> None:
    """Enchanters deals hidden cards in an order that does not depend on where they were."""
    game = GAMES["enchanters"]
    walked, others = shorten(walk(game, 3, 2)), list[Position]()
    for one in walked.positions:
        state = msgspec.msgpack.decode(one.state, type=game.state_type)
        other = game.imagine_state(state, one.prompt.seat, Chance(b"another deal"))
        others.append(msgspec.structs.replace(one, state=msgspec.msgpack.encode(other)))
        assert copy_state(game, state) == state
    imagined = msgspec.structs.replace(walked, positions=others)

    found = [finish(game, each, Progress(budget=150)) for each in (walked, imagined)]

    assert any(a.state != b.state for a, b in zip(walked.positions, others, strict=True))
    assert found[0].screened == found[1].screened and found[0].judged == found[1].judged


def test_an_analysis_takes_at_most_a_minute() -> None:
    """With ANALYSIS=9000 that of a whole match of four; otherwise a part of one, in proportion."""
    walked, is_whole = walk(GAMES["abyss"], 4, 1), analysis.PLAYOUTS <= BUDGET
    if not is_whole:
        walked = shorten(walked)
    began = process_time()

    progress = finish(GAMES["abyss"], walked, Progress(budget=BUDGET if is_whole else 400))

    seconds = process_time() - began
    print(f"{progress.playouts} playouts in {seconds:.1f} s")
    # A busy machine does less in a second of its processor.
    assert seconds <= (60 if is_whole else 120 * progress.playouts / analysis.PLAYOUTS)


def test_no_answer_is_called_a_mistake_beside_itself() -> None:
    game = GAMES["abyss"]
    position = walk(game, 2, 1).positions[20]
    twice = msgspec.structs.replace(position, answers=[position.answers[0]] * 2, quick=0)

    found = analysis._compare_answers(game, twice, (1, 0), SEED, Progress(), lambda: None)

    assert found == (0, 0)


@pytest.mark.slow
def test_leads_end_with_the_result_and_only_choices_are_looked_at() -> None:
    game, moves = GAMES["abyss"], play_match(GAMES["abyss"], 3, 5)
    state = deal_match(game, 3, 5)

    walked = analysis.walk_match(game, state, moves)
    found = analysis.summarize_analysis(walked, finish(game, walked, Progress(budget=60)))

    outcome = game.find_outcome(state)
    assert outcome is not None
    best = sorted(outcome.scores)
    assert [line[-1] for line in found.leads] == [
        score - (best[-1] if score != best[-1] or best[-2] == best[-1] else best[-2])
        for score in outcome.scores
    ]
    assert found.plies[0] == 0 and found.plies[-1] == len(moves)
    assert all(len(one.answers) > 1 for one in walked.positions)


def test_a_game_that_cannot_be_judged_has_nothing_to_say() -> None:
    game = GAMES["pebbles"]
    moves = play_match(game, 2, 1)

    found = analysis.analyse_match(game, deal_match(game, 2, 1), moves, SEED)

    assert found == analysis.Summary([], [], [], [])
