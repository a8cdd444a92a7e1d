"""Rounds, tables and standings of a season in words, for e-mails about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import Division, Entry, Match, Pairing, PairingSeat, Player
from games.presentation import labels, leagues
from games.services.leagues import results, terms
from games.titles import GAMES

# Maximum number of last results.
LAST = 3


def fetch_pairing_seats(mine: Entry | None, number: int | None = None) -> list[PairingSeat]:
    """Return an entrant's seats by round, of one round if `number` is given; without absences."""
    rows = (
        PairingSeat.objects.filter(entry=mine, away=False) if mine else PairingSeat.objects.none()
    )
    rows = rows if number is None else rows.filter(pairing__round__number=number)
    pairing_seats = rows.select_related("pairing__round", "pairing__match")
    return list(pairing_seats.order_by("pairing__round__number"))


def list_schedule(mine: Entry, player: Player, number: int | None = None) -> list[str]:
    """Return a line for each drawn round: its dates and the opponents."""
    return [
        describe_scheduled_round(pairing_seat, player)
        for pairing_seat in fetch_pairing_seats(mine, number)
    ]


def describe_scheduled_round(pairing_seat: PairingSeat, player: Player) -> str:
    """Return a round's dates, and whom the player meets in it."""
    round_ = pairing_seat.pairing.round
    days = [date_format(at, labels.day_format()) for at in (round_.starts_at, round_.ends_at)]
    sentence = _("Round %(number)s, %(starts)s to %(ends)s: %(table)s")
    facts = {"number": round_.number, "starts": days[0], "ends": days[1]}
    return sentence % {**facts, "table": _describe_pairing(pairing_seat.pairing, player)}


def _describe_pairing(pairing: Pairing, player: Player) -> str:
    if pairing.how == Pairing.How.BYE:
        return _("you have a bye, which counts as a win")
    if pairing.how == Pairing.How.HALF:
        return _("you sit out, which counts as half a win")
    names = _list_player_names(pairing)
    mine = pairing.boards.filter(Q(first=player) | Q(second=player)).select_related("match")
    match = next((board.match for board in mine), pairing.match)
    return f"{', '.join(names)}{_format_match_reference(match)}"


def _format_match_reference(match: Match | None) -> str:
    return f" ({GAMES[match.game].title} #{match.number})" if match else ""


def _list_player_names(pairing: Pairing) -> list[str]:
    rows: Any = pairing.seats.select_related("entry__player").order_by("number")
    return [pairing_seat.entry.shown_name for pairing_seat in rows]


def format_places(pairing: Pairing) -> list[str]:
    """Return “1. Alice” for each seat of a table with a result."""
    places: Iterable[int] = pairing.places or []
    return [
        f"{place}. {name}" for place, name in zip(places, _list_player_names(pairing), strict=False)
    ]


def list_last_results(mine: Entry, *, before: int) -> list[str]:
    """Return a line for each of the last tables of an entrant that count, the latest last."""
    league_terms = terms.terms_from_row(mine.division.season) if mine.division else None
    rows = Pairing.objects.filter(
        seats__in=PairingSeat.objects.filter(entry=mine),
        round__number__lt=before,
        settled_at__isnull=False,
    )
    lines = []
    for pairing in results.load_pairings(rows.order_by("-round__number")[:LAST]):
        if pairing.how == Pairing.How.BYE:
            text = _("bye")
        elif pairing.how == Pairing.How.HALF:
            text = _("half-point bye")
        elif (
            result := results.result_of(pairing, league_terms.substitutes if league_terms else "")
        ) is None:
            text = str(leagues.HOW[Pairing.How(pairing.how)])
        else:
            names = [seat.entry.shown_name for seat in pairing.seats.all()]
            ranking = sorted(zip(result.places, names, strict=True))
            text = ", ".join(f"{place}. {name}" for place, name in ranking)
        line = _("Round %(number)s: %(result)s")
        lines.append(line % {"number": pairing.round.number, "result": text})
    return lines[::-1]


def list_standings(division: Division, table: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return lines of the standings with place, name and points."""
    entrants = results.list_entrants(division, {row["seed"] for row in table})
    holders = {str(e.pk): e.shown_name for e in entrants}
    return [
        f"{row['place']}. {holders[row['entry']]}: "
        + leagues.format_number(results.figure_of(row, "points"))
        for row in table
    ]
