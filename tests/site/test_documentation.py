"""The documentation as pages: every file, every link and anchor, and the search."""

from __future__ import annotations

import re
from urllib.parse import urldefrag

import pytest
from django.conf import settings
from django.test import Client

from games.presentation import documentation

NAMES = sorted(documentation.list_names())
pytestmark = pytest.mark.django_db


def test_every_file_of_the_documentation_is_a_page() -> None:
    files = {
        str(path.relative_to(settings.DOCS_FILES).with_suffix(""))
        for path in settings.DOCS_FILES.rglob("*.md")
    }
    assert len(files) > 40 and set(NAMES) == files


def test_every_link_between_pages_leads_to_a_page_and_a_heading_of_it(client: Client) -> None:
    """Of the index, too; and what a reader sees has no Markdown left in its headings."""
    pages = {
        documentation.find_path(name): client.get(documentation.find_path(name)).content.decode()
        for name in NAMES
    }
    anchors = {path: set(re.findall(r' id="([^"]+)"', html)) for path, html in pages.items()}
    links = [
        (path, urldefrag(href))
        for path, html in pages.items()
        for href in re.findall(r'<a href="((?:/docs/|/api/|#)[^"]*)"', html)
    ]
    wrong = [
        (path, link)
        for path, link in links
        if (link.url or path) in pages and link.fragment not in {"", *anchors[link.url or path]}
    ]
    missing = {link.url for _path, link in links if link.url.startswith("/docs/")} - set(pages)
    headings = [
        words for html in pages.values() for words in re.findall(r"<h\d[^>]*>([^<]+)", html)
    ]

    assert len(links) > 300 and not wrong and not missing
    assert all("404" not in html[:200] and "<h1" in html for html in pages.values())
    assert not [words for words in headings if "](" in words or "`" in words]


def test_every_page_can_be_reached_from_the_index() -> None:
    index = documentation.load_page(documentation.INDEX).html
    decisions = documentation.load_page("decisions").html
    paths = {documentation.find_path(name) for name in NAMES} - {"/docs/"}

    assert [path for path in paths if f'"{path}' not in index + decisions] == []


def test_a_search_finds_sections_and_says_if_nothing_has_all_words(client: Client) -> None:
    results = documentation.search_pages("Reverse NAME ptr")
    assert [result.path for result in results][0] == "/docs/club-server/#1-names-5-minutes"
    assert "(PTR)" in results[0].excerpt

    page = client.get("/docs/", {"q": "reverse name ptr"}).content.decode()
    assert 'href="/docs/club-server/#1-names-5-minutes"' in page
    assert "Nothing has all these words" in client.get("/docs/", {"q": "zyzzyva"}).content.decode()
    assert documentation.search_pages("  ") == []


def test_a_search_is_shown_as_text(client: Client) -> None:
    page = client.get("/docs/", {"q": "<b>\0'\""}).content.decode()
    assert "<b>'" not in page and "&lt;b&gt;" in page


@pytest.mark.parametrize("name", ["nothing", "../README", "decisions/nothing", "pictures", "%00"])
def test_there_is_no_other_page(client: Client, name: str) -> None:
    assert client.get(f"/docs/{name}/").status_code == 404


def test_a_page_has_one_address(client: Client) -> None:
    assert client.get("/docs/api/")["Location"] == "/api/"
    assert client.get("/docs/README/")["Location"] == "/docs/"
    assert client.get("/docs/decisions/README/")["Location"] == "/docs/decisions/"
