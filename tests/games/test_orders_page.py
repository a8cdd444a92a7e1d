"""The page of one's orders: written, tried out, cancelled, and nobody else's."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.contract import Decision
from games.models import Match
from games.services.play.decisions import submit_decision

from ..conftest import NAMES

As = Callable[[str], Client]

# “pass if value <= 5, else ask”, as the fields of the form.
BUILT = {
    "about": "offer",
    "rules": "1",
    "r0c0.fact": "value.number",
    "r0c0.op": "<=",
    "r0c0.number": "5",
    "r0.verb": "pass",
    "else.verb": "ask",
}


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
    assert "pass if value &lt;= 5" in shown and "used 1 time" in shown


def test_a_wrong_word_is_pointed_at_and_the_text_stays(as_: As, offered: Any) -> None:
    response = page(as_(offered.name), offered, order="pass if valu <= 2")
    assert response.status_code == 422
    shown = response.content.decode()
    assert "        ^^^^" in shown and "pass if valu &lt;= 2</textarea>" in shown


def test_an_error_proposes_how_to_go_on(as_: As, offered: Any) -> None:
    client = as_(offered.name)
    shown = page(client, offered, order="pass if value <= 2\nbuy if valu >= 4").content.decode()
    assert "Line 2:" in shown and "Did you mean “value”?" in shown
    path = f"/matches/{offered.number}/orders/?order="
    assert path + "pass%20if%20value%20%3C%3D%202%3B%20buy%20if%20value%20%3E%3D%204#write" in shown
    shown = page(client, offered, order="qqq").content.decode()
    assert "Did you mean" not in shown and ">pass if value &lt;= 2</a>" in shown


def test_a_missing_word_is_proposed(as_: As, offered: Any) -> None:
    client = as_(offered.name)
    for written in ("value <= 2", "if value <= 2", "pass value <= 2"):
        response = page(client, offered, order=written)
        assert response.status_code == 422
        assert ">pass if value &lt;= 2</a>" in response.content.decode(), written


def test_an_order_beside_the_answers_needs_no_more_than_its_words(as_: As, offered: Any) -> None:
    client = as_(offered.name)
    token = offered.prompt.token

    kept = client.post(f"/p/{token}/", {"nonce": str(uuid4()), "line": "pass if value = 9"})
    wrong = client.post(f"/p/{token}/", {"nonce": str(uuid4()), "line": "pass value = 8"})

    assert kept.status_code == wrong.status_code == 303
    assert wrong["Location"].endswith("/orders/?order=pass+value+%3D+8#write")
    assert offered.orders.count() == 1


def test_an_order_is_built_like_a_written_one(as_: As, offered: Any) -> None:
    client = as_(offered.name)
    assert page(client, offered, **BUILT).status_code == 303
    shown = page(client, offered).content.decode()
    assert "As in an e-mail: “order pass if value &lt;= 5, else ask”" in shown
    assert "It has answered your open decision." in shown
    assert "If value is at most 5: pass. Otherwise: ask me." in shown
    row, written = offered.orders.get(), page(client, offered, order="pass if value <= 5, else ask")
    assert written.status_code == 303
    assert offered.orders.get(number=2).rules == row.rules


def test_the_form_is_that_of_the_open_question_or_of_the_chosen_one(as_: As, offered: Any) -> None:
    client = as_(offered.name)
    path = f"/matches/{offered.number}/orders/"
    assert client.get(path).context["form"].question == "offer"
    assert client.get(f"{path}?about=monster").context["form"].question == "monster"
    assert "form" not in client.get(f"{path}?about=dance").context


def test_a_rule_is_added_to_the_form_without_losing_the_others(as_: As, offered: Any) -> None:
    response = page(as_(offered.name), offered, **BUILT, more="1")
    form = response.context["form"]
    assert len(form.rules) == 2 and form.rules[0].conditions[0].value == "5"
    assert not offered.orders.exists()


def test_what_is_missing_in_the_form_is_named_and_the_fields_stay(as_: As, offered: Any) -> None:
    response = page(as_(offered.name), offered, **BUILT | {"r0.verb": ""})
    assert response.status_code == 422 and not offered.orders.exists()
    shown = response.content.decode()
    assert "Rule 1 has conditions, but no answer: choose one." in shown
    assert response.context["form"].rules[0].conditions[0].value == "5"


def test_trying_an_order_out_answers_the_open_question(as_: As, offered: Any) -> None:
    client = as_(offered.name)
    response = page(client, offered, **BUILT, **{"try": "1"})
    tried = response.context["open_preview"]
    assert (tried.answer, tried.asks) == ("pass", False) and "has revealed" in tried.question
    assert not offered.orders.exists() and not offered.moves.exists()
    shown = page(client, offered, order="ask", **{"try": "1"}).content.decode()
    assert "It leaves the decision to you." in shown
    shown = page(client, offered, order="fight", **{"try": "1"}).content.decode()
    assert "It does not apply: you decide." in shown


def test_a_dry_run_says_what_the_answer_does(as_: As, deal: Any) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    name = NAMES[match.prompts.get(closed_at=None).seat]
    response = page(as_(name), match, order="take 3", **{"try": "1"})
    assert response.context["open_preview"].told == (f"{name.title()} takes 3; 7 left.",)


def test_the_page_says_which_other_questions_an_order_answers(as_: As, offered: Any) -> None:
    shown = page(as_(offered.name), offered, order="continue", **{"try": "1"})
    assert shown.context["also"] == []
    fields = {"about": "explorer", "r0.verb": "continue", "try": "1"}
    shown = page(as_(offered.name), offered, **fields)
    assert shown.context["also"] == ["an Ally while others think about it", "a Monster"]


def test_an_order_is_changed_in_the_form(as_: As, offered: Any) -> None:
    client = as_(offered.name)
    page(client, offered, order="pass if value = 9, else ask, 2 times")
    shown = client.get(f"/matches/{offered.number}/orders/?edit=1")
    assert shown.context["form"].rules[0].conditions[0].value == "9"
    assert shown.context["form"].times == "2"
    page(client, offered, **BUILT, edit="1")
    row = offered.orders.get()
    assert (row.number, row.followed, row.left) == (1, 1, None)


def test_an_order_that_no_form_can_say_is_changed_as_text(as_: As, offered: Any) -> None:
    client = as_(offered.name)
    page(client, offered, order="pass if value = 9, else fight")
    shown = client.get(f"/matches/{offered.number}/orders/?edit=1")
    assert "form" not in shown.context
    assert "pass if value = 9, else fight</textarea>" in shown.content.decode()
    page(client, offered, order="pass if value = 8, else fight", edit="1")
    assert offered.orders.get().rules["rules"][0]["clauses"][0]["number"] == 8


def test_an_order_is_moved_on_the_page(as_: As, offered: Any) -> None:
    client = as_(offered.name)
    for text in ("ask if value = 9", "pass if value = 9"):
        page(client, offered, order=text)
    path = f"/matches/{offered.number}/orders"
    assert client.post(f"{path}/2/move/", {"to": "up"}).status_code == 303
    shown = page(client, offered)
    assert [one.words for one, _said in shown.context["active"]] == [
        "pass if value = 9",
        "ask if value = 9",
    ]
    client.post(f"{path}/7/move/", {"to": "up"})
    assert "You have no order 7 in this match." in page(client, offered).content.decode()


def test_only_own_orders_are_opened_changed_and_moved(as_: As, offered: Any) -> None:
    page(as_(offered.name), offered, order="pass if value = 9")
    other = next(name for name in NAMES[:3] if name != offered.name)
    path = f"/matches/{offered.number}/orders/"
    assert as_(other).get(f"{path}?edit=1").status_code == 404
    assert page(as_(other), offered, **BUILT, edit="1").status_code == 422
    as_(other).post(f"{path}1/move/", {"to": "up"})
    assert offered.orders.get().rules["rules"][0]["clauses"][0]["number"] == 9
    assert as_("dave").post(f"{path}1/move/", {"to": "up"}).status_code == 404


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
    assert "passen wenn Wert &lt;= 2" in shown and ">Wenn Wert höchstens 2: passen.</a>" in shown


def test_an_order_typed_as_an_answer_is_kept(as_: As, offered: Any) -> None:
    posted = {"nonce": str(uuid4()), "line": "order pass if value >= 9"}
    response = as_(offered.name).post(f"/p/{offered.prompt.token}/", posted)
    assert response.status_code == 303 and response["Location"].endswith("/orders/")
    assert offered.orders.get().seat == offered.prompt.seat


@pytest.mark.parametrize("line", ["order pass if value <= 5", "suggested orders", "always pass"])
def test_what_a_line_about_orders_would_do_is_shown_before_it_is_done(
    as_: As, offered: Any, line: str
) -> None:
    """“suggested orders” in place of an answer played moves that nobody had seen."""
    client, page = as_(offered.name), f"/p/{offered.prompt.token}/"

    shown = client.post(page, {"nonce": str(uuid4()), "line": line}).content.decode()

    assert "Nothing has changed yet." in shown
    assert not offered.orders.exists() and not offered.moves.exists()
    agreed = [unescape(value) for value in re.findall(r'name="agreed" value="([^"]*)"', shown)]

    stale = client.post(page, {"nonce": str(uuid4()), "line": line, "agreed": agreed[:-1]})
    assert stale.status_code == 200 and not offered.orders.exists()
    response = client.post(page, {"nonce": str(uuid4()), "line": line, "agreed": agreed})
    assert response.status_code == 303 and response["Location"].endswith("/orders/")
    assert offered.orders.exists()


def test_a_wrong_order_typed_as_an_answer_is_refused_where_orders_are_written(
    as_: As, offered: Any
) -> None:
    client = as_(offered.name)
    posted = {"nonce": str(uuid4()), "line": "order pass if valu <= 2"}
    response = client.post(f"/p/{offered.prompt.token}/", posted, follow=True)
    shown = response.content.decode()
    assert "pass if valu &lt;= 2</textarea>" in shown and "valu" in shown.split("<main")[1]
    assert not offered.orders.exists() and not offered.moves.exists()
