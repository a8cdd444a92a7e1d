"""The ASGI application."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from abyss_site.core.http.gateway import Gateway

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "abyss_site.settings")
application = Gateway(get_wsgi_application())
