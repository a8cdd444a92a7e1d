"""Which news comes over which channel: as usual, as wished, for one match, and when mail fails."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.models import Match
from games.services import chat
from notifications.models import ChannelPreference, Notification, Webhook
from notifications.outgoing import bounce_scores, channels, planning
from notifications.outgoing.delivery import deliver_due_emails
from notifications.preferences import channel_preferences, devices, webhooks
from notifications.webhooks import calls, formats

from .test_devices import Telephone, device, telephone
from .test_webhooks import NOON, As, Listener, program, webhook

__all__ = ["device", "program", "telephone", "webhook"]

pytestmark = pytest.mark.django_db

PAGE = "/emails/channels/"


def unwanted(match: Match, player: Any) -> dict[str, str]:
    """Return why notifications of a match are not mailed to a player, by kind; "" if they are."""
    rows = planning.with_preferences(Notification.objects.filter(player=player))
    return {
        row.kind: planning.suppression_reason(row)
        for row in rows.filter(thread=f"match-{match.number}")
    }


def test_a_wish_for_one_match_goes_before_that_for_all(
    deal: Callable[..., Match], people: dict[str, Any]
) -> None:
    alice, matches = people["alice"], [deal("pebbles", seats=2) for _ in range(2)]
    one = f"match-{matches[0].number}"

    channel_preferences.set_preferred_events(alice, "", {"mail": []}, now=NOON)
    channel_preferences.set_preferred_events(alice, one, {"mail": ["turn", "nonsense"]}, now=NOON)
    told = [unwanted(match, alice)["your_turn"] for match in matches]
    channel_preferences.reset_preferences(alice, "")

    assert told == ["", "unsubscribed"]
    assert unwanted(matches[1], alice)["your_turn"] == ""
    assert ChannelPreference.objects.get().events == ["turn"]


def test_what_holds_an_answer_back_is_always_told(people: dict[str, Any]) -> None:
    alice = people["alice"]
    planning.unsubscribe_from_thread(alice.pk, planning.EVERYTHING, NOON)
    for kind in ("held", "refused", "news"):
        Notification.objects.create(
            key=kind, kind=kind, player=alice, thread="match-7", created_at=NOON, due_at=NOON,
            message_id=kind,
        )  # fmt: skip

    rows = planning.with_preferences(Notification.objects.order_by("key"))

    assert [planning.suppression_reason(row) for row in rows] == [
        "",
        "unsubscribed",
        "unsubscribed",
    ]


def test_each_channel_hears_what_it_is_to_hear(
    device: Webhook, telephone: Telephone, deal: Callable[..., Match], people: dict[str, Any]
) -> None:
    """Devices and programs are told questions, unless their player wishes more or less."""
    alice, bob = people["alice"], people["bob"]
    webhook = webhooks.add_webhook(
        alice,
        url=telephone.program.url,
        shape="json",
        questions_only=False,
        thread="",
        now=NOON - timedelta(minutes=1),
    )
    match = deal("pebbles", seats=2)
    chat.send_message(match, bob, "hello", key="1", now=NOON)

    channel_preferences.set_preferred_events(
        alice, f"match-{match.number}", {channels.PUSH: ["chat"]}, now=NOON
    )
    calls.call_round(NOON)

    told = {
        (channels.channel_of(call.webhook), call.notification.kind)
        for one in Webhook.objects.all()
        for call in one.calls.select_related("webhook", "notification")
    }
    assert told == {("push", "chat"), (str(webhook.pk), "chat"), (str(webhook.pk), "your_turn")}
    webhooks.remove_webhook(webhook)
    assert [wish.channel for wish in ChannelPreference.objects.all()] == ["push"]


def test_when_emails_come_back_devices_are_asked_all_the_same(
    as_: As,
    device: Webhook,
    telephone: Telephone,
    deal: Callable[..., Match],
    people: dict[str, Any],
) -> None:
    alice, bob = people["alice"], people["bob"]
    channel_preferences.set_preferred_events(alice, "", {channels.PUSH: []}, now=NOON)
    for days in (1, 0):
        then = NOON - timedelta(days=days)
        bounce_scores.add_bounce_score(alice.email, "5.1.1", "no such user", then)
    match = deal("pebbles", seats=2)
    chat.send_message(match, bob, "hello", key="1", now=NOON)

    calls.call_round(NOON)
    page = as_("alice").get(PAGE).content.decode()

    assert sorted(one["body"] for one in telephone.read()) == [
        "E-mails to you do not arrive, so we have stopped them.",
        "It is your turn.",
    ]
    assert "all your devices and webhooks are told" in page
    bounce_scores.clear_bounce_score(alice.email)
    assert "every device" not in as_("alice").get(PAGE).content.decode()
    assert Webhook.objects.get() == device


@pytest.mark.parametrize("why", ["bounces", "complaint"])
def test_players_are_told_everywhere_else_that_emails_are_stopped(
    as_: As, webhook: Callable[..., Webhook], program: Listener, people: dict[str, Any], why: str
) -> None:
    """Once, on the dashboard and by each device and program, whatever they want to know."""
    alice = people["alice"]
    row = webhook()
    channel_preferences.set_preferred_events(alice, "", {str(row.pk): []}, now=NOON)
    for days in (2, 1, 0):
        then = NOON - timedelta(days=days)
        if why == "bounces":
            bounce_scores.add_bounce_score(alice.email.upper(), "5.1.1", "no such user", then)
        else:
            bounce_scores.suppress_after_complaint(alice.email.upper(), "spam", then)

    Notification.objects.update(created_at=NOON)
    calls.call_round(NOON)
    deliver_due_emails(NOON)

    [(_, body)] = program.told
    news = json.loads(body)
    assert news["event"] == "emails_stopped" and news["url"].endswith("/emails/")
    assert "E-mails to you do not arrive" in as_("alice").get("/").content.decode()
    assert Notification.objects.get().state == "withdrawn"
    assert "not yet written" not in as_("alice").get("/emails/").content.decode()


def test_the_page_keeps_a_table_for_all_and_for_one(
    as_: As, program: Listener, deal: Callable[..., Match], people: dict[str, Any]
) -> None:
    alice, match = as_("alice"), deal("pebbles", seats=2)
    Notification.objects.filter(player=people["alice"]).update(subject="Your turn")
    mine = f"{PAGE}?thread=match-{match.number}"

    alice.post(PAGE, {"mail": ["turn", "chat"], "push": ["turn"], "0": ["turn"]})
    before = alice.get(mine).content.decode()
    alice.post(mine, {"push": ["reminder", "turn"]})
    own = channels.preferred_events(people["alice"], f"match-{match.number}")
    after = alice.get(mine).content.decode()
    alice.post(mine, {"do": "usual"})

    assert "Same as for all matches so far." in before
    assert before.count(" checked>") == 3 and after.count(" checked>") == 2
    assert own == {"mail": (), "push": ("turn", "reminder")}
    # Ticked, but there is no device.
    assert "Nothing here tells you when it is your turn" in after
    assert channels.preferred_events(people["alice"], f"match-{match.number}")["mail"] == (
        "turn",
        "chat",
    )
    assert alice.get(PAGE + "?thread=match-999").status_code == 404
    assert alice.post(PAGE + "?thread=%00", {}).status_code == 404
    assert not devices.list_devices(people["alice"])


def test_every_kind_that_is_called_out_has_an_event() -> None:
    assert set(formats.EVENTS) <= set(channels.EVENT_OF)
