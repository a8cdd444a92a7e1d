"""Filters of lists that somebody on the staff has saved."""

from __future__ import annotations

import pytest
from django.test import Client

from games.admin.saved_filters import MOST
from games.models import SavedFilter
from games.services.moderation.roles import Role

from .reading import text_of
from .test_moderation import staff

pytestmark = pytest.mark.django_db

PATH = "/admin/desk/filters/"


@pytest.fixture
def client(db: None) -> Client:
    """A browser in which a moderator is signed in."""
    client = Client()
    client.force_login(staff(Role.MODERATOR, "mo"))
    return client


def save(client: Client, query: str, name: str = "Open ones", model: str = "games.report") -> int:
    return client.post(PATH, {"list": model, "query": query, "name": name}).status_code


def test_a_saved_filter_stands_above_its_list_and_nowhere_else(client: Client) -> None:
    save(client, "outcome__exact=open&q=bob&p=2")

    assert SavedFilter.objects.get().query == "outcome__exact=open&q=bob"
    shown = client.get("/admin/games/report/").content.decode()
    assert 'href="?outcome__exact=open&amp;q=bob"' in shown and "Open ones" in shown
    assert "Open ones" not in text_of(client.get("/admin/games/match/"))
    other = Client()
    other.force_login(staff(Role.MODERATOR, "max"))
    assert "Open ones" not in text_of(other.get("/admin/games/report/"))


def test_the_same_name_replaces_and_a_filter_can_be_deleted(client: Client) -> None:
    save(client, "q=bob")
    save(client, "q=carol")
    row = SavedFilter.objects.get()
    assert row.query == "q=carol"

    stranger = Client()
    stranger.force_login(staff(Role.MODERATOR, "max"))
    assert stranger.post(f"{PATH}{row.pk}/delete/").status_code == 404
    assert client.get(f"{PATH}{row.pk}/delete/").status_code == 405
    client.post(f"{PATH}{row.pk}/delete/")

    assert not SavedFilter.objects.exists()


@pytest.mark.parametrize("query", ["by__email=x", "text__startswith=a", "", "q=" + "x" * 600])
def test_only_what_the_list_shows_can_be_saved(client: Client, query: str) -> None:
    assert save(client, query) == 302
    assert not SavedFilter.objects.exists()


def test_a_filter_needs_a_name_and_a_list_that_one_may_see(client: Client) -> None:
    save(client, "q=a", name="  ")
    save(client, "q=a", name="x" * 41)
    assert save(client, "q=a", model="games.nonsense") == 404
    assert save(client, "q=a", model="sessions.session") == 404
    assert save(client, "q=a", model="games.snapshot") == 403
    assert not SavedFilter.objects.exists()


def test_there_are_only_so_many(client: Client) -> None:
    for number in range(MOST + 1):
        save(client, f"q={number}", name=str(number))
    assert SavedFilter.objects.count() == MOST
