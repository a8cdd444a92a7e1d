"""Pairs of entrants that no draw lets meet: siblings, or people from the same house."""

from __future__ import annotations

from django.db import transaction

from games.models import Entry, ForbiddenPairing, Season
from games.services.leagues import entries, terms
from games.services.leagues.directing import OVER, CannotDirect

# The forbidden pairings of a season.
MOST_PAIRINGS = 100
# Formats whose draw can let two never meet.
FORMS = ("swiss", "groups", "knock_out", "double_elimination", "arena", "ladder")


def takes_forbidden_pairings(season: Season) -> bool:
    """Return whether pairings of a season can be forbidden: it is not over, nor a round robin."""
    return season.state not in OVER and terms.terms_from_row(season).form in FORMS


@transaction.atomic
def forbid_pairing(first: Entry, second: Entry) -> ForbiddenPairing:
    """Let two entrants of a season never meet in a round that is drawn from now on.

    Idempotent. Raises CannotDirect.
    """
    season = entries.lock_season(first.season)
    if not takes_forbidden_pairings(season):
        raise CannotDirect("In a round robin everybody meets everybody, and no pairing is barred.")
    if first.pk == second.pk or first.season_id != second.season_id:
        raise CannotDirect("Choose two people of the same season.")
    smaller, larger = sorted((first, second), key=lambda entry: entry.pk)
    existing = season.forbidden_pairings.filter(first=smaller, second=larger).first()
    if existing is not None:
        return existing
    if season.forbidden_pairings.count() >= MOST_PAIRINGS:
        raise CannotDirect("A season has {most} forbidden pairings at most.", most=MOST_PAIRINGS)
    return ForbiddenPairing.objects.create(season=season, first=smaller, second=larger)


@transaction.atomic
def allow_pairing(first: Entry, second: Entry) -> None:
    """Let two entrants meet again. Raises CannotDirect if nobody has forbidden it."""
    season = entries.lock_season(first.season)
    smaller, larger = sorted((first, second), key=lambda entry: entry.pk)
    count, _rows = season.forbidden_pairings.filter(first=smaller, second=larger).delete()
    if not count or season.state in OVER:
        raise CannotDirect("These two may meet already.")
