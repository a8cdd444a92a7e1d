"""Hints of double accounts and collusion: what is kept of people, what is found, who sees it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core import serializers
from django.test import Client

from games.engine.chance import Chance
from games.models import (
    AuditLogEntry,
    FraudSignal,
    Match,
    Move,
    Player,
    Prompt,
    Seat,
    SignInFingerprint,
    Status,
)
from games.presentation import fraud_signals, own_data
from games.queries import states
from games.services import account_deletion, accounts
from games.services.action_context import CannotBeDone
from games.services.conflicts_of_interest import NotAllowed
from games.services.moderation import collusion, desk, reports, sign_in_fingerprints
from games.services.moderation import fraud_signals as fraud_signals_moderation
from games.services.moderation.collusion import Trade
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import DismissSignal
from games.services.play.decisions import submit_decision
from games.titles import GAMES

from ..conftest import NOON
from .test_moderation import staff

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
People = dict[str, Player]


def sign_in(client: Client, player: Player, address: str) -> Any:
    session = client.session
    session["asked_for_sign_in"] = ["here"]
    session.save()
    link = accounts.sign_in_link(Player.objects.get(pk=player.pk), "here")
    return client.post(f"/sign-in/{link}/", REMOTE_ADDR=address)


def came_from(address: str, *players: Player, device: str = "") -> None:
    for player in players:
        sign_in_fingerprints.record_fingerprint(player, address=address, device=device, now=NOON)


def test_signing_in_leaves_hashes_and_no_address(people: People) -> None:
    browser = Client()

    first = sign_in(browser, people["alice"], "8.8.8.8")
    browser.logout()
    browser.cookies["device"] = first.cookies["device"].value
    sign_in(browser, people["bob"], "8.8.8.8")

    cookie = first.cookies["device"]
    assert cookie["httponly"] and cookie["samesite"] == "Lax"
    rows = SignInFingerprint.objects.values_list("kind", "player__display_name", "digest")
    assert sorted(row[:2] for row in rows) == [
        *(("address", "Alice"), ("address", "Bob")),
        *(("device", "Alice"), ("device", "Bob")),
    ]
    assert len({row[2] for row in rows}) == 2
    kept = serializers.serialize("json", SignInFingerprint.objects.all())
    assert "8.8.8.8" not in kept and cookie.value not in kept
    # Of an address of IPv6 the household counts; one of our own network says nothing.
    SignInFingerprint.objects.all().delete()
    came_from("2001:4860:4860::8888", people["alice"])
    came_from("2001:4860:4860::1", people["bob"])
    came_from("192.168.0.7", people["carol"])
    assert SignInFingerprint.objects.values("digest").distinct().count() == 1
    assert sign_in_fingerprints.forget_old_fingerprints(NOON + sign_in_fingerprints.RETENTION) == 2


def test_who_comes_from_one_place_and_meets_is_hinted_at_and_set_aside(
    people: People, deal: Callable[..., Match]
) -> None:
    alice, bob, carol, dave = people.values()
    came_from("8.8.8.8", alice, bob, carol, device="x" * 26)
    came_from("9.9.9.9", dave, device="y" * 26)
    deal("pebbles", seats=2)
    fraud_signals_moderation.look_for(NOON + DAY)
    assert sorted(FraudSignal.objects.values_list("kind", flat=True)) == ["address", "device"]
    row = FraudSignal.objects.get(kind="address")
    assert {row.one, row.two} == {alice, bob}
    evidence = fraud_signals.describe_evidence(row)
    assert "sat together: 1" in evidence
    assert "Of all 6 pairs of players who signed in lately, 3 share one as these do." in evidence
    said = [json.loads(line) for line in own_data.export_player_data(alice)]
    assert [one for one in said if "signed_in_from" in one][0]["signed_in_from"]

    mo = staff(Role.MODERATOR, "mo")
    wanted = DismissSignal(reason="They are a couple.", hint=row.pk)
    with pytest.raises(NotAllowed):
        desk.take_staff_action(staff(Role.DIRECTOR, "dora"), wanted, now=NOON)
    desk.take_staff_action(mo, wanted, now=NOON)
    with pytest.raises(CannotBeDone):
        desk.take_staff_action(mo, wanted, now=NOON)
    fraud_signals_moderation.look_for(NOON + 2 * DAY)
    row.refresh_from_db()
    assert row.dismissed_at == NOON and row.last_seen_at == NOON
    deed = AuditLogEntry.objects.get(step=AuditLogEntry.Step.DONE)
    assert deed.reason == "They are a couple." and deed.changes == [
        "The fraud signal is dismissed."
    ]

    # A crowd says nothing.
    FraudSignal.objects.all().delete()
    came_from("8.8.8.8", dave, mo, device="x" * 26)
    fraud_signals_moderation.look_for(NOON + DAY)
    assert not FraudSignal.objects.exists()


def test_a_hint_is_shown_to_who_may_act_on_it_but_not_if_it_is_about_them(
    people: People, deal: Callable[..., Match]
) -> None:
    deal("pebbles", seats=2)
    came_from("8.8.8.8", people["alice"], people["bob"])
    fraud_signals_moderation.look_for(NOON)
    hint = FraudSignal.objects.get()
    for role, seen in ((Role.HELPER, 403), (Role.MODERATOR, 200), (Role.DIRECTOR, 403)):
        client = Client()
        client.force_login(staff(role, f"{role[:3]}"))
        assert client.get("/admin/games/fraudsignal/").status_code == seen
        if seen == 200:
            page = client.get(f"/admin/games/fraudsignal/{hint.pk}/change/").content.decode()
            assert "A signal is not proof" in page
            assert f"/admin/desk/dismiss/?hint={hint.pk}" in page
            assert "Open fraud signals" in client.get("/admin/").content.decode()
    boss = Player.objects.filter(pk=people["alice"].pk)
    boss.update(is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(boss.get())
    filed = reports.report_player(people["bob"], boss.get(), "She shouts.")
    for path, row in (("fraudsignal", hint), ("report", filed)):
        assert str(row.pk) not in client.get(f"/admin/games/{path}/").content.decode()
        assert client.get(f"/admin/games/{path}/{row.pk}/change/").status_code == 302
    counted = {heap.name: heap.many for heap in client.get("/admin/").context["heaps"]}
    assert counted["Reports"] == counted["Open fraud signals"] == 0
    wanted = DismissSignal(reason="x", hint=hint.pk)
    with pytest.raises(NotAllowed, match="about you"):
        desk.take_staff_action(boss.get(), wanted, now=NOON)


def test_leaving_and_time_forget_traces_and_hints(
    people: People, deal: Callable[..., Match]
) -> None:
    deal("pebbles", seats=2)
    came_from("8.8.8.8", people["alice"], people["bob"])
    fraud_signals_moderation.look_for(NOON)
    assert fraud_signals_moderation.forget_old_signals(NOON + DAY) == 0

    account_deletion.delete_account(people["alice"], address="alice@example.org", now=NOON)

    assert not FraudSignal.objects.exists() and not people["alice"].sign_in_fingerprints.exists()
    FraudSignal.objects.create(
        kind="timing",
        one=min(people["bob"], people["carol"], key=lambda p: p.pk),
        two=max(people["bob"], people["carol"], key=lambda p: p.pk),
        facts={},
        found_at=NOON,
        last_seen_at=NOON,
    )
    assert (
        fraud_signals_moderation.forget_old_signals(NOON + fraud_signals_moderation.RETENTION) == 1
    )


def over(players: list[Player], instants: list[list[datetime]]) -> Match:
    """A match that is over, with answers of each player at these instants."""
    match = Match.objects.create(
        game="pebbles", seats_wanted=len(players), status=Status.FINISHED, finished_at=NOON
    )
    for number, player in enumerate(players):
        Seat.objects.create(match=match, number=number, player=player)
    prompt = Prompt.objects.create(
        match=match, seat=0, number=1, question="take", opened_at=NOON, closed_at=NOON
    )
    facts: dict[str, Any] = {"decision": {}, "events": [], "source": "page", "edition": 1}
    played = sorted((at, seat) for seat, row in enumerate(instants) for at in row)
    Move.objects.bulk_create(
        Move(match=match, prompt=prompt, ply=n, seat=seat, key=str(uuid4()), played_at=at, **facts)
        for n, (at, seat) in enumerate(played, start=1)
    )
    return match


def hours(offset: float, many: int = 12) -> list[datetime]:
    return [NOON - DAY * 20 + timedelta(hours=7 * n + offset) for n in range(many)]


def test_answers_in_step_are_held_against_those_with_others(people: People) -> None:
    alice, bob, carol, _dave = people.values()
    for _ in range(3):
        over([alice, bob, carol], [hours(0), hours(0.02), hours(3)])
    assert fraud_signals_moderation.look_for(NOON) == 3
    row = FraudSignal.objects.get()
    assert row.kind == "timing" and {row.one, row.two} == {alice, bob}
    assert "In 3 matches, 36 of 36 answers" in fraud_signals.describe_evidence(row)
    assert "at their last tables with others, 0 of 36 came" in fraud_signals.describe_evidence(row)
    # Each match is looked at once; a table that plays live says nothing.
    assert fraud_signals_moderation.look_for(NOON) == 0
    FraudSignal.objects.all().delete()
    for _ in range(3):
        over([alice, bob, carol], [hours(0), hours(0.02), hours(0.01)])
    fraud_signals_moderation.look_for(NOON)
    assert not FraudSignal.objects.exists()


def test_odd_prices_are_held_against_those_of_others() -> None:
    one, two, three = uuid4(), uuid4(), uuid4()
    usual = [Trade(three, two, 1, 4), Trade(one, three, 1, 4), Trade(two, three, 2, 8)] * 2
    dumped = [Trade(one, two, 3, 1)] * 5

    found = collusion.compare_prices(one, two, usual + dumped)

    assert found and (found.payer, found.deals, found.price, found.worth) == (str(one), 5, 15, 5)
    assert (found.others, found.others_price, found.others_worth) == (6, 8, 32)
    assert collusion.compare_prices(two, one, usual + dumped) == found
    assert collusion.compare_prices(one, two, usual + dumped[:4]) is None
    assert collusion.compare_prices(one, two, usual + [Trade(one, two, 1, 4)] * 5) is None


def test_what_was_paid_is_read_from_the_facts_of_questions(deal: Callable[..., Match]) -> None:
    match = deal("abyss", seats=3, offers="one_by_one")
    for ply in range(60):
        match.refresh_from_db()
        row = match.prompts.filter(closed_at=None, answered_at=None).first()
        assert row is not None
        game, state = GAMES[match.game], states.load_state(match)
        asked = next(p for p in game.list_prompts(state) if p.seat == row.seat)
        answer = game.bot.choose_decision(
            game.build_view(state, row.seat), asked, Chance(bytes([ply]))
        )
        submit_decision(row.token, answer, source="page", key=str(ply), now=NOON)
    match.refresh_from_db()
    assert not list(collusion.list_deals(match))
    match.status = Status.FINISHED

    found = sorted((str(d.payer), str(d.paid), d.price) for d in collusion.list_deals(match))

    holders = {seat.number: str(seat.player_id) for seat in match.seats.all()}
    bought = [
        event["args"]
        for move in match.moves.all()
        for event in move.events
        if event["kind"] == "bought"
    ]
    assert found and found == sorted(
        (holders[one["seat"]], holders[one["explorer"]], one["price"]) for one in bought
    )
    # What a clock answered, what does not stand, and what a predecessor paid counts for nobody.
    sold = [m for m in match.moves.all() if any(e["kind"] == "bought" for e in m.events)]
    for changed in ({"source": "clock"}, {"undone": match.ply}):
        Move.objects.filter(pk=sold[0].pk).update(source="page", undone=None)
        Move.objects.filter(pk=sold[0].pk).update(**changed)
        assert len(collusion.list_deals(match)) == len(found) - 1
    for side in ("seat", "explorer"):
        late = bought[-1][side]
        match.seats.filter(number=late).update(replaced_at=NOON + DAY)
        left = [one for one in bought[1:] if late not in (one["seat"], one["explorer"])]
        assert len(collusion.list_deals(match)) == len(left)
        match.seats.update(replaced_at=None)
    # A snapshot that nobody can read stops no round.
    match.snapshots.update(state=b"x")
    assert collusion.list_deals(match) == ()
