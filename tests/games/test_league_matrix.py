"""Every action on a league by page, admin and API, by everybody who could try it.

Actions of directors are previews, which check what the deed checks, and change nothing; by one who
may, each is also done. Deeds, steps of teams and answers to proposals are rolled back.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.models import (
    AuditLogEntry,
    Entry,
    League,
    Pairing,
    Player,
    Proposal,
    Season,
    TeamMember,
)
from games.services import tokens
from games.services.leagues import directing, directors, entries
from games.services.leagues.seasons import run_leagues
from games.services.moderation import desk
from games.services.moderation.league_directors import APART, TWO_WHILE_RUNNING
from games.services.moderation.roles import LEAGUE_ACTIONS, Action, Role
from games.services.moderation.staff_actions import DecideTable

from .test_directing_pages import posted_form

pytestmark = pytest.mark.django_db
# The members of the staff, with their roles.
STAFF = {
    "staff": Role.DIRECTOR,
    "helper": Role.HELPER,
    "moderator": Role.MODERATOR,
    "operator": Role.OPERATOR,
}
WHO = ("anonymous", "player", "entrant", "director", "deputy", "playing_director", *STAFF)
RUN_IT = ("director", "deputy", "playing_director", "staff", "operator")
DOORS = ("page", "admin", "api")
# What somebody is told: it may be done, not by them, or not in a season that they play in.
MAY, SIGN_IN, NOT_THEIRS, TOO_CLOSE = "may", "sign in", "not theirs", "too close"


class Scene:
    """A running season of a league, and everybody around it.

    In a league of teams the director who plays is no captain.
    """

    def __init__(self, people: dict[str, Player], team_size: int = 1) -> None:
        now = timezone.now() - timedelta(hours=1)
        self.is_for_teams = team_size > 1
        terms = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0, "least_entrants": 2}
        terms["team_size"] = team_size
        self.league = directing.found_league(name="Club", slug="club", values=terms)
        self.who = {
            "player": people["dave"],
            "entrant": people["alice"],
            "playing_director": people["carol"],
            **{name: self._create_player(name) for name in ("director", "deputy", *STAFF)},
        }
        for name in ("director", "deputy", "playing_director"):
            is_founder = name == "director"
            directors.appoint_director(self.league, self.who[name], is_founder=is_founder, now=now)
        for name, role in STAFF.items():
            group, _is_new = Group.objects.get_or_create(name=role)
            self.who[name].groups.add(group)
        season = directing.open_season(self.league, now=now)
        if team_size == 1:
            for name in ("alice", "bob", "carol"):
                entries.sign_up(season, people[name], now=now)
        else:
            for captain, other in (("alice", "second"), ("bob", "third"), ("fourth", "carol")):
                first, second = (
                    people.get(name) or self._create_player(name) for name in (captain, other)
                )
                entry = entries.sign_up(season, first, team_name=f"Team {captain}", now=now)
                entries.join_team(season, second, team_code=entry.team_code, now=now)
        run_leagues(now)
        self.season = Season.objects.get(pk=season.pk)
        tables = Pairing.objects.filter(settled_at=None).order_by("round__number")
        self.pairing = tables.filter(round__number=1)[0]
        directing.decide_pairing(tables.filter(round__number=2)[0], places=[1, 2], why="x", now=now)
        self.round = self.season.divisions.get().rounds.get(number=3)
        self.entry = self.season.entries.get(player=people["bob"])

    def _create_player(self, name: str) -> Player:
        return Player.objects.create_user(
            f"{name}@staff.example",
            "hush-hush-hush",
            display_name=f"The {name}",
            email_verified_at=timezone.now(),
            is_staff=name in STAFF,
        )

    def rows(self) -> dict[Action, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]]:
        """For each action what a page, the admin and a program send."""
        season, entry = {"season": str(self.season.pk)}, {"entry": str(self.entry.pk)}
        league, whom = {"league": str(self.league.pk)}, {"whom": "Dave"}
        round_, why = {"round": str(self.round.pk)}, {"told": "Why."}
        third = {"round": 3}
        table = self.round.pairings.exclude(how="bye").get()
        seats = {"table": table.number, "seat": 0, "other_table": table.number, "other": 1}
        names = [seat.entry.shown_name for seat in table.seats.order_by("-number")]
        bye = self.round.pairings.get(how="bye").seats.get().entry.shown_name
        turned = f"{names[0]} – {names[1]}\n{bye}"
        # The desk counts seats from 1.
        shown = seats | {"seat": 1, "other": 2}
        two = {"first": f"{table.number}.0", "second": f"{table.number}.1"}
        pairing = {"pairing": str(self.pairing.pk)}
        places = {"place_0": "1", "place_1": "2"}
        first = {"round": self.pairing.round.number, "table": self.pairing.number}
        named, entrant = {"name": "Otters"}, {"player": str(self.entry.player_id)}
        of_teams = {Action.RENAME_TEAM: (entry | named | why, entry | named, entrant | named)}
        return {
            **(of_teams if self.is_for_teams else {}),
            Action.ADD_DEPUTY: (whom, league | whom, whom),
            Action.DROP_DEPUTY: (
                {"whom": "The deputy"},
                league | {"whom": "The deputy"},
                {"whom": "The deputy"},
            ),
            Action.INVITE: (season | whom, season | whom, whom),
            Action.ENTER_LIST: (
                season | {"people": "Dave"},
                season | {"people": "Dave"},
                {"people": "Dave"},
            ),
            Action.PAIR_ROUND: (
                round_ | {"tables": turned} | why,
                round_ | {"tables": turned},
                third | {"tables": turned},
            ),
            Action.WRITE: (season | {"text": "Hi."}, season | {"text": "Hi."}, {"text": "Hi."}),
            Action.EDIT_ROUND: (round_ | two | why, round_ | shown, third | seats),
            Action.DECIDE_TABLE: (
                pairing | places | why,
                pairing | {"places": "1 2"} | why,
                first | {"places": [1, 2]},
            ),
            Action.REMOVE_ENTRY: (entry | why, entry, entrant),
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


@pytest.fixture(params=[1, 2], ids=["players", "teams"])
def scene(people: dict[str, Player], request: pytest.FixtureRequest) -> Scene:
    return Scene(people, request.param)


def expected(action: Action, door: str, who: str) -> str:
    if who == "anonymous" or (door == "admin" and who not in STAFF):
        return SIGN_IN
    if (door, who, action) == ("admin", "moderator", Action.RENAME_TEAM):
        return MAY
    if who not in RUN_IT:
        return NOT_THEIRS
    return TOO_CLOSE if who == "playing_director" and action in APART else MAY


def send_by_page(scene: Scene, action: Action, player: Player | None, *, confirms: bool) -> Any:
    """Send the form of an action as a browser does, to preview or to confirm it."""
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
    return client.post(path, data | ({"confirm": "yes"} if confirms else {}))


def by_page(scene: Scene, action: Action, player: Player | None) -> str:
    page = send_by_page(scene, action, player, confirms=False)
    if page.status_code == 422:
        said = page.context["form"].non_field_errors()
        told = "You take part in this season: another director has to decide."
        assert said == [told], (action, page.context["form"].errors)
    return {200: MAY, 302: SIGN_IN, 403: NOT_THEIRS, 422: TOO_CLOSE}[page.status_code]


def send_by_admin(scene: Scene, action: Action, player: Player | None, *, confirms: bool) -> Any:
    client = Client()
    if player is not None:
        client.force_login(player)
    data = {**scene.rows()[action][1], "reason": "Why.", "confirm" if confirms else "rehearse": "x"}
    return client.post(f"/admin/desk/{action}/", data)


def by_admin(scene: Scene, action: Action, player: Player | None) -> str:
    page = send_by_admin(scene, action, player, confirms=False)
    if page.status_code == 200:
        assert page.context["preview"], (action, page.context["form"].errors)
    return {200: MAY, 302: SIGN_IN, 403: NOT_THEIRS}[page.status_code]


def send_by_api(scene: Scene, action: Action, player: Player | None, *, confirms: bool) -> Any:
    body = {**scene.rows()[action][2], "action": action, "preview": not confirms, "reason": "Why."}
    return call_api(player, "/api/v1/leagues/club/actions/", body)


def by_api(scene: Scene, action: Action, player: Player | None) -> str:
    answer = send_by_api(scene, action, player, confirms=False)
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


@pytest.mark.sampled(3)
@pytest.mark.parametrize("door", DOORS)
def test_each_action_at_each_door_for_each_role(scene: Scene, door: str) -> None:
    actions = list(scene.rows())
    # Those of a season that has not begun are in test_season_starts.py.
    elsewhere = {Action.FOUND_LEAGUE, Action.OPEN_SEASON, Action.START_SEASON, Action.MOVE_START}
    # Of a Swiss system: in test_late_entries.py.
    elsewhere.add(Action.ADMIT_ENTRY)
    # Before the draw, or of a Swiss system: in test_entry_lists.py.
    elsewhere |= {Action.SEED, Action.FORBID_PAIR, Action.ALLOW_PAIR}
    elsewhere |= set() if scene.is_for_teams else {Action.RENAME_TEAM}
    assert set(actions) == set(LEAGUE_ACTIONS) - elsewhere

    came = {
        (action, who): TRIES[door](scene, action, scene.who.get(who))
        for action in actions
        for who in WHO
    }

    assert came == {(action, who): expected(action, door, who) for action, who in came}
    assert not AuditLogEntry.objects.filter(step=AuditLogEntry.Step.DONE).exists()
    strangers = [scene.who["player"], scene.who["entrant"]]
    assert not AuditLogEntry.objects.filter(by__in=strangers).exists()


SENDERS: dict[str, Callable[..., Any]] = {
    "page": send_by_page,
    "admin": send_by_admin,
    "api": send_by_api,
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("door", DOORS)
def test_each_action_is_done_at_each_door(scene: Scene, door: str) -> None:
    """What takes something away from a running season waits for a second person instead."""
    by = scene.who["operator" if door == "admin" else "director"]

    came = {}
    for action in scene.rows():
        with transaction.atomic():
            answer = SENDERS[door](scene, action, by, confirms=True)
            done = AuditLogEntry.objects.filter(step=AuditLogEntry.Step.DONE)
            waiting = Proposal.objects.filter(outcome=Proposal.Outcome.WAITING)
            came[action] = [
                answer.status_code,
                *(sorted(rows.values_list("action", "by")) for rows in (done, waiting)),
            ]
            transaction.set_rollback(True)

    status, mine = {"page": 303, "admin": 302, "api": 200}[door], by.pk
    assert came == {
        action: [status, [], [(action, mine)]]
        if action in TWO_WHILE_RUNNING
        else [status, [(action, mine)], []]
        for action in came
    }


def expected_founding(action: Action, door: str, who: str) -> str:
    if action == Action.OPEN_SEASON:
        return expected(action, door, who)
    if who == "anonymous" or (door == "admin" and who not in STAFF):
        return SIGN_IN
    return MAY if who in ("staff", "operator") else NOT_THEIRS


FOUNDED = {"name": "New", "slug": "new-one", "access": "open"}


def found_by_page(scene: Scene, action: Action, player: Player | None) -> str:
    if action == Action.OPEN_SEASON:
        return post_by_page(player, "/leagues/club/manage/open_season/")
    client = Client()
    if player is not None:
        client.force_login(player)
    page = client.get("/leagues/new/?game=pebbles&form=swiss")
    return {200: MAY, 302: SIGN_IN, 403: NOT_THEIRS}[page.status_code]


def post_by_page(player: Player | None, path: str, **data: str) -> str:
    client = Client()
    if player is not None:
        client.force_login(player)
    return {200: MAY, 302: SIGN_IN, 403: NOT_THEIRS}[client.post(path, data).status_code]


def found_by_admin(scene: Scene, action: Action, player: Player | None) -> str:
    data = {"league": str(scene.league.pk), "reason": "Why.", "rehearse": "yes"}
    if action == Action.FOUND_LEAGUE:
        data |= FOUNDED | {"terms": '{"game": "pebbles"}'}
    return post_by_page(player, f"/admin/desk/{action}/", **data)


def found_by_api(scene: Scene, action: Action, player: Player | None) -> str:
    path, body = "/api/v1/leagues/", {**FOUNDED, "terms": {"game": "pebbles"}, "preview": True}
    if action == Action.OPEN_SEASON:
        path, body = "/api/v1/leagues/club/actions/", {"action": action, "preview": True}
    answer = call_api(player, path, body)
    if answer.status_code in (403, 409, 422):
        assert answer.json()["code"] in ("not_yours", "cannot_found"), answer.json()
        return NOT_THEIRS
    return {200: MAY, 401: SIGN_IN}[answer.status_code]


def call_api(player: Player | None, path: str, body: dict[str, Any]) -> Any:
    """Send a request with a token of the player's, None for one without a token."""
    headers = {}
    if player is not None:
        name = f"token {timezone.now().timestamp()}"
        secret = tokens.make_token(player, name=name[:40], scopes=["play"])[1]
        headers["Authorization"] = f"Bearer {secret}"
    return Client().post(path, json.dumps(body), content_type="application/json", headers=headers)


