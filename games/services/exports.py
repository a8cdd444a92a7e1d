"""A match as a file: one JSON object a line, a header first, then every move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from games import queries
from games.models import Match, Status
from games.rules.contract import Refused


class NotYet(Refused):
    """The whole record of a match holds its secrets until it is over."""

    code = "not_yet"


def export_match(match: Match, *, seat: int | None = None, whole: bool = False) -> Iterator[str]:
    """Yield the lines of the export.

    `whole`: seed, every decision and every event; only after the end (raises NotYet). Otherwise
    what `seat` was told, None a stranger: its own decisions and the events for its ears.
    """
    if whole and match.status != Status.FINISHED:
        raise NotYet("The whole record is given out when the match is over.")
    yield _line(_header(match, whole=whole))
    for move in match.moves.order_by("ply").iterator():
        told = move.events if whole else msgspec.to_builtins(queries.events_for(move, seat))
        # Who takes a move back does so before everybody.
        mine = whole or move.seat == seat or move.source == "undo"
        if mine or told:
            source = queries.source_for(move, seat)
            entry: dict[str, Any] = {"ply": move.ply, "seat": move.seat, "source": source}
            entry |= {"decision": move.decision} if mine else {}
            entry |= {} if move.undone is None else {"undone": move.undone}
            yield _line(entry | {"events": told, "played": move.played.isoformat()})


def _header(match: Match, *, whole: bool) -> dict[str, Any]:
    header = {
        "match": match.number,
        "game": match.game,
        "edition": match.edition,
        "seats": match.seats_wanted,
        "names": list(queries.names(match)),
        "options": match.options,
        "started": match.started and match.started.isoformat(),
        "finished": match.finished and match.finished.isoformat(),
        "outcome": match.outcome,
    }
    return header | ({"seed": bytes(match.seed).hex()} if whole else {})


def _line(value: dict[str, Any]) -> str:
    return msgspec.json.encode(value).decode()
