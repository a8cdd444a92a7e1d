"""DOOR: the pages on which staff actions are filled in, previewed and confirmed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters

from games.admin import visible_rows
from games.admin.action_forms import ActionForm, PasswordForm, parse_initial_values
from games.engine.contract import Refused
from games.models import AuditLogEntry, Match, Player, Proposal
from games.presentation.request import signed_in
from games.queries import matches
from games.services.moderation import account_edits, desk
from games.services.moderation.desk import ActionPreview
from games.services.moderation.roles import Action, may_take_action
from games.services.moderation.staff_actions import StaffAction, ViewAsSeat

# What to do where the staff is too small.
NOBODY_ELSE = "Nobody else on the staff may agree. Whoever runs the service can, by this command:"


def perform_action(request: HttpRequest, action: str) -> HttpResponse:
    """Fill in an action, preview it, and confirm it. Nothing is changed before that."""
    chosen, me = _get_action_or_404(action), signed_in(request)
    if not may_take_action(me, chosen):
        raise PermissionDenied
    data = request.POST if request.method == "POST" else None
    form = ActionForm(chosen, data, initial=parse_initial_values(request.GET))
    preview: ActionPreview | None = None
    if form.is_valid():
        try:
            wanted = form.build_action()
            if "confirm" in request.POST:
                return _respond_to_action(request, wanted, desk.take_staff_action(me, wanted))
            preview = desk.preview_staff_action(me, wanted)
        except Refused as refusal:
            form.add_error(None, refusal.reason)
    facts = {"form": form, "action": chosen, "preview": preview}
    return _render_page(request, f"{chosen.value.capitalize().replace('_', ' ')}", facts)


def _respond_to_action(
    request: HttpRequest, action: StaffAction, done: AuditLogEntry | Proposal
) -> HttpResponse:
    if isinstance(done, Proposal):
        messages.info(request, "Somebody else has to agree: it waits for a second pair of eyes.")
        if command := desk.approval_command(done):
            messages.warning(request, f"{NOBODY_ELSE} {command}")
    elif isinstance(action, ViewAsSeat):
        return _render_seat_view(request, action)
    else:
        for change in done.changes:
            messages.success(request, change)
    return redirect("admin:index")


def _render_seat_view(request: HttpRequest, action: ViewAsSeat) -> HttpResponse:
    """Return the match as one seat sees it; that somebody looked has been recorded."""
    match = matches.match_with_seats(action.match)
    table = matches.build_table(match, action.seat, "en")
    return _render_page(request, f"{match}, seat {action.seat}", {"table": table.text})


def decide_proposal(request: HttpRequest, number: UUID) -> HttpResponse:
    """What another wants to do: agree, or refuse it."""
    me = signed_in(request)
    known = visible_rows.filter_visible_rows(me, Proposal.objects.select_related("by"))
    proposal = get_object_or_404(known, pk=number)
    if not (may_take_action(me, Action.APPROVE) and may_take_action(me, Action(proposal.action))):
        raise PermissionDenied
    problem = ""
    if request.method == "POST":
        try:
            desk.decide_proposal(me, proposal, agrees="agree" in request.POST)
        except Refused as refusal:
            problem = refusal.reason
        else:
            messages.success(request, "Done." if "agree" in request.POST else "Refused.")
            return redirect("admin:index")
    facts = {"proposal": proposal, "problem": problem, "shown": _describe_proposal(proposal)}
    facts |= {"command": desk.approval_command(proposal), "nobody_else": NOBODY_ELSE}
    return _render_page(request, f"{proposal.action.capitalize()}: do you agree?", facts)


@sensitive_post_parameters("password", "again")
def set_password(request: HttpRequest, number: UUID) -> HttpResponse:
    """Give a member of the staff a password."""
    me = signed_in(request)
    if not may_take_action(me, Action.SET_PASSWORD):
        raise PermissionDenied
    player = get_object_or_404(Player.objects.filter(left_at=None, is_bot=False), pk=number)
    form = PasswordForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        said = form.cleaned_data
        try:
            account_edits.set_password(me, player, said["password"], reason=said["reason"])
        except Refused as refusal:
            form.add_error(None, refusal.reason)
        else:
            messages.success(request, f"{player} has another password.")
            return redirect("admin:index")
    facts = {"form": form, "action": Action.SET_PASSWORD, "is_final": True}
    return _render_page(request, f"A password for {player}", facts)


def _describe_proposal(proposal: Proposal) -> list[tuple[str, str]]:
    """Return the proposed action as (name, value) pairs, with the match instead of its id."""
    facts = {**proposal.facts}
    if number := facts.pop("match", None):
        facts["match"] = Match.objects.only("game", "number").get(pk=number)
    return [(name, str(value)) for name, value in facts.items() if name != "action"]


def _get_action_or_404(name: str) -> Action:
    try:
        action = Action(name)
    except ValueError as error:
        raise Http404 from error
    if action not in desk.HANDLERS:
        raise Http404
    return action


def _render_page(request: HttpRequest, title: str, facts: dict[str, Any]) -> HttpResponse:
    context = {**admin.site.each_context(request), "title": title, **facts}
    return TemplateResponse(request, "admin/desk_act.html", context)


class RowActions:
    """A list whose rows have pages with links to the staff actions that the visitor may take.

    `row_actions` are those, and `about` is the field of their forms that names the row.
    """

    change_form_before_template = "admin/desk_row_actions.html"
    row_actions: tuple[Action, ...] = ()
    about = ""

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *more: Any, **facts: Any
    ) -> HttpResponse:
        """The page of a row, with the links."""
        row = facts.get("obj")
        links = list_row_actions(request, self.row_actions, self.about, row.pk) if row else []
        above: Any = super()
        shown: HttpResponse = above.render_change_form(
            request, {**context, "row_actions": links}, *more, **facts
        )
        return shown


def list_row_actions(
    request: HttpRequest, actions: tuple[Action, ...], about: str, pk: UUID
) -> list[tuple[str, str]]:
    """(path, name) of what the visitor may do about a row."""
    return [
        (_build_action_path(action, f"?{about}={pk}", pk), action.value)
        for action in actions
        if may_take_action(request.user, action)
    ]


def list_general_actions(request: HttpRequest) -> list[tuple[str, str]]:
    """(path, name) of what the visitor may do that is about no row."""
    general = (Action.ADD_ACCOUNT, Action.FOUND_LEAGUE)
    offered = [one for one in general if may_take_action(request.user, one)]
    return [(reverse("admin:desk_act", args=[one.value]), one.value) for one in offered]


def _build_action_path(action: Action, query: str, pk: UUID) -> str:
    if action == Action.SET_PASSWORD:
        return reverse("admin:desk_password", args=[pk])
    return reverse("admin:desk_act", args=[action.value]) + query
