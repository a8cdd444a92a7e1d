"""`manage.py mailroom`: run the SMTP or LMTP server for incoming e-mails until a signal."""

from __future__ import annotations

import asyncio
import signal
from typing import TypedDict, Unpack

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from abyss_site.core.database.base import limit_waits
from notifications.incoming.transports.smtp import Mailroom

# Seconds to wait for one statement: senders are told to try again before they give up.
DATABASE_SECONDS = 15


class Options(TypedDict):
    """The options of the command line."""

    host: str
    lmtp: bool
    port: int


class Command(BaseCommand):
    help = (
        "Take e-mails over SMTP and keep them for the worker. Only addresses of this installation "
        "(MAIL_DOMAIN) are accepted. Stops on SIGTERM and Ctrl-C once the e-mails at hand are kept."
    )

    # `migrate_and_seed` has checked the system; here the checks would cost 22 MB.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=settings.SMTP_HOST, help="default: SMTP_HOST")
        parser.add_argument("--lmtp", action="store_true", help="speak LMTP (RFC 2033), not SMTP")
        parser.add_argument(
            "--port", type=int, default=settings.SMTP_PORT, help="default: SMTP_PORT; 0: any"
        )

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        limit_waits(DATABASE_SECONDS)
        room = Mailroom(options["host"], options["port"], lmtp=options["lmtp"])
        try:
            asyncio.run(self._serve(room))
        except OSError as error:
            where = f"{room.host}:{room.port} (SMTP_HOST, SMTP_PORT)"
            raise CommandError(f"Cannot listen on {where}: {error}") from error

    async def _serve(self, room: Mailroom) -> None:
        stop = asyncio.Event()
        for name in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
        await room.serve(stop, self._say)

    def _say(self, room: Mailroom) -> None:
        self.stdout.write(f"mailroom listening on {room.host}:{room.port}")
        self.stdout.flush()
