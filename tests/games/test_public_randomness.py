"""Deals bound to a round of public randomness: written down, waited for, fetched, dealt."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from abyss_site.core.valkey.client import valkey
from games import tasks
from games.engine import beacon, commitment
from games.models import Match, Status
from games.services import randomness
from games.services.account_deletion import delete_account
from games.services.coaching import first_match
from games.services.matches import (
    MatchTerms,
    join_match,
    leave_match,
    open_match,
    seat_match,
)
from games.services.substitutes import CannotJoin
from games.tasks import beacon_rounds
from games.tasks.beacon_rounds import MAX_BYTES, deal_due
from notifications.models import Notification
from tests.beacons import OWN, TRUE_ROUNDS, Address, answer, sign, tell_round
from tests.games.reading import As, text_of

pytestmark = pytest.mark.django_db

Randomness = Match.Randomness


@pytest.fixture
def address(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Address]:
    """An address of the own chain on this machine, which the site asks."""
    monkeypatch.setitem(beacon.CHAINS, OWN.hash, OWN)
    valkey().delete("beacon:asked")
    with Address() as one:
        settings.BEACON_URLS, settings.BEACON_CHAIN = [one.url], OWN.hash
        settings.WEBHOOK_PRIVATE_HOSTS = ["127.0.0.1"]
        yield one


def fill(people: dict[str, Any]) -> Match:
    """A match of two people whose last seat is taken now."""
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2), word="kelp")
    join_match(match, people["bob"], word="wrack")
    match.refresh_from_db()
    return match


def deal_at(moment: datetime) -> int:
    return deal_due(lambda: moment)


def appears_at(match: Match) -> datetime:
    chain = beacon.CHAINS[match.beacon_chain]
    return beacon.round_time(chain, match.beacon_round or 0)


def test_a_full_match_waits_for_the_round_it_has_written_down(
    address: Address, people: dict[str, Any]
) -> None:
    match = fill(people)
    seated_at = match.seated_at
    assert seated_at is not None

    early = deal_at(appears_at(match) - timedelta(milliseconds=1))
    match.refresh_from_db()

    assert (early, address.asked, match.status) == (0, 0, Status.DEALING)
    assert match.randomness == Randomness.AWAITED and match.started_at is None and not match.seed
    assert match.beacon_round == beacon.round_for_deal(OWN, seated_at)
    assert appears_at(match) - seated_at >= timedelta(seconds=30)


def test_the_deal_follows_from_secret_words_and_round(
    address: Address, people: dict[str, Any]
) -> None:
    match = fill(people)
    number = match.beacon_round or 0

    dealt = deal_at(appears_at(match))
    match.refresh_from_db()

    drawn = commitment.DrandRound(OWN.hash, number, sign(number).hex())
    seed = commitment.seed_of(bytes(match.secret), ["kelp", "wrack"], drawn)
    assert (dealt, match.status, match.randomness) == (1, Status.RUNNING, Randomness.BOUND)
    assert bytes(match.seed) == seed and match.beacon_signature == sign(number).hex()
    assert match.prompts.filter(closed_at=None).exists()


def test_a_true_round_of_quicknet_binds_a_deal(
    address: Address, people: dict[str, Any], settings: Any
) -> None:
    settings.BEACON_CHAIN = beacon.QUICKNET.hash
    appears = beacon.round_time(beacon.QUICKNET, 657413)
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2))
    join_match(match, people["bob"], now=appears - timedelta(seconds=31))

    deal_at(appears)
    match.refresh_from_db()

    assert (match.beacon_round, match.beacon_signature) == (657413, TRUE_ROUNDS[657413])
    assert match.randomness == Randomness.BOUND


def test_the_task_deals_what_is_due(address: Address, people: dict[str, Any]) -> None:
    match = fill(people)
    # As if the last seat had been taken a minute ago.
    Match.objects.update(beacon_round=beacon.round_after(OWN, timezone.now()) - 1)

    tasks.deal_waiting_matches()

    match.refresh_from_db()
    assert match.status == Status.RUNNING


def test_two_workers_at_once_deal_once(address: Address, people: dict[str, Any]) -> None:
    match = fill(people)
    signature, late = sign(match.beacon_round or 0), appears_at(match)

    first = randomness.deal_waiting(match.number, signature, now=late)
    seed = bytes(Match.objects.get().seed)
    second = randomness.deal_waiting(match.number, signature, now=late)
    missed = randomness.deal_waiting(match.number, None, now=late + timedelta(days=1))

    assert (first, second, missed) == (True, False, False)
    assert bytes(Match.objects.get().seed) == seed
    assert Notification.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_workers_in_a_race_deal_once(address: Address, people: dict[str, Any]) -> None:
    match = fill(people)
    signature, late = sign(match.beacon_round or 0), appears_at(match)

    def work(_: int) -> bool:
        try:
            return randomness.deal_waiting(match.number, signature, now=late)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        dealt = list(pool.map(work, range(8)))

    assert dealt.count(True) == 1
    assert Match.objects.get().snapshots.filter(ply=0).count() == 1


def test_killed_between_the_answer_and_the_deal_nothing_is_lost(
    address: Address, people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signature of a round is one and no other: asked again, the deal is the same."""
    match = fill(people)

    def die(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(randomness, "deal_match", die)
        deal_at(appears_at(match))
    match.refresh_from_db()
    assert (match.status, match.beacon_signature) == (Status.DEALING, "")

    assert deal_at(appears_at(match) + timedelta(seconds=5)) == 1
    assert Match.objects.get().beacon_signature == sign(match.beacon_round or 0).hex()


def tell_wrong_signature(_: str, number: int) -> bytes:
    return answer(number, sign(number + 1))


def tell_other_round(_: str, number: int) -> bytes:
    return answer(number - 1, sign(number - 1))


def tell_garbage(_: str, __: int) -> bytes:
    return b"\x00<html>"


def tell_too_much(_: str, number: int) -> bytes:
    return answer(number, sign(number)) + b" " * MAX_BYTES


def tell_nothing(_: str, __: int) -> bytes:
    return b""


LIES = [tell_wrong_signature, tell_other_round, tell_garbage, tell_too_much, tell_nothing]


@pytest.mark.parametrize("lie", LIES)
def test_an_address_that_lies_is_passed_over(
    address: Address, people: dict[str, Any], settings: Any, lie: Any
) -> None:
    address.tells = lie
    match = fill(people)
    with Address() as honest:
        settings.BEACON_URLS = [address.url, honest.url]

        dealt = deal_at(appears_at(match))

    assert dealt == 1 and Match.objects.get().randomness == Randomness.BOUND


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_alone_deals_nothing_and_the_next_tick_asks_again(
    address: Address, people: dict[str, Any], lie: Any
) -> None:
    address.tells = lie
    match = fill(people)
    early = deal_at(appears_at(match))
    address.tells = tell_round

    late = deal_at(appears_at(match) + timedelta(seconds=5))

    assert (early, late) == (0, 1)


def test_an_address_that_answers_byte_by_byte_is_given_up(
    address: Address, people: dict[str, Any], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beacon_rounds, "ANSWER_SECONDS", 0.5)
    address.pause_seconds = 0.1
    first, second = fill(people), fill(people)
    Match.objects.filter(pk=second.pk).update(beacon_round=(first.beacon_round or 0) + 1)
    begun = monotonic()

    alone = deal_at(appears_at(first) + timedelta(seconds=9))

    # It is not asked for the second round of the same tick.
    assert (alone, address.asked) == (0, 1) and monotonic() - begun < 5
    with Address() as honest:
        settings.BEACON_URLS = [address.url, honest.url]
        assert deal_at(appears_at(first) + timedelta(seconds=14)) == 2


def test_an_address_inside_is_not_called_unless_it_is_listed(
    address: Address, people: dict[str, Any], settings: Any
) -> None:
    settings.WEBHOOK_PRIVATE_HOSTS = []
    match = fill(people)

    assert (deal_at(appears_at(match)), address.asked) == (0, 0)


def test_a_round_that_cannot_be_had_is_told_missed(
    address: Address, people: dict[str, Any], settings: Any, as_: As
) -> None:
    settings.BEACON_URLS = ["http://127.0.0.1:9"]
    match = fill(people)
    ends = appears_at(match) + timedelta(seconds=settings.BEACON_WAIT_SECONDS)

    early, late = deal_at(ends - timedelta(seconds=1)), deal_at(ends)
    match.refresh_from_db()
    page = text_of(as_("alice").get(f"/matches/{match.number}/"))

    assert (early, late) == (0, 1)
    assert (match.status, match.randomness) == (Status.RUNNING, Randomness.MISSED)
    assert bytes(match.seed) == commitment.seed_of(bytes(match.secret), ["kelp", "wrack"])
    assert f"Round {match.beacon_round} of the public randomness was not available" in page


def test_a_chain_that_is_known_no_more_holds_nobody_up(
    address: Address, people: dict[str, Any]
) -> None:
    fill(people)
    Match.objects.update(beacon_chain="ff" * 32)

    assert deal_at(timezone.now()) == 1
    assert Match.objects.get().randomness == Randomness.MISSED


def test_one_match_that_cannot_be_dealt_holds_up_no_other(
    address: Address, people: dict[str, Any]
) -> None:
    broken, whole = fill(people), fill(people)
    Match.objects.filter(pk=broken.pk).update(options={"pile": "no such"})
    late = max(appears_at(broken), appears_at(whole))

    assert deal_at(late) == 1
    assert Match.objects.get(pk=whole.pk).status == Status.RUNNING
    assert Match.objects.get(pk=broken.pk).status == Status.DEALING


@pytest.mark.parametrize("pace, seats, bots", [("live", 2, 0), ("day", 2, 1), ("day", 4, 3)])
def test_who_sits_alone_or_at_one_sitting_does_not_wait(
    address: Address, people: dict[str, Any], pace: str, seats: int, bots: int
) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=seats, bots=bots, pace=pace))
    if bots == 0:
        join_match(match, people["bob"])
    match.refresh_from_db()

    assert (match.status, match.randomness) == (Status.RUNNING, Randomness.AT_ONCE)


