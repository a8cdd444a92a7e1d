"""Forms that are sent once, and what answers them."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.http import HttpResponseRedirect


def see_other(path: str) -> HttpResponseRedirect:
    """Redirect with 303, so that reloading repeats nothing (RFC 9110 §15.4.4)."""
    response = HttpResponseRedirect(path)
    response.status_code = 303
    return response


def parse_form_number(data: Mapping[str, str]) -> UUID | None:
    """Return the number of a form that is sent, by which a second sending is known; None: none."""
    try:
        return UUID(data.get("form_number", ""))
    except ValueError:
        return None
