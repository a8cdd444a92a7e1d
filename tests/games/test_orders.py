"""Standing orders at the table: written, followed inside the door, private, switched off."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from games.engine.contract import Decision, IllegalDecision
from games.models import Match, Move, Order
from games.presentation import orders as order_text
from games.queries import matches, move_log, states
from games.services import exports, orders, replays
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from notifications.models import Notification
from tests.emails import email_of

from ..conftest import NAMES, NOON


def order(match: Match, people: Any, name: str, text: str, **more: Any) -> Order:
    player = people[name]
    more.setdefault("now", NOON)
    return orders.write_order(match, player, orders.read_order(match, player, text), **more)


def answer(match: Match, seat: int, verb: str, key: str = "", **args: Any) -> Move:
    token = match.prompts.get(closed_at=None, seat=seat).token
    decision = Decision(verb, args)
    return submit_decision(token, decision, source="page", key=key or token, now=NOON)


def moves(match: Match) -> list[tuple[int, str, str]]:
    rows = match.moves.order_by("ply")
    return [(move.seat, move.decision["verb"], move.source) for move in rows]


@pytest.fixture
def exploring(deal: Any) -> Match:
    """Three at a table of Abyss: seat `match.explorer` has turned up a card, both others are asked
    to buy it."""
    match: Match = deal("abyss", seats=3)
    match.explorer = states.load_state(match).active  # type: ignore[attr-defined]
    return match


def others(match: Any) -> list[int]:
    return [seat for seat in range(3) if seat != match.explorer]


def test_an_order_answers_what_is_asked_already(exploring: Match, people: Any) -> None:
    seat = others(exploring)[0]
    row = order(exploring, people, NAMES[seat], "pass")
    assert moves(exploring)[-1] == (seat, "pass", "order")
    assert row.followed == 1 and row.active


def test_an_order_answers_new_questions_in_the_same_transaction(
    exploring: Match, people: Any
) -> None:
    match: Any = exploring
    one, other = others(match)
    order(match, people, NAMES[one], "pass, for this turn")
    order(match, people, NAMES[other], "pass if space >= 2, for this turn")
    order(match, people, NAMES[match.explorer], "continue")
    Notification.objects.all().delete()

    answer(match, other, "pass")

    match.refresh_from_db()
    assert match.ply > 8 and moves(match)[-1][2] == "order"
    assert replays.verify_replay(match) == match.ply
    asked = match.prompts.filter(closed_at=None, answered_at=None).values_list("seat", flat=True)
    told = Notification.objects.filter(kind="your_turn").values_list("player_id", flat=True)
    assert set(told) == {people[NAMES[seat]].pk for seat in asked}


def test_without_a_rule_that_fits_the_owner_is_asked(exploring: Match, people: Any) -> None:
    seat = others(exploring)[0]
    row = order(exploring, people, NAMES[seat], "pass if value > 5, else ask, else buy")
    assert row.followed == 0 and exploring.prompts.filter(
        closed_at=None, answered_at=None, seat=seat
    )


def test_the_first_order_that_fits_counts(exploring: Match, people: Any) -> None:
    seat = others(exploring)[0]
    name = NAMES[seat]
    order(exploring, people, name, "ask")
    row = order(exploring, people, name, "pass")
    assert row.followed == 0


def test_an_order_used_up_switches_itself_off(exploring: Match, people: Any) -> None:
    seat = others(exploring)[0]
    row = order(exploring, people, NAMES[seat], "pass, once")
    assert (row.active, row.why, row.left, row.followed) == (False, "used_up", 0, 1)


def test_an_order_for_this_turn_ends_with_it(exploring: Match, people: Any) -> None:
    seat = others(exploring)[0]
    row = order(exploring, people, NAMES[seat], "pass, for this turn")
    play_on(exploring, until=lambda state: state.turn == 3)
    row.refresh_from_db()
    assert (row.active, row.why) == (False, "turn_over")


def test_an_order_until_my_next_turn_ends_when_it_comes(exploring: Match, people: Any) -> None:
    seat = others(exploring)[0]
    row = order(exploring, people, NAMES[seat], "pass, until my next turn")
    play_on(exploring, until=lambda state: state.active == seat and state.step == "plot")
    row.refresh_from_db()
    assert (row.active, row.why) == (False, "my_turn")
    later = order(exploring, people, NAMES[seat], "pass, until my next turn")
    assert later.active


def test_an_order_until_a_day_ends_with_it(deal: Any, people: Any) -> None:
    match = deal("pebbles", seats=2)
    first = match.prompts.get().seat
    row = order(match, people, NAMES[1 - first], "take 1, until 2026-03-03")
    late = NOON + timedelta(days=2)
    submit_decision(match.prompts.get(closed_at=None).token, None, source="page", key="a", now=late)
    row.refresh_from_db()
    assert (row.active, row.why, row.followed) == (False, "date", 0)
    with pytest.raises(orders.CannotOrder):
        order(match, people, NAMES[first], "take 1, until 2026-03-03", now=late)


def test_an_order_until_i_am_back_ends_with_my_own_answer(deal: Any, people: Any) -> None:
    match = deal("pebbles", seats=2, pile=20)
    first = match.prompts.get().seat
    row = order(match, people, NAMES[first], "take 3 if pile <= 5, until I am back")
    answer(match, first, "take", number=1)
    row.refresh_from_db()
    assert (row.active, row.why) == (False, "back")


def test_an_order_the_rules_refuse_switches_itself_off_and_says_why(
    deal: Any, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = deal("pebbles", seats=2)
    first = match.prompts.get().seat
    row = order(match, people, NAMES[1 - first], "take 2")
    game = GAMES["pebbles"]
    played = game.play_decision

    def stubborn(state: Any, seat: int, decision: Decision) -> Any:
        if seat != first:
            state.pile = -1
            raise IllegalDecision("Not now.")
        return played(state, seat, decision)

    monkeypatch.setitem(GAMES, "pebbles", replace(GAMES["pebbles"], play_decision=stubborn))
    answer(match, first, "take", number=1)

    row.refresh_from_db()
    assert (row.active, row.why) == (False, "refused")
    match.refresh_from_db()
    assert match.ply == 1 and states.load_state(match).pile == 9
    assert Notification.objects.get(kind="order_off").player == people[NAMES[1 - first]]
    assert match.prompts.get(closed_at=None).seat == 1 - first


def test_a_queued_turn_that_does_not_fit_switches_itself_off_and_says_why(
    exploring: Match, people: Any
) -> None:
    seat = others(exploring)[0]
    name = NAMES[seat]
    row = order(exploring, people, name, "recruit oracle if court has oracle and pearls > 90, once")
    assert row.active
    play_on(exploring, until=lambda state: state.active == seat and state.step == "plot")
    row.refresh_from_db()
    assert (row.active, row.why) == (False, "unfit")
    notification = Notification.objects.get(kind="order_off")
    # The e-mail repeats the question, so it can be answered.
    assert notification.reply_token == exploring.prompts.get(seat=seat, closed_at=None).token
    email = email_of(notification)
    assert email is not None and "your turn came, and nothing of it was possible" in email.text


def test_the_only_answer_is_given_by_the_rules(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    for number in (3, 3, 3):
        answer(match, match.prompts.get(closed_at=None).seat, "take", number=number)
    match.refresh_from_db()
    assert moves(match)[-1][2] == "rules" and match.status == "finished"


def test_two_orders_that_feed_each_other_leave_the_rest_to_people(
    deal: Any, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.services.play.playing.MAX_FOLLOWED", 4)
    match = deal("pebbles", seats=2, pile=20)
    first = match.prompts.get().seat
    order(match, people, NAMES[1 - first], "take 1")
    order(match, people, NAMES[first], "take 1")
    match.refresh_from_db()
    assert match.ply == 4 and match.prompts.filter(closed_at=None).count() == 1


# Secrecy ------------------------------------------------------------------------------------------


def test_nobody_sees_that_an_order_answered(exploring: Match, people: Any) -> None:
    seat, other = others(exploring)
    order(exploring, people, NAMES[seat], "pass")
    match = matches.match_by_number(exploring.number)
    answer(match, other, "pass")
    for viewer in (0, 1, 2, None):
        sources = {told.source for told in move_log.move_history(match, viewer, "en")}
        assert "order" not in sources or viewer == seat
    lines = "".join(exports.export_match(match, seat=other))
    assert '"order"' not in lines


def test_an_order_sees_only_what_its_owner_sees(deal: Any, people: Any) -> None:
    """Orders answer alike on two tables that differ only in what their owner cannot see."""
    from games.engine import orders as language
    from games.engine.chance import Chance

    match = deal("abyss", seats=3)
    game, state = GAMES["abyss"], states.load_state(match)
    text = "buy if value >= 3 and price <= 2, else pass if hand has crab 1, else pass"
    for asked in game.list_prompts(state):
        rule = orders.read_order(match, people[NAMES[asked.seat]], text)
        for number in range(20):
            other = game.imagine_state(state, asked.seat, Chance(bytes([number]) * 32))
            same = next(p for p in game.list_prompts(other) if p.seat == asked.seat)
            assert language.find_answer(rule, same) == language.find_answer(rule, asked)


def test_the_door_asks_no_more_often_because_orders_exist(
    deal: Any, people: Any, django_assert_num_queries: Any
) -> None:
    match = deal("pebbles", seats=2)
    first = match.prompts.get()
    order(match, people, NAMES[1 - first.seat], "take 3 if pile <= 2")
    with django_assert_num_queries(7):
        submit_decision(first.token, Decision("take", {"number": 1}), source="page", key="a")


# Writing ------------------------------------------------------------------------------------------


def test_orders_are_numbered_listed_and_cancelled(deal: Any, people: Any) -> None:
    match = deal("pebbles", seats=2)
    alice = people["alice"]
    people["alice"].language = "de"
    for text in ("take 3 if pile = 3", "nimm 2 wenn Haufen = 2"):
        order(match, people, "alice", text)
    listed = order_text.own_orders(match, 0, "de")
    assert [(order.row.number, order.words) for order in listed] == [
        (1, "nehmen 3 wenn Haufen = 3"),
        (2, "nehmen 2 wenn Haufen = 2"),
    ]
    assert orders.cancel_order(match, alice, 1) == 1
    with pytest.raises(orders.NoSuchOrder):
        orders.cancel_order(match, alice, 1)
    assert orders.cancel_order(match, alice, None) == 1


def test_a_changed_order_keeps_its_number_and_answers_what_is_asked(
    exploring: Match, people: Any
) -> None:
    seat = others(exploring)[0]
    player = people[NAMES[seat]]
    row = order(exploring, people, NAMES[seat], "pass if value > 5, 3 times")
    order(exploring, people, NAMES[seat], "ask if value > 5")
    rules = orders.read_order(exploring, player, "pass, once")

    changed = orders.change_order(exploring, player, 1, rules, now=NOON)

    assert changed.number == row.number == 1
    assert (changed.followed, changed.left, changed.why) == (1, 0, "used_up")
    assert moves(exploring)[-1] == (seat, "pass", "order")
    with pytest.raises(orders.NoSuchOrder):
        orders.change_order(exploring, player, 1, rules, now=NOON)


def test_an_order_moves_before_another_and_answers_then(exploring: Match, people: Any) -> None:
    seat = others(exploring)[0]
    name = NAMES[seat]
    asking = order(exploring, people, name, "ask")
    passing = order(exploring, people, name, "pass")
    assert orders.move_order(exploring, people[name], 1, up=True) == 1
    assert not exploring.moves.filter(source="order")

    assert orders.move_order(exploring, people[name], 2, up=True, now=NOON) == 1

    asking.refresh_from_db()
    passing.refresh_from_db()
    assert (passing.number, asking.number, passing.followed) == (1, 2, 1)
    with pytest.raises(orders.NoSuchOrder):
        orders.move_order(exploring, people[name], 3, up=False)


def test_nobody_changes_or_moves_the_orders_of_others(exploring: Match, people: Any) -> None:
    one, other = others(exploring)
    order(exploring, people, NAMES[one], "pass if value > 5")
    stranger = people[NAMES[other]]
    with pytest.raises(orders.NoSuchOrder):
        orders.move_order(exploring, stranger, 1, up=True)
    rules = orders.read_order(exploring, stranger, "pass")
    with pytest.raises(orders.NoSuchOrder):
        orders.change_order(exploring, stranger, 1, rules)


def test_a_seat_has_a_limited_number_of_orders(deal: Any, people: Any) -> None:
    match = deal("pebbles", seats=2)
    for _ in range(orders.MAX_ORDERS):
        order(match, people, "alice", "take 3 if pile = 99")
    with pytest.raises(orders.CannotOrder):
        order(match, people, "alice", "take 1")


def test_a_game_that_counts_no_turns_has_no_orders_for_a_turn(deal: Any, people: Any) -> None:
    with pytest.raises(orders.CannotOrder):
        order(deal("pebbles", seats=2), people, "alice", "take 1, for this turn")


def test_a_rehearsal_shows_what_an_order_would_have_done(exploring: Match, people: Any) -> None:
    seat = others(exploring)[0]
    player = people[NAMES[seat]]
    answer(exploring, seat, "pass")
    rule = orders.read_order(exploring, player, "buy if value >= 1")
    (shown,) = orders.preview_order(exploring, player, rule)
    assert shown.answered == Decision("pass") and shown.would == Decision("buy")


def play_on(match: Match, *, until: Any) -> None:
    """Let everybody answer with the fallback until the state is so."""
    for number in range(200):
        match.refresh_from_db()
        if until(states.load_state(match)):
            return
        row = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat")[0]
        submit_decision(row.token, None, source="bot", key=f"on-{number}", now=NOON)
    raise AssertionError("it never came to that")
