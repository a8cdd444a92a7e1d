"""Who answers which address: the moderators' desk, the post office, and the games for the rest."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from abyss_site.observability.metrics import metrics_view

urlpatterns = [
    # First, because programs ask most often and addresses are tried one after the other.
    path("api/", include("games.api.urls")),
    path("admin/", admin.site.urls),
    path("metrics", metrics_view),
    path("", include("notifications.urls")),
    path("", include("games.urls")),
]

handler500 = "games.web.views.site.broken"
