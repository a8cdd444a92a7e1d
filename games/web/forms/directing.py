"""The forms of a league's directors: its terms, and what is done to a season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine.contract import AnyGame
from games.engine.paces import PACES
from games.leagues.standings import BY_RULE, COUNTS
from games.leagues.terms import BOUNDS, Terms
from games.models import Division, League, PairingSeat, Round, Undo
from games.presentation import directing, labels, leagues
from games.services.leagues import seedings
from games.services.matches import SHARES
from games.services.moderation.roles import Action
from games.services.moderation.staff_actions import StaffAction, parse_staff_action
from games.web.forms.directing_lists import LISTS, decode_list, list_field
from games.web.forms.matches import OPTION, Section, option_field, value_from_field

TIE_BREAKS = 4
# Of a game's tie-breaks those that a league chooses from; the others are for knock-outs.
CHOSEN_COUNTS = [
    name
    for name in COUNTS
    if name not in ("points", "boards", "reached", "last", "rungs", *BY_RULE)
]

ACCESS = [
    (League.Access.OPEN, gettext_lazy("everybody")),
    (League.Access.CODE, gettext_lazy("whoever has the code, or is invited")),
    (League.Access.INVITED, gettext_lazy("only those invited")),
]
CHOICES: dict[str, list[tuple[str, object]]] = {
    "form": list(leagues.FORMS.items()),
    "pace": [(code, labels.PACE_NAMES.get(code, code)) for code in PACES],
    "on_silence": list(labels.ON_SILENCE.items()),
    "undo": [
        (Undo.FREE, gettext_lazy("freely in your own turn, later if everybody agrees")),
        (Undo.CONSENT, gettext_lazy("only if everybody agrees")),
        (Undo.OFF, gettext_lazy("never")),
    ],
    "ties": [
        ("lot", gettext_lazy("a lot decides")),
        ("play_off", gettext_lazy("they play a play-off, then a lot decides")),
        ("all", gettext_lazy("all of them advance, are promoted or stay")),
    ],
    "adjudication": [
        ("late_last", gettext_lazy("the player to act is placed last")),
        ("shared", gettext_lazy("a draw")),
        ("void", gettext_lazy("it does not count")),
    ],
    "substitutes": [
        ("counts", gettext_lazy("what they achieve counts for the original player")),
        ("last", gettext_lazy("the original player is placed last")),
    ],
    "no_show": list(leagues.NO_SHOWS.items()),
    "min_punctuality": [
        (str(share), gettext_lazy("everybody") if not share else f"{share} %") for share in SHARES
    ],
}
HELP: dict[str, object] = {
    "zones": gettext_lazy(
        "With commas between: Europe, America/Lima. Empty: players of all time zones."
    ),
    "by_place": gettext_lazy(
        "A line for each size of table: 6 3 1 0 are the points of four places. Empty: one point "
        "for each player beaten."
    ),
}
FIRST = ("form", "capacity", "starts_when_full", "pace")
FOLDED_SECTIONS: tuple[tuple[object, object, tuple[str, ...]], ...] = (
    (
        gettext_lazy("Tables and divisions"),
        gettext_lazy("how many play together, promotion and relegation"),
        (
            *("seats", "least_seats", "team_size", "division_size", "fan", "up", "down"),
            *("rounds", "rounds_at_once", "requested_byes"),
            *("group_size", "group_through", "through", "third_place", "reach"),
        ),
    ),
    (
        gettext_lazy("Calendar"),
        gettext_lazy("sign-up, rounds, seasons"),
        (
            *("sign_up_days", "check_in_days", "round_days", "arena_hours", "notification_hours"),
            *("hurries", "least_entrants", "goes_on"),
        ),
    ),
    (
        gettext_lazy("Requirements"),
        gettext_lazy("reliability, rating, time zone"),
        ("min_punctuality", "least_rating", "most_rating", "zones", "most_at_once"),
    ),
    (
        gettext_lazy("Matches"),
        gettext_lazy("timeouts, absences, undo, substitutes"),
        (
            *("on_silence", "absences", "undo", "adjudication", "substitutes"),
            *("missed_turns", "no_show", "ejects_absent"),
        ),
    ),
    (
        gettext_lazy("Points and tie-breaks"),
        gettext_lazy("what standings are sorted by"),
        ("by_place", "draw", *(f"tie_break_{n}" for n in range(1, TIE_BREAKS + 1)), "ties"),
    ),
    (gettext_lazy("Rule variants"), gettext_lazy("the default game"), (OPTION,)),
)
_GROUPS = ("group_size", "group_through")
_NO_DRAW = (
    *_GROUPS,
    "team_size",
    "division_size",
    "fan",
    "up",
    "down",
    "rounds",
    "hurries",
    "ties",
)
# The terms that mean nothing in a format: its form leaves them out.
UNUSED: dict[str, tuple[str, ...]] = {
    "round_robin": (*_GROUPS, "requested_byes", "through", "third_place", "reach", "arena_hours"),
    "swiss": (*_GROUPS, "rounds_at_once", "through", "third_place", "reach", "arena_hours"),
    "groups": ("rounds", "requested_byes", "reach", "arena_hours"),
    "knock_out": (*_GROUPS, "rounds", "rounds_at_once", "requested_byes", "reach", "arena_hours"),
    "double_elimination": (
        *(*_GROUPS, "seats", "least_seats", "rounds", "rounds_at_once", "requested_byes"),
        *("through", "third_place", "reach", "arena_hours"),
    ),
    "ladder": (
        *(*_NO_DRAW, "rounds_at_once", "requested_byes", "through", "third_place"),
        "arena_hours",
    ),
    "arena": (
        *(*_NO_DRAW, "rounds_at_once", "requested_byes", "through", "third_place"),
        *("reach", "round_days"),
    ),
}
# What a player's cup begins with.
CUP: dict[str, object] = {
    **{"form": "knock_out", "capacity": 8, "starts_when_full": True, "hurries": True},
    **{"goes_on": False, "check_in_days": 0, "division_size": 0},
}


class LeagueForm(forms.Form):
    """A league: what it is called, who can enter, and the terms of its format.

    The format itself is asked for only where it can be changed, in an existing league.
    """

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    description = forms.CharField(
        label=gettext_lazy("Description"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    access = forms.ChoiceField(
        label=gettext_lazy("Who can enter"),
        choices=ACCESS,
        initial=League.Access.OPEN,
        help_text=gettext_lazy("Only leagues for everybody are listed."),
    )

    def __init__(
        self,
        game: AnyGame,
        terms: Terms,
        language: str,
        *args: Any,
        has_format: bool = True,
        **more: Any,
    ) -> None:
        super().__init__(*args, **more)
        self.game, self.terms = game, terms
        self.unused = {*UNUSED[terms.form], *(() if has_format else ("form",))}
        self.initial = {**_initial_values(game, terms), **self.initial}
        for name in (
            *FIRST,
            *(name for _title, _usual, names in FOLDED_SECTIONS for name in names),
        ):
            if name in self.unused:
                continue
            if name == OPTION:
                words = game.list_words(language)
                for option in game.options:
                    self.fields[OPTION.format(option.name)] = option_field(option, words)
            elif name.startswith("tie_break_"):
                self.fields[name] = _tie_break_field(int(name.removeprefix("tie_break_")))
            else:
                self.fields[name] = _term_field(name, game)

    def first_fields(self) -> list[forms.BoundField]:
        """Return the fields that are not folded."""
        names = ("name", "description", "access", *FIRST)
        return [self[name] for name in names if name not in self.unused]

    def sections(self) -> list[Section]:
        """Return the folded sections below them."""
        rules = [OPTION.format(option.name) for option in self.game.options]
        sections: list[Section] = []
        for title, usual, names in FOLDED_SECTIONS:
            field_names = [
                field_name
                for name in names
                for field_name in (rules if name == OPTION else [name])
                if field_name not in self.unused
            ]
            if field_names:
                sections.append(
                    _FoldedTerms(
                        str(title), str(usual), [self[field_name] for field_name in field_names]
                    )
                )
        return sections

    def clean_by_place(self) -> dict[str, list[int]]:
        """Return the points by size of table. Raises ValidationError."""
        lines = [line.split() for line in self.cleaned_data["by_place"].splitlines()]
        if not all(number.isdecimal() and len(number) < 5 for line in lines for number in line):
            raise forms.ValidationError(_("Points are whole numbers with spaces between."))
        return {str(len(line)): [int(number) for number in line] for line in lines if line}

    def clean_zones(self) -> list[str]:
        """Return the time zones by name."""
        return [zone.strip() for zone in self.cleaned_data["zones"].split(",") if zone.strip()]

    def chosen_terms(self) -> dict[str, object]:
        """Return the terms that the valid form holds, by name."""
        data = self.cleaned_data
        before = msgspec.to_builtins(self.terms, str_keys=True)
        terms = {name: data.get(name, before[name]) for name in leagues.FILLED_IN}
        breaks = [data[f"tie_break_{n}"] for n in range(1, TIE_BREAKS + 1)]
        options = {
            option.name: value_from_field(option, data[OPTION.format(option.name)])
            for option in self.game.options
        }
        return {
            **terms,
            "game": self.game.name,
            "options": options,
            "min_punctuality": int(data["min_punctuality"] or 0),
            "tie_breaks": list(dict.fromkeys(name for name in breaks if name)),
        }

    def changed_terms(self) -> dict[str, object]:
        """Return the chosen terms that differ from those the form began with."""
        before = msgspec.to_builtins(self.terms, str_keys=True)
        return {name: value for name, value in self.chosen_terms().items() if value != before[name]}


class _FoldedTerms(Section):
    """A folded section of terms, open where one is wrong."""

    @property
    def is_open(self) -> bool:
        return any(field.errors for field in self.fields)


def _initial_values(game: AnyGame, terms: Terms) -> dict[str, object]:
    """Return the values of the fields for these terms."""
    values: dict[str, object] = {name: getattr(terms, name) for name in leagues.FILLED_IN}
    values["by_place"] = "\n".join(
        " ".join(map(str, steps)) for _size, steps in sorted(terms.by_place.items())
    )
    values["zones"] = ", ".join(terms.zones)
    values["min_punctuality"] = str(terms.min_punctuality)
    for n, name in enumerate(terms.tie_breaks[:TIE_BREAKS], start=1):
        values[f"tie_break_{n}"] = name
    for option in game.options:
        value = terms.options.get(option.name, option.default)
        values[OPTION.format(option.name)] = (
            [option.values.index(choice) for choice in value]
            if isinstance(value, list)
            else option.values.index(value)
        )
    return values


def _term_field(name: str, game: AnyGame) -> forms.Field:
    facts: dict[str, Any] = {"label": leagues.TERMS[name], "help_text": HELP.get(name, "")}
    if name in CHOICES:
        return forms.ChoiceField(choices=CHOICES[name], **facts)
    if name in ("seats", "least_seats"):
        seats = [(many, str(many)) for many in game.seats]
        return forms.TypedChoiceField(coerce=int, choices=seats, **facts)
    if name in BOUNDS:
        least, most = BOUNDS[name]
        return forms.IntegerField(min_value=least, max_value=most, **facts)
    if name in ("least_rating", "most_rating", "draw"):
        return forms.IntegerField(min_value=0, max_value=10_000, required=False, **facts)
    if name == "zones":
        return forms.CharField(max_length=400, required=False, **facts)
    if name == "by_place":
        widget = forms.Textarea(attrs={"rows": 2})
        return forms.CharField(max_length=400, required=False, widget=widget, **facts)
    return forms.BooleanField(required=False, **facts)


def _tie_break_field(number: int) -> forms.Field:
    choices = [
        (name, f"{leagues.COUNTS[name][0]} – {leagues.COUNTS[name][1]}") for name in CHOSEN_COUNTS
    ]
    return forms.ChoiceField(
        label=_("Tie-break %(number)s") % {"number": number},
        required=False,
        choices=[("", pgettext("tie-break", "none")), *choices],
    )


# What a director fills in for an action, beside the row that it is about.
FIELDS: dict[Action, tuple[str, ...]] = {
    Action.ADD_DEPUTY: ("whom",),
    Action.DROP_DEPUTY: ("whom",),
    Action.OPEN_SEASON: ("starts_at",),
    Action.START_SEASON: ("season",),
    Action.MOVE_START: ("season", "starts_at", "told"),
    Action.INVITE: ("season", "whom"),
    Action.ENTER_LIST: ("season", "people", "file"),
    Action.SEED: ("season", "order"),
    Action.FORBID_PAIR: ("entry", "whom"),
    Action.ALLOW_PAIR: ("entry", "whom"),
    Action.WRITE: ("season", "text"),
    Action.DECIDE_TABLE: ("pairing", "places", "told"),
    Action.ADMIT_ENTRY: ("entry", "missed", "division"),
    Action.REMOVE_ENTRY: ("entry", "told"),
    Action.RENAME_TEAM: ("entry", "name", "told"),
    Action.POSTPONE: ("round", "days", "told"),
    Action.EDIT_ROUND: ("round", "exchanged", "told"),
    Action.PAIR_ROUND: ("round", "tables", "told"),
    Action.CALL_OFF: ("season", "told"),
    Action.CLOSE_SEASON: ("season", "told"),
}
ROWS = ("season", "pairing", "entry", "round")
TITLES: dict[Action, object] = {
    Action.FOUND_LEAGUE: gettext_lazy("Create a league"),
    Action.EDIT_LEAGUE: gettext_lazy("Change the league"),
    Action.ADD_DEPUTY: gettext_lazy("Name a deputy"),
    Action.DROP_DEPUTY: gettext_lazy("Dismiss a deputy"),
    Action.OPEN_SEASON: gettext_lazy("Open a season"),
    Action.START_SEASON: gettext_lazy("Start now"),
    Action.MOVE_START: gettext_lazy("Move the start"),
    Action.INVITE: gettext_lazy("Invite a player"),
    Action.ENTER_LIST: gettext_lazy("Enter players from a list"),
    Action.SEED: gettext_lazy("Seed the players"),
    Action.FORBID_PAIR: gettext_lazy("Never pair with …"),
    Action.ALLOW_PAIR: gettext_lazy("Let them meet again"),
    Action.WRITE: gettext_lazy("Write to everybody"),
    Action.DECIDE_TABLE: gettext_lazy("Decide a table"),
    Action.ADMIT_ENTRY: gettext_lazy("Let a reserve play"),
    Action.REMOVE_ENTRY: gettext_lazy("Remove a player"),
    Action.RENAME_TEAM: gettext_lazy("Rename the team"),
    Action.POSTPONE: gettext_lazy("Postpone a round"),
    Action.EDIT_ROUND: gettext_lazy("Exchange two players"),
    Action.PAIR_ROUND: gettext_lazy("Pair by hand"),
    Action.CALL_OFF: gettext_lazy("Call the season off"),
    Action.CLOSE_SEASON: gettext_lazy("Close the season now"),
}


class LocalInstantField(forms.DateTimeField):
    """The start of a season in somebody's time zone, to the minute."""

    def __init__(self, zone: str, *, required: bool = False, initial: datetime | None = None):
        """`initial` is the start until now, None for none."""
        self.zone = zone
        help_text = _("In your time zone, %(zone)s. Empty: after sign-up and check-in.")
        if required:
            help_text = _("In your time zone, %(zone)s.")
        super().__init__(
            required=required,
            initial=initial,
            label=_("Start"),
            help_text=help_text % {"zone": zone},
            input_formats=["%Y-%m-%dT%H:%M"],
            widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        )

    def clean(self, value: object) -> object:
        """Return the instant, None if none was given. Raises ValidationError."""
        with timezone.override(self.zone):
            return super().clean(value)

    def prepare_value(self, value: object) -> object:
        """Return an instant as the clock shows it in the zone, and what was typed as it is."""
        with timezone.override(self.zone):
            return super().prepare_value(value)


