"""The actions of the desk in a browser, by role: rehearsed, done, or refused.

Each action by the first role that may, and its refusal to the first that may not. DESK=full tries
every action as every role.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route

from games.mail import read_reply
from games.models import (
    Deed,
    Hint,
    Match,
    Player,
    Proposal,
    Round,
    Sanction,
)
from games.services import pauses
from games.services.decisions import submit_decision
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.moderation import measures, reports
from games.services.moderation.desk import DOERS
from games.services.moderation.roles import MAY, Action, Role
from notifications.inbound import Reply
from notifications.models import Notice

pytestmark = pytest.mark.django_db(transaction=True)

# What the form is about, and what is typed.
Case = tuple[dict[str, UUID], dict[str, str]]
PATHS = {"match": "games/match", "player": "games/player", "letter": "notifications/notice"}
PATHS |= {"report": "games/report", "round": "games/round", "hint": "games/hint"}


@pytest.fixture
def cases(deal: Callable[..., Match], people: dict[str, Player]) -> dict[Action, Case]:
    """For each action something that it can be done to; none is in the way of another."""
    alice, bob, carol, dave = people.values()
    now = timezone.now()

    def table(**typed: str) -> Case:
        match = deal("pebbles", seats=2, now=now)
        for _ in range(2):
            token = match.prompts.get(closed=None).token
            submit_decision(token, None, source="page", key=token, now=now)
        return {"match": match.pk}, typed

    def held() -> Case:
        match = deal("pebbles", seats=2, now=now)
        prompt = match.prompts.get()
        ids = {"letter_id": uuid4(), "message_id": f"<{uuid4()}@example.org>"}
        said: dict[str, Any] = {"sender": "mallory@example.org", "lines": ["take 2"], **ids}
        assert read_reply(Reply(token=prompt.token, received=now, **said)) == "stranger"
        return {"letter": Notice.objects.filter(kind="held").latest("id").pk}, {}

    later = _second_round(people)
    paused = table()
    pauses.pause(Match.objects.get(pk=paused[0]["match"]), why=Match.Why.STAFF, now=now)
    Sanction.objects.create(player=dave, kind="suspension", reason="x", since=now)
    sent = Notice.objects.filter(kind="your_turn")[0].pk
    Notice.objects.filter(pk=sent).update(state="failed")
    one, two = sorted((alice, bob), key=lambda player: player.pk)
    facts: dict[str, Any] = {"many": 1, "first": str(now), "last": str(now), "together": 1}
    hint = Hint.objects.create(kind="device", one=one, two=two, facts=facts, found=now, seen=now)
    return {
        Action.EXTEND: table(seat="0", hours="5", told="More time."),
        Action.PAUSE: table(),
        Action.RESUME: paused,
        Action.ANSWER: table(seat="0"),
        Action.REPLACE: table(seat="0"),
        Action.SWAP: table(seat="0", other="1"),
        Action.REWIND: table(ply="1"),
        Action.ADJUDICATE: table(places="1 2"),
        Action.VOID: table(),
        Action.WARN: ({"player": carol.pk}, {"told": "Please do not shout."}),
        Action.SUSPEND: ({"player": carol.pk}, {"told": "You shouted."}),
        Action.BAN: ({"player": carol.pk}, {"told": "You went on shouting."}),
        Action.LIFT: ({"player": dave.pk}, {}),
        Action.MERGE: ({"player": dave.pk}, {"whom": "carol@example.org"}),
        Action.RESEND: ({"letter": sent}, {}),
        Action.RELEASE: held(),
        Action.REJECT: held(),
        Action.SETTLE: ({"report": reports.report(alice, bob, "He shouts.").pk}, {}),
        Action.LOOK: table(seat="0"),
        Action.DISMISS: ({"hint": hint.pk}, {}),
        Action.EDIT_ROUND: (
            {"round": later},
            {"table": "1", "seat": "0", "other_table": "2", "other": "0"},
        ),
    }


def _second_round(people: dict[str, Player]) -> UUID:
    now = timezone.now()
    terms = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0}
    league = directing.found_league(name="Harbour league", slug="harbour", given=terms)
    season = directing.open_season(league, now=now)
    for player in people.values():
        entries.sign_up(season, player, now=now)
    run_leagues(now)
    return Round.objects.get(number=2).pk


@pytest.fixture
def desks(browser: Browser, live_server: Any) -> Iterator[dict[Role, Page]]:
    """A page at the desk for each role, without scripts and without looks."""

    def bare(route: Route) -> None:
        is_page = route.request.resource_type == "document"
        route.continue_() if is_page else route.abort()

    pages = {}
    with ExitStack() as opened:
        for role in Role:
            address = f"{role.split()[-1]}@example.org"
            person = Player.objects.create_user(address, "hush-hush-hush", is_staff=True)
            # Groups come with the migrations, which other tests of this kind have swept away.
            person.groups.add(Group.objects.get_or_create(name=role)[0])
            context = browser.new_context(
                java_script_enabled=False, base_url=f"{live_server.url}/admin/"
            )
            opened.callback(context.close)
            context.set_default_timeout(10_000)
            context.route("**/*", bare)
            pages[role] = page = context.new_page()
            page.goto("")
            page.fill("[name=username]", address)
            page.fill("[name=password]", "hush-hush-hush")
            page.click("[type=submit]")
            assert page.title().startswith("Site administration"), role
        yield pages


def rehearse(page: Page, case: Case) -> None:
    """Type what the action needs into its form, and ask what would change."""
    for name, value in (case[1] | {"reason": "They asked."}).items():
        page.fill(f"[name={name}]", value)
    page.click("[name=rehearse]")


def form_of(action: Action, case: Case) -> str:
    ((about, pk),) = case[0].items()
    return f"desk/{action}/?{about}={pk}"


def roles_for(action: Action) -> list[Role]:
    """Who tries it before it is done: everybody, or the first who may not."""
    if os.environ.get("DESK") == "full":
        return list(Role)
    return [role for role in Role if role not in MAY[action]][:1]


def test_every_action_is_done_by_who_may_and_refused_to_who_may_not(
    desks: dict[Role, Page], cases: dict[Action, Case]
) -> None:
    assert set(cases) == set(DOERS) == set(Action) - {Action.APPROVE}
    for action, case in cases.items():
        for role in roles_for(action):
            answer = desks[role].goto(form_of(action, case))
            if role not in MAY[action]:
                assert answer and answer.status == 403, (role, action)
                continue
            rehearse(desks[role], case)
            assert desks[role].locator("text=This would change").count() == 1, (role, action)
    assert not Deed.objects.exists() and not Proposal.objects.exists()

    for action, case in cases.items():
        # Each is done by the first who may.
        role = next(one for one in Role if one in MAY[action])
        page = desks[role]
        ((about, pk),) = case[0].items()
        page.goto(f"{PATHS[about]}/{pk}/change/")
        page.click(f"nav a:text-is('{action}')")
        rehearse(page, case)
        page.click("[name=confirm]")
        assert page.locator("[role=alert]").count() == 0, (role, action)
    alone = set(cases) - measures.ALWAYS_TWO
    assert set(Deed.objects.values_list("action", flat=True)) == alone

    for proposal in Proposal.objects.all():
        path = f"desk/proposals/{proposal.pk}/"
        refused = desks[Role.HELPER].goto(path)
        assert refused and refused.status == 403
        role = next(one for one in reversed(Role) if one in MAY[Action(proposal.action)])
        desks[role].goto(path)
        desks[role].click("[name=agree]")
    assert set(Deed.objects.values_list("action", flat=True)) == set(cases)
