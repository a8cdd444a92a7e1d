"""Puzzles: made of analysed matches, answered once, rated, and sent to those who want them."""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime, timedelta
from time import monotonic
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from games import tasks
from games.engine import analysis
from games.engine.chance import Chance
from games.models import (
    Analysis,
    Match,
    Player,
    Puzzle,
    PuzzleAttempt,
    PuzzleRating,
    Status,
)
from games.presentation.own_data import export_player_data
from games.queries import puzzles as queries
from games.queries import states
from games.services import account_deletion, analyses, guests, puzzles, replays
from games.tasks.puzzle_search import search_next_analysis
from games.titles import GAMES
from notifications import gateway
from notifications.models import ChannelPreference, Notification
from notifications.outgoing import channels, planning, renderers
from notifications.preferences import channel_preferences
from tests.games.reading import As, Deal, text_of
from tests.puzzles import call_finished, finish_match, store_puzzle

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def over(deal: Deal) -> Match:
    """A match of Enchanters that is called finished after its deal."""
    return call_finished(deal("enchanters", seats=2))


@pytest.fixture
def puzzle(over: Match) -> Puzzle:
    return store_puzzle(over)


def press(puzzle: Puzzle, answer: int) -> dict[str, str]:
    """Return the form as a click on an answer sends it."""
    return {"decision": json.dumps(puzzle.answers[answer], separators=(",", ":"))}


def path_of(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.number}/"


# Making puzzles ----------------------------------------------------------------------------------


@pytest.fixture
def analysed(deal: Deal) -> Match:
    """A match that nobody has played well: the fallbacks are played to its end."""
    return finish_match(deal("enchanters", seats=2))


def analyse(match: Match) -> Analysis:
    """Store a short analysis of a match."""
    game, walk = GAMES[match.game], analyses.walk_match(match)
    progress = analysis.Progress(budget=1500)
    while not progress.is_done:
        analysis.advance_analysis(game, walk, bytes(32), progress, lambda: None)
    return Analysis.objects.create(
        match=match,
        status=Analysis.Status.DONE,
        requested_at=timezone.now(),
        finished_at=timezone.now(),
        edition=game.edition,
        revision=game.revision,
        result=msgspec.to_builtins(analysis.summarize_analysis(walk, progress)),
    )


def test_an_analysis_is_searched_for_puzzles_once(analysed: Match) -> None:
    analyse(analysed)

    tasks.search_puzzles()

    made = list(Puzzle.objects.all())
    assert 1 <= len(made) <= 2 and Analysis.objects.get().searched_at is not None
    for one in made:
        assert 3 <= len(one.answers) <= 12 and one.gain >= 1.5
        assert one.losses[one.best] == 0 and min(one.losses) == 0
    assert not search_next_analysis(ends=monotonic() + 5)


@pytest.mark.parametrize("hidden", [{"private": True}, {"watchable": False}])
def test_a_match_that_not_everybody_may_see_is_no_puzzle(
    analysed: Match, hidden: dict[str, bool]
) -> None:
    analyse(analysed)
    Match.objects.filter(pk=analysed.pk).update(**hidden)

    tasks.search_puzzles()

    assert not Puzzle.objects.exists() and Analysis.objects.get().searched_at is not None


@pytest.mark.parametrize("junk", [[], {}, {"plies": "x"}, "x", None])
def test_a_damaged_analysis_makes_no_puzzle(over: Match, junk: Any) -> None:
    Analysis.objects.create(
        match=over,
        status=Analysis.Status.DONE,
        requested_at=NOON,
        edition=1,
        revision=1,
        result=junk,
    )

    tasks.search_puzzles()

    assert not Puzzle.objects.exists() and Analysis.objects.get().searched_at is not None


def test_a_puzzle_is_deleted_with_its_match(puzzle: Puzzle) -> None:
    puzzle.match.delete()

    assert not Puzzle.objects.exists()


