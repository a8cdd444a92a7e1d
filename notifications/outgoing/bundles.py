"""Bundles: letters that tell one player several things, with a block for each thread.

The blocks that ask something have a letter of the alphabet. Each has an address of its own; at the
bundle's own address a command needs the block's letter, as in “A 2”.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import msgspec
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import gettext, override

from abyss_site.ids import uuid7
from notifications.models import Notification

from . import reply_addresses
from .planning import BUNDLE, is_question, suppression_reason, with_wishes
from .renderers import Letter, Picture, write_all

# So many blocks, each with a letter; the rest comes in the next one.
MOST_BLOCKS = 10
LETTERS = "ABCDEFGHIJ"
# Gmail cuts a letter above 102 kB, and its last block would be lost.
LONGEST_HTML = 80_000

Written = tuple[Notification, Letter]

_BODY = re.compile(r"<body[^>]{0,500}>(.*)</body>", re.DOTALL)
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


class Block(msgspec.Struct, frozen=True):
    """One notification within a bundle. `code` is its letter, "" when it asks nothing."""

    code: str
    title: str
    text: str
    html: str
    address: str


def that_fit(written: list[Written]) -> list[Written]:
    """Return the first letters, as many as one bundle holds."""
    size, fit = 0, 0
    for _, letter in written:
        size += len(letter.html.encode())
        fit += size <= LONGEST_HTML
    return written[: max(fit, 1)]


def create_bundle(written: list[Written], now: datetime, *, is_full: bool) -> Written:
    """Return a new notification that tells all the given ones, and its letter.

    `is_full`: it says that its reader has had all letters of a day, so that the rest is gathered.
    Where only one block asks something, an answer to the bundle is an answer to that question.
    """
    written = sorted(_last_of_each_question(written), key=lambda one: one[0].thread)
    asking = [notification for notification, _ in written if is_question(notification)]
    codes = {notification.pk: code for notification, code in zip(asking, LETTERS, strict=False)}
    tokens = {
        code: notification.reply_token for notification, code in zip(asking, LETTERS, strict=False)
    }
    number = uuid7()
    row = Notification.objects.create(
        id=number,
        key=f"{BUNDLE}-{number.hex}",
        player=written[0][0].player,
        kind=BUNDLE,
        reply_token=_reply_token(tokens, reply_addresses.token_of(number)),
        data={"blocks": tokens},
        created_at=now,
        due_at=now,
        planned_at=now,
        message_id=f"<{number.hex}@{settings.MAIL_DOMAIN}>",
    )
    return row, _render_bundle(written, codes, is_full)


def render_unsent_bundle(notification: Notification) -> Letter | None:
    """Say whether a bundle that could not be sent yet is still worth sending: any of it.

    What its player does not want any more is not.
    """
    wanted = [one for one in with_wishes(notification.bundled.all()) if not suppression_reason(one)]
    if any(write_all(wanted)):
        return Letter(notification.subject, notification.text)
    return None


def write_help(notification: Notification) -> Letter | None:
    """Explain how a bundle is answered."""
    with override(_player_language(notification)):
        context = {"line": notification.data["line"], "site": settings.SITE_URL}
        text = render_to_string("notifications/bundle_help.txt", context)
        html = render_to_string("notifications/bundle_help.html", context)
        return Letter(
            gettext("Which match do you mean?"), text, html, _player_language(notification)
        )


def _last_of_each_question(written: list[Written]) -> list[Written]:
    """Leave out a question that a later notification, its reminder, asks again."""
    last = {
        notification.reply_token: notification.pk
        for notification, _ in written
        if is_question(notification)
    }
    return [
        (notification, letter)
        for notification, letter in written
        if not is_question(notification) or last[notification.reply_token] == notification.pk
    ]


def _reply_token(tokens: dict[str, str], own: str) -> str:
    if len(tokens) == 1:
        return next(iter(tokens.values()))
    return own if tokens else ""


def _render_bundle(written: list[Written], codes: dict[Any, str], is_full: bool) -> Letter:
    notification = written[0][0]
    language = _player_language(notification)
    with override(language):
        blocks = [
            _build_block(number, notification, letter, codes.get(notification.pk, ""))
            for number, (notification, letter) in enumerate(written)
        ]
        several = len(codes) > 1
        context = {"blocks": blocks, "several": several, "language": language}
        context |= {"site": settings.SITE_URL, "is_full": is_full}
        subject = gettext("Several matches have news for you")
        text = render_to_string("notifications/bundle.txt", context)
        context["styles"] = _first_match(_STYLE, [letter.html for _, letter in written])
        html = render_to_string("notifications/bundle.html", context)
    is_whole = all(letter.html for _, letter in written)
    pictures = [
        Picture(f"{number}-{picture.cid}", picture.png, f"{number}-{picture.name}")
        for number, (_, letter) in enumerate(written)
        for picture in letter.pictures
    ]
    if not is_whole:
        return Letter(subject, text, language=language)
    return Letter(subject, text, html, language, pictures=tuple(pictures))


def _build_block(number: int, notification: Notification, letter: Letter, code: str) -> Block:
    # At the bundle's address a number alone says too little.
    alone = gettext("Reply above this line with a number, or with the words of an answer.")
    body = _BODY.search(letter.html)
    html = (body[1] if body else "").replace(escape(alone), "").strip()
    for picture in letter.pictures:
        html = html.replace(f"cid:{picture.cid}", f"cid:{number}-{picture.cid}")
    return Block(
        code=code,
        title=letter.subject,
        text=letter.text.replace(alone, "").strip(),
        html=html,
        address=reply_addresses.write_full("play", notification.reply_token) if code else "",
    )


def _first_match(pattern: re.Pattern[str], texts: list[str]) -> str:
    return next((found[1] for found in map(pattern.search, texts) if found), "")


def _player_language(notification: Notification) -> str:
    player = notification.player
    return str(player.language)
