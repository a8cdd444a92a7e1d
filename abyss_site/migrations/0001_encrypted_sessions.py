"""Hash the keys of sessions and encrypt what they say; whoever is signed in stays signed in.

It may be interrupted and run again. To go back, all sessions are ended, for a hash tells no key:
everybody signs in again.
"""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends.db import SessionStore as Former
from django.db import migrations
from django.utils import timezone

from abyss_site.sessions import DIGEST_LETTERS, digest_of, encode

PIECE = 500
# The keys that Django gives have 32 letters; the longer names are done.
READABLE = """
SELECT session_key, session_data FROM django_session WHERE length(session_key) < %s LIMIT %s
"""
CHANGE = """
UPDATE django_session SET session_key = new.digest, session_data = new.data
FROM unnest(%s::text[], %s::text[], %s::text[]) AS new (key, digest, data)
WHERE session_key = new.key
"""


def encrypt_sessions(apps: Any, schema_editor: Any) -> None:
    former = Former()
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_session WHERE expire_date <= %s", [timezone.now()])
        while True:
            cursor.execute(READABLE, [DIGEST_LETTERS, PIECE])
            rows = cursor.fetchall()
            if not rows:
                return
            keys = [key for key, _ in rows]
            data = [encode(former.decode(said)) for _, said in rows]
            cursor.execute(CHANGE, [keys, [digest_of(key) for key in keys], data])


def end_sessions(apps: Any, schema_editor: Any) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_session")


class Migration(migrations.Migration):
    # Each piece is kept as soon as it is done.
    atomic = False
    dependencies = [("sessions", "0001_initial")]
    operations = [migrations.RunPython(encrypt_sessions, end_sessions)]
