"""The postman's desk: the notices in his bag become letters, which are frozen on their rows."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connection, transaction
from django.db.models import prefetch_related_objects

from abyss_site.encryption.fields import column, readable
from notifications.models import Notice, Picture, sql

from . import bundles, planning, renderers, threads

# A postman who is not heard of for so long is taken to be gone.
TAKEN = timedelta(seconds=30)


log = logging.getLogger(__name__)

# What is told in one letter.
Together = list[Notice]


class Fresh(NamedTuple):
    """A letter that is about to be frozen. `within`: the bundle that tells it, None for none."""

    notice: Notice
    letter: renderers.Letter
    within: Notice | None = None


def write_out(bag: Sequence[Together], now: datetime) -> list[Notice]:
    """Write the notices in the bag, those that are together as one letter; return their rows.

    1. They are written, while nothing is locked: drawing a picture takes its time. 2. In one short
    transaction those that nothing happened to meanwhile are frozen, before the first attempt, so
    that one repeated after a crash sends the very same letter. The others are written anew from
    the next bag, or withdrawn. Only answers to questions whose choices are first kept there wait
    for it; bundles are put together in it.
    """
    notices = [one for together in bag for one in together]
    why = {one.pk: planning.suppression_reason(one) for one in notices}
    wanted = [one for one in notices if not why[one.pk]]
    written = zip(wanted, renderers.write_all(wanted), strict=True)
    letters = {one.pk: letter for one, letter in written if letter}
    with transaction.atomic():
        ours = still_ours(notices)
        changed = renderers.save_batch_dependencies(
            [one for one in wanted if one.pk in ours & letters.keys()]
        )
        for one in notices:
            if one.pk in changed:
                update_notification(one, due=now)
            elif one.pk in ours and one.pk not in letters:
                finalize_unsent_email(one, Notice.State.WITHDRAWN, why=why[one.pk] or "overtaken")
        going = ours & letters.keys() - changed
        fresh: list[Fresh] = []
        told = [[(one, letters[one.pk]) for one in some if one.pk in going] for some in bag]
        leaving = [_in_one_letter(some, fresh, now) for some in told if some]
        _freeze_emails(fresh, now)
    prefetch_related_objects(
        [one for one in leaving if "cid:" in readable(one, "html", "")], "pictures"
    )
    return leaving


def still_ours(notices: Sequence[Notice]) -> set[UUID]:
    """Lock those rows that are still in our bag, and return their ids.

    If we were slow, another postman has taken one since: then `due` is his.
    """
    dues = {notice.pk: notice.due for notice in notices}
    with connection.cursor() as cursor:
        cursor.execute(
            sql.LOCK_QUEUED,
            [list(dues)],
        )
        return {pk for pk, due in cursor.fetchall() if due == dues[pk]}


def finalize_unsent_email(notice: Notice, state: Notice.State, **fields: Any) -> None:
    """Keep that a letter never leaves: what became of it, and of those it would have told."""
    Picture.objects.filter(notice=notice).delete()
    update_notification(notice, state=state, **fields)
    if notice.kind == planning.BUNDLE:
        notice.bundled.update(state=state, sent=notice.sent, why=notice.why)


def update_notification(notice: Notice, **fields: Any) -> None:
    """Change fields of a notice and of its row."""
    for name, value in fields.items():
        setattr(notice, name, value)
    Notice.objects.filter(pk=notice.pk).update(**fields)


def _in_one_letter(letters: list[bundles.Written], fresh: list[Fresh], now: datetime) -> Notice:
    """Return the letter that tells them, adding to what is to be frozen."""
    fit = bundles.that_fit(letters)
    for notice, _ in letters[len(fit) :]:
        # It makes the next letter.
        update_notification(notice, due=now)
    is_full = any(notice.why == planning.FULL_DAY for notice, _ in fit)
    if len(fit) == 1 and not is_full:
        notice, letter = fit[0]
        if notice.written is None:
            fresh.append(Fresh(notice, letter))
        return notice
    bundle, letter = bundles.create_bundle(fit, now, is_full=is_full)
    fresh += [Fresh(notice, said, bundle) for notice, said in fit]
    fresh.append(Fresh(bundle, letter))
    return bundle


def _freeze_emails(fresh: Sequence[Fresh], now: datetime) -> None:
    """Keep letters, and that we have them in our bag."""
    if not fresh:
        return
    places = threads.find_thread_places([(one.notice, one.letter.subject) for one in fresh])
    for (notice, letter, within), place in zip(fresh, places, strict=True):
        is_plain = not planning.mailbox_of(notice.player).html
        notice.written, notice.gathers, notice.why, notice.due = now, False, "", now + TAKEN
        notice.state = Notice.State.BUNDLED if within else Notice.State.QUEUED
        notice.within = within
        notice.subject, notice.volume = place.subject[:200], place.volume
        notice.references = place.references
        notice.text, notice.html = letter.text, "" if is_plain else letter.html
        notice.language, notice.headers = letter.language[:10], dict(letter.headers)
    rows = [one.notice for one in fresh]
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


def _encrypt_column(rows: Sequence[Notice], name: str) -> list[bytes | None]:
    """Return what a column is to hold for each row."""
    field = column(Notice, name)
    return [field.encrypted(getattr(row, name)) for row in rows]


def _build_picture_rows(fresh: Fresh) -> list[Picture]:
    """Return the rows of a letter's pictures, in their order."""
    notice, pictures = fresh.notice, fresh.letter.pictures
    size = sum(len(picture.png) for picture in pictures)
    if not notice.html:
        return []
    if size > renderers.LARGEST_PICTURES:
        # The letter is complete without them.
        log.error("letter %s: pictures of %d bytes left out", notice.id, size)
        return []
    return [Picture(notice=notice, cid=one.cid, name=one.name, png=one.png) for one in pictures]
