"""The letter box: an SMTP or LMTP server that takes letters to our own addresses and no others.

It stands on the loopback or behind a real mail server. A letter is accepted only after its row is
committed; what we do not want is refused while the sender's server still listens, never later.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import ClassVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Session
from aiosmtpd.smtp import Envelope as Sent
from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.db import close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from abyss_site import ids
from notifications import addresses, inbound

MOST_OCTETS = 10 * 1024 * 1024
MOST_RECIPIENTS = 20
MOST_CONNECTIONS = 100
# Real programs write lines longer than RFC 5321 allows.
LONGEST_LINE = 64 * 1024
PATIENCE = 300
# Of commands in one session; a letter takes three.
MOST_COMMANDS = 3000
# Threads that keep letters, each with a database connection of its own.
KEEPERS = 4

log = logging.getLogger(__name__)
# The server's own log names addresses, and they carry tokens.
logging.getLogger("mail.log").setLevel(logging.ERROR)


class LetterBox:
    """What the server asks us: may this come in, and is it safely kept?"""

    def __init__(self) -> None:
        self.connections: list[BaseDatabaseWrapper] = []
        self.keepers = ThreadPoolExecutor(KEEPERS, "keeper", initializer=self._remember)

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Sent, address: str, options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        if not (addresses.is_role(address) or addresses.read(address)):
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Sent) -> str:
        loop = asyncio.get_running_loop()
        client = str(session.peer[0]) if session.peer else ""
        try:
            await loop.run_in_executor(self.keepers, keep, envelope, client)
        except DatabaseTrouble as trouble:
            log.error("a letter must wait: %s", type(trouble).__name__)
            return _for_each(server, envelope, "451 4.3.0 Cannot keep the letter now, please wait")
        return _for_each(server, envelope, "250 2.0.0 Kept")

    async def handle_exception(self, error: Exception) -> str:
        log.error("session: %s", type(error).__name__)
        return "451 4.3.0 Something went wrong here, please try again later"

    def close(self) -> None:
        """Let the keepers finish, and close their connections."""
        self.keepers.shutdown(wait=True)
        for kept in self.connections:
            kept.inc_thread_sharing()
            kept.close()

    def _remember(self) -> None:
        self.connections.append(connections["default"])


def _for_each(server: SMTP, envelope: Sent, status: str) -> str:
    """Return the answer to DATA: LMTP wants one for each recipient (RFC 2033 §4.2)."""
    return "\r\n".join([status] * (len(envelope.rcpt_tos) if isinstance(server, LMTP) else 1))


def keep(envelope: Sent, client: str) -> None:
    """Store one letter; returns once it is committed."""
    raw = envelope.original_content or b""
    recipients = [str(address) for address in envelope.rcpt_tos]
    came = inbound.Envelope(str(envelope.mail_from or ""), recipients, client)
    # The same bytes for the same people are the same letter: a server that missed our answer
    # sends it again.
    names = "\n".join(sorted(recipient.lower() for recipient in recipients))
    source_id = hashlib.sha256(raw + b"\0" + names.encode(errors="replace")).hexdigest()
    close_old_connections()
    letter = inbound.receive(raw, came, "smtp", source_id, timezone.now())
    with ids.about(letter=letter.pk):
        log.info("letter kept")


class Mailroom:
    """The listening server. `port` is the one it found, should it have been asked for any (0)."""

    def __init__(self, host: str, port: int, *, lmtp: bool = False) -> None:
        self.host, self.port = host, port
        self.speak = LocalConversation if lmtp else Conversation
        self.box = LetterBox()

    async def serve(self, stop: asyncio.Event, ready: Callable[[Mailroom], None]) -> None:
        """Take letters until told to stop. Raises OSError if the port is taken."""
        server = await asyncio.get_running_loop().create_server(self.session, self.host, self.port)
        self.port = server.sockets[0].getsockname()[1]
        ready(self)
        try:
            await stop.wait()
        finally:
            server.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(server.wait_closed(), timeout=2)
            # Not here: Django guards its connections from event loops.
            await asyncio.to_thread(self.box.close)

    def session(self) -> SMTP:
        """Return the protocol for one new connection."""
        return self.speak(
            self.box,
            data_size_limit=MOST_OCTETS,
            enable_SMTPUTF8=True,
            hostname=settings.MAIL_DOMAIN,
            ident="Abyss by Post",
            timeout=PATIENCE,
            command_call_limit=MOST_COMMANDS,
            loop=asyncio.get_running_loop(),
        )


class Conversation(SMTP):
    """The protocol for one connection, with longer lines; too many at once are sent away."""

    line_length_limit = LONGEST_LINE
    going_on: ClassVar[set[Conversation]] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if len(self.going_on) >= MOST_CONNECTIONS and isinstance(transport, asyncio.WriteTransport):
            transport.write(b"421 4.3.2 Too many connections, please come back later\r\n")
            transport.close()
            return
        self.going_on.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self in self.going_on:
            self.going_on.discard(self)
            super().connection_lost(error)


class LocalConversation(LMTP, Conversation):
    """The same with a mail server of our own, in LMTP (RFC 2033)."""
