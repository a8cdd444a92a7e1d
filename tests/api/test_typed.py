"""The OpenAPI document describes everything, and what each game sends is as it is described."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from django.utils import timezone
from jsonschema import Draft202012Validator

from games.api.schema import get_openapi_document
from games.models import Match
from games.queries.games_on_offer import games_on_offer
from games.services.play.decisions import submit_decision

from .conftest import Program
from .endpoints import METHODS

DOCUMENT = get_openapi_document()
SHAPES = DOCUMENT["components"]["schemas"]
GAMES = sorted(games_on_offer())
# Objects whose fields no type describes: events, positions, which are described in
# docs/positions.md, and terms of leagues, in docs/leagues.md.
OPEN_OBJECTS = {"args", "position", "terms"}


def validator_of(shape: str) -> Draft202012Validator:
    """Return the validator of a component, which may refer to others."""
    schema = {"$ref": f"#/components/schemas/{shape}", "components": DOCUMENT["components"]}
    return Draft202012Validator(schema)


def list_operations() -> Iterator[dict[str, Any]]:
    for item in DOCUMENT["paths"].values():
        yield from (item[method] for method in METHODS if method in item)


def properties_of_the_api() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield (component, property, schema) but for what only one game has, such as its view."""
    own = tuple(name.capitalize() for name in GAMES)
    for name, shape in SHAPES.items():
        for field, schema in shape.get("properties", {}).items():
            if not name.startswith(own) or name.endswith(("Shape", "Request", "Options")):
                yield name, field, schema


def test_everything_is_described() -> None:
    tags = {tag["name"] for tag in DOCUMENT["tags"]}
    for operation in list_operations():
        name = operation["operationId"]
        assert operation["summary"] and operation["description"], name
        assert len(operation["summary"]) <= 100 and set(operation["tags"]) <= tags, name
        assert all(parameter["description"] for parameter in operation.get("parameters", ())), name
        assert all(response["description"] for response in operation["responses"].values()), name

    missing = [(n, field) for n, field, s in properties_of_the_api() if not s.get("description")]
    assert not missing
    assert not [name for name, shape in SHAPES.items() if not shape.get("description")]


def is_ambiguous(path: list[str], other: list[str]) -> bool:
    """Return whether an address may be of both paths, and neither is the more special one."""
    if len(path) != len(other):
        return False
    pairs = [(part, rival) for part, rival in zip(path, other, strict=True) if part != rival]
    # What a parameter stands for in one of them is fixed in the other, in both directions.
    kinds = {(part.startswith("{"), rival.startswith("{")) for part, rival in pairs}
    return (False, False) not in kinds and {(True, False), (False, True)} <= kinds


def test_linters_find_nothing_in_the_document() -> None:
    """What redocly and spectral found, and the rules beside it; see docs/testing.md."""
    info, names = DOCUMENT["info"], [operation["operationId"] for operation in list_operations()]
    assert info["description"] and info["license"]["name"] and info["contact"]
    assert DOCUMENT["servers"] and len(names) == len(set(names))
    templates = [path.strip("/").split("/") for path in DOCUMENT["paths"]]
    pairs = list(combinations(templates, 2))
    assert not [(path, other) for path, other in pairs if is_ambiguous(path, other)]
    for operation in list_operations():
        assert "security" in operation, operation["operationId"]
        assert any(status < "3" for status in operation["responses"]), operation["operationId"]
        assert any("4" <= status < "5" for status in operation["responses"])
    for item in DOCUMENT["webhooks"].values():
        assert item["post"]["summary"] and item["post"]["requestBody"]


def test_no_object_is_without_type() -> None:
    bare = {
        field
        for _name, field, schema in properties_of_the_api()
        if schema.get("type") == "object"
        and "properties" not in schema
        and schema.get("additionalProperties", {}) == {}
    }

    assert bare <= OPEN_OBJECTS


def test_an_input_has_no_field_that_is_only_read() -> None:
    for operation in list_operations():
        content = operation.get("requestBody", {}).get("content", {})
        for media_type in content.values():
            shape = media_type["schema"]["$ref"].rpartition("/")[2]
            variants = SHAPES[shape].get("oneOf", [{"$ref": shape}])
            for variant in variants:
                inner = SHAPES[variant["$ref"].rpartition("/")[2]]
                assert inner["additionalProperties"] is False, shape
                assert not [f for f, s in inner["properties"].items() if s.get("readOnly")], shape


def test_an_operation_lists_only_errors_that_it_can_give() -> None:
    for path, item in DOCUMENT["paths"].items():
        for method, operation in ((m, item[m]) for m in METHODS if m in item):
            statuses = set(operation["responses"])
            assert {"400", "401", "403", "406", "429"} <= statuses
            assert ("415" in statuses) == ("422" in statuses) == (method != "get")
            names = {parameter["name"] for parameter in operation.get("parameters", ())}
            if method == "get" and "{" not in path and "match" not in names:
                assert statuses & {"404", "409"} <= ({"404"} if "today" in path else set()), path


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_sends_is_as_it_is_described(
    program: Callable[..., Program], deal: Callable[..., Match], game: str
) -> None:
    match = deal(game, seats=2, now=timezone.now())
    readers = [program("alice"), program("bob"), program()]
    view, question = validator_of("ViewShape"), validator_of("QuestionShape")
    path, questions = f"matches/{match.number}/view/", set[str]()
    for ply in range(120):
        row = match.prompts.filter(closed_at=None, answered_at=None).first()
        if ply % 10 == 0 or row is None:
            for reader in readers:
                view.validate(reader.get(path))
        if row is None:
            break
        if row.question not in questions:
            questions.add(row.question)
            question.validate(readers[row.seat].get(f"prompts/{row.token}/"))
        submit_decision(row.token, None, source="page", key=f"k{ply}")

    shown = readers[0].get(path)
    assert questions and shown["view"] and shown["game"] == game
    others = [name for name in GAMES if name != game]
    assert not any(view.is_valid(shown | {"game": name}) for name in others)
    wrong = copy.deepcopy(shown)
    del wrong["view"]["you"]
    assert not view.is_valid(wrong)


@pytest.mark.django_db
def test_a_match_before_the_deal_is_as_it_is_described(program: Callable[..., Program]) -> None:
    alice = program("alice")
    for game in GAMES:
        opened = alice("POST", "matches/", {"game": game, "seats": 2}).json()
        validator_of("MatchShape").validate(opened)
        shown = alice.get(f"matches/{opened['number']}/view/")
        validator_of("ViewShape").validate(shown)
        assert shown["view"] is None

    validator_of("GamePage").validate(alice.get("games/"))
