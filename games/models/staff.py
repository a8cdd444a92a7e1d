"""The work of staff: audit log, proposals, sanctions, reports."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from abyss_site.core.ids import uuid7

from .direct_messages import DirectMessage
from .leagues import League
from .match import Match


class AuditLogEntry(models.Model):
    """An action of staff.

    Append-only: the database refuses to change or delete it.

    Previews and refused actions are recorded as well: they may have revealed something. `facts` is
    the action as services/moderation/staff_actions.py has it; `amount` is the number of hours or
    moves that counts towards requiring approval, None if nothing is counted; `changes` are
    English sentences about what changed, `sentences` the same with their facts apart, [sentence,
    facts], to be translated (None in rows that were written before); `reason` is why. All are for
    staff. `public_note` is shown to
    those concerned and the public, "" if they only learn that it happened. `match`, `league`,
    `player` and `by` have no database constraints, so that the rows they name can be deleted; `by`
    is None for a command of the operator.
    """

    class Step(models.TextChoices):
        """How far the action got."""

        # A preview of `changes`; nothing was changed.
        REHEARSED = "rehearsed", pgettext_lazy("step", "Previewed")
        # Refused, as `changes` explains; nothing was changed.
        REFUSED = "refused", pgettext_lazy("step", "Refused")
        DONE = "done", pgettext_lazy("step", "Done")
        # Proposed, and refused by the second person, who is `by`; nothing was changed.
        DECLINED = "declined", pgettext_lazy("step", "Refused by a second person")

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
    # Who approved it, if approval was needed; None: it was not.
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
    league = models.ForeignKey(
        League,
        models.DO_NOTHING,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="audit_log",
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
    sentences = models.JSONField(null=True)
    reason = models.CharField(max_length=500)
    public_note = models.CharField(max_length=300, blank=True)
    occurred_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["match", "occurred_at"], name="audit_log_of_match"),
            models.Index(fields=["player", "occurred_at"], name="audit_log_about_player"),
            models.Index(fields=["league", "occurred_at"], name="audit_log_of_league"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.occurred_at:%F %T}"


class Proposal(models.Model):
    """An action that waits for approval by a second staff member, or another league director."""

    class Outcome(models.TextChoices):
        """The decision."""

        WAITING = "waiting", pgettext_lazy("proposal", "Waiting")
        APPROVED = "approved", pgettext_lazy("proposal", "Approved")
        REFUSED = "refused", pgettext_lazy("proposal", "Refused")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    action = models.CharField(max_length=12)
    facts = models.JSONField()
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    league = models.ForeignKey(League, models.CASCADE, null=True, related_name="proposals")
    outcome = models.CharField(max_length=10, choices=Outcome, default=Outcome.WAITING)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )

    def __str__(self) -> str:
        return f"{self.action} proposed {self.proposed_at:%F %T}"


class SavedFilter(models.Model):
    """A query string of a list of the admin, which somebody on the staff has named."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="saved_filters"
    )
    # The list, by the label of its model: “games.report”.
    model = models.CharField(max_length=60)
    name = models.CharField(max_length=40)
    query = models.CharField(max_length=500)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "model", "name"], name="one_saved_filter_a_name"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Sanction(models.Model):
    """A warning to a player, or a restriction until it ends."""

    class Kind(models.TextChoices):
        """What the sanction prevents."""

        # Nothing: it is only displayed.
        WARNING = "warning", _("Warning")
        # Sending chat messages.
        MUTE = "mute", pgettext_lazy("restriction", "Mute")
        # Joining and opening matches.
        SUSPENSION = "suspension", _("Suspension")
        # Signing in; house bots or substitutes take over the seats.
        BAN = "ban", pgettext_lazy("restriction", "Ban")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=10, choices=Kind)
    # Shown to the player.
    reason = models.CharField(max_length=300)
    imposed_at = models.DateTimeField()
    # None: permanent; a warning ends when it is imposed.
    lasts_until = models.DateTimeField(null=True)
    # When it was revoked, or a ban expired; None: not yet.
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            # No job would ever find a row with another value.
            models.CheckConstraint(
                condition=Q(kind__in=["warning", "mute", "suspension", "ban"]),
                name="sanction_kind_known",
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
    """A sanction on an e-mail address, stored as a keyed hash of the address.

    While a sanction is active it applies to a new account of somebody who deleted theirs.
    `sanction` is the row it stands for; None once that is deleted with its account.
    """

    digest = models.CharField(max_length=32)
    sanction = models.ForeignKey(Sanction, models.SET_NULL, null=True, related_name="address_bans")
    kind = models.CharField(max_length=10, choices=Sanction.Kind)
    reason = models.CharField(max_length=300)
    imposed_at = models.DateTimeField()
    # None: permanent.
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
    """A player's report to staff about somebody, about a message, or against an own sanction."""

    class Kind(models.TextChoices):
        """What the report is about."""

        PLAYER = "player", _("Player")
        MESSAGE = "message", _("Message")
        # The player appeals against `sanction`.
        APPEAL = "appeal", _("Appeal")

    class Outcome(models.TextChoices):
        """The decision."""

        OPEN = "open", _("Open")
        UPHELD = "upheld", _("Upheld")
        DISMISSED = "dismissed", _("Dismissed")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="reports")
    # The reported message, if it is in a conversation; None also once it is deleted.
    direct_message = models.ForeignKey(
        DirectMessage, models.SET_NULL, null=True, related_name="reports"
    )
    # A copy of the reported message.
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
