"""What may speak for double accounts and collusion: traces of signing in, and hints."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from abyss_site.ids import uuid7


class SignInFingerprint(models.Model):
    """That a player signed in from an address or a device, told from others by a keyed hash only.

    It is forgotten with time; see services/moderation/sign_in_fingerprints.py.
    """

    class Kind(models.TextChoices):
        """What the hash is of."""

        # A network address; of IPv6 the part that names a household.
        ADDRESS = "address"
        # What a cookie of ours calls a browser.
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
    """Something that may speak for two accounts of one person, or for an understanding of two.

    It proves nothing. `facts` are the evidence, by kind as services/moderation/fraud_signals.py
    writes it; `seen` is when there was evidence last, `dismissed` when staff set it aside, None:
    not.
    """

    class Kind(models.TextChoices):
        """What speaks for it."""

        ADDRESS = "address"
        DEVICE = "device"
        # Their answers come in step, and not with those of others.
        TIMING = "timing"
        # They pay each other far less, or far more, than others at the same tables.
        OFFERS = "offers"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=8, choices=Kind)
    # The one with the lesser id.
    one = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    two = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    facts = models.JSONField()
    found_at = models.DateTimeField()
    last_seen_at = models.DateTimeField()
    dismissed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "one", "two"], name="one_fraud_signal_a_pair"),
            models.CheckConstraint(condition=Q(one__lt=F("two")), name="fraud_signal_in_order"),
        ]
        indexes = [models.Index(fields=["last_seen_at"], name="fraud_signal_seen")]

    def __str__(self) -> str:
        return f"{self.kind}: {self.one} and {self.two}"
