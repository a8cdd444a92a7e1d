"""Jobs do not rely on one another: what has to wait is left alone by a condition on rows."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from abyss_site import celery
from abyss_site.core.valkey.heartbeats import record_success
from abyss_site.observability import heartbeats
from games import tasks
from games.models import Heartbeat, Match, Prompt, Vote
from games.presentation import health
from games.services.play import deadlines, outages, votes
from notifications import quarantine

pytestmark = pytest.mark.django_db

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def overdue(match: Match) -> Prompt:
    now = timezone.now()
    prompt: Prompt = match.prompts.get(closed_at=None)
    Prompt.objects.filter(pk=prompt.pk).update(opened_at=now - 100 * HOUR, deadline_at=now - MINUTE)
    return prompt


def test_no_deadline_falls_before_an_outage_is_given_back(pebbles: Match) -> None:
    now = timezone.now()
    prompt = overdue(pebbles)
    Heartbeat.objects.create(ticked_at=now - HOUR)

    assert deadlines.expire_deadlines(now) == 0

    outages.record_tick(now)
    prompt.refresh_from_db()
    assert prompt.closed_at is None and prompt.deadline_at is not None
    assert prompt.deadline_at > now
    assert deadlines.expire_deadlines(now) == 0


def test_no_deadline_falls_before_a_vote_that_is_due_is_decided(
    pebbles: Match, people: dict[str, Any]
) -> None:
    now = timezone.now()
    vote = votes.call_vote(people["alice"], pebbles, Vote.Kind.EXTENSION, hours=24, now=now)
    prompt = overdue(pebbles)
    Vote.objects.filter(pk=vote.pk).update(expires_at=now - MINUTE)

    assert deadlines.expire_deadlines(now) == 0

    votes.expire_votes(now)
    prompt.refresh_from_db()
    assert prompt.closed_at is None and prompt.deadline_at is not None and prompt.deadline_at > now


def test_a_vote_that_is_set_aside_holds_no_deadline_up(
    pebbles: Match, people: dict[str, Any]
) -> None:
    now = timezone.now()
    vote = votes.call_vote(people["alice"], pebbles, Vote.Kind.EXTENSION, hours=24, now=now)
    overdue(pebbles)
    Vote.objects.filter(pk=vote.pk).update(expires_at=now - MINUTE, facts=[])

    assert votes.expire_votes(now) == 0
    assert deadlines.expire_deadlines(now) == 1


def test_every_scheduled_job_exists_and_is_answered_for_by_health() -> None:
    celery.app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}

    assert scheduled <= set(celery.app.tasks)
    assert {job.name for job in tasks.EVERY_FEW_SECONDS} <= scheduled  # type: ignore[attr-defined]
    assert set(health.check_health()["jobs"]["seconds_ago_of"]) == scheduled


def test_a_job_that_does_not_get_to_its_end_is_named() -> None:
    now = timezone.now()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        record_success(str(entry["task"]), now)
    assert health.check_health(now)["jobs"]["late"] == []
    record_success("games.tasks.end_pauses", now - 5 * MINUTE)

    report = health.check_health(now)

    assert report["jobs"]["late"] == ["games.tasks.end_pauses"]
    assert not report["jobs"]["ok"] and not report["ok"]


def test_a_task_that_succeeds_leaves_its_own_heartbeat() -> None:
    heartbeats.note_job(celery.app.tasks["games.tasks.end_pauses"])

    ages = health.check_health()["jobs"]["seconds_ago_of"]

    assert ages["games.tasks.end_pauses"] < 30


def test_an_overdue_deadline_is_told_with_its_age(pebbles: Match) -> None:
    prompt, now = overdue(pebbles), timezone.now()
    Prompt.objects.filter(pk=prompt.pk).update(deadline_at=now - 5 * MINUTE)

    late = health.check_health(now)["deadlines"]
    quarantine.set_aside("deadlines", Prompt, prompt.pk, KeyError(), now=now)
    report = health.check_health(now)

    assert late == {"ok": False, "overdue": 1, "oldest_overdue_seconds": 300.0}
    assert report["deadlines"]["ok"] and report["set_aside"]["tables"] == {"games.prompt": 1}


def test_housekeeping_goes_on_after_a_step_that_fails() -> None:
    done: list[int] = []
    steps: list[Callable[[], Any]] = [lambda: 1 / 0, lambda: done.append(1)]

    with pytest.raises(tasks.HousekeepingFailed, match="ZeroDivisionError at tests"):
        tasks.do_each(*steps)

    assert done == [1]
