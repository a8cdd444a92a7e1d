"""Blocking somebody: who cannot sit down where, and what is not read any more."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Block, Match
from games.queries import chat as chat_queries
from games.services import blocking, chat, house_bots, matches, substitutes
from games.services.substitutes import CannotJoin
from notifications.models import Notification

from .reading import As, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def blocked(people: Any) -> Any:
    """Alice has blocked bob."""
    blocking.block_player(people["alice"], people["bob"])
    return people


def test_the_button_blocks_and_lifts_and_tells_only_me(people: Any, as_: As) -> None:
    path = f"/players/{people['bob'].pk}/"
    alice = as_("alice")
    assert "Bob is blocked" in text_of(alice.post(path + "block/", follow=True))
    assert "You have blocked this player" in text_of(alice.get(path))
    assert "Bob" in text_of(alice.get("/settings/"))
    assert "blocked" not in text_of(as_("bob").get(f"/players/{people['alice'].pk}/")).replace(
        "Blocked players cannot", ""
    )
    assert "blocked" not in text_of(as_("carol").get(path)).replace("Blocked players cannot", "")

    alice.post(path + "block/", {"lift": "yes"})

    assert not Block.objects.exists()


def test_a_block_takes_a_press_a_name_and_another_person(people: Any, as_: As) -> None:
    (bot,) = house_bots.house_bots(1)
    bob = f"/players/{people['bob'].pk}/block/"
    assert as_("alice").get(bob).status_code == 405
    assert Client().post(bob).status_code == 302
    for other in (people["alice"], bot):
        page = as_("alice").post(f"/players/{other.pk}/block/", follow=True)
        assert "Only other people can be blocked" in text_of(page)
    assert not Block.objects.exists()


def test_the_blocked_cannot_join_and_do_not_learn_why(blocked: Any, as_: As) -> None:
    match = matches.open_match(blocked["alice"], matches.MatchTerms("pebbles", seats=2))
    assert f"/matches/{match.number}/" not in as_("bob").get("/matches/").content.decode()
    assert f"#{match.number}" in text_of(as_("carol").get("/matches/"))

    page = as_("bob").post(f"/matches/{match.number}/join/", follow=True)

    assert "This match is not open to you." in text_of(page)
    assert match.seats.count() == 1


def test_nobody_sits_down_with_whom_they_have_blocked_by_mistake(blocked: Any, as_: As) -> None:
    match = matches.open_match(blocked["bob"], matches.MatchTerms("pebbles", seats=2))
    assert "A player you have blocked is in this match." in text_of(as_("alice").get("/matches/"))

    with pytest.raises(CannotJoin, match="You have blocked"):
        matches.join_match(match, blocked["alice"])

    blocking.unblock_player(blocked["alice"], blocked["bob"])
    matches.join_match(match, blocked["alice"])


def test_an_offered_seat_is_not_open_to_the_blocked(blocked: Any, deal: Any) -> None:
    match = deal("pebbles", seats=3)
    match.seats.filter(number__in=(1, 2)).update(offered_at=timezone.now())
    match.seats.filter(number=1).update(player=blocked["dave"])
    with pytest.raises(substitutes.CannotJoin, match="not open"):
        substitutes.take_seat(match, blocked["bob"])


def test_what_the_blocked_say_is_neither_shown_nor_mailed(blocked: Any, deal: Any, as_: As) -> None:
    match = deal("pebbles", seats=3)
    chat.send_message(match, blocked["bob"], "Hello you", key="b")
    chat.send_message(match, blocked["carol"], "Good luck", key="c")

    heard = {
        seat: [one.text for one in chat_queries.recent_messages(match, seat)] for seat in range(3)
    }

    assert heard == {0: ["Good luck"], 1: ["Hello you", "Good luck"], 2: ["Hello you", "Good luck"]}
    told = Notification.objects.filter(kind="chat").values_list("player__display_name", flat=True)
    assert sorted(told) == ["Alice", "Bob", "Carol"]
    notification = Notification.objects.get(kind="chat", player=blocked["alice"])
    assert [
        one.text
        for one in chat_queries.new_messages_by_notification([notification])[notification.pk]
    ] == ["Good luck"]
    assert "Hello you" not in text_of(as_("alice").get(f"/matches/{match.number}/"))


def test_a_match_that_both_play_goes_on(people: Any, deal: Any) -> None:
    match = deal("pebbles", seats=2)
    blocking.block_player(people["alice"], people["bob"])
    assert Match.objects.get(pk=match.pk).status == "running"


def test_my_data_names_whom_i_blocked_and_not_who_blocked_me(blocked: Any, as_: As) -> None:
    lines = {
        name: [json.loads(one) for one in as_(name).post("/settings/data/").getvalue().splitlines()]
        for name in ("alice", "bob")
    }
    assert lines["alice"][1]["blocked"][0]["blocked__display_name"] == "Bob"
    assert lines["bob"][1] == {"blocked": []}
