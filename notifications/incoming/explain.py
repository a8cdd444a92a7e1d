"""Describe how an e-mail is parsed, as plain values for management commands."""

from __future__ import annotations

from typing import Any

from notifications.reply_parser import (
    Part,
    Reading,
    SentEmails,
    parse_email,
    parse_reply,
    quotable_versions,
)
from notifications.reply_parser.mime import decode_encoded_words, parse_sender, parse_single_address
from notifications.reply_parser.render import html_to_lines
from notifications.reply_parser.reports import read_report

from . import classification

# Names of kinds in the output, by reason code of `classify_email`; others stay as they are.
KINDS = {"": "reply", "auto_reply": "autoreply", "own_mail": "own", "report": "report"}


def explain_email(raw: bytes, suffix: str, our_emails: list[str]) -> dict[str, Any]:
    """Parse a file and return the result as plain values.

    `suffix` is that of the file: ".txt", ".html" or ".htm" for a bare body, anything else for a
    complete e-mail. `our_emails` are the texts of our e-mails that it may quote.
    """
    email = (
        parse_bare_body(raw, suffix) if suffix in (".txt", ".html", ".htm") else parse_email(raw)
    )
    reading = _parse_reply_or_error(email, our_emails)
    kind = "" if email.value("x-bare-body") else _classify_without_envelope(email, reading)
    lines = [line for line in reading.lines if line]
    result: dict[str, object] = {
        "kind": KINDS.get(kind, kind),
        "from": parse_sender(email),
        "to": parse_single_address(email.value("to"))
        or decode_encoded_words(email.value("to"))[:300],
        "first_line": lines[0] if lines else "",
        "own_text": "\n".join(reading.lines),
        "recipients": [],
        "status": "",
        "dropped": [
            {"line": dropped_line.line, "why": dropped_line.why} for dropped_line in reading.dropped
        ],
    }
    if reading.problem:
        result["problem"] = reading.problem
    if kind == "bounce":
        report = read_report(email)
        result["kind"] = {"failed": "bounce", "delayed": "delayed"}.get(report.action, "report")
        result["recipients"], result["status"] = report.recipients, report.status
        result["action"], result["severity"] = report.action, report.severity
    return result


def parse_bare_body(raw: bytes, suffix: str) -> Part:
    """Return an e-mail that has no headers but Content-Type and a marker, for a bare body."""
    kind = b"text/plain" if suffix == ".txt" else b"text/html"
    return parse_email(
        b"X-Bare-Body: 1\r\nContent-Type: " + kind + b"; charset=utf-8\r\n\r\n" + raw
    )


def load_sent_versions(raw: bytes, suffix: str) -> list[str]:
    """Return the texts of a sent e-mail of ours, read from a file, that a reply may quote."""
    if suffix.lower() == ".txt":
        return [raw.decode("utf-8", "replace")]
    if suffix.lower() in (".html", ".htm"):
        return ["\n".join(line.text for line in html_to_lines(raw.decode("utf-8", "replace")))]
    bodies = {"text/plain": "", "text/html": ""}
    for part in parse_email(raw).walk():
        if part.kind in bodies and not bodies[part.kind] and not part.parts:
            bodies[part.kind] = part.content().decode("utf-8", "replace")
    return quotable_versions(bodies["text/plain"], bodies["text/html"])


def _classify_without_envelope(email: Part, reading: Reading) -> str:
    """Return the kind of an e-mail from a file, without knowledge of our own addresses."""
    # A file has no envelope; the Return-Path added by a server replaces it.
    mail_from = email.value("return-path") or parse_sender(email) or "unknown"
    kind = classification.classify_email(
        email, mail_from=mail_from, sender="", is_own=lambda _: False
    ) or classification.classify_words(email, reading, decode_encoded_words(email.value("subject")))
    # An e-mail from a list that replies to another one was written by a person.
    answers = email.value("in-reply-to") or email.value("references")
    is_re = decode_encoded_words(email.value("subject")).lower().startswith(("re:", "aw:", "sv:"))
    return "" if kind == "list" and (answers or is_re) else kind


def _parse_reply_or_error(email: Part, our_emails: list[str]) -> Reading:
    try:
        return parse_reply(email, SentEmails(our_emails))
    except Exception as error:  # One unreadable file must not stop the command.
        return Reading([], [], f"error {type(error).__name__}")
