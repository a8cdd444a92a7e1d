"""Read-only admin lists over large tables, which never read the whole table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin import AllValuesFieldListFilter
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin

from .list_guard import GuardedAdmin, GuardedList

# Maximum number of rows that a list page counts: a search is quicker than paging further.
MOST_COUNTED = 2000
# Number of newest rows that a filter searches; a rare value would otherwise scan the whole table.
MOST_FILTERED = 100_000


class CappedPaginator(Paginator):  # type: ignore[type-arg]  # Not subscriptable at run time.
    """A paginator that does not count all rows of a large table."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows[:MOST_COUNTED].count())


class RecentValuesFilter(AllValuesFieldListFilter):
    """A filter that offers the values of the newest rows only, without reading all rows."""

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
        lately: Any = {value for value in newest[:MOST_COUNTED] if value is not None}
        self.lookup_choices: Any = sorted(lately)


def recent_value_filters(*names: str) -> tuple[tuple[str, type[RecentValuesFilter]], ...]:
    """Return such filters for the fields with these names, for `list_filter`."""
    return tuple((name, RecentValuesFilter) for name in names)


def labelled_filter(
    name: str, describe: Callable[[str], str]
) -> tuple[str, type[RecentValuesFilter]]:
    """Return such a filter for a field of codes, which are shown as `describe` says."""

    class LabelledValuesFilter(RecentValuesFilter):
        def choices(self, changelist: Any) -> Iterator[Any]:
            # The first choice is “all”.
            codes = [None, *self.lookup_choices]
            for choice, code in zip(super().choices(changelist), codes, strict=True):
                yield choice if code is None else {**choice, "display": describe(code)}

    return name, LabelledValuesFilter


def labelled_column(
    name: str, describe: Callable[[Any], object], *, title: str = ""
) -> Callable[[object, object], str]:
    """Return a column that shows a field of codes as `describe` says of its row; “–” for none.

    It is `title` as its field if nothing else is said.
    """

    @admin.display(description=title or name.replace("_", " "), ordering=name)
    def column(self: object, row: object) -> str:
        return str(describe(row) or "–")

    return column


def list_lines(lines: Iterable[object]) -> SafeString:
    """Return lines below each other, for a column of a page."""
    return format_html_join("", "<p>{}</p>", ((line,) for line in lines))


def humanize_code(code: str) -> str:
    """Return a code that no player sees as English words.

    >>> humanize_code("match_finished"), humanize_code("match-7")
    ('Match finished', 'Match #7')
    """
    words = re.sub(r"-(?=\d+$)", " #", code).replace("_", " ").replace("-", " ")
    return words[:1].upper() + words[1:]


class RecentRowsList(GuardedList):
    """A list whose filters search only the newest rows; a text search covers all."""

    def get_queryset(self, request: HttpRequest, *args: object) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request, *args)
        if not self.get_filters_params():
            return rows
        keys = self.model._default_manager.order_by("-pk").values_list("pk", flat=True)
        oldest = keys[MOST_FILTERED : MOST_FILTERED + 1].first()
        return rows if oldest is None else rows.filter(pk__gt=oldest)


class ReadOnly(GuardedAdmin):
    """A read-only table; only the services write to it."""

    show_full_result_count = False
    paginator = CappedPaginator
    list_per_page = 50

    def get_changelist(self, request: HttpRequest, **kwargs: object) -> type[RecentRowsList]:
        return RecentRowsList

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
