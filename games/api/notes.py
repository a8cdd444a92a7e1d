"""My own notes about a match."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint
from games.api.matches import own_match
from games.api.own_schemas import MemoShape
from games.models import Match, Player, PrivateNote
from games.presentation.request import signed_in
from games.services import private_notes


class OwnMemo(Endpoint):
    @extend_schema(operation_id="get_notes", responses=MemoShape)
    def get(self, request: Request, number: int) -> Response:
        """Your notes about this match; empty if there are none."""
        return Response(_serialize_private_note(own_match(request, number), signed_in(request)))

    @extend_schema(operation_id="keep_notes", request=MemoShape, responses=MemoShape)
    def put(self, request: Request, number: int) -> Response:
        """Keep notes in place of what was there; an empty text forgets them."""
        match, player = own_match(request, number), signed_in(request)
        asked = MemoShape(data=request.data)
        asked.is_valid(raise_exception=True)
        private_notes.save_private_note(match, player, asked.validated_data["text"])
        return Response(_serialize_private_note(match, player))


def _serialize_private_note(match: Match, player: Player) -> dict[str, Any]:
    known = PrivateNote.objects.filter(match=match, player=player).first()
    return {"text": known.text if known else "", "written_at": known.written_at if known else None}
