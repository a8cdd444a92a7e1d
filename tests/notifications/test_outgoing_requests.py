"""Requests to other hosts: none while a page is computed, and each bounded as a whole."""

from __future__ import annotations

import ast
import imaplib
import socket
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import get_connection
from django.test import Client
from django.utils import timezone
from urllib3.exceptions import HTTPError

from abyss_site.core import ids
from abyss_site.core.time_limits import InsideRequest, OutOfTime, limit_seconds, resolve_host
from games.engine.beacon import CHAINS
from games.tasks import beacon_rounds
from notifications.dns_checks.answers import LiveAnswers, NoResponse
from notifications.incoming.transports import imap
from notifications.models import Notification, Webhook, WebhookCall
from notifications.outgoing import transport
from notifications.preferences import webhooks
from notifications.webhooks import calls, ceilings, guard
from tests.drippers import OPENINGS, dripping, taking_at_most

from .conftest import NOW, notification

ROOT = Path(__file__).parents[2]
# What may speak to the network, and what bounds it as a whole.
SPEAKERS = {
    "abyss_site/core/time_limits.py": "waits for the resolver as long as it is told",
    "notifications/webhooks/guard.py": "limit_seconds around each request",
    "notifications/webhooks/calls.py": "catches the errors of guard.py only",
    "games/tasks/beacon_rounds.py": "catches the errors of guard.py only",
    "notifications/outgoing/transport.py": "limit_seconds around each e-mail",
    "notifications/dns_checks/answers.py": "limit_seconds around the command check_mail",
    "notifications/management/commands/fetch_emails.py": "limit_seconds around each round",
    "notifications/incoming/transports/imap.py": "limit_seconds in fetch_emails",
    "notifications/incoming/transports/imap_mailbox.py": "limit_seconds in fetch_emails",
    "notifications/dev_mailbox/mailbox.py": "speaks to our own mailroom, in the demo only",
    "games/presentation/health.py": "speaks to our own mailroom, in a thread that may be left",
    "abyss_site/core/valkey/heartbeats.py": "asks for the name of its own machine only",
    # The supervisor and the web server, which speak to processes of their own machine.
    "abyss_site/bootstrap/supervisor.py": "own machine",
    "abyss_site/bootstrap/processes.py": "own machine",
    "abyss_site/bootstrap/embedded.py": "own machine",
    "abyss_site/core/http/web_server.py": "accepts connections only",
}
NETWORK = {
    *("socket", "socketserver", "smtplib", "imaplib", "poplib", "ftplib", "telnetlib", "xmlrpc"),
    *("http.client", "urllib.request", "urllib3", "requests", "httpx", "aiohttp", "dns.resolver"),
    *("dns.query", "boto3", "botocore"),
}
TOOLS = ("devtools/chaos", "devtools/bench")


