"""Pages of the table: who sees what, and how a question is answered on its page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Match, Prompt, Status
from games.rules.text import item
from games.services.decisions import submit_decision
from games.views.unfolding import unfold

As = Callable[[str], Client]
Deal = Callable[..., Match]

pytestmark = pytest.mark.django_db


def text_of(response: Any) -> str:
    """The page's words, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def asked(match: Match) -> Prompt:
    """The first open question of a match."""
    return match.prompts.filter(closed=None).order_by("seat")[0]


def name_of(match: Match, prompt: Prompt) -> str:
    return match.seats.get(number=prompt.seat).player.display_name.lower()


def other(name: str) -> str:
    return "bob" if name == "alice" else "alice"


def take(number: int, **more: str) -> dict[str, str]:
    """The form as a press of “take …” sends it."""
    pressed = f'{{"verb":"take","args":{{"number":{number}}}}}'
    return {"nonce": str(uuid4()), "decision": pressed, **more}


@pytest.fixture
def pebbles(deal: Deal) -> Match:
    return deal("pebbles", seats=2, now=timezone.now())


@pytest.fixture
def sealed(deal: Deal) -> Match:
    return deal("sealed", seats=2, now=timezone.now())


# Who may see what.


def test_a_visitor_reads_what_this_is(client: Client) -> None:
    page = text_of(client.get("/"))

    assert "A board game that comes with the post" in page
    assert "How a letter looks" in page


def test_the_desk_shows_what_waits_with_its_question(as_: As, pebbles: Match) -> None:
    page = text_of(as_(name_of(pebbles, asked(pebbles))).get("/"))

    assert f"Pebbles #{pebbles.number}" in page
    assert "How many pebbles do you take?" in page
    assert "3 days left" in page


def test_an_empty_desk_says_what_to_do_next(as_: As) -> None:
    page = text_of(as_("carol").get("/"))

    assert "Nothing waits for you" in page
    assert "Start a match" in page


@pytest.mark.parametrize("who", ["alice", "carol"])
@pytest.mark.parametrize("page", ["", "history/", "scores/"])
def test_a_public_match_is_open_to_everybody(as_: As, pebbles: Match, who: str, page: str) -> None:
    assert as_(who).get(f"/matches/{pebbles.number}/{page}").status_code == 200


@pytest.mark.parametrize("page", ["", "history/", "scores/"])
def test_a_visitor_may_watch_a_public_match(client: Client, pebbles: Match, page: str) -> None:
    assert client.get(f"/matches/{pebbles.number}/{page}").status_code == 200


@pytest.mark.parametrize("page", ["", "history/", "scores/"])
def test_a_private_match_is_not_there_for_strangers(
    as_: As, client: Client, pebbles: Match, page: str
) -> None:
    Match.objects.update(private=True)
    address = f"/matches/{pebbles.number}/{page}"

    assert as_("alice").get(address).status_code == 200
    assert as_("carol").get(address).status_code == 404
    assert client.get(address).status_code == 404


def test_a_match_that_never_was_is_404_in_our_look(client: Client) -> None:
    response = client.get("/matches/99999999999999999999/")

    assert response.status_code == 404
    assert "Nothing here" in text_of(response)


def test_a_watcher_is_asked_nothing(as_: As, pebbles: Match) -> None:
    page = as_("carol").get(f"/matches/{pebbles.number}/").content.decode()

    assert "You are watching" in page
    assert "/p/" not in page


def test_deadlines_are_in_the_players_zone_with_utc_beside(
    as_: As, people: dict[str, Any], pebbles: Match
) -> None:
    prompt = asked(pebbles)
    name = name_of(pebbles, prompt)
    people[name].zone = "Asia/Tokyo"
    people[name].save()

    page = as_(name).get(f"/matches/{pebbles.number}/").content.decode()

    assert f'title="{prompt.deadline:%Y-%m-%d %H:%M} UTC"' in page
    assert "JST" in page


def test_a_folded_text_is_unfolded_but_its_items_stay_lines() -> None:
    long = "Sage: cost 10, five different races, 3 keys, 4 influence. At once: draw 2 Locations."
    text = "\n".join(["Court:", item("  - ", long), "", "Bob: 1 Pearl", "  Lords: Sage"])

    lines = [(line.depth, line.text) for line in unfold(text)]

    assert len(text.splitlines()) == 6
    assert lines == [
        (0, "Court:"),
        (1, f"- {long}"),
        (0, ""),
        (0, "Bob: 1 Pearl"),
        (1, "Lords: Sage"),
    ]


def test_columns_are_left_alone() -> None:
    text = "Alice   3   1\nBob    12   4"

    assert [line.text for line in unfold(text)] == text.splitlines()


# Secrets.


def test_nobody_sees_a_sealed_answer_of_another(as_: As, client: Client, sealed: Match) -> None:
    mine = sealed.prompts.get(seat=0)
    as_("alice").post(f"/p/{mine.token}/", {"nonce": str(uuid4()), "line": "1"})
    address = f"/matches/{sealed.number}/"

    assert "Your sealed answer is in" in text_of(as_("alice").get(address))
    for who in (as_("bob"), as_("carol"), client):
        assert "stake" not in text_of(who.get(address + "history/")).lower()
        assert mine.token not in who.get(address).content.decode()


