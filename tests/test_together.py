"""Concurrent operations."""

from __future__ import annotations

import base64
import hashlib
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from games.engine import order_grammar
from games.engine.contract import Decision, Refused
from games.models import (
    DirectMessage,
    Invitation,
    Match,
    Move,
    Pairing,
    PairingSeat,
    Player,
    Prompt,
    Puzzle,
    PuzzleAttempt,
    Round,
    Season,
)
from games.queries import states
from games.services import (
    analysis_boards,
    app_grants,
    apps,
    coaching,
    default_orders,
    direct_messages,
    guests,
    hotseat,
    invitations,
    known_devices,
    match_presets,
    matches,
    orders,
    own_bots,
    profiles,
    puzzles,
    replays,
    tokens,
)
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.matches import MatchTerms, join_match, open_match
from games.services.moderation import reports
from games.services.play.deadlines import expire_deadlines
from games.services.play.decision_rows import store_offered_answers
from games.services.play.decisions import submit_decision
from games.tasks.house_bots import answer_bots
from games.titles import GAMES
from notifications.models import Notification, Webhook
from notifications.preferences import channel_preferences, devices, sender_addresses, webhooks

from .conftest import NOON
from .puzzles import call_finished, store_puzzle

pytestmark = pytest.mark.django_db(transaction=True)

TAKE = Decision("take", {"number": 1})


def together(*hands: Callable[[], Any]) -> list[Any]:
    """Start all functions at once; return their results, a refusal as its code."""
    gate, got = threading.Barrier(len(hands)), []

    def run(hand: Callable[[], Any]) -> None:
        gate.wait()
        try:
            got.append(hand())
        except Refused as refusal:
            got.append(refusal.code)
        except Exception as error:
            got.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(hand,)) for hand in hands]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got


def test_eight_answers_to_one_prompt_are_one_move(deal: Any) -> None:
    """L5: one accepted answer, over any channel."""
    token = deal("pebbles", seats=2).prompts.get().token
    got = together(
        *(lambda n=n: submit_decision(token, TAKE, source="page", key=str(n)) for n in range(8))
    )
    assert got.count("stale") == 7
    assert Move.objects.count() == 1


def test_a_form_sent_eight_times_at_once_is_never_too_late(deal: Any) -> None:
    # Requests just after the first used to read the old state with the new prompt, and were told
    # that they had come too late.
    match = deal("pebbles", seats=2)
    prompt = match.prompts.get()
    form = {"nonce": str(uuid4()), "line": "take 1"}
    browsers = [Client() for _ in range(8)]
    for browser in browsers:
        browser.force_login(match.seats.get(number=prompt.seat).player)

    got = together(*(lambda b=b: b.post(f"/p/{prompt.token}/", form) for b in browsers))

    assert [response.status_code for response in got] == [303] * 8
    assert Move.objects.count() == 1


def test_the_same_email_delivered_six_times_at_once_is_one_move(deal: Any) -> None:
    """I6: three layers at once."""
    token = deal("pebbles", seats=2).prompts.get().token
    got = together(*[lambda: submit_decision(token, TAKE, source="email", key="<id>")] * 6)
    assert len({move.pk for move in got}) == 1


def test_a_sender_does_not_wait_for_the_door(deal: Any) -> None:
    # The sender locks the prompts of earlier e-mails, and submit_decision those that it closes:
    # they used to deadlock, and one of them failed.
    prompt = deal("pebbles", seats=2).prompts.get()
    closing, kept = threading.Event(), threading.Event()

    def door() -> None:
        with transaction.atomic():
            Prompt.objects.filter(pk=prompt.pk).update(closed_at=prompt.opened_at)
            closing.set()
            assert kept.wait(10)

    def sender() -> None:
        assert closing.wait(10)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '1s'")
            store_offered_answers([(prompt, [TAKE])])
        kept.set()

    assert together(door, sender) == [None, None]


