"""The number of matches and examples in tests: a sample, or all of them with `test --all`.

`--all` sets FULL_SIZE=1. The sample differs from run to run; TEST_SEED repeats the matches of an
earlier run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")
IS_FULL = bool(os.environ.get("FULL_SIZE"))
# Whether the whole suite runs: tests with the mark `sampled` try some of their cases.
IS_SAMPLED = bool(os.environ.get("SAMPLE_CASES")) and not IS_FULL
# The same in all processes of a run; printed in the header of its report.
SEED = int(os.environ.get("TEST_SEED", "0"))
# Number of matches that samples are taken from, numbered after those of the full size.
MOST_MATCHES = 10_000


def full_or(full: int, sample: int) -> int:
    """Return `full` with FULL_SIZE=1, else `sample`."""
    return full if IS_FULL else sample


def sample_of(items: Iterable[T], many: int, is_whole: bool = IS_FULL) -> list[T]:
    """Return all items, or without `is_whole` `many` of them, in order: others in each run."""
    every = list(items)
    if is_whole or many >= len(every):
        return every
    chosen = random.Random(f"{SEED}/{len(every)}").sample(range(len(every)), many)
    return [every[at] for at in sorted(chosen)]


def match_numbers(first: int, full: int, sample: int) -> range:
    """Return the numbers of random matches to play: the fixed ones, or a sample that changes."""
    if IS_FULL:
        return range(first, first + full)
    begin = MOST_MATCHES + (SEED + first) % MOST_MATCHES
    return range(begin, begin + sample)


def fresh_numbers(full: int, sample: int) -> range:
    """Return the numbers of random matches that no other test plays, others in each run."""
    begin = 2 * MOST_MATCHES + SEED * MOST_MATCHES
    return range(begin, begin + full_or(full, sample))


def examples(full: int) -> settings:
    """Return Hypothesis settings with a quarter of the full number of examples, or all."""
    return settings(max_examples=full_or(full, full // 4), deadline=None, derandomize=False)
