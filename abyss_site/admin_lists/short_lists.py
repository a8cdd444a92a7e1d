"""Lists of the desk over big tables: looked at only, and never read to the end."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AllValuesFieldListFilter
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from unfold.admin import ModelAdmin

from .list_guard import GuardedAdmin, GuardedList

# Rows a list page counts at most: nobody leafs further, and a search is quicker.
MOST_COUNTED = 2000
# Rows, the newest ones, among which a filter looks: what is rare would be looked for in all.
MOST_FILTERED = 100_000


class ShortPaginator(Paginator):  # type: ignore[type-arg]  # No brackets at run time.
    """Pages over a big table without counting all of it."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows[:MOST_COUNTED].count())


class Lately(AllValuesFieldListFilter):
    """A filter that offers the values of the newest rows, without reading all for them."""

    def __init__(
        self,
        field: Any,
        request: HttpRequest,
        params: dict[str, list[str]],
        model: type[Model],
        model_admin: ModelAdmin,
        field_path: str,
    ) -> None:
        super().__init__(field, request, params, model, model_admin, field_path)
        rows = model_admin.get_queryset(request).order_by("-pk")
        newest = rows.values_list(field_path, flat=True)
        lately: Any = {one for one in newest[:MOST_COUNTED] if one is not None}
        self.lookup_choices: Any = sorted(lately)


def recent_value_filters(*names: str) -> tuple[tuple[str, type[Lately]], ...]:
    """Such filters by fields of these names, for `list_filter`."""
    return tuple((name, Lately) for name in names)


class ShortList(GuardedList):
    """A list whose filters look among the newest rows only; a search looks everywhere."""

    def get_queryset(self, request: HttpRequest, *args: Any) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request, *args)
        if not self.get_filters_params():
            return rows
        keys = self.model._default_manager.order_by("-pk").values_list("pk", flat=True)
        oldest = keys[MOST_FILTERED : MOST_FILTERED + 1].first()
        return rows if oldest is None else rows.filter(pk__gt=oldest)


class ReadOnly(GuardedAdmin):
    """A table that is looked at only; the services write it."""

    show_full_result_count = False
    paginator = ShortPaginator
    list_per_page = 50

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ShortList]:
        return ShortList

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
