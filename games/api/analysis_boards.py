"""API endpoints for analysis boards: one's own, moves on them, and a bot's opinion."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.utils import timezone
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework import serializers as s
from rest_framework.exceptions import NotFound, Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint, accept_idempotency_key, validate_input
from games.api.operations import describe_operation
from games.api.paging import EntryCursor, build_entries_serializer, respond_with_entries
from games.api.prompts import Reading
from games.api.schemas import AnswerShape, Arguments, ChoiceShape, Free, Submission
from games.engine import contract, notation
from games.engine.contract import Decision, Refused, serialize_view
from games.http.viewers import language_of, signed_in, visible_match_or_404
from games.models import AnalysisBoard, Match, Prompt
from games.presentation import analysis_boards as presentation
from games.queries import analysis_boards as queries
from games.queries import matches
from games.services import analysis_boards as services
from games.services import replays
from games.services.analysis_boards import TriedPosition
from games.services.play.decisions import StalePrompt
from games.services.rate_limits import seconds_left
from games.titles import GAMES


class AnalysisBoardSummary(s.Serializer):
    """An analysis board in a list."""

    id = s.UUIDField()
    match = s.IntegerField()
    game = s.CharField()
    ply = s.IntegerField(help_text="After so many moves of the match it begins.")
    moves = s.IntegerField(help_text="How many were tried.")
    opened_at = s.DateTimeField()
    used_at = s.DateTimeField()


class TriedMoveShape(s.Serializer):
    """A move that was tried."""

    seat = s.IntegerField()
    verb = s.CharField()
    args = Arguments()
    words = s.CharField(help_text="The answer in your language.")
    is_forced = s.BooleanField(help_text="It was the only answer, and the rules gave it.")


class BoardQuestion(s.Serializer):
    """The question that is open on a board."""

    seat = s.IntegerField(help_text="The seat that is to move; you move for all of them.")
    text = s.CharField()
    facts = Free()
    answers = AnswerShape(many=True)
    choices = ChoiceShape(many=True)


class BoardPlace(s.Serializer):
    """How a seat has done at the end of a variation."""

    seat = s.IntegerField()
    place = s.IntegerField()
    score = s.IntegerField(allow_null=True)


class EstimateShape(s.Serializer):
    """An answer, and what a bot expects from it."""

    verb = s.CharField()
    args = Arguments()
    words = s.CharField(help_text="The answer in your language.")
    lead = s.FloatField(
        help_text="By how many points the seat may expect to lead after it. In a match that is won"
        " or lost together leads go from -10, certainly lost, to 10, certainly won."
    )


class OpinionShape(s.Serializer):
    """A bot's opinion of the answers to the open question."""

    status = s.ChoiceField(
        ["none", "waiting", "ready"],
        help_text="`none`: it was not asked about this question. `waiting`: it is thinking.",
    )
    answers = EstimateShape(many=True, help_text="The best first.")


class AnalysisBoardShape(AnalysisBoardSummary):
    """An analysis board: the position as one seat would see it, and the open question."""

    seat = s.IntegerField(help_text="The seat whose view is shown.")
    view = Free(help_text="What that seat would see, as in the view of a match.")
    names = s.ListField(child=s.CharField(), help_text="The players' names, by seat.")
    tried = TriedMoveShape(many=True, help_text="In order.")
    question = BoardQuestion(allow_null=True, help_text="Null after the end.")
    places = BoardPlace(many=True, help_text="By seat, after the end; before it none.")
    opinion = OpinionShape()


class NewBoard(s.Serializer):
    """Where a board begins."""

    ply = s.IntegerField(min_value=0, max_value=100_000, help_text="After so many moves.")


class BoardQuery(s.Serializer):
    """Whose view to show."""

    seat = s.IntegerField(
        required=False,
        min_value=0,
        max_value=100,
        help_text="One of the match; without it, the seat that is to move.",
    )


