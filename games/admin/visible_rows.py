"""Which rows of the desk's lists a visitor may know of: none about themselves or their matches.

Whoever plays in a match, or played in it, is a player there and nothing else: no list, page, search
or count of the desk tells them of it. Superusers are no exception.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import CharField, Exists, Model, OuterRef, Q, QuerySet, UUIDField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Concat, Lower

from games.models import (
    AuditLogEntry,
    Club,
    Division,
    Entry,
    FraudSignal,
    League,
    Match,
    Message,
    Move,
    Outage,
    Pairing,
    Player,
    Prompt,
    Proposal,
    Report,
    Round,
    Sanction,
    Season,
    Seat,
    Snapshot,
)
from games.services import conflicts_of_interest
from notifications.gateway import (
    UNVERIFIED_OK_KINDS,
    BounceScore,
    CapturedEmail,
    ChannelPreference,
    Delivery,
    EmailPreferences,
    InboundEmail,
    Notification,
    Quarantine,
    SenderAddress,
    Webhook,
)

Rows = QuerySet[Any]
# Takes away what the visitor may not know of.
Visible = Callable[[Player, Rows], Rows]


def filter_visible_rows(by: Player, rows: Rows) -> Rows:
    """Return those rows of a list that a member of the staff may know of.

    Raises KeyError for a model that nobody has thought about.
    """
    return VISIBLE[rows.model](by, rows)


def _keep_all_rows(by: Player, rows: Rows) -> Rows:
    return rows


def _filter_matches(by: Player, rows: Rows) -> Rows:
    return rows.exclude(pk__in=conflicts_of_interest.involved_match_ids(by))


def _of_matches(by: Player, rows: Rows) -> Rows:
    return rows.exclude(match__in=conflicts_of_interest.involved_match_ids(by))


def _filter_audit_log(by: Player, rows: Rows) -> Rows:
    return _of_matches(by, rows).exclude(player__in=conflicts_of_interest.player_with_bots(by))


def _filter_proposals(by: Player, rows: Rows) -> Rows:
    rows = rows.annotate(about_match=_id_in_facts("match"), about_player=_id_in_facts("player"))
    rows = rows.filter(
        Q(about_match=None) | ~Q(about_match__in=conflicts_of_interest.involved_match_ids(by))
    )
    return rows.filter(
        Q(about_player=None) | ~Q(about_player__in=conflicts_of_interest.player_with_bots(by))
    )


def _id_in_facts(name: str) -> Cast:
    return Cast(KeyTextTransform(name, "facts"), UUIDField())


def _filter_reports(by: Player, rows: Rows) -> Rows:
    hands = conflicts_of_interest.player_with_bots(by)
    return _of_matches(by, rows).exclude(about__in=hands).exclude(sanction__player__in=hands)


def _filter_fraud_signals(by: Player, rows: Rows) -> Rows:
    hands = conflicts_of_interest.player_with_bots(by)
    return rows.exclude(Q(one__in=hands) | Q(two__in=hands))


def _filter_sanctions(by: Player, rows: Rows) -> Rows:
    return rows.exclude(player__in=conflicts_of_interest.player_with_bots(by))


def _fetch_own_threads(by: Player) -> Rows:
    """The conversations about the matches of a member of the staff: “match-7”, “invitation-7”."""
    return _build_thread_names("match-", by).union(_build_thread_names("invitation-", by))


def _build_thread_names(prefix: str, by: Player) -> Rows:
    number = Cast("number", CharField())
    name = Concat(Value(prefix), number, output_field=CharField())
    return Match.objects.filter(pk__in=conflicts_of_interest.involved_match_ids(by)).values(
        thread=name
    )


def _fetch_match_players(by: Player) -> Rows:
    """Whoever sits at a table with a member of the staff, themselves too."""
    return Player.objects.filter(seats__match__in=conflicts_of_interest.involved_match_ids(by))


def _filter_notifications(by: Player, rows: Rows) -> Rows:
    return rows.exclude(_is_about_table(by, "")).exclude(
        Exists(_fetch_bundled_notifications(by, "pk"))
    )


def _filter_deliveries(by: Player, rows: Rows) -> Rows:
    return rows.exclude(_is_about_table(by, "notification__")).exclude(
        Exists(_fetch_bundled_notifications(by, "notification"))
    )


def _is_about_table(by: Player, path: str) -> Q:
    """Whether an e-mail of ours is, or may be, about a match of theirs.

    A receipt may stand in no thread, and what it says is encrypted: of those to people at their
    tables only e-mails of the account are certain to be about no match.
    """
    threads = Q(**{f"{path}thread__in": _fetch_own_threads(by)})
    of_account = Q(**{f"{path}kind__in": UNVERIFIED_OK_KINDS})
    receipts = Q(**{f"{path}thread": "", f"{path}player__in": _fetch_match_players(by)})
    return threads | (receipts & ~of_account)


def _fetch_bundled_notifications(by: Player, pk: str) -> Rows:
    """What an e-mail gathers of the matches of a member of the staff."""
    return Notification.objects.filter(within=OuterRef(pk), thread__in=_fetch_own_threads(by))


def _filter_inbound_emails(by: Player, rows: Rows) -> Rows:
    """Where no e-mail of ours tells what one is about, its sender does."""
    rows = rows.exclude(threads__overlap=ArraySubquery(_fetch_own_threads(by)))
    return rows.exclude(Q(threads=[]) & Q(sender__in=_fetch_player_addresses(by)))


def _filter_captured_emails(by: Player, rows: Rows) -> Rows:
    return rows.exclude(recipient__in=_fetch_player_addresses(by))


def _fetch_player_addresses(by: Player) -> Rows:
    """The addresses, in lower case, of whoever sits at a table with a member of the staff."""
    people = _fetch_match_players(by)
    sender_addresses = SenderAddress.objects.filter(player__in=people).values(at=Lower("address"))
    return people.values(at=Lower("email")).union(sender_addresses)


def _filter_channel_preferences(by: Player, rows: Rows) -> Rows:
    return rows.exclude(thread__in=_fetch_own_threads(by))


def _filter_quarantined_rows(by: Player, rows: Rows) -> Rows:
    """Rows that are set aside, but for the matches of a member of the staff."""
    matches = Match.objects.filter(pk__in=conflicts_of_interest.involved_match_ids(by)).values(
        key=Cast("pk", CharField())
    )
    return rows.exclude(table=Match._meta.label_lower, row_id__in=matches)


VISIBLE: dict[type[Model], Visible] = {
    Match: _filter_matches,
    Seat: _of_matches,
    Prompt: _of_matches,
    Move: _of_matches,
    Message: _of_matches,
    Snapshot: _of_matches,
    Pairing: _of_matches,
    AuditLogEntry: _filter_audit_log,
    Proposal: _filter_proposals,
    Report: _filter_reports,
    FraudSignal: _filter_fraud_signals,
    Sanction: _filter_sanctions,
    Notification: _filter_notifications,
    Delivery: _filter_deliveries,
    InboundEmail: _filter_inbound_emails,
    CapturedEmail: _filter_captured_emails,
    ChannelPreference: _filter_channel_preferences,
    # About people and leagues, which hide nothing of a match.
    Player: _keep_all_rows,
    Outage: _keep_all_rows,
    Club: _keep_all_rows,
    League: _keep_all_rows,
    Season: _keep_all_rows,
    Division: _keep_all_rows,
    Entry: _keep_all_rows,
    Round: _keep_all_rows,
    EmailPreferences: _keep_all_rows,
    BounceScore: _keep_all_rows,
    Webhook: _keep_all_rows,
    Quarantine: _filter_quarantined_rows,
}
