"""Fuzz tests: parsing never raises for any input, and the result is plain text (I10)."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from notifications.incoming import classification
from notifications.incoming.explain import explain_email
from notifications.reply_parser import own_lines, parse_email
from notifications.reply_parser.mime import parse_sender

# Input that breaks parsers, alone and combined.
PIECES = [
    b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n",
    b"Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n",
    b"Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822;;\r\nAction: \r\n",
    b"Content-Type: message/rfc822\r\n\r\n",
    b"Content-Type: text/html; charset=x-unknown\r\n",
    b"Content-Type: text/plain; charset=utf-7; format=flowed; delsp=yes\r\n",
    b"Content-Type: text/plain; charset*0*=utf-8''%ff; charset*1*=%\r\n",
    b"Content-Type: application/zip; name=e-mail.zip\r\nContent-Disposition: attachment\r\n",
    b"Content-Type: \x00;;;=\r\n",
    b"Content-Transfer-Encoding: base64\r\n",
    b"Content-Transfer-Encoding: quoted-printable\r\n",
    b"Content-Transfer-Encoding: x-uuencode\r\n",
    b"Subject: =?utf-8?b?//8=?= =?x?q?=?= =?utf-16?q?=D8?= =?idna?q?a..b?=\r\n",
    b'From: =?utf-8?q?a=40b?= <a@b>, "c\\"@d" <e@f> (g(h))\r\n',
    b"From: \xff\xfe <a@\xf0\x9f\x98\x80>\r\n",
    b"Received: " + b"(" * 50 + b"\r\n",
    b"References: <<<>>> <a@b\r\n\t",
    b"X-Failed-Recipients: ,,,\r\n",
    b"\r\n\r\n",
    b"\n\r\r\n",
    b"--b\r\n",
    b"--b--\r\n",
    b"begin 644 x\nM\n",
    b"=3D=\r\n=ZZ=F0=9F=98=80",
    b"<div><blockquote type=cite><!--<![endif]--><p style='margin:0'>&#xD800;&#0;&nbsp",
    b"</p></div></blockquote><table><tr><td></body>",
    b"On 2 Nov 2026, a@b wrote:\r\n> > > x\r\n",
    b"-----Original Message-----\r\nFrom: a\r\nSent: b\r\nTo: c\r\n\r\n",
    b"-- \r\nSent from my iPhone\r\n",
    b"[EXTERNAL]\r\n***\r\n",
    "２\u202e\u2066 \ud7ff\ufeff٣ ".encode(),
    b"\x1b$B\x1b(J\x0e\x0f~{~}",
    b"+AGE-+2D0-",
    b"2\r\n",
]

emails = st.lists(st.sampled_from(PIECES) | st.binary(max_size=40), max_size=14).map(b"".join)
patiently = settings(
    max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


@patiently
@given(emails, emails)
def test_any_email_is_read(raw: bytes, ours: bytes) -> None:
    """I10: no e-mail makes parsing fail."""
    reading = own_lines(raw, [ours.decode("latin-1")])

    assert "\n".join(reading.lines).encode() is not None
    assert not any("\0" in line or "\n" in line for line in reading.lines)


@patiently
@given(emails, st.sampled_from([".eml", ".txt", ".html"]))
def test_any_file_is_read_out(raw: bytes, suffix: str) -> None:
    """Q1: the output of read_emails for it is complete and has no error."""
    found = explain_email(raw, suffix, [])

    assert {"kind", "from", "to", "first_line", "own_text", "recipients", "status"} <= set(found)
    assert not str(found.get("problem", "")).startswith("error")
    assert found["own_text"].partition("\n")[0] == found["first_line"]


@patiently
@given(emails)
def test_any_email_is_classified(raw: bytes) -> None:
    """I10: no headers or reports make classification fail."""
    email = parse_email(raw)

    kind = classification.classify_email(
        email, mail_from="a@b.example", sender="", is_own=lambda _: False
    )

    assert kind == "" or kind.islower()
    assert parse_sender(email).isprintable()
