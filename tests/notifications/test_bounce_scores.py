"""Tests of bounce scores: when e-mail to an address is stopped, and how it is resumed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from notifications.incoming.dispatch import process_due
from notifications.models import BounceScore, Delivery, Notification
from notifications.outgoing import bounce_scores, reply_addresses
from notifications.outgoing.delivery import deliver_due_emails

from .conftest import NOW, Sink, notification, reply
from .test_bounces import report
from .test_inbound import arrive, decided

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kinds", "readers")]
DAY = timedelta(days=1)
ALICE = "alice@example.org"


def stopped() -> bool:
    return bounce_scores.stopped_score_for(ALICE) is not None


@pytest.mark.parametrize(
    ("status", "words", "counts"),
    [
        ("5.1.1", "no such user", 1),
        ("5.1.2", "no such domain", 1),
        ("5.1.10", "null MX", 1),
        ("5.2.1", "mailbox disabled", 1),
        ("5.2.2", "mailbox full", 0.5),
        ("4.4.7", "expired", 0.5),
        ("", "no idea", 0.5),
        ("5.7.1", "relaying denied", 0),
        ("5.7.26", "DMARC", 0),
        ("5.0.0", "listed by DNSBL", 0),
        ("5.3.0", "looks like spam", 0),
        ("2.0.0", "ok", 0),
    ],
)
def test_what_a_report_counts(status: str, words: str, counts: float) -> None:
    """E2: classified by enhanced status; policy is our problem."""
    assert bounce_scores.bounce_weight(status, words) == counts


def test_a_mailbox_that_does_not_exist_is_tried_once_more(db: None) -> None:
    """E3: a 5.1.1 stops e-mail after one probe; two reports of one day are one."""
    bounce_scores.add_bounce_score(ALICE, "5.1.1", "no such user", NOW)
    bounce_scores.add_bounce_score(ALICE, "5.1.1", "no such user", NOW + DAY - timedelta(hours=1))
    assert not stopped()

    bounce_scores.add_bounce_score(ALICE, "5.1.1", "no such user", NOW + DAY)

    assert stopped()


def test_a_full_mailbox_counts_half_a_step_a_day(db: None) -> None:
    """E3: hard 1, soft 1/2, at most one bounce per day counts, threshold 3."""
    for hour in range(5 * 24):
        bounce_scores.add_bounce_score(ALICE, "5.2.2", "full", NOW + timedelta(hours=hour))
    assert not stopped()

    bounce_scores.add_bounce_score(ALICE, "5.2.2", "full", NOW + 6 * DAY)

    assert BounceScore.objects.get().score >= 2.5


def test_steps_add_up_to_silence(db: None) -> None:
    for day in range(3):
        bounce_scores.add_bounce_score(ALICE, "5.2.1", "disabled", NOW + day * DAY)

    assert stopped()


def test_old_troubles_are_forgotten(db: None) -> None:
    """E3: the score is reset after 14 days without bounces."""
    bounce_scores.add_bounce_score(ALICE, "5.1.1", "no such user", NOW)
    bounce_scores.add_bounce_score(ALICE, "5.1.1", "no such user", NOW + 15 * DAY)

    assert not stopped()
    assert BounceScore.objects.get().score == 1


def test_policy_alerts_the_operator_and_spares_the_reader(
    caplog: pytest.LogCaptureFixture, db: None
) -> None:
    """E2: 5.7.x does not count against the recipient."""
    bounce_scores.add_bounce_score(ALICE, "5.7.1", "blocked by policy", NOW)

    assert not BounceScore.objects.exists()
    assert "blocked by policy" in caplog.text and ALICE not in caplog.text


def test_nothing_is_sent_to_an_address_that_does_not_work(
    sink: Sink, people: dict[str, Any]
) -> None:
    """E5: checked when it is sent; account e-mails are still sent."""
    bounce_scores.suppress_after_complaint(ALICE, "spam", NOW)
    email = notification("a", people["alice"], thread="match-7")
    notification("b", people["alice"])

    deliver_due_emails(NOW)

    email.refresh_from_db()
    assert email.why == "address does not work"
    assert [sent["Subject"] for sent in sink.emails] == ["News b"]


def test_a_refusal_at_the_door_counts(sink: Sink, people: dict[str, Any]) -> None:
    sink.rcpt = "550 5.1.1 no such user"
    notification("a", people["alice"], thread="match-7")

    deliver_due_emails(NOW)

    assert BounceScore.objects.get().status == "5.1.1"


def test_a_report_by_its_address_counts_once(people: dict[str, Any], sink: Sink) -> None:
    """E1: assigned by the return address; E6: it causes no e-mail."""
    email = _sent(people)
    token = reply_addresses.token_from_uuid(email.pk)
    again = report().replace(b"<1@client.example>", b"<2@client.example>")

    codes = [decided(raw, purpose="bounce", token=token, mail_from="") for raw in (report(), again)]

    assert codes == ["bounce", "bounce"]
    assert BounceScore.objects.get().score == 1 and not stopped()
    assert sink.emails == [] and Notification.objects.count() == 1


def returned_by(email: Notification) -> dict[str, bytes]:
    """Return headers of an e-mail of ours that a forged report may contain, by what they name."""
    token = reply_addresses.token_from_uuid(email.pk)
    bounce, unsub = (reply_addresses.build_address(one, token) for one in ("bounce", "unsub"))
    page = unsub.removeprefix("unsub+").partition("@")[0]
    return {
        "Message-ID": f"Message-ID: {email.message_id}".encode(),
        "Return-Path": f"Return-Path: <{bounce}>".encode(),
        "List-Unsubscribe": f"List-Unsubscribe: <https://play.example.org/u/{page}/>".encode(),
        "recipient": b"To: alice@example.org",
    }


@pytest.mark.parametrize("name", ["Message-ID", "Return-Path", "List-Unsubscribe", "recipient"])
@pytest.mark.parametrize("kind", ["bounce", "complaint"])
def test_no_report_that_anybody_could_write_stops_emails(
    people: dict[str, Any], kind: str, name: str
) -> None:
    """E1, E4: a stranger who was shown an e-mail knows all of this, and writes to postmaster@.

    Two such reports used to stop the e-mails of a player, whose turns the clock then played.
    """
    email = _sent(people)
    for day in range(4):
        raw = (report() if kind == "bounce" else complaint()).replace(b"<1@", b"<%d@" % day)
        end = b"\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\n%s\r\n\r\n--b--"
        raw = raw.replace(b"\r\n--b--", end % returned_by(email)[name])
        arrive(raw, purpose="", token="", mail_from="", now=NOW + day * DAY)
        process_due(NOW + day * DAY)

    assert not stopped()
    assert email.deliveries.get().bounced_at is None
    if kind == "bounce" or name != "recipient":
        row = BounceScore.objects.get()
        assert (row.score, row.evidence) == (0, "an unproven report is about this address")
        assert row.address == ALICE


def test_a_report_that_names_only_a_reader_changes_nothing(people: dict[str, Any]) -> None:
    """E1: the recipient alone may be forged."""
    _sent(people)

    assert decided(report(), purpose="", token="", mail_from="") == "bounce_flagged"
    row = BounceScore.objects.get()
    assert (row.score, row.stopped_at, "unproven report" in row.evidence) == (0, None, True)


def test_what_only_a_heuristic_finds_is_flagged(people: dict[str, Any]) -> None:
    """E1: flufl.bounce knows servers with unusual reports."""
    _sent(people)
    # This is how SMTP32 writes reports.
    odd = reply(
        "\nUser mailbox exceeds allowed size: alice@example.org\n",
        sender="postmaster@isp.example",
        Subject="Undeliverable Mail",
        X_Mailer="<SMTP32 v8.22>",
    )

    assert decided(odd, purpose="", token="", mail_from="") == "bounce_flagged"
    assert not stopped()


def test_a_report_about_strangers_is_recorded_only(people: dict[str, Any]) -> None:
    assert decided(report(), purpose="", token="", mail_from="") == "bounce"
    assert not BounceScore.objects.exists()


def complaint(kind: str = "abuse") -> bytes:
    """Return a complaint that hides the recipient."""
    body = (
        "--b\nContent-Type: text/plain\n\nA complaint.\n"
        f"--b\nContent-Type: message/feedback-report\n\nFeedback-Type: {kind}\nVersion: 1\n"
        f"Original-Mail-From: <redacted@example.org>\n\n--b--\n"
    )
    content = "multipart/report; report-type=feedback-report; boundary=b"
    return reply(body, sender="fbl@isp.example", Content_Type=content)


@pytest.mark.parametrize("purpose", ["unsub", "bounce"])
def test_a_complaint_to_an_address_of_ours_stops_emails_about_matches(
    purpose: str, people: dict[str, Any], sink: Sink
) -> None:
    """E4: ARF, assigned by the signed address that it was sent to; E6: never answered."""
    token = reply_addresses.token_from_uuid(_sent(people).pk)

    assert decided(complaint(), purpose=purpose, token=token) == "complaint"
    row = bounce_scores.stopped_score_for(ALICE)
    assert row and row.why == "complaint"
    assert sink.emails == []


def test_not_spam_is_no_complaint(people: dict[str, Any]) -> None:
    """E4: the type not-spam."""
    token = reply_addresses.token_from_uuid(_sent(people).pk)

    assert decided(complaint("not-spam"), purpose="unsub", token=token) == "not_spam"
    assert not stopped()


def _sent(people: dict[str, Any]) -> Notification:
    email = notification("a", people["alice"], thread="match-7")
    Notification.objects.filter(pk=email.pk).update(state="sent", planned_at=NOW, sent_at=NOW)
    Delivery.objects.create(notification=email, attempted_at=NOW, accepted=True)
    return email