@pytest.mark.parametrize("door", DOORS)
def test_a_league_is_founded_and_a_season_opened_by_those_who_may(scene: Scene, door: str) -> None:
    """Not while another season is open; founding is for staff, and for reliable players."""
    Season.objects.update(state=Season.State.VOID)
    tries = {"page": found_by_page, "admin": found_by_admin, "api": found_by_api}
    actions = (Action.FOUND_LEAGUE, Action.OPEN_SEASON)

    came = {
        (action, who): tries[door](scene, action, scene.who.get(who))
        for action in actions
        for who in WHO
    }

    assert came == {(action, who): expected_founding(action, door, who) for action, who in came}
    assert League.objects.count() == Season.objects.count() == 1


def confirm_by_page(scene: Scene, action: Action, by: Player) -> int:
    client = Client()
    client.force_login(by)
    if action == Action.OPEN_SEASON:
        return client.post("/leagues/club/manage/open_season/", {"confirm": "yes"}).status_code
    filled = posted_form(client, "/leagues/new/?game=pebbles&form=swiss", name="New one")
    return client.post(
        "/leagues/new/?game=pebbles&form=swiss", filled | {"confirm": "yes"}
    ).status_code


def confirm_by_admin(scene: Scene, action: Action, by: Player) -> int:
    client = Client()
    client.force_login(by)
    data = {"league": str(scene.league.pk), "reason": "Why.", "confirm": "yes"}
    if action == Action.FOUND_LEAGUE:
        data |= FOUNDED | {"terms": '{"game": "pebbles"}'}
    return client.post(f"/admin/desk/{action}/", data).status_code


