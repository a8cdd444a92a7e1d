"""API endpoints for the view, the history and the export of a match."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.http import conditional_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from abyss_site.core.database.replica import may_lag_if
from games.api import etags, schemas
from games.api.endpoint import Endpoint, validate_input
from games.api.matches import serialize_match
from games.api.prompts import question_shown
from games.engine.contract import serialize_view
from games.http.viewers import is_long_over, language_of, player_of, visible_match_or_404
from games.models import Match
from games.queries import matches, move_log, open_prompts
from games.queries.move_log import Told
from games.services.exports import export_match

A_PAGE = 50

NOT_MODIFIED = OpenApiResponse(description="`If-None-Match` names what you have already.")


class View(Endpoint):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="view_match", responses={200: schemas.ViewShape, 304: NOT_MODIFIED})
    @method_decorator(conditional_page)
    def get(self, request: Request, number: int) -> HttpResponse | Response:
        """The match as you may see it, with your open question."""
        match = visible_match_or_404(request, number)
        seat = matches.seat_of(match, player_of(request))
        told = {
            "match": serialize_match(match, player_of(request)),
            "view": {},
            "text": "",
            "asked": [],
        }
        if match.started_at is None:
            return Response(told | {"question": None})
        rows = matches.asked_rows(match)
        named = etags.build_etag_header(request, told["match"], match, rows)
        if same := etags.is_known(request, named):
            return same
        seen = matches.build_table(match, seat, language_of(request), rows)
        asked = open_prompts.seats_to_act(match, timezone.now(), rows)
        return Response(
            headers=named,
            data=told
            | {
                "view": serialize_view(seen.view),
                "text": seen.text,
                "asked": [
                    {"seat": one.seat, "name": one.name, "deadline_at": one.deadline_at}
                    for one in asked
                ],
                "question": question_shown(request, seen.question),
            },
        )


class History(Endpoint):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="match_history",
        parameters=[schemas.HistoryCursor],
        responses={200: schemas.HistoryPart, 304: NOT_MODIFIED},
    )
    @method_decorator(conditional_page)
    def get(self, request: Request, number: int) -> HttpResponse | Response:
        """The moves as you may see them, oldest first."""
        asked = validate_input(schemas.HistoryCursor, request.query_params.dict())
        match = visible_match_or_404(request, number)
        seen = [serialize_match(match, player_of(request)), asked["cursor"]]
        named = etags.build_etag_header(request, seen, match, matches.asked_rows(match))
        if same := etags.is_known(request, named):
            return same
        told = _fetch_visible_moves(request, match, asked["cursor"])
        more = told[A_PAGE - 1].ply if len(told) > A_PAGE else None
        results = [_serialize_move(one) for one in told[:A_PAGE]]
        return Response({"results": results, "next": more}, headers=named)


class Export(Endpoint):
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="export_match",
        parameters=[schemas.ExportQuery],
        responses={(200, "application/jsonl"): OpenApiTypes.STR},
    )
    @method_decorator(may_lag_if(is_long_over))
    def get(self, request: Request, number: int) -> HttpResponse | Response:
        """The match as you may see it, one JSON object per line: a header, then each move."""
        asked = schemas.ExportQuery(data=request.query_params.dict())
        asked.is_valid(raise_exception=True)
        match, whole = visible_match_or_404(request, number), asked.validated_data["whole"]
        seat = matches.seat_of(match, player_of(request))
        lines = "".join(f"{line}\n" for line in export_match(match, seat=seat, whole=whole))
        return HttpResponse(lines, "application/jsonl")


def _fetch_visible_moves(request: Request, match: Match, after: int) -> list[Told]:
    """Return a page of moves after a ply, plus one more if there are more that the reader may see.

    Hidden moves must not be countable, not even through the size of a page.
    """
    seat, found = matches.seat_of(match, player_of(request)), list[Told]()
    while after < match.ply and len(found) <= A_PAGE:
        upto = after + A_PAGE + 1
        found += move_log.move_history(match, seat, language_of(request), after=after, upto=upto)
        after = upto
    return found[: A_PAGE + 1]


def _serialize_move(told: Told) -> dict[str, Any]:
    return {
        "ply": told.ply,
        "seat": told.seat,
        "source": told.source,
        "played_at": told.played_at,
        "undone": told.undone,
        "sentences": list(told.sentences),
        "events": [
            {"kind": event.kind, "args": msgspec.to_builtins(event.args)} for event in told.events
        ],
    }