@pytest.mark.parametrize(("game", "plies"), [("sealed", 1), ("abyss", 0), ("abyss", 40)])
def test_a_page_of_bob_is_the_same_whatever_the_others_hold(
    as_: As, deal: Deal, game: str, plies: int
) -> None:
    from games.rules import GAMES
    from games.rules.chance import Chance
    from games.services import states

    match = deal(game, seats=3)
    clock_plays(match, plies)
    seen = shown(as_("bob").get(f"/matches/{match.number}/"))

    imagined = GAMES[game].imagine(states.load(match), 1, Chance(bytes(32)))
    Match.objects.filter(pk=match.pk).update(state=states.store(imagined))

    assert shown(as_("bob").get(f"/matches/{match.number}/")) == seen


def clock_plays(match: Match, plies: int) -> None:
    """Let the clock answer so many questions, those of seat 0 first."""
    for ply in range(plies):
        prompt = match.prompts.filter(closed=None, answered=None).order_by("seat")[0]
        submit_decision(prompt.token, None, source="clock", key=f"tick-{ply}")
    match.refresh_from_db()


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_reads_the_cards_in_another_hand(as_: As, deal: Deal, seat: int | None) -> None:
    match = deal("abyss", seats=2)
    clock_plays(match, 60)
    who = as_("carol" if seat is None else ("alice", "bob")[seat])

    page = text_of(who.get(f"/matches/{match.number}/"))

    assert page.count("Your hand") == (0 if seat is None else 1)


def shown(response: Any) -> str:
    """The page without what is new in each: the form's nonce and the cross-site token."""
    return re.sub(
        r'(name="(nonce|csrfmiddlewaretoken)") value="[^"]+"', r"\1", response.content.decode()
    )


def test_who_has_answered_a_sealed_question_is_not_shown(as_: As, sealed: Match) -> None:
    address = f"/matches/{sealed.number}/"
    before = text_of(as_("carol").get(address))

    submit_decision(sealed.prompts.get(seat=0).token, None, source="page", key="a")

    assert text_of(as_("carol").get(address)) == before


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


def test_an_answer_may_be_written_as_in_a_letter(as_: As, pebbles: Match) -> None:
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
    assert "Not played." in text_of(response)
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
    assert page.count("checked") == 1
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
    assert "Press an answer" in text_of(response)


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


def test_an_answer_that_comes_too_late_is_told_what_happened(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)
    late = as_(name_of(pebbles, prompt))
    submit_decision(prompt.token, None, source="clock", key="tick")

    response = late.post(f"/p/{prompt.token}/", take(3, ply="0"))

    page = text_of(response)
    assert response.status_code == 409
    assert "already been answered" in page
    assert "takes 1; 9 left. by the clock" in page
    assert pebbles.moves.count() == 1


def test_the_page_of_an_answered_question_says_so(as_: As, pebbles: Match) -> None:
    prompt = asked(pebbles)
    submit_decision(prompt.token, None, source="letter", key="a")

    page = text_of(as_(name_of(pebbles, prompt)).get(f"/p/{prompt.token}/"))

    assert "already been answered" in page
    assert "takes 1; 9 left. by letter" in page


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

    assert "This match stands still." in page
    assert response.status_code == 409
    assert not pebbles.moves.exists()


def test_a_form_without_our_cookie_is_refused_in_our_look(people: Any, pebbles: Match) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(people["alice"])

    response = strict.post(f"/p/{asked(pebbles).token}/", take(1))

    assert response.status_code == 403
    assert "This form is too old" in text_of(response)


# The end.


def play_out(match: Match) -> None:
    """Let the clock answer everything."""
    while (prompt := match.prompts.filter(closed=None, answered=None).first()) is not None:
        submit_decision(prompt.token, None, source="clock", key=f"end-{prompt.pk}")


def test_the_end_shows_places_and_scores_line_by_line(as_: As, pebbles: Match) -> None:
    play_out(pebbles)

    for page in ("", "scores/"):
        words = text_of(as_("carol").get(f"/matches/{pebbles.number}/{page}"))
        assert "How it ended" in words
        assert "1." in words
        assert "Pebbles 5" in words


def test_the_history_is_told_newest_last(as_: As, pebbles: Match) -> None:
    play_out(pebbles)

    words = text_of(as_("carol").get(f"/matches/{pebbles.number}/history/"))

    assert words.index("9 left") < words.index("wins.")
    assert "by the clock" in words


# How much a page asks of the database.


def test_queries_of_the_desk(as_: As, deal: Deal, django_assert_num_queries: Any) -> None:
    for _ in range(3):
        deal("sealed", seats=2)
    alice = as_("alice")
    alice.get("/")

    # Session and player; waiting, current and finished matches, each of the first two with seats.
    with django_assert_num_queries(7):
        alice.get("/")


def test_queries_of_a_table(as_: As, sealed: Match, django_assert_num_queries: Any) -> None:
    alice = as_("alice")
    alice.get("/")

    # Session, player; match, seats; my question, my last move, the story, who is asked.
    with django_assert_num_queries(8):
        alice.get(f"/matches/{sealed.number}/")


def test_queries_of_a_history(as_: As, pebbles: Match, django_assert_num_queries: Any) -> None:
    play_out(pebbles)
    alice = as_("alice")
    alice.get("/")

    # Session, player; match, seats; moves.
    with django_assert_num_queries(5):
        alice.get(f"/matches/{pebbles.number}/history/")
