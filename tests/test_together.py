"""Concurrent operations."""

from __future__ import annotations

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

from games.engine.contract import Decision, Refused
from games.models import (
    Match,
    Move,
    Pairing,
    PairingSeat,
    Prompt,
    Puzzle,
    PuzzleAttempt,
    Round,
    Season,
)
from games.queries import states
from games.services import analysis_boards, orders, puzzles, replays
from games.services.deadlines import expire_deadlines
from games.services.decision_rows import store_offered_answers
from games.services.decisions import submit_decision
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.matches import MatchTerms, join_match, open_match
from games.tasks.house_bots import answer_bots
from notifications.models import Notification

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
    league = directing.found_league(name="Club", slug="club", given=terms)
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
