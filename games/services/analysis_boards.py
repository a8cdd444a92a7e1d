"""Analysis boards: play on from a position of a finished match, for all seats, and ask a bot.

Of a match that is over everything is known, so all seats may be shown. A match that runs has no
analysis boards, not even one that staff has rewound: every access asks whether it is over.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec
from django.db import transaction
from msgspec import Struct

from abyss_site.core.valkey import wakeups
from games.engine import opinion as engine
from games.engine.contract import AnyGame, Decision, Event, Outcome, Prompt, Refused
from games.engine.random_match import seed_of
from games.engine.search import can_think
from games.models import AnalysisBoard, Match, Player, Status, sql
from games.services import replays
from games.titles import GAMES

# Maximum number of boards per player, and of moves on one.
MAX_BOARDS, MAX_MOVES = 20, 400
# How long a board is kept after its last use.
RETENTION = timedelta(days=30)
# Maximum number of boards that wait for a bot's opinion.
MAX_WAITING = 100
# Maximum number of boards that one housekeeping run deletes.
BATCH = 5000


class CannotTry(Refused):
    """The match is not over, or the player has too many boards or moves."""

    code = "cannot_try"


class TriedMove(Struct, frozen=True, omit_defaults=True):
    """An answer that was tried; `is_forced`: it was the only one, and given by the rules."""

    seat: int
    decision: Decision
    is_forced: bool = False


class TriedPosition(Struct, frozen=True):
    """The position on a board: what was tried, with its events, and what is asked now.

    `prompt` is None after the end, `outcome` before it. Of questions that are asked at once, the
    first one without an answer is asked.
    """

    state: object
    moves: list[TriedMove]
    events: list[list[Event]]
    prompt: Prompt | None
    outcome: Outcome | None


@transaction.atomic
def open_board(match: Match, player: Player, ply: int, *, now: datetime) -> AnalysisBoard:
    """Open a board for a position of a finished match, after `ply` moves.

    Raises CannotTry, and replays.ReplayDiverged.
    """
    check_is_over(match)
    if player.is_guest or player.is_bot:
        raise CannotTry("Add your e-mail address first.")
    # The lock serializes the requests of a player, so that their boards are counted correctly.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.analysis_boards.count() >= MAX_BOARDS:
        raise CannotTry(
            "You have {most} analysis boards. Delete one of them first.", most=MAX_BOARDS
        )
    board = AnalysisBoard(match=match, player=player, ply=ply, opened_at=now, used_at=now)
    if ply >= match.ply or load_position(board).prompt is None:
        raise CannotTry("The match is over at this point; choose an earlier move.")
    board.save()
    return board


def check_is_over(match: Match) -> None:
    """Raise CannotTry unless the match is over, so that nothing about it is hidden any more."""
    if match.status != Status.FINISHED or match.started_at is None:
        raise CannotTry("Only a match that is over can be played on.")


def load_position(board: AnalysisBoard) -> TriedPosition:
    """Play what was tried, from the position of the match. Raises replays.ReplayDiverged."""
    game = GAMES[board.match.game]
    state, moves = replays.state_at(board.match, board.ply), _read_moves(board)
    try:
        events = [game.play_decision(state, move.seat, move.decision) for move in moves]
        prompt = _find_prompt(game, state)
        outcome = game.find_outcome(state)
    except Exception as error:
        # The message could contain hidden information, so only the type is reported.
        why = f"{board}: what was tried cannot be played again ({type(error).__name__})"
        raise replays.ReplayDiverged(why) from error
    return TriedPosition(state, moves, events, prompt, outcome)


def _read_moves(board: AnalysisBoard) -> list[TriedMove]:
    """Return what was tried, as it is stored. Raises replays.ReplayDiverged."""
    try:
        return msgspec.convert(board.moves, list[TriedMove])
    except msgspec.ValidationError as error:
        raise replays.ReplayDiverged(f"{board}: what was tried cannot be read") from error


def _find_prompt(game: AnyGame, state: object) -> Prompt | None:
    return next((prompt for prompt in game.list_prompts(state) if prompt.answered is None), None)


@transaction.atomic
def try_move(
    board: AnalysisBoard, after: int, read: Callable[[Prompt], Decision], *, now: datetime
) -> bool:
    """Play an answer to the question that is open after so many moves, and the forced ones then.

    `read` returns the answer, or raises a refusal. Returns False, and changes nothing, if the board
    has another number of moves by now, or asks nothing. Raises Refused, and replays.ReplayDiverged.
    """
    row = _lock_board(board)
    position = load_position(row)
    if len(position.moves) != after or position.prompt is None:
        return False
    if after >= MAX_MOVES:
        raise CannotTry("This board has {most} moves; undo some of them.", most=MAX_MOVES)
    game, state = GAMES[row.match.game], position.state
    seat, decision = position.prompt.seat, read(position.prompt)
    game.play_decision(state, seat, decision)
    moves = [*position.moves, TriedMove(seat, decision)]
    while len(moves) < MAX_MOVES and (prompt := _find_prompt(game, state)) is not None:
        only = prompt.only_answer()
        if only is None:
            break
        game.play_decision(state, prompt.seat, only)
        moves.append(TriedMove(prompt.seat, only, is_forced=True))
    _save_moves(row, moves, now)
    return True


@transaction.atomic
def undo_move(board: AnalysisBoard, *, now: datetime) -> None:
    """Take the last answer back, with those that the rules gave after it.

    Raises CannotTry, and replays.ReplayDiverged.
    """
    row = _lock_board(board)
    moves = _read_moves(row)
    while moves and moves.pop().is_forced:
        pass
    _save_moves(row, moves, now)


def _lock_board(board: AnalysisBoard) -> AnalysisBoard:
    """Return the board, locked. Raises CannotTry if its match runs again, or it is gone."""
    rows = AnalysisBoard.objects.select_related("match").select_for_update(of=("self",))
    row = rows.filter(pk=board.pk).first()
    if row is None:
        raise CannotTry("This analysis board no longer exists.")
    check_is_over(row.match)
    return row


def _save_moves(row: AnalysisBoard, moves: list[TriedMove], now: datetime) -> None:
    row.moves, row.used_at = msgspec.to_builtins(moves), now
    row.opinion, row.opinion_asked_at = None, None
    row.save(update_fields=["moves", "used_at", "opinion", "opinion_asked_at"])


@transaction.atomic
def request_opinion(board: AnalysisBoard, *, now: datetime) -> None:
    """Ask a bot what it thinks of the answers; a task computes it. Raises CannotTry."""
    row = _lock_board(board)
    if not can_think(GAMES[row.match.game]):
        raise CannotTry("There is no bot that can judge this game.")
    if row.opinion is not None or row.opinion_asked_at is not None:
        return
    sql.lock_name("opinions")
    if AnalysisBoard.objects.filter(opinion_asked_at__isnull=False).count() >= MAX_WAITING:
        raise CannotTry("Many players are asking the bot. Try again later.")
    row.opinion_asked_at, row.used_at = now, now
    row.save(update_fields=["opinion_asked_at", "used_at"])
    wakeups.wake_on_commit("opinions")


def answer_request(row: AnalysisBoard, report: Callable[[], None]) -> None:
    """Store a bot's opinion of the position that it was asked about, unless that has changed."""
    game, match = GAMES[row.match.game], row.match
    estimates: list[engine.Estimate] = []
    if match.status == Status.FINISHED:
        try:
            position = load_position(row)
        except replays.ReplayDiverged:
            position = None
        if position is not None and position.prompt is not None:
            seed = seed_of("opinion", bytes(match.seed), len(position.moves))
            estimates = engine.estimate_answers(game, position.state, position.prompt, seed, report)
    same = AnalysisBoard.objects.filter(
        pk=row.pk, opinion_asked_at=row.opinion_asked_at, moves=row.moves
    )
    same.update(opinion=msgspec.to_builtins(estimates), opinion_asked_at=None)


def delete_board(board: AnalysisBoard) -> None:
    """Delete a board. Idempotent."""
    AnalysisBoard.objects.filter(pk=board.pk).delete()


def forget_old_boards(now: datetime) -> None:
    """Delete boards that were not used for RETENTION."""
    old = AnalysisBoard.objects.filter(used_at__lt=now - RETENTION).order_by("used_at")
    AnalysisBoard.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:BATCH])).delete()
