"""A refused answer is told which part of it is wrong, what could stand there, and what was
first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.api.refused_answers import CLOSED_BY, find_closer, find_wrong_part
from games.engine import contract
from games.engine.contract import Choice, Decision, Number, Pick, Split
from games.models import Match, Move, Prompt
from games.services.play import undo, votes
from games.services.play.decisions import submit_decision

from .conftest import Program

pytestmark = pytest.mark.django_db


def token_of(match: Match, seat: int | None = None) -> str:
    """The token of the open question, of a seat if there are several."""
    rows = match.prompts.filter(closed_at=None)
    return str((rows if seat is None else rows.filter(seat=seat)).get().token)


@pytest.mark.parametrize(
    ("body", "field", "nearest"),
    [
        ({"verb": "tak", "args": {"number": 1}}, "verb", ["take"]),
        ({"verb": "take", "args": {"number": 9}}, "args.number", [3, 2, 1]),
        ({"verb": "take", "args": {"numbr": 1}}, "args.numbr", ["number"]),
        ({"verb": "take"}, "args.number", [1, 2, 3]),
        ({"line": "take fourteen"}, "line", ["take 1", "take 2", "take 3"]),
        ({"number": 17}, "number", [3]),
    ],
)
def test_a_refused_answer_names_its_wrong_part_and_the_nearest_ones(
    program: Callable[..., Program], pebbles: Match, body: Any, field: str, nearest: list[object]
) -> None:
    problem = program("alice")("POST", f"prompts/{token_of(pebbles)}/answer/", body).json()

    assert problem["field"] == field
    assert sorted(map(str, problem["nearest"])) == sorted(map(str, nearest))
    assert problem["nearest"][0] in nearest[:1] or field in ("line", "args.number")
    assert not Move.objects.exists()


def test_each_kind_of_slot_names_what_can_fill_it() -> None:
    filled = [Decision("buy", {"cards": ["a", "b"], "parts": {"x": 2}, "sum": 3, "who": "ann"})]
    slots = (
        Pick("cards", ("a", "b", "c"), least=2, most=2),
        Split("parts", 2, {"x": 2, "y": 1}),
        Number("sum", 3, 5),
        Pick("who", ("ann", "bob")),
    )
    choice = Choice("buy", {}, slots, lambda: filled)
    prompt = contract.Prompt(0, "q", 1, (choice,), filled[0])
    wrong: dict[str, Any] = {"cards": ["a", "a"], "parts": {"y": 2}, "sum": 9, "who": "an"}
    right = filled[0].args

    parts = {
        name: find_wrong_part(prompt, Decision("buy", right | {name: value}))
        for name, value in wrong.items()
    }

    assert {name: part.field for name, part in parts.items()} == {n: f"args.{n}" for n in wrong}
    assert [part.nearest[0] for part in parts.values()] == [["a", "b"], {"x": 2}, 5, "ann"]
    whole = find_wrong_part(prompt, filled[0])
    assert (whole.field, whole.nearest) == ("args", [right])


@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence", "sealed", "pebbles"])
def test_what_is_proposed_is_legal(
    program: Callable[..., Program], deal: Callable[..., Match], game: str
) -> None:
    match = deal(game, seats=2, now=timezone.now())
    row = match.prompts.filter(closed_at=None, seat=0).first() or match.prompts.get(closed_at=None)
    player = program("alice" if row.seat == 0 else "bob")
    question = player.get(f"prompts/{row.token}/")
    path, proposals = f"prompts/{row.token}/answer/", list[dict[str, Any]]()
    for choice in question["choices"]:
        for name in [*choice["args"], *(slot["name"] for slot in choice["slots"])]:
            example = next(a for a in question["answers"] if a["verb"] == choice["verb"])
            args = example["args"] | {name: "nothing like it"}
            problem = player("POST", path, {"verb": choice["verb"], "args": args}).json()
            assert problem["code"] == "illegal" and problem["nearest"], problem
            proposals += [
                {"verb": choice["verb"], "args": example["args"] | {name: value}}
                for value in problem["nearest"]
                if problem["field"] == f"args.{name}"
            ]

    parts = [Choice(c["verb"], c["args"]) for c in question["choices"]]
    assert all(proposal["verb"] in {part.verb for part in parts} for proposal in proposals)
    assert player("POST", path, {"line": question["answers"][0]["words"]}).status_code == 200


def test_a_number_answers_as_in_an_email(program: Callable[..., Program], pebbles: Match) -> None:
    alice, path = program("alice"), f"prompts/{token_of(pebbles)}/"
    answers = alice.get(path)["answers"]

    move = alice("POST", path + "answer/", {"number": 2}, **{"Idempotency-Key": "n"}).json()
    again = alice("POST", path + "answer/", {"number": 2}, **{"Idempotency-Key": "n"}).json()

    assert {name: move[name] for name in ("verb", "args")} == {
        name: answers[1][name] for name in ("verb", "args")
    }
    assert again == move and Move.objects.count() == 1


@pytest.mark.parametrize(
    ("source", "closer"),
    [
        ("api", "own_answer"),
        ("email", "own_answer"),
        ("order", "order"),
        ("rules", "rules"),
        ("clock", "clock"),
        ("bot", "replacement"),
        ("staff", "staff"),
    ],
)
def test_a_late_answer_is_told_what_was_first(
    program: Callable[..., Program], pebbles: Match, source: str, closer: str
) -> None:
    token, later = token_of(pebbles), timezone.now() + timedelta(days=9)
    submit_decision(token, None, source=source, key="k", now=later)
    alice = program("alice")

    late = alice("POST", f"prompts/{token}/answer/", {"number": 1})
    looked = alice("GET", f"prompts/{token}/")

    for problem in (late.json(), looked.json()):
        assert (problem["status"], problem["code"], problem["closed_by"]) == (409, "stale", closer)
    # It is told to the player to whom the question was put, and to nobody else.
    other = program("bob")("POST", f"prompts/{token}/answer/", {"number": 1})
    assert (other.status_code, "closed_by" in other.json()) == (403, False)


def test_an_undone_answer_is_told(
    program: Callable[..., Program], people: dict[str, Any], pebbles: Match
) -> None:
    first = token_of(pebbles)
    program("alice")("POST", f"prompts/{first}/answer/", {"number": 1})
    second = token_of(pebbles)
    vote = undo.request_undo(people["alice"], pebbles)
    votes.answer_ballot(vote.ballots.get(seat=1), True)

    for name, token in (("alice", first), ("bob", second)):
        late = program(name)("POST", f"prompts/{token}/answer/", {"number": 1}).json()
        assert (late["code"], late["closed_by"]) == ("stale", "undo")


@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence", "sealed", "pebbles"])
def test_whatever_closes_a_question_has_a_code(deal: Callable[..., Match], game: str) -> None:
    match = deal(game, seats=3, now=timezone.now())
    for ply in range(1000):
        row = match.prompts.filter(closed_at=None, answered_at=None).order_by("-seat").first()
        if row is None:
            break
        submit_decision(row.token, None, source="page", key=f"k{ply}")

    closers = {row.pk: find_closer(row) for row in Prompt.objects.filter(match=match)}
    answered = set(Move.objects.filter(match=match).values_list("prompt", flat=True))

    assert set(closers.values()) <= set(CLOSED_BY) and "own_answer" in closers.values()
    assert {closers[pk] for pk in set(closers) - answered} <= {"other_answer", "match_end"}


def test_a_sealed_question_is_closed_by_its_own_answer(
    program: Callable[..., Program], sealed: Match
) -> None:
    alice, bob = program("alice"), program("bob")
    tokens = token_of(sealed, 0), token_of(sealed, 1)
    alice("POST", f"prompts/{tokens[0]}/answer/", {"number": 1})
    assert find_closer(sealed.prompts.get(token=tokens[0])) is None

    bob("POST", f"prompts/{tokens[1]}/answer/", {"number": 1})

    late = alice("POST", f"prompts/{tokens[0]}/answer/", {"number": 1}).json()
    assert late["closed_by"] == "own_answer"
