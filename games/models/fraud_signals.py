"""Evidence of double accounts and collusion: sign-in fingerprints and fraud signals."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from abyss_site.core.ids import uuid7


class SignInFingerprint(models.Model):
    """A keyed hash of an address or a device that a player signed in from.

    Rows are deleted after some time; see services/moderation/sign_in_fingerprints.py.
    """

    class Kind(models.TextChoices):
        """What the hash is of."""

        # A network address; for IPv6 the prefix of a household.
        ADDRESS = "address"
        # The id that our cookie gives to a browser.
        DEVICE = "device"

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="sign_in_fingerprints"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    digest = models.CharField(max_length=32)
    first_seen_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "kind", "digest"], name="one_fingerprint_a_player_and_place"
            ),
        ]
        indexes = [
            models.Index(fields=["kind", "digest"], name="fingerprint_shared"),
            models.Index(fields=["last_seen_at"], name="fingerprint_old"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id}"


class FraudSignal(models.Model):
    """Evidence that two accounts may belong to one person, or that two players may collude.

    It proves nothing. `two` is None for what is about one account. `facts` holds the evidence, by
    kind, in the form written by services/moderation/fraud_signals.py; `last_seen_at` is when there
    was evidence last, `dismissed_at` when staff dismissed it, None: not dismissed.
    """

    class Kind(models.TextChoices):
        """The kind of evidence."""

        # Their e-mail addresses are two spellings of one address.
        MAILBOX = "mailbox", _("Mailbox")
        ADDRESS = "address", _("Address")
        DEVICE = "device", _("Device")
        # Their answers correlate in time with each other, but not with those of others.
        TIMING = "timing", _("Timing")
        # They pay each other far less, or far more, than others in the same matches.
        OFFERS = "offers", _("Offers")
        # One account answers as evenly as a program does.
        BOT = "bot", _("Bot use")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=8, choices=Kind)
    # The one with the smaller id.
    one = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    two = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    facts = models.JSONField()
    found_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    dismissed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "one", "two"], nulls_distinct=False, name="one_fraud_signal_a_pair"
            ),
            models.CheckConstraint(condition=Q(one__lt=F("two")), name="fraud_signal_in_order"),
        ]
        indexes = [models.Index(fields=["last_seen_at"], name="fraud_signal_seen")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.one}" + (f" and {self.two}" if self.two else "")
