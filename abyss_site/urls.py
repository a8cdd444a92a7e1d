"""URL routes: the admin site, notifications, and games for the rest."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from abyss_site.observability.metrics import metrics_view

urlpatterns = [
    # First, because programs send most requests and routes are tried in order.
    path("api/", include("games.api.urls")),
    path("admin/", admin.site.urls),
    path("metrics", metrics_view),
    path("", include("notifications.urls")),
    path("", include("games.urls")),
]

handler500 = "games.web.views.site.handle_server_error"
