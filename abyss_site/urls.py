"""Who answers which address: the moderators' desk, the post office, and the games for the rest."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    *(path("", include(name)) for name in ("notifications.urls", "games.urls") if find_spec(name)),
]