def confirm_by_api(scene: Scene, action: Action, by: Player) -> int:
    path, body = "/api/v1/leagues/", {**FOUNDED, "terms": {"game": "pebbles"}}
    if action == Action.OPEN_SEASON:
        path, body = "/api/v1/leagues/club/actions/", {"action": action}
    return int(call_api(by, path, body).status_code)


@pytest.mark.parametrize("door", DOORS)
def test_a_league_is_founded_and_a_season_opened_at_each_door(scene: Scene, door: str) -> None:
    Season.objects.update(state=Season.State.VOID)
    confirm = {"page": confirm_by_page, "admin": confirm_by_admin, "api": confirm_by_api}[door]

    for action in (Action.FOUND_LEAGUE, Action.OPEN_SEASON):
        assert confirm(scene, action, scene.who["operator"]) in (200, 201, 302, 303)

    assert League.objects.get(slug="new-one").seasons.count() == 0
    assert scene.league.seasons.get(number=2).state == Season.State.SIGN_UP
    done = AuditLogEntry.objects.filter(step=AuditLogEntry.Step.DONE)
    assert set(done.values_list("action", flat=True)) == {"found_league", "open_season"}


# The second person.


def agree_by_page(proposal: Proposal, player: Player | None) -> None:
    path = f"/leagues/club/manage/proposals/{proposal.pk}/"
    client = Client()
    if player is not None:
        client.force_login(player)
    client.post(path, {"agree": "yes"})


