"""Placeholders for the drawings of a new kingdom: motifs and tables for an artist to replace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin

from msgspec import Struct

# What the style of a motif shows, and what its kingdom wears until it has colours of its own.
PALETTE = {
    "deep": "#1d2330",
    "mid": "#56657f",
    "light": "#a9b8cf",
    "glow": "#f2f6ff",
    "accent": "#ffb347",
}
METADATA = """  <metadata>
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <cc:Work rdf:about="">
        <dc:title>{title}</dc:title>
        <dc:creator>The Abyss by Post contributors</dc:creator>
        <dc:rights>MIT</dc:rights>
      </cc:Work>
    </rdf:RDF>
  </metadata>"""  # noqa: E501 (as in the other files)


class Place(Struct, frozen=True):
    """Where the placeholder of a kind of card goes: its folder and view box, its scene with
    further values, and the height of its middle."""

    folder: str
    view: str
    scene: str
    values: str = ""
    middle: float = 0


# By kind of card, a creature by its tier: the stronger, the larger.
PLACES = {
    "item": Place("object", "-150 -170 320 320", "item"),
    "enchantment": Place("sigil", "-170 -160 340 290", "sigil"),
    "class": Place("sigil", "-170 -160 340 290", "sigil"),
    "banner": Place(
        "sign", "-120 -110 270 230", "banner", ", at: [150, 150], face: [0, 0, 260], scale: 1"
    ),
    "village": Place("village", "-230 -260 460 300", "village", middle=-90),
    "overlord": Place("overlord", "-220 -200 400 420", "overlord"),
    **{
        tier: Place(
            "beast",
            "-190 -340 380 390",
            "being",
            f", scale: {scale}, face: [0, -110, 260], mark: [0, -110, 240]",
            middle=-110,
        )
        for tier, scale in (("minor", 0.6), ("medium", 0.8), ("major", 1), ("dragon", 1.2))
    },
}


def draw_placeholders(name: str, cards: Sequence[Mapping[str, object]]) -> dict[str, str]:
    """Return the files of a kingdom's placeholders by their paths in the folder of the drawings:
    the halo behind its figures, a motif for each card, and a table of both."""
    halo = _write_motif(f"halo {name}", "-130 -130 260 260", ["light"], 7, 0, radius=120)
    motifs = {f"motifs/halo/{name}.svg": halo}
    lines = []
    for number, card in enumerate(cards):
        code = str(card["id"])
        place = PLACES[str(card.get("tier", card["kind"]))]
        motif = f"{place.folder}/{name}_{code.rpartition('.')[2]}"
        lines.append(
            f"  {code}: {{scene: {place.scene}, palette: {name}, draw: {motif}{place.values}}}"
        )
        title = motif.replace("/", " ").replace("_", " ")
        motifs[f"motifs/{motif}.svg"] = _write_motif(
            title, place.view, ["mid", "accent"], 3 + number, place.middle, radius=88
        )
    colours = ", ".join(f'{role}: "{colour}"' for role, colour in PALETTE.items())
    head = [f"# The drawings of {name}: placeholders.", "palettes:"]
    table = [*head, f"  {name}: {{{colours}, halo: {name}}}", "cards:", *lines, ""]
    return {f"sets/{name}.yaml": "\n".join(table), **motifs}


def _write_motif(
    title: str, view: str, roles: Sequence[str], corners: int, middle: float, *, radius: int
) -> str:
    """Return a star with a number of corners, in the first role, and a disc in the second."""
    shapes = [f'  <path class="{roles[0]} edge-glow" d="{_draw_star(corners, middle, radius)}"/>']
    shapes += [f'  <circle class="{role}" cx="0" cy="{middle:g}" r="26"/>' for role in roles[1:]]
    if len(roles) == 1:
        shapes[0] = shapes[0].replace(" edge-glow", "")
    style = [f"    .{role}{{fill:{PALETTE[role]}}}" for role in sorted(roles)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">',
            METADATA.format(title=title),
            *("  <style>", *style, "  </style>"),
            *(*shapes, "</svg>", ""),
        ]
    )


def _draw_star(corners: int, middle: float, radius: int) -> str:
    points = (f"{x:.1f} {y:.1f}" for x, y in _list_star_points(corners, middle, radius))
    return f"M{'L'.join(points)}Z"


def _list_star_points(corners: int, middle: float, radius: int) -> Iterator[tuple[float, float]]:
    for step in range(2 * corners):
        length = radius if step % 2 == 0 else radius * 0.6
        angle = pi * step / corners
        yield length * sin(angle), middle - length * cos(angle)
