"""Tests of wake-ups: many of them start one task, and an unavailable broker blocks nobody."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from abyss_site.core.valkey import wakeups
from abyss_site.core.valkey.queues import QUEUES

TASK_QUEUE = QUEUES["mail"]


@pytest.fixture
def valkey(settings: Any) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.delete("wakeup:emails", TASK_QUEUE)
        yield client
        client.delete("wakeup:emails", TASK_QUEUE)


def test_many_wakeups_are_one_task(valkey: Any) -> None:
    for _ in range(20):
        wakeups.wake("emails")

    assert valkey.llen(TASK_QUEUE) == 1


def test_a_cleared_wakeup_may_be_queued_again(valkey: Any) -> None:
    wakeups.wake("emails")
    wakeups.clear_wakeup("emails")
    wakeups.wake("emails")

    assert valkey.llen(TASK_QUEUE) == 2


def test_a_broker_that_is_away_holds_nobody_up(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    before = time.monotonic()
    wakeups.wake("emails")
    wakeups.clear_wakeup("emails")

    assert time.monotonic() - before < 1


def test_a_task_that_waits_for_its_turn_is_not_asked_for_again(valkey: Any) -> None:
    # Wake-ups for a minute's e-mails used to accumulate, and incoming e-mails waited behind them.
    wakeups.wake("emails")

    assert valkey.pttl("wakeup:emails") > 10_000
