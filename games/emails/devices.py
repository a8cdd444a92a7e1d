"""The e-mail with the code for a new device."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.urls import reverse

from games.emails.matches import render_email
from games.services.known_devices import code_of
from notifications.gateway import Email, Notification


def render_code_email(notification: Notification) -> Email:
    """Render the code, computed only now, and the kind of browser it was requested for."""
    code = code_of(UUID(notification.data["device"]))
    half = len(code) // 2
    context = {
        "code": f"{code[:half]}-{code[half:]}",
        "device": notification.data.get("name", ""),
        "site": settings.SITE_URL,
        "link": settings.SITE_URL.rstrip("/") + reverse("known_devices"),
    }
    return render_email(notification, "device_code", context)
