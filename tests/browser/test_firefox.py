"""The match page in Firefox: opened, played by clicks and by keys, and read. Only with --all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from tests.sizes import full_or

from .firefox import Firefox
from .test_layout import SEATS
from .test_table import play_on

# Number of answers that Alice gives in a match; with `test --all` she plays to its end.
ANSWERS = full_or(3000, 3)
# The icons of the strip of players are drawn from another file.
DRAWN = """return [...document.querySelectorAll(".player-chip svg")]
  .filter((icon) => icon.querySelector("use").getBBox().width > 0).length"""


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    """Open Firefox with the window of a small laptop."""
    browser = Firefox(tmp_path, width=1366, height=768)
    yield browser
    browser.close()


@pytest.mark.long
@pytest.mark.firefox
@pytest.mark.parametrize("game", SEATS)
def test_a_match_is_played_in_firefox(
    firefox: Firefox, live_server: Any, deal: Callable[..., Match], settings: Any, game: str
) -> None:
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    match = deal(game, seats=2, now=timezone.now())
    firefox.open_page(f"{live_server.url}/")
    firefox.run_script(
        "[...document.querySelectorAll('button')]"
        ".find((one) => one.textContent.trim() === 'Alice').click()"
    )
    firefox.wait_for("header form[action*='sign-out']")

    for answer in range(ANSWERS):
        play_on(match, lambda prompt: prompt.seat == 0 and bool(prompt.list_offered_decisions()))
        if match.outcome:
            break
        firefox.open_page(f"{live_server.url}/matches/{match.number}/")
        firefox.wait_for("#answer .answer")
        assert firefox.run_script("return document.documentElement.scrollWidth <= innerWidth")
        assert firefox.run_script(DRAWN) >= 4
        before = match.ply
        if answer % 2:
            firefox.run_script("document.querySelector('#answer [data-number=\"1\"]').focus()")
            firefox.run_script("document.activeElement.click()")
        else:
            firefox.click("#answer .answer")
        firefox.wait_for(".note.success")
        match.refresh_from_db()
        assert match.ply > before or match.prompts.filter(seat=0, closed_at=None).exists()
    assert answer >= 2
