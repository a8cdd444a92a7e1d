"""DOOR: one staff action on several rows of a list: previewed as a whole, then confirmed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.admin import action_views, visible_rows
from games.admin.action_forms import FIELDS, ActionForm
from games.admin.row_titles import title_row
from games.engine.contract import Refused
from games.http.responses import parse_form_number
from games.http.viewers import signed_in
from games.models import FraudSignal, Match, Message, Player, Proposal, Report
from games.presentation import errors_text, moderation
from games.presentation.action_labels import LABELS, label_of
from games.services.moderation import desk
from games.services.moderation.roles import Action, may_take_action
from games.services.moderation.staff_actions import StaffAction
from notifications.gateway import Notification

# Rows at once: a page of a list.
MOST = 50
# Action -> the rows it is taken on at once. What needs a second person is taken one by one.
ROWS: dict[Action, type[Model]] = {
    Action.PAUSE: Match,
    Action.RESUME: Match,
    Action.SETTLE: Report,
    Action.DISMISS: FraudSignal,
    Action.HIDE: Message,
    Action.NOTE: Player,
    Action.WARN: Player,
    Action.MUTE: Player,
    Action.SUSPEND: Player,
    Action.RESEND: Notification,
    Action.RELEASE: Notification,
    Action.REJECT: Notification,
}


class RowPreview(Struct, frozen=True):
    """What the action would change about one row, or why it is refused."""

    pk: UUID
    name: str
    changes: list[str]
    problem: str
    needs_second: bool


class BulkActions:
    """A list that offers, for chosen rows, the actions of `bulk` that the visitor may take."""

    bulk: tuple[Action, ...] = ()

    def get_actions(self, request: HttpRequest) -> dict[str, object]:
        """Return Django's own table of actions, with ours alone."""
        return {
            action.value: (_build_list_action(action), action.value, LABELS[action][0])
            for action in self.bulk
            if may_take_action(request.user, action)
        }


def _build_list_action(
    action: Action,
) -> Callable[[object, HttpRequest, QuerySet[Model]], HttpResponse]:
    def open_form(admin: object, request: HttpRequest, rows: QuerySet[Model]) -> HttpResponse:
        query = QueryDict(mutable=True)
        query.setlist("id", [str(pk) for pk in rows.values_list("pk", flat=True)[:MOST]])
        query["next"] = request.get_full_path()
        return redirect(f"{reverse('admin:desk_bulk', args=[action.value])}?{query.urlencode()}")

    return open_form


def perform_bulk_action(request: HttpRequest, action: str) -> HttpResponse:
    """Fill in an action for several rows, preview it for each, and confirm it for all.

    Rows for which the preview is refused are left out; if one of the others is refused when it is
    confirmed, nothing is done.
    """
    staff_action, me = action_views.get_action_or_404(action), signed_in(request)
    if staff_action not in ROWS:
        raise Http404
    if not may_take_action(me, staff_action):
        raise PermissionDenied
    field = FIELDS[staff_action][0]
    form = ActionForm(
        staff_action, request.POST if request.method == "POST" else None, without=field
    )
    rows = _fetch_rows(request, staff_action)
    previews: list[RowPreview] = []
    if rows and form.is_valid():
        if "confirm" in request.POST:
            try:
                actions = [form.build_action({field: row.pk}) for row in rows]
                number = parse_form_number(request.POST)
                return _respond(request, desk.take_staff_actions(me, actions, form=number))
            except Refused as refusal:
                form.add_error(None, errors_text.describe_refusal(refusal))
        previews = _preview_rows(me, [(row, form.build_action({field: row.pk})) for row in rows])
    title = ngettext("%(action)s: %(many)s row", "%(action)s: %(many)s rows", len(rows))
    facts = {
        "form": form,
        "rows": rows,
        "titles": [title_row(row) for row in rows],
        "previews": previews,
        "taken": [preview for preview in previews if not preview.problem],
        "back": action_views.get_next_path(request),
        "form_number": uuid4(),
    }
    page_title = title % {"action": label_of(staff_action), "many": len(rows)}
    return action_views.render_page(request, page_title, facts, "admin/desk_bulk.html")


def _fetch_rows(request: HttpRequest, action: Action) -> list[Any]:
    """Return the chosen rows that the visitor may know of; of a preview, those that it allowed."""
    ids = request.POST.getlist("take") or request.GET.getlist("id")
    try:
        keys = [UUID(pk) for pk in ids[:MOST]]
    except ValueError:
        return []
    rows = ROWS[action]._default_manager.filter(pk__in=keys).order_by("pk")
    if action in (Action.PAUSE, Action.RESUME):
        rows = rows.defer("state", "seed", "secret")
    return list(visible_rows.filter_visible_rows(signed_in(request), rows))


def _preview_rows(by: Player, actions_by_row: list[tuple[object, StaffAction]]) -> list[RowPreview]:
    results = desk.preview_staff_actions(by, [action for _row, action in actions_by_row])
    return [
        _describe_preview(row, came_of_it, by.zone)
        for (row, _action), came_of_it in zip(actions_by_row, results, strict=True)
    ]


def _describe_preview(row: Any, came_of_it: desk.ActionPreview | Refused, zone: str) -> RowPreview:
    if isinstance(came_of_it, Refused):
        problem = errors_text.describe_refusal(came_of_it)
        return RowPreview(row.pk, title_row(row), [], problem, needs_second=False)
    changes = moderation.describe_changes(came_of_it.sentences, zone)
    return RowPreview(row.pk, title_row(row), changes, "", came_of_it.needs_second)


def _respond(request: HttpRequest, results: list[desk.ActionResult]) -> HttpResponse:
    waiting = sum(isinstance(result.record, Proposal) for result in results)
    many = len(results) - waiting
    if many:
        message = ngettext("Done for %(many)s row.", "Done for %(many)s rows.", many)
        messages.success(request, message % {"many": many})
    if waiting:
        messages.info(request, _("Waiting for approval: %(many)s.") % {"many": waiting})
    return redirect(action_views.get_next_path(request))
