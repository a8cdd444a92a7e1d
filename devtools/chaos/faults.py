"""Faults planted in the service to test whether the checks of a chaos run detect them.

Each stands for a class of possible mistakes. They exist only in the processes of the service under
test: `devtools.chaos.settings` loads them.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from devtools.chaos.planting import Replacement, is_nth_call, replace, switch

if TYPE_CHECKING:
    # The service loads this module with its settings, before it has models.
    from django.core.mail.backends.base import BaseEmailBackend
    from django.db.models import QuerySet

    from games.leagues.standings import Standing
    from games.models import Block, Move, Vote
    from games.services.player_events import StoredEvent
    from notifications.models import Notification
    from notifications.outgoing.outbox import Draft

log = logging.getLogger(__name__)


class Fault(NamedTuple):
    """A fault: what goes wrong, where it is planted, and which checks must detect it.

    `replacements` are by “module.function”; `caught_by` are checks, or “late …” and “stuck”.
    """

    name: str
    what: str
    caught_by: tuple[str, ...]
    replacements: dict[str, Replacement]


def plant_all(file: Path) -> None:
    """Plant every fault; none is on until the file names it. Raises LookupError if a function is
    gone."""
    switch.file = file
    for fault in FAULTS:
        for path, replacement in fault.replacements.items():
            replace(fault.name, path, replacement)


def _post_all_but(*kinds: str, times: int = 1) -> Replacement:
    """Return a function that drops every n-th notification of these kinds (n: `times`)."""

    def post(original: Callable[..., object], drafts: Sequence[Draft], **more: object) -> object:
        remaining = [
            draft for draft in drafts if draft.kind not in kinds or not is_nth_call(kinds[0], times)
        ]
        return original(remaining, **more)

    return post


def _expire_late(
    original: Callable[..., object], now: datetime | None = None, **more: object
) -> object:
    from django.utils import timezone

    return original((now or timezone.now()) - timedelta(minutes=5), **more)


def _expire_early(
    original: Callable[..., object], now: datetime | None = None, **more: object
) -> object:
    from django.utils import timezone

    return original((now or timezone.now()) + timedelta(seconds=20), **more)


def _send_another(
    original: Callable[..., object], notification: Notification, connection: BaseEmailBackend
) -> object:
    from notifications.outgoing.headers import build_message

    result = original(notification, connection)
    if is_nth_call("email_doubled", 3):
        again = build_message(notification)
        again.extra_headers["Message-ID"] = f"<again-{notification.pk.hex}@abyss.example.org>"
        connection.send_messages([again])
    return result


def _send_changed(
    original: Callable[..., object], notification: Notification, connection: BaseEmailBackend
) -> object:
    from notifications.outgoing.headers import build_message

    result = original(notification, connection)
    if is_nth_call("email_changed", 3):
        again = build_message(notification)
        again.body = f"{again.body}\nSent again."
        connection.send_messages([again])
    return result


def _drop_answer(original: Callable[..., object], email: object) -> object:
    return "played" if is_nth_call("answer_dropped", 2) else original(email)


def _answer_twice(
    original: Callable[..., Move], token: str, decision: object, **more: object
) -> Move:
    from games.engine.contract import Refused
    from games.models import Prompt

    move = original(token, decision, **more)
    if more["source"] in ("api", "page", "email") and is_nth_call("move_doubled", 3):
        following = Prompt.objects.filter(
            match=move.match_id, seat=move.seat, closed_at=None
        ).first()
        if following is not None:
            try:
                original(following.token, None, **{**more, "key": f"{more['key']}-again"})
            except Refused as refusal:
                log.info("not doubled: %s", refusal.code)
    return move


def _damage_state(original: Callable[..., bytes], state: object) -> bytes:
    data = original(state)
    return data[: len(data) // 2] if is_nth_call("state_damaged", 40) else data


def _record_another(
    original: Callable[..., Move], match: object, *args: object, **more: object
) -> Move:
    move = original(match, *args, **more)
    if is_nth_call("move_misrecorded", 5):
        move.decision = {**move.decision, "args": {**move.decision["args"], "pebbles": 99}}
        move.events = []
    return move


def _call_nobody(original: Callable[..., object], *args: object) -> object:
    return "" if is_nth_call("webhook_lost", 2) else original(*args)


def _sign_wrongly(original: Callable[..., object], key: str, signed_bytes: bytes) -> object:
    return original(key, signed_bytes + b" ")


def _count_wrongly(
    original: Callable[..., Vote.Outcome], vote: object, **more: object
) -> Vote.Outcome:
    from games.models import Vote

    right = original(vote, **more)
    others = {Vote.Outcome.PASSED: Vote.Outcome.FAILED, Vote.Outcome.FAILED: Vote.Outcome.PASSED}
    return others.get(right, right)


def _consent_to_all(original: Callable[..., object], *args: object) -> object:
    return True


def _hear_everybody(original: Callable[..., QuerySet[Block]], player: object) -> QuerySet[Block]:
    return original(player).none()


def _skip_events(
    original: Callable[..., list[StoredEvent]], *args: object, **more: object
) -> list[StoredEvent]:
    return [event for event in original(*args, **more) if event.number.int % 5]


def _log_token(
    original: Callable[..., object], token: str, decision: object, **more: object
) -> object:
    # The service's own log handlers would redact it.
    sys.stderr.write(f"answered: {token}\n")
    return original(token, decision, **more)


def _rank_backwards(
    original: Callable[..., list[Standing]], season: object, counts: Sequence[str]
) -> list[Standing]:
    from msgspec.structs import replace as changed

    rows = original(season, counts)
    order = [row.entrant for row in reversed(rows)]
    return [changed(row, entrant=entrant) for row, entrant in zip(rows, order, strict=True)]


def _answer_no_bot(original: Callable[..., object], *args: object, **more: object) -> object:
    return False


def _lose_interest(original: Callable[..., object], notification: object) -> object:
    return "nobody asked" if is_nth_call("email_withdrawn", 3) else original(notification)


def _turn_ballot(
    original: Callable[..., object], ballot: object, says: bool, **more: object
) -> object:
    return original(ballot, not says, **more)


OUTBOX = "notifications.outgoing.outbox.post"
DEADLINES = "games.services.play.deadlines.expire_deadlines"
SUBMIT = "games.services.play.decisions.submit_decision"
SEND = "notifications.outgoing.transport._send_message"

FAULTS = (
    Fault(
        "receipt_lost",
        "whoever answered by e-mail gets no receipt",
        ("receipts",),
        {OUTBOX: _post_all_but("receipt")},
    ),
    Fault(
        "question_untold",
        "every third question is put to nobody's mailbox",
        ("ledger",),
        {OUTBOX: _post_all_but("your_turn", times=3)},
    ),
    Fault(
        "reminder_lost",
        "nobody is reminded",
        ("reminders",),
        {OUTBOX: _post_all_but("reminder")},
    ),
    Fault(
        "end_untold",
        "nobody is told that a match is over",
        ("ledger",),
        {OUTBOX: _post_all_but("match_finished")},
    ),
    Fault(
        "chat_lost",
        "every other line is not told by e-mail",
        ("chat",),
        {OUTBOX: _post_all_but("chat", times=2)},
    ),
    Fault(
        "invitation_lost",
        "nobody is told of an invitation",
        ("invitations",),
        {OUTBOX: _post_all_but("invitation")},
    ),
    Fault("clock_late", "deadlines fall five minutes late", ("late deadlines", "deadlines"),
          {DEADLINES: _expire_late}),
    Fault("clock_early", "the clock answers before the deadline", ("deadlines",),
          {DEADLINES: _expire_early}),
    Fault("email_doubled", "an e-mail is sent again under another Message-ID", ("emails",),
          {SEND: _send_another}),
    Fault("email_changed", "an e-mail that is sent again has other words", ("emails",),
          {SEND: _send_changed}),
    Fault("email_withdrawn", "e-mails are withdrawn without a reason", ("emails",),
          {"notifications.outgoing.planning.suppression_reason": _lose_interest}),
    Fault("answer_dropped", "an answer by e-mail is accepted and dropped", ("answers",),
          {"games.replies.prompts._obey": _drop_answer}),
    Fault("move_doubled", "one submission makes two moves", ("answers",),
          {SUBMIT: _answer_twice}),
    Fault("move_misrecorded", "what is recorded is not what was played", ("replay",),
          {"games.services.play.playing.build_move": _record_another}),
    Fault("webhook_lost", "a call counts as made that was not", ("webhooks",),
          {"notifications.webhooks.calls.call_webhook": _call_nobody}),
    Fault("webhook_unsigned", "a call's signature is of other bytes", ("webhooks",),
          {"notifications.webhooks.formats.sign_bytes": _sign_wrongly}),
    Fault("vote_miscounted", "what passes fails, and the reverse", ("votes",),
          {"games.services.play.ballots.tally_ballots": _count_wrongly}),
    Fault("ballot_turned", "a yes counts as a no", ("votes",),
          {"games.services.play.votes.answer_ballot": _turn_ballot}),
    Fault("undo_forced", "nobody is asked before a move is taken back", ("undo",),
          {"games.services.play.undo.is_free": _consent_to_all}),
    Fault("chat_overheard", "those who blocked the writer hear it", ("chat",),
          {"games.queries.blocking.blocks_against": _hear_everybody}),
    Fault("event_gap", "programs that listen miss events", ("events",),
          {"games.services.player_events.events_after": _skip_events}),
    Fault("token_logged", "a log names a question's token", ("secrecy",),
          {SUBMIT: _log_token}),
    Fault("standings_wrong", "standings are upside down", ("leagues",),
          {"games.leagues.standings.standings": _rank_backwards}),
    Fault("bot_stuck", "house bots do not answer", ("late bots",),
          {"games.tasks.house_bots._answer": _answer_no_bot}),
    # Last, because it leaves permanent damage.
    Fault("row_poisoned", "a match's state is written so that nobody can read it",
          ("late bots", "late deadlines", "frozen", "players", "replay", "stuck"),
          {"games.queries.states.serialize_state": _damage_state}),
)  # fmt: skip
