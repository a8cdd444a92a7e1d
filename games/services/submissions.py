"""Idempotency keys: execute a request only once, even if a program sends it twice."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import msgspec
from django.db import transaction
from django.utils import timezone

from games.engine import contract
from games.engine.contract import Decision, Refused
from games.models import Move, Player, Prompt, Submission
from games.models.tokens import TokenDigest
from games.services.play.decisions import Reader, StalePrompt, submit_decision

# How long a response is kept.
RETENTION = timedelta(hours=24)


class OtherSubmission(Refused):
    """The key was used before for a different request."""

    code = "other_submission"


class Answer(msgspec.Struct, frozen=True):
    """A response: its status, headers by name, and body as text."""

    status: int
    headers: dict[str, str]
    body: str


@transaction.atomic
def submit_once(
    player: Player,
    key: str,
    digest: str,
    action: Callable[[], Answer],
    *,
    now: datetime | None = None,
) -> Answer:
    """Execute `action` unless the key was used already; return the (stored) response.

    `digest` distinguishes requests. The row is written in the transaction of the action, so that
    the second of two concurrent requests waits for the first, and a refusal stores no response: it
    has changed nothing, and may be sent again. Raises OtherSubmission, and what the action raises;
    nothing is changed.
    """
    now = now or timezone.now()
    Submission.objects.filter(player=player, created_at__lte=now - RETENTION).delete()
    row, is_new = Submission.objects.get_or_create(
        player=player, key=key, defaults={"digest": digest, "created_at": now}
    )
    if row.digest != digest:
        raise OtherSubmission("This key was used for something else.")
    if not is_new:
        return Answer(row.status, row.headers, row.body)
    answer = action()
    row.status, row.headers, row.body = answer.status, answer.headers, answer.body
    row.save(update_fields=["status", "headers", "body"])
    return answer


def answer_once(token: str, read: Reader, key: str, digest: str, *, by: UUID | TokenDigest) -> Move:
    """Answer a prompt for a program: the same `key` and `digest` again return the first move.

    Without a key ("") every submission is a new one. Both become part of the move's key, so that an
    answer needs no further statement. Raises OtherSubmission if the key was used with another
    digest, what `read` raises, and what submit_decision() raises.
    """
    if not key:
        return submit_decision(token, read, source="api", key=f"api-{uuid4().hex}", by=by)
    mine = f"api-{_short_digest(token)}-{_short_digest(key)}-"
    whole = f"{mine}{digest[:32]}"

    def check_is_same() -> None:
        others = Move.objects.filter(prompt__token=token, key__startswith=mine)
        if others.exclude(key=whole).exists():
            raise OtherSubmission("This key was used for something else.")

    def read_new(row: Prompt, rules_prompt: contract.Prompt | None) -> Decision:
        if row.sealed:
            # A sealed answer may be changed, but not under the key of the old one.
            check_is_same()
        return read(row, rules_prompt)

    try:
        return submit_decision(token, read_new, source="api", key=whole, by=by)
    except StalePrompt:
        check_is_same()
        raise


def _short_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def forget_submissions(now: datetime | None = None) -> int:
    """Delete responses that are older than a day; return how many."""
    old = Submission.objects.filter(created_at__lte=(now or timezone.now()) - RETENTION)
    return old.delete()[0]
