"""Run all checks for all our mail domains (requirement D1)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from . import servers, signing, spf
from .answers import Answers, NoResponse
from .findings import Finding, Notes, Verdict

# Purposes of domains: sender address, reply addresses, and envelope sender, which gets bounces.
FROM, ANSWERS, ENVELOPE = "From", "Reply-To and answers", "return address"


class MailSetup(msgspec.Struct, frozen=True):
    """Our mail setup: domains by purpose, sending hosts (names or IPs) and DKIM selectors."""

    domains: dict[str, str]
    hosts: list[str]
    selectors: list[str]


def check_mail_domains(setup: MailSetup, answers: Answers) -> list[Finding]:
    """Return all findings, by domain. A missing answer is a finding; NoResponse is never raised."""
    return [
        finding
        for domain in dict.fromkeys(setup.domains.values())
        for about, check in _checks_for_domain(domain, setup, answers)
        for finding in _run_check(domain, about, check)
    ]


def worst_verdict(findings: list[Finding]) -> Verdict:
    """Return the worst verdict of all findings; OK if there are none."""
    verdicts = {finding.verdict for finding in findings}
    ranks = (Verdict.WRONG, Verdict.WARNING)
    return next((verdict for verdict in ranks if verdict in verdicts), Verdict.OK)


Check = Callable[[], list[Finding]]


def _checks_for_domain(domain: str, setup: MailSetup, answers: Answers) -> list[tuple[str, Check]]:
    """Return the checks that apply to a domain, in the order of the report."""
    purposes = {
        purpose for purpose, purpose_domain in setup.domains.items() if purpose_domain == domain
    }
    addresses = partial(servers.look_up_sending_ips, setup.hosts, answers)
    checks: list[tuple[str, Check]] = [("MX", lambda: servers.check_mx(domain, answers))]
    if purposes & {FROM, ENVELOPE}:
        checks.append(("SPF", lambda: spf.check_spf(domain, addresses(), answers)))
    if FROM in purposes:
        envelope = setup.domains.get(ENVELOPE, domain)
        checks += [
            ("DKIM", lambda: signing.check_dkim(domain, setup.selectors, answers)),
            ("DMARC", lambda: signing.check_dmarc(domain, envelope, answers)),
            ("PTR", lambda: servers.check_ptr(domain, addresses(), answers)),
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
    except NoResponse as silence:
        notes = Notes(domain, about)
        notes.warn(f"Not known: {silence}. Try again later.")
        return notes.findings
