"""Programs that hold a token."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match
from games.services import tokens


class Program:
    """A program that acts for a player, or for nobody."""

    def __init__(self, secret: str = "") -> None:
        self.secret, self.client = secret, Client(REMOTE_ADDR=f"10.0.0.{uuid4().int % 256}")

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        data = "" if body is None else json.dumps(body)
        return self.client.generic(
            method, f"/api/v1/{path}", data, content_type="application/json", headers=headers
        )

    def get(self, path: str) -> Any:
        """The JSON of an answer that must be good."""
        response = self("GET", path)
        assert response.status_code == 200, response.content
        return response.json()

    def list(self, path: str) -> Any:
        """The entries of a list that has one page."""
        page = self.get(path)
        assert page["next"] is None
        return page["results"]


@pytest.fixture
def program(people: dict[str, Any]) -> Callable[..., Program]:
    """program("alice"), program("alice", "read"); program() is a visitor's."""

    def program(name: str = "", *scopes: str) -> Program:
        if not name:
            return Program()
        chosen = scopes or ("read", "play", "manage")
        return Program(tokens.make_token(people[name], name="test", scopes=chosen)[1])

    return program


@pytest.fixture
def holding() -> type[Program]:
    """holding(secret): whoever holds the secret of a token that was made elsewhere."""
    return Program


@pytest.fixture
def pebbles(deal: Callable[..., Match]) -> Match:
    """A match of alice and bob in which one is asked at a time; alice begins."""
    return deal("pebbles", seats=2, now=timezone.now())


@pytest.fixture
def sealed(deal: Callable[..., Match]) -> Match:
    """A match of alice and bob in which both are asked at once, in secret."""
    return deal("sealed", seats=2, now=timezone.now())
