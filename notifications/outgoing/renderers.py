"""Writing letters: who writes which kind of notification, and the plain letter for accidents."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from textwrap import TextWrapper
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from notifications import quarantine
from notifications.models import Notification

WIDTH = 76
# A letter has to be light on a telephone far from the city.
LARGEST_PICTURES = 100_000

log = logging.getLogger(__name__)


class Picture(msgspec.Struct, frozen=True):
    """A picture that the HTML shows as `<img src="cid:…">`.

    `cid` is of [A-Za-z0-9.-]; `name` is the file's, for programs that show it as one.
    """

    cid: str
    png: bytes
    name: str


class Letter(msgspec.Struct, frozen=True):
    """A notification written out. `text` is the real one; `html` says the same or is empty.

    `headers` may name a few more headers; those the postman sets himself cannot be replaced.
    Pictures of more than LARGEST_PICTURES bytes together are left out.
    """

    subject: str
    text: str
    html: str = ""
    language: str = "en"
    headers: dict[str, str] = {}
    pictures: tuple[Picture, ...] = ()


# Returns None when there is nothing left to tell: the notification is then withdrawn.
Write = Callable[[Notification], Letter | None]


class Bag(msgspec.Struct, frozen=True):
    """What is done once for a batch of notifications, before and after they are rendered."""

    # Reads what the letters are written from, and leaves it as `known` with each notification.
    read: Callable[[Sequence[Notification]], None]
    # Keeps what the letters rely on, in the transaction that keeps them. Returns the ids of
    # notifications that something happened to meanwhile: they are written anew.
    keep: Callable[[Sequence[Notification]], Collection[UUID]]


# Who renders which kind of notification just before it is sent, and the batch it is read in; see
# `gateway.connect_application()`.
writers: dict[str, Write] = {}
bags: dict[str, Bag] = {}


def write_all(notifications: Sequence[Notification]) -> list[Letter | None]:
    """Return each notification as a letter; the plain one if its writer fails. None: withdraw it.

    They are written in the language of their readers.
    """
    for bag, together in _group_by_batch(notifications):
        try:
            with transaction.atomic():
                bag.read(together)
        except Exception as error:
            # Each of them is then read on its own, and one alone fails.
            log.error("a bag cannot be read, %s at %s", type(error).__name__, error_location(error))
    letters = []
    for notification in notifications:
        with override(notification.player.language):
            letters.append(_render_or_fall_back(notification))
    return letters


def save_batch_dependencies(notifications: Sequence[Notification]) -> set[UUID]:
    """Keep what letters rely on that are kept now; return the ids of those to be written anew."""
    return {pk for bag, together in _group_by_batch(notifications) for pk in bag.keep(together)}


def _group_by_batch(notifications: Sequence[Notification]) -> list[tuple[Bag, list[Notification]]]:
    kinds = {notification.kind for notification in notifications}
    found = {id(bag): bag for kind, bag in bags.items() if kind in kinds}
    return [
        (bag, [one for one in notifications if bags.get(one.kind) is bag]) for bag in found.values()
    ]


def _render_or_fall_back(notification: Notification) -> Letter | None:
    try:
        # A query that fails must not take the postman's transaction with it.
        with transaction.atomic():
            return writers[notification.kind](notification)
    except Exception as error:
        # Once the database is back, the letter is written in full.
        if quarantine.is_outage(error):
            raise
        # A typo in a template must not stop play. The error's text may quote what the letter
        # says, so only its kind and place are logged.
        log.error(
            "kind %s: no letter, %s at %s",
            notification.kind,
            type(error).__name__,
            error_location(error),
        )
        return render_fallback_email(notification)


def render_fallback_email(notification: Notification) -> Letter:
    """Return the three lines that need no template and no rules."""
    return Letter(
        subject=_("News from %(site)s") % {"site": settings.MAIL_DOMAIN},
        text=_(
            "There is news for you, but we could not write it out as a letter.\n"
            "You find it here: %(address)s/\n"
            "If you are asked something there, it may also be answered by replying to this letter."
            "\n"
        )
        % {"address": settings.SITE_URL},
        language=notification.player.language,
    )


def error_location(error: Exception) -> str:
    """Return file and line of the innermost frame of an error."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"


def wrap_long_lines(text: str) -> str:
    """Break lines longer than 76 columns between words; what has no spaces stays whole."""
    return "\n".join(
        line if len(line) <= WIDTH else _wrapped_line(line) for line in text.splitlines()
    )


def _wrapped_line(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip(" >"))]
    wrapper = TextWrapper(
        WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return wrapper.fill(line)
