"""The file of a player at the desk: everything about them that the visitor may know, on one page.

Rows that are about the visitor or their matches are left out, as in the lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from games.admin import visible_rows
from games.http.viewers import signed_in
from games.models import (
    AuditLogEntry,
    FraudSignal,
    Match,
    Message,
    Player,
    Report,
    Sanction,
    Seat,
    SeatHistory,
)
from games.presentation import fraud_signals, moderation
from games.presentation.action_labels import label_of_code
from games.services.moderation.roles import Action
from notifications.gateway import SenderAddress

Step = AuditLogEntry.Step

# Rows of a section; its list has all.
MAX_LINES = 15


class Line(Struct, frozen=True):
    """A row of a section: when, what, and the page about it ("" for none)."""

    occurred_at: datetime | None
    text: str
    path: str = ""


class Section(Struct, frozen=True):
    """A part of the file; `list_path` is the list with all its rows, "" for none."""

    title: str
    lines: list[Line]
    list_path: str = ""


class PlayerFile(Struct, frozen=True):
    """A player and the sections of their file."""

    player: Player
    path: str
    sections: list[Section]


Fetch = Callable[[Player, Player], list[Line]]


def fetch_player_file(request: Any, player: Player) -> PlayerFile:
    """Return the file of a player, with the sections that the visitor's roles may see."""
    me = signed_in(request)
    sections = [
        Section(_(title), fetch(me, player), _list_path(model_name, player))
        for title, permission, fetch, model_name in SECTIONS
        if request.user.has_perm(permission)
    ]
    return PlayerFile(player, _row_path("player", player.pk), sections)


def _list_path(model_name: str, player: Player) -> str:
    if not model_name:
        return ""
    return f"{reverse(f'admin:games_{model_name}_changelist')}?{urlencode({'q': player.email})}"


def _row_path(model: str, pk: object) -> str:
    return reverse(f"admin:games_{model}_change", args=[pk])


def _visible(me: Player, rows: QuerySet[Any]) -> Iterable[Any]:
    return visible_rows.filter_visible_rows(me, rows)[:MAX_LINES]


def _fetch_matches(me: Player, player: Player) -> list[Line]:
    left = SeatHistory.objects.filter(player=player).values("seat")
    rows = Seat.objects.filter(Q(player=player) | Q(pk__in=left)).select_related("match")
    secret_columns = ("match__state", "match__seed", "match__secret")
    return [
        _describe_seat(seat, player)
        for seat in _visible(me, rows.defer(*secret_columns).order_by("-match__number"))
    ]


def _describe_seat(seat: Seat, player: Player) -> Line:
    match: Match = seat.match
    parts = [
        str(match),
        match.get_status_display(),
        _("seat %(number)s") % {"number": seat.number + 1},
    ]
    if seat.player_id != player.pk:
        parts.append(_("left"))
    elif seat.place:
        parts.append(_("place %(place)s") % {"place": seat.place})
    return Line(match.created_at, " · ".join(parts), _row_path("match", match.pk))


def _fetch_sanctions(me: Player, player: Player) -> list[Line]:
    rows = Sanction.objects.filter(player=player).order_by("-imposed_at")
    return [
        Line(
            row.imposed_at,
            f"{row.get_kind_display()}{_describe_end(row)}: {row.reason}{_describe_appeal(row)}",
            _row_path("sanction", row.pk),
        )
        for row in _visible(me, rows)
    ]


def _describe_end(row: Sanction) -> str:
    if row.kind == Sanction.Kind.WARNING:
        return ""
    if row.ended_at is not None:
        return " " + _("until %(day)s") % {"day": _format_day(row.ended_at)}
    if row.lasts_until is None:
        return " " + _("for good")
    return " " + _("until %(day)s") % {"day": _format_day(row.lasts_until)}


def _describe_appeal(row: Sanction) -> str:
    """Return that the player appealed with success; "" if not."""
    is_granted = row.appeals.filter(outcome=Report.Outcome.UPHELD).exists()
    return f" · {_('appeal granted')}" if is_granted else ""


def _format_day(at: datetime) -> str:
    return date_format(at, "DATE_FORMAT")


def _describe_report(row: Report) -> Line:
    text = f"{row.get_kind_display()}, {row.get_outcome_display()}: {row.text}"
    return Line(row.reported_at, text, _row_path("report", row.pk))


def _fetch_reports_about(me: Player, player: Player) -> list[Line]:
    about = Q(about=player) | Q(sanction__player=player)
    rows = Report.objects.filter(about).order_by("-reported_at")
    return [_describe_report(row) for row in _visible(me, rows)]


