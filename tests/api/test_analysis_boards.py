"""Analysis boards through the API: as on their pages, and only of matches that are over."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games import tasks
from games.engine.contract import serialize_view
from games.models import AnalysisBoard, Match, Status
from games.presentation import analysis_boards as presentation
from games.services import analysis_boards
from games.services import tokens as token_services
from games.services.own_bots import make_bot
from games.titles import GAMES
from tests.puzzles import call_finished, finish_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def over(deal: Any) -> Match:
    """A match of Enchanters that is called finished after its deal."""
    return call_finished(deal("enchanters", seats=2))


@pytest.fixture
def board(over: Match, people: dict[str, Any]) -> AnalysisBoard:
    """A board of carol, who did not play the match."""
    return analysis_boards.open_board(over, people["carol"], 0, now=timezone.now())


def test_a_program_plays_on_and_takes_back(program: Any, over: Match) -> None:
    carol = program("carol")
    opened = carol("POST", f"matches/{over.number}/analysis-boards/", {"ply": 0})
    path = f"analysis-boards/{opened.json()['id']}/"
    first = opened.json()["question"]["answers"][0]
    answer = {"after": 0, "verb": first["verb"], "args": first["args"]}

    moved = carol("POST", f"{path}moves/", answer)
    listed = carol.list("analysis-boards/")
    undone = carol("POST", f"{path}undo/")

    assert (opened.status_code, moved.status_code, undone.status_code) == (201, 201, 200)
    shown = moved.json()
    assert shown["tried"][0] | {"words": ""} == {
        "seat": opened.json()["question"]["seat"],
        "verb": first["verb"],
        "args": first["args"],
        "words": "",
        "is_forced": False,
    }
    assert [(one["match"], one["moves"]) for one in listed] == [(over.number, shown["moves"])]
    assert undone.json()["moves"] == 0 and undone.json()["question"] == opened.json()["question"]
    assert carol("DELETE", path).status_code == 204
    assert carol("GET", path).status_code == 404


def test_any_seat_may_be_looked_at(program: Any, board: AnalysisBoard) -> None:
    carol, path = program("carol"), f"analysis-boards/{board.pk}/"
    state, game = analysis_boards.load_position(board).state, GAMES["enchanters"]

    shown = [carol.get(f"{path}?seat={seat}") for seat in (0, 1)]

    assert [one["seat"] for one in shown] == [0, 1]
    assert [one["view"] for one in shown] == [
        serialize_view(game.build_view(state, seat)) for seat in (0, 1)
    ]
    assert carol.get(path)["seat"] == shown[0]["question"]["seat"]
    assert carol("GET", f"{path}?seat=2").status_code == 404
    assert carol("GET", f"{path}?seat=x").status_code == 400


def test_a_variation_is_played_to_its_end(program: Any, deal: Any) -> None:
    match, carol = call_finished(deal("pebbles", seats=2)), program("carol")
    board = carol("POST", f"matches/{match.number}/analysis-boards/", {"ply": 0}).json()
    path = f"analysis-boards/{board['id']}/moves/"

    while board["question"]:
        board = carol("POST", path, {"after": board["moves"], "line": "1"}).json()

    assert sorted(one["place"] for one in board["places"]) == [1, 2]
    late = carol("POST", path, {"after": board["moves"], "line": "1"})
    assert (late.status_code, late.json()["code"]) == (409, "stale")


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"after": 7, "line": "1"}, 409, "stale"),
        ({"after": 0, "line": "dance"}, 400, "unreadable"),
        ({"after": 0, "verb": "dance"}, 422, "illegal"),
        ({"after": 0, "verb": "dance", "line": "1"}, 400, "unreadable"),
        ({"after": 0}, 400, "unreadable"),
        ({"line": "1"}, 400, "unreadable"),
    ],
)
def test_what_is_no_answer_changes_nothing(
    program: Any, board: AnalysisBoard, sent: dict[str, Any], status: int, code: str
) -> None:
    refused = program("carol")("POST", f"analysis-boards/{board.pk}/moves/", sent)

    assert (refused.status_code, refused.json()["code"]) == (status, code)
    board.refresh_from_db()
    assert board.moves == []


def test_a_move_that_is_sent_twice_is_one(program: Any, board: AnalysisBoard) -> None:
    carol, path = program("carol"), f"analysis-boards/{board.pk}/moves/"
    sent = {"after": 0, "line": "1"}

    first, again = (
        carol("POST", path, sent, **{"Idempotency-Key": "mine"}),
        carol("POST", path, sent, **{"Idempotency-Key": "mine"}),
    )
    without = carol("POST", path, sent)

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json()["moves"] == first.json()["moves"]
    assert without.status_code == 409


def test_a_program_asks_the_bot(
    program: Any, board: AnalysisBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    carol, path = program("carol"), f"analysis-boards/{board.pk}/"
    before = carol.get(path)["opinion"]

    asked = carol("POST", f"{path}opinion/")
    tasks.form_opinions()
    after = carol.get(path)["opinion"]

    assert before == {"status": "none", "answers": []}
    assert asked.status_code == 202
    assert asked.json()["opinion"] == {"status": "waiting", "answers": []}
    assert after["status"] == "ready"
    leads = [one["lead"] for one in after["answers"]]
    assert len(leads) > 1 and leads == sorted(leads, reverse=True)
    assert all(one["words"] and one["verb"] for one in after["answers"])


def test_page_and_program_share_the_limit_of_opinions(
    program: Any, board: AnalysisBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presentation, "OPINIONS", 1)
    presentation.has_asked_often(board.player)

    refused = program("carol")("POST", f"analysis-boards/{board.pk}/opinion/")

    assert refused.status_code == 429 and int(refused["Retry-After"]) > 0
    board.refresh_from_db()
    assert board.opinion_asked_at is None


def test_a_board_whose_row_is_damaged_is_refused_plainly(
    program: Any, board: AnalysisBoard
) -> None:
    # Undo was an error of the server.
    AnalysisBoard.objects.filter(pk=board.pk).update(moves=[{"seat": "x"}])
    client, path = program("carol"), f"analysis-boards/{board.pk}/"

    answers = [client("POST", f"{path}undo/"), client("GET", path)]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [
        (410, "rules_corrected"),
        (410, "rules_corrected"),
    ]


@pytest.mark.parametrize("status", [Status.RUNNING, Status.FROZEN, Status.OPEN, Status.DEALING])
def test_a_match_that_is_not_over_shows_no_board(
    program: Any, people: dict[str, Any], over: Match, status: str
) -> None:
    """Not even one that was opened before staff rewound the match: it would show all hands."""
    rows = {
        name: analysis_boards.open_board(over, people[name], 0, now=timezone.now())
        for name in ("alice", "carol")
    }
    Match.objects.update(status=status)

    for name, board in rows.items():
        client, path = program(name), f"analysis-boards/{board.pk}/"
        assert client.list("analysis-boards/") == []
        refused = [
            client("GET", f"{path}?seat=1"),
            client("POST", f"{path}moves/", {"after": 0, "line": "1"}),
            client("POST", f"{path}undo/"),
            client("POST", f"{path}opinion/"),
            client("DELETE", path),
        ]
        assert [one.status_code for one in refused] == [404] * 5
        again = client("POST", f"matches/{over.number}/analysis-boards/", {"ply": 0})
        assert again.status_code in (404, 422) and "view" not in again.json()
    assert AnalysisBoard.objects.count() == 2


@pytest.mark.parametrize("hidden", [{"private": True}, {"watchable": False}])
def test_a_match_that_is_hidden_since_is_not_shown(
    program: Any, board: AnalysisBoard, hidden: dict[str, bool]
) -> None:
    Match.objects.update(**hidden)
    carol = program("carol")

    assert carol("GET", f"analysis-boards/{board.pk}/").status_code == 404
    opened = carol("POST", f"matches/{board.match.number}/analysis-boards/", {"ply": 0})
    assert opened.status_code == 404


def test_bots_have_no_boards(holding: Any, people: dict[str, Any], over: Match) -> None:
    bot, _secret = make_bot(people["alice"], name="Robo")
    secret = token_services.make_token(bot, name="test", scopes=["read", "play"])[1]

    opened = holding(secret)("POST", f"matches/{over.number}/analysis-boards/", {"ply": 0})

    assert (opened.status_code, opened.json()["code"]) == (422, "cannot_try")


def test_a_position_that_the_rules_no_longer_reach_is_gone(
    program: Any, board: AnalysisBoard
) -> None:
    AnalysisBoard.objects.update(moves=[{"seat": 0, "decision": {"verb": "x"}}])
    carol, path = program("carol"), f"analysis-boards/{board.pk}/"

    shown = carol("GET", path)
    moved = carol("POST", f"{path}moves/", {"after": 1, "line": "1"})

    assert (shown.status_code, shown.json()["code"]) == (410, "rules_corrected")
    assert moved.status_code == 410
    assert carol.list("analysis-boards/")[0]["moves"] == 1
    assert carol("DELETE", path).status_code == 204


def test_the_end_of_a_match_is_no_beginning(program: Any, deal: Any) -> None:
    match = finish_match(deal("pebbles", seats=2))

    refused = program("carol")(
        "POST", f"matches/{match.number}/analysis-boards/", {"ply": match.ply}
    )

    assert (refused.status_code, refused.json()["code"]) == (422, "cannot_try")
