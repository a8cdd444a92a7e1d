"""Metrics describe the service without revealing secrets."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from abyss_site.core import ids
from abyss_site.core.valkey import histograms
from abyss_site.observability import reporting
from abyss_site.observability.logs import Json
from abyss_site.observability.metrics import MetricsCollector
from games.engine.contract import Decision, Refused
from games.presentation import health
from games.services.play.decisions import submit_decision
from notifications.outgoing.delivery import deliver_due_emails

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]
TOKEN = "onqjd46yyabkgzbjd4tr2ljcqg"


def scraped(client: Client, **headers: str) -> dict[tuple[str, ...], float]:
    """Return (name, label values …) -> value."""
    page = client.get("/metrics", headers=headers).content.decode()
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


@pytest.mark.django_db(transaction=True)
def test_figures_follow_what_happens(
    client: Client, deal: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A busy machine may take longer than a page should wait.
    monkeypatch.setattr(health, "PATIENCE", 5.0)
    before = scraped(client)
    match = deal("pebbles", seats=2, now=timezone.now())
    prompt = match.prompts.get()
    submit_decision(prompt.token, Decision("take", {"number": 1}), source="page", key="1")
    with pytest.raises(Refused):
        submit_decision(prompt.token, Decision("take", {"number": 1}), source="email", key="2")

    after = scraped(client)

    def more(*name: str) -> float:
        return after[name] - before.get(name, 0)

    assert more("abyss_answers_total", "page") == 1
    assert more("abyss_refusals_total", "stale", "email") == 1
    assert more("abyss_matches", "running") == 1
    assert after["abyss_part_up", "database"] == 1
    assert after["abyss_outbox_emails",] > 0
    assert after["abyss_emails_out_hour", "your_turn", "queued"] >= 1
    assert after["abyss_deadlines_overdue",] == 0
    deliver_due_emails(timezone.now())
    assert scraped(client)["abyss_outbox_emails",] == 0


def test_figures_are_for_this_machine_or_for_the_token(client: Client, settings: Any) -> None:
    def status(address: str = "127.0.0.1", **headers: str) -> int:
        return client.get("/metrics", REMOTE_ADDR=address, headers=headers).status_code

    assert status() == 200
    assert status("192.0.2.1") == status(x_forwarded_for="192.0.2.1") == 404
    settings.METRICS_TOKEN = "a-token-of-more-than-twenty"
    assert status() == status(authorization="Bearer another") == 404
    assert status("192.0.2.1", authorization=f"Bearer {settings.METRICS_TOKEN}") == 200


def test_requests_are_counted_by_their_duration(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(histograms, "FLUSH_SECONDS", 0.0)
    # What was counted before is written with the next request.
    client.get("/status/")
    before = scraped(client)

    client.get("/status/")
    client.get("/no/such/page/")
    after = scraped(client)

    def more(*name: str) -> float:
        return after[name] - before.get(name, 0)

    assert more("abyss_request_seconds_count", "page", "2xx") == 1
    assert more("abyss_request_seconds_count", "page", "4xx") == 1
    assert more("abyss_request_seconds_bucket", "page", "+Inf", "2xx") == 1
    # /metrics itself is not counted.
    assert sum(more(*name) for name in after if name[0] == "abyss_request_seconds_count") == 2


def test_answers_are_a_kind_of_their_own(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histograms, "FLUSH_SECONDS", 0.0)
    client.get("/status/")
    before = scraped(client)

    client.post(f"/p/{TOKEN}/", {"answer": "1"})
    client.post(f"/api/v1/prompts/{TOKEN}/answer/", {"line": "1"}, "application/json")
    client.get(f"/p/{TOKEN}/")
    after = scraped(client)

    def count(told: dict[tuple[str, ...], float]) -> float:
        return sum(told.get(("abyss_request_seconds_count", "answer", f"{n}xx"), 0) for n in (3, 4))

    assert count(after) - count(before) == 2


def test_emails_are_counted_by_how_long_they_took(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(histograms, "FLUSH_SECONDS", 0.0)
    histograms.EMAILS.count("out", seconds=0)
    before = scraped(client)

    histograms.EMAILS.count("out", seconds=14.9)
    after = scraped(client)

    def more(bound: str) -> float:
        name = ("abyss_email_seconds_bucket", "out", bound)
        return after[name] - before[name]

    assert [more(bound) for bound in ("5.0", "15.0", "+Inf")] == [0, 1, 1]


def test_every_figure_is_explained() -> None:
    told = {family.name for family in MetricsCollector().collect()}
    explained = set(
        re.findall(r"`(abyss_\w+?)(?:_total)?`", (ROOT / "docs/running.md").read_text())
    )
    assert told == explained


def test_a_line_of_json_names_what_it_is_about_and_no_key() -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, f"Gone: /p/{TOKEN}/", (), None)

    with ids.about(email="l"):
        ids.note(move="m")
        written = json.loads(Json().format(record))
    ids.note(move="nobody is about anything")

    assert (written["message"], written["email"], written["move"]) == ("Gone: /p/.../", "l", "m")
    assert ids.trail() == {}


def test_a_request_has_a_number_and_no_path(client: Client, caplog: Any, deal: Any) -> None:
    prompt = deal("pebbles", seats=2).prompts.get()
    formatter, lines = Json(), []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(json.loads(formatter.format(record)))  # type: ignore[method-assign]
    watched = logging.getLogger("abyss_site.core.http.middleware")
    watched.addHandler(handler)
    caplog.set_level(logging.INFO, logger="abyss_site.core.http.middleware")
    try:
        answer = client.get(f"/p/{prompt.token}/", headers={"cookie": "sessionid=abc"})
    finally:
        watched.removeHandler(handler)

    (line,) = lines
    assert line["request"] == answer.headers["X-Request-ID"]
    assert line["message"].startswith("GET /p/<str:token>/ 302")
    assert prompt.token not in json.dumps(lines)


def test_what_is_reported_elsewhere_holds_no_key() -> None:
    secret = "abp_" + "0f" * 20
    event = {
        "request": {"url": f"https://x/p/{TOKEN}/", "cookies": {"a": "b"}, "data": "x"},
        "exception": [{"value": f"no {TOKEN}, {secret}"}],
    }

    told = json.dumps(reporting.without_keys(event))

    assert TOKEN not in told and secret not in told and "cookies" not in told


def test_a_tool_that_is_missing_is_named(settings: Any) -> None:
    settings.OTEL_EXPORTER_OTLP_ENDPOINT = "http://localhost:4318"
    with pytest.raises(ImproperlyConfigured, match=r"OTEL_EXPORTER.* pip install '\.\[watching\]'"):
        reporting.begin()


def test_a_span_names_the_route() -> None:
    kept: dict[str, str] = {}
    span = SimpleNamespace(set_attribute=kept.__setitem__)
    request = SimpleNamespace(resolver_match=SimpleNamespace(route="p/<str:token>/"))

    reporting.name_route(span, request, None)

    assert set(kept.values()) == {"/p/<str:token>/"}
