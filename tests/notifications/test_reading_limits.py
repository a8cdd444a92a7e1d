"""Limits of reading an e-mail: its time, its attempts, and what its player learns."""

from __future__ import annotations

import os
import signal
import time
import unicodedata
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from devtools.bench.hostile import SENT_TEXT, generate_hostile_emails
from games.models import Prompt
from games.replies.readers import count_failures
from games.services import metric_counters
from notifications.incoming import dispatch, intake
from notifications.incoming.dispatch import process_due
from notifications.incoming.explain import explain_email
from notifications.incoming.intake import Envelope, Reply, build_inbound_email
from notifications.models import InboundEmail, Notification, Quarantine
from notifications.outgoing import reply_addresses

from .conftest import NOW, TOKEN, notification, reply
from .test_inbound import arrive

# Size of the texts, in characters, and the processor time that any of them may take.
SIZE, MAX_SECONDS = 130_000, 1.0
# What the bodies repeat: marks, spaces, words, digits and letters that are slow in some way.
PIECES = (
    *(":", ".", "-", " - ", "!", "()", "(a) ", "[", "<", ">", "|", '"', "“", "@", "^", "_", "*"),
    *(" ", "\t", "\u00a0", "a", "a ", "2 ", "2. ", "2, ", "a, ", "a; ", "a: ", "a@b.c ", "hi, "),
    *("thanks, ", "take 2 ", "take; ", ", then ", "no ", "wait ", "x2 ", ":-) ", "-1 ", "a - "),
    *("\u0301\u0316", "e\u0301", "İ", "²", "٣", "界", "😀", "\u200d", "\U000e0041", "wrote: "),
    *("order pass if ", "always take ", "in a, ", "say ", "explain ", "what is ", "d'", "&amp;"),
    *("On 2 Nov 2026, a@b.c wrote: ", "best regards ", "sorry for ", "http://a.b/ "),
)


