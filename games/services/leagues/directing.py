"""The actions of a league's director: create, change, open, call off, edit a draw, decide a table.

Each is recorded in the audit log, with the league, season or pairing concerned: `by` is who did it,
None for a command of the operator, and `reason` why. Exchanges of entrants are recorded by the
moderator action that makes them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.engine.contract import Refused
from games.leagues.standings import are_places
from games.models import AuditLogEntry, League, Pairing, PairingSeat, Player, Season
from games.services.leagues import entries, news, playing, seasons, terms

How = Pairing.How


class Said(TypedDict, total=False):
    """Who decides something, and why."""

    by: Player | None
    reason: str


class CannotDirect(Refused):
    """It is too late for this, or it does not fit this league."""

    code = "cannot_direct"


@transaction.atomic
def found_league(
    *, name: str, slug: str, words: str = "", given: Mapping[str, Any], **said: Unpack[Said]
) -> League:
    """Create a league without seasons; `given` are its terms by name, see leagues/terms.py.

    Raises BadTerms, BadOptions, or CannotDirect if another league has the slug.
    """
    if League.objects.filter(slug=slug).exists():
        raise CannotDirect("There is already a league with this address.")
    kept = terms.serialize_terms(terms.parse_terms(given))
    league = League.objects.create(name=name, slug=slug, description=words, terms=kept)
    _record_decision("found_league", league, f"The league {name} is founded.", said)
    return league


@transaction.atomic
def change_league(
    league: League,
    *,
    given: Mapping[str, Any],
    by: Player | None = None,
    reason: str = "",
    **fields: Any,
) -> League:
    """Change the given terms, `name`, `description` or `is_open`; open seasons keep their terms.

    Raises BadTerms or BadOptions.
    """
    league = League.objects.select_for_update().get(pk=league.pk)
    league.terms = terms.serialize_terms(terms.parse_terms({**league.terms, **given}))
    for field in ("name", "description", "is_open"):
        setattr(league, field, fields.get(field, getattr(league, field)))
    league.save()
    changed = ", ".join(sorted({*given, *fields}))
    _record_decision("change_terms", league, f"{league}: {changed}.", {"by": by, "reason": reason})
    return league


@transaction.atomic
def open_season(
    league: League,
    *,
    opens: datetime | None = None,
    now: datetime | None = None,
    **said: Unpack[Said],
) -> Season:
    """Open a league's next season for sign-up. Raises CannotDirect while another one is open."""
    league = League.objects.select_for_update().get(pk=league.pk)
    over = (Season.State.CLOSED, Season.State.VOID)
    if not league.is_open or league.seasons.exclude(state__in=over).exists():
        raise CannotDirect("A season of this league is not over yet, or the league is closed.")
    season = seasons.open_next(league, now=now or timezone.now(), opens=opens)
    _record_decision("open_season", season, f"{season} is open for sign-up.", said, now=now)
    return season


@transaction.atomic
def call_off(season: Season, *, now: datetime | None = None, **said: Unpack[Said]) -> Season:
    """End a season without standings; running matches go on. Raises CannotDirect."""
    season = entries.lock_season(season)
    _check_apart(season, said.get("by"))
    if season.state in (Season.State.CLOSED, Season.State.VOID):
        raise CannotDirect("This season is over.")
    seasons.call_off(season, now=now or timezone.now())
    _record_decision("call_off", season, f"{season} is called off.", said, now=now)
    return season


@transaction.atomic
def exchange_entrants(first: PairingSeat, second: PairingSeat) -> None:
    """Exchange two entrants of a round that is not seated yet, or two seats of one pairing.

    Raises CannotDirect; nothing is changed.
    """
    rows = PairingSeat.objects.select_related("pairing__round", "entry")
    season = entries.lock_season(first.pairing.round.division.season)
    # Reload: whoever held the lock may have seated or exchanged them.
    one, two = (rows.filter(pk=pairing_seat.pk).first() for pairing_seat in (first, second))
    if one is None or two is None:
        raise CannotDirect("That seat was exchanged meanwhile.")
    if one.pk == two.pk or one.pairing.round_id != two.pairing.round_id:
        raise CannotDirect("Only two entrants of the same round can be exchanged.")
    if season.state != Season.State.RUNNING or not all(_is_open(c.pairing) for c in (one, two)):
        raise CannotDirect("A table that is seated or decided stays as it is.")
    # Delete first: the constraints allow no entrant twice in a pairing, not even between
    # statements.
    PairingSeat.objects.filter(pk__in=[one.pk, two.pk]).delete()
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=pairing_seat.pairing, number=pairing_seat.number, entry=other.entry)
        for pairing_seat, other in ((one, two), (two, one))
    )


def _is_open(pairing: Pairing) -> bool:
    """Return whether a pairing is neither seated nor decided; a bye is open until its round."""
    if pairing.settled_at is None:
        return pairing.match_id is None
    return pairing.how == How.BYE and pairing.round.started_at is None


@transaction.atomic
def decide_pairing(
    pairing: Pairing,
    *,
    places: Sequence[int] | None,
    why: str,
    by: Player | None = None,
    now: datetime | None = None,
) -> Pairing:
    """Decide a pairing: `places` by seat, from 1, None if it counts for nobody; `why` is public.

    Entrants of the season cannot decide in it. The standings of a closed season cannot be changed.
    Raises CannotDirect.
    """
    now = now or timezone.now()
    rows = Pairing.objects.select_related("round__division__season__league")
    pairing = rows.get(pk=pairing.pk)
    season = entries.lock_season(pairing.round.division.season)
    if season.state != Season.State.RUNNING:
        raise CannotDirect("The standings of this season are frozen.")
    _check_apart(season, by)
    pairing_seats = list(pairing.seats.select_related("entry"))
    if places is not None and not are_places(places, len(pairing_seats)):
        raise CannotDirect("Give each seat a place: 1, 2, 2, 4 for two who share the second.")
    how = How.VOID if places is None else How.STAFF
    playing.settle_pairing(
        pairing, how, None if places is None else list(places), why=why[:300], now=now
    )
    Season.objects.filter(pk=season.pk).update(due_at=now)
    told = f"{pairing.pk}-{now.timestamp():.0f}"
    news.notify_entrants(
        season,
        [pairing_seat.entry for pairing_seat in pairing_seats],
        "decided",
        about=told,
        now=now,
    )
    sentence = f"{describe_pairing(pairing)}: " + (
        f"places {list(places)}." if places else "no result."
    )
    _record_decision("decide_table", pairing, sentence, {"by": by, "reason": why}, now=now)
    return pairing


def describe_pairing(pairing: Pairing) -> str:
    """Return the name of a pairing for the log: its season, division, round and number."""
    row, division = pairing.round, pairing.round.division
    return f"{division.season}, division {division}, round {row.number}, table {pairing.number}"


def _check_apart(season: Season, by: Player | None) -> None:
    """Raise CannotDirect if the director takes part in the season, also through a bot of theirs."""
    if by is not None and season.entries.filter(Q(player=by) | Q(player__owner=by)).exists():
        raise CannotDirect("You play in this season: another director has to decide.")


def _record_decision(
    action: str,
    about: League | Season | Pairing,
    sentence: str,
    said: Said,
    *,
    now: datetime | None = None,
) -> None:
    """Record a director's action in the audit log."""
    AuditLogEntry.objects.create(
        action=action,
        by=said.get("by"),
        match=about.match if isinstance(about, Pairing) else None,
        facts={about._meta.model_name: str(about.pk)},
        changes=[sentence],
        reason=said.get("reason", "")[:500],
        occurred_at=now or timezone.now(),
    )
