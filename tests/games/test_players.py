"""The page of a player: what everybody may know, and nothing else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match, Player
from games.services import account_deletion, house_bots, matches
from games.services.play.decisions import submit_decision

from .reading import As, text_of

pytestmark = pytest.mark.django_db


def page_of(player: Player) -> str:
    return f"/players/{player.pk}/"


def play_out(match: Match) -> None:
    count = 0
    while prompt := match.prompts.filter(closed_at=None).first():
        count += 1
        submit_decision(prompt.token, None, source="page", key=str(count))


def test_a_newcomer_has_no_figures_yet(people: Any) -> None:
    page = text_of(Client().get(page_of(people["alice"])))
    assert "Alice" in page and "Joined" in page
    assert "Fewer than 10 decisions in the last year" in page
    assert "No results of public matches yet." in page
    assert "Block" not in page and "example.org" not in page


def test_results_and_matches_are_those_of_public_matches(deal: Any, people: Any) -> None:
    over, hidden = deal("pebbles", seats=2), deal("pebbles", seats=2)
    Match.objects.filter(pk=hidden.pk).update(private=True)
    for match in (over, hidden):
        play_out(match)
    running = deal("sealed", seats=2, now=timezone.now())

    page = text_of(Client().get(page_of(people["alice"])))

    assert "1 match played" in page and re.search(r"[01] wins?", page)
    assert f"#{over.number}" in page and f"#{running.number}" in page
    assert not re.search(rf"#{hidden.number}\b", page)


def test_who_has_answered_ten_questions_is_told_by_share_and_time(deal: Any, people: Any) -> None:
    for _each in range(12):
        play_out(deal("pebbles", seats=2, now=timezone.now()))
    assert "Answers 100% in time, usually within 1 hour" in text_of(
        Client().get(page_of(people["alice"]))
    )


def test_a_house_bot_says_so_and_strangers_and_leavers_have_no_page(people: Any) -> None:
    (bot,) = house_bots.house_bots(1)
    page = text_of(Client().get(page_of(bot)))
    assert "A house bot: a program of ours" in page and "Reliability" not in page
    Player.objects.filter(pk=people["dave"].pk).update(email_verified_at=None)
    account_deletion.delete_account(people["carol"], address="carol@example.org")
    for gone in (people["dave"], people["carol"]):
        assert Client().get(page_of(gone)).status_code == 404
    assert Client().get("/players/nonsense/").status_code == 404


def test_names_at_a_table_and_in_the_lobby_lead_to_the_page(
    deal: Any, people: Any, as_: As
) -> None:
    match = deal("pebbles", seats=2)
    matches.open_match(people["carol"], matches.MatchTerms("pebbles", seats=2))
    assert page_of(people["bob"]) in as_("alice").get(f"/matches/{match.number}/").content.decode()
    assert page_of(people["carol"]) in Client().get("/matches/").content.decode()
    assert "Block this player" not in text_of(as_("bob").get(page_of(people["bob"])))


def test_queries_of_the_page_of_a_player(
    deal: Any, people: Any, as_: As, django_assert_num_queries: Any
) -> None:
    for _each in range(3):
        play_out(deal("pebbles", seats=2))
        deal("sealed", seats=2, now=timezone.now())
    client = as_("carol")
    client.get(page_of(people["alice"]))
    # Beside them: how many questions wait and how many conversations are new, whether one follows
    # them, what both played, with whom they play most, and how the rating has changed.
    with django_assert_num_queries(18):
        client.get(page_of(people["alice"]))
