"""The roof as a Django application: its commands, its checks, its Celery application."""

from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "abyss_site"
    verbose_name = "Site"
