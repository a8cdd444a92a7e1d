"""The first page of the desk, with everything it loads, is small."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.services.moderation.roles import Role

from .test_moderation import staff

pytestmark = pytest.mark.django_db

# Bytes, compressed as they are sent.
MOST = 200_000


def test_the_first_page_of_the_desk_with_all_it_loads_is_under_200_kb() -> None:
    client = Client()
    client.force_login(staff(Role.OPERATOR, "op"))
    page = client.get("/admin/").content
    sizes = {"page": len(gzip.compress(page))}

    for name in re.findall(r'(?:src|href)="/static/([^"]+\.(?:js|css|woff2|png|svg))"', str(page)):
        content = _read(name)
        sizes[name] = len(gzip.compress(content))
        if name.endswith(".css"):
            for file in re.findall(rb"url\([\"']?([^)\"']+)", content):
                if not file.startswith(b"data:"):
                    path = str(Path(name).parent / file.decode())
                    sizes[path] = len(_read(path))

    assert "games/icons/desk.woff2" in str(sizes) and len(sizes) > 6
    assert sum(sizes.values()) < MOST, sorted(sizes.items(), key=lambda one: -one[1])


def _read(name: str) -> bytes:
    path = finders.find(name)
    assert path, name
    return Path(str(path)).read_bytes()
