"""Addresses under /api/ that lead nowhere, and the known ones that are nearest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache

from django.http import HttpRequest, JsonResponse
from django.urls import get_resolver
from django.views.decorators.csrf import csrf_exempt

from games.api.operations import MAX_NAME_LENGTH, MIN_LIKENESS, describe_unknown
from games.presentation.problems import unknown_address_response

ROOT = "/api/"
# Longer paths are cut before they are compared.
MAX_SEGMENTS = 12
# A part of a known path: as text, or as what a parameter may be.
Part = str | re.Pattern[str]


@csrf_exempt  # There is nothing to protect.
def refuse_unknown_address(request: HttpRequest) -> JsonResponse:
    """Respond to an unknown URL of the API, and name the known one that is nearest."""
    nearest = [find_nearest_address(request.path)]
    detail = describe_unknown(request.path[:MAX_NAME_LENGTH], nearest)
    return unknown_address_response(detail, nearest)


def find_nearest_address(path: str) -> str:
    """Return the known address that is most similar to an unknown one, /api/ if none is."""
    segments = [part for part in path.removeprefix(ROOT).split("/") if part][:MAX_SEGMENTS]
    best, address = 0.0, ROOT
    for named_segments in (segments, ["v1", *segments]):
        for template in _list_templates():
            if len(template) != len(named_segments):
                continue
            pairs = list(zip(template, named_segments, strict=True))
            likenesses = [_compare(part, segment) for part, segment in pairs]
            if min(likenesses, default=0) >= MIN_LIKENESS and sum(likenesses) > best:
                best, address = sum(likenesses), _fill(pairs)
    return address


@cache
def _list_templates() -> list[list[Part]]:
    """Return the segments of each known path."""
    return list(_iterate_templates())


def _iterate_templates() -> Iterator[list[Part]]:
    for url in get_resolver("games.api.urls").url_patterns:
        converters = url.pattern.converters
        yield [
            re.compile(converters[part[1:-1].rpartition(":")[2]].regex)
            if part.startswith("<")
            else part
            for part in str(url.pattern).split("/")
            if part
        ]


def _compare(part: Part, segment: str) -> float:
    """Return how similar a segment is to a part of a known path, from 0 to 1."""
    if isinstance(part, str):
        return SequenceMatcher(None, part, segment[:MAX_NAME_LENGTH]).ratio()
    return 0.9 if part.fullmatch(segment) else 0.0


def _fill(pairs: list[tuple[Part, str]]) -> str:
    path = "/".join(part if isinstance(part, str) else segment for part, segment in pairs)
    return f"{ROOT}{path}/"
