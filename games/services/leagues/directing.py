"""What a league's director does: found, change, open, call off, edit a draw, decide a table.

Each is written down in the log of the desk, with the league, the season and the table it is about:
`by` is who did it, None for a command of whoever runs the service, and `reason` why. What is
exchanged is written down by the measure that does it.
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
from games.models import AuditLogEntry, Entry, League, Pairing, PairingSeat, Player, Season
from games.services.leagues import entries, news, playing, seasons, terms

How = Pairing.How


class Said(TypedDict, total=False):
    """Who decides something, and why."""

    by: Player | None
    reason: str


class CannotDirect(Refused):
    """Too late for this, or not of this league."""

    code = "cannot_direct"


@transaction.atomic
def found_league(
    *, name: str, slug: str, words: str = "", given: Mapping[str, Any], **said: Unpack[Said]
) -> League:
    """Found a league; `given` are its terms by name, see leagues/terms.py. No season is open yet.

    Raises BadTerms, BadOptions, or CannotDirect if another league has the slug.
    """
    if League.objects.filter(slug=slug).exists():
        raise CannotDirect("There is a league of this address already.")
    kept = terms.serialize_terms(terms.parse_terms(given))
    league = League.objects.create(name=name, slug=slug, description=words, terms=kept)
    _write_down("found_league", league, f"The league {name} is founded.", said)
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
    """Change terms (those named) and `name`, `words`, `is_open`; seasons that are open keep theirs.

    Raises BadTerms or BadOptions.
    """
    league = League.objects.select_for_update().get(pk=league.pk)
    league.terms = terms.serialize_terms(terms.parse_terms({**league.terms, **given}))
    for field in ("name", "description", "is_open"):
        setattr(league, field, fields.get(field, getattr(league, field)))
    league.save()
    changed = ", ".join(sorted({*given, *fields}))
    _write_down("change_terms", league, f"{league}: {changed}.", {"by": by, "reason": reason})
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
    _write_down("open_season", season, f"{season} is open for sign-up.", said, now=now)
    return season


@transaction.atomic
def call_off(season: Season, *, now: datetime | None = None, **said: Unpack[Said]) -> Season:
    """End a season without standings; matches that are being played go on. Raises CannotDirect."""
    season = entries.lock_season(season)
    _check_apart(season, said.get("by"))
    if season.state in (Season.State.CLOSED, Season.State.VOID):
        raise CannotDirect("This season is over.")
    seasons.call_off(season, now=now or timezone.now())
    _write_down("call_off", season, f"{season} is called off.", said, now=now)
    return season


@transaction.atomic
def exchange_entrants(first: PairingSeat, second: PairingSeat) -> None:
    """Exchange two entrants of a round that is not seated yet, or two seats of one table.

    Raises CannotDirect; nothing is changed.
    """
    rows = PairingSeat.objects.select_related("pairing__round", "entry")
    season = entries.lock_season(first.pairing.round.division.season)
    # Read again: whoever held the season may have seated them, or exchanged them.
    one, two = (rows.filter(pk=pairing_seat.pk).first() for pairing_seat in (first, second))
    if one is None or two is None:
        raise CannotDirect("That seat was exchanged meanwhile.")
    if one.pk == two.pk or one.pairing.round_id != two.pairing.round_id:
        raise CannotDirect("Only two entrants of the same round can be exchanged.")
    if season.state != Season.State.RUNNING or not all(_is_open(c.pairing) for c in (one, two)):
        raise CannotDirect("A table that is seated or decided stays as it is.")
    # Neither may sit at one table twice, not even between two statements.
    PairingSeat.objects.filter(pk__in=[one.pk, two.pk]).delete()
    PairingSeat.objects.bulk_create(
        PairingSeat(pairing=pairing_seat.pairing, number=pairing_seat.number, entry=other.entry)
        for pairing_seat, other in ((one, two), (two, one))
    )


def _is_open(pairing: Pairing) -> bool:
    """Whether nobody plays there yet, and nothing is decided; a bye is until its round begins."""
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
    """Decide a table: `places` by its seats, from 1, None if it counts for nobody; `why` is public.

    Whoever takes part in the season decides nothing there. A closed season cannot be changed any
    more. Raises CannotDirect.
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
    _write_down("decide_table", pairing, sentence, {"by": by, "reason": why}, now=now)
    return pairing


@transaction.atomic
def remove_entrant(entry: Entry, *, now: datetime | None = None, **said: Unpack[Said]) -> Entry:
    """Take an entrant out of a season, as if they had left it. Raises CannotEnter, CannotDirect."""
    _check_apart(entry.season, said.get("by"))
    left = entries.withdraw_entry(entry.season, entry.player, now=now)
    sentence = f"{entry.player.display_name} is out of {entry.season}."
    _write_down("remove_entry", entry, sentence, said, now=now)
    return left


def describe_pairing(pairing: Pairing) -> str:
    """A table as the log calls it: its season, division, round and number."""
    row, division = pairing.round, pairing.round.division
    return f"{division.season}, division {division}, round {row.number}, table {pairing.number}"


def _check_apart(season: Season, by: Player | None) -> None:
    """Raise CannotDirect for whoever takes part in a season, themselves or by a bot of theirs."""
    if by is not None and season.entries.filter(Q(player=by) | Q(player__owner=by)).exists():
        raise CannotDirect("You take part in this season: somebody else has to decide.")


def _write_down(
    action: str,
    about: League | Season | Pairing | Entry,
    sentence: str,
    said: Said,
    *,
    now: datetime | None = None,
) -> None:
    """Keep for good what was decided, about what."""
    AuditLogEntry.objects.create(
        action=action,
        by=said.get("by"),
        match=about.match if isinstance(about, Pairing) else None,
        player=about.player if isinstance(about, Entry) else None,
        facts={about._meta.model_name: str(about.pk)},
        changes=[sentence],
        reason=said.get("reason", "")[:500],
        occurred_at=now or timezone.now(),
    )
