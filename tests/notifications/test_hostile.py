"""Hostile e-mails: parsing takes a limited number of steps per character.

Steps are counted, not timed: the executed lines of our own code. An e-mail of twice the size must
take about twice the steps. (No pattern has nested repetition, so that each step is short.)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from notifications.reply_parser import own_lines
from notifications.reply_parser.body import MAX_LINES, MAX_OCTETS
from notifications.reply_parser.mime import MAX_LEVELS, parse_email

PLAIN = b"Content-Type: text/plain\r\n\r\n"
HTML = b"Content-Type: text/html\r\n\r\n"
# Small enough to be parsed completely.
SIZE = 40_000

HEADS = {
    "unclosed comments": HTML + b"<!--",
    "unclosed quotes": HTML + b"<a x=\"' ",
    "unclosed tags": HTML + b"<a ",
    "closed by nobody": HTML + b"</",
    "sections": HTML + b"<![CDATA[",
    "deep quotes": HTML + b"<blockquote>x",
    "deep elements": HTML + b"<div><b></i>",
    "endless entities": HTML + b"&#9999999999;&amp",
    "spaces": PLAIN + b" ",
    "quotes": PLAIN + b"> > >x\n",
    "attributions": PLAIN + b"On 2 Nov 2026, a@b.c wrote:\n",
    "nearly attributions": PLAIN + b"On 2 Nov 2026, a@b.c wrote\n",
    "headers": PLAIN + b"From: a\nSent: b\n",
    "rules": PLAIN + b"-----\n_____\n",
    "signatures": PLAIN + b"x\n-- \n",
    "mobiles": PLAIN + b"Sent from my Sent from my\n",
    "addresses": PLAIN + b"@a@",
    "gaps": PLAIN + b"a b:\n\n\n\n",
    "gaps below quotes": PLAIN + b"> q\n\n\n\nx\n",
    "banners": PLAIN + b"[external]\n***\n",
    "footers": PLAIN + b"x\nThis message is not confidential\n> q\n",
    "one word": PLAIN + b"a",
    "ours": PLAIN + b"a line that we have sent before\n",
    "boundaries": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\n",
    "no boundaries": b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--bb\n",
    "parameters": b"Content-Type: text/plain" + b'; a="\\',
    "header lines": b"a: b\n",
    "folded header": b"Subject: a\n b",
}


def steps(action: Callable[[], Any]) -> int:
    """Count the executed lines and calls of our own modules."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        if "reply_parser" not in frame.f_code.co_filename:
            return None
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def build_email(name: str, size: int) -> bytes:
    """Return an e-mail of about `size` octets that starts with a head and repeats its body."""
    head = HEADS[name]
    start = head.rfind(b"\r\n\r\n") + 4 if b"\r\n\r\n" in head else 0
    again = head[start:] or head
    return head + again * (size // len(again))


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", HEADS)
def test_twice_the_email_costs_about_twice_the_steps(name: str) -> None:
    """I7, Q3: linear in the size of the e-mail."""
    ours = ["a line that we have sent before"]

    once = steps(lambda: own_lines(build_email(name, SIZE), ours))
    twice = steps(lambda: own_lines(build_email(name, 2 * SIZE), ours))

    assert once > 0
    assert twice <= 2.6 * once + 2000


@pytest.mark.parametrize("name", HEADS)
def test_no_character_costs_many_steps(name: str) -> None:
    """I7, Q3: whatever is repeated in the e-mail."""
    email = build_email(name, SIZE)

    assert 0 < steps(lambda: own_lines(email)) <= 60 * len(email)


def test_levels_are_bounded() -> None:
    """I7: twenty levels."""
    email = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (level, level)
        for level in range(5000)
    )

    assert len(list(parse_email(email).walk())) == MAX_LEVELS + 1


def test_ten_million_octets_are_read_as_far_as_anybody_would_write() -> None:
    """I7: at most MAX_OCTETS of text and MAX_LINES lines."""
    reading = own_lines(PLAIN + b"2\n" + b"old line\n" * 1_100_000)

    assert reading.lines[0] == "2"
    assert len(reading.lines) <= MAX_LINES
    assert sum(map(len, reading.lines)) <= MAX_OCTETS
