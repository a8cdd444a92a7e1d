"""What the terms of a league mean: rounds, matches of a player, length, and e-mails."""

from __future__ import annotations

from datetime import timedelta
from math import ceil, log

import msgspec

from games.leagues import groups, pairing
from games.leagues.terms import Terms
from games.titles import GAMES

# Of how many players is spoken where the terms name no number.
USUAL_ENTRANTS = 8
# The e-mails of a season besides those of rounds and matches: its start and its end.
SEASON_EMAILS = 2


class Forecast(msgspec.Struct, frozen=True):
    """What a season is like with so many `entrants`; `rounds` None: it has none.

    `least_matches` to `most_matches` are those of a player, None where nobody can say. `emails` are
    those to a player in a week, None if nobody counted the turns of the game.
    """

    entrants: int
    rounds: int | None
    least_matches: int | None
    most_matches: int | None
    length: timedelta
    emails: int | None


def forecast_season(terms: Terms) -> Forecast:
    """Return what a season is like, with the places of a full one, or of a division."""
    division_size = 0 if terms.is_rolling else terms.division_size
    entrants = division_size or terms.capacity or USUAL_ENTRANTS
    if terms.form == "arena":
        length = timedelta(hours=terms.arena_hours)
        return Forecast(entrants, None, None, None, length, None)
    if terms.form == "ladder":
        return Forecast(entrants, None, None, None, timedelta(days=terms.round_days), None)
    rounds = _count_rounds(terms, entrants)
    length = timedelta(hours=terms.notification_hours)
    before = groups.count_group_rounds(entrants, terms)
    length += timedelta(days=terms.round_days) * (
        rounds - before - (-before // terms.rounds_at_once)
        if terms.is_knock_out
        else -(-rounds // terms.rounds_at_once)
    )
    least, most = _count_matches(terms, entrants, rounds)
    return Forecast(
        entrants, rounds, least, most, length, _count_emails(terms, most, rounds, length)
    )


def _count_rounds(terms: Terms, entrants: int) -> int:
    """Return the rounds of a season, the most that a knock-out may take."""
    if terms.form == "double_elimination":
        return _count_double_rounds(entrants)
    if terms.form == "groups":
        many = len(groups.split_groups(entrants, terms))
        advancing = min(many * groups.count_advancing(many, terms), entrants)
        return groups.count_group_rounds(entrants, terms) + _count_knock_out(terms, advancing)
    if terms.form == "knock_out":
        return _count_knock_out(terms, entrants)
    return terms.rounds_of(entrants)


def _count_knock_out(terms: Terms, entrants: int) -> int:
    return max(1, ceil(log(max(entrants, 2), terms.seats / terms.through) - 1e-9))


def _count_double_rounds(entrants: int) -> int:
    """Return the rounds of a double elimination whose final is played once more.

    >>> _count_double_rounds(8), _count_double_rounds(2)
    (7, 3)
    """
    unbeaten, beaten, rounds = max(entrants, 2), 0, 2
    while unbeaten > 1 or beaten > 1:
        losers = len(pairing.knock_out(range(unbeaten), 2, 1)) if unbeaten > 1 else 0
        unbeaten, beaten = unbeaten - losers, beaten - beaten // 2 + losers
        rounds += 1
    return rounds


def _count_matches(terms: Terms, entrants: int, rounds: int) -> tuple[int, int]:
    """Return the least and most matches of a player.

    Everybody may sit out one round of an odd number of players.
    """
    if terms.form == "groups":
        sizes = [len(group) for group in groups.split_groups(entrants, terms)]
        least = min(sizes) - 1 if terms.seats == 2 else min(map(terms.rounds_to_meet, sizes))
        most = max(sizes) - 1 if terms.seats == 2 else max(map(terms.rounds_to_meet, sizes))
        return least, most + rounds - groups.count_group_rounds(entrants, terms)
    if terms.is_knock_out:
        return terms.lives, rounds
    is_complete = terms.form == "round_robin" and terms.seats == 2 and not terms.rounds
    many = entrants - 1 if is_complete else rounds
    return many, many


def _count_emails(terms: Terms, matches: int, rounds: int, length: timedelta) -> int | None:
    """Return about how many e-mails a player gets in a week, one for each turn and each round."""
    hand_offs = GAMES[terms.game].hand_offs.get(terms.seats)
    if hand_offs is None:
        return None
    turns = matches * hand_offs / terms.seats
    weeks = max(length / timedelta(days=7), 1.0)
    return ceil((turns + rounds + SEASON_EMAILS) / weeks)
