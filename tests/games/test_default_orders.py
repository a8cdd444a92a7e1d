"""Orders for new matches: kept from a running match, given to a seat at the deal."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from games.engine import order_grammar, orders
from games.engine.orders import Order, Rule, Term
from games.models import DefaultOrder, Match, Player
from games.queries import states
from games.services import account_deletion, default_orders
from games.services.orders import CannotOrder
from games.titles import GAMES
from notifications.gateway import Email, read_reply
from notifications.models import Notification
from tests.emails import email_of

from ..conftest import NAMES
from .reading import As, text_of
from .test_mail_door import reply

pytestmark = pytest.mark.django_db

PASS = Order((Rule("pass"),))


def write_email(notification: Notification) -> Email:
    written = email_of(notification)
    assert written is not None
    return written


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
    assert "No orders yet" in text_of(as_("alice").get("/settings/orders/"))


def test_suggested_orders_are_added_one_by_one_or_all_at_once(
    deal: Any, people: Any, as_: As
) -> None:
    alice, page = as_("alice"), "/settings/orders/"
    assert "continue if space <= 4" in text_of(alice.get(page))

    assert alice.post(page, {"suggested": "abyss:1"}).status_code == 303
    assert [row.rules["rules"][0]["verb"] for row in people["alice"].default_orders.all()] == [
        "end"
    ]
    for _ in range(2):
        alice.post(page, {"suggested": "abyss:all"})

    many = len(GAMES["abyss"].suggested_orders)
    assert people["alice"].default_orders.count() == many
    match = deal("abyss", seats=2)
    assert match.orders.filter(seat=find_seat(match, "alice")).count() == many
    for wrong in ("abyss:99", "abyss:-1", "abyss:", "chess:all", "pebbles:0", ""):
        assert alice.post(page, {"suggested": wrong}).status_code == 404
    assert people["alice"].default_orders.count() == many


def test_there_is_no_room_for_all_of_them(people: Any, as_: As) -> None:
    """Then none is added, and the page says why."""
    for value in range(default_orders.MAX_DEFAULT_ORDERS - 1):
        rule = Rule("pass", (), (orders.Clause("value", "<=", (), value),))
        default_orders.save_default_order(people["alice"], "abyss", Order((rule,)))

    told = as_("alice").post("/settings/orders/", {"suggested": "abyss:all"}, follow=True)

    assert "You have 20 orders for new matches of this game" in text_of(told)
    assert DefaultOrder.objects.count() == default_orders.MAX_DEFAULT_ORDERS - 1


def agree_to(table: Any, *lines: str) -> str:
    """Write lines that we answer by listing orders, and then “yes”; return what that did."""
    assert read_reply(reply(table, *lines)) == "orders_listed"
    Notification.objects.filter(kind="commands").update(state=Notification.State.SENT)
    table.prompt = table.prompt.match.prompts.filter(seat=table.prompt.seat).latest("opened_at")
    return read_reply(reply(table, "yes"))


@pytest.mark.parametrize(
    ("language", "suggested", "keep", "forget"),
    [
        ("en", "Suggested orders", "keep order 1", "forget orders"),
        ("fr", "ordres proposés", "garder ordre 1", "oublier ordres"),
        ("de", "Vorgeschlagene Aufträge", "behalte Auftrag 1", "vergiss Aufträge"),
    ],
)
def test_a_reply_writes_keeps_and_forgets_them(
    deal: Any, people: Any, language: str, suggested: str, keep: str, forget: str
) -> None:
    match = deal("abyss", seats=2)
    prompt = match.prompts.filter(closed_at=None).first()
    player = match.seats.get(number=prompt.seat).player
    Player.objects.filter(pk=player.pk).update(language=language)
    table = SimpleNamespace(prompt=prompt, player=player)
    many = len(GAMES["abyss"].suggested_orders)

    assert agree_to(table, suggested, "", "Thanks, Bob") == "ordered"

    mine = match.orders.filter(seat=prompt.seat, active=True)
    assert mine.count() == player.default_orders.count() == many
    replies = Notification.objects.filter(kind__in=["orders", "commands"])
    text = write_email(replies.latest("pk")).text
    words = GAMES["abyss"].list_words(language)
    for order in order_grammar.parse_suggested_orders(GAMES["abyss"]):
        assert orders.format_order(order, words, language).split(",")[0] in " ".join(text.split())

    assert agree_to(table, forget) == "ordered"
    assert (mine.count(), player.default_orders.count()) == (many, 0)
    assert agree_to(table, keep) == "ordered"
    assert player.default_orders.get().rules == mine.get(number=1).rules
    assert read_reply(reply(table, keep.replace("1", "99"))) == "no_order"


def test_an_email_suggests_them_to_whoever_has_none(deal: Any, people: Any) -> None:
    match = deal("abyss", seats=2)
    asked = Notification.objects.filter(kind="your_turn").latest("pk")
    for part in (write_email(asked).text, write_email(asked).html):
        assert "“suggested orders”" in " ".join(part.split())

    prompt = match.prompts.get(token=asked.reply_token)
    table = SimpleNamespace(prompt=prompt, player=asked.player)
    assert read_reply(reply(table, "order end")) == "ordered"

    assert "suggested orders" not in write_email(asked).text


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
    with pytest.raises(CannotOrder, match="You have 20"):
        default_orders.save_default_order(alice, "abyss", PASS)


def test_they_are_exported_and_deleted_with_the_account(people: Any, as_: As) -> None:
    default_orders.save_default_order(people["alice"], "abyss", PASS)
    exported = as_("alice").post("/settings/data/").getvalue().decode()
    assert '"orders_for_new_matches": [{"game": "abyss", "order": "pass"}]' in exported

    account_deletion.erase_account(people["alice"], now=timezone.now())

    assert not DefaultOrder.objects.exists()
