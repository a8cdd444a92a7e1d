"""Serializers for the account, settings and tokens of the player."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from games.api.schemas import LanguageField, NonBlank
from games.models import PersonalToken
from games.models.players import LANGUAGES
from games.services.private_notes import LONGEST
from games.services.tokens import MAX_DAYS
from notifications.gateway import EmailPreferences


class Me(s.Serializer):
    """Your account. The address is changed by e-mail only."""

    id = s.UUIDField(read_only=True)
    email = s.CharField(read_only=True)
    display_name = NonBlank(max_length=40)
    language = LanguageField(LANGUAGES)
    zone = s.CharField(max_length=50, help_text="An IANA name; an old one becomes the new one.")
    owner = s.UUIDField(
        read_only=True, allow_null=True, help_text="The player whose bot you are; null for people."
    )
    scopes = s.ListField(child=s.ChoiceField(PersonalToken.SCOPES), read_only=True)


class TokenShape(s.Serializer):
    """A personal token, without its secret."""

    id = s.UUIDField(read_only=True)
    name = NonBlank(max_length=40)
    scopes = s.ListField(child=s.ChoiceField(PersonalToken.SCOPES), min_length=1, max_length=3)
    created_at = s.DateTimeField(read_only=True)
    last_used_at = s.DateTimeField(read_only=True, allow_null=True)
    expires_at = s.DateTimeField(read_only=True, allow_null=True, help_text="null: never.")
    days = s.IntegerField(
        write_only=True, required=False, allow_null=True, default=None,
        min_value=1, max_value=MAX_DAYS,
        help_text="After how many days it expires; null: with the token that makes it, or never.",
    )  # fmt: skip


class NewToken(TokenShape):
    """A token with its secret, which is shown only this once."""

    secret = s.CharField(
        read_only=True, allow_null=True, help_text="null when the same submission is sent again."
    )


class PrivateNotesShape(s.Serializer):
    """Private notes, which nobody else can read."""

    text = s.CharField(allow_blank=True, max_length=LONGEST, trim_whitespace=False)
    written_at = s.DateTimeField(read_only=True, allow_null=True)


class WindowShape(s.Serializer):
    """When your time runs on a weekday, in your zone."""

    begin = s.RegexField(r"^([01]\d|2[0-3]):[0-5]\d$")
    until = s.RegexField(r"^(([01]\d|2[0-3]):[0-5]\d|24:00)$")


class AbsenceShape(s.Serializer):
    """Days on which your time does not run."""

    first = s.DateField()
    last = s.DateField(help_text="That day included.")


class HoursShape(s.Serializer):
    """When your time runs."""

    zone = s.CharField(read_only=True)
    week = s.ListField(
        child=WindowShape(allow_null=True), min_length=7, max_length=7,
        help_text="From Monday on; null: not on that day.",
    )  # fmt: skip
    away = s.ListField(child=AbsenceShape(), max_length=100)


@extend_schema_field({"type": "string", "pattern": r"^([01]\d|2[0-3]):[0-5]\d$"})
class ClockTime(s.TimeField):
    """A time of day in the player's zone."""

    def __init__(self, **kwargs: object) -> None:
        super().__init__(format="%H:%M", input_formats=["%H:%M"], required=False, **kwargs)


class EmailPreferencesShape(s.ModelSerializer):
    """How you want to receive e-mails. Times are in your zone."""

    daily_at = ClockTime()
    quiet_from = ClockTime(allow_null=True)
    quiet_until = ClockTime(allow_null=True)
    settle = s.IntegerField(
        allow_null=True, required=False, min_value=0, max_value=600,
        help_text="Seconds an e-mail waits for others to share it; null: as the house has it.",
    )  # fmt: skip
    most_a_day = s.IntegerField(
        allow_null=True, required=False, min_value=1, max_value=30_000,
        help_text="E-mails in a day, above which they are gathered; null: as the house has it.",
    )  # fmt: skip

    class Meta:
        model = EmailPreferences
        fields = (
            *("rhythm", "daily_at", "quiet_from", "quiet_until"),
            *("receipts", "html", "settle", "most_a_day"),
        )
