"""What a league does about entrants who miss turns, and about those who never came."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, F

from abyss_site.core.ids import first_after
from games.leagues.terms import Terms
from games.models import Division, Match, Move, Pairing, PairingSeat, Season, Seat, Status
from games.services import inactivity
from games.services.leagues import directors, entries, news, results

How = Pairing.How
# A turn is found to be missed for so long; the next one is found as well.
LOOK_BACK = timedelta(hours=2)
# Where the answers of entrants come from who are there.
OWN_SOURCES = (*Move.OWN_HANDS, "order")


def handle_missed_turns(season: Season, league_terms: Terms, *, now: datetime) -> int:
    """Do what the league says about entrants who have missed too many turns; return how many.

    The season is locked. Each entrant is handled once at each table. Idempotent.
    """
    if not league_terms.missed_turns:
        return 0
    count = 0
    for match_id, seats in _list_recent_misses(season, now).items():
        misses = Move.objects.filter(
            match=match_id, source="clock", undone=None, prompt__sealed=False
        )
        late = {
            seat for seat in seats if misses.filter(seat=seat).count() >= league_terms.missed_turns
        }
        if late:
            pairing = Pairing.objects.select_related("round__division").get(match=match_id)
            pairing.round.division.season = season
            count += _handle_table(pairing, late, league_terms, now=now)
    return count


def _list_recent_misses(season: Season, now: datetime) -> dict[UUID, list[int]]:
    """Return the seats whose turns were missed a short while ago in open tables, by match."""
    tables = Pairing.objects.filter(
        round__division__season=season, settled_at=None, match__status=Status.RUNNING
    )
    rows = Move.objects.filter(pk__gte=first_after(now - LOOK_BACK), source="clock")
    rows = rows.filter(match__in=tables.values("match"), prompt__sealed=False)
    seats_by_match: dict[UUID, list[int]] = {}
    for match_id, seat in rows.order_by("match", "seat").values_list("match", "seat").distinct():
        seats_by_match.setdefault(match_id, []).append(seat)
    return seats_by_match


def _handle_table(pairing: Pairing, late: set[int], league_terms: Terms, *, now: datetime) -> int:
    """Do what the league says about the holders of late seats; return how many were handled."""
    holders = dict(Seat.objects.filter(match=pairing.match_id).values_list("number", "player"))
    seats = list(pairing.seats.select_related("entry__player"))
    there = [seat for seat in seats if not seat.away]
    absent = [
        seat
        for number, seat in enumerate(there)
        if number in late and holders[number] == seat.entry.player_id
    ]
    new = [seat for seat in absent if seat.no_show_at is None]
    if new and league_terms.no_show in ("walkover", "out"):
        _award(pairing, seats, absent, now=now)
    return sum(
        _handle_seat(pairing, seat, there.index(seat), league_terms, now=now) for seat in new
    )


def _handle_seat(
    pairing: Pairing, mine: PairingSeat, number: int, league_terms: Terms, *, now: datetime
) -> bool:
    """Do what the league says about an entrant; False if that is not possible just now."""
    season = pairing.round.division.season
    if league_terms.no_show == "bot" and not _let_bot_play(pairing, number, now=now):
        return False
    if league_terms.no_show == "out":
        entries.withdraw_entry(season, mine.entry.player, now=now)
    mine.no_show_at = now
    mine.save(update_fields=["no_show_at"])
    about = f"{pairing.round_id}-{pairing.number}"
    news.tell_players(season, [mine.entry.player_id], "no_show", about=about, now=now)
    _tell_directors(season, mine, "missed", now=now)
    return True


def _let_bot_play(pairing: Pairing, number: int, *, now: datetime) -> bool:
    """Let a house bot play until the player is back; False while somebody else plays a move."""
    match = (
        Match.objects.select_for_update(no_key=True, skip_locked=True)
        .filter(pairing=pairing, status=Status.RUNNING)
        .first()
    )
    return match is not None and inactivity.take_over_seat(match, number, now=now)


def _award(
    pairing: Pairing, seats: Sequence[PairingSeat], absent: Sequence[PairingSeat], *, now: datetime
) -> None:
    """Let the other win a table of two, which counts for nobody if both are absent.

    At a larger one the match has to tell the places of the others.
    """
    if len(seats) == 2:
        if len(absent) == 1:
            places = [2 if seat in absent else 1 for seat in seats]
            results.settle_pairing(pairing, How.WALKOVER, places, now=now)
        else:
            results.settle_pairing(pairing, How.VOID, None, now=now)
        results.refresh_standings(pairing.round.division)


def _tell_directors(season: Season, seat: PairingSeat, what: str, *, now: datetime) -> None:
    recipients = [row.player_id for row in directors.directors_of(season.league)]
    about = f"{what}/{seat.pk}"
    news.tell_players(season, recipients, "absent", about=about, now=now)


def eject_absent(division: Division, *, now: datetime) -> int:
    """Withdraw those who gave no answer in the season when a match of theirs is over now.

    Returns how many. The season is locked.
    """
    rows = PairingSeat.objects.filter(
        pairing__round__division=division,
        pairing__settled_at=now,
        pairing__match__isnull=False,
        away=False,
        entry__state=entries.State.PLAYING,
    )
    count = 0
    for seat in rows.select_related("entry__player", "pairing"):
        answers = _count_answers(seat)
        if answers.get("clock") and not any(answers.get(source) for source in OWN_SOURCES):
            entries.withdraw_entry(division.season, seat.entry.player, now=now)
            news.tell_players(
                division.season, [seat.entry.player_id], "ejected", about=str(seat.pk), now=now
            )
            _tell_directors(division.season, seat, "ejected", now=now)
            count += 1
    return count


def _count_answers(seat: PairingSeat) -> dict[str, int]:
    """Return the number of answers of an entrant in all matches of the season, by source."""
    tables = Pairing.objects.filter(seats__entry=seat.entry, match__isnull=False)
    moves = Move.objects.filter(
        match__in=tables.values("match"),
        match__seats__player=seat.entry.player_id,
        match__seats__number=F("seat"),
    )
    return dict(moves.order_by().values_list("source").annotate(many=Count("pk")))
