"""The service with timers around its layers, for `bench api --profile`."""

from __future__ import annotations

import json
import os
from importlib import import_module
from typing import Any

import django

from devtools.bench import layers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "abyss_site.settings")
django.setup()
import_module("abyss_site.urls")
# Before the application binds the functions.
layers.time_all()
site = import_module("abyss_site.asgi").application


async def application(scope: Any, receive: object, send: Any) -> None:
    """Answer as the service does; at PATH, report the layers since the last report."""
    if scope["path"] != layers.PATH:
        await site(scope, receive, send)
        return
    body = json.dumps(layers.layers.report()).encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
