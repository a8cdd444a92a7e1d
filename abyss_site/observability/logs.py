"""How our log is written: what happened, without the keys that addresses and pages carry."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime

from abyss_site import ids

# Whoever reads the path of a sign-in link, an invitation or an answer may use it, and so may
# whoever reads an address of ours with its code.
LINK = re.compile(
    r"/(p|a|b|i|u|sign-in|invitations|held|resign|appeals|feeds|live|votes|prompts"
    r"|letters/(?:address|senders))"
    r"/(?!demo/|<)[^\s/\"']{8,}(/\d+/[^\s/\"']+)?"
)
CODE = re.compile(r"\b[a-z2-7]{26}(?:[a-z2-7]{18})?(?=@|\b)", re.IGNORECASE)
# Personal tokens and the keys of sessions.
KEY = re.compile(r"\babp_[0-9a-f]{8,}|(?<=sessionid=)\w+")
# A row that the database names in its complaint.
DETAIL = re.compile(r"^(\s*DETAIL: ).*", re.MULTILINE)


class Discreet(logging.Formatter):
    """Writes a record, its traceback too, with such keys left out."""

    def format(self, record: logging.LogRecord) -> str:
        return discreet(super().format(record))


class Json(logging.Formatter):
    """Writes a record as one line of JSON, with the ids of what was being worked upon."""

    def format(self, record: logging.LogRecord) -> str:
        written = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": discreet(record.getMessage()),
            **ids.trail(),
        }
        if record.exc_info:
            written["trace"] = discreet(self.formatException(record.exc_info))
        return json.dumps(written, ensure_ascii=False)


def discreet(said: str) -> str:
    """Return what is said without keys, and without the rows that the database names."""
    told = KEY.sub("...", LINK.sub(r"/\1/...", said))
    return DETAIL.sub(r"\1...", CODE.sub("...", told))
