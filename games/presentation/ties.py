"""What told tied players of a league apart, and which rule decided if nothing did, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import beacon, commitment
from games.leagues import standings
from games.leagues.standings import TieBreak
from games.leagues.ties import Tie
from games.models import Division, Season
from games.presentation import leagues as league_text
from games.services.leagues import lots, results, terms

BORDERS = {
    "up": gettext_lazy("The last place of promotion"),
    "down": gettext_lazy("The last place without relegation"),
}


class ShownTie(msgspec.Struct, frozen=True):
    """Players with the same first figure, and what told them apart, a sentence for each step."""

    title: str
    steps: list[str]


class LotProof(msgspec.Struct, frozen=True):
    """What a lot was drawn from; `secret` is "" while the season runs, `signature` for none."""

    what: str
    fingerprint: str
    words: str
    chain: str
    round: int
    signature: str
    secret: str


def list_counts(table: Sequence[Mapping[str, Any]], season: Season) -> tuple[str, ...]:
    """Return the figures of stored standings in the order in which they count."""
    kinds = {kind for row in table for kind in row["figures"]}
    return terms.terms_from_row(season).counts_with(kinds)


def describe_tie_breaks(
    division: Division, table: Sequence[Mapping[str, Any]], seeds: Sequence[int] | None = None
) -> list[ShownTie]:
    """Return what told players of these standings apart who are level on the first figure.

    `seeds` are those about whose ties it is, None for all. Nothing before the first result.
    """
    rows = [row for row in table if row["played"]]
    counts = list_counts(table, division.season)
    figures = {row["seed"]: {kind: results.figure_of(row, kind) for kind in counts} for row in rows}
    ties = [
        tie
        for tie in standings.list_resolved_ties(figures, counts)
        if seeds is None or set(seeds) & set(tie.entrants)
    ]
    names = _names_of(division, {seed for tie in ties for seed in tie.entrants})
    heading = league_text.COUNTS[counts[0]][0]
    return [
        ShownTie(
            f"{_join(names, tie.entrants)} ({heading} "
            f"{league_text.format_number(figures[tie.entrants[0]][counts[0]])})",
            [
                *(_describe_step(step, names) for step in tie.steps),
                *(
                    _("Level on everything, so they share the place: %(names)s.")
                    % {"names": _join(names, group)}
                    for group in tie.level
                ),
            ],
        )
        for tie in ties
    ]


def _describe_step(step: TieBreak, names: Mapping[int, str]) -> str:
    parts = [
        _join(names, entrants)
        if step.kind == "lot"
        else f"{_join(names, entrants)} {league_text.format_number(value)}"
        for value, entrants in step.parts
    ]
    heading = league_text.COUNTS[step.kind][0]
    return _("%(heading)s: %(parts)s.") % {"heading": heading, "parts": " > ".join(parts)}


def _names_of(division: Division, seeds: set[int]) -> dict[int, str]:
    holders = results.list_entrants(division, seeds) if seeds else []
    return {entry.seed or 0: entry.shown_name for entry in holders}


def _join(names: Mapping[int, str], seeds: Sequence[int]) -> str:
    return ", ".join(names.get(seed, "?") for seed in seeds)


def describe_ruled_ties(division: Division, zone: str) -> list[str]:
    """Return what the rule of the league decided or will decide; `zone` is the reader's."""
    records = results.ties_of(division)
    names = _names_of(division, {seed for tie in records for seed in tie.entrants})
    return [describe_ruled_tie(tie, names, zone) for tie in records]


def describe_ruled_tie(tie: Tie, names: Mapping[int, str], zone: str) -> str:
    """Return what the rule of the league made of a tie; `names` are those of the entrants."""
    facts = {"where": _locate(tie), "names": _join(names, tie.entrants), "number": tie.round}
    is_final = tie.about not in BORDERS and tie.group is None
    if tie.rule == "all" and tie.decides_places and is_final:
        return _("%(where)s: level are %(names)s, and all of them have won.") % facts
    if tie.rule == "all":
        return _("%(where)s: level are %(names)s, and all of them go through.") % facts
    if tie.rule == "play_off":
        return _("%(where)s: level are %(names)s. A play-off decides.") % facts
    if tie.is_awaited:
        facts["instant"] = f"{_appears_at(tie).astimezone(ZoneInfo(zone)):%F %H:%M:%S}"
        sentence = _(
            "%(where)s: level are %(names)s. A lot decides, from round %(number)s of the public"
            " randomness, which appears at %(instant)s."
        )
        return sentence % facts
    facts["order"] = _join(names, tie.order)
    sentence = _("%(where)s: level were %(names)s. The lot has put them in this order: %(order)s.")
    return f"{sentence % facts} {_describe_source(tie)}"


def _describe_source(tie: Tie) -> str:
    if tie.signature:
        sentence = _("It was drawn from round %(number)s of the public randomness.")
    elif tie.round:
        sentence = _(
            "Round %(number)s of the public randomness could not be fetched: it was drawn from the"
            " secret of the season alone."
        )
    else:
        sentence = _("It was drawn from the secret of the season.")
    return sentence % {"number": tie.round}


def _locate(tie: Tie) -> str:
    if tie.about in BORDERS:
        return str(BORDERS[tie.about])
    if tie.group is not None:
        return _("The last place of group %(number)s that advances") % {"number": tie.group}
    number, _dot, table = tie.about.partition(".")
    return _("Round %(number)s, table %(table)s") % {"number": number, "table": table}


def _appears_at(tie: Tie) -> datetime:
    return beacon.round_time(beacon.CHAINS.get(tie.chain, beacon.QUICKNET), tie.round)


def fingerprint_of(season: Season) -> str:
    """Return the SHA-256 of the secret that lots of a season are drawn from, "" for none."""
    secret = bytes(season.lot_secret)
    return commitment.hash_secret(secret) if secret else ""


def list_proofs(division: Division) -> list[LotProof]:
    """Return what the lots of a division are drawn from, so that anybody can repeat them."""
    season = division.season
    is_over = season.state in (Season.State.CLOSED, Season.State.VOID)
    return [
        LotProof(
            what=_locate(tie),
            fingerprint=fingerprint_of(season),
            words=msgspec.json.encode(lots.words_of(division, tie)).decode(),
            chain=tie.chain,
            round=tie.round,
            signature=tie.signature,
            secret=bytes(season.lot_secret).hex() if is_over else "",
        )
        for tie in results.ties_of(division)
        if tie.rule == "lot"
    ]
