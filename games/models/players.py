"""Players: everybody who may hold a seat, including bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from abyss_site.core.email_addresses import address_key, normalize_address
from abyss_site.core.ids import uuid7
from games.engine import display_names
from games.engine.time_zones import normalize_zone

LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]
# Their codes of three letters (ISO 639-2).
LONG_CODES = {"eng": "en", "fra": "fr", "fre": "fr", "deu": "de", "ger": "de"}


def check_zone(name: str) -> None:
    """Raise ValidationError unless `name` is an IANA zone such as “Europe/Paris”."""
    if normalize_zone(name) not in available_timezones():
        raise ValidationError("“%(name)s” is not a time zone.", params={"name": name})


def normalize_language(tag: str) -> str:
    """Return the language of a tag such as “de-AT”, “DE” or “en_GB”, if we have it; else the tag.

    >>> normalize_language("de-AT"), normalize_language("FRA"), normalize_language("it")
    ('de', 'fr', 'it')
    """
    language = re.split("[-_.@]", tag.strip().lower(), maxsplit=1)[0]
    language = LONG_CODES.get(language, language)
    return language if language in dict(LANGUAGES) else tag


# Column of a player -> how its values come to their normal form.
NORMAL_FORMS: dict[str, Callable[[str], str]] = {
    "email": normalize_address,
    "zone": normalize_zone,
    "language": normalize_language,
}


def folded_name(name: object) -> models.Func:
    """Return what names are sorted by: “Özlem” stands after “Oz” and before “Pia”.

    The letters of `name`, an expression, are small and apart from their marks.
    """
    return models.Func(Lower(name), template="normalize(%(expressions)s, NFD)")


class Level(models.TextChoices):
    """The strength of a house bot."""

    NONE = "", pgettext_lazy("level", "None")
    # Plays at once, by rules of thumb.
    QUICK = "quick", pgettext_lazy("level", "Quick")
    # Searches for a while; see games/engine/search.py.
    STRONG = "strong", pgettext_lazy("level", "Strong")


class MessagesFrom(models.TextChoices):
    """Who may begin a conversation with a player; whom they write to can always answer."""

    EVERYBODY = "everybody", gettext_lazy("Everybody")
    # Whoever the player follows, or has played with.
    KNOWN = "known", gettext_lazy("Players I follow or have played with")
    NOBODY = "nobody", gettext_lazy("Nobody")


class PlayerManager(BaseUserManager["Player"]):
    """Finds players by e-mail address, in whatever spelling."""

    def get_by_natural_key(self, email: str | None) -> Player:
        """Return the player with this address. Raises DoesNotExist."""
        player = self.at_address(email or "").first()
        if player is None:
            raise self.model.DoesNotExist
        return player

    def at_address(self, email: str) -> models.QuerySet[Player]:
        """Return the players with this address, at most one; a row that is spelt so comes first.

        Two accounts of one address can be left from when spellings were told apart.
        """
        # Lower() rather than iexact, for which PostgreSQL would not use the index.
        spelling = email.strip().lower()
        rows = self.alias(at=Lower("email")).filter(at__in=[address_key(email), spelling])
        return rows.order_by(models.Case(models.When(at=spelling, then=0), default=1))

    def create_user(self, email: str, password: str | None = None, **fields: object) -> Player:
        """Return a new player; without a password they can sign in by e-mail only.

        Without a name they get a neutral one until they choose their own.
        """
        player = self.model(email=email.strip(), **fields)
        if not player.display_name:
            player.display_name, player.has_chosen_name = self.free_neutral_name(), False
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_bot(self, *, display_name: str, **fields: object) -> Player:
        """Return a new bot. It has no e-mail address, so nobody can sign in as it."""
        bot = self.model(display_name=display_name, is_bot=True, **fields)
        bot.email = no_address(bot)
        bot.set_unusable_password()
        bot.save(using=self._db)
        return bot

    def create_guest(self, **fields: object) -> Player:
        """Return a new guest: a person without an e-mail address.

        They have a neutral name, and companions (see services/hotseat.py) the one they are given.
        """
        guest = self.model(is_guest=True, has_chosen_name=False, **fields)
        guest.email = f"guest-{guest.pk.hex}"
        guest.display_name = guest.display_name or self.free_neutral_name()
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def free_neutral_name(self) -> str:
        """Return a random, unused name for somebody who has not chosen one."""
        while True:
            name = display_names.neutral_name()
            if not self.filter(name_key=display_names.name_key(name)).exists():
                return name

    def create_superuser(self, email: str, password: str, **fields: object) -> Player:
        """Return a new operator, whose address counts as verified."""
        fields = {
            "is_staff": True,
            "is_superuser": True,
            "email_verified_at": timezone.now(),
        } | fields
        return self.create_user(email, password, **fields)


def no_address(bot: Player) -> str:
    """Return the placeholder for a bot's address: unique, and not deliverable."""
    return f"bot-{bot.pk.hex}"


