"""Those who play: by e-mail, on pages, by program, each as fast as the service lets them."""

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

from abyss_site.chaos.leaks import Leaks
from abyss_site.chaos.service import Service

# Seconds after which somebody who gets no clear answer gives up for good: more than a wave takes.
PATIENCE = 300
AWAY = 0.2
# A pause of people between two looks, so that they do not only look.
BREATH = 0.05
# And whoever is asked nothing waits longer: looking costs the service more than answering.
IDLE = 0.4
NUMBERED = re.compile(r"^ *(\d+) · ", re.M)
FORM = re.compile(r'<form[^>]*action="(/p/[a-z2-7]{26}/)"(.*?)</form>', re.S)
ANSWER = re.compile(r'class="words">')


class Submission(NamedTuple):
    """What the service said to one submission: `key` is what a move of it would be known by."""

    door: str
    key: str
    accepted: bool
    why: str


Inbox = SimpleQueue[EmailMessage]


def numbered_answers(email: EmailMessage) -> tuple[list[str], str]:
    """Return the numbers of the answers that an e-mail offers, and its text."""
    body = email.get_body(("plain",))
    text = str(body.get_content()) if body else ""
    return NUMBERED.findall(text), text


class Person(threading.Thread):
    """Somebody who plays until told to stop, and ends what they have begun."""

    def __init__(self, service: Service, address: str, leaks: Leaks, seed: str) -> None:
        super().__init__(daemon=True)
        self.service, self.address, self.leaks = service, address, leaks
        self.luck = random.Random(seed)
        self.said: list[Submission] = []
        # What went wrong on the way to an answer, by kind.
        self.troubles: Counter[str] = Counter()
        self.stopping = threading.Event()
        # Asked to rest, somebody ends what they have begun, and says so.
        self.resting, self.rests = threading.Event(), threading.Event()
        self.failure = ""

    def run(self) -> None:
        try:
            while not self.stopping.is_set():
                if self.resting.is_set():
                    self.rests.set()
                else:
                    self.look()
                time.sleep(BREATH)
        except Exception as error:  # Told in the end: a player who fails proves nothing.
            self.failure = f"{self.address}: {type(error).__name__}: {error}"

    def look(self) -> None:
        raise NotImplementedError

    def insist(self, ask: Callable[[], Any]) -> Any:
        """Ask again and again until the service gives a clear answer, as programs must."""
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
            time.sleep(AWAY)
        raise TimeoutError(f"no clear answer for {PATIENCE} seconds")


class Correspondent(Person):
    """Has nothing but a mailbox; some e-mails are brought twice, some have a picture."""

    def __init__(self, *args: Any, emails: SimpleQueue[EmailMessage]) -> None:
        super().__init__(*args)
        self.emails = emails
        self.smtp: smtplib.SMTP | None = None

    def look(self) -> None:
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
        quoted = "".join(f"> {line}\n" for line in text.splitlines())
        reply.set_content(f"{number}\n\nOn Monday the service wrote:\n{quoted}")
        if len(self.said) % 2:
            reply.add_attachment(self.luck.randbytes(6000), "image", "png", filename="logo.png")
        for _ in range(2 if len(self.said) % 3 == 0 else 1):
            self.insist(lambda: self.bring(reply))
        self.said.append(Submission("letter", name, True, "250"))

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
    """Everybody who answers only once they were reminded: one thread for many mailboxes."""

    def __init__(self, *args: Any, mailboxes: Callable[[], Mapping[str, Inbox]]) -> None:
        super().__init__(*args, emails=SimpleQueue())
        self.mailboxes = mailboxes
        self.questions_seen: Counter[str] = Counter()

    def look(self) -> None:
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


class Asking(urllib.request.HTTPRedirectHandler):
    """Follows nothing: where an answer leads is not looked at."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Caller(Person):
    """Somebody who plays over HTTP, with headers of their own."""

    def __init__(self, service: Service, address: str, leaks: Leaks, seed: str) -> None:
        super().__init__(service, address, leaks, seed)
        self.browser = urllib.request.build_opener(Asking)
        self.headers: dict[str, str] = {}

    def ask(self, path: str, data: bytes | None = None, **headers: str) -> tuple[int, str]:
        """Return status and body of what was clearly answered, by any of the pages' servers."""

        def once() -> tuple[int, str]:
            site = f"http://localhost:{self.luck.choice(self.service.web_ports)}"
            request = urllib.request.Request(site + path, data)
            for name, value in {**self.headers, **headers}.items():
                request.add_header(name.replace("_", "-"), value)
            with self.browser.open(request, timeout=20) as answer:
                return answer.status, answer.read().decode()

        got: tuple[int, str] | urllib.error.HTTPError = self.insist(once)
        if isinstance(got, urllib.error.HTTPError):
            with got:
                got = got.code, got.read().decode(errors="replace")
        self.leaks.heard("page", self.address, got[1])
        return got


class Visitor(Caller):
    """Somebody in a browser, signed in; `key` is their session."""

    def __init__(self, *args: Any, key: str) -> None:
        super().__init__(*args)
        self.guard = "a" * 32
        self.headers = {"Cookie": f"sessionid={key}; csrftoken={self.guard}"}

    def look(self) -> None:
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
