"""Byes that players of a Swiss system ask for, in rounds that are not drawn yet."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max

from games.engine.contract import Refused
from games.models import Entry, Player, Season
from games.services.leagues import entries, terms

OVER = (Season.State.CLOSED, Season.State.VOID)


class CannotTakeBye(Refused):
    """The round is drawn already, or the league allows no more byes."""

    code = "cannot_take_bye"


@transaction.atomic
def request_bye(season: Season, player: Player, number: int) -> Entry:
    """Ask for a bye in a coming round of a season, for half the points of a win.

    Idempotent. Raises CannotTakeBye; in a team only its captain asks.
    """
    season = entries.lock_season(season)
    mine = _require_entry(season, player)
    rounds = mine.bye_rounds or []
    if number in rounds:
        return mine
    if number not in list_open_rounds(season, mine):
        raise CannotTakeBye(
            "You can sit out {most} rounds of a Swiss system at most, and ask before they are"
            " drawn.",
            most=terms.terms_from_row(season).requested_byes,
        )
    mine.bye_rounds = sorted([*rounds, number])
    mine.save(update_fields=["bye_rounds"])
    return mine


@transaction.atomic
def withdraw_bye(season: Season, player: Player, number: int) -> Entry:
    """Withdraw a request for a bye, as long as the round is not drawn. Raises CannotTakeBye."""
    season = entries.lock_season(season)
    mine = _require_entry(season, player)
    if number not in list_coming_byes(season, mine):
        raise CannotTakeBye("You have asked for no bye in this round, or it is drawn already.")
    mine.bye_rounds = [other for other in mine.bye_rounds or [] if other != number] or None
    mine.save(update_fields=["bye_rounds"])
    return mine


def _require_entry(season: Season, player: Player) -> Entry:
    mine = season.entries.filter(player=player, state__in=entries.IN).first()
    if mine is None or season.state in OVER:
        raise CannotTakeBye("You do not take part in this season.")
    return mine


def list_open_rounds(season: Season, entry: Entry) -> list[int]:
    """Return the numbers of the rounds for which an entrant may ask for a bye, [] if for none."""
    league_terms, bye_rounds = terms.terms_from_row(season), entry.bye_rounds or []
    if (
        league_terms.form != "swiss"
        or season.state in OVER
        or len(bye_rounds) >= league_terms.requested_byes
    ):
        return []
    many = season.entries.filter(division=entry.division, state__in=entries.IN).count()
    first, last = _last_drawn_round(entry) + 1, league_terms.rounds_of(many)
    return [number for number in range(first, last + 1) if number not in bye_rounds]


def list_coming_byes(season: Season, entry: Entry) -> list[int]:
    """Return the numbers of rounds that are not drawn yet in which an entrant asks for a bye."""
    last = _last_drawn_round(entry)
    return [number for number in entry.bye_rounds or [] if number > last]


def _last_drawn_round(entry: Entry) -> int:
    if entry.division is None:
        return 0
    return entry.division.rounds.aggregate(last=Max("number"))["last"] or 0
