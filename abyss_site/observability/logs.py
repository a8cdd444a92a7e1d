"""Log formatters that redact the keys in URLs and pages."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime

from abyss_site.core import ids

# The path of a sign-in link, an invitation or an answer gives access, and so does a reply address
# with its code.
LINK = re.compile(
    r"/(p|a|b|i|u|sign-in|invitations|held|resign|appeals|feeds|live|votes|prompts"
    r"|emails/(?:address|senders|automatic))"
    r"/(?!demo/|<)[^\s/\"']{8,}(/\d+/[^\s/\"']+)?"
)
CODE = re.compile(r"\b[a-z2-7]{26}(?:[a-z2-7]{18})?(?=@|\b)", re.IGNORECASE)
# Personal tokens and session keys.
KEY = re.compile(r"\babp_[0-9a-f]{8,}|(?<=sessionid=)\w+")
# The row that the database quotes in an error.
DETAIL = re.compile(r"^(\s*DETAIL: ).*", re.MULTILINE)


class RedactingFormatter(logging.Formatter):
    """A formatter that redacts such keys, also in tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        return redact_keys(super().format(record))


class Json(logging.Formatter):
    """A formatter for one line of JSON per record, with the ids of the current work."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": redact_keys(record.getMessage()),
            **ids.trail(),
        }
        if record.exc_info:
            line["trace"] = redact_keys(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def redact_keys(text: str) -> str:
    """Return a text without keys, and without rows quoted by the database."""
    without_links = KEY.sub("...", LINK.sub(r"/\1/...", text))
    return DETAIL.sub(r"\1...", CODE.sub("...", without_links))
