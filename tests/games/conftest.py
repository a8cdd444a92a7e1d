"""What pages need around them."""

from __future__ import annotations

from collections.abc import Callable
from random import randrange
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match


@pytest.fixture
def visitor() -> Client:
    """A browser nobody is signed in with, at an address of its own, so that tests do not throttle
    each other."""
    return Client(REMOTE_ADDR=f"10.{randrange(256)}.{randrange(256)}.{randrange(256)}")


@pytest.fixture
def as_(people: dict[str, Any]) -> Callable[[str], Client]:
    """A browser in which somebody is signed in: as_("alice")."""

    def as_(name: str) -> Client:
        client = Client()
        client.force_login(people[name])
        return client

    return as_


@pytest.fixture
def pebbles(deal: Callable[..., Match]) -> Match:
    """A match of two in which one is asked at a time."""
    return deal("pebbles", seats=2, now=timezone.now())


@pytest.fixture
def sealed(deal: Callable[..., Match]) -> Match:
    """A match of two in which both are asked at once, in secret."""
    return deal("sealed", seats=2, now=timezone.now())
