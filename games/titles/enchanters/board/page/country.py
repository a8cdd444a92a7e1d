"""The parts beside the road: the village, the Overlord, an event, the desert, and the piles."""

from __future__ import annotations

from html import escape

from games.engine import text
from games.engine.board.art import render_art_image
from games.engine.board.tags import escape_name, render_area, render_component, render_element

from ...rules.view import OverlordView
from ...words.card_texts import event_text, overlord_lines, upper_text
from ...words.meanings import Speaker
from ...words.names import language_index, name_of
from ...words.phrases import PHRASES
from ...words.text_table import describe_token, format_label
from ..art import ART
from .faces import (
    describe_card_text,
    render_card_face,
    render_card_picture,
    render_rules_text,
    stack_of,
)
from .marks import Sheet, render_icon

# The drawings of the piles, and of the two sides of the desert token.
PILES = {"deck": "thing.deck", "graveyard": "thing.graveyard", "wound-deck": "thing.wound"}
DESERTS = {"calm": "thing.calm", "sandstorm": "thing.sandstorm"}
# Maximum number of cards of the graveyard listed by name.
MAX_NAMES = 6


def render_country(sheet: Sheet) -> str:
    """Return everything that belongs to no player; "" before it is laid out."""
    if not sheet.view.village:
        return ""
    parts = [
        _render_village(sheet),
        _render_overlord(sheet),
        _render_event(sheet),
        _render_desert(sheet),
    ]
    parts += [*_render_loose_cards(sheet), _render_piles(sheet)]
    return render_area("country", sheet.word("country"), "", *filter(None, parts))


def _render_village(sheet: Sheet) -> str:
    code = sheet.view.village
    name, says = name_of(code, sheet.language), upper_text(code, sheet.language)
    many = sheet.view.village_rewards
    rewards = f". {describe_token('rewards', many, sheet.language)}" if many else ""
    head = f"{sheet.word('village')} {name}"
    label = text.join_head(head, f"{says}{rewards}", sheet.language)
    inside = render_card_picture(code) + _render_title("village", name)
    inside += _render_counter("rewards", "reward", many)
    inside += render_element("span", "says", render_rules_text(says, sheet.language))
    return render_component(sheet, "village", label, inside, css="place village", item=code)


def _render_title(shape: str, name: str) -> str:
    return render_element("b", "name", render_icon(shape) + escape_name(name))


def _render_counter(css: str, shape: str, many: int) -> str:
    return (
        render_element("span", f"count {css}", f"{render_icon(shape)}<b>{many}</b>") if many else ""
    )


def _render_overlord(sheet: Sheet) -> str:
    """Return the Overlord with its powers and what lies on it; crossed out once it has fallen."""
    overlord, language = sheet.view.overlord, sheet.language
    if not overlord:
        return ""
    name = name_of(overlord.card, language)
    if not overlord.active:
        label = format_label(language, "overlord.gone", card=name)
        description = render_card_picture(overlord.card) + _render_title("overlord", name)
        return render_component(
            sheet, "overlord", label, description, css="place overlord gone", item=overlord.card
        )
    coop = sheet.view.options.mode == "coop"
    lines = overlord_lines(overlord.card, "coop" if coop else "competitive", language)
    kind = "overlord.coop" if coop else "overlord"
    description = format_label(
        language, kind, card=name, text=". ".join(lines), **overlord.list_values()
    )
    if overlord.crystals:
        description += f". {Speaker(language).many(overlord.crystals, 'crystal')}"
    says = "".join(
        render_element("span", "line", render_rules_text(line, language)) for line in lines
    )
    inside = (
        render_card_picture(overlord.card)
        + _render_title("overlord", name)
        + _render_overlord_powers(overlord, coop=coop)
        + render_element("span", "says", says)
    )
    fights = sheet.view.fight and sheet.view.fight.card == overlord.card
    note = "fought" if fights else ""
    return render_component(
        sheet, "overlord", description, inside, css=f"place overlord {note}", item=overlord.card
    )


def _render_overlord_powers(overlord: OverlordView, *, coop: bool) -> str:
    """Return the strength of the Overlord, and the tokens on it."""
    powers = render_element("span", "health", render_icon("health") + f"<b>{overlord.health}</b>")
    powers += render_element(
        "span", "strength", render_icon("attack") + f"<b>{overlord.strength}</b>"
    )
    if coop:
        powers += render_element(
            "span", "hit-points", render_icon("overlord") + f"<b>{overlord.hit_points}</b>"
        )
    powers += _render_counter("rewards", "reward", overlord.rewards)
    return render_element(
        "span", "powers", powers + _render_counter("crystals", "crystal", overlord.crystals)
    )


def _render_event(sheet: Sheet) -> str:
    view, language = sheet.view, sheet.language
    if not view.event or view.result:
        return ""
    name, says = (
        name_of(view.event, language),
        event_text(view.event, view.anger, language),
    )
    inside = render_card_picture(view.event) + _render_title("overlord_event", name)
    inside += render_element("span", "says", render_rules_text(says, sheet.language))
    label = format_label(language, "event", card=name, text=says)
    return render_component(sheet, "event", label, inside, css="place event")


def _render_desert(sheet: Sheet) -> str:
    if not sheet.view.desert:
        return ""
    side = PHRASES[sheet.view.desert][language_index(sheet.language)]
    label = format_label(sheet.language, "desert", side=side)
    inside = render_art_image(ART, DESERTS[sheet.view.desert], "chip")
    inside += render_element("b", "name", escape(sheet.word("desert")))
    inside += render_element("span", "says", render_rules_text(side, sheet.language))
    return render_component(sheet, "desert", label, inside, css="place desert")


def _render_loose_cards(sheet: Sheet) -> list[str]:
    """Return the cards on the Overlord, and those won but not yet in a stack."""
    piles = {"won": sheet.view.won, "on-overlord": []}
    if sheet.view.overlord:
        piles["on-overlord"] = sheet.view.overlord.cards
    things = []
    for pile, cards in piles.items():
        where, name = pile.removeprefix("on-"), sheet.word(pile)
        for place, code in enumerate(cards):
            label = f"{describe_card_text(code, sheet.language)} ({name})"
            inside = render_card_face(code, sheet.language) + render_element(
                "small", "where", escape(name)
            )
            css = f"face {stack_of(code)}"
            things.append(
                render_component(sheet, f"{where}-{place}", label, inside, css=css, item=code)
            )
    return things


def _render_piles(sheet: Sheet) -> str:
    view = sheet.view
    return render_element(
        "div",
        "piles",
        _render_pile(sheet, "deck", "", view.deck)
        + _render_pile(sheet, "graveyard", _describe_graveyard(sheet), len(view.graveyard))
        + _render_pile(sheet, "wound-deck", "", view.wound_deck),
    )


def _describe_graveyard(sheet: Sheet) -> str:
    """Return the names of the topmost cards of the graveyard, the top first."""
    cards = sheet.view.graveyard[::-1]
    card_names = [name_of(card, sheet.language) for card in cards[:MAX_NAMES]]
    return ", ".join(card_names) + (" …" if len(cards) > MAX_NAMES else "")


def _render_pile(sheet: Sheet, where: str, cards: str, many: int) -> str:
    """Return a pile with its number of cards; `cards` are names for its description."""
    name = sheet.word(where)
    label = text.join_head(name, str(many), sheet.language) + (f". {cards}" if cards else "")
    inside = (
        render_art_image(ART, PILES[where], "chip")
        + f"<b>{many}</b>"
        + render_element("small", "", escape(name))
    )
    return render_component(sheet, where, label, inside, css=f"pile {where}")