class NewMove(Submission):
    """An answer to the open question: a decision, or words as in an e-mail."""

    after = s.IntegerField(
        min_value=0, max_value=1000, help_text="`moves` of the board for which this is the answer."
    )


class RulesCorrected(exceptions.APIException):
    """The rules no longer lead to the position."""

    status_code, default_code = 410, "rules_corrected"
    default_detail = gettext_lazy("The rules have been corrected since.")


class AnalysisBoards(Endpoint):
    @describe_operation(
        "list_analysis_boards",
        parameters=[EntryCursor],
        responses=build_entries_serializer(AnalysisBoardSummary),
    )
    def get(self, request: Request) -> Response:
        """Your analysis boards, the last used one first."""
        rows = queries.list_boards(signed_in(request))
        return respond_with_entries(
            rows, request, lambda row: _serialize_summary(row, row.match), lambda row: row.pk
        )


class MatchAnalysisBoards(Endpoint):
    @accept_idempotency_key
    @describe_operation(
        "open_analysis_board", request=NewBoard, responses={201: AnalysisBoardShape}
    )
    def post(self, request: Request, number: int) -> Response:
        """Open an analysis board for a position of a finished match."""
        match = visible_match_or_404(request, number)
        ply = validate_input(NewBoard, request.data)["ply"]
        try:
            row = services.open_board(match, signed_in(request), ply, now=timezone.now())
        except replays.ReplayDiverged as error:
            raise RulesCorrected from error
        return Response(_serialize_board(request, row, match), status=201)


class OneAnalysisBoard(Endpoint):
    @describe_operation("get_analysis_board", parameters=[BoardQuery], responses=AnalysisBoardShape)
    def get(self, request: Request, board: UUID) -> Response:
        """An analysis board, from the seat that is to move or from another one."""
        row, match = _board_or_404(request, board)
        seat = validate_input(BoardQuery, request.query_params.dict()).get("seat")
        return Response(_serialize_board(request, row, match, seat))

    @describe_operation("delete_analysis_board", responses={204: None})
    def delete(self, request: Request, board: UUID) -> Response:
        """Delete an analysis board."""
        services.delete_board(_board_or_404(request, board)[0])
        return Response(status=204)


class BoardMoves(Endpoint):
    @accept_idempotency_key
    @describe_operation("try_move", request=NewMove, responses={201: AnalysisBoardShape})
    def post(self, request: Request, board: UUID) -> Response:
        """Answer the open question: `verb` and `args` of a choice, or a written `line`.

        Answers that the rules allow only one of follow at once.
        """
        row, match = _board_or_404(request, board)
        data = validate_input(NewMove, request.data)
        reading = Reading(data)

        def read(rules_prompt: contract.Prompt) -> Decision:
            return reading.read(
                Prompt(match=match, seat=rules_prompt.seat, number=rules_prompt.number),
                rules_prompt,
            )

        try:
            if not services.try_move(row, data["after"], read, now=timezone.now()):
                raise StalePrompt("That question is no longer open.")
        except Refused as refusal:
            raise reading.about(refusal) from refusal
        except replays.ReplayDiverged as error:
            raise RulesCorrected from error
        return _respond_changed(request, board, status=201)


class BoardUndo(Endpoint):
    @accept_idempotency_key
    @describe_operation("undo_tried_move", request=None, responses=AnalysisBoardShape)
    def post(self, request: Request, board: UUID) -> Response:
        """Take the last answer back, with those that the rules gave after it."""
        row = _board_or_404(request, board)[0]
        try:
            services.undo_move(row, now=timezone.now())
        except replays.ReplayDiverged as error:
            raise RulesCorrected from error
        return _respond_changed(request, board)


