"""How many matches and examples the tests try: a sample, or all of them with `test --all`.

`--all` sets FULL_SIZE=1. The sample differs from run to run; TEST_SEED repeats an earlier run's
matches.
"""

from __future__ import annotations

import os

from hypothesis import settings

IS_FULL = bool(os.environ.get("FULL_SIZE"))
# The same in all processes of a run, and named in the header of its report.
SEED = int(os.environ.get("TEST_SEED", "0"))
# A sample is taken from so many matches, numbered behind those of the full size.
MOST_MATCHES = 10_000


def full_or(full: int, sample: int) -> int:
    """Return how many to try."""
    return full if IS_FULL else sample


def match_numbers(first: int, full: int, sample: int) -> range:
    """Return the numbers of random matches to play: the fixed ones, or a sample that changes."""
    if IS_FULL:
        return range(first, first + full)
    begin = MOST_MATCHES + (SEED + first) % MOST_MATCHES
    return range(begin, begin + sample)


def examples(full: int) -> settings:
    """Return how many examples Hypothesis tries: a quarter of the full number, or all."""
    return settings(max_examples=full_or(full, full // 4), deadline=None, derandomize=False)
