"""People: whoever may hold a seat, bots included."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _

from abyss_site.ids import uuid7

LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]


def check_zone(name: str) -> None:
    """Raise ValidationError unless `name` is an IANA zone such as “Europe/Paris”."""
    if name not in available_timezones():
        raise ValidationError("“%(name)s” is not a time zone.", params={"name": name})


class Level(models.TextChoices):
    """How well a house bot plays."""

    NONE = ""
    # By rules of thumb, at once.
    QUICK = "quick"
    # It thinks for a while; see games/rules/search.py.
    STRONG = "strong"


class PlayerManager(BaseUserManager["Player"]):
    """Finds players by e-mail without regard to case."""

    def get_by_natural_key(self, email: str | None) -> Player:
        return self.get(email__iexact=email)

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> Player:
        """Return a new player; without a password they sign in by letter only."""
        player = self.model(email=email.strip(), **fields)
        player.display_name = player.display_name or email.split("@")[0][:40]
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str, **fields: Any) -> Player:
        """Return a new operator, whose address is taken as verified."""
        fields = {"is_staff": True, "is_superuser": True, "email_verified": timezone.now()} | fields
        return self.create_user(email, password, **fields)


class Player(AbstractBaseUser, PermissionsMixin):
    """One person, house bot, or bot of a person. The e-mail address is the identity.

    `email_verified` is when its owner showed to read that address; None: nothing but the sign-in
    letter is mailed to it. `zone` is an IANA name; instants are stored in UTC.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    email = models.EmailField()
    email_verified = models.DateTimeField(null=True, blank=True)
    display_name = models.CharField(max_length=40)
    language = models.CharField(max_length=2, choices=LANGUAGES, default="en")
    # Windows of the week and absences, as games/clock.py reads them; {}: every hour counts.
    hours = models.JSONField(default=dict, blank=True)
    zone = models.CharField(max_length=50, default="UTC", validators=[check_zone])
    # In the addresses of their calendar and feed; None: they have none.
    feed_key = models.CharField(max_length=26, null=True, blank=True, unique=True)
    is_bot = models.BooleanField(default=False)
    # How well a house bot plays; empty for everybody else.
    level = models.CharField(max_length=10, choices=Level, default=Level.NONE, blank=True)
    # Whose program plays as this bot; None: the house, or it is a person.
    owner = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="bots", editable=False
    )
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined = models.DateTimeField(default=timezone.now)
    # Since when the account is deleted: the row stays for the sake of others' matches, with nothing
    # of the person in it; None: it is not.
    left = models.DateTimeField(null=True, blank=True)

    objects = PlayerManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = []

    class Meta:
        constraints = [models.UniqueConstraint(Lower("email"), name="one_player_per_email")]

    @classmethod
    def from_db(cls, *row: Any, **more: Any) -> Player:
        """Read a row; a former player is called so in the language of whoever reads."""
        player = super().from_db(*row, **more)
        if player.__dict__.get("left") is not None:
            player.display_name = _("Former player")
        return player

    def __str__(self) -> str:
        return self.display_name

    @property
    def is_house_bot(self) -> bool:
        """Whether the house answers for them, wherever they sit."""
        return self.is_bot and self.owner_id is None

    def get_full_name(self) -> str:
        return self.display_name

    def get_short_name(self) -> str:
        return self.display_name


class Block(models.Model):
    """That `player` wants neither to play with `blocked` nor to hear from them. Private to them."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, models.CASCADE, related_name="+")
    since = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "blocked"], name="one_block_a_person"),
        ]

    def __str__(self) -> str:
        return f"block since {self.since:%F}"