class LeagueActionForm(forms.Form):
    """What a director does to a league or a season, and why."""

    def __init__(
        self, action: Action, league: League, *args: Any, zone: str = "UTC", **more: Any
    ) -> None:
        """`zone` is the time zone in which the director gives instants."""
        super().__init__(*args, **more)
        self.action, self.league = action, league
        for name in FIELDS[action]:
            if name in ROWS:
                self.fields[name] = forms.UUIDField(widget=forms.HiddenInput)
            elif name == "division":
                self._add_division()
            elif name == "places":
                self._add_places()
            elif name == "exchanged":
                self._add_exchange()
            elif name in LISTS:
                self.fields[name] = list_field(name, self._initial_lines(name))
            elif action == Action.MOVE_START and name == "starts_at":
                season = league.seasons.filter(pk=self.row_id("season")).first()
                starts_at = season.starts_at if season else None
                self.fields[name] = LocalInstantField(zone, required=True, initial=starts_at)
            elif name == "starts_at":
                if not league.terms["starts_when_full"]:
                    self.fields[name] = LocalInstantField(zone)
            else:
                self.fields[name] = _action_field(name)

    def row_id(self, name: str) -> Any:
        """Return the id of the row that the page is about; None if it is not given or no id."""
        field = self.fields[name]
        try:
            return field.clean(self.data.get(name) or self.initial.get(name))
        except forms.ValidationError:
            return None

    def pairing_seats(self) -> list[PairingSeat]:
        """Return the seats of the table that is decided, in order."""
        rows = PairingSeat.objects.select_related("entry__player").order_by("number")
        return list(rows.filter(pairing=self.row_id("pairing")))

    def _add_division(self) -> None:
        """Let a director choose the division of a season that has several."""
        rows = Division.objects.filter(season__entries=self.row_id("entry"))
        names = [str(row) for row in rows.order_by("level", "number")]
        if len(names) > 1:
            self.fields["division"] = forms.ChoiceField(
                choices=[(name, name) for name in names], initial=names[-1], label=_("Division")
            )

    def _add_places(self) -> None:
        seats = self.pairing_seats()
        places = [(n, str(n)) for n in range(1, len(seats) + 1)]
        for seat in seats:
            self.fields[f"place_{seat.number}"] = forms.TypedChoiceField(
                coerce=int,
                required=False,
                choices=[("", "–"), *places],
                label=_("Place of %(name)s") % {"name": seat.entry.shown_name},
            )
        self.fields["is_void"] = forms.BooleanField(required=False, label=_("It counts for nobody"))

    def _initial_lines(self, name: str) -> list[str]:
        """Return what a field of lines begins with: the draw as it is, or nothing."""
        if name == "order":
            season = self.league.seasons.filter(pk=self.row_id("season")).first()
            rows = seedings.list_in_order(season) if season else []
            return [entry.shown_name for entry in rows]
        if name == "tables":
            row = Round.objects.filter(pk=self.row_id("round")).first()
            return directing.list_tables_by_hand(row) if row else []
        return []

    def _add_exchange(self) -> None:
        row = Round.objects.filter(pk=self.row_id("round")).first()
        seats = list(_round_seats(row)) if row else []
        choices = [
            (
                f"{seat.pairing.number}.{seat.number}",
                _("Table %(table)s: %(name)s")
                % {"table": seat.pairing.number, "name": seat.entry.shown_name},
            )
            for seat in seats
        ]
        for name, label in (("first", _("Player")), ("second", _("Changes places with"))):
            self.fields[name] = forms.ChoiceField(choices=choices, label=label)

    def clean(self) -> dict[str, object]:
        """Require a place for each seat, or that the table counts for nobody."""
        data: dict[str, object] = self.cleaned_data
        if self.action == Action.DECIDE_TABLE and not data.get("is_void"):
            places = [data.get(f"place_{seat.number}") for seat in self.pairing_seats()]
            if not all(places):
                raise forms.ValidationError(
                    _("Give each player a place, or let it count for nobody.")
                )
        if self.action == Action.ENTER_LIST:
            self._take_file(data)
        return data

    def _take_file(self, data: dict[str, Any]) -> None:
        """Add the lines of a file to those that were typed, also in the form as it is shown again.

        Raises ValidationError for a list without lines.
        """
        upload = data.pop("file", None)
        parts = [data.get("people", ""), decode_list(upload.read()) if upload else ""]
        data["people"] = "\n".join(part.strip() for part in parts if part.strip())
        if not data["people"]:
            raise forms.ValidationError(_("Name at least one person, each on a line."))
        self.data = {**self.data, "people": data["people"]}

    def build_action(self) -> StaffAction:
        """Return the action that the valid form describes; the reason given is public."""
        data = self.cleaned_data
        facts: dict[str, object] = {
            name: data[name] for name in FIELDS[self.action] if name in data
        }
        facts["reason"] = facts.get("told", "")
        match self.action:
            case Action.ADD_DEPUTY | Action.DROP_DEPUTY | Action.OPEN_SEASON:
                facts["league"] = self.league.pk
            case Action.DECIDE_TABLE:
                seats = [] if data["is_void"] else self.pairing_seats()
                facts["places"] = [data[f"place_{seat.number}"] for seat in seats]
            case Action.EDIT_ROUND:
                facts["table"], facts["seat"] = data["first"].split(".")
                facts["other_table"], facts["other"] = data["second"].split(".")
        return parse_staff_action({"action": self.action.value, **facts})


def _round_seats(row: Round) -> Iterator[PairingSeat]:
    rows = PairingSeat.objects.filter(pairing__round=row)
    yield from rows.select_related("pairing", "entry__player").order_by("pairing__number", "number")


def _action_field(name: str) -> forms.Field:
    if name == "whom":
        return forms.CharField(
            label=_("Name of the player"),
            max_length=40,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )
    if name == "name":
        return forms.CharField(
            label=_("Name of the team"),
            max_length=40,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )
    if name == "missed":
        return forms.ChoiceField(
            label=_("The rounds until then"), choices=list(leagues.MISSED_ROUNDS.items())
        )
    if name == "days":
        return forms.IntegerField(label=_("By how many days"), min_value=1, max_value=60)
    most = {"text": 1000, "told": 300}[name]
    texts = {
        "text": (_("Message"), ""),
        "told": (_("Why"), _("The players concerned and everybody else can read it.")),
    }[name]
    return forms.CharField(
        label=texts[0],
        help_text=texts[1],
        max_length=most,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


def initial_row_ids(query: Mapping[str, str]) -> dict[str, str]:
    """Return the ids, and the name, that a link to a form gives."""
    return {name: query[name] for name in (*ROWS, "whom") if name in query}
