"""Pages to which e-mails lead: their forms work, and no other site learns their addresses."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.models import Player
from tests.email_pages import list_email_pages
from tests.emails import known_on
from tests.test_every_url import routes

from .reading import Deal

pytestmark = pytest.mark.django_db

KINDS = ("answer", "ballot", "invitation", "resign", "held", "appeal", "unsubscribe", "sign_in")


@pytest.fixture
def paths(deal: Deal, people: dict[str, Player]) -> dict[str, str]:
    match = deal("pebbles", seats=2, now=timezone.now())
    return list_email_pages(match, people)


def open_page(path: str, people: dict[str, Player]) -> tuple[Client, Any]:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people["alice"])
    known_on(client, people["alice"])
    return client, client.get(path)


@pytest.mark.parametrize("kind", KINDS)
def test_the_forms_of_a_page_behind_a_link_work_as_a_browser_sends_them(
    paths: dict[str, str], people: dict[str, Player], kind: str
) -> None:
    """With `no-referrer`, browsers send `Origin: null` with every form of a page."""
    client, page = open_page(paths[kind], people)
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())
    assert found
    form = {"csrfmiddlewaretoken": found[1]}

    refused = client.post("/sign-out/", form, headers={"origin": "null"})
    sent = client.post("/sign-out/", form, headers={"origin": "http://testserver"})

    assert page["Referrer-Policy"] == "same-origin"
    assert (refused.status_code, sent.status_code) == (403, 303)


def test_every_kind_of_page_is_there(paths: dict[str, str]) -> None:
    assert set(paths) == set(KINDS)


def test_every_page_tells_its_address_to_no_other_site_and_its_forms_where_they_are(
    client: Client, db: None
) -> None:
    """Also pages that are not there, and those of errors."""
    told = set()
    for route in routes():
        path = "/" + re.sub(r"<\w+:\w+>", "1", route)
        told.add(client.get(path).get("Referrer-Policy"))

    assert told == {"same-origin"} == {settings.SECURE_REFERRER_POLICY}
