"""The desk's pages: who sees which, that a measure takes two steps, and that nothing leaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin import site
from django.test import Client

from games.admin.action_forms import ON_MATCH
from games.models import AuditLogEntry, Match, Player, Prompt, Proposal, Report, Sanction
from games.presentation import links
from games.services.moderation import reports
from games.services.moderation.desk import HANDLERS
from games.services.moderation.roles import Role, may_take_action
from games.services.play.decisions import submit_decision
from notifications.models import Notification
from tests.emails import known_on

from .reading import text_of
from .test_moderation import staff

pytestmark = pytest.mark.django_db


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def table(deal: Callable[..., Match]) -> Match:
    """A match with a sealed answer in it."""
    match = deal("sealed", seats=2)
    prompt = match.prompts.get(seat=0)
    Prompt.objects.filter(pk=prompt.pk).update(offered=[{"verb": "hidden-offer"}])
    submit_decision(prompt.token, None, source="page", key="secret-key")
    match.refresh_from_db()
    return match


def test_each_role_finds_the_pages_of_its_measures_and_no_others(table: Match) -> None:
    for number, role in enumerate(Role):
        person = staff(role, f"person{number}")
        client = signed_in(person)
        for action in HANDLERS:
            path = f"/admin/desk/{action.value}/"
            status = 200 if may_take_action(person, action) else 403
            assert client.get(path, {"match": str(table.pk)}).status_code == status, (role, action)
            assert client.post(path, {"match": table.pk}).status_code == status, (role, action)
        shown = client.get(f"/admin/games/match/{table.pk}/change/").content.decode()
        assert set(re.findall(r"/admin/desk/(\w+)/\?match", shown)) == {
            action.value
            for action in HANDLERS
            if may_take_action(person, action) and action in ON_MATCH
        }
    assert not AuditLogEntry.objects.exists()


def test_a_measure_is_rehearsed_before_it_is_confirmed(table: Match) -> None:
    client = signed_in(staff(Role.HELPER, "hal"))
    said = {"match": str(table.pk), "reason": "a storm"}

    asked = client.post("/admin/desk/pause/", {**said, "rehearse": "yes"})
    assert "The clocks of all seats stand still" in text_of(asked)
    assert Match.objects.get(pk=table.pk).paused_at is None
    assert "Give a reason" not in text_of(asked)
    assert (
        client.post("/admin/desk/pause/", {**said, "reason": "", "confirm": "yes"})
        .context["form"]
        .errors["reason"]
    )
    done = client.post("/admin/desk/pause/", {**said, "confirm": "yes"})

    assert done["Location"] == "/admin/"
    assert Match.objects.get(pk=table.pk).paused_at
    again = client.post("/admin/desk/pause/", {**said, "confirm": "yes"})
    assert "Only a running match can be paused" in text_of(again)
    assert client.get("/admin/desk/nonsense/").status_code == 404
    assert client.get("/admin/desk/approve/").status_code == 404


def test_another_agrees_on_a_page_of_their_own(table: Match) -> None:
    first, second = staff(Role.MODERATOR, "mo"), staff(Role.DIRECTOR, "dora")
    said = {"match": str(table.pk), "reason": "nobody plays", "confirm": "yes"}
    signed_in(first).post("/admin/desk/void/", said)
    proposal = Proposal.objects.get()
    path = f"/admin/desk/proposals/{proposal.pk}/"
    assert "Another moderator has to approve" in text_of(
        signed_in(first).post(path, {"agree": "yes"})
    )
    assert signed_in(staff(Role.HELPER, "hal")).get(path).status_code == 403
    client = signed_in(second)
    shown = text_of(client.get(path))
    assert "nobody plays" in shown and f"Sealed #{table.number}" in shown
    assert str(table.pk) not in shown
    client.post(path, {"agree": "yes"})
    assert Match.objects.get(pk=table.pk).ruling == "void"


def test_the_page_of_an_email_leads_to_a_form_that_knows_which(table: Match) -> None:
    """The link used to name it by another word than the form, which then could not be sent."""
    client = signed_in(staff(Role.HELPER, "hal"))
    notification = Notification.objects.filter(kind="your_turn")[0]

    page = client.get(f"/admin/notifications/notification/{notification.pk}/change/")
    found = re.search(r"/admin/desk/resend/\?[^\"]+", page.content.decode())

    assert found
    assert client.get(found[0]).context["form"]["email"].value() == str(notification.pk)


def test_secrets_are_seen_after_asking_twice_and_never_by_whoever_plays(
    table: Match, people: dict[str, Player]
) -> None:
    client = signed_in(staff(Role.MODERATOR, "mo"))
    said = {"match": str(table.pk), "seat": "1", "reason": "a report"}
    first = client.post("/admin/desk/look/", {**said, "rehearse": "yes"})
    assert "<pre" not in first.content.decode()
    assert AuditLogEntry.objects.get().step == "rehearsed"
    second = client.post("/admin/desk/look/", {**said, "confirm": "yes"})
    assert "<pre" in second.content.decode()
    assert AuditLogEntry.objects.get(step="done").action == "look"

    alice = people["alice"]
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    own = signed_in(Player.objects.get(pk=alice.pk))
    refused = own.post("/admin/desk/look/", {**said, "seat": "2", "confirm": "yes"})
    assert "You play in this match" in text_of(refused)
    assert "<pre" not in refused.content.decode()


def test_no_page_of_the_desk_shows_a_secret(table: Match, people: dict[str, Player]) -> None:
    boss = signed_in(Player.objects.create_superuser("boss@example.org", "hush-hush-hush"))
    reports.report_player(people["alice"], people["bob"], "He shouts.", match=table)
    secrets = [prompt.token for prompt in table.prompts.all()]
    secrets += [table.seed.hex(), "hidden-offer", "secret-key", "&quot;verb"]
    pages = [boss.get("/admin/").content.decode()]
    for model in site._registry:
        path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        pages.append(boss.get(path).content.decode())
        row = model._default_manager.first()
        if row is not None:
            pages.append(boss.get(f"{path}{row.pk}/change/").content.decode())
    assert len(pages) > 25
    assert not [secret for secret in secrets if any(secret in page for page in pages)]


def test_the_front_page_counts_what_waits(
    table: Match, people: dict[str, Player], django_assert_max_num_queries: Any
) -> None:
    Match.objects.filter(pk=table.pk).update(status="frozen")
    reports.report_player(people["alice"], people["bob"], "He shouts.", match=table)
    Notification.objects.filter(kind="your_turn").update(state="failed")
    client = signed_in(staff(Role.MODERATOR, "mo"))
    # The first visit of a day is noted.
    client.get("/settings/")
    with django_assert_max_num_queries(16):
        page = client.get("/admin/")
    counted = {heap.name: heap.many for heap in page.context["heaps"]}
    assert counted["Stuck matches"] == counted["Reports"] == 1
    assert counted["Appeals"] == counted["Seats without a player"] == 0
    for heap in page.context["heaps"]:
        assert client.get(heap.path).status_code == 200, heap.path


def test_players_report_appeal_and_read_what_staff_did(
    table: Match, people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "TOO_QUICK", timedelta(0))
    bob = people["bob"]
    alice = signed_in(people["alice"])
    path = f"/players/{bob.pk}/report/"
    assert path in alice.get(f"/players/{bob.pk}/").content.decode()
    assert alice.post(path, {"text": "He shouts."}).status_code == 303
    assert alice.post(path, {"text": "He shouts."}).status_code == 409
    assert Report.objects.get().by == people["alice"]
    assert "He shouts." in text_of(alice.get("/settings/conduct/"))

    mo = signed_in(staff(Role.MODERATOR, "mo"))
    said = {"player": str(bob.pk), "reason": "SECRET", "told": "Do not shout.", "confirm": "yes"}
    mo.post("/admin/desk/warn/", said)
    shown = signed_in(bob).get("/settings/conduct/").content.decode()
    assert "Do not shout." in shown
    # What it is, what was said, and when: the three columns of such a list.
    notice = re.search(r"<li>\s*(<strong>.*?)</li>", shown, re.DOTALL)
    assert notice and re.findall(r"</?(strong|span)\b", notice[1])[::2] == ["strong", *["span"] * 2]
    found = re.search(r"/appeals/[^\"]+/", shown)
    assert found
    stranger = Client()
    assert "Do not shout." not in text_of(stranger.get(found[0]))
    known_on(stranger, bob)
    nonce = re.search('name="nonce" value="([^"]+)"', stranger.get(found[0]).content.decode())
    assert nonce
    stranger.post(found[0], {"nonce": nonce[1], "text": "It was carol."})
    assert Report.objects.get(kind="appeal").sanction == Sanction.objects.get()
    assert stranger.get("/appeals/nonsense/").status_code == 410
    log = text_of(stranger.get("/moderation/"))
    assert "A player was warned." in log and "SECRET" not in log and "Bob" not in log
