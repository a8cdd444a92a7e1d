"""What a chaos run has recorded for its checks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from devtools.chaos.clock import Clock
from devtools.chaos.leaks import Leaks
from devtools.chaos.mail_server import MailServer
from devtools.chaos.players import Person, Submission
from devtools.chaos.programs import Call, Program
from devtools.chaos.service import Row, Service
from devtools.chaos.webhook_receiver import WebhookReceiver

# Seconds after recovery in which each kind of due work must be done. A claim on an e-mail lasts 30
# s and one on a webhook call 60 s when its process is killed; after a failure both are retried
# after RETRY_MAX_DELAY_SECONDS and a tick. Seasons are processed once a minute.
BOUNDS = {
    "deadlines": 30.0,
    "bots": 30.0,
    "reminders": 30.0,
    "votes": 30.0,
    "inbound": 45.0,
    "emails": 60.0,
    "webhooks": 90.0,
    "seasons": 90.0,
}


@dataclass
class Windows:
    """The spans without disruption after a recovery: (from, until), by the right clock.

    `slowdown`: how many times as long as on a quiet machine work took at worst, see recovery.py.
    """

    spans: list[tuple[float, float]] = field(default_factory=list)
    slowdown: float = 1.0

    def is_peace(self, at: float) -> bool:
        return any(first <= at <= last for first, last in self.spans)

    def lateness(self, due: float, done_at: float) -> float:
        """Return the seconds from `due`, or from the recovery after it, until `done_at`."""
        began = max((first for first, _ in self.spans if first <= done_at), default=due)
        return max(0.0, done_at - max(due, began))

    def is_late(self, due: float, done_at: float, limit: float) -> bool:
        """Return whether more than `limit` seconds of one span passed between `due` and `done_at`.

        The bound is that of a quiet machine.
        """
        limit *= self.slowdown
        return any(max(due, first) + limit < min(done_at, last) for first, last in self.spans)


@dataclass
class Evidence:
    """The evidence.

    `due` and `remind` map prompts to the deadlines and reminders of idle players, by the right
    clock; `seen_early` are prompts that were closed before; `keys` are people's own secrets.
    """

    service: Service
    clock: Clock
    mail: MailServer
    leaks: Leaks
    receiver: WebhookReceiver
    windows: Windows
    people: list[Person] = field(default_factory=list)
    due: dict[UUID, float] = field(default_factory=dict)
    remind: dict[UUID, float] = field(default_factory=dict)
    seen_early: dict[UUID, float] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)
    # What only the service can read, see `seeding.report`.
    report: Row = field(default_factory=dict)
    # By the service's clock; anything posted later may still wait.
    ended: datetime | None = None

    @property
    def submissions(self) -> list[Submission]:
        return [submission for person in self.people for submission in person.said]

    @property
    def programs(self) -> list[Program]:
        return [person for person in self.people if isinstance(person, Program)]

    def calls(self, *what: str) -> Iterable[Call]:
        """Yield the calls of programs for these purposes, other than answers."""
        return (call for program in self.programs for call in program.calls if call.what in what)
