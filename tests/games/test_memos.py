"""One's own notes about a match: mine to read, and nobody else's."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Match, PrivateNote
from games.services import account_deletion, private_notes

from .reading import As, text_of

pytestmark = pytest.mark.django_db

SECRET = "Bob saves <pearls>"


def path_of(match: Match) -> str:
    return f"/matches/{match.number}/notes/"


def test_notes_are_kept_and_changed_and_dropped(deal: Any, as_: As) -> None:
    match, alice = deal("pebbles", seats=2), as_("alice")
    assert "My notes" in text_of(alice.get(f"/matches/{match.number}/"))
    for text in ("first", SECRET):
        assert alice.post(path_of(match), {"text": text}).status_code == 303
    assert "Bob saves &lt;pearls&gt;" in alice.get(path_of(match)).content.decode()
    assert PrivateNote.objects.get().text == SECRET

    alice.post(path_of(match), {"text": " "})

    assert not PrivateNote.objects.exists()


def test_nobody_else_reads_them(deal: Any, people: Any, as_: As) -> None:
    match = deal("pebbles", seats=2)
    private_notes.save_private_note(match, people["alice"], SECRET)
    assert "pearls" not in text_of(as_("bob").get(path_of(match)))
    assert as_("carol").get(path_of(match)).status_code == 404
    assert as_("carol").post(path_of(match), {"text": "x"}).status_code == 404
    assert Client().get(path_of(match)).status_code == 302
    for page in (f"/matches/{match.number}/", f"/matches/{match.number}/history/"):
        assert "pearls" not in text_of(as_("bob").get(page))
    assert SECRET in as_("alice").post("/settings/data/").getvalue().decode()
    assert SECRET not in as_("bob").post("/settings/data/").getvalue().decode()


def test_notes_that_are_too_long_are_refused_and_still_in_the_form(deal: Any, as_: As) -> None:
    match = deal("pebbles", seats=2)
    response = as_("alice").post(path_of(match), {"text": "x" * (private_notes.LONGEST + 1)})
    assert response.status_code == 422 and "x" * private_notes.LONGEST in response.content.decode()
    assert "the limit is 4000" in text_of(response) and not PrivateNote.objects.exists()


def test_a_stranger_keeps_no_notes_and_leaving_forgets_them(deal: Any, people: Any) -> None:
    match = deal("pebbles", seats=2)
    with pytest.raises(private_notes.CannotKeep):
        private_notes.save_private_note(match, people["carol"], "x")
    private_notes.save_private_note(match, people["alice"], "x")
    account_deletion.delete_account(people["alice"], address="alice@example.org")
    assert not PrivateNote.objects.exists()
