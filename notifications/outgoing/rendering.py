"""Render claimed notifications into e-mails, which are stored on their rows."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import prefetch_related_objects

from abyss_site.encryption.fields import column, readable
from notifications.models import Notification, Picture, sql

from . import bundles, planning, renderers, threads

# A postman who is not heard of for so long is taken to be gone.
TAKEN = timedelta(seconds=30)


log = logging.getLogger(__name__)

# What is told in one letter.
Together = list[Notification]


class Fresh(NamedTuple):
    """A letter that is about to be frozen. `within`: the bundle that tells it, None for none."""

    notification: Notification
    letter: renderers.Letter
    within: Notification | None = None


def write_out(bag: Sequence[Together], now: datetime) -> list[Notification]:
    """Write the notifications in the bag, those that are together as one letter; return their rows.

    1. They are written, while nothing is locked: drawing a picture takes its time. 2. In one short
    transaction those that nothing happened to meanwhile are frozen, before the first attempt, so
    that one repeated after a crash sends the very same letter. The others are written anew from
    the next bag, or withdrawn. Only answers to questions whose choices are first kept there wait
    for it; bundles are put together in it.
    """
    notifications = [one for together in bag for one in together]
    why = {one.pk: planning.suppression_reason(one) for one in notifications}
    wanted = [one for one in notifications if not why[one.pk]]
    written = zip(wanted, renderers.write_all(wanted), strict=True)
    letters = {one.pk: letter for one, letter in written if letter}
    with transaction.atomic():
        ours = still_ours(notifications)
        changed = renderers.save_batch_dependencies(
            [one for one in wanted if one.pk in ours & letters.keys()]
        )
        for one in notifications:
            if one.pk in changed:
                update_notification(one, due_at=now)
            elif one.pk in ours and one.pk not in letters:
                finalize_unsent_email(
                    one, Notification.State.WITHDRAWN, why=why[one.pk] or "overtaken"
                )
        going = ours & letters.keys() - changed
        fresh: list[Fresh] = []
        told = [[(one, letters[one.pk]) for one in some if one.pk in going] for some in bag]
        leaving = [_in_one_letter(some, fresh, now) for some in told if some]
        _freeze_emails(fresh, now)
    prefetch_related_objects(
        [one for one in leaving if "cid:" in readable(one, "html", "")], "pictures"
    )
    return leaving


def still_ours(notifications: Sequence[Notification]) -> set[UUID]:
    """Lock those rows that are still in our bag, and return their ids.

    If we were slow, another postman has taken one since: then `due` is his.
    """
    dues = {notification.pk: notification.due_at for notification in notifications}
    with connection.cursor() as cursor:
        cursor.execute(
            sql.LOCK_QUEUED,
            [list(dues)],
        )
        return {pk for pk, due in cursor.fetchall() if due == dues[pk]}


def finalize_unsent_email(
    notification: Notification, state: Notification.State, **fields: Any
) -> None:
    """Keep that a letter never leaves: what became of it, and of those it would have told."""
    Picture.objects.filter(notification=notification).delete()
    update_notification(notification, state=state, **fields)
    if notification.kind == planning.BUNDLE:
        notification.bundled.update(state=state, sent_at=notification.sent_at, why=notification.why)


def update_notification(notification: Notification, **fields: Any) -> None:
    """Change fields of a notification and of its row."""
    for name, value in fields.items():
        setattr(notification, name, value)
    Notification.objects.filter(pk=notification.pk).update(**fields)


def _in_one_letter(
    letters: list[bundles.Written], fresh: list[Fresh], now: datetime
) -> Notification:
    """Return the letter that tells them, adding to what is to be frozen."""
    fit = bundles.that_fit(letters)
    for notification, _ in letters[len(fit) :]:
        # It makes the next letter.
        update_notification(notification, due_at=now)
    is_full = any(notification.why == planning.FULL_DAY for notification, _ in fit)
    if len(fit) == 1 and not is_full:
        notification, letter = fit[0]
        if notification.rendered_at is None:
            fresh.append(Fresh(notification, letter))
        return notification
    bundle, letter = bundles.create_bundle(fit, now, is_full=is_full)
    fresh += [Fresh(notification, said, bundle) for notification, said in fit]
    fresh.append(Fresh(bundle, letter))
    return bundle


def _freeze_emails(fresh: Sequence[Fresh], now: datetime) -> None:
    """Keep letters, and that we have them in our bag."""
    if not fresh:
        return
    places = threads.find_thread_places([(one.notification, one.letter.subject) for one in fresh])
    for (notification, letter, within), place in zip(fresh, places, strict=True):
        is_plain = not planning.email_preferences_of(notification.player).html
        notification.rendered_at, notification.gathers, notification.why, notification.due_at = (
            now,
            False,
            "",
            now + TAKEN,
        )
        notification.state = Notification.State.BUNDLED if within else Notification.State.QUEUED
        notification.within = within
        notification.subject, notification.volume = place.subject[:200], place.volume
        notification.references = place.references
        notification.text, notification.html = letter.text, "" if is_plain else letter.html
        notification.language, notification.headers = letter.language[:10], dict(letter.headers)
    rows = [one.notification for one in fresh]
    values: dict[str, Any] = {
        "now": now,
        "due": now + TAKEN,
        "ids": [row.pk for row in rows],
        "states": [row.state for row in rows],
        "withins": [row.within_id for row in rows],
        "subjects": _encrypt_column(rows, "subject"),
        "volumes": [row.volume for row in rows],
        "references": [row.references for row in rows],
        "texts": _encrypt_column(rows, "text"),
        "htmls": _encrypt_column(rows, "html"),
        "languages": [row.language for row in rows],
        "headers": _encrypt_column(rows, "headers"),
    }
    with connection.cursor() as cursor:
        cursor.execute(sql.WRITE_RENDERED_EMAILS, values)
    pictures = [row for one in fresh if one.within is None for row in _build_picture_rows(one)]
    if pictures:
        Picture.objects.bulk_create(pictures, ignore_conflicts=True)


def _encrypt_column(rows: Sequence[Notification], name: str) -> list[bytes | None]:
    """Return what a column is to hold for each row."""
    field = column(Notification, name)
    return [field.encrypted(getattr(row, name)) for row in rows]


def _build_picture_rows(fresh: Fresh) -> list[Picture]:
    """Return the rows of a letter's pictures, in their order."""
    notification, pictures = fresh.notification, fresh.letter.pictures
    size = sum(len(picture.png) for picture in pictures)
    if not notification.html:
        return []
    if size > renderers.LARGEST_PICTURES:
        # The letter is complete without them.
        log.error("letter %s: pictures of %d bytes left out", notification.id, size)
        return []
    return [
        Picture(notification=notification, cid=one.cid, name=one.name, png=one.png)
        for one in pictures
    ]
