"""Signals are compared with chance by a stated method, show their base rate, and do nothing."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from uuid import uuid4

import msgspec
import pytest
from django.test import Client

from games.models import FraudSignal, Match, Move, Player, Prompt, Sanction, Seat, Status
from games.presentation import fraud_signals as described
from games.services.moderation import collusion, evenness, fraud_signals
from games.services.moderation.collusion import Trade
from games.services.moderation.roles import Role

from ..conftest import NOON
from .reading import text_of
from .test_hints import hours, over
from .test_moderation import staff

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def answered(player: Player, seconds: list[float], *, source: str = "page") -> Match:
    """A match that is over, in which a player took so long for each answer."""
    match = Match.objects.create(
        game="pebbles", seats_wanted=1, status=Status.FINISHED, finished_at=NOON
    )
    Seat.objects.create(match=match, number=0, player=player)
    hours_ago = [(ply, NOON - timedelta(hours=ply)) for ply in range(1, len(seconds) + 1)]
    prompts = Prompt.objects.bulk_create(
        Prompt(match=match, seat=0, number=ply, question="take", opened_at=at, closed_at=at)
        for ply, at in hours_ago
    )
    Move.objects.bulk_create(
        Move(
            match=match,
            prompt=prompt,
            ply=prompt.number,
            seat=0,
            decision={},
            events=[],
            source=source,
            key=str(uuid4()),
            edition=1,
            played_at=prompt.opened_at + took * SECOND,
        )
        for prompt, took in zip(prompts, seconds, strict=True)
    )
    return match


def human(seed: int, many: int = 70) -> list[float]:
    draws = Random(seed)
    return [10 ** draws.uniform(1, 4.5) for _ in range(many)]


def test_answers_in_step_are_rare_and_those_of_a_habit_are_not() -> None:
    together = hours(0, 40)
    shifted = [at + 30 * SECOND for at in together]
    assert collusion.chance_of_pace(together, shifted, 40) <= 0.01
    # Two who both answer every day at eight only share a habit.
    daily = [NOON + timedelta(days=day) for day in range(40)]
    assert collusion.chance_of_pace(daily, daily, 30) > 0.05


def test_prices_that_vary_anyway_are_no_signal() -> None:
    one, two, three = uuid4(), uuid4(), uuid4()
    others = [Trade(three, two, price, 4) for price in (1, 1, 2, 9, 1, 8, 2, 9)]
    theirs = [Trade(one, two, price, 4) for price in (9, 8, 9, 9, 8)]
    assert collusion.chance_of_prices(theirs, others) > 0.01
    assert collusion.compare_prices(one, two, others + theirs) is None

    steady = [Trade(three, two, 2, 4)] * 12
    far = [Trade(one, two, 9, 4)] * 8
    found = collusion.compare_prices(one, two, steady + far)

    assert found is not None and found.chance == pytest.approx(0.001)
    assert collusion.chance_of_prices(far, steady) == collusion.chance_of_prices(far, steady)


def test_a_pair_is_shown_with_its_base_rate(people: dict[str, Player]) -> None:
    alice, bob, carol, _dave = people.values()
    for _ in range(3):
        over([alice, bob, carol], [hours(0), hours(0.02), hours(3)])
    fraud_signals.look_for(NOON)

    said = described.describe_evidence(FraudSignal.objects.get())

    assert "By chance alone, this happens for" in said and "3 pairs were compared" in said
    assert not Sanction.objects.exists()


@pytest.mark.parametrize("payer", ["alice", "bob"])
def test_offers_are_shown_with_who_paid_and_their_base_rate(
    people: dict[str, Player], payer: str
) -> None:
    one, two = sorted((people["alice"], people["bob"]), key=lambda player: player.pk)
    pays, paid = (one, two) if one == people[payer] else (two, one)
    third = people["carol"].pk
    usual = [Trade(third, pays.pk, 2, 4)] * 12
    far = [Trade(pays.pk, paid.pk, 9, 4)] * 8
    found = collusion.compare_prices(one.pk, two.pk, usual + far)
    facts = {"matches": 3, "pairs": 500, **msgspec.to_builtins(found)}
    row = FraudSignal.objects.create(
        kind="offers", one=one, two=two, facts=facts, found_at=NOON, last_seen_at=NOON
    )

    said = described.describe_evidence(row)

    assert f"In 3 matches {pays} gave {paid} 72 for what is worth 32, in 8 deals" in said
    assert "others at the same tables gave 24 for 48, in 12." in said
    assert "for 0.1% of pairs; 500 pairs were compared" in said
    assert "so about 0.5 would show it for no reason." in said


def test_who_answers_as_evenly_as_a_program_is_hinted_at(people: dict[str, Player]) -> None:
    alice, bob, *_ = people.values()
    answered(alice, [60 + number % 5 for number in range(70)])
    answered(bob, human(0))
    crowd = [Player.objects.create(email=f"p{number}@example.org") for number in range(120)]
    for number, player in enumerate(crowd):
        answered(player, human(number + 1, 60))

    fraud_signals.look_for(NOON, limit=1000)
    found = evenness.find_even_players([alice.pk, bob.pk], now=NOON)

    assert set(found) == {alice.pk} and found[alice.pk].as_even == 0
    assert found[alice.pk].people == 121 and found[alice.pk].chance < 0.01


def test_bot_use_is_a_signal_about_one_account_and_never_a_sanction(
    people: dict[str, Player],
) -> None:
    alice, bob, *_ = people.values()
    crowd = [Player.objects.create(email=f"p{number}@example.org") for number in range(110)]
    for number, player in enumerate(crowd):
        answered(player, human(number + 1, 60))
    match = answered(alice, [60 + number % 5 for number in range(70)])
    Seat.objects.create(match=match, number=1, player=bob)

    fraud_signals.look_for(NOON, limit=1000)
    fraud_signals.look_for(NOON, limit=1000)

    row = FraudSignal.objects.get()
    assert (row.kind, row.one, row.two) == ("bot", alice, None)
    assert "0 of 110 other people answer as evenly" in described.describe_evidence(row)
    assert not Sanction.objects.exists() and Player.objects.get(pk=alice.pk).is_active
    client = Client()
    client.force_login(staff(Role.MODERATOR, "mo"))
    assert "answer as evenly" in text_of(client.get("/admin/games/fraudsignal/"))
    assert "Bot use, Alice" in text_of(client.get(f"/admin/games/player/{alice.pk}/change/"))
    Match.objects.update(examined_at=None)
    fraud_signals.look_for(NOON, limit=1000)
    assert FraudSignal.objects.count() == 1


def test_too_few_answers_or_too_few_people_say_nothing(people: dict[str, Player]) -> None:
    alice, bob, *_ = people.values()
    answered(alice, [60.0] * 59)
    answered(bob, [60.0] * 70)
    assert not evenness.find_even_players([alice.pk, bob.pk], now=NOON)
    # What a program of a player answered by the clock or an order is not counted.
    answered(alice, [60.0] * 70, source="order")
    assert not evenness.find_even_players([alice.pk], now=NOON, rare=1)
