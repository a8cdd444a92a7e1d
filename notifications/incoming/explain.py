"""What a letter says, as plain values: for the commands that explain how letters are read."""

from __future__ import annotations

from typing import Any

from notifications.reply_parser import (
    Part,
    Reading,
    Sent,
    parse_email,
    parse_reply,
    quotable_versions,
)
from notifications.reply_parser.mime import decode_encoded_words, parse_sender, parse_single_address
from notifications.reply_parser.render import html_to_lines
from notifications.reply_parser.reports import read_report

from . import classification

# Reason codes of classify.kind, in the words of the readout.
KINDS = {"": "reply", "auto_reply": "autoreply", "own_mail": "own", "report": "report"}


def read_out(raw: bytes, suffix: str, sent: list[str]) -> dict[str, Any]:
    """Return what a file says; `suffix` tells a whole letter (".eml") from a bare body."""
    letter = (
        parse_bare_body(raw, suffix) if suffix in (".txt", ".html", ".htm") else parse_email(raw)
    )
    kind = "" if letter.value("x-bare-body") else _classify_without_envelope(letter)
    reading = _parse_reply_or_error(letter, sent)
    lines = [line for line in reading.lines if line]
    found: dict[str, Any] = {
        "kind": KINDS.get(kind, kind),
        "from": parse_sender(letter),
        "to": parse_single_address(letter.value("to"))
        or decode_encoded_words(letter.value("to"))[:300],
        "first_line": lines[0] if lines else "",
        "own_text": "\n".join(reading.lines),
        "recipients": [],
        "status": "",
        "dropped": [{"line": one.line, "why": one.why} for one in reading.dropped],
    }
    if reading.problem:
        found["problem"] = reading.problem
    if kind == "bounce":
        report = read_report(letter)
        found["kind"] = {"failed": "bounce", "delayed": "delayed"}.get(report.action, "report")
        found["recipients"], found["status"] = report.recipients, report.status
        found["action"], found["severity"] = report.action, report.severity
    return found


def parse_bare_body(raw: bytes, suffix: str) -> Part:
    """Return a letter that consists of a body alone."""
    kind = b"text/plain" if suffix == ".txt" else b"text/html"
    return parse_email(
        b"X-Bare-Body: 1\r\nContent-Type: " + kind + b"; charset=utf-8\r\n\r\n" + raw
    )


def load_sent_versions(raw: bytes, suffix: str) -> list[str]:
    """Return the versions of a letter of ours kept in a file."""
    if suffix.lower() == ".txt":
        return [raw.decode("utf-8", "replace")]
    if suffix.lower() in (".html", ".htm"):
        return ["\n".join(line.text for line in html_to_lines(raw.decode("utf-8", "replace")))]
    bodies = {"text/plain": "", "text/html": ""}
    for part in parse_email(raw).walk():
        if part.kind in bodies and not bodies[part.kind] and not part.parts:
            bodies[part.kind] = part.content().decode("utf-8", "replace")
    return quotable_versions(bodies["text/plain"], bodies["text/html"])


def _classify_without_envelope(letter: Part) -> str:
    """Return the kind as sorting would see it; nobody knows our own addresses here."""
    # A file has no envelope: the return address a server noted stands for it.
    mail_from = letter.value("return-path") or parse_sender(letter) or "unknown"
    kind = classification.classify_email(
        letter, mail_from=mail_from, sender="", is_own=lambda _: False
    )
    # What came through a list is still somebody's letter if it answers one.
    answers = letter.value("in-reply-to") or letter.value("references")
    is_re = decode_encoded_words(letter.value("subject")).lower().startswith(("re:", "aw:", "sv:"))
    return "" if kind == "list" and (answers or is_re) else kind


def _parse_reply_or_error(letter: Part, sent: list[str]) -> Reading:
    try:
        return parse_reply(letter, Sent(sent))
    except Exception as error:  # One unreadable file must not hide the others.
        return Reading([], [], f"error {type(error).__name__}")
