"""Render claimed notifications into e-mails and store these on the notifications' rows."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import prefetch_related_objects

from abyss_site.core.database import SqlValues
from abyss_site.core.encryption.fields import column, decrypt_or_default
from notifications.models import Notification, Picture, sql

from . import bundles, picture_store, planning, renderers, reply_addresses, threads
from .inline_styles import style_buttons

# How long a claim on notifications lasts. After that, another worker may claim them, so what a
# killed worker had claimed waits no longer. Two workers that render the same e-mail cost time, but
# send it once.
CLAIM_DURATION = timedelta(seconds=12)


log = logging.getLogger(__name__)

# Notifications that go into one e-mail.
Group = list[Notification]


class RenderedEmail(NamedTuple):
    """A rendered e-mail that is not stored yet. `within` is its bundle, None if sent alone."""

    notification: Notification
    email: renderers.Email
    within: Notification | None = None


def render_batch(batch: Sequence[Group], now: datetime) -> list[Notification]:
    """Render a batch of claimed notifications, one e-mail per group; return the rows to send.

    1. Render without holding locks, because drawing pictures is slow, and so is an object store.
    2. In one short transaction, store the e-mails of notifications that have not changed meanwhile
       and create the bundles. They are stored before the first attempt to send, so that a retry
       after a crash sends the same e-mail. Changed notifications are rendered again in a later
       batch, or withdrawn. Only answers to questions whose choices are first saved in this
       transaction wait for it.
    """
    notifications = [row for group in batch for row in group]
    why = {row.pk: planning.suppression_reason(row) for row in notifications}
    sendable = [row for row in notifications if not why[row.pk]]
    email_pairs = zip(sendable, renderers.render_all(sendable), strict=True)
    emails = {row.pk: style_buttons(email) for row, email in email_pairs if email}
    files = picture_store.store_pictures(
        picture.png for email in emails.values() for picture in email.pictures
    )
    with transaction.atomic():
        ours = lock_claimed(notifications)
        changed_ids = renderers.save_batch_dependencies(
            [row for row in sendable if row.pk in ours & emails.keys()]
        )
        for row in notifications:
            if row.pk in changed_ids:
                update_notification(row, due_at=now)
        outdated_rows = [row for row in notifications if row.pk in ours - emails.keys()]
        withdraw_emails(outdated_rows, [why[row.pk] or "overtaken" for row in outdated_rows])
        going = ours & emails.keys() - changed_ids
        fresh: list[RenderedEmail] = []
        emails_by_group = [
            [(row, emails[row.pk]) for row in some if row.pk in going] for some in batch
        ]
        leaving = [_merge_group(some, fresh, now) for some in emails_by_group if some]
        _store_emails(fresh, now, files)
        _store_lists(fresh)
    prefetch_related_objects(
        [row for row in leaving if "cid:" in decrypt_or_default(row, "html", "")], "pictures"
    )
    return leaving


def lock_claimed(notifications: Sequence[Notification]) -> set[UUID]:
    """Lock the rows that this worker still holds a claim on and return their ids.

    If rendering took too long, another worker has claimed a row since and changed its `due_at`.
    """
    claims = [row.pk for row in notifications], [row.due_at for row in notifications]
    with connection.cursor() as cursor:
        cursor.execute(sql.LOCK_CLAIMED, claims)
        return {pk for (pk,) in cursor.fetchall()}


def finalize_unsent_email(
    notification: Notification, state: Notification.State, **fields: object
) -> None:
    """Store the final `state` of an e-mail that will not be sent, and of the rows it bundles.

    Its pictures are deleted.
    """
    Picture.objects.filter(notification=notification).delete()
    update_notification(notification, state=state, **fields)
    if notification.kind in (planning.BUNDLE, planning.DAILY_LIST):
        notification.bundled.update(state=state, sent_at=notification.sent_at, why=notification.why)


def withdraw_emails(notifications: Sequence[Notification], reasons: Sequence[str]) -> None:
    """Withdraw outdated e-mails and what they bundle, in one statement."""
    if not notifications:
        return
    for row, reason in zip(notifications, reasons, strict=True):
        row.state, row.why = Notification.State.WITHDRAWN, reason
    values: SqlValues = {"ids": [row.pk for row in notifications], "whys": list(reasons)}
    with connection.cursor() as cursor:
        cursor.execute(sql.WITHDRAW, values)


def update_notification(notification: Notification, **fields: object) -> None:
    """Set fields on the instance and on its row, without saving any other field."""
    for name, value in fields.items():
        setattr(notification, name, value)
    Notification.objects.filter(pk=notification.pk).update(**fields)


def _merge_group(
    emails: list[bundles.RenderedPair], fresh: list[RenderedEmail], now: datetime
) -> Notification:
    """Return the notification to send for a group: its only one, or a new bundle.

    E-mails that have to be stored are appended to `fresh`.
    """
    fit = bundles.fitting_emails(emails)
    for notification, _ in emails[len(fit) :]:
        # It goes into the next e-mail.
        update_notification(notification, due_at=now)
    is_full = any(notification.why == planning.FULL_DAY for notification, _ in fit)
    if len(fit) == 1 and not is_full:
        notification, email = fit[0]
        if notification.rendered_at is None:
            fresh.append(RenderedEmail(notification, email))
        return notification
    bundle, email = bundles.create_bundle(fit, now, is_full=is_full)
    bundle.waits_since = fit[0][0].waits_since
    fresh += [
        RenderedEmail(notification, member_email, bundle) for notification, member_email in fit
    ]
    fresh.append(RenderedEmail(bundle, email))
    return bundle


def _store_lists(fresh: Sequence[RenderedEmail]) -> None:
    """Store which questions each list contains; their own e-mails are sent with it."""
    for row, email, within in fresh:
        if not email.blocks:
            continue
        token = reply_addresses.token_from_uuid(row.pk)
        update_notification(row, reply_token=token, data=row.data | {"blocks": email.blocks})
        waiting = Notification.objects.filter(
            player=row.player_id,
            kind__in=planning.LISTED,
            reply_token__in=list(email.blocks.values()),
            state=Notification.State.QUEUED,
            rendered_at=None,
        )
        waiting.update(
            state=Notification.State.BUNDLED, within=within or row, gathers=False, why=""
        )


def _store_emails(fresh: Sequence[RenderedEmail], now: datetime, files: dict[str, str]) -> None:
    """Store rendered e-mails on their rows and renew the claim on them.

    `files`: the pictures that are in the object store, as store_pictures returns them.
    """
    if not fresh:
        return
    places = threads.find_thread_places(
        [
            (fresh_email.notification, fresh_email.email.subject, fresh_email.email.keeps_subject)
            for fresh_email in fresh
        ]
    )
    for (notification, email, within), place in zip(fresh, places, strict=True):
        is_plain = not planning.email_preferences_of(notification.player).html
        notification.rendered_at, notification.gathers, notification.why, notification.due_at = (
            now,
            False,
            "",
            now + CLAIM_DURATION,
        )
        notification.state = Notification.State.BUNDLED if within else Notification.State.QUEUED
        notification.within = within
        notification.subject, notification.volume = place.subject[:200], place.volume
        notification.references = place.references
        notification.text, notification.html = email.text, "" if is_plain else email.html
        notification.language, notification.headers = email.language[:10], dict(email.headers)
    rows = [fresh_email.notification for fresh_email in fresh]
    values: dict[str, Any] = {
        "now": now,
        "due": now + CLAIM_DURATION,
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
    pictures = [
        row
        for fresh_email in fresh
        if fresh_email.within is None
        for row in _build_picture_rows(fresh_email, files)
    ]
    if pictures:
        Picture.objects.bulk_create(pictures, ignore_conflicts=True)


def _encrypt_column(rows: Sequence[Notification], name: str) -> list[bytes | None]:
    """Return the encrypted column value of each row."""
    field = column(Notification, name)
    return [field.encrypted(getattr(row, name)) for row in rows]


def _build_picture_rows(fresh: RenderedEmail, files: dict[str, str]) -> list[Picture]:
    """Return the unsaved rows of an e-mail's pictures; none for plain text or too large ones."""
    notification, pictures = fresh.notification, fresh.email.pictures
    size = sum(len(picture.png) for picture in pictures)
    if not notification.html:
        return []
    is_bundle = notification.kind == planning.BUNDLE
    if size > (bundles.MAX_PICTURE_OCTETS if is_bundle else renderers.MAX_PICTURE_OCTETS):
        # The e-mail is complete without them.
        log.error("e-mail %s: pictures of %d bytes left out", notification.id, size)
        return []
    rows = []
    for picture in pictures:
        row = Picture(
            notification=notification, cid=picture.cid, name=picture.name, png=picture.png
        )
        if files and (file := files.get(picture_store.name_picture(picture.png))):
            row.png, row.file = b"", file
        rows.append(row)
    return rows
