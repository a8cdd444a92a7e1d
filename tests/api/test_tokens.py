"""Personal tokens: made, shown once, used, revoked; and the session of a page."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from games.api.endpoint import A_MINUTE, check_pace
from games.models import PersonalToken
from games.services import tokens
from games.services.account_deletion import delete_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(people: dict[str, Any]) -> Client:
    """A browser in which alice is signed in."""
    client = Client()
    client.force_login(people["alice"])
    return client


def test_a_token_is_shown_once_and_kept_as_a_hash(page: Client) -> None:
    made = page.post("/settings/tokens/", {"name": "my bot", "scopes": ["read", "play"]})

    row = PersonalToken.objects.get()
    secret = made.context["secret"]
    assert secret in made.content.decode() and "no-store" in made["Cache-Control"]
    assert len(bytes.fromhex(secret.removeprefix("abp_"))) * 8 >= 160
    assert row.digest == hashlib.sha256(secret.encode()).hexdigest()
    assert (row.scopes, row.last_used_at) == ("read play", None)
    again = page.get("/settings/tokens/").content.decode()
    assert secret not in again and "my bot" in again


def test_a_form_without_a_scope_makes_nothing(page: Client) -> None:
    assert page.post("/settings/tokens/", {"name": "my bot"}).status_code == 422
    assert not PersonalToken.objects.exists()


def test_a_revoked_token_opens_nothing(program: Any, page: Client) -> None:
    alice = program("alice")
    assert alice("GET", "me/").status_code == 200

    page.post(f"/settings/tokens/{PersonalToken.objects.get().pk}/revoke/")

    refused = alice("GET", "me/")
    assert refused.status_code == 401 and refused["WWW-Authenticate"].startswith("Bearer")


def test_nobody_revokes_the_token_of_another(people: dict[str, Any], page: Client) -> None:
    token, _secret = tokens.make_token(people["bob"], name="his", scopes=["read"])

    page.post(f"/settings/tokens/{token.pk}/revoke/")

    token.refresh_from_db()
    assert token.revoked_at is None


def test_last_use_is_noted_once_a_minute(people: dict[str, Any]) -> None:
    _token, secret = tokens.make_token(people["alice"], name="mine", scopes=["read"])
    noon = timezone.now()

    for seconds in (0, 30, 70):
        tokens.use_token(secret, now=noon + timedelta(seconds=seconds))
        row = PersonalToken.objects.get()
        assert row.last_used_at == noon + timedelta(seconds=70 if seconds == 70 else 0)


def test_a_token_expires_and_with_it_what_it_has_made(program: Any, page: Client) -> None:
    alice = program("alice")
    body = {"name": "short", "scopes": ["manage"], "days": 30}
    made = alice("POST", "me/tokens/", body).json()
    short = type(alice)(made["secret"])
    child = short("POST", "me/tokens/", {"name": "child", "scopes": ["read"]}).json()
    shown = page.get("/settings/tokens/").content.decode()

    assert made["scopes"] == ["read", "manage"] and made["expires_at"] == child["expires_at"]
    assert "Expires:" in shown and len(alice.list("me/tokens/")) == 3
    assert alice("POST", "me/tokens/", body | {"days": 0}).status_code == 400
    PersonalToken.objects.filter(pk=made["id"]).update(
        expires_at=timezone.now() - timedelta(hours=1)
    )
    assert short("GET", "me/").status_code == 401 and len(alice.list("me/tokens/")) == 2


def test_a_token_makes_none_that_may_do_more(program: Any) -> None:
    manager = program("alice", "manage")

    more = manager("POST", "me/tokens/", {"name": "more", "scopes": ["play"]})
    same = manager("POST", "me/tokens/", {"name": "same", "scopes": ["manage"]})

    assert (more.status_code, more.json()["code"]) == (422, "cannot_make_token")
    assert same.status_code == 201 and same.json()["secret"].startswith("abp_")


def test_there_is_an_end_to_tokens(program: Any, people: dict[str, Any]) -> None:
    alice = program("alice")
    new = {"name": "one more", "scopes": ["read"]}
    made = [alice("POST", "me/tokens/", new).status_code for _ in range(tokens.MAX_TOKENS)]

    assert made == [201] * (tokens.MAX_TOKENS - 1) + [422]


def test_a_session_needs_the_cross_site_token_to_change_something(people: dict[str, Any]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people["alice"])

    assert client.get("/api/v1/me/").json()["scopes"] == ["read", "play", "manage"]
    forged = client.patch("/api/v1/me/", {"zone": "UTC"}, content_type="application/json")
    assert forged.status_code == 403
    client.get("/settings/")
    headers = {"X-CSRFToken": client.cookies["csrftoken"].value}
    changed = client.patch(
        "/api/v1/me/", {"zone": "Europe/Paris"}, content_type="application/json", headers=headers
    )
    assert changed.json()["zone"] == "Europe/Paris"


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ("Bearer abp_x", "authentication_failed"),
        ("Basic YTpi", "no_bearer_token"),
        ("Bearer ", "no_bearer_token"),
        ("x", "no_bearer_token"),
    ],
)
def test_a_strange_token_is_refused_even_where_none_is_needed(bad: str, code: str) -> None:
    refused = Client().get("/api/v1/games/", headers={"Authorization": bad})

    assert (refused.status_code, refused.json()["code"]) == (401, code)


@pytest.mark.parametrize(
    ("change", "field"),
    [({"zone": "Mars/Olympus"}, "zone"), ({"display_name": ""}, "display_name"),
     ({"language": "xx"}, "language"), ({"display_name": "a\u200eb"}, "display_name")],
)  # fmt: skip
def test_settings_nobody_has_are_refused(program: Any, change: dict[str, str], field: str) -> None:
    refused = program("alice")("PATCH", "me/", change)

    assert (refused.status_code, refused.json()["field"]) == (400, field)


def test_whoever_asks_too_often_is_told_when_to_come_back(
    program: Any, people: dict[str, Any]
) -> None:
    alice = program("alice")
    for _ in range(A_MINUTE["manage"]):
        check_pace(HttpRequest(), "manage", people["alice"].pk.hex)

    refused = alice("PATCH", "me/", {"zone": "UTC"})

    assert refused.status_code == 429 and 1 <= int(refused["Retry-After"]) <= 60
    assert alice("GET", "me/").status_code == 200
    assert program("bob")("PATCH", "me/", {"zone": "UTC"}).status_code == 200


def test_who_leaves_for_good_leaves_no_token(program: Any, people: dict[str, Any]) -> None:
    alice = program("alice")

    delete_account(people["alice"], address="alice@example.org")

    assert alice("GET", "me/").status_code == 401 and not PersonalToken.objects.exists()
