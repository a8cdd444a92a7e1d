"""A damaged match harms its own page only: every list that names it is there all the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from games.models import Match, Player, Prompt
from games.services import tokens
from games.services.play.decisions import MatchFrozen, submit_decision
from notifications import quarantine
from notifications.models import Quarantine
from tests.api.endpoints import BODIES, OPERATIONS, address

pytestmark = pytest.mark.django_db

WORDS = "unavailable"
DAMAGED = {
    "state": "'\\x00'::bytea",
    "options": "'7'::jsonb",
    "outcome": "'\"x\"'::jsonb",
    "bank": "'[]'::jsonb",
    "game": "'none'",
    "on_silence": "'none'",
    "undo": "'none'",
}
LISTS = ("/", "/matches/", "/leagues/", "/moderation/", "/status/", "/settings/")
PROGRAMS = ("matches/", "prompts/", "me/", "me/events/", "players/")


def damage(match: Match, column: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE games_match SET {column} = {DAMAGED[column]} WHERE id = %s", [match.pk]
        )


@pytest.fixture
def two(deal: Callable[..., Match]) -> list[Match]:
    return [deal("pebbles", seats=2, now=timezone.now()) for _ in range(2)]


@pytest.mark.parametrize("column", DAMAGED)
def test_every_list_is_shown_with_a_damaged_match_in_it(
    two: list[Match], people: dict[str, Any], as_: Callable[[str], Client], column: str
) -> None:
    alice = people["alice"]
    _, secret = tokens.make_token(alice, name="t", scopes=("read", "play"))
    damage(two[0], column)
    client = as_("alice")
    client.raise_request_exception = False
    desk = Client(raise_request_exception=False)
    staff = Player.objects.create_superuser("root@example.org", "x" * 20)
    desk.force_login(staff)

    found = {path: client.get(path).status_code for path in (*LISTS, f"/players/{alice.pk}/")}
    found |= {
        path: client.get(
            f"/api/v1/{path}", headers={"Authorization": f"Bearer {secret}"}
        ).status_code
        for path in PROGRAMS
    }
    found |= {
        path: desk.get(path, follow=True).status_code
        for path in ("/admin/games/match/", "/admin/games/prompt/", "/admin/")
    }

    good = client.get(f"/matches/{two[1].number}/")
    assert {path for path, status in found.items() if status >= 500} == set()
    assert good.status_code == 200


def test_the_dashboard_names_it_and_shows_the_others(
    two: list[Match], as_: Callable[[str], Client]
) -> None:
    damage(two[0], "state")

    page = as_("alice").get("/").content.decode()

    assert WORDS in page and f"/matches/{two[1].number}/" in page


def test_its_own_page_says_so_and_staff_knows(
    two: list[Match], as_: Callable[[str], Client]
) -> None:
    damage(two[0], "state")
    client = as_("alice")
    client.raise_request_exception = False

    page = client.get(f"/matches/{two[0].number}/")
    program = client.get(f"/api/v1/matches/{two[0].number}/table/")

    assert page.status_code == 500 and "Our staff has been told" in page.content.decode()
    assert program.status_code in (404, 500)
    row = Quarantine.objects.get(table="games.match", row_id=str(two[0].pk))
    assert (row.job, row.error) == ("pages", "ZstdError")


def names_a_match(operation: str) -> bool:
    path = OPERATIONS[operation][1]
    return "/matches/{number}/" in path or "/prompts/{token}/" in path


@pytest.mark.sampled(8)
@pytest.mark.parametrize("column", DAMAGED)
@pytest.mark.parametrize("operation", [name for name in OPERATIONS if names_a_match(name)])
def test_a_program_is_told_of_a_damaged_match_by_a_problem_document(
    deal: Callable[..., Match], people: dict[str, Any], operation: str, column: str
) -> None:
    # It was a bug of ours (500), after which programs ask again and again.
    match = deal("pebbles", seats=2, now=timezone.now())
    method, path = address(operation, match, people["alice"])
    _, secret = tokens.make_token(people["alice"], name="t", scopes=("read", "play", "manage"))
    damage(match, column)
    client = Client(raise_request_exception=False)

    response = client.generic(
        *(method, f"/api/v1/{path}", json.dumps(BODIES.get(operation, {}))),
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )

    assert response.status_code < 500, response.content
    if response.status_code >= 400:
        assert response["Content-Type"] == "application/problem+json"
        assert response.json()["status"] == response.status_code


def test_a_program_sees_a_damaged_match_as_frozen_and_staff_knows(
    two: list[Match], people: dict[str, Any]
) -> None:
    damage(two[0], "state")
    client = Client(raise_request_exception=False)
    client.force_login(people["alice"])

    response = client.get(f"/api/v1/matches/{two[0].number}/view/")

    assert (response.status_code, response.json()["code"]) == (409, "frozen")
    row = Quarantine.objects.get(table="games.match", row_id=str(two[0].pk))
    assert (row.job, row.error) == ("pages", "ZstdError")


def test_an_answer_to_it_freezes_it_with_the_reason(two: list[Match]) -> None:
    damage(two[0], "state")
    prompt = Prompt.objects.get(match=two[0], closed_at=None)

    with pytest.raises(MatchFrozen):
        submit_decision(prompt.token, None, source="page", key="k")

    two[0].refresh_from_db()
    row = Quarantine.objects.get()
    assert two[0].status == "frozen"
    assert (row.job, row.row_id, row.error) == ("match", str(two[0].pk), "ZstdError")
    assert row.place.startswith("games/queries/states.py:")


def test_what_is_set_aside_rests_longer_each_time_and_staff_or_new_code_wakes_it(
    people: dict[str, Any],
) -> None:
    alice, now = people["alice"], timezone.now()
    for _ in range(3):
        quarantine.set_aside("votes", Player, alice.pk, KeyError("secret"), now=now)
    row = Quarantine.objects.get()
    assert (row.tries, row.next_try_at - now) == (3, timedelta(minutes=4))
    assert "secret" not in str(vars(row))
    resting = quarantine.Attempts("votes", Player, now)
    assert not resting.skip_resting(Player.objects.filter(pk=alice.pk)).exists()

    assert quarantine.retry_after_release(now) == 0
    Quarantine.objects.update(release="older")
    assert quarantine.retry_after_release(now) == 1

    woken = quarantine.Attempts("votes", Player, now)
    assert woken.skip_resting(Player.objects.filter(pk=alice.pk)).exists()
    assert woken.attempt(alice.pk, lambda: 7) == 7
    assert not Quarantine.objects.exists()


def test_staff_has_a_row_tried_again_from_the_list(people: dict[str, Any]) -> None:
    now = timezone.now()
    quarantine.set_aside("votes", Player, people["alice"].pk, KeyError(), now=now)
    row = Quarantine.objects.get()

    assert quarantine.retry_entries(Quarantine.objects.filter(pk=row.pk), now=now) == 1

    row.refresh_from_db()
    assert row.next_try_at == now


def test_a_lost_database_sets_nothing_aside(people: dict[str, Any]) -> None:
    def lost() -> None:
        raise OperationalError("server closed the connection")

    with pytest.raises(OperationalError):
        quarantine.Attempts("votes", Player, timezone.now()).attempt(people["alice"].pk, lost)
    assert not Quarantine.objects.exists()
