"""The forms of staff actions: who, how much, why, and what is told."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminNullBooleanSelectWidget,
    UnfoldAdminPasswordWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from games.engine.numbers import parse_number
from games.models import Report
from games.services.moderation.roles import Action
from games.services.moderation.staff_actions import (
    NEEDS_NO_REASON,
    SettleReport,
    StaffAction,
    parse_staff_action,
)

# The fields of each action beside the reason; * may be left empty.
FIELDS: dict[Action, tuple[str, ...]] = {
    Action.EXTEND: ("match", "seat", "hours", "told"),
    Action.PAUSE: ("match", "told*"),
    Action.RESUME: ("match", "told*"),
    Action.ANSWER: ("match", "seat", "answer*", "told*"),
    Action.REPLACE: ("match", "seat", "whom*", "told*"),
    Action.SWAP: ("match", "seat", "other", "told*"),
    Action.REWIND: ("match", "ply", "told*"),
    Action.ADJUDICATE: ("match", "places", "told*"),
    Action.VOID: ("match", "told*"),
    Action.NOTE: ("player",),
    Action.WARN: ("player", "told"),
    Action.MUTE: ("player", "hours*", "told"),
    Action.HIDE: ("message", "shows*", "told*"),
    Action.SUSPEND: ("player", "hours*", "told"),
    Action.BAN: ("player", "hours*", "told"),
    Action.LIFT: ("player", "told*"),
    Action.MERGE: ("player", "whom", "told*"),
    Action.RESEND: ("email",),
    Action.RELEASE: ("email",),
    Action.REJECT: ("email",),
    Action.SETTLE: ("report", "upheld*", "told*"),
    Action.DISMISS: ("hint",),
    Action.LOOK: ("match", "seat"),
    Action.EDIT_ROUND: ("round", "table", "seat", "other_table", "other", "told*"),
    Action.PAIR_ROUND: ("round", "tables", "told*"),
    Action.FOUND_LEAGUE: ("name", "slug", "description*", "access", "terms", "told*"),
    Action.EDIT_LEAGUE: (
        "league",
        "name*",
        "description*",
        "access*",
        "is_open*",
        "terms*",
        "told*",
    ),
    Action.ADD_DEPUTY: ("league", "whom", "told*"),
    Action.DROP_DEPUTY: ("league", "whom", "told*"),
    Action.OPEN_SEASON: ("league", "starts_at*", "told*"),
    Action.START_SEASON: ("season", "told*"),
    Action.MOVE_START: ("season", "starts_at", "told*"),
    Action.INVITE: ("season", "whom", "told*"),
    Action.ENTER_LIST: ("season", "people", "told*"),
    Action.SEED: ("season", "order*", "told*"),
    Action.FORBID_PAIR: ("entry", "whom", "told*"),
    Action.ALLOW_PAIR: ("entry", "whom", "told*"),
    Action.WRITE: ("season", "text"),
    Action.CALL_OFF: ("season", "told*"),
    Action.CLOSE_SEASON: ("season", "told*"),
    Action.ADMIT_ENTRY: ("entry", "missed", "division*", "told*"),
    Action.REMOVE_ENTRY: ("entry", "told*"),
    Action.RENAME_TEAM: ("entry", "name", "told*"),
    Action.POSTPONE: ("round", "days", "told*"),
    Action.DECIDE_TABLE: ("pairing", "places*", "told"),
    Action.CLEAR_CLUB: ("club", "closes*", "told*"),
    Action.EDIT_ACCOUNT: ("player", "whom*", "name*", "told*"),
    Action.ADD_ACCOUNT: ("whom", "name", "told*"),
    Action.SET_ROLES: ("player", "roles*", "told*"),
}
# Which actions the page of a match, and of a player, offers.
ON_MATCH = tuple(action for action, names in FIELDS.items() if "match" in names)
ON_PLAYER = tuple(action for action, names in FIELDS.items() if "player" in names)

HELP = {
    "seat": _("Seats are counted from 1."),
    "other": _("The seat it changes places with."),
    "table": _("Tables of the round are counted from 1."),
    "other_table": _("The table of the seat it changes places with; it may be the same."),
    "hours": _("How long the restriction lasts; empty for the usual steps, 0 for no end."),
    "ply": _("The match resumes after this move; 0 is the setup."),
    "answer": _("As it would be written in an e-mail; empty for the answer of a timeout."),
    "whom": _("An e-mail address; empty for a house bot."),
    "places": _(
        "One number for each seat, in the order of the seats, with spaces between: 2 1 3."
        " Shared places get the same number."
    ),
    "told": _("The players concerned read it. Neutral, without names."),
    "reason": _("For the staff’s log only."),
    "upheld": _("Whether the report or appeal is justified."),
    "slug": _("The end of its web address: lower-case letters, digits and hyphens."),
    "description": _("Shown on its page."),
    "is_open": _("Whether it is listed and new seasons can be opened."),
    "closes": _("It is listed nowhere any more, and takes no members. This cannot be undone."),
    "terms": _("As JSON; docs/leagues.md has the names."),
    "text": _("The e-mail to all who take part."),
    "days": _("By how many days."),
    "starts_at": _("The first day and hour of play, in UTC; empty: by the league’s terms."),
    "name": _("The new name; empty to keep the old one."),
    "missed": _("bye: a win each; half: half a win each; nothing: no points."),
    "division": _("Such as 1.1; empty for the last."),
    "people": _(
        "A name or an e-mail address on each line, then perhaps a semicolon and the place in the"
        " draw."
    ),
    "order": _("A name on each line, the strongest first; empty for the order of the ratings."),
    "tables": _("A table on each line, with dashes between the names; one name alone has a bye."),
    "roles": _("Separated by commas; empty takes all roles away."),
}
HELP_FOR = {
    (Action.EXTEND, "hours"): _("How much more time."),
    (Action.EXTEND, "told"): _("All players of the match read it. Neutral, without names."),
    (Action.MERGE, "whom"): _("The other account of the same person."),
    (Action.NOTE, "reason"): _("The note. Only staff reads it; it cannot be changed afterwards."),
    (Action.EDIT_ACCOUNT, "whom"): _(
        "The new address; empty to keep the old one, which is told of the change."
    ),
    (Action.ADD_ACCOUNT, "whom"): _("Their e-mail address."),
    **dict.fromkeys(
        [
            (action, "whom")
            for action in (
                *(Action.ADD_DEPUTY, Action.DROP_DEPUTY, Action.INVITE),
                *(Action.FORBID_PAIR, Action.ALLOW_PAIR),
            )
        ],
        _("The name of a player."),
    ),
    (Action.MOVE_START, "starts_at"): _("The first day and hour of play, in UTC."),
    (Action.FOUND_LEAGUE, "name"): _("The name of the league."),
    (Action.EDIT_LEAGUE, "name"): _("The name of the league; empty to keep it."),
    (Action.DECIDE_TABLE, "places"): _(
        "One number for each seat, in the order of the seats, with spaces between: 2 1."
        " Shared places get the same number; empty if it counts for nobody."
    ),
    (Action.ADD_ACCOUNT, "name"): _("Their player name."),
    (Action.CLEAR_CLUB, "told"): _("The organisers of the club read it. Neutral, without names."),
    (Action.RENAME_TEAM, "name"): _("The new name of the team."),
}
# Labels of fields that mean something else in an action than elsewhere.
LABELS_FOR = {
    (Action.EDIT_ACCOUNT, "whom"): _("E-mail address"),
    (Action.ADD_ACCOUNT, "whom"): _("E-mail address"),
    (Action.NOTE, "reason"): _("Note"),
}
FIELD_LABELS = {
    "seat": _("Seat"),
    "other": _("Other seat"),
    "table": _("Table of the round"),
    "other_table": _("Other table"),
    "hours": _("Hours"),
    "ply": _("Move"),
    "answer": _("Answer"),
    "whom": _("Player or address"),
    "places": pgettext_lazy("of players", "Places"),
    "told": _("Message to the players"),
    "reason": _("Why"),
    "upheld": _("Justified"),
    "shows": _("Show it again"),
    "closes": _("Close the club"),
    "name": _("Name"),
    "slug": _("Address of the page"),
    "description": _("Description"),
    "is_open": _("Open"),
    "access": _("Who can enter"),
    "terms": _("Terms"),
    "text": _("Text"),
    "days": _("Days"),
    "starts_at": _("Start"),
    "missed": _("Missed rounds"),
    "division": _("Division"),
    "people": _("People"),
    "order": _("Order"),
    "tables": _("Tables"),
    "roles": _("Roles"),
}
# Who can enter a league; what is left empty stays as it is.
ACCESS = (
    ("", "–"),
    ("open", _("everybody")),
    ("code", _("whoever has the code, or is invited")),
    ("invited", _("only those invited")),
)
SEATS = ("seat", "other")
# The largest place that is read.
MAX_PLACE = 999
NUMBERS = ("seat", "other", "hours", "ply", "table", "other_table", "days")
IDS = (
    *("match", "player", "email", "report", "round", "hint", "message"),
    *("league", "season", "entry", "pairing", "club"),
)
# The longest text of a field that is more than a line.
LONG = {"told": 300, "reason": 500, "description": 2000, "text": 1000} | {
    **{"people": 60_000, "order": 20_000, "tables": 60_000}
}


class ActionForm(forms.Form):
    """The fields of one staff action."""

    def __init__(
        self,
        action: Action,
        data: Any = None,
        *,
        settles: bool = False,
        without: str = "",
        **more: Any,
    ):
        """`settles`: the form was opened from a report, and offers to settle it as well. `without`
        is a field that is named otherwise, "" for none."""
        super().__init__(data, **more)
        self.action = action
        for field in FIELDS[action]:
            if field == without:
                continue
            name = field.removesuffix("*")
            self.fields[name] = _build_field(name, is_required=not field.endswith("*"))
            self.fields[name].help_text = HELP_FOR.get((action, name), HELP.get(name, ""))
        needs_reason = action not in NEEDS_NO_REASON
        self.fields["reason"] = _build_field("reason", is_required=needs_reason)
        self.fields["reason"].help_text = HELP_FOR.get((action, "reason"), HELP["reason"])
        for (of_action, name), label in LABELS_FOR.items():
            if of_action == action:
                self.fields[name].label = label
        if settles:
            self.fields["outcome"] = _build_outcome_field(action)

    def clean_places(self) -> list[int]:
        """The places as numbers. Raises ValidationError."""
        places = [parse_number(text, MAX_PLACE) for text in self.cleaned_data["places"].split()]
        if None in places:
            raise forms.ValidationError(_("Places are numbers."))
        return [place for place in places if place is not None]

    def build_actions(self, report: UUID | None) -> list[StaffAction]:
        """Return what the form, which is valid, describes; the last may settle `report`."""
        outcome = self.cleaned_data.pop("outcome", "")
        actions = [self.build_action()]
        if report is not None and outcome:
            is_upheld = outcome == Report.Outcome.UPHELD
            reason = self.cleaned_data["reason"]
            actions.append(SettleReport(report=report, upheld=is_upheld, reason=reason))
        return actions

    def build_action(self, more_fields: dict[str, UUID] | None = None) -> StaffAction:
        """Return the action that the valid form and `more_fields` describe."""
        values = {name: value for name, value in self.cleaned_data.items() if value is not None}
        # People count seats from 1, the rules from 0.
        values |= {name: values[name] - 1 for name in SEATS if name in values}
        values |= more_fields or {}
        if self.action == Action.EDIT_LEAGUE:
            # What is left empty stays as it is.
            values = {name: value for name, value in values.items() if value not in ("", {})}
        return parse_staff_action({"action": self.action.value, **values})


class PasswordForm(forms.Form):
    """A password for a member of the staff, and why."""

    password = forms.CharField(
        label=_("Password"), widget=UnfoldAdminPasswordWidget, strip=False, max_length=128
    )
    again = forms.CharField(
        label=_("Repeat the password"),
        widget=UnfoldAdminPasswordWidget,
        strip=False,
        max_length=128,
    )

    def __init__(self, data: Any = None):
        super().__init__(data)
        self.fields["reason"] = _build_field("reason", is_required=True)

    def clean_again(self) -> str:
        """The same once more. Raises ValidationError."""
        if self.cleaned_data["again"] != self.cleaned_data.get("password"):
            raise forms.ValidationError(_("That is not the same password."))
        return str(self.cleaned_data["again"])


def _build_outcome_field(action: Action) -> forms.Field:
    choices = [
        (Report.Outcome.UPHELD, _("Settle it: justified")),
        (Report.Outcome.DISMISSED, _("Settle it: unfounded")),
        ("", _("Leave it open")),
    ]
    # What waits for a second person has not happened yet.
    is_sanction = action in (Action.WARN, Action.MUTE, Action.SUSPEND)
    return forms.ChoiceField(
        label=_("The report"),
        choices=choices,
        required=False,
        widget=UnfoldAdminSelectWidget,
        initial=Report.Outcome.UPHELD if is_sanction else "",
    )


def _build_field(name: str, *, is_required: bool) -> forms.Field:
    facts: dict[str, Any] = {"required": is_required, "help_text": HELP.get(name, "")}
    facts["label"] = FIELD_LABELS.get(name)
    if name in IDS:
        return forms.UUIDField(widget=forms.HiddenInput, **facts)
    if name in NUMBERS:
        widget = UnfoldAdminIntegerFieldWidget
        least = 1 if name in SEATS else 0
        return forms.IntegerField(widget=widget, min_value=least, max_value=100_000, **facts)
    if name in ("upheld", "shows", "closes"):
        return forms.BooleanField(widget=UnfoldBooleanWidget, **facts)
    if name == "is_open":
        return forms.NullBooleanField(widget=UnfoldAdminNullBooleanSelectWidget, **facts)
    if name == "access":
        choices = ACCESS[1:] if is_required else ACCESS
        return forms.ChoiceField(choices=choices, widget=UnfoldAdminSelectWidget, **facts)
    if name == "terms":
        return forms.JSONField(widget=UnfoldAdminTextareaWidget, empty_value={}, **facts)
    if name == "starts_at":
        clock = UnfoldAdminTextInputWidget(attrs={"type": "datetime-local"})
        return forms.DateTimeField(widget=clock, **facts)
    if name in LONG:
        most = LONG[name]
        widget = UnfoldAdminTextareaWidget(attrs={"rows": 4})
        return forms.CharField(widget=widget, max_length=most, **facts)
    return forms.CharField(widget=UnfoldAdminTextInputWidget, max_length=254, **facts)


def parse_initial_values(query: Any) -> dict[str, UUID | str]:
    """What a link to the page names, for the form to begin with."""
    return {name: query[name] for name in (*IDS, "seat", "ply") if name in query}
