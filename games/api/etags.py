"""What an answer is called before it is made (RFC 9110 §8.8.3), so that it need not be made again.

A name is made of what anybody at the table may know: of the number of moves, never of the state.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
from django.conf import settings
from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from rest_framework.request import Request

from games.api.requests import scopes_of
from games.models import Match, Prompt, Status
from games.presentation.request import language_of

HOUSE = Path(__file__).parent.parent
# What our words are made by: code, cards, phrases, catalogues.
TOLD_BY = (".py", ".json", ".yaml", ".mo")


def build_etag_header(
    request: Request, seen: object, match: Match, rows: Sequence[Prompt]
) -> dict[str, str]:
    """Return {"ETag": …} for what is told of a dealt match whose open questions are `rows`.

    `seen` is what else the answer depends on, the reader's seat among it. {} while a sealed
    question is open, as it may be in a match that is frozen: how many answers it has is nobody's
    business, so that only the answer itself can tell whether it is another one.
    """
    if match.status == Status.FROZEN or any(row.sealed for row in rows):
        return {}
    asked = [(row.pk, row.opened_at, row.deadline_at, row.hours, row.offered) for row in rows]
    reader = (language_of(request), "play" in scopes_of(request))
    known = msgspec.json.encode([_latest_text_change_ns(), match.ply, seen, asked, reader])
    return {"ETag": f'"{hashlib.sha256(known).hexdigest()[:32]}"'}


def is_known(request: Request, named: dict[str, str]) -> HttpResponse | None:
    """Return 304 if whoever asks has this already, None if not, or if nobody can tell yet."""
    if not named:
        return None
    same: HttpResponse | None = get_conditional_response(request, etag=named["ETag"])
    if same is not None:
        same.headers["ETag"] = named["ETag"]
    return same


@cache
def _latest_text_change_ns() -> int:
    """When our own words were changed last, in nanoseconds: another edition tells it otherwise."""
    files = (path for place in (HOUSE, *settings.LOCALE_PATHS) for path in Path(place).rglob("*"))
    return max(file.stat().st_mtime_ns for file in files if file.suffix in TOLD_BY)
