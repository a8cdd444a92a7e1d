"""API endpoints for puzzles: today's, those of a game, one of them, and an attempt."""

from __future__ import annotations

import msgspec
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers as s
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint, accept_idempotency_key, validate_input
from games.api.operations import describe_operation
from games.api.paging import (
    NumberCursor,
    build_numbers_serializer,
    cut_page,
    read_page_query,
    respond_with_page,
)
from games.api.schemas import Arguments, Free
from games.engine.contract import serialize_view
from games.http.viewers import language_of, player_of, signed_in
from games.models import Player, Puzzle
from games.presentation import puzzles as presentation
from games.queries import puzzles as queries
from games.queries.games_on_offer import games_on_offer
from games.services.puzzles import attempt_puzzle

NO_PUZZLE = OpenApiResponse(description="There is none yet.")


class PuzzleAnswer(s.Serializer):
    """An answer to choose from."""

    number = s.IntegerField(help_text="From 1.")
    verb = s.CharField()
    args = Arguments()
    words = s.CharField(help_text="The answer in your language.")


class PuzzleVerdict(s.Serializer):
    """Your answer, and the right one."""

    is_solved = s.BooleanField()
    answer = s.IntegerField(help_text="The number of your answer.")
    best = s.IntegerField(help_text="The number of the best answer.")
    reasons = s.ListField(child=s.CharField(), help_text="Why, in sentences in your language.")
    change = s.IntegerField(help_text="By how much it changed your puzzle rating.")


class PuzzleSummary(s.Serializer):
    """A puzzle in a list."""

    number = s.IntegerField()
    game = s.CharField()
    rating = s.IntegerField()
    solved_percent = s.IntegerField(
        allow_null=True, help_text="How many of its answers were right; null if it has none."
    )
    is_solved = s.BooleanField(
        allow_null=True, help_text="Whether you solved it; null if you have not tried."
    )


class PuzzleShape(PuzzleSummary):
    """A puzzle: the position as its seat saw it, the question, and the answers."""

    seat = s.IntegerField(help_text="The seat that is asked.")
    view = Free(help_text="What the seat saw, as in the view of a match.")
    names = s.ListField(child=s.CharField(), help_text="The players' names, by seat.")
    question = s.CharField()
    answers = PuzzleAnswer(many=True)
    verdict = PuzzleVerdict(allow_null=True, help_text="Null until you have answered.")


class NewPuzzleAttempt(s.Serializer):
    """An answer to a puzzle."""

    answer = s.IntegerField(min_value=1, max_value=100, help_text="The number of an answer.")


class PuzzleQuery(s.Serializer):
    """Which puzzles."""

    game = s.ChoiceField(sorted(games_on_offer()), required=False)


class Puzzles(Endpoint):
    permission_classes = (AllowAny,)

    @describe_operation(
        "list_puzzles",
        parameters=[PuzzleQuery, NumberCursor],
        responses=build_numbers_serializer(PuzzleSummary),
    )
    def get(self, request: Request) -> Response:
        """The puzzles of all games or of one, the newest first."""
        filters = validate_input(PuzzleQuery, request.query_params.dict())
        rows = queries.public_puzzles().filter(**filters)
        page, cursor = cut_page(rows, read_page_query(NumberCursor, request))
        attempts = queries.attempts_of(_counted_player(request), page)
        results = [
            _serialize_line(presentation.describe_puzzle(puzzle, attempts.get(puzzle.pk)))
            for puzzle in page
        ]
        return respond_with_page(request, results, cursor)


class TodaysPuzzle(Endpoint):
    permission_classes = (AllowAny,)

    @describe_operation("todays_puzzle", responses={200: PuzzleShape, 404: NO_PUZZLE})
    def get(self, request: Request) -> Response:
        """The puzzle of the day."""
        puzzle = queries.todays_puzzle(timezone.now().date())
        if puzzle is None:
            raise NotFound
        return Response(_serialize_puzzle(request, puzzle))


class OnePuzzle(Endpoint):
    permission_classes = (AllowAny,)

    @describe_operation("get_puzzle", responses=PuzzleShape)
    def get(self, request: Request, puzzle: int) -> Response:
        """A puzzle."""
        return Response(_serialize_puzzle(request, _puzzle_or_404(puzzle)))


class PuzzleAttempts(Endpoint):
    @accept_idempotency_key
    @describe_operation("attempt_puzzle", request=NewPuzzleAttempt, responses={201: PuzzleShape})
    def post(self, request: Request, puzzle: int) -> Response:
        """Answer a puzzle. Only your first answer counts."""
        row = _puzzle_or_404(puzzle)
        data = validate_input(NewPuzzleAttempt, request.data)
        attempt_puzzle(signed_in(request), row, data["answer"] - 1, now=timezone.now())
        return Response(_serialize_puzzle(request, _puzzle_or_404(puzzle)), status=201)


def _counted_player(request: Request) -> Player | None:
    player = player_of(request)
    return None if player is None or player.is_guest or player.is_bot else player


def _puzzle_or_404(number: int) -> Puzzle:
    try:
        return queries.puzzle_by_number(number)
    except Puzzle.DoesNotExist as error:
        raise NotFound from error


def _serialize_line(line: presentation.PuzzleLine) -> dict[str, object]:
    return {
        "number": line.puzzle.number,
        "game": line.puzzle.game,
        "rating": line.rating,
        "solved_percent": line.solved_percent,
        "is_solved": line.attempt.is_solved if line.attempt else None,
    }


def _serialize_puzzle(request: Request, puzzle: Puzzle) -> dict[str, object]:
    language, player = language_of(request), _counted_player(request)
    position = presentation.build_position(puzzle, language)
    if position is None:
        raise NotFound
    attempt = queries.attempts_of(player, [puzzle]).get(puzzle.pk)
    verdict = None
    if attempt is not None:
        judgement = presentation.judge_answer(puzzle, position, attempt.answer, language, player)
        verdict = {
            "is_solved": attempt.is_solved,
            "answer": attempt.answer + 1,
            "best": puzzle.best + 1,
            "reasons": judgement.reasons,
            "change": attempt.change,
        }
    return _serialize_line(presentation.describe_puzzle(puzzle, attempt)) | {
        "seat": puzzle.seat,
        "view": serialize_view(position.view),
        "names": position.names,
        "question": position.question.text,
        "answers": [
            {
                "number": answer.number,
                "verb": answer.decision.verb,
                "args": msgspec.to_builtins(answer.decision.args),
                "words": answer.words,
            }
            for answer in position.question.answers
        ],
        "verdict": verdict,
    }
