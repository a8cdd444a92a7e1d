"""Pages of the table: who sees what, and how much that asks of the database."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.engine.chance import Chance
from games.engine.random_match import iter_random_match
from games.engine.text import unfold_text, wrap_item
from games.models import Match, Seat
from games.queries import states
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from tests.conftest import NOON
from tests.games.reading import As, Deal, asked, name_of, text_of

pytestmark = pytest.mark.django_db


# Who may see what.


def test_a_visitor_reads_what_this_is(client: Client) -> None:
    page = text_of(client.get("/"))

    assert "Board games you can play from your inbox" in page
    assert "No account needed" in page


def test_the_desk_shows_what_waits_with_its_question(as_: As, pebbles: Match) -> None:
    page = text_of(as_(name_of(pebbles, asked(pebbles))).get("/"))

    assert f"Pebbles #{pebbles.number}" in page
    assert "How many pebbles do you take?" in page
    assert "3 days left" in page


def test_the_desk_says_of_each_match_how_it_stands_for_its_reader(
    as_: As, people: Any, deal: Deal
) -> None:
    """Whoever came back after a month used to read “running” of seats that others play in."""
    matches = [deal("pebbles", seats=2) for _ in range(4)]
    me = name_of(matches[0], asked(matches[0]))
    mine = Seat.objects.filter(player=people[me])
    mine.filter(match=matches[1]).update(bot_took_over_at=NOON)
    mine.filter(match=matches[2]).update(offered_at=NOON)
    matches[3].prompts.update(closed_at=NOON)
    Match.objects.filter(pk=matches[3].pk).update(
        status="finished", finished_at=NOON, ruling="void"
    )

    page = text_of(as_(me).get("/"))

    how = ("your turn", "a house bot plays for you", "your seat is offered", "no winner")
    for match, said in zip(matches, how, strict=True):
        assert f"Pebbles #{match.number} Alice Bob {said}" in page.replace(",", "")


def test_an_empty_desk_says_what_to_do_next(as_: As) -> None:
    page = text_of(as_("carol").get("/"))

    assert "It is not your turn in any match" in page
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
    assert "Page not found" in text_of(response)


def test_whoever_comes_back_from_a_sign_in_to_where_a_button_led_reads_so(
    as_: As, pebbles: Match
) -> None:
    # A form sent after the session had ended led to an empty page, once its player had signed in.
    response = as_("alice").get(f"/matches/{pebbles.number}/say/")

    assert response.status_code == 405
    assert "click the button again" in text_of(response)
    assert f'href="/matches/{pebbles.number}/"' in response.content.decode()


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

    assert f'JST ({prompt.deadline_at:%Y-%m-%d %H:%M} UTC)"' in page


def test_a_folded_text_is_unfolded_but_its_items_stay_lines() -> None:
    long = "Sage: cost 10, five different races, 3 keys, 4 influence. At once: draw 2 Locations."
    text = "\n".join(["Court:", wrap_item("  - ", long), "", "Bob: 1 Pearl", "  Lords: Sage"])

    lines = [(line.depth, line.text) for line in unfold_text(text)]

    assert len(text.splitlines()) == 6
    assert lines == [
        (0, "Court:"),
        (1, f"- {long}"),
        (0, ""),
        (0, "Bob: 1 Pearl"),
        (1, "Lords: Sage"),
    ]


@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
def test_a_page_finds_the_lines_of_a_folded_table_again(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands below a full line used to be taken for its end."""
    rules = GAMES[game]
    moments = [now.state for ply, now in enumerate(iter_random_match(rules, 3, 4)) if ply % 20 == 0]
    views = [rules.build_view(state, 0) for state in moments]
    for language in ("en", "fr", "de"):
        folded = [rules.describe_table(view, ("Alice", "Bob", "Carol"), language) for view in views]
        with monkeypatch.context() as patch:
            patch.setattr("games.engine.text.COLUMNS", 10_000)
            whole = [
                rules.describe_table(view, ("Alice", "Bob", "Carol"), language) for view in views
            ]
        for one, other in zip(folded, whole, strict=True):
            written = [line.strip() for line in other.splitlines()]
            # A last number is kept with the word before it where a line is folded only.
            assert [line.text.replace("\u00a0", " ") for line in unfold_text(one)] == [
                line.replace("\u00a0", " ") for line in written
            ]