# Pages -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hidden",
    [{"private": True}, {"watchable": False}, {"status": Status.RUNNING}, {"is_hotseat": True}],
)
def test_a_match_that_is_hidden_or_runs_shows_no_puzzle(
    visitor: Client, as_: As, puzzle: Puzzle, hidden: dict[str, Any]
) -> None:
    Puzzle.objects.update(shown_on=timezone.now().date())
    Match.objects.filter(pk=puzzle.match_id).update(**hidden)
    api = f"/api/v1/puzzles/{puzzle.number}/"

    for client in (visitor, as_("carol")):
        assert client.get(path_of(puzzle)).status_code == 404
        assert client.post(path_of(puzzle), press(puzzle, 0)).status_code == 404
        assert client.get(api).status_code == 404
        assert path_of(puzzle) not in client.get("/puzzles/?game=enchanters").content.decode()
        assert client.get("/api/v1/puzzles/today/").status_code == 404


def test_a_visitor_solves_a_puzzle_and_nothing_is_stored(visitor: Client, puzzle: Puzzle) -> None:
    page = visitor.get(path_of(puzzle))
    assert "Find the best move for" in text_of(page) and "Right!" not in text_of(page)
    assert page.content.count(b'name="decision"') == len(puzzle.answers)

    answer = visitor.post(path_of(puzzle), press(puzzle, 0))

    assert answer.status_code == 303
    right = text_of(visitor.get(answer["Location"]))
    assert "Right!" in right and "about 3 points" in right
    wrong = text_of(visitor.post(path_of(puzzle), press(puzzle, 2), follow=True))
    assert "Not the best move" in wrong and "worse by about 5 points" in wrong
    assert not PuzzleAttempt.objects.exists()
    assert Puzzle.objects.get().attempts == 0


def test_a_verdict_names_the_answers_as_their_buttons_do(visitor: Client, puzzle: Puzzle) -> None:
    buttons = text_of(visitor.get(path_of(puzzle)))

    wrong = text_of(visitor.post(path_of(puzzle), press(puzzle, 2), follow=True))

    answered = wrong.split("You answered “")[1].split("”.")[0]
    best = wrong.split("The best move is “")[1].split("”.")[0]
    assert answered.replace("‘", "“").replace("’", "”") in buttons
    assert best.replace("‘", "“").replace("’", "”") in buttons


def test_a_guest_solves_a_puzzle_and_nothing_is_stored(puzzle: Puzzle, visitor: Client) -> None:
    guest = Player.objects.create_guest(display_name="Guest 9")
    visitor.force_login(guest)

    page = text_of(visitor.post(path_of(puzzle), press(puzzle, 0), follow=True))

    assert "Right!" in page and not PuzzleAttempt.objects.exists()
    with pytest.raises(puzzles.CannotSolve):
        puzzles.attempt_puzzle(guest, puzzle, 0, now=NOON)


def test_the_first_answer_counts(as_: As, people: dict[str, Player], puzzle: Puzzle) -> None:
    carol = as_("carol")

    first = text_of(carol.post(path_of(puzzle), press(puzzle, 0), follow=True))
    again = text_of(carol.post(path_of(puzzle), press(puzzle, 1), follow=True))

    assert "Right!" in first and "Right!" in again
    row, rating = PuzzleAttempt.objects.get(), PuzzleRating.objects.get()
    puzzle.refresh_from_db()
    assert (row.player, row.is_solved) == (people["carol"], True)
    assert row.change > 0 and f"Your puzzle rating: +{row.change}" in first
    assert rating.mean > 25 > puzzle.mean and rating.attempts == 1
    assert (puzzle.attempts, puzzle.solved) == (1, 1)


def test_a_wrong_answer_lowers_the_rating(people: dict[str, Player], puzzle: Puzzle) -> None:
    row = puzzles.attempt_puzzle(people["carol"], puzzle, 1, now=NOON)

    puzzle.refresh_from_db()
    assert not row.is_solved and row.change < 0
    assert PuzzleRating.objects.get().mean < 25 < puzzle.mean
    assert (puzzle.attempts, puzzle.solved) == (1, 0)


