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
    Deed,
    Division,
    Entry,
    Hint,
    League,
    Match,
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
from games.services.moderation import conflicts_of_interest
from notifications.models import (
    Delivery,
    Hook,
    InboundLetter,
    Mailbox,
    Notice,
    PostedLetter,
    Quarantine,
    SenderAddress,
    Trouble,
    Wish,
)
from notifications.outgoing.planning import TO_ANYBODY

Rows = QuerySet[Any]
# Takes away what the visitor may not know of.
Visible = Callable[[Player, Rows], Rows]


def visible(by: Player, rows: Rows) -> Rows:
    """Return those rows of a list that a member of the staff may know of.

    Raises KeyError for a model that nobody has thought about.
    """
    return VISIBLE[rows.model](by, rows)


def _all(by: Player, rows: Rows) -> Rows:
    return rows


def _matches(by: Player, rows: Rows) -> Rows:
    return rows.exclude(pk__in=conflicts_of_interest.tables(by))


def _of_matches(by: Player, rows: Rows) -> Rows:
    return rows.exclude(match__in=conflicts_of_interest.tables(by))


def _deeds(by: Player, rows: Rows) -> Rows:
    return _of_matches(by, rows).exclude(player__in=conflicts_of_interest.hands(by))


def _proposals(by: Player, rows: Rows) -> Rows:
    rows = rows.annotate(about_match=_id_in_facts("match"), about_player=_id_in_facts("player"))
    rows = rows.filter(Q(about_match=None) | ~Q(about_match__in=conflicts_of_interest.tables(by)))
    return rows.filter(Q(about_player=None) | ~Q(about_player__in=conflicts_of_interest.hands(by)))


def _id_in_facts(name: str) -> Cast:
    return Cast(KeyTextTransform(name, "facts"), UUIDField())


def _reports(by: Player, rows: Rows) -> Rows:
    hands = conflicts_of_interest.hands(by)
    return _of_matches(by, rows).exclude(about__in=hands).exclude(sanction__player__in=hands)


def _hints(by: Player, rows: Rows) -> Rows:
    hands = conflicts_of_interest.hands(by)
    return rows.exclude(Q(one__in=hands) | Q(two__in=hands))


def _sanctions(by: Player, rows: Rows) -> Rows:
    return rows.exclude(player__in=conflicts_of_interest.hands(by))


def _threads(by: Player) -> Rows:
    """The conversations about the matches of a member of the staff: “match-7”, “invitation-7”."""
    return _named("match-", by).union(_named("invitation-", by))


def _named(prefix: str, by: Player) -> Rows:
    number = Cast("number", CharField())
    name = Concat(Value(prefix), number, output_field=CharField())
    return Match.objects.filter(pk__in=conflicts_of_interest.tables(by)).values(thread=name)


def _opponents(by: Player) -> Rows:
    """Whoever sits at a table with a member of the staff, themselves too."""
    return Player.objects.filter(seats__match__in=conflicts_of_interest.tables(by))


def _notices(by: Player, rows: Rows) -> Rows:
    return rows.exclude(_is_about_table(by, "")).exclude(Exists(_gathered(by, "pk")))


def _deliveries(by: Player, rows: Rows) -> Rows:
    return rows.exclude(_is_about_table(by, "notice__")).exclude(Exists(_gathered(by, "notice")))


def _is_about_table(by: Player, path: str) -> Q:
    """Whether an e-mail of ours is, or may be, about a match of theirs.

    A receipt may stand in no thread, and what it says is encrypted: of those to people at their
    tables only e-mails of the account are certain to be about no match.
    """
    threads = Q(**{f"{path}thread__in": _threads(by)})
    of_account = Q(**{f"{path}kind__in": TO_ANYBODY})
    receipts = Q(**{f"{path}thread": "", f"{path}player__in": _opponents(by)})
    return threads | (receipts & ~of_account)


def _gathered(by: Player, pk: str) -> Rows:
    """What a letter gathers of the matches of a member of the staff."""
    return Notice.objects.filter(within=OuterRef(pk), thread__in=_threads(by))


def _inbound(by: Player, rows: Rows) -> Rows:
    """Where no letter of ours tells what one is about, its sender does."""
    rows = rows.exclude(threads__overlap=ArraySubquery(_threads(by)))
    return rows.exclude(Q(threads=[]) & Q(sender__in=_addresses(by)))


def _posted(by: Player, rows: Rows) -> Rows:
    return rows.exclude(recipient__in=_addresses(by))


def _addresses(by: Player) -> Rows:
    """The addresses, in lower case, of whoever sits at a table with a member of the staff."""
    people = _opponents(by)
    proved = SenderAddress.objects.filter(player__in=people).values(at=Lower("address"))
    return people.values(at=Lower("email")).union(proved)


def _wishes(by: Player, rows: Rows) -> Rows:
    return rows.exclude(thread__in=_threads(by))


def _quarantined(by: Player, rows: Rows) -> Rows:
    """Rows that are set aside, but for the matches of a member of the staff."""
    matches = Match.objects.filter(pk__in=conflicts_of_interest.tables(by)).values(
        key=Cast("pk", CharField())
    )
    return rows.exclude(table=Match._meta.label_lower, row_id__in=matches)


VISIBLE: dict[type[Model], Visible] = {
    Match: _matches,
    Seat: _of_matches,
    Prompt: _of_matches,
    Move: _of_matches,
    Snapshot: _of_matches,
    Pairing: _of_matches,
    Deed: _deeds,
    Proposal: _proposals,
    Report: _reports,
    Hint: _hints,
    Sanction: _sanctions,
    Notice: _notices,
    Delivery: _deliveries,
    InboundLetter: _inbound,
    PostedLetter: _posted,
    Wish: _wishes,
    # About people and leagues, which hide nothing of a match.
    Player: _all,
    Outage: _all,
    League: _all,
    Season: _all,
    Division: _all,
    Entry: _all,
    Round: _all,
    Mailbox: _all,
    Trouble: _all,
    Hook: _all,
    Quarantine: _quarantined,
}
