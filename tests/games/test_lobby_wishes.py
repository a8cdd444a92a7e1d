"""Choosing among the matches that wait for players."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games import openings
from games.models import Match, Player
from games.services import blocking, matches

from .reading import As, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(people: Any) -> dict[str, Match]:
    """Open matches that differ in one thing each."""
    Player.objects.filter(pk=people["dave"].pk).update(language="de")
    bob, dave = people["bob"], Player.objects.get(pk=people["dave"].pk)
    return {
        "usual": matches.open_match(bob, game="pebbles", seats=2),
        "sealed": matches.open_match(bob, game="sealed", seats=2),
        "three": matches.open_match(bob, game="pebbles", seats=3),
        "bank": matches.open_match(bob, game="pebbles", seats=2, pace="correspondence"),
        "bots": matches.open_match(bob, game="pebbles", seats=3, bots=1),
        "german": matches.open_match(dave, game="pebbles", seats=2),
        "strict": matches.open_match(bob, game="pebbles", seats=2, least_in_time=90),
    }


def shown(client: Client, waiting: dict[str, Match], **wishes: str) -> set[str]:
    page = client.get("/matches/", wishes).content.decode()
    return {name for name, match in waiting.items() if f'/matches/{match.number}/"' in page}


@pytest.mark.parametrize(
    ("wishes", "found"),
    [
        ({"game": "sealed"}, {"sealed"}),
        ({"seats": "3"}, {"three", "bots"}),
        ({"pace": "correspondence"}, {"bank"}),
        ({"bots": "with"}, {"bots"}),
        ({"bots": "with", "seats": "2"}, set()),
        ({"game": "pebbles", "bots": "without", "seats": "3"}, {"three"}),
    ],
)
def test_a_wish_leaves_what_meets_it(
    waiting: dict[str, Match], wishes: dict[str, str], found: set[str]
) -> None:
    assert shown(Client(), waiting, **wishes) == found


def test_what_is_nonsense_is_no_wish(waiting: dict[str, Match]) -> None:
    assert shown(Client(), waiting, game="chess", seats="x'", pace="\0") == set(waiting)


def test_my_language_is_that_of_whoever_opened_it(waiting: dict[str, Match], as_: As) -> None:
    assert shown(as_("alice"), waiting, spoken="on") == set(waiting) - {"german"}
    assert shown(as_("dave"), waiting, spoken="on") == {"german"}


def test_only_matches_i_may_join(waiting: dict[str, Match], people: Any, as_: As) -> None:
    alice = as_("alice")
    assert shown(alice, waiting, open="on") == set(waiting)
    matches.open_match(people["alice"], game="pebbles", seats=2, least_in_time=70)
    assert shown(alice, waiting, open="on") == set(waiting) - {"strict"}
    blocking.block(people["alice"], people["bob"])
    assert shown(alice, waiting, open="on") == {"german"}
    assert shown(as_("bob"), waiting, open="on") == {"german"}


def test_nothing_found_says_so_and_leads_back(waiting: dict[str, Match]) -> None:
    page = Client().get("/matches/", {"bots": "with", "seats": "2"})
    assert "No match that waits for players is like that." in text_of(page)
    assert "Show all" in text_of(page)


def test_wishes_cost_at_most_one_more_question(
    waiting: dict[str, Match], as_: As, django_assert_num_queries: Any
) -> None:
    alice, every = as_("alice"), {"game": "pebbles", "bots": "without", "spoken": "on"}
    alice.get("/")
    # Session, player; matches that are open with seats, that want a substitute, and that
    # run; how everybody at an open table keeps to the clock, and ratings.
    with django_assert_num_queries(8):
        alice.get("/matches/", every)
    # How punctual she is, and whether a newcomer sits in a strict match already.
    with django_assert_num_queries(10):
        alice.get("/matches/", every | {"open": "on"})


def test_older_matches_follow_page_by_page_whatever_is_opened_meanwhile(
    waiting: dict[str, Match], people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openings, "A_PAGE", 2)
    listed = [match.number for match in reversed(waiting.values()) if match.game == "pebbles"]
    visitor, address, seen = Client(), "/matches/?game=pebbles", []
    for _ in range(len(listed) // 2):
        page = visitor.get(address).content.decode()
        seen.append([int(n) for n in re.findall(r'<h3><a href="/matches/(\d+)/"', page)])
        assert ("Newest matches" in page) == (len(seen) > 1)
        [address] = re.findall(r'href="(\?[^"]*)">Older matches', page) or ["none"]
        address = "/matches/" + unescape(address)
        matches.open_match(people["bob"], game="pebbles", seats=2)

    assert seen == [listed[:2], listed[2:4], listed[4:6]]
    assert address == "/matches/none"
    assert "No older match waits for players." in text_of(visitor.get("/matches/?before=1"))
    for nonsense in ("x", "-1", "²", "9" * 11, "\0"):
        newest = visitor.get("/matches/", {"before": nonsense}).content.decode()
        assert "Newest matches" not in newest and "Older matches" in newest
    assert 'href="?">Newest matches' in visitor.get("/matches/?before=9999999999").content.decode()
