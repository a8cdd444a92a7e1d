"""Choosing among the matches that wait for players."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match, Player, Seat
from games.queries import match_lists
from games.services import blocking, matches

from ..conftest import NOON
from .reading import As, Deal, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(people: Any) -> dict[str, Match]:
    """Open matches that differ in one thing each."""
    Player.objects.filter(pk=people["dave"].pk).update(language="de")
    bob, dave = people["bob"], Player.objects.get(pk=people["dave"].pk)
    return {
        "usual": matches.open_match(bob, matches.MatchTerms("pebbles", seats=2)),
        "sealed": matches.open_match(bob, matches.MatchTerms("sealed", seats=2)),
        "three": matches.open_match(bob, matches.MatchTerms("pebbles", seats=3)),
        "bank": matches.open_match(
            bob, matches.MatchTerms("pebbles", seats=2, pace="correspondence")
        ),
        "bots": matches.open_match(bob, matches.MatchTerms("pebbles", seats=3, bots=1)),
        "german": matches.open_match(dave, matches.MatchTerms("pebbles", seats=2)),
        "strict": matches.open_match(
            bob, matches.MatchTerms("pebbles", seats=2, min_punctuality=90)
        ),
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
    matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2, min_punctuality=70))
    assert shown(alice, waiting, open="on") == set(waiting) - {"strict"}
    blocking.block_player(people["alice"], people["bob"])
    assert shown(alice, waiting, open="on") == {"german"}
    assert shown(as_("bob"), waiting, open="on") == {"german"}


def test_nothing_found_says_so_and_leads_back(waiting: dict[str, Match]) -> None:
    page = Client().get("/matches/", {"bots": "with", "seats": "2"})
    assert "No open match fits these filters." in text_of(page)
    assert "Show all" in text_of(page)


def test_wishes_cost_at_most_one_more_question(
    waiting: dict[str, Match], as_: As, django_assert_num_queries: Any
) -> None:
    alice, every = as_("alice"), {"game": "pebbles", "bots": "without", "spoken": "on"}
    alice.get("/")
    # Session, player, how many questions wait, how many conversations are new; matches that are
    # open with seats, that want a substitute, and that run; how everybody at an open table keeps to
    # the clock, and ratings.
    with django_assert_num_queries(9):
        alice.get("/matches/", every)
    # Her ratings, how punctual she is, and whether a newcomer sits in a strict match already.
    with django_assert_num_queries(12):
        alice.get("/matches/", every | {"open": "on"})


def test_older_matches_follow_page_by_page_whatever_is_opened_meanwhile(
    waiting: dict[str, Match], people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_lists, "A_PAGE", 2)
    listed = [match.number for match in reversed(waiting.values()) if match.game == "pebbles"]
    visitor, address, seen = Client(), "/matches/?game=pebbles", []
    for _ in range(len(listed) // 2):
        page = visitor.get(address).content.decode()
        seen.append([int(n) for n in re.findall(r'<h3><a href="/matches/(\d+)/"', page)])
        assert ("Newest matches" in page) == (len(seen) > 1)
        [address] = re.findall(r'href="(\?[^"]*)">Older matches', page) or ["none"]
        address = "/matches/" + unescape(address)
        matches.open_match(people["bob"], matches.MatchTerms("pebbles", seats=2))

    assert seen == [listed[:2], listed[2:4], listed[4:6]]
    assert address == "/matches/none"
    assert "No older open matches." in text_of(visitor.get("/matches/?before=1"))
    for nonsense in ("x", "-1", "²", "9" * 11, "\0"):
        newest = visitor.get("/matches/", {"before": nonsense}).content.decode()
        assert "Newest matches" not in newest and "Older matches" in newest
    assert 'href="?">Newest matches' in visitor.get("/matches/?before=2000000000").content.decode()


def test_a_game_is_chosen_for_every_list(
    waiting: dict[str, Match], deal: Deal, people: Any
) -> None:
    played = {game: deal(game, seats=2) for game in ("pebbles", "sealed")}
    Seat.objects.filter(player=people["bob"], match__status="running").update(
        offered_at=timezone.now()
    )
    for game, other in (("pebbles", "sealed"), ("sealed", "pebbles")):
        page = Client().get("/matches/", {"game": game, "bots": "without", "begun": "x-1"})
        links = numbers(page.content.decode(), r'href="/matches/(\d+)/"')
        assert links.count(played[game].number) == 2 and played[other].number not in links
        kept = f'<input type="hidden" name="game" value="{game}">'
        assert kept in page.content.decode() and "All games" in text_of(page)
        assert f'href="?game={other}&amp;bots=without"' in page.content.decode()
    Match.objects.filter(status="running").delete()
    assert "No public match of this game is running." in text_of(
        Client().get("/matches/?game=pebbles")
    )


def test_substitutes_and_matches_to_watch_follow_page_by_page(
    deal: Deal, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of a round begin at one instant, and one tick of the clock offers many seats."""
    monkeypatch.setattr(match_lists, "A_PAGE", 2)
    dealt = [deal("pebbles", seats=2) for _ in range(4)]
    dealt.append(deal("pebbles", seats=3, now=NOON + timedelta(hours=1)))
    Seat.objects.exclude(player=people["dave"]).update(offered_at=NOON)
    Seat.objects.filter(match=dealt[0], number=0).update(offered_at=NOON + timedelta(hours=1))
    Seat.objects.filter(match=dealt[1]).update(offered_at=NOON + timedelta(hours=2))
    told = [match.number for match in dealt]

    offered = pages("Offered later", r'<h3><a href="/matches/(\d+)/"')
    begun = pages("Earlier", r'<li>\s*<a href="/matches/(\d+)/"')

    assert offered == [[told[0], told[2]], [told[3], told[4]], [told[1]]]
    assert begun == [[told[4], told[3]], [told[2], told[1]], [told[0]]]
    said = text_of(Client().get("/matches/?after=9999999999999999-7&begun=0-1"))
    assert "No other seats are offered." in said and "No earlier matches" in said
    for nonsense in ("", "-", "1", "1-", "²-1", "1-9999999999", "9" * 17 + "-1", "1-1-1", "\0"):
        assert match_lists.Mark.read(nonsense) is None


def numbers(page: str, link: str) -> list[int]:
    return [int(number) for number in re.findall(link, page)]


def pages(forward: str, link: str) -> list[list[int]]:
    """The numbers that `link` finds on each page, the next of which the words `forward` lead to."""
    address = "/matches/"
    seen: list[list[int]] = []
    while address and len(seen) < 5:
        page = Client().get(address).content.decode()
        seen.append(numbers(page, link))
        [onward] = re.findall(rf'href="(\?[^"]*)">{forward}', page) or [""]
        address = onward and "/matches/" + unescape(onward).partition("#")[0]
    return seen
