"""The form of a club: what it says about itself."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from games.services.leagues import clubs


class ClubForm(forms.Form):
    """Name, description, contact and imprint of a club."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    description = forms.CharField(
        label=gettext_lazy("Description"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    contact = forms.CharField(
        label=gettext_lazy("Contact"),
        max_length=200,
        help_text=gettext_lazy("How to reach the club: an e-mail address, or a website."),
    )
    imprint = forms.CharField(
        label=gettext_lazy("Imprint"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Who answers for the club: name and address. Everybody sees it."),
    )

    def texts(self) -> dict[str, str]:
        """Return the valid form's texts by name."""
        return {name: self.cleaned_data[name] for name in clubs.FIELDS}
