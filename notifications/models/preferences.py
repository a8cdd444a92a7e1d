"""Models of notification preferences, sender addresses, opt-outs and bounce scores."""

from __future__ import annotations

from datetime import time

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from abyss_site.core.ids import uuid7


class EmailPreferences(models.Model):
    """A player's e-mail preferences. Times are in the player's time zone."""

    class Rhythm(models.TextChoices):
        AT_ONCE = "at_once", _("immediately")
        # Bundled, at most one e-mail per hour.
        HOURLY = "hourly", _("hourly digest")
        # Bundled, one e-mail per day at `daily_at`.
        DAILY = "daily", _("daily digest")
        # One e-mail per day at `daily_at` with all open questions, and everything else bundled.
        DAILY_LIST = "daily_list", _("daily list of all my open questions")

    class Receipts(models.TextChoices):
        # For every answer, accepted or rejected.
        ALWAYS = "always", _("for each of my e-mails")
        # Only for rejected answers.
        ERRORS = "errors", _("only when my answer was rejected")
        NEVER = "never", _("never")

    class Links(models.TextChoices):
        # Each answer links to a prepared e-mail.
        EMAIL = "email", _("an e-mail with the answer, ready to send")
        # Each answer links to its page, where it is confirmed.
        PAGES = "pages", _("a page where I confirm it")

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="email_preferences",
    )
    rhythm = models.CharField(max_length=10, choices=Rhythm, default=Rhythm.AT_ONCE)
    daily_at = models.TimeField(default=time(8))
    # Quiet hours, without e-mails; None for no quiet hours.
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    receipts = models.CharField(max_length=10, choices=Receipts, default=Receipts.ALWAYS)
    # False: plain text only, without pictures.
    html = models.BooleanField(default=True)
    answer_links = models.CharField(
        max_length=10, choices=Links, default=Links.EMAIL, db_default=Links.EMAIL
    )
    # Seconds to wait for other notifications to bundle; None: MAIL_DEBOUNCE_SECONDS.
    settle = models.PositiveSmallIntegerField(null=True, blank=True)
    # E-mails per day, above which they are bundled every hour; None: MAIL_DAILY_LIMIT.
    most_a_day = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "e-mail preferences"
        indexes = [
            # For the job that posts daily lists.
            models.Index(
                fields=["daily_at"],
                condition=models.Q(rhythm="daily_list"),
                name="email_preferences_daily_list",
            )
        ]

    def __str__(self) -> str:
        return f"e-mails {self.rhythm}"


class SenderAddress(models.Model):
    """A verified address, besides their own, from which a player may send e-mails."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="senders")
    # Lower case.
    address = models.CharField(max_length=254, unique=True)
    added_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "sender addresses"

    def __str__(self) -> str:
        return self.address


class ChannelPreference(models.Model):
    """The events a player wants to receive over one channel, for one thread or for all ("")."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    # "mail", "push", or the id of a webhook.
    channel = models.CharField(max_length=40)
    thread = models.CharField(max_length=100, blank=True)
    # Names of `channels.EVENTS`; empty means nothing is sent.
    events = ArrayField(models.CharField(max_length=20), blank=True, default=list)
    changed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "channel preferences"
        constraints = [
            models.UniqueConstraint(
                fields=["player", "thread", "channel"], name="channel_preference_once"
            ),
        ]
        indexes = [
            # For the job that looks for those who have switched an event on.
            GinIndex(fields=["events"], name="channel_preference_events"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.thread} {', '.join(self.events)}"


class OptOut(models.Model):
    """An opt-out of e-mails on behalf of players; the address itself is not stored.

    `digest` is its SHA-256 in hexadecimal, see introductions.py.
    """

    digest = models.CharField(max_length=64, unique=True)
    opted_out_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"refused since {self.opted_out_at:%F}"


class BounceScore(models.Model):
    """Bounces and complaints of an e-mail address, and whether e-mail to it is stopped."""

    class Why(models.TextChoices):
        # Its mailbox does not exist, or bounced e-mails repeatedly.
        BOUNCES = "bounces", pgettext_lazy("address", "Bounces")
        # The recipient marked an e-mail as spam.
        COMPLAINT = "complaint", pgettext_lazy("address", "Complaint")

    # Lower case.
    address = models.CharField(max_length=254, unique=True)
    score = models.FloatField(default=0)
    last_reported_at = models.DateTimeField()
    status = models.CharField(max_length=12, blank=True)
    evidence = models.CharField(max_length=300, blank=True)
    # Since when no e-mail is sent to it; None: it is not stopped.
    stopped_at = models.DateTimeField(null=True)
    why = models.CharField(max_length=10, choices=Why, blank=True)

    def __str__(self) -> str:
        return self.address
