"""The mail server that receives the service's e-mails, in every state such servers can be in."""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
import time
from collections import Counter, defaultdict
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import SimpleQueue
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller

from abyss_site.bootstrap.processes import any_free_port
from devtools.chaos.leaks import Leaks

# The boundary between the parts of an e-mail differs for each attempt.
BOUNDARY = re.compile(rb"={10,}\d+==")


class Copy(NamedTuple):
    """One copy of an e-mail: when its sender started to deliver it, by the right clock; its
    words."""

    began: float
    body: str


class MailServer:
    """Stores what it accepted: copies of each e-mail by Message-ID, and each person's mailbox.

    A hanging server accepts the e-mail but never says so; then the connection is lost. One that
    refuses does so at the recipient or after the e-mail, always with a temporary error.
    """

    def __init__(self, leaks: Leaks) -> None:
        self.mood = "well"
        self.leaks = leaks
        self.copies: dict[str, list[Copy]] = defaultdict(list)
        self.inboxes: dict[str, SimpleQueue[EmailMessage]] = defaultdict(SimpleQueue)
        self.answers: Counter[str] = Counter()
        self.port = any_free_port()
        self.busy = threading.Lock()
        self.controller: Controller | None = None
        self.come()

    def come(self) -> None:
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
        self.controller.start()

    def go(self) -> None:
        if self.controller:
            self.controller.stop(no_assert=True)
        self.controller = None

    async def handle_RCPT(
        self, server: object, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.mood == "refuses" and self.answers["later"] % 2:
            self.answers["later"] += 1
            return "451 4.7.1 Not now, please come back later"
        session.began = time.time()
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: object) -> str:
        if self.mood == "refuses":
            self.answers["later"] += 1
            return "452 4.3.1 Insufficient system storage"
        self._keep(envelope, session.began)
        if self.mood == "hangs":
            self.answers["no answer"] += 1
            while self.mood == "hangs":
                await asyncio.sleep(0.05)
            server.transport.close()
        self.answers["taken"] += 1
        return "250 2.0.0 Taken"

    def _keep(self, envelope: Any, began: float) -> None:
        raw = envelope.original_content
        email = message_from_bytes(raw, policy=policy.default)
        reader = str(envelope.rcpt_tos[0]).lower()
        _, _, body = raw.partition(b"\r\n\r\n")
        digest = hashlib.sha256(BOUNDARY.sub(b"", body)).hexdigest()
        copies = self.copies[str(email["Message-ID"])]
        copies.append(Copy(began, digest))
        self.leaks.heard("email", reader, _words(email))
        if len(copies) == 1:
            self.inboxes[reader].put(email)


def _words(email: EmailMessage) -> str:
    """Return everything a reader can see: headers and decoded texts."""
    head = "\n".join(f"{name}: {value}" for name, value in email.items())
    parts = (part for part in email.walk() if part.get_content_maintype() == "text")
    return "\n".join([head, *(str(part.get_content()) for part in parts)])
