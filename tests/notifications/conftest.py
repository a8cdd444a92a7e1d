"""Fixtures for tests of notifications: renderers, a receiving mail server and a mailroom."""

from __future__ import annotations

import asyncio
import re
import string
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from queue import Queue
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from notifications.incoming import intake
from notifications.incoming.transports.smtp import Mailroom
from notifications.models import Notification
from notifications.outgoing import renderers
from notifications.outgoing.outbox import Draft, post
from notifications.outgoing.renderers import Email

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
TOKEN = "abcdefghijklmnopqrstuvwx23"


class Sink:
    """A mail server that accepts e-mails, or responds as configured."""

    def __init__(self) -> None:
        self.emails: list[Message] = []
        self.envelopes: list[Envelope] = []
        # Responses to RCPT and DATA.
        self.rcpt = self.data = "250 OK"
        # Maximum number of e-mails per connection, and the response after that; "" disconnects.
        self.most_emails, self.goodbye = 1000, ""
        self.carried: dict[object, int] = {}
        # Seconds after which it disconnects instead of confirming an e-mail; 0: it confirms it.
        self.hangs = 0.0

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        carried = self.carried[session.peer] = self.carried.get(session.peer, -1) + 1
        if carried >= self.most_emails and not self.goodbye and server.transport:
            server.transport.close()
        elif carried >= self.most_emails:
            return self.goodbye
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.rcpt.startswith("2"):
            envelope.rcpt_tos.append(address)
        return self.rcpt

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.data.startswith("2"):
            self.envelopes.append(envelope)
            self.emails.append(message_from_bytes(envelope.original_content or b""))
        if self.hangs and server.transport:
            await asyncio.sleep(self.hangs)
            server.transport.close()
        return self.data


@pytest.fixture
def sink(settings: Any) -> Iterator[Sink]:
    """Run a mail server and configure Django to send to it."""
    sink = Sink()

    async def serve(stop: asyncio.Event, ready: Callable[[int], None]) -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(sink, loop=loop), "127.0.0.1", 0)
        ready(server.sockets[0].getsockname()[1])
        await stop.wait()
        server.close()

    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    with running(serve) as settings.EMAIL_PORT:
        yield sink


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> dict[str, renderers.Renderer]:
    """Replace the renderers by one for "news" and "sign_in"; tests may change the returned dict."""
    rendered_by: dict[str, renderers.Renderer] = {"news": news, "sign_in": news}
    monkeypatch.setattr(renderers, "renderers", rendered_by)
    return rendered_by


@pytest.fixture
def readers(monkeypatch: pytest.MonkeyPatch) -> list[intake.Reply]:
    """Register a reader that returns "played", and return the list of replies passed to it."""
    read: list[intake.Reply] = []

    def note(reply: intake.Reply) -> str:
        read.append(reply)
        return "played"

    monkeypatch.setattr(intake, "readers", dict.fromkeys(string.ascii_lowercase, note))
    return read


@pytest.fixture
def mailroom(settings: Any) -> Iterator[Mailroom]:
    """Run a mailroom on a free port."""
    room = Mailroom("127.0.0.1", 0)
    serve = lambda stop, ready: room.serve(stop, lambda room: ready(room.port))  # noqa: E731
    with running(serve) as settings.SMTP_PORT:
        yield room


@contextmanager
def running(serve: Callable[..., Coroutine[Any, Any, None]]) -> Iterator[int]:
    """Run a server in a separate thread and yield its port."""
    loop, stop, ports = asyncio.new_event_loop(), asyncio.Event(), Queue[int]()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(serve(stop, ports.put))

    thread = threading.Thread(target=run)
    thread.start()
    yield ports.get(timeout=30)
    loop.call_soon_threadsafe(stop.set)
    thread.join(5)


def news(notification: Notification) -> Email | None:
    return Email(subject=f"News {notification.key}", text="Bob plays pebble 2.\n")


def draft(key: str, player: Any, **fields: Any) -> Draft:
    return Draft(key=key, player_id=player.pk, **{"kind": "news", **fields})


def text_of(email: Message) -> str:
    """Return the text of an e-mail with a single part."""
    text = email.get_payload(decode=True)
    assert isinstance(text, bytes)
    return text.decode().replace("\r\n", "\n")


def notification(key: str, player: Any, **fields: Any) -> Notification:
    """Post one notification and return its row."""
    post([draft(key, player, **fields)], now=NOW)
    return Notification.objects.get(key=key)


def reply(body: str = "2\n", *, sender: str = "alice@example.org", **headers: str) -> bytes:
    """Return a person's e-mail. Header names use `_` for `-`; "" omits a header."""
    fields = {
        "From": sender,
        "To": "play@abyss.localhost",
        "Subject": "Re: Your turn",
        "Message-ID": "<1@client.example>",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return (head + "\r\n" + re.sub("\r?\n", "\r\n", body)).encode()
