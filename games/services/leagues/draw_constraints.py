"""What directors ask of draws: ranks given by hand, and pairs that never meet."""

from __future__ import annotations

from games.leagues.draws import Pair
from games.models import Division, Entry, ForbiddenPairing


def rank_of(entry: Entry) -> tuple[bool, int]:
    """Return what entries are sorted by: those that a director has ranked come first."""
    return entry.seeding is None, entry.seeding or 0


def forbidden_seeds(division: Division) -> set[Pair]:
    """Return the pairs of seeds of a division that must not meet, the smaller seed first."""
    rows = ForbiddenPairing.objects.filter(first__division=division, second__division=division)
    pairs = rows.exclude(first__state=Entry.State.LEFT).exclude(second__state=Entry.State.LEFT)
    seeds = pairs.values_list("first__seed", "second__seed")
    return {(min(a, b), max(a, b)) for a, b in seeds if a is not None and b is not None}