class BoardOpinion(Endpoint):
    @accept_idempotency_key
    @describe_operation("request_opinion", request=None, responses={202: AnalysisBoardShape})
    def post(self, request: Request, board: UUID) -> Response:
        """Ask a bot what it thinks of the answers; seconds later the board has its `opinion`."""
        row, player = _board_or_404(request, board)[0], signed_in(request)
        if presentation.has_asked_often(player):
            raise Throttled(wait=seconds_left("opinion", player.pk.hex))
        services.request_opinion(row, now=timezone.now())
        return _respond_changed(request, board, status=202)


def _board_or_404(request: Request, pk: UUID) -> tuple[AnalysisBoard, Match]:
    """Return one's board and its match, which is over and may be seen."""
    row = queries.find_board(signed_in(request), pk)
    if row is None:
        raise NotFound
    return row, visible_match_or_404(request, row.match.number)


def _respond_changed(request: Request, pk: UUID, status: int = 200) -> Response:
    return Response(_serialize_board(request, *_board_or_404(request, pk)), status=status)


def _serialize_summary(row: AnalysisBoard, match: Match) -> dict[str, object]:
    return {
        "id": row.pk,
        "match": match.number,
        "game": match.game,
        "ply": row.ply,
        "moves": presentation.count_moves(row),
        "opened_at": row.opened_at,
        "used_at": row.used_at,
    }


def _serialize_board(
    request: Request, row: AnalysisBoard, match: Match, seat: int | None = None
) -> dict[str, object]:
    try:
        position = services.load_position(row)
    except replays.ReplayDiverged as error:
        raise RulesCorrected from error
    game, names, language = GAMES[match.game], matches.player_names(match), language_of(request)
    if seat is not None and seat >= len(names):
        raise NotFound
    if seat is None:
        seat = position.prompt.seat if position.prompt else 0
    words = game.list_words(language)
    return _serialize_summary(row, match) | {
        "seat": seat,
        "view": serialize_view(game.build_view(position.state, seat)),
        "names": names,
        "tried": [
            {
                "seat": move.seat,
                **_serialize_decision(move.decision, words),
                "is_forced": move.is_forced,
            }
            for move in position.moves
        ],
        "question": _serialize_question(match, position, language),
        "places": _serialize_places(position),
        "opinion": _serialize_opinion(row, words),
    }


def _serialize_question(
    match: Match, position: TriedPosition, language: str
) -> dict[str, object] | None:
    question = presentation.build_question(match, position, language)
    if question is None:
        return None
    rules_prompt = question.asked
    return {
        "seat": rules_prompt.seat,
        "text": question.text,
        "facts": msgspec.to_builtins(rules_prompt.facts),
        "answers": [
            {
                "number": answer.number,
                "verb": answer.decision.verb,
                "args": msgspec.to_builtins(answer.decision.args),
                "words": answer.words,
                "hint": answer.hint,
            }
            for answer in question.answers
        ],
        "choices": [
            {
                "verb": choice.verb,
                "args": msgspec.to_builtins(choice.args),
                "slots": msgspec.to_builtins(choice.slots),
            }
            for choice in rules_prompt.choices
        ],
    }


def _serialize_decision(decision: Decision, words: notation.Lexicon) -> dict[str, object]:
    return {
        "verb": decision.verb,
        "args": msgspec.to_builtins(decision.args),
        "words": notation.format_decision(decision, words),
    }


def _serialize_places(position: TriedPosition) -> list[dict[str, object]]:
    outcome = position.outcome
    if outcome is None:
        return []
    return [
        {"seat": seat, "place": place, "score": outcome.scores[seat] if outcome.scores else None}
        for seat, place in enumerate(outcome.places)
    ]


def _serialize_opinion(row: AnalysisBoard, words: notation.Lexicon) -> dict[str, object]:
    if row.opinion_asked_at is not None:
        return {"status": "waiting", "answers": []}
    estimates = presentation.load_opinion(row)
    return {
        "status": "none" if estimates is None else "ready",
        "answers": [
            {**_serialize_decision(estimate.decision, words), "lead": estimate.lead}
            for estimate in estimates or []
        ],
    }
