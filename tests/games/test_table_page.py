"""Answering on the table: one thing alone, what would happen, what happened since, what is live."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import Any
from uuid import uuid4

import html5lib
import pytest
from django.test import Client

from games.engine.contract import Pick
from games.models import Match
from games.presentation import boards
from games.queries import states
from games.services import change_marks
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from tests.games.reading import As, Deal, asked, name_of, take, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def abyss(deal: Deal) -> Match:
    """A match of two in which alice may recruit."""
    match = deal("abyss", seats=2)
    until_alice_may_recruit(match)
    return match


def until_alice_may_recruit(match: Match) -> None:
    wishes = ("take", "fight", "explore", "control")
    for ply in range(400):
        match.refresh_from_db()
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat")[0]
        put = next(
            p
            for p in GAMES["abyss"].list_prompts(states.load_state(match))
            if p.seat == prompt.seat
        )
        verbs = {choice.verb for choice in put.choices}
        if prompt.seat == 0 and "recruit" in verbs:
            return
        wish = next((verb for verb in wishes if verb in verbs), None)
        decision = next((d for d in put.list_offered_decisions() if d.verb == wish), put.fallback)
        submit_decision(prompt.token, decision, source="page", key=str(ply))


def recruiting(match: Match) -> Any:
    match.refresh_from_db()
    put = GAMES["abyss"].list_prompts(states.load_state(match))[0]
    return next(choice for choice in put.choices if choice.verb == "recruit")


def part_of(page: str, thing: str) -> str:
    """The part of the form that is about a thing."""
    begins = f'<fieldset class="part" data-choice data-things="{thing}'
    return page.split(begins)[1].split("</fieldset>\n")[0]


def filled(match: Match, page: str, cards: list[str], **press: str) -> dict[str, Any]:
    """The form as it is sent with these cards ticked in the part of the Lord."""
    key = re.search(r'data-key="(\w+)"', page)
    assert key
    return {"nonce": str(uuid4()), f"{key[1]}-allies": cards, **dict.fromkeys(press, key[1])}


# One thing alone.


def test_what_can_be_answered_with_is_a_link(as_: As, abyss: Match) -> None:
    page = as_("alice").get(f"/matches/{abyss.number}/").content.decode()

    lord = recruiting(abyss).args["lord"]
    assert f'<a href="?at=court-{lord}#answers"' in page
    assert '<a href="?at=deck#answers"' in page
    assert "?at=" not in as_("bob").get(f"/matches/{abyss.number}/").content.decode()


def test_a_pressed_thing_asks_about_itself_alone(as_: As, abyss: Match) -> None:
    address = f"/matches/{abyss.number}/"
    lord = recruiting(abyss).args["lord"]

    page = text_of(as_("alice").get(f"{address}?at=deck"))

    assert "Explore" in page
    assert "Recruit" not in page.partition("Your answer")[2].partition("All answers")[2][:200]
    assert (
        "Explore"
        not in text_of(as_("alice").get(f"{address}?at=court-{lord}"))
        .partition("All answers")[2]
        .partition("Or write")[0]
    )


def test_a_thing_that_takes_no_answer_hides_none(as_: As, abyss: Match) -> None:
    address = f"/matches/{abyss.number}/"

    for nonsense in ("nowhere", "<b>", "threat-1"):
        assert "Explore" in text_of(as_("alice").get(address, {"at": nonsense}))


# The strip of players.


def players_in(page: str) -> list[str]:
    """The links of the strip of players, as HTML."""
    return re.findall(r'<a href="[^"]*" class="player-chip.*?</a>', page, re.DOTALL)


@pytest.mark.parametrize("game", boards.PAGES)
def test_all_players_stand_above_the_board(as_: As, deal: Deal, game: str) -> None:
    match = deal(game, seats=3)
    page = as_("alice").get(f"/matches/{match.number}/").content.decode()
    awaited = {row.seat for row in match.prompts.filter(closed_at=None)}

    chips = players_in(page)

    for number, (chip, name) in enumerate(zip(chips, ("Alice", "Bob", "Carol"), strict=True)):
        assert name in chip and f'href="#at-seat-{number}"' in chip
        assert f'id="at-seat-{number}"' in page
        assert ("to act" in chip and "<time" in chip) == (number in awaited)
    assert page.index(chips[0]) < page.index('id="part-board"')


def test_the_strip_of_a_game_without_a_layout_has_names_and_clocks(as_: As, sealed: Match) -> None:
    page = as_("alice").get(f"/matches/{sealed.number}/").content.decode()

    chips = players_in(page)

    assert len(chips) == 2 and all("to act" in chip and "counters" not in chip for chip in chips)


def test_the_strip_shows_time_banks(as_: As, pebbles: Match) -> None:
    pebbles.seats.update(bank=7200)
    first = asked(pebbles).seat

    chips = players_in(as_("alice").get(f"/matches/{pebbles.number}/").content.decode())

    assert ["in the time bank" in chip for chip in chips] == [first != 0, first != 1]
    assert "2\xa0hours in the time bank" in chips[1 - first]


def test_a_past_position_has_the_counters_of_then(as_: As, abyss: Match) -> None:
    address = f"/matches/{abyss.number}/history/"

    then, now = (
        players_in(as_("alice").get(f"{address}{query}").content.decode())
        for query in ("?ply=0", "")
    )

    assert len(then) == len(now) == 2 and then != now
    assert not any("to act" in chip for chip in (*then, *now))


# What would happen.


def test_a_payment_is_told_before_it_is_made(as_: As, abyss: Match) -> None:
    alice, choice = as_("alice"), recruiting(abyss)
    page = part_of(
        alice.get(f"/matches/{abyss.number}/").content.decode(), f"court-{choice.args['lord']}"
    )
    cards = choice.examples()[0].args["allies"]
    cards = [cards] if isinstance(cards, str) else cards
    before = abyss.moves.count()

    told = alice.post(
        f"/p/{asked(abyss).token}/",
        filled(abyss, page, cards, **{"try": ""}),
        headers={"X-Part": "tried"},
    )

    assert "You recruit" in text_of(told) or "Alice recruits" in text_of(told)
    assert "<html" not in told.content.decode()
    assert abyss.moves.count() == before


def test_what_is_missing_is_told_with_its_rule(as_: As, abyss: Match) -> None:
    alice, choice = as_("alice"), recruiting(abyss)
    page = part_of(
        alice.get(f"/matches/{abyss.number}/").content.decode(), f"court-{choice.args['lord']}"
    )

    whole = alice.post(f"/p/{asked(abyss).token}/", filled(abyss, page, [], **{"try": ""}))

    assert whole.status_code == 200
    assert "choose" in text_of(whole)
    assert "Your decision" in text_of(whole)


def test_a_sealed_answer_tells_nothing_before_it_is_given(as_: As, sealed: Match) -> None:
    """Whether the others have answered could be told from what an answer would set off."""

    def told() -> str:
        row = sealed.prompts.get(seat=0, closed_at=None)
        form = {"nonce": str(uuid4()), "line": "1", "try": ""}
        return text_of(as_("alice").post(f"/p/{row.token}/", form, headers={"X-Part": "tried"}))

    before = told()
    submit_decision(sealed.prompts.get(seat=1).token, None, source="page", key="bob")

    assert told() == before


# Since you were last here.


def test_what_happened_since_the_last_visit_is_told_once(as_: As, deal: Deal) -> None:
    match = deal("pebbles", seats=3)
    watcher, address = as_("dave"), f"/matches/{match.number}/"
    assert "since you were last here" not in text_of(watcher.get(address))
    first = asked(match)
    mover = as_(name_of(match, first))
    mover.get(address)

    mover.post(f"/p/{first.token}/", take(1))
    assert "since you were last here" not in text_of(mover.get(address))

    assert "1 move since you were last here" in text_of(watcher.get(address))
    assert "since you were last here" not in text_of(watcher.get(address))


@pytest.mark.parametrize("nonsense", ["-1", "1e9", "99999999999", "x"])
def test_a_strange_cookie_is_no_visit(as_: As, pebbles: Match, nonsense: str) -> None:
    alice = as_("alice")
    alice.cookies["seen"] = nonsense

    page = alice.get(f"/matches/{pebbles.number}/")

    assert page.status_code == 200
    assert "since you were last here" not in text_of(page)


# Live.


def live_url(page: Any) -> str:
    return re.search(r'data-live="([^"]+)"', page.content.decode())[1]  # type: ignore[index]


def mark_of(client: Client, page: Any) -> bool:
    """Whether the mark a page was drawn under still stands."""
    drawn = re.search(r'data-mark="([^"]+)"', page.content.decode())[1]  # type: ignore[index]
    return client.get(live_url(page)).content.decode() == drawn


@pytest.mark.django_db(transaction=True)
def test_an_open_page_notifications_a_move(as_: As, client: Client, pebbles: Match) -> None:
    page = as_("carol").get(f"/matches/{pebbles.number}/")
    assert mark_of(client, page)
    first = asked(pebbles)

    as_(name_of(pebbles, first)).post(f"/p/{first.token}/", take(1))

    assert not mark_of(client, page)


@pytest.mark.django_db(transaction=True)
def test_a_sealed_answer_is_noticed_by_nobody_else(as_: As, client: Client, deal: Deal) -> None:
    match = deal("sealed", seats=3)
    pages = {name: as_(name).get(f"/matches/{match.number}/") for name in ("alice", "bob", "dave")}

    prompt = match.prompts.get(seat=0)
    as_("alice").post(f"/p/{prompt.token}/", {"nonce": str(uuid4()), "line": "1"})

    assert not mark_of(client, pages["alice"])
    assert mark_of(client, pages["bob"])
    assert mark_of(client, pages["dave"])


def test_asking_for_news_asks_the_database_nothing(
    as_: As, client: Client, pebbles: Match, django_assert_num_queries: Any
) -> None:
    url = live_url(as_("alice").get(f"/matches/{pebbles.number}/"))

    with django_assert_num_queries(0):
        assert client.get(url).status_code == 200


def test_nobody_makes_up_an_address_of_news(client: Client, pebbles: Match) -> None:
    assert client.get(f"/live/{pebbles.number}-0:abc/").status_code == 404


def test_a_page_from_an_outage_of_valkey_catches_up(as_: As, pebbles: Match, settings: Any) -> None:
    """Its marks are unknown, so that the first ones it is told are others."""
    running, settings.REDIS_URL = settings.REDIS_URL, "redis://127.0.0.1:1/0"

    page = as_("alice").get(f"/matches/{pebbles.number}/").content.decode()
    change_marks.mark_match_changed(pebbles.number)
    url, drawn = re.search(r'data-live="([^"]+)" data-mark="([^"]+)"', page).groups()  # type: ignore[union-attr]
    away = as_("alice").get(url).content.decode()
    settings.REDIS_URL = running
    back = as_("alice").get(url).content.decode()

    assert away == ""
    assert drawn.split(" ") == ["?", "?"] and "?" not in back
    assert len(back.split(" ")) == 2


# What a field takes.


def test_what_a_field_takes_leads_to_it_and_is_ticked(as_: As, deal: Deal) -> None:
    """A segment of the market is pressed, and a cell: without a script, each on a page."""
    match = deal("essence", seats=2)
    for row in match.prompts.filter(closed_at=None):
        submit_decision(row.token, None, source="page", key=str(row.pk))
    prompt = asked(match)
    put = GAMES["essence"].list_prompts(states.load_state(Match.objects.get(pk=match.pk)))[0]
    build = next(choice for choice in put.choices if choice.verb == "build")
    card, cell = (slot.items[-1] for slot in build.slots if isinstance(slot, Pick))
    client, where = as_(name_of(match, prompt)), f"/matches/{match.number}/"

    for thing, code in ((f"market-{card}", card), (f"cell-{cell}", cell)):
        assert f'<a href="?at={thing}#answers"' in client.get(where).content.decode()
        page = client.get(where, {"at": thing}).content.decode()
        assert page.count('<fieldset class="part"') == 1
        assert re.findall(r'type="radio"[^>]* value="([^"]+)"[^>]* checked', page) == [code]
        # Answers about other segments and cells used to stay.
        offered = re.findall(r'name="decision" value="([^"]+)"', page)
        assert all(code in unescape(answer) for answer in offered)


def test_a_pressed_segment_leaves_its_own_answers(as_: As, deal: Deal) -> None:
    """Those proposed with it; all of them are there before."""
    match = deal("essence", seats=2)
    for row in match.prompts.filter(closed_at=None):
        submit_decision(row.token, None, source="page", key=str(row.pk))
    prompt = asked(match)
    put = GAMES["essence"].list_prompts(states.load_state(Match.objects.get(pk=match.pk)))[0]
    build = next(choice for choice in put.choices if choice.verb == "build")
    cards = Counter(str(answer.args["card"]) for answer in build.examples())
    client, where = as_(name_of(match, prompt)), f"/matches/{match.number}/"

    assert len(cards) > 1
    for card, many in cards.items():
        page = client.get(where, {"at": f"market-{card}"}).content.decode()
        offered = [unescape(one) for one in re.findall(r'name="decision" value="([^"]+)"', page)]
        assert len(offered) == many and all(f'"{card}"' in answer for answer in offered)


# Every page is valid HTML.


def test_a_game_that_is_drawn_for_emails_is_drawn_on_its_pages(
    as_: As, deal: Deal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In both shapes, and in words, because a picture takes no answers and has no room for all.

    Every game on the shelf is laid out as well; here one is not, as a new game may be.
    """
    monkeypatch.delitem(boards.PAGES, "essence")
    match = deal("essence", seats=2)
    # Sealed answers are in the history once all are given.
    for prompt in match.prompts.filter(closed_at=None):
        submit_decision(prompt.token, None, source="page", key=f"drawn {prompt.seat}")
    for path in (f"/matches/{match.number}/", f"/matches/{match.number}/history/"):
        page = as_("alice").get(path).content.decode()
        html5lib.HTMLParser(strict=True).parse(page)
        assert page.count('<svg xmlns="http://www.w3.org/2000/svg"') == 2
        assert "glows" not in page
        assert 'class="table"' in page


