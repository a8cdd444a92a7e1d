"""Bells: one task answers many rings, and a broker that is away stops nobody."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
import redis

from abyss_site.valkey import wakeups
from abyss_site.valkey.scheduler import QUEUES

# Letters are a long round, which waits behind what is soon done.
TASK_QUEUE = QUEUES[1]


@pytest.fixture
def valkey(settings: Any) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.delete("bell:letters", TASK_QUEUE)
        yield client
        client.delete("bell:letters", TASK_QUEUE)


def test_many_rings_are_one_task(valkey: Any) -> None:
    for _ in range(20):
        wakeups.ring("letters")

    assert valkey.llen(TASK_QUEUE) == 1


def test_a_bell_answered_may_be_rung_again(valkey: Any) -> None:
    wakeups.ring("letters")
    wakeups.answer("letters")
    wakeups.ring("letters")

    assert valkey.llen(TASK_QUEUE) == 2


def test_a_broker_that_is_away_holds_nobody_up(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    before = time.monotonic()
    wakeups.ring("letters")
    wakeups.answer("letters")

    assert time.monotonic() - before < 1


def test_a_task_that_waits_for_its_turn_is_not_asked_for_again(valkey: Any) -> None:
    # Rings of a minute's letters used to pile up, and letters in waited behind all of them.
    wakeups.ring("letters")

    assert valkey.pttl("bell:letters") > 10_000
