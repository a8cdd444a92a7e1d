"""The Exploration track, the Threat and the stacks of the Council as HTML."""

from __future__ import annotations

from games.engine import text

from ...rules.components import RACE, RACES, THREAT_SPACES, TRACK_SPACES
from ...words.lexicon import list_words
from .. import spoken
from . import faces
from .tags import Sheet, render_area, render_component, render_element, render_shape_icon


def render_exploration_track(sheet: Sheet) -> str:
    """Return the deck and the five spaces, the newest card with its price."""
    scene = sheet.scene
    view = scene.view
    price = f"{scene.word('price')} <b>{view.price}</b>{render_shape_icon('pearl')}"
    spaces = [_render_track_space(sheet, place) for place in range(TRACK_SPACES)]
    return render_area(
        "track", scene.word("track"), price, _render_exploration_deck(sheet), *spaces
    )


def _render_exploration_deck(sheet: Sheet) -> str:
    view = sheet.scene.view
    many = view.exploration_deck
    discards = len(view.discard) + sum(view.discard_unseen.values())
    deck_label = spoken.format_table_label(
        sheet.scene, "exploration", tokens=view.token_pile
    ) + str(many)
    label = f"{deck_label}. {spoken.format_table_label(sheet.scene, 'discard')}{discards}."
    small = render_element("small", "", sheet.scene.word("deck"))
    back = faces.render_card_art("exploration_back", "hand")
    return render_component(sheet, "deck", label, back, f"<b>{many}</b>", small, css="card deck")


def _render_track_space(sheet: Sheet, place: int) -> str:
    """Return one space, the first one 0; the last one shows its Pearl."""
    track = sheet.scene.view.track
    if place < len(track):
        code = track[place]
        label = (
            f"{spoken.describe_ally(sheet.scene, code)}, {sheet.scene.word('space')} {place + 1}"
        )
        newest = "newest" if place == len(track) - 1 else ""
        css = f"card {faces.race_of(code)} {newest}"
        where = f"track-{place + 1}"
        face = faces.render_ally_face(code, sheet.scene.view.threat)
        return render_component(sheet, where, label, face, css=css)
    inside = f"+1{render_shape_icon('pearl')}" if place == TRACK_SPACES - 1 else str(place + 1)
    return f'<span class="card free">{inside}</span>'


def render_threat_track(sheet: Sheet) -> str:
    """Return the six spaces of the Threat with their rewards; the current one is highlighted."""
    scene = sheet.scene
    pile = f"<b>{scene.view.token_pile}</b>{render_shape_icon('token')}"
    spaces = [_render_threat_space(sheet, space) for space in range(1, THREAT_SPACES + 1)]
    return render_area("threat", scene.word("threat"), pile, *spaces)


def _render_threat_space(sheet: Sheet, space: int) -> str:
    keys, others = spoken.reward_parts(space)
    here = "here" if space == sheet.scene.view.threat else ""
    shapes = render_shape_icon("key") * keys + render_shape_icon("either") * others
    label = spoken.describe_threat_space(sheet.scene, space)
    inside = f"<small>{space}</small><span>{shapes}</span>"
    return render_component(sheet, f"threat-{space}", label, inside, css=f"reward {here}")


def render_council(sheet: Sheet) -> str:
    """Return the five stacks: the number of cards, and which they are if that is known."""
    return render_area(
        "council",
        sheet.scene.word("council"),
        "",
        *(_render_council_stack(sheet, r) for r in RACES),
    )


def _render_council_stack(sheet: Sheet, race: str) -> str:
    scene = sheet.scene
    many = scene.view.council[race]
    stack = f"{many} × {list_words(scene.language)[race]}"
    label = text.join_head(scene.word("council"), stack, scene.language)
    cards = (scene.view.council_cards or {}).get(race) or []
    digits = " ".join(sorted((code[-1] for code in cards), reverse=True))
    values = render_element("small", "", digits) if cards else ""
    note = "none" if not many else f"high{min(many, 4)}"
    top = faces.render_card_art(f"council_{race}", "chip") if many else render_shape_icon(race)
    inside = f"{top}<b>{many}</b>{values}"
    return render_component(sheet, f"council-{race}", label, inside, css=f"stack {race} {note}")


def render_played_allies(sheet: Sheet) -> str:
    """Return the Allies that have just been played, while one of them is being affiliated."""
    codes = sheet.scene.view.played
    if not codes:
        return ""
    return render_area(
        "played", sheet.scene.word("played"), "", render_ally_cards(sheet, codes, "played")
    )


def render_ally_cards(sheet: Sheet, codes: list[str], where: str) -> str:
    """Return Allies as small cards, race by race."""
    cards = sorted(codes, key=spoken.hand_order)
    return "".join(
        render_component(
            sheet,
            f"{where}-{n}",
            spoken.describe_ally(sheet.scene, code),
            faces.render_small_ally_face(code),
            css=f"card small {RACE[code]}",
        )
        for n, code in enumerate(cards)
    )
