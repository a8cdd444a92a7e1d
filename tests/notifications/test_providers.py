"""Tests of sending through e-mail providers, over real HTTP to a fake API."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from email import message_from_string
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs

import pytest

from abyss_site.bootstrap import environment
from notifications.incoming import recipients
from notifications.models import BounceScore, Delivery, Notification
from notifications.outgoing import reply_addresses
from notifications.outgoing.delivery import deliver_due_emails
from notifications.reply_parser import parse_email

from .conftest import NOW, TOKEN, notification, reply
from .test_inbound import decided

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kinds")]

# Response of each provider to an accepted e-mail, and the id that it assigned.
TAKEN: dict[str, tuple[dict[str, Any], str]] = {
    "mailgun": ({"id": "<1.2@mg.example.org>", "message": "Queued"}, "1.2@mg.example.org"),
    "postmark": (
        {"ErrorCode": 0, "Message": "OK", "MessageID": "b7bc2f4a-e38e", "To": "alice@example.org",
         "SubmittedAt": "2026-03-02T12:00:00Z"},
        "b7bc2f4a-e38e",
    ),
    "mailjet": (
        {"Messages": [{"Status": "success", "Cc": [], "Bcc": [], "To": [
            {"Email": "alice@example.org", "MessageUUID": "u", "MessageID": 456}]}]},
        "456",
    ),
    "brevo": ({"messageId": "<201.5@smtp-relay.example>"}, "201.5@smtp-relay.example"),
    "resend": ({"id": "49a3999c-0ce1"}, "49a3999c-0ce1"),
}  # fmt: skip
KEYS = {"mailjet": "key:secret@"}


class Api(ThreadingHTTPServer):
    """A fake provider API that records requests and responds as configured."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Knock)
        self.status = 200
        self.answer: dict[str, Any] = {}
        self.calls: list[tuple[str, dict[str, str], bytes]] = []


