"""Registry of renderers by kind of notification, with a fallback e-mail if a renderer fails."""

from __future__ import annotations

import logging
import re
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
# Maximum total size of an e-mail's pictures in bytes, for phones with a slow connection.
MAX_PICTURE_OCTETS = 100_000

# French has a space before these marks, and one after an opening quotation mark.
_FRENCH_SPACE = re.compile(r"(?<=\S) (?=[:;!?»])|(?<=«) ")
# A style sheet has “ !important”, whose space must stay.
_STYLE_SHEET = re.compile(r"(<style\b.*?</style>)", re.DOTALL)

log = logging.getLogger(__name__)


class Picture(msgspec.Struct, frozen=True):
    """An inline picture that the HTML shows as `<img src="cid:…">`.

    `cid` consists of [A-Za-z0-9.-]; `name` is the file name shown by programs that list it as an
    attachment.
    """

    cid: str
    png: bytes
    name: str


class Email(msgspec.Struct, frozen=True):
    """A rendered notification. `text` is authoritative; `html` has the same content or is empty.

    `headers` may add headers but cannot replace reserved ones, see headers.RESERVED. All pictures
    are left out if they are larger than MAX_PICTURE_OCTETS bytes together. `keeps_subject`: it has
    its own subject even if it can be answered, because it asks nothing; e-mails that ask have that
    of their conversation. `blocks`: code -> reply token of the questions that it lists, if it lists
    several; a reply says by its code which of them it answers.
    """

    subject: str
    text: str
    html: str = ""
    language: str = "en"
    headers: dict[str, str] = {}
    pictures: tuple[Picture, ...] = ()
    keeps_subject: bool = False
    blocks: dict[str, str] = {}


# A renderer. It returns None if the notification is outdated; it is then withdrawn.
Renderer = Callable[[Notification], Email | None]


class BatchLoader(msgspec.Struct, frozen=True):
    """Functions called once per batch of notifications, before and after they are rendered."""

    # Loads the data for rendering and sets it as `known` on each notification.
    load: Callable[[Sequence[Notification]], None]
    # Saves what the e-mails rely on, in the transaction that stores them. Returns the ids of
    # notifications whose data has changed meanwhile: they are rendered again.
    save: Callable[[Sequence[Notification]], Collection[UUID]]


# Renderer and batch functions by kind of notification, called just before it is sent; filled by
# `gateway.connect_application()` and, for our own kinds, by `apps.py`.
renderers: dict[str, Renderer] = {}
batch_loaders: dict[str, BatchLoader] = {}


def render_all(notifications: Sequence[Notification]) -> list[Email | None]:
    """Render each notification in its player's language, falling back to the plain e-mail.

    The result is parallel to `notifications`; None means that the notification is outdated.
    """
    for loader, group in _group_by_batch(notifications):
        try:
            with transaction.atomic():
                loader.load(group)
        except Exception as error:
            # Each renderer then loads its own data, so that only a broken notification fails.
            log.error(
                "a batch cannot be loaded, %s at %s", type(error).__name__, error_location(error)
            )
    emails = []
    for notification in notifications:
        with override(notification.player.language):
            email = _render_or_fall_back(notification)
        emails.append(email and bind_french_marks(email))
    return emails


def bind_french_marks(email: Email) -> Email:
    """Replace the spaces before French punctuation by no-break spaces, so that no line begins
    with it."""
    if email.language != "fr":
        return email
    parts = {name: getattr(email, name) for name in ("subject", "text", "html")}
    return msgspec.structs.replace(email, **{name: _bind(part) for name, part in parts.items()})


def _bind(text: str) -> str:
    return "".join(
        part if part.startswith("<style") else _FRENCH_SPACE.sub("\u00a0", part)
        for part in _STYLE_SHEET.split(text)
    )


def save_batch_dependencies(notifications: Sequence[Notification]) -> set[UUID]:
    """Save what the e-mails rely on; return the ids of notifications to render again."""
    return {pk for loader, group in _group_by_batch(notifications) for pk in loader.save(group)}


def _group_by_batch(
    notifications: Sequence[Notification],
) -> list[tuple[BatchLoader, list[Notification]]]:
    kinds = {notification.kind for notification in notifications}
    loaders = {id(loader): loader for kind, loader in batch_loaders.items() if kind in kinds}
    return [
        (
            loader,
            [row for row in notifications if batch_loaders.get(row.kind) is loader],
        )
        for loader in loaders.values()
    ]


def _render_or_fall_back(notification: Notification) -> Email | None:
    try:
        # A failing query must not break the caller's transaction.
        with transaction.atomic():
            return renderers[notification.kind](notification)
    except Exception as error:
        # After a database outage, the e-mail is rendered in full.
        if quarantine.is_outage(error):
            raise
        # A typo in a template must not stop a match. The error's message may quote the e-mail, so
        # only its type and location are logged.
        log.error(
            "kind %s: no e-mail, %s at %s",
            notification.kind,
            type(error).__name__,
            error_location(error),
        )
        return render_fallback_email(notification)


def render_fallback_email(notification: Notification) -> Email:
    """Return a short e-mail with a link to the site, which needs no template and no game rules."""
    return Email(
        subject=_("News from %(site)s") % {"site": settings.MAIL_DOMAIN},
        text=_(
            "There is news for you, but we could not write it out as an e-mail.\n"
            "You find it here: %(address)s/\n"
            "If you are asked something there, it may also be answered by replying to this e-mail."
            "\n"
        )
        % {"address": settings.SITE_URL},
        language=notification.player.language,
    )


def error_location(error: Exception) -> str:
    """Return file and line of the innermost frame of an error's traceback; "?" without one."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else "?"


def wrap_long_lines(text: str) -> str:
    """Break lines longer than WIDTH columns between words; long words such as URLs stay whole.

    The lines below an item of a list are indented like it.
    """
    return "\n".join(
        line if len(line) <= WIDTH else _wrapped_line(line) for line in text.splitlines()
    )


def _wrapped_line(line: str) -> str:
    indent = line[: len(line) - len(line.lstrip(" >"))]
    bullet = line[len(indent) :].startswith(("- ", "· "))
    wrapper = TextWrapper(
        WIDTH,
        subsequent_indent=indent + "  " * bullet,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return wrapper.fill(line)
