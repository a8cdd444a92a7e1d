"""Who answers which address: the post office, the moderators' desk, and the games for the rest."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("notifications.urls")),
    path("", include("games.urls")),
]
