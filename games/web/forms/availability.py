"""The form for a player's hours of availability and absences."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.clock import DAY, Hours, Window

DAYS = ("weekdays", "weekend")
UNTIL = gettext_lazy("Midnight is the end of the day.")


class HoursForm(forms.Form):
    """A window for weekdays, one for the weekend, and a new absence."""

    weekdays_counts = forms.BooleanField(
        label=gettext_lazy("Hours from Monday to Friday"), required=False
    )
    weekdays_from = forms.TimeField(label=gettext_lazy("From"))
    weekdays_until = forms.TimeField(label=gettext_lazy("Until"), help_text=UNTIL)
    weekend_counts = forms.BooleanField(
        label=gettext_lazy("Hours on Saturday and Sunday"), required=False
    )
    weekend_from = forms.TimeField(label=gettext_lazy("From"))
    weekend_until = forms.TimeField(label=gettext_lazy("Until"), help_text=UNTIL)
    away_from = forms.DateField(label=gettext_lazy("Away from"), required=False)
    away_until = forms.DateField(
        label=gettext_lazy("Away until, that day included"),
        required=False,
        help_text=gettext_lazy("Deadlines that start on these days begin when you are back."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, forms.TimeField):
                field.widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
            elif isinstance(field, forms.DateField):
                field.widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
            field.widget.is_required = field.required

    def clean(self) -> dict[str, object]:
        """Raises ValidationError if an absence lacks its first or last day."""
        data = super().clean() or {}
        if bool(data.get("away_from")) != bool(data.get("away_until")):
            raise forms.ValidationError(_("Give the first and the last day of your absence."))
        return data

    def hours(self, now: Hours, removed_days: list[date]) -> Hours:
        """Return the submitted hours.

        Absences of `now` that start on a `dropped` day are left out.
        """
        week = (self._window("weekdays"),) * 5 + (self._window("weekend"),) * 2
        away = [absence for absence in now.away if absence[0] not in removed_days]
        if self.cleaned_data["away_from"]:
            away.append((self.cleaned_data["away_from"], self.cleaned_data["away_until"]))
        return Hours(now.zone, week, tuple(sorted(away)))

    def _window(self, days: str) -> Window:
        if not self.cleaned_data[f"{days}_counts"]:
            return None
        begin, end = (self.cleaned_data[f"{days}_{edge}"] for edge in ("from", "until"))
        # Midnight as the end of a window means the end of the day.
        return begin.hour * 60 + begin.minute, end.hour * 60 + end.minute or DAY


def first_values(hours: Hours) -> dict[str, object]:
    """Return the initial values of the form."""
    values: dict[str, object] = {}
    for days, day in zip(DAYS, (0, 5), strict=True):
        begin, end = hours.week[day] or (0, DAY)
        values[f"{days}_counts"] = hours.week[day] is not None
        values[f"{days}_from"] = f"{begin // 60:02}:{begin % 60:02}"
        values[f"{days}_until"] = f"{end // 60 % 24:02}:{end % 60:02}"
    return values