def test_whoever_played_the_match_is_not_rated(
    as_: As, people: dict[str, Player], puzzle: Puzzle
) -> None:
    names = [seat.player.display_name.lower() for seat in puzzle.match.seats.order_by("number")]
    page = text_of(as_(names[puzzle.seat]).post(path_of(puzzle), press(puzzle, 0), follow=True))

    assert "You played “" in page and "Your puzzle rating" not in page
    assert PuzzleAttempt.objects.get().change == 0 and not PuzzleRating.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"decision": "{}"}, {"decision": "\x00"}, {"decision": "9"}])
def test_what_is_no_answer_is_refused(as_: As, puzzle: Puzzle, sent: dict[str, str]) -> None:
    page = as_("carol").post(path_of(puzzle), sent, follow=True)

    assert "Choose one of the answers." in text_of(page)
    assert not PuzzleAttempt.objects.exists()


def test_a_component_on_the_board_leads_to_its_answers(visitor: Client, puzzle: Puzzle) -> None:
    page = visitor.get(path_of(puzzle)).content.decode()

    assert 'href="?at=' in page
    assert visitor.get(path_of(puzzle) + "?at=nonsense").status_code == 200


def test_the_rules_have_changed_since(visitor: Client, puzzle: Puzzle, deal: Deal) -> None:
    Match.objects.get(pk=puzzle.match_id).snapshots.update(state=b"junk")

    page = visitor.get(path_of(puzzle))

    assert page.status_code == 410 and "can no longer be shown" in text_of(page)
    assert visitor.get(f"/api/v1/puzzles/{puzzle.number}/").status_code == 404


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Find the best move"), ("fr", "Trouve"), ("de", "Finde den besten Zug")],
)
def test_a_puzzle_is_in_the_readers_language(
    as_: As, people: dict[str, Player], puzzle: Puzzle, language: str, words: str
) -> None:
    Player.objects.filter(pk=people["carol"].pk).update(language=language)

    assert words in text_of(as_("carol").get(path_of(puzzle)))


def test_only_what_the_seat_could_see_is_shown(visitor: Client, puzzle: Puzzle) -> None:
    """The view of the seat before the move, although everything is known after the end."""
    game, match = GAMES[puzzle.game], puzzle.match
    state = replays.state_at(match, puzzle.ply)
    shown = visitor.get(f"/api/v1/puzzles/{puzzle.number}/").json()["view"]

    assert shown == msgspec.to_builtins(game.build_view(state, puzzle.seat))


@pytest.mark.parametrize("game", ["enchanters", "essence"])
def test_a_puzzle_stays_the_same_if_what_is_hidden_is_shuffled(
    visitor: Client, as_: As, people: dict[str, Player], deal: Deal, game: str
) -> None:
    match = call_finished(deal(game, seats=2))
    puzzle = store_puzzle(match)
    number = puzzle.number
    paths = [f"/puzzles/{number}/", f"/puzzles/{number}/?given=2", f"/api/v1/puzzles/{number}/"]
    switch_on(people["carol"])
    puzzles.post_daily_puzzles(datetime(2026, 5, 4, 8, tzinfo=UTC))

    def look() -> list[Any]:
        pages = [visitor.get(path).content for path in paths]
        (email,) = renderers.render_all(posted(people["carol"]))
        assert email is not None
        return [*(re.sub(rb'value="\w{64}"', b"", page) for page in pages), email.text, email.html]

    before = look()
    state = replays.state_at(match, 0)
    imagined = GAMES[game].imagine_state(state, puzzle.seat, Chance(bytes(32)))
    assert imagined != state
    match.snapshots.update(state=states.serialize_state(imagined))

    assert look() == before


# The list, the day, ratings ----------------------------------------------------------------------


def test_the_list_says_that_there_is_none_yet(visitor: Client, people: dict[str, Player]) -> None:
    assert "There are no puzzles yet." in text_of(visitor.get("/puzzles/"))


