"""Composing a card from motifs and tables: roles, sizes, parts, places."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from games.engine.board.art_colours import Colours
from games.engine.board.art_compose import compose_card
from games.engine.board.art_motifs import load_motif
from games.engine.board.art_tables import load_tables

PALETTES = """
palettes:
  day: {deep: "#000000", mid: "#404040", light: "#808080", glow: "#ffffff", accent: "#ff0000"}
  night: {deep: "#000010", mid: "#404050", light: "#808090", glow: "#ffffff", accent: "#0000ff"}
roles:
  ink: [deep, mid, 0.5]
  body: "url(#b)"
"""
SCENES = """
scenes:
  plain:
    given: {turn: 0, extra: [], cut: {window: [0, 0, 100, 100], edge: 3}}
    card:
      view: [100, 100]
      gradients: {b: {stops: [[0, light], [1, ink]]}, c: {stops: [[0, light]]}}
      layers:
        - {draw: $draw, at: [10, 20], turn: $turn}
        - $extra
    hand:
      view: [50, 50]
      layers:
        - {cut: $cut, layers: [{draw: $draw, at: [10, 20]}]}
    chip:
      view: [10, 10]
      layers:
        - {cut: {window: [0, 0, 100, 100], speck: 8}, layers: [{draw: $draw, at: [10, 20]}]}
"""
CARDS = """
one: {scene: plain, palette: day, draw: thing/box}
two: {scene: plain, palette: night, draw: pair/boxes, turn: 30}
three: {scene: plain, palette: day, draw: "thing/parts#left", extra: [{draw: thing/box}]}
"""
FIGURES = """
pair/boxes:
  - {draw: thing/box, when: $turn}
  - {draw: thing/box, at: [5, 5], paints: {body: accent}, unless: $extra}
"""
BOX = """
  <path class="body edge-glow" d="M0 0L20 0L20 20L0 20Z"/>
  <path class="ink detail" d="M1 1L19 1L19 19L1 19Z" opacity="0.5"/>
  <g class="chip"><circle class="accent" cx="10" cy="10" r="10"/></g>
  <circle class="glow" cx="10" cy="10" r="1"/>
"""
PARTS = """
  <g id="left"><path class="ink" d="M0 0L5 0L5 5Z"/></g>
  <g id="right"><path class="stroke-deep" d="M0 0L5 5" stroke-width="2"/></g>
"""


def write_motif(path: Path, shapes: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{shapes}</svg>')


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (
        ("palettes", PALETTES),
        ("scenes", SCENES),
        ("cards", CARDS),
        ("figures", FIGURES),
    ):
        (tmp_path / f"{name}.yaml").write_text(text)
    write_motif(tmp_path / "motifs/thing/box.svg", BOX)
    write_motif(tmp_path / "motifs/thing/parts.svg", PARTS)
    return tmp_path


def test_roles_become_colours_and_used_gradients_are_defined(folder: Path) -> None:
    drawn = compose_card(load_tables(folder), "one", "card")

    assert '<path fill="url(#b)" d="M0 0L20 0L20 20L0 20Z"/>' in drawn
    assert '<path fill="#202020" d="M1 1L19 1L19 19L1 19Z" opacity="0.5"/>' in drawn
    assert 'id="b"' in drawn and 'id="c"' not in drawn
    assert '<g transform="translate(10 20)">' in drawn
    assert "class" not in drawn and "accent" not in drawn


def test_a_figure_takes_the_values_and_the_palette_of_its_card(folder: Path) -> None:
    drawn = compose_card(load_tables(folder), "two", "card")

    assert "rotate(30)" in drawn and drawn.count("M0 0L20 0") == 2
    assert 'fill="#0000ff"' in drawn


def test_a_part_is_drawn_alone_and_a_list_of_layers_takes_its_place(folder: Path) -> None:
    drawn = compose_card(load_tables(folder), "three", "card")

    assert "M0 0L5 0L5 5Z" in drawn and "stroke" not in drawn and "M0 0L20 0" in drawn


def test_a_flat_picture_has_lit_edges_and_whole_units(folder: Path) -> None:
    drawn = compose_card(load_tables(folder), "one", "hand")

    edge = '<path d="M10 20l20 0l0 20l-20 0Z" fill="#ffffff" transform="translate(-3 -3)"/>'
    assert edge + '<path d="M10 20l20 0l0 20l-20 0Z" fill="url(#b)"/>' in drawn


def test_a_chip_leaves_out_details_and_specks_and_has_shapes_of_its_own(folder: Path) -> None:
    drawn = compose_card(load_tables(folder), "one", "chip")

    assert re.findall(r'fill="([^"]+)"', drawn) == ["url(#b)", "#ff0000"]


def test_a_card_without_a_drawing_is_refused(folder: Path) -> None:
    with pytest.raises(KeyError):
        compose_card(load_tables(folder), "four", "card")


def test_an_unknown_word_of_a_layer_is_refused(folder: Path) -> None:
    (folder / "scenes.yaml").write_text(SCENES.replace("at: [10, 20], turn", "where: [1, 2], turn"))

    with pytest.raises(msgspec.ValidationError, match="where"):
        compose_card(load_tables(folder), "one", "card")


@pytest.mark.parametrize(
    ("shapes", "reason"),
    [
        ('<text x="1">a</text>', "<text> is not drawn"),
        ('<path style="fill:#fff" d="M0 0"/>', "Colours are classes"),
        ('<g class="deep"/>', 'may not have the class "deep"'),
        ("<path", "not well-formed"),
    ],
)
def test_a_motif_that_cannot_be_drawn_is_refused(tmp_path: Path, shapes: str, reason: str) -> None:
    write_motif(tmp_path / "broken.svg", shapes)

    with pytest.raises(ValueError, match=f"broken.svg: .*{re.escape(reason)}"):
        load_motif(tmp_path / "broken.svg")


def test_notes_of_a_drawing_program_are_not_drawn(folder: Path) -> None:
    note = 'xmlns:k="http://www.inkscape.org/namespaces/inkscape"'
    shapes = (
        f'<k:view {note}/><defs/><g id="g1" k:label="a" {note}><path id="p1" fill="#123456" '
        'd="M0 0L1 1L2 0Z"/></g>'
    )
    write_motif(folder / "motifs/thing/box.svg", shapes)

    drawn = compose_card(load_tables(folder), "one", "card")

    assert '<path fill="#123456" d="M0 0L1 1L2 0Z"/>' in drawn and "label" not in drawn


def test_a_mixture_lies_between_two_roles() -> None:
    colours = Colours({"deep": "#000000", "mid": "#ffffff"}, {"ink": "deep"})

    assert colours.find_colour("deep-mid-50") == "#808080"
    assert colours.find_colour("ink-mid-20") == "#333333"
    for role in ("none-such", "unknown", "deep-mid"):
        with pytest.raises(KeyError):
            colours.find_colour(role)


def test_tables_are_read_when_a_card_is_drawn() -> None:
    """Importing the games costs no drawing."""
    code = (
        "from games.presentation.boards import ARTS\n"
        "from games.engine.board.art_tables import load_tables\n"
        "assert ARTS['abyss'].codes and load_tables.cache_info().currsize == 0\n"
        "ARTS['abyss'].draw_art('crab1', 'chip')\n"
        "assert load_tables.cache_info().currsize == 1\n"
    )

    subprocess.run([sys.executable, "-c", code], check=True)
