"""One action on several rows of a list, and the time line beside the form that rewinds."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import AuditLogEntry, Match, Player, Proposal, Report, Sanction
from games.services.moderation import reports
from games.services.moderation.roles import Role
from games.services.play.decisions import submit_decision

from .reading import text_of
from .test_moderation import staff

pytestmark = pytest.mark.django_db


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def client(db: None) -> Client:
    """A browser in which a moderator is signed in."""
    return browser(staff(Role.MODERATOR, "mo"))


@pytest.fixture
def told(people: dict[str, Player]) -> list[Report]:
    """Three reports."""
    alice, bob, carol, dave = people.values()
    return [reports.report_player(alice, about, "He shouts.") for about in (bob, carol, dave)]


def choose(client: Client, model: str, action: str, rows: list[Any]) -> str:
    """Choose rows of a list and an action for them; the path of its form."""
    chosen = {"action": action, "_selected_action": [str(row.pk) for row in rows]}
    done = client.post(f"/admin/games/{model}/?q=", chosen)
    assert done.status_code == 302, text_of(done)
    return str(done["Location"])


def test_several_reports_are_settled_together_after_one_preview(
    client: Client, told: list[Report]
) -> None:
    path = choose(client, "report", "settle", told)
    assert "3 rows" in text_of(client.get(path))

    rehearsed = client.post(path, {"reason": "Spam.", "rehearse": "yes"})
    assert text_of(rehearsed).count("The report is dismissed.") == 3
    assert not Report.objects.exclude(outcome="open").exists()
    take = re.findall(r'name="take" value="([^"]+)"', rehearsed.content.decode())
    done = client.post(path, {"reason": "Spam.", "take": take, "confirm": "yes"}, follow=True)

    assert "Done for 3 rows." in text_of(done)
    assert done.redirect_chain == [("/admin/games/report/?q=", 302)]
    assert Report.objects.filter(outcome="dismissed").count() == 3
    steps = AuditLogEntry.objects.values_list("step", flat=True)
    assert sorted(steps) == ["done"] * 3 + ["rehearsed"] * 3


def test_what_is_refused_is_left_out_and_said_so(
    client: Client, told: list[Report], people: dict[str, Player]
) -> None:
    path = choose(client, "report", "settle", told)
    Report.objects.filter(pk=told[0].pk).update(outcome="upheld")

    rehearsed = client.post(path, {"reason": "Spam.", "rehearse": "yes"})

    assert "left out: That has been settled already." in text_of(rehearsed)
    assert "Do it for 2 rows" in text_of(rehearsed)
    take = re.findall(r'name="take" value="([^"]+)"', rehearsed.content.decode())
    assert str(told[0].pk) not in take and len(take) == 2


def test_nothing_is_done_if_one_is_refused_in_the_end(client: Client, told: list[Report]) -> None:
    path = choose(client, "report", "settle", told)
    Report.objects.filter(pk=told[2].pk).update(outcome="upheld")
    take = [str(row.pk) for row in told]

    refused = client.post(path, {"reason": "Spam.", "take": take, "confirm": "yes"})

    assert "That has been settled already." in text_of(refused)
    assert Report.objects.filter(outcome="open").count() == 2


def test_rows_that_one_may_not_know_of_are_not_taken(
    told: list[Report], people: dict[str, Player]
) -> None:
    bob = people["bob"]
    Player.objects.filter(pk=bob.pk).update(is_staff=True, is_superuser=True)
    own = browser(Player.objects.get(pk=bob.pk))
    ids = "&".join(f"id={row.pk}" for row in told)

    shown = own.post(f"/admin/desk/bulk/settle/?{ids}", {"reason": "r", "rehearse": "yes"})

    assert text_of(shown).count("The report is dismissed.") == 2
    about_me = f"/admin/desk/bulk/settle/?id={told[0].pk}"
    assert "You cannot change any" in text_of(own.get(about_me))


def test_only_who_may_take_an_action_finds_it_and_its_form(told: list[Report]) -> None:
    helper = browser(staff(Role.HELPER, "hal"))
    assert 'value="settle"' not in helper.get("/admin/games/report/").content.decode()
    path = f"/admin/desk/bulk/settle/?id={told[0].pk}"
    assert helper.get(path).status_code == 403
    assert helper.get("/admin/desk/bulk/ban/?id=1").status_code == 404
    assert helper.get("/admin/desk/bulk/nonsense/").status_code == 404
    moderator = browser(staff(Role.MODERATOR, "mo"))
    assert "You cannot change any" in text_of(moderator.get("/admin/desk/bulk/settle/?id=nonsense"))


def test_long_suspensions_of_several_are_proposed_one_by_one(
    client: Client, people: dict[str, Player]
) -> None:
    players = [people["bob"], people["carol"]]
    path = choose(client, "player", "suspend", players)
    said = {"hours": "1000", "told": "Collusion.", "reason": "r", "confirm": "yes"}

    done = client.post(path, {**said, "take": [str(one.pk) for one in players]}, follow=True)

    assert "Waiting for approval: 2." in text_of(done)
    assert Proposal.objects.count() == 2 and not Sanction.objects.exists()


def test_matches_are_found_by_their_players(
    client: Client, deal: Callable[..., Match], people: dict[str, Player]
) -> None:
    match = deal("pebbles", seats=2)

    for query, many in {"bob@example": 1, "Bob": 1, str(match.number): 1, "Carol": 0}.items():
        page = client.get("/admin/games/match/", {"q": query})
        assert [row.pk for row in page.context["cl"].result_list] == [match.pk] * many, query
        assert ("0 results" in text_of(page)) == (many == 0), query
        assert ("1 result" in text_of(page)) == (many == 1), query


def test_a_rewind_is_chosen_by_looking(client: Client, deal: Callable[..., Match]) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    for _ in range(4):
        token = match.prompts.get(closed_at=None).token
        submit_decision(token, None, source="page", key=token)
    form = client.get(f"/admin/desk/rewind/?match={match.pk}&next=/admin/games/match/")
    assert "Moves, the newest first" in text_of(form)
    links = re.findall(r'href="(\?[^"]*ply=2[^"]*)"', form.content.decode())

    chosen = client.get("/admin/desk/rewind/" + unescape(links[0]))

    assert chosen.context["form"]["ply"].value() == "2"
    assert [move.ply for move in chosen.context["timeline"]] == [4, 3, 2, 1]
    assert "next=%2Fadmin" in links[0] and 'aria-current="true"' in chosen.content.decode()


def test_the_time_line_tells_no_secret_and_nothing_to_who_plays(
    client: Client, deal: Callable[..., Match], people: dict[str, Player]
) -> None:
    match = deal("sealed", seats=2, now=timezone.now())
    submit_decision(match.prompts.get(seat=0).token, None, source="page", key="k")
    path = f"/admin/desk/rewind/?match={match.pk}"
    shown = client.get(path).context["timeline"]
    assert [move.sentence for move in shown] == [""]
    alice = people["alice"]
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    own = browser(Player.objects.get(pk=alice.pk))
    assert own.get(path).context["timeline"] == []
