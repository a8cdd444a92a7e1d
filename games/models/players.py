"""People: whoever may hold a seat, bots included."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext as _

from abyss_site.ids import uuid7
from games.engine import display_names

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
    # It thinks for a while; see games/engine/search.py.
    STRONG = "strong"


class PlayerManager(BaseUserManager["Player"]):
    """Finds players by e-mail without regard to case."""

    def get_by_natural_key(self, email: str | None) -> Player:
        return self.get(email__iexact=email)

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> Player:
        """Return a new player; without a password they sign in by letter only.

        Without a name they have one that tells nothing of them, until they choose another.
        """
        player = self.model(email=email.strip(), **fields)
        if not player.display_name:
            player.display_name, player.has_chosen_name = self.free_neutral_name(), False
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_bot(self, *, display_name: str, **fields: Any) -> Player:
        """Return a new bot, which has no address: nothing can be mailed to it, nobody signs in."""
        bot = self.model(display_name=display_name, is_bot=True, **fields)
        bot.email = no_address(bot)
        bot.set_unusable_password()
        bot.save(using=self._db)
        return bot

    def free_neutral_name(self) -> str:
        """Return a name for somebody who has not chosen one, and that nobody has."""
        while True:
            name = display_names.neutral_name()
            if not self.filter(name_key=display_names.name_key(name)).exists():
                return name

    def create_superuser(self, email: str, password: str, **fields: Any) -> Player:
        """Return a new operator, whose address is taken as verified."""
        fields = {
            "is_staff": True,
            "is_superuser": True,
            "email_verified_at": timezone.now(),
        } | fields
        return self.create_user(email, password, **fields)


def no_address(bot: Player) -> str:
    """Return what stands where others have an address: a name of the row that no e-mail reaches."""
    return f"bot-{bot.pk.hex}"


class Player(AbstractBaseUser, PermissionsMixin):
    """One person, house bot, or bot of a person. The e-mail address is a person's identity.

    `email_verified_at` is when its owner showed to read that address; None: nothing but the sign-in
    letter is mailed to it. `zone` is an IANA name; instants are stored in UTC.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # An address of a person; of a bot no address, see `no_address`.
    email = models.EmailField()
    email_verified_at = models.DateTimeField(null=True, blank=True)
    display_name = models.CharField(max_length=40)
    # What names have in common that are taken for each other; None: nobody is called so.
    name_key = models.CharField(max_length=200, null=True, blank=True, unique=True, editable=False)
    # Whether they are called as they wish, or by a name that we gave them.
    has_chosen_name = models.BooleanField(default=True, editable=False)
    language = models.CharField(max_length=2, choices=LANGUAGES, default="en")
    # Windows of the week and absences, as games/engine/clock.py reads them; {}: every hour counts.
    hours = models.JSONField(default=dict, blank=True)
    zone = models.CharField(max_length=50, default="UTC", validators=[check_zone])
    # Whether links in e-mails to them act on every device; else only on devices where they have
    # signed in or typed a code.
    links_act_anywhere = models.BooleanField(default=False, db_default=False)
    is_bot = models.BooleanField(default=False)
    # How well a house bot plays; empty for everybody else.
    level = models.CharField(max_length=10, choices=Level, default=Level.NONE, blank=True)
    # Whose program plays as this bot; None: the house, or it is a person.
    owner = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="bots", editable=False
    )
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    joined_at = models.DateTimeField(default=timezone.now)
    # Since when the account is deleted: the row stays for the sake of others' matches, with nothing
    # of the person in it; None: it is not.
    left_at = models.DateTimeField(null=True, blank=True)

    objects = PlayerManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = []

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), name="one_player_per_email"),
            models.CheckConstraint(
                condition=Q(is_bot=False, email__contains="@")
                | (Q(is_bot=True) & ~Q(email__contains="@")),
                name="only_people_have_addresses",
            ),
        ]

    @classmethod
    def from_db(cls, *row: Any, **more: Any) -> Player:
        """Read a row; a former player is called so in the language of whoever reads."""
        player = super().from_db(*row, **more)
        if player.__dict__.get("left_at") is not None:
            player.display_name = _("Former player")
        return player

    def __str__(self) -> str:
        return self.display_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep `name_key` true to the name, whoever writes it."""
        fields = kwargs.get("update_fields")
        if fields is None or "display_name" in fields:
            self.name_key = (
                None if self.left_at else display_names.name_key(self.display_name) or None
            )
            kwargs["update_fields"] = fields if fields is None else {*fields, "name_key"}
        super().save(*args, **kwargs)

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
    blocked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "blocked"], name="one_block_a_person"),
        ]

    def __str__(self) -> str:
        return f"block since {self.blocked_at:%F}"
