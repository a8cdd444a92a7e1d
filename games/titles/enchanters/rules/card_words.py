"""A word of a card with its fields, and its form in card files and in stored states."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar

from msgspec import Struct

# One effect or cost as in a card file: {word: fields}.
Line = dict[str, Any]


def name_word(class_name: str) -> str:
    """Return the word of a class.

    >>> name_word("TakeDamage"), name_word("BuryThisCost")
    ('take_damage', 'bury_this')
    """
    name = class_name.removesuffix("Cost").removesuffix("Test")
    return re.sub(r"(?<=.)(?=[A-Z])", "_", name).lower()


class Word(Struct, frozen=True):
    """One word of a card. Its name is that of its class, its fields are those of the class."""

    word: ClassVar[str] = ""
    # The only field of a word that is written without a mapping: `crystals: 2`.
    plain: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.word = name_word(cls.__name__)


def write_fields(word: Word) -> Any:
    """Return the fields of a word in plain values, as in a card file, without defaults."""
    return write_line(word)[word.word]


@cache
def write_line(word: Word) -> Line:
    """Return a word with its fields in plain values. It is shared: do not change it."""
    fields = _write_value(getattr(word, word.plain)) if word.plain else _write_struct(word)
    return {word.word: fields}


def _write_value(value: object) -> object:
    match value:
        case tuple():
            return [_write_value(item) for item in value]
        case Word():
            return write_line(value)
        case Struct():
            return _write_struct(value)
    return value


def _write_struct(struct: Struct) -> dict[str, object]:
    values = {name: getattr(struct, field) for name, field in name_fields(type(struct)).items()}
    defaults = find_defaults(type(struct))
    return {
        name: _write_value(value)
        for name, value in values.items()
        if name not in defaults or value != defaults[name]
    }


@cache
def name_fields(cls: type[Struct]) -> dict[str, str]:
    """Return the fields of a class: name in files -> name of the attribute."""
    return dict(zip(cls.__struct_encode_fields__, cls.__struct_fields__, strict=True))


@cache
def find_defaults(cls: type[Struct]) -> dict[str, object]:
    """Return the defaults of a class by the names in files; other fields are required."""
    names, defaults = cls.__struct_encode_fields__, cls.__struct_defaults__
    # The last fields have them.
    return dict(zip(reversed(names), reversed(defaults), strict=False))
