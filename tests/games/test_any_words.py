"""Whatever a player writes, in any script and of any length, is answered and fails nowhere."""

from __future__ import annotations

import sys
import unicodedata
from collections import defaultdict
from collections.abc import Callable
from email.header import Header
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from games.engine.contract import Refused
from games.models import Match, Seat
from games.replies.invitations import ACCEPT, DECLINE
from games.replies.leagues import parse_wish
from games.replies.one_word import choose_word
from games.services import chat, direct_messages, names
from games.services.orders import read_order
from notifications import gateway
from notifications.incoming import dispatch, intake
from notifications.incoming.intake import Envelope, Reply
from notifications.outgoing import reply_addresses

from .. import sizes
from ..conftest import NOON

# How many characters of each Unicode category are tried, evenly spread over it.
PER_CATEGORY = sizes.full_or(6, 2)
SPECIAL = (
    "²",
    "①",
    "٣",
    "፩",
    "𝟜",
    "Ⅳ",
    "½",
    "〇",
    "߃",
    "2️⃣",
    "#️⃣",
    "２",
    "－2",
    "−2",
    "+2",
    "0x2",
    "1e9",
    "2_0",
    "\u200d",
    "\u200c",
    "\u202e2",
    "\u2066",
    "\U000e0032",
    "\ufe0f",
    "\u0301" * 400,
    "İ",
    "ŉ",
    "ﷺ",
    "9" * 30,
    "9" * 5000,
    "٣" * 5000,
    "²" * 300,
    "-" * 300,
    "2" + "\u0301" * 300,
    "a" * 5000,
    "%s",
    "{x}",
    "{",
    "}",
    "%",
    "\\",
    "'",
    '"',
    "<b>",
    "&#0;",
    "\t",
    "\x0b",
    "//",
    "/",
    "??",
    ";",
    ";;",
    ",",
    ":",
)
LINES = (
    "{x}",
    "{x}{x}",
    "take {x}",
    "{x} take",
    "option {x}",
    "{x}. take 2",
    "{x}) 2",
    "({x})",
    "2 {x}",
    "away {x}",
    "away {x} days",
    "away until {x}",
    "away until {x} {x}",
    "away until {x} dec {x}",
    "more time {x}",
    "more time {x} hours",
    "pause {x} days",
    "name {x}",
    "say {x}",
    "explain {x}",
    "order {x}",
    "order pass if value <= {x}",
    "order take {x} until {x}",
    "order take 2 {x} times",
    "order take 1 until {x}-12-24",
    "cancel order {x}",
    "keep order {x}",
    "what is {x}?",
    "always {x}",
    "{x} on the rest of this turn",
    "yes {x}",
    "{x} yes",
    "A {x}",
    "a{x} b{x}",
    "undo {x}",
    "take 2; {x}",
    "bid {x} Wealth",
    "buy {x}",
    "recruit {x}",
    "1. {x}",
    "no, make that {x}",
    "the {x}nd",
)