def agree_by_admin(proposal: Proposal, player: Player | None) -> None:
    client = Client()
    if player is not None:
        client.force_login(player)
    client.post(f"/admin/desk/proposals/{proposal.pk}/", {"agree": "yes"})


def agree_by_api(proposal: Proposal, player: Player | None) -> None:
    call_api(player, f"/api/v1/leagues/club/proposals/{proposal.pk}/answer/", {"agree": True})


@pytest.mark.parametrize("door", DOORS)
def test_only_another_director_who_does_not_play_agrees(scene: Scene, door: str) -> None:
    agree = {"page": agree_by_page, "admin": agree_by_admin, "api": agree_by_api}[door]
    wanted = DecideTable(pairing=scene.pairing.pk, places=[1, 2], told="Why.", reason="Why.")
    proposal = desk.take_staff_action(scene.who["director"], wanted)
    assert isinstance(proposal, Proposal)

    agreed = set()
    for who in WHO:
        with transaction.atomic():
            agree(proposal, scene.who.get(who))
            if Proposal.objects.get(pk=proposal.pk).outcome == Proposal.Outcome.APPROVED:
                assert Pairing.objects.get(pk=scene.pairing.pk).places == [1, 2]
                agreed.add(who)
            transaction.set_rollback(True)

    staff = {"staff", "operator"}
    assert agreed == (staff if door == "admin" else staff | {"deputy"})


# The steps of teams.

TEAM_WHO = ("anonymous", "player", "member", "captain", "other_captain", "director", "staff")
STEPS = ("sign_up", "join_team", "check_in", "dismiss", "move_up", "leave")
# What comes of a step: it is done to the team, to a team of one's own, or nothing is changed.
DONE, OWN, NOTHING = "done", "own", "nothing"
# For each step who changes the team, and who changes a team of their own instead.
CHANGES = {
    "sign_up": ((), ("player", "director", "staff")),
    "join_team": (("player", "director", "staff"), ()),
    "check_in": (("member", "captain"), ("other_captain",)),
    "dismiss": (("captain",), ()),
    "move_up": (("captain",), ()),
    "leave": (("member", "captain"), ("other_captain",)),
}


