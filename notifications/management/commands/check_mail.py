"""`manage.py check_mail`: check DNS and mail servers of our mail domains and say what to do."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from abyss_site.core.time_limits import limit_seconds
from notifications.dns_checks.answers import Answers, LiveAnswers, load_answers_file
from notifications.dns_checks.checkup import (
    ANSWERS,
    ENVELOPE,
    FROM,
    MailSetup,
    check_mail_domains,
    worst_verdict,
)
from notifications.dns_checks.findings import Finding, Verdict
from notifications.outgoing import reply_addresses
from notifications.reply_parser.mime import parse_single_address

# Seconds for all look-ups together.
ALL_SECONDS = 300
WIDEST = max(len(verdict) for verdict in Verdict)


class Options(TypedDict):
    """The options of the command line."""

    json: bool
    domain: str | None
    answers: Path | None


class Command(BaseCommand):
    help = (
        "Check the domains of our e-mails: MX, SPF, DKIM, DMARC, PTR, TLS, MTA-STS and TLS-RPT. "
        "Ends with 1 if something is wrong."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON line for each finding")
        parser.add_argument("--domain", help="a domain to check in the place of MAIL_DOMAIN")
        parser.add_argument(
            "--answers", type=Path, metavar="FILE", help="a rehearsal: answers from a YAML file"
        )

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        # What has not answered by then is reported like any other server without an answer.
        with limit_seconds(ALL_SECONDS):
            findings = check_mail_domains(
                _build_mail_setup(options["domain"]), _load_answers(options["answers"])
            )
        for finding in findings:
            line = (
                msgspec.json.encode(finding).decode()
                if options["json"]
                else _format_finding(finding)
            )
            self.stdout.write(line)
        if worst_verdict(findings) == Verdict.WRONG:
            raise CommandError("Something is wrong: e-mails may be refused or lost.")


def _build_mail_setup(domain: str | None) -> MailSetup:
    own = reply_addresses.own_domain()
    from_domain = parse_single_address(settings.DEFAULT_FROM_EMAIL).rpartition("@")[2] or own
    domains = {FROM: from_domain, ANSWERS: own, ENVELOPE: own}
    if domain:
        domains = dict.fromkeys(domains, domain.lower().rstrip("."))
    return MailSetup(domains, settings.MAIL_SENDING_HOSTS, settings.MAIL_DKIM_SELECTORS)


def _load_answers(path: Path | None) -> Answers:
    try:
        return load_answers_file(path) if path else LiveAnswers()
    except ValueError as error:
        raise CommandError(str(error)) from error


def _format_finding(finding: Finding) -> str:
    return f"{finding.verdict:{WIDEST}}  {finding.domain}  {finding.about}: {finding.words}"
