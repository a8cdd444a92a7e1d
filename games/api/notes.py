"""API endpoint for one's private notes about a match."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Endpoint
from games.api.matches import own_match
from games.api.operations import describe_operation
from games.api.own_schemas import PrivateNotesShape
from games.http.viewers import signed_in
from games.models import Match, Player, PrivateNote
from games.services import private_notes


class PrivateNotes(Endpoint):
    @describe_operation("get_notes", responses=PrivateNotesShape)
    def get(self, request: Request, number: int) -> Response:
        """Your notes about this match; empty if there are none."""
        return Response(_serialize_private_note(own_match(request, number), signed_in(request)))

    @describe_operation("keep_notes", request=PrivateNotesShape, responses=PrivateNotesShape)
    def put(self, request: Request, number: int) -> Response:
        """Replace your notes; an empty text deletes them."""
        match, player = own_match(request, number), signed_in(request)
        serializer = PrivateNotesShape(data=request.data)
        serializer.is_valid(raise_exception=True)
        private_notes.save_private_note(match, player, serializer.validated_data["text"])
        return Response(_serialize_private_note(match, player))


def _serialize_private_note(match: Match, player: Player) -> dict[str, object]:
    note = PrivateNote.objects.filter(match=match, player=player).first()
    return {"text": note.text if note else "", "written_at": note.written_at if note else None}
