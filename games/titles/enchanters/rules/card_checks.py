"""Read the contents of a card by the words of the vocabulary; errors name the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from types import TracebackType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from games.engine.scenario_fields import suggest_nearest

from . import vocabulary as words
from .amounts import AMOUNTS, Amount, Positive
from .card_words import Line, Word, find_defaults, name_fields
from .effect import COST_WORDS, EFFECT_WORDS, TEST_WORDS, Cost, Effect, RewardTest

# The highest number a card may have.
MAX_NUMBER = 30
# A type as a class annotates its field.
Kind = Any
W = TypeVar("W", bound=Word)


class WrongCard(ValueError):
    """Fields of a card that the vocabulary does not know; each message names the place and the
    field, each in a line of its own."""

    def __init__(self, *messages: str) -> None:
        super().__init__("\n".join(messages))
        self.messages = messages


class Problems:
    """Collects the errors of several parts: `with problems:` around each, then `report()`."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> bool:
        if not isinstance(error, WrongCard):
            return False
        self.messages += error.messages
        return True

    def report(self) -> None:
        """Raise WrongCard with all messages, if there are any."""
        if self.messages:
            raise WrongCard(*self.messages)


def one_key(entry: object, where: str) -> tuple[str, Any]:
    """Return the single word and its fields: `{heal: …}`, or a bare word without fields."""
    if isinstance(entry, str):
        return entry, {}
    if isinstance(entry, Mapping) and len(entry) == 1:
        ((word, value),) = entry.items()
        if isinstance(word, str):
            return word, {} if value is None else value
    raise WrongCard(f"{where}: this must be one word with its fields")


def check_keys(mapping: object, keys: Sequence[str], where: str) -> None:
    """Refuse anything but a mapping, and any key other than these."""
    if not isinstance(mapping, Mapping):
        raise WrongCard(f"{where}: this must be a mapping")
    problems = Problems()
    for key in mapping:
        if key not in keys:
            problems.messages.append(
                f"{where}: {key}: there is no such field{suggest_nearest(str(key), keys)}"
            )
    problems.report()


def check_numbers(value: object, where: str) -> None:
    """Refuse every number of a card, however deep, that is higher than any card needs."""
    problems = Problems()
    if isinstance(value, Mapping):
        for key, part in value.items():
            with problems:
                check_numbers(part, f"{where}.{key}" if isinstance(key, str) else f"{where}[{key}]")
    elif isinstance(value, list):
        for place, part in enumerate(value):
            with problems:
                check_numbers(part, f"{where}[{place}]")
    elif type(value) is int and abs(value) > MAX_NUMBER:
        raise WrongCard(f"{where}: {value!r} is not a whole number up to {MAX_NUMBER}")
    problems.report()


# Words with a signature: triggers, scopes and statics --------------------------------------------


def read_word(
    entry: object, signatures: Mapping[str, str], where: str, what: str
) -> tuple[str, Any]:
    """Read `{word: fields}` by a table of signatures."""
    word, value = one_key(entry, where)
    _check_known(word, signatures, where, what)
    return word, read_signature(value, signatures[word], f"{where}.{word}")


def _check_known(word: str, known: Mapping[str, object], where: str, what: str) -> None:
    if word not in known:
        raise WrongCard(f"{where}: there is no {what} {word!r}{suggest_nearest(word, [*known])}")


def read_signature(value: object, signature: str, where: str) -> Any:
    """Read the fields of one word by its signature."""
    if signature.startswith("@"):
        return read_value(value, _kind_of(signature[1:]), where)
    types = dict(field.split(":") for field in signature.split())
    kinds = {name.removesuffix("?"): _kind_of(kind) for name, kind in types.items()}
    required = [name for name in types if not name.endswith("?")]
    return _read_fields(value, kinds, required, where)


def _kind_of(name: str) -> Kind:
    """Return the type of a name in a signature: one of `KINDS`, or words divided by bars."""
    return KINDS[name] if name in KINDS else Literal[tuple(name.split("|"))]


def _read_fields(
    value: object, kinds: Mapping[str, Kind], required: Sequence[str], where: str
) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise WrongCard(f"{where}: this must be a mapping with {', '.join(kinds) or 'no field'}")
    problems, fields = Problems(), {}
    for name in value:
        if name not in kinds:
            near = suggest_nearest(str(name), [*kinds])
            problems.messages.append(f"{where}.{name}: there is no such field{near}")
            continue
        with problems:
            fields[name] = read_value(value[name], kinds[name], f"{where}.{name}")
    problems.messages += [
        f"{where}.{name}: this is missing" for name in required if name not in value
    ]
    problems.report()
    return fields


# Words with a class: effects, costs and tests ----------------------------------------------------


def read_effects(value: object, where: str) -> tuple[Effect, ...]:
    """Read a list of effects."""
    return _read_words(value, EFFECT_WORDS, where, "effect")


def read_costs(value: object, where: str) -> tuple[Cost, ...]:
    """Read a list of costs. At most one may move cards, so that it can always be paid in full."""
    costs = _read_words(value, COST_WORDS, where, "cost")
    if sum(cost.moves_cards for cost in costs) > 1:
        raise WrongCard(f"{where}: only one of the costs may move cards")
    return costs


def read_test(value: object, where: str) -> RewardTest:
    """Read the condition of an effect."""
    return _read_class(value, TEST_WORDS, where, "scope")


