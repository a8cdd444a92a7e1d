"""Texts inside winmail.dat, as Outlook and Exchange write it ([MS-OXTNEF])."""

from __future__ import annotations

import struct
from base64 import encodebytes
from email.message import EmailMessage
from email.policy import SMTP

import pytest

from notifications.reply_parser import own_lines
from notifications.reply_parser.tnef import tnef_texts
from tests.timing import measure_least

HEAD = struct.pack("<IH", 0x223E9F78, 1)
CODE_PAGE = 0x00069007, struct.pack("<II", 1252, 0)
VERSION = 0x00089006, struct.pack("<I", 0x10000)
SUBJECT = 0x00018004, b"Re: Your turn\0"


def attribute(code: int, value: bytes) -> bytes:
    head = struct.pack("<BII", 1, code, len(value))
    return head + value + struct.pack("<H", sum(value) & 0xFFFF)


def wrap(*attributes: tuple[int, bytes]) -> bytes:
    """Return TNEF data of a message with these attributes behind the usual ones."""
    return HEAD + b"".join(attribute(*pair) for pair in (VERSION, CODE_PAGE, SUBJECT, *attributes))


def properties(*values: tuple[int, int, bytes]) -> tuple[int, bytes]:
    """Return the attribute of properties, given as type, id and value."""
    rows = [b"", struct.pack("<I", len(values) + 1)]
    # A named one before them: PSETID_Common, by number.
    rows.append(struct.pack("<HH16sIII", 0x0003, 0x8000, b"\x08\x20\x06", 0, 0x8506, 0))
    for kind, code, value in values:
        rows.append(struct.pack("<HH", kind, code))
        if kind in (0x001E, 0x001F, 0x0102):
            value = struct.pack("<II", 1, len(value)) + value + b"\0" * (-len(value) % 4)
        rows.append(value)
    return 0x00069003, b"".join(rows)


def own_words(data: bytes, kind: str = "application/ms-tnef", text: str = "") -> list[str]:
    """Return the writer's lines of an e-mail with a winmail.dat."""
    email = EmailMessage(policy=SMTP)
    email["From"] = "Ann <ann@example.org>"
    email.set_content(text)
    main, _, sub = kind.partition("/")
    email.add_attachment(data, maintype=main, subtype=sub, filename="winmail.dat")
    return own_lines(email.as_bytes()).lines


HTML = "<html><body><p>2, grüß dich</p></body></html>".encode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (wrap((0x0002800C, "2, grüß dich\r\n\0".encode("cp1252"))), "2, grüß dich"),
        (wrap(properties((0x001E, 0x1000, "2, grüß dich\0".encode("cp1252")))), "2, grüß dich"),
        (wrap(properties((0x001F, 0x1000, "2, Ω\0".encode("utf-16-le")))), "2, Ω"),
        (
            wrap(
                properties(
                    (0x0040, 0x0039, b"\0" * 8),
                    (0x000B, 0x0E06, b"\1\0\0\0"),
                    (0x0003, 0x3FDE, struct.pack("<I", 65001)),
                    (0x0102, 0x1013, HTML),
                )
            ),
            "2, grüß dich",
        ),
    ],
)
def test_the_text_of_a_winmail_dat_is_read(data: bytes, words: str) -> None:
    assert own_words(data) == [words]
    assert own_words(data, "application/octet-stream") == [words]


def test_the_text_beside_a_winmail_dat_comes_first() -> None:
    data = wrap((0x0002800C, b"1\0"))

    assert own_words(data, text="2\n") == ["2"]


def test_a_whole_email_may_be_tnef() -> None:
    data = encodebytes(wrap((0x0002800C, b"2\0"))).decode()
    head = "From: ann@example.org\nContent-Type: application/ms-tnef; name=winmail.dat\n"

    assert own_lines(f"{head}Content-Transfer-Encoding: base64\n\n{data}".encode()).lines == ["2"]


def test_attachments_and_rich_text_are_not_read() -> None:
    data = wrap(properties((0x0102, 0x1009, b"\x10\0\0\0LZFu2 and more")))
    data += struct.pack("<BII", 2, 0x0006800F, 4) + b"2\r\n\0" + b"\0\0"

    assert own_words(data) == []


@pytest.mark.parametrize(
    "data",
    [
        *(wrap(properties((0x001E, 0x1000, b"2\0")))[:length] for length in range(0, 120, 7)),
        HEAD + attribute(0x00069003, struct.pack("<I", 0xFFFFFFFF)) * 20,
        HEAD + attribute(0x00069003, struct.pack("<IHHI", 1, 0x101E, 0x1000, 0xFFFFFFFF)) * 20,
        HEAD + struct.pack("<BII", 1, 0x0002800C, 0xFFFFFFFF) + b"x" * 10,
        HEAD + b"\1" + b"\0" * 2_000_000,
    ],
)
def test_malformed_data_is_read_quickly(data: bytes) -> None:
    assert measure_least(lambda: tnef_texts(data)) < 1