def test_the_list_shows_the_puzzle_of_the_day_results_and_streak(
    as_: As, visitor: Client, people: dict[str, Player], puzzle: Puzzle
) -> None:
    assert "There is none today." in text_of(visitor.get("/puzzles/?game=abyss"))
    assert "There is none today." in text_of(visitor.get("/puzzles/?game=enchanters"))
    assert "Your results" not in text_of(as_("carol").get("/puzzles/"))
    puzzles.choose_daily_puzzle(timezone.now())

    before = text_of(visitor.get("/puzzles/?game=enchanters"))
    puzzles.attempt_puzzle(people["carol"], puzzle, 0, now=timezone.now())
    after = text_of(as_("carol").get("/puzzles/?game=enchanters"))

    assert "Solve it" in before and f"Puzzle {puzzle.number}" in before
    assert "See the answer" in after and "Streak: 1 day" in after
    assert "100%" in after


def test_the_list_takes_as_many_queries_for_many_puzzles(
    as_: As, deal: Deal, django_assert_max_num_queries: Any
) -> None:
    match = call_finished(deal("enchanters", seats=2))
    for ply in range(100, 130):
        first = store_puzzle(match)
        Puzzle.objects.filter(pk=first.pk).update(ply=ply)
    carol = as_("carol")
    carol.get("/puzzles/?game=enchanters")

    with django_assert_max_num_queries(14):
        page = carol.get("/puzzles/?game=enchanters")

    assert "Next page" in text_of(page)
    assert page.content.count(b'scope="row"') == 20


def test_one_puzzle_a_day_is_chosen_of_another_game_if_possible(deal: Deal) -> None:
    one, two = call_finished(deal("enchanters", seats=2)), call_finished(deal("essence", seats=2))
    first, second, third = store_puzzle(one), store_puzzle(one, seat=0), store_puzzle(two)

    days = [puzzles.choose_daily_puzzle(NOON + n * DAY) for n in (0, 0, 1, 2, 3)]

    assert days == [first, first, third, second, first]
    assert queries.todays_puzzle(date(2026, 5, 7)) == first


def test_a_streak_counts_days_of_the_players_zone(people: dict[str, Player], over: Match) -> None:
    carol = people["carol"]
    carol.zone = "Pacific/Auckland"
    made = [store_puzzle(over, seat=seat) for seat in range(3)]
    for one, hours in zip(made, (0, 24, 30), strict=True):
        puzzles.attempt_puzzle(carol, one, 0, now=NOON + timedelta(hours=hours))

    assert queries.find_streak(carol, NOON + timedelta(hours=30)) == 2
    assert queries.find_streak(carol, NOON + timedelta(hours=48)) == 2
    assert queries.find_streak(carol, NOON + timedelta(hours=96)) == 0


def test_the_next_puzzle_is_one_that_the_player_has_not_tried(
    people: dict[str, Player], over: Match
) -> None:
    one, two, three = (store_puzzle(over, seat=seat) for seat in range(3))
    puzzles.attempt_puzzle(people["carol"], two, 0, now=NOON)

    assert queries.next_puzzle(people["carol"], three) == one
    assert queries.next_puzzle(people["carol"], one) == three
    assert queries.next_puzzle(None, three) == two


# By e-mail ---------------------------------------------------------------------------------------


def switch_on(player: Player) -> None:
    channel_preferences.set_preferred_events(
        player, channels.EVERYTHING, {"mail": ["turn", "puzzle"]}, now=NOON
    )


def posted(player: Player) -> list[Notification]:
    return list(Notification.objects.filter(player=player, kind="puzzle").order_by("pk"))


def test_the_puzzle_of_the_day_comes_at_the_players_hour_once(
    people: dict[str, Player], puzzle: Puzzle
) -> None:
    carol = people["carol"]
    Player.objects.filter(pk=carol.pk).update(zone="Europe/Berlin")
    switch_on(carol)
    # Eight o'clock in Berlin is six o'clock UTC in May.
    six = datetime(2026, 5, 4, 6, tzinfo=UTC)

    sent = [puzzles.post_daily_puzzles(six + timedelta(minutes=n)) for n in (-20, -10, 0, 30, 400)]
    later = puzzles.post_daily_puzzles(six + DAY)

    assert sent == [0, 1, 0, 0, 0] and later == 1
    assert len(posted(carol)) == 2 and not posted(people["alice"])