class TeamScene:
    """A season that is checking in, with the teams Foxes and Owls of two players each."""

    def __init__(self, people: dict[str, Player], scene: Scene) -> None:
        now = timezone.now()
        Season.objects.update(state=Season.State.VOID)
        directing.change_league(scene.league, values={"check_in_days": 3})
        self.season = directing.open_season(scene.league, now=now)
        self.who = {
            **{name: scene.who[name] for name in ("player", "director", "staff")},
            "captain": people["alice"],
            "member": people["bob"],
            "other_captain": people["carol"],
        }
        self.foxes = entries.sign_up(self.season, self.who["captain"], team_name="Foxes", now=now)
        code = self.foxes.team_code
        entries.join_team(self.season, self.who["member"], team_code=code, now=now)
        entries.sign_up(self.season, self.who["other_captain"], team_name="Owls", now=now)
        self.target = TeamMember.objects.get(entry=self.foxes, player=self.who["member"])

    def describe(self, *, foxes: bool) -> list[Any]:
        """Return all that a step could change: of the team, or of everybody else."""
        rows = Entry.objects.filter(season=self.season).order_by("pk")
        rows = rows.filter(pk=self.foxes.pk) if foxes else rows.exclude(pk=self.foxes.pk)
        members = TeamMember.objects.filter(entry__in=rows).order_by("pk")
        known = ("entry", "player", "number", "left_at")
        fields = ("pk", "player", "state", "team_name")
        return [*rows.values_list(*fields), *members.values_list(*known)]


def step_by_page(scene: TeamScene, step: str, player: Player | None) -> int:
    client = Client()
    if player is not None:
        client.force_login(player)
    data = {"what": step, "team_name": "Wolves", "member": str(scene.target.pk)}
    if step == "join_team":
        data["team_code"] = scene.foxes.team_code
    # To leave is asked about on a page of its own.
    page = "leave" if step == "leave" else "part"
    return client.post(f"/leagues/club/2/{page}/", data).status_code


def step_by_admin(scene: TeamScene, step: str, player: Player | None) -> int:
    """The admin shows teams, and changes none: removing one is an action of directors."""
    client = Client()
    if player is not None:
        client.force_login(player)
    data = {"what": step, "team_name": "Wolves", "state": "left"}
    return client.post(f"/admin/games/entry/{scene.foxes.pk}/change/", data).status_code


def step_by_api(scene: TeamScene, step: str, player: Player | None) -> int:
    path = "/api/v1/leagues/club/2/part/"
    if step == "leave":
        headers = {}
        if player is not None:
            secret = tokens.make_token(player, name=str(timezone.now()), scopes=["play"])[1]
            headers["Authorization"] = f"Bearer {secret}"
        return Client().delete(path, headers=headers).status_code
    body = {"step": step, "team": "Wolves", "player": str(scene.who["member"].pk)}
    if step == "join_team":
        body["team_code"] = scene.foxes.team_code
    return int(call_api(player, path, body).status_code)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("state", [Season.State.SIGN_UP, Season.State.CHECK_IN])
@pytest.mark.parametrize("door", DOORS)
def test_each_step_of_a_team_at_each_door_for_each_role(
    people: dict[str, Player], door: str, state: Season.State
) -> None:
    scene = TeamScene(people, Scene(people, 2))
    Season.objects.filter(pk=scene.season.pk).update(state=state)
    take = {"page": step_by_page, "admin": step_by_admin, "api": step_by_api}[door]

    came, statuses = {}, set()
    for step in STEPS:
        for who in TEAM_WHO:
            before = [scene.describe(foxes=foxes) for foxes in (True, False)]
            with transaction.atomic():
                statuses.add(take(scene, step, scene.who.get(who)))
                after = [scene.describe(foxes=foxes) for foxes in (True, False)]
                transaction.set_rollback(True)
            changed = [one != other for one, other in zip(before, after, strict=True)]
            came[step, who] = DONE if changed[0] else OWN if changed[1] else NOTHING

    def wanted(step: str, who: str) -> str:
        if door == "admin" or (step == "check_in" and state == Season.State.SIGN_UP):
            return NOTHING
        theirs, own = CHANGES[step]
        return DONE if who in theirs else OWN if who in own else NOTHING

    assert came == {(step, who): wanted(step, who) for step, who in came}
    assert all(status < 500 for status in statuses)
