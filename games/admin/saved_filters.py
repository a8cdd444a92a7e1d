"""DOOR: filters of lists that somebody on the staff has named, for themselves alone."""

from __future__ import annotations

from uuid import UUID

from django.apps import apps
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from abyss_site.core.admin_lists.list_guard import LIST_PARAMETERS, GuardedAdmin
from games.http.viewers import signed_in
from games.models import SavedFilter

# Of a person and a list.
MOST = 20


def list_saved_filters(request: HttpRequest) -> list[SavedFilter]:
    """Return the visitor's own filters of the list that is shown."""
    match = request.resolver_match
    name = match.url_name if match else ""
    if not name or not name.endswith("_changelist"):
        return []
    model = name.removesuffix("_changelist").replace("_", ".", 1)
    return list(signed_in(request).saved_filters.filter(model=model).order_by("name"))


@require_POST
def save_filter(request: HttpRequest) -> HttpResponse:
    """Keep the query string of a list under a name; the same name again replaces it."""
    model_admin = _get_list_or_404(request.POST.get("list", ""))
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    query = QueryDict(request.POST.get("query", ""), mutable=True)
    # Of what one sees, not on which page one was.
    for passing in LIST_PARAMETERS - {"q", "o"}:
        query.pop(passing, None)
    name, label = request.POST.get("name", "").strip(), model_admin.model._meta.label_lower
    path = reverse(f"admin:{label.replace('.', '_')}_changelist")
    is_known = set(query) <= model_admin.allowed_parameters(request)
    mine = signed_in(request).saved_filters.filter(model=label)
    if not (is_known and 1 <= len(name) <= 40 and 1 <= len(query.urlencode()) <= 500):
        messages.error(request, _("First choose what the filter shows, then give it a name."))
    elif mine.exclude(name=name).count() >= MOST:
        message = _("You already have %(most)s saved filters for this list; delete one first.")
        messages.error(request, message % {"most": MOST})
    else:
        mine.update_or_create(
            player=signed_in(request), model=label, name=name, defaults={"query": query.urlencode()}
        )
        messages.success(request, _("The filter is saved."))
    return redirect(f"{path}?{query.urlencode()}" if is_known else path)


@require_POST
def delete_filter(request: HttpRequest, number: UUID) -> HttpResponse:
    """Delete a filter of one's own."""
    row = signed_in(request).saved_filters.filter(pk=number).first()
    if row is None:
        raise Http404
    row.delete()
    return redirect(f"admin:{row.model.replace('.', '_')}_changelist")


def _get_list_or_404(label: str) -> GuardedAdmin:
    try:
        model_admin = admin.site._registry[apps.get_model(label)]
    except (LookupError, ValueError) as error:
        raise Http404 from error
    if not isinstance(model_admin, GuardedAdmin):
        raise Http404
    return model_admin
