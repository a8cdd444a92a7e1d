"""Giving up one's seat, by e-mail and on the page."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from games.presentation import history_text, links
from games.services import orders, resigning
from games.services.play.decisions import UnknownPrompt, submit_decision
from games.services.resigning import CannotResign
from games.tasks.house_bots import answer_bots
from games.titles import GAMES
from notifications.gateway import read_reply
from notifications.models import Notification
from tests.emails import known_on

from .reading import As, text_of
from .test_email_commands import emails
from .test_mail_door import pebbles, reply

__all__ = ["pebbles"]


@pytest.fixture(autouse=True)
def quick_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "TOO_QUICK", timedelta(0))


def press(client: Any, path: str) -> Any:
    found = re.search('name="nonce" value="([^"]+)"', client.get(path).content.decode())
    assert found
    return client.post(path, {"nonce": found[1]})


def test_resigning_by_email_asks_again_first(pebbles: Any, client: Any) -> None:
    """K4: a second confirmation with a token of its own; looking at its page changes nothing."""
    assert read_reply(reply(pebbles, "I resign")) == "resign"
    found = re.search(r"(/resign/\S+)", emails()[0].text)
    assert found
    assert "Is this you?" in text_of(client.get(found[1]))
    known_on(client, pebbles.player)
    client.get(found[1])
    assert pebbles.seats.filter(player=pebbles.player).exists()

    response = press(client, found[1])

    assert "You have resigned" in text_of(response)
    seat = pebbles.seats.select_related("player").get(number=pebbles.prompt.seat)
    assert seat.player.is_bot and seat.former_players.get().player == pebbles.player


def test_the_bot_plays_the_seat_to_the_end_and_the_story_says_so(pebbles: Any) -> None:
    """K4"""
    resigning.resign_seat(pebbles, pebbles.player)
    prompt = pebbles.prompts.get(closed_at=None)
    assert prompt.awaits_bot and prompt.token != pebbles.prompt.token
    assert answer_bots() == 1
    told = history_text.fetch_history(Match.objects.get(pk=pebbles.pk), None, "en")
    name = pebbles.player.display_name
    assert told[0].sentences == (f"{name} resigned; a house bot plays on.",)


def test_whoever_has_left_is_asked_nothing_and_answers_nothing(pebbles: Any) -> None:
    """K5"""
    resigning.resign_seat(pebbles, pebbles.player)
    assert read_reply(reply(pebbles, "2")) == "unknown_prompt"
    assert not pebbles.moves.exists()


def test_whoever_has_left_changes_no_sealed_answer(deal: Any) -> None:
    """It may be changed until all are in, but not by who sat there before."""
    match = deal("sealed", seats=2, now=timezone.now())
    row = match.prompts.get(seat=0)
    submit_decision(row.token, None, source="page", key="1")

    resigning.resign_seat(match, match.seats.get(number=0).player)

    with pytest.raises(UnknownPrompt):
        submit_decision(row.token, None, source="api", key="2")
    assert match.prompts.get(seat=0).answered_at is not None


def test_orders_end_with_the_seat(pebbles: Any) -> None:
    (topic,) = GAMES["pebbles"].topics.values()
    order = orders.read_order(pebbles, pebbles.player, topic.examples[0])
    orders.write_order(pebbles, pebbles.player, order)
    resigning.resign_seat(pebbles, pebbles.player)
    assert not pebbles.orders.filter(active=True).exists()


def test_one_resigns_on_the_page_once(pebbles: Any, as_: As) -> None:
    client = as_(pebbles.player.display_name.lower())
    path = f"/matches/{pebbles.number}/resign/"
    assert "Resign" in text_of(client.get(f"/matches/{pebbles.number}/"))
    assert client.post(path).status_code == 200
    assert pebbles.seats.filter(player=pebbles.player).exists()

    assert press(client, path).status_code == 200

    assert client.get(path).status_code == 404
    with pytest.raises(CannotResign):
        resigning.resign_seat(pebbles, pebbles.player)


def test_a_stranger_gives_up_nothing(pebbles: Any, as_: As, client: Any) -> None:
    assert as_("carol").get(f"/matches/{pebbles.number}/resign/").status_code == 404
    assert client.get("/resign/nonsense/").status_code == 410
    assert not Notification.objects.exists()
