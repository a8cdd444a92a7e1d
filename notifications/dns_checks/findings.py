"""One thing found out about a domain, and a sentence that says what to do."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Verdict(StrEnum):
    """How bad it is."""

    OK = "ok"
    # Letters pass, but not as well as they might; or nobody answered us.
    WARNING = "warning"
    # Letters will be lost or refused.
    WRONG = "wrong"


class Finding(msgspec.Struct, frozen=True):
    """What was found: `about` is "SPF", "MX" ...; `words` begin with what is, then what to do."""

    domain: str
    about: str
    verdict: Verdict
    words: str


class Notes:
    """A notebook for one domain and one thing."""

    def __init__(self, domain: str, about: str) -> None:
        self.domain, self.about = domain, about
        self.findings: list[Finding] = []

    def ok(self, words: str) -> None:
        self._add(Verdict.OK, words)

    def warn(self, words: str) -> None:
        self._add(Verdict.WARNING, words)

    def bad(self, words: str) -> None:
        self._add(Verdict.WRONG, words)

    def _add(self, verdict: Verdict, words: str) -> None:
        visible = "".join(letter if letter.isprintable() else "?" for letter in words)
        self.findings.append(Finding(self.domain, self.about, verdict, visible[:500]))


def parse_tags(record: str) -> dict[str, str]:
    """Return the `name=value;` pairs of a record (RFC 6376 §3.2); the first of a name counts."""
    found: dict[str, str] = {}
    for pair in record.split(";"):
        name, _, value = pair.partition("=")
        found.setdefault(name.strip().lower(), value.strip())
    return found