def _fetch_reports_by(me: Player, player: Player) -> list[Line]:
    rows = Report.objects.filter(by=player).exclude(kind=Report.Kind.APPEAL)
    return [_describe_report(row) for row in _visible(me, rows.order_by("-reported_at"))]


def _fetch_notes(me: Player, player: Player) -> list[Line]:
    rows = _done_about(player).filter(action=Action.NOTE).select_related("by")
    return [Line(row.occurred_at, f"{row.by}: {row.reason}") for row in _visible(me, rows)]


def _fetch_actions(me: Player, player: Player) -> list[Line]:
    rows = AuditLogEntry.objects.filter(player=player, step__in=[Step.DONE, Step.DECLINED])
    rows = rows.exclude(action=Action.NOTE).select_related("by").order_by("-occurred_at")
    return [
        Line(row.occurred_at, _describe_action(row), _row_path("auditlogentry", row.pk))
        for row in _visible(me, rows)
    ]


def _describe_action(row: AuditLogEntry) -> str:
    text = f"{label_of_code(row.action)} ({row.by}): {row.reason}"
    return text if row.step == Step.DONE else f"{text} · {row.get_step_display()}"


def _done_about(player: Player) -> QuerySet[AuditLogEntry]:
    rows = AuditLogEntry.objects.filter(player=player, step=Step.DONE)
    return rows.order_by("-occurred_at")


def _fetch_identities(me: Player, player: Player) -> list[Line]:
    """What the player was and is called, and by which addresses they are and were reached."""
    lines = [Line(None, f"{player.display_name} · {player.email}")]
    lines += [
        Line(row.changed_at, _("was called %(name)s") % {"name": row.name})
        for row in player.former_names.order_by("-changed_at")[:MAX_LINES]
    ]
    lines += [
        Line(row.added_at, _("also writes from %(address)s") % {"address": row.address})
        for row in SenderAddress.objects.filter(player=player).order_by("-added_at")[:MAX_LINES]
    ]
    edits = _done_about(player).filter(action__in=[Action.EDIT_ACCOUNT, Action.ADD_ACCOUNT])
    lines += [
        Line(row.occurred_at, " ".join(moderation.describe_recorded_changes(row, me.zone)))
        for row in _visible(me, edits)
    ]
    return lines


def _fetch_fraud_signals(me: Player, player: Player) -> list[Line]:
    about = Q(one=player) | Q(two=player)
    rows = FraudSignal.objects.filter(about).select_related("one", "two").order_by("-last_seen_at")
    return [_describe_signal(row) for row in _visible(me, rows)]


def _describe_signal(row: FraudSignal) -> Line:
    evidence = fraud_signals.describe_evidence(row)
    names = " – ".join(str(player) for player in (row.one, row.two) if player)
    text = f"{row.get_kind_display()}, {names}: {evidence}"
    if row.dismissed_at:
        text += f" ({_('dismissed')})"
    return Line(row.last_seen_at, text, _row_path("fraudsignal", row.pk))


def _fetch_messages(me: Player, player: Player) -> list[Line]:
    rows = Message.objects.filter(player=player).select_related("match").order_by("-pk")
    secret_columns = ("match__state", "match__seed", "match__secret")
    return [_describe_message(row) for row in _visible(me, rows.defer(*secret_columns))]


def _describe_message(row: Message) -> Line:
    text = f"{row.match}: {row.text}" + (f" ({_('hidden')})" if row.hidden_at else "")
    return Line(row.sent_at, text, _row_path("message", row.pk))


# Title, the permission that shows it, its rows, and the list that has all of them.
SECTIONS: tuple[tuple[str, str, Fetch, str], ...] = (
    (
        gettext_noop("Restrictions and warnings"),
        "games.view_sanction",
        _fetch_sanctions,
        "sanction",
    ),
    (gettext_noop("Reports about them"), "games.view_report", _fetch_reports_about, "report"),
    (gettext_noop("Reports by them"), "games.see_report_by", _fetch_reports_by, "report"),
    (gettext_noop("Notes of the staff"), "games.view_report", _fetch_notes, ""),
    (gettext_noop("Matches"), "games.view_seat", _fetch_matches, "seat"),
    (gettext_noop("Messages"), "games.view_message", _fetch_messages, "message"),
    (
        gettext_noop("Fraud signals"),
        "games.view_fraudsignal",
        _fetch_fraud_signals,
        "fraudsignal",
    ),
    (
        gettext_noop("Names and addresses over time"),
        "games.view_report",
        _fetch_identities,
        "",
    ),
    (gettext_noop("Moderator actions"), "games.view_auditlogentry", _fetch_actions, ""),
)
