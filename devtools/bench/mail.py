"""`bench mail`: e-mails sent and received, each compared with its bound, and slow e-mails.

Processor time is that of our own processes, without the database and the SMTP sink, although they
share the machine.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Mapping, Sequence

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import connection, connections
from django.utils import timezone

from devtools.bench import hostile, layers, sample_matches
from devtools.bench.sink import run_sink
from devtools.bench.stopwatch import Figures, Stopwatch
from games.models import Prompt
from notifications.incoming import dispatch, intake
from notifications.models import InboundEmail, Notification
from notifications.outgoing import delivery, outbox, renderers, reply_addresses

# Number of matches of four; each seat gets one e-mail. They need fewer pictures than a process
# caches (games.presentation.boards.KEPT).
MATCHES = 30
BARE = 300
# Number of worker tasks that deliver and dispatch, see COMMANDS in abyss_site/bootstrap/stack.py.
AT_ONCE = 2
# How often each open prompt is answered, one answer after the other, and how often its e-mail is
# sent by several senders, so that the time they take to begin hardly counts.
ROUNDS = 3
# The targets: e-mails a second, and seconds for the slowest e-mail.
CACHED_ROW = f"out: the same, {AT_ONCE} senders at once"
DECIDING_ROW = f"in: decided, {AT_ONCE} readers at once"
OUT_A_SECOND, IN_A_SECOND, WORST = 150, 200, 1.0

BARE_INSERT = """
INSERT INTO notifications_inboundemail
  (id, source, source_id, raw, size, envelope, sha256, message_id, purpose, token, received_at,
   due_at, state, tries, copies, reason, sender, first_line, words)
VALUES (gen_random_uuid(), 'bare', %s, %s, 0, NULL, '', %s, '', '', now(), now(), 'done', 0, 0,
   '', '', NULL, '')
