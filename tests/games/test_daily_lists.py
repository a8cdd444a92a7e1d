"""One e-mail a day with all open questions, answered by the numbers of their matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime, time, timedelta
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.utils import parseaddr
from smtplib import SMTP
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone

from games.models import Match, Move, Player
from games.services.daily_lists import post_daily_lists
from games.services.play.decisions import submit_decision
from notifications.incoming.dispatch import process_due
from notifications.incoming.transports.smtp import Mailroom
from notifications.models import ChannelPreference, InboundEmail, Notification
from notifications.outgoing.delivery import deliver_due_emails
from notifications.preferences import channel_preferences

from ..conftest import NOON
from ..emails import read_text
from ..notifications.conftest import Sink, mailroom, sink  # noqa: F401

pytestmark = pytest.mark.django_db(transaction=True)
ZONE = ZoneInfo("America/New_York")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def clock(settings: Any) -> Iterator[Any]:
    settings.MAIL_DEBOUNCE_SECONDS = 15
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def alice(people: dict[str, Player]) -> Player:
    """Return alice, who gets the list at half past seven in New York."""
    player = people["alice"]
    player.zone = ZONE.key
    player.save()
    channel_preferences.change_email_preferences(player, rhythm="daily_list", daily_at=time(7, 30))
    return player


@pytest.fixture
def dealt(alice: Player, clock: Any, deal: Callable[..., Match]) -> list[Match]:
    """Return three matches that wait for alice."""
    return [deal("pebbles", seats=2, now=timezone.now()) for _ in range(3)]


def pass_until_morning(clock: Any) -> None:
    """Let the jobs run from a quarter past seven until eight in New York."""
    now = timezone.now()
    morning = datetime.combine(now.astimezone(ZONE).date(), time(7, 15), ZONE)
    clock.move_to(morning if morning > now else morning + DAY)
    for _ in range(9):
        post_daily_lists(timezone.now())
        deliver_due_emails(timezone.now())
        clock.shift(5 * MINUTE)


def emails_to(address: str, sink: Sink) -> list[Message]:  # noqa: F811
    pairs = zip(sink.envelopes, sink.emails, strict=True)
    return [email for envelope, email in pairs if envelope.rcpt_tos == [address]]


def reply_to(email: Message, text: str, port: int, *, number: int = 1) -> str:
    """Reply to an e-mail by SMTP, quoting it; return the reason code of the decision."""
    reply = EmailMessage()
    reply["From"], reply["To"] = str(email["To"]), str(email["Reply-To"])
    reply["Subject"] = f"Re: {make_header(decode_header(str(email['Subject'])))}"
    reply["In-Reply-To"], reply["Message-ID"] = email["Message-ID"], f"<{number}@a.example>"
    quoted = "".join(f"> {line}\n" for line in read_text(email).splitlines())
    reply.set_content(f"{text}\n\nOn Monday the service wrote:\n{quoted}")
    with SMTP("127.0.0.1", port) as server:
        server.send_message(reply, str(email["To"]), [parseaddr(str(reply["To"]))[1]])
    process_due(timezone.now())
    return InboundEmail.objects.get(message_id=reply["Message-ID"]).reason


def moves_by_email(matches: list[Match]) -> list[int]:
    """Return for each match how many answers by e-mail were played."""
    return [Move.objects.filter(match=match, source="email").count() for match in matches]


def test_one_email_a_day_has_every_open_question(
    dealt: list[Match],
    sink: Sink,  # noqa: F811
    clock: Any,
) -> None:
    """In the player's zone, and again on the next day as long as they are open."""
    deliver_due_emails(timezone.now())
    assert emails_to("alice@example.org", sink) == []

    pass_until_morning(clock)
    [email] = emails_to("alice@example.org", sink)
    text, html = (
        bytes(part.get_payload(decode=True)).decode()
        for part in email.walk()
        if not part.is_multipart()
    )
    pass_until_morning(clock)

    for match in dealt:
        assert f"Match {match.number} · Pebbles with Bob" in text
        assert f"Match {match.number} · Pebbles with Bob" in " ".join(html.split())
    assert str(make_header(decode_header(str(email["Subject"])))) == "You have 3 open questions."
    assert parseaddr(str(email["Reply-To"]))[1].startswith("bundle+")
    assert len(emails_to("alice@example.org", sink)) == 2
    own = Notification.objects.filter(kind="your_turn", player__display_name="Alice")
    assert set(own.values_list("state", "within__kind")) == {("sent", "daily_list")}


