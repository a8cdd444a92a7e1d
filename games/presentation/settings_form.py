"""The settings of a player as a form, which pages show and the API checks with."""

from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models.players import LANGUAGES


@cache
def zone_choices() -> list[tuple[str, Any]]:
    """The zones of the world by continent, for a select."""
    continents: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(available_timezones()):
        continent, slash, place = zone.partition("/")
        if slash and continent not in ("Etc", "SystemV", "US", "posix", "right"):
            continents.setdefault(continent, []).append((zone, place.replace("_", " ")))
    return [("UTC", "UTC"), *continents.items()]


def one_visible_line(name: str) -> str:
    """Return a name with single blanks. Raises ValidationError for what cannot be seen."""
    name = " ".join(name.split())
    if not name.isprintable():
        raise forms.ValidationError(_("Use letters that can be seen."))
    return name


class SettingsForm(forms.Form):
    """How a player is called and reads words and hours."""

    display_name = forms.CharField(
        label=gettext_lazy("Name at the table"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of letters and pages"), choices=LANGUAGES
    )
    zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("Deadlines are told in this zone, in letters and on pages."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = zone_choices()
        mine = self.initial.get("zone", "UTC")
        if mine not in {zone for _continent, zones in choices[1:] for zone, _place in zones}:
            choices = [(mine, mine), *choices[mine == "UTC" :]]
        self.fields["zone"] = forms.ChoiceField(
            label=self.fields["zone"].label,
            help_text=self.fields["zone"].help_text,
            choices=choices,
        )

    def clean_display_name(self) -> str:
        """A name is one line that can be seen."""
        return one_visible_line(self.cleaned_data["display_name"])