def test_a_first_match_does_not_wait(address: Address, people: dict[str, Any]) -> None:
    assert first_match(people["alice"]).status == Status.RUNNING


def test_without_an_address_nothing_is_promised(people: dict[str, Any], as_: As) -> None:
    match = fill(people)

    assert (match.status, match.randomness) == (Status.RUNNING, Randomness.OFF)
    page = text_of(as_("alice").get(f"/matches/{match.number}/"))
    assert "This site does not use public randomness." in page


def test_a_league_match_waits_as_well(address: Address, people: dict[str, Any]) -> None:
    two = [people["alice"], people["bob"]]

    match = seat_match(two, MatchTerms("pebbles", seats=2, pace="day"), now=timezone.now())

    assert match.status == Status.DEALING


def test_while_the_deal_waits_nobody_comes_or_goes(
    address: Address, people: dict[str, Any]
) -> None:
    """Else whoever can work the deal out already could call it off."""
    match = fill(people)

    with pytest.raises(CannotJoin):
        join_match(match, people["carol"])
    with pytest.raises(CannotJoin):
        leave_match(match, people["bob"])
    delete_account(people["bob"], address="bob@example.org")

    seat = match.seats.select_related("player").get(number=1)
    assert seat.player.is_house_bot and (seat.word, seat.word_source) == ("wrack", "typed")
    assert deal_at(appears_at(match)) == 1
    drawn = commitment.DrandRound(
        OWN.hash, match.beacon_round or 0, sign(match.beacon_round or 0).hex()
    )
    match.refresh_from_db()
    assert bytes(match.seed) == commitment.seed_of(bytes(match.secret), ["kelp", "wrack"], drawn)


def test_page_and_api_say_what_the_deal_waits_for(
    address: Address, people: dict[str, Any], as_: As
) -> None:
    match = fill(people)

    response = as_("alice").get(f"/matches/{match.number}/")
    told = as_("alice").get(f"/api/v1/matches/{match.number}/").json()

    page = text_of(response)
    assert "when public randomness arrives" in page
    assert f"round {match.beacon_round}" in page and OWN.hash in page
    assert response["Refresh"] == "5"
    assert told["status"] == "dealing"
    shuffle = told["shuffle"]
    assert (shuffle["randomness"], shuffle["round"]) == ("awaited", match.beacon_round)
    assert shuffle["commitment"] == commitment.hash_secret(bytes(match.secret))
    assert "about to start" in text_of(as_("alice").get("/"))
    assert as_("carol").get(f"/matches/{match.number}/").status_code == 200