def test_every_page_is_valid(as_: As, abyss: Match, sealed: Match, client: Client) -> None:
    over = sealed
    while prompt := over.prompts.filter(closed_at=None, answered_at=None).first():
        submit_decision(prompt.token, None, source="email", key=str(prompt.pk))
    match, ended = f"/matches/{abyss.number}/", f"/matches/{over.number}/"
    mine = [
        match,
        f"{match}?at=deck",
        f"{match}history/",
        f"{match}history/?ply=5",
        f"{match}orders/",
    ]
    mine += [ended, f"{ended}history/", f"{ended}scores/", "/", "/matches/", "/matches/new/"]
    mine += ["/matches/new/?game=abyss", "/settings/", "/settings/hours/", "/emails/"]
    mine += ["/rules/", "/rules/abyss/", "/rules/abyss/?q=crab", "/rules/abyss/?q=nothing"]
    theirs = ["/", "/sign-in/", "/matches/", match, "/nowhere/"]
    faults = [fault for path in mine for fault in invalid(as_("alice"), path)]
    faults += [fault for path in theirs for fault in invalid(client, path)]

    assert faults == []


def invalid(client: Client, path: str) -> list[str]:
    """What is wrong with the HTML of a page: its parser, ids that are there twice or never."""
    page = client.get(path).content.decode()
    parser = html5lib.HTMLParser()
    parser.parse(page)
    faults = [f"{path}: {code} at {place}" for place, code, _data in parser.errors]
    ids = re.findall(r'\sid="([^"]+)"', page)
    faults += [f"{path}: id {one} twice" for one in {i for i in ids if ids.count(i) > 1}]
    wanted = re.findall(r'\s(?:for|aria-labelledby|aria-describedby)="([^"]+)"', page)
    faults += [f"{path}: no id {one}" for one in {*wanted} - {*ids}]
    return faults
