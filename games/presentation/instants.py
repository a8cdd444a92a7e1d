"""Instants within sentences, in the zone and the language of whoever reads them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from zoneinfo import ZoneInfo, available_timezones

from django.utils.formats import date_format

from games.engine.contract import Facts
from games.presentation import labels

# A fact of a sentence: “2026-03-02”, “2026-03-02 13:00” or “2026-03-02 13:00 Europe/Paris”.
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_TIME = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d)(?: ([A-Za-z][\w+/-]*))?")


def format_in_zone(instant: datetime, zone: str) -> str:
    """Format an instant with the name of its zone: “Mon 2 Mar 2026, 13:00 (Europe/Paris)”."""
    return f"{_format_local(instant, zone)} ({zone})"


def localize_facts(facts: Mapping[str, object], zone: str = "") -> Facts:
    """Return facts of a sentence with their days and instants in the active language.

    Instants are converted to `zone`; "" leaves each in its own. A day keeps its date.
    """
    local_facts = dict(facts)
    # A sentence may name the zone itself: “… on {starts} ({zone}).”
    own = str(facts.get("zone", ""))
    for name, fact in facts.items():
        if isinstance(fact, str) and name != "name":
            local_facts[name] = _localize(fact, own, zone)
    if own and zone and local_facts != facts:
        local_facts["zone"] = zone
    return local_facts


def _localize(fact: str, own: str, zone: str) -> str:
    try:
        if _DAY.fullmatch(fact):
            return date_format(date.fromisoformat(fact), labels.plain_day())
        hit = _TIME.fullmatch(fact)
        stored_zone = (hit[2] or own) if hit else ""
        if hit is None or stored_zone not in available_timezones():
            return fact
        instant = datetime.fromisoformat(hit[1]).replace(tzinfo=ZoneInfo(stored_zone))
    except ValueError:
        return fact
    shown_zone = zone or stored_zone
    return format_in_zone(instant, shown_zone) if hit[2] else _format_local(instant, shown_zone)


def _format_local(instant: datetime, zone: str) -> str:
    return date_format(instant.astimezone(ZoneInfo(zone)), labels.day_and_time())
