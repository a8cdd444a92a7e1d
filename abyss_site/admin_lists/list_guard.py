"""What a list of the desk answers: what it shows, and nothing that the query string makes up.

Django's lists take every look-up of a shown model's fields from the query string, also through
relations. Whoever may see a list could so read any column letter by letter, by counting rows.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from django.contrib.admin import (
    AllValuesFieldListFilter,
    BooleanFieldListFilter,
    ChoicesFieldListFilter,
    EmptyFieldListFilter,
    ShowFacets,
)
from django.contrib.admin.utils import get_fields_from_path
from django.core.exceptions import PermissionDenied
from django.db.models import BooleanField, Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from unfold.admin import ModelAdmin
from unfold.views import ChangeList

log = logging.getLogger(__name__)

# Of the query string of a list: the search, the page, the order, “show all”, and “that was wrong”.
LIST_PARAMETERS = frozenset({"q", "p", "o", "all", "e"})
# Of the page of a row: where its list stood.
PAGE_PARAMETERS = frozenset({"_changelist_filters"})
# So many of the names that were refused are told and logged, and so much of each.
MOST_NAMED, LONGEST_NAMED = 10, 120


def filter_parameters(model: type[Model], entry: str | tuple[str, type]) -> frozenset[str]:
    """Return the parameters by which one entry of `list_filter` is chosen.

    Raises TypeError for a filter that nobody has thought about.
    """
    path, kind = entry if isinstance(entry, tuple) else (entry, _usual_filter(model, entry))
    if issubclass(kind, EmptyFieldListFilter):
        return frozenset({f"{path}__isempty"})
    if issubclass(kind, AllValuesFieldListFilter):
        return frozenset({path, f"{path}__isnull"})
    if issubclass(kind, BooleanFieldListFilter | ChoicesFieldListFilter):
        return frozenset({f"{path}__exact", f"{path}__isnull"})
    raise TypeError(f"{kind.__name__}: which parameters may it read?")


def _usual_filter(model: type[Model], path: str) -> type:
    field = get_fields_from_path(model, path)[-1]
    if isinstance(field, BooleanField):
        return BooleanFieldListFilter
    return ChoicesFieldListFilter if getattr(field, "choices", None) else object


class GuardedList(ChangeList):  # type: ignore[misc]  # Unfold says nothing about types.
    """A list that is put in no order but that of the columns which can be sorted by.

    Django's own leaves out the links in the headings, and takes their numbers all the same.
    """

    def get_ordering_field(self, field_name: str) -> Any:
        can_sort = self.sortable_by is None or field_name in self.sortable_by
        return super().get_ordering_field(field_name) if can_sort else None


class GuardedAdmin(ModelAdmin):  # type: ignore[misc]
    """A list that shows, filters, searches and sorts by what it names, for each role.

    `restricted` are columns that not everybody who sees the list sees: they need the permission
    `<app>.see_<model>_<column>`. What no subclass names cannot be asked for.
    """

    show_facets = ShowFacets.NEVER
    view_on_site = False
    restricted: tuple[str, ...] = ()

    def get_changelist(self, request: HttpRequest, **facts: Any) -> type[ChangeList]:
        return GuardedList

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows that the visitor may know of; the site decides."""
        rows: QuerySet[Any] = self.admin_site.visible_rows(request, super().get_queryset(request))
        return rows

    def may_see(self, request: HttpRequest, column: str) -> bool:
        """Whether the visitor may see a column, given with or without what leads on from it."""
        first = column.lstrip("=^@-").split("__")[0]
        meta = self.model._meta
        permission = f"{meta.app_label}.see_{meta.model_name}_{first}"
        return first not in self.restricted or request.user.has_perm(permission)

    def _seen(self, request: HttpRequest, entries: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(
            one
            for one in entries
            if self.may_see(request, one[0] if isinstance(one, tuple) else one)
        )

    def get_list_display(self, request: HttpRequest) -> tuple[Any, ...]:
        return self._seen(request, super().get_list_display(request))

    def get_list_filter(self, request: HttpRequest) -> tuple[Any, ...]:
        return self._seen(request, super().get_list_filter(request))

    def get_search_fields(self, request: HttpRequest) -> tuple[Any, ...]:
        return self._seen(request, super().get_search_fields(request))

    def get_fieldsets(self, request: HttpRequest, obj: object = None) -> Any:
        return [
            (name, {**facts, "fields": self._seen(request, facts["fields"])})
            for name, facts in super().get_fieldsets(request, obj)
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> tuple[Any, ...]:
        return self._seen(request, super().get_readonly_fields(request, obj))

    def get_sortable_by(self, request: HttpRequest) -> tuple[str, ...]:
        """Plain columns of the list; a relation would sort by what its own model sorts by."""
        own = {field.name for field in self.model._meta.fields if not field.is_relation}
        return tuple(name for name in self.get_list_display(request) if name in own)

    def allowed_parameters(self, request: HttpRequest) -> frozenset[str]:
        """Return every name that may stand in the query string of the list."""
        chosen = (filter_parameters(self.model, one) for one in self.get_list_filter(request))
        return LIST_PARAMETERS.union(*chosen)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether rows may be looked up so: by the filters that the list shows."""
        return request is not None and lookup in self.allowed_parameters(request)

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        """The list, unless more is asked of it than it shows."""
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        refused = self._refused(request, self.allowed_parameters(request))
        if refused:
            return self._refuse(request, refused)
        shown: HttpResponse = super().changelist_view(request, extra_context)
        return shown

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: object = None,
    ) -> HttpResponse:
        """The page of a row."""
        if refused := self._refused(request, PAGE_PARAMETERS):
            return self._refuse(request, refused)
        shown: HttpResponse = super().changeform_view(request, object_id, form_url, extra_context)
        return shown

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: object = None
    ) -> HttpResponse:
        """The page on which a row is deleted."""
        if refused := self._refused(request, PAGE_PARAMETERS):
            return self._refuse(request, refused)
        shown: HttpResponse = super().delete_view(request, object_id, extra_context)
        return shown

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: object = None
    ) -> HttpResponse:
        """Nothing: what staff did stands in the log of the desk."""
        raise Http404

    def _refused(self, request: HttpRequest, allowed: frozenset[str]) -> list[str]:
        return [name for name in request.GET if name not in allowed]

    def _refuse(self, request: HttpRequest, refused: list[str]) -> HttpResponse:
        """Answer 400, say which parameters nobody may use here, and log who tried, not for what."""
        names = [name[:LONGEST_NAMED] for name in refused[:MOST_NAMED]]
        log.warning("desk: %s asked %s for %s: refused", request.user.pk, self.opts.label, names)
        context = {**self.admin_site.each_context(request), "refused": names}
        context["title"] = "That cannot be asked here"
        return TemplateResponse(request, "admin/refused_lookup.html", context, status=400)
