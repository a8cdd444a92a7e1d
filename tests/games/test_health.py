"""/health/: every part by name, quickly, without a word too much."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from abyss_site.celery import app
from abyss_site.core.valkey import heartbeats
from abyss_site.core.valkey.client import valkey
from abyss_site.core.valkey.scheduler import Scheduler
from games.models import Outage
from games.presentation import health, uptime
from notifications import quarantine
from notifications.models import Notification
from notifications.outgoing import outbox

HOUR = timedelta(hours=1)
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_jobs_yet() -> None:
    """No test before this one has missed a job."""
    valkey(1).delete(heartbeats.JOBS_KEY, health.MISSED_KEY)


@pytest.fixture
def mailroom(settings: Any) -> Any:
    """Somebody who greets where the mailroom should."""

    def greet() -> None:
        with suppress(OSError):
            while True:
                caller, _ = listening.accept()
                with caller:
                    caller.sendall(b"220 somebody\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        settings.SMTP_HOST, settings.SMTP_PORT = listening.getsockname()[:2]
        threading.Thread(target=greet, daemon=True).start()
        yield listening
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)


def test_the_report_names_every_part(client: Client, mailroom: Any) -> None:
    heartbeats.record_heartbeat(heartbeats.WORKER)
    heartbeats.record_heartbeat(heartbeats.BEAT)

    response = client.get("/health/")

    assert response.status_code == 200
    parts = ["web", "database", "broker", "worker", "beat", "mailroom", "outbox", "inbox"]
    parts += ["deadlines", "jobs", "set_aside"]
    assert [part for part in parts if response.json()[part]["ok"]] == parts
    assert response.json()["ok"]


def test_what_does_not_count_does_not_fail_the_whole(
    client: Client, mailroom: Any, people: dict[str, Any]
) -> None:
    heartbeats.record_heartbeat(heartbeats.WORKER)
    heartbeats.record_heartbeat(heartbeats.BEAT)
    quarantine.set_aside("x", Notification, 1, KeyError(), now=NOW)

    response = client.get("/health/")

    assert response.json()["set_aside"]["rows"] == 1
    assert (response.status_code, response.json()["ok"]) == (200, True)


def test_a_mailroom_that_accepts_and_never_greets_is_a_failure(settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        settings.SMTP_HOST, settings.SMTP_PORT = listening.getsockname()[:2]

        report = health.check_health()

    assert report["mailroom"] == {"ok": False, "error": "TimeoutError"} and not report["ok"]


def test_a_job_that_never_ran_is_late_once_it_was_missed_for_long() -> None:
    valkey(5).delete(heartbeats.JOBS_KEY, health.MISSED_KEY)

    first = health.check_health(NOW)["jobs"]
    later = health.check_health(NOW + timedelta(hours=1))["jobs"]
    heartbeats.record_success("games.tasks.remind", NOW + timedelta(hours=1))
    done = health.check_health(NOW + timedelta(hours=1))["jobs"]

    assert first["ok"] and first["late"] == []
    assert not later["ok"] and "games.tasks.remind" in later["late"]
    assert "games.tasks.remind" not in done["late"]
    # These run once an hour.
    assert "games.tasks.delete_expired_data" not in later["late"]
    valkey(5).delete(heartbeats.JOBS_KEY, health.MISSED_KEY)


def health_command(*words: str) -> tuple[int, Any]:
    """Return the exit code of `manage.py health`, and what it prints."""
    output = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("health", *words, stdout=output)
    code: Any = ended.value.code
    return code, json.loads(output.getvalue())


@pytest.mark.parametrize("part", ["worker", "beat"])
def test_a_dead_process_beside_a_live_one_is_not_well(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(socket, "gethostname", lambda: "another")
        record_process_now(part)
    heartbeats.record_heartbeat(part)
    valkey(5).delete(heartbeats.process_key(part))

    dead = health_command("--here", part), health_command("--alive", part)
    record_process_now(part)
    alive = health_command("--here", part), health_command("--alive", part)

    assert health.check_health()[part]["ok"]
    assert [code for code, _ in (*dead, *alive)] == [1, 1, 0, 0]


def record_process_now(part: str) -> None:
    heartbeats._recorded_at.clear()
    heartbeats.record_process(part)


@pytest.mark.parametrize("part", ["worker", "beat"])
def test_nobody_is_restarted_because_the_broker_is_away(part: str, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    ready, alive = health_command("--here", part), health_command("--alive", part)

    assert (ready[0], alive[0]) == (1, 0)
    assert alive[1][part] == {"ok": False, "error": "ConnectionError", "is_unknown": True}


def test_a_beat_that_finds_everything_sent_is_alive() -> None:
    valkey(5).delete(heartbeats.process_key("beat"))
    heartbeats._recorded_at.clear()

    Scheduler(app=app, lazy=True).tick()

    assert health.check_process("beat")["ok"]


def test_an_old_heartbeat_is_a_failure() -> None:
    heartbeats.record_heartbeat(heartbeats.WORKER, NOW - timedelta(minutes=5))

    assert health.check_health(NOW)["worker"] == {"ok": False, "seconds_ago": 300.0}


def test_a_closed_mailroom_is_told_without_its_address(client: Client, settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        settings.SMTP_HOST, settings.SMTP_PORT = listening.getsockname()[:2]

    response = client.get("/health/")

    assert response.status_code == 503
    assert response.json()["mailroom"] == {"ok": False, "error": "ConnectionRefusedError"}


def test_an_email_due_for_long_shows_in_the_outbox(people: dict[str, Any]) -> None:

    outbox.post([outbox.Draft(key="k", player_id=people["alice"].pk, kind="x")], now=NOW)

    report = health.check_health(NOW + timedelta(minutes=6))

    assert report["outbox"] == {"ok": False, "queued": 1, "oldest_due_seconds": 360.0}


def test_statements_after_the_report_have_their_time_again(client: Client) -> None:
    assert client.get("/health/").json()["database"]["ok"] is True

    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("0",)


def test_a_broker_that_is_away_is_told_without_its_address(client: Client, settings: Any) -> None:
    settings.REDIS_URL = "redis://user:hush@127.0.0.1:1/0"

    response = client.get("/health/")

    assert response.json()["broker"] == {"ok": False, "error": "ConnectionError"}
    assert b"hush" not in response.content


def test_a_database_that_is_away_is_503(client: Client, monkeypatch: Any) -> None:
    from django.db import OperationalError, connection

    def refuse() -> None:
        raise OperationalError("connection to server at 10.0.0.1 failed")

    monkeypatch.setattr(connection, "cursor", refuse)
    monkeypatch.setattr(connection, "ensure_connection", refuse)

    response = client.get("/health/")

    assert response.status_code == 503
    assert b"10.0.0.1" not in response.content


def test_pages_say_that_the_database_is_away(client: Client, monkeypatch: Any) -> None:
    from django.db import OperationalError, connection

    def refuse() -> None:
        raise OperationalError("connection to server at 10.0.0.1 failed")

    client.raise_request_exception = False
    monkeypatch.setattr(connection, "cursor", refuse)
    monkeypatch.setattr(connection, "ensure_connection", refuse)

    response = client.get("/matches/1/")

    program = client.get("/api/v1/matches/1/")
    known = client.get("/status/")

    assert (response.status_code, response["Retry-After"]) == (503, "15")
    assert b"Our database is not available" in response.content
    assert (program.status_code, program["Retry-After"]) == (503, "15")
    assert program.json()["detail"] == "The service is down for a moment."
    assert known.status_code == 503
    assert b"Something is not working right now." in known.content
    assert b"10.0.0.1" not in response.content + program.content


def test_players_are_told_what_works_and_what_did_not(
    client: Client, mailroom: Any, people: dict[str, Any]
) -> None:
    now = timezone.now()
    heartbeats.record_heartbeat(heartbeats.WORKER)
    heartbeats.record_heartbeat(heartbeats.BEAT)
    assert "Everything works." in client.get("/status/").content.decode()
    Outage.objects.create(started_at=now - timedelta(hours=3), ended_at=now - timedelta(hours=2))
    outbox.post([outbox.Draft(key="k", player_id=people["alice"].pk, kind="x")], now=now)
    Notification.objects.update(state="sent", sent_at=now + timedelta(seconds=7))
    outbox.post([outbox.Draft(key="l", player_id=people["alice"].pk, kind="x")], now=now - HOUR)
    heartbeats.record_heartbeat(heartbeats.WORKER, now - timedelta(minutes=5))

    page = client.get("/status/", headers={"accept-language": "de"}).content.decode()

    assert "Etwas funktioniert gerade nicht." in page
    # The clock, and with it e-mails out and in.
    assert page.count("funktioniert nicht</strong>") == 3
    assert "binnen 7 Sekunden ab" in page and "wartet schon 1\xa0Stunde." in page
    assert '<span class="quiet">1\xa0Stunde</span>' in page
    # One hour of 720, of which 0.5 % are 3.6.
    assert "lief der Dienst zu 99,86\xa0%; unser Ziel sind 99,5\xa0%." in page
    assert "Ausfälle dauerten 1\xa0Stunde; das Ziel erlaubt 3\xa0Stunden, 36\xa0Minuten." in page


def test_an_outage_counts_from_where_the_month_begins() -> None:
    now = timezone.now()
    month = now - uptime.MONTH
    Outage.objects.create(started_at=month - 5 * HOUR, ended_at=month + 2 * HOUR)
    Outage.objects.create(started_at=month - 9 * HOUR, ended_at=month - 8 * HOUR)

    told = uptime.check_uptime(now)

    assert told.down == 2 * HOUR and told.budget == timedelta(hours=3, minutes=36)
