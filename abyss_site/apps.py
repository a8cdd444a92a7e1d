"""The roof as a Django application: its commands, its checks, its Celery application."""

from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "abyss_site"
    verbose_name = "Site"

    def ready(self) -> None:
        # Imported here because both read the settings; the first makes `shared_task` ring our
        # broker from every process, the second registers itself.
        from abyss_site import celery, checks  # noqa: F401
