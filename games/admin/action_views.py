"""DOOR: the pages on which staff actions are filled in, previewed and confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.debug import sensitive_post_parameters
from msgspec import Struct

from games.admin import match_timeline, player_files, visible_rows
from games.admin.action_forms import (
    FIELD_LABELS,
    ON_PLAYER,
    SEATS,
    ActionForm,
    PasswordForm,
    parse_initial_values,
)
from games.admin.row_titles import title_row
from games.engine.contract import Refused
from games.http.responses import parse_form_number
from games.http.viewers import signed_in
from games.models import (
    Club,
    DirectMessage,
    Entry,
    FraudSignal,
    League,
    Match,
    Message,
    Pairing,
    Player,
    Proposal,
    Report,
    Round,
    Season,
)
from games.presentation import errors_text, moderation
from games.presentation.action_labels import LABELS, ActionLink, label_of
from games.queries import matches
from games.services.moderation import account_edits, desk, reports
from games.services.moderation.desk import ActionPreview, ActionResult
from games.services.moderation.roles import Action, may_take_action
from games.services.moderation.staff_actions import StaffAction, ViewAsSeat
from notifications.gateway import Notification

# What the fields of actions that hold an id name.
# The facts of an action that name whom or what it is about, the most telling first.
TARGETS = (
    *("player", "match", "entry", "pairing", "round", "season", "league", "club"),
    *("email", "report", "hint", "message", "whom"),
)
ROWS: dict[str, type[Model]] = {
    **{"match": Match, "player": Player, "report": Report, "message": Message},
    **{"league": League, "season": Season, "entry": Entry, "round": Round, "pairing": Pairing},
    "club": Club,
    "hint": FraudSignal,
    "email": Notification,
}

# What to do where the staff is too small.
NOBODY_ELSE = gettext_noop(
    "Nobody else on the staff may agree. Whoever runs the service can, with this command:"
)


def perform_action(request: HttpRequest, action: str) -> HttpResponse:
    """Fill in an action, preview it, and confirm it. Nothing is changed before that."""
    staff_action, me = get_action_or_404(action), signed_in(request)
    if not may_take_action(me, staff_action):
        raise PermissionDenied
    data = request.POST if request.method == "POST" else None
    report = _find_report_to_settle(request, staff_action)
    form = ActionForm(
        staff_action, data, initial=parse_initial_values(request.GET), settles=report is not None
    )
    preview: ActionPreview | None = None
    if form.is_valid():
        try:
            actions = form.build_actions(report)
            if "confirm" in request.POST:
                number = parse_form_number(request.POST)
                results = desk.take_staff_actions(me, actions, form=number)
                return _respond_to_action(request, actions[0], results)
            preview = _preview_together(me, actions)
        except Refused as refusal:
            form.add_error(None, errors_text.describe_refusal(refusal))
    facts = {
        "form": form,
        "action": staff_action,
        "preview": preview,
        "back": get_next_path(request),
    }
    facts |= {"form_number": uuid4(), "about": _list_subjects(form)}
    if staff_action == Action.REWIND:
        number = form["match"].value()
        facts["timeline"] = match_timeline.fetch_timeline(request, number) if number else []
    return render_page(request, label_of(staff_action), facts)


def _find_report_to_settle(request: HttpRequest, action: Action) -> UUID | None:
    """Return the open report from which the form was opened, if it can be settled along with it."""
    number = parse_initial_values(request.GET).get("report")
    me = signed_in(request)
    if action not in ON_PLAYER or not may_take_action(me, Action.SETTLE) or number is None:
        return None
    rows = Report.objects.filter(outcome=Report.Outcome.OPEN)
    try:
        row = visible_rows.filter_visible_rows(me, rows).filter(pk=number).first()
    except ValidationError:
        return None
    if row is None or (row.sanction is not None and not _may_settle_appeal(me, action, row)):
        return None
    report: UUID = row.pk
    return report


def _may_settle_appeal(me: Player, action: Action, appeal: Report) -> bool:
    """Return whether an appeal can be settled along with an action: to lift grants it anyway."""
    assert appeal.sanction is not None
    return action != Action.LIFT and not reports.has_imposed(me, appeal.sanction)


def _preview_together(me: Player, actions: list[StaffAction]) -> ActionPreview:
    """Return what the actions of one form would change. Raises Refused."""
    results = desk.preview_staff_actions(me, actions)
    for result in results:
        if isinstance(result, Refused):
            raise result
    previews = [result for result in results if isinstance(result, ActionPreview)]
    sentences = [sentence for preview in previews for sentence in preview.sentences]
    changes = moderation.describe_changes(sentences, me.zone)
    return ActionPreview(changes, any(preview.needs_second for preview in previews))


def get_next_path(request: HttpRequest) -> str:
    """Return the page of the desk from which an action was opened, its front page if none is."""
    onward: str = request.GET.get("next", "")
    front = reverse("admin:index")
    is_ours = url_has_allowed_host_and_scheme(onward, None) and onward.startswith(front)
    return onward if is_ours else front


def _respond_to_action(
    request: HttpRequest, action: StaffAction, results: list[ActionResult]
) -> HttpResponse:
    if isinstance(action, ViewAsSeat):
        return _render_seat_view(request, action)
    for result in results:
        _tell_what_was_done(request, result)
    return redirect(get_next_path(request))


def _tell_what_was_done(request: HttpRequest, result: ActionResult) -> None:
    if isinstance(result.record, Proposal):
        messages.info(request, _("Somebody else has to approve it first."))
        if command := desk.approval_command(result.record):
            messages.warning(request, f"{_(NOBODY_ELSE)} {command}")
        return
    if not result.sentences:
        messages.success(request, _("Done."))
    for change in moderation.describe_changes(result.sentences, signed_in(request).zone):
        messages.success(request, change)


def _render_seat_view(request: HttpRequest, action: ViewAsSeat) -> HttpResponse:
    """Return the match as one seat sees it; that somebody looked has been recorded."""
    match = matches.match_with_seats(action.match)
    table = matches.build_table(match, action.seat, "en")
    title = _("%(match)s, seat %(seat)s") % {"match": match, "seat": action.seat + 1}
    return render_page(request, title, {"table": table.text})


def decide_proposal(request: HttpRequest, number: UUID) -> HttpResponse:
    """What another wants to do: agree, or refuse it."""
    me = signed_in(request)
    proposals = visible_rows.filter_visible_rows(me, Proposal.objects.select_related("by"))
    proposal = get_object_or_404(proposals, pk=number)
    if not (may_take_action(me, Action.APPROVE) and may_take_action(me, Action(proposal.action))):
        raise PermissionDenied
    problem = ""
    if request.method == "POST":
        try:
            desk.decide_proposal(me, proposal, agrees="agree" in request.POST)
        except Refused as refusal:
            problem = errors_text.describe_refusal(refusal)
        else:
            is_done = "agree" in request.POST
            messages.success(request, _("Done.") if is_done else _("Refused."))
            return redirect("admin:index")
    label = label_of(Action(proposal.action))
    facts = {"proposal": proposal, "problem": problem, "shown": _describe_proposal(proposal)}
    facts |= {"command": desk.approval_command(proposal), "nobody_else": _(NOBODY_ELSE)}
    facts["is_own"] = proposal.by_id == me.pk
    facts["label"] = label
    asks = _("%(action)s: your proposal") if facts["is_own"] else _("%(action)s: do you agree?")
    return render_page(request, asks % {"action": label}, facts)


@sensitive_post_parameters("password", "again")
def set_password(request: HttpRequest, number: UUID) -> HttpResponse:
    """Give a member of the staff a password."""
    me = signed_in(request)
    if not may_take_action(me, Action.SET_PASSWORD):
        raise PermissionDenied
    player = get_object_or_404(Player.objects.filter(left_at=None, is_bot=False), pk=number)
    form = PasswordForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        data = form.cleaned_data
        try:
            account_edits.set_password(me, player, data["password"], reason=data["reason"])
        except Refused as refusal:
            form.add_error(None, errors_text.describe_refusal(refusal))
        else:
            messages.success(request, _("%(name)s has a new password.") % {"name": player})
            return redirect("admin:index")
    facts = {"form": form, "action": Action.SET_PASSWORD, "is_final": True}
    title = _("A password for %(name)s") % {"name": player}
    return render_page(request, title, facts)


class Fact(Struct, frozen=True):
    """A fact of a proposal, with the page of the row that it names ("" for none)."""

    name: str
    value: str
    path: str = ""


def _describe_proposal(proposal: Proposal) -> list[Fact]:
    """Return the proposed action, with the rows that it names instead of their ids."""
    return [
        _describe_fact(name, value)
        for name, value in proposal.facts.items()
        if name != "action" and value not in (None, "", [], {})
    ]


def describe_target(proposal: Proposal) -> str:
    """Return whom or what a proposal is about: a player, a match, a season, a table, …"""
    names = [name for name in TARGETS if proposal.facts.get(name)]
    titles = [_describe_fact(name, proposal.facts[name]).value for name in names]
    league = [str(proposal.league)] if proposal.league is not None else []
    return ", ".join(dict.fromkeys(titles + league)) or "–"


def _list_subjects(form: ActionForm) -> list[Fact]:
    """Return the player and the match that a form is about; its fields show only their ids."""
    facts = []
    for field in form.hidden_fields():
        if field.name in ("player", "match") and (number := field.value()):
            with suppress(ValidationError):
                facts.append(_describe_fact(field.name, number))
    return facts


def _describe_fact(name: str, value: Any) -> Fact:
    label = str(FIELD_LABELS.get(name, name))
    if name in SEATS:
        return Fact(label, str(value + 1))
    model = ROWS.get(name)
    if model is None:
        return Fact(label, ", ".join(map(str, value)) if isinstance(value, list) else str(value))
    meta, row = model._meta, model._default_manager.filter(pk=value).first()
    path = reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[value])
    return Fact(capfirst(str(meta.verbose_name)), title_row(row) if row else "–", path)


def get_action_or_404(name: str) -> Action:
    """Return the action of that name. Raises Http404."""
    try:
        action = Action(name)
    except ValueError as error:
        raise Http404 from error
    if action not in desk.HANDLERS:
        raise Http404
    return action


def render_page(
    request: HttpRequest,
    title: str,
    facts: dict[str, object],
    template: str = "admin/desk_act.html",
) -> HttpResponse:
    """Return a page of the desk."""
    context = {**admin.site.each_context(request), "title": title, **facts}
    return TemplateResponse(request, template, context)


class RowActions:
    """A list whose rows have pages with links to the staff actions that the visitor may take.

    `row_actions` are those, and `about` is the field of their forms that names the row.
    """

    change_form_before_template = "admin/desk_row_actions.html"
    change_form_outer_after_template = "admin/player_file.html"
    row_actions: tuple[Action, ...] = ()
    about = ""

    def render_change_form(
        self, request: HttpRequest, context: dict[str, object], *more: object, **facts: object
    ) -> HttpResponse:
        """The page of a row, with the links, and the file of whoever it is about."""
        row = facts.get("obj")
        links: list[ActionLink] = []
        if row:
            links = self.list_links(request, row)
            about = self.player_in_file(row)
            if request.user.has_perm("games.view_message"):
                context["said_around"] = self.list_context(row)
            context["player_file"] = about and player_files.fetch_player_file(request, about)
        above: Any = super()
        response: HttpResponse = above.render_change_form(
            request, {**context, "row_actions": links}, *more, **facts
        )
        return response

    def list_links(self, request: HttpRequest, row: Any) -> list[ActionLink]:
        """The links above a row."""
        return list_row_actions(request, self.row_actions, {self.about: row.pk})

    def list_context(self, row: Any) -> Sequence[Message | DirectMessage]:
        """What was said around what the page is about; [] for none."""
        return []

    def player_in_file(self, row: Any) -> Player | None:
        """Whose file stands below a row; None for nobody's."""
        return None


def list_row_actions(
    request: HttpRequest, actions: tuple[Action, ...], about: dict[str, UUID]
) -> list[ActionLink]:
    """Return links to what the visitor may do about a row, which lead back to this page."""
    return [
        _build_link(action, about, request.path)
        for action in actions
        if may_take_action(request.user, action)
    ]


def list_general_actions(request: HttpRequest) -> list[ActionLink]:
    """Return links to what the visitor may do that is about no row."""
    general = (Action.ADD_ACCOUNT, Action.FOUND_LEAGUE)
    return list_row_actions(request, general, {})


def _build_link(action: Action, about: dict[str, UUID], back: str) -> ActionLink:
    label, icon = LABELS[action]
    if action == Action.SET_PASSWORD:
        return ActionLink(reverse("admin:desk_password", args=[about["player"]]), str(label), icon)
    query = urlencode({**{name: str(pk) for name, pk in about.items()}, "next": back})
    return ActionLink(f"{reverse('admin:desk_act', args=[action.value])}?{query}", str(label), icon)
