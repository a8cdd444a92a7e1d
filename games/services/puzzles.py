"""Make puzzles of analysed matches, choose the puzzle of the day, and take players' answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import F

from games.engine import puzzles as engine
from games.engine.analysis import Summary
from games.engine.contract import Refused
from games.engine.puzzles import FoundPuzzle
from games.engine.random_match import seed_of
from games.leagues import ratings
from games.leagues.ratings import Rating as Belief
from games.models import Analysis, Match, Player, Puzzle, PuzzleAttempt, PuzzleRating
from games.queries import puzzles as queries
from games.services import analyses, replays
from games.titles import GAMES
from notifications import gateway
from notifications.gateway import Draft

# The kind of the notifications about the puzzle of the day, which is also their event in players'
# preferences, and their thread.
KIND, THREAD = "puzzle", "puzzles"
# How long before the hour of a player's digest it is posted, so that it is part of a digest; and
# how long after it, if the service was down.
EARLY, LATE = timedelta(minutes=15), timedelta(hours=6)
# Maximum number of e-mails that are posted at once.
BATCH = 500


class CannotSolve(Refused):
    """The player cannot answer puzzles, or there is no such answer."""

    code = "cannot_solve"


def search_puzzles(
    row: Analysis, *, now: datetime, is_time_up: Callable[[], bool], report: Callable[[], None]
) -> int:
    """Make puzzles of a finished analysis; return how many. `report` is called after each deal.

    Only matches that everybody may see become puzzles. Whatever is found, an analysis is searched
    once, and what would be tried after the time is up is left out.
    """
    puzzles: list[FoundPuzzle] = []
    if Match.objects.filter(queries.public_matches(), pk=row.match_id).exists():
        for puzzle in _iterate_puzzles(row, report):
            if puzzle is not None:
                puzzles.append(puzzle)
            if is_time_up() or len(puzzles) == engine.MAX_PUZZLES:
                break
    with transaction.atomic():
        analyses = Analysis.objects.filter(pk=row.pk, searched_at=None)
        if analyses.update(searched_at=now):
            rows = [_build_row(row.match, found_puzzle, now) for found_puzzle in puzzles]
            Puzzle.objects.bulk_create(rows, ignore_conflicts=True)
    return len(puzzles)


def _iterate_puzzles(row: Analysis, report: Callable[[], None]) -> Iterator[FoundPuzzle | None]:
    """Yield each puzzle that is found, and None for each decision that is none."""
    match, game = row.match, GAMES[row.match.game]
    try:
        summary = msgspec.convert(row.result, Summary)
        walk = analyses.walk_match(match)
    except (msgspec.ValidationError, replays.ReplayDiverged):
        return
    seed = seed_of("puzzles", bytes(match.seed))
    suitable = engine.list_suitable_positions(walk, summary)[: engine.MAX_TRIED]
    for position, remark in suitable:
        yield engine.find_puzzle(game, position, remark, seed, report)


def _build_row(match: Match, puzzle: FoundPuzzle, now: datetime) -> Puzzle:
    return Puzzle(
        match=match,
        game=match.game,
        ply=puzzle.position.ply - 1,
        seat=puzzle.position.prompt.seat,
        answers=msgspec.to_builtins(puzzle.answers),
        best=puzzle.best,
        losses=puzzle.losses,
        gain=puzzle.gain,
        remark=msgspec.to_builtins(puzzle.remark),
        mean=ratings.MEAN,
        deviation=ratings.DEVIATION,
        created_at=now,
    )


@transaction.atomic
def attempt_puzzle(player: Player, puzzle: Puzzle, answer: int, *, now: datetime) -> PuzzleAttempt:
    """Store a player's answer, an index of the puzzle's answers; only the first one counts.

    The puzzle and the player are rated like two players of a match. Those who held a seat of the
    match know too much, and are not rated. Raises CannotSolve.
    """
    if player.is_guest or player.is_bot:
        raise CannotSolve("Only people with an account have their answers counted.")
    if not 0 <= answer < len(puzzle.answers):
        raise CannotSolve("Choose one of the answers.")
    row = Puzzle.objects.select_for_update(no_key=True).get(pk=puzzle.pk)
    if earlier := player.puzzle_attempts.filter(puzzle=row).first():
        return earlier
    is_solved = answer == row.best
    has_played = row.match.seats.filter(player=player).exists()
    change = 0 if has_played else _rate_attempt(player, row, is_solved=is_solved)
    counts = {"attempts": F("attempts") + 1, "solved": F("solved") + int(is_solved)}
    Puzzle.objects.filter(pk=row.pk).update(**counts)
    return PuzzleAttempt.objects.create(
        player=player,
        puzzle=row,
        answer=answer,
        is_solved=is_solved,
        change=change,
        attempted_at=now,
    )


def _rate_attempt(player: Player, puzzle: Puzzle, *, is_solved: bool) -> int:
    """Rate a player and a puzzle, which is locked; return the change of the player's rating."""
    start = {"mean": ratings.MEAN, "deviation": ratings.DEVIATION, "attempts": 0}
    rows = PuzzleRating.objects.select_for_update()
    row, _is_new = rows.get_or_create(player=player, game=puzzle.game, defaults=start)
    before = Belief(row.mean, row.deviation)
    places = (1, 2) if is_solved else (2, 1)
    after, harder = ratings.rate_match([before, Belief(puzzle.mean, puzzle.deviation)], places)
    row.mean, row.deviation, row.attempts = after.mean, after.deviation, row.attempts + 1
    row.save()
    Puzzle.objects.filter(pk=puzzle.pk).update(mean=harder.mean, deviation=harder.deviation)
    return after.shown - before.shown


def choose_daily_puzzle(now: datetime) -> Puzzle | None:
    """Choose the puzzle of the day in UTC unless there is one; return it, None if there is none.

    One that has not been shown goes first, of another game than yesterday's, the oldest first;
    after all of them, the one whose day is longest past. Safe to run twice, or at once.
    """
    today = now.date()
    if row := Puzzle.objects.filter(shown_on=today).first():
        return row
    public = queries.public_puzzles()
    last = queries.todays_puzzle(today)
    fresh = public.filter(shown_on=None).order_by("number")
    other = fresh.exclude(game=last.game).first() if last else None
    puzzle = other or fresh.first() or public.order_by("shown_on").first()
    if puzzle is None:
        return None
    try:
        with transaction.atomic():
            Puzzle.objects.filter(pk=puzzle.pk).update(shown_on=today)
    except IntegrityError:
        # Another worker has chosen one.
        return Puzzle.objects.filter(shown_on=today).first()
    return puzzle


@transaction.atomic
def post_daily_puzzles(now: datetime) -> int:
    """Post the puzzle of the day to those who want it at this hour; return to how many.

    Each player gets it once a day, a little before the hour of their daily digest.
    """
    puzzle = choose_daily_puzzle(now)
    if puzzle is None:
        return 0
    due = gateway.find_daily_readers(KIND, KIND, now, early=EARLY, late=LATE, limit=BATCH)
    drafts = [
        Draft(
            key=f"{KIND}-{player.hex}-{day}",
            player_id=player,
            kind=KIND,
            thread=THREAD,
            data={"puzzle": puzzle.pk},
        )
        for player, day in due
    ]
    gateway.post_notifications(drafts, now=now)
    return len(drafts)


def erase_attempts(player: Player) -> None:
    """Delete a player's attempts and puzzle ratings; the puzzles keep their ratings."""
    player.puzzle_attempts.all().delete()
    player.puzzle_ratings.all().delete()
