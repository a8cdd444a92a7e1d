"""What differs from game to game in the OpenAPI document: views, facts, options and slots.

Views and slots are described from the Structs that are sent, facts and options from what the game
declares of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

import msgspec

from games.api.view_fields import describe_view_field
from games.engine import contract
from games.engine.contract import AnyGame, Option
from games.queries.games_on_offer import games_on_offer

Schema = dict[str, Any]

REF = "#/components/schemas/"
SLOTS = ("Pick", "Number", "Split")
# Component -> what the property of each game's variant of it refers to.
BY_GAME: dict[str, dict[str, str]] = {
    "ViewShape": {"view": "View"},
    "PuzzleShape": {"view": "View"},
    "AnalysisBoardShape": {"view": "View"},
    "BoardQuestion": {"facts": "Facts"},
    "QuestionShape": {"facts": "Facts"},
    "MatchShape": {"options": "Options"},
    "MatchSettings": {"options": "Options"},
    "MatchSettingsRequest": {"options": "Options"},
    "NewMatchRequest": {"options": "Options"},
    "MatchPresetShape": {},
    "NewMatchPresetRequest": {},
}
_FACTS: dict[str, Schema] = {
    "number": {"type": ["integer", "null"]},
    "word": {"type": ["string", "null"]},
    "list": {"type": "array", "items": {"type": "string"}},
    "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
}


def describe_games(shapes: dict[str, Schema]) -> None:
    """Replace each component that depends on the game by a choice of one for each game.

    Those that have a `game` are discriminated by it; the others stand only within those.
    """
    templates = {name: shapes.pop(name) for name in BY_GAME if name in shapes}
    for game in games_on_offer().values():
        shapes.update(_describe_game(game))
        for name, template in templates.items():
            shapes[_name(game, name)] = _make_variant(game, name, template)
    for name, template in templates.items():
        if "game" in template["properties"]:
            shapes[name] = _describe_choice(name, template)


def describe_event_views(shapes: dict[str, Schema]) -> None:
    """Let the view of an event be that of any game; the question beside it names the game."""
    view_schema = shapes["PlayerEventShape"]["properties"]["view"]
    for name in ("type", "additionalProperties"):
        view_schema.pop(name, None)
    view_schema["anyOf"] = [
        {"$ref": f"{REF}{_name(game, 'View')}"} for game in games_on_offer().values()
    ]


def add_slots(shapes: dict[str, Schema]) -> None:
    """Add the components of slots."""
    _, slots = msgspec.json.schema_components(
        [contract.Pick, contract.Number, contract.Split], ref_template=f"{REF}{{name}}"
    )
    shapes.update({f"{name}Slot": _without_title(slot) for name, slot in slots.items()})


def slot_schema() -> Schema:
    """Return the schema of a slot of a choice."""
    refs = {name: f"{REF}{name}Slot" for name in SLOTS}
    return {
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "type", "mapping": refs},
    }


def _describe_game(game: AnyGame) -> dict[str, Schema]:
    """Return the components that one game has for itself, by name."""
    prefix = _name(game, "")
    _, parts = msgspec.json.schema_components(
        [game.view_type], ref_template=f"{REF}{prefix}{{name}}"
    )
    # Programs find the names in the match.
    parts["View"]["properties"].pop("names")
    for part, shape in parts.items():
        for field, schema in shape.get("properties", {}).items():
            if description := describe_view_field(game.name, part, field):
                schema.setdefault("description", description)
    return {
        **{f"{prefix}{name}": _without_title(part) for name, part in parts.items()},
        f"{prefix}Facts": _describe_facts(game),
        f"{prefix}Options": _describe_options(game.options),
    }


def _describe_facts(game: AnyGame) -> Schema:
    kinds: dict[str, set[str]] = {}
    for topic in game.topics.values():
        for name, fact in topic.facts.items():
            kinds.setdefault(name, set()).add(fact.kind)
    words = game.list_words("en")
    return {
        "type": "object",
        "description": f"What standing orders may know of a question of {game.title}; which of them"
        " there are depends on the question.",
        "properties": {
            name: _describe_fact(names) | {"description": words.get(f"fact.{name}", name)}
            for name, names in sorted(kinds.items())
        },
        "additionalProperties": {},
    }


def _describe_fact(kinds: set[str]) -> Schema:
    schemas = [_FACTS[kind] for kind in sorted(kinds)]
    return dict(schemas[0]) if len(schemas) == 1 else {"anyOf": schemas}


def _describe_options(options: tuple[Option, ...]) -> Schema:
    """Describe the options of matches of a game; those that are left out have their default."""
    properties = dict[str, Schema]()
    for option in options:
        values: Schema = {"enum": list(option.values)}
        description = {"description": f"Option `{option.name}` of the game."}
        many = {"type": "array", "items": values, "uniqueItems": True}
        properties[option.name] = (many if option.many else values) | description
    return {
        "type": "object",
        "description": "Values by the name of the option.",
        "properties": properties,
        "additionalProperties": False,
    }


def _make_variant(game: AnyGame, name: str, template: Schema) -> Schema:
    """Return a component as it is for one game; what it refers to is of the same game."""
    variant: Schema = _refer_to_variants(game, template)
    properties = dict(variant["properties"])
    for field, part in BY_GAME[name].items():
        properties[field] = _replace_object(
            properties[field], {"$ref": f"{REF}{_name(game, part)}"}
        )
    if "game" in properties:
        description = properties["game"].get("description", "The name of the game.")
        properties["game"] = {"type": "string", "const": game.name, "description": description}
    return variant | {"properties": properties}


def _refer_to_variants(game: AnyGame, schema: Any) -> Any:
    """Return a schema with references to the variants of a game where there are some."""
    if isinstance(schema, list):
        return [_refer_to_variants(game, part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    target = schema.get("$ref", "").removeprefix(REF)
    if target in BY_GAME:
        return schema | {"$ref": f"{REF}{_name(game, target)}"}
    return {key: _refer_to_variants(game, part) for key, part in schema.items()}


def _replace_object(schema: Schema, reference: Schema) -> Schema:
    """Return a property that refers to a component; it remains nullable and described."""
    kinds = schema.get("type", "object")
    nullable = {"oneOf": [reference, {"type": "null"}]} if "null" in kinds else dict(reference)
    description = {key: schema[key] for key in ("description",) if key in schema}
    return nullable | description


def _describe_choice(name: str, template: Schema) -> Schema:
    """Return the choice between the variants of a component, by the name of the game."""
    refs = {game.name: f"{REF}{_name(game, name)}" for game in games_on_offer().values()}
    return {
        "description": template["description"],
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "game", "mapping": refs},
    }


def _name(game: AnyGame, part: str) -> str:
    return f"{game.name.capitalize()}{part}"


def _without_title(schema: Mapping[str, Any]) -> Schema:
    """Return a schema of msgspec without its title, which is the name of a class, and with its
    description in one paragraph a line."""
    fields = {key: value for key, value in schema.items() if key != "title"}
    if "description" in fields:
        fields["description"] = inspect.cleandoc(fields["description"])
    untitled: Schema = _open_tuples(fields)
    return untitled


def _open_tuples(schema: Any) -> Any:
    """Return a schema whose tuples end by their length alone, which more programs understand."""
    if isinstance(schema, list):
        return [_open_tuples(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _open_tuples(part) for key, part in schema.items()}
    return parts | {"items": {}} if parts.get("items") is False else parts
