"""Every text that people see, in three languages side by side: catalogues and games' own texts."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import yaml
from django.conf import settings

from devtools import catalogue
from games.engine.board.chapters import Section, list_block_words, load_rule_sections
from games.engine.contract import Step
from games.titles import GAMES

LANGUAGES = ("en", *catalogue.PLURALS)

# The modules of a game that hold tables of texts; others of the board hold codes and colours.
MODULES = (
    "tutorial.py",
    "words.py",
    "words/*.py",
    "board/sayings.py",
    "board/page/sayings.py",
    "board/picture.py",
    "board/scene.py",
    "board/spoken.py",
    "bot/coach.py",
)


@dataclass(frozen=True)
class Text:
    """A text in English, French and German, and the file it is in."""

    where: str
    en: str
    fr: str
    de: str


def list_texts() -> list[Text]:
    """Return the texts of the catalogues, then those of each game."""
    return [*list_catalogue_texts(), *(text for game in GAMES for text in list_game_texts(game))]


def list_catalogue_texts() -> list[Text]:
    """Return the texts of pages and e-mails, with the first file that says each of them.

    A message with a plural gives two texts.
    """
    french, german = map(catalogue.read, catalogue.PLURALS)
    return [
        Text(places[0], *forms)
        for message, places in catalogue.extract().messages.items()
        for forms in zip(
            filter(None, (message.text, message.plural)),
            french.get(message, ["", ""]),
            german.get(message, ["", ""]),
            strict=False,
        )
    ]


def list_game_texts(game: str) -> list[Text]:
    """Return a game's own texts: its tables, phrases, rules summary and the names of its cards."""
    folder = settings.BASE_DIR / "games" / "titles" / game
    texts = [*_in_modules(folder), *_in_rules(folder), *_in_card_files(folder)]
    return list(dict.fromkeys(texts))


def _in_modules(folder: Path) -> Iterator[Text]:
    for path in sorted(path for pattern in MODULES for path in folder.glob(pattern)):
        parts = path.relative_to(settings.BASE_DIR).with_suffix("").parts
        module = import_module(".".join(parts).removesuffix(".__init__"))
        for name in _assigned_names(path):
            for row in _rows_in(getattr(module, name, None)):
                yield Text(_place(path), *row)


def _assigned_names(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text("utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        names = (target.id for target in targets if isinstance(target, ast.Name))
        yield from (name for name in names if name != "__all__")


def _rows_in(value: object) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of a table, in any of the shapes in which games write them."""
    match value:
        case (str(en), str(fr), str(de)) | (str(en), str(fr), str(de), str()):
            # The fourth is a German accusative.
            if (en, fr, de) != LANGUAGES:
                yield en, fr, de
        case ((str(), str()), (str(), str()), (str(), str())):
            # Singular and plural.
            yield from zip(*value, strict=True)
        case {"en": en, "fr": fr, "de": de}:
            yield from _parallel_rows(en, fr, de)
        case Step():
            yield from (value.title, value.says)
        case Mapping():
            for key, inner in value.items():
                if isinstance(inner, tuple) and [type(part) for part in inner] == [str, str]:
                    # A refusal: the English sentence is the key.
                    yield str(key), *inner
                else:
                    yield from _rows_in(inner)
        case tuple() | list():
            for inner in value:
                yield from _rows_in(inner)


def _parallel_rows(en: object, fr: object, de: object) -> Iterator[tuple[str, str, str]]:
    if isinstance(en, str):
        yield en, str(fr), str(de)
    elif isinstance(en, Mapping) and isinstance(fr, Mapping) and isinstance(de, Mapping):
        for key, inner in en.items():
            yield from _parallel_rows(inner, fr.get(key, ""), de.get(key, ""))


def _in_rules(folder: Path) -> Iterator[Text]:
    path = folder / "board" / "rules.en.md"
    if not path.exists():
        return
    guide = folder / "board" / "guide.py"
    words_by_language = [
        list(_rules_words(load_rule_sections(guide, language))) for language in LANGUAGES
    ]
    for words in zip(*words_by_language, strict=True):
        yield Text(_place(path), *words)


def _rules_words(sections: Iterable[Section]) -> Iterator[str]:
    for section in sections:
        yield section.heading
        for block in section.blocks:
            yield from list_block_words(block)


def _in_card_files(folder: Path) -> Iterator[Text]:
    for path in sorted(folder.rglob("*.yaml")):
        for row in _names_in(yaml.safe_load(path.read_text("utf-8"))):
            yield Text(_place(path), *row)


def _names_in(data: object) -> Iterator[tuple[str, str, str]]:
    if isinstance(data, dict):
        match data.get("en", data.get("name")), data.get("fr"), data.get("de"):
            case str(en), str(fr), str(de):
                yield en, fr, de
    inner = data.values() if isinstance(data, dict) else data
    for value in inner if isinstance(inner, Iterable) and not isinstance(inner, str) else ():
        yield from _names_in(value)


def _place(path: Path) -> str:
    return path.relative_to(settings.BASE_DIR).as_posix()
