"""Template tags and filters for numbers, instants and names, and where lines may end.

Instants are in the reader's zone, with UTC in the tooltip.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.timesince import timeuntil
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine import text as wording
from games.engine.text import format_number
from games.http.viewers import viewer_of
from games.presentation.labels import (
    day_and_time,
    day_of_a_span,
    plain_day,
    plain_day_and_time,
)

register = template.Library()

A_MINUTE = timedelta(minutes=1)
# How many texts and instants a process remembers, because the next page shows most of them again.
CACHE_SIZE = 2048
# What is numbered: “space 1”.
_NUMBER_WORDS = "space turn round level case tour manche niveau Feld Zug Runde Stufe"
# The space between a number and its noun (“2 Pearls”) or name (“2. Bob”), before a last number
# (“for 1.”), after what is numbered, and in a sum (“10 + 12 = 22”).
_BETWEEN = re.compile(
    r"(?<=\d) (?=[^\W\d_]|[×+=−])|(?<=\d\.) (?=[^\W\d_])|(?<=[+=−]) (?=\d)|(?<=×) "
    r"|(?<=[^\W\d_]) (?=\d+(?:[.,;:!?)”’»]|$))"
    rf"|(?:{'|'.join(f'(?<={word})' for word in _NUMBER_WORDS.split())}) (?=\d)"
)
_TAG = re.compile(r"(<[^>]*>)")


@register.filter
def number(value: Any) -> Any:
    """Return a number with a minus sign instead of a hyphen; None stays None."""
    return None if value is None else format_number(value)


@register.filter
def bind_numbers(text: Any) -> SafeString:
    """Keep numbers and their nouns on one line. Tags of safe text stay as they are.

    >>> bind_numbers("for 1 Pearl, on space 2.")
    'for 1\\xa0Pearl, on space\\xa02.'
    >>> bind_numbers("1. Alice (72 points), 2. Bob")
    '1.\\xa0Alice (72\\xa0points), 2.\\xa0Bob'
    >>> bind_numbers("10 + 12 = 22")
    '10\\xa0+\\xa012\\xa0=\\xa022'
    """
    return _bind_numbers(str(conditional_escape(text)))


@register.simple_tag
def paragraphs(sentences: Iterable[str], *, are_undone: bool = False) -> SafeString:
    """Return a paragraph for each sentence, struck through if its move was taken back.

    >>> paragraphs(["<Bob> buys squid 4."]) == "<p>&lt;Bob&gt; buys squid\\xa04.</p>"
    True
    """
    start, end = ("<p><s>", "</s></p>") if are_undone else ("<p>", "</p>")
    elements = (f"{start}{bind_numbers(sentence)}{end}" for sentence in sentences)
    return mark_safe("".join(elements))  # nosec B308 B703


@lru_cache(maxsize=CACHE_SIZE)
def _bind_numbers(html: str) -> SafeString:
    return _change_text(html, lambda part: _BETWEEN.sub("\u00a0", part))


@register.filter
def soften(text: Any) -> SafeString:
    """Let long names of cards be divided. Tags of safe text stay as they are.

    >>> soften("<i>Beutelschneider").replace("\u00ad", "-")
    '&lt;i&gt;Beutel-schneider'
    """
    return _change_text(str(conditional_escape(text)), wording.soften)


def _change_text(html: str, change: Callable[[str], str]) -> SafeString:
    parts = _TAG.split(html)
    parts[::2] = [change(part) for part in parts[::2]]
    return mark_safe("".join(parts))  # nosec B308 B703


@register.simple_tag(takes_context=True)
def moment(context: Context, instant: datetime) -> SafeString:
    """Format an instant: “Mon 2 Mar 2026, 13:00 CET”."""
    at = instant.astimezone(UTC).replace(second=0, microsecond=0)
    return _render_moment(at, _get_time_zone(context), get_language())


@lru_cache(maxsize=CACHE_SIZE)
def _render_moment(instant: datetime, zone: ZoneInfo, language: str) -> SafeString:
    """Return the element for an instant in the active language, which is given for the cache."""
    local = instant.astimezone(zone)
    text = f"{date_format(local, day_and_time())} {_zone_name(local)}"
    return _render_time_element(instant, text)


@register.simple_tag(takes_context=True)
def deadline(context: Context, instant: datetime | None, now: datetime | None = None) -> Any:
    """Format a deadline: “2 days, 3 hours left: Mon 2 Mar 2026, 13:00 CET”."""
    if instant is None:
        return _("no deadline")
    left = _describe_time_left(instant, now or timezone.now())
    return format_html("<strong>{}</strong>, {}", left, moment(context, instant))


@register.simple_tag(takes_context=True)
def time_left(context: Context, instant: datetime | None, *, brief: bool = False) -> object:
    """Format a deadline without its date, which is in the tooltip: “2 days, 3 hours left”.

    That begins a sentence (“Noch 2 Tage”). With `brief` only the larger unit: “2 days”.
    """
    if instant is None:
        return _("no deadline")
    local, utc = instant.astimezone(_get_time_zone(context)), instant.astimezone(UTC)
    title = f"{date_format(local, day_and_time())} {_zone_name(local)} ({utc:%Y-%m-%d %H:%M} UTC)"
    now = timezone.now()
    if brief and instant > now:
        return _render_time(utc, title, timeuntil(instant + A_MINUTE, now, depth=1))
    return _render_time(utc, title, capfirst(_describe_time_left(instant, now)))


def _describe_time_left(instant: datetime, now: datetime) -> str:
    if instant <= now:
        return _("due now")
    # Otherwise a new deadline in three days would be shown as “2 days, 23 hours”.
    return _("%(time)s left") % {"time": timeuntil(instant + A_MINUTE, now, depth=2)}


@register.filter
def day(when: date) -> str:
    """Format a day, or that of an instant in UTC: “2 Mar 2026”."""
    return date_format(when.astimezone(UTC) if isinstance(when, datetime) else when, plain_day())


@register.filter
def minute(instant: datetime) -> str:
    """Format an instant in UTC to the minute: “2 Mar 2026, 13:00”."""
    return date_format(instant.astimezone(UTC), plain_day_and_time())


@register.filter
def days_until(first: datetime, last: datetime) -> str:
    """Format the days of a span: “2 Mar – 9 Mar 2026”."""
    return f"{date_format(first.astimezone(UTC), day_of_a_span())} – {day(last)}"


@register.filter
def duration(length: timedelta) -> str:
    """Format a duration: “25 seconds”, “12 minutes”, “1 hour, 5 minutes”."""
    if length < A_MINUTE:
        seconds = max(1, round(length.total_seconds()))
        return ngettext("%(many)d second", "%(many)d seconds", seconds) % {"many": seconds}
    begin = timezone.now()
    return timeuntil(begin + length, begin, depth=2)


def _render_time_element(instant: datetime, text: str) -> SafeString:
    utc = instant.astimezone(UTC)
    return _render_time(utc, f"{utc:%Y-%m-%d %H:%M} UTC", text)


def _render_time(utc: datetime, title: str, text: str) -> SafeString:
    """Return an instant to the minute, which is all that a page shows."""
    exact = f"{utc:%Y-%m-%dT%H:%MZ}"
    return format_html('<time datetime="{}" title="{}">{}</time>', exact, title, text)


def _get_time_zone(context: Context) -> ZoneInfo:
    request = context.get("request")
    if request is None or not hasattr(request, "user"):
        return ZoneInfo("UTC")
    return ZoneInfo(viewer_of(request).zone)


def _zone_name(local: datetime) -> str:
    """Return “CET”; zones without an abbreviation get their offset: “UTC+03”."""
    name = local.tzname() or ""
    return f"UTC{name}" if name[:1] in "+-" else name
