"""The post office as a Django app."""

from __future__ import annotations

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"
    verbose_name = "post office"
    default_auto_field = "django.db.models.BigAutoField"