class Knock(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        api = self.server
        assert isinstance(api, Api)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        api.calls.append((self.path, dict(self.headers), body))
        self.send_response(api.status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(api.answer).encode())

    def log_message(self, *args: Any) -> None:
        """Do not log requests."""


@pytest.fixture
def api() -> Iterator[Api]:
    with Api() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def use(api: Api, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that sets EMAIL_URL to a provider, with its API replaced by the fake."""

    def use(provider: str) -> Api:
        door = f"?api=http://127.0.0.1:{api.server_address[1]}/"
        monkeypatch.setenv("EMAIL_URL", f"{provider}://{KEYS.get(provider, 'key@')}{door}")
        for name, value in environment.outgoing_mail("EMAIL_URL").items():
            setattr(settings, name, value)
        api.answer = TAKEN[provider][0]
        return api

    return use


@pytest.mark.parametrize("provider", TAKEN)
def test_an_email_leaves_through_a_provider_and_its_name_is_kept(
    provider: str, use: Any, people: dict[str, Any]
) -> None:
    """O5: the provider's id is stored next to our own, and replies are assigned by either."""
    api = use(provider)
    email = notification("a", people["alice"], thread="match-7", reply_token=TOKEN)

    assert deliver_due_emails(NOW) == 1

    delivery = Delivery.objects.get(accepted=True)
    assert delivery.provider_id == TAKEN[provider][1]
    sent = repr(api.calls[0][2].decode()) + repr(parse_qs(api.calls[0][2].decode()))
    assert email.message_id.strip("<>") in sent
    assert (
        reply_addresses.build_local_part("bounce", reply_addresses.token_from_uuid(email.pk))
        in sent
    )
    assert reply_addresses.build_address("play", TOKEN) in sent and "auto-generated" in sent
    # An id that is not a Message-ID is the part before the @ of one.
    named = delivery.provider_id + ("" if "@" in delivery.provider_id else "@mtasv.example")
    ways = [recipients.find_referenced_token(parse_email(reply(In_Reply_To=one))) for one in (
        email.message_id, f"<{named}>", "<somebody@else.example>")]  # fmt: skip
    assert ways == [TOKEN, TOKEN, ""]


def test_headers_and_envelope_survive_where_the_provider_has_them(
    use: Any, people: dict[str, Any]
) -> None:
    """O1, O2, O7, O8, O10: Mailgun gets our own headers and the domain of our envelope."""
    api = use("mailgun")
    email = notification("a", people["alice"], thread="match-7", reply_token=TOKEN)

    deliver_due_emails(NOW)

    path, _, body = api.calls[0]
    form = {name: said[0] for name, said in parse_qs(body.decode()).items()}
    assert path == "/abyss.localhost/messages"
    assert form["h:Message-Id"] == email.message_id
    assert form["h:Auto-Submitted"] == "auto-generated"
    assert form["from"] == "Abyss by Post <play@abyss.localhost>"
    # The first e-mail of a conversation refers to none.
    assert {"h:List-Unsubscribe", "h:X-Loop", "h:Thread-Index"} <= set(form)


def test_postmark_keeps_our_message_id(use: Any, people: dict[str, Any]) -> None:
    """O5: by a header that requests it; headers are passed individually."""
    api = use("postmark")
    email = notification("a", people["alice"], thread="match-7")

    deliver_due_emails(NOW)

    said = json.loads(api.calls[0][2])
    given = {one["Name"].lower(): one["Value"] for one in said["Headers"]}
    assert (given["x-pm-keepid"], given["message-id"]) == ("true", email.message_id)
    assert said["From"].endswith("<play@abyss.localhost>")
    assert said["Metadata"] == {
        "email": reply_addresses.build_local_part(
            "bounce", reply_addresses.token_from_uuid(email.pk)
        )
    }


@pytest.mark.parametrize(
    ("status", "state", "is_shut"),
    [
        (400, Notification.State.FAILED, False),
        (422, Notification.State.FAILED, False),
        (401, Notification.State.QUEUED, True),
        (429, Notification.State.QUEUED, True),
        (500, Notification.State.QUEUED, False),
        (503, Notification.State.QUEUED, False),
    ],
)
def test_what_a_provider_answers(
    status: int, state: str, is_shut: bool, use: Any, people: dict[str, Any]
) -> None:
    """O12: permanent, temporary or general failures; none counts against the address."""
    api = use("resend")
    api.status, api.answer = status, {"message": "no"}
    notification("a", people["alice"])
    notification("b", people["bob"])

    deliver_due_emails(NOW)

    assert {one.state for one in Notification.objects.all() if one.tries} == {state}
    assert len(api.calls) == (1 if is_shut else 2)
    assert not BounceScore.objects.exists()


def test_an_address_on_the_providers_own_list_is_held_back(
    use: Any, people: dict[str, Any]
) -> None:
    """E5: an address on the provider's suppression list counts as a disabled mailbox."""
    api = use("postmark")
    api.status = 422
    api.answer = {"ErrorCode": 406, "Message": (
        "You tried to send to a recipient that has been marked as inactive.\n"
        "Found inactive addresses: alice@example.org.\n"
        "Inactive recipients are ones that have generated a hard bounce.")}  # fmt: skip
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    assert BounceScore.objects.get().status == "5.2.1"


def test_one_that_failed_at_the_provider_is_tried_again(use: Any, people: dict[str, Any]) -> None:
    api = use("mailjet")
    api.answer = {"Messages": [{"Status": "error", "Errors": [{"ErrorMessage": "x"}]}]}
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    assert Notification.objects.get().state == Notification.State.QUEUED
    assert not Delivery.objects.filter(accepted=True).exists()


def test_a_provider_that_is_not_there_lets_emails_wait(
    use: Any, api: Api, people: dict[str, Any], settings: Any
) -> None:
    use("brevo")
    settings.ANYMAIL = settings.ANYMAIL | {"BREVO_API_URL": "http://127.0.0.1:9/"}
    notification("a", people["alice"])

    deliver_due_emails(NOW)

    assert Notification.objects.get().state == Notification.State.QUEUED
    assert "play+" not in Delivery.objects.get().error


def test_an_answer_is_not_kept_with_the_codes_of_our_addresses() -> None:
    """A10: responses of servers may repeat our addresses, whose codes permit to answer."""
    ours = [reply_addresses.build_address(purpose, TOKEN) for purpose in ("play", "bounce")]
    said = f"550 <{ours[0]}>: no, {ours[1]}"

    assert reply_addresses.redact_reply_codes(said) == (
        "550 <play+...@abyss.localhost>: no, bounce+...@abyss.localhost"
    )
    assert (
        reply_addresses.redact_reply_codes("550 5.1.1 no such user here")
        == "550 5.1.1 no such user here"
    )


def test_the_email_a_provider_returns_is_an_answer_like_all(readers: list[Any]) -> None:
    raw = message_from_string("Subject: x\n\n2\n")

    assert decided(raw.as_bytes()) == "played"