def _read_words(
    value: object, classes: Mapping[str, type[W]], where: str, what: str
) -> tuple[W, ...]:
    if not isinstance(value, list):
        raise WrongCard(f"{where}: this must be a list of {what}s")
    problems, word_list = Problems(), []
    for place, entry in enumerate(value):
        with problems:
            word_list.append(_read_class(entry, classes, f"{where}[{place}]", what))
    problems.report()
    return tuple(word_list)


def _read_class(entry: object, classes: Mapping[str, type[W]], where: str, what: str) -> W:
    word, value = one_key(entry, where)
    _check_known(word, classes, where, what)
    cls = classes[word]
    if cls.plain:
        return cls(**{cls.plain: read_value(value, _kinds_of(cls)[cls.plain], f"{where}.{word}")})
    return _read_struct(value, cls, f"{where}.{word}")


S = TypeVar("S", bound=Struct)


def _read_struct(value: object, cls: type[S], where: str) -> S:
    """Read the fields of a class; those without a default are required."""
    names, kinds = name_fields(cls), _kinds_of(cls)
    required = [name for name in names if name not in find_defaults(cls)]
    values = _read_fields(value, kinds, required, where)
    return cls(**{names[name]: value for name, value in values.items()})


@cache
def _kinds_of(cls: type[Struct]) -> dict[str, Kind]:
    """Return the types of the fields of a class by their names in files."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: hints[field] for name, field in name_fields(cls).items()}


def decode_effect(word: str, fields: object) -> Effect:
    """Return an effect from the arguments of a task. Raises WrongCard."""
    return _decode_effect(word, msgspec.json.encode(fields))


@lru_cache(2048)
def _decode_effect(word: str, fields: bytes) -> Effect:
    return _read_class({word: msgspec.json.decode(fields)}, EFFECT_WORDS, "task", "effect")


def decode_cost(word: str, fields: object) -> Cost:
    """Return a cost from the arguments of a task. Raises WrongCard."""
    return _decode_cost(word, msgspec.json.encode(fields))


@lru_cache(256)
def _decode_cost(word: str, fields: bytes) -> Cost:
    return _read_class({word: msgspec.json.decode(fields)}, COST_WORDS, "task", "cost")


def decode_lines(lines: Sequence[Line]) -> list[Effect]:
    """Return effects from their plain values."""
    return [decode_effect(word, fields) for line in lines for word, fields in line.items()]


# Values -------------------------------------------------------------------------------------------


def read_value(value: object, kind: Kind, where: str) -> Any:
    """Read one value by the type of its field."""
    if kind == Amount:
        return read_amount(value, where)
    if kind in (int, Positive):
        return read_number(value, where, least=1 if kind == Positive else None)
    if kind is bool:
        return _read_bool(value, where)
    if kind in READERS:
        return READERS[kind](value, where)
    origin: object = get_origin(kind)
    if origin is tuple:
        return _read_words_of(value, get_args(get_args(kind)[0]), where)
    if origin is Literal:
        return _read_word_of(value, get_args(kind), where)
    optional = [part for part in get_args(kind) if part is not type(None)]
    if len(optional) < len(get_args(kind)):
        return read_value(value, optional[0] if len(optional) == 1 else Amount, where)
    return _read_struct(value, kind, where)


def read_number(value: object, where: str, least: int | None = None) -> int:
    """Read a whole number; `check_numbers()` looks at how high it is."""
    if type(value) is not int:
        raise WrongCard(f"{where}: {value!r} is not a whole number")
    if least is not None and value < least:
        raise WrongCard(f"{where}: this must be at least {least}")
    return value


def read_amount(value: object, where: str) -> Amount:
    """Read a number, `all`, a die, or an amount per counter."""
    if isinstance(value, Mapping):
        cls = next((AMOUNTS[name] for name in AMOUNTS if name in value), AMOUNTS["per"])
        return _read_struct(value, cls, where)
    return "all" if value == "all" else read_number(value, where)


def _read_bool(value: object, where: str) -> bool:
    if type(value) is not bool:
        raise WrongCard(f"{where}: {value!r} is neither true nor false")
    return value


def _read_word_of(value: object, choices: Sequence[Any], where: str) -> Any:
    if choices == (True,):
        if value is not True:
            raise WrongCard(f"{where}: this can only be true")
    elif value not in choices:
        near = suggest_nearest(str(value), choices)
        raise WrongCard(f"{where}: {value!r} is none of {', '.join(choices)}{near}")
    return value


def _read_words_of(value: object, choices: Sequence[str], where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise WrongCard(f"{where}: this must be a list of {', '.join(choices)}")
    problems = Problems()
    for word in value:
        with problems:
            _read_word_of(word, choices, where)
    problems.report()
    return tuple(value)


def _read_boost_condition(value: object, where: str) -> dict[str, Any]:
    signatures = {
        "journey_min_slot": "@number",
        "combat_with": "types?:types icon?:icon",
        "in_duel": "@player",
    }
    word, fields = read_word(value, signatures, where, "condition")
    return {word: fields}


class BoostCondition:
    """The type of the `when` of a `boost`."""


READERS: dict[Kind, Any] = {
    tuple[Effect, ...]: read_effects,
    RewardTest: read_test,
    BoostCondition: _read_boost_condition,
}
# The names of types in signatures.
KINDS: dict[str, Kind] = {
    "number": int,
    "amount": Amount,
    "effects": tuple[Effect, ...],
    "invader": words.Invader,
    "who": words.Who,
    "stack": words.Stack,
    "types": tuple[words.CardType, ...],
    "icon": words.Icon,
    "value": words.Value,
    "boost_when": BoostCondition,
}
