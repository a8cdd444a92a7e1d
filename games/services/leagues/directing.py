"""What a league's director does: found, change, open, call off, edit a draw, decide a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.leagues.standings import are_places
from games.models import Chair, Entry, League, Pairing, Season
from games.rules.contract import Refused
from games.services.leagues import entries, news, playing, seasons, terms

How = Pairing.How


class CannotDirect(Refused):
    """Too late for this, or not of this league."""

    code = "cannot_direct"


@transaction.atomic
def found_league(*, name: str, slug: str, words: str = "", given: Mapping[str, Any]) -> League:
    """Found a league; `given` are its terms by name, see leagues/terms.py. No season is open yet.

    Raises BadTerms, BadOptions, or CannotDirect if another league has the slug.
    """
    if League.objects.filter(slug=slug).exists():
        raise CannotDirect("There is a league of this address already.")
    kept = terms.stored(terms.checked(given))
    return League.objects.create(name=name, slug=slug, words=words, terms=kept)


@transaction.atomic
def change_league(league: League, *, given: Mapping[str, Any], **fields: Any) -> League:
    """Change terms (those named) and `name`, `words`, `is_open`; seasons that are open keep theirs.

    Raises BadTerms or BadOptions.
    """
    league = League.objects.select_for_update().get(pk=league.pk)
    league.terms = terms.stored(terms.checked({**league.terms, **given}))
    for field in ("name", "words", "is_open"):
        setattr(league, field, fields.get(field, getattr(league, field)))
    league.save()
    return league


@transaction.atomic
def open_season(
    league: League, *, opens: datetime | None = None, now: datetime | None = None
) -> Season:
    """Open a league's next season for sign-up. Raises CannotDirect while another one is open."""
    league = League.objects.select_for_update().get(pk=league.pk)
    over = (Season.State.CLOSED, Season.State.VOID)
    if not league.is_open or league.seasons.exclude(state__in=over).exists():
        raise CannotDirect("A season of this league is not over yet, or the league is closed.")
    return seasons.open_next(league, now=now or timezone.now(), opens=opens)


@transaction.atomic
def call_off(season: Season, *, now: datetime | None = None) -> Season:
    """End a season without standings; matches that are being played go on. Raises CannotDirect."""
    season = entries.locked(season)
    if season.state in (Season.State.CLOSED, Season.State.VOID):
        raise CannotDirect("This season is over.")
    seasons.call_off(season, now=now or timezone.now())
    return season


@transaction.atomic
def exchange(first: Chair, second: Chair) -> None:
    """Exchange two entrants of a round that is not seated yet, or two seats of one table.

    Raises CannotDirect; nothing is changed.
    """
    rows = Chair.objects.select_related("pairing__round", "entry")
    season = entries.locked(first.pairing.round.division.season)
    # Read again: whoever held the season may have seated them, or exchanged them.
    one, two = (rows.filter(pk=chair.pk).first() for chair in (first, second))
    if one is None or two is None:
        raise CannotDirect("That seat was exchanged meanwhile.")
    if one.pk == two.pk or one.pairing.round_id != two.pairing.round_id:
        raise CannotDirect("Only two entrants of the same round can be exchanged.")
    if season.state != Season.State.RUNNING or not all(_is_open(c.pairing) for c in (one, two)):
        raise CannotDirect("A table that is seated or decided stays as it is.")
    # Neither may sit at one table twice, not even between two statements.
    Chair.objects.filter(pk__in=[one.pk, two.pk]).delete()
    Chair.objects.bulk_create(
        Chair(pairing=chair.pairing, number=chair.number, entry=other.entry)
        for chair, other in ((one, two), (two, one))
    )


def _is_open(pairing: Pairing) -> bool:
    """Whether nobody plays there yet, and nothing is decided; a bye is until its round begins."""
    if pairing.settled is None:
        return pairing.match_id is None
    return pairing.how == How.BYE and pairing.round.begun is None


@transaction.atomic
def decide(
    pairing: Pairing, *, places: Sequence[int] | None, why: str, now: datetime | None = None
) -> Pairing:
    """Decide a table: `places` by chair, from 1, None if it counts for nobody; `why` is public.

    A closed season cannot be changed any more. Raises CannotDirect.
    """
    now = now or timezone.now()
    rows = Pairing.objects.select_related("round__division__season__league")
    pairing = rows.get(pk=pairing.pk)
    season = entries.locked(pairing.round.division.season)
    if season.state != Season.State.RUNNING:
        raise CannotDirect("The standings of this season are frozen.")
    chairs = list(pairing.chairs.select_related("entry"))
    if places is not None and not are_places(places, len(chairs)):
        raise CannotDirect("Give each seat a place: 1, 2, 2, 4 for two who share the second.")
    how = How.VOID if places is None else How.STAFF
    playing.settle(pairing, how, None if places is None else list(places), why=why[:300], now=now)
    Season.objects.filter(pk=season.pk).update(due=now)
    told = f"{pairing.pk}-{now.timestamp():.0f}"
    news.tell(season, [chair.entry for chair in chairs], "decided", about=told, now=now)
    return pairing


@transaction.atomic
def remove(entry: Entry, *, now: datetime | None = None) -> Entry:
    """Take an entrant out of a season, as if they had left it. Raises CannotEnter."""
    return entries.withdraw(entry.season, entry.player, now=now)
