"""The page of a division in a frame of another site, and what programs read of a bracket."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from games.models import Player, Season
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues

pytestmark = pytest.mark.django_db
PATH = "/embed/leagues/cup/1/1.1/"


def start_cup(people: dict[str, Player], form: str, access: str = "open") -> Season:
    now = timezone.now() - timedelta(minutes=5)
    values = {"game": "pebbles", "form": form, "sign_up_days": 0, "check_in_days": 0}
    cup = directing.found_league(name="Cup", slug="cup", values=values)
    season = directing.open_season(cup, now=now)
    for player in people.values():
        entries.sign_up(season, player, now=now)
    run_leagues(now)
    cup.access = access
    cup.save()
    return season


def list_paths(patterns: Any = None, before: str = "") -> list[str]:
    """The routes of the site without arguments."""
    paths = []
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            paths += list_paths(pattern.url_patterns, route)
        elif "<" not in route and "^" not in route:
            paths.append(f"/{route}")
    return paths


def test_the_page_for_frames_knows_nobody_and_sets_no_cookie(
    people: dict[str, Player], as_: Any
) -> None:
    start_cup(people, "knock_out")
    alice = as_("alice")
    Player.objects.filter(pk=people["alice"].pk).update(language="fr")

    mine, public = alice.get(PATH), Client().get(PATH)

    assert mine.content == public.content and "Alice" in public.content.decode()
    assert not mine.cookies and not public.cookies
    assert "csrf" not in public.content.decode() and "<script" not in public.content.decode()
    assert alice.cookies and alice.post(PATH).status_code == 405
    assert "Halbfinale" in Client().get(f"{PATH}?language=de").content.decode()


def test_only_that_page_is_shown_in_frames(people: dict[str, Player]) -> None:
    start_cup(people, "knock_out")

    page = Client().get(PATH)

    policy = page["Content-Security-Policy"]
    assert "frame-ancestors *" in policy and "default-src 'none'" in policy
    assert "script-src" not in policy and "form-action 'none'" in policy
    assert "X-Frame-Options" not in page
    for path in ("/leagues/cup/1/1.1/", "/leagues/cup/1/", "/embed/leagues/cup/9/1.1/"):
        other = Client().get(path)
        assert "frame-ancestors 'none'" in other["Content-Security-Policy"]
        assert other["X-Frame-Options"] == "DENY"


def test_no_other_page_lets_another_site_frame_it(as_: Any) -> None:
    alice = as_("alice")
    # The sample e-mail stands in a frame of the landing page.
    own_frames = {"/sample-email/"}

    policies = {
        path: alice.get(path, follow=False).get("Content-Security-Policy", "")
        for path in list_paths()
        if not path.startswith(("/admin/", "/api/v1/")) and path != "/sign-out/"
    }

    assert len(policies) > 50
    loose = {path for path, policy in policies.items() if "frame-ancestors 'none'" not in policy}
    assert loose <= own_frames


def test_a_league_that_only_some_enter_is_in_no_frame(people: dict[str, Player]) -> None:
    start_cup(people, "knock_out", access="code")

    assert Client().get(PATH).status_code == 404
    assert "iframe" not in Client().get("/leagues/cup/1/1.1/").content.decode()


@pytest.mark.parametrize(
    ("form", "parts", "groups"),
    [
        ("knock_out", [None], 0),
        ("double_elimination", ["unbeaten"], 0),
        ("groups", [], 1),
        ("swiss", [], 0),
    ],
)
def test_programs_read_brackets_and_groups(
    form: str, parts: list[str | None], groups: int, people: dict[str, Player]
) -> None:
    start_cup(people, form)

    division = Client().get("/api/v1/leagues/cup/1/").json()["divisions"][0]

    assert [bracket["part"] for bracket in division["brackets"]] == parts
    assert len(division["groups"]) == groups
    for bracket in division["brackets"]:
        assert bracket["rounds"][0]["tables"][0] in division["pairings"]
    page = Client().get("/leagues/cup/1/1.1/").content.decode()
    assert f"{PATH}?language=en" in page
