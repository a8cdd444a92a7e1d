"""Analysis boards: positions of finished matches that a player plays on alone, for all seats."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from games import tasks
from games.engine.chance import Chance
from games.engine.opinion import estimate_answers
from games.models import AnalysisBoard, Match, Player, Status
from games.presentation import analysis_boards as presentation
from games.presentation.own_data import export_player_data
from games.services import account_deletion, analysis_boards
from games.titles import GAMES
from tests.games.reading import As, Deal, text_of
from tests.puzzles import call_finished, finish_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(deal: Deal) -> Match:
    """A match of Enchanters that is called finished after its deal."""
    return call_finished(deal("enchanters", seats=2))


@pytest.fixture
def board(over: Match, people: dict[str, Player]) -> AnalysisBoard:
    """A board of carol, who did not play the match."""
    return analysis_boards.open_board(over, people["carol"], 0, now=timezone.now())


def path_of(board: AnalysisBoard) -> str:
    return f"/analysis-boards/{board.pk}/"


def first_answer(board: AnalysisBoard) -> dict[str, str]:
    """Return the form as a click on the first answer sends it."""
    board.refresh_from_db()
    position = analysis_boards.load_position(board)
    assert position.prompt is not None
    decision = position.prompt.list_offered_decisions()[0]
    return {"decision": msgspec.json.encode(decision).decode(), "after": str(len(position.moves))}


def test_a_position_of_a_finished_match_is_played_on(as_: As, over: Match) -> None:
    carol = as_("carol")
    opened = carol.post(f"/matches/{over.number}/board/", {"ply": "0"})
    board = AnalysisBoard.objects.get()
    page = carol.get(opened["Location"])
    moved = carol.post(path_of(board), first_answer(board), follow=True)

    assert opened.status_code == 303 and "You move for Bob." in text_of(page)
    board.refresh_from_db()
    assert len(board.moves) >= 1 and moved.status_code == 200
    assert "Bob:" in text_of(moved)
    over.refresh_from_db()
    assert over.ply == 1 and not over.moves.exists()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence", "pebbles", "sealed"])
def test_every_game_is_played_on_to_its_end(
    deal: Deal, people: dict[str, Player], as_: As, game: str
) -> None:
    match = call_finished(deal(game, seats=2))
    carol, now = people["carol"], timezone.now()
    board = analysis_boards.open_board(match, carol, 0, now=now)

    for _ in range(400):
        board.refresh_from_db()
        position = analysis_boards.load_position(board)
        if position.prompt is None:
            break
        after = len(position.moves)
        if after % 60 == 0:
            assert as_("carol").get(path_of(board)).status_code == 200
        analysis_boards.try_move(board, after, lambda asked: asked.fallback, now=now)

    page = text_of(as_("carol").get(path_of(board)))
    assert position.prompt is None or len(position.moves) >= analysis_boards.MAX_MOVES - 60
    if position.prompt is None:
        assert "This variation is over" in page and "1." in page


@pytest.mark.parametrize("stored", ["x", 7, [{"seat": "x"}], [[]], {"x": 1}])
@pytest.mark.parametrize("do", ["undo", "ask", "move"])
def test_a_board_whose_row_is_damaged_says_so(
    board: AnalysisBoard, as_: As, stored: Any, do: str
) -> None:
    # Undo was an error of the server.
    AnalysisBoard.objects.filter(pk=board.pk).update(moves=stored)
    carol = as_("carol")
    carol.raise_request_exception = False

    done = carol.post(path_of(board), {"do": do, "after": "0", "line": "1"}, follow=True)

    assert done.status_code == 410
    assert carol.post(path_of(board), {"do": "delete"}).status_code == 303


def test_a_board_whose_opinion_is_damaged_is_shown_without_it(
    board: AnalysisBoard, as_: As
) -> None:
    carol = as_("carol")
    carol.raise_request_exception = False
    bad = [{"decision": {"verb": "x", "args": {"y": {"z": 1}}}, "lead": 1.0}]
    for stored in ("x", [7], [{"decision": {"verb": 7}}], bad):
        AnalysisBoard.objects.filter(pk=board.pk).update(opinion=stored)
        assert carol.get(path_of(board)).status_code == 200


def test_a_move_is_undone_with_the_forced_ones_after_it(board: AnalysisBoard) -> None:
    now = timezone.now()
    analysis_boards.try_move(board, 0, lambda asked: asked.fallback, now=now)
    board.refresh_from_db()
    analysis_boards.try_move(board, len(board.moves), lambda asked: asked.fallback, now=now)
    board.refresh_from_db()
    first, *rest = board.moves
    AnalysisBoard.objects.update(moves=[first, *(move | {"is_forced": True} for move in rest)])

    analysis_boards.undo_move(board, now=now)

    board.refresh_from_db()
    assert rest and board.moves == []
    analysis_boards.undo_move(board, now=now)


def test_a_form_that_is_sent_twice_is_one_move(as_: As, board: AnalysisBoard) -> None:
    carol, form = as_("carol"), first_answer(board)

    carol.post(path_of(board), form)
    board.refresh_from_db()
    many = len(board.moves)
    carol.post(path_of(board), form)

    board.refresh_from_db()
    assert len(board.moves) == many


@pytest.mark.parametrize(
    "sent", [{}, {"decision": "{}"}, {"decision": "x"}, {"line": "dance"}, {"fill": "x"}]
)
def test_what_is_no_answer_is_refused_and_changes_nothing(
    as_: As, board: AnalysisBoard, sent: dict[str, str]
) -> None:
    page = as_("carol").post(path_of(board), {"after": "0", **sent})

    assert page.status_code == 422 and "Nothing was played." in text_of(page)
    board.refresh_from_db()
    assert board.moves == []


def test_a_line_is_read_as_in_an_email(as_: As, board: AnalysisBoard) -> None:
    page = as_("carol").post(path_of(board), {"after": "0", "line": "1"})

    assert page.status_code == 303
    board.refresh_from_db()
    assert board.moves


def test_every_seat_may_be_looked_at(as_: As, board: AnalysisBoard) -> None:
    carol = as_("carol")

    for written in ("0", "1", "7", "x", ""):
        assert carol.get(path_of(board) + f"?as={written}").status_code == 200


# Who may do what ---------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [Status.RUNNING, Status.FROZEN, Status.OPEN, Status.DEALING])
def test_a_match_that_is_not_over_has_no_board(
    as_: As, people: dict[str, Player], deal: Deal, status: str
) -> None:
    """Not even one that was opened before staff rewound the match: it would show all hands."""
    match = call_finished(deal("enchanters", seats=2))
    rows = {
        name: analysis_boards.open_board(match, people[name], 0, now=timezone.now())
        for name in ("alice", "carol")
    }
    Match.objects.update(status=status)
    # Whatever read the position would answer 410.
    match.snapshots.update(state=b"unreadable")

    for name, board in rows.items():
        client = as_(name)
        for sent in ({}, {"do": "undo"}, {"do": "ask"}, {"after": "0", "line": "1"}):
            assert client.post(path_of(board), sent).status_code == 404
        assert client.get(path_of(board)).status_code == 404
        assert path_of(board) not in client.get("/analysis-boards/").content.decode()
        opened = client.post(f"/matches/{match.number}/board/", {"ply": "0"})
        assert opened.status_code == 404 or opened["Location"] == "/analysis-boards/"
    assert AnalysisBoard.objects.count() == 2
    with pytest.raises(analysis_boards.CannotTry):
        analysis_boards.try_move(rows["alice"], 0, lambda asked: asked.fallback, now=timezone.now())
    AnalysisBoard.objects.update(opinion_asked_at=timezone.now())
    tasks.form_opinions()
    assert not AnalysisBoard.objects.exclude(opinion=[]).exists()


def test_the_history_of_a_running_match_offers_no_board(as_: As, deal: Deal) -> None:
    match = deal("enchanters", seats=2)

    page = text_of(as_("alice").get(f"/matches/{match.number}/history/"))

    assert "Try it from here" not in page


def test_a_board_is_its_players_alone(
    as_: As, visitor: Client, board: AnalysisBoard, people: dict[str, Player]
) -> None:
    for name in ("alice", "bob", "dave"):
        client = as_(name)
        assert client.get(path_of(board)).status_code == 404
        assert client.post(path_of(board), {"do": "delete"}).status_code == 404
        assert "after move" not in text_of(client.get("/analysis-boards/"))
    assert visitor.get(path_of(board))["Location"].startswith("/sign-in/")
    assert AnalysisBoard.objects.exists()


@pytest.mark.parametrize("hidden", [{"private": True}, {"watchable": False}])
def test_a_match_that_is_hidden_since_is_not_shown(
    as_: As, board: AnalysisBoard, hidden: dict[str, bool]
) -> None:
    Match.objects.update(**hidden)

    assert as_("carol").get(path_of(board)).status_code == 404


def test_guests_and_visitors_open_none(visitor: Client, over: Match) -> None:
    page = visitor.get(f"/matches/{over.number}/history/?ply=0")
    assert "Try it from here" not in text_of(page)
    assert visitor.post(f"/matches/{over.number}/board/")["Location"].startswith("/sign-in/")
    guest = Player.objects.create_guest(display_name="Guest 7")
    visitor.force_login(guest)

    assert visitor.post(f"/matches/{over.number}/board/", {"ply": "0"})["Location"] == "/guest/"
    with pytest.raises(analysis_boards.CannotTry):
        analysis_boards.open_board(over, guest, 0, now=timezone.now())


def test_boards_and_plies_are_limited(
    as_: As, over: Match, people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    carol, path = as_("carol"), f"/matches/{over.number}/board/"
    late = carol.post(path, {"ply": "1"}, follow=True)
    monkeypatch.setattr(analysis_boards, "MAX_BOARDS", 1)
    analysis_boards.open_board(over, people["carol"], 0, now=timezone.now())

    many = carol.post(path, {"ply": "0"}, follow=True)

    assert "choose an earlier move" in text_of(late)
    assert "You have 1 analysis boards." in text_of(many)
    assert AnalysisBoard.objects.count() == 1


@pytest.mark.parametrize("junk", [[{"seat": 0}], [{"seat": 0, "decision": {"verb": "x"}}], "x"])
def test_a_board_that_cannot_be_played_again_can_be_deleted(
    as_: As, board: AnalysisBoard, junk: Any
) -> None:
    AnalysisBoard.objects.update(moves=junk)
    carol = as_("carol")

    page = carol.get(path_of(board))
    listed = carol.get("/analysis-boards/")
    carol.post(path_of(board), {"do": "delete"})

    assert page.status_code == 410 and listed.status_code == 200
    assert not AnalysisBoard.objects.exists()


# The bot's opinion -------------------------------------------------------------------------------


def test_a_bot_says_what_it_thinks(as_: As, board: AnalysisBoard) -> None:
    carol = as_("carol")
    assert "Ask the bot" in text_of(carol.get(path_of(board)))

    carol.post(path_of(board), {"do": "ask"})
    waiting = carol.get(path_of(board))
    tasks.form_opinions()
    page = carol.get(path_of(board))

    assert waiting["Refresh"] == "3" and "The bot is thinking." in text_of(waiting)
    assert "What the bot thinks" in text_of(page) and "Refresh" not in page
    assert page.content.count(b"Play this move") == 5
    board.refresh_from_db()
    assert board.opinion is not None
    leads = [one["lead"] for one in board.opinion]
    assert leads == sorted(leads, reverse=True)


def test_an_opinion_is_about_its_position_alone(as_: As, board: AnalysisBoard) -> None:
    carol, now = as_("carol"), timezone.now()
    analysis_boards.request_opinion(board, now=now)
    asked = AnalysisBoard.objects.select_related("match").get()
    carol.post(path_of(board), first_answer(board))

    analysis_boards.answer_request(asked, lambda: None)

    board.refresh_from_db()
    assert board.opinion is None and board.opinion_asked_at is None


def test_the_bot_knows_no_more_than_its_seat(board: AnalysisBoard) -> None:
    """Two states that the seat cannot tell apart get the same opinion."""
    position, game = analysis_boards.load_position(board), GAMES[board.match.game]
    asked = position.prompt
    assert asked is not None
    other = game.imagine_state(position.state, asked.seat, Chance(bytes(32)))
    assert game.build_view(other, asked.seat) == game.build_view(position.state, asked.seat)

    found = [
        estimate_answers(game, state, asked, bytes(32), lambda: None)
        for state in (position.state, other)
    ]

    assert {str(one.decision) for one in found[0]} == {str(one.decision) for one in found[1]}


def test_questions_to_the_bot_are_limited(
    as_: As, board: AnalysisBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presentation, "OPINIONS", 0)

    page = as_("carol").post(path_of(board), {"do": "ask"})

    assert page.status_code == 422 and "asked the bot many times" in text_of(page)
    monkeypatch.setattr(analysis_boards, "MAX_WAITING", 0)
    with pytest.raises(analysis_boards.CannotTry):
        analysis_boards.request_opinion(board, now=timezone.now())


def test_a_game_without_a_strong_bot_has_no_opinion(
    as_: As, deal: Deal, people: dict[str, Player]
) -> None:
    match = call_finished(deal("pebbles", seats=2))
    board = analysis_boards.open_board(match, people["carol"], 0, now=timezone.now())

    page = as_("carol").get(path_of(board))

    assert "Ask the bot" not in text_of(page)
    with pytest.raises(analysis_boards.CannotTry):
        analysis_boards.request_opinion(board, now=timezone.now())


# Data protection ---------------------------------------------------------------------------------


def test_a_board_is_deleted_some_time_after_its_last_use(board: AnalysisBoard) -> None:
    analysis_boards.forget_old_boards(board.used_at + analysis_boards.RETENTION)
    assert AnalysisBoard.objects.exists()

    analysis_boards.forget_old_boards(
        board.used_at + analysis_boards.RETENTION + timedelta(seconds=1)
    )

    assert not AnalysisBoard.objects.exists()


def test_boards_are_exported_and_deleted_with_the_account(
    board: AnalysisBoard, people: dict[str, Player]
) -> None:
    carol = people["carol"]

    lines = [json.loads(line) for line in export_player_data(carol)]
    account_deletion.delete_account(carol, address=carol.email)

    told = next(line["analysis_boards"] for line in lines if "analysis_boards" in line)
    assert told[0]["match__number"] == board.match.number
    assert not AnalysisBoard.objects.exists()


def test_the_list_takes_as_many_queries_for_many_boards(
    as_: As, over: Match, people: dict[str, Player], django_assert_max_num_queries: Any
) -> None:
    for _ in range(8):
        analysis_boards.open_board(over, people["carol"], 0, now=timezone.now())
    carol = as_("carol")
    carol.get("/analysis-boards/")

    with django_assert_max_num_queries(14):
        page = carol.get("/analysis-boards/")

    assert text_of(page).count("after move 0") == 8


def test_every_position_of_a_replay_leads_to_a_board(as_: As, deal: Deal) -> None:
    match = finish_match(deal("pebbles", seats=2))
    dave, path = as_("dave"), f"/matches/{match.number}/history/?ply=1"

    for page in (dave.get(path), dave.get(path, headers={"X-Part": "moment"})):
        assert f'action="/matches/{match.number}/board/"' in page.content.decode()
