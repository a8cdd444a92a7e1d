"""How much the tests try that could go on for ever: a sample, or all with `manage.py test --all`.

FULL_SIZE=1 is what `--all` sets; other matches and examples are tried in every run, and TEST_SEED
repeats those of an earlier one.
"""

from __future__ import annotations

import os

from hypothesis import settings

IS_FULL = bool(os.environ.get("FULL_SIZE"))
# Of this run, the same in all its processes; the first line of its report says it.
SEED = int(os.environ.get("TEST_SEED", "0"))
# Matches that a sample may be taken from.
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
