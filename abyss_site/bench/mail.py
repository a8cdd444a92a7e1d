"""`bench mail`: letters out to a sink beside bare Django sending, letters in, hostile letters."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiosmtpd.smtp import SMTP
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.utils import timezone

from abyss_site.bench import tables
from abyss_site.bench.stopwatch import Stopwatch
from games.models import Prompt
from notifications import addresses, deliver, inbound, outbox, sorting, writer
from notifications.models import InboundLetter, Notice
from notifications.replies import own_lines

# So many matches of four are dealt; one letter goes to each of their seats.
MATCHES = 20
BARE = 200
# What a stranger may send at most, and what costs parsers most.
SIZE = 1_000_000


class Sink:
    """A mail server that takes everything."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        return "250 OK"


def measure() -> dict[str, Any]:
    """Deal matches and send their letters; answer each by letter; read the worst letters."""
    with _sink() as port:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.LETTERS_A_DAY = 30_000
        for number in range(MATCHES):
            tables.dealt("abyss", number)
        out, bare, ready = _out(), _bare(), _ready()
    return {
        "letters written and sent": out,
        "letters that are ready, through the post office": ready,
        "bare Django sending": bare,
        "letters received and decided": _in(),
        "worst seconds for a letter of 1 MB": _hostile(),
    }


def _out() -> dict[str, Any]:
    watch, sent = Stopwatch(), 0
    with watch:
        while left := deliver.post_round(timezone.now()):
            sent += left
    return watch.figures(sent)


def _bare() -> dict[str, Any]:
    """Send as many letters of the same size with Django alone."""
    sample = Notice.objects.filter(state=Notice.State.SENT).exclude(html="").first()
    assert sample is not None
    watch, connection = Stopwatch(), get_connection()
    with watch:
        connection.open()
        for _ in range(BARE):
            letter = EmailMultiAlternatives(sample.subject, sample.text, to=["a@example.org"])
            letter.attach_alternative(sample.html, "text/html")
            connection.send_messages([letter])
        connection.close()
    return watch.figures(BARE)


def _ready() -> dict[str, Any]:
    """Send as many through the post office that cost nothing to write: what it costs itself."""
    sample = Notice.objects.filter(state=Notice.State.SENT).exclude(html="").first()
    assert sample is not None
    writer.letter("bench", lambda notice: writer.Letter("x", sample.text, sample.html))
    people = tables.people()
    drafts = [
        outbox.Draft(f"bench-{number}", people[number % 4].pk, "bench", thread=f"bench-{number}")
        for number in range(BARE)
    ]
    outbox.post(drafts, now=timezone.now())
    return _out()


def _in() -> dict[str, Any]:
    """Answer every open question by a letter that quotes ours."""
    letters = [
        _answer(number, prompt, Notice.objects.filter(reply_token=prompt.token).first())
        for number, prompt in enumerate(Prompt.objects.filter(closed=None).select_related("match"))
    ]
    watch = Stopwatch()
    with watch:
        for number, (raw, envelope) in enumerate(letters):
            inbound.receive(raw, envelope, "bench", str(number), timezone.now())
        while sorting.read_due(timezone.now()):
            pass
    reasons = InboundLetter.objects.values_list("reason", flat=True)
    played = sum(reason == "played" for reason in reasons)
    return watch.figures(len(letters)) | {"played": played}


def _answer(number: int, prompt: Prompt, asked: Notice | None) -> tuple[bytes, inbound.Envelope]:
    player = prompt.match.seats.select_related("player").get(number=prompt.seat).player
    address = addresses.write_full("play", prompt.token)
    quoted = "".join(f"> {line}\r\n" for line in (asked.text if asked else "").splitlines())
    raw = (
        f"From: {player.email}\r\nTo: {address}\r\nSubject: Re: Your turn\r\n"
        f"Message-ID: <{number}@client.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
        f"1\r\n\r\nOn Monday Abyss wrote:\r\n{quoted}"
    )
    return raw.encode(), inbound.Envelope(player.email, [address])


def _hostile() -> dict[str, float]:
    return {name: round(_seconds(raw), 2) for name, raw in _worst()}


def _worst() -> Iterator[tuple[str, bytes]]:
    html = b"Content-Type: text/html\r\n\r\n"
    yield "one line", b"\r\n" + b"a " * (SIZE // 2)
    yield "quotes", b"\r\n" + b"> " * (SIZE // 2)
    yield "attributions", b"\r\n" + b"On Monday x wrote:\r\n" * (SIZE // 20)
    yield "tags", html + b"<div><blockquote>" * (SIZE // 17)
    yield "open tags", html + b"<" * SIZE
    yield "headers", b"X: y\r\n" * (SIZE // 6) + b"\r\nx"
    yield (
        "parts",
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\n" * (SIZE // 7),
    )
    yield "noise", b"\r\n" + random.Random(1).randbytes(SIZE)


def _seconds(raw: bytes) -> float:
    begun = time.perf_counter()
    own_lines(raw)
    return time.perf_counter() - begun


@contextmanager
def _sink() -> Iterator[int]:
    """Run a mail server in a thread of its own; gives its port."""
    loop, ready = asyncio.new_event_loop(), threading.Event()
    ports: list[int] = []

    async def serve() -> None:
        server = await loop.create_server(lambda: SMTP(Sink(), loop=loop), "127.0.0.1", 0)
        ports.append(server.sockets[0].getsockname()[1])
        ready.set()

    def run() -> None:
        loop.run_until_complete(serve())
        loop.run_forever()

    threading.Thread(target=run, daemon=True).start()
    ready.wait(10)
    yield ports[0]
    loop.call_soon_threadsafe(loop.stop)
