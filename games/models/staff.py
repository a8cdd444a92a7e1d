"""What staff did and is asked to do: deeds, proposals, sanctions, reports."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from abyss_site.ids import uuid7

from .match import Match


class AuditLogEntry(models.Model):
    """Something that staff did. Written once: the database refuses to change or delete it.

    What was only rehearsed, or refused, is written down as well: it may have told them something.
    `facts` is the measure as services/moderation/measures.py has it; `amount` are the hours or
    moves that count towards a second pair of eyes, None where nothing is counted; `changes` are
    sentences about what it changed, and `reason` is why: both for staff. `told` is what those
    concerned and the public read, "" for nothing but that it happened. `match`, `player` and `by`
    bind nothing, so that the rows they name may go; `by` is None for a command of whoever runs the
    service.
    """

    class Step(models.TextChoices):
        """How far it came."""

        # It would have changed what `changes` says; nothing was changed.
        REHEARSED = "rehearsed"
        # `changes` says why; nothing was changed.
        REFUSED = "refused"
        DONE = "done"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    action = models.CharField(max_length=12)
    step = models.CharField(max_length=9, choices=Step, default=Step.DONE, db_default=Step.DONE)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="+",
    )
    # Who agreed, where a second pair of eyes is needed; None: nobody had to.
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="+",
    )
    match = models.ForeignKey(
        Match, models.DO_NOTHING, null=True, db_constraint=False, related_name="audit_log"
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        related_name="+",
    )
    facts = models.JSONField()
    amount = models.PositiveIntegerField(null=True)
    changes = models.JSONField(default=list)
    reason = models.CharField(max_length=500)
    public_note = models.CharField(max_length=300, blank=True)
    occurred_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["match", "occurred_at"], name="audit_log_of_match"),
            models.Index(fields=["player", "occurred_at"], name="audit_log_about_player"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.occurred_at:%F %T}"


class Proposal(models.Model):
    """A measure that waits for a second pair of eyes."""

    class Outcome(models.TextChoices):
        """What became of it."""

        WAITING = "waiting"
        APPROVED = "approved"
        REFUSED = "refused"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    action = models.CharField(max_length=12)
    facts = models.JSONField()
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.WAITING)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.action} proposed {self.proposed_at:%F %T}"


class Sanction(models.Model):
    """What a player was told to mend, or is kept from, until it ends."""

    class Kind(models.TextChoices):
        """What it keeps them from."""

        # Nothing: it is said.
        WARNING = "warning"
        # Sitting down at tables and opening them.
        SUSPENSION = "suspension"
        # Signing in; house bots or substitutes take their seats.
        BAN = "ban"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=Kind)
    # What the player reads.
    reason = models.CharField(max_length=300)
    imposed_at = models.DateTimeField()
    # None: for good; a warning ends as it begins.
    lasts_until = models.DateTimeField(null=True)
    # When it was taken back, or a ban ran out; None: not.
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            # No job would ever find a row of another.
            models.CheckConstraint(
                condition=Q(kind__in=["warning", "suspension", "ban"]), name="sanction_kind_known"
            ),
        ]
        indexes = [
            models.Index(fields=["player", "imposed_at"], name="sanction_of_player"),
            # For end_bans.
            models.Index(
                fields=["lasts_until"],
                condition=Q(kind="ban", ended_at=None),
                name="ban_lasts_until",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} since {self.imposed_at:%F}"


class AddressBan(models.Model):
    """That whoever has an address is kept from something, as a keyed hash of the address.

    So long as a sanction runs it follows whoever deletes the account and begins anew. `sanction` is
    the row that it stands for; None once that is deleted with its account.
    """

    digest = models.CharField(max_length=32)
    sanction = models.ForeignKey(Sanction, models.SET_NULL, null=True, related_name="address_bans")
    kind = models.CharField(max_length=10, choices=Sanction.Kind)
    reason = models.CharField(max_length=300)
    imposed_at = models.DateTimeField()
    # None: for good.
    lasts_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["digest", "kind", "imposed_at"], name="one_address_ban_a_sanction"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} since {self.imposed_at:%F}"


class Report(models.Model):
    """What a player asks staff to look at: somebody, a message, or a sanction of their own."""

    class Kind(models.TextChoices):
        """What it is about."""

        PLAYER = "player"
        MESSAGE = "message"
        # `sanction` is felt to be unjust.
        APPEAL = "appeal"

    class Outcome(models.TextChoices):
        """What became of it."""

        OPEN = "open"
        UPHELD = "upheld"
        DISMISSED = "dismissed"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="reports")
    # The words complained of, kept as they were.
    quoted = models.CharField(max_length=500, blank=True)
    sanction = models.ForeignKey(Sanction, models.CASCADE, null=True, related_name="appeals")
    text = models.CharField(max_length=1000)
    reported_at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.OPEN)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["reported_at"], condition=Q(outcome="open"), name="report_open"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} reported {self.reported_at:%F %T}"
