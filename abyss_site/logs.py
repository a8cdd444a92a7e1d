"""How our log is written: what happened, without the keys that addresses and pages carry."""

from __future__ import annotations

import logging
import re

# Whoever reads the path of a sign-in link, an invitation or an answer may use it, and so may
# whoever reads an address of ours with its code.
LINK = re.compile(
    r"/(p|a|b|i|u|sign-in|invitations|held|resign|appeals|feeds|live|votes|prompts"
    r"|letters/(?:address|senders))"
    r"/(?!demo/)[^\s/\"']{8,}(/\d+/[^\s/\"']+)?"
)
CODE = re.compile(r"\b[a-z2-7]{26}(?:[a-z2-7]{18})?(?=@|\b)", re.IGNORECASE)
# A row that the database names in its complaint.
DETAIL = re.compile(r"^(\s*DETAIL: ).*", re.MULTILINE)


class Discreet(logging.Formatter):
    """Writes a record, its traceback too, with such keys left out."""

    def format(self, record: logging.LogRecord) -> str:
        told = LINK.sub(r"/\1/...", super().format(record))
        return DETAIL.sub(r"\1...", CODE.sub("...", told))
