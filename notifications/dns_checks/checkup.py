"""The whole check of all our domains (requirement D1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from . import servers, signing, spf
from .answers import Answers, Silence
from .findings import Finding, Notes, Verdict

# Letters are From, answers and reports come to these domains.
FROM, ANSWERS, ENVELOPE = "From", "Reply-To and answers", "return address"


class Post(msgspec.Struct, frozen=True):
    """Our mail as it is set up: domains by what they are for, and who sends and signs.

    `domains[purpose]`; `hosts` are names or numbers; `selectors` are DKIM's.
    """

    domains: dict[str, str]
    hosts: list[str]
    selectors: list[str]


def check_mail_domains(post: Post, answers: Answers) -> list[Finding]:
    """Return everything found, by domain. Never raises: silence is a finding."""
    return [
        finding
        for domain in dict.fromkeys(post.domains.values())
        for about, check in _checks_for_domain(domain, post, answers)
        for finding in _run_check(domain, about, check)
    ]


def worst_verdict(findings: list[Finding]) -> Verdict:
    """Return how bad it is altogether."""
    found = {finding.verdict for finding in findings}
    ranks = (Verdict.WRONG, Verdict.WARNING)
    return next((verdict for verdict in ranks if verdict in found), Verdict.OK)


Check = Callable[[], list[Finding]]


def _checks_for_domain(domain: str, post: Post, answers: Answers) -> list[tuple[str, Check]]:
    """Return the checks that make sense for a domain, in the order they are told."""
    purposes = {purpose for purpose, named in post.domains.items() if named == domain}
    addresses = partial(servers.look_up_sending_ips, post.hosts, answers)
    checks: list[tuple[str, Check]] = [("MX", lambda: servers.check_mx(domain, answers))]
    if purposes & {FROM, ENVELOPE}:
        checks.append(("SPF", lambda: spf.check_spf(domain, addresses(), answers)))
    if FROM in purposes:
        envelope = post.domains.get(ENVELOPE, domain)
        checks += [
            ("DKIM", lambda: signing.check_dkim(domain, post.selectors, answers)),
            ("DMARC", lambda: signing.check_dmarc(domain, envelope, answers)),
            ("PTR", lambda: servers.check_names(domain, addresses(), answers)),
        ]
    if purposes & {ANSWERS, ENVELOPE}:
        checks += [
            ("TLS", lambda: servers.check_tls(domain, answers)),
            ("MTA-STS", lambda: servers.check_sts(domain, answers)),
            ("TLS-RPT", lambda: servers.check_reports(domain, answers)),
        ]
    return checks


def _run_check(domain: str, about: str, check: Check) -> list[Finding]:
    try:
        return check()
    except Silence as silence:
        notes = Notes(domain, about)
        notes.warn(f"Not known: {silence}. Try again later.")
        return notes.findings
