"""What players say to each other: on the page, by e-mail, and in the e-mails of the others."""

from __future__ import annotations

import html
from datetime import timedelta
from typing import Any

import pytest

from games.engine.contract import Decision
from games.models import Match, Message
from games.services import chat
from games.services.chat import CannotSay
from games.services.play.decisions import submit_decision
from notifications.models import Notification
from notifications.outgoing import channels, planning, renderers
from notifications.preferences import channel_preferences
from tests.emails import email_of

from ..conftest import NOON
from .reading import As, asked, name_of, other, text_of


@pytest.fixture
def table(deal: Any) -> Any:
    """A match of Pebbles; `table.asked` and `table.waits` are its players."""
    match = deal("pebbles", seats=2)
    seat = asked(match).seat
    match.asked = match.seats.get(number=seat).player
    match.waits = match.seats.exclude(number=seat).get().player
    Notification.objects.all().delete()
    return match


def emails(player: Any) -> list[renderers.Email]:
    """The e-mails that wait for a player, written now."""
    written = [email_of(one) for one in Notification.objects.filter(player=player).order_by("pk")]
    return [email for email in written if email is not None]


def test_what_one_says_the_others_read_in_an_email(table: Any) -> None:
    """K8"""
    chat.send_message(table, table.asked, "Well played!", key="1", now=NOON)
    (email,) = emails(table.waits)
    name = table.asked.display_name
    assert f"- {name} says:\n    > Well played!" in email.text
    assert f"{name} says: Well played!" in " ".join(email.html.split())
    assert not emails(table.asked)


def test_a_message_is_told_by_the_turn_email_if_one_follows(table: Any) -> None:
    chat.send_message(table, table.asked, "Your turn", key="1", now=NOON)
    taken = Decision("take", {"number": 1})
    submit_decision(asked(table).token, taken, source="page", key="m", now=NOON)
    (email,) = emails(table.waits)
    assert "Your turn" in email.subject and "> Your turn" in email.text


def test_several_messages_are_one_email(table: Any) -> None:
    for number in range(3):
        chat.send_message(table, table.asked, f"word {number}", key=str(number), now=NOON)
    (email,) = emails(table.waits)
    assert [f"word {number}" in email.text for number in range(3)] == [True] * 3


def test_an_email_tells_only_what_was_said_since_the_last_one(table: Any) -> None:
    chat.send_message(table, table.asked, "first", key="1", now=NOON)
    Notification.objects.update(state="sent", rendered_at=NOON + timedelta(minutes=1))
    chat.send_message(table, table.asked, "second", key="2", now=NOON + timedelta(minutes=2))
    notification = Notification.objects.get(rendered_at=None)
    email = email_of(notification)
    assert email and "second" in email.text and "first" not in email.text


def test_one_may_wish_for_no_emails_about_messages(table: Any) -> None:
    but_chat = [one for one in channels.ALL if one != "chat"]
    channel_preferences.set_preferred_events(table.waits, "", {channels.MAIL: but_chat}, now=NOON)
    chat.send_message(table, table.asked, "hello", key="1", now=NOON)
    (notification,) = planning.with_preferences(Notification.objects.all())
    assert planning.suppression_reason(notification) == "messages not wanted"


def test_the_same_submission_is_one_message(table: Any) -> None:
    for _ in range(2):
        chat.send_message(table, table.asked, "hello", key="1", now=NOON)
    assert (Message.objects.count(), Notification.objects.count()) == (1, 1)


@pytest.mark.parametrize("text", ["", " \n\u202e\u200b ", "x" * 501])
def test_nothing_and_too_much_is_refused(table: Any, text: str) -> None:
    with pytest.raises(CannotSay):
        chat.send_message(table, table.asked, text, key="1", now=NOON)
    assert not Message.objects.exists()


def test_a_seat_talks_so_much_an_hour(table: Any) -> None:
    for number in range(chat.MAX_PER_HOUR):
        chat.send_message(table, table.asked, "la", key=str(number), now=NOON)
    with pytest.raises(CannotSay):
        chat.send_message(table, table.asked, "la", key="more", now=NOON)
    chat.send_message(table, table.waits, "enough", key="theirs", now=NOON)
    chat.send_message(table, table.asked, "la", key="later", now=NOON + chat.HOUR)


def test_only_those_at_the_table_talk_and_listen(
    table: Any, people: dict[str, Any], as_: As
) -> None:
    chat.send_message(table, table.asked, "between us", key="1", now=NOON)
    path = f"/matches/{table.number}/"
    with pytest.raises(CannotSay):
        chat.send_message(table, people["carol"], "hello", key="2", now=NOON)
    assert "between us" not in text_of(as_("carol").get(path))
    assert as_("carol").post(f"{path}say/", {"text": "hello"}).status_code == 404
    assert "between us" in text_of(as_(table.waits.display_name.lower()).get(path))


def test_one_talks_on_the_page_of_the_match(pebbles: Match, as_: As) -> None:
    name = name_of(pebbles, asked(pebbles))
    path = f"/matches/{pebbles.number}/"
    response = as_(name).post(f"{path}say/", {"text": "<b>hi</b>\r\nthere"})
    assert (response.status_code, response["Location"]) == (303, f"{path}#chat")
    page = as_(other(name)).get(path).content.decode()
    assert html.escape("<b>hi</b> there") in page and "<b>hi</b>" not in page


def test_addresses_in_a_message_are_links_and_nothing_else_is(pebbles: Match, as_: As) -> None:
    number = pebbles.number
    said = "Rules: https://example.org/rules?a=1&b=2 <b>bold</b> javascript:alert(1)"
    as_("bob").post(f"/matches/{number}/say/", {"text": said})

    page = as_("alice").get(f"/matches/{number}/").content.decode()

    shown = "https://example.org/rules?a=1&amp;b=2"
    assert f'<a href="{shown}" rel="nofollow">{shown}</a> &lt;b&gt;bold&lt;/b&gt;' in page
    assert 'href="javascript' not in page


def test_a_message_that_is_too_long_is_shown_again(pebbles: Match, as_: As) -> None:
    response = as_("alice").post(f"/matches/{pebbles.number}/say/", {"text": "x" * 501})
    assert response.status_code == 422
    assert "501 characters; the limit is 500" in text_of(response)
    assert "x" * 501 in response.content.decode()


def test_the_email_takes_answers_to_the_open_question(table: Any) -> None:
    chat.send_message(table, table.waits, "please answer", key="1", now=NOON)
    assert Notification.objects.get().reply_token == asked(table).token
    (email,) = emails(table.asked)
    assert "1 · take 1" in email.text
