"""What is done to the service, and when: the same seed is the same plan."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

# The processes of `up`; they come back as `up` brings them back.
PARTS = ("web", "worker", "beat", "mailroom")
SERVERS = ("valkey", "postgres")
# One process of the pool that a part keeps; the part itself brings it back.
POOLS = ("web_child", "worker_child")
# A second one of each part, against the same database and broker.
SECOND = tuple(f"second_{part}" for part in PARTS)

# Ended by SIGKILL.
KILLS = tuple(f"kill_{target}" for target in (*PARTS, *SERVERS, *POOLS, *SECOND, "supervisor"))
# Stopped by SIGSTOP, and continued.
STOPS = tuple(f"stop_{target}" for target in (*PARTS, *SERVERS, "worker_child", "supervisor"))
# What the mail server that takes our e-mails does for a while.
MAIL = ("mail_hangs", "mail_refuses", "mail_away")
# What else lasts for a while.
SPELLS = (*MAIL, "disk_full", "slow_database")
INSTANT = ("broker_emptied", "clock_forward", "clock_back", "failover")
# What a short run leaves out: it would have to start too much anew.
ONLY_LONG = {
    *(f"kill_{one}" for one in (*SECOND, "supervisor", "web_child")),
    *(f"stop_{one}" for one in ("web", "beat", "mailroom", "worker_child", "supervisor")),
}
KINDS = (*KILLS, *STOPS, *SPELLS, *INSTANT)
SHORT_KINDS = tuple(kind for kind in KINDS if kind not in ONLY_LONG)

# How often each kind comes in one wave of a long run; the others come once.
WAVE = {
    "kill_web_child": 40,
    "kill_worker_child": 40,
    **{f"kill_second_{part}": 3 for part in PARTS},
    **{f"kill_{part}": 2 for part in (*PARTS, *SERVERS)},
    "stop_worker_child": 2,
}
# Seconds between two acts of a wave.
LEAST_GAP, LONGEST_GAP = 0.3, 1.3
# Seconds that something lasts.
LEAST_SPELL, LONGEST_SPELL = 1.0, 6.0
# Longer than a claim on an e-mail (30 s), a claim on a webhook call (60 s) and the broker's
# visibility timeout (120 s): one stop of a wave lasts so long.
LONG_STOPS = (35.0, 65.0, 125.0)
# What may be stopped for so long while the others go on.
LONG_TARGETS = ("stop_worker", "stop_worker_child", "stop_mailroom", "stop_beat", "stop_web")
# One long stop in so many waves.
LONG_EVERY = 4
# An outage of ours is given back from ten minutes on; what is less, nobody could tell from time.
FORWARD = (15 * 60, 30 * 60)
BACK = (20, 90)


class Act(NamedTuple):
    """One disruption, not earlier than `at` seconds after its wave begins.

    `size` is how long it lasts in seconds, or by how many seconds the clock jumps; 0 for a kill.
    """

    at: float
    kind: str
    size: float = 0.0


def short_plan(seed: int, seconds: float) -> list[Act]:
    """Return one act of each of SHORT_KINDS within so many seconds."""
    luck = random.Random(seed)
    gap = seconds / (len(SHORT_KINDS) + 1)
    kinds = luck.sample(SHORT_KINDS, len(SHORT_KINDS))
    return [Act(round(n * gap, 2), kind, _size(kind, luck)) for n, kind in enumerate(kinds, 1)]


def waves(seed: int) -> Iterator[list[Act]]:
    """Return waves without end: in each every kind comes, some of them often."""
    luck, number = random.Random(seed), 0
    while True:
        yield _wave(luck, number)
        number += 1


def _wave(luck: random.Random, number: int) -> list[Act]:
    kinds = [kind for kind in KINDS for _ in range(WAVE.get(kind, 1))]
    luck.shuffle(kinds)
    long_target = luck.choice(LONG_TARGETS) if number % LONG_EVERY == LONG_EVERY - 1 else ""
    acts, at = [], 0.0
    for kind in kinds:
        at += luck.uniform(LEAST_GAP, LONGEST_GAP)
        size = _size(kind, luck)
        if kind == long_target:
            size, long_target = luck.choice(LONG_STOPS), ""
        acts.append(Act(round(at, 2), kind, size))
    return acts


def _size(kind: str, luck: random.Random) -> float:
    if kind == "clock_forward":
        return float(luck.randrange(*FORWARD))
    if kind == "clock_back":
        return -float(luck.randrange(*BACK))
    if kind in (*SPELLS, *STOPS):
        return round(luck.uniform(LEAST_SPELL, LONGEST_SPELL), 2)
    return 0.0
