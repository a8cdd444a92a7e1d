"""How pages look: the chosen theme and language, covers, avatars, the menu of the settings."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from games.engine.board.art import art_path, cover_path, icon_file_path
from games.models import Match
from games.presentation.avatars import GROUNDS, draw_avatar
from games.presentation.boards import ARTS, PAGES
from tests.games.reading import As


@pytest.mark.django_db
def test_a_theme_is_kept_in_this_browser_until_it_is_automatic_again(visitor: Client) -> None:
    chosen = visitor.post("/appearance/", {"theme": "dark", "next": "/matches/"})
    dark = visitor.get("/matches/").content.decode()
    visitor.post("/appearance/", {"theme": "auto"})
    automatic = visitor.get("/matches/").content.decode()

    assert (chosen.status_code, chosen.headers["Location"]) == (303, "/matches/")
    assert 'data-theme="dark"' in dark
    assert "data-theme" not in automatic


@pytest.mark.django_db
def test_what_is_no_theme_and_no_language_changes_nothing(visitor: Client) -> None:
    response = visitor.post("/appearance/", {"theme": "<x>", "language": "xx"})

    assert response.status_code == 303 and not response.cookies
    visitor.cookies["theme"] = '"><script>'
    assert "data-theme" not in visitor.get("/").content.decode()


@pytest.mark.django_db
def test_boards_are_kept_in_browsers_that_want_it_for_who_has_signed_in(
    as_: As, visitor: Client, pebbles: Match
) -> None:
    alice, page = as_("alice"), f"/matches/{pebbles.number}/"
    assert "offline.js" not in alice.get(page).content.decode()

    alice.post("/appearance/", {"offline": "on"})
    kept, history = alice.get(page), alice.get(f"{page}history/")
    assert (kept["X-Offline"], history.get("X-Offline")) == ("keep", None)
    assert "offline.js" in kept.content.decode() and 'data-player="0' in kept.content.decode()

    alice.post("/appearance/", {"offline": "off"})
    # The script deletes what is there.
    assert 'data-player=""' in alice.get(page).content.decode()
    assert visitor.get(page).get("X-Offline") is None


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:1"])
def test_it_leads_back_to_this_site_only(visitor: Client, elsewhere: str) -> None:
    response = visitor.post("/appearance/", {"theme": "dark", "next": elsewhere})

    assert response.headers["Location"] == "/"


@pytest.mark.django_db
def test_a_visitor_chooses_a_language(visitor: Client) -> None:
    visitor.post("/appearance/", {"language": "de"})

    assert '<html lang="de"' in visitor.get("/").content.decode()


def test_an_address_of_the_form_cannot_be_opened(visitor: Client) -> None:
    assert visitor.get("/appearance/").status_code == 405


@pytest.mark.parametrize(
    ("path", "current"),
    [
        ("/settings/", "/settings/"),
        ("/settings/hours/", "/settings/hours/"),
        ("/emails/", "/emails/"),
    ],
)
def test_the_menu_of_the_settings_marks_the_page_shown(as_: As, path: str, current: str) -> None:
    page = as_("alice").get(path).content.decode()

    assert re.findall(r'<a href="([^"]+)" aria-current="page">', page) == [current]


def test_a_zone_is_chosen_by_its_place_and_offset(as_: As) -> None:
    page = as_("alice").get("/settings/").content.decode()

    assert '<option value="Asia/Kolkata">Kolkata (UTC+05:30)</option>' in page


def test_an_avatar_is_the_same_for_a_name_and_tells_bots(as_: As) -> None:
    assert draw_avatar("Ada Lovelace") == draw_avatar("Ada Lovelace")
    assert ">AL</text>" in draw_avatar("Ada Lovelace")
    assert ">&lt;</text>" not in draw_avatar("<b>") and ">B</text>" not in draw_avatar("<b>")
    assert 'class="avatar bot"' in draw_avatar("Bot 1", is_bot=True)
    assert len({draw_avatar(f"Player {n}") for n in range(200)}) > len(GROUNDS)


def test_an_unknown_drawing_is_not_found(visitor: Client) -> None:
    for game in [*ARTS, "pebbles", "none"]:
        for file in ("none.card.000000000000.svg", "x.svg", "none.000000000000.svg"):
            assert visitor.get(f"/art/{game}/{file}").status_code == 404


@pytest.mark.parametrize("game", sorted(ARTS))
def test_a_drawing_is_kept_for_ever_at_its_own_address(visitor: Client, game: str) -> None:
    art = ARTS[game]
    icons = [icon_file_path(game, page.icons)] if (page := PAGES.get(game)) else []
    for path in (art_path(art, art.codes[0], "chip"), cover_path(art), *icons):
        shown = visitor.get(path)
        old = visitor.get(re.sub(r"[0-9a-f]{8}(?=\.svg)", "0" * 8, path))

        assert shown.headers["Content-Type"].startswith("image/svg+xml")
        assert "immutable" in shown.headers["Cache-Control"] and not shown.cookies
        assert old.content == shown.content and "immutable" not in old.headers["Cache-Control"]


@pytest.mark.parametrize("game", sorted(ARTS))
def test_previews_of_links_show_the_cover_as_a_picture(visitor: Client, game: str) -> None:
    # All covers answered 500: what paints boards in e-mails asked for a size that they lack.
    shown = visitor.get(f"/art/{game}/cover.png")

    with Image.open(BytesIO(shown.content)) as cover:
        assert (cover.format, cover.size) == ("PNG", (1200, 630))
