"""Orders for new matches: kept from a running match, given to a seat at the deal."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.engine import orders
from games.engine.orders import Order, Rule, Term
from games.models import DefaultOrder, Match
from games.queries import states
from games.services import account_deletion, default_orders
from games.services.orders import CannotOrder
from games.titles import GAMES

from ..conftest import NAMES
from .reading import As, text_of

pytestmark = pytest.mark.django_db

PASS = Order((Rule("pass"),))


def find_seat(match: Match, name: str) -> int:
    return match.seats.get(player__display_name__iexact=name).number


def test_an_order_kept_on_the_page_begins_every_new_match(deal: Any, as_: As) -> None:
    match, alice = deal("abyss", seats=2), as_("alice")
    orders_page = f"/matches/{match.number}/orders/"
    alice.post(orders_page, {"order": "pass if value <= 2"})

    kept = alice.post(f"{orders_page}1/keep/")

    assert kept.status_code == 303
    assert "1 order for every new match of Abyss" in text_of(alice.get(orders_page))
    assert "pass if value <= 2" in text_of(alice.get("/settings/orders/"))
    new = deal("abyss", seats=2)
    given = new.orders.get()
    assert (given.seat, given.number, given.active) == (find_seat(new, "alice"), 1, True)
    assert given.rules == match.orders.get().rules
    assert not deal("pebbles", seats=2).orders.exists()


def test_a_default_order_answers_the_first_question(deal: Any, people: Any) -> None:
    """Also if the question is open as soon as the match is dealt."""
    [first] = GAMES["pebbles"].list_prompts(states.load_state(deal("pebbles", seats=2)))
    order = Order((Rule(first.fallback.verb),))
    default_orders.save_default_order(people[NAMES[first.seat]], "pebbles", order)

    dealt = deal("pebbles", seats=2)

    assert dealt.moves.get(ply=1).source == "order"


def test_removing_one_leaves_running_matches_alone(deal: Any, people: Any, as_: As) -> None:
    row = default_orders.save_default_order(people["alice"], "abyss", PASS)
    match = deal("abyss", seats=2)

    assert as_("bob").post("/settings/orders/", {"remove": row.pk}).status_code == 404
    assert as_("alice").post("/settings/orders/", {"remove": row.pk}).status_code == 303

    assert not DefaultOrder.objects.exists()
    assert match.orders.get().active
    assert as_("alice").post("/settings/orders/", {"remove": "x"}).status_code == 404
    assert "You have none" in text_of(as_("alice").get("/settings/orders/"))


def test_an_order_with_an_end_is_refused(people: Any) -> None:
    with pytest.raises(CannotOrder, match="no end"):
        default_orders.save_default_order(
            people["alice"], "abyss", Order(PASS.rules, Term("this_turn"))
        )
    assert not DefaultOrder.objects.exists()


def test_the_same_order_is_kept_once_and_their_number_is_limited(people: Any) -> None:
    alice = people["alice"]
    for value in range(default_orders.MAX_DEFAULT_ORDERS):
        rule = Rule("pass", (), (orders.Clause("value", "<=", (), value),))
        for _ in range(2):
            default_orders.save_default_order(alice, "abyss", Order((rule,)))
    assert DefaultOrder.objects.count() == default_orders.MAX_DEFAULT_ORDERS
    with pytest.raises(CannotOrder, match="You have 10"):
        default_orders.save_default_order(alice, "abyss", PASS)


def test_they_are_exported_and_deleted_with_the_account(people: Any, as_: As) -> None:
    default_orders.save_default_order(people["alice"], "abyss", PASS)
    exported = as_("alice").post("/settings/data/").getvalue().decode()
    assert '"orders_for_new_matches": [{"game": "abyss", "order": "pass"}]' in exported

    account_deletion.erase_account(people["alice"], now=timezone.now())

    assert not DefaultOrder.objects.exists()
