"""Parse, validate and serialize the terms of leagues."""

from __future__ import annotations

from collections.abc import Mapping
from zoneinfo import available_timezones

import msgspec

from games.engine.contract import AnyGame, Refused
from games.engine.paces import PACES
from games.engine.time_zones import normalize_zone
from games.leagues import terms as term_rules
from games.leagues.terms import Terms
from games.models import League, Match, Season, Undo
from games.queries.games_on_offer import games_on_offer
from games.services.matches import SHARES, chosen_options
from games.titles import GAMES


class BadTerms(Refused):
    """Terms that no league can be played with."""

    code = "bad_terms"


def terms_from_row(row: League | Season) -> Terms:
    """Return the terms of a league or season."""
    return msgspec.convert(row.terms, Terms, strict=False)


def serialize_terms(terms: Terms) -> dict[str, object]:
    """Return the terms as stored."""
    stored_terms: dict[str, object] = msgspec.to_builtins(terms, str_keys=True)
    return stored_terms


def parse_terms(values: Mapping[str, object], games: Mapping[str, AnyGame] | None = None) -> Terms:
    """Parse terms by their names in leagues/terms.py, with defaults for the rest.

    `games` are those that can be chosen, by default those on offer. Raises BadTerms or BadOptions,
    which names what is wrong.
    """
    try:
        terms = msgspec.convert(dict(values), Terms, strict=False)
    except msgspec.ValidationError as error:
        raise BadTerms("These terms cannot be read: {why}", why=str(error)) from error
    zones = tuple(dict.fromkeys(map(normalize_zone, terms.zones)))
    terms = msgspec.structs.replace(terms, zones=zones)
    name = term_rules.find_invalid_term(terms) or _wrong_here(terms, games or games_on_offer())
    if name:
        raise BadTerms("No league can be played with this: {name}.", name=name)
    game = GAMES[terms.game]
    # A table may remain with fewer seats.
    chosen_options(game, terms.options, terms.least_seats)
    options = chosen_options(game, terms.options, terms.seats)
    return msgspec.structs.replace(terms, options=options)


def _wrong_here(terms: Terms, games: Mapping[str, AnyGame]) -> str | None:
    """Return the name of the first term whose value is unknown here, None if all are known."""
    game = games.get(terms.game)
    if game is None:
        return "game"
    if terms.seats not in game.seats:
        return "seats"
    if terms.least_seats not in game.seats:
        return "least_seats"
    known_zones = available_timezones()
    regions = known_zones | {zone.split("/")[0] for zone in known_zones if "/" in zone}
    if not regions.issuperset(map(normalize_zone, terms.zones)):
        return "zones"
    valid_values = {
        "pace": PACES,
        "on_silence": Match.OnSilence.values,
        "undo": Undo.values,
        "min_punctuality": SHARES,
    }
    return next(
        (name for name, values in valid_values.items() if getattr(terms, name) not in values), None
    )
