"""Lists of the desk over big tables: looked at only, and never counted to the end."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Model
from django.http import HttpRequest
from django.utils.functional import cached_property
from unfold.admin import ModelAdmin

# Rows a list page counts at most: nobody leafs further, and a search is quicker.
MOST_COUNTED = 2000


class ShortPaginator(Paginator):
    """Pages over a big table without counting all of it."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows[:MOST_COUNTED].count())


class ReadOnly(ModelAdmin):
    """A table that is looked at only; the services write it."""

    show_full_result_count = False
    paginator = ShortPaginator
    list_per_page = 50

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
