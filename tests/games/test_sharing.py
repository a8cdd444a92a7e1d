"""What a phone shares with the installed site: links of ours are opened, words are not yet sent."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone

from games.models import DirectMessage, Match, Player
from games.services import direct_messages, guests, profiles

from .reading import As, text_of

pytestmark = pytest.mark.django_db


def share(client: Client, **given: str) -> Any:
    return client.get(f"/share/?{urlencode(given)}")


def test_the_manifest_names_what_the_page_reads(client: Client) -> None:
    target = client.get("/manifest.webmanifest").json()["share_target"]

    assert (target["action"], target["method"]) == ("/share/", "GET")
    assert target["params"] == {"title": "title", "text": "text", "url": "url"}
    assert "enctype" not in target


@pytest.mark.parametrize("field", ["url", "text"])
def test_a_link_to_a_match_opens_the_match(visitor: Client, pebbles: Match, field: str) -> None:
    link = f"http://testserver/matches/{pebbles.number}/history/?ply=2#moment"

    opened = share(visitor, title="Pebbles", **{field: f"Look: {link} !"})

    assert opened.status_code == 303
    assert opened["Location"] == f"/matches/{pebbles.number}/history/?ply=2#moment"


def test_a_link_with_the_address_of_the_site_is_ours(visitor: Client, settings: Any) -> None:
    settings.SITE_URL = "https://abyss.example"

    assert share(visitor, url="https://abyss.example/rules/")["Location"] == "/rules/"


@pytest.mark.parametrize(
    "link",
    [
        "https://evil.example/matches/7/",
        "http://testserver@evil.example/matches/7/",
        "http://testserver//evil.example/",
        "http://testserver/\\evil.example/",
        "http://testserver/share/?url=http://testserver/",
        "http://testserver/nowhere/at/all/",
        "http://[testserver/matches/7/",
        "javascript:alert(1)",
    ],
)
def test_other_links_are_words(as_: As, link: str) -> None:
    shown = share(as_("alice"), url=link)

    assert shown.status_code == 200
    assert link in text_of(shown)


def test_words_are_offered_to_people_one_knows_and_sent_by_nobody_else(
    as_: As, people: dict[str, Player]
) -> None:
    profiles.follow_player(people["alice"], people["bob"])
    profiles.follow_player(people["alice"], people["dave"])
    profiles.follow_player(people["dave"], people["alice"])
    direct_messages.send_direct_message(people["dave"], people["alice"], "Hello!", key="one")

    page = share(as_("alice"), title="<script>", text="Shall we play?", url="https://example.org/")

    html = page.content.decode()
    assert "&lt;script&gt;\nShall we play?\nhttps://example.org/</textarea>" in html
    assert [name for name in ("Dave", "Bob", "Carol") if f"Message to {name}" in html] == [
        "Dave",
        "Bob",
    ]
    assert html.index("Message to Dave") < html.index("Message to Bob")
    assert DirectMessage.objects.count() == 1


def test_the_form_of_a_conversation_is_filled_in_and_not_sent(
    as_: As, people: dict[str, Player]
) -> None:
    profiles.follow_player(people["bob"], people["alice"])
    words = urlencode({"text": "</textarea><script>alert(1)</script>" + "x" * 600})

    html = as_("alice").get(f"/messages/{people['bob'].pk}/?{words}").content.decode()

    assert "&lt;/textarea&gt;&lt;script&gt;" in html and "<script>alert" not in html
    assert "&lt;/script&gt;" + "x" * 464 + "</textarea>" in html
    assert not DirectMessage.objects.exists()


def test_words_are_cut_to_the_length_of_a_message(as_: As) -> None:
    page = share(as_("alice"), text="x" * 5000).content.decode()

    assert f">{'x' * 500}</textarea>" in page
    assert "The text is longer than a message can be." in page


def test_who_is_not_signed_in_signs_in_first(visitor: Client) -> None:
    answer = share(visitor, text="Hello")

    assert answer.status_code == 302 and answer["Location"].startswith("/sign-in/?next=/share/")


def test_a_guest_is_asked_for_an_address(client: Client) -> None:
    client.force_login(guests.create_guest(language="en", now=timezone.now()))

    answer = client.get("/share/?text=Hello", follow=True)

    assert answer.redirect_chain[-1][0] == "/guest/"
