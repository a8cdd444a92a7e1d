"""How a question is answered on its page, and what is said when an answer is not taken."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.models import Match, Status
from games.services.play.decisions import submit_decision
from tests.games.reading import As, asked, name_of, other, take, text_of

pytestmark = pytest.mark.django_db


# Answering.


def test_an_answer_is_one_press(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)

    response = as_(name_of(pebbles, prompt)).post(f"/p/{prompt.token}/", take(2))

    assert response.status_code == 303
    assert response["Location"] == f"/matches/{pebbles.number}/"
    move = pebbles.moves.get()
    assert (move.decision["args"], move.source) == ({"number": 2}, "page")


def test_what_the_page_offers_can_be_pressed(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)
    alice = as_(name_of(pebbles, prompt))
    page = alice.get(f"/p/{prompt.token}/").content.decode()
    values = re.findall(r'name="decision" value="([^"]+)"', page)

    response = alice.post(f"/p/{prompt.token}/", {"decision": unescape(values[-1])})

    assert len(values) == 3
    assert response.status_code == 303


def test_an_answer_may_be_written_as_in_an_email(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)

    response = as_(name_of(pebbles, prompt)).post(
        f"/p/{prompt.token}/", {"nonce": str(uuid4()), "line": "please take 3 // good luck"}
    )

    assert response.status_code == 303
    assert pebbles.moves.get().decision["args"] == {"number": 3}


def ticks(page: str) -> tuple[str, str, list[str]]:
    """The key of the form's choice, the name of its ticks, and their codes."""
    key = re.findall(r'name="fill" value="(\w+)"', page)[0]
    codes = re.findall(rf'type="checkbox" name="{key}-stones" value="(\w+)"', page)
    return key, f"{key}-stones", codes


def test_stones_are_ticked_one_by_one(as_: As, sealed: Match) -> None:
    prompt = sealed.prompts.get(seat=0)
    key, name, codes = ticks(as_("alice").get(f"/p/{prompt.token}/").content.decode())

    response = as_("alice").post(
        f"/p/{prompt.token}/", {"nonce": str(uuid4()), "fill": key, name: codes[:2]}
    )

    assert response.status_code == 303
    assert sealed.moves.get().decision["args"]["stones"] == codes[:2]


def test_a_sealed_answer_can_be_changed(as_: As, sealed: Match) -> None:
    prompt = sealed.prompts.get(seat=0)
    alice = as_("alice")
    alice.post(f"/p/{prompt.token}/", {"nonce": str(uuid4()), "line": "1"})

    page = text_of(alice.get(f"/matches/{sealed.number}/"))
    again = alice.post(f"/p/{prompt.token}/", {"nonce": str(uuid4()), "line": "pass"})

    assert "You answered stake" in page
    assert again.status_code == 303
    assert "You answered pass" in text_of(alice.get(f"/matches/{sealed.number}/"))


def test_enter_in_a_field_with_ticks_fills_that_choice(as_: As, sealed: Match) -> None:
    prompt = sealed.prompts.get(seat=0)
    _key, name, codes = ticks(as_("alice").get(f"/p/{prompt.token}/").content.decode())

    response = as_("alice").post(f"/p/{prompt.token}/", {"line": "", name: codes[:1]})

    assert response.status_code == 303


# Refusals.


def test_a_refusal_says_why_and_keeps_what_was_written(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)

    response = as_(name_of(pebbles, prompt)).post(
        f"/p/{prompt.token}/", {"nonce": str(uuid4()), "line": "take <b>nine</b>"}
    )

    assert response.status_code == 422
    assert "Nothing was played." in text_of(response)
    assert 'value="take &lt;b&gt;nine&lt;/b&gt;"' in response.content.decode()
    assert not pebbles.moves.exists()


def test_a_refusal_keeps_the_ticks_and_the_nonce(as_: As, sealed: Match) -> None:
    prompt = sealed.prompts.get(seat=0)
    alice, nonce = as_("alice"), str(uuid4())
    key, name, codes = ticks(alice.get(f"/p/{prompt.token}/").content.decode())

    response = alice.post(
        f"/p/{prompt.token}/", {"nonce": nonce, "line": "xyzzy", name: codes[-1:]}
    )

    page = response.content.decode()
    assert response.status_code == 422
    assert len(re.findall(r"<input[^>]* checked", page)) == 1
    assert f'value="{nonce}"' in page


def test_ticking_nothing_is_told(as_: As, sealed: Match) -> None:
    prompt = sealed.prompts.get(seat=0)
    key = ticks(as_("alice").get(f"/p/{prompt.token}/").content.decode())[0]

    response = as_("alice").post(f"/p/{prompt.token}/", {"fill": key})

    assert response.status_code == 422
    assert "“Stones”: choose 1 to 5." in text_of(response).replace("“stones”", "“Stones”")


def test_pressing_send_on_an_empty_form_plays_nothing(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)

    response = as_(name_of(pebbles, prompt)).post(f"/p/{prompt.token}/", {"line": ""})

    assert response.status_code == 422
    assert "Choose an answer" in text_of(response)


