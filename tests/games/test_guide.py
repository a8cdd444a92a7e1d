"""Help with the rules: our own text, and cards that are found by any of their words."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.games.reading import As, text_of

pytestmark = pytest.mark.django_db


def test_cards_are_found_by_words_of_their_power(client: Client) -> None:
    page = text_of(client.get("/rules/abyss/?q=turn pearl"))

    assert "Slaver" in page
    assert "Jailer" not in page


def test_accents_and_case_do_not_matter(as_: As, people: dict) -> None:  # type: ignore[type-arg]
    people["bob"].language = "fr"
    people["bob"].save()

    page = text_of(as_("bob").get("/rules/abyss/?q=GEOLIER"))

    assert "Geôlier" in page
    assert "1 carte correspond." in page


def test_nothing_found_says_what_to_do(client: Client) -> None:
    assert "Try a shorter word." in text_of(client.get("/rules/abyss/?q=zzz"))


def test_what_was_looked_for_is_only_words(client: Client) -> None:
    page = client.get("/rules/abyss/", {"q": '"><script>'}).content.decode()

    assert "<script>" not in page


def test_a_game_without_help_has_no_page(client: Client) -> None:
    assert client.get("/rules/pebbles/").status_code == 404
    assert client.get("/rules/nothing/").status_code == 404
