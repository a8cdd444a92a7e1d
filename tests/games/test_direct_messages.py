"""Direct messages: who may write to whom, pages, e-mails, replies, and how long they are kept."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.contract import Refused
from games.models import (
    AuditLogEntry,
    Conversation,
    DirectMessage,
    Match,
    MessagesFrom,
    Player,
    Report,
    Sanction,
)
from games.presentation import own_data
from games.queries import direct_messages as queries
from games.queries.header import fetch_header_counts
from games.services import account_deletion, blocking, direct_messages, own_bots, profiles
from games.services.direct_messages import CannotWrite
from games.services.moderation import desk
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import HideMessage
from games.services.sanctions import NeedsAddress, PlayerMuted, PlayerSuspended
from notifications.incoming.dispatch import process_due
from notifications.incoming.intake import Envelope, receive_email
from notifications.models import ChannelPreference, Notification
from notifications.outgoing import delivery, planning, reply_addresses
from notifications.outgoing.renderers import Email
from tests.emails import email_of

from .reading import As, text_of
from .test_moderation import staff


@pytest.fixture
def friends(people: dict[str, Player]) -> dict[str, Player]:
    """Alice and Bob follow each other; nobody knows Carol and Dave."""
    profiles.follow_player(people["alice"], people["bob"])
    profiles.follow_player(people["bob"], people["alice"])
    long_ago = timezone.now() - timedelta(days=100)
    Player.objects.update(joined_at=long_ago)
    return {name: Player.objects.get(pk=player.pk) for name, player in people.items()}


def send(writer: Player, reader: Player, text: str = "Hello!", **more: Any) -> DirectMessage:
    return direct_messages.send_direct_message(writer, reader, text, key=uuid4().hex, **more)


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def email_to(player: Player) -> list[Email]:
    """The e-mails that wait for a player, written now."""
    rows = Notification.objects.filter(player=player, state="queued").order_by("pk")
    return [email for email in map(email_of, rows) if email is not None]


# Who may write -----------------------------------------------------------------------------------


def test_a_message_waits_for_its_reader(friends: dict[str, Player]) -> None:
    send(friends["alice"], friends["bob"], " Well\r\n\r\n\r\nplayed\u202e! ")

    [told] = queries.list_conversations(friends["bob"])
    assert told.last and (told.other, told.last.text) == (friends["alice"], "Well\n\nplayed !")
    assert told.is_unread and fetch_header_counts(friends["bob"]).unread == 1
    assert fetch_header_counts(friends["alice"]).unread == 0


def test_the_same_key_is_one_message(friends: dict[str, Player]) -> None:
    for _ in range(2):
        direct_messages.send_direct_message(friends["alice"], friends["bob"], "hello", key="1")

    assert (DirectMessage.objects.count(), Notification.objects.count()) == (1, 1)


@pytest.mark.parametrize("text", ["", " \n\u202e\u200b ", "x" * 501])
def test_nothing_and_too_much_is_refused(friends: dict[str, Player], text: str) -> None:
    with pytest.raises(CannotWrite):
        send(friends["alice"], friends["bob"], text)

    assert not Conversation.objects.exists() and not DirectMessage.objects.exists()


def test_a_block_in_either_direction_and_a_wish_are_the_same_refusal(
    friends: dict[str, Player],
) -> None:
    alice, bob, carol = friends["alice"], friends["bob"], friends["carol"]
    with pytest.raises(CannotWrite) as unknown:
        send(alice, carol)
    blocking.block_player(alice, bob)
    with pytest.raises(CannotWrite) as blocked_by_me:
        send(alice, bob)
    with pytest.raises(CannotWrite) as blocked_by_them:
        send(bob, alice)

    sentences = {one.value.sentence for one in (unknown, blocked_by_me, blocked_by_them)}
    assert len(sentences) == 1
    assert not DirectMessage.objects.exists()


def test_a_block_ends_a_conversation_that_has_begun(friends: dict[str, Player]) -> None:
    send(friends["alice"], friends["bob"])
    blocking.block_player(friends["bob"], friends["alice"])

    with pytest.raises(CannotWrite):
        send(friends["alice"], friends["bob"])
    assert email_to(friends["bob"]) == []


@pytest.mark.parametrize(
    ("wish", "may"),
    [(MessagesFrom.EVERYBODY, True), (MessagesFrom.KNOWN, False), (MessagesFrom.NOBODY, False)],
)
def test_strangers_write_to_those_who_want_it(
    friends: dict[str, Player], wish: MessagesFrom, may: bool
) -> None:
    direct_messages.choose_message_senders(friends["carol"], wish)

    if may:
        send(friends["dave"], friends["carol"])
    else:
        with pytest.raises(CannotWrite):
            send(friends["dave"], friends["carol"])
    assert DirectMessage.objects.exists() == may


def test_whoever_has_played_with_somebody_is_known(
    pebbles: Match, people: dict[str, Player]
) -> None:
    send(people["alice"], people["bob"])

    assert DirectMessage.objects.count() == 1


def test_whom_one_writes_to_can_answer(friends: dict[str, Player]) -> None:
    direct_messages.choose_message_senders(friends["carol"], MessagesFrom.EVERYBODY)
    direct_messages.choose_message_senders(friends["dave"], MessagesFrom.NOBODY)

    send(friends["dave"], friends["carol"])
    send(friends["carol"], friends["dave"])

    assert DirectMessage.objects.count() == 2


@pytest.mark.parametrize(
    ("kind", "error"),
    [(Sanction.Kind.MUTE, PlayerMuted), (Sanction.Kind.SUSPENSION, PlayerSuspended)],
)
def test_muted_and_suspended_players_cannot_write(
    friends: dict[str, Player], kind: Sanction.Kind, error: type[Exception]
) -> None:
    now = timezone.now()
    until = now + timedelta(days=1)
    Sanction.objects.create(
        player=friends["alice"], kind=kind, reason="rude", imposed_at=now, lasts_until=until
    )

    with pytest.raises(error):
        send(friends["alice"], friends["bob"])
    send(friends["alice"], friends["bob"], now=until + timedelta(minutes=1))


def test_guests_cannot_write_and_get_nothing(friends: dict[str, Player]) -> None:
    guest = Player.objects.create_guest()

    with pytest.raises(NeedsAddress):
        send(guest, friends["alice"])
    with pytest.raises(CannotWrite):
        send(friends["alice"], guest)


def test_bots_neither_write_nor_read(friends: dict[str, Player]) -> None:
    bot = own_bots.make_bot(friends["bob"], name="Robo")[0]

    with pytest.raises(CannotWrite):
        send(friends["alice"], bot)
    with pytest.raises(CannotWrite):
        send(bot, friends["alice"])
    with pytest.raises(CannotWrite):
        send(friends["alice"], friends["alice"])


def test_there_is_a_limit_of_messages(friends: dict[str, Player]) -> None:
    now = timezone.now()
    for _ in range(direct_messages.MAX_PER_HOUR):
        send(friends["alice"], friends["bob"], now=now)

    with pytest.raises(CannotWrite):
        send(friends["alice"], friends["bob"], now=now)
    send(friends["bob"], friends["alice"], now=now)
    send(friends["alice"], friends["bob"], now=now + direct_messages.HOUR)


def test_newcomers_begin_few_conversations(friends: dict[str, Player]) -> None:
    now = timezone.now()
    alice = friends["alice"]
    Player.objects.update(messages_from=MessagesFrom.EVERYBODY)
    others = [
        Player.objects.create_user(
            f"more{number}@example.org",
            display_name=f"More {number}",
            email_verified_at=now,
            messages_from=MessagesFrom.EVERYBODY,
        )
        for number in range(direct_messages.MAX_STARTED_BY_NEWCOMER + 1)
    ]
    newcomer, first = others[0], others[1]
    for reader in (alice, friends["bob"], friends["carol"]):
        send(newcomer, Player.objects.get(pk=reader.pk), now=now)

    with pytest.raises(CannotWrite):
        send(newcomer, first, now=now)
    # Conversations that have begun go on.
    send(newcomer, Player.objects.get(pk=alice.pk), now=now)
    for reader in others:
        send(Player.objects.get(pk=friends["dave"].pk), reader, now=now)
    send(newcomer, first, now=now + direct_messages.DAY)


# Pages -------------------------------------------------------------------------------------------


def test_two_write_to_each_other_on_the_page(friends: dict[str, Player], as_: As) -> None:
    alice, bob = friends["alice"], friends["bob"]
    profile = as_("alice").get(f"/players/{bob.pk}/").content.decode()
    assert f'href="/messages/{bob.pk}/"' in profile
    form = {"text": "<b>hi</b>\r\nthere", "form_number": str(uuid4())}
    for _ in range(2):
        answer = as_("alice").post(f"/messages/{bob.pk}/", form)
        assert (answer.status_code, answer["Location"]) == (303, f"/messages/{bob.pk}/#write")

    before = as_("bob").get("/messages/")
    assert "1 conversation has new messages" in text_of(before) and "New" in text_of(before)
    page = as_("bob").get(f"/messages/{alice.pk}/")
    after = as_("bob").get("/messages/")

    assert "&lt;b&gt;hi&lt;/b&gt;\nthere" in page.content.decode()
    assert page.content.decode().count("hi&lt;/b&gt;") == 1
    assert "has new messages" not in text_of(page) and "has new messages" not in text_of(after)


def test_a_refused_message_is_shown_again(friends: dict[str, Player], as_: As) -> None:
    answer = as_("alice").post(f"/messages/{friends['bob'].pk}/", {"text": "x" * 501})

    assert answer.status_code == 422
    assert "501 characters; the limit is 500" in text_of(answer)
    assert "x" * 501 in answer.content.decode()


def test_whoever_cannot_be_written_to_has_no_form(friends: dict[str, Player], as_: As) -> None:
    page = as_("alice").get(f"/messages/{friends['carol'].pk}/")

    assert "You cannot write to Carol." in text_of(page)
    assert "<textarea" not in page.content.decode()


def test_nobody_else_reads_a_conversation(friends: dict[str, Player], as_: As) -> None:
    send(friends["alice"], friends["bob"], "between us")

    for name in ("carol", "dave"):
        for path in ("/messages/", *(f"/messages/{friends[one].pk}/" for one in ("alice", "bob"))):
            assert "between us" not in text_of(as_(name).get(path))
    assert Client().get("/messages/").status_code == 302


@pytest.mark.parametrize("who", ["bot", "me", "nobody"])
def test_there_is_no_conversation_with_bots_oneself_or_nobody(
    friends: dict[str, Player], as_: As, who: str
) -> None:
    bot = own_bots.make_bot(friends["bob"], name="Robo")[0]
    number = {"bot": bot.pk, "me": friends["alice"].pk, "nobody": uuid4()}[who]

    assert as_("alice").get(f"/messages/{number}/").status_code == 404


def test_guests_are_led_to_their_page(friends: dict[str, Player]) -> None:
    client = Client()
    client.force_login(Player.objects.create_guest())

    assert client.get("/messages/")["Location"] == "/guest/"
    assert "/messages/" not in client.get("/").content.decode()


def test_earlier_messages_are_on_another_page(friends: dict[str, Player], as_: As) -> None:
    for number in range(queries.PAGE_LENGTH + 3):
        writer, reader = ("alice", "bob") if number % 2 else ("bob", "alice")
        send(friends[writer], friends[reader], f"word {number}.")

    page = as_("alice").get(f"/messages/{friends['bob'].pk}/")
    [earlier] = re.findall(r'href="(\?before=[\w-]+)"', page.content.decode())
    first = as_("alice").get(f"/messages/{friends['bob'].pk}/{earlier}")

    assert "word 2." not in text_of(page) and "word 3." in text_of(page)
    assert "word 2." in text_of(first) and "word 3." not in text_of(first)
    assert "Earlier messages" not in text_of(first)


def test_one_chooses_who_may_write(friends: dict[str, Player], as_: As) -> None:
    client = as_("alice")

    assert client.post("/messages/", {"messages_from": "nobody"}).status_code == 303
    assert client.post("/messages/", {"messages_from": "junk"}).status_code == 303

    assert Player.objects.get(pk=friends["alice"].pk).messages_from == MessagesFrom.NOBODY


# E-mails -----------------------------------------------------------------------------------------


def test_messages_of_a_burst_are_one_email(friends: dict[str, Player]) -> None:
    for number in range(3):
        send(friends["alice"], friends["bob"], f"word {number}")

    [email] = email_to(friends["bob"])
    assert email.subject == "Alice has written to you"
    assert [f"    > word {number}" in email.text for number in range(3)] == [True] * 3
    assert [f"word {number}" in email.html for number in range(3)] == [True] * 3
    assert email_to(friends["alice"]) == []


def test_an_email_tells_only_what_is_new(friends: dict[str, Player]) -> None:
    send(friends["alice"], friends["bob"], "first")
    Notification.objects.update(state="sent", rendered_at=timezone.now())
    send(friends["alice"], friends["bob"], "second")

    [email] = email_to(friends["bob"])
    assert "second" in email.text and "first" not in email.text


def test_messages_of_two_people_in_one_email_are_answered_on_the_page(
    friends: dict[str, Player], settings: Any
) -> None:
    settings.MAIL_DEBOUNCE_SECONDS = 60
    bob = friends["bob"]
    profiles.follow_player(bob, friends["carol"])
    for name in ("alice", "carol"):
        send(friends[name], bob, f"I am {name}")

    for hours in (0, 1):
        delivery.deliver_due_emails(timezone.now() + timedelta(hours=hours))

    bundle = Notification.objects.get(kind=planning.BUNDLE)
    assert (bundle.subject, bundle.reply_token) == ("Several players have written to you", "")
    for name in ("alice", "carol"):
        assert f"    > I am {name}" in bundle.text
        assert f"/messages/{friends[name].pk}/" in bundle.text
    assert "reply to this e-mail" not in bundle.text + bundle.html


def test_what_was_seen_on_the_page_is_not_mailed(friends: dict[str, Player], as_: As) -> None:
    send(friends["alice"], friends["bob"], "first")

    as_("bob").get(f"/messages/{friends['alice'].pk}/")

    assert email_to(friends["bob"]) == []


def test_while_they_are_on_the_page_nothing_is_mailed(friends: dict[str, Player], as_: As) -> None:
    send(friends["alice"], friends["bob"], "first")
    as_("bob").get(f"/messages/{friends['alice'].pk}/")
    send(friends["alice"], friends["bob"], "second")

    planning.plan_due(timezone.now())

    why = Notification.objects.order_by("-pk").values_list("why", flat=True)[0]
    assert why == planning.ON_PAGE


def test_one_may_wish_for_no_emails_about_messages(friends: dict[str, Player]) -> None:
    ChannelPreference.objects.create(
        player=friends["bob"], channel="mail", events=["turn", "chat"], changed_at=timezone.now()
    )
    send(friends["alice"], friends["bob"])

    [notification] = planning.with_preferences(Notification.objects.all())
    assert planning.suppression_reason(notification) == "unsubscribed"


def test_one_unsubscribes_from_a_conversation(friends: dict[str, Player]) -> None:
    send(friends["alice"], friends["bob"])
    [email] = email_to(friends["bob"])
    [path] = re.findall(r"Stop e-mails about this conversation: \S+?(/u/\S+)", email.text)

    assert "about this conversation" in text_of(Client().get(path))
    Client().post(path, {"List-Unsubscribe": "One-Click"})
    send(friends["alice"], friends["bob"])

    last = planning.with_preferences(Notification.objects.order_by("-pk"))[0]
    assert planning.suppression_reason(last) == "unsubscribed"


# Replies by e-mail -------------------------------------------------------------------------------


def reply_to(reader: Player, text: str, *, sender: str = "", number: int = 1) -> str:
    """Answer the last e-mail to a player; return the reason code."""
    token = Notification.objects.filter(player=reader).latest("pk").reply_token
    to = reply_addresses.build_address("play", token)
    raw = (
        f"From: {sender or reader.email}\r\nTo: {to}\r\nMessage-ID: <{number}@client.example>\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"
    )
    now = timezone.now()
    email = receive_email(
        raw.encode(), Envelope(sender or reader.email, [to]), "smtp", str(number), now
    )
    process_due(now)
    email.refresh_from_db()
    return email.reason


def test_a_reply_is_a_message_without_what_it_quotes(friends: dict[str, Player]) -> None:
    alice, bob = friends["alice"], friends["bob"]
    send(alice, bob, "Shall we play on Sunday?")
    [email] = email_to(bob)
    Notification.objects.update(
        state="sent", rendered_at=timezone.now(), text=email.text, html=email.html
    )
    quoted = "\r\n".join(f"> {line}" for line in email.text.splitlines())

    reason = reply_to(bob, f"Gladly!\r\n\r\nAt noon?\r\n\r\nOn Monday, Abyss wrote:\r\n{quoted}")

    last = DirectMessage.objects.latest("pk")
    assert (reason, last.player, last.text) == ("said", bob, "Gladly!\n\nAt noon?")
    [told] = email_to(alice)
    assert "    > Gladly!" in told.text and "bob@example.org" not in told.text + told.html


def test_the_same_email_twice_is_one_message(friends: dict[str, Player]) -> None:
    send(friends["alice"], friends["bob"])

    for number in (1, 1):
        reply_to(friends["bob"], "Hello", number=number)

    assert DirectMessage.objects.count() == 2


def test_somebody_elses_email_changes_nothing(friends: dict[str, Player]) -> None:
    send(friends["alice"], friends["bob"])

    reason = reply_to(friends["bob"], "Send me your password", sender="evil@example.net")

    assert reason == "stranger" and DirectMessage.objects.count() == 1
    told = Notification.objects.get(kind="message_refused")
    email = email_of(told)
    assert told.player == friends["bob"] and email
    assert "evil@example.net" in email.text and "password" not in email.text


def test_an_unproven_sender_changes_nothing(friends: dict[str, Player], settings: Any) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.example.org"
    send(friends["alice"], friends["bob"])

    assert reply_to(friends["bob"], "Hello") == "unproven"

    assert DirectMessage.objects.count() == 1


def test_a_reply_that_is_refused_is_explained(friends: dict[str, Player]) -> None:
    send(friends["alice"], friends["bob"])
    blocking.block_player(friends["alice"], friends["bob"])

    assert reply_to(friends["bob"], "Hello again") == "cannot_write"

    email = email_of(Notification.objects.get(kind="message_refused"))
    assert email and "You cannot write to Alice." in email.text and "> Hello again" in email.text


def test_a_reply_without_words_is_explained(friends: dict[str, Player]) -> None:
    send(friends["alice"], friends["bob"])

    assert reply_to(friends["bob"], "") == "cannot_write"

    email = email_of(Notification.objects.get(kind="message_refused"))
    assert email and "Your message is empty." in email.text


# Staff -------------------------------------------------------------------------------------------


def test_staff_reads_a_conversation_only_around_what_was_reported(
    friends: dict[str, Player], as_: As
) -> None:
    rude = send(friends["alice"], friends["bob"], "You fool!")
    send(friends["bob"], friends["alice"], "Why?")
    mo = staff(Role.MODERATOR, "mo")
    unreported = HideMessage(message=rude.pk, reason="r")
    with pytest.raises(Refused):
        desk.take_staff_action(mo, unreported)

    path = f"/players/{friends['alice'].pk}/report/?direct={rude.pk}"
    assert "You fool!" in text_of(as_("bob").get(path))
    assert as_("bob").post(path, {"text": "He is rude."}).status_code == 303
    report = Report.objects.get()
    shown = signed_in(mo).get(f"/admin/games/report/{report.pk}/change/")
    desk.take_staff_action(mo, unreported)

    assert (report.quoted, report.direct_message, report.about) == (
        "You fool!",
        rude,
        friends["alice"],
    )
    assert "Why?" in text_of(shown) and f"message={rude.pk}" in shown.content.decode()
    page = text_of(as_("bob").get(f"/messages/{friends['alice'].pk}/"))
    assert "fool" not in page and "(hidden by our staff)" in page
    assert AuditLogEntry.objects.filter(action="hide", player=friends["alice"]).exists()
    assert Notification.objects.filter(player=friends["alice"], kind="desk").exists()


def test_nobody_reports_a_message_to_somebody_else(friends: dict[str, Player], as_: As) -> None:
    said = send(friends["alice"], friends["bob"], "between us")

    page = as_("carol").get(f"/players/{friends['alice'].pk}/report/?direct={said.pk}")

    assert "between us" not in text_of(page)


# What is kept ------------------------------------------------------------------------------------


def test_a_player_gets_their_conversations(friends: dict[str, Player]) -> None:
    send(friends["alice"], friends["bob"], "hello")
    send(friends["bob"], friends["alice"], "hi there")
    send(friends["bob"], friends["alice"], "again")

    lines = [json.loads(line) for line in own_data.export_player_data(friends["alice"])]

    [told] = [line["conversation"] for line in lines if "conversation" in line]
    assert told["with"] == "Bob"
    assert [(one["by_you"], one["text"]) for one in told["messages"]] == [
        (True, "hello"),
        (False, "hi there"),
        (False, "again"),
    ]


def test_the_conversations_of_whoever_leaves_are_deleted(friends: dict[str, Player]) -> None:
    send(friends["alice"], friends["bob"])
    send(friends["bob"], friends["alice"])

    account_deletion.delete_account(friends["alice"], address="alice@example.org")

    assert not Conversation.objects.exists() and not DirectMessage.objects.exists()
    assert fetch_header_counts(friends["bob"]).unread == 0


def test_old_messages_and_empty_conversations_are_deleted(friends: dict[str, Player]) -> None:
    send(friends["alice"], friends["bob"])

    direct_messages.forget_old_messages(
        timezone.now() + direct_messages.RETENTION - timedelta(hours=1)
    )
    assert DirectMessage.objects.count() == 1
    direct_messages.forget_old_messages(
        timezone.now() + direct_messages.RETENTION + timedelta(hours=1)
    )

    assert not DirectMessage.objects.exists() and not Conversation.objects.exists()
