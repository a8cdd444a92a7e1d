"""The order of the draw, by rating or by hand, before a season begins."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from uuid import UUID

from django.db import transaction

from games.models import Entry, Season
from games.queries.ratings import shown_ratings
from games.services.leagues import draw_constraints, entries, teams, terms
from games.services.leagues.directing import CannotDirect

WAITING = (Season.State.SIGN_UP, Season.State.CHECK_IN)
THERE = (Entry.State.SIGNED, Entry.State.HERE)


@transaction.atomic
def seed_entries(season: Season, order: Sequence[UUID]) -> list[Entry]:
    """Rank those who have signed up for the draw; return all of them in their order.

    `order` are ids of entries, the first seed first; the others follow by rating. [] ranks all by
    rating, also those who come back from another division. Raises CannotDirect.
    """
    season = entries.lock_season(season)
    if season.state not in WAITING:
        raise CannotDirect("This season has begun already, or it is over.")
    rows = {entry.pk: entry for entry in list_by_rating(season)}
    if len(set(order)) != len(order) or not set(order) <= rows.keys():
        raise CannotDirect("Name everybody once, and only people who have signed up.")
    ranked_entries = [rows[pk] for pk in order or rows]
    ranked_keys = {entry.pk for entry in ranked_entries}
    for rank, entry in enumerate(ranked_entries, start=1):
        entry.seeding = rank
    others = [entry for pk, entry in rows.items() if pk not in ranked_keys]
    for entry in others:
        entry.seeding = None
    Entry.objects.bulk_update([*ranked_entries, *others], ["seeding"], batch_size=1000)
    return [*ranked_entries, *others]


def list_by_rating(season: Season) -> list[Entry]:
    """Return those who have signed up, with their displayed rating, the strongest first."""
    rows = season.entries.filter(state__in=THERE).select_related("player")
    signed_up = list(rows.order_by("signed_up_at", "pk"))
    players = teams.player_ids(signed_up)
    everybody = [player for each in players.values() for player in each]
    ratings = shown_ratings(everybody, terms.terms_from_row(season).game)
    for entry in signed_up:
        entry.rating = round(fmean(ratings[player] for player in players[entry.pk]))
    return sorted(signed_up, key=lambda entry: -(entry.rating or 0))


def list_in_order(season: Season) -> list[Entry]:
    """Return those who have signed up in the order of the draw as it is now."""
    return sorted(list_by_rating(season), key=draw_constraints.rank_of)
