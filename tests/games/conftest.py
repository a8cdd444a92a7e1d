"""What pages need around them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import randrange
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client


@pytest.fixture(autouse=True, scope="session")
def static_root() -> None:
    """The folder that `manage.py prepare` would have filled; WhiteNoise warns without it."""
    Path(django_settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)


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