"""


def measure_mail() -> Figures:
    """Deal matches, send their e-mails, answer each by e-mail, and parse the slowest e-mails."""
    with run_sink() as port:
        _deal_matches(port)
        out = _measure_outgoing()
    figures = out | _measure_incoming()
    worst = hostile.measure_hostile_emails()
    return {
        **figures,
        "seconds for the worst e-mails within the limits": worst,
        "aims": {
            CACHED_ROW: _compare_with_aim(figures[CACHED_ROW]["per_second"], OUT_A_SECOND),
            DECIDING_ROW: _compare_with_aim(figures[DECIDING_ROW]["per_second"], IN_A_SECOND),
            "worst e-mail": {"seconds": max(worst.values()), "at most": WORST},
        },
    }


def profile_mail() -> Figures:
    """Return the microseconds of an e-mail by layer: written with a known picture and sent, and
    received and played.

    The timers themselves cost some: compare the layers with each other.
    """
    with run_sink() as port:
        _deal_matches(port)
        _deliver_notifications()
        for number in range(ROUNDS):
            _repost_notifications(f"profiled-{number}")
        figures = {"out": _profile(layers.OF_EMAILS_OUT, _deliver_notifications)}
    email = Notification.objects.filter(state=Notification.State.SENT, kind="your_turn").first()
    assert email is not None
    _receive_emails(_write_answers(0, email.text))
    return figures | {"in": _profile(layers.OF_EMAILS_IN, _decide_received)}


def _profile(
    layers_to_time: Mapping[str, Sequence[str]], work: Callable[[], int]
) -> dict[str, float]:
    layers.time_all(layers_to_time)
    layers.layers.reset()
    return layers.layers.report(rest="else", each=work())


def _deal_matches(port: int) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.MAIL_DAILY_LIMIT, settings.MAIL_DEBOUNCE_SECONDS = 30_000, 0
    for number in range(MATCHES):
        sample_matches.deal_match("abyss", number)


def _compare_with_aim(rate: int, aim: int) -> Figures:
    return {"per_second": rate, "wanted": aim, "reached": rate >= aim}


def _measure_outgoing() -> Figures:
    fresh = _time_alone(_deliver_notifications)
    _repost_notifications("cached")
    with_known_picture = _time_alone(_deliver_notifications)
    for number in range(ROUNDS):
        _repost_notifications(f"together-{number}")
    together = _time_together(_deliver_notifications)
    _deliver_ready_emails()
    ready = _time_alone(_deliver_notifications)
    return {
        "out: written with a new picture, sent": fresh,
        "out: written with a picture that is known, sent": with_known_picture,
        CACHED_ROW: together,
        "out: e-mails that cost nothing to write": ready,
        "out bound: the same e-mail by Django alone": _time_bare_sending(),
    }


def _measure_incoming() -> Figures:
    """Answer every open prompt several times by an e-mail that quotes ours."""
    email = Notification.objects.filter(state=Notification.State.SENT, kind="your_turn").first()
    assert email is not None
    receiving, deciding = Stopwatch(), Stopwatch()
    count = 0
    for turn in range(ROUNDS):
        emails = _write_answers(turn, email.text)
        count += len(emails)
        with receiving:
            _receive_emails(emails)
        with deciding:
            _decide_received()
    last = _write_answers(ROUNDS, email.text)
    _receive_emails(last)
    together = _time_together(_decide_received)
    reasons = InboundEmail.objects.values_list("reason", flat=True)
    both = Stopwatch()
    both.wall, both.cpu = receiving.wall + deciding.wall, receiving.cpu + deciding.cpu
    return {
        "in: received and decided": both.figures(count),
        "in: received": receiving.figures(count),
        "in: decided": deciding.figures(count),
        DECIDING_ROW: together,
        "in: played of all": [sum(reason == "played" for reason in reasons), len(reasons)],
        "in bound: a bare insert of such an e-mail": _time_bare_inserting(last[0][0]),
    }


def _deliver_notifications() -> int:
    count = 0
    while left := delivery.deliver_due_emails(timezone.now()):
        count += left
    return count


def _decide_received() -> int:
    count = 0
    while some := dispatch.process_due(timezone.now()):
        count += some
    return count


def _time_alone(work: Callable[[], int]) -> Figures:
    watch = Stopwatch()
    with watch:
        count = work()
    return watch.figures(count)


def _time_together(work: Callable[[], int]) -> Figures:
    """Let several processes do the work at once, like those of the worker, with a filled picture
    cache."""
    connections.close_all()
    fork = multiprocessing.get_context("fork")
    results = fork.SimpleQueue()

    def run_worker() -> None:
        started_at = time.process_time()
        results.put((work(), time.process_time() - started_at))

    watch = Stopwatch()
    workers = [fork.Process(target=run_worker) for _ in range(AT_ONCE)]
    with watch:
        for worker in workers:
            worker.start()
        counts, cpu = zip(*(results.get() for _ in workers), strict=True)
        for worker in workers:
            worker.join()
    watch.cpu = sum(cpu)
    return watch.figures(sum(counts))


def _repost_notifications(name: str) -> None:
    """Post the notifications of all open prompts again: by now the pictures are cached."""
    notifications = Notification.objects.filter(kind="your_turn").exclude(key__startswith="bench-")
    drafts = [
        outbox.Draft(
            f"bench-{name}-{row.key}",
            row.player_id,
            row.kind,
            thread=row.thread,
            reply_token=row.reply_token,
            data=row.data,
        )
        for row in notifications
    ]
    outbox.post(drafts, now=timezone.now())


def _deliver_ready_emails() -> None:
    sample = _pick_notification()
    renderers.renderers["bench"] = lambda notification: renderers.Email(
        "x", sample.text, sample.html
    )
    people = sample_matches.create_players()
    drafts = [
        outbox.Draft(f"bench-{number}", people[number % 4].pk, "bench", thread=f"bench-{number}")
        for number in range(BARE)
    ]
    outbox.post(drafts, now=timezone.now())


def _pick_notification() -> Notification:
    sample = (
        Notification.objects.filter(state=Notification.State.SENT)
        .filter(html__isnull=False)
        .first()
    )
    assert sample is not None
    return sample


def _time_bare_sending() -> Figures:
    sample, mail_connection = _pick_notification(), get_connection()
    watch = Stopwatch()
    with watch:
        mail_connection.open()
        for _ in range(BARE):
            email = EmailMultiAlternatives(sample.subject, sample.text, to=["a@example.org"])
            email.attach_alternative(sample.html, "text/html")
            mail_connection.send_messages([email])
        mail_connection.close()
    return watch.figures(BARE)


def _time_bare_inserting(raw: bytes) -> Figures:
    watch = Stopwatch()
    with watch, connection.cursor() as cursor:
        for number in range(BARE):
            cursor.execute(BARE_INSERT, [str(number), raw, f"<bare-{number}>"])
    return watch.figures(BARE)


def _receive_emails(emails: list[tuple[bytes, intake.Envelope]]) -> None:
    for raw, envelope in emails:
        intake.receive_email(raw, envelope, "bench", intake.message_id(raw), timezone.now())


def _write_answers(turn: int, text: str) -> list[tuple[bytes, intake.Envelope]]:
    """Return an answer to every open prompt; each quotes one of our e-mails."""
    quote = "".join(f"> {line}\r\n" for line in text.splitlines())
    open_now = Prompt.objects.filter(closed_at=None, answered_at=None).select_related("match")
    return [write_answer(f"{turn}.{number}", row, quote) for number, row in enumerate(open_now)]


def write_answer(name: str, prompt: Prompt, quote: str) -> tuple[bytes, intake.Envelope]:
    """Return an e-mail with the first answer of a prompt, and the quoted lines."""
    player = prompt.match.seats.select_related("player").get(number=prompt.seat).player
    address = reply_addresses.build_address("play", prompt.token)
    raw = (
        f"From: {player.email}\r\nTo: {address}\r\nSubject: Re: Your turn\r\n"
        f"Message-ID: <{name}@client.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
        f"1\r\n\r\nOn Monday Abyss wrote:\r\n{quote}"
    )
    return raw.encode(), intake.Envelope(player.email, [address])
