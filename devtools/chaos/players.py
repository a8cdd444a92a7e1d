"""Simulated players: by e-mail, on pages and by program, each as fast as the service allows."""

from __future__ import annotations

import random
import re
import smtplib
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from email.message import EmailMessage
from http.client import HTTPException
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from devtools.chaos.leaks import Leaks
from devtools.chaos.service import Service

# Seconds without a clear response after which a player gives up for good: more than a wave takes.
PATIENCE = 300
RETRY_SECONDS = 0.2
# Seconds that a person pauses between two polls.
BREATH = 0.05
# A longer pause for those who are not asked: polling costs the service more than answering.
IDLE = 0.4
NUMBERED_LINE = re.compile(r"^ *(\d+) · ", re.M)
FORM = re.compile(r'<form[^>]*action="(/p/[a-z2-7]{26}/)"(.*?)</form>', re.S)
ANSWER = re.compile(r'class="words">')


class Submission(NamedTuple):
    """The service's response to one submission: `key` identifies the resulting move."""

    door: str
    key: str
    accepted: bool
    why: str


Inbox = SimpleQueue[EmailMessage]


def numbered_answers(email: EmailMessage) -> tuple[list[str], str]:
    """Return the numbers of the answers that an e-mail offers, and its text."""
    body = email.get_body(("plain",))
    text = str(body.get_content()) if body else ""
    return NUMBERED_LINE.findall(text), text


class Person(threading.Thread):
    """A player who plays until told to stop, and finishes what was started."""

    def __init__(self, service: Service, address: str, leaks: Leaks, seed: str) -> None:
        super().__init__(daemon=True)
        self.service, self.address, self.leaks = service, address, leaks
        self.luck = random.Random(seed)
        self.said: list[Submission] = []
        # Errors on the way to an answer, by kind.
        self.troubles: Counter[str] = Counter()
        self.stopping = threading.Event()
        # Set when the player is asked to rest, and when it has finished and rests.
        self.resting, self.rests = threading.Event(), threading.Event()
        self.failure = ""

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                if self.resting.is_set():
                    self.rests.set()
                else:
                    self.poll()
                time.sleep(BREATH)
        except Exception as error:  # Reported at the end: a player who fails proves nothing.
            self.failure = f"{self.address}: {type(error).__name__}: {error}"

    def poll(self) -> None:
        raise NotImplementedError

    def retry(self, ask: Callable[[], object]) -> Any:
        """Retry until the service gives a clear response, as programs must."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                return ask()
            except urllib.error.HTTPError as error:
                if error.code != 429 and error.code < 500:
                    return error
                self.troubles[f"{error.code}"] += 1
            except (OSError, HTTPException, smtplib.SMTPException) as error:
                self.troubles[type(error).__name__] += 1
            time.sleep(RETRY_SECONDS)
        raise TimeoutError(f"no clear answer for {PATIENCE} seconds")


class Correspondent(Person):
    """Plays by e-mail only; some e-mails are delivered twice, some contain a picture."""

    def __init__(self, *args: Any, emails: SimpleQueue[EmailMessage]) -> None:
        super().__init__(*args)
        self.emails = emails
        self.smtp: smtplib.SMTP | None = None

    def poll(self) -> None:
        try:
            email = self.emails.get(timeout=BREATH)
        except Empty:
            return
        answers, text = numbered_answers(email)
        if answers and email["Reply-To"]:
            self.answer(email, self.luck.choice(answers), text)

    def answer(self, email: EmailMessage, number: str, text: str) -> None:
        reply = EmailMessage()
        reply["From"], reply["To"] = self.address, email["Reply-To"]
        reply["Subject"] = f"Re: {email['Subject']}"
        reply["Message-ID"] = name = f"<{uuid.uuid4()}@mail.example.org>"
        reply["In-Reply-To"] = email["Message-ID"]
        quote = "".join(f"> {line}\n" for line in text.splitlines())
        reply.set_content(f"{number}\n\nOn Monday the service wrote:\n{quote}")
        if len(self.said) % 2:
            reply.add_attachment(self.luck.randbytes(6000), "image", "png", filename="logo.png")
        for _ in range(2 if len(self.said) % 3 == 0 else 1):
            self.retry(lambda: self.bring(reply))
        self.said.append(Submission("email", name, True, "250"))

    def bring(self, reply: EmailMessage) -> None:
        try:
            port = self.luck.choice(self.service.smtp_ports)
            self.smtp = self.smtp or smtplib.SMTP("127.0.0.1", port, timeout=20)
            self.smtp.send_message(reply)
        except (OSError, smtplib.SMTPException):
            if self.smtp:
                self.smtp.close()
            self.smtp = None
            raise


class Readers(Correspondent):
    """Everybody who answers only after a reminder: one thread for many mailboxes."""

    def __init__(self, *args: object, mailboxes: Callable[[], Mapping[str, Inbox]]) -> None:
        super().__init__(*args, emails=SimpleQueue())
        self.mailboxes = mailboxes
        self.questions_seen: Counter[str] = Counter()

    def poll(self) -> None:
        for address, emails in sorted(self.mailboxes().items()):
            with suppress(Empty):
                self.read(address, emails.get_nowait())
        time.sleep(BREATH)

    def read(self, address: str, email: EmailMessage) -> None:
        answers, text = numbered_answers(email)
        if not answers or not email["Reply-To"]:
            return
        self.questions_seen[address] += 1
        if self.questions_seen[address] > 1:
            self.address = address
            self.answer(email, self.luck.choice(answers), text)


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirects: the target of an answer is not requested."""

    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


