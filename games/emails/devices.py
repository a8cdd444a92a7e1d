"""The e-mail with the code that makes a device known."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.urls import reverse

from games.emails.matches import render_email
from games.services.known_devices import code_of
from notifications.gateway import Letter, Notification


def device_code(notification: Notification) -> Letter:
    """The code, made only now, and for which kind of browser it was asked."""
    code = code_of(UUID(notification.data["device"]))
    half = len(code) // 2
    context = {
        "code": f"{code[:half]}-{code[half:]}",
        "device": notification.data.get("name", ""),
        "site": settings.SITE_URL,
        "link": settings.SITE_URL.rstrip("/") + reverse("known_devices"),
    }
    return render_email(notification, "device_code", context)
