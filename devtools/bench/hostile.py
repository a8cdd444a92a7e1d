"""E-mails that are meant to be slow to parse, as large as the mailroom accepts."""

from __future__ import annotations

import base64
import random
import time
from collections.abc import Iterator

from devtools.bench.stopwatch import Figures
from notifications.incoming.explain import explain_email
from notifications.incoming.transports.smtp import MAX_OCTETS

PLAIN = b"Content-Type: text/plain; charset=utf-8\r\n"
HTML = b"Content-Type: text/html; charset=utf-8\r\n"
# An e-mail that looks like a delivery report is parsed as one, too.
REPORT = b"From: MAILER-DAEMON@a.example\r\nSubject: Undelivered Mail Returned to Sender\r\n"
SENT_TEXT = "What do you do?\n" + "".join(f"{number} · an answer\n" for number in range(200))


def measure_hostile_emails() -> Figures:
    """Return the processor time of each e-mail, the worst one first."""
    took = {}
    for name, raw in generate_hostile_emails(MAX_OCTETS - 2000):
        took[name] = _time_reading(raw)
        took[f"{name}, as a report"] = _time_reading(REPORT + raw)
    ranking = sorted(took.items(), key=lambda name_and_seconds: -name_and_seconds[1])
    return {"worst": ranking[0][1], **dict(ranking)}


def generate_hostile_emails(size: int) -> Iterator[tuple[str, bytes]]:
    """Yield (name, raw e-mail of about `size` octets)."""

    def many(piece: bytes) -> bytes:
        return piece * (size // len(piece))

    multipart = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    noise = random.Random(1).randbytes(size)
    bodies = {
        "spaces": b" ",
        "one word": b"a",
        "short lines": b"a\n",
        "quotes": b"> " * 30 + b"x\n",
        "bars": b"| x\n",
        "attributions": b"On Mon, 2 Nov 2026 at 19:58, a <a@example.org> wrote:\n",
        "attributions of four lines": b"On Mon, 2 Nov 2026\nat 19:58, a\n<a@example.org>\nwrote:\n",
        "attributions and quotes": b"On 2 Nov 2026, a@b.example wrote:\n> x\n",
        "headers of e-mails": b"From: a@b.example\nSent: 1/1/2026\nTo: x\n",
        "signatures": b"x\n-- \n",
        "telephones": b"Sent from my Sent from my\n",
        "banners": b"[EXTERNAL] this e-mail is from outside\n***\n",
        "footers": b"x\nThis message is not confidential\n> q\n",
        "what we sent": b"3 " + "· an answer\n".encode(),
        "addresses": b"a@b " * 90 + b"\n",
        "brackets": b"[" * 300 + b"<" * 300 + b"\n",
        "other scripts": "２ 写道 \u202eكتب\n".encode(),
    }
    for name, piece in bodies.items():
        yield name, PLAIN + b"\r\n" + many(piece)
        yield (
            f"{name}, flowed",
            PLAIN.replace(b"utf-8", b"utf-8; format=flowed") + b"\r\n" + many(piece),
        )
    pages = {
        "tables": b"<table><tr><td>",
        "quotes in pages": b"<div><blockquote type=cite>x",
        "open tags": b"<",
        "open comments": b"<!--",
        "open attributes": b"<a class='",
        "entities": b"&amp;&#128;&nosuchthing;",
        "styles": b"<p class='" + b"gmail_quote " * 40 + b"' style='display:none'>x",
        "ends": b"</div></p>",
        "broken lines": b"<br>",
        "lists": b"<ul><li>x",
    }
    for name, piece in pages.items():
        yield name, HTML + b"\r\n" + many(piece)
    yield "base64", PLAIN + b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(noise)
    yield (
        "quoted-printable",
        PLAIN + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + many(b"=41=\r\n"),
    )
    yield "noise", b"\r\n" + noise
    yield "header lines", many(b"X: y\r\n") + b"\r\nx"
    yield "one header", b"Subject: " + many(b"=?utf-8?q?=41?= ") + b"\r\n\r\nx"
    yield "folded header", b"Subject: x" + many(b"\r\n x") + b"\r\n\r\nx"
    yield "parameters", b"Content-Type: text/plain" + many(b"; a*0*=utf-8''%41") + b"\r\n\r\nx"
    yield "references", b"References: " + many(b"<a@b.example> ") + b"\r\n\r\nx"
    yield "parts", multipart + many(b"--b\r\n\r\nx\r\n")
    yield "boundaries", multipart + many(b"--bb\r\n")
    yield (
        "levels",
        b"".join(
            b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (level, level)
            for level in range(size // 60)
        ),
    )
    yield "e-mails in e-mails", many(b"Content-Type: message/rfc822\r\n\r\n")


def _time_reading(raw: bytes) -> float:
    started_at = time.process_time()
    explain_email(raw, ".eml", [SENT_TEXT])
    return round(time.process_time() - started_at, 3)