def imported_by(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = {alias.name for one in nodes if isinstance(one, ast.Import) for alias in one.names}
    return names | {str(one.module) for one in nodes if isinstance(one, ast.ImportFrom)}


def speaks(path: Path) -> bool:
    names = imported_by(path)
    return any(name == one or name.startswith(f"{one}.") for name in names for one in NETWORK)


def test_every_module_that_speaks_to_the_network_says_what_bounds_it() -> None:
    files = [
        path
        for app in ("abyss_site", "devtools", "games", "notifications")
        for path in ROOT.glob(f"{app}/**/*.py")
    ]
    found = {str(path.relative_to(ROOT)) for path in files if speaks(path)}

    assert {name for name in found if not name.startswith(TOOLS)} == set(SPEAKERS)


def test_no_page_or_endpoint_imports_what_calls_other_hosts() -> None:
    doors = [*ROOT.glob("games/web/**/*.py"), *ROOT.glob("games/api/**/*.py")]
    doors += ROOT.glob("notifications/preferences/*.py")
    callers = ("notifications.webhooks.calls", "notifications.outgoing.transport")

    wrong = [path for path in doors if imported_by(path) & {*callers} or speaks(path)]

    assert doors and not wrong


@pytest.fixture
def hurried(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limits to a second, and let local hosts be called."""
    settings.WEBHOOK_PRIVATE_HOSTS = ["localhost"]
    for module, name in (
        (guard, "POST_SECONDS"),
        (beacon_rounds, "ANSWER_SECONDS"),
        (transport, "EMAIL_SECONDS"),
        (transport, "CLOSE_SECONDS"),
    ):
        monkeypatch.setattr(module, name, 1.0)


def post_to(url: str, port: int) -> None:
    guard.post_to_url(url, b"{}", {})


def post_over_tls(url: str, port: int) -> None:
    guard.post_to_url(url.replace("http:", "https:"), b"{}", {})


def fetch_round(url: str, port: int) -> None:
    guard.fetch_url(url, most_bytes=10_000, timeout_seconds=beacon_rounds.ANSWER_SECONDS)


def fetch_mailbox(url: str, port: int) -> None:
    with limit_seconds(1):
        imap.fetch_new_emails(f"imap://user:password@127.0.0.1:{port}/")


def check_server(url: str, port: int) -> None:
    with limit_seconds(1):
        LiveAnswers(port).greet("127.0.0.1")


ERRORS = (OSError, HTTPError, NoResponse, imaplib.IMAP4.error)


@pytest.mark.parametrize("phase", OPENINGS)
@pytest.mark.parametrize(
    "request_host", [post_to, post_over_tls, fetch_round, fetch_mailbox, check_server]
)
@pytest.mark.usefixtures("hurried")
def test_a_server_that_drips_is_given_up_whenever_it_does(
    phase: str, request_host: Callable[[str, int], None]
) -> None:
    with dripping(phase) as server, taking_at_most(4):
        # The status of a POST is all that is read of it.
        if request_host is post_to and phase == "body":
            request_host(server.url, server.port)
        else:
            with pytest.raises(ERRORS):
                request_host(server.url, server.port)


@pytest.mark.django_db
@pytest.mark.parametrize("phase", OPENINGS)
@pytest.mark.usefixtures("hurried", "kinds")
def test_a_mail_server_that_drips_is_an_outage(
    phase: str, people: dict[str, Any], settings: Any
) -> None:
    email = notification("k", people["alice"])
    with dripping(phase) as server, taking_at_most(4):
        backend = "django.core.mail.backends.smtp.EmailBackend"
        link = get_connection(backend, host="127.0.0.1", port=server.port, timeout=20)
        answer = transport.send_email(Notification.objects.get(pk=email.pk), link)
        transport.close_connection(link)

    assert isinstance(answer, transport.Failure) and answer.is_outage


def test_a_resolver_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(*_: Any, **__: Any) -> list[Any]:
        threading.Event().wait(5)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", hang)

    with taking_at_most(2), pytest.raises(OutOfTime):
        resolve_host("example.org", 443, 0.3)


def test_nothing_is_requested_while_a_request_is_answered() -> None:
    with ids.about(request="1"), pytest.raises(InsideRequest):
        guard.post_to_url("https://example.org/", b"", {})
    with ids.about(request="1"), pytest.raises(InsideRequest):
        guard.fetch_url("https://example.org/", most_bytes=1, timeout_seconds=1)


def test_work_that_ends_in_time_is_not_interrupted_later() -> None:
    with limit_seconds(0.2):
        pass

    with taking_at_most(2):
        threading.Event().wait(0.5)


@pytest.mark.django_db
@pytest.mark.usefixtures("hurried")
def test_a_test_call_waits_for_a_worker_and_the_page_answers_at_once(
    people: dict[str, Any], client: Client
) -> None:
    """Six of them, at a program that drips, once kept all threads of the web server."""
    client.force_login(people["alice"])
    with dripping("headers") as server:
        row = add_webhook(people["alice"], server.url)
        with taking_at_most(8):
            page = client.post(f"/emails/webhooks/{row.pk}/", {"do": "test"}, follow=True)
        assert server.connections == 0
        assert b"The test is under way." in page.content

        calls.call_round(timezone.now())
        page = client.get("/emails/webhooks/")

    row.refresh_from_db()
    assert row.test_due_at is None and row.test_answered_at and row.test_error
    assert b"delivery failed: no answer (OutOfTime)" in page.content


def add_webhook(player: Any, url: str) -> Webhook:
    before = NOW - timedelta(minutes=1)
    return webhooks.add_webhook(
        player, url=url, shape="json", questions_only=False, thread="", now=before
    )


def due_call(row: Webhook) -> WebhookCall:
    posted = notification(f"k{row.pk}", row.player, kind="your_turn")
    return WebhookCall.objects.create(webhook=row, notification=posted, due_at=NOW)


@pytest.mark.django_db
@pytest.mark.usefixtures("hurried")
def test_one_player_does_not_occupy_the_workers(
    people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of five webhooks that drip one is called; others' calls are made in the same run."""
    monkeypatch.setattr(ceilings, "QUICK", timedelta(seconds=0.5))
    with dripping("headers") as slow, dripping("body") as quick:
        for _ in range(webhooks.MAX_WEBHOOKS):
            due_call(add_webhook(people["alice"], slow.url))
        theirs = due_call(add_webhook(people["bob"], quick.url))

        with taking_at_most(5):
            calls.call_round(NOW)
            calls.call_round(NOW + timedelta(seconds=5))

        theirs.refresh_from_db()
        assert theirs.done_at is not None and theirs.error == ""
        assert slow.connections == 1
        calls.call_round(NOW + timedelta(seconds=30))
        assert slow.connections == 2


@pytest.mark.django_db
def test_while_one_worker_calls_a_player_another_does_not(people: dict[str, Any]) -> None:
    row = add_webhook(people["alice"], "https://example.org/")

    claims = [ceilings.claim_player(row.player_id, NOW) for _ in range(2)]
    # Added while the other is called.
    add_webhook(people["alice"], "https://example.com/")
    claims.append(ceilings.claim_player(row.player_id, NOW))
    ceilings.release_player(row.player_id, NOW, timedelta(seconds=1))
    claims.append(ceilings.claim_player(row.player_id, NOW))

    assert claims == [True, False, False, True]


@pytest.mark.django_db
@pytest.mark.usefixtures("hurried")
def test_a_run_ends_after_some_seconds_whoever_is_called(
    people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "ROUND_SECONDS", 1.5)
    with dripping("headers") as slow:
        for player in people.values():
            due_call(add_webhook(player, slow.url))

        with taking_at_most(4):
            calls.call_round(NOW)

        assert slow.connections == 2


def test_the_servers_of_the_beacon_are_asked_in_the_same_way(settings: Any, hurried: None) -> None:
    with dripping("headers") as server, taking_at_most(4):
        settings.BEACON_URLS = [f"http://localhost:{server.port}"]
        failed: set[str] = set()

        signature = beacon_rounds.fetch_signature(next(iter(CHAINS)), 1, failed)

    assert signature is None and failed == set(settings.BEACON_URLS)
