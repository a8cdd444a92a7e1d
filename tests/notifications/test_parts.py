"""Tests of choosing the part of an e-mail to read, and of decoding it to lines."""

from __future__ import annotations

import pytest

from notifications.reply_parser import own_lines
from notifications.reply_parser.body import MAX_LINES, MAX_OCTETS
from notifications.reply_parser.mime import MAX_PARTS

from .conftest import reply

MIXED = "multipart/mixed; boundary=b"


def lines(raw: bytes) -> list[str]:
    return [line for line in own_lines(raw).lines if line]


def parts(*bodies: str, kind: str = MIXED) -> bytes:
    """Return an e-mail of several parts, each with its own headers."""
    body = "".join(f"--b\n{one}\n" for one in bodies) + "--b--\n"
    return reply(body, Content_Type=kind)


@pytest.mark.parametrize(
    "attached",
    [
        "Content-Type: text/plain; name=moves.txt\nContent-Disposition: attachment\n\n3",
        'Content-Type: text/plain\nContent-Disposition: attachment; filename="3.txt"\n\n3',
        "Content-Type: message/rfc822\n\nSubject: x\n\n3",
        "Content-Type: application/zip\nContent-Transfer-Encoding: base64\n\nUEsDBAo=",
        "Content-Type: text/calendar\n\nBEGIN:VCALENDAR",
    ],
)
def test_what_is_attached_is_no_command(attached: str) -> None:
    """I8, B1: files, embedded e-mails and archives are never read."""
    assert lines(parts("Content-Type: text/plain\n\n2", attached)) == ["2"]
    assert lines(parts(attached)) == []


def test_pages_fetch_nothing_and_run_nothing() -> None:
    """I8: remote pictures, scripts and styles are not the player's words."""
    page = (
        "<style>p { color: red }</style><script>say('3')</script>"
        "<img src='https://127.0.0.1:9/3.png' alt=''><p>2</p>"
    )

    assert lines(reply(page, Content_Type="text/html")) == ["2"]


def test_of_a_signed_email_the_first_part_is_read() -> None:
    """B1: multipart/signed."""
    signature = "Content-Type: application/pgp-signature\n\n-----BEGIN PGP SIGNATURE-----"

    signed = parts("Content-Type: text/plain\n\n2", signature, kind="multipart/signed; boundary=b")

    assert lines(signed) == ["2"]


@pytest.mark.parametrize("said", ["", "   \n", "Your mail program cannot show HTML.\n"])
def test_where_the_text_says_nothing_the_html_is_read(said: str) -> None:
    """B1: text and HTML differ."""
    both = parts(
        f"Content-Type: text/plain\n\n{said}",
        "Content-Type: text/html\n\n<p>2</p>",
        kind="multipart/alternative; boundary=b",
    )

    assert lines(both)[-1:] == ["2"] or said.startswith("Your")


@pytest.mark.parametrize(
    ("charset", "octets"),
    [
        ("utf-8", "für 2".encode()),
        ("iso-8859-1", "für 2".encode("latin-1")),
        ("windows-1252", "für 2".encode("cp1252")),
        ("us-ascii", "für 2".encode()),
        ("us-ascii", "für 2".encode("cp1252")),
        ("x-unknown-charset", "für 2".encode()),
        ("utf-8", "für\u200b \ufeff2\u200e".encode()),
        ("utf-8", "für\u00a02".encode()),
        ("utf-8", b"f\xc3\xbcr\x00 2"),
    ],
)
def test_octets_become_the_emails_that_were_meant(charset: str, octets: bytes) -> None:
    """B2: the declared charset, UTF-8 or Windows-1252; no invisible characters are left."""
    raw = reply("", Content_Type=f"text/plain; charset={charset}") + octets + b"\r\n"

    assert lines(raw) == ["für 2"]


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r"])
def test_all_line_ends_are_equal(end: bytes) -> None:
    """B2: CR, LF and both."""
    assert lines(reply("") + end.join([b"2", b"", b"> 1", b""])) == ["2"]


@pytest.mark.parametrize(
    ("parameters", "body", "expected"),
    [
        ("format=flowed", "explore the \ndepths\n", ["explore the depths"]),
        ("format=flowed; delsp=yes", "explo \nre\n", ["explore"]),
        ("format=flowed", " From here: explore\n", ["From here: explore"]),
        ("format=flowed", " > 2\n  >> 3\n> Ann\n", ["> 2", ">> 3"]),
        ("format=fixed", " > 2\n3\n", ["3"]),
        ("format=flowed", "2\n-- \nAnn\nof Paris\n", ["2"]),
        ("format=flowed", "> quoted \n> still\n2\n", ["2"]),
        ("format=fixed", "explore the \ndepths\n", ["explore the", "depths"]),
    ],
)
def test_flowed_text_is_put_together_again(parameters: str, body: str, expected: list[str]) -> None:
    """B3: RFC 3676: soft breaks, DelSp, space-stuffing and quotes; “-- ” never flows."""
    found = lines(reply(body, Content_Type=f"text/plain; charset=utf-8; {parameters}"))

    assert [line.strip() for line in found] == expected


def test_only_as_much_is_read_as_anybody_would_write() -> None:
    """I7: a hundred parts, half a megabyte of text and five thousand lines."""
    empty = "Content-Type: text/plain\n\n"
    endless = reply("2\n" + "x" * 2_000_000 + "\n")
    long = reply("2\n" + "chat\n" * 50_000)

    assert lines(parts(*[empty] * MAX_PARTS, f"{empty}3")) == []
    assert sum(map(len, lines(endless))) <= MAX_OCTETS
    assert len(lines(long)) <= MAX_LINES


def test_what_a_list_adds_behind_base64_is_not_part_of_it() -> None:
    raw = b"Content-Transfer-Encoding: base64\r\n\r\ndGFrZSAy=\r\n\r\n-- \r\na list of games\r\n"

    assert own_lines(raw).lines == ["take 2"]


def test_pages_above_and_below_a_picture_are_one() -> None:
    """Apple Mail sends such e-mails."""
    page = "Content-Type: text/html\r\n\r\n"
    picture = "Content-Type: image/png\r\nContent-Disposition: inline\r\n\r\nx"

    assert lines(parts(f"{page}<p>2</p>", picture, f"{page}<p>thanks</p>")) == ["2", "thanks"]


@pytest.mark.parametrize("kind", ["text/enriched", "text/richtext"])
def test_tags_that_are_no_html_are_taken_away(kind: str) -> None:
    """RFC 1896, where a single line break is a space; RFC 1341 §7.1.3."""
    body = "<bold>take</bold>\r\n2<nl>\r\n\r\n<color><param>red</param>a << b</color>"
    quote = "\r\n\r\n<excerpt>What do you do?\r\n\r\n1 - explore</excerpt>\r\n"
    raw = f"Content-Type: {kind}\r\n\r\n{body}{quote}".encode()

    assert own_lines(raw).lines == ["take 2", "", "a < b"]
