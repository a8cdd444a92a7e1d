"""Pages of lists: `limit` and `cursor`, the cursor of the next page, and its address in `Link`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from games.api.endpoint import Input, validate_input
from games.presentation.problems import Unreadable

Entry = TypeVar("Entry")
Row = TypeVar("Row", bound=Model)

# Entries on a page, unless the request says otherwise, and at most.
A_PAGE, MAX_LIMIT = 50, 100


class Limit(serializers.Serializer):
    """How long a page is."""

    limit = serializers.IntegerField(
        required=False,
        default=A_PAGE,
        min_value=1,
        max_value=MAX_LIMIT,
        help_text="How many entries at most.",
    )


class Cursor(Limit):
    """Which page of a list that begins with the newest entries."""

    cursor = serializers.UUIDField(
        required=False, help_text="`next` of the page before; without it the first page."
    )


class NumberCursor(Limit):
    """Which page of a list whose entries have numbers."""

    cursor = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text="`next` of the page before; without it the first page.",
    )


class EntryCursor(Limit):
    """Which page of a list."""

    cursor = serializers.CharField(
        required=False,
        max_length=100,
        help_text="`next` of the page before; without it the first page.",
    )


def respond_with_rows(
    rows: QuerySet[Row], request: Request, serialize: Callable[[Row], object]
) -> Response:
    """Respond with one page of `rows`, whose ids sort by time, newest first.

    Raises ValidationError.
    """
    page, cursor = cut_page(rows, read_page_query(Cursor, request))
    return respond_with_page(request, [serialize(row) for row in page], cursor)


def cut_page(rows: QuerySet[Row], query: Input) -> tuple[list[Row], UUID | int | None]:
    """Return one page of `rows`, the highest keys first, and the cursor of the next page; None
    after the last."""
    limit = query["limit"]
    if cursor := query.get("cursor"):
        rows = rows.filter(pk__lt=cursor)
    page = list(rows.order_by("-pk")[: limit + 1])
    return page[:limit], page[limit - 1].pk if len(page) > limit else None


def respond_with_entries(
    entries: Sequence[Entry],
    request: Request,
    serialize: Callable[[Entry], object],
    identify: Callable[[Entry], object],
) -> Response:
    """Respond with one page of a whole list; `identify` returns what is unique of an entry.

    Raises ValidationError, and Unreadable for a cursor whose entry is not in the list any more.
    """
    query, first = read_page_query(EntryCursor, request), 0
    if cursor := query.get("cursor"):
        keys = [str(identify(entry)) for entry in entries]
        if cursor not in keys:
            raise Unreadable("cursor", _("That entry is gone: begin with the first page."))
        first = keys.index(cursor) + 1
    page = entries[first : first + query["limit"]]
    more = identify(page[-1]) if first + len(page) < len(entries) else None
    results = [serialize(entry) for entry in page]
    return respond_with_page(request, results, None if more is None else str(more))


def respond_with_page(
    request: Request,
    results: Sequence[object],
    cursor: UUID | int | str | None,
    headers: dict[str, str] | None = None,
) -> Response:
    """Respond with a page; `cursor` is that of the next one, None on the last."""
    links = dict[str, str]()
    if cursor is not None:
        address = replace_query_param(request.build_absolute_uri(), "cursor", cursor)
        links["Link"] = f'<{address}>; rel="next"'
    return Response({"results": results, "next": cursor}, headers=links | (headers or {}))


def read_page_query(shape: type[serializers.Serializer], request: Request) -> Input:
    """Return the parameters of a page that `shape` describes; the others of the list are checked
    by themselves. Raises ValidationError."""
    names = shape().fields
    return validate_input(
        shape, {name: request.query_params[name] for name in names if name in request.query_params}
    )


def build_page_serializer(shape: type[serializers.Serializer]) -> Any:
    """Return the serializer of a page that `respond_with_rows` makes."""
    return _build_page_serializer(shape, serializers.UUIDField)


def build_numbers_serializer(shape: type[serializers.Serializer]) -> Any:
    """Return the serializer of a page whose cursors are numbers."""
    return _build_page_serializer(shape, serializers.IntegerField)


def build_entries_serializer(shape: type[serializers.Serializer]) -> Any:
    """Return the serializer of a page that `respond_with_entries` makes."""
    return _build_page_serializer(shape, serializers.CharField)


def _build_page_serializer(
    shape: type[serializers.Serializer], cursor: type[serializers.Field]
) -> Any:
    help_text = "`cursor` of the next page; null on the last."
    return inline_serializer(
        f"{shape.__name__}Page",
        {"results": shape(many=True), "next": cursor(allow_null=True, help_text=help_text)},
    )
