"""docs/adding-a-kingdom.md lists every effect and cost with its fields and its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from games.titles.enchanters.rules import vocabulary
from games.titles.enchanters.rules.amounts import Amount
from games.titles.enchanters.rules.card_checks import WrongCard, read_costs, read_effects
from games.titles.enchanters.rules.card_words import Word, find_defaults, name_fields
from games.titles.enchanters.rules.check_files import check_card_files
from games.titles.enchanters.rules.components import DESIGNS
from games.titles.enchanters.rules.designs import Ability
from games.titles.enchanters.rules.effect import COST_WORDS, EFFECT_WORDS, Effect, RewardTest
from games.titles.enchanters.rules.effects import wounds
from games.titles.enchanters.rules.effects.overlord import Watch
from games.titles.enchanters.rules.library import Book, read_file
from games.titles.enchanters.rules.running import Run
from games.titles.enchanters.rules.state import State, Task
from games.titles.enchanters.words.meanings import Speaker

from .test_effect_classes import FORMS, OUTLOOK, OWN_FORMS

PAGE = Path(__file__).parents[3] / "docs" / "adding-a-kingdom.md"
# The types of fields that have a name of their own.
NAMES: dict[Any, str] = {
    int: "number",
    bool: "true",
    Literal[True]: "true",
    Amount: "amount",
    vocabulary.Who: "who",
    vocabulary.Duellist: "who, each_left",
    vocabulary.Stack: "stack",
    vocabulary.CardType: "type",
    vocabulary.Icon: "icon",
    vocabulary.Invader: "invader",
    Effect: "effect",
    RewardTest: "test",
    Watch: "{creature: [effect], otherwise: [effect]}",
}
TYPES = {
    "who": vocabulary.Who,
    "stack": vocabulary.Stack,
    "type": vocabulary.CardType,
    "icon": vocabulary.Icon,
    "invader": vocabulary.Invader,
    "value": vocabulary.Value,
    "counter": vocabulary.Counter,
}


def name_type(kind: Any) -> str:
    """Return the type of a field as the page writes it."""
    if kind in NAMES:
        return NAMES[kind]
    parts = get_args(kind)
    if get_origin(kind) is tuple:
        return f"[{name_type(parts[0])}]"
    if get_origin(kind) is Literal:
        return " or ".join(str(part) for part in parts)
    assert get_origin(kind) in (Union, UnionType) and NoneType in parts, kind
    rest = [part for part in parts if part is not NoneType]
    return name_type(rest[0]) if len(rest) == 1 else NAMES[Amount]


def write_form(cls: type[Word]) -> str:
    """Return the form of a word in a card file, with the types of its fields."""
    hints, defaults = get_type_hints(cls), find_defaults(cls)
    if cls.plain:
        return f"{cls.word}: {name_type(hints[cls.plain])}"
    fields = [
        f"{name}{'?' if name in defaults else ''}: {name_type(hints[field])}"
        for name, field in name_fields(cls).items()
    ]
    return f"{cls.word}: {{{', '.join(fields)}}}"


def write_table(table: str, classes: Mapping[str, type[Word]]) -> list[str]:
    """Return the rows of one table: form and English text of each word."""
    entries = [*(entry for kind, entry in FORMS if kind == table), *OWN_FORMS]
    speaker, rows = Speaker("en"), [f"| {table.removesuffix('s')} | text |", "| --- | --- |"]
    for word, cls in sorted(classes.items()):
        entry = next(entry for entry in entries if word in entry)
        if table == "costs":
            text = speaker.costs(read_costs([entry], "x"))
        else:
            text = speaker.effects(read_effects([entry], "x"))
        rows.append(f"| `{write_form(cls)}` | {text} |")
    return rows


def write_types() -> list[str]:
    rows = ["| type | words |", "| --- | --- |"]
    for name, kind in TYPES.items():
        rows.append(f"| {name} | {', '.join(f'`{word}`' for word in get_args(kind))} |")
    return rows


def write_signature(word: str, signature: str) -> str:
    """Return a word of vocabulary.py with its fields as they stand in a card file."""
    if signature.startswith("@"):
        return f"{word}: {signature[1:].replace('|', ' or ')}"
    pairs = [field.replace("types", "[type]").split(":") for field in signature.split()]
    fields = ", ".join(f"{name.replace('[type]', 'types')}: {kind}" for name, kind in pairs)
    is_bare = not fields and word not in vocabulary.STATICS
    return word if is_bare else f"{word}: {{{fields.replace('|', ' or ')}}}"


def write_words(table: str, signatures: Mapping[str, str]) -> list[str]:
    """Return the rows of one table: each word with its fields, and its English text on a card."""
    speaker, rows = Speaker("en"), [f"| {table.removesuffix('s')} | text |", "| --- | --- |"]
    for word, signature in sorted(signatures.items()):
        fields = next(fields for name, fields in USES[table] if name == word)
        say = speaker.static if table == "statics" else speaker.scope
        rows.append(f"| `{write_signature(word, signature)}` | {say(word, fields)} |")
    return rows


def list_lines() -> Iterator[Ability]:
    """Yield the lines of all cards of the box."""
    for design in DESIGNS.values():
        for part in design.parts():
            yield from part.abilities
        for event_lines in design.anger.values():
            yield from (line.static for line in event_lines if line.static is not None)


# Table -> word and fields of each line of the box that has one; some scopes are on events alone.
USES: dict[str, list[tuple[str, Any]]] = {
    "triggers": [(line.word, line.fields) for line in list_lines() if line.kind == "when"],
    "statics": [(line.word, line.fields) for line in list_lines() if line.kind == "static"],
    "scopes": [(word, {"at_least_per_player": 1}) for word in vocabulary.SCOPES],
}

LISTS = {
    "triggers": lambda: write_words("triggers", vocabulary.TRIGGERS),
    "scopes": lambda: write_words("scopes", vocabulary.SCOPES),
    "statics": lambda: write_words("statics", vocabulary.STATICS),
    "costs": lambda: write_table("costs", COST_WORDS),
    "effects": lambda: write_table("effects", EFFECT_WORDS),
    "fields": write_types,
}


@pytest.mark.parametrize("name", LISTS)
def test_the_page_has_the_table(name: str) -> None:
    """To renew the page, put these rows below its comment."""
    rows = PAGE.read_text(encoding="utf-8").split(f"<!-- {name} -->\n\n")[1].split("\n\n")[0]

    assert rows.splitlines() == LISTS[name]()


def test_the_example_of_the_page_works(
    lay: Callable[..., State], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It heals as `Heal` does, which it replaces as the class of the word for a while."""
    printed = EFFECT_WORDS["heal"]
    monkeypatch.setitem(EFFECT_WORDS, "heal", printed)
    names: dict[str, Any] = {**vars(wounds)}
    exec(PAGE.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0], names)
    example, state = names["Heal"](who="self", n=1), lay()
    before = state.seats[0].wounds

    example.apply(Run(state), Task("heal", 0))

    assert EFFECT_WORDS["heal"] is names["Heal"] is not printed
    assert before - state.seats[0].wounds == 1
    assert example.describe(Speaker("en")) == "heal 1 wound"
    assert example.worth(OUTLOOK) == 1.0


