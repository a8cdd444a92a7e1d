"""The forms that filter open matches in the lobby, and finished ones in the archive."""

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
    spoken = forms.BooleanField(label=gettext_lazy("In my language"), required=False)
    followed = forms.BooleanField(label=gettext_lazy("With players I follow"), required=False)
    open = forms.BooleanField(label=gettext_lazy("Only matches I can join"), required=False)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        paces = [(code, labels.PACE_NAMES.get(code, code)) for code in PACES]
        _set_choices(self, _list_game_choices() | {"pace": paces})

    def wishes(self) -> dict[str, Any]:
        """Return the valid filters by name; invalid ones are ignored."""
        return _valid_values(self)


class ArchiveForm(forms.Form):
    """Filters, submitted by GET; empty fields are ignored."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    seats = forms.ChoiceField(label=gettext_lazy("Seats"), required=False)
    player = forms.CharField(label=gettext_lazy("Player"), max_length=40, required=False)
    opponent = forms.CharField(label=gettext_lazy("Other player"), max_length=40, required=False)
    until = forms.DateField(
        label=gettext_lazy("Finished by"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        _set_choices(self, _list_game_choices())

    def wishes(self) -> dict[str, object]:
        """Return the valid filters by name; invalid ones are ignored."""
        return _valid_values(self)


def _list_game_choices() -> dict[str, list[object]]:
    seats = sorted({many for game in games_on_offer().values() for many in game.seats})
    return {
        "game": [(name, game.title) for name, game in games_on_offer().items()],
        "seats": [(str(many), str(many)) for many in seats],
    }


def _set_choices(form: forms.Form, choices_by_field: dict[str, list[Any]]) -> None:
    for name, choices in choices_by_field.items():
        field = form.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [ANY, *choices]


def _valid_values(form: forms.Form) -> dict[str, object]:
    form.is_valid()
    return {name: value for name, value in form.cleaned_data.items() if value}