def test_what_a_blank_that_breaks_no_line_holds_together_is_one_word() -> None:
    text = "Discarded: " + "crab 5, " * 7 + "\n           2\u00a0×\u00a0shellfish"

    assert [line.text[-20:] for line in unfold_text(text)] == [
        "crab 5, 2\u00a0×\u00a0shellfish"[-20:]
    ]


def test_columns_are_left_alone() -> None:
    text = "Alice   3   1\nBob    12   4"

    assert [line.text for line in unfold_text(text)] == text.splitlines()


def test_a_word_and_a_colon_at_a_fold_begin_no_item() -> None:
    """“Nebenaktion, 1 Einfluss zahlen: +2 Reichtum” used to be two items."""
    said = f"  Wi3 {'a' * 65}\n    zahlen: +2 Reichtum.\n    Lords: crab"

    assert [line.text[-20:] for line in unfold_text(said)] == [
        "zahlen: +2 Reichtum.",
        "Lords: crab",
    ]


@pytest.mark.parametrize("heads", ["-1   0", "0"])
def test_the_columns_of_a_map_continue_no_full_line(heads: str) -> None:
    text = f"  {'a' * 70}\n       {heads}\n    0   ."

    assert [line.text for line in unfold_text(text)] == ["a" * 70, heads, "0   ."]


# Secrets.


def test_nobody_sees_a_sealed_answer_of_another(as_: As, client: Client, sealed: Match) -> None:
    mine = sealed.prompts.get(seat=0)
    as_("alice").post(f"/p/{mine.token}/", {"nonce": str(uuid4()), "line": "1"})
    address = f"/matches/{sealed.number}/"

    assert "Your answer is sealed" in text_of(as_("alice").get(address))
    for who in (as_("bob"), as_("carol"), client):
        assert "stake" not in text_of(who.get(address + "history/")).lower()
        assert mine.token not in who.get(address).content.decode()


@pytest.mark.parametrize(
    ("game", "plies"), [("sealed", 1), ("abyss", 0), ("abyss", 40), ("essence", 12)]
)
def test_a_page_of_bob_is_the_same_whatever_the_others_hold(
    as_: As, deal: Deal, game: str, plies: int
) -> None:
    match = deal(game, seats=3)
    clock_plays(match, plies)
    seen = shown(as_("bob").get(f"/matches/{match.number}/"))

    imagined = GAMES[game].imagine_state(states.load_state(match), 1, Chance(bytes(32)))
    Match.objects.filter(pk=match.pk).update(state=states.serialize_state(imagined))

    assert shown(as_("bob").get(f"/matches/{match.number}/")) == seen


def clock_plays(match: Match, plies: int) -> None:
    """Let the clock answer so many questions, those of seat 0 first."""
    for ply in range(plies):
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat")[0]
        late = prompt.deadline_at
        submit_decision(prompt.token, None, source="clock", key=f"tick-{ply}", now=late)
    match.refresh_from_db()


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_reads_the_cards_in_another_hand(as_: As, deal: Deal, seat: int | None) -> None:
    match = deal("abyss", seats=2)
    clock_plays(match, 60)
    who = as_("carol" if seat is None else ("alice", "bob")[seat])

    page = text_of(who.get(f"/matches/{match.number}/"))

    assert ("Your hand" in page) == (seat is not None)