def test_the_job_posts_the_puzzle_of_the_day(people: dict[str, Player], puzzle: Puzzle) -> None:
    carol, now = people["carol"], timezone.now()
    switch_on(carol)
    gateway.change_email_preferences(carol, daily_at=now.time().replace(microsecond=0))
    tasks.post_puzzles()

    tasks.post_puzzles()

    assert [one.data for one in posted(carol)] == [{"puzzle": puzzle.pk}]
    assert queries.todays_puzzle(now.date()) == puzzle


def test_nobody_gets_puzzles_who_has_not_switched_them_on(
    people: dict[str, Player], puzzle: Puzzle
) -> None:
    draft = gateway.Draft(key="x", player_id=people["carol"].pk, kind="puzzle", thread="puzzles")
    gateway.post_notifications([draft], now=NOON)
    rows = planning.with_preferences(Notification.objects.filter(kind="puzzle"))

    assert planning.suppression_reason(rows.get()) == "unsubscribed"
    switch_on(people["carol"])
    assert planning.suppression_reason(rows.get()) == ""


def test_stopping_the_puzzles_stops_nothing_else(people: dict[str, Player]) -> None:
    carol = people["carol"]
    switch_on(carol)

    planning.unsubscribe_from_thread(carol.pk, "puzzles", NOON)
    planning.unsubscribe_from_thread(people["alice"].pk, "puzzles", NOON)

    assert ChannelPreference.objects.get().events == ["turn"]


def test_the_switch_is_on_the_page_of_notifications_but_not_for_one_match(
    as_: As, over: Match
) -> None:
    carol = as_("carol")

    page = carol.get("/emails/channels/")

    assert "The puzzle of the day" in text_of(page)
    assert b'name="mail" value="turn" checked' in page.content
    assert b'name="mail" value="puzzle">' in page.content


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_email_has_the_question_and_its_answers(
    people: dict[str, Player], puzzle: Puzzle, language: str
) -> None:
    carol = people["carol"]
    Player.objects.filter(pk=carol.pk).update(language=language)
    switch_on(carol)
    puzzles.post_daily_puzzles(datetime(2026, 5, 4, 8, tzinfo=UTC))

    (email,) = renderers.render_all(posted(carol))

    assert email is not None and "Enchanters" in email.subject
    assert f"/puzzles/{puzzle.number}/" in email.text and "/puzzles/" in email.html
    assert f"{len(puzzle.answers):>3} · " in email.text


def test_the_email_is_dropped_once_its_puzzle_is_answered_or_hidden(
    people: dict[str, Player], puzzle: Puzzle
) -> None:
    carol, eight = people["carol"], datetime(2026, 5, 4, 8, tzinfo=UTC)
    switch_on(carol)
    puzzles.post_daily_puzzles(eight)
    puzzles.attempt_puzzle(carol, puzzle, 0, now=eight)

    assert renderers.render_all(posted(carol)) == [None]
    PuzzleAttempt.objects.all().delete()
    Match.objects.update(private=True)
    assert renderers.render_all(posted(carol)) == [None]


# Data protection ---------------------------------------------------------------------------------


def test_attempts_are_exported_and_deleted_with_the_account(
    people: dict[str, Player], puzzle: Puzzle
) -> None:
    carol = people["carol"]
    puzzles.attempt_puzzle(carol, puzzle, 0, now=NOON)

    lines = [json.loads(line) for line in export_player_data(carol)]
    account_deletion.delete_account(carol, address=carol.email)

    told = next(line["puzzles"] for line in lines if "puzzles" in line)
    assert told["attempts"][0]["puzzle"] == puzzle.number and told["ratings"][0]["attempts"] == 1
    assert not PuzzleAttempt.objects.exists() and not PuzzleRating.objects.exists()
    assert Puzzle.objects.get().attempts == 1


def test_guests_that_expire_leave_no_trace(puzzle: Puzzle) -> None:
    Player.objects.create_guest(display_name="Guest 8")

    guests.delete_expired_guests(timezone.now() + 400 * DAY)

    assert Puzzle.objects.exists()
