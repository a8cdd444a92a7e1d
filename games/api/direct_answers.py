"""Answers of programs, past the parts of the web framework that they do not need.

An answer with a personal token is by far the most frequent request, and needs neither session,
user, messages nor routing. Only an accepted answer is responded to here; every other request goes
the long way, a refusal with the exception that it was refused with, so that all problems are
reported by the endpoint (`games/api/prompts.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from games.api.endpoint import CACHE_CONTROL, VARY, check_pace, digest_of, key_of, list_pace_headers
from games.api.prompts import REFUSAL, Reading, explain_stale_prompt, serialize_move
from games.api.requests import MAX_BYTES, accepts_json, secret_of
from games.engine.contract import Refused
from games.services import tokens
from games.services.play.decisions import StalePrompt, UnknownPrompt
from games.services.submissions import answer_once

PATH = re.compile(r"/api/v1/prompts/([a-z2-7]{26})/answer/")
JSON = "application/json"
# What the middleware and the endpoint would add.
HEADERS = {
    "Cache-Control": CACHE_CONTROL,
    "Vary": ", ".join(VARY),
    "Allow": "POST, OPTIONS",
    "X-Frame-Options": "DENY",
}


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """An answer in words, as `schemas.Submission` without its exceptions: others go the long
    way."""

    line: str


class Number(msgspec.Struct, forbid_unknown_fields=True):
    """The number of an answer."""

    number: Annotated[int, msgspec.Meta(ge=1, le=999_999)]


class Choice(msgspec.Struct, forbid_unknown_fields=True):
    """A decision."""

    verb: str
    args: dict[str, object] = {}


def answer_programs(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: answer prompts for personal tokens at once."""

    def handle_request(request: HttpRequest) -> HttpResponse:
        path_match = PATH.fullmatch(request.path_info) if request.method == "POST" else None
        if path_match is None or request.content_type != JSON or not (secret := secret_of(request)):
            return get_response(request)
        if request.META.get("QUERY_STRING") or not accepts_json(request):
            return get_response(request)
        if (submission := _parse_submission(request)) is None:
            return get_response(request)
        try:
            with translation.override(translation.get_language_from_request(request)):
                return _answer(request, path_match[1], submission, secret)
        except Exception as refusal:
            setattr(request, REFUSAL, refusal)
            return get_response(request)

    return handle_request


def _parse_submission(request: HttpRequest) -> dict[str, object] | None:
    """Return a plain submission, None for any that the endpoint has to examine."""
    body = request.body
    if len(body) > MAX_BYTES:
        return None
    try:
        submission: dict[str, object]
        if b'"line"' in body:
            line = msgspec.json.decode(body, type=Line).line
            plain, submission = 0 < len(line) <= 300, {"line": line}
        elif b'"verb"' not in body:
            number = msgspec.json.decode(body, type=Number).number
            return {"number": number}
        else:
            choice = msgspec.json.decode(body, type=Choice)
            line, plain = choice.verb, 0 < len(choice.verb) <= 100
            submission = {"verb": choice.verb, "args": choice.args}
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return submission if plain and line == line.strip() and line.isprintable() else None


def _answer(
    request: HttpRequest, token: str, submission: dict[str, object], secret: str
) -> HttpResponse:
    """Answer as `Answer.post` does. Raises what that raises, and UnknownPrompt."""
    request.get_host()
    digest = tokens.digest_of(secret)
    check_pace(request, "play", digest)
    key, reading = key_of(request), Reading(submission)
    request_digest = digest_of(request, json.loads(request.body)) if key else ""
    try:
        move = answer_once(token, reading.read, key, request_digest, by=digest)
    except UnknownPrompt:
        raise
    except StalePrompt as refusal:
        raise explain_stale_prompt(refusal, token) from refusal
    except Refused as refusal:
        raise reading.about(refusal) from refusal
    body = msgspec.json.encode(serialize_move(move))
    language = {"Content-Language": translation.get_language() or "en"}
    headers = HEADERS | language | list_pace_headers(request)
    return HttpResponse(body, JSON, headers=headers | {"Content-Length": str(len(body))})
