"""The promise of an honest shuffle: published before the deal, kept at its end."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.engine import commitment
from games.models import Match, Status
from games.queries import states
from games.services.matches import MatchTerms, add_bot, join_match, open_match, seat_match
from games.services.substitutes import CannotJoin
from games.titles import GAMES
from tests.conftest import NOON
from tests.games.reading import As, text_of

pytestmark = pytest.mark.django_db


def test_the_promise_stands_on_the_page_before_the_deal(
    client: Client, people: dict[str, Any]
) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2), word="kelp")
    promise = commitment.hash_secret(bytes(match.secret))

    page = client.get(f"/matches/{match.number}/").content.decode()

    assert promise in page
    assert bytes(match.secret).hex() not in page and "kelp" not in page


def test_the_deal_follows_from_the_secret_and_the_words(people: dict[str, Any]) -> None:
    match = open_match(people["alice"], MatchTerms("abyss", seats=3), word=" deep   sea ")
    secret = bytes(match.secret)
    join_match(match, people["bob"], word="kelp")
    add_bot(match, people["alice"])
    match.refresh_from_db()

    seed = commitment.seed_of(secret, ["deep sea", "kelp", ""])
    game = GAMES["abyss"]

    assert (bytes(match.secret), bytes(match.seed)) == (secret, seed)
    dealt = match.snapshots.get(ply=0)
    again = game.set_up_match(3, seed, match.options)
    assert states.deserialize_state(game, dealt.state, dealt.revision) == again


def brought(match: Match) -> list[tuple[str, str]]:
    """Word and source by seat."""
    return list(match.seats.order_by("number").values_list("word", "word_source"))


def test_the_house_never_invents_a_word(as_: As, people: dict[str, Any]) -> None:
    """It drew one for whoever left the field empty, and could have drawn until it liked the deal.

    Whatever door a seat is taken through: page, API, league, rematch, bots of the house and others.
    """
    match = open_match(people["alice"], MatchTerms("pebbles", seats=4, bots=1))
    as_("bob").post(f"/matches/{match.number}/join/", {"word": ""})
    as_("carol").post(f"/api/v1/matches/{match.number}/join/", {}, content_type="application/json")
    league = seat_match(
        [people["alice"], people["bob"]], MatchTerms("pebbles", seats=2, pace="day"), now=NOON
    )
    Match.objects.filter(pk=league.pk).update(status=Status.FINISHED)
    as_("bob").post(f"/matches/{league.number}/again/", {})
    again = Match.objects.get(rematch_of=league)

    assert brought(match) == [("", "none")] * 4
    assert brought(league) == [("", "none")] * 2 and brought(again) == [("", "none")]


def test_each_door_writes_down_where_a_word_came_from(as_: As, people: dict[str, Any]) -> None:
    drawn = {"word": "abcdefghij234567klmn", "word_source": "browser"}
    form = {"seats": 3, "bots": 0, "pace": "three_days", "option_pile": 0}
    as_("alice").post("/matches/new/?game=pebbles", form | drawn)
    match = Match.objects.get()
    as_("bob").post(f"/matches/{match.number}/join/", {"word": "wrack"})
    as_("carol").post(
        f"/api/v1/matches/{match.number}/join/", {"word": "kelp"}, content_type="application/json"
    )

    assert brought(match) == [(drawn["word"], "browser"), ("wrack", "typed"), ("kelp", "program")]
    page = text_of(as_("carol").get(f"/matches/{match.number}/"))
    assert "drawn by the browser" in page and "sent by a program" in page


@pytest.mark.parametrize("source", ["email", "none", "house", "", "browser"])
def test_a_form_cannot_make_a_written_word_a_drawn_one(
    as_: As, people: dict[str, Any], source: str
) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2))

    as_("bob").post(f"/matches/{match.number}/join/", {"word": "kelp", "word_source": source})

    assert brought(match)[1] == ("kelp", "typed")


def test_a_rematch_takes_a_word_of_who_asks_for_it(as_: As, people: dict[str, Any]) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2))
    join_match(match, people["bob"])
    Match.objects.update(status=Status.FINISHED)

    as_("bob").post(f"/matches/{match.number}/again/", {"word": "wrack"})

    assert brought(Match.objects.get(rematch_of=match)) == [("wrack", "typed")]


def test_two_matches_have_two_secrets(people: dict[str, Any]) -> None:
    matches = [open_match(people["alice"], MatchTerms("pebbles", seats=2)) for _ in range(2)]

    assert len({bytes(match.secret) for match in matches}) == 2


@pytest.mark.parametrize("word", ["x" * 41, "a\x00b", "\u202eabc"])
def test_a_word_that_is_none_is_refused_and_changes_nothing(
    people: dict[str, Any], word: str
) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2))

    with pytest.raises(CannotJoin):
        join_match(match, people["bob"], word=word)

    assert match.seats.count() == 1


def test_both_forms_take_a_word(as_: As, people: dict[str, Any]) -> None:
    form = {"seats": 2, "bots": 0, "pace": "three_days", "word": "kelp", "option_pile": 0}
    as_("alice").post("/matches/new/?game=pebbles", form)
    match = Match.objects.get()
    as_("bob").post(f"/matches/{match.number}/join/", {"word": "wrack"})

    page = text_of(as_("carol").get(f"/matches/{match.number}/"))

    assert "Alice: kelp" in page and "Bob: wrack" in page
    assert list(match.seats.values_list("word", flat=True)) == ["kelp", "wrack"]


def test_an_invitation_asks_for_a_word(as_: As, people: dict[str, Any]) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2, private=True))
    page = as_("alice").get(f"/matches/{match.number}/").content.decode()
    link = "/invitations/" + page.split("/invitations/")[1].split("/")[0] + "/"

    as_("bob").post(link, {"word": "wrack"})

    assert match.seats.get(number=1).word == "wrack"


def test_the_secret_is_shown_at_the_end_and_not_before(as_: As, people: dict[str, Any]) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2))
    join_match(match, people["bob"])
    secret, path = bytes(match.secret).hex(), f"/matches/{match.number}/"
    running = as_("alice").get(path).content.decode()
    Match.objects.update(status=Status.FINISHED)

    finished = as_("alice").get(path).content.decode()

    assert secret not in running
    assert secret in finished


def test_a_match_without_a_promise_says_so(as_: As, pebbles: Match) -> None:
    page = text_of(as_("alice").get(f"/matches/{pebbles.number}/"))

    assert "nothing was published before its deal" in page


def test_a_match_opened_before_promises_is_dealt_all_the_same(people: dict[str, Any]) -> None:
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2))
    Match.objects.update(secret=b"")
    join_match(match, people["bob"])

    match.refresh_from_db()

    assert match.status == Status.RUNNING and len(match.seed) == 32 and not match.secret
