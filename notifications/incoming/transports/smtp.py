"""SMTP and LMTP server that accepts e-mails to our own addresses only.

It listens on the loopback or behind a real mail server. An e-mail is accepted only after its row is
committed. Unwanted e-mails are rejected during the SMTP session, never bounced later.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import AnyStr, ClassVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Session
from aiosmtpd.smtp import Envelope as SmtpEnvelope
from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.db import close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from abyss_site.core import ids
from abyss_site.core.valkey import heartbeats
from abyss_site.core.valkey.client import CONNECTION_ERRORS
from notifications.incoming import intake
from notifications.outgoing import reply_addresses

MAX_OCTETS = 10 * 1024 * 1024
MAX_RECIPIENTS = 20
# Maximum number of connections in total and per client address. A new connection above a limit
# closes the one that has been idle for longest.
MAX_CONNECTIONS = 1000
MAX_CONNECTIONS_PER_ADDRESS = 100
# Maximum number of octets of all e-mails being received. A connection that has sent no more than
# SMALL_EMAIL is never closed because of it.
MAX_BUFFERED_OCTETS = 128 * 1024 * 1024
SMALL_EMAIL = 64 * 1024
# Maximum length of a line in octets. Real programs write longer lines than RFC 5321 allows.
MAX_LINE_OCTETS = 64 * 1024
# Timeout in seconds between two commands.
PATIENCE = 300
# Maximum number of calls of each command in one session; an e-mail takes three commands.
MAX_COMMANDS = 3000
# Number of threads that store e-mails, each with its own database connection.
STORE_THREADS = 4
# Seconds between two heartbeats.
BEAT_SECONDS = 5

log = logging.getLogger(__name__)
# aiosmtpd logs addresses, which contain tokens.
logging.getLogger("mail.log").setLevel(logging.ERROR)


class MailHandler:
    """Handler for aiosmtpd: checks recipients and stores e-mails in worker threads."""

    def __init__(self) -> None:
        self.connections: list[BaseDatabaseWrapper] = []
        self.store_threads = ThreadPoolExecutor(STORE_THREADS, "store", initializer=self._remember)

    async def handle_RCPT(
        self,
        server: SMTP,
        session: Session,
        envelope: SmtpEnvelope,
        address: str,
        options: list[str],
    ) -> str:
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        if not (reply_addresses.is_role(address) or reply_addresses.parse_reply_address(address)):
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: SmtpEnvelope) -> str:
        loop = asyncio.get_running_loop()
        client = str(session.peer[0]) if session.peer else ""
        try:
            await loop.run_in_executor(self.store_threads, store_smtp_email, envelope, client)
        except DatabaseTrouble as trouble:
            log.error("an e-mail must wait: %s", type(trouble).__name__)
            return _for_each(server, envelope, "451 4.3.0 Cannot keep the e-mail now, please wait")
        return _for_each(server, envelope, "250 2.0.0 Kept")

    async def handle_exception(self, error: Exception) -> str:
        log.error("session: %s", type(error).__name__)
        return "451 4.3.0 Something went wrong here, please try again later"

    def close(self) -> None:
        """Wait for the worker threads to finish and close their database connections."""
        self.store_threads.shutdown(wait=True)
        for connection in self.connections:
            connection.inc_thread_sharing()
            connection.close()

    def _remember(self) -> None:
        self.connections.append(connections["default"])


async def beat_for_ever() -> None:
    """Record the mailroom's heartbeat again and again.

    It comes from the event loop that receives e-mails, so that it stops if that hangs.
    """
    while True:
        with suppress(*CONNECTION_ERRORS):
            await asyncio.to_thread(heartbeats.record_heartbeat, heartbeats.MAILROOM)
        await asyncio.sleep(BEAT_SECONDS)


def _for_each(server: SMTP, envelope: SmtpEnvelope, status: str) -> str:
    """Return the response to DATA: LMTP requires one per recipient (RFC 2033 §4.2)."""
    return "\r\n".join([status] * (len(envelope.rcpt_tos) if isinstance(server, LMTP) else 1))


def store_smtp_email(envelope: SmtpEnvelope, client: str) -> None:
    """Store one e-mail and return after its transaction is committed."""
    raw = envelope.original_content or b""
    recipients = [str(address) for address in envelope.rcpt_tos]
    came = intake.Envelope(str(envelope.mail_from or ""), recipients, client)
    # The same bytes to the same recipients are the same e-mail: a server that did not get our
    # response sends it again.
    names = "\n".join(sorted(recipient.lower() for recipient in recipients))
    source_id = hashlib.sha256(raw + b"\0" + names.encode(errors="replace")).hexdigest()
    close_old_connections()
    email = intake.receive_email(raw, came, "smtp", source_id, timezone.now())
    with ids.about(email=email.pk):
        log.info("e-mail kept")


class Mailroom:
    """The listening server. Port 0 chooses a free port, which `port` contains once it listens."""

    def __init__(self, host: str, port: int, *, lmtp: bool = False) -> None:
        self.host, self.port = host, port
        self.speak = LimitedLMTP if lmtp else LimitedSMTP
        self.handler = MailHandler()

    async def serve(self, stop: asyncio.Event, ready: Callable[[Mailroom], None]) -> None:
        """Serve until `stop` is set; call `ready` once listening.

        Raises OSError if the port is in use.
        """
        server = await asyncio.get_running_loop().create_server(self.session, self.host, self.port)
        self.port = server.sockets[0].getsockname()[1]
        ready(self)
        pulse = asyncio.create_task(beat_for_ever())
        try:
            await stop.wait()
        finally:
            pulse.cancel()
            server.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(server.wait_closed(), timeout=2)
            # In a thread, because Django forbids database access in an event loop.
            await asyncio.to_thread(self.handler.close)

    def session(self) -> SMTP:
        """Return the protocol for one new connection."""
        return self.speak(
            self.handler,
            data_size_limit=MAX_OCTETS,
            enable_SMTPUTF8=True,
            hostname=settings.MAIL_DOMAIN,
            ident="Abyss by Post",
            timeout=PATIENCE,
            command_call_limit=MAX_COMMANDS,
            loop=asyncio.get_running_loop(),
        )


class LimitedSMTP(SMTP):
    """The SMTP protocol of one connection, with longer lines and limits across connections.

    Slow or idle connections cannot block others: they are closed when a limit is reached, or after
    PATIENCE seconds.
    """

    line_length_limit = MAX_LINE_OCTETS
    # Open connections, ordered by when their client last completed a line, oldest first.
    open_connections: ClassVar[dict[LimitedSMTP, None]] = {}
    octets_held: ClassVar[int] = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.outgoing, self.octets = transport, 0
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        self.evict_oldest()
        self.open_connections[self] = None
        super().connection_made(transport)

    def evict_oldest(self) -> None:
        """Close the connection idle for longest if a limit, per address or total, is reached."""
        same = [
            connection for connection in self.open_connections if connection.address == self.address
        ]
        if len(same) >= MAX_CONNECTIONS_PER_ADDRESS:
            same[0].disconnect("421 4.3.2 Too many connections, please come back later")
        elif len(self.open_connections) >= MAX_CONNECTIONS:
            oldest = next(iter(self.open_connections))
            oldest.disconnect("421 4.3.2 Too many connections, please come back later")

    def disconnect(self, reason: str) -> None:
        self.open_connections.pop(self, None)
        self.outgoing.write(f"{reason}\r\n".encode())
        if self.outgoing.get_write_buffer_size():
            # The client does not read, so that close() would never finish.
            self.outgoing.abort()
        else:
            self.outgoing.close()

    def data_received(self, data: bytes) -> None:
        if b"\n" in data and self in self.open_connections:
            # It is active: move it to the end.
            del self.open_connections[self]
            self.open_connections[self] = None
        self.set_buffered_octets(self.octets + len(data))
        if LimitedSMTP.octets_held > MAX_BUFFERED_OCTETS and self.octets > SMALL_EMAIL:
            self.disconnect("421 4.3.1 Too much is being sent at once, please come back later")
            return
        super().data_received(data)

    def set_buffered_octets(self, octets: int) -> None:
        """Record the number of octets received on this connection since our last response."""
        LimitedSMTP.octets_held += octets - self.octets
        self.octets = octets

    async def push(self, status: AnyStr) -> None:
        self.set_buffered_octets(0)
        await super().push(status)

    def connection_lost(self, error: Exception | None) -> None:
        self.open_connections.pop(self, None)
        self.set_buffered_octets(0)
        super().connection_lost(error)


class LimitedLMTP(LMTP, LimitedSMTP):
    """The same protocol as LMTP (RFC 2033), for a local mail server."""
