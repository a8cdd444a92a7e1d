"""What directors read on their pages: changes, proposals, the log, open rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from msgspec import Struct

from games.models import (
    AuditLogEntry,
    Entry,
    ForbiddenPairing,
    League,
    Pairing,
    PairingSeat,
    Proposal,
    Round,
    Season,
)
from games.presentation import moderation
from games.presentation.action_labels import label_of_code
from games.services.leagues import pairing_by_hand, results
from games.services.moderation import approvals
from games.services.moderation.roles import Action
from games.services.moderation.staff_actions import (
    CallOffSeason,
    CloseSeason,
    DecideTable,
    RemoveEntry,
)


class OpenRound(Struct, frozen=True):
    """A round that is not over: its tables as text, and whether players can be exchanged.

    `division` is "" for the only one of a season.
    """

    row: Round
    division: str
    tables: list[tuple[Pairing, str]]
    is_seated: bool


def list_open_tables(season: Season) -> QuerySet[Pairing]:
    """Return the tables of rounds that are not over, by division."""
    rows = Pairing.objects.filter(round__division__season=season, round__closed_at=None)
    return rows.order_by(
        "round__division__level", "round__division__number", "round__number", "number"
    )


def list_open_rounds(tables: QuerySet[Pairing]) -> list[OpenRound]:
    """Return the rounds of these tables, with the tables in words."""
    rounds: list[OpenRound] = []
    is_single = lru_cache(results.has_one_division)
    for pairing in results.load_pairings(tables):
        row = pairing.round
        if not rounds or rounds[-1].row.pk != row.pk:
            division = "" if is_single(row.division.season_id) else str(row.division)
            rounds.append(OpenRound(row, division, [], row.started_at is not None))
        rounds[-1].tables.append((pairing, _describe_table(pairing)))
    return rounds


def _describe_table(pairing: Pairing) -> str:
    names = " – ".join(seat.entry.shown_name for seat in pairing.seats.all())
    sentence = _("Table %(number)s: %(names)s") % {"number": pairing.number, "names": names}
    if pairing.how in Pairing.BYES:
        sentence += " · " + _("bye")
    elif pairing.settled_at is not None:
        sentence += " · " + _("decided")
    return sentence


def describe_changes(sentences: Iterable[tuple[str, dict[str, object]]], zone: str) -> list[str]:
    """Return what an action changes, in the active language and in the zone of the reader."""
    return moderation.describe_changes(sentences, zone)


class LogLine(Struct, frozen=True):
    """A line of the log of a league's directors."""

    entry: AuditLogEntry
    sentence: str
    name: str
    note: str


def describe_log(entries: Iterable[AuditLogEntry]) -> list[LogLine]:
    """Return what directors have done to a league, the latest first, with their names."""
    return [
        LogLine(
            entry,
            _describe_entry(entry),
            entry.by.display_name if entry.by else "",
            entry.public_note,
        )
        for entry in entries
    ]


def _describe_entry(entry: AuditLogEntry) -> str:
    if entry.step == AuditLogEntry.Step.DECLINED:
        return f"{label_of_code(entry.action)}: {entry.get_step_display()}"
    return _describe_action(entry.action)


def _describe_action(action: str) -> str:
    if action == Action.INVITE:
        return _("A player was invited.")
    if action == Action.ENTER_LIST:
        return _("People were invited from a list.")
    if action == Action.WRITE:
        return _("A message was sent to everybody.")
    return _(moderation.PUBLIC_SENTENCES[Action(action)])


def describe_proposal(proposal: Proposal) -> list[str]:
    """Return what a proposal would do, as lines."""
    action = approvals.parse_proposal(proposal)
    lines: list[str] = []
    match action:
        case DecideTable():
            rows = Pairing.objects.select_related("round__division__season__league")
            pairing = rows.filter(pk=action.pairing).first()
            if pairing is not None:
                lines.append(f"{_locate_round(pairing.round)}, {_describe_table(pairing)}")
                lines += _describe_places(pairing, action.places)
        case RemoveEntry():
            entry = Entry.objects.select_related("player").filter(pk=action.entry).first()
            lines += [entry.shown_name] if entry else []
        case CallOffSeason() | CloseSeason():
            season = Season.objects.select_related("league").filter(pk=action.season).first()
            lines += [str(season)] if season else []
    return [*lines, action.told] if action.told else lines


def _describe_places(pairing: Pairing, places: Sequence[int]) -> list[str]:
    if not places:
        return [_("It counts for nobody.")]
    seats = pairing.seats.select_related("entry__player").order_by("number")
    return [
        _("{name}: place {place}").format(name=seat.entry.shown_name, place=place)
        for seat, place in zip(seats, places, strict=False)
    ]


def list_tables_by_hand(row: Round) -> list[str]:
    """Return the tables of a round that can still be paired by hand: “Anna – Bob”."""
    return [
        " – ".join(seat.entry.shown_name for seat in pairing.seats.all())
        for pairing in pairing_by_hand.list_open_pairings(row)
    ]


def list_invited(season: Season) -> list[str]:
    """Return whom directors have invited: names, and addresses as they were typed."""
    rows = season.invitations.select_related("player").order_by("invited_at", "pk")
    return [row.player.display_name if row.player else row.address for row in rows]


def list_absent(season: Season) -> list[str]:
    """Return who has missed too many turns at a table that is open, as text."""
    rows = PairingSeat.objects.filter(
        pairing__round__division__season=season, no_show_at__isnull=False, pairing__settled_at=None
    )
    is_single = results.has_one_division(season.pk)
    return [
        f"{_locate_round(seat.pairing.round, is_single=is_single)}: {seat.entry.shown_name}"
        for seat in rows.select_related("entry__player", "pairing__round__division").order_by("pk")
    ]


def list_forbidden_pairings(season: Season) -> list[ForbiddenPairing]:
    """Return who never meets, with their players."""
    rows = season.forbidden_pairings.select_related("first__player", "second__player")
    return list(rows.order_by("pk"))


def _locate_round(row: Round, *, is_single: bool | None = None) -> str:
    """Return a round in words; `is_single` None: look up whether the season has one division."""
    if is_single is None:
        is_single = results.has_one_division(row.division.season_id)
    if is_single:
        return _("Round %(number)s") % {"number": row.number}
    sentence = _("Division %(division)s, round %(round)s")
    return sentence % {"division": row.division, "round": row.number}


def describe_target(
    league: League, row_id: Callable[[str], Any], fields: Sequence[str]
) -> str | None:
    """Return the row that an action is about in words, "" if it is about the whole league.

    None if the row is not one of this league.
    """
    if "season" in fields:
        season = league.seasons.filter(pk=row_id("season")).first()
        return _("Season %(number)s") % {"number": season.number} if season else None
    if "entry" in fields:
        rows = Entry.objects.filter(season__league=league, pk=row_id("entry"))
        entry = rows.select_related("player").first()
        return entry.shown_name if entry else None
    if "round" in fields:
        rounds = Round.objects.filter(division__season__league=league, pk=row_id("round"))
        row = rounds.select_related("division").first()
        return _locate_round(row) if row else None
    if "pairing" in fields:
        pairings = Pairing.objects.filter(
            round__division__season__league=league, pk=row_id("pairing")
        )
        pairing = pairings.select_related("round__division").first()
        if pairing is None:
            return None
        return f"{_locate_round(pairing.round)}, {_describe_table(pairing)}"
    return ""
