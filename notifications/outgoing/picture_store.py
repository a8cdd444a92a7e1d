"""Pictures of e-mails that wait to be sent, in an object store (PICTURES_URL).

They are named by their contents, so that equal ones are stored once. Nothing is deleted here: the
object store lets them expire. No e-mail waits for it: pictures that cannot be stored are kept in
the database, and those that cannot be read are left out.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import storages

from abyss_site.core.time_limits import limit_seconds
from notifications.models import Picture

STORE = "pictures"
# Seconds for storing one; reading it is part of sending its e-mail, which has a limit of its own.
STORE_SECONDS = 10.0

log = logging.getLogger(__name__)


def store_pictures(pictures: Iterable[bytes]) -> dict[str, str]:
    """Store pictures and return name -> file of those that are stored: {} without an object store.

    After the first failure no more are tried. What is stored already is stored again, so that it
    does not expire.
    """
    files = dict[str, str]()
    if STORE not in settings.STORAGES:
        return files
    store = storages[STORE]
    for png in pictures:
        if (name := name_picture(png)) in files:
            continue
        try:
            with limit_seconds(STORE_SECONDS):
                files[name] = store.save(name, ContentFile(png))
        except Exception as error:  # Whatever its client raises.
            log.warning("picture not stored: %s", type(error).__name__)
            break
    return files


def read_picture(picture: Picture) -> bytes | None:
    """Return the PNG of a row, None if it is in the object store and cannot be read."""
    if not picture.file:
        return bytes(picture.png)
    try:
        with storages[STORE].open(picture.file) as file:
            return bytes(file.read())
    except Exception as error:  # Whatever its client raises.
        log.error("picture not read: %s", type(error).__name__)
        return None


def name_picture(png: bytes) -> str:
    """Return the name under which a picture is stored."""
    return f"{hashlib.sha256(png).hexdigest()}.png"
