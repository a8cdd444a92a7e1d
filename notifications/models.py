"""Rows of the post office: what is to be told, each attempt to tell it, and what came back."""

from __future__ import annotations

from datetime import time

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from abyss_site.ids import uuid7


class Notice(models.Model):
    """Something the post office is to tell a player, posted in the caller's transaction."""

    class State(models.TextChoices):
        # To be written (if it is not yet) and sent once `due` has come.
        QUEUED = "queued"
        # Told within another letter, `within`, whose fate it shares.
        BUNDLED = "bundled"
        # A server has taken it over.
        SENT = "sent"
        # No longer worth telling, or nobody who may be told; `why` says which.
        WITHDRAWN = "withdrawn"
        # Refused for good, or given up after the last retry; `why` says which.
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    key = models.CharField(max_length=200, unique=True)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=40)
    thread = models.CharField(max_length=100, blank=True)
    reply_token = models.CharField(max_length=26, blank=True)
    data = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    # Where it goes if not to the player's address of the day.
    address = models.CharField(max_length=254, blank=True, default="", db_default="")
    created = models.DateTimeField()
    due = models.DateTimeField()
    # When what it asks is over, None for never: the player's quiet hours must not reach beyond it.
    answer_by = models.DateTimeField(null=True)
    # When the player's wishes were last asked for `due`; None: not yet.
    planned = models.DateTimeField(null=True)
    # May share a letter with other notices to the player.
    gathers = models.BooleanField(default=False, db_default=False)
    within = models.ForeignKey("self", models.CASCADE, null=True, related_name="bundled")
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    why = models.CharField(max_length=40, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    # Minted at posting, so that a letter sent again is the same letter to the mailbox.
    message_id = models.CharField(max_length=150, unique=True)
    # The letter, frozen before the first attempt; `written` is None until then.
    written = models.DateTimeField(null=True)
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    language = models.CharField(max_length=10, blank=True)
    headers = models.JSONField(default=dict)
    # Its place in the conversation: which one of the thread's, and the letters before it.
    volume = models.PositiveSmallIntegerField(default=0, db_default=0)
    references = models.TextField(blank=True, default="", db_default="")
    sent = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due", "id"], condition=models.Q(state="queued"), name="notice_queued"
            ),
            models.Index(
                fields=["reply_token"],
                condition=~models.Q(reply_token=""),
                name="notice_reply_token",
            ),
            models.Index(fields=["player", "thread", "-created"], name="notice_thread"),
            # For the desk's queue.
            models.Index(
                fields=["created"], condition=models.Q(state="failed"), name="notice_failed"
            ),
            models.Index(fields=["created"], condition=models.Q(kind="held"), name="notice_held"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Mailbox(models.Model):
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

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True)
    rhythm = models.CharField(max_length=10, choices=Rhythm, default=Rhythm.AT_ONCE)
    daily_at = models.TimeField(default=time(8))
    # No letters between these two hours; None for no such hours.
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    receipts = models.CharField(max_length=10, choices=Receipts, default=Receipts.ALWAYS)
    # False: text alone, without pictures.
    html = models.BooleanField(default=True)
    # Seconds a notice waits for others to share a letter with; None: as the house has it.
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
    since = models.DateTimeField()

    class Meta:
        verbose_name_plural = "sender addresses"

    def __str__(self) -> str:
        return self.address


class Picture(models.Model):
    """A picture of a written letter, kept until the letter has left or never will."""

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="pictures")
    cid = models.CharField(max_length=80)
    name = models.CharField(max_length=80)
    png = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["notice", "cid"], name="picture_once")]

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """One attempt to send one notice over one channel, and what became of it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=20, default="mail")
    tried = models.DateTimeField()
    accepted = models.BooleanField()
    error = models.CharField(max_length=300, blank=True)
    # What a provider calls the letter, without brackets; "" from a server of our own.
    provider_id = models.CharField(max_length=200, blank=True, default="", db_default="")
    # The reader's own server took it, as far as a provider told us.
    arrived = models.DateTimeField(null=True)
    # A report came back for it: when, and what the other side said.
    bounced = models.DateTimeField(null=True)
    bounce = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(
                fields=["provider_id"],
                condition=~models.Q(provider_id=""),
                name="delivery_provider_id",
            )
        ]

    def __str__(self) -> str:
        return f"{self.channel} {'accepted' if self.accepted else 'refused'} {self.tried:%F %T}"


class ProviderEvent(models.Model):
    """That a provider told us something, so that the same told again changes nothing."""

    # SHA-256 of what it says, or of its number with the provider.
    key = models.CharField(max_length=64, unique=True)
    told = models.DateTimeField()

    def __str__(self) -> str:
        return f"told {self.told:%F %T}"


class Wish(models.Model):
    """What a player wants to hear of over one channel, in one thread or in all ("")."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    # "mail", "push", or the id of a hook.
    channel = models.CharField(max_length=40)
    thread = models.CharField(max_length=100, blank=True)
    # Names of `channels.EVENTS`; none: nothing comes.
    events = ArrayField(models.CharField(max_length=20), blank=True, default=list)
    since = models.DateTimeField()

    class Meta:
        verbose_name_plural = "wishes"
        constraints = [
            models.UniqueConstraint(fields=["player", "thread", "channel"], name="wish_once"),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.thread}: {', '.join(self.events) or 'nothing'}"


