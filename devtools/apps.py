"""The tools for developers as a Django application, for the sake of its commands."""

from __future__ import annotations

from django.apps import AppConfig


class DevtoolsConfig(AppConfig):
    name = "devtools"
    verbose_name = "Tools for developers"
