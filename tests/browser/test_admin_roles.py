"""The actions of the admin site in a browser, by role: previewed, carried out, or refused.

Each action is tried by the first role that may, and by the first one that may not. DESK=full tries
every action with every role.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import Browser, Page, Route

from games.models import (
    AuditLogEntry,
    Match,
    Player,
    Proposal,
)
from games.services.moderation import approvals, league_directors
from games.services.moderation.desk import HANDLERS
from games.services.moderation.roles import MAY, SUPERUSERS_ONLY, Action, Role
from tests.games import desk_cases
from tests.games.desk_cases import Case

pytestmark = pytest.mark.django_db(transaction=True)

PATHS = {"match": "games/match", "player": "games/player", "email": "notifications/notification"}
PATHS |= {
    "message": "games/message",
    "report": "games/report",
    "round": "games/round",
    "hint": "games/fraudsignal",
}
PATHS |= {name: f"games/{name}" for name in ("league", "season", "entry", "pairing")}


@pytest.fixture
def cases(deal: Callable[..., Match], people: dict[str, Player]) -> dict[Action, Case]:
    return desk_cases.cases(deal, people)


@pytest.fixture
def admin_pages(browser: Browser, live_server: Any) -> Iterator[dict[Role, Page]]:
    """Yield a page on the admin site for each role, without scripts and styles."""

    def bare(route: Route) -> None:
        is_page = route.request.resource_type == "document"
        route.continue_() if is_page else route.abort()

    pages = {}
    with ExitStack() as opened:
        for role in Role:
            address = f"{role.split()[-1]}@example.org"
            person = Player.objects.create_user(address, "hush-hush-hush", is_staff=True)
            # Groups are created by migrations; other transactional tests have deleted them.
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


def preview(page: Page, case: Case) -> None:
    """Fill in the form of an action and request its preview."""
    for name, value in (case[1] | {"reason": "They asked."}).items():
        page.fill(f"[name={name}]", value)
    page.click("[name=rehearse]")


def form_of(action: Action, case: Case) -> str:
    about = "&".join(f"{name}={pk}" for name, pk in case[0].items())
    return f"desk/{action}/?{about}"


def roles_for(action: Action) -> list[Role]:
    """Return who tries it before it is carried out: everybody, or the first who may not."""
    if os.environ.get("DESK") == "full":
        return list(Role)
    return [role for role in Role if role not in MAY[action]][:1]


@pytest.mark.long
def test_every_action_is_done_by_who_may_and_refused_to_who_may_not(
    admin_pages: dict[Role, Page], cases: dict[Action, Case]
) -> None:
    assert (
        set(cases)
        == set(HANDLERS) - SUPERUSERS_ONLY
        == set(Action) - {Action.APPROVE} - SUPERUSERS_ONLY
    )
    for action, case in cases.items():
        for role in roles_for(action):
            answer = admin_pages[role].goto(form_of(action, case))
            if role not in MAY[action]:
                assert answer and answer.status == 403, (role, action)
                continue
            preview(admin_pages[role], case)
            assert admin_pages[role].locator("text=This would change").count() == 1, (role, action)
    done = AuditLogEntry.objects.filter(step=AuditLogEntry.Step.DONE, action__in=list(HANDLERS))
    assert not done.exists() and not Proposal.objects.exists()

    for action, case in cases.items():
        # The first role that may carries it out.
        role = next(one for one in Role if one in MAY[action])
        page = admin_pages[role]
        about, pk = next(iter(case[0].items()), ("", None))
        page.goto(f"{PATHS[about]}/{pk}/change/" if about else "")
        page.click(f"nav a[href*='/desk/{action}/']")
        preview(page, case)
        page.click("[name=confirm]")
        assert page.locator("[role=alert]").count() == 0, (role, action)
    alone = set(cases) - approvals.ALWAYS_TWO - league_directors.TWO_WHILE_RUNNING
    assert set(done.values_list("action", flat=True)) == alone

    for proposal in Proposal.objects.all():
        path = f"desk/proposals/{proposal.pk}/"
        refused = admin_pages[Role.HELPER].goto(path)
        assert refused and refused.status == 403
        role = next(one for one in reversed(Role) if one in MAY[Action(proposal.action)])
        admin_pages[role].goto(path)
        admin_pages[role].click("[name=agree]")
    assert set(done.values_list("action", flat=True)) == set(cases)
