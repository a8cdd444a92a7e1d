"""The styleguide shows each token, to developers only."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from games.web.views.styleguide import list_tokens
from tests.games.reading import As

pytestmark = pytest.mark.django_db


def test_the_styleguide_is_for_developers(as_: As, settings: Any) -> None:
    assert as_("alice").get("/styleguide/").status_code == 404
    settings.DEBUG = True

    page = as_("alice").get("/styleguide/").content.decode()

    assert all(f"<code>--{name}</code>" in page for of in list_tokens().values() for name, _ in of)


def test_each_token_has_a_sample() -> None:
    css = Path(str(finders.find("games/styleguide.css"))).read_text()
    tokens = list_tokens()

    shown = set(re.findall(r"\.(?:token|size)-([a-z0-9-]+) \{", css))

    assert shown == {name for kind in ("colours", "sizes") for name, _ in tokens[kind]}
