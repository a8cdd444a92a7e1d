"""The motifs of every game: files that an artist can open, each used by a card."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.engine.board.art_colours import Colours
from games.engine.board.art_compose import compose_card
from games.engine.board.art_motifs import SVG, WHERE, Group
from games.engine.board.art_tables import VALUE, Tables, load_tables

TITLES = Path(__file__).parent.parent.parent / "games" / "titles"
FOLDERS = {path.parts[-4]: path.parent for path in sorted(TITLES.glob("*/board/art/motifs"))}
# The folders of the kinds of motifs.
KINDS = [path for folder in FOLDERS.values() for path in sorted((folder / "motifs").iterdir())]
ALLOWED = {"svg", "metadata", "style", "title", "desc", "g", "path", "circle", "ellipse", "rect"}
ATTRIBUTES = {
    "class",
    "id",
    "transform",
    "opacity",
    "d",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "x",
    "y",
    "width",
    "height",
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
}
RIGHTS = "{http://purl.org/dc/elements/1.1/}rights"
CREATOR = "{http://purl.org/dc/elements/1.1/}creator"


class WatchedTables(Tables, frozen=True):
    """Tables that know which motifs they were asked for."""

    names: set[str] = set()

    def find_motif(self, name: str) -> Group:
        self.names.add(name)
        return super().find_motif(name)


def name_kind(folder: Path) -> str:
    return f"{folder.parts[-5]}/{folder.name}"


def list_motifs(kind: Path) -> list[tuple[str, ElementTree.Element]]:
    """Return the motifs of a kind: the name and the root of each."""
    return [(path.stem, read_motif(path)) for path in sorted(kind.iterdir())]


@cache
def read_motif(path: Path) -> ElementTree.Element:
    return ElementTree.parse(path).getroot()


@pytest.mark.parametrize("game", sorted(FOLDERS))
def test_every_motif_and_every_part_of_it_is_used(game: str) -> None:
    known = load_tables(FOLDERS[game])
    tables = WatchedTables(
        **{name: getattr(known, name) for name in Tables.__struct_fields__}, names=set()
    )
    for code, card in tables.cards.items():
        for size in tables.scenes[card["scene"]]:
            if size != "given":
                compose_card(tables, code, size)

    unused = []
    for path in (FOLDERS[game] / "motifs").rglob("*.svg"):
        name = f"{path.parent.name}/{path.stem}"
        parts = [f"{name}#{node.get('id')}" for node in read_motif(path) if node.get("id")]
        if name not in tables.names:
            unused += [part for part in parts or [name] if part not in tables.names]

    assert not unused
    assert set(tables.figures) <= list_drawn_names(FOLDERS[game])


def list_drawn_names(folder: Path) -> set[str]:
    """Return the names of motifs and figures that the tables of a game draw."""
    text = "".join(path.read_text() for path in folder.glob("*.yaml"))
    return set(re.findall(r"(?:draw|emblem): \"?(\w+/\w+)", text))


@pytest.mark.parametrize("game", sorted(FOLDERS))
def test_every_value_of_a_card_has_a_meaning_in_its_scene(game: str) -> None:
    """A mistyped name of a value would change nothing."""
    tables = load_tables(FOLDERS[game])
    in_figures = set(VALUE.findall(repr(tables.figures)))
    unknown = {
        code: left
        for code, card in tables.cards.items()
        if (
            left := set(card)
            - {"scene", "palette"}
            - in_figures
            - set(VALUE.findall(repr(tables.scenes[card["scene"]])))
        )
    }

    assert not unknown


@pytest.mark.parametrize("game", sorted(FOLDERS))
def test_every_palette_is_worn(game: str) -> None:
    tables = load_tables(FOLDERS[game])
    text = repr(tables.cards) + repr(tables.scenes)

    assert {name for name in tables.palettes if f"'{name}'" not in text} == set()


@pytest.mark.parametrize("kind", KINDS, ids=name_kind)
def test_a_motif_holds_only_what_is_drawn(kind: Path) -> None:
    for name, root in list_motifs(kind):
        for node in root.iter():
            tag = node.tag.removeprefix(SVG)
            if "{" not in tag:
                assert tag in ALLOWED, f"{name}: <{tag}>"
                assert tag in ("svg", "style") or set(node.attrib) <= ATTRIBUTES, name


@pytest.mark.parametrize("kind", KINDS, ids=name_kind)
def test_a_motif_names_its_licence_and_its_author(kind: Path) -> None:
    for name, root in list_motifs(kind):
        assert root.findtext(f".//{RIGHTS}") and root.findtext(f".//{CREATOR}"), name


@pytest.mark.parametrize("kind", KINDS, ids=name_kind)
def test_the_classes_of_a_motif_are_roles_that_its_file_shows(kind: Path) -> None:
    tables = load_tables(kind.parents[1])
    palette = {role: paint for own in tables.palettes.values() for role, paint in own.items()}
    colours = Colours(palette, tables.roles)
    for motif, root in list_motifs(kind):
        shown = root.findtext(f"{SVG}style") or ""
        for name in {name for node in root.iter() for name in node.get("class", "").split()}:
            if name not in WHERE:
                assert colours.find_colour(re.sub(r"^(fine-edge|edge|stroke)-", "", name))
                assert "edge-" in name or f".{name}{{" in shown, motif


@pytest.mark.parametrize("kind", KINDS, ids=name_kind)
def test_all_motifs_of_a_kind_have_the_same_view_box(kind: Path) -> None:
    assert len({root.get("viewBox") for _, root in list_motifs(kind)}) == 1
