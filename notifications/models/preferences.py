"""How each player wants to be told, from where they write, and what is wrong with an address."""

from __future__ import annotations

from datetime import time

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from abyss_site.ids import uuid7


class EmailPreferences(models.Model):
    """How a player wants to be written to. Hours are those of the player's zone."""

    class Rhythm(models.TextChoices):
        # As things happen.
        AT_ONCE = "at_once", _("as things happen")
        # Gathered in one letter, at most one an hour.
        HOURLY = "hourly", _("gathered, once an hour")
        # Gathered in one letter a day, at `daily_at`.
        DAILY = "daily", _("gathered, once a day")

    class Receipts(models.TextChoices):
        # For every answer that was taken or not.
        ALWAYS = "always", _("for every letter of mine")
        # Only for those that were not taken.
        ERRORS = "errors", _("only when my answer was not taken")
        NEVER = "never", _("never")

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="email_preferences",
    )
    rhythm = models.CharField(max_length=10, choices=Rhythm, default=Rhythm.AT_ONCE)
    daily_at = models.TimeField(default=time(8))
    # No letters between these two hours; None for no such hours.
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    receipts = models.CharField(max_length=10, choices=Receipts, default=Receipts.ALWAYS)
    # False: text alone, without pictures.
    html = models.BooleanField(default=True)
    # Seconds a notification waits for others to share a letter with; None: as the house has it.
    settle = models.PositiveSmallIntegerField(null=True, blank=True)
    # Letters in a day, above which they are gathered, one an hour; None: as the house has it.
    most_a_day = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "mailboxes"

    def __str__(self) -> str:
        return f"letters {self.rhythm}"


class SenderAddress(models.Model):
    """An address beside their own from which a player's letters count; its reader has proved it."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="senders")
    # Lower case.
    address = models.CharField(max_length=254, unique=True)
    added_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "sender addresses"

    def __str__(self) -> str:
        return self.address


class ChannelPreference(models.Model):
    """What a player wants to hear of over one channel, in one thread or in all ("")."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    # "mail", "push", or the id of a webhook.
    channel = models.CharField(max_length=40)
    thread = models.CharField(max_length=100, blank=True)
    # Names of `channels.EVENTS`; none: nothing comes.
    events = ArrayField(models.CharField(max_length=20), blank=True, default=list)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "wishes"
        constraints = [
            models.UniqueConstraint(
                fields=["player", "thread", "channel"], name="channel_preference_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.thread}: {', '.join(self.events) or 'nothing'}"


class OptOut(models.Model):
    """That whoever reads an address wants no letter on anybody's behalf; the address is not kept.

    `digest` is its SHA-256 in hexadecimal, see introductions.py.
    """

    digest = models.CharField(max_length=64, unique=True)
    opted_out_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"refused since {self.opted_out_at:%F}"


class BounceScore(models.Model):
    """What speaks against mailing an address: reports about letters that did not arrive."""

    class Why(models.TextChoices):
        # Its mailbox does not exist, or did not take letters again and again.
        BOUNCES = "bounces"
        # Its reader called a letter spam.
        COMPLAINT = "complaint"

    # Lower case.
    address = models.CharField(max_length=254, unique=True)
    score = models.FloatField(default=0)
    last_reported_at = models.DateTimeField()
    status = models.CharField(max_length=12, blank=True)
    evidence = models.CharField(max_length=300, blank=True)
    # Since when nothing is sent there; None: it still is.
    stopped_at = models.DateTimeField(null=True)
    why = models.CharField(max_length=10, choices=Why, blank=True)

    def __str__(self) -> str:
        return f"{self.address} {self.why or self.score}"
