"""The form that filters the open matches in the lobby."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.engine.paces import PACES
from games.presentation import labels
from games.queries.games_on_offer import games_on_offer

ANY = ("", gettext_lazy("any"))


class LobbyForm(forms.Form):
    """Filters, submitted by GET; empty fields are ignored."""

    # Set by links; it applies to every list of the page.
    game = forms.ChoiceField(required=False, widget=forms.HiddenInput)
    seats = forms.ChoiceField(label=gettext_lazy("Seats"), required=False)
    pace = forms.ChoiceField(label=gettext_lazy("Pace"), required=False)
    bots = forms.ChoiceField(
        label=gettext_lazy("Bots"),
        required=False,
        choices=[
            ANY,
            ("with", gettext_lazy("with bots")),
            ("without", gettext_lazy("people only")),
            ("welcome", gettext_lazy("players’ bots allowed")),
        ],
    )
    spoken = forms.BooleanField(label=gettext_lazy("Host reads my language"), required=False)
    open = forms.BooleanField(label=gettext_lazy("Only matches I can join"), required=False)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        seats = sorted({many for game in games_on_offer().values() for many in game.seats})
        offered: dict[str, list[Any]] = {
            "game": [(name, game.title) for name, game in games_on_offer().items()],
            "seats": [(str(many), str(many)) for many in seats],
            "pace": [(code, labels.PACE_NAMES.get(code, code)) for code in PACES],
        }
        for name, choices in offered.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [ANY, *choices]

    def wishes(self) -> dict[str, Any]:
        """Return the valid filters by name; invalid ones are ignored."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}
