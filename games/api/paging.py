"""Cursor pagination: newest first, each page with the cursor of the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import inline_serializer
from rest_framework import serializers
from rest_framework.request import Request

A_PAGE = 50


class Cursor(serializers.Serializer):
    """Which part of a list."""

    cursor = serializers.UUIDField(
        required=False, help_text="`next` of the part before; without it the newest entries."
    )


def paginate_rows(
    rows: QuerySet[Any], request: Request, serialize: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return one page of `rows`, whose ids sort by time. Raises ValidationError."""
    serializer = Cursor(data=request.query_params.dict())
    serializer.is_valid(raise_exception=True)
    if cursor := serializer.validated_data.get("cursor"):
        rows = rows.filter(pk__lt=cursor)
    page = list(rows.order_by("-pk")[: A_PAGE + 1])
    more = page[A_PAGE - 1].pk if len(page) > A_PAGE else None
    return {"results": [serialize(row) for row in page[:A_PAGE]], "next": more}


def build_page_serializer(shape: type[serializers.Serializer]) -> Any:
    """Return the serializer of a page of a list."""
    return inline_serializer(
        f"{shape.__name__}Page",
        {
            "results": shape(many=True),
            "next": serializers.UUIDField(allow_null=True, help_text="`cursor` of the next part."),
        },
    )
