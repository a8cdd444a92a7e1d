"""Strong house bots: chosen when a match is opened, shown as such, thinking outside the tick."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.engine.contract import BadOptions
from games.models import Match, Player, Prompt
from games.services.leases import LEASE_SECONDS, Lease, take_lease
from games.services.matches import MatchTerms, open_match
from games.tasks import answer_strong_bots
from games.tasks.house_bots import answer_bots, answer_strong_bot

pytestmark = pytest.mark.django_db
As = Callable[[str], Client]


def begun(alice: Player) -> Match:
    """A match of alice and a strong bot in which the bot is asked something."""
    match = open_match(alice, MatchTerms("abyss", seats=2, strong_bots=1))
    while not match.prompts.filter(awaits_bot=True, closed_at=None).exists():
        prompt = match.prompts.get(closed_at=None, seat=0)
        client = Client()
        client.force_login(alice)
        client.post(f"/api/v1/prompts/{prompt.token}/answer/", {"line": "1"}, "application/json")
    return match


def test_a_strong_bot_thinks_and_answers_once(people: dict[str, Any]) -> None:
    match = begun(people["alice"])

    assert answer_bots() == 0
    assert answer_strong_bot(trials=4)

    assert match.moves.filter(seat=1, source="bot").exists()


def test_the_opener_chooses_how_well_bots_play_and_the_table_shows_it(as_: As) -> None:
    alice = as_("alice")
    form = alice.get("/matches/new/?game=abyss")
    alice.post(
        "/matches/new/?game=pebbles", {"seats": 2, "bots": 0, "pace": "week", "option_pile": 0}
    )
    waiting = Match.objects.get()
    refused = alice.post(f"/matches/{waiting.number}/bots/", {"level": "strong"}, follow=True)

    assert b"Strong house bots" in form.content
    assert b"Strong house bots" not in alice.get("/matches/new/?game=pebbles").content
    assert "There is no such house bot for Pebbles." in refused.content.decode()
    assert waiting.seats.count() == 1


def test_strong_bots_are_called_so_and_only_where_a_game_can_be_judged(
    people: dict[str, Any],
) -> None:
    match = open_match(people["alice"], MatchTerms("abyss", seats=4, bots=1, strong_bots=2))
    seats = Client().get(f"/api/v1/matches/{match.number}/").json()["seats"]

    with pytest.raises(BadOptions):
        open_match(people["alice"], MatchTerms("pebbles", seats=3, strong_bots=1))

    assert [seat["level"] for seat in seats] == ["", "quick", "strong", "strong"]
    assert [seat["name"] for seat in seats][1:] == ["Bot 1", "Strong bot 1", "Strong bot 2"]


def test_what_one_worker_thinks_about_is_left_to_it(people: dict[str, Any]) -> None:
    begun(people["alice"])
    other = begun(people["bob"])
    first = Prompt.objects.filter(awaits_bot=True, closed_at=None).earliest("opened_at")

    with take_lease(f"prompt:{first.pk}"):
        assert answer_strong_bot(trials=4)
        first.refresh_from_db()

    assert first.closed_at is None
    assert other.moves.filter(seat=1, source="bot").exists()


def test_a_worker_lets_one_bot_think_at_a_time(people: dict[str, Any], settings: Any) -> None:
    settings.BOT_TRIALS = 4
    match = begun(people["alice"])

    with take_lease(f"thinker:{None}"):
        answer_strong_bots()
    waited = not match.moves.filter(seat=1, source="bot").exists()
    answer_strong_bots()

    assert waited
    assert match.moves.filter(seat=1, source="bot").exists()


def test_a_lease_of_a_killed_process_ends_within_seconds(people: dict[str, Any]) -> None:
    begun(people["alice"])
    prompt = Prompt.objects.get(awaits_bot=True, closed_at=None)
    # Nobody ends what a killed process had taken.
    Lease(f"lease:prompt:{prompt.pk}").take()

    refused = answer_strong_bot(trials=4)
    time.sleep(LEASE_SECONDS + 0.2)

    assert not refused
    assert answer_strong_bot(trials=4)


def test_who_still_thinks_keeps_the_lease() -> None:
    with take_lease("long thought") as lease:
        assert lease is not None
        for _ in range(14):
            time.sleep(LEASE_SECONDS / 10)
            lease.extend()

        with take_lease("long thought") as other:
            assert other is None