def write_kingdom(folder: Path) -> Path:
    """Return a file with the kingdom of the page."""
    path = folder / "trolls.yaml"
    path.write_text(PAGE.read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0])
    return path


def test_the_kingdom_of_the_page_passes_as_printed(tmp_path: Path) -> None:
    """With a village, a banner, a class, and an Overlord that has both sides."""
    lines = [*check_card_files([write_kingdom(tmp_path)])]

    assert [line for line in lines if line.startswith("OUT OF BOUNDS")] == []
    (figures,) = [line for line in lines if line.startswith("trolls")]
    assert figures.startswith("trolls: cards 25, marked 13, points 52")


def test_the_kingdom_of_the_page_has_every_kind_of_card(tmp_path: Path) -> None:
    book = Book({}, {})
    read_file(book, write_kingdom(tmp_path).read_text(), "trolls.yaml")

    kinds = {design.kind for design in book.designs.values()}
    assert kinds == {"item", "enchantment", "monster", "dragon"} | {
        *("banner", "class", "village", "overlord")
    }
    assert set(book.designs["overlord.toll_king"].sides) == {"competitive", "coop"}


def test_the_errors_of_several_files_come_in_one_run(tmp_path: Path) -> None:
    """Those of the page's command: a misspelt field, and a missing one in another card."""
    path, other = write_kingdom(tmp_path), tmp_path / "other.yaml"
    text = path.read_text().replace("{gain: {attack: 2}}", "{gain: {attak: 2}}")
    path.write_text(text.replace("{health: 3, strength: 2}", "{health: 3}"))
    other.write_text("set: other\nstatus: printed\n")

    with pytest.raises(WrongCard) as error:
        [*check_card_files([path, other])]

    club = "trolls.yaml: trolls.club: upper.abilities[0].minor.effect[0].gain"
    assert list(error.value.messages) == [
        f"{club}.attak: there is no such field; did you mean 'attack'?",
        "trolls.yaml: trolls.whelp: stats.strength: this is missing",
        "other.yaml: status: say `authored`: the values are our own",
    ]


@pytest.mark.parametrize(
    ("language", "both", "either"), [("en", "and", "or"), ("de", "und", "oder")]
)
@pytest.mark.parametrize("word", ["bury", "unbury"])
def test_cards_of_each_stack_are_told_with_and(
    word: str, language: str, both: str, either: str
) -> None:
    each, one = (
        {word: {"stacks": ["item", "enchantment"], "mode": mode}} for mode in ("all", "one")
    )
    speaker = Speaker(language)
    assert f" {both} " in read_effects([each], word)[0].describe(speaker)
    assert f" {either} " in read_effects([one], word)[0].describe(speaker)
    if word == "bury":
        assert f" {both} " in read_costs([each], word)[0].describe(speaker)
