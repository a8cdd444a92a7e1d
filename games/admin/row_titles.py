"""What the pages of rows are called, in the language of the visitor.

The rows themselves are named in English, with ids, for logs.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db.models import Model
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import (
    AuditLogEntry,
    Entry,
    FraudSignal,
    Message,
    Move,
    Outage,
    Pairing,
    Prompt,
    Proposal,
    Report,
    Round,
    Sanction,
    Seat,
    Snapshot,
)
from games.presentation import labels
from games.presentation.action_labels import label_of_code
from notifications.gateway import Notification


def title_row(row: Model) -> str:
    """Return what the page of a row, and a line about it, is called."""
    describe = TITLES.get(row._meta.object_name or "")
    return str(row) if describe is None else describe(row)


def _title_in_match(row: Prompt) -> str:
    return _("%(match)s, seat %(seat)s") % {"match": row.match, "seat": row.seat + 1}


def _title_seat(row: Seat) -> str:
    return _("%(match)s, seat %(seat)s") % {"match": row.match, "seat": row.number + 1}


def _title_move(row: Move | Snapshot) -> str:
    return _("%(match)s, move %(ply)s") % {"match": row.match, "ply": row.ply}


def _title_message(row: Message) -> str:
    return f"{row.match}, {row.player}: {_shorten(row.text)}"


def _title_report(row: Report) -> str:
    about = row.about or (row.sanction and row.sanction.player) or ""
    return f"{row.get_kind_display()} · {about} · {_format_day(row.reported_at)}"


def _title_sanction(row: Sanction) -> str:
    return f"{row.get_kind_display()} · {row.player} · {_format_day(row.imposed_at)}"


def _title_signal(row: FraudSignal) -> str:
    people = " – ".join(str(player) for player in (row.one, row.two) if player)
    return f"{row.get_kind_display()} · {people}"


def _title_action(row: AuditLogEntry | Proposal) -> str:
    at = row.proposed_at if isinstance(row, Proposal) else row.occurred_at
    return f"{label_of_code(row.action)} · {_format_day(at)}"


def _title_entry(row: Entry) -> str:
    return f"{row.player} · {row.season}"


def _title_round(row: Round) -> str:
    return f"{row.division.season} · " + _("Round %(number)s") % {"number": row.number}


def _title_pairing(row: Pairing) -> str:
    facts = {"round": row.round.number, "number": row.number}
    return f"{row.round.division.season} · " + _("Round %(round)s, table %(number)s") % facts


def _title_outage(row: Outage) -> str:
    return f"{_format_day(row.started_at)} – {_format_day(row.ended_at)}"


def _title_notification(row: Notification) -> str:
    return f"{row.player} · {_format_day(row.created_at)}"


def _format_day(at: datetime | None) -> str:
    return "" if at is None else date_format(at, labels.day_and_time())


def _shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


TITLES: dict[str, Callable[[Any], str]] = {
    "AuditLogEntry": _title_action,
    "BounceScore": lambda row: str(row.address),
    "CapturedEmail": lambda row: str(row.recipient),
    "ChannelPreference": lambda row: str(row.player),
    "Delivery": lambda row: _format_day(row.attempted_at),
    "EmailPreferences": lambda row: str(row.player),
    "Entry": _title_entry,
    "FraudSignal": _title_signal,
    "InboundEmail": lambda row: str(row.sender),
    "Message": _title_message,
    "Move": _title_move,
    "Notification": _title_notification,
    "Outage": _title_outage,
    "Pairing": _title_pairing,
    "Prompt": _title_in_match,
    "Proposal": _title_action,
    "Quarantine": lambda row: f"{row.table} {row.row_id}",
    "Report": _title_report,
    "Round": _title_round,
    "Sanction": _title_sanction,
    "Seat": _title_seat,
    "Snapshot": _title_move,
    "Webhook": lambda row: f"{row.player} · {row.get_shape_display()}",
}
