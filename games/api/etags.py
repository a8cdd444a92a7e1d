"""ETags that are computed before the response (RFC 9110 §8.8.3), so that it can be skipped.

They depend only on what every player may know: on the number of moves, never on the state.
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
from games.engine.installed_games import find_folder
from games.http.viewers import language_of
from games.models import Match, Prompt, Status
from games.titles import GAMES

HOUSE = Path(__file__).parent.parent
# Files that texts depend on: code, cards, phrases, catalogues.
TOLD_BY = (".py", ".json", ".yaml", ".mo")


def build_etag_header(
    request: Request, content: object, match: Match, rows: Sequence[Prompt]
) -> dict[str, str]:
    """Return {"ETag": …} for a response about a dealt match whose open prompts are `rows`.

    `content` is what else the response depends on, including the reader's seat. {} while a sealed
    prompt is open, which is possible in a frozen match, too: the number of its answers is secret,
    so only the response itself may decide whether it has changed.
    """
    if match.status == Status.FROZEN or any(row.sealed for row in rows):
        return {}
    prompt_facts = [
        (row.pk, row.opened_at, row.deadline_at, row.hours, row.offered) for row in rows
    ]
    reader = (language_of(request), "play" in scopes_of(request))
    fingerprint = msgspec.json.encode(
        [latest_text_change_ns(), match.ply, content, prompt_facts, reader]
    )
    return {"ETag": f'"{hashlib.sha256(fingerprint).hexdigest()[:32]}"'}


def is_known(request: Request, etag_header: dict[str, str]) -> HttpResponse | None:
    """Return 304 if the client has the current version, None if not, or if there is no ETag."""
    if not etag_header:
        return None
    same: HttpResponse | None = get_conditional_response(request, etag=etag_header["ETag"])
    if same is not None:
        same.headers["ETag"] = etag_header["ETag"]
    return same


@cache
def latest_text_change_ns() -> int:
    """Return when our texts were last changed, in nanoseconds: a new release may change them."""
    games = {find_folder(game) for game in GAMES.values()}
    files = (
        path for place in (HOUSE, *games, *settings.LOCALE_PATHS) for path in Path(place).rglob("*")
    )
    return max(file.stat().st_mtime_ns for file in files if file.suffix in TOLD_BY)
