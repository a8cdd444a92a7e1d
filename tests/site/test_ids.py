"""Ids that sort by time: UUIDs of version 7 (RFC 9562 §5.7)."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from uuid import RFC_4122

import time_machine

from abyss_site.core.ids import first_after, uuid7

INSTANT = datetime(2026, 3, 2, 12, 0, 0, 123_456, tzinfo=UTC)


def test_an_id_says_when_it_was_made() -> None:
    with time_machine.travel(INSTANT, tick=False):
        made = uuid7()

    assert (made.version, made.variant) == (7, RFC_4122)
    assert made.int >> 80 == int(INSTANT.timestamp() * 1000)
    # The fraction of the millisecond in 12 bits: 456 of 1,000 microseconds.
    assert abs((made.int >> 64 & 0xFFF) - 456 * 4096 // 1000) <= 1


def test_ids_of_one_millisecond_keep_their_order() -> None:
    made = []
    for _ in range(200):
        made.append(uuid7())
        until = time.time_ns() + 1_000
        while time.time_ns() < until:
            pass

    assert made == sorted(made) and len(set(made)) == 200


def test_the_first_id_of_an_instant_sorts_before_all_that_follow() -> None:
    with time_machine.travel(INSTANT, tick=False):
        made = uuid7()

    assert first_after(INSTANT) < made
    assert first_after(INSTANT.replace(microsecond=124_000)) > made