@pytest.mark.parametrize(
    "decision",
    [
        "",
        "[]",
        '{"verb":"take"}',
        '{"verb":"take","args":{"number":4}}',
        '{"verb":"take","args":{"number":true}}',
        '{"verb":"take","args":{"number":1,"seat":0}}',
        '{"verb":"fly","args":{}}',
        '{"verb":"take","args":{"number":' + "9" * 400 + "}}",
        "\x00",
    ],
)
def test_a_forged_answer_is_refused_and_freezes_nothing(
    as_: As, pebbles: Match, decision: str
) -> None:
    prompt = asked(pebbles)

    response = as_(name_of(pebbles, prompt)).post(f"/p/{prompt.token}/", {"decision": decision})

    pebbles.refresh_from_db()
    assert response.status_code == 422
    assert pebbles.status == Status.RUNNING
    assert pebbles.ply == 0


@pytest.mark.parametrize(
    "stones",
    ['["white","white","white","white","white","white"]', '["gold"]', "[]", '"white"', "3"],
)
def test_forged_stones_are_refused(as_: As, sealed: Match, stones: str) -> None:
    prompt = sealed.prompts.get(seat=0)
    forged = f'{{"verb":"stake","args":{{"stones":{stones}}}}}'

    response = as_("alice").post(f"/p/{prompt.token}/", {"decision": forged})

    sealed.refresh_from_db()
    assert (response.status_code, sealed.status) == (422, Status.RUNNING)


# Twice, late, and not yours.


def test_the_same_form_twice_is_one_move(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)
    alice, form = as_(name_of(pebbles, prompt)), take(1)

    first = alice.post(f"/p/{prompt.token}/", form)
    second = alice.post(f"/p/{prompt.token}/", form)

    assert (first.status_code, second.status_code) == (303, 303)
    assert pebbles.moves.count() == 1


def test_a_nonce_counts_for_its_own_question_only(as_: As, pebbles: Match) -> None:
    # Bob's answer was taken for a repetition of Alice's, and he was told hers.
    form = take(1)
    first = asked(pebbles)
    as_(name_of(pebbles, first)).post(f"/p/{first.token}/", form)
    second = asked(pebbles)

    as_(name_of(pebbles, second)).post(f"/p/{second.token}/", form)

    assert pebbles.moves.count() == 2


def test_an_answer_that_comes_too_late_is_told_what_happened(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)
    late = as_(name_of(pebbles, prompt))
    submit_decision(prompt.token, None, source="clock", key="tick", now=prompt.deadline_at)

    response = late.post(f"/p/{prompt.token}/", take(3, ply="0"))

    page = text_of(response)
    assert response.status_code == 409
    assert "already been answered" in page
    assert "takes 1; 9 left. timeout" in page
    assert pebbles.moves.count() == 1


def test_the_page_of_an_answered_question_says_so(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)
    submit_decision(prompt.token, None, source="email", key="a")

    page = text_of(as_(name_of(pebbles, prompt)).get(f"/p/{prompt.token}/"))

    assert "already been answered" in page
    assert "takes 1; 9 left. by e-mail" in page


def test_a_question_is_answered_by_its_own_seat_only(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)
    rival = as_(other(name_of(pebbles, prompt)))

    assert rival.get(f"/p/{prompt.token}/").status_code == 403
    assert rival.post(f"/p/{prompt.token}/", take(1)).status_code == 403
    assert as_("carol").post(f"/p/{prompt.token}/", take(1)).status_code == 403
    assert not pebbles.moves.exists()


def test_a_visitor_with_a_link_is_asked_to_sign_in(client: Client, pebbles: Match) -> None:
    address = f"/p/{asked(pebbles).token}/"

    for response in (client.get(address), client.post(address, take(1))):
        assert response.status_code == 302
        assert response["Location"] == f"/sign-in/?next={address}"
    assert not pebbles.moves.exists()


@pytest.mark.parametrize("path", ["/p/%00/", "/a/%00/1/x/"])
def test_a_token_that_no_row_can_have_is_404(as_: As, path: str) -> None:
    # The database refuses a NUL, and the page broke over it.
    assert as_("alice").get(path).status_code == 404


def test_an_unknown_question_is_404(as_: As) -> None:
    assert as_("alice").get(f"/p/{'a' * 26}/").status_code == 404


def test_looking_never_acts(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)
    alice = as_(name_of(pebbles, prompt))

    alice.get(f"/p/{prompt.token}/", take(1))
    alice.get(f"/matches/{pebbles.number}/", take(1))
    alice.head(f"/p/{prompt.token}/")

    assert not pebbles.moves.exists()


def test_a_frozen_match_is_explained_and_takes_no_answer(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)
    Match.objects.update(status=Status.FROZEN)
    alice = as_(name_of(pebbles, prompt))

    page = text_of(alice.get(f"/matches/{pebbles.number}/"))
    response = alice.post(f"/p/{prompt.token}/", take(1))

    assert "This match is on hold." in page
    assert response.status_code == 409
    assert not pebbles.moves.exists()


def test_a_form_without_our_cookie_is_refused_in_our_look(people: Any, pebbles: Match) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(people["alice"])

    response = strict.post(f"/p/{asked(pebbles).token}/", take(1))

    assert response.status_code == 403
    assert "This form has expired" in text_of(response)
