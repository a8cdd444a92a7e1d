"""The page of one's orders: written, tried out, cancelled, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.contract import Decision
from games.models import Match
from games.services.decisions import submit_decision

from ..conftest import NAMES

As = Callable[[str], Client]


@pytest.fixture
def offered(deal: Any) -> Any:
    """A match of Abyss in which `match.name` is asked to buy."""
    match = deal("abyss", seats=3, now=timezone.now())
    match.prompt = match.prompts.filter(question="offer").order_by("seat")[0]
    match.name = NAMES[match.prompt.seat]
    return match


def page(client: Client, match: Match, **posted: str) -> Any:
    path = f"/matches/{match.number}/orders/"
    return client.post(path, posted) if posted else client.get(path)


def test_an_order_written_on_the_page_is_kept_and_followed(as_: As, offered: Any) -> None:
    client = as_(offered.name)
    assert page(client, offered, order="pass if value <= 5").status_code == 303
    assert offered.moves.get().source == "order"
    shown = page(client, offered).content.decode()
    assert "pass if value &lt;= 5" in shown and "followed 1 time" in shown


def test_a_wrong_word_is_pointed_at_and_the_text_stays(as_: As, offered: Any) -> None:
    response = page(as_(offered.name), offered, order="pass if valu <= 2")
    assert response.status_code == 422
    shown = response.content.decode()
    assert "        ^^^^" in shown and "pass if valu &lt;= 2</textarea>" in shown


def test_trying_an_order_out_shows_the_past_and_keeps_nothing(as_: As, offered: Any) -> None:
    submit_decision(offered.prompt.token, Decision("pass"), source="page", key="a")
    response = page(as_(offered.name), offered, order="buy", **{"try": "1"})
    assert response.context["rehearsed"][0]["would"] == "buy"
    assert not offered.orders.exists()


def test_an_order_is_cancelled_on_the_page(as_: As, offered: Any) -> None:
    client = as_(offered.name)
    page(client, offered, order="pass if value = 9")
    client.post(f"/matches/{offered.number}/orders/1/cancel/")
    assert not offered.orders.get().active
    assert "cancelled" in page(client, offered).content.decode()


def test_orders_are_on_no_page_of_anybody_else(as_: As, offered: Any) -> None:
    page(as_(offered.name), offered, order="pass if value = 9")
    for name in NAMES:
        response = page(as_(name), offered)
        if name == "dave":
            assert response.status_code == 404
        elif name != offered.name:
            assert "value = 9" not in response.content.decode()
    assert page(Client(), offered).status_code == 302


def test_the_question_leads_to_orders_about_it(as_: As, offered: Any) -> None:
    shown = as_(offered.name).get(f"/matches/{offered.number}/").content.decode()
    assert f"/matches/{offered.number}/orders/?order=pass%20if%20value%20%3C%3D%202" in shown
    assert "fight if threat" not in shown


def test_presets_are_in_the_readers_language(as_: As, people: Any, offered: Any) -> None:
    type(people["alice"]).objects.update(language="de")
    people[offered.name].refresh_from_db()
    shown = page(as_(offered.name), offered).content.decode()
    assert "passen wenn Wert &lt;= 2" in shown


def test_an_order_typed_as_an_answer_is_kept(as_: As, offered: Any) -> None:
    posted = {"nonce": str(uuid4()), "line": "order pass if value <= 5"}
    response = as_(offered.name).post(f"/p/{offered.prompt.token}/", posted)
    assert response.status_code == 303 and response["Location"].endswith("/orders/")
    assert offered.orders.get().seat == offered.prompt.seat
    assert offered.moves.get().source == "order"


def test_a_wrong_order_typed_as_an_answer_is_refused_where_orders_are_written(
    as_: As, offered: Any
) -> None:
    client = as_(offered.name)
    posted = {"nonce": str(uuid4()), "line": "order pass if valu <= 2"}
    response = client.post(f"/p/{offered.prompt.token}/", posted, follow=True)
    shown = response.content.decode()
    assert "pass if valu &lt;= 2</textarea>" in shown and "valu" in shown.split("<main")[1]
    assert not offered.orders.exists() and not offered.moves.exists()
