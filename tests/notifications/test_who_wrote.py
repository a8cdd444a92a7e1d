"""Who wrote an e-mail: words of others decide nothing, machines never play, and no answer is lost.

Real questions of a match, answered by real e-mails through the intake or the mailroom.
"""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterator
from datetime import timedelta
from email.header import Header
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.models import Move
from games.presentation import links
from games.services import chat
from notifications.incoming.classification import MAX_HOPS
from notifications.incoming.dispatch import process_due
from notifications.incoming.intake import Envelope, receive_email
from notifications.incoming.transports.smtp import Mailroom
from notifications.models import InboundEmail, Notification
from notifications.outgoing import reply_addresses
from notifications.outgoing.delivery import deliver_due_emails
from notifications.outgoing.outbox import Draft, post
from notifications.tasks import delete_expired_emails
from tests.emails import email_of, known_on, read_text
from tests.mail.clients import Sent, list_writers

pytestmark = pytest.mark.django_db

MAIL = Path(__file__).parent.parent / "mail"
KIND = "taken_for_automatic"
OUR_SERVER = "mx.abyss.localhost"


class Question:
    """A question of a match of Pebbles to a player, and the e-mail that asks it."""

    def __init__(self, match: Any) -> None:
        self.match = match
        self.prompt = match.prompts.get()
        self.player = match.seats.get(number=self.prompt.seat).player
        self.other = match.seats.exclude(number=self.prompt.seat).get().player
        self.address = reply_addresses.build_address("play", self.prompt.token)
        self.subject = "Re: Your turn"

    def ask(self) -> Sent:
        """Send the e-mail that asks, and return what a reply quotes."""
        deliver_due_emails(timezone.now())
        notification = Notification.objects.get(reply_token=self.prompt.token, kind="your_turn")
        self.subject = f"Re: {notification.subject}"
        return Sent(read_text(mail.outbox[-1].message()), notification.html)

    def answer(self, body: bytes, *, head: bytes = b"", sender: str = "", **headers: str) -> str:
        """Send a reply from its body part on; return the reason code of the decision."""
        fields = {
            "From": sender or self.player.email,
            "To": self.address,
            "Subject": Header(self.subject, "utf-8", maxlinelen=900).encode(),
            "Message-ID": f"<{uuid4()}@mail.example.org>",
            "In-Reply-To": "<1@abyss.localhost>",
            **headers,
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
        back = re.sub(r".*<|>", "", fields["From"])
        raw = head + lines.encode() + body
        envelope = Envelope(back, [self.address])
        email = receive_email(raw, envelope, "test", uuid4().hex, timezone.now())
        process_due(timezone.now())
        email.refresh_from_db()
        return email.reason

    def says(self, text: str, **options: Any) -> str:
        return self.answer(plain(text), **options)

    def notices(self) -> int:
        return Notification.objects.filter(kind=KIND).count()


def plain(text: str) -> bytes:
    """Return a text body with its own headers."""
    head = "Content-Type: text/plain; charset=utf-8\r\n\r\n"
    return (head + text.replace("\n", "\r\n") + "\r\n").encode()


def world(name: str) -> list[str]:
    return (MAIL / "world" / f"{name}.txt").read_text().splitlines()


@pytest.fixture
def question(deal: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Question:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.MAIL_DEBOUNCE_SECONDS = 0
    monkeypatch.setattr(links, "TOO_QUICK", timedelta(0))
    return Question(deal("pebbles", seats=2, now=timezone.now()))


# Words of filters, absence notices, bounces and tickets, as people and their programs write them.
WORDS = (
    "I hope you are not a robot.",
    "I am starting to think you are a human after all",
    "Boxbe",
    "Bluebottle, Carol",
    "Are you a robot? Please confirm that you are human :)",
    "This is an automatic reply. I am out of the office until Monday.",
    "Your message was held, thank you for your message",
    "Mailinblack",
    "Bitte bestätigen Sie, dass Sie ein Mensch sind!",
    "Bist du kein Roboter? Ich bin im Urlaub und nicht erreichbar, dringend!",
    "Dies ist eine automatische Antwort",
    "Vous êtes un humain ? Pour vous authentifier, cliquez : https://x.example",
    "Ceci est une réponse automatique",
    "Message could not be delivered: user unknown",
)
WRITERS = {
    f"{name}, {position}": write for name, position, write in list_writers() if position == "top"
}


def name_other(question: Question, words: str) -> str:
    type(question.other).objects.filter(pk=question.other.pk).update(display_name=words[:30])
    return ""


def chat_other(question: Question, words: str) -> str:
    chat.send_message(question.match, question.other, words, key="1", now=timezone.now())
    return ""


# Where such words stand: elsewhere than in the first own line.
PLACES = {
    "in the name of the other player": name_other,
    "in a chat message": chat_other,
    "in own banter": lambda _, words: f"\n\n{words}",
    "in the signature": lambda _, words: f"\n\n-- \nAnn\n{words}",
    "in the footer of a scanner": lambda _, words: (
        f"\n\n----------\nThis e-mail was scanned for viruses by {words}"
    ),
    "in a disclaimer": lambda _, words: (
        "\n\nThis e-mail and any files transmitted with it are confidential and intended solely "
        f"for the use of the individual to whom they are addressed. {words}"
    ),
    "in an older e-mail": lambda _, words: (
        "\n\nFrom: Abyss by Post <play@abyss.localhost>\nSent: Saturday, November 28, 2026 6:00 PM"
        f"\nTo: Ann\nSubject: Your turn\n\nBob says: “{words}”\n\nHow many pebbles do you take?"
    ),
}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("words", WORDS)
def test_words_around_an_answer_do_not_make_its_writer_a_machine(
    question: Question, words: str, place: str
) -> None:
    """They used to lose the answer without a word, wherever they stood."""
    tail = PLACES[place](question, words)
    sent = question.ask()
    quoted = "\n".join(f"> {line}" for line in sent.text.splitlines())

    assert question.says(f"2{tail}\n\nOn Monday Abyss wrote:\n{quoted}") == "played"
    assert Move.objects.get().decision["args"] == {"number": 2}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("client", WRITERS)
def test_words_of_others_decide_nothing_however_they_are_quoted(
    question: Question, client: str
) -> None:
    """With quote marks and without, in text and HTML: a name, a chat message, and the subject."""
    name_other(question, "Boxbe Mailinblack")
    chat_other(question, "You are not a robot? Please click to confirm. I am out of the office.")
    sent = question.ask()

    assert question.answer(WRITERS[client]("take 1", sent)) == "played"
    assert Move.objects.get().decision["args"] == {"number": 1}


@pytest.mark.sampled(8)
@pytest.mark.parametrize("client", WRITERS)
def test_words_of_others_are_no_reason_to_doubt_who_is_not_understood(
    question: Question, client: str
) -> None:
    """Then no answer proves a person: the names and the chat that are quoted still count not."""
    name_other(question, "Boxbe Mailinblack")
    chat_other(question, "You are not a robot? Please click to confirm. I am out of the office.")
    sent = question.ask()

    assert question.answer(WRITERS[client]("hmm, let me think", sent)) == "unreadable"
    assert question.notices() == 0


@pytest.mark.parametrize("subject", ["Re: Bluebottle, Carol", "Boxbe", "Mailinblack: Your turn"])
def test_an_answer_counts_whatever_its_subject_is(question: Question, subject: str) -> None:
    question.subject = subject
    assert question.says("2") == "played"


LOCAL_PARTS = (
    *(
        "auto",
        "auto.anna",
        "auto-anna",
        "autoreply",
        "bounce",
        "bounce.house",
        "bounces",
        "noreply",
    ),
    *("no-reply", "no_reply.anna", "do-not-reply", "postmaster", "mailer-daemon", "MAILER-DAEMON"),
    *("mail-daemon", "mdaemon", "double-bounce", "mailadmin", "maildelivery", "autoresponder"),
    *("microsoftexchange1", "mailerdaemon+games", "postmaster-anna"),
)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("local", LOCAL_PARTS)
@pytest.mark.parametrize("is_additional", [False, True])
def test_the_address_of_a_player_may_be_called_anything(
    question: Question, local: str, is_additional: bool
) -> None:
    """They confirmed that they read its e-mails: it used to be taken for a machine's."""
    address = f"{local}@anna.example.org"
    if is_additional:
        question.player.senders.create(address=address.lower(), added_at=timezone.now())
    else:
        type(question.player).objects.filter(pk=question.player.pk).update(email=address)

    assert question.says("2", sender=f"Anna <{address}>") == "played"


@pytest.mark.parametrize(
    "name",
    [
        *("System Administrator", "Postmaster", "Mail Delivery System", "Mailer-Daemon"),
        *("Mail Delivery Subsystem", "Mail Administrator", "Internet Mail Delivery"),
    ],
)
def test_a_player_may_be_called_anything(question: Question, name: str) -> None:
    assert question.says("2", sender=f"{name} <{question.player.email}>") == "played"


@pytest.mark.parametrize("hops", [1, 2, 19, 20, 21, 24, 50, 98, MAX_HOPS - 1])
def test_an_email_may_pass_many_servers(question: Question, hops: int) -> None:
    """RFC 5321 §6.3: at least a hundred; large companies need more than twenty."""
    received = b"Received: from a.example by b.example; Sat, 28 Nov 2026 19:00:00 +0000\r\n"

    assert question.says("2", head=received * hops) == "played"


def test_an_email_that_goes_in_circles_does_nothing_and_is_listed(question: Question) -> None:
    """By its hops, and by our own marks: our X-Loop, and a Message-ID of ours."""
    question.ask()
    ours = Notification.objects.filter(reply_token=question.prompt.token).latest("pk").message_id

    assert question.says("2", head=b"Received: from a\r\n" * MAX_HOPS) == "loop"
    assert question.says("2", **{"X-Loop": "abyss.localhost"}) == "own_mail"
    assert question.says("2", **{"Message-ID": ours}) == "own_mail"
    assert not Move.objects.exists() and question.notices() == 0
    assert page_of(question).count("did nothing: it is an e-mail of ours that came back") == 3


@pytest.fixture
def smtp(mailroom: Mailroom) -> Iterator[smtplib.SMTP]:
    with smtplib.SMTP("127.0.0.1", mailroom.port, timeout=10) as client:
        yield client


@pytest.mark.django_db(transaction=True)
def test_answers_come_through_the_mailroom_all_the_same(deal: Any, mailroom: Mailroom) -> None:
    """By SMTP: a name of a machine, many servers, and a filter's words in the subject at once."""
    question = Question(deal("pebbles", seats=2, now=timezone.now()))
    type(question.player).objects.filter(pk=question.player.pk).update(
        email="bounce.house@example.org"
    )
    email = EmailMessage()
    for _ in range(60):
        email.add_header("Received", "from a.example by b.example")
    email["From"], email["To"] = "System Administrator <bounce.house@example.org>", question.address
    email["Subject"], email["Message-ID"] = "Re: Bluebottle, Carol", "<1@example.org>"
    email.set_content("1\n\nI am starting to think you are a human after all, Bob :)\n")

    with smtplib.SMTP("127.0.0.1", mailroom.port, timeout=10) as client:
        client.send_message(email, "bounce.house@example.org", [question.address])
    process_due(timezone.now())

    assert InboundEmail.objects.get().reason == "played"


# Headers that prove a machine, whatever the e-mail says.
PROOFS = (
    {"Auto-Submitted": "auto-replied"},
    {"Auto-Submitted": "auto-generated"},
    {"Precedence": "bulk"},
    {"Precedence": "auto_reply"},
    {"Precedence": "list", "List-Id": "<games.example.org>"},
    {"X-Autoreply": "yes"},
    {"X-Failed-Recipients": "bob@example.org"},
    {"List-Id": "<games.example.org>"},
)


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_headers_that_prove_a_machine_decide_whatever_it_says(
    question: Question, proof: dict[str, str]
) -> None:
    """Nothing is played and nobody is answered; the page of the player tells it."""
    before = Notification.objects.count()

    assert question.says("2\n\nAnn", **proof) != "played"
    assert not Move.objects.exists() and Notification.objects.count() == before
    if "X-Failed-Recipients" not in proof:
        assert "we took it for an automatic message" in page_of(question)


def machine_texts() -> list[str]:
    challenges = [
        "To deliver your message, please click https://x.example/1 and prove you are not a robot.",
        "Boxbe: please verify your e-mail by a click on the link below. https://boxbe.example/2",
        "Bitte bestätigen Sie mit einem Klick, dass Sie kein Roboter sind: https://x.example/3",
        "Pour vous authentifier, cliquez ici : https://mailinblack.example/4",
        "Your message has been quarantined. 1. Click the link. 2. Type the letters.",
    ]
    tickets = [
        "Your ticket number is 12.\nWe have received your request.",
        "[#2] Ticket has been opened\n\nYour request (2) has been received.",
    ]
    return [line.replace("¶", "\n") for line in world("away_bodies")] + challenges + tickets


@pytest.mark.sampled(8)
@pytest.mark.parametrize("text", machine_texts())
def test_a_machine_without_headers_never_plays_and_is_written_to_once(
    question: Question, text: str
) -> None:
    """Its player learns of it, once for the same words and once a day for a question."""
    question.ask()
    reasons = {question.says(text) for _ in range(3)}
    reasons |= {question.says(f"{text}\n\nToday is day {day}.") for day in range(3)}

    assert not reasons & {"played", "voted", "commands"} and not Move.objects.exists()
    assert question.notices() == 1


@pytest.mark.sampled(8)
@pytest.mark.parametrize("subject", [*world("away"), *world("challenges")])
def test_a_machine_gives_itself_away_by_what_it_puts_before_our_subject(
    question: Question, subject: str
) -> None:
    question.ask()
    question.subject = f"{subject} {question.subject}"

    assert question.says("I read e-mails again on Monday.") in ("auto_reply", "challenge")
    assert question.notices() == 1


def test_a_vacation_subject_of_a_program_is_no_persons(question: Question) -> None:
    """RFC 5230 §5.8 without Auto-Submitted, by programs that are older than it."""
    question.ask()
    ours = question.subject.removeprefix("Re: ")
    for prefix in ("Auto: ", "Automatic reply: ", "Abwesenheitsnotiz: ", "Réponse automatique : "):
        question.subject = prefix + ours
        assert question.says("2") == "auto_reply"
    assert not Move.objects.exists()


KINDS = [
    line.split()[:2]
    for line in (MAIL / "machines" / "expected.txt").read_text().splitlines()
    if not line.startswith("#")
]
# Servers that return e-mails write from addresses of their own.
MACHINES = [(name, False) for name, kind in KINDS if kind != "reply"]
MACHINES += [(name, True) for name, kind in KINDS if kind not in ("reply", "bounce", "delayed")]


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("name", "is_own_address"), MACHINES)
def test_no_real_machine_plays_even_from_the_address_of_a_player(
    question: Question, name: str, is_own_address: bool
) -> None:
    raw = (MAIL / "machines" / f"{name}.eml").read_bytes()
    back = re.search(rb"(?im)^return-path:\s*<([^>]*)>", raw)
    if is_own_address:
        raw = re.sub(
            rb"(?im)^from:.*(\r?\n[ \t].*)*",
            f"From: {question.player.email}".encode(),
            raw,
            count=1,
        )
    mail_from = back[1].decode("latin-1") if back else "machine@example.org"
    envelope = Envelope(mail_from, [question.address])
    receive_email(raw, envelope, "test", "1", timezone.now())
    process_due(timezone.now())

    assert InboundEmail.objects.get().reason not in ("played", "unreadable", "illegal", "ambiguous")
    assert not Move.objects.exists()
    assert question.notices() <= is_own_address
    assert not Notification.objects.filter(kind__in=("refused", "commands", "receipt")).exists()


def test_two_programs_do_not_write_to_each_other_for_ever(question: Question) -> None:
    """A notice is answered like any other e-mail: that answer gets none."""
    question.ask()
    for number in range(30):
        question.says(f"Thank you for your message no. {number}. I am on annual leave and will"
                      " return on Monday.")  # fmt: skip

    assert question.notices() == 1
    assert not Move.objects.exists()


def page_of(question: Question) -> str:
    client = Client()
    client.force_login(question.player)
    return client.get("/emails/").content.decode()


AWAY = "Thank you for your message. I am on annual leave and will return on 9 March."
# A person's, which looks like a filter's.
DOUBTFUL = "Bob,\nYour message was held by my filter for spam!\nBut here it is.\nLovely weather."
DOUBTFUL += "\n\ntake 2"


def doubted(question: Question) -> str:
    """Send an e-mail that a person might have written; return the path of the page about it."""
    question.ask()
    assert question.says(DOUBTFUL) == "challenge"
    notice = Notification.objects.get(kind=KIND)
    written = email_of(notice)
    assert written is not None and "    > take 2" in written.text
    found = re.search(r"http://[^/]+(/emails/automatic/\S+)", written.text)
    assert found and found[1] in written.html
    assert notice.player == question.player
    return found[1]


def press(client: Client, path: str) -> str:
    page = client.get(path).content.decode()
    nonce = re.search('name="nonce" value="([^"]+)"', page)
    return client.post(path, {"nonce": nonce[1]} if nonce else {}).content.decode()


def test_a_player_may_say_that_an_email_was_theirs(question: Question, client: Client) -> None:
    """decisions/0002: opening the page does nothing, its button has the e-mail read, once."""
    path = doubted(question)
    known_on(client, question.player)
    assert "take 2" in client.get(path).content.decode()
    assert not Move.objects.exists()

    assert "Your answer was played." in press(client, path)
    assert "can no longer be read" in client.get(path).content.decode()
    press(client, path)

    assert Move.objects.get().decision["args"] == {"number": 2}
    assert InboundEmail.objects.get().reason == "played"


def test_the_link_alone_does_nothing(question: Question, client: Client, people: Any) -> None:
    """Without a known device, on a device of somebody else, without the nonce, or forged."""
    path = doubted(question)
    page = client.get(path).content.decode()
    assert "take 2" not in page
    press(client, path)
    client.force_login(people["carol"])
    press(client, path)
    client.logout()
    known_on(client, question.player)
    client.post(path)

    assert client.get(path[:-2] + "x/").status_code == 404
    assert not Move.objects.exists()


def test_an_answer_behind_the_notice_is_played(question: Question) -> None:
    """The notice can be answered, and begins with what to do."""
    doubted(question)
    deliver_due_emails(timezone.now())

    assert question.address in str(mail.outbox[-1].message()["Reply-To"])
    assert mail.outbox[-1].message()["Auto-Submitted"] == "auto-replied"
    assert question.says(f"take 2\n\n{DOUBTFUL}") == "played"


@pytest.mark.parametrize("results", ["dmarc=fail", "none", "dmarc=pass header.from=evil.example"])
def test_forgeries_neither_fill_the_page_nor_cause_emails(
    question: Question, settings: Any, results: str
) -> None:
    settings.MAIL_AUTHSERV_ID = OUR_SERVER
    before = Notification.objects.count()
    for text, fields in ((AWAY, {}), ("2", PROOFS[0]), ("2", {"X-Loop": "abyss.localhost"})):
        question.says(text, head=f"Authentication-Results: {OUR_SERVER}; {results}\r\n".encode(),
                      **fields)  # fmt: skip

    assert Notification.objects.count() == before
    assert "did nothing" not in page_of(question)


@pytest.mark.parametrize("sender", ["mallory@example.org", "bob", "carol"])
def test_strangers_neither_fill_the_page_nor_cause_emails(
    question: Question, people: dict[str, Any], sender: str
) -> None:
    """Not even with the address of the question, nor a player who is not asked."""
    other = {"bob": question.other.email, "carol": people["carol"].email}.get(sender, sender)
    before = Notification.objects.count()

    assert question.says(AWAY, sender=other) == "auto_reply"

    assert Notification.objects.count() == before
    assert not InboundEmail.objects.exclude(player=None).exists()


def test_the_page_lists_what_became_of_each_email(question: Question) -> None:
    """Words and outcomes, the newest first; only those of the player."""
    doubted(question)
    question.says("take 17")
    question.says("2")
    page = page_of(question)
    section = page[page.index('id="from-you"') :]

    outcomes = ["your answer was played", "not played: not understood, or not possible"]
    outcomes += ["we took it for an automatic message"]
    places = [section.index(outcome) for outcome in outcomes]
    assert places == sorted(places)
    assert "take 17" in section and "Bob," in section
    assert section.count("/emails/automatic/") == 1
    client = Client()
    client.force_login(question.other)
    assert "take 17" not in client.get("/emails/").content.decode()


def test_a_held_email_is_listed_once_its_player_has_confirmed_it(
    question: Question, client: Client
) -> None:
    assert question.says("take 2", sender="me@work.example") == "stranger"
    assert "take 2" not in page_of(question)
    known_on(client, question.player)

    press(client, Notification.objects.get(kind="held").data["link_path"])

    page = page_of(question)
    assert "take 2" in page and "your answer was played" in page


def test_the_dashboard_counts_emails_that_did_nothing(question: Question) -> None:
    client = Client()
    client.force_login(question.player)
    assert "did nothing" not in client.get("/").content.decode()

    doubted(question)
    question.says("2", **PROOFS[0])

    assert "2 of your e-mails of the last two weeks did nothing." in (
        client.get("/").content.decode()
    )
    InboundEmail.objects.update(received_at=timezone.now() - timedelta(days=15))
    assert "did nothing" not in client.get("/").content.decode()


def test_words_and_outcomes_are_listed_as_long_as_they_are_stored(
    question: Question, client: Client, settings: Any
) -> None:
    path = doubted(question)
    known_on(client, question.player)
    words, rows = settings.MAIL_BODY_RETENTION_DAYS, settings.MAIL_RETENTION_DAYS
    InboundEmail.objects.update(received_at=timezone.now() - timedelta(days=words + 1))
    delete_expired_emails()

    page = page_of(question)
    assert "we took it for an automatic message" in page and "Bob," not in page
    assert "/emails/automatic/" not in page and "take 2" not in press(client, path)
    assert not Move.objects.exists()
    assert rows > words


def test_an_email_to_a_bundle_is_judged_by_the_answers_of_its_blocks(
    question: Question, deal: Any
) -> None:
    other = deal("pebbles", seats=2, now=timezone.now()).prompts.get()
    token, blocks = "b" * 26, {"A": question.prompt.token, "B": other.token}
    draft = Draft(key="bundle", player_id=question.player.pk, kind="bundle", reply_token=token)
    post([draft], now=timezone.now())
    Notification.objects.filter(key="bundle").update(data={"blocks": blocks})
    question.address = reply_addresses.build_address("bundle", token)

    assert question.says(AWAY) == "auto_reply"
    assert Notification.objects.get(kind=KIND).reply_token == ""
    assert question.says("A 2\n\nI hope you are not a robot: please confirm.") == "bundle_in_part"
    assert Move.objects.get().decision["args"] == {"number": 2}
