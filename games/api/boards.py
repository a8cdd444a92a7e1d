"""API endpoints for the view, the history and the export of a match."""

from __future__ import annotations

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from abyss_site.core.database.replica import may_lag_if
from games.api import etags, schemas
from games.api.endpoint import Endpoint, validate_input
from games.api.matches import serialize_match
from games.api.operations import describe_operation
from games.api.paging import NumberCursor, build_numbers_serializer, respond_with_page
from games.api.prompts import question_shown
from games.engine.contract import serialize_view
from games.http.viewers import is_long_over, language_of, player_of, visible_match_or_404
from games.models import Match
from games.queries import matches, move_log, open_prompts
from games.queries.move_log import MoveSummary
from games.services.exports import export_match

NOT_MODIFIED = OpenApiResponse(description="`If-None-Match` names what you have already.")


class View(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation("view_match", responses={200: schemas.ViewShape, 304: NOT_MODIFIED})
    @method_decorator(conditional_page)
    def get(self, request: Request, number: int) -> HttpResponse | Response:
        """The match as you may see it, with your open question."""
        match = visible_match_or_404(request, number)
        seat = matches.seat_of(match, player_of(request))
        body: dict[str, object] = {
            "game": match.game,
            "match": serialize_match(match, player_of(request)),
            "view": None,
            "text": "",
            "asked": [],
        }
        if match.started_at is None:
            return Response(body | {"question": None})
        rows = matches.asked_rows(match)
        etag_header = etags.build_etag_header(request, body["match"], match, rows)
        if same := etags.is_known(request, etag_header):
            return same
        table = matches.build_table(match, seat, language_of(request), rows)
        seats_to_act = open_prompts.seats_to_act(match, timezone.now(), rows)
        return Response(
            headers=etag_header,
            data=body
            | {
                "view": serialize_view(table.view),
                "text": table.text,
                "asked": [
                    {
                        "seat": seat_to_act.seat,
                        "name": seat_to_act.name,
                        "deadline_at": seat_to_act.deadline_at,
                    }
                    for seat_to_act in seats_to_act
                ],
                "question": question_shown(request, table.question),
            },
        )


class History(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation(
        "match_history",
        parameters=[NumberCursor],
        responses={200: build_numbers_serializer(schemas.MoveShape), 304: NOT_MODIFIED},
    )
    @method_decorator(conditional_page)
    def get(self, request: Request, number: int) -> HttpResponse | Response:
        """The moves as you may see them, oldest first."""
        query = validate_input(NumberCursor, request.query_params.dict())
        after, limit = query.get("cursor", 0), query["limit"]
        match = visible_match_or_404(request, number)
        state_facts = [serialize_match(match, player_of(request)), after, limit]
        etag_header = etags.build_etag_header(
            request, state_facts, match, matches.asked_rows(match)
        )
        if same := etags.is_known(request, etag_header):
            return same
        moves = _fetch_visible_moves(request, match, after, limit)
        more = moves[limit - 1].ply if len(moves) > limit else None
        results = [_serialize_move(move) for move in moves[:limit]]
        return respond_with_page(request, results, more, etag_header)


class Export(Endpoint):
    permission_classes = [AllowAny]

    @describe_operation(
        "export_match",
        parameters=[schemas.ExportQuery],
        responses={(200, "application/jsonl"): OpenApiTypes.STR},
    )
    @method_decorator(may_lag_if(is_long_over))
    def get(self, request: Request, number: int) -> HttpResponse | Response:
        """The match as you may see it, one JSON object per line: a header, then each move."""
        serializer = schemas.ExportQuery(data=request.query_params.dict())
        serializer.is_valid(raise_exception=True)
        match, whole = visible_match_or_404(request, number), serializer.validated_data["whole"]
        seat = matches.seat_of(match, player_of(request))
        lines = "".join(f"{line}\n" for line in export_match(match, seat=seat, whole=whole))
        return HttpResponse(lines, "application/jsonl")


def _fetch_visible_moves(
    request: Request, match: Match, after: int, limit: int
) -> list[MoveSummary]:
    """Return `limit` moves after a ply, plus one more if there are more that the reader may see.

    Hidden moves must not be countable, not even through the size of a page.
    """
    seat, moves = matches.seat_of(match, player_of(request)), list[MoveSummary]()
    while after < match.ply and len(moves) <= limit:
        upto = after + limit + 1
        moves += move_log.move_history(match, seat, language_of(request), after=after, upto=upto)
        after = upto
    return moves[: limit + 1]


def _serialize_move(move: MoveSummary) -> dict[str, object]:
    return {
        "ply": move.ply,
        "seat": move.seat,
        "source": move.source,
        "played_at": move.played_at,
        "undone": move.undone,
        "sentences": list(move.sentences),
        "events": [
            {"kind": event.kind, "args": msgspec.to_builtins(event.args)} for event in move.events
        ],
    }
