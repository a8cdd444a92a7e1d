"""submit_decision: the one door into a match."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.engine.contract import Decision, IllegalDecision
from games.models import Move, Prompt, Snapshot, Status
from games.queries import matches, move_log, states
from games.services.play.decisions import MatchFrozen, StalePrompt, UnknownPrompt, submit_decision
from games.titles import GAMES
from notifications.models import Notification


def take(number: int) -> Decision:
    return Decision("take", {"number": number})


def stake(*stones: str) -> Decision:
    return Decision("stake", {"stones": list(stones)})


def stake_seen(match: Any, seat: int | None) -> list[str] | None:
    view: Any = matches.build_table(match, seat, "en").view
    stones: list[str] | None = view.stake
    return stones


def asked(match: Any, seat: int | None = None) -> Prompt:
    rows = match.prompts.filter(closed_at=None)
    return rows.get() if seat is None else rows.get(seat=seat)


def test_a_decision_moves_the_match_and_asks_the_next_seat(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    first = asked(match)

    move = submit_decision(first.token, take(2), source="page", key="a")

    match.refresh_from_db()
    assert (move.ply, match.ply, states.load_state(match).pile) == (1, 1, 8)
    second = asked(match)
    assert second.seat != first.seat and second.deadline_at is not None
    assert Notification.objects.get(kind="your_turn", reply_token=second.token)


def test_the_same_submission_twice_is_one_move(deal: Any) -> None:
    token = asked(deal("pebbles", seats=2)).token
    one = submit_decision(token, take(1), source="email", key="<m1@x>")
    two = submit_decision(token, take(1), source="email", key="<m1@x>")
    assert one == two and Move.objects.count() == 1


def test_an_answered_question_refuses_a_second_answer(deal: Any) -> None:
    token = asked(deal("pebbles", seats=2)).token
    submit_decision(token, take(1), source="page", key="a")
    with pytest.raises(StalePrompt):
        submit_decision(token, take(2), source="email", key="b")


def test_an_illegal_decision_changes_nothing(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    before, notifications = bytes(match.state), Notification.objects.count()

    with pytest.raises(IllegalDecision):
        submit_decision(asked(match).token, take(9), source="page", key="a")

    match.refresh_from_db()
    assert bytes(match.state) == before and match.ply == 0
    assert not Move.objects.exists() and Notification.objects.count() == notifications


def test_a_token_nobody_was_given_is_unknown(db: None) -> None:
    with pytest.raises(UnknownPrompt):
        submit_decision("a" * 26, take(1), source="page", key="a")


def test_a_finished_match_takes_no_answer(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    tokens = []
    for key in "abcde":
        tokens.append(asked(match).token)
        submit_decision(tokens[-1], take(2), source="page", key=key)
    match.refresh_from_db()
    assert match.status == Status.FINISHED and match.finished_at
    with pytest.raises(StalePrompt):
        submit_decision(tokens[-1], take(1), source="page", key="f")


def test_the_end_is_told_to_everybody_with_places(deal: Any) -> None:
    match = deal("pebbles", seats=3)
    for key in "abcde":
        submit_decision(asked(match).token, take(2), source="page", key=key)
    assert Notification.objects.filter(kind="match_finished").count() == 3
    match = matches.match_by_number(match.number)
    assert [place for place, _, _ in matches.final_places(match)] == [1, 2, 2]


def test_seats_asked_together_answer_in_any_order(deal: Any) -> None:
    match = deal("sealed", seats=3)
    tokens = {prompt.seat: prompt.token for prompt in match.prompts.all()}
    hands = states.load_state(match).hands
    for seat in (2, 0, 1):
        submit_decision(tokens[seat], stake(hands[seat][0]), source="email", key=f"k{seat}")
    match.refresh_from_db()
    assert match.ply == 3 and states.load_state(match).round == 2


def test_a_sealed_answer_may_be_changed_and_stops_its_clock(deal: Any) -> None:
    match = deal("sealed", seats=3)
    hand = states.load_state(match).hands[1]
    prompt = asked(match, 1)
    submit_decision(prompt.token, stake(hand[0]), source="page", key="a")
    submit_decision(prompt.token, stake(*hand), source="page", key="b")
    prompt.refresh_from_db()
    assert prompt.closed_at is None and prompt.answered_at and prompt.deadline_at is None
    match.refresh_from_db()
    assert states.load_state(match).stakes == {1: sorted(hand)}


def test_no_seat_sees_another_seats_sealed_answer(deal: Any) -> None:
    match = deal("sealed", seats=3)
    hand = states.load_state(match).hands[1]
    submit_decision(asked(match, 1).token, stake(*hand), source="page", key="a")
    match = matches.match_by_number(match.number)
    assert stake_seen(match, 1) == hand
    for stranger in (0, 2, None):
        assert stake_seen(match, stranger) is None
    # Its own number would tell its seat how many others had answered before.
    for seat in (0, 1, 2, None):
        assert move_log.move_history(match, seat, "en") == []


def test_prompts_still_asked_keep_their_token_and_deadline(deal: Any) -> None:
    match = deal("sealed", seats=3)
    before = {p.seat: (p.token, p.deadline_at) for p in match.prompts.all()}
    submit_decision(before[0][0], Decision("pass"), source="page", key="a")
    after = {p.seat: (p.token, p.deadline_at) for p in match.prompts.filter(closed_at=None)}
    assert after[1] == before[1] and after[2] == before[2]


def test_without_a_decision_the_fallback_is_played(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    move = submit_decision(asked(match).token, None, source="clock", key="d")
    assert move.decision == {"verb": "take", "args": {"number": 1}}


def test_rules_that_fail_freeze_the_match_and_lose_nothing(
    deal: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = deal("pebbles", seats=2)

    def broken(*args: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(GAMES, "pebbles", replace(GAMES["pebbles"], play_decision=broken))
    token = asked(match).token
    with pytest.raises(MatchFrozen):
        submit_decision(token, take(1), source="page", key="a")
    monkeypatch.undo()
    match.refresh_from_db()
    assert match.status == Status.FROZEN and match.ply == 0
    with pytest.raises(MatchFrozen):
        submit_decision(token, take(1), source="page", key="a")


def test_snapshots_are_kept_at_the_deal_and_at_the_end(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    for key in "abcde":
        submit_decision(asked(match).token, take(2), source="page", key=key)
    assert list(Snapshot.objects.values_list("ply", flat=True)) == [0, 5]


def test_replaying_the_moves_gives_the_saved_state(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    for key in "abc":
        submit_decision(asked(match).token, take(2), source="page", key=key)
    match.refresh_from_db()
    game = GAMES["pebbles"]
    state = game.set_up_match(2, bytes(match.seed), match.options)
    for move in match.moves.order_by("ply"):
        game.play_decision(state, move.seat, Decision(**move.decision))
    assert state == states.load_state(match)


def test_a_changed_byte_of_a_stored_state_is_noticed(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    stored = bytearray(match.state)
    stored[-6] ^= 1
    with pytest.raises(Exception, match="."):
        states.deserialize_state(GAMES["pebbles"], bytes(stored), 1)


def test_the_door_asks_the_database_this_often(deal: Any, django_assert_num_queries: Any) -> None:
    """Savepoint, lock, what is asked, the move, player events, the notifications, release."""
    token = asked(deal("pebbles", seats=2)).token
    with django_assert_num_queries(7):
        submit_decision(token, take(1), source="page", key="a")
