"""Chat at the desk: search, context, mutes, hidden messages and the word filter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from games.engine.contract import Refused
from games.models import AuditLogEntry, Match, Message, Player, Proposal, Sanction
from games.presentation import errors_text, instants
from games.queries import chat as chat_queries
from games.services import chat, matches, sanctions
from games.services.chat import CannotSay
from games.services.conflicts_of_interest import NotAllowed
from games.services.matches import MatchTerms
from games.services.moderation import desk, reports
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import HideMessage, LiftSanctions, MutePlayer
from games.services.sanctions import PlayerMuted
from notifications.gateway import Notification

from .reading import text_of
from .test_moderation import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(deal: Callable[..., Match]) -> Match:
    """A match of alice and bob, dealt now."""
    return deal("pebbles", seats=2, now=timezone.now())


@pytest.fixture
def mo(db: None) -> Player:
    return staff(Role.MODERATOR, "mo")


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def say(match: Match, seat: int, text: str) -> Message:
    player = match.seats.get(number=seat).player
    return chat.send_message(match, player, text, key=f"{seat} {text}")


def mute(mo: Player, player: Player, **facts: Any) -> Any:
    action = MutePlayer(player=player.pk, told="Calm down.", reason="r", **facts)
    return desk.take_staff_action(mo, action)


def test_a_muted_player_reads_until_when_and_plays_on(
    table: Match, people: dict[str, Player], mo: Player
) -> None:
    bob = people["bob"]
    mute(mo, bob, hours=24)
    until = Sanction.objects.get().lasts_until
    assert until is not None

    with pytest.raises(PlayerMuted) as refused:
        say(table, 1, "Hello?")

    assert f"until {until:%F %H:%M} UTC" in str(refused.value.reason)
    assert "muted you" in errors_text.describe_refusal(refused.value)
    sent = browser(bob).post(reverse("send_message", args=[table.number]), {"text": "Hello?"})
    assert sent.status_code == 422
    assert f"until {instants.format_in_zone(until, 'UTC')}" in text_of(sent)
    assert "You cannot send messages." in text_of(browser(bob).get("/settings/conduct/"))
    sanctions.check_may_join(bob, now=timezone.now())
    matches.open_match(bob, MatchTerms("pebbles", seats=2))
    assert say(table, 0, "He may not answer.")
    assert Notification.objects.filter(player=bob, kind="desk").exists()


def test_a_mute_ends_by_itself_and_when_it_is_lifted(
    table: Match, people: dict[str, Player], mo: Player
) -> None:
    bob, now = people["bob"], timezone.now()
    mute(mo, bob)
    assert Sanction.objects.get().lasts_until == pytest.approx(
        now + timedelta(days=1), abs=timedelta(minutes=1)
    )
    sanctions.check_may_write(bob, now=now + timedelta(days=2))

    desk.take_staff_action(mo, LiftSanctions(player=bob.pk, reason="r"))

    assert say(table, 1, "Sorry.")


def test_a_long_mute_needs_a_second_person(people: dict[str, Player], mo: Player) -> None:
    assert not isinstance(mute(mo, people["bob"], hours=24 * 14), Proposal)
    assert isinstance(mute(mo, people["bob"], hours=24), Proposal)


def test_a_mute_follows_to_the_bots_of_a_player(
    table: Match, people: dict[str, Player], mo: Player
) -> None:
    bot = Player.objects.create_bot(display_name="Bobby (bot)", owner=people["bob"])
    mute(mo, people["bob"], hours=24)
    with pytest.raises(PlayerMuted):
        sanctions.check_may_write(bot, now=timezone.now())


def test_a_hidden_message_leaves_a_trace_and_staff_still_reads_it(
    table: Match, people: dict[str, Player], mo: Player
) -> None:
    row = say(table, 1, "You idiot!")
    entry = desk.take_staff_action(mo, HideMessage(message=row.pk, reason="An insult."))

    shown = browser(people["alice"]).get(f"/matches/{table.number}/")
    assert "idiot" not in text_of(shown) and "(hidden by our staff)" in text_of(shown)
    read = browser(mo).get(f"/admin/games/message/{row.pk}/change/")
    assert "You idiot!" in text_of(read)
    assert isinstance(entry, AuditLogEntry) and entry.player == people["bob"]
    assert "idiot" not in str(entry.changes)
    log = text_of(Client().get("/moderation/"))
    assert "A moderator has hidden a message" in log
    with pytest.raises(Refused):
        desk.take_staff_action(mo, HideMessage(message=row.pk, reason="Again."))

    desk.take_staff_action(mo, HideMessage(message=row.pk, shows=True, reason="A joke."))
    assert "You idiot!" in text_of(browser(people["alice"]).get(f"/matches/{table.number}/"))


def test_a_hidden_message_is_not_in_later_emails(table: Match, mo: Player) -> None:
    row = say(table, 1, "You idiot!")
    email = Notification.objects.get(kind="chat")
    assert chat_queries.new_messages_by_notification([email])[email.pk]

    desk.take_staff_action(mo, HideMessage(message=row.pk, reason="An insult."))

    assert not chat_queries.new_messages_by_notification([email])


def test_messages_are_searched_and_read_with_their_context(
    table: Match, people: dict[str, Player], mo: Player
) -> None:
    for number in range(15):
        say(table, number % 2, f"word{number:02}")
    row = Message.objects.get(text="word12")
    client = browser(mo)

    found = text_of(client.get("/admin/games/message/", {"q": "WORD12"}))
    assert "word12" in found and "word11" not in found
    page = text_of(client.get(f"/admin/games/message/{row.pk}/change/"))
    assert "word02" in page and "word14" in page and "word01" not in page

    report = reports.report_player(people["bob"], people["alice"], "?", match=table, message=row)
    shown = text_of(client.get(f"/admin/games/report/{report.pk}/change/"))
    assert "word11" in shown and "word13" in shown


def test_who_plays_there_or_is_only_a_helper_reads_no_chat(
    table: Match, people: dict[str, Player]
) -> None:
    row = say(table, 1, "You idiot!")
    path = f"/admin/games/message/{row.pk}/change/"
    for role in (Role.HELPER, Role.DIRECTOR):
        client = browser(staff(role, role.split()[0]))
        assert client.get(path).status_code == 403
        assert client.get("/admin/games/message/").status_code == 403
    alice = people["alice"]
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    own = browser(Player.objects.get(pk=alice.pk))
    assert "idiot" not in text_of(own.get("/admin/games/message/"))
    assert own.get(path).status_code == 302
    with pytest.raises(NotAllowed):
        action = HideMessage(message=row.pk, reason="r")
        desk.take_staff_action(Player.objects.get(pk=alice.pk), action)


@pytest.mark.parametrize("text", ["You IDIOT", "un idiôt !", "idiot"])
def test_the_word_filter_names_the_word_and_sends_nothing(
    table: Match, settings: Any, text: str
) -> None:
    assert say(table, 0, text), "It is off by default."
    settings.CHAT_BLOCKED_WORDS = ["idiot", "Fool"]

    with pytest.raises(CannotSay, match="(?i)please do not write “idi[oô]t” here"):
        say(table, 1, text)

    assert say(table, 1, "An idiotic, foolish idea")
    assert not Message.objects.filter(seat=1, text=text).exists()


def test_until_when_is_told_in_the_language_and_zone_of_the_player(
    people: dict[str, Player], mo: Player
) -> None:
    bob = people["bob"]
    Player.objects.filter(pk=bob.pk).update(zone="Asia/Tokyo")
    bob.refresh_from_db()
    mute(mo, bob, hours=24)
    until = Sanction.objects.get().lasts_until
    assert until is not None

    with pytest.raises(PlayerMuted) as refused:
        sanctions.check_may_write(bob, now=timezone.now())

    with override("fr"):
        shown = instants.format_in_zone(until, "Asia/Tokyo")
        assert f"jusqu’au {shown}." in errors_text.describe_refusal(refused.value)
        # As it was kept before: in UTC.
        kept = {"sentence": refused.value.sentence, "facts": {"until": "2026-03-02 12:00 UTC"}}
        assert "2026, 12:00 (UTC)" in errors_text.describe_saved_refusal(kept)
