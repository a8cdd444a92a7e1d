"""`manage.py explain_email ID|FILE`: show how an e-mail is parsed and what it would do."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from notifications.incoming import dispatch, explain
from notifications.incoming.intake import Envelope
from notifications.models import InboundEmail


class Options(TypedDict):
    """The options of the command line."""

    email: str
    to: str


class Command(BaseCommand):
    help = (
        "Explain an e-mail that came in (by its id) or a file: its kind, each line with the reason "
        "it was dropped, and the decision, tried and undone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email", metavar="ID|FILE")
        parser.add_argument("--to", default="", help="the address a file was sent to")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        email = _load_email(options["email"], options["to"])
        if email.raw is None:
            raise CommandError(f"Its bytes are forgotten; the decision was: {email.reason}.")
        if email.reason:
            self.stdout.write(f"decided: {email.reason} ({email.processed_at:%F %T %Z})")
        decision = dispatch.preview_decision(email, timezone.now())
        raw = bytes(email.raw)
        explanation = explain.explain_email(
            raw, ".eml", list(dispatch.iterate_quotable_texts(email.token))
        )
        self.stdout.write(f"kind:    {explanation['kind']}")
        self.stdout.write(f"from:    {explanation['from'] or 'not exactly one address'}")
        self.stdout.write(f"for:     {email.purpose or 'nobody in particular'}")
        if explanation["recipients"]:
            self.stdout.write(
                f"about:   {', '.join(explanation['recipients'])} {explanation['status']}"
            )
        for line in explanation["own_text"].splitlines():
            self.stdout.write(f"own      | {line}")
        for line in explanation["dropped"]:
            self.stdout.write(f"dropped  | {line['line'][:100]}  ({line['why']})")
        self.stdout.write(f"now:     {decision}")


def _load_email(name: str, to: str) -> InboundEmail:
    """Return the e-mail with an id, or an unsaved one from a file."""
    path = Path(name)
    if path.is_file():
        envelope = Envelope("unknown", [to] if to else [])
        return dispatch.build_unsaved_email(path.read_bytes(), envelope, timezone.now())
    try:
        return InboundEmail.objects.get(pk=UUID(name))
    except (ValueError, InboundEmail.DoesNotExist) as error:
        raise CommandError(f"There is no file and no e-mail {name}.") from error
