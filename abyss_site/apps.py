"""The project itself as a Django application: its commands, its checks, its Celery application."""

from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "abyss_site"
    verbose_name = "Site"

    def ready(self) -> None:
        # Imported here because they need settings and models. The Celery application has to exist
        # in every process that sends tasks; the others register themselves.
        from abyss_site import celery, checks  # noqa: F401
        from abyss_site.observability import (
            heartbeats,  # noqa: F401
            reporting,  # noqa: F401
        )

        reporting.begin()
