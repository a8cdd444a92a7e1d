"""The form that opens a match: seats and bots, pace and settings, and the options of its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from msgspec.structs import replace

from games.engine import paces, search
from games.engine.clock import DailyDeadline
from games.engine.contract import AnyGame, Option, Refused, Setting
from games.models import Match, Player, Seat, Undo
from games.models.players import LANGUAGES
from games.presentation import errors_text, labels
from games.services import matches
from games.services.play import dealing

OPTION = "option_{}"
# The highest rating that can be asked for.
MOST_RATING = 4000
# Collapsed sections with usual defaults: (heading, meaning of the defaults, fields); OPTION stands
# for all options of the game.
COLLAPSED_SECTIONS = (
    (
        gettext_lazy("Invitations and bots"),
        gettext_lazy("listed in the lobby, nobody is invited, quick bots"),
        ("private", "invite", "strong_bots"),
    ),
    (
        gettext_lazy("Your own pace"),
        gettext_lazy("one of the paces above"),
        ("own_turn", "own_unit", "own_offer", "own_bank", "own_increment", "own_daily"),
    ),
    (
        gettext_lazy("Timeouts and undo"),
        gettext_lazy("a harmless move is played after a timeout; absences pause deadlines"),
        ("on_silence", "absences", "undo"),
    ),
    (
        gettext_lazy("Access"),
        gettext_lazy("open, spectators allowed, no players’ bots"),
        ("spoken", "min_punctuality", "least_rating", "most_rating", "bots_welcome", "unwatched"),
    ),
    (
        gettext_lazy("On one device"),
        gettext_lazy("everybody on a device of their own"),
        ("companions",),
    ),
    (gettext_lazy("Rule variants"), gettext_lazy("the default game"), (OPTION, "word")),
)


@dataclass(frozen=True)
class Section:
    """A collapsed section of the form; `usual` describes its defaults.

    It `is_open` initially if one of its fields was changed or is invalid.
    """

    title: str
    usual: str
    fields: list[forms.BoundField]

    @property
    def is_open(self) -> bool:
        return any(field.errors or not is_usual(field) for field in self.fields)


class NewMatchForm(forms.Form):
    """A new match: seats, bots, pace, and every option of its game."""

    seats = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Seats"))
    bots = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("House bots"),
        help_text=gettext_lazy("They join at once. Other seats wait for people."),
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
    own_turn = forms.IntegerField(
        label=gettext_lazy("Time for each turn"),
        required=False,
        min_value=1,
        max_value=paces.MOST_TIME // paces.HOUR,
        help_text=gettext_lazy(
            "Replaces the pace above. With a time bank, a turn takes from the bank after this time."
        ),
    )
    own_unit = forms.ChoiceField(
        label=gettext_lazy("Times are in"),
        # Optional: defaults to hours.
        required=False,
        choices=[("hours", gettext_lazy("hours")), ("minutes", gettext_lazy("minutes"))],
        help_text=gettext_lazy("Minutes are for live play: everybody is on the page."),
    )
    own_offer = forms.IntegerField(
        label=gettext_lazy("Time when several players decide at once"),
        required=False,
        min_value=1,
        max_value=paces.MOST_TIME // paces.HOUR,
        help_text=gettext_lazy("Empty: as for each turn."),
    )
    own_bank = forms.IntegerField(
        label=gettext_lazy("Time bank for the whole match"),
        required=False,
        min_value=0,
        max_value=paces.MOST_BANK // paces.HOUR,
        help_text=gettext_lazy("Empty: none; each turn has its own time."),
    )
    own_increment = forms.IntegerField(
        label=gettext_lazy("Time added to the bank for each finished turn"),
        required=False,
        min_value=0,
        max_value=paces.MOST_INCREMENT // paces.HOUR,
    )
    own_daily = forms.TimeField(
        label=gettext_lazy("Deadlines always at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    on_silence = forms.ChoiceField(
        label=gettext_lazy("When a player times out"),
        required=False,
        choices=list(labels.ON_SILENCE.items()),
    )
    absences = forms.ChoiceField(
        label=gettext_lazy("Announced absences"),
        required=False,
        choices=[
            ("yes", gettext_lazy("pause deadlines")),
            ("no", gettext_lazy("do not pause deadlines")),
        ],
    )
    min_punctuality = forms.TypedChoiceField(
        label=gettext_lazy("Reliable players only"),
        coerce=int,
        required=False,
        choices=[
            (share, gettext_lazy("everybody") if not share else f"{share} %")
            for share in matches.SHARES
        ],
        help_text=gettext_lazy(
            "Minimum share of answers in time. A player with fewer than ten answers so "
            "far can be in one such match at a time."
        ),
    )
    least_rating = forms.IntegerField(
        label=gettext_lazy("Lowest rating"), required=False, min_value=0, max_value=MOST_RATING
    )
    most_rating = forms.IntegerField(
        label=gettext_lazy("Highest rating"),
        required=False,
        min_value=0,
        max_value=MOST_RATING,
        help_text=gettext_lazy("Newcomers have 1500. People you invite may have any rating."),
    )
    spoken = forms.ChoiceField(
        label=gettext_lazy("Language of the chat"),
        required=False,
        choices=[("", gettext_lazy("any")), *LANGUAGES],
        help_text=gettext_lazy("Shown in the list of matches, which can be filtered by it."),
    )
    undo = forms.ChoiceField(
        label=pgettext_lazy("setting", "Undo"),
        # Optional: defaults to FREE.
        required=False,
        choices=[
            (Undo.FREE, gettext_lazy("freely in your own turn, later if everybody agrees")),
            (Undo.CONSENT, gettext_lazy("only if everybody agrees")),
            (Undo.OFF, gettext_lazy("never")),
        ],
    )
    word = forms.CharField(
        label=gettext_lazy("Advanced: contribute randomness"),
        required=False,
        max_length=dealing.MAX_WORD_LENGTH,
        # The style sheet uses the placeholder to detect whether the field is filled in.
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "placeholder": " ", "data-draws": "id_word_source"}
        ),
        help_text=gettext_lazy(
            "Any word: it is mixed into the shuffle, so that nobody controls the setup "
            "alone. Others see it after the setup. Your browser fills one in for you; "
            "leave it empty to contribute nothing."
        ),
    )
    # Set by word.js, which generates the word.
    word_source = forms.CharField(required=False, max_length=10, widget=forms.HiddenInput)
    private = forms.BooleanField(
        label=gettext_lazy("Private"),
        required=False,
        help_text=gettext_lazy("Only people you invite can see or join it."),
    )
    unwatched = forms.BooleanField(
        label=gettext_lazy("No spectators"),
        required=False,
        help_text=gettext_lazy(
            "Anybody can find and join it; once it has begun, only its players see the board."
        ),
    )

    bots_welcome = forms.BooleanField(
        label=gettext_lazy("Allow players’ bots"),
        required=False,
        help_text=gettext_lazy("Other players’ programs may join; they are marked as bots."),
    )
    invite = forms.CharField(
        label=gettext_lazy("Invite"),
        required=False,
        max_length=1500,
        widget=forms.Textarea(attrs={"rows": 2, "autocapitalize": "none", "autocomplete": "off"}),
        help_text=gettext_lazy("E-mail addresses or player names, one per line."),
    )

    companions = forms.CharField(
        label=gettext_lazy("Names of the others at this device"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}),
        help_text=gettext_lazy(
            "One per line, for every seat but yours and those of bots. You pass the device around; "
            "between two turns the board is covered. No time limit, no rating, no e-mails."
        ),
    )
    preset_name = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=40)

    def __init__(
        self, game: AnyGame, language: str, *args: Any, zone: str = "UTC", **kwargs: Any
    ) -> None:
        """`zone` is the time zone of daily deadlines."""
        super().__init__(*args, **kwargs)
        self.game, self.zone = game, zone
        self.fields["own_daily"].help_text = _(
            "In your time zone, %(zone)s. The times above are then the least that everybody has, "
            "4 hours or more. Empty: deadlines can be at any time."
        ) % {"zone": zone}
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
        """Set the choices of a field."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def sections(self) -> list[Section]:
        """Return the collapsed sections below the main fields."""
        rules = [OPTION.format(option.name) for option in self.game.options]
        sections = []
        for title, usual, names in COLLAPSED_SECTIONS:
            every = [field for name in names for field in (rules if name == OPTION else [name])]
            fields = [self[field] for field in every if field in self.fields]
            sections.append(Section(str(title), str(usual), fields))
        return sections

    def clean(self) -> dict[str, object]:
        """Refuse a pace of one's own without the hours of a turn, and an empty range of ratings."""
        data = super().clean() or self.cleaned_data
        others = [data.get(name) for name in ("own_offer", "own_bank", "own_increment")]
        if any(others) and not data.get("own_turn") and "own_turn" not in self.errors:
            self.add_error("own_turn", _("A pace of your own needs the time for each turn."))
        if not self.errors:
            self._check_own_pace()
        least, most = data.get("least_rating"), data.get("most_rating")
        if least is not None and most is not None and least > most:
            self.add_error("most_rating", _("The lowest rating is above the highest."))
        return data

    def _check_own_pace(self) -> None:
        """Refuse a pace of one's own that nobody could play at."""
        pace = self.build_own_pace()
        if pace is None or paces.is_playable(pace):
            return
        if pace.daily is None:
            self.add_error("own_turn", _("Give everybody at least 5 minutes."))
        elif pace.bank is not None:
            self.add_error("own_daily", _("Leave out the time bank, or this time of day."))
        else:
            self.add_error("own_turn", _("With a time of day, give everybody at least 4 hours."))

    def build_own_pace(self) -> paces.Pace | None:
        """Return the pace that was put together, None if one of the usual ones was chosen."""
        data = self.cleaned_data
        at = data["own_daily"]
        turn = data["own_turn"] or (paces.LEAST_DAILY // paces.HOUR if at else None)
        if turn is None:
            return None
        pace = paces.build_pace(
            turn,
            data["own_offer"] or turn,
            data["own_bank"] or 0,
            data["own_increment"] or 0,
            unit=1 if data["own_unit"] == "minutes" and data["own_turn"] else paces.HOUR,
        )
        return replace(pace, daily=DailyDeadline(at, self.zone)) if at else pace

    def source_of_word(self) -> Seat.WordSource:
        """Return the source of the word, as submitted by the page."""
        is_drawn = self.cleaned_data["word_source"] == Seat.WordSource.BROWSER
        return Seat.WordSource.BROWSER if is_drawn else Seat.WordSource.TYPED

    def invited(self) -> list[str]:
        """Return the addresses and names to invite, at most as many as there are seats."""
        lines = [line.strip() for line in self.cleaned_data["invite"].splitlines()]
        return [line for line in lines if line][: self.cleaned_data["seats"]]

    def _list_companions(self) -> tuple[str, ...]:
        lines = (" ".join(line.split()) for line in self.cleaned_data["companions"].splitlines())
        return tuple(line for line in lines if line)

    def build_terms(self) -> matches.MatchTerms:
        """Return what the form asks for; what is left out has its default."""
        data = self.cleaned_data
        return matches.MatchTerms(
            self.game.name,
            seats=data["seats"],
            options={
                option.name: value_from_field(option, data[OPTION.format(option.name)])
                for option in self.game.options
            },
            bots=data["bots"],
            strong_bots=data.get("strong_bots") or 0,
            pace=data["pace"],
            own_pace=self.build_own_pace(),
            least_rating=data["least_rating"],
            most_rating=data["most_rating"],
            language=data["spoken"],
            companions=self._list_companions(),
            on_silence=data["on_silence"] or Match.OnSilence.FALLBACK,
            absences=data["absences"] != "no",
            min_punctuality=data["min_punctuality"] or 0,
            private=data["private"],
            watchable=not data["unwatched"],
            bots_welcome=data["bots_welcome"],
            undo=Undo(data["undo"] or Undo.FREE),
        )

    def open_match(self, player: Player) -> Match | None:
        """Open the match; None if that was refused, which the form then says."""
        try:
            return matches.open_match(
                player,
                self.build_terms(),
                word=self.cleaned_data["word"],
                word_source=self.source_of_word(),
            )
        except Refused as refusal:
            self.add_error(None, errors_text.describe_refusal(refusal, self.game.name))
            return None


def value_from_field(option: Option, field_value: Any) -> Setting:
    """Return the option's value for what its field holds: a position, or a list of them."""
    if option.many:
        return [str(option.values[n]) for n in sorted(map(int, field_value))]
    return option.values[int(field_value)]


def option_field(option: Option, words: Mapping[str, str]) -> forms.ChoiceField:
    """Return a field with the option's values by position, the default marked. Where several can
    be chosen, each is explained if the game has a sentence about it."""
    choice_names = [labels.translate_code(value, words) for value in option.values]
    help_text = words.get(f"help.{option.name}", "")
    if option.many:
        choice_names = [
            labels.after_colon(name, words[f"help.{value}"]) if words.get(f"help.{value}") else name
            for name, value in zip(choice_names, option.values, strict=True)
        ]
        return forms.MultipleChoiceField(
            label=capfirst(labels.translate_code(option.name, words)),
            choices=list(enumerate(choice_names)),
            widget=forms.CheckboxSelectMultiple,
            required=False,
            help_text=help_text,
        )
    choice_names[0] = _("%(value)s (default)") % {"value": choice_names[0]}
    return forms.ChoiceField(
        label=capfirst(labels.translate_code(option.name, words)),
        choices=list(enumerate(choice_names)),
        help_text=help_text,
    )


def is_usual(field: forms.BoundField) -> bool:
    """Return whether a field has its default value: the first choice, or nothing."""
    value = field.value()
    if field.name == "word" and field.form["word_source"].value():
        return True
    if value is None or isinstance(field.field, forms.MultipleChoiceField):
        return not value
    if not isinstance(field.field, forms.ChoiceField):
        return not value
    choices: Any = field.field.choices
    return str(value) in ("", str(choices[0][0]))


def preset_in_words(game: AnyGame, preset: str, words: Mapping[str, str]) -> list[str]:
    """Describe the options that a preset changes, in their order: “rounds: 5”."""
    preset_options = game.presets.get(preset, {})
    return [
        labels.after_colon(
            labels.translate_code(option.name, words), labels.translate_code(value, words)
        )
        for option in game.options
        if (value := preset_options.get(option.name, option.default)) != option.default
    ]


def first_values(game: AnyGame, preset: str) -> dict[str, object]:
    """Return the initial values of the form: the game's defaults, or one of its presets."""
    values: dict[str, object] = {"seats": game.seats.start, "bots": 0, "pace": "three_days"}
    return values | _option_values(game, game.presets.get(preset, {}))


def values_from_terms(game: AnyGame, terms: matches.MatchTerms) -> dict[str, object]:
    """Return the values of the form that lead to these terms."""
    same = ["seats", "bots", "strong_bots", "pace", "on_silence", "min_punctuality"]
    same += ["least_rating", "most_rating", "private", "bots_welcome", "undo"]
    values = {name: getattr(terms, name) for name in same}
    values |= {"unwatched": not terms.watchable, "spoken": terms.language}
    values["companions"] = "\n".join(terms.companions)
    values["absences"] = "yes" if terms.absences else "no"
    if terms.own_pace is not None:
        values |= _own_pace_values(terms.own_pace)
    return values | _option_values(game, terms.options)


def _own_pace_values(pace: paces.Pace) -> dict[str, object]:
    bank = pace.bank or {"start": 0, "increment": 0}
    times = {"own_turn": pace.turn, "own_offer": pace.offer, "own_bank": bank["start"]}
    times["own_increment"] = bank["increment"]
    is_live = any(minutes % paces.HOUR for minutes in times.values())
    values: dict[str, object] = {"own_unit": "minutes" if is_live else "hours"}
    for name, minutes in times.items():
        values[name] = (minutes if is_live else minutes // paces.HOUR) or None
    return values | {"own_daily": pace.daily and pace.daily.time}


def _option_values(game: AnyGame, options: Mapping[str, object]) -> dict[str, object]:
    values: dict[str, object] = {}
    for option in game.options:
        value = options.get(option.name, option.default)
        values[OPTION.format(option.name)] = (
            [option.values.index(item) for item in value]
            if isinstance(value, list)
            else option.values.index(value)
        )
    return values
