"""The form that opens a match: its seats and bots, pace and terms, and every option of its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import search
from games.engine.contract import AnyGame, Option, Refused
from games.models import Match, Player, Seat, Undo
from games.presentation import errors_text, labels
from games.services import dealing, matches

OPTION = "option_{}"
# What most people leave as it is: (heading, what that means, fields); OPTION stands for all
# options of the game.
FOLDED = (
    (
        gettext_lazy("Time and taking moves back"),
        gettext_lazy("the clock answers for whoever is silent, and stops for absences"),
        ("on_silence", "absences", "undo"),
    ),
    (
        gettext_lazy("Who may sit down and look on"),
        gettext_lazy("everybody, but no bots of players"),
        ("min_punctuality", "bots_welcome", "unwatched"),
    ),
    (gettext_lazy("Rules and shuffle"), gettext_lazy("the usual game"), (OPTION, "word")),
)


@dataclass(frozen=True)
class Section:
    """A folded part of the form; `usual` says what holds if nothing in it is changed.

    It `is_open` from the start where a field was changed or is wrong.
    """

    title: str
    usual: str
    fields: list[forms.BoundField]

    @property
    def is_open(self) -> bool:
        return any(field.errors or not is_usual(field) for field in self.fields)


class NewMatchForm(forms.Form):
    """A match to be opened: seats, bots, pace, and every option of its game."""

    seats = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Seats"))
    bots = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("House bots"),
        help_text=gettext_lazy("They sit down at once. Other seats wait for people to join."),
    )
    strong_bots = forms.TypedChoiceField(
        coerce=int,
        required=False,
        label=gettext_lazy("Strong house bots"),
        help_text=gettext_lazy("They think before they answer, and are hard to beat."),
    )
    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"),
        widget=forms.RadioSelect,
    )
    on_silence = forms.ChoiceField(
        label=gettext_lazy("When somebody lets a turn pass"),
        required=False,
        choices=list(labels.ON_SILENCE.items()),
    )
    absences = forms.ChoiceField(
        label=gettext_lazy("Announced absences"),
        required=False,
        choices=[
            ("yes", gettext_lazy("stop the clock")),
            ("no", gettext_lazy("do not stop the clock")),
        ],
    )
    min_punctuality = forms.TypedChoiceField(
        label=gettext_lazy("Punctual players"),
        coerce=int,
        required=False,
        choices=[
            (share, gettext_lazy("everybody") if not share else f"{share} %")
            for share in matches.SHARES
        ],
        help_text=gettext_lazy(
            "The share of questions that a player has answered in time. Whoever has answered fewer"
            " than ten so far may sit in one such match at a time."
        ),
    )
    undo = forms.ChoiceField(
        label=gettext_lazy("Taking moves back"),
        # Left out by whoever does not care.
        required=False,
        choices=[
            (Undo.FREE, gettext_lazy("at once in one's own turn, later if everybody agrees")),
            (Undo.CONSENT, gettext_lazy("only if everybody agrees")),
            (Undo.OFF, gettext_lazy("never")),
        ],
    )
    word = forms.CharField(
        label=gettext_lazy("A word for the shuffle"),
        required=False,
        max_length=dealing.LONGEST_WORD,
        # The style sheet knows by the placeholder whether anything is written.
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "placeholder": " ", "data-draws": "id_word_source"}
        ),
        help_text=gettext_lazy(
            "Any word: it is shuffled into the deck, so that nobody alone decides the deal. Others"
            " see it once the cards are dealt. A browser that runs scripts draws one for you; left"
            " empty, you bring none."
        ),
    )
    # Set by word.js, which draws the word.
    word_source = forms.CharField(required=False, max_length=10, widget=forms.HiddenInput)
    private = forms.BooleanField(
        label=gettext_lazy("Private"),
        required=False,
        help_text=gettext_lazy("Only people with your invitation can see or join it."),
    )
    unwatched = forms.BooleanField(
        label=gettext_lazy("No spectators"),
        required=False,
        help_text=gettext_lazy(
            "Anybody can find and join it; once it has begun, only its players see the table."
        ),
    )

    bots_welcome = forms.BooleanField(
        label=gettext_lazy("Players’ bots are welcome"),
        required=False,
        help_text=gettext_lazy("Programs of other players may sit down; they are marked as bots."),
    )
    invite = forms.CharField(
        label=gettext_lazy("Invite"),
        required=False,
        max_length=1500,
        widget=forms.Textarea(attrs={"rows": 2, "autocapitalize": "none", "autocomplete": "off"}),
        help_text=gettext_lazy("E-mail addresses or names of players here, one on each line."),
    )

    def __init__(self, game: AnyGame, language: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        seats = [(many, str(many)) for many in game.seats]
        bots = [(many, str(many)) for many in range(game.seats.stop - 1)]
        self.choose("seats", seats)
        self.choose("bots", bots)
        self.choose("strong_bots", bots)
        if not search.can_think(game):
            del self.fields["strong_bots"]
        self.choose("pace", labels.pace_choices(game))
        self.fields["pace"].help_text = labels.hand_offs(game)
        words = game.list_words(language)
        for option in game.options:
            self.fields[OPTION.format(option.name)] = option_field(option, words)

    def choose(self, name: str, choices: list[Any]) -> None:
        """Set what a field offers."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def sections(self) -> list[Section]:
        """What stands folded below the questions that everybody is asked."""
        rules = [OPTION.format(option.name) for option in self.game.options]
        found = []
        for title, usual, names in FOLDED:
            shown = [one for name in names for one in (rules if name == OPTION else [name])]
            found.append(Section(str(title), str(usual), [self[one] for one in shown]))
        return found

    def source_of_word(self) -> Seat.WordSource:
        """Where the word came from, as the page says it."""
        is_drawn = self.cleaned_data["word_source"] == Seat.WordSource.BROWSER
        return Seat.WordSource.BROWSER if is_drawn else Seat.WordSource.TYPED

    def invited(self) -> list[str]:
        """Whom to invite: addresses and names, no more than there are seats."""
        lines = [line.strip() for line in self.cleaned_data["invite"].splitlines()]
        return [line for line in lines if line][: self.cleaned_data["seats"]]

    def open_match(self, player: Player) -> Match | None:
        """Open the match; None if that was refused, which the form then says."""
        chosen = {
            option.name: option.values[int(self.cleaned_data[OPTION.format(option.name)])]
            for option in self.game.options
        }
        try:
            return matches.open_match(
                player,
                game=self.game.name,
                seats=self.cleaned_data["seats"],
                bots=self.cleaned_data["bots"],
                strong_bots=self.cleaned_data.get("strong_bots") or 0,
                pace=self.cleaned_data["pace"],
                on_silence=self.cleaned_data["on_silence"] or Match.OnSilence.FALLBACK,
                absences=self.cleaned_data["absences"] != "no",
                min_punctuality=self.cleaned_data["min_punctuality"] or 0,
                private=self.cleaned_data["private"],
                watchable=not self.cleaned_data["unwatched"],
                bots_welcome=self.cleaned_data["bots_welcome"],
                word=self.cleaned_data["word"],
                word_source=self.source_of_word(),
                undo=Undo(self.cleaned_data["undo"] or Undo.FREE),
                options=chosen,
            )
        except Refused as refusal:
            self.add_error(None, errors_text.describe_refusal(refusal))
            return None