class HttpPlayer(Person):
    """Plays over HTTP, with its own headers."""

    def __init__(self, service: Service, address: str, leaks: Leaks, seed: str) -> None:
        super().__init__(service, address, leaks, seed)
        self.browser = urllib.request.build_opener(NoRedirects)
        self.headers: dict[str, str] = {}

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, str]:
        """Return status and body of a clear response, from any of the web servers."""

        def once() -> tuple[int, str]:
            site = f"http://localhost:{self.luck.choice(self.service.web_ports)}"
            request = urllib.request.Request(site + path, data)
            for name, value in {**self.headers, **headers}.items():
                request.add_header(name.replace("_", "-"), value)
            with self.browser.open(request, timeout=20) as answer:
                return answer.status, answer.read().decode()

        got: tuple[int, str] | urllib.error.HTTPError = self.retry(once)
        if isinstance(got, urllib.error.HTTPError):
            with got:
                got = got.code, got.read().decode(errors="replace")
        self.leaks.heard("page", self.address, got[1])
        return got


class Visitor(HttpPlayer):
    """Plays in a browser, signed in; `key` is the session key."""

    def __init__(self, *args: Any, key: str) -> None:
        super().__init__(*args)
        self.guard = "a" * 32
        self.headers = {"Cookie": f"sessionid={key}; csrftoken={self.guard}"}

    def poll(self) -> None:
        _, desk = self.ask("/")
        waiting = re.findall(r'href="(/matches/\d+/)#question"', desk)
        if waiting:
            self.play(self.luck.choice(waiting))
        else:
            time.sleep(IDLE)

    def play(self, table: str) -> None:
        _, page = self.ask(table)
        form = FORM.search(page)
        if not form:
            return
        nonce = re.search(r'name="nonce" value="([^"]+)"', form[2])
        assert nonce
        line = str(self.luck.randint(1, max(1, len(ANSWER.findall(form[2])))))
        fields = {"csrfmiddlewaretoken": self.guard, "nonce": nonce[1], "line": line}
        status, _ = self.ask(form[1], urllib.parse.urlencode(fields).encode())
        key = str(uuid.UUID(nonce[1]))
        self.said.append(Submission("page", key, status == 303, str(status)))
