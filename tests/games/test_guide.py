"""Help with the rules: our own text, and cards that are found by any of their words."""

from __future__ import annotations

import gzip
from typing import Any

import html5lib
import pytest
from django.test import Client

from games.models import Player
from games.presentation import boards
from games.services.matches import MatchTerms, open_match
from games.titles.abyss.rules.components import LOCATIONS, LORDS
from games.titles.enchanters.rules.components import DESIGNS
from games.titles.essence.rules.components import NAMES
from tests.games.reading import As, Deal, text_of

pytestmark = pytest.mark.django_db

PRINTED = {"abyss": {*LORDS, *LOCATIONS}, "enchanters": set(DESIGNS), "essence": set(NAMES)}
LANGUAGES = ("en", "fr", "de")


def test_every_game_is_explained_with_all_its_cards_in_three_languages(client: Client) -> None:
    """Each page is valid, below 100 kB packed, and says something else in each language."""
    shelf = client.get("/rules/").content.decode()
    for game, book in boards.GUIDES.items():
        assert f'href="/rules/{game}/"' in shelf
        said = []
        for language in LANGUAGES:
            page = client.get(f"/rules/{game}/", headers={"accept-language": language})
            html = page.content.decode()
            if language == "fr":
                html5lib.HTMLParser(strict=True).parse(html)
            assert len(gzip.compress(page.content)) < 100_000
            entries, chapters = book.list_cards(language), book.list_sections(language)
            assert all(f"<h2>{chapter.heading}</h2>" in html for chapter in chapters)
            listed = [entry.code for entry in entries]
            if game in PRINTED:
                assert sorted(listed) == sorted(PRINTED[game]), game
            assert all(f'id="card-{code}"' in html for code in listed)
            assert all(entry.name and entry.says and "{" not in entry.says for entry in entries)
            assert all(f'id="{chapter.name}"' in html for chapter in chapters)
            said.append([row for each in chapters for row in (each.heading, *each.paragraphs)])
        assert all(len(rows) == len(said[0]) and all(rows) for rows in said)
        assert not {row for row in said[0] if len(row) > 20} & {*said[1], *said[2]}


def test_every_line_of_a_score_is_explained() -> None:
    for game, lines in (
        ("enchanters", ("village", "item", "enchantment", "creature", "wound", "wounds")),
        ("essence", ("shards", "fragments")),
    ):
        said = {
            boards.GUIDES[game].explain_score_line(line, language)
            for line in lines
            for language in LANGUAGES
        }
        assert len(said) == 3 * len(lines) and "" not in said


def test_tables_and_the_lobby_lead_to_the_rules_of_their_game(
    as_: As, people: Any, deal: Deal
) -> None:
    alice = as_("alice")
    for game in boards.GUIDES:
        match, wanted = deal(game, seats=2), f'href="/rules/{game}/"'
        waits = open_match(people["bob"], MatchTerms(game, seats=2))
        tables = [f"/matches/{each.number}/" for each in (match, waits)]
        for path in (*tables, "/matches/", f"/matches/new/?game={game}"):
            assert wanted in alice.get(path).content.decode(), (game, path)

    assert "/rules/pebbles/" not in alice.get("/matches/new/?game=pebbles").content.decode()


def test_cards_are_found_by_words_of_their_power(client: Client) -> None:
    page = text_of(client.get("/rules/abyss/?q=turn pearl"))

    assert "Slaver" in page
    assert "Jailer" not in page


def test_the_script_of_the_page_asks_for_the_found_cards_alone(client: Client) -> None:
    part = client.get("/rules/essence/?q=tavern", headers={"x-part": "cards"}).content.decode()

    assert "Tavern" in part and "1 card found." in part
    assert "<html" not in part and "<h1" not in part


def test_accents_and_case_do_not_matter(as_: As, people: dict[str, Player]) -> None:
    people["bob"].language = "fr"
    people["bob"].save()

    page = text_of(as_("bob").get("/rules/abyss/?q=GEOLIER"))

    assert "Geôlier" in page
    assert "1 carte trouvée." in page


def test_nothing_found_says_what_to_do(client: Client) -> None:
    assert "Try a shorter word." in text_of(client.get("/rules/abyss/?q=zzz"))


def test_what_was_looked_for_is_only_words(client: Client) -> None:
    page = client.get("/rules/abyss/", {"q": '"><script>'}).content.decode()

    assert "<script>" not in page


def test_a_game_without_help_has_no_page(client: Client) -> None:
    assert client.get("/rules/pebbles/").status_code == 404
    assert client.get("/rules/nothing/").status_code == 404
