"""The metrics of /metrics, computed from the database and Valkey on request.

So it does not matter which process answers, nor how many there are. Figures that would need
counting a year of rows cover the last hour: ids start with their creation time, so an hour is found
by the primary key. Every query has a time limit; figures that cannot be computed are left out.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import Error as DatabaseTrouble
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from abyss_site.core import ids
from abyss_site.core.database import SqlValues, connection
from abyss_site.core.valkey import histograms
from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey
from abyss_site.core.valkey.queues import QUEUES
from games.presentation import health
from games.services import metric_counters

HOUR = timedelta(hours=1)
PATIENCE_MS = 2000

OVERDUE = """
SELECT count(*), coalesce(max(extract(epoch FROM %(now)s - deadline_at)), 0)
FROM games_prompt JOIN games_match m ON m.id = match_id
WHERE closed_at IS NULL AND deadline_at <= %(now)s AND m.status = 'running' AND m.paused_at IS NULL
"""
LATENESS = """
SELECT count(*), coalesce(max(extract(epoch FROM m.played_at - p.deadline_at)), 0)
FROM games_move m JOIN games_prompt p ON p.id = m.prompt_id
WHERE m.id >= %(hour)s AND m.source = 'clock'
"""
DELAY = """
SELECT coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY late), 0),
       coalesce(percentile_cont(0.95) WITHIN GROUP (ORDER BY late), 0)
FROM (SELECT extract(epoch FROM sent_at - created_at) AS late FROM notifications_notification
      WHERE id >= %(hour)s AND state = 'sent' AND NOT gathers) AS emails
