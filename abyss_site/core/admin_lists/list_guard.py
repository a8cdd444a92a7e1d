"""Restrict the query string of admin change lists to the filters and columns they show.

Django's lists accept any look-up on a shown model's fields from the query string, even across
relations. Anybody who may see a list could therefore read any column, one guess at a time, by
counting rows.
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
from django.utils.translation import gettext as _
from unfold.admin import ModelAdmin
from unfold.views import ChangeList

from abyss_site.core.email_addresses import A_LABEL, address_key, normalize_domain

log = logging.getLogger(__name__)

# Query parameters of a list: the search, the page, the order, “show all”, and “that was wrong”.
LIST_PARAMETERS = frozenset({"q", "p", "o", "all", "e"})
# Query parameter of a change form: the filters of the list it was opened from.
PAGE_PARAMETERS = frozenset({"_changelist_filters"})
# Maximum number of refused names to show and log, and of characters of each.
MOST_NAMED, LONGEST_NAMED = 10, 120


def filter_parameters(model: type[Model], entry: str | tuple[str, type]) -> frozenset[str]:
    """Return the query parameters of one entry of `list_filter`.

    Raises TypeError for a kind of filter that is not supported here.
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


def _normalize_word(word: str) -> str:
    """Return a word of a search; addresses and domains in the form in which they are stored."""
    if "@" in word:
        return address_key(word)
    return normalize_domain(word) if A_LABEL in word.lower() else word


class GuardedList(ChangeList):  # type: ignore[misc]  # Unfold is untyped.
    """A change list that can be sorted by its sortable columns only.

    Django itself omits the links of the other columns but still accepts their numbers.
    """

    def get_ordering_field(self, field_name: str) -> object:
        can_sort = self.sortable_by is None or field_name in self.sortable_by
        return super().get_ordering_field(field_name) if can_sort else None


class GuardedAdmin(ModelAdmin):  # type: ignore[misc]
    """A ModelAdmin that only shows, filters, searches and sorts by what it declares, depending on
    the role.

    `restricted` are columns that only some of the people who see the list may see: they need the
    permission `<app>.see_<model>_<column>`. Anything that no subclass declares is refused.
    """

    show_facets = ShowFacets.NEVER
    view_on_site = False
    list_before_template = "admin/saved_filters.html"
    restricted: tuple[str, ...] = ()

    def get_changelist(self, request: HttpRequest, **facts: object) -> type[ChangeList]:
        return GuardedList

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows that the visitor may know of, as the admin site decides."""
        rows: QuerySet[Any] = self.admin_site.visible_rows(request, super().get_queryset(request))
        return rows

    def may_see(self, request: HttpRequest, column: str) -> bool:
        """Return whether the visitor may see a column; look-ups after `__` and search prefixes are
        ignored."""
        first = column.lstrip("=^@-").split("__")[0]
        meta = self.model._meta
        permission = f"{meta.app_label}.see_{meta.model_name}_{first}"
        return first not in self.restricted or request.user.has_perm(permission)

    def _seen(self, request: HttpRequest, entries: Iterable[Any]) -> tuple[object, ...]:
        return tuple(
            entry
            for entry in entries
            if self.may_see(request, entry[0] if isinstance(entry, tuple) else entry)
        )

    def get_list_display(self, request: HttpRequest) -> tuple[Any, ...]:
        return self._seen(request, super().get_list_display(request))

    def get_list_filter(self, request: HttpRequest) -> tuple[Any, ...]:
        return self._seen(request, super().get_list_filter(request))

    def get_search_fields(self, request: HttpRequest) -> tuple[object, ...]:
        return self._seen(request, super().get_search_fields(request))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Search for addresses and domains in the form in which they are stored."""
        result: tuple[QuerySet[Any], bool]
        words = " ".join(map(_normalize_word, search_term.split(" ")))
        result = super().get_search_results(request, queryset, words)
        return result

    def get_fieldsets(self, request: HttpRequest, obj: object = None) -> object:
        return [
            (name, {**facts, "fields": self._seen(request, facts["fields"])})
            for name, facts in super().get_fieldsets(request, obj)
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: object = None) -> tuple[object, ...]:
        return self._seen(request, super().get_readonly_fields(request, obj))

    def get_sortable_by(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the plain columns of the list; a relation would sort by the ordering of its own
        model."""
        own = {field.name for field in self.model._meta.fields if not field.is_relation}
        return tuple(name for name in self.get_list_display(request) if name in own)

    def allowed_parameters(self, request: HttpRequest) -> frozenset[str]:
        """Return every parameter allowed in the query string of the list."""
        parameters = (
            filter_parameters(self.model, list_filter)
            for list_filter in self.get_list_filter(request)
        )
        return LIST_PARAMETERS.union(*parameters)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Return whether a look-up is allowed: only those of the filters that the list shows."""
        return request is not None and lookup in self.allowed_parameters(request)

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        """Return the list, or 400 if the query string contains anything else."""
        if not self.has_view_or_change_permission(request):
            raise PermissionDenied
        unknown_names = self._refused(request, self.allowed_parameters(request))
        if unknown_names:
            return self._refuse(request, unknown_names)
        response: HttpResponse = super().changelist_view(request, extra_context)
        return response

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: object = None,
    ) -> HttpResponse:
        """Return the change form of a row."""
        if unknown_names := self._refused(request, PAGE_PARAMETERS):
            return self._refuse(request, unknown_names)
        response: HttpResponse = super().changeform_view(
            request, object_id, form_url, extra_context
        )
        return response

    def render_change_form(
        self, request: HttpRequest, context: dict[str, object], *more: object, **facts: object
    ) -> HttpResponse:
        """Render the page of a row under the title that the admin site gives it."""
        if row := facts.get("obj"):
            context["subtitle"] = self.admin_site.title_row(row)
        response: HttpResponse = super().render_change_form(request, context, *more, **facts)
        return response

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: object = None
    ) -> HttpResponse:
        """Return the page that deletes a row."""
        if unknown_names := self._refused(request, PAGE_PARAMETERS):
            return self._refuse(request, unknown_names)
        response: HttpResponse = super().delete_view(request, object_id, extra_context)
        return response

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: object = None
    ) -> HttpResponse:
        """Return 404: the audit log has what staff did."""
        raise Http404

    def _refused(self, request: HttpRequest, parameters: frozenset[str]) -> list[str]:
        return [name for name in request.GET if name not in parameters]

    def _refuse(self, request: HttpRequest, unknown_names: list[str]) -> HttpResponse:
        """Return 400, name the refused parameters, and log who sent them, but not their values."""
        names = [name[:LONGEST_NAMED] for name in unknown_names[:MOST_NAMED]]
        log.warning("desk: %s asked %s for %s: refused", request.user.pk, self.opts.label, names)
        context = {**self.admin_site.each_context(request), "refused": names}
        context["title"] = _("That cannot be asked here")
        return TemplateResponse(request, "admin/refused_lookup.html", context, status=400)
