"""Load the rows for a batch of e-mails, with one query for each kind of row.

Read-only, except for `save_numbered_answers`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q
from msgspec import Struct

from games.engine.contract import Decision
from games.models import Match, Order, Prompt, TimelineEntry, Vote
from games.presentation.history_text import Rows
from games.queries import chat, move_log
from games.queries import matches as match_queries
from games.queries.chat import ChatLine
from games.queries.move_log import Late
from games.services.play import decision_rows
from notifications import gateway
from notifications.gateway import Notification


class EmailFacts(Struct):
    """The data of one e-mail: its match with seats, and the rows of the reader's seat."""

    match: Match
    prompt: Prompt | None
    late: Late
    notes: Sequence[TimelineEntry]
    votes: Sequence[Vote]
    orders: Sequence[Order]
    said: list[ChatLine]
    # The numbered answers in the e-mail; None: it contains no prompt.
    numbered: Sequence[Decision] | None = None

    @property
    def story(self) -> Rows:
        """The rows of the history since the reader's own last move."""
        return Rows(self.late.moves, self.notes, self.votes, since_at=self.late.since_at)


def get_email_facts(notification: Notification) -> EmailFacts:
    """Return the data of an e-mail, loading it if that has not been done.

    Raises Match.DoesNotExist.
    """
    if notification.known is None:
        load_email_facts([notification])
    if notification.known is None:
        raise Match.DoesNotExist
    facts: EmailFacts = notification.known
    return facts


def load_email_facts(notifications: Sequence[Notification]) -> None:
    """Load the data for e-mails, each of which is about one seat of one match."""
    matches = _fetch_matches({email.data["match"] for email in notifications})
    notifications = [email for email in notifications if email.data["match"] in matches]
    pks = [match.pk for match in matches.values()]
    open_now = Prompt.objects.filter(match__in=pks, closed_at=None)
    open_prompts = {(row.match_id, row.seat): row for row in open_now}
    about = [matches[email.data["match"]] for email in notifications]
    # A substitute needs the whole history.
    late = move_log.moves_since_own_move(about, notifications, whole="seat_taken")
    orders = _fetch_orders(
        pks, (order for email in notifications if (order := email.data.get("order")))
    )
    chat_lines = chat.new_messages_by_notification(notifications)
    for notification, match, moves in zip(notifications, about, late, strict=True):
        seat = _get_seat_number(notification)
        prompt = open_prompts.get((match.pk, seat))
        if prompt is not None:
            prompt.match = match
        notification.known = EmailFacts(
            match=match,
            prompt=prompt,
            late=moves,
            notes=[note for note in match.timeline.all() if _is_untold(note, moves)],
            votes=match.votes_to_tell,  # type: ignore[attr-defined]
            orders=orders[match.pk, seat],
            said=chat_lines.get(notification.pk, []),
        )


def save_numbered_answers(notifications: Sequence[Notification]) -> Collection[UUID]:
    """Store the numbered answers; return the notifications whose prompt was closed meanwhile."""
    # Two e-mails of the batch may be about the same prompt.
    asking = [(email.pk, email.known) for email in notifications if email.known]
    answers = {
        facts.prompt.pk: (facts.prompt, facts.numbered)
        for _, facts in asking
        if facts.numbered is not None
    }
    closed_ids = set(decision_rows.store_offered_answers(list(answers.values())))
    return {
        pk for pk, facts in asking if facts.numbered is not None and facts.prompt.pk in closed_ids
    }


def _is_untold(note: TimelineEntry, late: Late) -> bool:
    is_older = late.since_at is not None and note.occurred_at < late.since_at
    # What came before the reader's own moves is known, whether or not others had answered by then.
    first = late.after + late.tells_own
    return note.ply > first and not is_older


BATCH_LOADER = gateway.BatchLoader(load_email_facts, save_numbered_answers)


def _fetch_matches(pks: Iterable[str]) -> dict[str, Match]:
    # Under another attribute, because others use `votes` including those about undo.
    votes = Vote.objects.exclude(kind=Vote.Kind.UNDO).order_by("asked_at")
    rows = match_queries.matches_with_seats(list(pks)).prefetch_related(
        "timeline", Prefetch("votes", votes, to_attr="votes_to_tell")
    )
    return {str(row.pk): row for row in rows}


def _get_seat_number(notification: Notification) -> int:
    return int(notification.data["seat"])


def _fetch_orders(matches: Sequence[UUID], ended_ids: Iterable[str]) -> Any:
    """Return (match, seat) -> its active orders, and those with an id in `ended_ids`, by number."""
    orders = defaultdict(list)
    rows = Order.objects.filter(Q(active=True) | Q(pk__in=list(ended_ids)), match__in=matches)
    for row in rows.order_by("number"):
        orders[row.match_id, row.seat].append(row)
    return orders
