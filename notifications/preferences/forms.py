"""Forms of the pages about a player's e-mails."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from notifications.models import EmailPreferences

CLOCK = {"type": "time"}


class EmailPreferencesForm(forms.ModelForm):  # type: ignore[type-arg]  # No brackets at run time.
    """Form for a player's e-mail preferences."""

    class Meta:
        model = EmailPreferences
        fields = (
            *("rhythm", "daily_at", "quiet_from", "quiet_until"),
            *("receipts", "html", "answer_links", "settle", "most_a_day"),
        )
        labels = {
            "rhythm": gettext_lazy("Frequency"),
            "daily_at": gettext_lazy("Daily digest at"),
            "quiet_from": gettext_lazy("Quiet hours from"),
            "quiet_until": gettext_lazy("Quiet hours until"),
            "receipts": gettext_lazy("Confirmations of my answers"),
            "html": gettext_lazy("HTML with pictures"),
            "answer_links": gettext_lazy("Answer buttons open"),
            "settle": gettext_lazy("Delay in seconds, to combine matches in one e-mail"),
            "most_a_day": gettext_lazy("Maximum e-mails per day"),
        }
        help_texts = {
            "rhythm": gettext_lazy(
                "The daily list has every open question in one e-mail; answer with the number of a "
                "match, such as “12: 3”."
            ),
            "daily_at": gettext_lazy("For the daily digest and the daily list."),
            "quiet_until": gettext_lazy("In your time zone."),
            "settle": gettext_lazy("At most 600; empty for the default."),
            "most_a_day": gettext_lazy(
                "Further e-mails are combined, once an hour. Empty for the default."
            ),
        }
        widgets = {
            name: forms.TimeInput(attrs=CLOCK, format="%H:%M")
            for name in ("daily_at", "quiet_from", "quiet_until")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["settle"] = forms.IntegerField(
            min_value=0,
            max_value=600,
            required=False,
            label=self.fields["settle"].label,
            help_text=self.fields["settle"].help_text,
        )
        self.fields["most_a_day"].widget.attrs["min"] = 1

    def clean(self) -> dict[str, object]:
        data: dict[str, object] = super().clean() or {}
        if (data.get("quiet_from") is None) != (data.get("quiet_until") is None):
            self.add_error("quiet_until", _("Quiet hours need a beginning and an end."))
        return data


class AddressForm(forms.Form):
    """Form for a new e-mail address."""

    email = forms.EmailField(
        label=gettext_lazy("New e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
