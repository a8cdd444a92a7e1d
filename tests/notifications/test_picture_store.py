"""Pictures of e-mails in an object store, and what happens while there is none."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import storages

from abyss_site.bootstrap import environment as env
from notifications.models import Picture
from notifications.outgoing import picture_store
from notifications.outgoing.delivery import deliver_due_emails
from notifications.outgoing.renderers import Email
from notifications.outgoing.renderers import Picture as Drawn

from .conftest import NOW, Sink, notification

pytestmark = pytest.mark.django_db

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
needs_client = pytest.mark.skipif(find_spec("storages") is None, reason="extra objectstore")


@pytest.fixture(autouse=True)
def drawn(kinds: dict[str, Any]) -> None:
    kinds["news"] = lambda notification: Email(
        subject="x",
        text="The table.\n",
        html='<img src="cid:table" alt="The table">',
        pictures=(Drawn("table", PNG, "table.png"),),
    )


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """A folder that takes the place of the object store, which is only another storage."""
    backend = "django.core.files.storage.FileSystemStorage"
    settings.STORAGES = settings.STORAGES | {
        "pictures": {"BACKEND": backend, "OPTIONS": {"location": tmp_path / "pictures"}}
    }
    yield tmp_path / "pictures"


def sent_pictures(sink: Sink) -> list[object]:
    parts = [part for part in sink.emails[-1].walk() if part.get_content_type() == "image/png"]
    return [part.get_payload(decode=True) for part in parts]


def test_a_picture_waits_in_the_store_and_travels_with_its_email(
    sink: Sink, people: dict[str, Any], folder: Path
) -> None:
    email = notification("a", people["alice"])
    sink.data = "451 later"
    deliver_due_emails(NOW)

    [row] = Picture.objects.all()
    assert (bytes(row.png), (folder / row.file).read_bytes()) == (b"", PNG)
    sink.data = "250 OK"
    email.refresh_from_db()
    deliver_due_emails(email.due_at)
    assert sent_pictures(sink) == [PNG]
    assert not Picture.objects.exists()


def test_a_picture_that_cannot_be_read_is_left_out(
    sink: Sink, people: dict[str, Any], folder: Path
) -> None:
    email = notification("a", people["alice"])
    sink.data = "451 later"
    deliver_due_emails(NOW)
    folder.rename(folder.with_name("gone"))
    folder.write_text("no folder")
    sink.data = "250 OK"
    email.refresh_from_db()

    deliver_due_emails(email.due_at)

    assert sent_pictures(sink) == []
    assert "The table." in sink.emails[-1].as_string()


def test_a_picture_that_cannot_be_stored_stays_in_the_database(
    sink: Sink, people: dict[str, Any], folder: Path
) -> None:
    folder.write_text("no folder")
    notification("a", people["alice"])
    sink.data = "451 later"

    deliver_due_emails(NOW)

    [row] = Picture.objects.all()
    assert (bytes(row.png), row.file) == (PNG, "")


def test_equal_pictures_are_stored_once(folder: Path) -> None:
    stored = picture_store.store_pictures([PNG, b"another", PNG])

    assert len(stored) == len(list(folder.iterdir())) == 2


@pytest.mark.skipif(find_spec("storages") is not None, reason="the extra is installed")
def test_a_url_without_the_packages_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTURES_URL", "s3://key:secret@club")

    with pytest.raises(ImproperlyConfigured, match=r"pip install '\.\[objectstore\]'"):
        env.storage("PICTURES_URL")


@needs_client
def test_a_url_is_a_bucket_with_a_key(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """No network is needed to make the client."""
    monkeypatch.setenv(
        "PICTURES_URL", "s3://key:se%2Fcret@club/some/where?endpoint=http://127.0.0.1:1&region=eu-1"
    )
    settings.STORAGES = settings.STORAGES | {"pictures": env.storage("PICTURES_URL")}

    store: Any = storages["pictures"]

    assert (store.bucket_name, store.location) == ("club", "some/where")
    assert (store.access_key, store.secret_key) == ("key", "se/cret")
    assert store.connection.meta.client.meta.endpoint_url == "http://127.0.0.1:1"
