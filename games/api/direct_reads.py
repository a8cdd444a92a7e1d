"""Repeated reads of programs, past the parts of the web framework that they do not need.

Programs ask for a match again and again, with the ETag of what they have. With each response, the
versions of the rows that it depends on are kept in Valkey: as long as they are the same, a
statement that loads none of them is enough to confirm the ETag. Every other request goes the long
way.

While a question is sealed, that another seat has answered it changes rows and must not be seen,
not even by how long the same response takes. Then the change marks of the reader
(`games/services/change_marks.py`) take the place of versions.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

import msgspec
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from rest_framework.exceptions import Throttled

from abyss_site.core.valkey.client import CONNECTION_ERRORS
from abyss_site.core.valkey.commands import execute_commands
from games.api.endpoint import CACHE_CONTROL, VARY, check_pace, list_pace_headers
from games.api.etags import latest_text_change_ns
from games.api.requests import accepts_json, secret_of
from games.models import sql
from games.services import change_marks, tokens

PATH = re.compile(r"/api/v1/matches/([0-9]{1,9})/(?:view|history)/")
# Seconds for which versions are kept, and marks, which are not replaced if Valkey was unavailable
# when a match changed.
LIFETIME, MARKS_LIFETIME = 3600, 30
# A compressed response has the same ETag, marked as weak.
ETAG = re.compile(r'(?:W/)?("[^"]{1,80}")')
# What the middleware and the endpoint would add.
HEADERS = {
    "Cache-Control": CACHE_CONTROL,
    "Vary": ", ".join(VARY),
    "Allow": "GET, HEAD, OPTIONS",
    "X-Frame-Options": "DENY",
}

log = logging.getLogger(__name__)


class Reader(msgspec.Struct, frozen=True):
    """A player who reads a match with a token, and what is known of the match without loading it.

    `seats` are the player's; `people` tells who the players are, and `versions` are those of the
    rows of the match, None while sealed answers may be waiting.
    """

    token: UUID
    used_at: datetime | None
    player: str
    language: str
    seats: tuple[int, ...]
    people: str
    versions: str | None


def repeat_reads(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: respond with 304 at once if a personal token reads an unchanged match again."""

    def handle_request(request: HttpRequest) -> HttpResponse:
        path_match = PATH.fullmatch(request.path_info) if request.method == "GET" else None
        if path_match is None or not (secret := secret_of(request)):
            return get_response(request)
        if not accepts_json(request):
            return get_response(request)
        number = int(path_match[1])
        # Before the endpoint loads the match: a change in between makes them old, not new.
        reader, key = _find_reader(secret, number), _build_key(request, secret)
        if reader is None or (marks_and_digest := _fetch_kept(number, key)) is None:
            return get_response(request)
        request.get_host()
        (marks, digest), tag = marks_and_digest, _parse_tag(request.headers.get("If-None-Match"))
        try:
            if tag and digest == _describe(reader, marks, tag):
                check_pace(request, "read", reader.player)
                tokens.record_use(reader.token, reader.used_at)
                language = {"Content-Language": reader.language, "ETag": tag}
                pace_headers = list_pace_headers(request)
                return HttpResponseNotModified(headers=HEADERS | language | pace_headers)
        except Throttled:
            # The endpoint reports it.
            return get_response(request)
        response = get_response(request)
        if response.status_code in (200, 304) and (tag := _parse_tag(response.headers.get("ETag"))):
            _keep(key, reader, _describe(reader, marks, tag))
        return response

    return handle_request


def _find_reader(secret: str, number: int) -> Reader | None:
    """Return who reads match `number`; None if there is no such match, or no valid token."""
    with connection.cursor() as cursor:
        cursor.execute(sql.READ_VERSIONS, {"digest": tokens.digest_of(secret), "number": number})
        row = cursor.fetchone()
    if row is None:
        return None
    token, used_at, player, language, seats, people, is_sealed, versions = row
    shared_versions = None if is_sealed else versions
    return Reader(token, used_at, player.hex, language, tuple(seats), people, shared_versions)


def _parse_tag(value: str | None) -> str:
    """Return the only ETag of a header as a strong one, "" if there is none."""
    tag_match = ETAG.fullmatch((value or "").strip())
    return tag_match[1] if tag_match else ""


def _build_key(request: HttpRequest, secret: str) -> str:
    """Return the key of what is kept about a request; it must not reveal the secret."""
    key_source = f"{request.get_full_path()}\n{secret}"
    return f"read:{hashlib.sha256(key_source.encode()).hexdigest()}"


def _fetch_kept(number: int, key: str) -> tuple[change_marks.Marks, str] | None:
    """Return the marks of a match and what is kept under a key; None without Valkey."""
    topic = change_marks.topic_of_match(number)
    try:
        marks, digest = execute_commands(("HGETALL", topic), ("GET", key))
    except CONNECTION_ERRORS as error:
        log.info("nothing kept: %s", type(error).__name__)
        return None
    return change_marks.parse_marks(marks), (digest or b"").decode()


def _keep(key: str, reader: Reader, description: str) -> None:
    seconds = MARKS_LIFETIME if reader.versions is None else LIFETIME
    try:
        execute_commands(("SET", key, description, "EX", seconds))
    except CONNECTION_ERRORS as error:
        log.info("not kept: %s", type(error).__name__)


def _describe(reader: Reader, marks: change_marks.Marks, tag: str) -> str:
    """Return a digest of everything that a response with an ETag depends on."""
    versions: object = reader.versions
    if versions is None:
        versions = [change_marks.mark_for_seat(marks, seat) for seat in (None, *reader.seats)]
    all_known = (tag, reader.language, reader.people, latest_text_change_ns(), versions)
    return hashlib.sha256(repr(all_known).encode()).hexdigest()
