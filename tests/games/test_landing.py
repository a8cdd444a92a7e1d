"""The landing page: its parts, what it costs, and that nothing of it is made up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from games.emails import sample
from games.models import Match
from games.queries import site_figures
from games.titles import GAMES
from tests.games.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def cold() -> None:
    caches["memory"].clear()


def test_the_page_is_in_three_languages_with_the_games_and_a_board(client: Client) -> None:
    for language, words in (("en", "from your inbox"), ("fr", "boîte mail"), ("de", "Posteingang")):
        page = client.get("/", headers={"Accept-Language": language})
        said = text_of(page)
        assert words in said
        assert all(title in said for title in ("Abyss", "Enchanters", "The Essence"))
        assert "Pebbles" not in said and "Sealed" not in said
        html = page.content.decode()
        assert 'class="tabletop sea' in html and 'href="/learn/abyss/6/"' in html
        assert html.count('action="/first-match/"') == 4


def test_the_e_mail_is_rendered_by_the_code_of_e_mails(client: Client) -> None:
    subject, html = sample.render_sample_email("en", timezone.now().date())
    page = client.get("/sample-email/")

    assert subject == "[Abyss #7] Your turn – Bob"
    assert html.startswith("<!doctype html>") and "Shepherd" in html
    assert page.content.decode() == html
    assert 'src="data:image/png;base64,' in html and "cid:" not in html
    assert "sandbox" in page.headers["Content-Security-Policy"]
    assert "If you don’t answer in time" in html


def test_the_sample_asks_nothing_of_the_database(django_assert_num_queries: Any) -> None:
    sample.render_sample_email.cache_clear()

    with django_assert_num_queries(0):
        sample.render_sample_email("de", timezone.now().date())


def test_the_page_asks_the_database_three_times_and_then_not_at_all(
    client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(3):
        client.get("/")
    with django_assert_num_queries(0):
        client.get("/")


def test_the_figures_are_those_of_the_site(deal: Callable[..., Match]) -> None:
    assert site_figures.count_figures(timezone.now()) == site_figures.Figures(0, 0, 0)

    deal("abyss", seats=2)

    assert site_figures.count_figures(timezone.now()).running == 1


def test_the_position_is_a_step_of_the_tutorial() -> None:
    lesson = sample.sample_lesson()

    assert lesson.answer is not None and lesson.answer.verb == "recruit"
    assert GAMES[sample.GAME].find_outcome(lesson.state) is None
