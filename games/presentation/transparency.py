"""The transparency page: the figures of moderation as tables, without a name of anybody."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext
from msgspec import Struct

from games.queries import transparency
from games.queries.transparency import Pair, ReportFigures
from games.services.moderation.roles import Action

# What the page calls the decisions that it counts; about leagues and accounts it says nothing.
COUNTED_ACTIONS = {
    Action.WARN: gettext_noop("Warnings"),
    Action.MUTE: gettext_noop("Mutes"),
    Action.HIDE: gettext_noop("Messages hidden, or shown again"),
    Action.CLEAR_CLUB: gettext_noop("Texts of clubs removed"),
    Action.SUSPEND: gettext_noop("Suspensions"),
    Action.BAN: gettext_noop("Bans"),
    Action.LIFT: gettext_noop("Restrictions lifted early"),
    Action.MERGE: gettext_noop("Double accounts merged"),
    Action.ADJUDICATE: gettext_noop("Matches decided"),
    Action.VOID: gettext_noop("Matches ended without a result"),
    Action.REWIND: gettext_noop("Matches rewound"),
    Action.REPLACE: gettext_noop("Seats given to somebody else"),
    Action.EXTEND: gettext_noop("Deadlines extended"),
    Action.LOOK: gettext_noop("Views of hidden information"),
}


class Row(Struct, frozen=True):
    """A line of a table: what, and its figures of the last month and the last year."""

    label: str
    month: str
    year: str


class Table(Struct, frozen=True):
    """A table of the page."""

    title: str
    rows: list[Row]


def list_tables(now: datetime) -> list[Table]:
    """Return the tables of the page, in the active language."""
    figures = transparency.count_moderation(now)
    none = Pair(0, 0)
    decisions = [
        _row(_(label), figures.actions.get(action.value, none))
        for action, label in COUNTED_ACTIONS.items()
    ]
    checks = [
        _row(_("Decisions that a second person approved"), figures.by_two),
        _row(_("Proposals that a second person refused"), figures.proposals_refused),
        _row(_("Fraud signals found"), figures.signals),
        _row(_("Fraud signals dismissed"), figures.signals_dismissed),
    ]
    return [
        Table(_("Reports by players"), _describe_settled(figures.reports)),
        Table(_("Appeals against decisions"), _describe_settled(figures.appeals)),
        Table(_("Decisions"), decisions),
        Table(_("Checks"), checks),
    ]


def _describe_settled(figures: ReportFigures) -> list[Row]:
    return [
        _row(_("Received"), figures.received),
        _row(pgettext("count", "Upheld"), figures.upheld),
        _row(pgettext("count", "Dismissed"), figures.dismissed),
        _row(_("Median time to a decision (hours)"), figures.median_hours),
        _row(_("Nine in ten decided within (hours)"), figures.slowest_hours),
        Row(_("Waiting now"), str(figures.waiting), str(figures.waiting)),
    ]


def _row(label: str, pair: Pair) -> Row:
    return Row(label, _figure(pair.month), _figure(pair.year))


def _figure(value: float | None) -> str:
    return "–" if value is None else str(value)