def test_answers_are_played_by_the_numbers_of_their_matches(
    dealt: list[Match],
    sink: Sink,  # noqa: F811
    mailroom: Mailroom,  # noqa: F811
    clock: Any,
    settings: Any,
) -> None:
    """What names no match of the list is named in one reply, and nothing is lost."""
    pass_until_morning(clock)
    [email] = emails_to("alice@example.org", sink)
    first, second, third = (match.number for match in dealt)

    reason = reply_to(
        email, f"Hi,\n{first}: 1, {second}: take 2\n999: 1\nAlice", settings.SMTP_PORT
    )

    assert (reason, moves_by_email(dealt)) == ("bundle_in_part", [1, 1, 0])
    for _ in range(3):
        deliver_due_emails(timezone.now())
        clock.shift(MINUTE)
    texts = [" ".join(read_text(one).split()) for one in emails_to("alice@example.org", sink)[1:]]
    assert len(texts) == 2, "one reply about the rest, and one confirmation of both answers"
    assert any("> 999: 1" in text and f"{third}: 1" not in text for text in texts)
    assert any(text.count("We have played your answer") == 2 for text in texts)

    assert reply_to(email, f"{third} pass", settings.SMTP_PORT, number=2) == "unreadable"
    assert reply_to(email, f"{first}: 1", settings.SMTP_PORT, number=3) == "stale"
    assert reply_to(email, f"#{third} = 1", settings.SMTP_PORT, number=4) == "played"
    assert moves_by_email(dealt) == [1, 1, 1]


def test_other_news_share_the_email_of_the_list(
    dealt: list[Match],
    people: dict[str, Player],
    sink: Sink,  # noqa: F811
    mailroom: Mailroom,  # noqa: F811
    clock: Any,
    settings: Any,
) -> None:
    """Even then an answer goes by the number of its match."""
    channel_preferences.set_preferred_events(
        people["alice"], f"match-{dealt[2].number}", {"mail": ["match"]}, now=timezone.now()
    )
    over = dealt[2]
    while prompt := over.prompts.filter(closed_at=None).first():
        submit_decision(prompt.token, None, source="page", key=prompt.token)

    pass_until_morning(clock)

    [email] = emails_to("alice@example.org", sink)
    text = " ".join(read_text(email).split())
    assert "You have 2 open questions." in text and "The match is over" in text
    assert reply_to(email, f"{dealt[1].number}: 1", settings.SMTP_PORT) == "played"
    assert moves_by_email(dealt) == [0, 1, 0]


def test_a_list_of_one_question_needs_no_number(
    alice: Player,
    deal: Callable[..., Match],
    sink: Sink,  # noqa: F811
    mailroom: Mailroom,  # noqa: F811
    clock: Any,
    settings: Any,
) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    pass_until_morning(clock)
    [email] = emails_to("alice@example.org", sink)

    assert reply_to(email, "take 1", settings.SMTP_PORT) == "played"
    assert moves_by_email([match]) == [1]


def test_a_question_that_cannot_wait_is_sent_before(
    dealt: list[Match],
    alice: Player,
    sink: Sink,  # noqa: F811
    clock: Any,
) -> None:
    """Two hours before its deadline, if the list would come later."""
    channel_preferences.change_email_preferences(alice, daily_at=time(6))
    soon = timezone.now() + timedelta(hours=9)
    Notification.objects.filter(thread=f"match-{dealt[0].number}").update(answer_until=soon)
    deliver_due_emails(timezone.now())

    clock.shift(timedelta(hours=7, minutes=1))
    deliver_due_emails(timezone.now())

    [email] = emails_to("alice@example.org", sink)
    assert f"#{dealt[0].number}]" in str(make_header(decode_header(str(email["Subject"]))))


def test_stopping_the_list_stops_all_emails_about_matches(
    dealt: list[Match],
    sink: Sink,  # noqa: F811
    clock: Any,
    client: Any,
) -> None:
    pass_until_morning(clock)
    [email] = emails_to("alice@example.org", sink)
    path = re.search("/u/[a-z2-7]+/", str(email["List-Unsubscribe"]))
    assert path

    client.post(path[0], {"List-Unsubscribe": "One-Click"})

    assert ChannelPreference.objects.get(channel="mail").thread == ""
    pass_until_morning(clock)
    assert len(emails_to("alice@example.org", sink)) == 1