def shown(response: Any) -> str:
    """The page without what is new in each: the form's nonce, the cross-site token, the session."""
    changes = r'(name="(nonce|csrfmiddlewaretoken)" value|data-live)="[^"]+"'
    return re.sub(changes, r"\1", response.content.decode())


def test_who_has_answered_a_sealed_question_is_not_shown(as_: As, sealed: Match) -> None:
    address = f"/matches/{sealed.number}/"
    before = text_of(as_("carol").get(address))

    submit_decision(sealed.prompts.get(seat=0).token, None, source="page", key="a")

    assert text_of(as_("carol").get(address)) == before


# The end.


def play_out(match: Match) -> None:
    """Let the clock answer everything."""
    while (prompt := match.prompts.filter(closed_at=None, answered_at=None).first()) is not None:
        late = prompt.deadline_at
        submit_decision(prompt.token, None, source="clock", key=f"end-{prompt.pk}", now=late)


def test_the_end_shows_places_and_scores_line_by_line(as_: As, pebbles: Match) -> None:
    play_out(pebbles)

    for page in ("", "scores/"):
        words = text_of(as_("carol").get(f"/matches/{pebbles.number}/{page}"))
        assert "wins with 5 points" in words
        assert "1." in words
        assert "Pebbles 5" in words


def test_the_history_is_told_newest_last(as_: As, pebbles: Match) -> None:
    play_out(pebbles)

    words = text_of(as_("carol").get(f"/matches/{pebbles.number}/history/"))

    assert words.index("9 left") < words.rindex("wins.")
    assert "timeout" in words


# How much a page asks of the database.


def opened_by_player(match: Match) -> None:
    """Let a player have opened a match: for those of leagues a page asks for their table."""
    Match.objects.filter(pk=match.pk).update(created_by=match.seats.get(number=0).player)


def test_queries_of_the_desk(as_: As, deal: Deal, django_assert_num_queries: Any) -> None:
    for _ in range(3):
        deal("sealed", seats=2)
    alice = as_("alice")
    alice.get("/")

    # Session and player; waiting, current and finished matches, each of the first two with seats;
    # whether e-mails arrive, how many of their own did nothing, invitations, leagues, and how many
    # messages wait.
    with django_assert_num_queries(12):
        alice.get("/")


def test_queries_of_a_table(as_: As, sealed: Match, django_assert_num_queries: Any) -> None:
    opened_by_player(sealed)
    alice = as_("alice")
    alice.get("/")

    # Session, player, what waits; match, seats; who is asked, my last move, the story, the talk;
    # votes, what I may take back; what happened beside the moves, how everybody keeps to the clock.
    with django_assert_num_queries(13):
        alice.get(f"/matches/{sealed.number}/")


def test_queries_of_the_lobby(as_: As, deal: Deal, django_assert_num_queries: Any) -> None:
    for _ in range(3):
        deal("sealed", seats=2)
    alice = as_("alice")
    alice.get("/")

    # Session, player, what waits; matches that are open, that want a substitute, and
    # that run, with seats.
    with django_assert_num_queries(7):
        alice.get("/matches/")


def test_queries_of_the_history_of_a_long_match(
    as_: As, deal: Deal, django_assert_num_queries: Any
) -> None:
    match = deal("abyss", seats=2)
    clock_plays(match, 40)
    opened_by_player(match)
    alice, address = as_("alice"), f"/matches/{match.number}/history/?ply=9"
    alice.get(address)

    # Session, player, what waits; match, seats; all moves, my notes, votes; which moves are final,
    # which led there, which to the end.
    with django_assert_num_queries(10):
        alice.get(address)


def test_queries_of_a_history(as_: As, pebbles: Match, django_assert_num_queries: Any) -> None:
    play_out(pebbles)
    opened_by_player(pebbles)
    alice = as_("alice")
    alice.get("/")

    # Session, player, what waits; match, seats; moves, what happened beside them,
    # votes.
    with django_assert_num_queries(8):
        alice.get(f"/matches/{pebbles.number}/history/")
