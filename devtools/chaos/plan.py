"""The plan of disruptions: the same seed gives the same plan."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

# The processes of `up`, which `up` restarts.
PARTS = ("web", "worker", "beat", "mailroom")
SERVERS = ("valkey", "postgres")
# One process of a part's pool; the part itself restarts it.
POOLS = ("web_child", "worker_child")
# A second process of each part, with the same database and broker.
SECOND = tuple(f"second_{part}" for part in PARTS)

# Killed by SIGKILL.
KILLS = tuple(f"kill_{target}" for target in (*PARTS, *SERVERS, *POOLS, *SECOND, "supervisor"))
# Stopped by SIGSTOP, and continued later.
STOPS = tuple(f"stop_{target}" for target in (*PARTS, *SERVERS, "worker_child", "supervisor"))
# Temporary failures of the mail server that receives our e-mails.
MAIL = ("mail_hangs", "mail_refuses", "mail_away")
# All disruptions that last for a while.
SPELLS = (*MAIL, "disk_full", "slow_database")
INSTANT = ("broker_emptied", "clock_forward", "clock_back", "failover")
# Left out of a short run, because too much would have to be restarted.
ONLY_LONG = {
    *(f"kill_{target}" for target in (*SECOND, "supervisor", "web_child")),
    *(f"stop_{target}" for target in ("web", "beat", "mailroom", "worker_child", "supervisor")),
}
KINDS = (*KILLS, *STOPS, *SPELLS, *INSTANT)
SHORT_KINDS = tuple(kind for kind in KINDS if kind not in ONLY_LONG)

# How often each kind occurs in one wave of a long run; the others occur once.
WAVE = {
    "kill_web_child": 40,
    "kill_worker_child": 40,
    **{f"kill_second_{part}": 3 for part in PARTS},
    **{f"kill_{part}": 2 for part in (*PARTS, *SERVERS)},
    "stop_worker_child": 2,
}
# Seconds between two acts of a wave.
LEAST_GAP, LONGEST_GAP = 0.3, 1.3
# Duration of a spell in seconds.
LEAST_SPELL, LONGEST_SPELL = 1.0, 6.0
# Longer than a claim on an e-mail (12 s), a claim on a webhook call (60 s) and the broker's
# visibility timeout (120 s): one stop of a wave lasts this many seconds.
LONG_STOPS = (35.0, 65.0, 125.0)
# What can be stopped for so long while the others go on.
LONG_TARGETS = ("stop_worker", "stop_worker_child", "stop_mailroom", "stop_beat", "stop_web")
# One in this many waves has a long stop.
LONG_EVERY = 4
# In matches of three days a turn, outages are given back from ten minutes on.
FORWARD = (15 * 60, 30 * 60)
BACK = (20, 90)


class Act(NamedTuple):
    """One disruption, not earlier than `at` seconds after its wave starts.

    `size` is its duration in seconds, or the seconds by which the clock jumps; 0 for a kill.
    """

    at: float
    kind: str
    size: float = 0.0


def short_plan(seed: int, seconds: float) -> list[Act]:
    """Return one act of each of SHORT_KINDS within `seconds`."""
    luck = random.Random(seed)
    gap = seconds / (len(SHORT_KINDS) + 1)
    kinds = luck.sample(SHORT_KINDS, len(SHORT_KINDS))
    return [Act(round(n * gap, 2), kind, _size(kind, luck)) for n, kind in enumerate(kinds, 1)]


def waves(seed: int) -> Iterator[list[Act]]:
    """Yield waves without end: each contains every kind, some of them often."""
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