def test_a_player_and_two_clocks_at_once_make_one_move(deal: Any) -> None:
    prompt = deal("pebbles", seats=2).prompts.get()
    late = prompt.deadline_at + timedelta(seconds=1)
    together(
        lambda: submit_decision(prompt.token, TAKE, source="email", key="m", now=late),
        lambda: expire_deadlines(late),
        lambda: expire_deadlines(late),
    )
    assert Move.objects.count() == 1


def test_seats_asked_together_may_answer_at_the_same_instant(deal: Any) -> None:
    match = deal("sealed", seats=4)
    got = together(
        *(
            lambda p=p: submit_decision(p.token, Decision("pass"), source="page", key=p.token)
            for p in match.prompts.all()
        )
    )
    match.refresh_from_db()
    assert sorted(move.ply for move in got) == [1, 2, 3, 4]
    assert states.load_state(match).round == 2


def test_two_ticks_of_bots_answer_each_question_once(deal: Any) -> None:
    match = deal("sealed", seats=4, bots=3)
    together(*[answer_bots] * 3)
    assert match.moves.count() == 3


def test_the_last_seat_is_taken_by_one_and_dealt_once(people: dict[str, Any]) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2))
    got = together(*(lambda p=people[n]: join_match(match, p) for n in ("bob", "carol", "dave")))
    assert got.count("cannot_join") == 2
    assert Match.objects.get().seats.count() == 2
    assert Notification.objects.filter(kind="your_turn").count() == 1


def test_an_order_and_an_answer_at_once_leave_one_answer(deal: Any) -> None:
    for number in range(12):
        match = deal("sealed", seats=3)
        row = match.prompts.get(seat=0)
        player = match.seats.select_related("player").get(number=0).player
        order = orders.read_order(match, player, "pass, until I am back")
        stake = Decision("stake", {"stones": states.load_state(match).hands[0][:1]})
        got = together(
            partial(orders.write_order, match, player, order),
            partial(submit_decision, row.token, stake, source="page", key=f"p{number}"),
        )
        assert not any(isinstance(one, Exception) for one in got), got
        match.refresh_from_db()
        assert states.load_state(match).stakes[0] == stake.args["stones"]
        assert replays.verify_replay(match) == match.ply


def test_orders_written_together_have_numbers_of_their_own(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    player = match.seats.select_related("player").get(number=0).player
    order = orders.read_order(match, player, "take 3 if pile = 99")
    together(*[lambda: orders.write_order(match, player, order)] * 6)
    numbers = match.orders.order_by("number").values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3, 4, 5, 6]


def test_a_cancelled_order_is_followed_before_or_never(deal: Any) -> None:
    for number in range(12):
        match = deal("pebbles", seats=2)
        first = match.prompts.get()
        other = match.seats.select_related("player").get(number=1 - first.seat).player
        order = orders.read_order(match, other, "take 1, once")
        orders.write_order(match, other, order)
        got = together(
            partial(submit_decision, first.token, TAKE, source="page", key=f"c{number}"),
            partial(orders.cancel_order, match, other, 1),
        )
        followed = match.moves.filter(source="order").count()
        row = match.orders.get()
        assert (row.why, row.followed) == (("used_up", 1) if followed else ("cancelled", 0)), got


def test_two_clocks_and_a_player_over_many_deadlines_never_act_twice(deal: Any) -> None:
    matches = [deal("pebbles", seats=2) for _ in range(60)]
    late = matches[0].prompts.get().deadline_at + timedelta(seconds=1)
    tokens = [match.prompts.get().token for match in matches]

    def play() -> None:
        for token in tokens:
            with suppress(Refused):
                submit_decision(token, TAKE, source="page", key=token, now=late)

    together(lambda: expire_deadlines(late), lambda: expire_deadlines(late), play)

    assert Move.objects.count() == len(tokens)
    assert Move.objects.values("prompt").distinct().count() == len(tokens)


