"""Orders in an e-mail that do more than their line says are listed first, and wait for a “yes”."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import order_grammar
from games.models import DefaultOrder, Move, Order
from games.services import default_orders, orders
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from notifications.gateway import read_reply
from notifications.models import Notification
from tests.conftest import NOON

from .test_email_commands import emails
from .test_mail_door import offer, reply

__all__ = ["offer"]

BULK = {
    "en": ("suggested orders", "keep orders", "keep order 1", "forget orders", "cancel orders"),
    "fr": (
        "ordres proposés",
        "garder ordres",
        "garder ordre 1",
        "oublier ordres",
        "annuler ordres",
    ),
    "de": (
        *("vorgeschlagene Aufträge", "behalte Aufträge", "behalte Auftrag 1"),
        *("vergiss Aufträge", "streiche Aufträge"),
    ),
}


@pytest.fixture
def table(offer: Any) -> Any:
    """An offer to a player who has two orders here, and one for new matches."""
    for text in ("pass if value >= 8", "pass if value >= 9"):
        order = orders.read_order(offer, offer.player, text)
        orders.write_order(offer, offer.player, order, now=NOON)
    rule = order_grammar.parse_suggested_orders(GAMES["abyss"])[0]
    default_orders.save_default_order(offer.player, "abyss", rule)
    return offer


def count_rows() -> tuple[int, int, int]:
    """Return the numbers of moves, active orders and orders for new matches."""
    active = Order.objects.filter(active=True).count()
    return Move.objects.count(), active, DefaultOrder.objects.count()


def answer(match: Any, *lines: str) -> str:
    """Answer the last e-mail, which has been sent, at the address of the open question."""
    Notification.objects.update(state=Notification.State.SENT)
    match.prompt = match.prompts.filter(seat=match.prompt.seat).latest("opened_at")
    return read_reply(reply(match, *lines))


@pytest.mark.parametrize(
    ("language", "line"), [(language, line) for language, lines in BULK.items() for line in lines]
)
def test_a_line_about_several_orders_changes_nothing_before_a_yes(
    table: Any, language: str, line: str
) -> None:
    """“Suggested orders” answered five open questions at once."""
    table.player.language = language
    table.player.save()
    before = count_rows()

    assert read_reply(reply(table, line)) == "orders_listed"

    assert count_rows() == before
    assert "· " in emails()[-1].text
    assert answer(table, "yes") == "ordered"
    assert count_rows() != before


@pytest.mark.parametrize("line", ["order pass", "always pass if value <= 9", "plan: pass"])
def test_an_order_that_would_answer_the_open_question_says_so_and_waits(
    offer: Any, line: str
) -> None:
    assert read_reply(reply(offer, line)) == "orders_listed"

    assert count_rows() == (0, 0, 0)
    assert "They would answer the open question at once: pass." in emails()[-1].text
    assert answer(offer, "Yes, please") == "ordered"
    assert Move.objects.get().source == "order"


def test_an_order_that_answers_nothing_now_is_written_at_once(offer: Any) -> None:
    assert read_reply(reply(offer, "order pass if value = 9")) == "ordered"
    assert count_rows() == (0, 1, 0)


def test_no_to_listed_orders_changes_nothing(offer: Any) -> None:
    read_reply(reply(offer, "suggested orders"))

    answer(offer, "no")

    assert count_rows() == (0, 0, 0)
    assert "Nothing has changed." in emails()[-1].text
    assert answer(offer, "yes") != "ordered"
    assert count_rows() == (0, 0, 0)


def test_orders_are_listed_again_if_another_question_is_open(deal: Any) -> None:
    """What they would play there has not been told."""
    match = deal("abyss", seats=2)
    match.prompt = match.prompts.filter(closed_at=None).order_by("seat")[0]
    match.player = match.seats.get(number=match.prompt.seat).player
    read_reply(reply(match, "suggested orders"))
    while True:
        asked = match.prompts.filter(closed_at=None, answered_at=None).order_by("-seat")[0]
        if asked.seat == match.prompt.seat and asked.pk != match.prompt.pk:
            break
        submit_decision(asked.token, None, source="page", key=asked.token)
    before = count_rows()
    Notification.objects.update(state=Notification.State.SENT)

    assert read_reply(reply(match, "yes")) == "orders_listed"

    assert count_rows() == before


def test_an_answer_is_played_and_the_orders_beside_it_wait(offer: Any) -> None:
    assert read_reply(reply(offer, "pass", "suggested orders")) == "played"

    assert [move.source for move in Move.objects.filter(seat=offer.prompt.seat)][:1] == ["email"]
    assert not Order.objects.exists() and not DefaultOrder.objects.exists()
    assert "just reply “yes”" in " ".join(emails()[-1].text.split())


def test_a_yes_agrees_to_the_later_of_two_proposals(offer: Any) -> None:
    read_reply(reply(offer, "suggested orders"))
    answer(offer, "pasx")
    before = count_rows()

    assert answer(offer, "yes") == "played"

    assert count_rows()[1:] == before[1:]
