"""Deleting an account: what goes, what stays, and for whom."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.models import Feed, Match, Message, Order, Player, SeatHistory
from games.presentation import history_text
from games.queries import matches as match_queries
from games.services import account_deletion, accounts, chat, matches
from games.services.play.decisions import submit_decision
from games.tasks.house_bots import answer_bots
from notifications.models import (
    ChannelPreference,
    EmailPreferences,
    InboundEmail,
    Notification,
    SenderAddress,
    Webhook,
)
from notifications.outgoing import outbox
from notifications.preferences import sender_addresses

from .reading import As, text_of

pytestmark = pytest.mark.django_db

PATH = "/settings/leave/"
ALICE = {"address": " Alice@Example.org "}


def play_out(match: Match) -> None:
    while prompt := match.prompts.filter(closed_at=None).first():
        submit_decision(prompt.token, None, source="page", key=str(prompt.pk))
    match.refresh_from_db()


def story(match: Match, language: str = "en") -> str:
    told = history_text.fetch_history(match_queries.match_by_number(match.number), None, language)
    return " ".join(sentence for one in told for sentence in one.sentences)


def test_the_typed_address_deletes_the_account_and_signs_out_everywhere(as_: As) -> None:
    client, elsewhere = as_("alice"), as_("alice")
    assert "cannot be undone" in text_of(client.get(PATH))

    response = client.post(PATH, ALICE, follow=True)

    assert "Your account is deleted" in text_of(response)
    assert client.get("/settings/").status_code == elsewhere.get("/settings/").status_code == 302
    row = Player.objects.exclude(left_at=None).get()
    assert row.email.endswith(".invalid") and not row.is_active
    assert not row.has_usable_password()
    assert not accounts.demo_player("alice") and not accounts.player_at("alice@example.org")


def test_another_address_deletes_nothing(as_: As) -> None:
    response = as_("alice").post(PATH, {"address": "bob@example.org"})
    assert response.status_code == 422
    assert "not the address of your account" in text_of(response)
    assert as_("alice").post(PATH, {}).status_code == 422
    assert Player.objects.filter(left_at=None, is_active=True).count() == 4


def test_a_visitor_is_asked_to_sign_in_and_staff_stays(people: Any, as_: As) -> None:
    assert Client().get(PATH).status_code == Client().post(PATH, ALICE).status_code == 302
    Player.objects.filter(pk=people["alice"].pk).update(is_staff=True)
    response = as_("alice").post(PATH, ALICE)
    assert response.status_code == 422 and "is a house account" in text_of(response)
    assert Player.objects.filter(left_at=None).count() == 4


def test_demo_players_stay(people: Any, settings: Any) -> None:
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"
    with pytest.raises(account_deletion.CannotLeave, match="Demo players"):
        account_deletion.delete_account(people["alice"], address="alice@example.org")


def test_a_house_bot_plays_on_and_the_others_are_told_in_the_story(deal: Any, people: Any) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    asked = match.prompts.get().seat
    gone = match.seats.get(number=asked).player
    token = match.prompts.get().token

    account_deletion.delete_account(gone, address=gone.email)

    seat = match.seats.select_related("player").get(number=asked)
    assert seat.player.is_bot and match.prompts.get(closed_at=None).token != token
    assert answer_bots() == 1
    assert "A player has deleted their account; a house bot plays on" in story(match)
    assert "Jemand hat das eigene Konto gelöscht" in story(match, "de")
    assert gone.display_name not in story(match)
    assert SeatHistory.objects.get().player_id == gone.pk
    play_out(match)
    assert match.status == "finished"


def test_a_match_that_has_not_begun_is_left(people: Any) -> None:
    alone = matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2))
    shared = matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=3))
    matches.join_match(shared, people["bob"])

    account_deletion.delete_account(people["alice"], address="alice@example.org")

    assert not Match.objects.filter(pk=alone.pk).exists()
    shared.refresh_from_db()
    assert [seat.player for seat in shared.seats.all()] == [people["bob"]]
    assert shared.created_by == people["bob"]


def test_finished_matches_talk_and_replays_of_others_stay_whole(
    deal: Any, people: Any, as_: As, capsys: Any
) -> None:
    match = deal("pebbles", seats=2)
    chat.send_message(match, people["alice"], "Good luck!", key="a")
    play_out(match)
    before = list(match.moves.order_by("ply").values("ply", "seat", "decision", "events"))

    account_deletion.delete_account(people["alice"], address="alice@example.org")

    assert list(match.moves.order_by("ply").values("ply", "seat", "decision", "events")) == before
    assert Message.objects.get().text == "Good luck!"
    call_command("replay", str(match.number))
    page = text_of(as_("bob").get(f"/matches/{match.number}/"))
    assert "Former player" in page and "Good luck!" in page and "Alice" not in page
    Player.objects.filter(pk=people["bob"].pk).update(language="de")
    assert "Ehemaliges Mitglied" in text_of(as_("bob").get(f"/matches/{match.number}/scores/"))


def test_keys_wishes_emails_and_orders_are_forgotten(deal: Any, people: Any) -> None:
    alice, now = people["alice"], timezone.now()
    match = deal("pebbles", seats=2)
    Order.objects.create(match=match, seat=0, number=1, rules={"rules": []}, created_at=now)
    Webhook.objects.create(player=alice, url="https://example.net/webhook", created_at=now)
    EmailPreferences.objects.create(player=alice)
    ChannelPreference.objects.create(player=alice, channel="mail", thread="match-7", changed_at=now)
    SenderAddress.objects.create(player=alice, address="work@example.org", added_at=now)
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "x"})
    for number, sender in enumerate(("work@example.org", "bob@example.org")):
        InboundEmail.objects.create(
            source_id=str(number), message_id=str(number), sha256="", received_at=now, due_at=now,
            sender=sender, first_line="take 1", raw=b"x", state="done",
        )  # fmt: skip
    people_email = outbox.Draft(key="k", player_id=alice.pk, kind="test_email")
    outbox.post([people_email], now=now)
    Notification.objects.filter(key="k").update(text="Dear Alice", subject="Alice", state="sent")
    theirs = Notification.objects.filter(player=people["bob"]).values_list("key", "state")
    kept = sorted(theirs)

    account_deletion.delete_account(alice, address="alice@example.org")

    for rows in (Webhook, EmailPreferences, ChannelPreference, SenderAddress, Order, Authenticator):
        assert not rows.objects.exists()
    mine = Notification.objects.filter(player=alice)
    assert mine.exists() and not mine.filter(state="queued").exists()
    assert {(one.text, one.subject, str(one.data)) for one in mine} == {("", "", "{}")}
    emails = InboundEmail.objects.order_by("source_id")
    assert [email.sender for email in emails] == ["", "bob@example.org"]
    assert [email.raw and bytes(email.raw) for email in emails] == [None, b"x"]
    assert sorted(theirs) == kept
    alice.refresh_from_db()
    assert (not Feed.objects.filter(player=alice).exists(), alice.hours, alice.last_login) == (
        True,
        {},
        None,
    )
    assert not alice.known_devices.exists()


def test_the_same_address_begins_anew_and_a_former_player_is_no_stranger(people_: Any) -> None:
    gone = people_["alice"]
    account_deletion.delete_account(gone, address="alice@example.org")
    Player.objects.filter(pk=gone.pk).update(
        joined_at=timezone.now() - 9 * accounts.UNVERIFIED_KEPT
    )

    new = accounts.get_or_create_player("alice@example.org")

    assert new is not None and new.pk != gone.pk and new.email_verified_at is None
    assert sender_addresses.player_of("alice@example.org") is None
    assert Player.objects.filter(pk=gone.pk).exists()


@pytest.fixture
def people_(request: Any) -> Any:
    """The players, where `people` is the service."""
    return request.getfixturevalue("people")
