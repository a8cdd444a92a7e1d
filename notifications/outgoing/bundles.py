"""Bundles: e-mails that combine several notifications to one player, one block for each.

Each block with a question has a code letter and its own reply address. In a reply to the bundle's
own address, a command needs the code letter of its block, as in “A 2”.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from itertools import accumulate
from typing import Any
from urllib.parse import quote

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import gettext, override

from abyss_site.core.ids import uuid7
from notifications.models import Notification

from . import reply_addresses
from .planning import (
    BUNDLE,
    DIRECT_MESSAGES,
    REPEATING,
    is_question,
    suppression_reason,
    with_preferences,
)
from .renderers import Email, Picture, bind_french_marks, render_all

# Maximum number of blocks in a bundle; the rest goes into the next one.
MAX_BLOCKS = 10
# Letters of the blocks, without those that are a word on their own: “I pass”, “j'achète”.
CODES = "ABCDEFGHKL"
# Maximum total size of its pictures in bytes; of those of one block, see renderers.py.
MAX_PICTURE_OCTETS = 300_000
# Maximum size of the HTML in bytes. Gmail clips e-mails above 102 kB, which would hide the last
# block.
MAX_HTML_OCTETS = 80_000

RenderedPair = tuple[Notification, Email]

_BODY = re.compile(r"<body[^>]{0,500}>(.*)</body>", re.DOTALL)
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


class Block(msgspec.Struct, frozen=True):
    """One notification within a bundle. `code` is its letter, "" if it is not a question."""

    code: str
    title: str
    text: str
    html: str
    address: str
    # The link to a reply that answers this block alone.
    link: str


def fitting_emails(emails: list[RenderedPair]) -> list[RenderedPair]:
    """Return as many of the first e-mails as fit into one bundle, at least one."""
    size, fit = 0, 0
    for _, email in emails:
        size += len(email.html.encode())
        fit += size <= MAX_HTML_OCTETS
    return emails[: max(fit, 1)]


def create_bundle(emails: list[RenderedPair], now: datetime, *, is_full: bool) -> RenderedPair:
    """Create a notification that bundles the given ones; return it with its rendered e-mail.

    `is_full`: the e-mail explains that the player has reached the daily limit of e-mails, so that
    further notifications are bundled. If only one block is a question, a reply to the bundle
    answers that question.
    """
    emails = sorted(_drop_superseded_questions(emails), key=lambda pair: pair[0].thread)
    asking = [notification for notification, _ in emails if _takes_answers(notification)]
    codes = {notification.pk: code for notification, code in zip(asking, CODES, strict=False)}
    tokens = {
        code: notification.reply_token for notification, code in zip(asking, CODES, strict=False)
    }
    for _, email in emails:
        tokens |= email.blocks
    number = uuid7()
    row = Notification.objects.create(
        id=number,
        key=f"{BUNDLE}-{number.hex}",
        player=emails[0][0].player,
        kind=BUNDLE,
        reply_token=_reply_token(tokens, reply_addresses.token_from_uuid(number)),
        data={"blocks": tokens},
        created_at=now,
        due_at=now,
        planned_at=now,
        message_id=f"<{number.hex}@{settings.MAIL_DOMAIN}>",
    )
    return row, bind_french_marks(_render_bundle(emails, codes, is_full, bundle_id=row.message_id))


def render_unsent_bundle(notification: Notification) -> Email | None:
    """Return the e-mail of a bundle that could not be sent yet; None if all of it is outdated.

    Notifications that the player has unsubscribed from meanwhile count as outdated.
    """
    notifications = [
        row for row in with_preferences(notification.bundled.all()) if not suppression_reason(row)
    ]
    if any(render_all(notifications)):
        return Email(notification.subject, notification.text)
    return None


def render_bundle_help(notification: Notification) -> Email | None:
    """Render the e-mail that explains how to answer a bundle."""
    with override(_player_language(notification)):
        context = {
            "lines": notification.data["lines"],
            "is_partial": notification.data["is_partial"],
            "is_numbered": notification.data.get("is_numbered", False),
            "site": settings.SITE_URL,
        }
        text = render_to_string("notifications/bundle_help.txt", context)
        html = render_to_string("notifications/bundle_help.html", context)
        return Email(
            gettext("Which match do you mean?"), text, html, _player_language(notification)
        )


def _drop_superseded_questions(emails: list[RenderedPair]) -> list[RenderedPair]:
    """Leave out a question that a later notification, such as its reminder, or a list repeats.

    What tells something else is kept, and supersedes nothing.
    """
    last = {
        notification.reply_token: notification.pk
        for notification, _ in emails
        if is_question(notification)
    }
    listed_tokens = {token for _, email in emails for token in email.blocks.values()}
    return [
        (notification, email)
        for notification, email in emails
        if not is_question(notification)
        or last[notification.reply_token] == notification.pk
        and notification.reply_token not in listed_tokens
    ]


def _takes_answers(notification: Notification) -> bool:
    """Return whether a block needs a letter, so that its numbers mean no other block."""
    repeats = bool(notification.reply_token) and notification.kind in REPEATING
    return repeats or is_question(notification)


def _reply_token(tokens: dict[str, str], own: str) -> str:
    if tokens and not needs_codes(tokens):
        return next(iter(tokens.values()))
    return own if tokens else ""


def needs_codes(tokens: Mapping[str, str]) -> bool:
    """Return whether an answer has to name its question: one of several, or of a list."""
    return len(tokens) > 1 or any(map(str.isdigit, tokens))


def _render_bundle(
    emails: list[RenderedPair], codes: dict[Any, str], is_full: bool, *, bundle_id: str
) -> Email:
    notification = emails[0][0]
    language = _player_language(notification)
    with override(language):
        blocks = [
            _build_block(
                number, notification, email, codes.get(notification.pk, ""), bundle_id=bundle_id
            )
            for number, (notification, email) in enumerate(emails)
        ]
        has_list = any(email.blocks for _, email in emails)
        several = len(codes) > 1 or (bool(codes) and has_list)
        context = {"blocks": blocks, "several": several, "has_list": has_list}
        context |= {"language": language}
        context |= {"site": settings.SITE_URL, "is_full": is_full}
        subject = gettext("Several matches have news for you")
        if all(block_notification.kind in DIRECT_MESSAGES for block_notification, _ in emails):
            subject = gettext("Several players have written to you")
        text = render_to_string("notifications/bundle.txt", context)
        context["styles"] = _first_match(_STYLE, [email.html for _, email in emails])
        html = str(render_to_string("notifications/bundle.html", context))
    if not all(email.html for _, email in emails):
        return Email(subject, text, language=language)
    pictures = [
        Picture(f"{number}-{picture.cid}", picture.png, f"{number}-{picture.name}")
        for number, (_, email) in enumerate(emails)
        for picture in email.pictures
    ]
    sizes = accumulate(len(picture.png) for picture in pictures)
    fitting = sum(size <= MAX_PICTURE_OCTETS for size in sizes)
    for picture in pictures[fitting:]:
        html = re.sub(rf'<img[^>]{{1,500}}"cid:{re.escape(picture.cid)}"[^>]{{0,500}}>', "", html)
    return Email(subject, text, html, language, pictures=tuple(pictures[:fitting]))


def _build_block(
    number: int, notification: Notification, email: Email, code: str, *, bundle_id: str
) -> Block:
    # Remove the usual hints: a reply to the bundle's address needs more than a number, and does not
    # answer a message.
    alone = (
        gettext("Reply above this line with a number, or with the words of an answer."),
        gettext("To answer, reply to this e-mail."),
    )
    text, body = email.text, _BODY.search(email.html)
    html = body[1] if body else ""
    for hint in alone:
        text, html = text.replace(hint, ""), html.replace(escape(hint), "")
    html = html.strip()
    for picture in email.pictures:
        html = html.replace(f"cid:{picture.cid}", f"cid:{number}-{picture.cid}")
    if notification.message_id:
        # Prepared replies are about the e-mail that is sent.
        html = html.replace(quote(notification.message_id, safe=""), quote(bundle_id, safe=""))
    address = reply_addresses.build_address("play", notification.reply_token) if code else ""
    about = {"subject": f"Re: {email.subject}", "in-reply-to": bundle_id}
    fields = "&".join(f"{name}={quote(value, safe='')}" for name, value in about.items())
    return Block(
        code=code,
        title=email.subject,
        text=text.strip(),
        html=html,
        address=address,
        link=f"mailto:{quote(address, safe='@')}?{fields}",
    )


def _first_match(pattern: re.Pattern[str], texts: list[str]) -> str:
    return next((hit[1] for hit in map(pattern.search, texts) if hit), "")


def _player_language(notification: Notification) -> str:
    player = notification.player
    return str(player.language)