def test_ticks_at_once_draw_and_seat_a_season_once(people: Any) -> None:
    """Each later tick finds the season due again, while a director swaps seats."""
    terms = {"game": "pebbles", "sign_up_days": 1, "check_in_days": 0, "round_days": 5}
    league = directing.found_league(name="Club", slug="club", values=terms)
    season = directing.open_season(league, now=NOON)
    for player in people.values():
        entries.sign_up(season, player, now=NOON)
    begins = NOON + timedelta(days=1)
    ticks = [partial(run_leagues, begins + n * timedelta(minutes=2)) for n in range(4)]

    assert all(isinstance(got, int) for got in together(*ticks))
    one, two = PairingSeat.objects.filter(pairing__round__number=2, number=0).order_by("pk")
    second = begins + timedelta(days=5)
    ticks = [partial(run_leagues, second + n * timedelta(minutes=2)) for n in range(4)]
    got = together(*ticks, lambda: directing.exchange_entrants(one, two))

    assert not [one for one in got if isinstance(one, Exception)]
    # All of them skip a season that a director has locked; the next one does not.
    run_leagues(second + timedelta(minutes=10))
    assert Season.objects.get().state == "running"
    rounds = list(Round.objects.order_by("number"))
    assert [row.number for row in rounds] == [1, 2, 3]
    for row in rounds:
        sitting = PairingSeat.objects.filter(pairing__round=row).values_list(
            "entry__player", flat=True
        )
        assert sorted(sitting) == sorted(player.pk for player in people.values())
    seated = Pairing.objects.exclude(match=None)
    assert Match.objects.count() == seated.count() == 4
    for pairing in seated:
        chairs = [chair.entry.player_id for chair in pairing.seats.order_by("number")]
        assert pairing.match and chairs == [seat.player_id for seat in pairing.match.seats.all()]


def test_eight_answers_to_a_puzzle_at_once_are_one_attempt(
    deal: Any, people: dict[str, Any]
) -> None:
    puzzle = store_puzzle(call_finished(deal("enchanters", seats=2)))
    carol = people["carol"]

    got = together(
        *(lambda n=n: puzzles.attempt_puzzle(carol, puzzle, n % 3, now=NOON) for n in range(8))
    )

    assert len({row.pk for row in got}) == 1
    assert PuzzleAttempt.objects.count() == 1 and Puzzle.objects.get().attempts == 1


def test_workers_at_once_choose_one_puzzle_of_the_day(deal: Any) -> None:
    match = call_finished(deal("enchanters", seats=2))
    for seat in range(4):
        store_puzzle(match, seat=seat)

    got = together(*[lambda: puzzles.choose_daily_puzzle(NOON)] * 6)

    assert len({row.pk for row in got}) == 1
    assert Puzzle.objects.exclude(shown_on=None).count() == 1


def register_app(owner: Any) -> Any:
    return apps.register_app(
        owner, name="Deep Blue", website="https://app.example.org/",
        redirect_uris=["https://app.example.org/back"], uses_device_codes=False, now=NOON,
    )  # fmt: skip


def test_a_code_gives_tokens_once_however_many_ask(people: Any) -> None:
    app, verifier = register_app(people["bob"]), "v" * 43
    challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode()
    bound = app_grants.NewCode("code", challenge.rstrip("="), app.redirect_uris[0])
    app_grants.grant_by_code(app, people["alice"], "read", bound, now=timezone.now())
    facts = {"grant_type": "authorization_code", "client_id": str(app.pk), "code": "code"}
    facts |= {"redirect_uri": app.redirect_uris[0], "code_verifier": verifier}

    responses = together(*[lambda: Client().post("/api/oauth/token/", facts)] * 4)

    assert sorted(response.status_code for response in responses) == [200, 400, 400, 400]
    # The second use has ended what the first one gave.
    assert not people["alice"].app_grants.exists() and not people["alice"].tokens.exists()


def test_a_move_sent_six_times_at_once_is_one_on_an_analysis_board(
    deal: Any, people: dict[str, Any]
) -> None:
    match = call_finished(deal("enchanters", seats=2))
    board = analysis_boards.open_board(match, people["carol"], 0, now=NOON)

    got = together(
        *[lambda: analysis_boards.try_move(board, 0, lambda asked: asked.fallback, now=NOON)] * 6
    )

    board.refresh_from_db()
    assert sorted(got) == [False] * 5 + [True]
    assert sum(not move.get("is_forced") for move in board.moves) == 1


