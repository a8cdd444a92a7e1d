"""The pages of tutorials, and hints that can be clicked."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from games.models import Match, Move, Player
from games.tasks.house_bots import answer_bots
from tests.games.reading import As, text_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_tutorial_is_walked_by_its_links_without_an_account(
    game: str, language: str, client: Client
) -> None:
    path, seen = f"/learn/{game}/", 0
    while path:
        page = client.get(path, headers={"Accept-Language": language})
        assert page.status_code == 200
        html = page.content.decode()
        seen += 1
        onward = re.search(r'<a class="button primary" href="([^"]+)"', html)
        path = unescape(onward[1]) if onward else ""

    assert (seen, path) == (9, "")
    assert f'name="game" value="{game}"' in html
    assert not Player.objects.exists() and not client.session.keys()


@pytest.mark.parametrize(
    ("path", "button"),
    [
        ("enchanters/4", "Rest at Normaltown"),
        ("enchanters/6", "Fight “Coast Raider” (space 0)"),
        ("essence/2", "Bid 1 Influence"),
        ("essence/4", "Build “Theatre” right of “Fountain”"),
        ("abyss/4", "Support seahorse"),
    ],
)
def test_a_button_says_what_the_one_of_a_match_says(path: str, button: str, client: Client) -> None:
    # They showed what a player writes: “Rest Normaltown 1”, “Build Theatre at 2,0”.
    assert button in text_of(client.get(f"/learn/{path}/"))


def test_a_click_on_the_board_leads_to_the_next_step(client: Client) -> None:
    html = client.get("/learn/abyss/2/").content.decode()

    assert re.search(r'<a href="/learn/abyss/3/" id="at-deck"', html)
    assert html.count('href="/learn/abyss/3/"') == 2


@pytest.mark.parametrize("path", ["abyss/0", "abyss/10", "pebbles/1", "nothing/1", "abyss/999999"])
def test_there_are_no_other_steps(path: str, client: Client) -> None:
    assert client.get(f"/learn/{path}/").status_code == 404


def test_a_step_needs_no_query(client: Client, django_assert_num_queries: object) -> None:
    client.get("/learn/abyss/2/")

    with django_assert_num_queries(0):  # type: ignore[operator]
        client.get("/learn/abyss/2/")


@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
def test_a_hint_gives_a_reason_and_is_played_by_a_click(game: str, as_: As) -> None:
    alice = as_("alice")
    alice.post("/first-match/", {"game": game})
    match = Match.objects.get()
    path = f"/matches/{match.number}/"
    # In one of 256 first matches the bot begins.
    for _ in range(9):
        answer_bots()
    html = alice.get(path).content.decode()
    hint = html[html.index('class="hint-fold"') :]
    action = re.search(r'<form method="post" action="(/p/[^"]+)"', hint)
    value = re.search(r'name="decision" value="([^"]+)"', hint)
    nonce = re.search(r'name="nonce" value="([^"]+)"', hint)
    assert action and value and nonce

    sent = alice.post(action[1], {"decision": unescape(value[1]), "nonce": nonce[1]})

    assert sent.status_code == 303
    assert Move.objects.filter(match=match, seat=0, source="page").count() == 1
    assert "{" not in text_of(alice.get(path)).split("Hints")[-1][:400]