class Player(AbstractBaseUser, PermissionsMixin):
    """A person, a guest, a house bot, or a bot owned by a person.

    People are identified by e-mail address, guests by their session alone.

    `email_verified_at` is when the owner proved that they read that address; None: only sign-in
    e-mails are sent to it. `zone` is an IANA name; instants are stored in UTC.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # A person's address, normalized, or the placeholder of a bot (see `no_address`) or a guest.
    email = models.EmailField()
    email_verified_at = models.DateTimeField(null=True, blank=True)
    display_name = models.CharField(max_length=40)
    # Equal for names that look alike; None: the name is not taken.
    name_key = models.CharField(max_length=200, null=True, blank=True, unique=True, editable=False)
    # False while the player has a name that we assigned.
    has_chosen_name = models.BooleanField(default=True, editable=False)
    language = models.CharField(max_length=2, choices=LANGUAGES, default="en")
    # Windows of the week and absences, as read by games/engine/clock.py; {}: all hours.
    hours = models.JSONField(default=dict, blank=True)
    zone = models.CharField(max_length=50, default="UTC", validators=[check_zone])
    # What a player says of themselves on their page, for everybody.
    about = models.CharField(max_length=500, default="", db_default="", blank=True)
    # The day of the last visit to our pages, in UTC; None: not noted yet.
    last_seen_on = models.DateField(null=True, blank=True, editable=False)
    # Whether others see that day, and whether the player is here now.
    shows_presence = models.BooleanField(default=True, db_default=True)
    # Whether the monthly files of matches name this player, and not only a pseudonym.
    is_named_in_dumps = models.BooleanField(default=False, db_default=False)
    # Who may write direct messages to this player.
    messages_from = models.CharField(
        max_length=10,
        choices=MessagesFrom,
        default=MessagesFrom.KNOWN,
        db_default=MessagesFrom.KNOWN,
    )
    # Whether links in e-mails to this player act on every device; otherwise only on devices where
    # they have signed in or typed a code.
    links_act_anywhere = models.BooleanField(default=False, db_default=False)
    is_bot = models.BooleanField(default=False)
    # A visitor who plays against house bots without an address (services/guests.py), or with an
    # owner somebody at that player's device (services/hotseat.py).
    is_guest = models.BooleanField(default=False, db_default=False, editable=False)
    # The strength of a house bot; empty for everybody else.
    level = models.CharField(max_length=10, choices=Level, default=Level.NONE, blank=True)
    # The owner of this bot or companion; None: a house bot, or a person.
    owner = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="bots", editable=False
    )
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)
    # When the account was deleted: the row is kept for the matches of others, without personal
    # data; None: not deleted.
    left_at = models.DateTimeField(null=True, blank=True)

    objects = PlayerManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = []

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="one_player_per_email"),
            models.CheckConstraint(
                condition=Q(is_bot=False, is_guest=False, email__contains="@")
                | (Q(is_bot=True, is_guest=False) & ~Q(email__contains="@"))
                | (Q(is_bot=False, is_guest=True) & ~Q(email__contains="@")),
                name="only_people_have_addresses",
            ),
        ]
        indexes = [
            models.Index(fields=["joined_at"], condition=Q(is_guest=True), name="guest_joined"),
            models.Index(folded_name("display_name"), name="player_folded_name"),
        ]

    @classmethod
    def from_db(cls, *row: Any, **more: Any) -> Player:
        """Load a row; a deleted player is named in the reader's language."""
        player = super().from_db(*row, **more)
        if player.__dict__.get("left_at") is not None:
            player.display_name = _("Former player")
        return player

    def __str__(self) -> str:
        return self.display_name

    def save(self, *args: object, **kwargs: Any) -> None:
        """Save the row in its normal form, and keep `name_key` in step with the name."""
        fields = kwargs.get("update_fields")
        for name, normalize in NORMAL_FORMS.items():
            # An old spelling may be left beside another account of the same address.
            if self._state.adding or (fields is not None and name in fields):
                setattr(self, name, normalize(getattr(self, name)))
        if fields is None or "display_name" in fields:
            self.name_key = (
                None
                if self.left_at or self.is_companion
                else display_names.name_key(self.display_name) or None
            )
            kwargs["update_fields"] = fields if fields is None else {*fields, "name_key"}
        super().save(*args, **kwargs)

    @property
    def is_house_bot(self) -> bool:
        """Whether this is a bot of the house."""
        return self.is_bot and self.owner_id is None

    @property
    def is_companion(self) -> bool:
        """Whether this is somebody at the device of their owner; their name is not taken."""
        return self.is_guest and self.owner_id is not None

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name


class FormerName(models.Model):
    """A name that a player had until `changed_at`; for staff, and deleted after some time."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=40)
    changed_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["changed_at"], name="former_name_old")]

    def __str__(self) -> str:
        return self.name


class Block(models.Model):
    """`player` wants neither to play with `blocked` nor to hear from them. Private to `player`."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, models.CASCADE, related_name="+")
    blocked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "blocked"], name="one_block_a_person"),
        ]

    def __str__(self) -> str:
        return f"block since {self.blocked_at:%F}"


class Follow(models.Model):
    """`player` wants to find `followed` easily. Private to `player`."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="follows")
    followed = models.ForeignKey(Player, models.CASCADE, related_name="+")
    followed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "followed"], name="one_follow_a_person"),
        ]

    def __str__(self) -> str:
        return f"follow since {self.followed_at:%F}"