class Refusal(models.Model):
    """That whoever reads an address wants no letter on anybody's behalf; the address is not kept.

    `digest` is its SHA-256 in hexadecimal, see strangers.py.
    """

    digest = models.CharField(max_length=64, unique=True)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return f"refused since {self.since:%F}"


class Trouble(models.Model):
    """What speaks against mailing an address: reports about letters that did not arrive."""

    class Why(models.TextChoices):
        # Its mailbox does not exist, or did not take letters again and again.
        BOUNCES = "bounces"
        # Its reader called a letter spam.
        COMPLAINT = "complaint"

    # Lower case.
    address = models.CharField(max_length=254, unique=True)
    score = models.FloatField(default=0)
    last = models.DateTimeField()
    status = models.CharField(max_length=12, blank=True)
    evidence = models.CharField(max_length=300, blank=True)
    # Since when nothing is sent there; None: it still is.
    stopped = models.DateTimeField(null=True)
    why = models.CharField(max_length=10, choices=Why, blank=True)

    def __str__(self) -> str:
        return f"{self.address} {self.why or self.score}"


class InboundLetter(models.Model):
    """A letter as it came in, kept before it is understood, with the one decision about it."""

    class State(models.TextChoices):
        # Kept; not yet looked at.
        RECEIVED = "received"
        # Decided; `reason` says how.
        DONE = "done"
        # Looked at several times and failed each time; a person should look.
        PARKED = "parked"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    source = models.CharField(max_length=20)
    source_id = models.CharField(max_length=200)
    # The bytes as they came; None once they have been forgotten.
    raw = models.BinaryField(null=True)
    size = models.PositiveIntegerField(default=0)
    envelope = models.JSONField(default=dict)
    sha256 = models.CharField(max_length=64)
    # The Message-ID as written, or "sha256:" and the hash when there is none.
    message_id = models.CharField(max_length=250)
    purpose = models.CharField(max_length=10, blank=True)
    token = models.CharField(max_length=26, blank=True)
    received = models.DateTimeField()
    due = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.RECEIVED)
    tries = models.PositiveSmallIntegerField(default=0)
    # How often the same letter came again.
    copies = models.PositiveIntegerField(default=0)
    reason = models.CharField(max_length=60, blank=True)
    sender = models.CharField(max_length=254, blank=True)
    first_line = models.CharField(max_length=200, blank=True)
    # SHA-256 of the player's own lines: tells the same words from other words.
    words = models.CharField(max_length=64, blank=True)
    processed = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "source_id"], name="inbound_source_once"),
            models.UniqueConstraint(fields=["message_id", "token"], name="inbound_message_once"),
        ]
        indexes = [
            models.Index(
                fields=["due", "id"], condition=models.Q(state="received"), name="inbound_due"
            ),
            models.Index(fields=["token", "received"], name="inbound_token"),
            models.Index(
                fields=["received"], condition=models.Q(state="parked"), name="inbound_parked"
            ),
            models.Index(fields=["sender", "received"], name="inbound_sender"),
        ]

    def __str__(self) -> str:
        return f"{self.reason or self.state} from {self.sender or 'unknown'}"


class MailboxCursor(models.Model):
    """How far a mailbox elsewhere was read: up to `uid` all is kept or parked."""

    # user@host/folder.
    mailbox = models.CharField(max_length=300, unique=True)
    validity = models.BigIntegerField()
    uid = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.mailbox} up to {self.uid}"


class PostedLetter(models.Model):
    """A letter in the local post office, where nothing leaves the machine."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # Lower case.
    recipient = models.CharField(max_length=254)
    sender = models.CharField(max_length=254, blank=True)
    subject = models.CharField(max_length=250, blank=True)
    raw = models.BinaryField()
    posted = models.DateTimeField()
    opened = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["recipient", "-id"], name="posted_mailbox")]

    def __str__(self) -> str:
        return f"{self.subject} to {self.recipient}"


# At the end, for their rows refer to those above.
from .hooks.models import Hook as Hook  # noqa: E402
from .hooks.models import HookCall as HookCall  # noqa: E402