def list_texts() -> list[str]:
    """Return characters of every category, and texts that are known to be difficult."""
    by_category: dict[str, list[str]] = defaultdict(list)
    for code in range(sys.maxunicode + 1):
        by_category[unicodedata.category(chr(code))].append(chr(code))
    found = [
        chars[at * (len(chars) - 1) // (PER_CATEGORY - 1)]
        for chars in by_category.values()
        for at in range(PER_CATEGORY)
    ]
    return list(dict.fromkeys([*found, *SPECIAL]))


def stored(text: str) -> str:
    """Return a text as mail programs and pages pass it on: neither NUL nor lone surrogates."""
    return "".join(char for char in text if char != "\0" and not "\ud800" <= char <= "\udfff")


TEXTS = list_texts()


def reply(token: str, sender: str, *lines: str) -> Reply:
    return Reply(
        email_id=uuid4(),
        token=token,
        sender=sender,
        lines=list(lines),
        message_id=f"<{uuid4()}@client.example>",
        received_at=NOON,
    )


@pytest.mark.sampled(24)
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(("game", "language"), [("abyss", "fr"), ("essence", "de")])
def test_any_line_about_a_question_is_answered(
    deal: Any, game: str, language: str, line: str
) -> None:
    match = deal(game, 2)
    codes = {write_line(match, language, line.replace("{x}", stored(text))) for text in TEXTS}

    assert "error" not in codes


def write_line(match: Match, language: str, line: str) -> str:
    """Return the reason code of an e-mail to the open question of a match."""
    prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("pk").first()
    if prompt is None:
        return "over"
    player = match.seats.get(number=prompt.seat).player
    player.language = language
    player.save(update_fields=["language"])
    return gateway.read_reply(reply(prompt.token, player.email, line))


def is_handled(act: Callable[[], object]) -> bool:
    """Return whether something succeeds or is refused; any other error is raised."""
    try:
        act()
    except Refused:
        return True
    return True


@pytest.mark.parametrize("line", ["{x}", "yes {x}", "{x} no", "sign {x} up", "I'm in, {x}"])
def test_any_answer_of_one_word_is_read(line: str) -> None:
    """To votes, invitations and seasons."""
    meanings = dict.fromkeys(ACCEPT, True) | dict.fromkeys(DECLINE, False)
    for text in TEXTS:
        said = line.replace("{x}", stored(text))
        choose_word([said], meanings)
        assert is_handled(partial(parse_wish, reply("", "", said)))


@pytest.mark.parametrize(
    "text", ["{x}", "take {x}", "take 1 if value <= {x}", "take 1 until {x}", "take 1 {x} times"]
)
def test_any_order_is_read(deal: Any, text: str) -> None:
    match = deal("pebbles", 2)
    player = match.seats.get(number=0).player

    for said in TEXTS:
        assert is_handled(partial(read_order, match, player, text.replace("{x}", said)))


def test_any_message_is_sent_or_refused(deal: Any, people: dict[str, Any]) -> None:
    """Names, chat messages and direct messages."""
    match = deal("pebbles", 2)
    alice, bob = people["alice"], people["bob"]

    for text in map(stored, TEXTS):
        assert is_handled(partial(names.check_free, alice, text))
        assert is_handled(partial(chat.send_message, match, alice, text, key=text[:9]))
        send = partial(direct_messages.send_direct_message, alice, bob, text, key=text[:9])
        assert is_handled(send)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("is_encoded", [True, False])
@pytest.mark.parametrize("form", ["{x}", "Re: {x}", "{x}: Re: Your turn"])
def test_an_email_with_any_subject_is_decided(deal: Any, form: str, is_encoded: bool) -> None:
    """As an encoded word, and as it is."""
    prompt = deal("abyss", 2).prompts.filter(closed_at=None).order_by("seat")[0]
    player = Seat.objects.get(match=prompt.match, number=prompt.seat).player
    to = reply_addresses.build_address("play", prompt.token)

    reasons = {}
    for text in map(stored, TEXTS):
        subject = form.replace("{x}", text)
        header = Header(subject, "utf-8").encode() if is_encoded else subject
        raw = f"From: {player.email}\nSubject: {header}\n\n1\n".encode()
        email = intake.build_inbound_email(raw, Envelope(player.email, [to]), "test", "1", NOON)
        reasons[dispatch.preview_decision(email, NOON)] = subject

    assert not any(reason.startswith(("error", "failed")) for reason in reasons), reasons


# What is sent from a page, and its path.
PAGES = (
    ("/p/{token}/", {"line": "{x}"}),
    ("/p/{token}/", {"line": "1 {x}"}),
    ("/p/{token}/", {"line": "order {x}"}),
    ("/p/{token}/", {"line": "{x}", "try": "line"}),
    ("/p/{token}/", {"fill": "{x}", "try": "{x}"}),
    ("/p/{token}/", {"decision": '{"verb": "{x}"}'}),
    ("/p/{token}/", {"decision": "{x}"}),
    ("/matches/{number}/say/", {"text": "{x}"}),
    ("/matches/{number}/orders/", {"order": "{x}"}),
    ("/matches/{number}/orders/", {"order": "take 1 until {x}"}),
    ("/messages/{player}/", {"text": "{x}"}),
    ("/settings/", {"display_name": "{x}", "language": "{x}", "zone": "{x}"}),
)


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("path", "fields"), PAGES)
def test_any_text_sent_from_a_page_is_answered(
    deal: Any, people: dict[str, Any], path: str, fields: dict[str, str]
) -> None:
    prompt = deal("abyss", 2).prompts.filter(closed_at=None).order_by("seat")[0]
    browser = Client()
    browser.force_login(Seat.objects.get(match=prompt.match, number=prompt.seat).player)
    other = Seat.objects.get(match=prompt.match, number=1 - prompt.seat).player
    filled = path.format(token=prompt.token, number=prompt.match.number, player=other.pk)

    statuses = {}
    for text in TEXTS:
        data = {name: value.replace("{x}", text) for name, value in fields.items()}
        body = urlencode(data, errors="surrogatepass").encode()
        with transaction.atomic():
            sent = browser.post(filled, body, content_type="application/x-www-form-urlencoded")
            statuses[sent.status_code] = text[:20]
            transaction.set_rollback(True)

    assert all(status < 500 for status in statuses) and 404 not in statuses, statuses
