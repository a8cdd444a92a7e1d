"""The input of the drawing code: a view with cleaned names and a language; and blocks of known
height."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from games.engine.board.lettering import (
    LEAST,
    TextStyle,
    draw_fitted_text,
    draw_text,
    sanitize_text,
)
from games.engine.board.pieces import Block, draw_component, draw_rounded_rect, translate_group

from ..rules.components import LORDS
from ..rules.view import View
from ..words.names import language_column, name_of, strip_article
from .palette import HEADING, SOFT

__all__ = [
    "Block",
    "Scene",
    "draw_heading_note",
    "translate_group",
    "draw_empty_space",
    "draw_block_heading",
    "build_scene",
    "draw_rounded_rect",
    "draw_component",
]

# The picture: its width, margin and gap, in SVG units.
WIDTH = 720
MARGIN = 16
INNER = WIDTH - 2 * MARGIN
GAP = 8
# Maximum number of letters of a player's name in a sentence.
SHORT = 24

# Texts that only the picture uses; all others are the game's.
WORDS: dict[str, tuple[str, str, str]] = {
    "court": ("Court", "Cour", "Hof"),
    "track": ("Depths", "Profondeurs", "Tiefen"),
    "threat": ("Threat", "Menace", "Bedrohung"),
    "council": ("Council", "Conseil", "Rat"),
    "locations": ("Locations", "Lieux", "Orte"),
    "drawn": ("Locations drawn", "Lieux piochés", "Gezogene Orte"),
    "stack_seen": ("In the Location stack", "Dans la pile des Lieux", "Im Stapel der Orte"),
    "played": ("Allies played", "Alliés joués", "Gespielte Verbündete"),
    "price": ("next price", "prix suivant", "nächster Preis"),
    "deck": ("deck", "pioche", "Stapel"),
    "hand": ("Your hand", "Votre main", "Deine Hand"),
    "affiliated": ("Affiliated", "Fédérés", "Gebunden"),
    "tokens": ("Monsters", "Monstres", "Monster"),
    "you": ("you", "vous", "du"),
    "lords": ("Lords", "Seigneurs", "Lords"),
    "allies": ("Allies", "Alliés", "Verbündete"),
    "asked": ("to act", "doit jouer", "am Zug"),
    "space": ("space", "case", "Feld"),
    "disabled": ("disabled", "neutralisé", "ausgeschaltet"),
    "stack": ("stack", "pile", "Stapel"),
}


class Scene(Struct, frozen=True):
    """A view with the players' names as they may be displayed."""

    view: View
    names: tuple[str, ...]
    language: str

    def word(self, code: str) -> str:
        """Return one of the picture's own texts."""
        return WORDS[code][language_column(self.language)]

    def player(self, seat: int) -> str:
        """Return a player's name for a sentence, shortened if it is long."""
        name = self.names[seat]
        return name if len(name) <= SHORT else name[: SHORT - 1].rstrip() + "…"

    def name(self, code: str) -> str:
        """Return the printed name of a Lord or Location, without its article."""
        return strip_article(name_of(code, self.language))

    def keys_of(self, lord: str) -> int:
        """Return the keys on a Lord; those of an Ambassador depend on an option."""
        if LORDS[lord].guild == "ambassadors":
            return self.view.options.ambassador_keys
        return LORDS[lord].keys


def build_scene(view: View, names: Sequence[str], language: str) -> Scene:
    """Return the scene; a name without visible characters becomes the number of the seat."""
    visible_names = [sanitize_text(name) or f"#{number}" for number, name in enumerate(names, 1)]
    return Scene(view, tuple(visible_names), language)


# Parts of a block ---------------------------------------------------------------------------------


def draw_empty_space(width: float, height: float, edge: str) -> str:
    """Return an empty space."""
    return draw_rounded_rect(width, height, "none", edge, extra=' stroke-dasharray="6 7"')


def draw_block_heading(words: str, room: float = INNER) -> str:
    """Return the heading of a block, its base line at y = 20."""
    return draw_fitted_text(
        0, 21, words.upper(), TextStyle(LEAST, bold=True, colour=HEADING, spacing=2), room=room
    )


def draw_heading_note(x: float, words: str | int) -> str:
    """Return what stands at the right of a heading, ending at x."""
    return draw_text(x, 21, words, TextStyle(LEAST, bold=True, colour=SOFT, anchor="end"))
