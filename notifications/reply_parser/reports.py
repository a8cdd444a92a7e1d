"""Parse delivery reports (bounces): the recipients, the action and the reason.

Fields take precedence (RFC 3464, X-Failed-Recipients). In free text, recipients are guessed from
the form of the lines above the returned e-mail.
"""

from __future__ import annotations

import re

import msgspec

from . import mime
from .mime import Part, decode_encoded_words
from .patterns import compile_lazily
from .reasons import ANNOUNCES_RECIPIENTS, DELAY_PHRASES, REASONS, RETURN_PHRASES
from .render import html_to_lines

MAX_TEXT = 64_000
MAX_LINES = 1000
MAX_RECIPIENTS = 100

_ADDRESS = compile_lazily(
    r"[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[a-z0-9_-]{1,63}\.){0,8}[a-z0-9_-]{1,63}", re.IGNORECASE
)
_ENHANCED_CODE = compile_lazily(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
_CODE = compile_lazily(r"(?<![\d.@/:-])([45]\d\d)(?=[\s-]|$)")
_ANY_CODE = compile_lazily(r"(?<![\d.@/:-])(?:[45]\d\d[\s-]|[45]\.\d\.\d{1,3}\b)")
_MACHINE = compile_lazily(
    r"(?:mailer-?daemon|mail-daemon|postmaster|mdaemon|abuse|no-?reply|hostmaster|support|helpdesk"
    r"|webmaster|mailadmin|admin|administrator|double-bounce|bounces?)@",
    re.IGNORECASE,
)
_ANNOUNCES_RECIPIENTS = compile_lazily("|".join(ANNOUNCES_RECIPIENTS), re.IGNORECASE)
_RETURN_PHRASE = compile_lazily("|".join(RETURN_PHRASES), re.IGNORECASE)
_DELAY_PHRASE = compile_lazily("|".join(DELAY_PHRASES), re.IGNORECASE)
_REASONS = [(status, compile_lazily("|".join(kinds), re.IGNORECASE)) for status, kinds in REASONS]
_HEADER = compile_lazily(
    r"(?:received|return-path|message-id|mime-version|x-[\w-]{1,40}|dkim-signature|delivered-to"
    r"|content-type|reply-to|from|to|cc|date|subject):\s",
    re.IGNORECASE,
)
_FIELD = compile_lazily(r"(?:original|final)-recipient\s{0,3}:", re.IGNORECASE)
# Status codes that concern us and not the recipient: policy, spam, authentication and routing.
_OURS = compile_lazily(r"[45]\.(?:7|6|5|3\.4)")
_GONE_STATUS = compile_lazily(r"5\.(?:1\.\d+|2\.1|2\.0|0\.0|4\.4|4\.1|4\.6)$")


class Report(msgspec.Struct, frozen=True):
    """A delivery report: action (RFC 3464), enhanced status code, recipients and its text."""

    action: str
    status: str
    recipients: list[str]
    words: str

    @property
    def severity(self) -> str:
        """Severity: "hard" or "soft" for the address, "policy" for us, "none" for no failure."""
        if self.action != "failed":
            return "none"
        if _OURS.match(self.status):
            return "policy"
        return "hard" if _GONE_STATUS.match(self.status) else "soft"


def read_report(email: Part) -> Report:
    """Parse a report by its fields, and by its text for what they do not contain. Never raises."""
    blocks = [block for text in _find_status_texts(email) for block in _parse_field_blocks(text)]
    text = _server_text(email)
    recipient_blocks = [block for block in blocks if _block_recipient(block)]
    if recipient_blocks:
        return _report_from_blocks(recipient_blocks, text)
    failed_addresses = _find_addresses(", ".join(email.values("x-failed-recipients")))
    recipients = failed_addresses or _guess_recipients(email, text)
    fields = blocks[0] if blocks else {}
    action = _parse_action(fields.get("action", "")) or _said_action(email, text, fields)
    status = _find_status_code(
        fields.get("status", ""), fields.get("diagnostic-code", "") or text, action
    )
    return Report(action, status, recipients[:MAX_RECIPIENTS], _describe_failure(fields, email))


def _report_from_blocks(blocks: list[dict[str, str]], text: str) -> Report:
    """Build a report from the blocks with failures, else delays, else the first block's action."""
    actions = [_parse_action(block.get("action", "")) or "failed" for block in blocks]
    action = next((kind for kind in ("failed", "delayed") if kind in actions), actions[0])
    matching_blocks = [
        block for block, block_action in zip(blocks, actions, strict=True) if block_action == action
    ]
    recipients = list(dict.fromkeys(map(_block_recipient, matching_blocks)))[:MAX_RECIPIENTS]
    first = matching_blocks[0]
    status = _find_status_code(
        first.get("status", ""), first.get("diagnostic-code", "") or text, action
    )
    return Report(action, status, recipients, _diagnostic_text(first))


def _find_status_texts(email: Part) -> list[str]:
    """Return the texts that contain the fields of RFC 3464, in whatever part they are."""
    parts = [part for part in email.walk() if not part.parts]
    status_parts = [part for part in parts if part.kind in _STATUS_KINDS]
    if status_parts:
        return [_part_text(part) for part in status_parts]
    texts = [_part_text(part) for part in parts[:4] if part.kind.startswith(("text/", "message/"))]
    return [text for text in texts if _FIELD.search(text)]


_STATUS_KINDS = ("message/delivery-status", "message/global-delivery-status")


def _parse_field_blocks(text: str) -> list[dict[str, str]]:
    """Return the fields of each block, by name in lower case, with folded lines joined."""
    blocks: list[dict[str, str]] = [{}]
    name = ""
    for line in text.splitlines()[:MAX_LINES]:
        if not line.strip():
            blocks.append({})
            name = ""
        elif line[:1] in " \t" and name:
            blocks[-1][name] = f"{blocks[-1][name]} {line.strip()}"[:2000]
        elif ":" in line:
            name, _, value = line.partition(":")
            name = name.strip().lower()
            # Some servers omit the empty line between two recipients.
            if name in blocks[-1] and name in ("final-recipient", "original-recipient"):
                blocks.append({})
            blocks[-1].setdefault(name, value.strip())
    return [block for block in blocks if block]


def _block_recipient(block: dict[str, str]) -> str:
    """Return the original recipient rather than where it was forwarded (RFC 3464 §2.3.1)."""
    for name in ("original-recipient", "final-recipient", "x-actual-recipient"):
        kind, _, value = block.get(name, "").rpartition(";")
        if kind.strip().lower() == "utf-8" and value.count("@") == 1:
            # RFC 6533 §3: internationalized addresses.
            return value.strip("<> ")[:320]
        addresses = _find_addresses(value.replace("=40", "@"))
        if addresses:
            return addresses[0]
    return ""


def _parse_action(value: str) -> str:
    word = re.split(r"[\s;(]", value.strip().lower())[0]
    if word.startswith("fail"):
        return "failed"
    return word if word in ("delayed", "delivered", "relayed", "expanded") else ""


def _said_action(email: Part, text: str, fields: dict[str, str]) -> str:
    if fields.get("status", "").startswith("4.") and _DELAY_PHRASE.search(text):
        return "delayed"
    subject = decode_encoded_words(email.value("subject"))
    return "delayed" if _DELAY_PHRASE.search(subject) or _DELAY_PHRASE.search(text) else "failed"


def _find_status_code(field: str, text: str, action: str) -> str:
    """Return the enhanced status code of the field or the text, or infer it from phrases."""
    field_code = _ENHANCED_CODE.search(field) or None
    if field_code and not field_code[1].endswith(".0.0"):
        return field_code[1]
    text_code = _ENHANCED_CODE.search(text)
    if text_code and (action != "failed" or text_code[1][0] != "2"):
        return text_code[1]
    code = _CODE.search(text)
    first = (field_code[1][0] if field_code else "") or (code[1][0] if code else "")
    otherwise = first or ("4" if action == "delayed" else "5")
    for status, pattern in _REASONS:
        if pattern.search(text):
            # A host that did not answer may do so later.
            return f"{first or '4' if status == '4.1' else otherwise}.{status}"
    return field_code[1] if field_code else f"{otherwise}.0.0"


def _diagnostic_text(fields: dict[str, str]) -> str:
    diagnosis = fields.get("diagnostic-code", "").partition(";")
    return " ".join((diagnosis[2] or diagnosis[0]).split())[:300]


def _describe_failure(fields: dict[str, str], email: Part) -> str:
    return _diagnostic_text(fields) or decode_encoded_words(email.value("subject"))[:300]


def _server_text(email: Part) -> str:
    """Return the server's own text: the first text parts, up to the returned e-mail."""
    texts = []
    for part in email.walk():
        if part.kind.startswith("message/") or part.kind == "text/rfc822-headers":
            break
        if part.kind in ("text/plain", "text/html") and not part.parts:
            texts.append(_part_text(part))
    return _above_returned("\n".join(texts)[:MAX_TEXT])


def _part_text(part: Part) -> str:
    text = mime.decode_text(part.content()[:MAX_TEXT], part.parameter("charset"))
    if part.kind == "text/html":
        return "\n".join(line.text for line in html_to_lines(text))
    return mime.clean_text(text)


def _above_returned(text: str) -> str:
    lines = text.split("\n")[:MAX_LINES]
    for at, line in enumerate(lines):
        block = [other.lstrip("> \t|") for other in lines[at : at + 4]]
        is_header = sum(bool(_HEADER.match(other)) for other in block) >= 3
        if at and (is_header or _RETURN_PHRASE.search(line[:200])):
            return "\n".join(lines[:at])
    return "\n".join(lines)


def _guess_recipients(email: Part, text: str) -> list[str]:
    """Guess the recipients from free text; the most reliable kind of line with addresses counts.

    1. An address alone or before an explanation. 2. Below a phrase that announces failures. 3. On
    a line with a status code. 4. Anywhere. 5. The recipients of the returned e-mail.
    """
    header_addresses = {
        address.lower()
        for name in ("to", "from", "cc")
        for address in _header_addresses(email, name)
    }
    surest: list[list[str]] = [[], [], [], []]
    announcement = -99
    for at, line in enumerate(text.split("\n")):
        plain = line.strip()[:1000]
        if _ANNOUNCES_RECIPIENTS.search(plain):
            announcement = at
        candidates = [
            address
            for address in _find_addresses(plain)
            if _may_be_meant(address, plain, header_addresses)
        ]
        if candidates:
            surest[_rank_line(plain, candidates[0], at - announcement)].extend(candidates)
    for addresses in surest:
        if addresses:
            return list(dict.fromkeys(addresses))
    return _returned_email_recipients(email, header_addresses) or _to_line_recipients(
        email, header_addresses
    )


def _to_line_recipients(email: Part, header_addresses: set[str]) -> list[str]:
    """Return the addresses of the first "To:" line in a text that repeats the e-mail's headers."""
    for part in email.walk():
        if part.kind == "text/plain" and not part.parts:
            for line in _part_text(part)[:16_000].splitlines():
                if re.match(r"[>\s]{0,4}(?:rcpt )?to:\s", line, re.IGNORECASE):
                    return [
                        address
                        for address in _find_addresses(line)
                        if address.lower() not in header_addresses
                    ]
    return []


def _rank_line(line: str, address: str, below: int) -> int:
    bare = line.strip("<>:;,.*'\"()[] \t-").lower()
    alone = bare == address.lower() or line.lower().startswith((f"<{address}>:".lower(),))
    if alone:
        return 0
    if below <= 6:
        return 1
    return 2 if _ANY_CODE.search(line) else 3


def _may_be_meant(address: str, line: str, header_addresses: set[str]) -> bool:
    if address.lower() in header_addresses or _MACHINE.match(address):
        return False
    return not re.search(r"message-?id|contact|\bfrom:|reporting-mta", line, re.IGNORECASE)


def _header_addresses(email: Part, name: str) -> list[str]:
    return [address for value in email.values(name) for address in _find_addresses(value)]


def _returned_email_recipients(email: Part, header_addresses: set[str]) -> list[str]:
    for part in email.walk():
        if part.kind in ("message/rfc822", "text/rfc822-headers", "message/rfc822-headers"):
            head = _part_text(part)[:16_000]
            for line in head.splitlines():
                if line.lower().startswith("to:"):
                    return [
                        address
                        for address in _find_addresses(line)
                        if address.lower() not in header_addresses
                    ]
    return []


def _find_addresses(text: str) -> list[str]:
    addresses = [address.strip(".'`") for address in _ADDRESS.findall(text[:4000])]
    return [address for address in dict.fromkeys(addresses) if not address.startswith("@")]
