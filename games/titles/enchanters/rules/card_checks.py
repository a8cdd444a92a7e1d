"""Check the contents of a card against the words of vocabulary.py; errors name the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine.scenario_fields import suggest_nearest

from . import vocabulary as words

# The highest number a card may have.
MAX_NUMBER = 30


class WrongCard(ValueError):
    """A field of a card that the vocabulary does not know; the message names the place and the
    field."""


def one_key(entry: object, where: str) -> tuple[str, Any]:
    """Return the single word and its fields: `{heal: …}`, or a bare word without fields."""
    if isinstance(entry, str):
        return entry, {}
    if isinstance(entry, Mapping) and len(entry) == 1:
        ((word, value),) = entry.items()
        if isinstance(word, str):
            return word, {} if value is None else value
    raise WrongCard(f"{where}: this must be one word with its fields")


def check_keys(mapping: object, keys: tuple[str, ...], where: str) -> None:
    """Refuse anything but a mapping, and any key other than these."""
    if not isinstance(mapping, Mapping):
        raise WrongCard(f"{where}: this must be a mapping")
    for key in mapping:
        if key not in keys:
            near = suggest_nearest(str(key), keys)
            raise WrongCard(f"{where}: {key}: there is no such field{near}")


def check_word(
    entry: object, signatures: Mapping[str, str], where: str, what: str
) -> tuple[str, Any]:
    """Check `{word: fields}` against a table of signatures and return it."""
    word, value = one_key(entry, where)
    if word not in signatures:
        raise WrongCard(
            f"{where}: there is no {what} {word!r}{suggest_nearest(word, tuple(signatures))}"
        )
    check_fields(value, signatures[word], f"{where}.{word}")
    return word, value


def check_fields(value: object, signature: str, where: str) -> None:
    """Check the fields of one word."""
    if signature.startswith("@"):
        check_type(value, signature[1:], where)
        return
    types = dict(field.split(":") for field in signature.split())
    fields = {name.removesuffix("?"): kind for name, kind in types.items()}
    if not isinstance(value, Mapping):
        raise WrongCard(f"{where}: this must be a mapping with {', '.join(fields) or 'no field'}")
    for name in value:
        if name not in fields:
            raise WrongCard(
                f"{where}.{name}: there is no such field{suggest_nearest(str(name), [*fields])}"
            )
        check_type(value[name], fields[name], f"{where}.{name}")
    for name in types:
        if not name.endswith("?") and name not in value:
            raise WrongCard(f"{where}.{name}: this is missing")


def check_type(value: object, kind: str, where: str) -> None:
    """Check one value; `kind` is a name of `CHECKS` or words divided by bars."""
    if kind in CHECKS:
        CHECKS[kind](value, where)
    elif value not in kind.split("|"):
        raise WrongCard(f"{where}: {value!r} is none of {', '.join(kind.split('|'))}")


def check_number(value: object, where: str) -> None:
    if type(value) is not int or not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise WrongCard(f"{where}: {value!r} is not a whole number up to {MAX_NUMBER}")


def check_amount(value: object, where: str) -> None:
    """Check a number, `all`, a die, or an amount per counter."""
    if isinstance(value, Mapping):
        if "die" in value:
            check_fields(value, "die:number", where)
        elif "score_of" in value:
            check_fields(value, "score_of:removed_card", where)
        else:
            check_fields(value, "per:counter every?:positive times?:number of?:self|target", where)
    elif value != "all":
        check_number(value, where)


def _check_positive(value: Any, where: str) -> None:
    check_number(value, where)
    if value < 1:
        raise WrongCard(f"{where}: this must be at least 1")


def _check_bool(value: object, where: str) -> None:
    if type(value) is not bool:
        raise WrongCard(f"{where}: {value!r} is neither true nor false")


def _check_true(value: object, where: str) -> None:
    if value is not True:
        raise WrongCard(f"{where}: this can only be true")


def _words_of(words: Sequence[str]) -> Callable[[Any, str], None]:
    def check(value: object, where: str) -> None:
        if not isinstance(value, list) or not value:
            raise WrongCard(f"{where}: this must be a list of {', '.join(words)}")
        for word in value:
            _word_of(words)(word, where)

    return check


def _word_of(words: Sequence[str]) -> Callable[[Any, str], None]:
    def check(value: object, where: str) -> None:
        if value not in words:
            near = suggest_nearest(str(value), words)
            raise WrongCard(f"{where}: {value!r} is none of {', '.join(words)}{near}")

    return check


def check_effects(value: object, where: str) -> None:
    """Check a list of effects."""
    if not isinstance(value, list):
        raise WrongCard(f"{where}: this must be a list of effects")
    for place, effect in enumerate(value):
        check_word(effect, words.EFFECTS, f"{where}[{place}]", "effect")


def check_costs(value: object, where: str) -> None:
    """Check a list of costs. At most one may move cards, so that it can always be paid in full."""
    if not isinstance(value, list):
        raise WrongCard(f"{where}: this must be a list of costs")
    cost_words = [
        check_word(cost, words.COSTS, f"{where}[{n}]", "cost")[0] for n, cost in enumerate(value)
    ]
    free = ("take_damage", "other_heals", "crystals", "defense", "discard_this_token")
    if sum(word not in free for word in cost_words) > 1:
        raise WrongCard(f"{where}: only one of the costs may move cards")


def check_scope(value: object, where: str) -> None:
    check_word(value, words.SCOPES, where, "scope")


def _boost_when(value: object, where: str) -> None:
    signatures = {
        "journey_min_slot": "@number",
        "combat_with": "types?:types icon?:icon",
        "in_duel": "@player",
    }
    check_word(value, signatures, where, "condition")


def _check_watch(value: object, where: str) -> None:
    check_fields(value, "creature:effects otherwise:effects", where)


CHECKS: dict[str, Callable[[Any, str], None]] = {
    "number": check_number,
    "positive": _check_positive,
    "amount": check_amount,
    "bool": _check_bool,
    "true": _check_true,
    "who": _word_of(words.WHO),
    "duellist": _word_of((*words.WHO, "each_left")),
    "counter": _word_of(words.COUNTERS),
    "stack": _word_of(words.STACKS),
    "stacks": _words_of(words.STACKS),
    "types": _words_of(("item", "enchantment", *words.CREATURES)),
    "anytypes": _words_of(("any", "item", "enchantment", *words.CREATURES)),
    "invader": _word_of(words.INVADERS),
    "icon": _word_of(words.ICONS),
    "value": _word_of(words.VALUES),
    "effects": check_effects,
    "scope": check_scope,
    "boost_when": _boost_when,
    "watch": _check_watch,
}
