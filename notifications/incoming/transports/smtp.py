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
from typing import AnyStr, ClassVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Session
from aiosmtpd.smtp import Envelope as Sent
from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.db import close_old_connections, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

from abyss_site import ids
from notifications.incoming import intake
from notifications.outgoing import reply_addresses

MOST_OCTETS = 10 * 1024 * 1024
MOST_RECIPIENTS = 20
# Connections in all, and of one address; who has waited longest makes room for whoever comes.
MOST_CONNECTIONS = 1000
MOST_CONNECTIONS_OF_ADDRESS = 100
# Octets of letters that are being sent. Small ones are always taken.
MOST_OCTETS_HELD = 128 * 1024 * 1024
SMALL_LETTER = 64 * 1024
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
        if not (reply_addresses.is_role(address) or reply_addresses.parse_reply_address(address)):
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Sent) -> str:
        loop = asyncio.get_running_loop()
        client = str(session.peer[0]) if session.peer else ""
        try:
            await loop.run_in_executor(self.keepers, store_smtp_email, envelope, client)
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


def store_smtp_email(envelope: Sent, client: str) -> None:
    """Store one letter; returns once it is committed."""
    raw = envelope.original_content or b""
    recipients = [str(address) for address in envelope.rcpt_tos]
    came = intake.Envelope(str(envelope.mail_from or ""), recipients, client)
    # The same bytes for the same people are the same letter: a server that missed our answer
    # sends it again.
    names = "\n".join(sorted(recipient.lower() for recipient in recipients))
    source_id = hashlib.sha256(raw + b"\0" + names.encode(errors="replace")).hexdigest()
    close_old_connections()
    letter = intake.receive_email(raw, came, "smtp", source_id, timezone.now())
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
    """The protocol for one connection, with longer lines, and ceilings for all of them.

    A connection that says nothing, or a line so slowly that it never ends, costs others nothing:
    it is closed when its place is needed, and after PATIENCE seconds anyway.
    """

    line_length_limit = LONGEST_LINE
    # The first has waited longest for its client to end a line.
    going_on: ClassVar[dict[Conversation, None]] = {}
    octets_held: ClassVar[int] = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.outgoing, self.octets = transport, 0
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if peer else ""
        self.make_room()
        self.going_on[self] = None
        super().connection_made(transport)

    def make_room(self) -> None:
        """Close whoever has waited longest if there are too many, of this address or in all."""
        same = [one for one in self.going_on if one.address == self.address]
        if len(same) >= MOST_CONNECTIONS_OF_ADDRESS:
            same[0].send_away("421 4.3.2 Too many connections, please come back later")
        elif len(self.going_on) >= MOST_CONNECTIONS:
            oldest = next(iter(self.going_on))
            oldest.send_away("421 4.3.2 Too many connections, please come back later")

    def send_away(self, reason: str) -> None:
        self.going_on.pop(self, None)
        self.outgoing.write(f"{reason}\r\n".encode())
        if self.outgoing.get_write_buffer_size():
            # It does not even read, and would never be closed.
            self.outgoing.abort()
        else:
            self.outgoing.close()

    def data_received(self, data: bytes) -> None:
        if b"\n" in data and self in self.going_on:
            # It goes on: it stands behind all the others now.
            del self.going_on[self]
            self.going_on[self] = None
        self.count(self.octets + len(data))
        if Conversation.octets_held > MOST_OCTETS_HELD and self.octets > SMALL_LETTER:
            self.send_away("421 4.3.1 Too much is being sent at once, please come back later")
            return
        super().data_received(data)

    def count(self, octets: int) -> None:
        """Note how many octets of this connection lie here since it was last answered."""
        Conversation.octets_held += octets - self.octets
        self.octets = octets

    async def push(self, status: AnyStr) -> None:
        self.count(0)
        await super().push(status)

    def connection_lost(self, error: Exception | None) -> None:
        self.going_on.pop(self, None)
        self.count(0)
        super().connection_lost(error)


class LocalConversation(LMTP, Conversation):
    """The same with a mail server of our own, in LMTP (RFC 2033)."""
