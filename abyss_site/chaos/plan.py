"""What is done to the service, and when: the same seed is the same plan."""

from __future__ import annotations

import random
from typing import NamedTuple

# Ended by SIGKILL; they come back as `up` brings them back.
PARTS = ("web", "worker", "beat", "mailroom", "valkey", "postgres")
# What the server that takes our letters does for a while.
MOODS = ("hang", "refuse", "away")
KINDS = (*PARTS, *MOODS, "flush", "clock_forward", "clock_back", "disk_full")
# Seconds between two acts in a long chaos run; a short one has each kind once.
LEAST_GAP, LONGEST_GAP = 2.0, 8.0
# Seconds that moods and a full disk last.
LEAST_SPELL, LONGEST_SPELL = 1.0, 6.0
# An outage of ours is given back from ten minutes on; what is less, nobody could tell from time.
FORWARD = (15 * 60, 30 * 60)
BACK = (20, 90)


class Act(NamedTuple):
    """One disruption, `at` so many seconds after the beginning.

    `size` is how long it lasts in seconds, or by how many seconds the clock jumps; 0 for a death.
    """

    at: float
    kind: str
    size: float = 0.0


def plan(seed: int, seconds: float) -> list[Act]:
    """Return acts for a chaos run of so many seconds, each kind once before any comes again."""
    luck = random.Random(seed)
    short = seconds / (len(KINDS) + 1)
    if short < LONGEST_GAP:
        return [
            Act(round(number * short, 2), kind, _size(kind, luck))
            for number, kind in enumerate(luck.sample(KINDS, len(KINDS)), start=1)
        ]
    acts, at = [], 0.0
    while at < seconds:
        for kind in luck.sample(KINDS, len(KINDS)):
            at += luck.uniform(LEAST_GAP, LONGEST_GAP)
            if at < seconds:
                acts.append(Act(round(at, 2), kind, _size(kind, luck)))
    return acts


def _size(kind: str, luck: random.Random) -> float:
    if kind == "clock_forward":
        return float(luck.randrange(*FORWARD))
    if kind == "clock_back":
        return -float(luck.randrange(*BACK))
    if kind in MOODS or kind == "disk_full":
        return round(luck.uniform(LEAST_SPELL, LONGEST_SPELL), 2)
    return 0.0
