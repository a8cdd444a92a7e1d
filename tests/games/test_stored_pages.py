"""Nobody keeps the pages of somebody who has signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from games.models import Match

pytestmark = pytest.mark.django_db


def list_plain_paths() -> list[str]:
    """Every page without a value in its URL."""
    found = []
    for patterns in (get_resolver().url_patterns,):
        for pattern in patterns:
            for inner in getattr(pattern, "url_patterns", [pattern]):
                path = f"/{pattern.pattern}{inner.pattern if inner is not pattern else ''}"
                if not set("<>()^$?\\") & set(path):
                    found.append(path)
    return sorted({path for path in found if not path.startswith(("/api/", "/admin/"))})


@pytest.mark.parametrize("path", list_plain_paths())
def test_a_page_of_a_signed_in_player_says_that_nobody_may_store_it(
    as_: Callable[[str], Client], path: str
) -> None:
    client = as_("alice")
    client.raise_request_exception = False

    response = client.get(path)

    if response.get("Content-Type", "").startswith("text/html"):
        assert "no-store" in response["Cache-Control"] and "public" not in response["Cache-Control"]


def test_the_pages_of_a_match_and_of_a_player_say_so_too(
    as_: Callable[[str], Client], deal: Callable[..., Match], people: dict[str, Any]
) -> None:
    match, client = deal("pebbles", seats=2), as_("alice")
    token = match.prompts.get(closed_at=None).token

    for path in (
        *("/", f"/matches/{match.number}/", f"/matches/{match.number}/history/", f"/p/{token}/"),
        *(f"/players/{people['bob'].pk}/", "/nothing/here/"),
    ):
        assert "no-store" in client.get(path)["Cache-Control"], path
