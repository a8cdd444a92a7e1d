"""Tests of automatic e-mails: tests/mail/machines/NAME.eml is classified as in expected.txt."""

from __future__ import annotations

import json
import subprocess
import sys
from email.header import Header
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from notifications.incoming.classification import classify_email
from notifications.incoming.explain import explain_email
from notifications.reply_parser import parse_email

MAIL = Path(__file__).parent.parent / "mail"
MACHINES = MAIL / "machines"
EXPECTED = [
    line.split()
    for line in (MACHINES / "expected.txt").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("name", "kind", "status", "recipients"), EXPECTED)
def test_what_kind_of_email_it_is(name: str, kind: str, status: str, recipients: str) -> None:
    """R1 to R4, E1, E2, E4: automatic e-mails are recognized, and reports are parsed."""
    found = explain_email((MACHINES / f"{name}.eml").read_bytes(), ".eml", [])

    assert (found["kind"], found["status"] or "-", ",".join(found["recipients"]) or "-") == (
        (kind, status, recipients)
    )


def world(name: str) -> list[str]:
    return (MAIL / "world" / f"{name}.txt").read_text().splitlines()


def kind_of_email(
    subject: str, body: str = "I read e-mails again on Monday.\n", **headers: str
) -> str:
    """Return the kind of an e-mail with this subject and text, which is otherwise a reply."""
    fields = {
        "Return-Path": "<ann@example.org>",
        "From": "Ann <ann@example.org>",
        "In-Reply-To": "<1@abyss.example>",
        "Subject": Header(subject, "utf-8").encode(),
        "Content-Type": "text/plain; charset=utf-8",
        **headers,
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return str(explain_email(f"{head}\r\n{body}".encode(), ".eml", [])["kind"])


@pytest.mark.parametrize("subject", world("away"))
def test_absences_give_themselves_away_by_their_subject(subject: str) -> None:
    """R3: at the start of the subject, in many languages."""
    assert kind_of_email(subject) == "autoreply"


@pytest.mark.parametrize("subject", world("not_away"))
def test_a_person_may_write_about_anything(subject: str) -> None:
    """R3: no human e-mail is lost because of words in its subject."""
    assert kind_of_email(subject, "2\n") == "reply"


@pytest.mark.parametrize("body", world("away_bodies"))
def test_absences_give_themselves_away_by_what_they_say(body: str) -> None:
    """R3: with our own subject, by phrases of programs, or by two that people do not combine."""
    assert (
        kind_of_email("Re: [Abyss #7] Your turn", body.replace("¶", "\r\n") + "\r\n") == "autoreply"
    )


@pytest.mark.parametrize("body", world("not_away_bodies"))
def test_a_person_may_say_that_they_are_away(body: str) -> None:
    """R3: no human e-mail is lost; one that starts with a number is an answer."""
    assert kind_of_email("Re: [Abyss #7] Your turn", body.replace("¶", "\r\n") + "\r\n") == "reply"


@pytest.mark.parametrize("subject", world("challenges"))
def test_who_asks_whether_we_are_human_gets_no_answer(subject: str) -> None:
    """R4: challenge and response."""
    assert kind_of_email(subject) == "challenge"


@pytest.mark.parametrize("subject", world("receipts"))
def test_a_receipt_is_no_answer(subject: str) -> None:
    """R4: with the part of RFC 8098, and as some programs write it without."""
    kind = "multipart/report; report-type=disposition-notification; boundary=b"
    part = "--b\r\nContent-Type: message/disposition-notification\r\n\r\nDisposition: x\r\n--b--"

    assert kind_of_email(subject, "Your message\r\n\r\nwas read on Monday.\r\n") == "report"
    assert kind_of_email(subject, part, **{"Content-Type": kind}) == "report"


def test_a_raised_thumb_is_no_answer() -> None:
    """R4: as sent to programs that do not support reactions."""
    above = "\r\n____________\r\nFrom: Abyss <play@abyss.example>\r\nSent: Saturday\r\nTo: Ann\r\n"

    for body in (
        "👍\r\n\r\nAnn reacted via Gmail\r\n<https://www.google.com/gmail/about/?x>\r\n",
        f"Ann Smith reacted to your message:{above}",
        f"👍\r\n\r\nAnn Smith hat auf Ihre Nachricht reagiert:{above}",
        f"Ann Smith a réagi à votre message :{above}",
        f"👍\r\nAnn Smith liked your message.{above}",
        "👍 Ann Smith hat über Gmail reagiert\r\n",
        "Liked “How many pebbles do you take?\r\n1 · take 1”\r\n",
        "Reacted 👍 to “take 2”\r\n",
    ):
        assert kind_of_email("Re: [Abyss #7] Your turn", body) == "reaction"
    assert kind_of_email("Re: [Abyss #7] Your turn", "I liked your message.\r\n2\r\n") == "reply"


def test_a_challenge_or_a_receipt_under_our_own_subject_is_known_by_its_words() -> None:
    """R4: Boxbe and others, Thunderbird's receipt, iCloud, and sender names without hyphens."""
    held = "Hello Abyss,\r\nYour message was waitlisted. Powered by Boxbe.\r\n"
    seen = "This is a Return Receipt for the mail that you sent.\r\n"

    assert kind_of_email("Re: [Abyss #7] Your turn", held) == "challenge"
    assert kind_of_email("Return Receipt (displayed) - [Abyss #7] Your turn", seen) == "report"
    assert kind_of_email("Re: x", **{"X-Apple-Action": "VACATION/NoProcess"}) == "autoreply"
    assert kind_of_email("Re: x", **{"From": "do_not_reply@corp.example"}) == "autoreply"


def test_an_appointment_that_is_accepted_is_no_answer_whatever_its_name() -> None:
    """R4: replies to appointments (RFC 5546)."""
    kind = "text/calendar; method=REPLY; name=meeting.ics"
    assert (
        kind_of_email("Accepted: x", "BEGIN:VCALENDAR\r\n", **{"Content-Type": kind}) == "calendar"
    )


@pytest.mark.parametrize(
    ("name", "severity"),
    [
        *(("postfix", "hard"), ("french", "soft"), ("spam_refused", "policy")),
        *(("exim_warning", "none"), ("dsn_relayed", "none"), ("office365_full", "soft")),
        *(("gmail_dmarc", "policy"), ("barracuda", "policy"), ("office365_policy", "policy")),
        *(("courier", "hard"), ("postfix_expired", "soft"), ("exchange_delay", "none")),
    ],
)
def test_what_a_report_says_about_the_address(name: str, severity: str) -> None:
    """E2: problems of ours do not count against the recipient."""
    found = explain_email((MACHINES / f"{name}.eml").read_bytes(), ".eml", [])

    assert found["severity"] == severity


def test_emails_are_read_from_files_one_json_line_each(tmp_path: Path) -> None:
    (tmp_path / "body.txt").write_text("2\n\nOn 2 Nov 2026, Abyss wrote:\n> old\n")
    (tmp_path / "page.html").write_text("<p>3</p><blockquote type=cite>old</blockquote>")
    (tmp_path / "broken.eml").write_bytes(b"\xff\x00" * 50)
    out = StringIO()

    call_command("read_emails", str(tmp_path), str(MACHINES / "exim.eml"), stdout=out)

    found = {Path(line["file"]).name: line for line in map(json.loads, out.getvalue().splitlines())}
    assert (found["body.txt"]["kind"], found["body.txt"]["own_text"]) == ("reply", "2")
    assert found["body.txt"]["dropped"][1] == {"line": "> old", "why": "quote"}
    assert found["page.html"]["first_line"] == "3"
    assert found["broken.eml"]["kind"] == "reply"
    assert found["exim.eml"]["recipients"] == ["ann@example.net"]


def test_the_email_that_was_answered_is_subtracted(tmp_path: Path) -> None:
    """B5: quoted text of ours is recognized without quote marks."""
    ours = (MAIL / "ours.txt").read_text()
    (tmp_path / "answer.txt").write_text(f"2\n\n{ours}")
    out = StringIO()

    call_command("read_emails", str(tmp_path), sent=[MAIL / "ours.txt"], stdout=out)

    assert json.loads(out.getvalue())["own_text"] == "2"


KEYS = {"file", "kind", "from", "to", "first_line", "own_text", "dropped"}
KEYS |= {"recipients", "status"}
FORMS = {
    "a.eml": "From: Ann <a@example.org>\r\nTo: b@example.org\r\n\r\n2\r\n\r\n{ours}",
    "b.txt": "2\n\n{ours}",
    "c.html": "<p>2</p><p>{ours}</p>",
}


@pytest.mark.parametrize("is_known", [True, False])
def test_every_form_of_email_is_told_with_every_key(tmp_path: Path, is_known: bool) -> None:
    """Files and folders, with and without the e-mail they reply to, and a bounce."""
    ours = (MAIL / "ours.txt").read_text()
    (tmp_path / "ours.txt").write_text(ours)
    folder = tmp_path / "emails"
    folder.mkdir()
    for name, body in FORMS.items():
        is_page = name.endswith("html")
        (folder / name).write_text(
            body.format(ours=ours.replace("\n", "<br>") if is_page else ours)
        )
    sent = [tmp_path / "ours.txt"] if is_known else []
    out = StringIO()

    call_command(
        "read_emails", str(folder), str(folder / "a.eml"), str(MACHINES / "exim.eml"),
        sent=sent, stdout=out,
    )  # fmt: skip

    *emails, bounce = map(json.loads, out.getvalue().splitlines())
    assert [Path(one["file"]).name for one in emails] == [*FORMS, "a.eml"]
    assert all(set(one) >= KEYS for one in [*emails, bounce])
    assert {one["first_line"] for one in emails} == {"2"}
    assert [one["own_text"] == "2" for one in emails] == [is_known] * 4
    assert (emails[0]["from"], emails[0]["to"]) == ("a@example.org", "b@example.org")
    assert all((one["recipients"], one["status"]) == ([], "") for one in emails)
    assert (bounce["kind"], bounce["recipients"]) == ("bounce", ["ann@example.net"])
    assert bounce["status"].startswith("5.")


def test_reading_emails_needs_no_database() -> None:
    code = "import sys, notifications.incoming.explain; sys.exit('django.db' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=MAIL.parent.parent).returncode == 0


def test_a_reaction_with_a_number_may_be_an_answer() -> None:
    """Whoever presses “2️⃣” under the e-mail chooses; a thumb chooses nothing."""
    head = "Content-Type: multipart/alternative; boundary=b\n\n"
    text = "--b\nContent-Type: text/plain; charset=utf-8\n\n{}\n\nAnn reacted via Gmail\n"
    part = "--b\nContent-Type: text/vnd.google.email-reaction+json\n\n{}\n--b--"
    kinds = []

    for emoji in ("2️⃣", "👍"):
        mail = parse_email(f"{head}{text.format(emoji)}{part}".encode())
        address = "ann@example.org"
        kinds.append(classify_email(mail, mail_from=address, sender=address, is_own=_is_ours))

    assert kinds == ["", "reaction"]


def _is_ours(address: str) -> bool:
    return address.endswith("@abyss.example")
