"""`manage.py seed`: every page of a demonstration has content."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from abyss_site.demo import matches
from games.engine.chance import Chance
from games.models import League, Match, Move, Player, Season, Status
from games.queries import open_prompts
from games.titles import GAMES
from notifications.models import CapturedEmail, Notification

pytestmark = pytest.mark.django_db

REAL = {"abyss", "enchanters", "essence"}


@pytest.fixture
def demo(settings: Any) -> None:
    settings.DEMO = settings.DEV_MAILBOX = True
    settings.EMAIL_BACKEND = "notifications.dev_mailbox.mailbox.Backend"
    settings.MAIL_DEBOUNCE_SECONDS = 0


def page(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return str(answer.content.decode())


def test_every_page_of_a_filled_demonstration_has_something_to_show(
    demo: None, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    """A single test, because filling takes seconds."""
    call_command("seed")

    over = Match.objects.filter(status=Status.FINISHED)
    alice = Player.objects.get(display_name="Alice")
    her_turn = [prompt.match for prompt in open_prompts.open_prompts(alice)]
    assert set(over.values_list("game", flat=True)) >= REAL
    assert {one.game for one in her_turn} >= REAL
    assert not over.filter(rated_at=None).exists()
    client.force_login(alice)
    desk = page(client, "/")
    assert all(f"/matches/{one.number}/" in desk for one in her_turn)
    assert "Shall we try the two of us?" in desk
    open_ones = Match.objects.filter(status=Status.OPEN)
    assert any(f"/matches/{one.number}/" in page(client, "/matches/") for one in open_ones)
    # Nobody chats in the matches of the league.
    for one in [
        *over.filter(game__in=REAL, pairing=None),
        *(one for one in her_turn if one.game in REAL),
    ]:
        assert "I did not see that coming." in page(client, f"/matches/{one.number}/")
        assert "?ply=" in page(client, f"/matches/{one.number}/history/")
    states = dict(Season.objects.filter(league__slug="lighthouse").values_list("number", "state"))
    assert states == {1: "closed", 2: "running"}
    for path in ("/leagues/", "/leagues/lighthouse/", "/leagues/lighthouse/2/"):
        assert "Lighthouse league" in page(client, path)
    standings = page(client, "/leagues/lighthouse/1/1.1/")
    assert all(name in standings for name in ("Alice", "Bob", "Carol", "Dave"))
    profile = page(client, f"/players/{alice.pk}/")
    assert all(GAMES[game].title in profile for game in REAL)
    assert "Nothing yet." not in page(client, "/moderation/")
    emails = CapturedEmail.objects.filter(recipient=alice.email)
    assert emails.count() > len(her_turn)
    queued = Notification.objects.filter(state=Notification.State.QUEUED)
    assert not queued.filter(due_at__lte=timezone.now()).exists()
    assert emails[0].subject in page(client, f"/mailbox/of/{alice.email}/")
    client.force_login(Player.objects.get(display_name="Dave"))
    assert "so that everybody at the table can read it" in page(client, "/settings/conduct/")
    client.force_login(Player.objects.get(display_name="Moderator"))
    waits = {one.name: one.many for one in client.get("/admin/").context["heaps"]}
    assert waits["Reports"] == 1

    # Running it again changes nothing, and says so.
    capsys.readouterr()
    before = [model.objects.count() for model in (Match, Move, League, Notification, Player)]
    call_command("seed")
    assert "nothing is changed" in capsys.readouterr().out
    assert before == [
        model.objects.count() for model in (Match, Move, League, Notification, Player)
    ]


def test_the_same_number_plays_the_same_match(people: dict[str, Player]) -> None:
    pair = [people["alice"], people["bob"]]
    played = []

    for _ in range(2):
        luck, now = Chance(b"the same"), timezone.now()
        match = matches.deal_match(pair, "enchanters", 1, luck, now=now)
        matches.play_match(match, luck, now=now, until=people["alice"])
        played.append(list(match.moves.order_by("ply").values_list("seat", "decision")))

    assert played[0] == played[1] and len(played[0]) >= matches.PLIES


def test_a_site_that_is_no_demonstration_is_not_filled(settings: Any) -> None:
    settings.DEMO = False

    with pytest.raises(CommandError, match="DEMO is off"):
        call_command("seed")

    assert not Player.objects.exists()


def test_a_new_demonstration_begins_with_one_match_and_one_league(demo: None) -> None:
    call_command("seed", first=True)
    call_command("seed", first=True)

    assert (Match.objects.count(), League.objects.count()) == (1, 1)
    assert Match.objects.get().status == Status.RUNNING
