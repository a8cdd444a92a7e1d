"""The form of a player's settings, used by pages and for validation by the API."""

from __future__ import annotations

import json
from datetime import date, datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import time_zones
from games.engine.time_zones import normalize_zone
from games.models.players import LANGUAGES, normalize_language


def zone_choices() -> list[tuple[str, Any]]:
    """Return the time zones by continent with today's offsets, as choices of a select."""
    return _list_zones(timezone.now().date())


@lru_cache(maxsize=1)
def _list_zones(today: date) -> list[tuple[str, object]]:
    noon = datetime(today.year, today.month, today.day, 12)
    continents: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(set(map(normalize_zone, available_timezones()))):
        continent, slash, place = zone.partition("/")
        if slash and continent not in ("Etc", "SystemV", "US", "posix", "right"):
            offset = noon.replace(tzinfo=ZoneInfo(zone)).isoformat()[-6:]
            label = f"{place.replace('_', ' ')} (UTC{offset})"
            continents.setdefault(continent, []).append((zone, label))
    return [("UTC", "UTC"), *continents.items()]


def one_visible_line(name: str) -> str:
    """Return a name with single spaces. Raises ValidationError if it is not printable."""
    name = " ".join(name.split())
    if not name.isprintable():
        raise forms.ValidationError(_("Use visible characters."))
    return name


class ZoneField(forms.ChoiceField):
    """A time zone, by any of its names."""

    def to_python(self, value: object) -> str:
        return normalize_zone(super().to_python(value))


class LanguageField(forms.ChoiceField):
    """A language that we have, by any tag."""

    def to_python(self, value: object) -> str:
        return normalize_language(super().to_python(value))


class SettingsForm(forms.Form):
    """A player's name, language and time zone."""

    display_name = forms.CharField(
        label=gettext_lazy("Your player name"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = LanguageField(label=gettext_lazy("Language of e-mails and pages"), choices=LANGUAGES)
    zone = ZoneField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("Deadlines are shown in this zone, in e-mails and on pages."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = zone_choices()
        mine = normalize_zone(self.initial.get("zone", "UTC"))
        if mine not in {zone for _continent, zones in choices[1:] for zone, _place in zones}:
            choices = [(mine, mine), *choices[mine == "UTC" :]]
        self.fields["zone"] = ZoneField(
            label=self.fields["zone"].label,
            help_text=self.fields["zone"].help_text,
            choices=choices,
        )

    @property
    def zone_aliases(self) -> str:
        """Old names of time zones, which browsers report, as JSON."""
        return json.dumps(time_zones.zone_aliases())

    def clean_display_name(self) -> str:
        """Normalize the name. Raises ValidationError unless it is one printable line."""
        return one_visible_line(self.cleaned_data["display_name"])
