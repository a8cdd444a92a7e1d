"""Alerts, dashboards and run-books agree with each other and with /metrics."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import promql_parser
import pytest
import yaml

from abyss_site.observability.metrics import MetricsCollector
from games.presentation import health

ROOT = Path(__file__).resolve().parents[3]
RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((ROOT / "deploy/prometheus/rules.yml").read_text())["groups"]
    for rule in group["rules"]
]
DASHBOARD = json.loads((ROOT / "deploy/grafana/abyss.json").read_text())
RUN_BOOKS = (ROOT / "docs/operating.md").read_text()
EXPRESSIONS = [rule["expr"] for rule in RULES]
EXPRESSIONS += [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
GROUPINGS = re.compile(r"\bby \(([a-z_, ]+)\)")


def exported(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """Return the labels of each metric that /metrics can have."""
    # A busy machine may take longer than a page should wait.
    monkeypatch.setattr(health, "PATIENCE", 5.0)
    found: dict[str, set[str]] = {}
    for family in MetricsCollector().collect():
        labels = set(getattr(family, "_labelnames", ()))
        ends = {"counter": ["_total"], "histogram": ["_count", "_bucket"]}.get(family.type, [""])
        for end in ends:
            found[family.name + end] = labels | ({"le"} if end == "_bucket" else set())
    return found


def selectors(expression: Any) -> Iterator[Any]:
    """Yield every selector of a metric in a parsed expression."""
    if isinstance(expression, promql_parser.VectorSelector):
        yield expression
    for name in ("expr", "lhs", "rhs", "args", "vector_selector"):
        part = getattr(expression, name, None)
        for one in part if isinstance(part, list) else [part]:
            if one is not None:
                yield from selectors(one)


@pytest.mark.django_db
def test_every_rule_and_panel_names_metrics_and_labels_that_exist(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = exported(monkeypatch)

    for text in EXPRESSIONS:
        found = list(selectors(promql_parser.parse(text)))
        assert found, text
        for selector in found:
            assert selector.name in known, text
            labels = {matcher.name for matcher in selector.matchers.matchers}
            labels |= {word.strip() for one in GROUPINGS.findall(text) for word in one.split(",")}
            assert labels <= known[selector.name], text


@pytest.mark.django_db
def test_the_dashboard_shows_every_metric(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = {
        selector.name
        for panel in DASHBOARD["panels"]
        for target in panel["targets"]
        for selector in selectors(promql_parser.parse(target["expr"]))
    }

    assert set(exported(monkeypatch)) - shown == set()


def test_a_metric_that_does_not_exist_is_noticed() -> None:
    text = 'sum(rate(abyss_nothing_total{kind="x"}[5m])) / clamp_min(abyss_matches, 1) > 0'

    names = {selector.name for selector in selectors(promql_parser.parse(text))}

    assert names == {"abyss_nothing_total", "abyss_matches"}


def test_every_alert_has_a_run_book_and_every_run_book_an_alert() -> None:
    alerts = {rule["alert"] for rule in RULES}

    assert set(re.findall(r"^### (\w+)$", RUN_BOOKS, re.M)) == alerts
    for rule in RULES:
        assert rule["annotations"]["runbook_url"] == f"docs/operating.md#{rule['alert'].lower()}"
        assert rule["annotations"]["summary"]
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert re.fullmatch(r"\d+[mh]", rule["for"])
        said = RUN_BOOKS.split(f"### {rule['alert']}\n")[1].split("###")[0]
        assert f"*{rule['labels']['severity'].title()}:" in said