"""
OUTBOX = """
SELECT count(*), coalesce(max(extract(epoch FROM %(now)s - due_at)), 0)
FROM notifications_notification WHERE state = 'queued' AND due_at <= %(now)s
"""
INBOX = """
SELECT count(*), coalesce(max(extract(epoch FROM %(now)s - received_at)), 0)
FROM notifications_inboundemail WHERE state = 'received'
"""
OUTCOMES = """
SELECT kind, state, count(*) FROM notifications_notification WHERE id >= %(hour)s
GROUP BY kind, state
"""
READ = """
SELECT coalesce(nullif(reason, ''), state), count(*) FROM notifications_inboundemail
WHERE id >= %(hour)s GROUP BY 1
"""
MATCHES = "SELECT status, count(*) FROM games_match WHERE status <> 'finished' GROUP BY status"

log = logging.getLogger(__name__)


class MetricsCollector(Collector):
    """Collects all metrics; one scrape is a dozen short queries."""

    def __init__(self, now: datetime | None = None) -> None:
        self.now = now or timezone.now()

    def collect(self) -> Iterator[Metric]:
        counters = (self._decision_counts, self._timeouts, self._durations)
        for ask in (self._parts, *counters, self._rows, self._queue):
            yield from self._told(ask)

    def _told(self, ask: Callable[[], list[Metric]]) -> list[Metric]:
        try:
            return ask()
        except (DatabaseTrouble, *CONNECTION_ERRORS) as error:
            log.info("not told: %s", type(error).__name__)
            return []

    def _parts(self) -> list[Metric]:
        """Return whether each part is healthy, and the age of the heartbeats."""
        up = _gauge("part_up", "1 if the part is well", "part")
        jobs = _gauge("job_success_age_seconds", "since the job last got to its end", "job")
        aside = _gauge("rows_set_aside", "rows that a job could not handle", "table")
        lag = _gauge("replica_lag_seconds", "how far the replica of the database is behind")
        age = _gauge("heartbeat_age_seconds", "since worker and beat were heard of", "part")
        for part, report in health.check_health(self.now).items():
            if isinstance(report, dict):
                up.add_metric([part], float(report["ok"]))
                if report.get("seconds_ago") is not None:
                    age.add_metric([part], report["seconds_ago"])
                if report.get("seconds_behind") is not None:
                    lag.add_metric([], report["seconds_behind"])
                for job, seconds in report.get("seconds_ago_of", {}).items():
                    if seconds is not None:
                        jobs.add_metric([job], seconds)
                for table, many in report.get("tables", {}).items():
                    aside.add_metric([table], many)
        return [up, age, jobs, aside, lag]

    def _decision_counts(self) -> list[Metric]:
        """Return the decisions accepted and refused since Valkey was last emptied."""
        answers = CounterMetricFamily("abyss_answers", "answers the door took", labels=["source"])
        refusals = CounterMetricFamily(
            "abyss_refusals", "answers the door refused", labels=["source", "reason"]
        )
        for source, many in sorted(
            metric_counters.read_counts(metric_counters.ANSWER_COUNTS).items()
        ):
            answers.add_metric([source], many)
        for name, many in sorted(
            metric_counters.read_counts(metric_counters.REFUSAL_COUNTS).items()
        ):
            refusals.add_metric(name.split(" ", 1), many)
        return [answers, refusals]

    def _timeouts(self) -> list[Metric]:
        """Return how often tasks hit a time limit since Valkey was last emptied."""
        hits = CounterMetricFamily(
            "abyss_task_timeouts", "tasks that hit a time limit", labels=["task", "limit"]
        )
        for name, many in sorted(metric_counters.read_counts(health.TIMEOUTS_KEY).items()):
            hits.add_metric(name.split(" ", 1), many)
        return [hits]

    def _durations(self) -> list[Metric]:
        """Return how long requests and e-mails took, since Valkey was last emptied."""
        took = HistogramMetricFamily(
            "abyss_request_seconds", "duration of requests", labels=["kind", "status"]
        )
        emails = HistogramMetricFamily(
            "abyss_email_seconds", "until e-mails left or were decided", labels=["direction"]
        )
        for family, histogram in ((took, histograms.REQUESTS), (emails, histograms.EMAILS)):
            for labels, (buckets, total) in histogram.read().items():
                family.add_metric(labels, buckets, total)
        return [took, emails]

    def _queue(self) -> list[Metric]:
        waiting = _gauge("queue_tasks", "tasks that wait for a worker", "queue")
        for queue, key in QUEUES.items():
            waiting.add_metric([queue], valkey(health.PATIENCE).llen(key))
        return [waiting]

    def _rows(self) -> list[Metric]:
        with connection.give_up_after(PATIENCE_MS / 1000), transaction.atomic():
            self._ask("SELECT set_config('statement_timeout', %(ms)s, true)", ms=str(PATIENCE_MS))
            return [*self._lateness(), *self._emails()]

    def _lateness(self) -> list[Metric]:
        ((overdue, oldest),) = self._ask(OVERDUE)
        ((by_clock, latest),) = self._ask(LATENESS)
        matches = _gauge("matches", "matches that are not over", "status")
        for status, many in self._ask(MATCHES):
            matches.add_metric([str(status)], many)
        return [
            matches,
            _gauge("deadlines_overdue", "questions the clock should have answered", value=overdue),
            _gauge("deadline_overdue_seconds", "the oldest of them", value=oldest),
            _gauge("deadlines_fallen_hour", "answered by the clock, last hour", value=by_clock),
            _gauge("deadline_lateness_seconds_hour", "the latest of them", value=latest),
        ]

    def _emails(self) -> list[Metric]:
        ((queue_length, oldest),) = self._ask(OUTBOX)
        ((unread, unread_age),) = self._ask(INBOX)
        ((half, most),) = self._ask(DELAY)
        delay = _gauge("email_delay_seconds_hour", "from posting to leaving", "quantile")
        delay.add_metric(["0.5"], half)
        delay.add_metric(["0.95"], most)
        outcomes = _gauge("emails_out_hour", "posted in the last hour", "kind", "state")
        for kind, state, many in self._ask(OUTCOMES):
            outcomes.add_metric([str(kind), str(state)], many)
        read = _gauge("emails_in_hour", "came in the last hour, by what was decided", "reason")
        for reason, many in self._ask(READ):
            read.add_metric([str(reason)], many)
        return [
            outcomes,
            read,
            delay,
            _gauge("outbox_emails", "e-mails that are due", value=queue_length),
            _gauge("outbox_age_seconds", "the one that is due for longest", value=oldest),
            _gauge("inbox_emails", "e-mails nobody has decided about", value=unread),
            _gauge("inbox_age_seconds", "the one that waits for longest", value=unread_age),
        ]

    def _ask(self, query: str, **more: str) -> list[tuple[float, ...]]:
        values: SqlValues = {
            "now": self.now,
            "hour": ids.first_after(self.now - HOUR),
            **more,
        }
        with connection.cursor() as cursor:
            cursor.execute(query, values)
            return list(cursor.fetchall())


def _gauge(name: str, what: str, *labels: str, value: float | None = None) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"abyss_{name}", what, value=value, labels=labels or None)


@never_cache
@require_safe
def metrics_view(request: HttpRequest) -> HttpResponse:
    """Return the metrics for Prometheus; 404 for everybody else."""
    if not _may_read_metrics(request):
        return HttpResponseNotFound()
    registry = CollectorRegistry(auto_describe=False)
    registry.register(MetricsCollector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_read_metrics(request: HttpRequest) -> bool:
    """Return whether the request has the token, or without a configured token, comes directly from
    this machine."""
    if settings.METRICS_TOKEN:
        authorization = request.headers.get("Authorization", "")
        return constant_time_compare(authorization, f"Bearer {settings.METRICS_TOKEN}")
    if "X-Forwarded-For" in request.headers or "Forwarded" in request.headers:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
