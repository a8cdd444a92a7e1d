"""Export a match as a signed match file (see games/engine/match_file.py)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django.conf import settings

from games.engine import commitment, match_file, signature
from games.engine.contract import Refused
from games.models import Match, Move, Seat, Status
from games.queries import move_log

# Sources of answers that no player gave.
HOUSE_SOURCES = ("clock", "bot", "staff")


class NotYet(Refused):
    """The whole record contains secrets until the match is over, and needs a deal."""

    code = "not_yet"


def export_match(match: Match, *, seat: int | None = None, whole: bool = False) -> Iterator[str]:
    """Return the lines of the match file.

    `whole`: with the secret, every decision and every event; only after the end of a match that was
    dealt (raises NotYet). Otherwise what `seat` was told, None a spectator: its own decisions and
    the events that it may see; but no sealed answer before all are given, because its ply reveals
    whether another was given before it.
    """
    if whole and match.status != Status.FINISHED:
        raise NotYet("The full record is available after the match.")
    if whole and match.started_at is None:
        raise NotYet("This match ended before its deal: there is no record to verify.")
    values = _export_rows(match, seat, whole=whole)
    return match_file.serialize_match_file(
        values, lambda last: signature.sign_hash(settings.SIGNING_KEY, last)
    )


def iter_standing_decisions(match: Match) -> Iterator[dict[str, Any]]:
    """Yield the decisions of a finished match that were not taken back, in their order.

    `by` is there for those that no player gave. How and when somebody answered is left out.
    """
    moves = match.moves.filter(undone=None).exclude(source="undo").order_by("ply")
    for move in moves.only("seat", "decision", "source"):
        by = {"by": move.source} if move.source in HOUSE_SOURCES else {}
        decision = {"verb": move.decision["verb"], "args": move.decision.get("args", {})}
        yield {"seat": move.seat} | decision | by


def _export_rows(match: Match, seat: int | None, *, whole: bool) -> Iterator[dict[str, object]]:
    yield _serialize_header(match, seat, whole=whole)
    moves = match.moves if whole else match.moves.exclude(prompt__closed_at=None)
    for move in moves.order_by("ply").iterator():
        events = move.events if whole else msgspec.to_builtins(move_log.events_for(move, seat))
        # Undos are public.
        mine = whole or move.seat == seat or move.source == "undo"
        if mine or events:
            decision = {"decision": move.decision} if mine else {}
            yield _serialize_move(move, seat) | {"events": events} | decision


def _serialize_move(move: Move, seat: int | None) -> dict[str, object]:
    entry = {
        "ply": move.ply,
        "seat": move.seat,
        "source": move_log.source_for(move, seat),
        "edition": move.edition,
        "played": move.played_at.isoformat(),
    }
    return entry if move.undone is None else entry | {"undone": move.undone}


def _serialize_header(match: Match, seat: int | None, *, whole: bool) -> dict[str, object]:
    seats = list(match.seats.select_related("player").order_by("number"))
    secret = bytes(match.secret)
    # Omitted if the rules decided the match, so that its file stays the same as before.
    ruling = {"ruling": match.ruling} if match.ruling else {}
    return ruling | {
        "file": match_file.FORMAT,
        "match": match.number,
        "game": match.game,
        "edition": match.edition,
        "options": match.options,
        "seats": match.seats_wanted,
        "names": [each.player.display_name for each in seats],
        "commitment": commitment.hash_secret(secret) if secret else None,
        # Words are secret until the deal.
        "words": [each.word if match.started_at else "" for each in seats],
        "secret": secret.hex() if whole and secret else None,
        "seed": bytes(match.seed).hex() if whole else None,
        "whole": whole,
        "seat": None if whole else seat,
        "started": match.started_at and match.started_at.isoformat(),
        "finished": match.finished_at and match.finished_at.isoformat(),
        "outcome": match.outcome,
        **_word_sources(match, seats),
        **_serialize_beacon(match),
    }


def _word_sources(match: Match, seats: list[Seat]) -> dict[str, object]:
    """Return the sources of the words; {} for matches that did not record them."""
    if not match.started_at or not any(each.word_source for each in seats):
        return {}
    return {"word_sources": [each.word_source or "unrecorded" for each in seats]}


def _serialize_beacon(match: Match) -> dict[str, object]:
    """Return the public randomness used for the deal; {} for matches older than that."""
    if not match.randomness or match.seated_at is None:
        return {}
    return {
        "beacon": {
            "status": match.randomness,
            "opened_at": match.created_at.isoformat(),
            "seated_at": match.seated_at.isoformat(),
            "chain": match.beacon_chain or None,
            "round": match.beacon_round,
            "signature": match.beacon_signature or None,
        }
    }