def option_field(option: Option, words: Mapping[str, str]) -> forms.ChoiceField:
    """One option as a select of its values by position, the default marked."""
    choice_names = [labels.translate_code(value, words) for value in option.values]
    choice_names[0] = _("%(value)s (usual)") % {"value": choice_names[0]}
    return forms.ChoiceField(
        label=capfirst(labels.translate_code(option.name, words)),
        choices=list(enumerate(choice_names)),
    )


def is_usual(field: forms.BoundField) -> bool:
    """Whether a field is as it is left by whoever does not care: the first choice, or nothing."""
    value = field.value()
    if field.name == "word" and field.form["word_source"].value():
        return True
    if value is None or not isinstance(field.field, forms.ChoiceField):
        return not value
    choices: Any = field.field.choices
    return str(value) in ("", str(choices[0][0]))


def preset_in_words(game: AnyGame, preset: str, words: Mapping[str, str]) -> list[str]:
    """What a preset sets, in the order of the options: “rounds: 5”."""
    chosen = game.presets.get(preset, {})
    return [
        labels.after_colon(
            labels.translate_code(option.name, words), labels.translate_code(value, words)
        )
        for option in game.options
        if (value := chosen.get(option.name, option.values[0])) != option.values[0]
    ]


def first_values(game: AnyGame, preset: str) -> dict[str, Any]:
    """What a new form shows: the game's defaults, or one of its presets."""
    wanted = game.presets.get(preset, {})
    values: dict[str, Any] = {"seats": game.seats.start, "bots": 0, "pace": "three_days"}
    for option in game.options:
        value = wanted.get(option.name, option.values[0])
        values[OPTION.format(option.name)] = option.values.index(value)
    return values