def test_boards_opened_at_once_are_no_more_than_allowed(
    deal: Any, people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysis_boards, "MAX_BOARDS", 2)
    match, carol = call_finished(deal("enchanters", seats=2)), people["carol"]

    got = together(*[lambda: analysis_boards.open_board(match, carol, 0, now=NOON)] * 6)

    assert got.count("cannot_try") == 4 and carol.analysis_boards.count() == 2


# How many requests of one player come at once.
AT_ONCE = 25
PEBBLES = MatchTerms("pebbles", seats=2)
PEBBLES_RULES = GAMES["pebbles"]


def bots_made(owner: Player, number: int) -> object:
    return own_bots.make_bot(owner, name=f"Robot {number:02}")


def invite_to_own_match(inviter: Player, number: int) -> object:
    """Each invitation is to another match, so that no lock of a match counts them."""
    match = Match.objects.filter(created_by=inviter).order_by("pk")[number % 3]
    return invitations.invite_player(match, inviter, f"guest{number}@example.org", now=NOON)


def somebody(number: int) -> Player:
    return Player.objects.filter(email__startswith="x").order_by("pk")[number]


# The keys of a browser: RFC 8291, Appendix A.
BROWSER = {
    "key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx"
    "aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


def add_webhook(player: Player, number: int) -> None:
    webhooks.add_webhook(
        player,
        url=f"https://x.example/{number}",
        shape="json",
        questions_only=True,
        thread="",
        now=NOON,
    )


def subscribe(player: Player, number: int) -> object:
    endpoint = f"https://push.example/{number}"
    return devices.register_device(player, endpoint=endpoint, **BROWSER, agent="", now=NOON)


def write_default_order(player: Player, number: int) -> object:
    words = [PEBBLES_RULES.list_words("en")]
    text = f"take 3 if pile = {number + 40}"
    order = order_grammar.parse_order(text, PEBBLES_RULES.topics, words, "en")
    return default_orders.save_default_order(player, "pebbles", order)


def write_to(player: Player, reader: Player, number: int) -> object:
    return direct_messages.send_direct_message(player, reader, "x", key=str(number))


def call_hourly(request: Callable[..., object], *args: object) -> Callable[..., object]:
    return lambda player, number: request(player, *args, now=NOON)


# What a player may have so many of -> the limit, one more of it, and the rows that count.
LIMITS: dict[
    str, tuple[tuple[object, str], Callable[[Player, int], object], Callable[..., Any]]
] = {
    "open matches": (
        (matches, "MAX_OPEN"),
        lambda player, number: open_match(player, PEBBLES),
        lambda player: Match.objects.filter(created_by=player),
    ),
    "matches on one device": (
        (hotseat, "MAX_RUNNING"),
        lambda player, number: open_match(player, replace(PEBBLES, companions=("Ann",))),
        lambda player: Match.objects.filter(created_by=player),
    ),
    "guided matches of a guest": (
        (guests, "MAX_MATCHES"),
        lambda player, number: coaching.first_match(player, game="abyss"),
        lambda player: Match.objects.filter(created_by=player),
    ),
    "own bots": ((own_bots, "MAX_BOTS"), bots_made, own_bots.bots_of),
    "tokens": (
        (tokens, "MAX_TOKENS"),
        lambda player, number: tokens.make_token(player, name="x", scopes=["read"]),
        tokens.good_tokens,
    ),
    "apps": (
        (apps, "MAX_APPS"),
        lambda player, number: register_app(player),
        lambda player: player.apps.all(),
    ),
    "webhooks": (
        (webhooks, "MAX_WEBHOOKS"),
        add_webhook,
        lambda player: Webhook.objects.filter(player=player),
    ),
    "devices for push messages": (
        (devices, "MAX_DEVICES"),
        subscribe,
        lambda player: Webhook.objects.filter(player=player),
    ),
    "known devices": (
        (known_devices, "MAX_DEVICES"),
        lambda player, number: known_devices.remember_device(player, [], name="x", now=NOON),
        lambda player: player.known_devices.exclude(confirmed_at=None),
    ),
    "codes for new devices": (
        (known_devices, "MAX_CODES"),
        lambda player, number: known_devices.mail_code(player, name="x", now=NOON),
        lambda player: player.known_devices.all(),
    ),
    "invitations a day": (
        (invitations, "MAX_PER_DAY"),
        invite_to_own_match,
        lambda player: Invitation.objects.filter(inviter=player),
    ),
    "presets": (
        (match_presets, "MAX_PRESETS"),
        lambda player, number: match_presets.save_preset(player, f"Preset {number}", PEBBLES),
        lambda player: player.match_presets.all(),
    ),
    "orders for new matches": (
        (default_orders, "MAX_DEFAULT_ORDERS"),
        write_default_order,
        lambda player: player.default_orders.all(),
    ),
    "players one follows": (
        (profiles, "MAX_FOLLOWED"),
        lambda player, number: profiles.follow_player(player, somebody(number)),
        lambda player: player.follows.all(),
    ),
    "open reports": (
        (reports, "MOST_OPEN"),
        lambda player, number: reports.report_player(player, somebody(number), "x"),
        lambda player: player.reports.all(),
    ),
    "direct messages an hour": (
        (direct_messages, "MAX_PER_HOUR"),
        lambda player, number: write_to(player, Player.objects.get(display_name="Bob"), number),
        lambda player: DirectMessage.objects.filter(player=player),
    ),
    "conversations a day": (
        (direct_messages, "MAX_STARTED"),
        lambda player, number: write_to(player, somebody(number), number),
        lambda player: DirectMessage.objects.filter(player=player),
    ),
    "test e-mails an hour": (
        (channel_preferences, "MAX_PER_HOUR"),
        call_hourly(channel_preferences.send_test_email),
        lambda player: Notification.objects.filter(player=player, kind="test_email"),
    ),
    "links to a new address an hour": (
        (channel_preferences, "MAX_PER_HOUR"),
        call_hourly(channel_preferences.request_address_change, "new@example.com"),
        lambda player: Notification.objects.filter(player=player, kind="new_address"),
    ),
    "links to a sender address an hour": (
        (channel_preferences, "MAX_PER_HOUR"),
        call_hourly(sender_addresses.request_sender_address, "new@example.com"),
        lambda player: Notification.objects.filter(player=player, kind="new_sender"),
    ),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", LIMITS)
def test_no_limit_is_exceeded_by_requests_at_once(
    people: dict[str, Any], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Each of them used to count before the others had been saved."""
    (module, constant), act, count = LIMITS[name]
    alice = people["alice"]
    Player.objects.bulk_create(
        Player(email=f"x{n}@example.org", display_name=f"Extra {n}", email_verified_at=NOON)
        for n in range(AT_ONCE)
    )
    Player.objects.update(messages_from="everybody")
    if "guest" in name:
        alice = guests.create_guest(language="en", now=timezone.now())
    if "invitations" in name:
        for _ in range(3):
            open_match(alice, PEBBLES)
    monkeypatch.setattr(module, constant, 3)

    got = together(*(partial(act, alice, number) for number in range(AT_ONCE)))

    assert count(alice).count() == 3
    assert not [
        one for one in got if isinstance(one, Exception) and type(one).__name__[:3] != "Too"
    ]


def test_a_site_takes_no_more_guests_than_it_says_from_any_number_at_once(
    people: Any, settings: Any
) -> None:
    settings.GUESTS_PER_HOUR = 3

    got = together(*[lambda: guests.create_guest(language="en", now=NOON)] * AT_ONCE)

    assert Player.objects.filter(is_guest=True).count() == 3, got
    assert got.count("guest_limit") == AT_ONCE - 3


def test_an_address_that_many_invite_at_once_gets_few_emails(
    people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MAX_PER_ADDRESS", 1)
    opened = [open_match(player, PEBBLES) for player in people.values()]
    invite = invitations.invite_player

    got = together(
        *(
            partial(invite, match, player, "carla@example.org", now=NOON)
            for match, player in zip(opened, people.values(), strict=True)
        )
    )

    assert all(isinstance(one, Invitation) for one in got), got
    assert Notification.objects.filter(kind="introduction").count() == 1