def build_bodies(piece: str, size: int) -> Iterator[str]:
    """Yield texts of a size that repeat a piece: in one line, in short lines, in paragraphs."""
    yield piece * (size // len(piece))
    line = (piece * 80)[:76] + "\n"
    yield line * (size // len(line))
    yield (piece + "\n\n") * (size // (len(piece) + 2))


def build_raw(body: str, kind: str, sender: str) -> bytes:
    page = body.replace("<", "&lt;").replace("\n", "<br>\n") if kind == "text/html" else body
    head = f"From: {sender}\nMessage-ID: <{uuid4()}@client.example>\nContent-Type: {kind}"
    return f"{head}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{page}".encode()


def measure(raw: bytes, prompt: Prompt, sender: str) -> tuple[float, str]:
    """Return the processor time of a decision, in seconds, and its reason code."""
    to = reply_addresses.build_address("play", prompt.token)
    email = build_inbound_email(raw, Envelope(sender, [to]), "test", uuid4().hex, NOW)
    begun = time.process_time()
    reason = dispatch.preview_decision(email, NOW)
    return time.process_time() - begun, reason


GAMES = (("pebbles", "en"), ("abyss", "fr"), ("essence", "de"))
KINDS = ("text/plain", "text/html")
# Each piece in one game, language and type, which are all combined with others.
CASES = [
    (piece, *GAMES[number % len(GAMES)], KINDS[number % len(KINDS)])
    for number, piece in enumerate(PIECES)
]


@pytest.mark.django_db
@pytest.mark.sampled(12)
@pytest.mark.parametrize(("piece", "game", "language", "kind"), CASES)
def test_any_email_is_decided_in_a_second(
    deal: Any, piece: str, game: str, language: str, kind: str
) -> None:
    match = deal(game, 2)
    prompt = match.prompts.filter(closed_at=None).order_by("seat")[0]
    player = match.seats.get(number=prompt.seat).player
    player.language = language
    player.save(update_fields=["language"])

    results = [
        min(measure(build_raw(body, kind, player.email), prompt, player.email) for _ in range(2))
        for body in build_bodies(piece, SIZE)
    ]

    assert max(seconds for seconds, _ in results) < MAX_SECONDS, results
    assert not any(reason.startswith(("error", "failed")) for _, reason in results)


HOSTILE = dict(generate_hostile_emails(2_000_000))


def measure_reading(raw: bytes) -> float:
    begun = time.process_time()
    explain_email(raw, ".eml", [SENT_TEXT])
    return time.process_time() - begun


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", HOSTILE)
def test_any_structure_of_an_email_is_read_in_a_second(name: str) -> None:
    """The best of some tries: what else the machine does costs processor time, too."""
    assert any(measure_reading(HOSTILE[name]) < MAX_SECONDS for _ in range(4))


def process_in_child(now: Any, max_seconds: float) -> int:
    """Process due e-mails in a process like those of the worker; return how it ended (waitpid)."""
    pid = os.fork()
    if pid == 0:
        # The connection belongs to the parent: without ending it, this process opens another.
        connection.connection = None
        try:
            process_due(now, max_seconds=max_seconds)
        finally:
            os._exit(0)
    return os.waitpid(pid, 0)[1]


@pytest.mark.django_db(transaction=True)
def test_an_email_that_ends_its_processes_is_set_aside_and_stops_no_other(
    people: dict[str, Any], readers: list[Reply]
) -> None:
    """I4, I10: a single call of C code, which no exception interrupts, takes for ever."""
    notification("asked", people["alice"], reply_token=TOKEN)
    marks = "\u0301\u0316" * 500_000

    def read(line_reply: Reply) -> str:
        if line_reply.lines == ["poison"]:
            return unicodedata.normalize("NFC", marks)
        readers.append(line_reply)
        return "played"

    intake.readers[TOKEN[0]] = read
    poison = arrive(reply("poison\n"))
    other = arrive(reply("2\n", Message_ID="<2@client.example>"))

    ends = [process_in_child(NOW + timedelta(hours=hour), 1.0) for hour in range(4)]

    assert [os.WTERMSIG(end) for end in ends] == [signal.SIGPROF] * 3 + [0]
    poison.refresh_from_db()
    other.refresh_from_db()
    assert (other.state, other.tries) == ("done", 0)
    assert (poison.state, poison.reason) == ("parked", "error ReaderEnded")
    assert Quarantine.objects.get().row_id == str(poison.pk)


@pytest.mark.django_db
def test_the_player_is_told_of_an_email_that_is_set_aside(
    people: dict[str, Any], readers: list[Reply]
) -> None:
    """Its reader gets it without lines, and refuses it with help."""
    notification("asked", people["alice"], reply_token=TOKEN)
    email = arrive(reply("poison\n"))
    InboundEmail.objects.update(tries=3, reason="reading")

    process_due(NOW)

    [told] = readers
    assert (told.email_id, told.lines, told.problem) == (email.pk, [], "unreadable")


@pytest.mark.django_db
@pytest.mark.parametrize("sender", ["mallory@example.org", "bob@example.org"])
def test_nobody_else_is_told_of_it(
    people: dict[str, Any], readers: list[Reply], sender: str
) -> None:
    notification("asked", people["alice"], reply_token=TOKEN)
    arrive(reply("poison\n", sender=sender))
    InboundEmail.objects.update(tries=3, reason="reading")

    process_due(NOW)

    assert readers == []


@pytest.mark.django_db
def test_an_attempt_is_counted_before_its_email_is_read(readers: list[Reply]) -> None:
    seen = []

    def read(line_reply: Reply) -> str:
        row = InboundEmail.objects.get(pk=line_reply.email_id)
        seen.append((row.tries, row.reason, row.due_at > NOW))
        return "played"

    intake.readers[TOKEN[0]] = read
    email = arrive(reply())

    process_due(NOW)

    email.refresh_from_db()
    assert seen == [(1, "reading", True)]
    assert (email.state, email.tries) == ("done", 0)


@pytest.mark.django_db
def test_words_that_make_our_code_fail_are_refused_and_counted(deal: Any) -> None:
    """A damaged time zone stands for words that no test has found."""
    match = deal("pebbles", 2)
    prompt = match.prompts.get()
    player = match.seats.get(number=prompt.seat).player
    player.zone = "no/zone"
    player.save(update_fields=["zone"])
    Notification.objects.filter(kind="refused").delete()
    before = metric_counters.read_counts(metric_counters.REFUSAL_COUNTS).get("email failed", 0)

    arrive(reply("2\n", sender=player.email), token=prompt.token)
    process_due(NOW)

    assert InboundEmail.objects.get().reason == "failed"
    assert Notification.objects.filter(kind="refused", player=player).exists()
    assert metric_counters.read_counts(metric_counters.REFUSAL_COUNTS)["email failed"] == before + 1


def test_other_errors_are_left_to_the_next_attempt() -> None:
    def read(line_reply: Reply) -> str:
        return str(1 / 0)

    with pytest.raises(ZeroDivisionError):
        count_failures(read)(None)  # type: ignore[arg-type]
