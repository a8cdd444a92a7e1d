"""Every action on a league by page, admin and API, by everybody who could try it.

All are previews, which check what the deed checks, and change nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.models import AuditLogEntry, Pairing, Player, Season
from games.services import tokens
from games.services.leagues import directing, directors, entries
from games.services.leagues.seasons import run_leagues
from games.services.moderation.league_directors import APART
from games.services.moderation.roles import LEAGUE_ACTIONS, Action, Role

pytestmark = pytest.mark.django_db
WHO = ("anonymous", "player", "entrant", "director", "deputy", "playing_director", "staff")
RUN_IT = ("director", "deputy", "playing_director", "staff")
DOORS = ("page", "admin", "api")
# What somebody is told: it may be done, not by them, or not in a season that they play in.
MAY, SIGN_IN, NOT_THEIRS, TOO_CLOSE = "may", "sign in", "not theirs", "too close"


class Scene:
    """A running season of a league, and everybody around it."""

    def __init__(self, people: dict[str, Player]) -> None:
        now = timezone.now() - timedelta(hours=1)
        terms = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0, "least_entrants": 2}
        self.league = directing.found_league(name="Club", slug="club", given=terms)
        self.who = {
            "player": people["dave"],
            "entrant": people["alice"],
            "playing_director": people["carol"],
            **{name: self._create_player(name) for name in ("director", "deputy", "staff")},
        }
        for name in ("director", "deputy", "playing_director"):
            is_founder = name == "director"
            directors.appoint_director(self.league, self.who[name], is_founder=is_founder, now=now)
        group, _is_new = Group.objects.get_or_create(name=Role.DIRECTOR)
        self.who["staff"].groups.add(group)
        season = directing.open_season(self.league, now=now)
        for name in ("alice", "bob", "carol"):
            entries.sign_up(season, people[name], now=now)
        run_leagues(now)
        self.season = Season.objects.get(pk=season.pk)
        self.pairing = Pairing.objects.filter(settled_at=None, match__isnull=False)[0]
        directing.decide_pairing(
            Pairing.objects.filter(settled_at=None, match=None)[0], places=[1, 2], why="x", now=now
        )
        self.round = self.season.divisions.get().rounds.get(number=3)
        self.entry = self.season.entries.get(player=people["bob"])

    def _create_player(self, name: str) -> Player:
        return Player.objects.create_user(
            f"{name}@staff.example",
            "hush-hush-hush",
            display_name=f"The {name}",
            email_verified_at=timezone.now(),
            is_staff=name == "staff",
        )

    def rows(self) -> dict[Action, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]]:
        """For each action what a page, the admin and a program send."""
        season, entry = {"season": str(self.season.pk)}, {"entry": str(self.entry.pk)}
        league, whom = {"league": str(self.league.pk)}, {"whom": "Dave"}
        round_, why = {"round": str(self.round.pk)}, {"told": "Why."}
        third = {"round": 3}
        table = self.round.pairings.exclude(how="bye").get()
        seats = {"table": table.number, "seat": 0, "other_table": table.number, "other": 1}
        two = {"first": f"{table.number}.0", "second": f"{table.number}.1"}
        pairing = {"pairing": str(self.pairing.pk)}
        places = {"place_0": "1", "place_1": "2"}
        first = {"round": self.pairing.round.number, "table": self.pairing.number}
        return {
            Action.ADD_DEPUTY: (whom, league | whom, whom),
            Action.DROP_DEPUTY: (
                {"whom": "The deputy"},
                league | {"whom": "The deputy"},
                {"whom": "The deputy"},
            ),
            Action.INVITE: (season | whom, season | whom, whom),
            Action.WRITE: (season | {"text": "Hi."}, season | {"text": "Hi."}, {"text": "Hi."}),
            Action.EDIT_ROUND: (round_ | two | why, round_ | seats, third | seats),
            Action.DECIDE_TABLE: (
                pairing | places | why,
                pairing | {"places": "1 2"} | why,
                first | {"places": [1, 2]},
            ),
            Action.REMOVE_ENTRY: (entry | why, entry, {"player": str(self.entry.player_id)}),
            Action.POSTPONE: (
                round_ | {"days": 3} | why,
                round_ | {"days": 3},
                third | {"days": 3},
            ),
            Action.CALL_OFF: (season | why, season, {}),
            Action.CLOSE_SEASON: (season | why, season, {}),
            Action.EDIT_LEAGUE: (
                {},
                league | {"terms": '{"round_days": 9}'},
                {"terms": {"round_days": 9}},
            ),
        }


@pytest.fixture
def scene(people: dict[str, Player]) -> Scene:
    return Scene(people)


def expected(action: Action, door: str, who: str) -> str:
    if who == "anonymous" or (door == "admin" and who != "staff"):
        return SIGN_IN
    if who not in RUN_IT:
        return NOT_THEIRS
    return TOO_CLOSE if who == "playing_director" and action in APART else MAY


def by_page(scene: Scene, action: Action, player: Player | None) -> str:
    client = Client()
    if player is not None:
        client.force_login(player)
    path = f"/leagues/club/manage/{action}/"
    data = scene.rows()[action][0]
    if action == Action.EDIT_LEAGUE:
        path = "/leagues/club/manage/terms/"
        page = client.get(path)
        if page.status_code == 200:
            form = page.context["form"]
            values = {one.html_name: one.value() for one in form}
            data = {name: value for name, value in values.items() if value is not None}
            data = {name: value for name, value in data.items() if value is not False}
            data["round_days"] = "9"
    page = client.post(path, data)
    if page.status_code == 422:
        said = page.context["form"].non_field_errors()
        told = "You take part in this season: another director has to decide."
        assert said == [told], (action, page.context["form"].errors)
    return {200: MAY, 302: SIGN_IN, 403: NOT_THEIRS, 422: TOO_CLOSE}[page.status_code]


def by_admin(scene: Scene, action: Action, player: Player | None) -> str:
    client = Client()
    if player is not None:
        client.force_login(player)
    data = {**scene.rows()[action][1], "reason": "Why.", "rehearse": "yes"}
    page = client.post(f"/admin/desk/{action}/", data)
    if page.status_code == 200:
        assert page.context["preview"], (action, page.context["form"].errors)
    return {200: MAY, 302: SIGN_IN, 403: NOT_THEIRS}[page.status_code]


def by_api(scene: Scene, action: Action, player: Player | None) -> str:
    headers = {}
    if player is not None:
        name = f"{action} {timezone.now().timestamp()}"
        secret = tokens.make_token(player, name=name[:40], scopes=["play"])[1]
        headers["Authorization"] = f"Bearer {secret}"
    body = {**scene.rows()[action][2], "action": action, "preview": True, "reason": "Why."}
    answer = Client().post(
        "/api/v1/leagues/club/actions/",
        json.dumps(body),
        content_type="application/json",
        headers=headers,
    )
    told = {"not_yours": NOT_THEIRS, "not_allowed": TOO_CLOSE}
    if answer.status_code == 403:
        return told[answer.json()["code"]]
    return {200: MAY, 401: SIGN_IN}[answer.status_code]


TRIES: dict[str, Callable[[Scene, Action, Player | None], str]] = {
    "page": by_page,
    "admin": by_admin,
    "api": by_api,
}


@pytest.fixture(autouse=True)
def without_second_factor(settings: Any) -> None:
    settings.DEMO, settings.SITE_IS_LOCAL = True, True


@pytest.mark.parametrize("door", DOORS)
def test_each_action_at_each_door_for_each_role(scene: Scene, door: str) -> None:
    actions = list(scene.rows())
    assert set(actions) == set(LEAGUE_ACTIONS) - {Action.FOUND_LEAGUE, Action.OPEN_SEASON}

    came = {
        (action, who): TRIES[door](scene, action, scene.who.get(who))
        for action in actions
        for who in WHO
    }

    assert came == {(action, who): expected(action, door, who) for action, who in came}
    assert not AuditLogEntry.objects.filter(step=AuditLogEntry.Step.DONE).exists()
    strangers = [scene.who["player"], scene.who["entrant"]]
    assert not AuditLogEntry.objects.filter(by__in=strangers).exists()


def test_a_season_is_opened_and_a_league_founded_by_those_who_may(scene: Scene) -> None:
    """Not while another season is open; founding is for staff, and for reliable players."""
    Season.objects.update(state=Season.State.VOID)
    for who in WHO:
        client = Client()
        if player := scene.who.get(who):
            client.force_login(player)
        opened = client.post("/leagues/club/manage/open_season/", {})
        founded = client.get("/leagues/new/?game=pebbles")
        is_known = who != "anonymous"
        may = 200 if who in RUN_IT else 403
        assert opened.status_code == (may if is_known else 302), who
        alone = 200 if who == "staff" else 403
        assert founded.status_code == (alone if is_known else 302), who
