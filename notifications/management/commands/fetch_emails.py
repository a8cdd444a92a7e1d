"""`manage.py fetch_emails`: store new e-mails of the mailbox at IMAP_URL."""

from __future__ import annotations

import imaplib
import time
from argparse import ArgumentParser
from subprocess import TimeoutExpired
from typing import TypedDict, Unpack

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseTrouble
from django.db import close_old_connections

from abyss_site.core.time_limits import limit_seconds
from notifications.incoming.transports import imap
from notifications.incoming.transports.imap_mailbox import MAX_IDLE_SECONDS

# Seconds for everything besides waiting: signing in, and fetching one batch of e-mails. What was
# fetched until then is stored, and the next round goes on from there.
ROUND_SECONDS = 600


class Options(TypedDict):
    """The options of the command line."""

    every: int | None


class Command(BaseCommand):
    help = "Keep the e-mails that are new in the mailbox of IMAP_URL, once or --every so often."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--every",
            type=int,
            metavar="SECONDS",
            help="go on, asking so often, or when the server says that e-mails came",
        )

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        if not settings.IMAP_URL:
            raise CommandError("Set IMAP_URL to imaps://user:password@host/folder.")
        while True:
            wait = MAX_IDLE_SECONDS if options["every"] else 0
            try:
                with limit_seconds(wait + ROUND_SECONDS):
                    outcome = imap.fetch_new_emails(
                        settings.IMAP_URL, settings.IMAP_TOKEN_COMMAND, wait=wait
                    )
                self.stdout.write(f"{outcome.new} new e-mails")
                self.stdout.flush()
                has_waited = outcome.waited
            except (OSError, imaplib.IMAP4.error, DatabaseTrouble, TimeoutExpired) as trouble:
                has_waited = False
                # Never show the error's message: servers may repeat the password in it.
                message = f"The mailbox cannot be read: {type(trouble).__name__}"
                if not options["every"]:
                    raise CommandError(message) from None
                self.stderr.write(message)
            if not options["every"]:
                return
            if not has_waited:
                time.sleep(options["every"])
            close_old_connections()
