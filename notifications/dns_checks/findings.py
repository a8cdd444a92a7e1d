"""Findings of the checks: a verdict about a domain, and what to do."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Verdict(StrEnum):
    """Severity of a finding."""

    OK = "ok"
    # E-mails are delivered, but the setup could be better; or there was no answer.
    WARNING = "warning"
    # E-mails will be lost or rejected.
    WRONG = "wrong"


class Finding(msgspec.Struct, frozen=True):
    """A finding. `about` is "SPF", "MX" ...; `words` describe it and what to do."""

    domain: str
    about: str
    verdict: Verdict
    words: str


class Notes:
    """Collects the findings of one check for one domain."""

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
        visible = "".join(char if char.isprintable() else "?" for char in words)
        self.findings.append(Finding(self.domain, self.about, verdict, visible[:500]))


def parse_tags(record: str) -> dict[str, str]:
    """Parse the `name=value;` pairs of a record (RFC 6376 §3.2); the first of a name counts."""
    tags: dict[str, str] = {}
    for pair in record.split(";"):
        name, _, value = pair.partition("=")
        tags.setdefault(name.strip().lower(), value.strip())
    return tags
